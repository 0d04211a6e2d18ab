//! Truncation: a cyclic product without one of its factors.
//!
//! ```text
//! R[x]/(x^(8 e) - 1) -> R[x]/((x^(8 e) - 1)/(x^e + 1)),   e = 8 m, m odd
//! ```
//!
//! x^(2 e) - 1 = (x^e - 1)(x^e + 1) has the places x^16 = w^2, w^m = 1, and in each of them x^16 - w^2 = (x^8 - w)(x^8 + w), where the second factor belongs to
//! x^e + 1. So these places keep 8 coefficients: (low, high) -> low + w high; and their products are modulo x^8 - w, one place a lane.
//!
//! With z = x^e, the remaining modulus is (z^8 - 1)/(z + 1) = z^7 - z^6 + z^5 - … - 1. An inverse of the whole transform, with any
//! coefficients in place of those that are not there, gives a polynomial that is right modulo this; with blocks c_0, …, c_7 of e coefficients, that of degree below 7 e is
//! c_k + (-1)^k c_7.
//!
//! Bounds: remainders are reduced; products of reduced operands below 0.8 q; the last map's results are reduced.
//!
//! Source: van der Hoeven (2004) for truncated transforms; Hwang, Liu, Yang (2024; long version), section 7, has this modulus for
//! Z_7177\[x\]/(x^1013 - x - 1), e = 312.

use super::factor::Factor;
use super::trinomial_convolution::{Trinomial, trinomial_convolution};
use crate::modular::{LaneConstants, Modulus};
use crate::simd::{I16Vector, Shape, Simd};

/// Coefficients of a truncated place.
pub const SIZE: usize = 8;
/// The most places that are truncated.
pub const MOST: usize = 64;

/// Where truncated places are: `count` of them, the first coefficients `stride` apart, place l modulo x^8 - w of lane l.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a, M> {
    /// The number of places; not less than lanes of a vector.
    pub count: usize,
    /// The distance of their first coefficients.
    pub stride: usize,
    /// w of each place.
    pub roots: &'a LaneConstants<M, MOST>,
}

/// The remainders modulo x^8 - w of the places of `data`, which have 16 coefficients: the upper 8 become zero.
#[inline(always)]
pub fn truncate<S: Simd, M: Modulus>(simd: S, places: Places<'_, M>, data: &mut [S::Coefficient]) {
    let Places { count, stride, roots } = places;
    let zero = simd.splat(0);
    for start in (0..count).step_by(S::Shape::LANES) {
        // The last vector has places that were truncated before: zeros change nothing.
        let start = start.min(count - S::Shape::LANES);
        let place = &mut data[start * stride..];
        let (mut low, high) = (simd.load_columns(place, stride), simd.load_columns(&place[SIZE..], stride));
        let root = Factor::lanes(simd, roots, start);
        for k in 0..SIZE {
            low[k] = root.times_plus(high[k], low[k]).barrett_reduce::<M>();
        }
        simd.store_columns(low, place, stride);
        simd.store_columns([zero; SIZE], &mut place[SIZE..], stride);
    }
}

/// The products of the places, times 2^-16, in the place of `a`.
#[inline(always)]
pub fn multiply<S: Simd, M: Modulus>(simd: S, places: Places<'_, M>, a: &mut [S::Coefficient], b: &[S::Coefficient]) {
    let Places { count, stride, roots } = places;
    let last = count - S::Shape::LANES;
    // The last vector shares places with the one before, which writes to them.
    let last_factors = simd.load_columns(&a[last * stride..], stride);
    for start in (0..count).step_by(S::Shape::LANES) {
        let start = start.min(last);
        let left = if start == last { last_factors } else { simd.load_columns(&a[start * stride..], stride) };
        let right = simd.load_columns(&b[start * stride..], stride);
        let modulus = Trinomial { alpha: Factor::Zero, beta: Factor::lanes(simd, roots, start) };
        let product = trinomial_convolution(simd, left, right, modulus);
        simd.store_columns(product, &mut a[start * stride..], stride);
    }
}

/// From eight blocks of e coefficients in `product` to the polynomial of seven; the eighth becomes zero.
#[inline(always)]
pub fn complete<S: Simd, M: Modulus>(simd: S, e: usize, product: &mut [S::Coefficient]) {
    let simd = simd.narrow();
    let lanes = <<S as Simd>::Narrow as Simd>::Shape::LANES;
    let last = 7 * e;
    // (c_7 | -c_7), which belongs to every pair of blocks. 2 e is a multiple of 16.
    let mut change = [S::ZERO; 2 * SIZE * MOST];
    change[..e].copy_from_slice(&product[last..last + e]);
    for start in (0..e).step_by(lanes) {
        let start = start.min(e - lanes);
        let negative = simd.splat(0) - simd.load(&change[start..]);
        simd.store(negative, &mut change[e + start..]);
    }
    for pair in product[..8 * e].chunks_exact_mut(2 * e) {
        for start in (0..2 * e).step_by(lanes) {
            let sum = simd.load(&pair[start..]) + simd.load(&change[start..]);
            simd.store(sum.barrett_reduce::<M>(), &mut pair[start..]);
        }
    }
}
