//! Products in R_q, by the multipliers of [`vectru_polymul`]. Keys are prepared once, that is,
//! transformed for many products. Results are wiped when dropped, since an operand is secret.

use vectru_polymul::multiplier::{self, Multiply};
use vectru_polymul::ring::Polynomial;

pub(crate) use vectru_polymul::multiplier::Prepared;

#[cfg(feature = "_module-lwr")]
use crate::arithmetic::autovectorize::autovectorize;
#[cfg(feature = "_module-lwr")]
use crate::arithmetic::power_of_two::centre;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the product of `a` and a prepared operand.
#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
pub(crate) fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply_prepared(a, b))
}

/// An operand of products: prepared for many of them, or as it is for one.
#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
pub(crate) trait Operand<R: Multiply> {
    /// Returns the product of `other` and this operand.
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>>;
}

#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
impl<R: Multiply> Operand<R> for Prepared<R> {
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>> {
        multiply_prepared(other, self)
    }
}

#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
impl<R: Multiply> Operand<R> for Polynomial<R> {
    fn times(&self, other: &Polynomial<R>) -> Secret<Polynomial<R>> {
        multiply(self, other)
    }
}

/// Returns the sum of `count` products, of polynomial `a(j)` and prepared operand `b(j)` for
/// 0 <= j < `count`. Pairs of products are transformed back once.
#[cfg(feature = "_module-lwr")]
#[inline(always)]
pub(crate) fn sum_of_products<'a, R: Multiply>(
    count: usize,
    a: impl Fn(usize) -> &'a Polynomial<R>,
    b: impl Fn(usize) -> &'a Prepared<R>,
) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    let mut sum = Secret::new(Polynomial::zero());
    for j in (0..count).step_by(2) {
        let products = Secret::new(if j + 1 < count {
            multiplier::inner_product([a(j), a(j + 1)], [b(j), b(j + 1)])
        } else {
            multiplier::multiply_prepared(a(j), b(j))
        });
        autovectorize(
            #[inline(always)]
            || {
                for (sum, product) in sum.coefficients_mut().iter_mut().zip(products.coefficients()) {
                    *sum = centre::<R>(*sum + product);
                }
            },
        );
    }
    sum
}

/// Returns the product of two polynomials.
#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
pub(crate) fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Secret<Polynomial<R>> {
    let _piece = Part::Multiplication.begin();
    Secret::new(multiplier::multiply(a, b))
}

/// Returns an operand prepared for many products.
#[cfg(all(feature = "alloc", any(feature = "_sntrup", feature = "_ntru")))]
pub(crate) fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let _piece = Part::Multiplication.begin();
    multiplier::prepare(operand)
}

/// Prepares an operand in the memory where it stays.
pub(crate) fn prepare_in<R: Multiply>(prepared: &mut Prepared<R>, operand: &Polynomial<R>) {
    let _piece = Part::Multiplication.begin();
    prepared.set(operand);
}
