//! Products in R_q, by the multipliers of [`vectru_polymul`]. Keys are prepared once, that is,
//! transformed for many products. Results are wiped when dropped, since an operand is secret.

use vectru_polymul::multiplier::{self, Multiply};
use vectru_polymul::ring::Polynomial;

pub(crate) use vectru_polymul::multiplier::Prepared;

use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the product of `a` and a prepared operand.
pub(crate) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply_prepared(a, b))
}

/// An operand of products: prepared for many of them, or as it is for one.
pub(crate) trait Operand<R: Multiply> {
    /// Returns the product of `other` and this operand.
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>>;
}

impl<R: Multiply> Operand<R> for Prepared<R> {
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>> {
        multiply_prepared(other, self)
    }
}

impl<R: Multiply> Operand<R> for Polynomial<R> {
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>> {
        multiply(self, other)
    }
}

/// Returns the product of two polynomials.
pub(crate) fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply(a, b))
}

/// Returns an operand prepared for many products.
#[cfg(all(feature = "alloc", any(feature = "_sntrup", feature = "_ntru")))]
pub(crate) fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let _piece = Part::Multiplication.begin();
    multiplier::prepare(operand)
}

/// Prepares an operand in the memory where it stays.
pub(crate) fn prepare_in<R: Multiply>(prepared: &mut Prepared<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}
