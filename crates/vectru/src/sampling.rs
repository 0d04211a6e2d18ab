//! Random small polynomials: "NTRU Prime: round 3", the sections on Short and Small.
//!
//! A polynomial takes p random 32-bit words, drawn in one call of 4p bytes: hundreds of calls of 4 bytes are the
//! slow spot of implementations that make them. (Known answers in that other order: the module `kat`.)

use rand_core::TryCryptoRng;
use vectru_polymul::ring::Polynomial;

use crate::parameters::Array;
use crate::secret::Secret;
use crate::sort::sort;
use crate::streamlined::Parameters;

/// p random words, from little-endian bytes.
fn words<P: Parameters, R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Secret<P::Words>, R::Error> {
    let mut list = Secret::new(P::List::zero());
    rng.try_fill_bytes(list.as_mut().as_flattened_mut())?;
    let mut words = Secret::new(P::Words::zero());
    for (word, &bytes) in words.as_mut().iter_mut().zip(list.as_ref()) {
        *word = u32::from_le_bytes(bytes);
    }
    Ok(words)
}

/// A uniform small polynomial: each coefficient is floor(3 n / 2^30) - 1 of a random n < 2^30.
pub(crate) fn small<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<Secret<Polynomial<P::Ring>>, R::Error> {
    let words = words::<P, R>(rng)?;
    Ok(polynomial::<P>(&words, |word| (((word & 0x3fff_ffff) * 3) >> 30) as i16 - 1))
}

/// A uniform small polynomial of weight w.
pub(crate) fn short<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<Secret<Polynomial<P::Ring>>, R::Error> {
    Ok(short_from_words::<P>(words::<P, R>(rng)?))
}

/// The low bits of the first w words become 0 or 2, those of the others 1: the digits of w coefficients +-1 and of
/// zeros. Sorting the words shuffles the digits, by the random bits above them.
fn short_from_words<P: Parameters>(mut words: Secret<P::Words>) -> Secret<Polynomial<P::Ring>> {
    let (nonzero, zero) = words.as_mut().split_at_mut(P::WEIGHT);
    nonzero.iter_mut().for_each(|word| *word &= !1);
    zero.iter_mut().for_each(|word| *word = *word & !3 | 1);
    sort(words.as_mut());
    polynomial::<P>(&words, |word| (word & 3) as i16 - 1)
}

/// The polynomial that has a coefficient of each word.
fn polynomial<P: Parameters>(words: &P::Words, coefficient: impl Fn(u32) -> i16) -> Secret<Polynomial<P::Ring>> {
    let mut polynomial = Secret::new(Polynomial::zero());
    for (target, &word) in polynomial.coefficients_mut().iter_mut().zip(words.as_ref()) {
        *target = coefficient(word);
    }
    polynomial
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sntrup761::Sntrup761;

    #[test]
    fn short_polynomials_have_the_weight_of_the_set() {
        for step in [0u32, 1, 0x9e37_79b9, 0xffff_ffff] {
            let words = Secret::new(core::array::from_fn(|k| step.wrapping_mul(k as u32)));
            let polynomial = short_from_words::<Sntrup761>(words);
            assert_eq!(polynomial.coefficients().iter().filter(|&&coefficient| coefficient != 0).count(), 286);
            assert!(polynomial.coefficients().iter().all(|coefficient| (-1..=1).contains(coefficient)));
        }
    }

    /// Words in ascending order that differ above their digits stay where they are.
    #[test]
    fn digits_follow_their_words() {
        let words = Secret::new(core::array::from_fn(|k| (k as u32) << 3 | 3));
        let polynomial = short_from_words::<Sntrup761>(words);
        for k in 0..761 {
            assert_eq!(polynomial[k], (k < 286).into());
        }
    }
}
