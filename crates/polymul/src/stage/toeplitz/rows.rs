//! Rows by a column: sums of Toeplitz products that share their matrices.
//!
//! ```text
//! w_i = sum_(j < l) Toeplitz(z_j) v_(i, j),   0 <= i < R,   l <= 4
//! ```
//!
//! A layer splits each matrix once for all rows. Only the products at the end are computed for each
//! pair (i, j), and summed up over j where they are computed, in registers: [`toeplitz_sums`]. A
//! layer merges sums, once for each row.
//!
//! [`toeplitz_sums`]: crate::simd::Simd::toeplitz_sums
//!
//! The layer evaluates first, at one point after the other, and stores what belongs to one product
//! side by side: P blocks of l matrices, P blocks of l R vectors, P blocks of R sums.
//!
//! The form is this project's own. `[CHK+21]` sums up rows in a transformed domain.

use super::{AtUse, Chain, OUTER_PRODUCT, Outer, Split, merge_from, split_matrix_to, split_vector_to};
use crate::simd::{CHUNK, Simd, if_form};
use crate::stage::accumulate::accumulate_words;
use crate::stage::toom_cook::Layer;

/// The largest number of rows of a call.
pub const MAX_ROWS: usize = 5;
/// The largest number of columns of a row.
pub const MAX_COLUMNS: usize = 4;

/// A chain that multiplies several rows of vectors by one column of matrices.
pub trait Rows: Chain {
    /// The number of coefficients of working memory, which is aligned like buffers.
    const ROWS_SCRATCH: usize;
    /// The number of coefficients of working memory for operands at the end of the chain.
    const ROWS_SCRATCH_AT_END: usize = Self::ROWS_SCRATCH;

    /// Writes the sums of products for `R` rows: sum i starts at i `stride` of `sums`.
    ///
    /// `matrix(j)` has 2 [`SIZE`](Chain::SIZE) diagonals, and `vector(i, j)`
    /// [`SIZE`](Chain::SIZE) coefficients: in the order of [`Simd::toeplitz_order`] if `ORDERED`,
    /// and in the usual order otherwise. Requires `R` <= [`MAX_ROWS`] and `columns` <=
    /// [`MAX_COLUMNS`].
    fn multiply_rows<'a, S: Simd<Coefficient: 'a>, const R: usize, const ORDERED: bool>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    );

    /// Computes [`multiply_rows`](Self::multiply_rows) for matrices and vectors at the end of the
    /// chain, and vectors in the usual order.
    #[inline(always)]
    fn multiply_rows_at_end<'a, S: Simd<Coefficient: 'a>, const R: usize>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    ) {
        Self::multiply_rows::<S, R, false>(simd, columns, matrix, vector, sums, stride, scratch);
    }
}

impl<const K: usize> Rows for Outer<K> {
    const ROWS_SCRATCH: usize = Self::SIZE;

    #[inline(always)]
    fn multiply_rows<'a, S: Simd<Coefficient: 'a>, const R: usize, const ORDERED: bool>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    ) {
        let product = &mut scratch[..Self::SIZE];
        for i in 0..R {
            for j in 0..columns {
                simd.enter(OUTER_PRODUCT);
                product.copy_from_slice(&vector(i, j)[..Self::SIZE]);
                if !ORDERED {
                    super::order(simd.narrow(), product);
                }
                Self::multiply(simd, matrix(j), product, &mut []);
                let sum = &mut sums[stride * i..][..Self::SIZE];
                if j == 0 {
                    sum.copy_from_slice(product);
                } else {
                    accumulate_words(simd.narrow(), sum, product);
                }
            }
        }
    }
}

impl<C: Rows> Rows for AtUse<C> {
    const ROWS_SCRATCH: usize = C::ROWS_SCRATCH;

    #[inline(always)]
    fn multiply_rows<'a, S: Simd<Coefficient: 'a>, const R: usize, const ORDERED: bool>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    ) {
        C::multiply_rows::<S, R, ORDERED>(simd, columns, matrix, vector, sums, stride, scratch);
    }
}

