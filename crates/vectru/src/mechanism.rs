//! A mechanism as a trait, for programs that take any: what the modules of the parameter sets have, by one name.
//!
//! The `kem` crate's traits (feature `kem`) are the ecosystem's; this one covers every parameter set, also those whose
//! lengths those traits cannot express, and works on slices of bytes.
//!
//! ```
//! use vectru::{Mechanism, ntruhrss701::Ntruhrss701, sntrup761::Sntrup761};
//!
//! fn agree<M: Mechanism>() -> Result<bool, vectru::Error> {
//!     let mut rng = vectru::system_rng();
//!     let (secret_key, public_key) = M::generate(&mut rng);
//!     let loaded = M::encapsulation_key(M::public_key_bytes(&public_key))?;
//!     let (ciphertext, sent) = M::encapsulate(&loaded, &mut rng);
//!     Ok(M::decapsulate(&secret_key, &ciphertext) == sent)
//! }
//! assert!(agree::<Sntrup761>()? && agree::<Ntruhrss701>()?);
//! # Ok::<(), vectru::Error>(())
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::Debug;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;

#[cfg(feature = "alloc")]
use crate::batch;
use crate::ciphertext::Ciphertext;
use crate::parameters::ParameterSet;
use crate::{Error, SharedSecret};

/// A parameter set with its operations. Only this crate implements it.
pub trait Mechanism: ParameterSet {
    /// The key that encapsulates: public.
    type EncapsulationKey: Clone + Debug + Eq + Send + Sync + 'static;
    /// The key that decapsulates: secret.
    type DecapsulationKey: Clone + Debug + Send + Sync + 'static;

    /// The ring, as a mathematician writes it.
    const FORMULA: &'static str;

    /// The length of a list of random words, where known answers differ in how a list is drawn.
    #[doc(hidden)]
    const LIST_BYTES: Option<usize>;

    /// The name of the multiplier that products of its ring run on the backend.
    fn multiplier(backend: Backend) -> &'static str;

    /// A new key pair, from a generator that can fail.
    ///
    /// # Errors
    ///
    /// That of the generator.
    fn try_generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(Self::DecapsulationKey, Self::EncapsulationKey), R::Error>;

    /// A new key pair.
    fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> (Self::DecapsulationKey, Self::EncapsulationKey) {
        let Ok(pair) = Self::try_generate(rng);
        pair
    }

    /// The encapsulation key with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are none.
    fn encapsulation_key(bytes: &[u8]) -> Result<Self::EncapsulationKey, Error>;

    /// The decapsulation key with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are none.
    fn decapsulation_key(bytes: &[u8]) -> Result<Self::DecapsulationKey, Error>;

    /// The bytes of an encapsulation key.
    fn public_key_bytes(key: &Self::EncapsulationKey) -> &[u8];

    /// The bytes of a decapsulation key: secret.
    fn secret_key_bytes(key: &Self::DecapsulationKey) -> &[u8];

    /// A new shared secret and its ciphertext, from a generator that can fail.
    ///
    /// # Errors
    ///
    /// That of the generator.
    fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        key: &Self::EncapsulationKey,
        rng: &mut R,
    ) -> Result<(Ciphertext<Self>, SharedSecret), R::Error>;

    /// A new shared secret and its ciphertext.
    fn encapsulate<R: CryptoRng + ?Sized>(
        key: &Self::EncapsulationKey,
        rng: &mut R,
    ) -> (Ciphertext<Self>, SharedSecret) {
        let Ok(result) = Self::try_encapsulate(key, rng);
        result
    }

    /// The shared secret of a ciphertext.
    fn decapsulate(key: &Self::DecapsulationKey, ciphertext: &Ciphertext<Self>) -> SharedSecret;

    /// Many new key pairs, from a generator that can fail: see [batches](crate#batches).
    ///
    /// # Errors
    ///
    /// That of the generator.
    #[cfg(feature = "alloc")]
    #[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
    fn try_generate_many<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Result<Vec<(Self::DecapsulationKey, Self::EncapsulationKey)>, R::Error> {
        batch::try_generate_many::<Self, R>(rng, count)
    }

    /// Many new key pairs.
    #[cfg(feature = "alloc")]
    fn generate_many<R: CryptoRng + ?Sized>(
        rng: &mut R,
        count: usize,
    ) -> Vec<(Self::DecapsulationKey, Self::EncapsulationKey)> {
        let Ok(pairs) = Self::try_generate_many(rng, count);
        pairs
    }

    /// A new shared secret and its ciphertext for each key, from a generator that can fail.
    ///
    /// # Errors
    ///
    /// That of the generator.
    #[cfg(feature = "alloc")]
    fn try_encapsulate_many<'k, R: TryCryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = &'k Self::EncapsulationKey>,
        rng: &mut R,
    ) -> Result<Vec<(Ciphertext<Self>, SharedSecret)>, R::Error> {
        batch::try_encapsulate_many::<Self, R>(&Vec::from_iter(keys), rng)
    }

    /// A new shared secret and its ciphertext for each key.
    #[cfg(feature = "alloc")]
    fn encapsulate_many<'k, R: CryptoRng + ?Sized>(
        keys: impl IntoIterator<Item = &'k Self::EncapsulationKey>,
        rng: &mut R,
    ) -> Vec<(Ciphertext<Self>, SharedSecret)> {
        let Ok(sent) = Self::try_encapsulate_many(keys, rng);
        sent
    }

    /// The shared secret of each ciphertext, by the key beside it.
    #[cfg(feature = "alloc")]
    fn decapsulate_many<'k>(
        pairs: impl IntoIterator<Item = (&'k Self::DecapsulationKey, &'k Ciphertext<Self>)>,
    ) -> Vec<SharedSecret> {
        batch::decapsulate_many::<Self>(&Vec::from_iter(pairs))
    }

    /// How the random bytes of a key pair are drawn.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const KEY_DRAWS: batch::draws::Draws;

    /// The random bytes of an encapsulation, which one call draws.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const SEED_BYTES: usize;

    /// Memory for a key pair.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn zero_pair() -> (Self::DecapsulationKey, Self::EncapsulationKey);

    /// Writes the key pairs of random bytes: false if key generation rejects some of the bytes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn key_pairs(drawn: &[&[u8]], pairs: &mut [(Self::DecapsulationKey, Self::EncapsulationKey)]) -> bool;

    /// Writes the ciphertexts of random bytes for keys, and their shared secrets.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn ciphertexts(keys: &[&Self::EncapsulationKey], seeds: &[&[u8]], sent: &mut [(Ciphertext<Self>, SharedSecret)]);

    /// Writes the shared secrets of ciphertexts.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn shared_secrets(pairs: &[(&Self::DecapsulationKey, &Ciphertext<Self>)], received: &mut [SharedSecret]);
}

