//! Keys of a parameter set that is chosen at run time (feature `alloc`).
//!
//! The types of this module have the keys of every set: a [`Set`] makes and loads them. A key is
//! shared, so that a clone is the same key, and a secret one is wiped when the last clone is
//! dropped. Its operations are those of the [typed keys](crate#keys), which it holds.
//!
//! ```
//! use vectru::{Set, dynamic::DecapsulationKey};
//!
//! fn agree(set: Set) -> Result<bool, Box<dyn std::error::Error>> {
//!     let mut rng = vectru::system_rng();
//!     let (secret_key, public_key) = set.generate(&mut rng);
//!     let loaded = set.encapsulation_key(public_key.as_bytes())?;
//!     let (ciphertext, sent) = loaded.encapsulate(&mut rng);
//!     Ok(secret_key.prepare().decapsulate(&ciphertext)? == sent)
//! }
//! assert!(agree("sntrup761".parse()?)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;

use crate::common::ciphertext::Ciphertext;
use crate::common::error::{EncapsulationError, Error, ErrorKind, GenerationError, Object};
use crate::common::given_bytes::{self, GivenBytes};
use crate::common::parameters::ParameterSet;
use crate::common::random::{Failed, Source, encapsulate_with, generate_with};
use crate::common::set::Set;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::key::{self, AnyDecapsulationKey, AnyEncapsulationKey, PreparedDecapsulationKey, PreparedEncapsulationKey};
use crate::mechanism::{Mechanism, Visitor};

/// A secret key and its public key.
pub type Pair = (DecapsulationKey, EncapsulationKey);

/// A public key of any set, which encapsulates.
#[derive(Clone)]
pub struct EncapsulationKey(Arc<dyn Public>);

/// A secret key of any set, which decapsulates.
#[derive(Clone)]
pub struct DecapsulationKey(Arc<dyn Secret>);

/// The public key of a set, in either state.
trait Public: Any + Send + Sync {
    fn set(&self) -> Set;
    fn as_bytes(&self) -> &[u8];
    fn prepare(&self) -> EncapsulationKey;
    fn encapsulate(&self, source: &mut dyn Source) -> Result<(Vec<u8>, SharedSecret), Failed>;

    /// Encapsulates for each key, all of this set.
    fn encapsulate_many(
        &self,
        keys: &[EncapsulationKey],
        source: &mut dyn Source,
    ) -> Result<Vec<(Vec<u8>, SharedSecret)>, Failed>;
}

/// The secret key of a set, in either state.
trait Secret: Any + Send + Sync {
    fn set(&self) -> Set;
    fn as_bytes(&self) -> &[u8];
    fn prepare(&self) -> DecapsulationKey;
    fn public_key(&self) -> EncapsulationKey;
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error>;

    /// Decapsulates each ciphertext by the key beside it, all of this set.
    fn decapsulate_many(&self, pairs: &[(DecapsulationKey, &[u8])]) -> Result<Vec<SharedSecret>, Error>;
}

/// A typed public key in one of its states.
trait Encapsulates: Send + Sync + 'static {
    type Set: Mechanism;
    fn key(&self) -> &key::EncapsulationKey<Self::Set>;
    fn any(&self) -> AnyEncapsulationKey<'_, Self::Set>;
}

impl<S: Mechanism> Encapsulates for key::EncapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &Self {
        self
    }

    fn any(&self) -> AnyEncapsulationKey<'_, S> {
        self.into()
    }
}

impl<S: Mechanism> Encapsulates for PreparedEncapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &key::EncapsulationKey<S> {
        self.key()
    }

    fn any(&self) -> AnyEncapsulationKey<'_, S> {
        self.into()
    }
}

/// A typed secret key in one of its states.
trait Decapsulates: Send + Sync + 'static {
    type Set: Mechanism;
    fn key(&self) -> &key::DecapsulationKey<Self::Set>;
    fn any(&self) -> AnyDecapsulationKey<'_, Self::Set>;
}

impl<S: Mechanism> Decapsulates for key::DecapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &Self {
        self
    }

    fn any(&self) -> AnyDecapsulationKey<'_, S> {
        self.into()
    }
}

impl<S: Mechanism> Decapsulates for PreparedDecapsulationKey<S> {
    type Set = S;

    fn key(&self) -> &key::DecapsulationKey<S> {
        self.key()
    }

    fn any(&self) -> AnyDecapsulationKey<'_, S> {
        self.into()
    }
}

impl<K: Encapsulates> Public for K {
    fn set(&self) -> Set {
        K::Set::SET
    }

