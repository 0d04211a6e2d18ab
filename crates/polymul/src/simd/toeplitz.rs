//! Products of Toeplitz matrices of K^2 blocks by vectors of K chunks, out of K (K + 1) / 2 products of blocks.
//!
//! With its columns in the opposite order a Toeplitz matrix is a Hankel matrix: block (i, j) is H_(i + j), block d of the sequence of
//! 2K - 1 blocks on the diagonals. In the chunks u = rev v of the vector,
//!
//! ```text
//! w_i = sum_j H_(i + j) u_j = sum_(j != i) H_(i + j) (u_i + u_j) + (H_(2i) - sum_(j != i) H_(i + j)) u_i
//! ```
//!
//! and the products of the first sum serve both i and j. This is the transpose of Karatsuba's multiplication for K parts
//! (Weimerskirch, Paar, "Generalizations of the Karatsuba algorithm for efficient implementations", 2006, section 3), by additions alone, so
//! that it is exact modulo 2^16; for K = 2 and K = 3 it is what [`Karatsuba`](crate::stage::toom_cook::Karatsuba) and
//! [`KaratsubaThree`](crate::stage::toom_cook::KaratsubaThree) do as layers. Here nothing but the sums of chunks goes through memory.

use super::{CHUNK, Shape, Simd};

/// How a backend multiplies a block of 16 rows and columns, 32 coefficients of which are given, by a chunk, and adds up.
pub(super) trait Blocks: Simd<Coefficient = i16> {
    /// A sum of products.
    type Sum: Copy;
    /// What products with a block need of it.
    type Block<'a>;

    /// The sum of no products.
    fn no_products(self) -> Self::Sum;

    /// Prepares a block.
    fn block(self, coefficients: &[[i16; CHUNK]; 2]) -> Self::Block<'_>;

    /// Adds the product of the block and `chunk`.
    fn plus_product(self, sum: Self::Sum, block: &Self::Block<'_>, chunk: &[i16; CHUNK]) -> Self::Sum;

    /// The sum of two sums.
    fn plus_sum(self, sum: Self::Sum, other: Self::Sum) -> Self::Sum;

    /// The sum modulo 2^16.
    fn store_sum(self, sum: Self::Sum, chunk: &mut [i16; CHUNK]);
}

/// Replaces the vector by its product with the matrix modulo 2^16.
#[inline(always)]
pub(super) fn product<S: Blocks, const K: usize>(simd: S, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
    let sums = if const { K < S::Shape::SHARED_FROM } {
        by_definition(simd, matrix, vector)
    } else {
        by_shared_products(simd, matrix, vector)
    };
    unroll!(S::Shape, i < K, {
        simd.store_sum(sums[i], &mut vector[i]);
    });
}

/// By K (K + 1) / 2 products of blocks.
#[inline(always)]
fn by_shared_products<S: Blocks, const K: usize>(
    simd: S,
    matrix: &[[i16; CHUNK]],
    vector: &[[i16; CHUNK]; K],
) -> [S::Sum; K] {
    let matrix = &matrix[..2 * K];
    let mut sums = [simd.no_products(); K];
    unroll!(S::Shape, d < 2 * K - 1, {
        let block = simd.block(matrix[d..].first_chunk().expect("two chunks of a block"));
        unroll!(S::Shape, i < K, {
            if 2 * i < d && d - i < K {
                let j = d - i;
                let mut sum = [0; CHUNK];
                add(simd.narrow(), &vector[K - 1 - i], &vector[K - 1 - j], &mut sum);
                let product = simd.plus_product(simd.no_products(), &block, &sum);
                sums[i] = simd.plus_sum(sums[i], product);
                sums[j] = simd.plus_sum(sums[j], product);
            }
        });
    });
    unroll!(S::Shape, i < K, {
        let mut rest = [[0; CHUNK]; 2];
        subtract_others::<_, K>(simd.narrow(), matrix, i, &mut rest[0]);
        subtract_others::<_, K>(simd.narrow(), &matrix[1..], i, &mut rest[1]);
        sums[i] = simd.plus_product(sums[i], &simd.block(&rest), &vector[K - 1 - i]);
    });
    sums
}

/// By the definition: K^2 products of 2K - 1 blocks.
#[inline(always)]
fn by_definition<S: Blocks, const K: usize>(
    simd: S,
    matrix: &[[i16; CHUNK]],
    vector: &[[i16; CHUNK]; K],
) -> [S::Sum; K] {
    let matrix = &matrix[..2 * K];
    let mut sums = [simd.no_products(); K];
    unroll!(S::Shape, d < 2 * K - 1, {
        let block = simd.block(matrix[d..].first_chunk().expect("two chunks of a block"));
        unroll!(S::Shape, i < K, {
            if i <= d && d - i < K {
                sums[i] = simd.plus_product(sums[i], &block, &vector[K - 1 + i - d]);
            }
        });
    });
    sums
}

/// The sum of two chunks.
#[inline(always)]
fn add<S: Simd>(simd: S, x: &[S::Coefficient], y: &[S::Coefficient], target: &mut [S::Coefficient]) {
    for start in (0..CHUNK).step_by(S::Shape::LANES) {
        simd.store(simd.load(&x[start..]) + simd.load(&y[start..]), &mut target[start..]);
    }
}

/// Chunk 2i of the matrix without the other chunks from i to i + K - 1.
#[inline(always)]
fn subtract_others<S: Simd, const K: usize>(
    simd: S,
    matrix: &[[S::Coefficient; CHUNK]],
    i: usize,
    target: &mut [S::Coefficient],
) {
    for start in (0..CHUNK).step_by(S::Shape::LANES) {
        let mut rest = simd.load(&matrix[2 * i][start..]);
        unroll!(S::Shape, j < K, {
            if j != i {
                rest = rest - simd.load(&matrix[i + j][start..]);
            }
        });
        simd.store(rest, &mut target[start..]);
    }
}
