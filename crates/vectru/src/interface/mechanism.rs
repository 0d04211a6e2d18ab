//! Every parameter set by one trait, for programs that are generic over sets or choose one at run
//! time.
//!
//! The traits of the `kem` crate (feature `kem`) are those of the ecosystem. [`Mechanism`] also has
//! the sets with lengths that those traits cannot express, and works on slices of bytes.
//!
//! ```
//! # #[cfg(all(feature = "sntrup761", feature = "ntruhrss701"))] {
//! use vectru::{Mechanism, ntruhrss701::Ntruhrss701, sntrup761::Sntrup761};
//!
//! fn agree<K: Mechanism>() -> Result<bool, vectru::Error> {
//!     let mut rng = vectru::system_rng();
//!     let (secret_key, public_key) = K::generate(&mut rng);
//!     let loaded = K::encapsulation_key(K::public_key_bytes(&public_key))?;
//!     let (ciphertext, sent) = K::encapsulate(&loaded, &mut rng);
//!     Ok(K::decapsulate(&secret_key, &ciphertext) == sent)
//! }
//! assert!(agree::<Sntrup761>()? && agree::<Ntruhrss701>()?);
//! # }
//! # Ok::<(), vectru::Error>(())
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::Debug;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Multiply, chosen};
use vectru_polymul::ring::Ring;

use crate::common::ciphertext::Ciphertext;
use crate::common::error::{EncapsulationError, Error, GenerationError, Object};
use crate::common::random::encapsulate_with;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::scheme::operations::Operations;

