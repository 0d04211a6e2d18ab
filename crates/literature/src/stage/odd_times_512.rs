//! The incomplete cyclic transform of size 512 n for n = 3 or 5, which stops at polynomials of 16
//! coefficients.
//!
//! ```text
//! Z_p[x]/(x^(512 n) - 1) = Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^n - 1)
//!                       -> prod_(t < 16 n) Z_p[x]/(x^32 - w^(2t)),   w of order 32 n
//!                       -> prod_(t < 16 n) Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t)
//! ```
//!
//! The maps are Good-Thomas over blocks of 32 coefficients, Cooley-Tukey of length 16, radix n, and
//! one more layer of radix 2, which halves the blocks. A vector of up to 16 lanes never mixes its
//! lanes; in a vector of 32 lanes, the last layer is a butterfly between its halves. As
//! 512 = 16 * 2 * 16, the transform has 5 of the 9 layers of radix 2 that a complete one has.
//!
//! An operand fills the lower half of the 16 n blocks: one of each pair (t, t + 8 n) that the first
//! layer of radix 2 combines, because 8 n is 8 modulo 16 and 0 modulo n. So this layer has no
//! additions, and the twiddle factor takes the sign of its difference.
//!
//! Operations, by the closed form for N = 512 n coefficients and m = 16 coefficients at the end:
//!
//! | maps | products | additions | reductions |
//! | --- | --- | --- | --- |
//! | the layers of radix 2 | N lg(512/m) / 2 = 5 N / 2 | N lg(512/m) = 5 N | |
//! | radix 3 | N / 3 | 7 N / 3 | |
//! | radix 5 | N | 17 N / 5 | N / 5 |
//!
//! The code does not need the N additions of the first layer, nor the products by 1 in the
//! transforms of length 16.
//!
//! Layout: block (k0, k1) of the image is at place n k0 + k1. In a block, the polynomial modulo
//! x^16 - w^t comes first, then the polynomial modulo x^16 + w^t.
//!
//! Sources: `[Goo58]`, `[CT65]`; `[AHY22]`, section 3.3, as in `[HLY24]`, section 4.2, and
//! `[CCH+23]`, section 5.1, for vectorization-friendly Good-Thomas of size 1536. Products over the
//! integers: `[ACC+21]`, `[CHK+21]`, as in `[CCH+23]`, section 3.8; modulo several 16-bit primes,
//! `[BBC+20]` and `[BBCT22]`. Size 2560 for degrees up to 1277: `[BBC+20]`, as `[CCH+23]`, section
//! 7, recalls. `[HLY24]` and `[CCH+23]` stop at 4 coefficients, as
//! [`leaves_of_4`](super::leaves_of_4) does in 32 bits; stopping at 16 in 16 bits, for outer
//! products, is this project's own.

mod tables;

use crate::stage::residues::{Narrow, Residues};
use vectru_polymul::modular::{Constant, Modulus, root_of_unity};
use vectru_polymul::simd::{CHUNK, I16Vector, Simd, if_form, unroll};
use vectru_polymul::stage::good_thomas::GoodThomas;

use super::cooley_tukey;
use super::odd_radix::{self, odd_radix};

pub use tables::{Factors, Tables};

/// Coefficients of the cyclic product, divided by the odd factor.
pub const POWER_OF_TWO: usize = 512;
/// Polynomials of 16 coefficients in the image, divided by the odd factor.
pub const LEAVES: usize = POWER_OF_TWO / CHUNK;
/// Coefficients in a block.
const BLOCK: usize = 2 * CHUNK;

/// The layout of blocks, for the odd factor `N`.
#[derive(Clone, Copy, Debug)]
pub struct Layout<const N: usize>;

