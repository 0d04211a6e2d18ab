//! Toom-Cook over Z_65536: products of polynomials with k parts by 2k - 1 products of values.
//!
//! ```text
//! evaluate:    R[y]_(<k) -> R^P,       a -> (a(s_0), ..., a(s_(P-1)))
//! interpolate: R^P -> R[y]_(<2k-1),    (a(s_i) b(s_i)) -> 2^e a b
//! ```
//!
//! over R = Z_65536, in which 2 has no inverse. The inverse of the evaluation of polynomials of degree 2k - 2 has denominators:
//! odd ones, which are units of R, and powers of two up to 2^e. So the interpolation computes 2^e times the product, by steps
//! without any division; whoever multiplies modulo q = 2^m takes bits e to e + m - 1 of a result, which 16 bits have if
//! e + m <= 16 ([`Layer::LOST_BITS`], added up over a chain of layers). As every step is linear modulo 2^16, the transposes
//! are exact too, and all that has to be proved is the identity on pairs of basis vectors.
//!
//! A value at infinity is the coefficient at y^(k-1); a value at 1/2 comes times 2^(k-1). What e must be follows from the
//! points: of the row of a finite point s_i the denominator is the product of its distances s_i - s_j from the other finite
//! points. Points fall into three classes modulo 2 (0, 1, infinity), and three points in a class need 3 bits, two need 1 bit.
//!
//! | layer | points | products | bits lost |
//! | --- | --- | --- | --- |
//! | [`Karatsuba`] | 0, 1, infinity | 3 for 2 parts | 0 |
//! | [`KaratsubaThree`] | pairs of parts | 6 for 3 parts | 0 |
//! | [`Toom3`] | 0, 1, -1, 2, infinity | 5 for 3 parts | 1 |
//! | [`Toom4`] | 0, 1, -1, 2, -2, 1/2, infinity | 7 for 4 parts | 3 |
//! | [`Toom5`] | 0, 1, -1, 2, -2, 1/2, -1/2, 3, infinity | 9 for 5 parts | 3 |
//!
//! Toom-4 at 4 in place of 1/2 would lose a fourth bit: 0, 2, -2 and 4 are in one class, and (4 - 2)(4 + 2) 4 = 16 * 3.
//!
//! Sources: Karatsuba, Ofman (1962); Toom (1963); Cook (1966); Bernstein, "Multidigit multiplication for mathematicians" (2001),
//! section 7, for what to do when 2 is not invertible; Hwang, Liu, Yang (2024), sections 3.6 and 5.2.1, for the points of
//! Toom-5. The programs are ours.

use super::linear_map::{LinearMap, linear_map, over};
use crate::simd::I16Vector;

/// A layer: how a polynomial is split, evaluated, and recovered from the products of values.
pub trait Layer: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The layer's name.
    const NAME: &'static str;
    /// The parts k of an operand.
    const PARTS: usize = <Self::Evaluate as LinearMap>::INPUTS;
    /// The products P.
    const POINTS: usize = <Self::Evaluate as LinearMap>::OUTPUTS;
    /// The bits e: the interpolation gives 2^e times the product.
    const LOST_BITS: u32;
    /// From k parts to P values.
    type Evaluate: LinearMap;
    /// From P products of values to 2^e times the 2k - 1 coefficients of the product.
    type Interpolate: LinearMap;
}

/// The coefficients modulo 2^(16 - `spare_bits`), centred, of words that are 2^`lost_bits` times them.
#[inline(always)]
pub fn coefficients<V: I16Vector>(words: V, lost_bits: u32, spare_bits: u32) -> V {
    words.shift_left(spare_bits - lost_bits).shift_right(spare_bits)
}

