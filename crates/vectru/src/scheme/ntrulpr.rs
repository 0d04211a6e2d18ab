//! NTRU LPRime: "NTRU Prime: round 3", the section on NTRU LPRime Core. The mechanism around it is that of
//! [`prime`], whose types and functions are here for its sets.
//!
//! A seed of 32 bytes expands to an element G of R_q. A secret key is a short polynomial a; the public key is the seed, and
//! A = a G rounded to multiples of 3. The input r of 256 bits hashes to a short b, and its ciphertext is B = b G rounded, and
//! for each bit the four highest bits T of b A + r (q - 1)/2. Then b A - a B is small, and so T - a B is near to
//! r (q - 1)/2, which says what r is.
//!
//! What is expensive happens when a key is loaded: the expansion of G, and the transforms of G and A, or of a.
//!
//! ```
//! use vectru::{ntrulpr::{self, Parameters}, ntrulpr761::Ntrulpr761};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = ntrulpr::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Ntrulpr761>());
//! ```

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod encryption;
mod generator;
mod set;
mod top;

use crate::scheme::prime::{self, Slot};
pub use crate::scheme::prime::{
    Array, Ciphertext, DecapsulationKey, EncapsulationKey, ParameterSet, generate, list_bytes, try_generate,
};
pub(crate) use set::implement;

/// A parameter set of NTRU LPRime. Only this crate implements it.
///
/// ```
/// use vectru::{ntrulpr::Parameters, ntrulpr761::Ntrulpr761};
/// assert_eq!(Ntrulpr761::TAU, [2156, 114, 2007, 287]);
/// ```
pub trait Parameters: prime::Parameters {
    /// tau_0 to tau_3: how a coefficient is rounded to four bits, and back.
    const TAU: [i16; 4];

    /// Writes the key of a seed, and of a drawn from `list`.
    #[doc(hidden)]
    fn write_key(seed: &[u8; encryption::SEED_BYTES], list: &[u8], slot: Slot<'_, Self::Public, Self::Trapdoor>);
}
