//! Streamlined NTRU Prime Core: "NTRU Prime: round 3", the section of that name. A one-way function of short
//! polynomials with a trapdoor; the mechanism around it makes it safe against chosen ciphertexts.
//!
//! Products of small polynomials modulo 3 are computed modulo q: a coefficient of a product of two polynomials with
//! coefficients -1, 0, 1, reduced by x^p = x + 1, is a sum of at most 2p - 1 of them, which is at most (q - 1)/2 in
//! every parameter set. So the centred coefficient modulo q is the integer, and that modulo 3 is the coefficient in
//! `R_3 = Z_3[x]/(x^p - x - 1)`.

use core::hint::black_box;

use rand_core::TryCryptoRng;
use vectru_polymul::multiplier::{Prepared, multiply, multiply_prepared};
use vectru_polymul::ring::{Polynomial, Ring};

use super::Parameters;
use crate::modulo_3::modulo_3;
use crate::public::{declassified, declassify};
use crate::reciprocal::{big, quotient::Whole, small, small::Three};
use crate::sampling;
use crate::secret::Secret;
use crate::wide::wide;

/// A new key of the core.
pub(super) struct Key<P: Parameters> {
    /// A short polynomial.
    pub(super) f: Secret<Polynomial<P::Ring>>,
    /// 1/g modulo 3.
    pub(super) inverse: Secret<Polynomial<P::Ring>>,
    /// h = g / (3 f), public.
    pub(super) h: Polynomial<P::Ring>,
}

impl<P: Parameters> Key<P> {
    /// KeyGen: g is drawn until it is invertible modulo 3, then f.
    pub(super) fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let (g, inverse) = loop {
            let g = sampling::small::<P, R>(rng)?;
            let (inverse, invertible) = small::reciprocal::<Whole<P::Ring>, Three>(&g);
            let inverse = Secret::new(inverse);
            if declassified(invertible) != 0 {
                break (g, inverse);
            }
        };
        let f = sampling::short::<P, R>(rng)?;
        let reciprocal = Secret::new(big::reciprocal_of_triple(&*f));
        let h = multiply(&g, &reciprocal);
        declassify(&h);
        Ok(Self { f, inverse, h })
    }
}

/// Three times f, for decryption: coefficients -3, 0, 3.
pub(super) fn triple<P: Parameters>(f: &Polynomial<P::Ring>) -> Secret<Polynomial<P::Ring>> {
    Secret::new(Polynomial::from_fn(|k| 3 * f[k]))
}

/// Encrypt, before rounding: h r.
pub(super) fn encrypt<P: Parameters>(r: &Polynomial<P::Ring>, h: &Prepared<P::Ring>) -> Secret<Polynomial<P::Ring>> {
    Secret::new(multiply_prepared(r, h))
}

/// Decrypt: the short r whose encryption `ciphertext` is, if there is one. Else some short polynomial; where the
/// weight comes out wrong, the specification's (1, …, 1, 0, …, 0), so that what follows sees a short one.
pub(super) fn decrypt<P: Parameters>(
    ciphertext: &Polynomial<P::Ring>,
    triple_f: &Prepared<P::Ring>,
    inverse: &Prepared<P::Ring>,
) -> Secret<Polynomial<P::Ring>> {
    let mut product = Secret::new(multiply_prepared(ciphertext, triple_f));
    reduce_modulo_3(&mut product);
    let mut r = Secret::new(multiply_prepared(&product, inverse));
    reduce_modulo_3(&mut r);
    let wrong = black_box(nonzero(weight(&r) ^ P::WEIGHT as i16));
    for (k, coefficient) in r.coefficients_mut().iter_mut().enumerate() {
        let replacement = (k < P::WEIGHT) as i16;
        *coefficient ^= wrong & (*coefficient ^ replacement);
    }
    r
}

fn reduce_modulo_3<R: Ring>(polynomial: &mut Polynomial<R>) {
    wide(
        #[inline(always)]
        || polynomial.coefficients_mut().iter_mut().for_each(|coefficient| *coefficient = modulo_3(*coefficient)),
    );
}

/// The number of nonzero coefficients of a small polynomial.
pub(super) fn weight<R: Ring>(small: &Polynomial<R>) -> i16 {
    small.coefficients().iter().map(|coefficient| coefficient & 1).sum()
}

/// -1 if `value` is not zero, else 0. Requires value > -2^15.
fn nonzero(value: i16) -> i16 {
    (value | -value) >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks() {
        for value in -i16::MAX..=i16::MAX {
            assert_eq!(nonzero(value), -((value != 0) as i16));
        }
    }
}
