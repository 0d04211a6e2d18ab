//! Vectors and matrices as associated types of a parameter set.

use core::fmt::Debug;

use vectru_polymul::multiplier::{Module, PreparedBig};
use vectru_polymul::ring::{Ring, Small};

use crate::common::secret::Secret;

/// An array of polynomials as an associated type of a parameter set: a vector, or a matrix row by
/// row. In stable Rust a generic function cannot name `[T; P::RANK]`.
pub trait List<T>: AsRef<[T]> + AsMut<[T]> + Clone + Debug + Send + Sync + 'static {
    /// The list of zeros: memory for a list, which is made where it stays.
    const ZERO: Self;
}

impl<R: Module, const LENGTH: usize> List<PreparedBig<R>> for [PreparedBig<R>; LENGTH] {
    const ZERO: Self = [PreparedBig::ZERO; LENGTH];
}

impl<R: Ring, const LENGTH: usize> List<Secret<Small<R>>> for [Secret<Small<R>>; LENGTH] {
    const ZERO: Self = [const { Secret::new(Small::zero()) }; LENGTH];
}
