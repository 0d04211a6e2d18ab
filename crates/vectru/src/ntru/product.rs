//! Products in R_q: the one place where the mechanism meets the multipliers. What it multiplies is secret, or becomes it.

use vectru_polymul::multiplier::{self, Multiply};
use vectru_polymul::ring::Polynomial;

pub(super) use vectru_polymul::multiplier::Prepared;
#[cfg(feature = "alloc")]
pub(super) use vectru_polymul::multiplier::prepare;

use crate::secret::Secret;

/// The product of `a` and a prepared operand.
pub(super) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    Secret::new(multiplier::multiply_prepared(a, b))
}

/// The product of two polynomials.
pub(super) fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    Secret::new(multiplier::multiply(a, b))
}
