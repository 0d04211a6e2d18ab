//! The trait by which programs are generic over mechanisms.
//!
//! The traits of the `kem` crate (feature `kem`) are those of the ecosystem. [`Mechanism`] also has
//! the sets with lengths that those traits cannot express, and works on slices of bytes.
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

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Multiply, chosen};
use vectru_polymul::ring::Ring;

use crate::common::ciphertext::Ciphertext;
use crate::common::error::{EncapsulationError, Error, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::parameters::ParameterSet;
use crate::common::random::{encapsulate_with, generate_with};
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
#[cfg(feature = "alloc")]
use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey};
use crate::key::{DecapsulationKey, EncapsulationKey, Parts, in_place};
#[cfg(feature = "alloc")]
use crate::scheme::draws::Draws;
use crate::scheme::extents::Extents;

/// The operations of a parameter set, which its scheme implements by functions of these names that
/// are generic over sets. They are compiled in this crate, once for each set, and not in every
/// program that uses one.
macro_rules! for_each_operation {
    ($callback:ident $($argument:tt)*) => {
        $callback! {
            [$($argument)*]

            /// Generates a key pair where it stays.
            ///
            /// # Errors
            ///
            /// Returns an error if the source fails.
            fn key_pair(
                key: &mut crate::key::DecapsulationKey<Self>,
                public: &mut crate::key::EncapsulationKey<Self>,
                source: &mut dyn crate::common::random::Source,
            ) -> Result<(), crate::common::random::Failed>;

            /// Replaces a key by the one with these bytes.
            ///
            /// # Errors
            ///
            /// Returns an error if `bytes` is not a public key.
            fn load_public(
                key: &mut crate::key::EncapsulationKey<Self>,
                bytes: &[u8],
            ) -> Result<(), crate::common::error::ErrorKind>;

            /// Replaces a key by the one with these bytes. The hash of the public key in a secret
            /// key that `is_trusted` is not checked.
            ///
            /// # Errors
            ///
            /// Returns an error if `bytes` is not a secret key.
            fn load_secret(
                key: &mut crate::key::DecapsulationKey<Self>,
                bytes: &[u8],
                is_trusted: bool,
            ) -> Result<(), crate::common::error::ErrorKind>;

            /// Writes the public key of a secret key.
            fn public_of(
                key: &crate::key::DecapsulationKey<Self>,
                public: &mut crate::key::EncapsulationKey<Self>,
            );

            /// Prepares a public key for many uses.
            fn prepare_public(
                key: &crate::key::EncapsulationKey<Self>,
                prepared: &mut Self::PreparedPublic,
            );

            /// Prepares a secret key for many uses.
            fn prepare_secret(
                key: &crate::key::DecapsulationKey<Self>,
                prepared: &mut Self::PreparedSecret,
            );

            /// Returns a new shared secret and its ciphertext.
            ///
            /// # Errors
            ///
            /// Returns an error if the source fails.
            fn ciphertext(
                key: crate::key::AnyEncapsulationKey<'_, Self>,
                source: &mut dyn crate::common::random::Source,
            ) -> Result<
                (crate::common::ciphertext::Ciphertext<Self>, crate::common::shared_secret::SharedSecret),
                crate::common::random::Failed,
            >;

            /// Returns the shared secret of a ciphertext.
            fn shared_secret(
                key: crate::key::AnyDecapsulationKey<'_, Self>,
                ciphertext: &crate::common::ciphertext::Ciphertext<Self>,
            ) -> crate::common::shared_secret::SharedSecret;

            /// Returns a new shared secret and its ciphertext for a public key that is used once,
            /// or the reason why the bytes are not a public key.
            ///
            /// # Errors
            ///
            /// Returns an error if the source fails.
            #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
            fn ciphertext_once(
                public_key: &[u8],
                source: &mut dyn crate::common::random::Source,
            ) -> Result<
                Result<
                    (crate::common::ciphertext::Ciphertext<Self>, crate::common::shared_secret::SharedSecret),
                    crate::common::error::ErrorKind,
                >,
                crate::common::random::Failed,
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
                ciphertext: &crate::common::ciphertext::Ciphertext<Self>,
            ) -> Result<crate::common::shared_secret::SharedSecret, crate::common::error::ErrorKind>;

            /// Writes the key pairs made of random bytes. Returns false if key generation rejects
            /// some of the bytes.
            #[cfg(feature = "alloc")]
            fn key_pairs(
                drawn: &[&[u8]],
                pairs: &mut [(crate::key::DecapsulationKey<Self>, crate::key::EncapsulationKey<Self>)],
            ) -> bool;

            /// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
            #[cfg(feature = "alloc")]
            fn ciphertexts(
                keys: &[crate::key::AnyEncapsulationKey<'_, Self>],
                seeds: &[&[u8]],
                sent: &mut [(
                    crate::common::ciphertext::Ciphertext<Self>,
                    crate::common::shared_secret::SharedSecret,
                )],
            );

            /// Writes the shared secrets of ciphertexts.
            #[cfg(feature = "alloc")]
            fn shared_secrets(
                pairs: &[(
                    crate::key::AnyDecapsulationKey<'_, Self>,
                    &crate::common::ciphertext::Ciphertext<Self>,
                )],
                received: &mut [crate::common::shared_secret::SharedSecret],
            );

            /// Generates `count` key pairs.
            ///
            /// # Errors
            ///
            /// Returns an error if the source fails.
            #[cfg(feature = "alloc")]
            #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
            fn generate_batch(
                source: &mut dyn crate::common::random::Source,
                count: usize,
            ) -> Result<
                alloc::vec::Vec<(crate::key::DecapsulationKey<Self>, crate::key::EncapsulationKey<Self>)>,
                crate::common::random::Failed,
            >;

            /// Returns a new shared secret for each key, with its ciphertext.
            ///
            /// # Errors
            ///
            /// Returns an error if the source fails.
            #[cfg(feature = "alloc")]
            fn encapsulate_batch(
                keys: &[crate::key::AnyEncapsulationKey<'_, Self>],
                source: &mut dyn crate::common::random::Source,
            ) -> Result<
                alloc::vec::Vec<(
                    crate::common::ciphertext::Ciphertext<Self>,
                    crate::common::shared_secret::SharedSecret,
                )>,
                crate::common::random::Failed,
            >;

            /// Returns the shared secret of each ciphertext.
            #[cfg(feature = "alloc")]
            fn decapsulate_batch(
                pairs: &[(
                    crate::key::AnyDecapsulationKey<'_, Self>,
                    &crate::common::ciphertext::Ciphertext<Self>,
                )],
            ) -> alloc::vec::Vec<crate::common::shared_secret::SharedSecret>;
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
    const KEY_RANDOM_BYTES: usize;

    /// The number of further random bytes for each candidate that
    /// [`generate_from`](Self::generate_from) rejects. It is 0 for a set whose key generation takes
    /// any random bytes.
    const CANDIDATE_RANDOM_BYTES: usize;

    /// The number of random bytes from which
    /// [`encapsulate_from`](EncapsulationKey::encapsulate_from) makes a ciphertext.
    const ENCAPSULATION_RANDOM_BYTES: usize;

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
    const EXTENTS: Extents;

    /// The calls that draw the random bytes of a key pair.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const KEY_DRAWS: Draws;

    for_each_operation!(declare);

    /// Returns memory for a key pair: zeros, which are no key.
    #[doc(hidden)]
    #[inline(always)]
    fn zero_pair() -> (DecapsulationKey<Self>, EncapsulationKey<Self>) {
        const { (DecapsulationKey::ZERO, EncapsulationKey::ZERO) }
    }

    /// Generates a key pair: the secret decapsulation key and the public encapsulation key.
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
    /// [random bytes](crate#random-bytes).
    fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<Self>, EncapsulationKey<Self>) {
        generate(rng)
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
    ) -> Result<(DecapsulationKey<Self>, EncapsulationKey<Self>), GenerationError<R::Error>> {
        try_generate(rng)
    }

    /// Generates a key pair as bytes: the secret key and the public key.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes. Then the bytes are as before.
    fn try_generate_bytes<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        secret_key: &mut Self::SecretKeyBytes,
        public_key: &mut Self::PublicKeyBytes,
    ) -> Result<(), GenerationError<R::Error>> {
        with_wiped_stack(Self::EXTENTS.generation, || {
            let mut pair = const { (DecapsulationKey::<Self>::ZERO, EncapsulationKey::<Self>::ZERO) };
            generate_with(rng, |source| Self::key_pair(&mut pair.0, &mut pair.1, source))?;
            secret_key.as_mut().copy_from_slice(pair.0.as_bytes());
            *public_key = pair.1.to_bytes();
            Ok(())
        })
    }

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
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
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
        with_wiped_stack(Self::EXTENTS.encapsulation, || encapsulate_bytes::<Self, R>(public_key, rng))
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
    /// [`ErrorKind::PublicKeyHash`](crate::ErrorKind::PublicKeyHash).
    fn decapsulate_trusted(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(Self::EXTENTS.decapsulation, || decapsulate_bytes::<Self>(secret_key, true, ciphertext))
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
    ) -> Result<Vec<(DecapsulationKey<Self>, EncapsulationKey<Self>)>, GenerationError<R::Error>> {
        generate_with(rng, |source| Self::generate_batch(source, count))
    }

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
        let pairs: Vec<_> = pairs.into_iter().map(|(key, ciphertext)| (key.into(), ciphertext)).collect();
        Self::decapsulate_batch(&pairs)
    }
}

