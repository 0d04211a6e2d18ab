//! Random ternary polynomials: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the section on
//! sampling. Their coefficient of x^(n-1) is 0.
//!
//! One call draws the random bytes of each pair of polynomials, f and g or r and m.

use core::hint::black_box;

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::{Family, Mechanism, Parameters};
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::modulo_3::modulo_3;
use crate::arithmetic::sort::{CAPACITY, sort};
use crate::common::parameters::Array;
use crate::common::secret::Secret;

/// A pair of secret ternary polynomials.
type Pair<P> = [Secret<Polynomial<<P as Mechanism>::Ring>>; 2];

/// Returns the number of nonzero coefficients of a polynomial of fixed type: q/8 - 2. Half of them
/// are 1, half -1.
pub(super) const fn weight<R: Ring>() -> usize {
    R::Modulus::Q as usize / 8 - 2
}

/// Returns the number of random bytes of a ternary polynomial: one for each of n - 1 coefficients.
const fn ternary_bytes(n: usize) -> usize {
    n - 1
}

/// Returns the number of random bytes of a polynomial of fixed type: 30 bits for each of n - 1
/// coefficients.
const fn fixed_type_bytes(n: usize) -> usize {
    (30 * (n - 1)).div_ceil(8)
}

/// Returns the number of random bytes of a pair of polynomials, f and g or r and m.
pub(crate) const fn seed_bytes(family: Family, n: usize) -> usize {
    match family {
        Family::Hps => ternary_bytes(n) + fixed_type_bytes(n),
        Family::Hrss => 2 * ternary_bytes(n),
    }
}

/// Sample_fg: returns f and g.
pub(super) fn key<P: Parameters>(seed: &[u8]) -> Pair<P> {
    let mut pair = [Secret::new(Polynomial::zero()), Secret::new(Polynomial::zero())];
    let (f, g) = seed.split_at(ternary_bytes(P::Ring::DEGREE));
    match P::FAMILY {
        Family::Hps => {
            ternary(f, &mut pair[0]);
            fixed_type::<P>(g, &mut pair[1]);
        }
        Family::Hrss => {
            ternary_plus(f, &mut pair[0]);
            ternary_plus(g, &mut pair[1]);
        }
    }
    pair
}

/// Sample_rm: writes r and m.
pub(super) fn message<P: Parameters>(seed: &[u8], [r, m]: &mut [Polynomial<P::Ring>; 2]) {
    let (r_bytes, m_bytes) = seed.split_at(ternary_bytes(P::Ring::DEGREE));
    ternary(r_bytes, r);
    match P::FAMILY {
        Family::Hps => fixed_type::<P>(m_bytes, m),
        Family::Hrss => ternary(m_bytes, m),
    }
}

/// Ternary: writes the polynomial whose coefficients are the bytes modulo 3.
fn ternary<R: Ring>(bytes: &[u8], result: &mut Polynomial<R>) {
    autovectorize(
        #[inline(always)]
        || {
            for (coefficient, &byte) in result.coefficients_mut().iter_mut().zip(bytes) {
                *coefficient = modulo_3(byte.into());
            }
        },
    );
}

/// Ternary_Plus: writes a ternary polynomial for which the sum of the products of neighbouring
/// coefficients is not negative. If the sum is negative for the polynomial of [`ternary`], the
/// coefficients of even powers of x are negated.
fn ternary_plus<R: Ring>(bytes: &[u8], result: &mut Polynomial<R>) {
    ternary(bytes, result);
    let correlation: i16 = result.coefficients().windows(2).map(|pair| pair[0] * pair[1]).sum();
    let negative = black_box(correlation >> 15);
    for coefficient in result.coefficients_mut().iter_mut().step_by(2) {
        *coefficient = (*coefficient ^ negative) - negative;
    }
}

/// Fixed_Type: writes a polynomial with [`weight`] nonzero coefficients, half of them 1 and half
/// -1.
///
/// The low two bits of a word become a digit: 1 in the first words, 2 in as many others, 0 in the
/// rest. Sorting the words shuffles the digits by the 30 random bits above them.
fn fixed_type<P: Parameters>(bytes: &[u8], result: &mut Polynomial<P::Ring>) {
    let mut words = P::Words::ZERO;
    let half = weight::<P::Ring>() / 2;
    autovectorize(
        #[inline(always)]
        || {
            random_words(bytes, words.as_mut());
            let (ones, rest) = words.as_mut().split_at_mut(half);
            ones.iter_mut().for_each(|word| *word |= 1);
            rest[..half].iter_mut().for_each(|word| *word |= 2);
        },
    );
    // NTRU-HRSS has no polynomials of fixed type.
    const { assert!(matches!(P::FAMILY, Family::Hrss) || P::Words::LENGTH <= CAPACITY) };
    sort(words.as_mut());
    autovectorize(
        #[inline(always)]
        || {
            for (coefficient, word) in result.coefficients_mut().iter_mut().zip(words.as_ref()) {
                // The digits 0, 1 and 2 stand for 0, 1 and -1.
                *coefficient = (word & 1) as i16 - (word >> 1 & 1) as i16;
            }
        },
    );
}

