//! Multipliers: chains of stages for a ring, as data and as code.
//!
//! A scheme names a ring and calls [`multiply`], or [`prepare`] and [`multiply_prepared`] where one operand stays
//! (a key); which multiplier runs, and on which backend, is chosen here.

use crate::dispatch::{self, Task};
use crate::ring::{Polynomial, Ring, Sntrup761};
use crate::simd::Machine;

/// A ring that has a multiplier.
pub trait Multiply: Ring {
    /// An operand that has been transformed. The same on every backend.
    type Transformed: Copy + core::fmt::Debug + Send + Sync;

    /// Transforms an operand.
    fn prepare<S: Machine>(simd: S, operand: &Polynomial<Self>) -> Self::Transformed;

    /// The product of `a` and a transformed operand.
    fn multiply_prepared<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Self::Transformed) -> Polynomial<Self>;

    /// The product.
    fn multiply<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self>;
}

impl Multiply for Sntrup761 {
    type Transformed = Polynomial<Self>;

    fn prepare<S: Machine>(_: S, operand: &Polynomial<Self>) -> Polynomial<Self> {
        *operand
    }

    fn multiply_prepared<S: Machine>(_: S, a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self> {
        a.schoolbook(b)
    }

    fn multiply<S: Machine>(_: S, a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self> {
        a.schoolbook(b)
    }
}

/// The product of two polynomials, on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::multiply, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
/// assert_eq!(multiply(&a, &b), a.schoolbook(&b));
/// ```
pub fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    struct Product<'a, R: Ring>(&'a Polynomial<R>, &'a Polynomial<R>);
    impl<R: Multiply> Task for Product<'_, R> {
        type Output = Polynomial<R>;
        fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
            R::multiply(simd, self.0, self.1)
        }
    }
    dispatch::run(Product(a, b))
}

/// A polynomial that has been transformed, for many products with it.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(R::Transformed);

/// Transforms `operand` once, for [`multiply_prepared`]. The result serves every backend.
pub fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    struct Preparation<'a, R: Ring>(&'a Polynomial<R>);
    impl<R: Multiply> Task for Preparation<'_, R> {
        type Output = Prepared<R>;
        fn run<S: Machine>(self, simd: S) -> Prepared<R> {
            Prepared(R::prepare(simd, self.0))
        }
    }
    dispatch::run(Preparation(operand))
}

/// The product of `a` and a prepared operand, on the chosen backend.
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    struct Product<'a, R: Multiply>(&'a Polynomial<R>, &'a Prepared<R>);
    impl<R: Multiply> Task for Product<'_, R> {
        type Output = Polynomial<R>;
        fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
            R::multiply_prepared(simd, self.0, &self.1.0)
        }
    }
    dispatch::run(Product(a, b))
}
