//! Products in R_q: the one place where NTRU Prime meets the multipliers.
//!
//! One operand of each product is small: a key is prepared, and multiplied by a short r if it is public; it is small
//! itself if it is secret, and multiplied by a ciphertext. What is multiplied is secret, or becomes it.

use vectru_polymul::multiplier::{self, Multiply};
use vectru_polymul::ring::Polynomial;

pub(crate) use vectru_polymul::multiplier::{Prepared, prepare};

use crate::secret::Secret;

/// The product of `a` and a prepared operand, one of which is small.
pub(crate) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    Secret::new(multiplier::multiply_prepared(a, b))
}

/// The product of a small polynomial and any other.
pub(crate) fn multiply_small<R: Multiply>(small: &Polynomial<R>, other: &Polynomial<R>) -> Secret<Polynomial<R>> {
    Secret::new(multiplier::multiply(small, other))
}
