//! The functions of [`Set`] that make and use keys of the set.

use alloc::vec::Vec;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;

use super::operations::operations;
use super::{DecapsulationKey, EncapsulationKey, Pair};
use crate::common::error::{EncapsulationError, Error, ErrorKind, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::random::{encapsulate_with, generate_with};
use crate::common::set::Set;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::mechanism::encapsulate_in;

/// Keys by [`dynamic`](crate::dynamic) types, and facts that need the type of the set otherwise.
impl Set {
    /// Generates a key pair.
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
    /// [random bytes](crate#random-bytes).
    ///
    /// ```
    /// use vectru::Set;
    /// let (key, public) = Set::Sntrup761.generate(&mut vectru::system_rng());
    /// assert_eq!(key.to_encapsulation_key(), public);
    /// ```
    pub fn generate<R: CryptoRng + ?Sized>(self, rng: &mut R) -> Pair {
        self.try_generate(rng).unwrap_or_else(GenerationError::panic)
    }

    /// Generates a key pair with a generator of random bytes that can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes.
    pub fn try_generate<R: TryCryptoRng + ?Sized>(self, rng: &mut R) -> Result<Pair, GenerationError<R::Error>> {
        generate_with(rng, |source| operations(self).generate(source))
    }

    /// Returns the key pair that [`generate`](Self::generate) makes of given random bytes, for
    /// tests and known answers: see [`Mechanism::generate_from`](crate::Mechanism::generate_from).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Mechanism::generate_from`](crate::Mechanism::generate_from).
    ///
    /// ```
    /// use vectru::Set;
    /// let random = [7; 32 + 4 * 761 + 32];
    /// let (_, public) = Set::Ntrulpr761.generate_from(&random)?;
    /// assert_eq!(public.as_bytes()[..32], [7; 32]); // the seed of G
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn generate_from(self, random: &[u8]) -> Result<Pair, Error> {
        self.try_generate(&mut GivenBytes::new(random)).map_err(|error| Error {
            set: self,
            object: Object::RandomBytes,
            kind: error.into_kind(),
        })
    }

    /// Returns the key pair of a seed: see [`seed`](crate::seed).
    ///
    /// ```
    /// use vectru::{Set, seed::Seed};
    /// let seed = Seed::generate(&mut vectru::system_rng());
    /// assert_eq!(Set::Saber.generate_from_seed(&seed).1, Set::Saber.generate_from_seed(&seed).1);
    /// ```
    #[cfg(feature = "seed")]
    pub fn generate_from_seed(self, seed: &crate::seed::Seed) -> Pair {
        seed.with_expansion(self, |rng| self.generate(rng))
    }

    /// Generates `count` key pairs: see [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes.
    pub fn try_generate_many<R: TryCryptoRng + ?Sized>(
        self,
        rng: &mut R,
        count: usize,
    ) -> Result<Vec<Pair>, GenerationError<R::Error>> {
        generate_with(rng, |source| operations(self).generate_many(source, count))
    }

    /// Generates a key pair as bytes, for buffers of
    /// [`secret_key_bytes`](Self::secret_key_bytes) and
    /// [`public_key_bytes`](Self::public_key_bytes). It allocates no memory.
    ///
    /// # Errors
    ///
    /// Returns [`GenerationError::Buffer`] if a buffer has another length, and the errors of
    /// [`try_generate`](Self::try_generate). Then the buffers are as before.
    ///
    /// ```
    /// use vectru::Set;
    /// let set: Set = "ntruhps2048677".parse()?;
    /// let (mut secret_key, mut public_key) = ([0; 1234], [0; 930]);
    /// set.try_generate_bytes(&mut getrandom::SysRng, &mut secret_key, &mut public_key)?;
    ///
    /// let mut ciphertext = [0; 930];
    /// let sent = set.try_encapsulate(&public_key, &mut ciphertext, &mut getrandom::SysRng)?;
    /// assert_eq!(set.decapsulate(&secret_key, &ciphertext)?, sent);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_generate_bytes<R: TryCryptoRng + ?Sized>(
        self,
        rng: &mut R,
        secret_key: &mut [u8],
        public_key: &mut [u8],
    ) -> Result<(), GenerationError<R::Error>> {
        self.check_pairs(1, secret_key, public_key).map_err(GenerationError::Buffer)?;
        generate_with(rng, |source| operations(self).generate_bytes(source, secret_key, public_key))
    }

    /// Generates `count` key pairs as bytes, one after the other in each buffer: see
    /// [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns [`GenerationError::Buffer`] if a buffer does not have the length of `count` keys,
    /// and the errors of [`try_generate_many`](Self::try_generate_many). After those the buffers
    /// may hold some key pairs.
    ///
    /// ```
    /// use vectru::Set;
    /// let (mut secret_keys, mut public_keys) = ([0; 2 * 1568], [0; 2 * 672]);
    /// let rng = &mut getrandom::SysRng;
    /// Set::Lightsaber.try_generate_many_bytes(rng, 2, &mut secret_keys, &mut public_keys)?;
    /// let second = Set::Lightsaber.decapsulation_key(&secret_keys[1568..])?;
    /// assert_eq!(second.to_encapsulation_key().as_bytes(), &public_keys[672..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_generate_many_bytes<R: TryCryptoRng + ?Sized>(
        self,
        rng: &mut R,
        count: usize,
        secret_keys: &mut [u8],
        public_keys: &mut [u8],
    ) -> Result<(), GenerationError<R::Error>> {
        self.check_pairs(count, secret_keys, public_keys).map_err(GenerationError::Buffer)?;
        generate_with(rng, |source| operations(self).generate_many_bytes(source, secret_keys, public_keys))
    }

    /// Checks the lengths of buffers for `count` key pairs.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`].
    fn check_pairs(self, count: usize, secret_keys: &[u8], public_keys: &[u8]) -> Result<(), Error> {
        check_length(self, Object::SecretKey, self.secret_key_bytes(), count, secret_keys)?;
        check_length(self, Object::PublicKey, self.public_key_bytes(), count, public_keys)
    }

    /// Returns a new shared secret and writes its ciphertext, for a public key that is used once:
    /// see [keys for one use](crate#keys-for-one-use). It allocates no memory.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `ciphertext` or `public_key` does not have its length in
    ///   the set.
    /// - Returns the errors of [`encapsulation_key`](Self::encapsulation_key).
    /// - Returns the error of the generator.
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        self,
        public_key: &[u8],
        ciphertext: &mut [u8],
        rng: &mut R,
    ) -> Result<SharedSecret, EncapsulationError<R::Error>> {
        let operations = operations(self);
        with_wiped_stack(operations.extents().encapsulation, || {
            check_length(self, Object::Ciphertext, self.ciphertext_bytes(), 1, ciphertext)
                .map_err(EncapsulationError::Key)?;
            encapsulate_in(self, rng, |source| operations.encapsulate(public_key, ciphertext, source))
        })
    }

    /// Returns the shared secret of a ciphertext for a secret key that is used once: see [keys for
    /// one use](crate#keys-for-one-use). It allocates no memory.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Mechanism::decapsulate_once`](crate::Mechanism::decapsulate_once).
    pub fn decapsulate(self, secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        operations(self).decapsulate(secret_key, false, ciphertext)
    }

    /// Decapsulates as [`decapsulate`](Self::decapsulate) does, for a secret key that was generated
    /// or accepted before, and was kept where nobody could change it.
    ///
    /// # Errors
    ///
    /// Returns the errors of
    /// [`Mechanism::decapsulate_trusted`](crate::Mechanism::decapsulate_trusted).
    pub fn decapsulate_trusted(self, secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        operations(self).decapsulate(secret_key, true, ciphertext)
    }

    /// Returns the public key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`EncapsulationKey::from_bytes`](crate::EncapsulationKey::from_bytes).
    ///
    /// ```
    /// use vectru::Set;
    /// let (_, public) = Set::Sntrup761.generate(&mut vectru::system_rng());
    /// assert_eq!(Set::Sntrup761.encapsulation_key(public.as_bytes())?, public);
    /// assert!(Set::Sntrup653.encapsulation_key(public.as_bytes()).is_err());
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn encapsulation_key(self, bytes: &[u8]) -> Result<EncapsulationKey, Error> {
        operations(self).load_public(bytes).map_err(|kind| Error { set: self, object: Object::PublicKey, kind })
    }

    /// Returns the secret key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DecapsulationKey::from_bytes`](crate::DecapsulationKey::from_bytes).
    ///
    /// ```
    /// use vectru::Set;
    /// let (key, _) = Set::Saber.generate(&mut vectru::system_rng());
    /// assert_eq!(Set::Saber.decapsulation_key(key.as_bytes())?.as_bytes(), key.as_bytes());
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn decapsulation_key(self, bytes: &[u8]) -> Result<DecapsulationKey, Error> {
        operations(self).load_secret(bytes, false).map_err(|kind| Error { set: self, object: Object::SecretKey, kind })
    }

    /// Returns a new shared secret for each key, with its ciphertext. All keys are of this set, and
    /// they are prepared or not.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::OtherSet`] if a key is one of another set.
    /// - Returns the error of the generator.
    ///
    /// ```
    /// use vectru::Set;
    /// let mut rng = vectru::system_rng();
    /// let (key, public) = Set::Sntrup761.generate(&mut rng);
    /// let sent = Set::Sntrup761.try_encapsulate_many([&public, &public.prepare()], &mut rng)?;
    /// let pairs = sent.iter().map(|(ciphertext, _)| (&key, &ciphertext[..]));
    /// let received = Set::Sntrup761.decapsulate_many(pairs)?;
    /// assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    pub fn try_encapsulate_many<'k, R: TryCryptoRng + ?Sized>(
        self,
        keys: impl IntoIterator<Item = &'k EncapsulationKey>,
        rng: &mut R,
    ) -> Result<Vec<(Vec<u8>, SharedSecret)>, EncapsulationError<R::Error>> {
        let keys: Vec<_> = keys.into_iter().collect();
        let mut sent = Vec::with_capacity(keys.len());
        self.encapsulate_each(&keys, rng, &mut |ciphertext, secret| sent.push((ciphertext.to_vec(), secret)))?;
        Ok(sent)
    }

    /// Returns a new shared secret for each key, and writes their ciphertexts, one after the other.
    /// All keys are of this set, and they are prepared or not.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::OtherSet`] if a key is one of another set.
    /// - Returns [`ErrorKind::Length`] if `ciphertexts` has another length than a ciphertext for
    ///   each key.
    /// - Returns the error of the generator.
    ///
    /// ```
    /// use vectru::Set;
    /// let mut rng = vectru::system_rng();
    /// let (key, public) = Set::Sntrup761.generate(&mut rng);
    /// let mut ciphertexts = [0; 2 * 1039];
    /// let sent = Set::Sntrup761.try_encapsulate_many_in([&public; 2], &mut ciphertexts, &mut rng)?;
    /// assert_eq!(key.decapsulate_many(ciphertexts.chunks_exact(1039))?, sent);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_encapsulate_many_in<'k, R: TryCryptoRng + ?Sized>(
        self,
        keys: impl IntoIterator<Item = &'k EncapsulationKey>,
        ciphertexts: &mut [u8],
        rng: &mut R,
    ) -> Result<Vec<SharedSecret>, EncapsulationError<R::Error>> {
        let keys: Vec<_> = keys.into_iter().collect();
        check_length(self, Object::Ciphertext, self.ciphertext_bytes(), keys.len(), ciphertexts)
            .map_err(EncapsulationError::Key)?;
        let mut targets = ciphertexts.chunks_exact_mut(self.ciphertext_bytes());
        let mut secrets = Vec::with_capacity(keys.len());
        self.encapsulate_each(&keys, rng, &mut |ciphertext, secret| {
            targets.by_ref().take(1).for_each(|target| target.copy_from_slice(ciphertext));
            secrets.push(secret);
        })?;
        Ok(secrets)
    }

    /// Passes on a ciphertext and its new shared secret for each key.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`try_encapsulate_many`](Self::try_encapsulate_many).
    fn encapsulate_each<R: TryCryptoRng + ?Sized>(
        self,
        keys: &[&EncapsulationKey],
        rng: &mut R,
        pass_on: &mut dyn FnMut(&[u8], SharedSecret),
    ) -> Result<(), EncapsulationError<R::Error>> {
        check_sets(self, Object::PublicKey, keys.iter().map(|key| key.set())).map_err(EncapsulationError::Key)?;
        let Some(first) = keys.first() else { return Ok(()) };
        encapsulate_with(rng, |source| first.0.encapsulate_many(keys, source, pass_on))
            .map_err(EncapsulationError::Generator)
    }

    /// Returns the shared secret of each ciphertext, decapsulated with the key beside it. All keys
    /// are of this set, and they are prepared or not.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::OtherSet`] if a key is one of another set.
    /// - Returns [`ErrorKind::Length`] if a ciphertext does not have the length of
    ///   a ciphertext of the set.
    pub fn decapsulate_many<'k>(
        self,
        pairs: impl IntoIterator<Item = (&'k DecapsulationKey, &'k [u8])>,
    ) -> Result<Vec<SharedSecret>, Error> {
        let pairs: Vec<_> = pairs.into_iter().collect();
        check_sets(self, Object::SecretKey, pairs.iter().map(|(key, _)| key.set()))?;
        let Some((first, _)) = pairs.first() else { return Ok(Vec::new()) };
        first.0.decapsulate_many(&pairs)
    }

    /// Returns the ring in mathematical notation:
    /// [`Mechanism::FORMULA`](crate::Mechanism::FORMULA).
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.formula(), "Z_4591[x]/(x^761 - x - 1)");
    /// ```
    pub fn formula(self) -> &'static str {
        operations(self).formula()
    }

    /// Returns the name of the multiplier on `backend`:
    /// [`Mechanism::multiplier`](crate::Mechanism::multiplier).
    pub fn multiplier(self, backend: Backend) -> &'static str {
        operations(self).multiplier(backend)
    }

    /// Returns the number of random bytes of a key pair, if no candidate is rejected:
    /// [`Mechanism::KEY_RANDOM_BYTES`](crate::Mechanism::KEY_RANDOM_BYTES).
    pub fn key_random_bytes(self) -> usize {
        operations(self).random_bytes()[0]
    }

    /// Returns the number of random bytes of a candidate that key generation rejects:
    /// [`Mechanism::CANDIDATE_RANDOM_BYTES`](crate::Mechanism::CANDIDATE_RANDOM_BYTES).
    pub fn candidate_random_bytes(self) -> usize {
        operations(self).random_bytes()[1]
    }

    /// Returns the number of random bytes of an encapsulation:
    /// [`Mechanism::ENCAPSULATION_RANDOM_BYTES`](crate::Mechanism::ENCAPSULATION_RANDOM_BYTES).
    pub fn encapsulation_random_bytes(self) -> usize {
        operations(self).random_bytes()[2]
    }
}

/// Checks that a buffer has the length of `count` objects of `length` bytes.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if it has another length.
pub(super) fn check_length(set: Set, object: Object, length: usize, count: usize, bytes: &[u8]) -> Result<(), Error> {
    match (length.saturating_mul(count), bytes.len()) {
        (expected, found) if expected == found => Ok(()),
        (expected, found) => Err(Error { set, object, kind: ErrorKind::Length { expected, found } }),
    }
}

/// Checks that all keys are of one set.
///
/// # Errors
///
/// Returns the first other set with the index of its key.
fn check_sets(set: Set, object: Object, sets: impl Iterator<Item = Set>) -> Result<(), Error> {
    match sets.enumerate().find(|&(_, found)| found != set) {
        Some((index, found)) => Err(Error { set, object, kind: ErrorKind::OtherSet { index, found } }),
        None => Ok(()),
    }
}