/// What a program does with a mechanism that is chosen at run time: see [`Set::visit`](crate::Set::visit).
pub trait Visitor {
    /// What it makes.
    type Output;

    /// Does it with the mechanism `M`.
    fn visit<M: Mechanism>(self) -> Self::Output;
}

#[cfg(feature = "_set")]
/// Implements [`Mechanism`] for a parameter set by the types and functions of the module that is named.
macro_rules! implement {
    ($family:ident, $set:ident, list bytes: $list_bytes:expr) => {
        impl crate::mechanism::Mechanism for $set {
            type EncapsulationKey = crate::$family::EncapsulationKey<Self>;
            type DecapsulationKey = crate::$family::DecapsulationKey<Self>;

            const FORMULA: &'static str =
                <<Self as crate::$family::Parameters>::Ring as vectru_polymul::ring::Ring>::FORMULA;

            const LIST_BYTES: Option<usize> = $list_bytes;

            fn multiplier(backend: vectru_polymul::dispatch::Backend) -> &'static str {
                vectru_polymul::multiplier::chosen::<<Self as crate::$family::Parameters>::Ring>(backend).name
            }

            fn try_generate<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<(Self::DecapsulationKey, Self::EncapsulationKey), R::Error> {
                crate::$family::try_generate(rng)
            }

            fn encapsulation_key(bytes: &[u8]) -> Result<Self::EncapsulationKey, crate::Error> {
                Self::EncapsulationKey::from_bytes(bytes)
            }

            fn decapsulation_key(bytes: &[u8]) -> Result<Self::DecapsulationKey, crate::Error> {
                Self::DecapsulationKey::from_bytes(bytes)
            }

            fn public_key_bytes(key: &Self::EncapsulationKey) -> &[u8] {
                key.as_bytes()
            }

            fn secret_key_bytes(key: &Self::DecapsulationKey) -> &[u8] {
                key.as_bytes()
            }

            fn try_encapsulate<R: rand_core::TryCryptoRng + ?Sized>(
                key: &Self::EncapsulationKey,
                rng: &mut R,
            ) -> Result<(crate::ciphertext::Ciphertext<Self>, crate::SharedSecret), R::Error> {
                key.try_encapsulate(rng)
            }

            fn decapsulate(
                key: &Self::DecapsulationKey,
                ciphertext: &crate::ciphertext::Ciphertext<Self>,
            ) -> crate::SharedSecret {
                key.decapsulate(ciphertext)
            }

            #[cfg(feature = "alloc")]
            const KEY_DRAWS: crate::batch::draws::Draws = crate::$family::batch::key_draws::<Self>();

            #[cfg(feature = "alloc")]
            const SEED_BYTES: usize = crate::$family::batch::seed_bytes::<Self>();

            #[cfg(feature = "alloc")]
            #[inline(always)]
            fn zero_pair() -> (Self::DecapsulationKey, Self::EncapsulationKey) {
                crate::$family::batch::zero_pair()
            }

            #[cfg(feature = "alloc")]
            fn key_pairs(drawn: &[&[u8]], pairs: &mut [(Self::DecapsulationKey, Self::EncapsulationKey)]) -> bool {
                crate::$family::batch::key_pairs(drawn, pairs)
            }

            #[cfg(feature = "alloc")]
            fn ciphertexts(
                keys: &[&Self::EncapsulationKey],
                seeds: &[&[u8]],
                sent: &mut [(crate::ciphertext::Ciphertext<Self>, crate::SharedSecret)],
            ) {
                crate::$family::batch::ciphertexts(keys, seeds, sent);
            }

            #[cfg(feature = "alloc")]
            fn shared_secrets(
                pairs: &[(&Self::DecapsulationKey, &crate::ciphertext::Ciphertext<Self>)],
                received: &mut [crate::SharedSecret],
            ) {
                crate::$family::batch::shared_secrets(pairs, received);
            }
        }
    };
}
#[cfg(feature = "_set")]
pub(crate) use implement;
