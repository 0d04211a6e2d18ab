//! Reciprocals of polynomials in constant time, by division steps: `[BY19]`, sections 5 to 7.
//!
//! | module | reciprocals |
//! | --- | --- |
//! | [`modulo_q`] | in the fields R_q of NTRU Prime |
//! | [`small_field`] | modulo 2 and modulo 3, in [quotients](quotient) of any ring |
//! | [`two_adic`] | modulo a power of two and Phi_n, from those modulo 2 |
//! | [`simultaneous`] | of several elements, from the reciprocal of their product |

/// True if secrets may be multiplied to 64 bits. Where registers have 32 bits, the time of such a
/// product may depend on its operands, as on the Cortex-M3.
const LONG_PRODUCTS: bool = usize::BITS >= 64;

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
