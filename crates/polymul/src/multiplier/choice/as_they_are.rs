//! Operands that stay as they are, and take no more memory than a polynomial.

use super::{Multiply, add, multiply_into};
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

/// Multiplies as [`multiply_prepared`](super::multiply_prepared) does, and writes the product where
/// it stays.
pub fn multiply_prepared_into<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>, product: &mut Polynomial<R>) {
    multiply_into(a, &b.0, product);
}

/// Computes the sum that [`inner_product`](super::inner_product) returns, and writes it where it
/// stays.
pub fn inner_product_into<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2], sum: &mut Polynomial<R>) {
    let mut term = Polynomial::zero();
    multiply_into(a[0], &b[0].0, sum);
    multiply_into(a[1], &b[1].0, &mut term);
    add(sum, &term);
}