/// A parameter set with its operations. Only this crate implements it.
pub trait Mechanism:
    Operations<PublicKey = <Self as Mechanism>::EncapsulationKey, SecretKey = <Self as Mechanism>::DecapsulationKey>
{
    /// The public key, which encapsulates.
    type EncapsulationKey: Clone + Debug + Eq + Send + Sync + 'static;
    /// The secret key, which decapsulates.
    type DecapsulationKey: Clone + Debug + Send + Sync + 'static;
    /// The ring R_q.
    type Ring: Multiply;

    /// The ring in mathematical notation.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// use vectru::{Mechanism, sntrup761::Sntrup761};
    /// assert_eq!(Sntrup761::FORMULA, "Z_4591[x]/(x^761 - x - 1)");
    /// # }
    /// ```
    const FORMULA: &'static str = <Self::Ring as Ring>::FORMULA;

    /// Returns the name of the multiplier for the products of the mechanism on `backend`.
    ///
    /// ```
    /// # #[cfg(all(feature = "sntrup761", not(feature = "small")))] {
    /// use vectru::{Mechanism, sntrup761::Sntrup761};
    /// use vectru_polymul::dispatch::Backend;
    /// assert_eq!(Sntrup761::multiplier(Backend::Portable), "good-infinity-outer");
    /// # }
    /// ```
    fn multiplier(backend: Backend) -> &'static str {
        chosen::<Self::Ring>(backend).name
    }

    /// Generates a key pair with a generator of random bytes that can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes.
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    fn try_generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(Self::DecapsulationKey, Self::EncapsulationKey), GenerationError<R::Error>>;

    /// Generates a key pair: the secret decapsulation key and the public encapsulation key.
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
    /// [random bytes](crate#random-bytes).
    fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> (Self::DecapsulationKey, Self::EncapsulationKey);

    /// Generates a key pair as bytes: the secret key and the public key. It takes less stack than
    /// [`generate`](Self::generate), as no key is moved.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes. Then the bytes are as before.
    fn try_generate_bytes<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        secret_key: &mut Self::SecretKeyBytes,
        public_key: &mut Self::PublicKeyBytes,
    ) -> Result<(), GenerationError<R::Error>>;

    /// The number of random bytes from which [`generate_from`](Self::generate_from) makes a key
    /// pair, if it rejects no candidate.
    const KEY_RANDOM_BYTES: usize;

    /// The number of further random bytes for each candidate that
    /// [`generate_from`](Self::generate_from) rejects. It is 0 for a set whose key generation takes
    /// any random bytes.
    const CANDIDATE_RANDOM_BYTES: usize;

    /// The number of random bytes from which [`encapsulate_from`](Self::encapsulate_from) makes a
    /// ciphertext.
    const ENCAPSULATION_RANDOM_BYTES: usize;

    /// Returns the key pair that [`generate`](Self::generate) makes of given random bytes, for
    /// tests and known answers.
    ///
    /// Key generation takes the bytes in the order in which it draws them. Candidates that it
    /// rejects take [`CANDIDATE_RANDOM_BYTES`](Self::CANDIDATE_RANDOM_BYTES) each, and the key pair
    /// takes [`KEY_RANDOM_BYTES`](Self::KEY_RANDOM_BYTES). Bytes behind those are ignored.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::TooFewBytes`](crate::ErrorKind::TooFewBytes) if the bytes run out.
    /// - Returns [`ErrorKind::Rejected`](crate::ErrorKind::Rejected) if no key pair can be made of
    ///   them: see [random bytes](crate#random-bytes).
    fn generate_from(random: &[u8]) -> Result<(Self::DecapsulationKey, Self::EncapsulationKey), Error>;

    /// Returns the shared secret and the ciphertext that [`encapsulate`](Self::encapsulate) makes
    /// of given random bytes, for tests and known answers.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`](crate::ErrorKind::Length) if `random` is not
    /// [`ENCAPSULATION_RANDOM_BYTES`](Self::ENCAPSULATION_RANDOM_BYTES) long.
    fn encapsulate_from(key: &Self::EncapsulationKey, random: &[u8])
    -> Result<(Ciphertext<Self>, SharedSecret), Error>;

    /// Returns the encapsulation key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a valid public key: see [`Error`].
    fn encapsulation_key(bytes: &[u8]) -> Result<Self::EncapsulationKey, Error>;

    /// Returns the decapsulation key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a valid secret key: see [`Error`].
    fn decapsulation_key(bytes: &[u8]) -> Result<Self::DecapsulationKey, Error>;

    /// Returns the encapsulation key of a decapsulation key.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::{Mechanism, ntruhps2048677::Ntruhps2048677};
    /// let (secret_key, public_key) = Ntruhps2048677::generate(&mut vectru::system_rng());
    /// assert_eq!(Ntruhps2048677::to_encapsulation_key(&secret_key), public_key);
    /// # }
    /// ```
    fn to_encapsulation_key(key: &Self::DecapsulationKey) -> Self::EncapsulationKey;

    /// Returns the bytes of an encapsulation key.
    fn public_key_bytes(key: &Self::EncapsulationKey) -> &[u8];

    /// Returns the bytes of a decapsulation key, which are secret.
    fn secret_key_bytes(key: &Self::DecapsulationKey) -> &[u8];

    /// Returns a new shared secret and its ciphertext. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        key: &Self::EncapsulationKey,
        rng: &mut R,
    ) -> Result<(Ciphertext<Self>, SharedSecret), R::Error>;

    /// Returns a new shared secret and its ciphertext.
    fn encapsulate<R: CryptoRng + ?Sized>(
        key: &Self::EncapsulationKey,
        rng: &mut R,
    ) -> (Ciphertext<Self>, SharedSecret);

    /// Returns the shared secret of a ciphertext. A ciphertext that no encapsulation made has a
    /// pseudorandom one.
    fn decapsulate(key: &Self::DecapsulationKey, ciphertext: &Ciphertext<Self>) -> SharedSecret;

    /// Returns a new shared secret and its ciphertext for a public key that is used once: see [keys
    /// for one use](crate#keys-for-one-use).
    ///
    /// # Errors
    ///
    /// Returns an error if `public_key` is not a valid public key: see [`Error`].
    ///
    /// ```
    /// # #[cfg(feature = "ntruhrss701")] {
    /// use vectru::{Mechanism, ntruhrss701::{Ntruhrss701, generate}};
    /// let mut rng = vectru::system_rng();
    /// let (secret_key, public_key) = generate(&mut rng);
    /// let (ciphertext, sent) = Ntruhrss701::encapsulate_once(public_key.as_bytes(), &mut rng)?;
    /// let received = Ntruhrss701::decapsulate_once(secret_key.as_bytes(), ciphertext.as_bytes())?;
    /// assert_eq!(sent, received);
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    fn encapsulate_once<R: CryptoRng + ?Sized>(
        public_key: &[u8],
        rng: &mut R,
    ) -> Result<(Ciphertext<Self>, SharedSecret), Error> {
        with_wiped_stack(Self::EXTENTS.encapsulation_once, || {
            encapsulate_bytes::<Self, R>(public_key, rng).map_err(EncapsulationError::into_key_error)
        })
    }

    /// Returns a new shared secret and its ciphertext for a public key that is used once. The
    /// generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the key or of the generator.
    fn try_encapsulate_once<R: TryCryptoRng + ?Sized>(
        public_key: &[u8],
        rng: &mut R,
    ) -> Result<(Ciphertext<Self>, SharedSecret), EncapsulationError<R::Error>> {
        with_wiped_stack(Self::EXTENTS.encapsulation_once, || encapsulate_bytes::<Self, R>(public_key, rng))
    }

    /// Returns the shared secret of a ciphertext for a secret key that is used once: see [keys for
    /// one use](crate#keys-for-one-use).
    ///
    /// # Errors
    ///
    /// Returns an error if `ciphertext` does not have the length of a ciphertext, or if
    /// `secret_key` is not a valid secret key: see [`Error`].
    fn decapsulate_once(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(Self::EXTENTS.decapsulation_once, || decapsulate_bytes::<Self>(secret_key, false, ciphertext))
    }

    /// Decapsulates as [`decapsulate_once`](Self::decapsulate_once) does, for a secret key that was
    /// generated or accepted before, and was kept where nobody could change it.
    ///
    /// The hash of the public key in a secret key of NTRU Prime or Saber is not checked. With a
    /// wrong hash all ciphertexts are rejected, and have pseudorandom shared secrets.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decapsulate_once`](Self::decapsulate_once), except
    /// [`ErrorKind::PublicKeyHash`](crate::ErrorKind::PublicKeyHash).
    fn decapsulate_trusted(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(Self::EXTENTS.decapsulation_once, || decapsulate_bytes::<Self>(secret_key, true, ciphertext))
    }

    /// Generates `count` key pairs with a generator of random bytes that can fail: see
    /// [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes.
    #[cfg(feature = "alloc")]
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    fn try_generate_many<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Result<Vec<(Self::DecapsulationKey, Self::EncapsulationKey)>, GenerationError<R::Error>>;

    /// Generates `count` key pairs: see [batches](crate#batches).
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
    /// [random bytes](crate#random-bytes).
    #[cfg(feature = "alloc")]
    fn generate_many<R: CryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Vec<(Self::DecapsulationKey, Self::EncapsulationKey)> {
        Self::try_generate_many(rng, count).unwrap_or_else(GenerationError::panic)
    }

    /// Returns a new shared secret for each key, with its ciphertext. The generator of random bytes
    /// can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    #[cfg(feature = "alloc")]
    fn try_encapsulate_many<'k, R: TryCryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = &'k Self::EncapsulationKey>,
        rng: &mut R,
    ) -> Result<Vec<(Ciphertext<Self>, SharedSecret)>, R::Error>;

    /// Returns a new shared secret for each key, with its ciphertext.
    #[cfg(feature = "alloc")]
    fn encapsulate_many<'k, R: CryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = &'k Self::EncapsulationKey>,
        rng: &mut R,
    ) -> Vec<(Ciphertext<Self>, SharedSecret)> {
        let Ok(sent) = Self::try_encapsulate_many(keys, rng);
        sent
    }

    /// Returns the shared secret of each ciphertext, decapsulated with the key beside it.
    #[cfg(feature = "alloc")]
    fn decapsulate_many<'k>(
        pairs: impl IntoIterator<Item = (&'k Self::DecapsulationKey, &'k Ciphertext<Self>)>,
    ) -> Vec<SharedSecret>;
}

