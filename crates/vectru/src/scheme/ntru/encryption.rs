//! Deterministic public-key encryption: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on the passively secure DPKE.

use core::hint::black_box;

use subtle::{Choice, ConstantTimeEq};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::{Polynomial, Ring};

use super::{Family, Parameters, sampling};
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::cyclotomic::{
    divide_by_x_minus_1, reduce_modulo_3_phi, reduce_modulo_q_phi, times_x_minus_1, triple,
};
use crate::arithmetic::power_of_two::centre;
use crate::arithmetic::product::{Operand, Prepared, multiply_prepared, prepare_in};
use crate::arithmetic::reciprocal::quotient::Cyclotomic;
use crate::arithmetic::reciprocal::small_field::{self, Three};
use crate::arithmetic::reciprocal::two_adic::reciprocal;
use crate::common::declassify::{declassified, declassify};
use crate::common::secret::Secret;

/// Returns f and G made of random bytes.
pub(super) fn draw<P: Parameters>(seed: &[u8]) -> [Secret<Polynomial<P::Ring>>; 2] {
    let [f, g] = sampling::key::<P>(seed);
    let g = match P::FAMILY {
        Family::Hps => triple(&g),
        Family::Hrss => {
            let mut multiple = Secret::new(Polynomial::zero());
            times_x_minus_1(&triple(&g), &mut multiple);
            multiple
        }
    };
    [f, g]
}

/// DPKE_Key_Pair: writes the key made of random bytes: f, 1/f modulo 3 and Phi_n, 1/h modulo q and
/// Phi_n, and h = G / f, which is public and divisible by x - 1. Returns false if f or g is 0.
///
/// A key decrypts what it encrypts if f has a reciprocal modulo 3 and Phi_n, and f G has one modulo
/// 2 and Phi_n. Phi_n is irreducible modulo both, and modulo 2 it does not divide 3 (x - 1). As f
/// and g are ternary of degree at most n - 2, one of them that is 0 modulo 2 or 3 and Phi_n is 0.
/// So the two reciprocals say whether f or g is 0.
pub(super) fn generate<P: Parameters>(
    seed: &[u8],
    trapdoor: &mut [Secret<Polynomial<P::Ring>>; 3],
    h: &mut Polynomial<P::Ring>,
) -> bool {
    let [f, g] = draw::<P>(seed);
    let (inverse, invertible) = small_field::reciprocal::<Cyclotomic<P::Ring>, Three>(&f);
    (*trapdoor[0], *trapdoor[1]) = (*f, inverse);
    let [mut by_f, mut memory, mut other] = [const { Secret::new(Prepared::ZERO) }; 3];
    prepare_in(&mut by_f, &f);
    let (w, product_is_invertible) = reciprocal(multiply_prepared(&g, &by_f), [&mut *memory, &mut *other]);
    if declassified(invertible & product_is_invertible) == 0 {
        return false;
    }
    finish([&g, &w], &by_f, &mut memory, &mut trapdoor[2], h);
    true
}

/// Writes 1/h and h, given G and w = 1/(f G): as h = w G^2 and 1/h = w f^2, no other reciprocal
/// modulo q is needed. Prepares G in `by_g`.
pub(super) fn finish<R: Multiply>(
    [g, w]: [&Polynomial<R>; 2],
    by_f: &Prepared<R>,
    by_g: &mut Prepared<R>,
    h_inverse: &mut Polynomial<R>,
    h: &mut Polynomial<R>,
) {
    by_f.times(&multiply_prepared(w, by_f), h_inverse);
    reduce_modulo_q_phi(h_inverse);
    prepare_in(by_g, g);
    by_g.times(&multiply_prepared(w, by_g), h);
    declassify(&*h);
}

