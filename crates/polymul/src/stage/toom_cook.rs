//! Toom-Cook over Z_65536: products of polynomials with k parts by P products of values, where
//! P = 2k - 1 for evaluation at points.
//!
//! ```text
//! evaluate:    R[y]_(< k) -> R^P,        a -> (a(s_0), ..., a(s_(P - 1)))
//! interpolate: R^P -> R[y]_(< 2k - 1),   (a(s_i) b(s_i)) -> 2^e a b
//! ```
//!
//! over R = Z_65536, in which 2 has no inverse. The inverse of the evaluation has denominators: odd
//! ones, which are units of R, and powers of two up to 2^e. The interpolation computes 2^e times
//! the product by steps without divisions. A product modulo q = 2^m is then in bits e to e + m - 1
//! of the results, which exist if e + m <= 16. The bits e that are lost ([`Layer::LOST_BITS`]) add
//! up over a chain of layers.
//!
//! Every step is linear modulo 2^16, so the transposes are exact too, and a layer is proved by the
//! identity on all pairs of basis vectors.
//!
//! | layer | points | products | bits lost |
//! | --- | --- | --- | --- |
//! | [`Karatsuba`] | 0, 1, infinity | 3 for 2 parts | 0 |
//! | [`KaratsubaTwice`] | pairs of those of [`Karatsuba`] | 9 for 4 parts | 0 |
//! | [`KaratsubaThree`] | none: parts, and sums of two parts | 6 for 3 parts | 0 |
//! | [`KaratsubaFive`] | none: parts, and sums of two parts | 15 for 5 parts | 0 |
//! | [`Toom3`] | 0, 1, -1, 2, infinity | 5 for 3 parts | 1 |
//! | [`Toom4`] | 0, 1, -1, 2, -2, 1/2, infinity | 7 for 4 parts | 3 |
//! | [`Toom5`] | 0, 1, -1, 2, -2, 1/2, -1/2, 3, infinity | 9 for 5 parts | 3 |
//!
//! # Lost bits
//!
//! A point s/t, with coprime s and t, gives a polynomial a of degree below k the value a(s,
//! t) = sum_j a_j s^j t^(k - 1 - j). So the value at infinity, which is 1/0, is the coefficient of
//! y^(k - 1), and the value at 1/2 is scaled by 2^(k - 1). Lagrange's formula for the product c is
//!
//! ```text
//! c(s, t) = sum_i c(s_i, t_i) prod_(j != i) (s t_j - t s_j) / (s_i t_j - t_i s_j)
//! ```
//!
//! The numerators have coprime coefficients. So e is the largest exponent of 2 in one of the
//! products of *distances* prod_(j != i) (s_i t_j - t_i s_j). A distance is even if both points are
//! in the same class modulo 2. There are three classes: the classes of 0, 1 and infinity. Two
//! points in a class lose at least 1 bit, three at least 3, and four at least 4.
//!
//! `[CCH+23]`, section 1.3.4, says that Toom-4 at 0, 1, -1, 2, -2, 4 and infinity loses 3 bits. It
//! loses 4, as 0, 2, -2 and 4 are in one class. The row of the inverse matrix for c_5 is
//!
//! ```text
//! point       0      1     -1     2      -2      4      infinity
//! c_5        -1/16   1/18   1/30  -1/48  -1/144   1/720  -4           720 = 2^4 * 45
//! ```
//!
//! With 1/2 instead of 4, each class has at most three points, and 3 bits are lost.
//!
//! Sources: `[KO62]`, `[Too63]`, `[Coo66]`; `[Win80]` for infinity; `[WP06]` for three parts by six
//! products; `[Ber01]`, section 7, and `[CCH+23]`, section 3.8, where 2 is not invertible;
//! `[CCH+23]`, sections 1.3.4, 3.6 and 5.2.1, for the points of Toom-5 and of Toom-3. The programs
//! are this project's own.

use super::linear_map::{LinearMap, Transposed, linear_map, over};
use crate::simd::{I16Vector, Simd};

