//! Products in R_q: the one place where the mechanism meets the multipliers.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::secret::{Secret, Wipe};

/// The name of what multiplies.
pub(crate) const MULTIPLIER: &str = "schoolbook";

/// A polynomial that has been prepared for many products with it.
#[derive(Clone, Debug)]
pub(super) struct Prepared<R: Ring>(Polynomial<R>);

impl<R: Ring> Wipe for Prepared<R> {
    fn wipe(&mut self) {
        self.0.wipe();
    }
}

/// Prepares `operand` once, for [`multiply_prepared`].
pub(super) fn prepare<R: Ring>(operand: &Polynomial<R>) -> Prepared<R> {
    Prepared(*operand)
}

/// The product of `a` and a prepared operand.
pub(super) fn multiply_prepared<R: Ring>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    multiply(a, &b.0)
}

/// The product of two polynomials.
pub(super) fn multiply<R: Ring>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    Secret::new(a.schoolbook(b))
}
