//! The incomplete transform of size 512 n for an odd n, 3 or 5, that stops at polynomials of 16 coefficients.
//!
//! ```text
//! Z_p[x]/(x^(512 n) - 1)  =  Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^n - 1)
//!                         -> prod_t Z_p[x]/(x^32 - w^2t)                                t < 16 n, w of order 32 n
//!                         -> prod_t Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t)
//! ```
//!
//! Good-Thomas over blocks of 32 coefficients, Cooley-Tukey of length 16, radix n, and one more layer of radix 2, which
//! divides the blocks: a vector of up to 16 lanes never mixes its lanes, and in one of 32 lanes that last layer is
//! between its halves. The power of two is 512 = 16 * 2 * 16 with leaves of 16: 5 of its 9 layers.
//!
//! Operands fill the lower half of the 16 n blocks, one of each pair (t, t + 8 n) that the first layer of radix 2 would
//! add, as 8 n is 8 modulo 16 and 0 modulo n: there the layer costs no addition, and its sign is in the twiddle factor.
//!
//! Closed form, for N = 512 n coefficients and leaf m = 16: N lg(512/m)/2 = 5 N / 2 products and N lg(512/m) = 5 N
//! additions for the power of two; radix 3 with N / 3 products and 7 N / 3 additions, radix 5 with N products, N / 5
//! reductions and 17 N / 5 additions. The first layer lacks its N additions; products by 1 in the layers of length 16
//! are left out.
//!
//! Layout: block (k0, k1) of the image is at place n k0 + k1; in it first the polynomial modulo x^16 - w^t, then the
//! one modulo x^16 + w^t.
//!
//! Source: Good (1958), Cooley, Tukey (1965); for products over the integers modulo two such primes: Alkim, Cheng,
//! Chung, Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang, "Polynomial Multiplication in NTRU Prime" (2021);
//! the size 2560 for degrees up to 1277: the NTRU Prime submission (2020), as Hwang, Liu, Yang (2024) recall.

mod tables;

use super::cooley_tukey;
use super::good_thomas::GoodThomas;
use super::odd_radix::{self, odd_radix};
use super::residues::{Narrow, Residues};
use crate::modular::{Constant, Modulus, root_of_unity};
use crate::simd::{CHUNK, I16Vector, Shape, Simd, unroll};

pub use tables::{Factors, Tables};

/// Coefficients of the cyclic product, over the odd factor.
pub const POWER_OF_TWO: usize = 512;
/// Polynomials of 16 coefficients in the image, over the odd factor.
pub const LEAVES: usize = POWER_OF_TWO / CHUNK;
/// Coefficients in a block.
const BLOCK: usize = 2 * CHUNK;

/// Where blocks are, for the odd factor `N`.
#[derive(Clone, Copy, Debug)]
pub struct Layout<const N: usize>;

impl<const N: usize> Layout<N> {
    /// Coefficients of the cyclic product.
    pub const SIZE: usize = N * POWER_OF_TWO;
    /// Coefficients of an operand: half of them.
    pub const OPERAND: usize = Self::SIZE / 2;
    /// Polynomials of 16 coefficients in the image.
    pub const LEAVES: usize = N * LEAVES;
    /// The reindexing of blocks.
    const INDEX: GoodThomas = GoodThomas::new([16, N, 1]);
    /// Coefficients in a row: the blocks (k0, k1) of one k0.
    const ROW: usize = N * BLOCK;

    /// Block (t0, t1) is the polynomial times x^(32 t).
    const BLOCKS: &'static [[usize; 16]; N] = &{
        let mut blocks = [[0; 16]; N];
        let mut t = 0;
        while t < 16 * N {
            let [t0, t1, _] = Self::INDEX.split(t);
            blocks[t1][t0] = t;
            t += 1;
        }
        blocks
    };

    /// The root w of order 32 N modulo p.
    pub const fn root(p: i64) -> i64 {
        root_of_unity(Self::LEAVES as u64, p)
    }

    /// The t below 16 N of the block at `place`: it is modulo x^32 - w^2t.
    const fn exponent(place: usize) -> usize {
        Self::INDEX.join([place / N, place % N, 0])
    }

    /// The t below 32 N of a leaf, which is modulo x^16 - w^t: -1 is w^(16 N).
    pub const fn leaf_exponent(leaf: usize) -> usize {
        Self::exponent(leaf / 2) + leaf % 2 * (16 * N)
    }

    /// The one t0 of i and i + 8 whose block an operand fills, in column t1.
    #[inline(always)]
    const fn occupied(column: usize, i: usize) -> usize {
        if Self::BLOCKS[column][i] < 8 * N { i } else { i + 8 }
    }
}