impl<const N: usize> Layout<N> {
    /// Coefficients of the cyclic product.
    pub const SIZE: usize = N * POWER_OF_TWO;
    /// Coefficients of an operand: half of the coefficients of the cyclic product.
    pub const OPERAND: usize = Self::SIZE / 2;
    /// Polynomials of 16 coefficients in the image.
    pub const LEAVES: usize = N * LEAVES;
    /// The reindexing of blocks.
    const INDEX: GoodThomas = GoodThomas::new([16, N, 1]);
    /// Coefficients of a row: the N blocks (k0, k1) of one k0.
    const ROW: usize = N * BLOCK;

    /// The indices t of the blocks, by t1 and t0: block t has the coefficients from x^(32 t) on.
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

    /// Returns the root w of order 32 N modulo p.
    pub const fn root(p: i64) -> i64 {
        root_of_unity(Self::LEAVES as u64, p)
    }

    /// Returns t < 16 N for the block of the image at `place`, which is modulo x^32 - w^(2t).
    const fn exponent(place: usize) -> usize {
        Self::INDEX.join([place / N, place % N, 0])
    }

    /// Returns t < 32 N for the polynomial of 16 coefficients with the number `leaf`, which is
    /// modulo x^16 - w^t. (-w^t is w^(t + 16 N).)
    pub const fn leaf_exponent(leaf: usize) -> usize {
        Self::exponent(leaf / 2) + leaf % 2 * (16 * N)
    }

    /// Returns t0 = i or t0 = i + 8, the one whose block an operand fills, for t1 = `column`.
    #[inline(always)]
    const fn occupied(column: usize, i: usize) -> usize {
        if Self::BLOCKS[column][i] < 8 * N { i } else { i + 8 }
    }
}

/// Computes the forward transforms of length 16, of an operand, to the rows in `result`.
#[inline(always)]
pub fn forward_columns<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant, N>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    let (operand, result) = (&operand[..Layout::<N>::OPERAND], &mut result[..Layout::<N>::SIZE]);
    unroll!(S::Shape, column < N; at most 8, {
        forward_column::<S, F, N>(simd, operand, tables, column, result);
    });
}

/// Computes the transforms of length 16 for t1 = `column`.
///
/// In straight-line code `column` is a constant to the compiler, and therefore also each index, and
/// each factor that is 1.
#[inline(always)]
fn forward_column<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant, N>,
    column: usize,
    result: &mut [F::Coefficient],
) {
    let row = Layout::<N>::ROW;
    for start in (0..BLOCK).step_by(F::lanes(simd)) {
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
            // The factor is 1 only for i = 0 and a filled block with t0 = 0.
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

/// Computes 16 times the inverse transforms of length 16, from the rows to the cyclic product,
/// whose coefficients are in order. Stores what `finish` returns for each vector and the index of
/// its first coefficient.
#[inline(always)]
pub fn inverse_columns<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    rows: &[F::Coefficient],
    tables: &Tables<F::Constant, N>,
    result: &mut [F::Coefficient],
    finish: impl Fn(F::Vector, usize) -> F::Vector,
) {
    let (rows, result) = (&rows[..Layout::<N>::SIZE], &mut result[..Layout::<N>::SIZE]);
    unroll!(S::Shape, column < N; at most 8, {
        inverse_column::<S, F, N>(simd, rows, tables, column, result, &finish);
    });
}

/// Computes the inverse transforms of length 16 for t1 = `column`, which is a constant to the
/// compiler in straight-line code.
#[inline(always)]
fn inverse_column<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    rows: &[F::Coefficient],
    tables: &Tables<F::Constant, N>,
    column: usize,
    result: &mut [F::Coefficient],
    finish: &impl Fn(F::Vector, usize) -> F::Vector,
) {
    let (row, blocks) = (Layout::<N>::ROW, &Layout::<N>::BLOCKS[column]);
    for start in (0..BLOCK).step_by(F::lanes(simd)) {
        simd.enter("cooley-tukey-16");
        let at = column * BLOCK + start;
        let (mut sums, mut differences) = ([F::zero(simd); 8], [F::zero(simd); 8]);
        unroll!(S::Shape, i < 8, {
            sums[i] = F::load(simd, &rows[i * row + at..]) + F::load(simd, &rows[(i + 8) * row + at..]);
        });
        let evens = cooley_tukey::transform::<S, F, 8>(sums, &tables.even);
        unroll!(S::Shape, m < 8, {
            let first = blocks[2 * m] * BLOCK + start;
            F::store(simd, finish(evens[m], first), &mut result[first..]);
        });
        simd.enter("cooley-tukey-16");
        unroll!(S::Shape, i < 8, {
            // The inputs are loaded again, because sixteen inputs and their sums do not fit
            // sixteen registers.
            let difference = F::load(simd, &rows[i * row + at..]) - F::load(simd, &rows[(i + 8) * row + at..]);
            differences[i] = if i == 0 { difference } else { F::multiply(difference, tables.twists[0][i]) };
        });
        let odds = cooley_tukey::transform::<S, F, 8>(differences, &tables.odd);
        unroll!(S::Shape, m < 8, {
            let first = blocks[2 * m + 1] * BLOCK + start;
            F::store(simd, finish(odds[m], first), &mut result[first..]);
        });
    }
}

