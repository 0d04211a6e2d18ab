//! Operands that are prepared once for many products.

use super::Multiply;
#[cfg(feature = "replace")]
use super::{add, forced, multiply_into};
use crate::ring::Polynomial;
use crate::simd::Zero;

/// A polynomial that is prepared for many products with it: transformed, or unchanged with feature
/// `balanced`. It remembers its multiplier, so that it serves every backend.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply> {
    operand: R::Prepared,
    /// An operand that was prepared while a multiplier was forced.
    #[cfg(feature = "replace")]
    untransformed: Option<Polynomial<R>>,
}

impl<R: Multiply> Prepared<R> {
    /// Zero: memory for [`set`](Self::set), so that a large operand can be made in its final place.
    pub const ZERO: Self = Self {
        operand: Zero::ZERO,
        #[cfg(feature = "replace")]
        untransformed: None,
    };

    /// Replaces the operand by the prepared `operand`.
    pub fn set(&mut self, operand: &Polynomial<R>) {
        #[cfg(feature = "replace")]
        {
            self.clear();
            self.untransformed = forced::<R>().is_some().then_some(*operand);
            if self.untransformed.is_some() {
                return;
            }
        }
        R::transform(operand, &mut self.operand);
    }

    /// Overwrites the operand with zeros; for secret operands.
    pub fn clear(&mut self) {
        self.operand.clear();
        #[cfg(feature = "replace")]
        if let Some(operand) = &mut self.untransformed {
            operand.clear();
        }
    }
}

/// Multiplies as [`multiply_prepared`](super::multiply_prepared) does, and writes the product to
/// `product`.
pub fn multiply_prepared_into<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>, product: &mut Polynomial<R>) {
    #[cfg(feature = "replace")]
    if let Some(b) = &b.untransformed {
        return multiply_into(a, b, product);
    }
    R::product_by_prepared(a, &b.operand, product);
}

/// Computes the sum that [`inner_product`](super::inner_product) returns, and writes it to `sum`.
pub fn inner_product_into<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2], sum: &mut Polynomial<R>) {
    #[cfg(feature = "replace")]
    if b.iter().any(|b| b.untransformed.is_some()) {
        let mut term = Polynomial::zero();
        multiply_prepared_into(a[0], b[0], sum);
        multiply_prepared_into(a[1], b[1], &mut term);
        return add(sum, &term);
    }
    R::sum_of_products(a[0], a[1], &b[0].operand, &b[1].operand, sum);
}