/// The forward transforms of length 16, of an operand.
#[inline(always)]
pub fn forward_columns<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant, N>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    let (operand, result) = (&operand[..Layout::<N>::OPERAND], &mut result[..Layout::<N>::SIZE]);
    unroll!(S::Shape, column < N, {
        forward_column::<S, F, N>(simd, operand, tables, column, result);
    });
}

/// In straight-line code the column is known to the compiler, and with it every index and whether a factor is 1.
#[inline(always)]
fn forward_column<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant, N>,
    column: usize,
    result: &mut [F::Coefficient],
) {
    let row = Layout::<N>::ROW;
    for start in (0..BLOCK).step_by(F::LANES) {
        let at = column * BLOCK + start;
        let mut inputs = [F::zero(simd); 8];
        unroll!(S::Shape, i < 8, {
            let block = Layout::<N>::BLOCKS[column][Layout::<N>::occupied(column, i)];
            inputs[i] = F::load_operand(simd, &operand[block * BLOCK + start..]);
        });
        let evens = cooley_tukey::transform::<S, F, 8>(inputs, &tables.even);
        unroll!(S::Shape, m < 8, {
            F::store(simd, evens[m], &mut result[2 * m * row + at..]);
        });
        unroll!(S::Shape, i < 8, {
            // Only for i = 0 and a block with t0 = 0 is the factor 1.
            if i != 0 || Layout::<N>::occupied(column, 0) != 0 {
                inputs[i] = F::multiply(inputs[i], tables.twists[column][i]);
            }
        });
        let odds = cooley_tukey::transform::<S, F, 8>(inputs, &tables.odd);
        unroll!(S::Shape, m < 8, {
            F::store(simd, odds[m], &mut result[(2 * m + 1) * row + at..]);
        });
    }
}

/// The inverse transforms of length 16, times 16, from the rows to the product in order.
#[inline(always)]
pub fn inverse_columns<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    rows: &[F::Coefficient],
    tables: &Tables<F::Constant, N>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    let row = Layout::<N>::ROW;
    let (rows, result) = (&rows[..Layout::<N>::SIZE], &mut result[..Layout::<N>::SIZE]);
    for (column, blocks) in Layout::<N>::BLOCKS.iter().enumerate() {
        for start in (0..BLOCK).step_by(F::LANES) {
            let at = column * BLOCK + start;
            let (mut sums, mut differences) = ([F::zero(simd); 8], [F::zero(simd); 8]);
            unroll!(S::Shape, i < 8, {
                sums[i] = F::load(simd, &rows[i * row + at..]) + F::load(simd, &rows[(i + 8) * row + at..]);
            });
            let evens = cooley_tukey::transform::<S, F, 8>(sums, &tables.even);
            unroll!(S::Shape, m < 8, {
                F::store(simd, evens[m], &mut result[blocks[2 * m] * BLOCK + start..]);
            });
            unroll!(S::Shape, i < 8, {
                // Loaded again: sixteen inputs and their sums have no room in sixteen registers.
                let difference = F::load(simd, &rows[i * row + at..]) - F::load(simd, &rows[(i + 8) * row + at..]);
                differences[i] = if i == 0 { difference } else { F::multiply(difference, tables.twists[0][i]) };
            });
            let odds = cooley_tukey::transform::<S, F, 8>(differences, &tables.odd);
            unroll!(S::Shape, m < 8, {
                F::store(simd, odds[m], &mut result[blocks[2 * m + 1] * BLOCK + start..]);
            });
        }
    }
}

/// Radix n and the last layer, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn forward_rows<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    tables: &Tables<F::Constant, N>,
    rows: &mut [F::Coefficient],
) {
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); N], [F::zero(simd); N]);
            simd.enter(odd_radix::name(N));
            unroll!(S::Shape, k1 < N, {
                lows[k1] = F::load(simd, &row[k1 * BLOCK + start..]);
                highs[k1] = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
            });
            odd_radix::<S, F, N>(&mut lows, &tables.radix);
            odd_radix::<S, F, N>(&mut highs, &tables.radix);
            simd.enter("cooley-tukey-2");
            unroll!(S::Shape, k1 < N, {
                let high = F::multiply(highs[k1], weights[k1]);
                let (sum, difference) = (lows[k1] + high, lows[k1] - high);
                let (sum, difference) =
                    if F::CRAMPED { (F::reduce(sum), F::reduce(difference)) } else { (sum, difference) };
                F::store(simd, sum, &mut row[k1 * BLOCK + start..]);
                F::store(simd, difference, &mut row[k1 * BLOCK + CHUNK + start..]);
            });
        }
    }
}

