//! Operands that stay as they are, and take no more memory than a polynomial.

use super::{Multiply, multiply, sum};
use crate::ring::Polynomial;

/// A polynomial, for many products with it.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(Polynomial<R>);

impl<R: Multiply> Prepared<R> {
    /// Zero: memory for [`set`](Self::set), which lets large operands be made where they stay.
    pub const ZERO: Self = Self(Polynomial::zero());

    /// Replaces the operand by another.
    pub fn set(&mut self, operand: &Polynomial<R>) {
        self.0 = *operand;
    }

    /// Overwrites the operand by zeros, if it is secret.
    pub fn clear(&mut self) {
        self.0.padded_mut().fill(0);
    }
}

/// Multiplies `a` and a prepared operand on the chosen backend.
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    multiply(a, &b.0)
}

/// Returns `a[0] b[0] + a[1] b[1]` for polynomials and prepared operands, computed on the chosen
/// backend.
///
/// ```
/// use vectru_polymul::multiplier::{inner_product, multiply, prepare};
/// use vectru_polymul::ring::{Polynomial, Sntrup761};
/// let [a, b] = [3, 5].map(|c| Polynomial::<Sntrup761>::from_fn(|k| (c * k) as i16 % 100));
/// let one = Polynomial::<Sntrup761>::from_fn(|k| (k == 0) as i16);
/// let sum = inner_product([&a, &one], [&prepare(&b), &prepare(&one)]);
/// assert_eq!(sum[0] - 1, multiply(&a, &b)[0]);
/// assert_eq!(sum[1], multiply(&a, &b)[1]);
/// ```
pub fn inner_product<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2]) -> Polynomial<R> {
    sum(&multiply_prepared(a[0], b[0]), &multiply_prepared(a[1], b[1]))
}
