//! Products in a module over a ring: rows of big polynomials by a column of small ones, as schemes
//! over module lattices need them.
//!
//! ```text
//! R^(k x l) x R^l -> R^k,   (A, s) -> A s,   k <= 5, l <= 4
//! ```
//!
//! All rows are multiplied in one call, so that the column is transformed once for all of them.
//! Each row is summed up in the transformed domain and transformed back once. The entries of the
//! rows are transformed before, for one call or, as in a key, for many. A matrix of l rows needs
//! l^2 + l forward and l inverse transforms, where l^2 single products would need 2 l^2 and l^2.
//!
//! A ring may choose another multiplier for its modules than for its other products. It is the same
//! on every backend of a target.
//!
//! Source: `[CHK+21]`.

#[cfg(any(feature = "balanced", feature = "literature", target_arch = "arm"))]
#[doc(hidden)] // For `module_by!`; the function is documented as `multiplier::row_by_row`.
pub mod row_by_row;

use core::array;

use super::{BigByBig, Multiplier};
use crate::dispatch::{self, Task};
use crate::ring::{Polynomial, Ring, Small};
use crate::simd::{Byte, Machine, Simd, Zero};
use crate::stage::toeplitz::{MAX_COLUMNS, MAX_ROWS};

/// The largest rank l of a module.
pub const LARGEST_RANK: usize = MAX_COLUMNS;
/// The largest number k of rows of a matrix: one more than a square matrix has.
pub const LARGEST_HEIGHT: usize = MAX_ROWS;
/// The pairs (k, l) of rows and columns that matrices may have: a row, a square matrix, and a
/// square matrix with another row.
pub const SIZES: [(usize, usize); 11] =
    [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (1, 3), (3, 3), (4, 3), (1, 4), (4, 4), (5, 4)];

/// A multiplier of rows by a column, whose entries are transformed as second operands.
pub trait RowsByColumn: BigByBig {
    /// Computes the sums of the products of transformed entries `row(i, j)` and `column[j]` over j,
    /// for each of `K` rows i, 1 to [`LARGEST_HEIGHT`]. The column has 1 to [`LARGEST_RANK`]
    /// entries.
    fn rows_by_column<'a, S: Simd<Coefficient: 'a>, const K: usize>(
        simd: S,
        row: impl Fn(usize, usize) -> &'a Self::Second<S::Coefficient>,
        column: &[&[Byte<S>]],
        sums: [&mut [S::Coefficient]; K],
    ) where
        Self::Second<S::Coefficient>: 'a;

    /// Computes `height` rows by a column of `L` entries, one row after the other: see
    /// [`Module::row_by_row`].
    #[inline(always)]
    fn row_by_row<S: Machine, const L: usize>(
        simd: S,
        height: usize,
        mut write: impl FnMut(usize, usize, &mut Polynomial<Self::Ring>),
        column: [&[Byte<S>]; L],
        mut finish: impl FnMut(usize, &mut Polynomial<Self::Ring>),
    ) {
        let (mut row, mut polynomial) = ([Self::zero_second(simd); L], Polynomial::zero());
        for i in 0..height {
            for (j, transformed) in row.iter_mut().enumerate() {
                write(i, j, &mut polynomial);
                Self::forward_second(simd, polynomial.padded(), transformed);
            }
            let sum = polynomial.padded_mut();
            Self::rows_by_column(
                simd,
                #[inline(always)]
                |_, j| &row[j],
                &column,
                [sum],
            );
            finish(i, &mut polynomial);
        }
    }
}

/// A ring with the multiplier for its modules: [`module_by!`](crate::module_by!) implements it. The
/// functions are not generic, so that they are compiled once, in the crate that states the choice,
/// and the same conditions hold as for the functions of [`Multiply`](crate::multiplier::Multiply).
#[allow(improper_ctypes_definitions)] // Only pointers and numbers pass.
pub trait Module: Ring {
    /// The multiplier.
    type Multiplier: RowsByColumn<Ring = Self, Second<i16>: Zero>;

