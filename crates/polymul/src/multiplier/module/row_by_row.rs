//! A matrix for one use by a column: each row is transformed right before its product, so that the
//! memory of a row suffices.

use core::array;

use super::{LARGEST_RANK, Module, RowsByColumn, SIZES};
use crate::dispatch::{self, Task};
use crate::ring::{Polynomial, Small};
use crate::simd::Machine;

/// A function that writes the entry of a matrix in a row and a column.
pub type WriteEntry<'a, R> = dyn FnMut(usize, usize, &mut Polynomial<R>) + 'a;
/// A function that receives the product of a row, given its index, in memory that it may change.
pub type FinishRow<'a, R> = dyn FnMut(usize, &mut Polynomial<R>) + 'a;

/// Multiplies a matrix of `height` rows and `rank` columns by a column of small polynomials, one
/// row after the other, on the chosen backend. `write(i, j, entry)` writes the entry in row i and
/// column j, in the order of rows; `finish(i, sum)` receives the product of row i before the next
/// row is written. So a matrix for one use takes the memory of a row.
///
/// # Panics
///
/// Panics unless `(height, rank)` is one of the [`SIZES`], as no other products are proved.
#[inline]
pub fn row_by_row<'a, R: Module>(
    height: usize,
    rank: usize,
    mut write: impl FnMut(usize, usize, &mut Polynomial<R>),
    column: impl Fn(usize) -> &'a Small<R>,
    mut finish: impl FnMut(usize, &mut Polynomial<R>),
) {
    assert!(SIZES.contains(&(height, rank)), "no product of this size is proved");
    R::row_by_row(height, rank, &mut write, &array::from_fn(|j| column(j % rank)), &mut finish);
}

/// The product of a matrix by a column, one row after the other.
struct RowByRow<'a, 'b, R: Module> {
    height: usize,
    rank: usize,
    write: &'a mut WriteEntry<'b, R>,
    column: &'a [&'a Small<R>; LARGEST_RANK],
    finish: &'a mut FinishRow<'b, R>,
}

impl<R: Module> RowByRow<'_, '_, R> {
    /// Multiplies by a column of `L` entries. It is not inlined, so that the buffers of only one
    /// rank are on the stack.
    #[inline(never)]
    fn by_column<S: Machine, const L: usize>(self, simd: S) {
        let column = array::from_fn(|j| self.column[j].padded());
        R::Multiplier::row_by_row::<S, L>(simd, self.height, self.write, column, self.finish);
    }
}

impl<R: Module> Task for RowByRow<'_, '_, R> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        match self.rank {
            1 => self.by_column::<S, 1>(simd),
            2 => self.by_column::<S, 2>(simd),
            3 => self.by_column::<S, 3>(simd),
            _ => self.by_column::<S, LARGEST_RANK>(simd),
        }
    }
}

/// The body of [`Module::row_by_row`].
#[inline]
pub fn task<R: Module>(
    height: usize,
    rank: usize,
    write: &mut WriteEntry<'_, R>,
    column: &[&Small<R>; LARGEST_RANK],
    finish: &mut FinishRow<'_, R>,
) {
    dispatch::run(RowByRow { height, rank, write, column, finish });
}
