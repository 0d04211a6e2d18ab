//! Products in R_q, by the multipliers of [`vectru_polymul`]. Keys are prepared once, that is,
//! transformed for many products.
//!
//! An operand is secret, and so is the product. Products that go to the heap are wiped when
//! dropped; products that stay in the stack of an operation [end with it](crate::common::stack).

use vectru_polymul::multiplier;
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;
use vectru_polymul::ring::Small;

pub(crate) use vectru_polymul::multiplier::Prepared;
pub(crate) use vectru_polymul::multiplier::module::LARGEST_HEIGHT;
pub(crate) use vectru_polymul::multiplier::{Module, PreparedBig};

use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the product of `a` and a prepared operand.
pub(crate) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    let mut product = Secret::new(Polynomial::zero());
    b.times(a, &mut product);
    product
}

/// An operand of products: prepared for many of them, or as it is for one.
pub(crate) trait Operand<R: Multiply> {
    /// Writes the product of `other` and this operand where it stays.
    fn times(&self, other: &Polynomial<R>, product: &mut Polynomial<R>);
}

impl<R: Multiply> Operand<R> for Prepared<R> {
    fn times(&self, other: &Polynomial<R>, product: &mut Polynomial<R>) {
        let _piece = Part::Multiplication.begin();
        multiplier::multiply_prepared_into(other, self, product);
    }
}

impl<R: Multiply> Operand<R> for Polynomial<R> {
    fn times(&self, other: &Polynomial<R>, product: &mut Polynomial<R>) {
        let _piece = Part::Multiplication.begin();
        multiplier::multiply_into(self, other, product);
    }
}

/// Multiplies a matrix of `height` rows by a column of small polynomials, one row after the other:
/// see [`multiplier::row_by_row`].
#[cfg(any(feature = "balanced", target_arch = "arm"))]
#[inline(always)]
pub(crate) fn row_by_row<R: Module>(
    height: usize,
    column: &[Secret<Small<R>>],
    write: impl FnMut(usize, usize, &mut Polynomial<R>),
    finish: impl FnMut(usize, &mut Polynomial<R>),
) {
    let _piece = Part::Multiplication.begin();
    multiplier::row_by_row(height, column.len(), write, |j| &*column[j], finish);
}

/// Writes the product of a matrix of `height` rows, up to 5, by a column of small polynomials, up
/// to 4 of them.
#[inline(always)]
pub(crate) fn rows_by_column<'a, R: Module>(
    height: usize,
    column: &'a [Secret<Small<R>>],
    entry: impl Fn(usize, usize) -> &'a PreparedBig<R>,
    sums: &mut [Polynomial<R>; LARGEST_HEIGHT],
) {
    let _piece = Part::Multiplication.begin();
    multiplier::rows_by_column(height, column.len(), entry, |j| &*column[j], sums);
}

/// Prepares an entry of a matrix in the memory where it stays.
pub(crate) fn prepare_big_in<R: Module>(prepared: &mut PreparedBig<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}

/// Returns the product of two polynomials.
pub(crate) fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    let mut product = Secret::new(Polynomial::zero());
    a.times(b, &mut product);
    product
}

/// Prepares an operand in the memory where it stays.
pub(crate) fn prepare_in<R: Multiply>(prepared: &mut Prepared<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}
