//! Cooley-Tukey's butterfly of radix 2.
//!
//! ```text
//! R[x]/(x^(2n) - z^2) -> R[x]/(x^n - z) x R[x]/(x^n + z),   a + b x^n -> (a + z b, a - z b)
//! ```
//!
//! and its inverse up to the factor 2, (c, d) -> (c + d, z^-1 (c - d)). z may be one a lane.
//!
//! Bounds, with x the largest input and B the bound of a Barrett product of it: at most x + B(x); the inverse's at most 2 x and
//! B(2 x). Outputs are not reduced.
//!
//! Source: Cooley, Tukey (1965); Gentleman, Sande (1966).

use super::factor::Factor;
use crate::modular::Modulus;
use crate::simd::Simd;

/// The images of `low` + `high` x^n modulo x^n - z and x^n + z.
#[inline(always)]
pub fn cooley_tukey<S: Simd, M: Modulus>(simd: S, [low, high]: [S::I16; 2], z: Factor<S::I16, M>) -> [S::I16; 2] {
    let rotated = z.times(simd, high);
    [low + rotated, low - rotated]
}

/// The inverse, times 2, by `inverse` = 1 / z.
#[inline(always)]
pub fn inverse_cooley_tukey<S: Simd, M: Modulus>(
    simd: S,
    [plus, minus]: [S::I16; 2],
    inverse: Factor<S::I16, M>,
) -> [S::I16; 2] {
    [plus + minus, inverse.times(simd, plus - minus)]
}