/// Declares layers.
macro_rules! layers {
    ($($(#[$doc:meta])* $layer:ident: $name:literal, $lost:literal, $evaluate:ident, $interpolate:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $layer;

        impl Layer for $layer {
            const NAME: &'static str = $name;
            const LOST_BITS: u32 = $lost;
            type Evaluate = $evaluate;
            type Interpolate = $interpolate;
        }
    )*};
}

layers! {
    /// Two parts at 0, 1 and infinity.
    Karatsuba: "karatsuba", 0, EvaluateKaratsuba, InterpolateKaratsuba;
    /// Three parts: their products, and those of the sums of two.
    KaratsubaThree: "karatsuba-3", 0, EvaluateKaratsubaThree, InterpolateKaratsubaThree;
    /// Three parts at 0, 1, -1, 2 and infinity.
    Toom3: "toom-3", 1, EvaluateToom3, InterpolateToom3;
    /// Four parts at 0, 1, -1, 2, -2, 1/2 and infinity.
    Toom4: "toom-4", 3, EvaluateToom4, InterpolateToom4;
    /// Five parts at 0, 1, -1, 2, -2, 1/2, -1/2, 3 and infinity.
    Toom5: "toom-5", 3, EvaluateToom5, InterpolateToom5;
}

linear_map! {
    /// a_0, a_0 + a_1, a_1.
    EvaluateKaratsuba(3): [0 1] -> [0 2 1] {
        [2 = 1 * 0] [2 += 1 * 1]
    }
}

linear_map! {
    /// The three coefficients.
    InterpolateKaratsuba(3): [0 1 2] -> [0 1 2] {
        [1 += -1 * 0] [1 += -1 * 2]
    }
}

linear_map! {
    /// a_0, a_1, a_2, a_0 + a_1, a_0 + a_2, a_1 + a_2.
    EvaluateKaratsubaThree(6): [0 1 2] -> [0 1 2 3 4 5] {
        [3 = 1 * 0] [3 += 1 * 1]
        [4 = 1 * 0] [4 += 1 * 2]
        [5 = 1 * 1] [5 += 1 * 2]
    }
}

linear_map! {
    /// The five coefficients.
    InterpolateKaratsubaThree(6): [0 1 2 3 4 5] -> [0 3 4 5 2] {
        [3 += -1 * 0] [3 += -1 * 1]
        [4 += -1 * 0] [4 += -1 * 2] [4 += 1 * 1]
        [5 += -1 * 1] [5 += -1 * 2]
    }
}

linear_map! {
    /// The values at 0, 1, -1, 2 and infinity.
    EvaluateToom3(6): [0 1 2] -> [0 3 4 5 2] {
        [5 = 1 * 0] [5 += 2 * 1] [5 += 4 * 2]
        [3 = 1 * 0] [3 += 1 * 2]
        [4 = 1 * 1]
        [3 <> 4]
    }
}

linear_map! {
    /// Twice the five coefficients c.
    InterpolateToom3(5): [0 1 2 3 4] -> [0 2 1 3 4] {
        // 2 c_2, and 2 c_1 + 2 c_3.
        [1 <> 2]
        [1 += -2 * 0] [1 += -2 * 4]
        // Of the value at 2 remains 6 c_3.
        [3 += -1 * 0] [3 += -2 * 1] [3 += -16 * 4] [3 += -1 * 2]
        [3 *= over(1, 3)]
        [2 += -1 * 3]
        [0 *= 2] [4 *= 2]
    }
}

linear_map! {
    /// The values at 0, 1, -1, 2, -2, 1/2 (times 8) and infinity.
    EvaluateToom4(9): [0 1 2 3] -> [0 4 7 5 8 6 3] {
        [4 = 1 * 0] [4 += 1 * 2]
        [5 = 1 * 0] [5 += 4 * 2]
        [6 = 8 * 0] [6 += 4 * 1] [6 += 2 * 2] [6 += 1 * 3]
        [7 = 1 * 1] [7 += 1 * 3]
        [8 = 2 * 1] [8 += 8 * 3]
        [4 <> 7] [5 <> 8]
    }
}

linear_map! {
    /// Eight times the seven coefficients c.
    InterpolateToom4(7): [0 1 2 3 4 5 6] -> [0 2 1 5 3 4 6] {
        // Sums of the even coefficients, and of the odd ones.
        [1 <> 2] [3 <> 4]
        // A = 2 c_2 + 2 c_4; 8 c_2 + 32 c_4 less 4 A is 24 c_4.
        [1 += -2 * 0] [1 += -2 * 6]
        [3 += -2 * 0] [3 += -128 * 6] [3 += -4 * 1]
        [3 *= over(1, 3)]
        // Twice the value at 1/2, less 32 c_2 + 8 c_4 = 16 A - 3 (8 c_4) and 64 (c_1 + c_3 + c_5): -48 c_3 - 60 c_5.
        [5 += -64 * 0] [5 += -1 * 6]
        [5 *= 2]
        [5 += -16 * 1] [5 += 3 * 3] [5 += -32 * 2]
        // 12 c_3 + 60 c_5.
        [4 += -2 * 2]
        // -36 c_3 and 180 c_5.
        [5 += 1 * 4]
        [4 *= 3] [4 += 1 * 5]
        [4 *= over(2, 45)]
        [5 *= over(-2, 9)]
        [2 *= 4] [2 += -1 * 5] [2 += -1 * 4]
        [1 *= 4] [1 += -1 * 3]
        [0 *= 8] [6 *= 8]
    }
}

linear_map! {
    /// The values at 0, 1, -1, 2, -2, 1/2 and -1/2 (times 16), 3 and infinity.
    EvaluateToom5(12): [0 1 2 3 4] -> [0 5 6 7 8 9 10 11 4] {
        [5 = 1 * 0] [5 += 1 * 2] [5 += 1 * 4]
        [6 = 1 * 1] [6 += 1 * 3]
        [7 = 1 * 0] [7 += 4 * 2] [7 += 16 * 4]
        [8 = 2 * 1] [8 += 8 * 3]
        [9 = 16 * 0] [9 += 4 * 2] [9 += 1 * 4]
        [10 = 8 * 1] [10 += 2 * 3]
        [11 = 1 * 0] [11 += 3 * 1] [11 += 9 * 2] [11 += 27 * 3] [11 += 81 * 4]
        [5 <> 6] [7 <> 8] [9 <> 10]
    }
}

linear_map! {
    /// Eight times the nine coefficients c.
    InterpolateToom5(9): [0 1 2 3 4 5 6 7 8] -> [0 2 3 4 1 7 5 6 8] {
        // The value at 3 less that at 1, without c_8.
        [7 += -1 * 1] [7 += -6560 * 8]
        [1 <> 2] [3 <> 4] [5 <> 6]
        // A = 2 (c_2 + c_4 + c_6), B = 8 c_2 + 32 c_4 + 128 c_6, C = 128 c_2 + 32 c_4 + 8 c_6.
        [1 += -2 * 0] [1 += -2 * 8]
        [3 += -2 * 0] [3 += -512 * 8]
        [5 += -512 * 0] [5 += -2 * 8]
        // 360 c_2 = B + 4 C - 80 A, and 8 c_6 = 4 (8 c_2) - (C - 16 A) / 3.
        [3 += -16 * 1] [5 += -16 * 1]
        [3 += 4 * 5]
        [3 *= over(1, 45)]
        [5 *= over(-1, 3)] [5 += 4 * 3]
        [1 *= 4] [1 += -1 * 3] [1 += -1 * 5]
        // O = 2 (c_1 + c_3 + c_5 + c_7). Without the even coefficients, the value at 3 less that at 1 less O is
        // 24 c_3 + 240 c_5 + 2184 c_7.
        [7 += -1 * 3] [7 += -10 * 1] [7 += -91 * 5] [7 += -1 * 2]
        // 12 c_3 + 60 c_5 + 252 c_7, and -192 c_3 - 240 c_5 - 252 c_7.
        [4 += -2 * 2]
        [6 += -128 * 2]
        // 120 c_5 + 1680 c_7, and 720 c_5 + 3780 c_7, which less six times the former is -6300 c_7.
        [7 += -2 * 4]
        [6 += 16 * 4] [6 += -6 * 7]
        [6 *= over(-2, 1575)]
        [7 *= over(1, 15)] [7 += -14 * 6]
        [4 *= over(2, 3)] [4 += -5 * 7] [4 += -21 * 6]
        [2 *= 4] [2 += -1 * 4] [2 += -1 * 7] [2 += -1 * 6]
        [0 *= 8] [8 *= 8]
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::stage::linear_map::tests::{apply, apply_transposed, assert_transposed};

    fn unit(n: usize, k: usize) -> Vec<i16> {
        (0..n).map(|i| (i == k).into()).collect()
    }

    /// Interpolation of the products of values is 2^e times the product, on every pair of basis vectors: so for all operands,
    /// as both sides are bilinear modulo 2^16.
    fn assert_products<L: Layer>() {
        let parts = L::PARTS;
        assert_eq!(<L::Interpolate as LinearMap>::INPUTS, L::POINTS);
        assert_eq!(<L::Interpolate as LinearMap>::OUTPUTS, 2 * parts - 1);
        for (i, j) in (0..parts).flat_map(|i| (0..parts).map(move |j| (i, j))) {
            let (a, b) = (apply::<L::Evaluate>(&unit(parts, i)), apply::<L::Evaluate>(&unit(parts, j)));
            let values: Vec<_> = a.iter().zip(&b).map(|(a, b)| a.wrapping_mul(*b)).collect();
            let expected: Vec<_> = unit(2 * parts - 1, i + j).iter().map(|c| c << L::LOST_BITS).collect();
            assert_eq!(apply::<L::Interpolate>(&values), expected, "{}: y^{i} y^{j}", L::NAME);
        }
    }

    /// No fewer bits are lost: some coefficient of the interpolation is odd.
    fn assert_no_less<L: Layer>() {
        let odd =
            (0..L::POINTS).any(|point| apply::<L::Interpolate>(&unit(L::POINTS, point)).iter().any(|c| c & 1 == 1));
        assert!(odd, "{}", L::NAME);
    }

    /// The Toeplitz product of dimension k: with the transposes, the same layer multiplies a Toeplitz matrix by a vector
    /// (Hwang, Liu, Yang 2024, Definition 1), on every pair of basis vectors.
    fn assert_toeplitz<L: Layer>() {
        let parts = L::PARTS;
        for (d, j) in (0..2 * parts - 1).flat_map(|d| (0..parts).map(move |j| (d, j))) {
            let matrix = apply_transposed::<L::Interpolate>(&unit(2 * parts - 1, d));
            // The vector in the opposite order.
            let vector = apply::<L::Evaluate>(&unit(parts, parts - 1 - j));
            let values: Vec<_> = matrix.iter().zip(&vector).map(|(a, b)| a.wrapping_mul(*b)).collect();
            let product = apply_transposed::<L::Evaluate>(&values);
            for (i, &found) in product.iter().enumerate() {
                let expected = i16::from(i + parts - 1 - j == d) << L::LOST_BITS;
                assert_eq!(found, expected, "{}: diagonal {d}, column {j}, row {i}", L::NAME);
            }
        }
    }

    fn check<L: Layer>() {
        assert_products::<L>();
        assert_no_less::<L>();
        assert_transposed::<L::Evaluate>();
        assert_transposed::<L::Interpolate>();
        assert_toeplitz::<L>();
    }

    #[test]
    fn layers_multiply() {
        check::<Karatsuba>();
        check::<KaratsubaThree>();
        check::<Toom3>();
        check::<Toom4>();
        check::<Toom5>();
    }
}
