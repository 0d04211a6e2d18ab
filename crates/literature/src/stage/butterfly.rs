//! Radix-2 butterflies: the Chinese remainder theorem for x^(2n) - z^2 = (x^n - z)(x^n + z).
//!
//! ```text
//! R[x]/(x^(2n) - z^2) -> R[x]/(x^n - z) x R[x]/(x^n + z),   a + b x^n -> (a + z b, a - z b)
//! the inverse, times 2:                                     (c, d)    -> (c + d, (c - d) / z)
//! ```
//!
//! z is one constant for all lanes, or one for each lane ([`Factor`]).
//!
//! Operations: one product, one addition and one subtraction, in either direction.
//!
//! Bounds, where B(x) bounds a Barrett product of a value of magnitude x: for inputs of magnitude
//! at most x, the butterfly returns values of at most x + B(x), and the inverse returns 2 x and B(2
//! x). Outputs are not reduced.
//!
//! Sources: `[CT65]` for the butterfly; `[GS66]` for the form of the inverse, in which the product
//! follows the subtraction.

use super::factor::Factor;
use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::Simd;

/// Returns the images of `low` + `high` x^n modulo x^n - z and x^n + z.
#[inline(always)]
pub fn cooley_tukey<S: Simd, M: Modulus>(simd: S, [low, high]: [S::I16; 2], z: Factor<S::I16, M>) -> [S::I16; 2] {
    let rotated = z.times(simd, high);
    [low + rotated, low - rotated]
}

/// Returns 2 (a, b), where `plus` and `minus` are the images of a + b x^n modulo x^n - z and
/// x^n + z, and `inverse` is 1/z.
#[inline(always)]
pub fn inverse_cooley_tukey<S: Simd, M: Modulus>(
    simd: S,
    [plus, minus]: [S::I16; 2],
    inverse: Factor<S::I16, M>,
) -> [S::I16; 2] {
    [plus + minus, inverse.times(simd, plus - minus)]
}
