//! Streamlined NTRU Prime: "NTRU Prime: round 3" `[BBC+20]`, the section on Streamlined NTRU Prime
//! Core. The mechanism around this core is in [`prime`](crate::prime), whose types and functions
//! are available here for the sets of this family.
//!
//! A secret key is a short polynomial f and a small polynomial g that is invertible modulo 3; the
//! public key is h = g / (3 f). The ciphertext of a short r is c = h r + e, that is, h r with each
//! coefficient rounded to a multiple of 3. Then 3 f c = g r + 3 f e has small coefficients, so that
//! it is known over the integers, and modulo 3 it is g r.
//!
//! ```
//! use vectru::{sntrup761::Sntrup761, streamlined::{self, Parameters}};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = streamlined::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Sntrup761>());
//! ```

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod encryption;
pub(crate) mod factors;

use crate::scheme::prime;
pub use crate::scheme::prime::{Array, ParameterSet, generate, generate_from, list_bytes, try_generate};

// Aliases: re-exported types would go by the name of this module in messages of the compiler about
// the other family.

/// A public key: [`prime::EncapsulationKey`](crate::prime::EncapsulationKey).
pub type EncapsulationKey<P> = prime::EncapsulationKey<P>;
/// A secret key: [`prime::DecapsulationKey`](crate::prime::DecapsulationKey).
pub type DecapsulationKey<P> = prime::DecapsulationKey<P>;
/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = prime::Ciphertext<P>;

/// The one-way function of Streamlined NTRU Prime.
#[doc(hidden)]
#[derive(Debug)]
pub struct Streamlined;

/// A parameter set of Streamlined NTRU Prime. Only this crate implements it.
///
/// ```
/// use vectru::{prime::Parameters as _, sntrup761::Sntrup761, streamlined::Parameters};
/// fn weight<P: Parameters>() -> usize {
///     P::WEIGHT
/// }
/// assert_eq!(weight::<Sntrup761>(), Sntrup761::WEIGHT);
/// ```
pub trait Parameters: prime::Parameters<Core = Streamlined> {
    /// The irreducible factors of x^p - x - 1 modulo 3 that batches test candidates for g for.
    #[doc(hidden)]
    const FACTORS: &'static [factors::Factor];
}

/// Implements the traits of Streamlined NTRU Prime for a parameter set.
macro_rules! implement {
    ($set:ident over $ring:ident) => {
        implement_mechanism!(prime, $set, $ring, {});

        impl crate::scheme::prime::Parameters for $set {
            type Core = crate::scheme::streamlined::Streamlined;
        }

        impl crate::scheme::streamlined::Parameters for $set {
            const FACTORS: &'static [crate::scheme::streamlined::factors::Factor] =
                &crate::scheme::streamlined::factors::of::<{ PARAMETERS.factors().len() }>(PARAMETERS);
        }
    };
}
pub(crate) use implement;
