//! Products in a module over a ring: rows of big polynomials by columns of small ones, as schemes
//! over module lattices need them.
//!
//! ```text
//! R^l x R^l -> R,   (a, s) -> a_1 s_1 + ... + a_l s_l,   l <= 4
//! ```
//!
//! Each operand is transformed once, even if it is in several products; a row is summed up in the
//! transformed domain and transformed back once. A matrix of l rows needs l^2 + l forward and l
//! inverse transforms, or l and l if the matrix was prepared. As l^2 single products it would need
//! 2 l^2 and l^2.
//!
//! A multiplier for small second operands is enough here, so a ring may choose another one for its
//! modules than for its other products. It is the same on every backend.
//!
//! Source: `[CHK+21]`.

use core::array;

use super::Multiplier;
use crate::dispatch::{self, Task};
use crate::ring::{Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

/// The largest rank l of a module.
pub const LARGEST_RANK: usize = 4;

type Big<R> = <<R as Module>::Multiplier as Multiplier>::Transformed<i16>;
type Second<R> = <<R as Module>::Multiplier as Multiplier>::Second<i16>;

/// A ring with the multiplier for its modules: [`module_by!`](crate::module_by!) implements it. The
/// functions are not generic, so that they are compiled once, in the crate that states the choice,
/// and the same conditions hold as for the functions of [`Multiply`](crate::multiplier::Multiply).
#[allow(improper_ctypes_definitions)] // Only pointers pass.
pub trait Module: Ring {
    /// The multiplier. Sums of [`LARGEST_RANK`] products are within its bounds.
    type Multiplier: Multiplier<Ring = Self, Transformed<i16>: Zero, Second<i16>: Zero>;

    /// Transforms as [`PreparedBig::set`] does.
    extern "C" fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>);

    /// Transforms as [`PreparedSmall::set`] does.
    extern "C" fn transform_small(operand: &Small<Self>, result: &mut PreparedSmall<Self>);

    /// Multiplies as [`inner_product_by_small_into`] does: the first `rank` entries of the row by
    /// the same entries of the column.
    extern "C" fn sum(
        row: &[&PreparedBig<Self>; LARGEST_RANK],
        column: &[&PreparedSmall<Self>; LARGEST_RANK],
        rank: usize,
        sum: &mut Polynomial<Self>,
    );
}

/// A transformed big polynomial: an entry of a row.
#[derive(Clone, Copy, Debug)]
pub struct PreparedBig<R: Module>(Big<R>);

/// A transformed small polynomial: an entry of a column.
#[derive(Clone, Copy, Debug)]
pub struct PreparedSmall<R: Module>(Second<R>);

/// Implements the memory of a prepared operand: its type, the operand, and the transform.
macro_rules! prepared {
    ($($prepared:ident, $operand:ident, $transform:ident;)*) => {$(
        impl<R: Module> $prepared<R> {
            /// The transform of zero: memory for [`set`](Self::set), so that a large operand can be
            /// made in its final place.
            pub const ZERO: Self = Self(Zero::ZERO);

            /// Replaces the operand by the transform of `operand`.
            pub fn set(&mut self, operand: &$operand<R>) {
                R::$transform(operand, self);
            }

            /// Overwrites the operand with zeros; for secret operands.
            pub fn clear(&mut self) {
                self.0 = Zero::ZERO;
            }
        }
    )*};
}

prepared! {
    PreparedBig, Polynomial, transform_big;
    PreparedSmall, Small, transform_small;
}

/// Transforms a polynomial once, for the rows that contain it. The result serves every backend.
pub fn prepare_big<R: Module>(operand: &Polynomial<R>) -> PreparedBig<R> {
    let mut prepared = PreparedBig::ZERO;
    prepared.set(operand);
    prepared
}

/// Transforms a small polynomial once, for the columns that contain it. The result serves every
/// backend.
pub fn prepare_small<R: Module>(operand: &Small<R>) -> PreparedSmall<R> {
    let mut prepared = PreparedSmall::ZERO;
    prepared.set(operand);
    prepared
}

