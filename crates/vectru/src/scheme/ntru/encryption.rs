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

/// The polynomials of a new key.
pub(super) struct GeneratedKey<P: Parameters> {
    /// f, ternary.
    pub(super) f: Secret<Polynomial<P::Ring>>,
    /// 1/f modulo 3 and Phi_n.
    pub(super) inverse: Secret<Polynomial<P::Ring>>,
    /// 1/h modulo q and Phi_n.
    pub(super) h_inverse: Secret<Polynomial<P::Ring>>,
    /// h = G / f, which is public and divisible by x - 1.
    pub(super) h: Polynomial<P::Ring>,
}

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

impl<P: Parameters> GeneratedKey<P> {
    /// DPKE_Key_Pair: returns the key made of random bytes, and writes its trapdoor. Returns nothing
    /// if f or g is 0.
    ///
    /// A key decrypts what it encrypts if f has a reciprocal modulo 3 and Phi_n, and f G has one
    /// modulo 2 and Phi_n. Phi_n is irreducible modulo both, and modulo 2 it does not divide
    /// 3 (x - 1). As f and g are ternary of degree at most n - 2, one of them that is 0 modulo 2 or
    /// 3 and Phi_n is 0. So the two reciprocals say whether f or g is 0.
    pub(super) fn new(seed: &[u8], trapdoor: &mut Trapdoor<P::Ring>) -> Option<Self> {
        let [f, g] = draw::<P>(seed);
        let (inverse, invertible) = small_field::reciprocal::<Cyclotomic<P::Ring>, Three>(&f);
        let inverse = Secret::new(inverse);
        prepare_in(&mut trapdoor.f, &f);
        // Intermediate transforms use the memory of those parts of the trapdoor that are written
        // last.
        let memory = [&mut *trapdoor.inverse, &mut *trapdoor.h_inverse];
        let (w, product_is_invertible) = reciprocal(multiply_prepared(&g, &trapdoor.f), memory);
        if declassified(invertible & product_is_invertible) == 0 {
            return None;
        }
        Some(Self::assemble(f, inverse, [&g, &w], trapdoor))
    }

    /// Returns the key of f, 1/f modulo 3, G and w = 1/(f G), and writes its trapdoor. As h = w G^2
    /// and 1/h = w f^2, no other reciprocal modulo q is needed.
    ///
    /// Requires that the trapdoor holds f already.
    pub(super) fn assemble(
        f: Secret<Polynomial<P::Ring>>,
        inverse: Secret<Polynomial<P::Ring>>,
        [g, w]: [&Polynomial<P::Ring>; 2],
        trapdoor: &mut Trapdoor<P::Ring>,
    ) -> Self {
        let by_f = &trapdoor.f;
        let mut h_inverse = multiply_prepared(&multiply_prepared(w, by_f), by_f);
        reduce_modulo_q_phi(&mut h_inverse);
        let by_g = &mut trapdoor.inverse;
        by_g.set(g);
        let h = *multiply_prepared(&multiply_prepared(w, by_g), by_g);
        declassify(&h);
        prepare_in(&mut trapdoor.inverse, &inverse);
        prepare_in(&mut trapdoor.h_inverse, &h_inverse);
        Self { f, inverse, h_inverse, h }
    }
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

/// The polynomials of a secret key, transformed.
#[derive(Clone, Debug)]
pub(super) struct Trapdoor<R: Multiply> {
    /// f.
    pub(super) f: Secret<Prepared<R>>,
    /// 1/f modulo 3 and Phi_n.
    pub(super) inverse: Secret<Prepared<R>>,
    /// 1/h modulo q and Phi_n.
    pub(super) h_inverse: Secret<Prepared<R>>,
}

impl<R: Multiply> Trapdoor<R> {
    /// Memory for a trapdoor, which is made where it stays.
    pub(super) const ZERO: Self = Self {
        f: Secret::new(Prepared::ZERO),
        inverse: Secret::new(Prepared::ZERO),
        h_inverse: Secret::new(Prepared::ZERO),
    };

    /// Decrypts as [`decrypt`] does.
    pub(super) fn decrypt<P: Parameters<Ring = R>>(
        &self,
        ciphertext: &Polynomial<R>,
        message: &mut [Polynomial<R>; 2],
    ) -> Choice {
        decrypt::<P, _>([&*self.f, &*self.inverse, &*self.h_inverse], ciphertext, message)
    }
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