    /// Transforms as [`PreparedBig::set`] does.
    extern "C" fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>);

    /// Multiplies as [`rows_by_column`] does: the first `rank` entries of the first `height` rows
    /// by the same entries of the column.
    extern "C" fn rows(
        matrix: &[&PreparedBig<Self>; LARGEST_HEIGHT * LARGEST_RANK],
        column: &[&Small<Self>; LARGEST_RANK],
        height: usize,
        rank: usize,
        sums: &mut [Polynomial<Self>; LARGEST_HEIGHT],
    );

    /// Multiplies `height` rows of `rank` entries by the first entries of the column, one row after
    /// the other. Devices do so, and builds that test it.
    #[cfg(any(feature = "balanced", feature = "literature", target_arch = "arm"))]
    extern "C" fn row_by_row(
        height: usize,
        rank: usize,
        write: &mut row_by_row::WriteEntry<'_, Self>,
        column: &[&Small<Self>; LARGEST_RANK],
        finish: &mut row_by_row::FinishRow<'_, Self>,
    );
}

/// A transformed big polynomial: an entry of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct PreparedBig<R: Module>(<R::Multiplier as Multiplier>::Second<i16>);

impl<R: Module> PreparedBig<R> {
    /// The transform of zero: memory for [`set`](Self::set), so that a large operand can be made in
    /// its final place.
    pub const ZERO: Self = Self(Zero::ZERO);

    /// Replaces the operand by the transform of `operand`.
    pub fn set(&mut self, operand: &Polynomial<R>) {
        R::transform_big(operand, self);
    }
}

/// Transforms a polynomial once, for the matrices that contain it. The result serves every backend.
pub fn prepare_big<R: Module>(operand: &Polynomial<R>) -> PreparedBig<R> {
    let mut prepared = PreparedBig::ZERO;
    prepared.set(operand);
    prepared
}

/// Writes the product of a matrix of `height` rows and `rank` columns by a column of small
/// polynomials, on the chosen backend: `sums[i]` becomes the sum of `entry(i, j)` times `column(j)`
/// over j. Other polynomials of `sums` do not change.
///
/// # Panics
///
/// Panics unless `(height, rank)` is one of the [`SIZES`], as no other products are proved.
///
/// ```
/// use vectru_polymul::multiplier::{module::LARGEST_HEIGHT, prepare_big, rows_by_column};
/// use vectru_polymul::ring::{Polynomial, Saber, Small};
///
/// let a = [3, 5].map(|c| Polynomial::<Saber>::from_fn(|k| (c * k) as i16));
/// let s = [2, 3].map(|c| Small::<Saber>::from_fn(|k| (c * k % 11) as i8 - 5));
/// let prepared = a.each_ref().map(prepare_big);
/// let mut sums = [Polynomial::zero(); LARGEST_HEIGHT];
/// rows_by_column(1, 2, |_, j| &prepared[j], |j| &s[j], &mut sums);
///
/// let terms = [0, 1].map(|j| a[j].schoolbook(&s[j].to_polynomial()));
/// assert!((0..256).all(|k| (sums[0][k] - terms[0][k] - terms[1][k]) % 8192 == 0));
/// ```
#[inline]
pub fn rows_by_column<'a, R: Module>(
    height: usize,
    rank: usize,
    entry: impl Fn(usize, usize) -> &'a PreparedBig<R>,
    column: impl Fn(usize) -> &'a Small<R>,
    sums: &mut [Polynomial<R>; LARGEST_HEIGHT],
) {
    assert!(SIZES.contains(&(height, rank)), "no product of this size is proved");
    // Entries that do not exist are not read.
    let place = |index: usize| (index / LARGEST_RANK % height, index % LARGEST_RANK % rank);
    let entries = array::from_fn(|index| entry(place(index).0, place(index).1));
    R::rows(&entries, &array::from_fn(|j| column(j % rank)), height, rank, sums);
}

/// The transform of an entry.
struct Forward<'a, M: RowsByColumn>(&'a Polynomial<M::Ring>, &'a mut M::Second<i16>);

impl<M: RowsByColumn> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward_second(simd, self.0.padded(), self.1);
    }
}

/// The product of a matrix by a column.
struct Product<'a, R: Module> {
    matrix: &'a [&'a PreparedBig<R>; LARGEST_HEIGHT * LARGEST_RANK],
    column: &'a [&'a Small<R>; LARGEST_RANK],
    height: usize,
    rank: usize,
    sums: &'a mut [Polynomial<R>; LARGEST_HEIGHT],
}

impl<R: Module> Product<'_, R> {
    /// Computes `K` rows. It is not inlined, so that the buffers of only one number of rows are on
    /// the stack.
    #[inline(never)]
    fn rows<S: Machine, const K: usize>(self, simd: S) {
        let column = self.column.map(Small::padded);
        let mut sums = self.sums.iter_mut().map(Polynomial::padded_mut);
        R::Multiplier::rows_by_column::<S, K>(
            simd,
            #[inline(always)]
            |i, j| &self.matrix[LARGEST_RANK * i + j].0,
            &column[..self.rank.clamp(1, LARGEST_RANK)],
            array::from_fn(|_| sums.next().expect("there are as many sums")),
        );
    }
}

