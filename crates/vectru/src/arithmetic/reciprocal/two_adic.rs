//! Reciprocals modulo q, a power of two, and Phi_n: "NTRU: algorithm specifications", round 3
//! `[CDH+20]`, the section on arithmetic, Sq_inverse.
//!
//! Division steps give a reciprocal w of a modulo 2 and Phi_n. As Phi_n is irreducible modulo 2,
//! every a that is not 0 modulo 2 and Phi_n has one. If a w = 1 - e, where 2^k divides e, then
//!
//! ```text
//! a w (1 + e + … + e^(m-1)) = 1 - e^m
//! ```
//!
//! so that a step of order m makes w a reciprocal modulo 2^(m k). The step of order 2 is Newton's;
//! `[Alt60]` has all orders. This holds modulo any multiple of Phi_n, so that products are computed
//! in R_q.
//!
//! A step of order 3 needs three products, one of order 5 needs four, and one of order 11 needs
//! six:
//!
//! ```text
//! 1 + e + … + e^4  = 1 + (e + e^2) + (e + e^2) e^2
//! 1 + e + … + e^10 = 1 + (e + e^2) (1 + (e^2 + e^4) (1 + e^4))
//! ```
//!
//! Up to 11 bits one step of order 11 suffices. Steps of the orders 3 and 5 take w from 1 bit to 15
//! bits, with seven products; Newton's steps need eight.

use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::cyclotomic::reduce_modulo_q_phi;
use crate::arithmetic::power_of_two::{centre, log_q};
use crate::arithmetic::product::{Prepared, multiply, multiply_prepared, prepare_in};
use crate::arithmetic::reciprocal::quotient::Cyclotomic;
use crate::arithmetic::reciprocal::small_field::{Two, reciprocal as reciprocal_in_field};
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns an element of R_q that is the reciprocal of `a` modulo q and Phi_n, and 0xffff. If `a`
/// is 0 modulo 2 and Phi_n, returns some polynomial, and 0.
///
/// Works in `memory`, which holds secrets afterwards.
pub(crate) fn reciprocal<R: Multiply>(
    mut a: Secret<Polynomial<R>>,
    memory: [&mut Prepared<R>; 2],
) -> (Secret<Polynomial<R>>, u16) {
    let _piece = Part::Inversion.begin();
    const { assert!(log_q::<R>() <= 3 * 5) };
    reduce_modulo_q_phi(&mut a);
    let (w, invertible) = reciprocal_in_field::<Cyclotomic<R>, Two>(&a);
    let mut w = Secret::new(w);
    let [by_a, by_e] = memory;
    prepare_in(by_a, &a);

    if const { log_q::<R>() <= 11 } {
        // w <- w (1 + t), where t = (e + e^2) (1 + s) and s = (e^2 + e^4) (1 + e^4).
        let mut e = error(&w, by_a);
        let mut square = multiply(&e, &e);
        let fourth = multiply(&square, &square);
        add(&mut e, &square);
        add(&mut square, &fourth);
        let mut s = multiply(&square, &fourth);
        add(&mut s, &square);
        let mut t = multiply(&e, &s);
        add(&mut t, &e);
        t = multiply(&w, &t);
        add(&mut w, &t);
        return (w, invertible);
    }

    // w <- w + e (w + e w).
    prepare_in(by_e, &error(&w, by_a));
    let mut sum = multiply_prepared(&w, by_e);
    add(&mut sum, &w);
    sum = multiply_prepared(&sum, by_e);
    add(&mut w, &sum);

    // w <- w (1 + t), where t = e + e^2 + (e^2 + e) e^2.
    let e = error(&w, by_a);
    let square = multiply(&e, &e);
    let mut t = e;
    add(&mut t, &square);
    let high = multiply(&t, &square);
    add(&mut t, &high);
    t = multiply(&w, &t);
    add(&mut w, &t);
    (w, invertible)
}

/// Returns 1 - a w.
fn error<R: Multiply>(w: &Polynomial<R>, a: &Prepared<R>) -> Secret<Polynomial<R>> {
    let mut error = multiply_prepared(w, a);
    autovectorize(
        #[inline(always)]
        || error.coefficients_mut().iter_mut().for_each(|coefficient| *coefficient = centre::<R>(-*coefficient)),
    );
    error[0] = centre::<R>(error[0] + 1);
    error
}

/// Adds `term` to `sum`.
fn add<R: Ring>(sum: &mut Polynomial<R>, term: &Polynomial<R>) {
    autovectorize(
        #[inline(always)]
        || {
            for (sum, &term) in sum.coefficients_mut().iter_mut().zip(term.coefficients()) {
                *sum = centre::<R>(*sum + term);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<R: Multiply>() {
        let a = Polynomial::<R>::from_fn(|k| (k * k % 7) as i16 - 3);
        let mut memory = [Prepared::ZERO; 2];
        let mut product = multiply(&a, &reciprocal(Secret::new(a), memory.each_mut()).0);
        reduce_modulo_q_phi(&mut product);
        assert!(product.coefficients().iter().enumerate().all(|(k, &c)| c == (k == 0) as i16));
    }

    // The smallest and the largest q: each ring adds its products to the build of the unit tests.
    // The tests of known answers generate keys in every ring.
    #[test]
    fn reciprocals_times_elements_are_one() {
        #[cfg(feature = "ntruhps2048677")]
        check::<vectru_polymul::ring::Ntruhps2048677>();
        #[cfg(feature = "ntruhrss701")]
        check::<vectru_polymul::ring::Ntruhrss701>();
    }
}