/// Lift: returns a polynomial that is m modulo 3 and Phi_n, and whose coefficients have the sum 0:
/// m itself, or one that it writes to `lifted`, with the memory of `quotient`.
fn lift<'a, P: Parameters>(
    m: &'a Polynomial<P::Ring>,
    lifted: &'a mut Polynomial<P::Ring>,
    quotient: &mut Polynomial<P::Ring>,
) -> &'a Polynomial<P::Ring> {
    match P::FAMILY {
        Family::Hps => m,
        Family::Hrss => {
            divide_by_x_minus_1(m, quotient);
            times_x_minus_1(quotient, lifted);
            lifted
        }
    }
}

/// DPKE_Encrypt, before encoding: writes r h + Lift(m).
pub(super) fn encrypt<P: Parameters>(
    [r, m]: [&Polynomial<P::Ring>; 2],
    h: &impl Operand<P::Ring>,
    ciphertext: &mut Polynomial<P::Ring>,
) {
    let mut memory = Polynomial::zero();
    let lifted = lift::<P>(m, &mut memory, ciphertext);
    h.times(r, ciphertext);
    autovectorize(
        #[inline(always)]
        || {
            for (coefficient, &lifted) in ciphertext.coefficients_mut().iter_mut().zip(lifted.coefficients()) {
                *coefficient = centre::<P::Ring>(*coefficient + lifted);
            }
        },
    );
}

/// DPKE_Decrypt: decrypts a ciphertext whose coefficients have the sum 0, given f, 1/f and 1/h, and
/// writes r and m. Returns true if the ciphertext is the encryption of r and m.
pub(super) fn decrypt<P: Parameters, O: Operand<P::Ring>>(
    [f, inverse, h_inverse]: [&O; 3],
    ciphertext: &Polynomial<P::Ring>,
    [r, m]: &mut [Polynomial<P::Ring>; 2],
) -> Choice {
    let mut product = Polynomial::zero();
    f.times(ciphertext, &mut product);
    reduce_modulo_3_phi(&mut product);
    inverse.times(&product, m);
    reduce_modulo_3_phi(m);

    // Nothing needs the product any more, and r is not written yet.
    let lifted = lift::<P>(m, r, &mut product);
    let mut difference = product;
    autovectorize(
        #[inline(always)]
        || {
            let pairs = ciphertext.coefficients().iter().zip(lifted.coefficients());
            for (target, (&coefficient, &lifted)) in difference.coefficients_mut().iter_mut().zip(pairs) {
                *target = centre::<P::Ring>(coefficient - lifted);
            }
        },
    );
    h_inverse.times(&difference, r);
    reduce_modulo_q_phi(r);
    let excess = not_ternary(r) | not_drawn::<P>(m);
    black_box(excess).ct_eq(&0)
}

/// Returns 0 if and only if all coefficients are -1, 0 or 1.
fn not_ternary<R: Ring>(polynomial: &Polynomial<R>) -> i16 {
    let mut excess = 0;
    autovectorize(
        #[inline(always)]
        || {
            for &coefficient in polynomial.coefficients() {
                // Zero for 0, 1 and 2 alone: such a number has no bit above the low two, and
                // neither has its successor.
                let shifted = coefficient + 1;
                excess |= shifted & !3 | (shifted + 1) & 4;
            }
        },
    );
    excess
}

/// Returns 0 if and only if encapsulation can draw m.
fn not_drawn<P: Parameters>(m: &Polynomial<P::Ring>) -> i16 {
    match P::FAMILY {
        Family::Hps => {
            let weight = const { sampling::weight::<P::Ring>() as i16 };
            let nonzero: i16 = m.coefficients().iter().map(|&c| c & 1).sum();
            let sum: i16 = m.coefficients().iter().sum();
            (nonzero ^ weight) | sum
        }
        Family::Hrss => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::Ntruhps2048509;

    #[test]
    fn other_coefficients_are_not_ternary() {
        for value in -1024..1024i16 {
            let polynomial =
                Polynomial::<Ntruhps2048509>::from_fn(|k| if k == 77 { value } else { (k % 3) as i16 - 1 });
            assert_eq!(not_ternary(&polynomial) == 0, (-1..=1).contains(&value), "{value}");
        }
    }
}
