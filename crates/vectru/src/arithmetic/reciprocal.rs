//! Reciprocals of polynomials in constant time, by division steps: `[BY19]`, sections 5 to 7.
//!
//! | module | reciprocals |
//! | --- | --- |
//! | [`modulo_q`] | in the fields R_q of NTRU Prime |
//! | [`modulo_q_by_steps`] | in these fields with feature `small` |
//! | [`small_field`] | modulo 2 and modulo 3, in [quotients](quotient) of any ring |
//! | [`two_adic`] | modulo a power of two and Phi_n, from those modulo 2 |
//! | [`simultaneous`] | of several elements, from the reciprocal of their product |

use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;

/// True if secrets may be multiplied to 64 bits. Where registers have 32 bits, the time of such a
/// product may depend on its operands, as on the Cortex-M3.
const LONG_PRODUCTS: bool = usize::BITS >= 64;

pub(crate) mod modulo_q;
pub(crate) mod modulo_q_by_steps;
pub(crate) mod quotient;
mod scalar;
#[cfg(feature = "alloc")]
pub(crate) mod simultaneous;
pub(crate) mod small_field;
#[cfg(test)]
mod tests;
pub(crate) mod two_adic;

/// Writes the reciprocal of 3 `g` in the field R_q. Requires that `g` is not 0, and that the memory
/// of the result is zero.
#[inline(always)]
pub(crate) fn reciprocal_of_triple_in<R: Multiply>(g: &Polynomial<R>, result: &mut Polynomial<R>) {
    if cfg!(feature = "small") {
        modulo_q_by_steps::reciprocal_of_triple_in(g, result);
    } else {
        modulo_q::reciprocal_of_triple_in(g, result);
    }
}

/// Returns the reciprocal of 3 `g` in the field R_q. Requires that `g` is not 0.
pub(crate) fn reciprocal_of_triple<R: Multiply>(g: &Polynomial<R>) -> Polynomial<R> {
    let mut result = Polynomial::zero();
    reciprocal_of_triple_in(g, &mut result);
    result
}
