//! Sums of transformed products. The transform is linear, so a sum of products is transformed back
//! once.
//!
//! ```text
//! R^n x R^n -> R^n,   (sum, term) -> sum + term
//! ```
//!
//! Bounds, where B(x) bounds the Barrett reduction of a value of magnitude x: requires B(|sum|) +
//! |term| < 2^15; returns Barrett-reduced sums, which are within the bound of a single product. For
//! the moduli q <= 6343 of NTRU Prime, any |sum| < 2^15 and |term| <= 28,000 suffice. Modulo 2^16
//! there is no bound.

use crate::modular::Modulus;
use crate::simd::{I16Vector, Simd};

/// Adds `term` to `sum` modulo q, coefficient by coefficient, and reduces. Requires a length that
/// is a multiple of the lanes.
#[inline(always)]
pub fn accumulate<S: Simd, M: Modulus>(simd: S, sum: &mut [S::Coefficient], term: &[S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for start in (0..sum.len()).step_by(simd.lanes()) {
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
            for start in (0..sum.len()).step_by(simd.lanes()) {
                simd.store(simd.load(&sum[start..]) + simd.load(&term[start..]), &mut sum[start..]);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, barrett_bound};
    use crate::simd::portable::Portable;
    use crate::simd::shape::NeonShape;
    use crate::stage::samples::{assert_congruent, residues};

    #[test]
    fn sums_are_those_of_the_coefficients() {
        let simd = Portable::<NeonShape>::new();
        let q = Q4591::Q.into();
        let (sum, term) = (residues(64, 1, 1 << 16), residues(64, 2, 28_000));
        let expected = || sum.iter().zip(&term).map(|(&a, &b)| i64::from(a) + i64::from(b));
        let mut found = sum.clone();
        accumulate::<_, Q4591>(simd, &mut found, &term);
        assert_congruent(&found, expected(), q);
        let bound = barrett_bound(1 << 15, Q4591::ONE);
        assert!(found.iter().all(|&c| i64::from(c).abs() <= bound));
        let mut found = sum.clone();
        accumulate_words(simd, &mut found, &term);
        assert_congruent(&found, expected(), 1 << 16);
    }
}
