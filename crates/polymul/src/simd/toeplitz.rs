//! Products of Toeplitz matrices by vectors of K chunks of 16 coefficients, over Z_65536.
//!
//! The matrix has K x K blocks of dimension 16, and blocks on one diagonal are equal. With the
//! columns of blocks in reverse order it is a block Hankel matrix: block (i, j) is H_(i + j), one
//! of the 2 K - 1 blocks H_0 to H_(2K - 2). Block H_d is the Toeplitz matrix of the chunks m_d and
//! m_(d + 1) of the matrix. For the chunks v_0 to v_(K - 1) of the vector let
//! u_j = v_(K - 1 - j). The chunks w_i of the product are
//!
//! ```text
//! w_i = sum_j H_(i + j) u_j
//!     = sum_(j != i) H_(i + j) (u_i + u_j) + (H_(2i) - sum_(j != i) H_(i + j)) u_i.
//! ```
//!
//! H_(i + j) (u_i + u_j) is a term of both w_i and w_j, which leaves K (K - 1) / 2 products of the
//! first kind and K of the second: K (K + 1) / 2 instead of K^2. All steps are additions and
//! subtractions, so that the result is exact modulo 2^16.
//!
//! This is the transpose of Karatsuba's multiplication `[KO62]` in its form for K parts `[WP06]`.
//! For K = 2 and K = 3 the layers [`Karatsuba`](crate::stage::toom_cook::Karatsuba) and
//! [`KaratsubaThree`](crate::stage::toom_cook::KaratsubaThree) compute the same map. The form here,
//! in which only sums of chunks go through memory, is this project's own. (Chunk: see the glossary
//! in docs/contributing/glossary.md.)

use super::{CHUNK, Shape, Simd, unroll};

/// A token whose backend multiplies blocks of dimension 16 by chunks and adds up the products.
pub(super) trait Blocks: Simd<Coefficient = i16, Shape: Shape> {
    /// A sum of products modulo 2^16, 16 coefficients.
    type Sum: Copy;
    /// A block in the form that products read.
    type Block<'a>;

    /// Returns the sum 0.
    fn no_products(self) -> Self::Sum;

    /// Prepares the block whose entry at row k and column j is coefficient 16 + k - j of the 32
    /// `coefficients`.
    fn block(self, coefficients: &[[i16; CHUNK]; 2]) -> Self::Block<'_>;

    /// Returns `sum` plus the product of the block by `chunk`.
    fn plus_product(self, sum: Self::Sum, block: &Self::Block<'_>, chunk: &[i16; CHUNK]) -> Self::Sum;

    /// Returns `sum` plus `other`.
    fn plus_sum(self, sum: Self::Sum, other: Self::Sum) -> Self::Sum;

    /// Stores the 16 coefficients of the sum modulo 2^16.
    fn store_sum(self, sum: Self::Sum, chunk: &mut [i16; CHUNK]);
}

/// Replaces the vector by its product with the matrix modulo 2^16, as defined at
/// [`Simd::toeplitz_product`].
///
/// # Panics
///
/// Panics if `matrix` has fewer than 2 K chunks.
#[inline(always)]
pub(super) fn product<S: Blocks, const K: usize>(simd: S, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
    let sums = if const { K < S::Shape::FORM.shared_from } {
        by_definition(simd, matrix, vector)
    } else {
        by_shared_products(simd, matrix, vector)
    };
    unroll!(S::Shape, i < K; at most 8, {
        simd.store_sum(sums[i], &mut vector[i]);
    });
}

/// Computes sums of products that share their blocks, as defined at [`Simd::toeplitz_sums`].
#[inline(always)]
pub(super) fn sums<S: Blocks, const R: usize>(
    simd: S,
    matrices: &[[[i16; CHUNK]; 2]],
    vectors: &[[[i16; CHUNK]; R]],
    result: &mut [[i16; CHUNK]; R],
) {
    let mut sums = [simd.no_products(); R];
    for (matrix, chunks) in matrices.iter().zip(vectors) {
        let block = simd.block(matrix);
        unroll!(S::Shape, i < R; at most 8, {
            sums[i] = simd.plus_product(sums[i], &block, &chunks[i]);
        });
    }
    unroll!(S::Shape, i < R; at most 8, {
        simd.store_sum(sums[i], &mut result[i]);
    });
}

/// Returns the chunks of the product by K (K + 1) / 2 products of blocks.
#[inline(always)]
fn by_shared_products<S: Blocks, const K: usize>(
    simd: S,
    matrix: &[[i16; CHUNK]],
    vector: &[[i16; CHUNK]; K],
) -> [S::Sum; K] {
    let matrix = &matrix[..2 * K];
    let mut sums = [simd.no_products(); K];
    unroll!(S::Shape, d < 2 * K - 1; at most 16, {
        let block = simd.block(matrix[d..].first_chunk().expect("two chunks of a block"));
        unroll!(S::Shape, i < K; at most 8, {
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
    unroll!(S::Shape, i < K; at most 8, {
        let mut rest = [[0; CHUNK]; 2];
        subtract_others::<_, K>(simd.narrow(), matrix, i, &mut rest[0]);
        subtract_others::<_, K>(simd.narrow(), &matrix[1..], i, &mut rest[1]);
        sums[i] = simd.plus_product(sums[i], &simd.block(&rest), &vector[K - 1 - i]);
    });
    sums
}

/// Returns the chunks of the product by the definition: K^2 products of 2 K - 1 blocks.
#[inline(always)]
fn by_definition<S: Blocks, const K: usize>(
    simd: S,
    matrix: &[[i16; CHUNK]],
    vector: &[[i16; CHUNK]; K],
) -> [S::Sum; K] {
    let matrix = &matrix[..2 * K];
    let mut sums = [simd.no_products(); K];
    unroll!(S::Shape, d < 2 * K - 1; at most 16, {
        let block = simd.block(matrix[d..].first_chunk().expect("two chunks of a block"));
        unroll!(S::Shape, i < K; at most 8, {
            if i <= d && d - i < K {
                sums[i] = simd.plus_product(sums[i], &block, &vector[K - 1 + i - d]);
            }
        });
    });
    sums
}

/// Stores the sum of the chunks `x` and `y` modulo 2^16 to `target`.
#[inline(always)]
fn add<S: Simd>(simd: S, x: &[S::Coefficient], y: &[S::Coefficient], target: &mut [S::Coefficient]) {
    for start in (0..CHUNK).step_by(simd.lanes()) {
        simd.store(simd.load(&x[start..]) + simd.load(&y[start..]), &mut target[start..]);
    }
}

/// Stores chunk m_(2i) of the matrix minus the chunks m_(i + j), j < K, j != i, to `target`.
#[inline(always)]
fn subtract_others<S: Simd, const K: usize>(
    simd: S,
    matrix: &[[S::Coefficient; CHUNK]],
    i: usize,
    target: &mut [S::Coefficient],
) {
    for start in (0..CHUNK).step_by(simd.lanes()) {
        let mut rest = simd.load(&matrix[2 * i][start..]);
        unroll!(S::Shape, j < K; at most 8, {
            if j != i {
                rest = rest - simd.load(&matrix[i + j][start..]);
            }
        });
        simd.store(rest, &mut target[start..]);
    }
}
