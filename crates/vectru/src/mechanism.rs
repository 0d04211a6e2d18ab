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

use core::fmt::Debug;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::dispatch::Backend;

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
}

/// What a program does with a mechanism that is chosen at run time: see [`Set::visit`](crate::Set::visit).
pub trait Visitor {
    /// What it makes.
    type Output;

    /// Does it with the mechanism `M`.
    fn visit<M: Mechanism>(self) -> Self::Output;
}

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
        }
    };
}
pub(crate) use implement;
