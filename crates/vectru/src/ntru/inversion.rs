//! Reciprocals modulo q and Phi_n: "NTRU: algorithm specifications" (round 3), the section on arithmetic, Sq_inverse.
//!
//! A reciprocal w of a modulo 2 comes from division steps; as Phi_n is irreducible modulo 2, every a that is not 0 modulo
//! 2 has one. If a w = 1 + e, where 2^k divides e, then a w (2 - a w) = 1 - e^2: Newton's step makes w right modulo
//! 2^(2k). It works modulo any multiple of Phi_n, so the products are those of R_q.

use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::{Polynomial, Ring};

use super::arithmetic::{centre, log_q, reduce_modulo_q_phi};
use super::product::{multiply, multiply_prepared, prepare};
use crate::reciprocal::quotient::Cyclotomic;
use crate::reciprocal::small::{Two, reciprocal as reciprocal_in_field};
use crate::secret::Secret;
use crate::wide::wide;

/// A polynomial of R_q that is the reciprocal of `a` modulo q and Phi_n. If `a` is 0 modulo 2 and Phi_n, some
/// polynomial: the key of a random f is that with a probability that is not worth a branch, below 3^-500.
pub(super) fn reciprocal<R: Multiply>(a: &Polynomial<R>) -> Secret<Polynomial<R>> {
    let mut a = Secret::new(*a);
    reduce_modulo_q_phi(&mut a);
    let mut w = Secret::new(reciprocal_in_field::<Cyclotomic<R>, Two>(&a).0);
    let a = Secret::new(prepare(&a));
    let mut bits = 1;
    while bits < log_q::<R>() {
        let mut correction = multiply_prepared(&w, &a);
        subtract_from_2(&mut correction);
        w = multiply(&w, &correction);
        bits *= 2;
    }
    w
}

fn subtract_from_2<R: Ring>(polynomial: &mut Polynomial<R>) {
    wide(
        #[inline(always)]
        || polynomial.coefficients_mut().iter_mut().for_each(|coefficient| *coefficient = centre::<R>(-*coefficient)),
    );
    polynomial[0] = centre::<R>(polynomial[0] + 2);
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::{Ntruhps2048509, Ntruhrss1373};

    fn check<R: Multiply>() {
        let a = Polynomial::<R>::from_fn(|k| (k * k % 7) as i16 - 3);
        let mut product = multiply(&a, &reciprocal(&a));
        reduce_modulo_q_phi(&mut product);
        assert!(product.coefficients().iter().enumerate().all(|(k, &c)| c == (k == 0) as i16));
    }

    #[test]
    fn reciprocals_times_elements_are_one() {
        check::<Ntruhps2048509>();
        check::<Ntruhrss1373>();
    }
}