/// Computes radix n and the last layer of radix 2, in place. Requires vectors of at most 16 lanes.
#[inline(always)]
pub fn forward_rows<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    tables: &Tables<F::Constant, N>,
    rows: &mut [F::Coefficient],
) {
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::lanes(simd)) {
            let (mut lows, mut highs) = ([F::zero(simd); N], [F::zero(simd); N]);
            simd.enter(odd_radix::name(N));
            unroll!(S::Shape, k1 < N; at most 8, {
                lows[k1] = F::load(simd, &row[k1 * BLOCK + start..]);
                highs[k1] = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
            });
            odd_radix::<S, F, N>(&mut lows, &tables.radix);
            odd_radix::<S, F, N>(&mut highs, &tables.radix);
            simd.enter("cooley-tukey-2");
            unroll!(S::Shape, k1 < N; at most 8, {
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

/// Computes 2 n times the inverse of the last layer of radix 2 and of radix n, in place. Requires
/// vectors of at most 16 lanes.
#[inline(always)]
pub fn inverse_rows<S: Simd, F: Residues<S>, const N: usize>(
    simd: S,
    tables: &Tables<F::Constant, N>,
    rows: &mut [F::Coefficient],
) {
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::lanes(simd)) {
            let (mut lows, mut highs) = ([F::zero(simd); N], [F::zero(simd); N]);
            simd.enter("cooley-tukey-2");
            unroll!(S::Shape, k1 < N; at most 8, {
                let low = F::load(simd, &row[k1 * BLOCK + start..]);
                let high = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
                lows[k1] = F::reduce(low + high);
                highs[k1] = F::multiply(low - high, weights[k1]);
            });
            simd.enter(odd_radix::name(N));
            odd_radix::<S, F, N>(&mut lows, &tables.radix);
            odd_radix::<S, F, N>(&mut highs, &tables.radix);
            unroll!(S::Shape, k1 < N; at most 8, {
                let (low, high) =
                    if F::CRAMPED { (F::reduce(lows[k1]), F::reduce(highs[k1])) } else { (lows[k1], highs[k1]) };
                F::store(simd, low, &mut row[k1 * BLOCK + start..]);
                F::store(simd, high, &mut row[k1 * BLOCK + CHUNK + start..]);
            });
        }
    }
}

/// Computes [`forward_rows`] in 16 bits, for vectors of any length.
///
/// Requires |x| <= 6500; returns Barrett-reduced values.
#[inline(always)]
pub fn forward_rows_narrow<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    tables: &Tables<Constant<M>, N>,
    rows: &mut [S::Coefficient],
) {
    if_form!(S, simd, form => form.lanes <= CHUNK, {
        return forward_rows::<S, Narrow<M>, N>(simd, tables, rows);
    } else {});
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        simd.enter(odd_radix::name(N));
        let mut blocks = [simd.splat(0); N];
        unroll!(S::Shape, k1 < N; at most 8, {
            blocks[k1] = simd.load(&row[k1 * BLOCK..]);
        });
        odd_radix::<S, Narrow<M>, N>(&mut blocks, &tables.radix);
        simd.enter("cooley-tukey-2");
        unroll!(S::Shape, k1 < N; at most 8, {
            let halves = blocks[k1].barrett_multiply_halves(M::ONE, weights[k1]);
            simd.store(halves.half_butterfly().barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        });
    }
}

