//! Keys of a parameter set that is chosen at run time (feature `alloc`).
//!
//! The types of this module have the keys of every set: a [`Set`] makes and loads them. A key is
//! shared, so that a clone is the same key, and a secret one is wiped when the last clone is
//! dropped. It holds a [typed key](crate#keys) and has the operations of that key.
//!
//! A program that keeps keys, ciphertexts and shared secrets in buffers of its own calls the
//! functions that take slices. They check the lengths of all slices first, and copy none of them:
//!
//! | operation | on slices |
//! | --- | --- |
//! | key generation | [`Set::try_generate_bytes`], [`Set::try_generate_many_bytes`] |
//! | keys for one use | [`Set::try_encapsulate`], [`Set::decapsulate`], [`Set::decapsulate_trusted`] |
//! | encapsulation | [`EncapsulationKey::try_encapsulate_in`], [`Set::try_encapsulate_many_in`] |
//! | decapsulation | [`DecapsulationKey::decapsulate`], [`Set::decapsulate_many`] |
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

mod operations;
mod set;
mod typed_keys;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use self::set::check_length;
use self::typed_keys::{Public, Secret};
use crate::common::error::{EncapsulationError, Error, Object};
use crate::common::given_bytes;
use crate::common::random::encapsulate_with;
use crate::common::set::Set;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};

/// A secret key and its public key.
pub type Pair = (DecapsulationKey, EncapsulationKey);

/// A public key of any set, which encapsulates.
#[derive(Clone)]
pub struct EncapsulationKey(Arc<dyn Public>);

/// A secret key of any set, which decapsulates.
#[derive(Clone)]
pub struct DecapsulationKey(Arc<dyn Secret>);

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
        with_wiped_stack(moves::<(Vec<u8>, SharedSecret)>(), || {
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
        with_wiped_stack(self.0.extent(), || {
            let mut ciphertext = alloc::vec![0; self.set().ciphertext_bytes()];
            let secret = encapsulate_with(rng, |source| self.0.encapsulate(&mut ciphertext, source))?;
            Ok((ciphertext, secret))
        })
    }

    /// Returns a new shared secret, and writes its ciphertext. It allocates no memory.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`](crate::ErrorKind::Length) if `ciphertext` does not have the
    ///   length of a ciphertext of the set.
    /// - Returns the error of the generator.
    ///
    /// ```
    /// use vectru::Set;
    /// let (key, public) = Set::Sntrup761.generate(&mut vectru::system_rng());
    /// let mut ciphertext = [0; 1039];
    /// let sent = public.prepare().try_encapsulate_in(&mut ciphertext, &mut getrandom::SysRng)?;
    /// assert_eq!(key.decapsulate(&ciphertext)?, sent);
    /// assert!(public.try_encapsulate_in(&mut ciphertext[1..], &mut getrandom::SysRng).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_encapsulate_in<R: TryCryptoRng + ?Sized>(
        &self,
        ciphertext: &mut [u8],
        rng: &mut R,
    ) -> Result<SharedSecret, EncapsulationError<R::Error>> {
        with_wiped_stack(self.0.extent(), || {
            let set = self.set();
            check_length(set, Object::Ciphertext, set.ciphertext_bytes(), 1, ciphertext)
                .map_err(EncapsulationError::Key)?;
            encapsulate_with(rng, |source| self.0.encapsulate(ciphertext, source))
                .map_err(EncapsulationError::Generator)
        })
    }

    /// Returns the ciphertext and the shared secret of given random bytes, for tests and known
    /// answers.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`](crate::ErrorKind::Length) if there are more or fewer than
    /// [`encapsulation_random_bytes`](Set::encapsulation_random_bytes).
    pub fn encapsulate_from(&self, random: &[u8]) -> Result<(Vec<u8>, SharedSecret), Error> {
        with_wiped_stack(moves::<(Vec<u8>, SharedSecret)>(), || {
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
        let keys = alloc::vec![self; count];
        let mut sent = Vec::with_capacity(count);
        let mut pass_on = |ciphertext: &[u8], secret| sent.push((ciphertext.to_vec(), secret));
        encapsulate_with(rng, |source| self.0.encapsulate_many(&keys, source, &mut pass_on))?;
        Ok(sent)
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
    /// Returns [`ErrorKind::Length`](crate::ErrorKind::Length) if the ciphertext does not have the
    /// length of a ciphertext of the set.
    pub fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        self.0.decapsulate(ciphertext)
    }

    /// Returns the shared secret of each ciphertext: see [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`](crate::ErrorKind::Length) if a ciphertext does not have the
    /// length of a ciphertext of the set.
    pub fn decapsulate_many<'c>(
        &self,
        ciphertexts: impl IntoIterator<Item = &'c [u8]>,
    ) -> Result<Vec<SharedSecret>, Error> {
        let pairs: Vec<_> = ciphertexts.into_iter().map(|ciphertext| (self, ciphertext)).collect();
        self.0.decapsulate_many(&pairs)
    }
}

/// The name of the set, and nothing secret.
impl fmt::Debug for DecapsulationKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey({}, secret)", self.set())
    }
}
