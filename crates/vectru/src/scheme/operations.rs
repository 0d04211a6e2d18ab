//! The operations of a parameter set, compiled once.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::common::ciphertext::Ciphertext;
use crate::common::error::ErrorKind;
use crate::common::parameters::ParameterSet;
use crate::common::random::{Failed, Source};
use crate::common::shared_secret::SharedSecret;
#[cfg(feature = "alloc")]
use crate::scheme::draws::Draws;
use crate::scheme::extents::Extents;

/// The operations of a parameter set on its keys. Only this crate implements it.
///
/// Every set implements it by the functions of its scheme, which are generic over sets. Thus these
/// functions are compiled in this crate, once for each set, and not in every program that uses one.
/// The methods of keys call them, and so does [`Mechanism`](crate::Mechanism).
pub trait Operations: ParameterSet {
    /// The key that encapsulates.
    #[doc(hidden)]
    type PublicKey: Send + Sync;
    /// The key that decapsulates.
    #[doc(hidden)]
    type SecretKey: Send + Sync;

    /// The stack that is overwritten after each operation.
    #[doc(hidden)]
    const EXTENTS: Extents;

    /// Generates a key pair where it stays.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[doc(hidden)]
    fn key_pair(key: &mut Self::SecretKey, public: &mut Self::PublicKey, source: &mut dyn Source)
    -> Result<(), Failed>;

    /// Replaces a key by the one with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    #[doc(hidden)]
    fn load_public_key(key: &mut Self::PublicKey, bytes: &[u8]) -> Result<(), ErrorKind>;

    /// Replaces a key by the one with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a secret key.
    #[doc(hidden)]
    fn load_secret_key(key: &mut Self::SecretKey, bytes: &[u8]) -> Result<(), ErrorKind>;

    /// Returns a new shared secret and its ciphertext.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[doc(hidden)]
    fn ciphertext(key: &Self::PublicKey, source: &mut dyn Source) -> Result<(Ciphertext<Self>, SharedSecret), Failed>;

    /// Returns the shared secret of a ciphertext.
    #[doc(hidden)]
    fn shared_secret(key: &Self::SecretKey, ciphertext: &Ciphertext<Self>) -> SharedSecret;

    /// Returns a new shared secret and its ciphertext for a public key that is used once, or the
    /// reason why the bytes are not a public key.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[doc(hidden)]
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    fn ciphertext_once(
        public_key: &[u8],
        source: &mut dyn Source,
    ) -> Result<Result<(Ciphertext<Self>, SharedSecret), ErrorKind>, Failed>;

    /// Returns the shared secret of a ciphertext for a secret key that is used once. The hash of
    /// the public key in a secret key that `is_trusted` is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if `secret_key` is not a secret key.
    #[doc(hidden)]
    fn shared_secret_once(
        secret_key: &[u8],
        is_trusted: bool,
        ciphertext: &Ciphertext<Self>,
    ) -> Result<SharedSecret, ErrorKind>;

    /// The number of random bytes of an encapsulation.
    #[doc(hidden)]
    const SEED_BYTES: usize;

    /// The calls that draw the random bytes of a key pair.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const KEY_DRAWS: Draws;

    /// Returns memory for a key pair.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn zero_pair() -> (Self::SecretKey, Self::PublicKey);

    /// Writes the key pairs made of random bytes. Returns false if key generation rejects some of
    /// the bytes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn key_pairs(drawn: &[&[u8]], pairs: &mut [(Self::SecretKey, Self::PublicKey)]) -> bool;

    /// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn ciphertexts(keys: &[&Self::PublicKey], seeds: &[&[u8]], sent: &mut [(Ciphertext<Self>, SharedSecret)]);

    /// Writes the shared secrets of ciphertexts.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn shared_secrets(pairs: &[(&Self::SecretKey, &Ciphertext<Self>)], received: &mut [SharedSecret]);

    /// Generates `count` key pairs.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    fn generate_batch(source: &mut dyn Source, count: usize)
    -> Result<Vec<(Self::SecretKey, Self::PublicKey)>, Failed>;

    /// Returns a new shared secret for each key, with its ciphertext.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn encapsulate_batch(
        keys: &[&Self::PublicKey],
        source: &mut dyn Source,
    ) -> Result<Vec<(Ciphertext<Self>, SharedSecret)>, Failed>;

    /// Returns the shared secret of each ciphertext.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn decapsulate_batch(pairs: &[(&Self::SecretKey, &Ciphertext<Self>)]) -> Vec<SharedSecret>;
}

