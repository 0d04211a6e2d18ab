//! Streamlined NTRU Prime: "NTRU Prime: round 3", the section on Streamlined NTRU Prime Core. The mechanism around it is
//! that of [`prime`], whose types and functions are here for its sets.
//!
//! A secret key is a short polynomial f (coefficients -1, 0, 1, of which w are not 0) and a small invertible g; the
//! public key is h = g / (3 f). A ciphertext of a short r is h r rounded to multiples of 3. Three times f times the
//! ciphertext is g r + 3 f e with an error e; its coefficients are small, so it is known over the integers, and modulo 3 it
//! is g r.
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
#[cfg(feature = "alloc")]
pub(crate) mod factors;
mod set;

use crate::scheme::prime::{self, Slot};
pub use crate::scheme::prime::{
    Array, Ciphertext, DecapsulationKey, EncapsulationKey, ParameterSet, generate, list_bytes, try_generate,
};
use encryption::Candidate;
pub(crate) use set::implement;

/// A parameter set of Streamlined NTRU Prime. Only this crate implements it.
///
/// ```
/// use vectru::{prime::Parameters as _, sntrup761::Sntrup761, streamlined::Parameters};
/// fn weight<P: Parameters>() -> usize {
///     P::WEIGHT
/// }
/// assert_eq!(weight::<Sntrup761>(), Sntrup761::WEIGHT);
/// ```
pub trait Parameters: prime::Parameters {
    /// The irreducible factors of x^p - x - 1 modulo 3 that candidates for g are tested for in batches.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const FACTORS: &'static [factors::Factor];

    /// A candidate for g, if it has a reciprocal modulo 3.
    #[doc(hidden)]
    fn candidate(list: &[u8]) -> Option<Candidate<Self::Ring>>;

    /// Writes the key of g, and of f drawn from `list`.
    #[doc(hidden)]
    fn write_key(candidate: Candidate<Self::Ring>, list: &[u8], slot: Slot<'_, Self::Public, Self::Trapdoor>);
}
