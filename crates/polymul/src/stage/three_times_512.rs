//! The incomplete transform of size 1536 = 3 x 512 that stops at polynomials of 16 coefficients.
//!
//! ```text
//! Z_p[x]/(x^1536 - 1)  =  Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^3 - 1)
//!                      -> prod_t Z_p[x]/(x^32 - w^2t)                                t < 48, w of order 96
//!                      -> prod_t Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t)
//! ```
//!
//! Good-Thomas over blocks of 32 coefficients, Cooley-Tukey of length 16, radix 3, and one more layer of radix 2, which
//! divides the blocks: a vector of up to 16 lanes never mixes its lanes, and in one of 32 lanes that last layer is between
//! its halves. The power of two is 512 = 16 * 2 * 16 with leaves of 16: 5 of its 9 layers.
//!
//! Operands fill 24 of the 48 blocks, one of each pair (t, t + 24) that the first layer of radix 2 would add: there the layer
//! costs no addition, and its sign is in the twiddle factor.
//!
//! Closed form, for n = 1536 and leaf m = 16, in coefficients: n lg(512/m)/2 = 5 n / 2 products and n lg(512/m) = 5 n
//! additions for the power of two, and radix 3 with n / 3 products and 7 n / 3 additions. The first layer lacks its n additions;
//! products by 1 in the layers of length 16 are left out.
//!
//! Layout: block (k0, k1) of the image is at place 3 k0 + k1; in it first the polynomial modulo x^16 - w^t, then the one
//! modulo x^16 + w^t.
//!
//! Source: Good (1958), Cooley, Tukey (1965); for products over the integers modulo two such primes: Alkim, Cheng, Chung,
//! Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang, "Polynomial Multiplication in NTRU Prime" (2021).

mod tables;

use super::cooley_tukey;
use super::good_thomas::GoodThomas;
use super::residues::{Narrow, Residues};
use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Shape, Simd, unroll};

pub use tables::{Factors, Tables, root};

/// Coefficients of the cyclic product.
pub const SIZE: usize = 1536;
/// Coefficients in a block.
const BLOCK: usize = 2 * CHUNK;
/// Polynomials of 16 coefficients in the image.
pub const LEAVES: usize = SIZE / CHUNK;
/// The reindexing of blocks.
const INDEX: GoodThomas = GoodThomas::new([16, 3, 1]);
/// Coefficients in a row: the blocks (k0, k1) of one k0.
const ROW: usize = 3 * BLOCK;

/// Block (t0, t1) is the polynomial times x^(32 t).
const BLOCKS: [[usize; 16]; 3] = {
    let mut blocks = [[0; 16]; 3];
    let mut t = 0;
    while t < 48 {
        let [t0, t1, _] = INDEX.split(t);
        blocks[t1][t0] = t;
        t += 1;
    }
    blocks
};

/// The t in 0..48 of the block at `place`: it is modulo x^32 - w^2t.
pub const fn exponent(place: usize) -> usize {
    INDEX.join([place / 3, place % 3, 0])
}

/// The one t0 of i and i + 8 whose block an operand fills, in column t1.
const fn occupied(column: usize, i: usize) -> usize {
    if BLOCKS[column][i] < 24 { i } else { i + 8 }
}

/// The forward transforms of length 16, of an operand of 768 coefficients.
#[inline(always)]
pub fn forward_columns<S: Simd, F: Residues<S>>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    forward_column::<S, F, 0>(simd, operand, tables, result);
    forward_column::<S, F, 1>(simd, operand, tables, result);
    forward_column::<S, F, 2>(simd, operand, tables, result);
}

