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
    write_words(list, words.as_mut());
    words
}

/// Writes the words of a list.
fn write_words(list: &[u8], words: &mut [u32]) {
    for (word, &bytes) in words.iter_mut().zip(list.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(bytes);
    }
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
    write_words(list, words.as_mut());
    short_from_words(words.as_mut(), weight, polynomial);
}

fn short_from_words<R: PrimeRing>(words: &mut [u32], weight: usize, polynomial: &mut Polynomial<R>) {
    autovectorize(
        #[inline(always)]
        || {
            let (nonzero, zero) = words.split_at_mut(weight);
            nonzero.iter_mut().for_each(|word| *word &= !1);
            zero.iter_mut().for_each(|word| *word = *word & !3 | 1);
        },
    );
    const { assert!(R::Words::LENGTH <= CAPACITY) };
    sort(words);
    autovectorize(
        #[inline(always)]
        || {
            for (target, &word) in polynomial.coefficients_mut().iter_mut().zip(&*words) {
                *target = (word & 3) as i16 - 1;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::Sntrup761;

    #[test]
    fn short_polynomials_have_the_weight_of_the_set() {
        for step in [0u32, 1, 0x9e37_79b9, 0xffff_ffff] {
            let mut words: [u32; 761] = core::array::from_fn(|k| step.wrapping_mul(k as u32));
            let mut polynomial = Polynomial::<Sntrup761>::zero();
            short_from_words(&mut words, 286, &mut polynomial);
            assert_eq!(polynomial.coefficients().iter().filter(|&&coefficient| coefficient != 0).count(), 286);
            assert!(polynomial.coefficients().iter().all(|coefficient| (-1..=1).contains(coefficient)));
        }
    }

    /// Words in ascending order that differ above their digits stay where they are.
    #[test]
    fn digits_follow_their_words() {
        let mut words: [u32; 761] = core::array::from_fn(|k| (k as u32) << 3 | 3);
        let mut polynomial = Polynomial::<Sntrup761>::zero();
        short_from_words(&mut words, 286, &mut polynomial);
        for k in 0..761 {
            assert_eq!(polynomial[k], (k < 286).into());
        }
    }
}