    fn as_bytes(&self) -> &[u8] {
        self.key().as_bytes()
    }

    fn prepare(&self) -> EncapsulationKey {
        EncapsulationKey(in_place(PreparedEncapsulationKey::<K::Set>::ZERO, |prepared| {
            self.key().prepare_in(prepared);
        }))
    }

    fn encapsulate(&self, source: &mut dyn Source) -> Result<(Vec<u8>, SharedSecret), Failed> {
        with_wiped_stack(SENT + self.any().extent(), || K::Set::ciphertext(self.any(), source).map(sent))
    }

    fn encapsulate_many(
        &self,
        keys: &[EncapsulationKey],
        source: &mut dyn Source,
    ) -> Result<Vec<(Vec<u8>, SharedSecret)>, Failed> {
        let keys: Vec<_> = keys.iter().filter_map(|key| public_of::<K::Set>(&*key.0)).collect();
        Ok(K::Set::encapsulate_batch(&keys, source)?.into_iter().map(sent).collect())
    }
}

impl<K: Decapsulates> Secret for K {
    fn set(&self) -> Set {
        K::Set::SET
    }

    fn as_bytes(&self) -> &[u8] {
        self.key().as_bytes()
    }

    fn prepare(&self) -> DecapsulationKey {
        DecapsulationKey(in_place(PreparedDecapsulationKey::<K::Set>::ZERO, |prepared| {
            with_wiped_stack(K::Set::EXTENTS.preparing, || self.key().prepare_in(prepared));
        }))
    }

    fn public_key(&self) -> EncapsulationKey {
        EncapsulationKey(in_place(key::EncapsulationKey::<K::Set>::ZERO, |public| {
            with_wiped_stack(K::Set::EXTENTS.generation, || K::Set::public_of(self.key(), public));
        }))
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(SENT + self.any().extent(), || {
            Ok(K::Set::shared_secret(self.any(), &Ciphertext::from_bytes(ciphertext)?))
        })
    }

    fn decapsulate_many(&self, pairs: &[(DecapsulationKey, &[u8])]) -> Result<Vec<SharedSecret>, Error> {
        let ciphertexts: Vec<_> =
            pairs.iter().map(|(_, bytes)| Ciphertext::<K::Set>::from_bytes(bytes)).collect::<Result<_, _>>()?;
        let keys = pairs.iter().filter_map(|(key, _)| secret_of::<K::Set>(&*key.0));
        Ok(K::Set::decapsulate_many(keys.zip(&ciphertexts)))
    }
}

/// The bytes of stack for moves of a ciphertext and its shared secret.
const SENT: usize = moves::<[u8; 2500]>();

/// Returns a ciphertext as bytes, and its shared secret.
fn sent<S: Mechanism>((ciphertext, secret): (Ciphertext<S>, SharedSecret)) -> (Vec<u8>, SharedSecret) {
    (ciphertext.as_bytes().to_vec(), secret)
}

/// Returns the typed key, if it is one of the set S.
fn public_of<S: Mechanism>(key: &dyn Public) -> Option<AnyEncapsulationKey<'_, S>> {
    let key: &dyn Any = key;
    let prepared = || key.downcast_ref::<PreparedEncapsulationKey<S>>().map(Into::into);
    key.downcast_ref::<key::EncapsulationKey<S>>().map(Into::into).or_else(prepared)
}

/// Returns the typed key, if it is one of the set S.
fn secret_of<S: Mechanism>(key: &dyn Secret) -> Option<AnyDecapsulationKey<'_, S>> {
    let key: &dyn Any = key;
    let prepared = || key.downcast_ref::<PreparedDecapsulationKey<S>>().map(Into::into);
    key.downcast_ref::<key::DecapsulationKey<S>>().map(Into::into).or_else(prepared)
}

/// Makes a key where it is shared, out of zeros.
fn in_place<K>(zero: K, make: impl FnOnce(&mut K)) -> Arc<K> {
    let mut shared = Arc::new(zero);
    if let Some(key) = Arc::get_mut(&mut shared) {
        make(key);
    }
    shared
}

/// The operations of a set that make keys.
trait Operations: Sync {
    fn formula(&self) -> &'static str;
    fn multiplier(&self, backend: Backend) -> &'static str;

    /// The numbers of random bytes of a key pair, of a rejected candidate, and of an encapsulation.
    fn random_bytes(&self) -> [usize; 3];
    fn generate(&self, source: &mut dyn Source) -> Result<Pair, Failed>;
    fn generate_many(&self, source: &mut dyn Source, count: usize) -> Result<Vec<Pair>, Failed>;
    fn load_public(&self, bytes: &[u8]) -> Result<EncapsulationKey, ErrorKind>;
    fn load_secret(&self, bytes: &[u8], is_trusted: bool) -> Result<DecapsulationKey, ErrorKind>;
}

