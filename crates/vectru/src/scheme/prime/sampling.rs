//! Random small and short polynomials: "NTRU Prime: round 3" `[BBC+20]`, the sections on Short and
//! Small.
//!
//! A polynomial is made of a *list* of p random words of 32 bits, drawn by one call of 4 p bytes.
//! Other implementations draw each word by a call of its own, which costs more time than the rest
//! of sampling. The module `kat` draws in either order.

use vectru_polymul::ring::Polynomial;

use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::prime_ring::PrimeRing;
use crate::arithmetic::sort::{CAPACITY, sort};
use crate::common::parameters::Array;
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;

/// Draws the list of a polynomial.
pub(crate) fn list<R: PrimeRing>(source: &mut dyn Source) -> Result<Secret<R::List>, Failed> {
    let mut list = Secret::new(R::List::ZERO);
    source.fill(list.as_mut())?;
    Ok(list)
}

/// Returns the words of a list, each of four little-endian bytes.
pub(crate) fn words<R: PrimeRing>(list: &[u8]) -> Secret<R::Words> {
    let mut words = Secret::new(R::Words::ZERO);
    for (word, &bytes) in words.as_mut().iter_mut().zip(list.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(bytes);
    }
    words
}

/// Small: returns a random small polynomial.
pub(crate) fn small<R: PrimeRing>(list: &[u8]) -> Secret<Polynomial<R>> {
    let mut polynomial = Secret::new(Polynomial::zero());
    small_in(list, &mut polynomial);
    polynomial
}

/// Small: writes a random small polynomial. A coefficient is floor(3 n / 2^30) - 1 for the low 30
/// bits n of a word.
pub(crate) fn small_in<R: PrimeRing>(list: &[u8], polynomial: &mut Polynomial<R>) {
    autovectorize(
        #[inline(always)]
        || {
            for (target, &bytes) in polynomial.coefficients_mut().iter_mut().zip(list.as_chunks::<4>().0) {
                *target = (((u32::from_le_bytes(bytes) & 0x3fff_ffff) * 3) >> 30) as i16 - 1;
            }
        },
    );
}

/// Short: returns a random small polynomial of this weight.
pub(crate) fn short<R: PrimeRing>(list: &[u8], weight: usize) -> Secret<Polynomial<R>> {
    let mut polynomial = Secret::new(Polynomial::zero());
    short_in(list, weight, &mut polynomial);
    polynomial
}

/// Short: writes a random small polynomial of this weight.
///
/// The low two bits of a word become a digit, which is a coefficient plus 1: 0 or 2 in the first
/// words, as many as the weight, and 1 in the others. Sorting the words shuffles the digits by the
/// random bits above them.
pub(crate) fn short_in<R: PrimeRing>(list: &[u8], weight: usize, polynomial: &mut Polynomial<R>) {
    let mut words = R::Words::ZERO;
    autovectorize(
        #[inline(always)]
        || {
            let (nonzero, zero) = words.as_mut().split_at_mut(weight);
            let list = list.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
            nonzero.iter_mut().zip(list.clone()).for_each(|(word, random)| *word = random & !1);
            zero.iter_mut().zip(list.skip(weight)).for_each(|(word, random)| *word = random & !3 | 1);
        },
    );
    const { assert!(R::Words::LENGTH <= CAPACITY) };
    sort(words.as_mut());
    autovectorize(
        #[inline(always)]
        || {
            for (target, &word) in polynomial.coefficients_mut().iter_mut().zip(words.as_ref()) {
                *target = (word & 3) as i16 - 1;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::Sntrup761;

    /// The list of these words.
    fn list(word: impl Fn(u32) -> u32) -> [u8; 4 * 761] {
        core::array::from_fn(|k| word(k as u32 / 4).to_le_bytes()[k % 4])
    }

    #[test]
    fn short_polynomials_have_the_weight_of_the_set() {
        for step in [0u32, 1, 0x9e37_79b9, 0xffff_ffff] {
            let polynomial = short::<Sntrup761>(&list(|k| step.wrapping_mul(k)), 286);
            assert_eq!(polynomial.coefficients().iter().filter(|&&coefficient| coefficient != 0).count(), 286);
            assert!(polynomial.coefficients().iter().all(|coefficient| (-1..=1).contains(coefficient)));
        }
    }

    /// Words in ascending order that differ above their digits stay where they are.
    #[test]
    fn digits_follow_their_words() {
        let polynomial = short::<Sntrup761>(&list(|k| k << 3 | 3), 286);
        for k in 0..761 {
            assert_eq!(polynomial[k], i16::from(k < 286));
        }
    }
}
