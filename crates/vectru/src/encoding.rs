//! Polynomials as bytes: "NTRU Prime: round 3", the sections on encoding.
//!
//! Elements of R_q and rounded elements are sequences of p residues modulo q or (q + 2)/3, packed by
//! [`mixed_radix`]; [`big`] and [`rounded`] are these. Small polynomials are digits of two bits, four a byte:
//! [`small`].

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

#[cfg(feature = "_sntrup")]
pub(crate) mod big;
pub(crate) mod mixed_radix;
pub(crate) mod rounded;
pub(crate) mod small;

/// (q - 1)/2.
pub(super) const fn half<R: Ring>() -> i16 {
    (R::Modulus::Q - 1) / 2
}