/// A set as a value.
struct Of<S>(PhantomData<fn() -> S>);

impl<S: Mechanism> Operations for Of<S> {
    fn formula(&self) -> &'static str {
        S::FORMULA
    }

    fn multiplier(&self, backend: Backend) -> &'static str {
        S::multiplier(backend)
    }

    fn random_bytes(&self) -> [usize; 3] {
        [S::KEY_RANDOM_BYTES, S::CANDIDATE_RANDOM_BYTES, S::ENCAPSULATION_RANDOM_BYTES]
    }

    fn generate(&self, source: &mut dyn Source) -> Result<Pair, Failed> {
        let (key, public) = S::zero_pair();
        let (mut key, mut public) = (Arc::new(key), Arc::new(public));
        if let (Some(key), Some(public)) = (Arc::get_mut(&mut key), Arc::get_mut(&mut public)) {
            with_wiped_stack(S::EXTENTS.generation, || S::key_pair(key, public, source))?;
        }
        Ok((DecapsulationKey(key), EncapsulationKey(public)))
    }

    fn generate_many(&self, source: &mut dyn Source, count: usize) -> Result<Vec<Pair>, Failed> {
        let pairs = S::generate_batch(source, count)?;
        let shared = |(key, public): (_, _)| {
            let (key, public): (key::DecapsulationKey<S>, key::EncapsulationKey<S>) = (key, public);
            (DecapsulationKey(Arc::new(key)), EncapsulationKey(Arc::new(public)))
        };
        let extent = const { moves::<(key::DecapsulationKey<S>, key::EncapsulationKey<S>)>() };
        Ok(with_wiped_stack(extent, || pairs.into_iter().map(shared).collect()))
    }

    fn load_public(&self, bytes: &[u8]) -> Result<EncapsulationKey, ErrorKind> {
        let mut loaded = Ok(());
        let key = in_place(key::EncapsulationKey::<S>::ZERO, |key| loaded = S::load_public(key, bytes));
        loaded.map(|()| EncapsulationKey(key))
    }

    fn load_secret(&self, bytes: &[u8], is_trusted: bool) -> Result<DecapsulationKey, ErrorKind> {
        let mut loaded = Ok(());
        let key = in_place(key::DecapsulationKey::<S>::ZERO, |key| {
            loaded = with_wiped_stack(S::EXTENTS.loading, || S::load_secret(key, bytes, is_trusted));
        });
        loaded.map(|()| DecapsulationKey(key))
    }
}

