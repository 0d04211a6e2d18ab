//! Vectors and matrices as associated types of a parameter set.

use core::fmt::Debug;

use vectru_polymul::multiplier::{Multiply, Prepared};
use vectru_polymul::ring::Polynomial;

use crate::common::secret::Secret;

/// An array of polynomials as an associated type of a parameter set: a vector, or a matrix row by
/// row. In stable Rust a generic function cannot name `[T; P::RANK]`.
pub trait List<T>: AsRef<[T]> + AsMut<[T]> + Clone + Debug + Send + Sync + 'static {
    /// The list of zeros: memory for a list, which is made where it stays.
    const ZERO: Self;
}

impl<R: Multiply, const LENGTH: usize> List<Prepared<R>> for [Prepared<R>; LENGTH] {
    const ZERO: Self = [Prepared::ZERO; LENGTH];
}

impl<R: Multiply, const LENGTH: usize> List<Secret<Prepared<R>>> for [Secret<Prepared<R>>; LENGTH] {
    const ZERO: Self = [const { Secret::new(Prepared::ZERO) }; LENGTH];
}

impl<R: Multiply, const LENGTH: usize> List<Secret<Polynomial<R>>> for [Secret<Polynomial<R>>; LENGTH] {
    const ZERO: Self = [const { Secret::new(Polynomial::zero()) }; LENGTH];
}