impl<L: Layer, Inner: Rows> Split<L, Inner> {
    /// The number of coefficients of the values of one vector of the inner chain for each point.
    const VALUES: usize = L::POINTS * Inner::SIZE;
}

impl<L: Layer, Inner: Rows> Rows for Split<L, Inner> {
    const ROWS_SCRATCH: usize =
        (2 * MAX_COLUMNS + MAX_ROWS * MAX_COLUMNS + MAX_ROWS) * Self::VALUES + Inner::ROWS_SCRATCH;
    const ROWS_SCRATCH_AT_END: usize = Inner::ROWS_SCRATCH_AT_END;

    #[inline(always)]
    fn multiply_rows<'a, S: Simd<Coefficient: 'a>, const R: usize, const ORDERED: bool>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    ) {
        let part = Inner::SIZE;
        // There is room for the largest number of columns, so that places are known to the
        // compiler.
        let columns = columns.min(MAX_COLUMNS);
        let (matrices, scratch) = scratch.split_at_mut(2 * MAX_COLUMNS * Self::VALUES);
        let (vectors, scratch) = scratch.split_at_mut(R * MAX_COLUMNS * Self::VALUES);
        let (values, scratch) = scratch.split_at_mut(R * Self::VALUES);
        simd.enter(L::NAME);
        for j in 0..columns {
            let place = |point| 2 * part * (MAX_COLUMNS * point + j);
            if_form!(S, simd, form => !L::BY_BLOCKS || Inner::SIZE >= form.lanes, {
                split_matrix_to::<S, L>(simd, matrix(j), part, matrices, place);
            } else {
                split_matrix_to::<S::Narrow, L>(simd.narrow(), matrix(j), part, matrices, place);
            });
        }
        for j in 0..columns {
            for i in 0..R {
                let place = |point| part * (R * (MAX_COLUMNS * point + j) + i);
                if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
                    split_vector_to::<S, L, ORDERED>(simd, vector(i, j), part, vectors, place);
                } else {
                    split_vector_to::<S::Narrow, L, ORDERED>(simd.narrow(), vector(i, j), part, vectors, place);
                });
            }
        }
        if const { Inner::PRODUCTS == 1 && Inner::SIZE == CHUNK } {
            simd.enter(OUTER_PRODUCT);
            let matrices = matrices.as_chunks().0.as_chunks().0.as_chunks::<MAX_COLUMNS>().0;
            let vectors = vectors.as_chunks().0.as_chunks().0.as_chunks::<MAX_COLUMNS>().0;
            let values = values.as_chunks_mut().0.as_chunks_mut::<R>().0;
            for (sums, (matrices, vectors)) in values.iter_mut().zip(matrices.iter().zip(vectors)) {
                simd.toeplitz_sums(&matrices[..columns], &vectors[..columns], sums);
            }
        } else {
            for (point, sums) in values.chunks_exact_mut(part * R).enumerate() {
                Inner::multiply_rows::<S, R, true>(
                    simd,
                    columns,
                    #[inline(always)]
                    |j| &matrices[2 * part * (MAX_COLUMNS * point + j)..][..2 * part],
                    #[inline(always)]
                    |i, j| &vectors[part * (R * (MAX_COLUMNS * point + j) + i)..][..part],
                    sums,
                    part,
                    scratch,
                );
            }
        }
        simd.enter(L::NAME);
        for i in 0..R {
            let (place, sum) = (|point| part * (R * point + i), &mut sums[stride * i..][..Self::SIZE]);
            if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
                merge_from::<S, L>(simd, values, part, sum, place);
            } else {
                merge_from::<S::Narrow, L>(simd.narrow(), values, part, sum, place);
            });
        }
    }

    #[inline(always)]
    fn multiply_rows_at_end<'a, S: Simd<Coefficient: 'a>, const R: usize>(
        simd: S,
        columns: usize,
        matrix: impl Fn(usize) -> &'a [S::Coefficient],
        vector: impl Fn(usize, usize) -> &'a [S::Coefficient],
        sums: &mut [S::Coefficient],
        stride: usize,
        scratch: &mut [S::Coefficient],
    ) {
        Inner::multiply_rows_at_end::<S, R>(simd, columns, matrix, vector, sums, stride, scratch);
    }
}
