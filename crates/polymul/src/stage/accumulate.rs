//! Sums of transformed products. The transform is linear, so a sum of products is transformed back
//! once.
//!
//! ```text
//! R^n x R^n -> R^n,   (sum, term) -> sum + term
//! ```
//!
//! Bounds, where B(x) bounds the Barrett reduction of a value of magnitude x: requires
//! B(|sum|) + |term| < 2^15; returns Barrett-reduced sums, which are within the bound of a single
//! product. For the moduli q <= 6343 of NTRU Prime, any |sum| < 2^15 and |term| <= 28,000 do.
//! Modulo 2^16 there is no bound.

use crate::modular::Modulus;
use crate::simd::{I16Vector, Shape, Simd};

/// Adds `term` to `sum` modulo q, coefficient by coefficient, and reduces. Requires a length that
/// is a multiple of the lanes.
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

/// Adds `term` to `sum` modulo 2^16, coefficient by coefficient. Requires a length that is a
/// multiple of the lanes.
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