/// Returns the sum of `row[i]` times `column[i]` over i < L, on the chosen backend. The sum is
/// transformed back once.
///
/// Does not compile unless 1 <= L <= [`LARGEST_RANK`].
///
/// ```
/// use vectru_polymul::multiplier::{inner_product_by_small, prepare_big, prepare_small};
/// use vectru_polymul::ring::{Polynomial, Saber, Small};
///
/// let a = [3, 5].map(|c| Polynomial::<Saber>::from_fn(|k| (c * k) as i16));
/// let s = [2, 3].map(|c| Small::<Saber>::from_fn(|k| (c * k % 11) as i8 - 5));
/// let row = [prepare_big(&a[0]), prepare_big(&a[1])];
/// let column = [prepare_small(&s[0]), prepare_small(&s[1])];
/// let sum = inner_product_by_small([&row[0], &row[1]], [&column[0], &column[1]]);
///
/// let terms = [0, 1].map(|i| a[i].schoolbook(&s[i].to_polynomial()));
/// assert!((0..256).all(|k| (sum[k] - terms[0][k] - terms[1][k]) % 8192 == 0));
/// ```
pub fn inner_product_by_small<R: Module, const L: usize>(
    row: [&PreparedBig<R>; L],
    column: [&PreparedSmall<R>; L],
) -> Polynomial<R> {
    let mut sum = Polynomial::zero();
    inner_product_by_small_into(row, column, &mut sum);
    sum
}

/// Computes the sum that [`inner_product_by_small`] returns, and writes it to `sum`.
pub fn inner_product_by_small_into<R: Module, const L: usize>(
    row: [&PreparedBig<R>; L],
    column: [&PreparedSmall<R>; L],
    sum: &mut Polynomial<R>,
) {
    const { assert!(1 <= L && L <= LARGEST_RANK, "no sum of this many products is proved") };
    let (row, column) = (array::from_fn(|i| row[i.min(L - 1)]), array::from_fn(|i| column[i.min(L - 1)]));
    R::sum(&row, &column, L, sum);
}

/// The transform of a polynomial.
struct Forward<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a mut M::Transformed<i16>);

impl<M: Multiplier> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward(simd, self.0.padded(), self.1);
    }
}

/// The transform of a small polynomial.
struct ForwardSmall<'a, M: Multiplier>(&'a Small<M::Ring>, &'a mut M::Second<i16>);

impl<M: Multiplier> Task for ForwardSmall<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward_small(simd, self.0.padded(), self.1);
    }
}

/// The entries of a row or a column, of which the first ones are used.
type Entries<'a, T> = &'a [&'a T; LARGEST_RANK];

/// The sum of the products of a row and a column, of the given number of entries.
struct Sum<'a, R: Module>(Entries<'a, PreparedBig<R>>, Entries<'a, PreparedSmall<R>>, usize, &'a mut Polynomial<R>);

impl<R: Module> Task for Sum<'_, R> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let (row, column) = (self.0.map(|entry| &entry.0), self.1.map(|entry| &entry.0));
        let rank = self.2.clamp(1, LARGEST_RANK);
        R::Multiplier::row_by_column(simd, &row[..rank], &column[..rank], self.3.padded_mut());
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

    /// See [`Module::transform_small`].
    #[inline]
    pub fn transform_small<R: Module>(operand: &Small<R>, result: &mut PreparedSmall<R>) {
        dispatch::run(ForwardSmall::<R::Multiplier>(operand, &mut result.0));
    }

    /// See [`Module::sum`].
    #[inline]
    pub fn sum<R: Module>(
        row: &[&PreparedBig<R>; LARGEST_RANK],
        column: &[&PreparedSmall<R>; LARGEST_RANK],
        rank: usize,
        sum: &mut Polynomial<R>,
    ) {
        dispatch::run(Sum::<R>(row, column, rank, sum));
    }
}

/// Chooses a multiplier for the modules over a ring:
/// [`inner_product_by_small`](crate::multiplier::inner_product_by_small) runs it. A smaller one may
/// be named, which replaces it if this crate has feature `small`. Its kernels are compiled once, in
/// the crate with this line.
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
            use $crate::multiplier::{PreparedBig, PreparedSmall, module};
            use $crate::ring::{Polynomial, Small};

            #[allow(dead_code)] // A build has one of them.
            type Fast = $usual;
            #[allow(dead_code)]
            type Smallest = $crate::module_by!(@smallest $usual $(, $small)?);

            #[allow(improper_ctypes_definitions)] // Only pointers pass.
            impl module::Module for $ring {
                type Multiplier = $crate::unless_small!(Fast, Smallest);

                $crate::marked! {
                    fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>) {
                        module::task::transform_big(operand, result)
                    }

                    fn transform_small(operand: &Small<Self>, result: &mut PreparedSmall<Self>) {
                        module::task::transform_small(operand, result)
                    }

                    fn sum(
                        row: &[&PreparedBig<Self>; module::LARGEST_RANK],
                        column: &[&PreparedSmall<Self>; module::LARGEST_RANK],
                        rank: usize,
                        sum: &mut Polynomial<Self>,
                    ) {
                        module::task::sum(row, column, rank, sum)
                    }
                }
            }
        };
    };
}
