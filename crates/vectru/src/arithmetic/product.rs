//! Products in R_q, by the multipliers of [`vectru_polymul`]. Keys are prepared once, that is,
//! transformed for many products.
//!
//! An operand is secret, and so is the product. Products that go to the heap are wiped when
//! dropped; products that stay in the stack of an operation [end with it](crate::common::stack).

use core::array;

use vectru_polymul::multiplier;
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;
use vectru_polymul::ring::Small;

pub(crate) use vectru_polymul::multiplier::Prepared;
pub(crate) use vectru_polymul::multiplier::{Module, PreparedBig, PreparedSmall};

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

/// Writes the product of a row and a column of length `rank`, 2 to 4: the sum of `row(j)` times
/// `column(j)`.
#[inline(always)]
pub(crate) fn row_by_column<'a, R: Module>(
    rank: usize,
    row: impl Fn(usize) -> &'a PreparedBig<R>,
    column: impl Fn(usize) -> &'a PreparedSmall<R>,
    sum: &mut Polynomial<R>,
) {
    let _piece = Part::Multiplication.begin();
    match rank {
        2 => multiplier::inner_product_by_small_into::<R, 2>(array::from_fn(row), array::from_fn(column), sum),
        3 => multiplier::inner_product_by_small_into::<R, 3>(array::from_fn(row), array::from_fn(column), sum),
        4 => multiplier::inner_product_by_small_into::<R, 4>(array::from_fn(row), array::from_fn(column), sum),
        _ => unreachable!("ranks are 2 to 4"),
    }
}

/// Prepares an entry of a row in the memory where it stays.
pub(crate) fn prepare_big_in<R: Module>(prepared: &mut PreparedBig<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}

/// Prepares an entry of a column in the memory where it stays.
pub(crate) fn prepare_small_in<R: Module>(prepared: &mut PreparedSmall<R>, operand: &Small<R>) {
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