impl<R: Module> Task for Product<'_, R> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        match self.height {
            1 => self.rows::<S, 1>(simd),
            2 => self.rows::<S, 2>(simd),
            3 => self.rows::<S, 3>(simd),
            4 => self.rows::<S, 4>(simd),
            _ => self.rows::<S, LARGEST_HEIGHT>(simd),
        }
    }
}

/// The bodies of [`Module`].
#[doc(hidden)]
pub mod task {
    use super::*;

    /// See [`Module::transform_big`].
    #[inline]
    pub fn transform_big<R: Module>(operand: &Polynomial<R>, result: &mut PreparedBig<R>) {
        dispatch::run(Forward::<R::Multiplier>(operand, &mut result.0));
    }

    /// See [`Module::rows`].
    #[inline]
    pub fn rows<R: Module>(
        matrix: &[&PreparedBig<R>; LARGEST_HEIGHT * LARGEST_RANK],
        column: &[&Small<R>; LARGEST_RANK],
        height: usize,
        rank: usize,
        sums: &mut [Polynomial<R>; LARGEST_HEIGHT],
    ) {
        dispatch::run(Product { matrix, column, height, rank, sums });
    }
}

/// Chooses a multiplier for the modules over a ring:
/// [`rows_by_column`](crate::multiplier::rows_by_column) runs it. A smaller one may be named, which
/// replaces it if this crate has feature `small`. Its kernels are compiled once, in the crate with
/// this line.
///
/// ```
/// vectru_polymul::ring! { pub Module8192 = Z/8192[x]/(x^256 + 1), small 5; }
/// vectru_polymul::toeplitz! { pub Outer8192: Module8192 = 256 by Toom4, Karatsuba; }
/// vectru_polymul::module_by! { Module8192: Outer8192 }
/// ```
#[macro_export]
macro_rules! module_by {
    (@smallest $usual:ty) => { $usual };
    (@smallest $usual:ty, $small:ty) => { $small };
    ($ring:ty: $usual:ty $(; small $small:ty)?) => {
        const _: () = {
            use $crate::multiplier::{PreparedBig, module};
            use $crate::ring::{Polynomial, Small};

            #[allow(dead_code)] // A build has one of them.
            type Fast = $usual;
            #[allow(dead_code)]
            type Smallest = $crate::module_by!(@smallest $usual $(, $small)?);

            #[allow(improper_ctypes_definitions)] // Only pointers and numbers pass.
            impl module::Module for $ring {
                type Multiplier = $crate::by_form!(Fast, Fast, Smallest);

                $crate::marked! {
                    fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>) {
                        module::task::transform_big(operand, result)
                    }

                    fn rows(
                        matrix: &[&PreparedBig<Self>; module::LARGEST_HEIGHT * module::LARGEST_RANK],
                        column: &[&Small<Self>; module::LARGEST_RANK],
                        height: usize,
                        rank: usize,
                        sums: &mut [Polynomial<Self>; module::LARGEST_HEIGHT],
                    ) {
                        module::task::rows(matrix, column, height, rank, sums)
                    }
                }

                $crate::row_by_row! {}
            }
        };
    };
}

/// Implements [`Module::row_by_row`], which builds for devices have.
#[cfg(any(feature = "balanced", feature = "literature", target_arch = "arm"))]
#[doc(hidden)] // For `module_by!`.
#[macro_export]
macro_rules! row_by_row {
    () => {
        #[cfg_attr(test, inline)]
        #[cfg_attr(not(test), inline(never))]
        extern "C" fn row_by_row(
            height: usize,
            rank: usize,
            write: &mut $crate::multiplier::module::row_by_row::WriteEntry<'_, Self>,
            column: &[&Small<Self>; module::LARGEST_RANK],
            finish: &mut $crate::multiplier::module::row_by_row::FinishRow<'_, Self>,
        ) {
            module::row_by_row::task(height, rank, write, column, finish)
        }
    };
}

/// Implements nothing: this build has no [`Module::row_by_row`].
#[cfg(not(any(feature = "balanced", feature = "literature", target_arch = "arm")))]
#[doc(hidden)] // For `module_by!`.
#[macro_export]
macro_rules! row_by_row {
    () => {};
}