/// The inverse of the last layer and of radix n, times 2 n, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn inverse_rows<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    tables: &Tables<F::Constant, N>,
    rows: &mut [F::Coefficient],
) {
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); N], [F::zero(simd); N]);
            simd.enter("cooley-tukey-2");
            unroll!(S::Shape, k1 < N, {
                let low = F::load(simd, &row[k1 * BLOCK + start..]);
                let high = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
                lows[k1] = F::reduce(low + high);
                highs[k1] = F::multiply(low - high, weights[k1]);
            });
            simd.enter(odd_radix::name(N));
            odd_radix::<S, F, N>(&mut lows, &tables.radix);
            odd_radix::<S, F, N>(&mut highs, &tables.radix);
            unroll!(S::Shape, k1 < N, {
                let (low, high) =
                    if F::CRAMPED { (F::reduce(lows[k1]), F::reduce(highs[k1])) } else { (lows[k1], highs[k1]) };
                F::store(simd, low, &mut row[k1 * BLOCK + start..]);
                F::store(simd, high, &mut row[k1 * BLOCK + CHUNK + start..]);
            });
        }
    }
}

/// [`forward_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 6500, outputs reduced.
#[inline(always)]
pub fn forward_rows_narrow<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    tables: &Tables<Constant<M>, N>,
    rows: &mut [S::Coefficient],
) {
    if const { S::Shape::LANES <= CHUNK } {
        return forward_rows::<S, Narrow<M>, N>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        simd.enter(odd_radix::name(N));
        let mut blocks = [simd.splat(0); N];
        unroll!(S::Shape, k1 < N, {
            blocks[k1] = simd.load(&row[k1 * BLOCK..]);
        });
        odd_radix::<S, Narrow<M>, N>(&mut blocks, &tables.radix);
        simd.enter("cooley-tukey-2");
        unroll!(S::Shape, k1 < N, {
            let halves = blocks[k1].barrett_multiply_halves(M::ONE, weights[k1]);
            simd.store(halves.half_butterfly().barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        });
    }
}

/// [`inverse_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 13,800, the products of reduced operands; outputs reduced.
#[inline(always)]
pub fn inverse_rows_narrow<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    tables: &Tables<Constant<M>, N>,
    rows: &mut [S::Coefficient],
) {
    if const { S::Shape::LANES <= CHUNK } {
        return inverse_rows::<S, Narrow<M>, N>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        simd.enter("cooley-tukey-2");
        let mut blocks = [simd.splat(0); N];
        unroll!(S::Shape, k1 < N, {
            let halves = simd.load(&row[k1 * BLOCK..]).half_butterfly();
            blocks[k1] = halves.barrett_multiply_halves(M::ONE, weights[k1]);
        });
        simd.enter(odd_radix::name(N));
        odd_radix::<S, Narrow<M>, N>(&mut blocks, &tables.radix);
        unroll!(S::Shape, k1 < N, {
            simd.store(blocks[k1].barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::count::{Counter, Counting};
    use crate::modular::wide::{P25, WideConstant};
    use crate::simd::shape::NeonShape;
    use crate::stage::residues::Wide;

    /// The forward transform against the closed form, on 32-bit residues, which need few reductions: vectors of 4
    /// lanes, of whose products each takes three multiplications and no addition. Radix n: its products with
    /// reductions, and its additions, for n vectors.
    fn check<const N: usize>(radix_products: u32, radix_additions: u32) {
        type Lanes<'a> = Counting<'a, NeonShape>;
        let tables = Tables::<WideConstant<P25>, N>::forward();
        let counter = Counter::new();
        let simd = Lanes::new(&counter);
        let size = Layout::<N>::SIZE;
        let mut rows = std::vec![(); size];
        forward_columns::<Lanes<'_>, Wide<P25>, N>(simd, &std::vec![(); size / 2], &tables, &mut rows);
        forward_rows::<Lanes<'_>, Wide<P25>, N>(simd, &tables, &mut rows);

        let (n, vectors) = (N as u32, (size / 4) as u32);
        let layers = 5; // lg(512 / 16)
        // Half of the inputs are zero: the first layer of radix 2 has no additions.
        assert_eq!(counter.counts().additions, layers * vectors - vectors + vectors / n * radix_additions);
        // By 1: the first of eight twiddle factors in some columns, and 7 of 12 in each transform of length 8.
        let vectors_of_a_column = (BLOCK / 4) as u32;
        let columns = (0..N).filter(|&column| Layout::<N>::occupied(column, 0) == 0).count() as u32;
        let by_one = (columns + 7 * 2 * n) * vectors_of_a_column;
        let products = layers * vectors / 2 - by_one + vectors / n * radix_products;
        assert_eq!(counter.counts().multiplications, 3 * products);
    }

    #[test]
    fn operations_are_the_closed_form() {
        check::<3>(1, 7);
        check::<5>(5 + 1, 17);
    }
}