/// Writes words of 30 random bits each above two zeros. The top bit is flipped, because the
/// reference implementation sorts signed numbers: unsigned numbers with that bit flipped have the
/// same order.
#[inline(always)]
fn random_words(bytes: &[u8], words: &mut [u32]) {
    let (whole, rest) = words.as_chunks_mut::<8>();
    let (eights, rest_bytes) = bytes.as_chunks::<30>();
    for (words, bytes) in whole.iter_mut().zip(eights) {
        *words = eight_words(bytes);
    }
    let mut last = [0; 30];
    last[..rest_bytes.len()].copy_from_slice(rest_bytes);
    rest.copy_from_slice(&eight_words(&last)[..rest.len()]);
}

/// Returns the words of 240 random bits.
#[inline(always)]
fn eight_words(bytes: &[u8; 30]) -> [u32; 8] {
    let mut words = [0; 8];
    for (pair, words) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        // The random bits of two words are in eight bytes, from bit 0 or bit 4 on.
        let (start, unused) = (60 * pair / 8, 60 * pair % 8);
        let bits = u64::from_le_bytes(*bytes[start..].first_chunk().expect("eight bytes")) >> unused;
        let bits = bits << 2 & u64::from(u32::MAX) | bits << 4 & !3 << 32;
        let bits = bits ^ (1 << 63 | 1 << 31);
        *words = [bits as u32, (bits >> 32) as u32];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use vectru_polymul::ring::Ntruhrss701;

    /// The numbers of `[CDH+20]`: 8 bits for each coefficient, or 30.
    #[test]
    fn seeds_have_bytes_for_each_coefficient() {
        assert_eq!(seed_bytes(Family::Hps, 509), 508 + 1905);
        assert_eq!(seed_bytes(Family::Hps, 677), 676 + 2535);
        assert_eq!(seed_bytes(Family::Hps, 821), 820 + 3075);
        assert_eq!(seed_bytes(Family::Hrss, 701), 700 + 700);
    }

    #[test]
    fn bytes_become_residues() {
        let bytes: [u8; 700] = core::array::from_fn(|k| k as u8);
        let mut polynomial = Polynomial::<Ntruhrss701>::zero();
        ternary(&bytes, &mut polynomial);
        for k in 0..700 {
            assert_eq!(polynomial[k], [0, 1, -1][bytes[k] as usize % 3]);
        }
        assert_eq!(polynomial[700], 0);
    }

    #[test]
    fn neighbours_do_not_correlate_negatively() {
        for step in [1u8, 3, 7, 85, 128, 255] {
            let bytes: [u8; 700] = core::array::from_fn(|k| step.wrapping_mul(k as u8));
            let [mut before, mut after] = [Polynomial::<Ntruhrss701>::zero(); 2];
            ternary(&bytes, &mut before);
            ternary_plus(&bytes, &mut after);
            let correlation = |polynomial: &Polynomial<_>| -> i16 {
                polynomial.coefficients().windows(2).map(|pair| pair[0] * pair[1]).sum()
            };
            assert_eq!(correlation(&after), correlation(&before).abs());
        }
    }

    #[test]
    fn fixed_types_have_as_many_ones_as_minus_ones() {
        for_each_set_of!(ntru, check set check_fixed_type);
    }

    fn check_fixed_type<P: Parameters>() {
        if P::FAMILY == Family::Hrss {
            return;
        }
        let degree = P::Ring::DEGREE;
        for step in [0u8, 1, 77, 255] {
            let bytes: Vec<u8> =
                (0..fixed_type_bytes(degree)).map(|k| step.wrapping_mul((k as u8).wrapping_mul(k as u8))).collect();
            let mut polynomial = Polynomial::zero();
            fixed_type::<P>(&bytes, &mut polynomial);
            for wanted in [1, -1] {
                let found = polynomial.coefficients().iter().filter(|&&c| c == wanted).count();
                assert_eq!(found, <P::Ring as Ring>::Modulus::Q as usize / 16 - 1, "{}", P::SET);
            }
            assert_eq!(polynomial[degree - 1], 0);
        }
    }
}
