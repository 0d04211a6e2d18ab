//! Weighted convolutions of size 16 over a quadratic extension: the products that remain where the
//! field has no more roots of unity for the transform.
//!
//! ```text
//! K = Z_q[y]/(y^2 - t y + 1),   K[x]/(x^16 - w y) x K[x]/(x^16 - w y) -> K[x]/(x^16 - w y)
//! (a, b) -> 2^-16 a b
//! ```
//!
//! An element is two chunks, a = a0 + a1 y. In a product of chunks, the coefficients from x^16 on
//! get the factor w y. Let e = b0 + t b1, so that y b = e y - b1 and y^2 b = (t e - b1) y - e. Then
//!
//! ```text
//! c0 = a0 * (-w b1 | b0) - a1 * (w e | b1)
//! c1 = a0 * (w e | b1)   + a1 * (w (t e - b1) | e)
//! ```
//!
//! where * is the outer product with the rows (high | low).
//!
//! Operations: four products of chunks, with three sets of rows. For t = 0 the third set equals the
//! first one.
//!
//! Bounds: requires |a|, |b| <= 8000, so that sums of 32 products are below 2^31.  Sources:
//! `[CCH+23]`, section 4.4, for outer products; `[Bru78]` for factors of degree two instead of
//! roots. This form of the product is this project's own.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Simd};

/// The three sets of rows of a second operand. The third set is not used for t = 0.
pub type QuadraticRows<S> = [<S as Simd>::Rows; 3];

/// Writes the rows of b = b0 + b1 y, modulo x^16 - `weight` y and y^2 - `trace` y + 1, to `rows`.
#[inline(always)]
pub fn quadratic_rows<S: Simd, M: Modulus>(
    simd: S,
    [b0, b1]: [&[S::Coefficient; CHUNK]; 2],
    weight: Constant<M>,
    trace: Constant<M>,
    rows: &mut QuadraticRows<S>,
) {
    let narrow = simd.narrow();
    let [mut e, mut weighted_e, mut weighted_b1, mut weighted_last] = [[S::ZERO; CHUNK]; 4];
    for start in (0..CHUNK).step_by(simd.narrow().lanes()) {
        let (low, high) = (narrow.load(&b0[start..]), narrow.load(&b1[start..]));
        narrow.store(high.barrett_multiply(weight.negated()), &mut weighted_b1[start..]);
        if trace.value == 0 {
            narrow.store(low.barrett_multiply(weight), &mut weighted_e[start..]);
        } else {
            let sum = (low + high.barrett_multiply(trace)).barrett_reduce::<M>();
            narrow.store(sum, &mut e[start..]);
            narrow.store(sum.barrett_multiply(weight), &mut weighted_e[start..]);
            let last = sum.barrett_multiply(trace) - high;
            narrow.store(last.barrett_multiply(weight), &mut weighted_last[start..]);
        }
    }
    simd.window_rows(&weighted_b1, b0, &mut rows[0]);
    simd.window_rows(&weighted_e, b1, &mut rows[1]);
    if trace.value != 0 {
        simd.window_rows(&weighted_last, &e, &mut rows[2]);
    }
}

/// Replaces `product`, the operand a = a0 + a1 y, by 2^-16 times its product with the operand b
/// that `rows` was made from.
#[inline(always)]
pub fn quadratic_convolution<S: Simd, M: Modulus>(
    simd: S,
    product: &mut [[S::Coefficient; CHUNK]; 2],
    trace: Constant<M>,
    rows: &QuadraticRows<S>,
) {
    let narrow = simd.narrow();
    let mut negated = [S::ZERO; CHUNK];
    for start in (0..CHUNK).step_by(simd.narrow().lanes()) {
        narrow.store(narrow.splat(0) - narrow.load(&product[1][start..]), &mut negated[start..]);
    }
    let last = if trace.value == 0 { &rows[0] } else { &rows[2] };
    let [a0, a1] = [&product[0], &product[1]];
    *product = [
        simd.outer_product::<M, 2>([a0, &negated], [&rows[0], &rows[1]]),
        simd.outer_product::<M, 2>([a0, a1], [&rows[1], last]),
    ];
}
