//! NTRU LPRime: "NTRU Prime: round 3" `[BBC+20]`, the section on NTRU LPRime Core. The mechanism
//! around this core is in [`prime`](crate::prime), whose types and functions are available here for
//! the sets of this family.
//!
//! A seed of 32 bytes expands to an element G of R_q. A secret key is a short polynomial a; the
//! public key is the seed and A = a G rounded to multiples of 3. The input r of 256 bits hashes to
//! a short b. Its ciphertext is B = b G rounded and, for each bit r_i, the four highest bits T_i of
//! coefficient i of b A plus r_i (q - 1)/2. As b A - a B is small, T_i minus coefficient i of a B
//! is near to r_i (q - 1)/2, which determines r_i.
//!
//! G is expanded when a key is loaded; the transforms of G and A, or of a, belong to preparing it.
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

pub(crate) mod encryption;
mod generator;
mod top;

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

/// The one-way function of NTRU LPRime.
#[doc(hidden)]
#[derive(Debug)]
pub struct Ntrulpr;

/// A parameter set of NTRU LPRime. Only this crate implements it.
///
/// ```
/// use vectru::{ntrulpr::Parameters, ntrulpr761::Ntrulpr761};
/// assert_eq!(Ntrulpr761::TAU, [2156, 114, 2007, 287]);
/// ```
pub trait Parameters: prime::Parameters<Core = Ntrulpr> {
    /// tau_0 to tau_3, by which a coefficient is rounded to four bits, and these are mapped back.
    const TAU: [i16; 4] = Self::SET.parameters().tau();
}

/// Implements the traits of NTRU LPRime for a parameter set.
macro_rules! implement {
    ($set:ident over $ring:ident) => {
        implement_mechanism!(prime, $set, $ring, {});

        impl crate::scheme::prime::Parameters for $set {
            type Core = crate::scheme::ntrulpr::Ntrulpr;
        }

        impl crate::scheme::ntrulpr::Parameters for $set {}
    };
}
pub(crate) use implement;
