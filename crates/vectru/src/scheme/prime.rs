//! NTRU Prime, generic over its parameter sets: what both families share. "NTRU Prime: round 3" (Bernstein, Brumley,
//! Chen, Chuengsatiansup, Lange, Marotzke, Peng, Tuveri, van Vredendaal, Yang, 2020), the section on the key-encapsulation
//! mechanism.
//!
//! A parameter set names a ring `R_q = Z_q[x]/(x^p - x - 1)`, a field, and a weight w: a short polynomial has w
//! coefficients 1 or -1, and zeros. The families, [`streamlined`](crate::streamlined) and [`ntrulpr`](crate::ntrulpr), are
//! one-way functions with a trapdoor, of an input r. The mechanism around them is the same:
//!
//! | | bytes |
//! | --- | --- |
//! | encapsulation | the ciphertext is that of the function, and a confirmation: Hash_2 of r and of the public key's hash |
//! | shared secret | Hash_1 of r and the ciphertext |
//! | decapsulation | finds r by the trapdoor and encrypts it again |
//! | rejection | if the ciphertext comes out another, the secret is Hash_0 of the key's rho and the ciphertext |
//!
//! The types here are those that the modules of the parameter sets ([`sntrup761`](crate::sntrup761),
//! [`ntrulpr761`](crate::ntrulpr761)) name for their set; a program that is generic over sets uses them here.
//!
//! ```
//! use vectru::prime::{self, Parameters};
//! use vectru::{ntrulpr761::Ntrulpr761, sntrup761::Sntrup761};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = prime::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Sntrup761>() && agree::<Ntrulpr761>());
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Ring;

use crate::common::key;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
mod decapsulation;
mod encapsulation;
mod family;
mod layout;
pub(crate) mod sampling;

pub use crate::arithmetic::prime_ring::PrimeRing;
pub use crate::common::ciphertext::Ciphertext;
pub use crate::common::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;
pub(crate) use family::implement;
pub use family::{Core, Lengths, Slot};

/// A parameter set of NTRU Prime, of either family. Only this crate implements it.
///
/// ```
/// use vectru::{Set, ntrulpr761::Ntrulpr761, prime::{Array, ParameterSet, Parameters}, sntrup761::Sntrup761};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!((Sntrup761::WEIGHT, Ntrulpr761::WEIGHT), (286, 250));
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// ```
pub trait Parameters: Core {
    /// The ring R_q.
    type Ring: PrimeRing + Multiply;
    /// The weight w: the number of nonzero coefficients of a short polynomial.
    const WEIGHT: usize;
}

/// The number of bytes drawn at once for a random polynomial of the set: 4 p.
///
/// ```
/// use vectru::{prime::list_bytes, sntrup761::Sntrup761};
/// assert_eq!(list_bytes::<Sntrup761>(), 4 * 761);
/// ```
pub const fn list_bytes<P: Parameters>() -> usize {
    4 * <P::Ring as Ring>::DEGREE
}

/// A new key pair: the key that decapsulates, which is secret, and the key that encapsulates, which is public.
///
/// ```
/// use vectru::{prime, sntrup761::Sntrup761};
/// let (decapsulation_key, encapsulation_key) = prime::generate::<Sntrup761, _>(&mut vectru::system_rng());
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// ```
pub fn generate<P: Parameters, R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<P>, EncapsulationKey<P>) {
    let mut pair = (DecapsulationKey::ZERO, EncapsulationKey::ZERO);
    let Ok(()) = pair.0.try_generate_pair(&mut pair.1, rng);
    pair
}

/// A new key pair, from a generator that can fail.
///
/// # Errors
///
/// That of the generator.
///
/// ```
/// use vectru::{ntrulpr761::Ntrulpr761, prime};
/// let (decapsulation_key, encapsulation_key) = prime::try_generate::<Ntrulpr761, _>(&mut getrandom::SysRng)?;
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// # Ok::<(), getrandom::Error>(())
/// ```
pub fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), R::Error> {
    let mut pair = const { Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO)) };
    key::in_place(&mut pair, |(key, public)| key.try_generate_pair(public, rng));
    pair
}
