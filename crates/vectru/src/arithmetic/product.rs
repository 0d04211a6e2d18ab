//! Products in R_q: the one place where the mechanisms meet the multipliers.
//!
//! In NTRU Prime one operand of each product is small: a key is prepared, and multiplied by a short r if it is public; it is small
//! itself if it is secret, and multiplied by a ciphertext. What is multiplied is secret, or becomes it.

use vectru_polymul::multiplier::{self, Multiply};
use vectru_polymul::ring::Polynomial;

pub(crate) use vectru_polymul::multiplier::Prepared;

use crate::common::parts::Part;
use crate::common::secret::Secret;

/// The product of `a` and a prepared operand.
pub(crate) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply_prepared(a, b))
}

#[cfg(any(feature = "_sntrup", feature = "_ntru"))]
/// The product of two polynomials.
pub(crate) fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply(a, b))
}

/// Prepares an operand for many products.
#[cfg(all(feature = "alloc", any(feature = "_sntrup", feature = "_ntru")))]
pub(crate) fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let _piece = Part::Multiplication.begin();
    multiplier::prepare(operand)
}

/// Prepares an operand where it stays.
pub(crate) fn prepare_in<R: Multiply>(prepared: &mut Prepared<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}
