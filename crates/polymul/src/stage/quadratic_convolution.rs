//! Weighted convolutions of size 16 over a quadratic extension: the products that remain where a transform has no more roots.
//!
//! ```text
//! R = Z_q[y]/(y^2 - t y + 1),   R[x]/(x^16 - w y) x R[x]/(x^16 - w y) -> R[x]/(x^16 - w y),   (a, b) -> 2^-16 a b
//! ```
//!
//! An element is two chunks, a = a0 + a1 y. Of a product of chunks, the coefficients from x^16 on get the factor w y. With
//! e = b0 + t b1, so that y b = e y - b1 and y^2 b = (t e - b1) y - e,
//!
//! ```text
//! c0 = a0 * (-w b1 | b0) - a1 * (w e | b1)
//! c1 = a0 * (w e | b1)   + a1 * (w (t e - b1) | e)
//! ```
//!
//! where * is the outer product with rows (high | low): four products of chunks with three sets of rows, of which the third is the
//! first where t = 0.
//!
//! Bounds: inputs up to 8,000 give sums of 32 products below 2^31.
//!
//! Source: Hwang, Liu, Yang (2024) on outer products; Bruun (1978) for the extensions; this form is ours.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Shape, Simd};

/// The rows of a second operand: for t = 0 the last ones are not used.
pub type QuadraticRows<S> = [<S as Simd>::Rows; 3];

/// Prepares the rows of b modulo x^16 - `weight` y, y^2 - `trace` y + 1.
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
    for start in (0..CHUNK).step_by(<<S as Simd>::Narrow as Simd>::Shape::LANES) {
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

/// The product of a and the operand whose rows were prepared, in the place of a.
#[inline(always)]
pub fn quadratic_convolution<S: Simd, M: Modulus>(
    simd: S,
    product: &mut [[S::Coefficient; CHUNK]; 2],
    trace: Constant<M>,
    rows: &QuadraticRows<S>,
) {
    let narrow = simd.narrow();
    let mut negated = [S::ZERO; CHUNK];
    for start in (0..CHUNK).step_by(<<S as Simd>::Narrow as Simd>::Shape::LANES) {
        narrow.store(narrow.splat(0) - narrow.load(&product[1][start..]), &mut negated[start..]);
    }
    let last = if trace.value == 0 { &rows[0] } else { &rows[2] };
    let [a0, a1] = [&product[0], &product[1]];
    *product = [
        simd.outer_product::<M, 2>([a0, &negated], [&rows[0], &rows[1]]),
        simd.outer_product::<M, 2>([a0, a1], [&rows[1], last]),
    ];
}
