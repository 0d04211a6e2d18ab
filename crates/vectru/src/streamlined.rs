//! Streamlined NTRU Prime, generic over its parameter sets: "NTRU Prime: round 3", the sections on Streamlined NTRU
//! Prime Core and on the key-encapsulation mechanism.
//!
//! A parameter set names a ring `R_q = Z_q[x]/(x^p - x - 1)`, a field, and a weight w. A secret key is a short
//! polynomial f (coefficients -1, 0, 1, of which w are not 0) and a small invertible g; the public key is
//! h = g / (3 f). A ciphertext of a short r is h r rounded to multiples of 3, with a hash that confirms r. Three times
//! f times the ciphertext is g r + 3 f e with an error e; its coefficients are small, so it is known over the integers,
//! and modulo 3 it is g r.
//!
//! The modules of the parameter sets ([`sntrup761`](crate::sntrup761)) name these types for their set; a program that is
//! generic over sets uses them here.
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

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Ring;

mod decapsulation;
mod encapsulation;
mod encryption;
mod layout;

pub use crate::ciphertext::Ciphertext;
pub use crate::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;

/// A parameter set of Streamlined NTRU Prime. Only this crate implements it.
///
/// ```
/// use vectru::{Set, sntrup761::Sntrup761, streamlined::{Array, ParameterSet, Parameters}};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!(Sntrup761::WEIGHT, 286);
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// ```
pub trait Parameters: ParameterSet {
    /// The ring R_q.
    type Ring: Multiply;
    /// The weight w: the number of nonzero coefficients of a short polynomial.
    const WEIGHT: usize;
    /// The random bytes of p words.
    type List: Array<[u8; 4]>;
    /// p words.
    type Words: Array<u32>;
    /// p residues modulo q or less.
    type Residues: Array<u16>;
    /// An encoded small polynomial.
    type SmallBytes: Array<u8>;
}

/// The number of bytes drawn at once for a random polynomial of the set: 4 p.
///
/// ```
/// use vectru::{sntrup761::Sntrup761, streamlined::list_bytes};
/// assert_eq!(list_bytes::<Sntrup761>(), 4 * 761);
/// ```
pub const fn list_bytes<P: Parameters>() -> usize {
    4 * <P::Ring as Ring>::DEGREE
}

/// A new key pair: the key that decapsulates, which is secret, and the key that encapsulates, which is public.
///
/// ```
/// use vectru::{sntrup761::Sntrup761, streamlined};
/// let (decapsulation_key, encapsulation_key) = streamlined::generate::<Sntrup761, _>(&mut vectru::system_rng());
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// ```
pub fn generate<P: Parameters, R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<P>, EncapsulationKey<P>) {
    let Ok(pair) = try_generate(rng);
    pair
}

/// A new key pair, from a generator that can fail.
///
/// # Errors
///
/// That of the generator.
///
/// ```
/// use vectru::{sntrup761::Sntrup761, streamlined};
/// let (decapsulation_key, encapsulation_key) = streamlined::try_generate::<Sntrup761, _>(&mut getrandom::SysRng)?;
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// # Ok::<(), getrandom::Error>(())
/// ```
pub fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), R::Error> {
    let key = DecapsulationKey::try_generate_from(rng)?;
    let public = key.encapsulation_key().clone();
    Ok((key, public))
}
