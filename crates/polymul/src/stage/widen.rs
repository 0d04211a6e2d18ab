//! The small operand in 16 bits, for transforms that do not begin in 8.

use crate::simd::{Byte, Coefficient, Simd};

/// The coefficients of `source` in 16 bits, at the start of `target`.
#[inline(always)]
pub fn widen<S: Simd>(simd: S, source: &[Byte<S>], target: &mut [S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for (target, &byte) in target.iter_mut().zip(source) {
                *target = S::Coefficient::widen(byte);
            }
        },
    );
}
