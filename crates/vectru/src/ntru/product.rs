//! Products in R_q: the one place where the mechanism meets the multipliers.
//!
//! Until the rings of NTRU have multipliers of their own, products are those of the definition, in constant time: q
//! divides 2^16, so sums of 16-bit products may wrap around. The oracle of `vectru_polymul`
//! ([`Polynomial::schoolbook`]) branches on coefficients, and is for tests.

use vectru_polymul::ring::{Polynomial, Ring};

use super::arithmetic::centre;
use crate::secret::{Secret, Wipe};
use crate::wide::wide;

/// The name of what multiplies.
pub(crate) const MULTIPLIER: &str = "schoolbook";

/// Room for an operand of the largest ring, twice.
const CAPACITY: usize = 2 * 1376;

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
    let n = R::DEGREE;
    // b twice: x^i b is a window of it.
    let mut twice = Secret::new([0i16; CAPACITY]);
    twice[..n].copy_from_slice(b.coefficients());
    twice[n..2 * n].copy_from_slice(b.coefficients());
    let mut result = Secret::new(Polynomial::zero());
    let target = result.coefficients_mut();
    wide(
        #[inline(always)]
        || {
            for (i, &factor) in a.coefficients().iter().enumerate() {
                for (sum, &coefficient) in target.iter_mut().zip(&twice[n - i..2 * n - i]) {
                    *sum = sum.wrapping_add(factor.wrapping_mul(coefficient));
                }
            }
            target.iter_mut().for_each(|coefficient| *coefficient = centre::<R>(*coefficient));
        },
    );
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Modulus, centred};
    use vectru_polymul::ring::{Ntruhps2048509, Ntruhrss1373};

    fn check<R: Ring>() {
        let q = R::Modulus::Q as i64;
        let element =
            |seed: i64| Polynomial::<R>::from_fn(|k| centred(seed * (k as i64 + 3) * (k as i64 + 5), q) as i16);
        let (a, b) = (element(7919), element(104_729));
        let expected = a.schoolbook(&b);
        assert_eq!(*multiply(&a, &b), expected);
        assert_eq!(*multiply_prepared(&a, &prepare(&b)), expected);
    }

    #[test]
    fn products_are_those_of_the_oracle() {
        check::<Ntruhps2048509>();
        check::<Ntruhrss1373>();
    }
}
