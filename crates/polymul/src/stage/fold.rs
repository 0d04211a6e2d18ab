//! The fold: reduction modulo x^p - x - 1, of a product of degree at most 2p - 2.
//!
//! ```text
//! Z_q[x]_(< 2p - 1) -> Z_q[x]/(x^p - x - 1),   c -> (c_j + c_(j + p) + c_(j + p - 1))_j
//! ```
//!
//! as x^(p + i) = x^(i + 1) + x^i; for j = 0 there is no third term. The same pass multiplies by a constant, which
//! pays for the factors that the transforms left (the length of the transform, the Montgomery factor 2^-16), and
//! centres the result: the Barrett product takes the place of the reduction that the fold needs anyway.
//!
//! Bounds: sums of three inputs below 2^15; the result is centred, at most (q - 1)/2.

use crate::modular::{Constant, Modulus};
use crate::simd::{I16Vector, Shape, Simd};

/// The fold of `product`, times `scale`, into the first `degree` coefficients of `result`; the rest of `result`
/// becomes zero. Overwrites `product[degree - 1]`.
///
/// Requires that `result.len()` is the smallest multiple of the lanes that holds `degree` coefficients, and that
/// `product` has at least `degree + result.len()` coefficients.
#[inline(always)]
pub fn fold<S: Simd, M: Modulus>(
    simd: S,
    product: &mut [S::Coefficient],
    degree: usize,
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            let lanes = S::Shape::LANES;
            let last = result.len() - lanes;
            // The term c_(p - 1) belongs to j = p - 1, in the last vector, and not to j = 0: after the last vector it goes.
            fold_vectors(simd, product, last, degree, scale, &mut result[last..]);
            product[degree - 1] = S::ZERO;
            fold_vectors(simd, product, 0, degree, scale, &mut result[..last]);
            for padding in &mut result[degree..] {
                *padding = S::ZERO;
            }
        },
    );
}

/// The vectors of the result from coefficient `first` on.
#[inline(always)]
fn fold_vectors<S: Simd, M: Modulus>(
    simd: S,
    product: &[S::Coefficient],
    first: usize,
    degree: usize,
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    let lanes = S::Shape::LANES;
    let own = product[first..].chunks_exact(lanes);
    let above = product[first + degree..].chunks_exact(lanes);
    let beside = product[first + degree - 1..].chunks_exact(lanes);
    for (((target, own), above), beside) in result.chunks_exact_mut(lanes).zip(own).zip(above).zip(beside) {
        let sum = simd.load(own) + simd.load(above) + simd.load(beside);
        simd.store(sum.barrett_multiply(scale).centre::<M>(), target);
    }
}
