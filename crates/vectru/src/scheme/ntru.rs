//! NTRU, generic over its parameter sets: "NTRU: algorithm specifications and supporting
//! documentation", round 3 `[CDH+20]`.
//!
//! A parameter set names a prime n and a power of two q. Products are computed in
//! `R_q = Z_q[x]/(x^n - 1)`, where `x^n - 1 = (x - 1) Phi_n`. Phi_n is irreducible modulo 2 and
//! modulo 3, so that every nonzero ternary polynomial (with coefficients -1, 0 and 1) has a
//! reciprocal modulo 3 and Phi_n.
//!
//! | object | polynomial |
//! | --- | --- |
//! | secret key | a ternary f, and G = 3 g for a ternary g that is divisible by x - 1 |
//! | public key | h = G / f |
//! | ciphertext | c = r h + Lift(m) for ternary r and m |
//!
//! Lift(m) is m modulo 3 and Phi_n, and divisible by x - 1.
//!
//! Then f c = r G + f Lift(m) has small coefficients, so that it is known over the integers, and
//! modulo 3 it is f m. The coefficients of a polynomial that is divisible by x - 1 have the sum 0:
//! keys and ciphertexts leave out the last one.
//!
//! The [families](Family) differ in how g and m become divisible by x - 1. In NTRU-HPS both have
//! equally many coefficients 1 and -1, a fixed number. In NTRU-HRSS both are arbitrary, and are
//! multiplied by x - 1.
//!
//! Decapsulation does not encrypt again. The ciphertext c is the encryption of r and m if r,
//! computed as (c - Lift(m)) / h, is ternary, and m is a polynomial that encapsulation can draw.
//!
//! # Errors and implicit rejection
//!
//! Loading a key that does not have the specification's format is an error: if its length is wrong,
//! if bits behind the last coefficient of an element of R_q are set, or if a byte of a secret key
//! is not five ternary digits (fewer in the last byte of a polynomial). Key generation makes no
//! such key; the reference implementation ignores these bits and reads such bytes as other digits.
//! A ciphertext of the wrong length is an error, too. Any other ciphertext that encapsulation did
//! not make, also one with bits set behind the last coefficient, has the pseudorandom shared secret
//! of the specification.
//!
//! The module of each parameter set, such as [`ntruhps2048677`](crate::ntruhps2048677), has these
//! types and functions for its set. A program that is generic over sets uses them here:
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

use layout::PRF_KEY_BYTES;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
mod decapsulation;
mod encapsulation;
mod encryption;
mod layout;
pub(crate) mod sampling;

pub use crate::common::parameters::{Array, ParameterSet};
use crate::common::table;
pub use crate::key::{DecapsulationKey, EncapsulationKey};
pub use crate::mechanism::{Mechanism, generate, generate_from, try_generate};
use crate::scheme::draws::Draws;
pub use decapsulation::{PreparedSecret, SecretParts};
pub(crate) use decapsulation::{key_pair, load_secret, prepare_secret, public_of, shared_secret, shared_secret_once};
pub use encapsulation::{PreparedPublic, PublicParts};
pub(crate) use encapsulation::{ciphertext, ciphertext_once, load_public, prepare_public};

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// The family of a parameter set, which determines the polynomials that it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// NTRU-HPS: g and m have q/16 - 1 coefficients 1 and as many coefficients -1.
    Hps,
    /// NTRU-HRSS: g and m are arbitrary ternary polynomials, multiplied by x - 1. For f and g the
    /// sum of the products of neighbouring coefficients is not negative.
    Hrss,
}

impl Family {
    /// Returns the family of a set with these parameters.
    pub(crate) const fn of(parameters: table::Parameters) -> Self {
        match parameters {
            table::Parameters::Hps { .. } => Self::Hps,
            _ => Self::Hrss,
        }
    }
}

/// A parameter set of NTRU. Only this crate implements it.
///
/// ```
/// use vectru::ntru::{Array, Family, ParameterSet, Parameters};
/// use vectru::{Set, ntruhps2048677::Ntruhps2048677};
/// assert_eq!(Ntruhps2048677::SET, Set::Ntruhps2048677);
/// assert_eq!(Ntruhps2048677::FAMILY, Family::Hps);
/// assert_eq!(<Ntruhps2048677 as ParameterSet>::PublicKeyBytes::LENGTH, 930);
/// ```
pub trait Parameters:
    Mechanism<
        PublicParts = PublicParts<Self>,
        SecretParts = SecretParts<Self>,
        PreparedPublic = PreparedPublic<Self>,
        PreparedSecret = PreparedSecret<Self>,
    >
{
    /// The family.
    const FAMILY: Family = Family::of(Self::SET.parameters());
    /// The random bytes of two ternary polynomials: f and g, or r and m.
    type Seed: Array<u8>;
    /// n - 1 words of 32 bits.
    type Words: Array<u32>;
    /// Two encoded ternary polynomials, r and m.
    type MessageBytes: Array<u8>;
}

/// Returns the calls that draw random bytes: f and g, then the key of the pseudorandom function; r
/// and m.
pub(crate) const fn draws<P: Parameters>() -> Draws {
    Draws {
        lengths: const { &[P::Seed::LENGTH, PRF_KEY_BYTES] },
        repeats: false,
        rejects: None,
        encapsulation: P::Seed::LENGTH,
    }
}

/// Implements the traits of NTRU for a parameter set.
macro_rules! implement {
    ($set:ident over $ring:ident) => {
        implement_mechanism!(ntru, $set, $ring, {});

        const N: usize = PARAMETERS.dimension();

        impl crate::scheme::ntru::Parameters for $set {
            type Seed = [u8; crate::scheme::ntru::sampling::seed_bytes(crate::scheme::ntru::Family::of(PARAMETERS), N)];
            type Words = [u32; N - 1];
            type MessageBytes = [u8; 2 * crate::encoding::ternary::bytes(N)];
        }
    };
}
pub(crate) use implement;
