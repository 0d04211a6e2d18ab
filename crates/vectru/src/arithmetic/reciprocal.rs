//! Reciprocals of polynomials, in constant time, by division steps.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7.
//!
//! [`modulo_q`] is modulo q, in the fields of NTRU Prime; [`small_field`] modulo 2 and modulo 3, in the quotients of any ring.

#[cfg(feature = "_sntrup")]
pub(crate) mod modulo_q;
pub(crate) mod quotient;
#[cfg(feature = "_sntrup")]
mod scalar;
#[cfg(feature = "alloc")]
pub(crate) mod simultaneous;
pub(crate) mod small_field;
#[cfg(test)]
mod tests;
#[cfg(feature = "_ntru")]
pub(crate) mod two_adic;