/// A layer: the split of a polynomial into parts, the evaluation, and the interpolation.
pub trait Layer: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The layer's name in recipes.
    const NAME: &'static str;
    /// The number k of parts of an operand.
    const PARTS: usize = <Self::Evaluate as LinearMap>::INPUTS;
    /// The number P of products of values.
    const POINTS: usize = <Self::Evaluate as LinearMap>::OUTPUTS;
    /// The number e of lost bits: the interpolation returns 2^e times the product.
    const LOST_BITS: u32;
    /// The evaluation: from k parts to P values.
    type Evaluate: LinearMap;
    /// The interpolation: from P products of values to 2^e times the 2k - 1 coefficients of the
    /// product.
    type Interpolate: LinearMap;
    /// The transposed interpolation of a Toeplitz matrix: from its 2k - 1 windows to P matrices; or
    /// from its 2k blocks to the two blocks of each of P matrices, which are multiples of them.
    type Matrix: LinearMap;
    /// A map of blocks with the same results as [`Matrix`](Self::Matrix), for backends whose
    /// [form](crate::simd::Form::maps_blocks) asks for it; or the same map.
    type BlockMatrix: LinearMap;
    /// The evaluation for the products with these matrices. It has the factors that
    /// [`Matrix`](Self::Matrix) lacks.
    type Vector: LinearMap;
    /// True if [`Matrix`](Self::Matrix) is a map of blocks.
    const BY_BLOCKS: bool = <Self::Matrix as LinearMap>::INPUTS == 2 * Self::PARTS;
}

/// Returns the centred coefficients modulo 2^(16 - `spare_bits`) whose multiples by 2^`lost_bits`,
/// modulo 2^16, are `words`. Requires `lost_bits` <= `spare_bits`.
#[inline(always)]
pub fn coefficients<V: I16Vector>(words: V, lost_bits: u32, spare_bits: u32) -> V {
    words.shift_left(spare_bits - lost_bits).shift_right(spare_bits)
}

/// Stores the [`coefficients`] of as many words of `product` as `result` has places. Requires a
/// multiple of the length of a vector.
#[inline(always)]
pub fn store_coefficients<S: Simd>(
    simd: S,
    product: &[S::Coefficient],
    [lost_bits, spare_bits]: [u32; 2],
    result: &mut [S::Coefficient],
) {
    for start in (0..result.len()).step_by(simd.lanes()) {
        let words = simd.load(&product[start..]);
        simd.store(coefficients(words, lost_bits, spare_bits), &mut result[start..]);
    }
}

