//! The trait by which programs are generic over mechanisms.
//!
//! The ecosystem has traits of its own in the `kem` crate (feature `kem`). [`Mechanism`] also
//! covers the sets with lengths that the `kem` traits cannot express, and works on slices of bytes.
//!
//! ```
//! use vectru::{EncapsulationKey, Mechanism, ntruhrss701::Ntruhrss701, sntrup761::Sntrup761};
//!
//! fn agree<K: Mechanism>() -> Result<bool, vectru::Error> {
//!     let mut rng = vectru::system_rng();
//!     let (secret_key, public_key) = K::generate(&mut rng);
//!     let loaded = EncapsulationKey::<K>::from_bytes(public_key.as_bytes())?;
//!     let (ciphertext, sent) = loaded.encapsulate(&mut rng);
//!     Ok(secret_key.decapsulate(&ciphertext) == sent)
//! }
//! assert!(agree::<Sntrup761>()? && agree::<Ntruhrss701>()?);
//! # Ok::<(), vectru::Error>(())
//! ```

#![allow(clippy::type_complexity)] // A name for a pair would hide what it is.

use core::convert::identity;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Multiply, chosen};
use vectru_polymul::ring::Ring;

use self::signatures::*;
use crate::common::error::{EncapsulationError, Error, ErrorKind, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::parameters::ParameterSet;
use crate::common::random::{encapsulate_with, generate_with};
use crate::common::set::Set;
use crate::common::stack::with_wiped_stack;
use crate::key::{Parts, in_place};
use crate::scheme::draws::Draws;
use crate::scheme::extents::StackDepths;

/// The operations of a parameter set, which its scheme implements by functions of these names that
/// are generic over sets. They are compiled in this crate, once for each set, and not in every
/// program that uses one. Signatures name the types in [`signatures`].
///
/// An operation that draws random bytes fails if the source does.
macro_rules! for_each_operation {
    ($callback:ident $($argument:tt)*) => {
        $callback! {
            [$($argument)*]

            /// Generates a key pair where it stays.
            fn key_pair(
                key: &mut DecapsulationKey<Self>,
                public: &mut EncapsulationKey<Self>,
                source: &mut dyn Source,
            ) -> Result<(), Failed>;

            /// Replaces a key by the one with these bytes.
            ///
            /// # Errors
            ///
            /// Returns an error if `bytes` is not a public key.
            fn load_public(key: &mut EncapsulationKey<Self>, bytes: &[u8]) -> Result<(), ErrorKind>;

            /// Replaces a key by the one with these bytes. The hash of the public key in a secret
            /// key that `is_trusted` is not checked.
            ///
            /// # Errors
            ///
            /// Returns an error if `bytes` is not a secret key.
            fn load_secret(
                key: &mut DecapsulationKey<Self>,
                bytes: &[u8],
                is_trusted: bool,
            ) -> Result<(), ErrorKind>;

            /// Writes the public key of a secret key.
            fn public_of(key: &DecapsulationKey<Self>, public: &mut EncapsulationKey<Self>);

            /// Prepares a public key for many uses.
            fn prepare_public(key: &EncapsulationKey<Self>, prepared: &mut Self::PreparedPublic);

            /// Prepares a secret key for many uses.
            fn prepare_secret(key: &DecapsulationKey<Self>, prepared: &mut Self::PreparedSecret);

            /// Returns a new shared secret, and writes its ciphertext.
            fn ciphertext(
                key: AnyEncapsulationKey<'_, Self>,
                source: &mut dyn Source,
                ciphertext: &mut Self::CiphertextBytes,
            ) -> Result<SharedSecret, Failed>;

            /// Returns the shared secret of a ciphertext.
            fn shared_secret(
                key: AnyDecapsulationKey<'_, Self>,
                ciphertext: &Self::CiphertextBytes,
            ) -> SharedSecret;

            /// Returns a new shared secret and writes its ciphertext, for a public key that is used
            /// once, or returns the reason why the bytes are not a public key.
            fn ciphertext_once(
                public_key: &[u8],
                source: &mut dyn Source,
                ciphertext: &mut Self::CiphertextBytes,
            ) -> Result<
                Result<SharedSecret, ErrorKind>,
                Failed,
            >;

            /// Returns the shared secret of a ciphertext for a secret key that is used once. The
            /// hash of the public key in a secret key that `is_trusted` is not checked.
            ///
            /// # Errors
            ///
            /// Returns an error if `secret_key` is not a secret key.
            fn shared_secret_once(
                secret_key: &[u8],
                is_trusted: bool,
                ciphertext: &Self::CiphertextBytes,
            ) -> Result<SharedSecret, ErrorKind>;
        }
    };
}

/// The operations of a parameter set on batches, which the module `batch` of its scheme implements.
macro_rules! for_each_batch_operation {
    ($callback:ident $($argument:tt)*) => {
        $callback! {
            [$($argument)*]

            /// Writes the key pairs made of random bytes. Returns false if key generation rejects
            /// some of the bytes.
            fn key_pairs(
                drawn: &[&[u8]],
                pairs: &mut [(DecapsulationKey<Self>, EncapsulationKey<Self>)],
            ) -> bool;

            /// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
            fn ciphertexts(
                keys: &[AnyEncapsulationKey<'_, Self>],
                seeds: &[&[u8]],
                sent: &mut [(Ciphertext<Self>, SharedSecret)],
            );

            /// Writes the shared secrets of ciphertexts.
            fn shared_secrets(
                pairs: &[(AnyDecapsulationKey<'_, Self>, &Self::CiphertextBytes)],
                received: &mut [SharedSecret],
            );

            /// Generates `count` key pairs.
            fn generate_batch(
                source: &mut dyn Source,
                count: usize,
            ) -> Result<Vec<(DecapsulationKey<Self>, EncapsulationKey<Self>)>, Failed>;

            /// Returns a new shared secret for each key, with its ciphertext.
            fn encapsulate_batch(
                keys: &[AnyEncapsulationKey<'_, Self>],
                source: &mut dyn Source,
            ) -> Result<Vec<(Ciphertext<Self>, SharedSecret)>, Failed>;

            /// Returns the shared secret of each ciphertext.
            fn decapsulate_batch(
                pairs: &[(AnyDecapsulationKey<'_, Self>, &Self::CiphertextBytes)],
            ) -> Vec<SharedSecret>;
        }
    };
}

/// Declares the operations in [`Mechanism`].
macro_rules! declare {
    ([] $($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*) => {
        $($(#[$attribute])* #[doc(hidden)] fn $name($($argument: $type),*) $(-> $result)?;)*
    };
}

/// A parameter set with its operations. Only this crate implements it.
pub trait Mechanism: ParameterSet {
    /// The ring R_q.
    type Ring: Multiply;

    /// The ring in mathematical notation.
    ///
    /// ```
    /// use vectru::{Mechanism, sntrup761::Sntrup761};
    /// assert_eq!(Sntrup761::FORMULA, "Z_4591[x]/(x^761 - x - 1)");
    /// ```
    const FORMULA: &'static str = <Self::Ring as Ring>::FORMULA;

    /// Returns the name of the multiplier for the products of the mechanism on `backend`.
    ///
    /// ```
    /// use vectru::{Mechanism, sntrup761::Sntrup761};
    /// use vectru_polymul::dispatch::Backend;
    /// assert_eq!(Sntrup761::multiplier(Backend::Portable), "good-infinity-outer");
    /// ```
    fn multiplier(backend: Backend) -> &'static str {
        chosen::<Self::Ring>(backend).name
    }

    /// The number of random bytes from which [`generate_from`](Self::generate_from) makes a key
    /// pair, if it rejects no candidate.
    const KEY_RANDOM_BYTES: usize = Self::DRAWS.of_key();

    /// The number of further random bytes for each candidate that
    /// [`generate_from`](Self::generate_from) rejects. It is 0 for a set whose key generation
    /// accepts any random bytes.
    const CANDIDATE_RANDOM_BYTES: usize = Self::DRAWS.of_candidate();

    /// The number of random bytes from which
    /// [`encapsulate_from`](EncapsulationKey::encapsulate_from) makes a ciphertext.
    const ENCAPSULATION_RANDOM_BYTES: usize = Self::DRAWS.encapsulation;

    /// The calls that draw random bytes.
    #[doc(hidden)]
    const DRAWS: Draws;

    /// The decoded polynomials of a public key.
    #[doc(hidden)]
    type PublicParts: Parts;
    /// The decoded polynomials of a secret key, or its public key.
    #[doc(hidden)]
    type SecretParts: Parts;
    /// The data that preparing adds to a public key.
    #[doc(hidden)]
    type PreparedPublic: Parts;
    /// The data that preparing adds to a secret key.
    #[doc(hidden)]
    type PreparedSecret: Parts;

    /// The stack that is overwritten after each operation.
    #[doc(hidden)]
    const EXTENTS: StackDepths = StackDepths::of::<Self>();

    for_each_operation!(declare);
    #[cfg(feature = "alloc")]
    for_each_batch_operation!(declare);

    /// Returns memory for a key pair: zeros, which are no key.
    #[doc(hidden)]
    #[inline(always)]
    fn zero_pair() -> (DecapsulationKey<Self>, EncapsulationKey<Self>) {
        const { (DecapsulationKey::ZERO, EncapsulationKey::ZERO) }
    }

    /// Generates a key pair: see [`generate`].
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself: see [random bytes](crate#random-bytes).
    fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<Self>, EncapsulationKey<Self>) {
        generate(rng)
    }

    /// Generates a key pair with a generator of random bytes that can fail: see [`try_generate`].
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`].
    fn try_generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(DecapsulationKey<Self>, EncapsulationKey<Self>), GenerationError<R::Error>> {
        try_generate(rng)
    }

    /// Generates a key pair as bytes: the secret key and the public key.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`try_generate`]. Then the bytes are as before.
    fn try_generate_bytes<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        secret_key: &mut Self::SecretKeyBytes,
        public_key: &mut Self::PublicKeyBytes,
    ) -> Result<(), GenerationError<R::Error>> {
        generate_with(rng, |source| write_pair::<Self>(source, secret_key.as_mut(), public_key.as_mut()))
    }

    /// Returns the key pair that [`generate`](Self::generate) makes of given random bytes, for
    /// tests and known answers.
    ///
    /// Key generation uses the bytes in the order in which it draws them:
    /// [`CANDIDATE_RANDOM_BYTES`](Self::CANDIDATE_RANDOM_BYTES) for each candidate that it rejects,
    /// and [`KEY_RANDOM_BYTES`](Self::KEY_RANDOM_BYTES) for the key pair. Further bytes are
    /// ignored.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::TooFewBytes`] if the bytes run out.
    /// - Returns [`ErrorKind::Rejected`] if no key pair can be made of them: see [random
    ///   bytes](crate#random-bytes).
    fn generate_from(random: &[u8]) -> Result<(DecapsulationKey<Self>, EncapsulationKey<Self>), Error> {
        generate_from(random)
    }

    /// Returns a new shared secret and its ciphertext for a public key that is used once: see [keys
    /// for one use](crate#keys-for-one-use).
    ///
    /// # Errors
    ///
    /// Returns an error if `public_key` is not a valid public key: see [`Error`].
    ///
    /// ```
    /// use vectru::{Mechanism, ntruhrss701::{Ntruhrss701, generate}};
    /// let mut rng = vectru::system_rng();
    /// let (secret_key, public_key) = generate(&mut rng);
    /// let (ciphertext, sent) = Ntruhrss701::encapsulate_once(public_key.as_bytes(), &mut rng)?;
    /// let received = Ntruhrss701::decapsulate_once(secret_key.as_bytes(), ciphertext.as_bytes())?;
    /// assert_eq!(sent, received);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    fn encapsulate_once<R: CryptoRng + ?Sized>(
        public_key: &[u8],
        rng: &mut R,
    ) -> Result<(Ciphertext<Self>, SharedSecret), Error> {
        with_wiped_stack(Self::EXTENTS.encapsulation, || {
            encapsulate_bytes::<Self, R, _>(public_key, rng, EncapsulationError::into_key_error)
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
        with_wiped_stack(Self::EXTENTS.encapsulation, || encapsulate_bytes::<Self, R, _>(public_key, rng, identity))
    }

    /// Returns the shared secret of a ciphertext for a secret key that is used once: see [keys for
    /// one use](crate#keys-for-one-use).
    ///
    /// # Errors
    ///
    /// Returns an error if `ciphertext` does not have the length of a ciphertext, or if
    /// `secret_key` is not a valid secret key: see [`Error`].
    fn decapsulate_once(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(Self::EXTENTS.decapsulation, || decapsulate_bytes::<Self>(secret_key, false, ciphertext))
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
    /// [`ErrorKind::PublicKeyHash`].
    fn decapsulate_trusted(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(Self::EXTENTS.decapsulation, || decapsulate_bytes::<Self>(secret_key, true, ciphertext))
    }

    /// Generates `count` key pairs with a generator of random bytes that can fail: see
    /// [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`try_generate`].
    #[cfg(feature = "alloc")]
    fn try_generate_many<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Result<Vec<(DecapsulationKey<Self>, EncapsulationKey<Self>)>, GenerationError<R::Error>> {
        generate_with(rng, |source| Self::generate_batch(source, count))
    }

    /// Generates `count` key pairs: see [batches](crate#batches).
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself: see [random bytes](crate#random-bytes).
    #[cfg(feature = "alloc")]
    fn generate_many<R: CryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Vec<(DecapsulationKey<Self>, EncapsulationKey<Self>)> {
        Self::try_generate_many(rng, count).unwrap_or_else(GenerationError::panic)
    }

    /// Returns a new shared secret for each key, with its ciphertext. Keys are prepared or not. The
    /// generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    #[cfg(feature = "alloc")]
    fn try_encapsulate_many<'k, K: Into<AnyEncapsulationKey<'k, Self>>, R: TryCryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = K>,
        rng: &mut R,
    ) -> Result<Vec<(Ciphertext<Self>, SharedSecret)>, R::Error> {
        let keys: Vec<_> = keys.into_iter().map(K::into).collect();
        encapsulate_with(rng, |source| Self::encapsulate_batch(&keys, source))
    }

    /// Returns a new shared secret for each key, with its ciphertext. Keys are prepared or not.
    #[cfg(feature = "alloc")]
    fn encapsulate_many<'k, K: Into<AnyEncapsulationKey<'k, Self>>, R: CryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = K>,
        rng: &mut R,
    ) -> Vec<(Ciphertext<Self>, SharedSecret)> {
        let Ok(sent) = Self::try_encapsulate_many(keys, rng);
        sent
    }

    /// Returns the shared secret of each ciphertext, decapsulated with the key beside it. Keys are
    /// prepared or not.
    #[cfg(feature = "alloc")]
    fn decapsulate_many<'k, K: Into<AnyDecapsulationKey<'k, Self>>>(
        pairs: impl IntoIterator<Item = (K, &'k Ciphertext<Self>)>,
    ) -> Vec<SharedSecret> {
        let pairs: Vec<_> = pairs.into_iter().map(|(key, ciphertext)| (key.into(), &ciphertext.bytes)).collect();
        Self::decapsulate_batch(&pairs)
    }
}

/// Implements [`Mechanism`] for the parameter set `$set` by the functions of its scheme.
macro_rules! implement_mechanism {
    ($scheme:ident, $set:ident, $ring:ident, { $($override:tt)* }) => {
        const _: () = {
            use crate::mechanism::signatures::*;
            use crate::scheme::$scheme;
            #[cfg(feature = "alloc")]
            use crate::scheme::$scheme::batch;

            impl crate::mechanism::Mechanism for $set {
                type Ring = vectru_polymul::ring::$ring;
                const DRAWS: crate::scheme::draws::Draws = $scheme::draws::<Self>();
                type PublicParts = $scheme::PublicParts<Self>;
                type SecretParts = $scheme::SecretParts<Self>;
                type PreparedPublic = $scheme::PreparedPublic<Self>;
                type PreparedSecret = $scheme::PreparedSecret<Self>;

                $($override)*

                for_each_operation!(implement_operations $scheme);
                #[cfg(feature = "alloc")]
                for_each_batch_operation!(implement_operations batch);
            }
        };
    };
}

/// Implements operations by the functions of a module. The unit tests of this crate compile an
/// operation only if they call it.
macro_rules! implement_operations {
    (
        [$module:ident]
        $($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*
    ) => {
        $(
            #[cfg_attr(test, inline)]
            fn $name($($argument: $type),*) $(-> $result)? {
                $module::$name::<Self>($($argument),*)
            }
        )*
    };
}

/// The types that the signatures of operations name.
pub(crate) mod signatures {
    #[cfg(feature = "alloc")]
    pub(crate) use alloc::vec::Vec;

    pub(crate) use crate::common::ciphertext::Ciphertext;
    pub(crate) use crate::common::error::ErrorKind;
    pub(crate) use crate::common::random::{Failed, Source};
    pub(crate) use crate::common::shared_secret::SharedSecret;
    pub(crate) use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey, DecapsulationKey, EncapsulationKey};
}

/// Generates a key pair: the secret decapsulation key and the public encapsulation key.
///
/// # Panics
///
/// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
/// [random bytes](crate#random-bytes).
///
/// ```
/// use vectru::{mechanism, sntrup761::Sntrup761};
/// let (key, public) = mechanism::generate::<Sntrup761, _>(&mut vectru::system_rng());
/// assert_eq!(key.to_encapsulation_key(), public);
/// ```
pub fn generate<S: Mechanism, R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<S>, EncapsulationKey<S>) {
    with_wiped_stack(S::EXTENTS.generation, || {
        let mut pair = const { (DecapsulationKey::<S>::ZERO, EncapsulationKey::<S>::ZERO) };
        generate_with(rng, |source| S::key_pair(&mut pair.0, &mut pair.1, source))
            .unwrap_or_else(GenerationError::panic);
        pair
    })
}

/// Generates a key pair with a generator of random bytes that can fail.
///
/// # Errors
///
/// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
/// that no key pair can be made of its bytes.
///
/// ```
/// use vectru::{mechanism, ntrulpr761::Ntrulpr761};
/// let (key, public) = mechanism::try_generate::<Ntrulpr761, _>(&mut getrandom::SysRng)?;
/// assert_eq!(key.encapsulation_key(), &public);
/// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
/// ```
pub fn try_generate<S: Mechanism, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<S>, EncapsulationKey<S>), GenerationError<R::Error>> {
    with_wiped_stack(S::EXTENTS.generation, || {
        let mut pair = const { Ok((DecapsulationKey::<S>::ZERO, EncapsulationKey::<S>::ZERO)) };
        in_place(&mut pair, |(key, public)| generate_with(rng, |source| S::key_pair(key, public, source)));
        pair
    })
}

/// Returns the key pair that [`generate`] makes of given random bytes: see
/// [`Mechanism::generate_from`].
///
/// The bytes are in the order in which key generation draws them: for Streamlined NTRU Prime the
/// candidates for g one after the other, then f, then rho; for NTRU LPRime the seed of G, then a,
/// then rho; for NTRU the bytes of f and g, then the key of the pseudorandom function; for Saber
/// the seed of A, which key generation hashes, then the seed of s, then z.
///
/// # Errors
///
/// Returns the errors of [`Mechanism::generate_from`].
///
/// ```
/// use vectru::{mechanism, ntrulpr761::Ntrulpr761};
/// let random = [7; 32 + 4 * 761 + 32];
/// let (_, encapsulation_key) = mechanism::generate_from::<Ntrulpr761>(&random)?;
/// assert_eq!(encapsulation_key.as_bytes()[..32], [7; 32]); // the seed of G
/// assert!(mechanism::generate_from::<Ntrulpr761>(&random[1..]).is_err());
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn generate_from<S: Mechanism>(random: &[u8]) -> Result<(DecapsulationKey<S>, EncapsulationKey<S>), Error> {
    let error = |kind| Error { set: S::SET, object: Object::RandomBytes, kind };
    with_wiped_stack(S::EXTENTS.generation, || {
        let mut pair = const { Ok((DecapsulationKey::<S>::ZERO, EncapsulationKey::<S>::ZERO)) };
        in_place(&mut pair, |(key, public)| {
            generate_with(&mut GivenBytes::new(random), |source| S::key_pair(key, public, source))
                .map_err(GenerationError::into_kind)
                .map_err(error)
        });
        pair
    })
}

/// Generates a key pair, and writes its bytes to slices of the lengths of the set.
///
/// # Errors
///
/// Returns an error if the source fails. Then the bytes are as before.
pub(crate) fn write_pair<K: Mechanism>(
    source: &mut dyn Source,
    secret_key: &mut [u8],
    public_key: &mut [u8],
) -> Result<(), Failed> {
    with_wiped_stack(K::EXTENTS.generation, || {
        let mut pair = K::zero_pair();
        K::key_pair(&mut pair.0, &mut pair.1, source)?;
        secret_key.copy_from_slice(pair.0.as_bytes());
        public_key.copy_from_slice(pair.1.as_bytes());
        Ok(())
    })
}

/// Returns a new shared secret and its ciphertext for a public key that is used once.
///
/// # Errors
///
/// Returns the error of the key or of the generator, as `convert` makes it: a conversion of the
/// result would move it.
fn encapsulate_bytes<K: Mechanism, R: TryCryptoRng + ?Sized, E>(
    public_key: &[u8],
    rng: &mut R,
    convert: impl FnOnce(EncapsulationError<R::Error>) -> E,
) -> Result<(Ciphertext<K>, SharedSecret), E> {
    let mut sent = const { Ok((Ciphertext::<K>::ZERO, SharedSecret::zero())) };
    in_place(&mut sent, |(ciphertext, secret)| {
        *secret = encapsulate_in(K::SET, rng, |source| K::ciphertext_once(public_key, source, &mut ciphertext.bytes))
            .map_err(convert)?;
        Ok(())
    });
    sent
}

/// Returns the shared secret of an encapsulation for the bytes of a public key.
///
/// # Errors
///
/// Returns the error of the key or of the generator.
#[inline]
pub(crate) fn encapsulate_in<R: TryCryptoRng + ?Sized>(
    set: Set,
    rng: &mut R,
    encapsulate: impl FnOnce(&mut dyn Source) -> Result<Result<SharedSecret, ErrorKind>, Failed>,
) -> Result<SharedSecret, EncapsulationError<R::Error>> {
    match encapsulate_with(rng, encapsulate) {
        Ok(Ok(secret)) => Ok(secret),
        Ok(Err(kind)) => Err(EncapsulationError::Key(Error { set, object: Object::PublicKey, kind })),
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
    K::shared_secret_once(secret_key, is_trusted, Ciphertext::<K>::array_of(ciphertext)?).map_err(|kind| Error {
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
#[inline(never)]
pub(crate) fn visit_apart<K: Mechanism, V: Visitor>(visitor: V) -> V::Output {
    visitor.visit::<K>()
}
