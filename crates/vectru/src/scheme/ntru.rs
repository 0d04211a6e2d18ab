//! NTRU, generic over its parameter sets: "NTRU: algorithm specifications and supporting documentation" (Chen, Danba,
//! Hoffstein, Hülsing, Rijneveld, Schanck, Saito, Schwabe, Whyte, Xagawa, Yamakawa, Zhang; round 3, 2020).
//!
//! A parameter set names a prime n and a power of two q. Polynomials are multiplied in `R_q = Z_q[x]/(x^n - 1)`, where
//! `x^n - 1 = (x - 1) Phi_n`; modulo Phi_n, which is irreducible modulo 2 and modulo 3, every nonzero ternary polynomial
//! has a reciprocal. A secret key is a ternary f, and G = 3 g of a ternary g that is divisible by x - 1; the public key
//! is h = G / f. A ciphertext of two ternary polynomials r and m is c = r h + Lift(m), where Lift(m) is m modulo 3 and
//! Phi_n, and divisible by x - 1. Then f c = r G + f Lift(m) has small coefficients, so that it is known over the
//! integers, and modulo 3 it is f m. What is divisible by x - 1 has coefficients of sum 0: keys and ciphertexts leave out
//! the last one.
//!
//! The [families](Family) differ in how g and m become divisible by x - 1. In NTRU-HPS both have as many coefficients 1 as
//! -1, a fixed number. In NTRU-HRSS both are any, and are multiplied by x - 1.
//!
//! Decapsulation does not encrypt again: c is the encryption of r and m if r, computed as (c - Lift(m)) / h, is ternary
//! and m is one that encapsulation draws.
//!
//! # What is an error, and what gives a pseudorandom secret
//!
//! Keys that are not of the specification's format are errors when they are loaded: of another length, with bits set
//! behind the last coefficient of an element of R_q, or, in a secret key, with a byte that is not five (at the end:
//! fewer) ternary digits. The reference implementation ignores these bits and reads such bytes as other digits; no key
//! generation makes them. A ciphertext of another length is an error as well. Any other ciphertext that encapsulation did
//! not make, one with bits set behind the last coefficient included, gives the pseudorandom secret of the specification.
//!
//! The modules of the parameter sets ([`ntruhps2048677`](crate::ntruhps2048677)) name these types for their set; a
//! program that is generic over sets uses them here.
//!
//! ```
//! use vectru::{ntruhps2048677::Ntruhps2048677, ntru::{self, Parameters}};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = ntru::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Ntruhps2048677>());
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::Multiply;

use crate::common::key;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
mod decapsulation;
mod encapsulation;
mod encryption;
mod layout;
pub(crate) mod sampling;
mod set;

pub use crate::common::ciphertext::Ciphertext;
pub use crate::common::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;
pub(crate) use set::implement;

/// How a parameter set chooses its polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// NTRU-HPS: g and m have q/16 - 1 coefficients 1 and as many -1.
    Hps,
    /// NTRU-HRSS: g and m are any ternary polynomials, times x - 1; f and g correlate with themselves shifted by one
    /// place not negatively.
    Hrss,
}

/// A parameter set of NTRU. Only this crate implements it.
///
/// ```
/// use vectru::{Set, ntruhps2048677::Ntruhps2048677, ntru::{Array, Family, ParameterSet, Parameters}};
/// assert_eq!(Ntruhps2048677::SET, Set::Ntruhps2048677);
/// assert_eq!(Ntruhps2048677::FAMILY, Family::Hps);
/// assert_eq!(<Ntruhps2048677 as ParameterSet>::PublicKeyBytes::LENGTH, 930);
/// ```
pub trait Parameters: ParameterSet {
    /// The ring R_q.
    type Ring: Multiply;
    /// How polynomials are chosen.
    const FAMILY: Family;
    /// The random bytes of two ternary polynomials.
    type Seed: Array<u8>;
    /// n - 1 words.
    type Words: Array<u32>;
    /// An encoded ternary polynomial.
    type TernaryBytes: Array<u8>;
}

/// A new key pair: the key that decapsulates, which is secret, and the key that encapsulates, which is public.
///
/// ```
/// use vectru::{ntruhps2048677::Ntruhps2048677, ntru};
/// let (decapsulation_key, encapsulation_key) = ntru::generate::<Ntruhps2048677, _>(&mut vectru::system_rng());
/// assert_eq!(decapsulation_key.to_encapsulation_key(), encapsulation_key);
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
/// use vectru::{ntruhps2048677::Ntruhps2048677, ntru};
/// let (decapsulation_key, encapsulation_key) = ntru::try_generate::<Ntruhps2048677, _>(&mut getrandom::SysRng)?;
/// assert_eq!(decapsulation_key.to_encapsulation_key(), encapsulation_key);
/// # Ok::<(), getrandom::Error>(())
/// ```
pub fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), R::Error> {
    let mut pair = Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO));
    key::in_place(&mut pair, |(key, public)| key.try_generate_pair(public, rng));
    pair
}