/// Returns the operations of a set.
fn operations(set: Set) -> &'static dyn Operations {
    struct AsObject;
    impl Visitor for AsObject {
        type Output = &'static dyn Operations;

        fn visit<S: Mechanism>(self) -> Self::Output {
            &const { Of::<S>(PhantomData) }
        }
    }
    set.visit(AsObject)
}

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
    /// tests and known answers: see [`Mechanism::generate_from`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Mechanism::generate_from`].
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
        let keys: Vec<_> = keys.into_iter().cloned().collect();
        check_sets(self, Object::PublicKey, keys.iter().map(EncapsulationKey::set)).map_err(EncapsulationError::Key)?;
        let Some(first) = keys.first() else { return Ok(Vec::new()) };
        encapsulate_with(rng, |source| first.0.encapsulate_many(&keys, source)).map_err(EncapsulationError::Generator)
    }

    /// Returns the shared secret of each ciphertext, decapsulated with the key beside it. All keys
    /// are of this set, and they are prepared or not.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::OtherSet`] if a key is one of another set.
    /// - Returns [`ErrorKind::Length`] if a ciphertext has another length than those of the set.
    pub fn decapsulate_many<'k>(
        self,
        pairs: impl IntoIterator<Item = (&'k DecapsulationKey, &'k [u8])>,
    ) -> Result<Vec<SharedSecret>, Error> {
        let pairs: Vec<_> = pairs.into_iter().map(|(key, ciphertext)| (key.clone(), ciphertext)).collect();
        check_sets(self, Object::SecretKey, pairs.iter().map(|(key, _)| key.set()))?;
        let Some((first, _)) = pairs.first() else { return Ok(Vec::new()) };
        first.0.decapsulate_many(&pairs)
    }

    /// Returns the ring in mathematical notation: [`Mechanism::FORMULA`].
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.formula(), "Z_4591[x]/(x^761 - x - 1)");
    /// ```
    pub fn formula(self) -> &'static str {
        operations(self).formula()
    }

    /// Returns the name of the multiplier on `backend`: [`Mechanism::multiplier`].
    pub fn multiplier(self, backend: Backend) -> &'static str {
        operations(self).multiplier(backend)
    }

    /// Returns the number of random bytes of a key pair, if no candidate is rejected:
    /// [`Mechanism::KEY_RANDOM_BYTES`].
    pub fn key_random_bytes(self) -> usize {
        operations(self).random_bytes()[0]
    }

    /// Returns the number of random bytes of a candidate that key generation rejects:
    /// [`Mechanism::CANDIDATE_RANDOM_BYTES`].
    pub fn candidate_random_bytes(self) -> usize {
        operations(self).random_bytes()[1]
    }

    /// Returns the number of random bytes of an encapsulation:
    /// [`Mechanism::ENCAPSULATION_RANDOM_BYTES`].
    pub fn encapsulation_random_bytes(self) -> usize {
        operations(self).random_bytes()[2]
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

impl EncapsulationKey {
    /// Returns the set.
    pub fn set(&self) -> Set {
        self.0.set()
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Returns the key prepared for many uses: see [keys](crate#keys).
    #[must_use]
    pub fn prepare(&self) -> Self {
        self.0.prepare()
    }

    /// Returns a new ciphertext and its shared secret.
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Vec<u8>, SharedSecret) {
        with_wiped_stack(SENT, || {
            let Ok(sent) = self.try_encapsulate(rng);
            sent
        })
    }

    /// Returns a new ciphertext and its shared secret. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(&self, rng: &mut R) -> Result<(Vec<u8>, SharedSecret), R::Error> {
        with_wiped_stack(SENT, || encapsulate_with(rng, |source| self.0.encapsulate(source)))
    }

    /// Returns the ciphertext and the shared secret of given random bytes, for tests and known
    /// answers.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if there are more or fewer than
    /// [`encapsulation_random_bytes`](Set::encapsulation_random_bytes).
    pub fn encapsulate_from(&self, random: &[u8]) -> Result<(Vec<u8>, SharedSecret), Error> {
        with_wiped_stack(SENT, || {
            given_bytes::exactly(random, self.set().encapsulation_random_bytes())
                .and_then(|mut given| self.try_encapsulate(&mut given))
                .map_err(|kind| Error { set: self.set(), object: Object::RandomBytes, kind })
        })
    }

    /// Returns `count` new ciphertexts with their shared secrets: see [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    pub fn try_encapsulate_many<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        count: usize,
    ) -> Result<Vec<(Vec<u8>, SharedSecret)>, R::Error> {
        let keys = alloc::vec![self.clone(); count];
        encapsulate_with(rng, |source| self.0.encapsulate_many(&keys, source))
    }
}

impl PartialEq for EncapsulationKey {
    fn eq(&self, other: &Self) -> bool {
        self.set() == other.set() && self.as_bytes() == other.as_bytes()
    }
}

impl Eq for EncapsulationKey {}

/// The name of the set and the first bytes.
impl fmt::Debug for EncapsulationKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", self.set())?;
        self.as_bytes().iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}

impl DecapsulationKey {
    /// Returns the set.
    pub fn set(&self) -> Set {
        self.0.set()
    }

    /// Returns the bytes, which are secret.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Returns the key prepared for many uses: see [keys](crate#keys).
    #[must_use]
    pub fn prepare(&self) -> Self {
        self.0.prepare()
    }

    /// Returns the public key of this secret key. NTRU computes it.
    pub fn to_encapsulation_key(&self) -> EncapsulationKey {
        self.0.public_key()
    }

    /// Returns the shared secret of a ciphertext. A ciphertext that no encapsulation made has a
    /// pseudorandom one.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if the ciphertext has another length than those of the set.
    pub fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        self.0.decapsulate(ciphertext)
    }

    /// Returns the shared secret of each ciphertext: see [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if a ciphertext has another length than those of the set.
    pub fn decapsulate_many<'c>(
        &self,
        ciphertexts: impl IntoIterator<Item = &'c [u8]>,
    ) -> Result<Vec<SharedSecret>, Error> {
        let pairs: Vec<_> = ciphertexts.into_iter().map(|ciphertext| (self.clone(), ciphertext)).collect();
        self.0.decapsulate_many(&pairs)
    }
}

/// The name of the set, and nothing secret.
impl fmt::Debug for DecapsulationKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey({}, secret)", self.set())
    }
}