/// Returns a new shared secret and its ciphertext for a public key that is used once.
///
/// # Errors
///
/// Returns the error of the key or of the generator.
fn encapsulate_bytes<K: Mechanism, R: TryCryptoRng + ?Sized>(
    public_key: &[u8],
    rng: &mut R,
) -> Result<(Ciphertext<K>, SharedSecret), EncapsulationError<R::Error>> {
    match encapsulate_with(rng, |source| K::ciphertext_once(public_key, source)) {
        Ok(Ok(sent)) => Ok(sent),
        Ok(Err(kind)) => Err(EncapsulationError::Key(Error { set: K::SET, object: Object::PublicKey, kind })),
        Err(error) => Err(EncapsulationError::Generator(error)),
    }
}

/// Returns the shared secret of a ciphertext for a secret key that is used once.
///
/// # Errors
///
/// Returns an error if the bytes are not a ciphertext or not a secret key.
fn decapsulate_bytes<K: Mechanism>(
    secret_key: &[u8],
    is_trusted: bool,
    ciphertext: &[u8],
) -> Result<SharedSecret, Error> {
    K::shared_secret_once(secret_key, is_trusted, &Ciphertext::from_bytes(ciphertext)?).map_err(|kind| Error {
        set: K::SET,
        object: Object::SecretKey,
        kind,
    })
}

/// A function that is generic over mechanisms, for a mechanism that is chosen at run time: see
/// [`Set::visit`](crate::Set::visit).
pub trait Visitor {
    /// The result of the function.
    type Output;

    /// Calls the function for the mechanism `K`.
    fn visit<K: Mechanism>(self) -> Self::Output;
}

/// Calls `visitor` for the mechanism `K` in a frame of its own. In one frame for all sets, their
/// keys would together exceed the stack of a thread on some CPUs.
#[cfg(feature = "_set")]
#[inline(never)]
pub(crate) fn visit_apart<K: Mechanism, V: Visitor>(visitor: V) -> V::Output {
    visitor.visit::<K>()
}
