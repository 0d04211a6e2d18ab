//! The layers of Schönhage's transform in 8 bits, for a small operand.
//!
//! ```text
//! y^(2m) - x^(2k) = (y^m - x^k)(y^m - x^(k + n)),   n = 32,   k < n
//! (low, high) -> (low + x^k high, low - x^k high)
//! ```
//!
//! Elements are polynomials of 32 coefficients behind a guard of 32, as in the transform in 16
//! bits.
//!
//! Operations: one addition and one subtraction for every two vectors, and one negation for each
//! vector of a guard. There are no reductions.
//!
//! Bounds: a layer doubles magnitudes. From coefficients -1, 0 and 1, five layers return |y| <= 32;
//! six layers would fit 8 bits as well.
//!
//! Source: `[HLY24]`, section 4.3.

use vectru_polymul::simd::{Byte, I8Vector, Simd};

use super::GUARD;

/// Coefficients of an element.
pub const DEGREE: usize = 32;
/// Coefficients of an element and its guard.
pub const STRIDE: usize = GUARD + DEGREE;

/// Fills the guard of an element with all its coefficients, negated, if it will be read with a
/// positive shift.
#[inline(always)]
pub fn fill_guard<S: Simd>(simd: S, element: &mut [Byte<S>; STRIDE], shift: u8) {
    if shift > 0 {
        for start in (0..DEGREE).step_by(2 * simd.lanes()) {
            let vector = S::I8::load(simd, &element[GUARD + start..]);
            (S::I8::zero(simd) - vector).store(&mut element[start..]);
        }
    }
}

/// Computes one layer: for each pair of elements of `source` at this distance, writes the sum and
/// the difference of the lower element and the shifted upper element to `target`. Fills the guards
/// of the elements that `next_shifts` shifts.
///
/// Requires vectors of at most 32 lanes of 8 bits, and shifts below 32.
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
            for start in (0..DEGREE).step_by(2 * simd.lanes()) {
                let a = S::I8::load(simd, &source[low][GUARD + start..]);
                // The guard has all coefficients, so a vector that wraps around, entirely or
                // partially, is loaded from it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::residues;

    /// The shifts with which the first and the second layer read the elements.
    const SHIFTS: [[u8; 4]; 3] = [[0, 0, 0, 13], [0, 5, 0, 31], [0; 4]];

    /// Returns the sum and the difference of `low` and x^shift `high`, modulo x^32 + 1.
    fn butterfly(low: &[i64], high: &[i64], shift: usize) -> [std::vec::Vec<i64>; 2] {
        let shifted = |k: usize| if k < shift { -high[DEGREE + k - shift] } else { high[k - shift] };
        [1, -1].map(|sign| (0..DEGREE).map(|k| low[k] + sign * shifted(k)).collect())
    }

    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        let mut elements = [[0; STRIDE]; 4];
        for (element, &shift) in elements.iter_mut().zip(&SHIFTS[0]) {
            let small = residues(DEGREE, 1 + u32::from(shift), 3);
            for (target, &coefficient) in element[GUARD..].iter_mut().zip(&small) {
                *target = coefficient as i8;
            }
            fill_guard(simd, element, shift);
        }
        let mut expected = elements.map(|element| element[GUARD..].iter().map(|&c| i64::from(c)).collect());
        for (step, distance) in [2, 1].into_iter().enumerate() {
            let source = elements;
            layer(simd, &source, &mut elements, distance, &SHIFTS[step], &SHIFTS[step + 1]);
            let operands: [std::vec::Vec<i64>; 4] = expected;
            expected = core::array::from_fn(|place| {
                let (low, high) = (place & !distance, place | distance);
                let [sum, difference] = butterfly(&operands[low], &operands[high], SHIFTS[step][high].into());
                if place == low { sum } else { difference }
            });
            for (found, expected) in elements.iter().zip(&expected) {
                assert!(found[GUARD..].iter().zip(expected).all(|(&found, &expected)| i64::from(found) == expected));
            }
        }
    }

    #[test]
    fn layers_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
    }
}
