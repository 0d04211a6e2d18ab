//! Sums of products: the transform is linear, so a sum of products is transformed back once.
//!
//! Bounds: any sum and a term of at most 28,000 give a reduced sum, which is below any product's bound.

use crate::modular::Modulus;
use crate::simd::{I16Vector, Shape, Simd};

/// Adds `term` to `sum` and reduces, coefficient by coefficient. The length must be a multiple of the lanes.
#[inline(always)]
pub fn accumulate<S: Simd, M: Modulus>(simd: S, sum: &mut [S::Coefficient], term: &[S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for start in (0..sum.len()).step_by(S::Shape::LANES) {
                let total = simd.load(&sum[start..]).barrett_reduce::<M>() + simd.load(&term[start..]);
                simd.store(total.barrett_reduce::<M>(), &mut sum[start..]);
            }
        },
    );
}

/// Adds `term` to `sum` modulo 2^16, where that is the ring. The length must be a multiple of the lanes.
#[inline(always)]
pub fn accumulate_words<S: Simd>(simd: S, sum: &mut [S::Coefficient], term: &[S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for start in (0..sum.len()).step_by(S::Shape::LANES) {
                simd.store(simd.load(&sum[start..]) + simd.load(&term[start..]), &mut sum[start..]);
            }
        },
    );
}