#[inline(always)]
fn forward_column<S: Simd, F: Residues<S>, const COLUMN: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    for start in (0..BLOCK).step_by(F::LANES) {
        let mut inputs = [F::zero(simd); 8];
        unroll!(S::Shape, i < 8, {
            let block = const { BLOCKS[COLUMN] }[occupied(COLUMN, i)];
            inputs[i] = F::load_operand(simd, &operand[block * BLOCK + start..]);
        });
        let evens = cooley_tukey::transform::<S, F, 8>(inputs, &tables.even);
        unroll!(S::Shape, m < 8, {
            F::store(simd, evens[m], &mut result[2 * m * ROW + COLUMN * BLOCK + start..]);
        });
        unroll!(S::Shape, i < 8, {
            // Only for i = 0 and a block with t0 = 0 is the factor 1.
            if i != 0 || occupied(COLUMN, 0) != 0 {
                inputs[i] = F::multiply(inputs[i], tables.twists[COLUMN][i]);
            }
        });
        let odds = cooley_tukey::transform::<S, F, 8>(inputs, &tables.odd);
        unroll!(S::Shape, m < 8, {
            F::store(simd, odds[m], &mut result[(2 * m + 1) * ROW + COLUMN * BLOCK + start..]);
        });
    }
}

/// The inverse transforms of length 16, times 16, from the rows to the product in order.
#[inline(always)]
pub fn inverse_columns<S: Simd, F: Residues<S>>(
    simd: S,
    rows: &[F::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    for column in 0..3 {
        for start in (0..BLOCK).step_by(F::LANES) {
            let at = column * BLOCK + start;
            let (mut sums, mut differences) = ([F::zero(simd); 8], [F::zero(simd); 8]);
            unroll!(S::Shape, i < 8, {
                sums[i] = F::load(simd, &rows[i * ROW + at..]) + F::load(simd, &rows[(i + 8) * ROW + at..]);
            });
            let evens = cooley_tukey::transform::<S, F, 8>(sums, &tables.even);
            unroll!(S::Shape, m < 8, {
                F::store(simd, evens[m], &mut result[BLOCKS[column][2 * m] * BLOCK + start..]);
            });
            unroll!(S::Shape, i < 8, {
                // Loaded again: sixteen inputs and their sums have no room in sixteen registers.
                let difference = F::load(simd, &rows[i * ROW + at..]) - F::load(simd, &rows[(i + 8) * ROW + at..]);
                differences[i] = if i == 0 { difference } else { F::multiply(difference, tables.twists[0][i]) };
            });
            let odds = cooley_tukey::transform::<S, F, 8>(differences, &tables.odd);
            unroll!(S::Shape, m < 8, {
                F::store(simd, odds[m], &mut result[BLOCKS[column][2 * m + 1] * BLOCK + start..]);
            });
        }
    }
}

/// Radix 3, as in [`radix_3`](super::radix_3_2::radix_3).
#[inline(always)]
fn radix_3<S: Simd, F: Residues<S>>([a, b, c]: [F::Vector; 3], cube: F::Constant) -> [F::Vector; 3] {
    let rotated = F::multiply(b - c, cube);
    [a + b + c, (a - c) + rotated, (a - b) - rotated]
}

/// Radix 3 and the last layer, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn forward_rows<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, rows: &mut [F::Coefficient]) {
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); 3], [F::zero(simd); 3]);
            simd.enter("radix-3");
            for k1 in 0..3 {
                lows[k1] = F::load(simd, &row[k1 * BLOCK + start..]);
                highs[k1] = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
            }
            let (lows, highs) = (radix_3::<S, F>(lows, tables.cube), radix_3::<S, F>(highs, tables.cube));
            simd.enter("cooley-tukey-2");
            for k1 in 0..3 {
                let high = F::multiply(highs[k1], weights[k1]);
                let (sum, difference) = (lows[k1] + high, lows[k1] - high);
                let (sum, difference) =
                    if F::CRAMPED { (F::reduce(sum), F::reduce(difference)) } else { (sum, difference) };
                F::store(simd, sum, &mut row[k1 * BLOCK + start..]);
                F::store(simd, difference, &mut row[k1 * BLOCK + CHUNK + start..]);
            }
        }
    }
}

