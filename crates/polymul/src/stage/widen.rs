//! Widening of a small operand from 8 to 16 bits, for transforms that do not start in 8 bits.
//!
//! ```text
//! [-s, s]^n -> R^n,   the inclusion, for s <= 127
//! ```

use crate::simd::{Byte, Coefficient, Simd};

/// Copies the coefficients of `source`, in 16 bits, to the start of `target`.
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