/// Implements [`Mechanism`] for the parameter set `$set` by the functions of its scheme. The stack
/// that they use follows from the family and from the dimension.
///
/// The unit tests of this crate compile an operation only if they call it.
macro_rules! implement_mechanism {
    (
        [$scheme:ident, $set:ident, $ring:ty, $slopes:expr, $dimension:expr, { $($override:tt)* }]
        $($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*
    ) => {
        impl crate::mechanism::Mechanism for $set {
            type Ring = $ring;
            const KEY_RANDOM_BYTES: usize = crate::scheme::$scheme::key_random_bytes::<Self>();
            const CANDIDATE_RANDOM_BYTES: usize = crate::scheme::$scheme::candidate_random_bytes::<Self>();
            const ENCAPSULATION_RANDOM_BYTES: usize = crate::scheme::$scheme::encapsulation_random_bytes::<Self>();
            type PublicParts = crate::scheme::$scheme::PublicParts<Self>;
            type SecretParts = crate::scheme::$scheme::SecretParts<Self>;
            type PreparedPublic = crate::scheme::$scheme::PreparedPublic<Self>;
            type PreparedSecret = crate::scheme::$scheme::PreparedSecret<Self>;
            const EXTENTS: crate::scheme::extents::Extents =
                $slopes.at(size_of::<crate::key::PreparedDecapsulationKey<$set>>(), $dimension);
            #[cfg(feature = "alloc")]
            const KEY_DRAWS: crate::scheme::draws::Draws = crate::scheme::$scheme::batch::key_draws::<Self>();

            $($override)*

            $(
                $(#[$attribute])*
                #[cfg_attr(test, inline)]
                fn $name($($argument: $type),*) $(-> $result)? {
                    crate::scheme::$scheme::$name::<Self>($($argument),*)
                }
            )*
        }
    };
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
#[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
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
/// The bytes are those of the calls of key generation, in order: for Streamlined NTRU Prime the
/// candidates for g one after the other, then f, then rho; for NTRU LPRime the seed of G, then a,
/// then rho; for NTRU those of f and g, then the key of the pseudorandom function; for Saber the
/// seed of A, which key generation hashes, then the seed of s, then z.
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
#[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
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
#[inline(never)]
pub(crate) fn visit_apart<K: Mechanism, V: Visitor>(visitor: V) -> V::Output {
    visitor.visit::<K>()
}