/// Computes [`inverse_rows`] in 16 bits, for vectors of any length.
///
/// Requires |x| <= 13,800, as products of reduced operands are; returns Barrett-reduced values.
#[inline(always)]
pub fn inverse_rows_narrow<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    tables: &Tables<Constant<M>, N>,
    rows: &mut [S::Coefficient],
) {
    if_form!(S, simd, form => form.lanes <= CHUNK, {
        return inverse_rows::<S, Narrow<M>, N>(simd, tables, rows);
    } else {});
    for (row, weights) in rows.chunks_exact_mut(Layout::<N>::ROW).zip(&tables.weights) {
        simd.enter("cooley-tukey-2");
        let mut blocks = [simd.splat(0); N];
        unroll!(S::Shape, k1 < N; at most 8, {
            let halves = simd.load(&row[k1 * BLOCK..]).half_butterfly();
            blocks[k1] = halves.barrett_multiply_halves(M::ONE, weights[k1]);
        });
        simd.enter(odd_radix::name(N));
        odd_radix::<S, Narrow<M>, N>(&mut blocks, &tables.radix);
        unroll!(S::Shape, k1 < N; at most 8, {
            simd.store(blocks[k1].barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::residues::Wide;
    use vectru_polymul::analysis::{Cell, Lanes, Run};
    use vectru_polymul::modular::wide::{P25, WideConstant};
    use vectru_polymul::simd::shape::{NeonShape, Shape};

    /// Compares the forward transform with the closed form, on 32-bit residues, which need few
    /// reductions. Vectors have 4 lanes, and a product is three multiplications and no addition.
    /// `radix_products`, including reductions, and `radix_additions` are the counts of radix n on n
    /// vectors.
    fn check<const N: usize>(radix_products: u32, radix_additions: u32) {
        let tables = Tables::<WideConstant<P25>, N>::forward();
        let run = Run::bounds();
        let simd = Lanes::new(&run, &NeonShape::FORM);
        let size = Layout::<N>::SIZE;
        let mut rows = std::vec![Cell::ZERO; size];
        forward_columns::<_, Wide<P25>, N>(simd, &std::vec![Cell::ZERO; size / 2], &tables, &mut rows);
        forward_rows::<_, Wide<P25>, N>(simd, &tables, &mut rows);

        let (n, vectors) = (N as u32, (size / 4) as u32);
        let layers = 5; // lg(512 / 16)
        // Half of the inputs are zero, so the first layer of radix 2 has no additions.
        assert_eq!(run.counts().additions, layers * vectors - vectors + vectors / n * radix_additions);
        // Products by 1 are not computed: the product by the first of eight twiddle factors in some
        // columns, and 7 of 12 products in each transform of length 8.
        let vectors_of_a_column = (BLOCK / 4) as u32;
        let columns = (0..N).filter(|&column| Layout::<N>::occupied(column, 0) == 0).count() as u32;
        let by_one = (columns + 7 * 2 * n) * vectors_of_a_column;
        let products = layers * vectors / 2 - by_one + vectors / n * radix_products;
        assert_eq!(run.counts().multiplications, 3 * products);
    }

    #[test]
    fn operations_are_the_closed_form() {
        check::<3>(1, 7);
        check::<5>(5 + 1, 17);
    }
}