/// Implements [`Operations`] for the parameter set `$set` by the functions of the modules
/// `decapsulation`, `encapsulation`, `one_use` and `batch` of its scheme. The stack that they use
/// follows from the family and from the dimension.
///
/// The unit tests of this crate compile an operation only if they call it.
#[cfg(feature = "_set")]
macro_rules! implement {
    ($scheme:ident, $set:ident, $slopes:expr, $dimension:expr) => {
        impl crate::scheme::operations::Operations for $set {
            type PublicKey = crate::scheme::$scheme::EncapsulationKey<Self>;
            type SecretKey = crate::scheme::$scheme::DecapsulationKey<Self>;

            const EXTENTS: crate::scheme::extents::Extents =
                $slopes.at(size_of::<crate::scheme::$scheme::DecapsulationKey<$set>>(), $dimension);

            #[cfg_attr(test, inline)]
            fn key_pair(
                key: &mut Self::SecretKey,
                public: &mut Self::PublicKey,
                source: &mut dyn crate::common::random::Source,
            ) -> Result<(), crate::common::random::Failed> {
                crate::scheme::$scheme::decapsulation::key_pair(key, public, source)
            }

            #[cfg_attr(test, inline)]
            fn load_public_key(key: &mut Self::PublicKey, bytes: &[u8]) -> Result<(), crate::common::error::ErrorKind> {
                crate::scheme::$scheme::encapsulation::load(key, bytes)
            }

            #[cfg_attr(test, inline)]
            fn load_secret_key(key: &mut Self::SecretKey, bytes: &[u8]) -> Result<(), crate::common::error::ErrorKind> {
                crate::scheme::$scheme::decapsulation::load(key, bytes)
            }

            #[cfg_attr(test, inline)]
            fn ciphertext(
                key: &Self::PublicKey,
                source: &mut dyn crate::common::random::Source,
            ) -> Result<(crate::common::ciphertext::Ciphertext<Self>, SharedSecret), crate::common::random::Failed>
            {
                crate::scheme::$scheme::encapsulation::ciphertext(key, source)
            }

            #[cfg_attr(test, inline)]
            fn shared_secret(
                key: &Self::SecretKey,
                ciphertext: &crate::common::ciphertext::Ciphertext<Self>,
            ) -> SharedSecret {
                crate::scheme::$scheme::decapsulation::shared_secret(key, ciphertext)
            }

            #[cfg_attr(test, inline)]
            fn ciphertext_once(
                public_key: &[u8],
                source: &mut dyn crate::common::random::Source,
            ) -> Result<
                Result<(crate::common::ciphertext::Ciphertext<Self>, SharedSecret), crate::common::error::ErrorKind>,
                crate::common::random::Failed,
            > {
                crate::scheme::$scheme::one_use::ciphertext(public_key, source)
            }

            #[cfg_attr(test, inline)]
            fn shared_secret_once(
                secret_key: &[u8],
                is_trusted: bool,
                ciphertext: &crate::common::ciphertext::Ciphertext<Self>,
            ) -> Result<SharedSecret, crate::common::error::ErrorKind> {
                crate::scheme::$scheme::one_use::shared_secret(secret_key, is_trusted, ciphertext)
            }

            const SEED_BYTES: usize = crate::scheme::$scheme::encapsulation_random_bytes::<Self>();

            #[cfg(feature = "alloc")]
            const KEY_DRAWS: crate::scheme::draws::Draws = crate::scheme::$scheme::batch::key_draws::<Self>();

            #[cfg(feature = "alloc")]
            #[inline(always)]
            fn zero_pair() -> (Self::SecretKey, Self::PublicKey) {
                crate::scheme::$scheme::batch::zero_pair()
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn key_pairs(drawn: &[&[u8]], pairs: &mut [(Self::SecretKey, Self::PublicKey)]) -> bool {
                crate::scheme::$scheme::batch::key_pairs(drawn, pairs)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn ciphertexts(
                keys: &[&Self::PublicKey],
                seeds: &[&[u8]],
                sent: &mut [(crate::common::ciphertext::Ciphertext<Self>, SharedSecret)],
            ) {
                crate::scheme::$scheme::batch::ciphertexts(keys, seeds, sent);
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn shared_secrets(
                pairs: &[(&Self::SecretKey, &crate::common::ciphertext::Ciphertext<Self>)],
                received: &mut [SharedSecret],
            ) {
                crate::scheme::$scheme::batch::shared_secrets(pairs, received);
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn generate_batch(
                source: &mut dyn crate::common::random::Source,
                count: usize,
            ) -> Result<alloc::vec::Vec<(Self::SecretKey, Self::PublicKey)>, crate::common::random::Failed> {
                crate::scheme::batch::generate_many::<Self>(source, count)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn encapsulate_batch(
                keys: &[&Self::PublicKey],
                source: &mut dyn crate::common::random::Source,
            ) -> Result<
                alloc::vec::Vec<(crate::common::ciphertext::Ciphertext<Self>, SharedSecret)>,
                crate::common::random::Failed,
            > {
                crate::scheme::batch::encapsulate_many::<Self>(keys, source)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn decapsulate_batch(
                pairs: &[(&Self::SecretKey, &crate::common::ciphertext::Ciphertext<Self>)],
            ) -> alloc::vec::Vec<SharedSecret> {
                crate::scheme::batch::decapsulate_many::<Self>(pairs)
            }
        }
    };
}
#[cfg(feature = "_set")]
pub(crate) use implement;
