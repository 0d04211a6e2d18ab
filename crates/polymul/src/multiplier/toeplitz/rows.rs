//! Rows by a column: the entries of the column are matrices, those of the rows are vectors.

use super::Toeplitz;
use crate::multiplier::module::{LARGEST_RANK, RowsByColumn};
use crate::multiplier::toeplitz::Origin;
use crate::multiplier::{Aligned, Multiplier};
use crate::ring::Ring;
use crate::simd::{Byte, Simd};
use crate::stage::toeplitz::{Chain, Rows};
use crate::stage::widen::widen;

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize> RowsByColumn
    for Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    #[inline(always)]
    fn rows_by_column<'a, S: Simd<Coefficient: 'a>, const K: usize>(
        simd: S,
        row: impl Fn(usize, usize) -> &'a Aligned<[S::Coefficient; ENDS]>,
        column: &[&[Byte<S>]],
        sums: [&mut [S::Coefficient]; K],
    ) {
        simd.with_buffer(
            #[inline(always)]
            |matrices: &mut Aligned<[[[S::Coefficient; ENDS]; 2]; LARGEST_RANK]>| {
                for (operand, matrix) in column.iter().zip(&mut matrices.0) {
                    Self::split_small(simd, operand, matrix);
                }
                simd.with_buffer(
                    #[inline(always)]
                    |products: &mut Aligned<[[S::Coefficient; ENDS]; K]>| {
                        Self::multiply_rows(simd, column.len(), row, matrices, products);
                        simd.with_buffer(
                            #[inline(always)]
                            |unfolded: &mut Aligned<[S::Coefficient; N]>| {
                                for (products, sum) in products.0.iter().zip(sums) {
                                    Self::merge(simd, products, unfolded);
                                    Self::fold(simd, unfolded, sum);
                                }
                            },
                        );
                    },
                );
            },
        );
    }
}

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize>
    Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    /// Splits the matrix of a small operand.
    #[inline(never)]
    fn split_small<S: Simd>(simd: S, operand: &[Byte<S>], matrices: &mut [[S::Coefficient; ENDS]; 2]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.with_buffer(
                    #[inline(always)]
                    |wide: &mut Aligned<[S::Coefficient; N]>| {
                        let length = Self::padded_length();
                        let wide = &mut wide.as_mut()[..length];
                        widen(simd, &operand[..length], wide);
                        Self::with_matrix(
                            simd,
                            wide,
                            #[inline(always)]
                            |matrix, scratch| P::split_matrix(simd, matrix, matrices.as_flattened_mut(), scratch),
                        );
                    },
                );
            },
        );
    }

    /// Multiplies at the end of the chain `P`.
    #[inline(never)]
    fn multiply_rows<'a, S: Simd<Coefficient: 'a>, const K: usize>(
        simd: S,
        columns: usize,
        row: impl Fn(usize, usize) -> &'a Aligned<[S::Coefficient; ENDS]>,
        matrices: &Aligned<[[[S::Coefficient; ENDS]; 2]; LARGEST_RANK]>,
        products: &mut Aligned<[[S::Coefficient; ENDS]; K]>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.with_buffer(
                    #[inline(always)]
                    |scratch: &mut Aligned<[S::Coefficient; ROWS]>| {
                        for index in 0..P::PRODUCTS {
                            P::multiply_rows_at_end::<S, K>(
                                simd,
                                columns,
                                #[inline(always)]
                                |j| &matrices.0[j].as_flattened()[2 * P::END * index..][..2 * P::END],
                                #[inline(always)]
                                |i, j| &row(i, j).0[P::END * index..][..P::END],
                                &mut products.0.as_flattened_mut()[P::END * index..],
                                ENDS,
                                scratch.as_mut(),
                            );
                        }
                    },
                );
            },
        );
    }

    /// Merges the products of a row.
    #[inline(never)]
    fn merge<S: Simd>(simd: S, products: &[S::Coefficient; ENDS], result: &mut Aligned<[S::Coefficient; N]>) {
        simd.vectorize(
            #[inline(always)]
            || {
                // A chain without layers enters no map to copy the product.
                simd.enter(super::OUTER_PRODUCT);
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| P::merge(simd, products, result.as_mut(), scratch),
                );
            },
        );
    }
}
