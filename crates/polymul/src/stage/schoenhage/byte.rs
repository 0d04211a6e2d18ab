//! The layers of Schönhage's transform in 8 bits, for operands that are small enough: no reduction is needed.
//!
//! ```text
//! y^(2m) - x^(2k) -> (y^m - x^k, y^m - x^(k + n)),   (low, high) -> (low + x^k high, low - x^k high),   k < n = 32
//! ```
//!
//! Bounds: a layer doubles magnitudes. From -1, 0 and 1, five layers give 32 at most: 8 bits are enough for six.
//!
//! Source: Hwang, Liu, Yang (2024), section 4.3.

use super::GUARD;
use crate::simd::{Byte, I8Vector, Shape, Simd};

/// Coefficients of an element, and with its guard.
pub const DEGREE: usize = 32;
/// An element behind its guard.
pub const STRIDE: usize = GUARD + DEGREE;

/// Fills the guard of an element, if it will be read with a shift: the negatives of all its coefficients.
#[inline(always)]
pub fn fill_guard<S: Simd>(simd: S, element: &mut [Byte<S>; STRIDE], shift: u8) {
    if shift > 0 {
        for start in (0..DEGREE).step_by(2 * S::Shape::LANES) {
            let vector = S::I8::load(simd, &element[GUARD + start..]);
            (S::I8::zero(simd) - vector).store(&mut element[start..]);
        }
    }
}

/// One layer: the sums and differences of the elements of `source` at this distance. Requires vectors of at most 32 lanes, and
/// shifts below 32.
#[inline(always)]
pub fn layer<S: Simd, const ELEMENTS: usize>(
    simd: S,
    source: &[[Byte<S>; STRIDE]; ELEMENTS],
    target: &mut [[Byte<S>; STRIDE]; ELEMENTS],
    distance: usize,
    shifts: &[u8; ELEMENTS],
    next_shifts: &[u8; ELEMENTS],
) {
    for block in (0..ELEMENTS).step_by(2 * distance) {
        for low in block..block + distance {
            let high = low + distance;
            let shift = shifts[high] as usize;
            for start in (0..DEGREE).step_by(2 * S::Shape::LANES) {
                let a = S::I8::load(simd, &source[low][GUARD + start..]);
                // The guard has all coefficients: no vector wraps around in another way.
                let b = S::I8::load(simd, &source[high][GUARD + start - shift..]);
                for (place, vector) in [(low, a + b), (high, a - b)] {
                    vector.store(&mut target[place][GUARD + start..]);
                    if next_shifts[place] > 0 {
                        (S::I8::zero(simd) - vector).store(&mut target[place][start..]);
                    }
                }
            }
        }
    }
}