/// The inverse of the last layer and of radix 3, times 6, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn inverse_rows<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, rows: &mut [F::Coefficient]) {
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); 3], [F::zero(simd); 3]);
            simd.enter("cooley-tukey-2");
            for k1 in 0..3 {
                let low = F::load(simd, &row[k1 * BLOCK + start..]);
                let high = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
                lows[k1] = F::reduce(low + high);
                highs[k1] = F::multiply(low - high, weights[k1]);
            }
            simd.enter("radix-3");
            let (lows, highs) = (radix_3::<S, F>(lows, tables.cube), radix_3::<S, F>(highs, tables.cube));
            for k1 in 0..3 {
                let (low, high) =
                    if F::CRAMPED { (F::reduce(lows[k1]), F::reduce(highs[k1])) } else { (lows[k1], highs[k1]) };
                F::store(simd, low, &mut row[k1 * BLOCK + start..]);
                F::store(simd, high, &mut row[k1 * BLOCK + CHUNK + start..]);
            }
        }
    }
}

/// [`forward_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 6500, outputs reduced.
#[inline(always)]
pub fn forward_rows_narrow<S: Simd, M: Modulus>(simd: S, tables: &Tables<Constant<M>>, rows: &mut [S::Coefficient]) {
    if S::Shape::LANES <= CHUNK {
        return forward_rows::<S, Narrow<M>>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        simd.enter("radix-3");
        let mut blocks = [simd.splat(0); 3];
        for k1 in 0..3 {
            blocks[k1] = simd.load(&row[k1 * BLOCK..]);
        }
        let blocks = radix_3::<S, Narrow<M>>(blocks, tables.cube);
        simd.enter("cooley-tukey-2");
        for k1 in 0..3 {
            let halves = blocks[k1].barrett_multiply_halves(M::ONE, weights[k1]);
            simd.store(halves.half_butterfly().barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        }
    }
}

/// [`inverse_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 13,800, the products of reduced operands; outputs reduced.
#[inline(always)]
pub fn inverse_rows_narrow<S: Simd, M: Modulus>(simd: S, tables: &Tables<Constant<M>>, rows: &mut [S::Coefficient]) {
    if S::Shape::LANES <= CHUNK {
        return inverse_rows::<S, Narrow<M>>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        simd.enter("cooley-tukey-2");
        let mut blocks = [simd.splat(0); 3];
        for k1 in 0..3 {
            let halves = simd.load(&row[k1 * BLOCK..]).half_butterfly();
            blocks[k1] = halves.barrett_multiply_halves(M::ONE, weights[k1]);
        }
        simd.enter("radix-3");
        let blocks = radix_3::<S, Narrow<M>>(blocks, tables.cube);
        for k1 in 0..3 {
            simd.store(blocks[k1].barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::count::{Counter, Counting};
    use crate::modular::wide::{P25, WideConstant};
    use crate::simd::shape::NeonShape;
    use crate::stage::residues::Wide;

    /// The forward transform against the closed form, where no reduction is needed: vectors of 4 lanes, of whose products
    /// each takes three multiplications and no addition.
    #[test]
    fn operations_are_the_closed_form() {
        static TABLES: Tables<WideConstant<P25>> = Tables::<WideConstant<P25>>::forward();
        let counter = Counter::new();
        let simd = Counting::<NeonShape>::new(&counter);
        let mut rows = [(); SIZE];
        forward_columns::<Counting<'_, NeonShape>, Wide<P25>>(simd, &[(); SIZE / 2], &TABLES, &mut rows);
        forward_rows::<Counting<'_, NeonShape>, Wide<P25>>(simd, &TABLES, &mut rows);

        let vectors = (SIZE / 4) as u32;
        let layers = 5; // lg(512 / 16)
        let (radix_3_products, radix_3_additions) = (vectors / 3, 7 * vectors / 3);
        // Half of the inputs are zero: the first layer of radix 2 has no additions.
        assert_eq!(counter.counts().additions, layers * vectors - vectors + radix_3_additions);
        // By 1: the first of eight twiddle factors in two of three columns, and 7 of 12 in each transform of length 8.
        let vectors_of_a_column = (BLOCK / 4) as u32;
        let by_one = 2 * vectors_of_a_column + 7 * 2 * 3 * vectors_of_a_column;
        let products = layers * vectors / 2 - by_one + radix_3_products;
        assert_eq!(counter.counts().multiplications, 3 * products);
    }
}