/// Declares layers by their names, lost bits and programs. The programs for Toeplitz matrices and
/// vectors follow where they are not the general ones, and then one for the blocks of a matrix.
macro_rules! layers {
    (@matrix $interpolate:ident) => { Transposed<$interpolate> };
    (@matrix $interpolate:ident $matrix:ident) => { $matrix };
    (@blocks [$($usual:ident)+] $blocks:ident) => { $blocks };
    (@blocks [$($usual:ident)+]) => { layers!(@matrix $($usual)+) };
    (@vector $evaluate:ident) => { $evaluate };
    (@vector $evaluate:ident $vector:ident) => { $vector };
    ($(
        $(#[$doc:meta])*
        $layer:ident: $name:literal, $lost:literal, $evaluate:ident, $interpolate:ident
            $(, $matrix:ident, $vector:ident)? $(or $blocks:ident)?;
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $layer;

        impl Layer for $layer {
            const NAME: &'static str = $name;
            const LOST_BITS: u32 = $lost;
            type Evaluate = $evaluate;
            type Interpolate = $interpolate;
            type Matrix = layers!(@matrix $interpolate $($matrix)?);
            type BlockMatrix = layers!(@blocks [$interpolate $($matrix)?] $($blocks)?);
            type Vector = layers!(@vector $evaluate $($vector)?);
        }
    )*};
}

layers! {
    /// Karatsuba's layer: two parts at 0, 1 and infinity.
    Karatsuba: "karatsuba", 0, EvaluateKaratsuba, InterpolateKaratsuba;
    /// Two of Karatsuba's layers at once, for four parts: no values between them go through memory.
    KaratsubaTwice: "karatsuba-twice", 0, EvaluateKaratsubaTwice, InterpolateKaratsubaTwice;
    /// Karatsuba's layer for three parts: products of the parts, and of the sums of two parts.
    KaratsubaThree: "karatsuba-3", 0, EvaluateKaratsubaThree, InterpolateKaratsubaThree;
    /// Karatsuba's layer for five parts: products of the parts, and of the sums of two parts.
    KaratsubaFive: "karatsuba-5", 0, EvaluateKaratsubaFive, InterpolateKaratsubaFive;
    /// Toom-3: three parts at 0, 1, -1, 2 and infinity.
    Toom3: "toom-3", 1, EvaluateToom3, InterpolateToom3, MatrixToom3, VectorToom3;
    /// Toom-4: four parts at 0, 1, -1, 2, -2, 1/2 and infinity.
    Toom4: "toom-4", 3, EvaluateToom4, InterpolateToom4;
    /// Toom-5: five parts at 0, 1, -1, 2, -2, 1/2, -1/2, 3 and infinity.
    Toom5: "toom-5", 3, EvaluateToom5, InterpolateToom5 or BlockMatrixToom5;
}

linear_map! {
    /// The values at 0, 1 and infinity: a_0, a_0 + a_1, a_1.
    EvaluateKaratsuba(3): [0 1] -> [0 2 1] {
        [2 = 1 * 0] [2 += 1 * 1]
    }
}

linear_map! {
    /// The three coefficients of the product.
    InterpolateKaratsuba(3): [0 1 2] -> [0 1 2] {
        [1 += -1 * 0] [1 += -1 * 2]
    }
}

linear_map! {
    /// The values of (a_0, a_1) at 0, 1 and infinity, those of its sum with (a_2, a_3), and those
    /// of (a_2, a_3).
    EvaluateKaratsubaTwice(9): [0 1 2 3] -> [0 4 1 5 8 6 2 7 3] {
        [4 = 1 * 0] [4 += 1 * 1]
        [5 = 1 * 0] [5 += 1 * 2]
        [6 = 1 * 1] [6 += 1 * 3]
        [7 = 1 * 2] [7 += 1 * 3]
        [8 = 1 * 4] [8 += 1 * 7]
    }
}

linear_map! {
    /// The seven coefficients of the product.
    InterpolateKaratsubaTwice(9): [0 1 2 3 4 5 6 7 8] -> [0 1 3 4 5 7 8] {
        [1 += -1 * 0] [1 += -1 * 2]
        [4 += -1 * 3] [4 += -1 * 5]
        [7 += -1 * 6] [7 += -1 * 8]
        [3 += -1 * 0] [3 += -1 * 6]
        [4 += -1 * 1] [4 += -1 * 7]
        [5 += -1 * 2] [5 += -1 * 8]
        [3 += 1 * 2]
        [5 += 1 * 6]
    }
}

linear_map! {
    /// The parts and their sums: a_0, a_1, a_2, a_0 + a_1, a_0 + a_2, a_1 + a_2.
    EvaluateKaratsubaThree(6): [0 1 2] -> [0 1 2 3 4 5] {
        [3 = 1 * 0] [3 += 1 * 1]
        [4 = 1 * 0] [4 += 1 * 2]
        [5 = 1 * 1] [5 += 1 * 2]
    }
}

linear_map! {
    /// The five coefficients of the product.
    InterpolateKaratsubaThree(6): [0 1 2 3 4 5] -> [0 3 4 5 2] {
        [3 += -1 * 0] [3 += -1 * 1]
        [4 += -1 * 0] [4 += -1 * 2] [4 += 1 * 1]
        [5 += -1 * 1] [5 += -1 * 2]
    }
}

linear_map! {
    /// The parts a_i, and their sums a_i + a_j for i < j.
    EvaluateKaratsubaFive(15): [0 1 2 3 4] -> [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        [5 = 1 * 0] [5 += 1 * 1] [6 = 1 * 0] [6 += 1 * 2] [7 = 1 * 0] [7 += 1 * 3]
        [8 = 1 * 0] [8 += 1 * 4] [9 = 1 * 1] [9 += 1 * 2] [10 = 1 * 1] [10 += 1 * 3]
        [11 = 1 * 1] [11 += 1 * 4] [12 = 1 * 2] [12 += 1 * 3] [13 = 1 * 2] [13 += 1 * 4]
        [14 = 1 * 3] [14 += 1 * 4]
    }
}

linear_map! {
    /// The nine coefficients of the product.
    InterpolateKaratsubaFive(15): [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] -> [0 5 6 7 8 11 13 14 4] {
        [5 += -1 * 0] [5 += -1 * 1]
        [6 += 1 * 1] [6 += -1 * 0] [6 += -1 * 2]
        [7 += 1 * 9] [7 += -1 * 0] [7 += -1 * 3] [7 += -1 * 1] [7 += -1 * 2]
        [8 += 1 * 10] [8 += 1 * 2] [8 += -1 * 0] [8 += -1 * 4] [8 += -1 * 1] [8 += -1 * 3]
        [11 += 1 * 12] [11 += -1 * 1] [11 += -1 * 4] [11 += -1 * 2] [11 += -1 * 3]
        [13 += 1 * 3] [13 += -1 * 2] [13 += -1 * 4]
        [14 += -1 * 3] [14 += -1 * 4]
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
    /// Twice the five coefficients c_j of the product.
    InterpolateToom3(5): [0 1 2 3 4] -> [0 2 1 3 4] {
        // Register 1 becomes 2 c_2, register 2 is 2 c_1 + 2 c_3.
        [1 <> 2]
        [1 += -2 * 0] [1 += -2 * 4]
        // Register 3, the value at 2, becomes 6 c_3 and then 2 c_3.
        [3 += -1 * 0] [3 += -2 * 1] [3 += -16 * 4] [3 += -1 * 2]
        [3 *= over(1, 3)]
        [2 += -1 * 3]
        [0 *= 2] [4 *= 2]
    }
}

linear_map! {
    /// The blocks of the matrices at 0, 1, -1, 2 and infinity from the blocks z_0 to z_5, the
    /// latter three matrices times 3, 3 and 1/2.
    ///
    /// Let n_k = 2 z_k - z_(k + 1) and e_k = n_k - n_(k + 2). Both blocks of a matrix share these:
    ///
    /// ```text
    /// 0: e_0, e_1    1: n_1 + n_2, n_2 + n_3    -1: n_2 - n_1, n_3 - n_2
    /// 2: z_3 - z_1, z_4 - z_2                   infinity: e_1, e_2
    /// ```
    ///
    /// These are 19 operations, where both halves of the windows take 32 one by one.
    MatrixToom3(17): [0 1 2 3 4 5] -> [6 14 8 9 7 15 11 12 16 13] {
        [6 = 2 * 0] [6 += -1 * 1]
        [7 = 2 * 1] [7 += -1 * 2]
        [8 = 2 * 2] [8 += -1 * 3]
        [9 = 2 * 3] [9 += -1 * 4]
        [10 = 2 * 4] [10 += -1 * 5]
        [11 = 1 * 3] [11 += -1 * 1]
        [12 = 1 * 4] [12 += -1 * 2]
        // e_0 to e_2 in registers 6, 14 and 13. Register 16 is another e_1.
        [6 += -1 * 8]
        [14 = 1 * 7] [14 += -1 * 9] [16 = 1 * 14]
        [13 = 1 * 8] [13 += -1 * 10]
        [15 = 1 * 8]
        [8 <> 7] [9 <> 15]
    }
}

linear_map! {
    /// The values at 0, 1, -1, 2 and infinity, the latter three times 1/3, 1/3 and 2.
    VectorToom3(6): [0 1 2] -> [0 3 4 5 2] {
        [5 = 1 * 0] [5 += 2 * 1] [5 += 4 * 2]
        [3 = 1 * 0] [3 += 1 * 2]
        [4 = 1 * 1]
        [3 <> 4]
        [4 *= over(1, 3)] [5 *= over(1, 3)]
        [2 *= 2]
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
    /// Eight times the seven coefficients c_j of the product.
    InterpolateToom4(7): [0 1 2 3 4 5 6] -> [0 2 1 5 3 4 6] {
        // Sums and differences of the values at s and -s: even coefficients in registers 1 and 3,
        // odd ones in registers 2 and 4.
        [1 <> 2] [3 <> 4]
        // Register 1 becomes A = 2 c_2 + 2 c_4. Register 3 becomes 8 c_2 + 32 c_4 - 4 A = 24 c_4,
        // then 8 c_4.
        [1 += -2 * 0] [1 += -2 * 6]
        [3 += -2 * 0] [3 += -128 * 6] [3 += -4 * 1]
        [3 *= over(1, 3)]
        // Register 5 is 64 times the value at 1/2. Without c_0 and c_6, and doubled, it is
        // 64 c_1 + 32 c_2 + 16 c_3 + 8 c_4 + 4 c_5. Subtracting 32 c_2 + 8 c_4 = 16 A - 3 (8 c_4)
        // and 64 (c_1 + c_3 + c_5) leaves -48 c_3 - 60 c_5.
        [5 += -64 * 0] [5 += -1 * 6]
        [5 *= 2]
        [5 += -16 * 1] [5 += 3 * 3] [5 += -32 * 2]
        // Register 4 becomes 12 c_3 + 60 c_5.
        [4 += -2 * 2]
        // Register 5 becomes -36 c_3, register 4 becomes 180 c_5; then 8 c_3 and 8 c_5.
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
    /// Eight times the nine coefficients c_j of the product.
    InterpolateToom5(9): [0 1 2 3 4 5 6 7 8] -> [0 2 3 4 1 7 5 6 8] {
        // Register 7 becomes the value at 3 minus the value at 1, without c_8.
        [7 += -1 * 1] [7 += -6560 * 8]
        [1 <> 2] [3 <> 4] [5 <> 6]
        // Registers 1, 3 and 5 become A = 2 (c_2 + c_4 + c_6), B = 8 c_2 + 32 c_4 + 128 c_6 and
        // C = 128 c_2 + 32 c_4 + 8 c_6.
        [1 += -2 * 0] [1 += -2 * 8]
        [3 += -2 * 0] [3 += -512 * 8]
        [5 += -512 * 0] [5 += -2 * 8]
        // By B + 4 C - 80 A = 360 c_2 and 4 (8 c_2) - (C - 16 A) / 3 = 8 c_6, registers 3, 5 and 1
        // become 8 c_2, 8 c_6 and 8 c_4.
        [3 += -16 * 1] [5 += -16 * 1]
        [3 += 4 * 5]
        [3 *= over(1, 45)]
        [5 *= over(-1, 3)] [5 += 4 * 3]
        [1 *= 4] [1 += -1 * 3] [1 += -1 * 5]
        // Register 2 is O = 2 (c_1 + c_3 + c_5 + c_7). Register 7 without the even coefficients,
        // minus O, is 24 c_3 + 240 c_5 + 2184 c_7.
        [7 += -1 * 3] [7 += -10 * 1] [7 += -91 * 5] [7 += -1 * 2]
        // Register 4 becomes 12 c_3 + 60 c_5 + 252 c_7, register 6 becomes
        // -192 c_3 - 240 c_5 - 252 c_7.
        [4 += -2 * 2]
        [6 += -128 * 2]
        // Register 7 becomes 120 c_5 + 1680 c_7. Register 6 becomes 720 c_5 + 3780 c_7, and minus
        // six times register 7 it is -6300 c_7, then 8 c_7.
        [7 += -2 * 4]
        [6 += 16 * 4] [6 += -6 * 7]
        [6 *= over(-2, 1575)]
        [7 *= over(1, 15)] [7 += -14 * 6]
        [4 *= over(2, 3)] [4 += -5 * 7] [4 += -21 * 6]
        [2 *= 4] [2 += -1 * 4] [2 += -1 * 7] [2 += -1 * 6]
        [0 *= 8] [8 *= 8]
    }
}

linear_map! {
    /// The blocks of the matrices at 0, 1, -1, 2, -2, 1/2, -1/2, 3 and infinity from the blocks z_0
    /// to z_9: the transposed interpolation of both halves of the windows.
    ///
    /// Let E be the shift of a sequence of blocks, (E z)_k = z_(k + 1), and let B = E^2 - 1,
    /// C = E^2 - 4, D = 4 E^2 - 1 and F = E - 3, which are zero at points. A matrix is a multiple
    /// of the product of E, B, C, D and F without the factor of its point:
    ///
    /// ```text
    /// 0: 2/3 BCDF         1: 2/9 (E + 1) ECDF    -1: 1/9 (E - 1) ECDF       infinity: 2 EBCDF
    /// 2: -1/45 (E + 2) EBDF                      -2: -1/225 (E - 2) EBDF
    /// 1/2: -1/225 (2 E + 1) EBCF                 -1/2: -1/315 (2 E - 1) EBCF     3: 1/525 EBCD
    /// ```
    ///
    /// Both blocks of a matrix, and the matrices of opposite points, share these products.
    BlockMatrixToom5(37): [0 1 2 3 4 5 6 7 8 9] -> [24 25 29 28 13 14 31 33 32 34 35 36 21 22 12 27 30 26] {
        // Register 12 is BCD z_1, as BCD = 4 E^6 - 21 E^4 + 21 E^2 - 4.
        [10 = 1 * 7] [10 += -1 * 1]
        [11 = 1 * 5] [11 += -1 * 3]
        [12 = 4 * 10] [12 += -21 * 11]
        // Register k + 1 becomes F z_k.
        [9 += -1 * 8] [9 += -2 * 8]
        [8 += -1 * 7] [8 += -2 * 7]
        [7 += -1 * 6] [7 += -2 * 6]
        [6 += -1 * 5] [6 += -2 * 5]
        [5 += -1 * 4] [5 += -2 * 4]
        [4 += -1 * 3] [4 += -2 * 3]
        [3 += -1 * 2] [3 += -2 * 2]
        [2 += -1 * 1] [2 += -2 * 1]
        [1 += -1 * 0] [1 += -2 * 0]
        [13 = -9 * 4] [14 = -9 * 5]
        // Register k + 3 becomes BF z_k, and registers 15 to 20 four times BF z_1 to BF z_6.
        [9 += -1 * 7] [8 += -1 * 6] [7 += -1 * 5] [6 += -1 * 4] [5 += -1 * 3] [4 += -1 * 2] [3 += -1 * 1]
        [15 = 4 * 4] [16 = 4 * 5] [17 = 4 * 6] [18 = 4 * 7] [19 = 4 * 8] [20 = 4 * 9]
        // CDF z_1 and CDF z_2, as CD = 4 (E^2 - 1) B - 9 E^2; BCF z_1 to BCF z_3 in registers 21 to
        // 23; BDF z_0 to BDF z_4 in registers 16 to 20.
        [13 += 1 * 17] [13 += -1 * 15]
        [14 += 1 * 18] [14 += -1 * 16]
        [21 = 1 * 6] [21 += -1 * 15]
        [22 = 1 * 7] [22 += -1 * 16]
        [23 = 1 * 8] [23 += -1 * 17]
        [16 += -1 * 3] [17 += -1 * 4] [18 += -1 * 5] [19 += -1 * 6] [20 += -1 * 7]
        // BCDF z_0 to BCDF z_2; BCD z_2 = BCDF z_1 + 3 BCD z_1; CDF z_3 = CDF z_1 + BCDF z_1.
        [24 = 1 * 18] [24 += -4 * 16]
        [25 = 1 * 19] [25 += -4 * 17]
        [26 = 1 * 20] [26 += -4 * 18]
        [27 = 1 * 25] [27 += 1 * 12] [27 += 2 * 12]
        [12 *= over(1, 525)] [27 *= over(1, 525)]
        [28 = 1 * 13] [28 += 1 * 25]
        [13 *= over(1, 9)] [14 *= over(1, 9)] [28 *= over(1, 9)]
        [29 = 1 * 14] [29 <> 13]
        [28 <> 14]
        [29 *= 2] [28 *= 2]
        [24 *= over(2, 3)] [30 = 2 * 25] [25 *= over(2, 3)] [26 *= 2]
        [31 = 1 * 18] [32 = 2 * 17] [31 <> 32]
        [33 = 1 * 19] [34 = 2 * 18] [33 <> 34]
        [31 *= over(-1, 45)] [33 *= over(-1, 45)] [32 *= over(-1, 225)] [34 *= over(-1, 225)]
        [35 = 2 * 22] [36 = 2 * 23] [35 <> 21] [36 <> 22]
        [35 *= over(-1, 225)] [36 *= over(-1, 225)] [21 *= over(-1, 315)] [22 *= over(-1, 315)]
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

    /// Checks that the interpolation of the products of values is 2^e times the product, on every
    /// pair of basis vectors. This proves it for all operands, as both sides are bilinear modulo
    /// 2^16.
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

    /// Checks that no smaller e is enough: some coefficient of the interpolation is odd.
    fn assert_no_less<L: Layer>() {
        let odd =
            (0..L::POINTS).any(|point| apply::<L::Interpolate>(&unit(L::POINTS, point)).iter().any(|c| c & 1 == 1));
        assert!(odd, "{}", L::NAME);
    }

    /// Checks that the transposes of the layer multiply a Toeplitz matrix of dimension k by a
    /// vector (`[CCH+23]`, definition 1), on every pair of basis vectors.
    fn assert_toeplitz<L: Layer>() {
        let parts = L::PARTS;
        for (d, j) in (0..2 * parts - 1).flat_map(|d| (0..parts).map(move |j| (d, j))) {
            // Block d + 1 is the second block of window d.
            for half in 0..if L::BY_BLOCKS { 2 } else { 1 } {
                let matrix = apply::<L::Matrix>(&unit(<L::Matrix as LinearMap>::INPUTS, d + half));
                let matrix: Vec<_> = (0..L::POINTS)
                    .map(|point| if L::BY_BLOCKS { matrix[2 * point + half] } else { matrix[point] })
                    .collect();
                // The vector in reversed order.
                let vector = apply::<L::Vector>(&unit(parts, parts - 1 - j));
                let values: Vec<_> = matrix.iter().zip(&vector).map(|(a, b)| a.wrapping_mul(*b)).collect();
                let product = apply_transposed::<L::Evaluate>(&values);
                for (i, &found) in product.iter().enumerate() {
                    let expected = i16::from(i + parts - 1 - j == d) << L::LOST_BITS;
                    assert_eq!(found, expected, "{}: diagonal {d}, column {j}, row {i}", L::NAME);
                }
            }
        }
    }

    /// Checks that both maps of a matrix have the same results, where they differ.
    fn assert_same_matrices<L: Layer>() {
        let inputs = <L::BlockMatrix as LinearMap>::INPUTS;
        if <L::Matrix as LinearMap>::INPUTS == inputs {
            return;
        }
        assert_eq!(inputs, 2 * L::PARTS);
        for block in 0..inputs {
            let found = apply::<L::BlockMatrix>(&unit(inputs, block));
            // Window i has the blocks i and i + 1.
            for (index, found) in found.into_iter().enumerate() {
                let window = block.checked_sub(index % 2).filter(|window| *window < inputs - 1);
                let expected = window.map_or(0, |window| apply::<L::Matrix>(&unit(inputs - 1, window))[index / 2]);
                assert_eq!(found, expected, "{}: block {block}, output {index}", L::NAME);
            }
        }
    }

    fn check<L: Layer>() {
        assert_same_matrices::<L>();
        assert_transposed::<L::BlockMatrix>();
        assert_products::<L>();
        assert_no_less::<L>();
        assert_transposed::<L::Evaluate>();
        assert_transposed::<L::Interpolate>();
        assert_transposed::<L::Matrix>();
        assert_transposed::<L::Vector>();
        assert_toeplitz::<L>();
    }

    #[test]
    fn layers_multiply() {
        check::<Karatsuba>();
        check::<KaratsubaTwice>();
        check::<KaratsubaThree>();
        check::<KaratsubaFive>();
        check::<Toom3>();
        check::<Toom4>();
        check::<Toom5>();
    }
}
