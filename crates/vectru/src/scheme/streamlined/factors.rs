//! Factors of small degree of x^p - x - 1 modulo 3, which divide some of the candidates for g.
//!
//! A factor of degree d divides a random g with probability 3^-d. One such g in a batch group
//! spoils the reciprocal that the group shares. The table lists the degrees below 30 of irreducible
//! factors, the probability that one of them divides one of 32 candidates, and that probability for
//! candidates that pass the test of this module:
//!
//! | p | degrees | of 32 candidates | after the test |
//! | --- | --- | --- | --- |
//! | 653 | 3, 16, 23 | 0.70 | 10^-6 |
//! | 761 | 19 | 3 10^-8 | |
//! | 857 | 25 | 4 10^-11 | |
//! | 953 | 5, 11, 25 | 0.12 | 2 10^-4 |
//! | 1013 | 4, 21, 23 | 0.33 | 3 10^-9 |
//! | 1277 | 3, 4, 7, 8 | 0.80 | 10^-12 |
//!
//! Candidates are tested for the factors of degree at most 8, which the [table of
//! sets](crate::common) lists. The test costs a small part of the time of a product; finding the
//! culprit in a group by the products of its halves would cost several reciprocals.
//!
//! To test for a factor `φ = x^d + … + φ_0`, let s be the sequence with
//!
//! ```text
//! s_0, …, s_(d-1) = 0, …, 0, 1,     s_(i+d) = -φ_(d-1) s_(i+d-1) - … - φ_0 s_i
//! ```
//!
//! The polynomials g with `sum_i g_i s_(i+j) = 0` for all j form an ideal that contains φ and does
//! not contain 1. As φ is irreducible, they are the multiples of φ. The sums for j = 0, …, d - 1
//! suffice, since the others follow by the recurrence.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::table::Parameters;
use crate::scheme::prime::sampling;

/// The length of a sequence: the largest p plus the largest degree.
const CAPACITY: usize = 1277 + 8;

/// An irreducible factor of x^p - x - 1 modulo 3.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    degree: usize,
    /// The sequence s, with values -1, 0 and 1.
    sequence: [i16; CAPACITY],
}

impl Factor {
    /// Returns the factor with these coefficients, from the constant one to the leading one.
    ///
    /// Fails to compile if the factor does not divide x^p - x - 1, that is, unless
    /// s_(p+j) = s_(j+1) + s_j for 0 <= j < d.
    const fn new(p: usize, coefficients: &[i16]) -> Self {
        let degree = coefficients.len() - 1;
        assert!(coefficients[degree] == 1 && p + degree <= CAPACITY);
        let mut sequence = [0; CAPACITY];
        sequence[degree - 1] = 1;
        let mut i = degree;
        while i < CAPACITY {
            let mut sum = 0;
            let mut k = 0;
            while k < degree {
                sum -= coefficients[k] * sequence[i - degree + k];
                k += 1;
            }
            sequence[i] = (sum + 3 * CAPACITY as i16 + 1) % 3 - 1;
            i += 1;
        }
        let mut j = 0;
        while j < degree {
            assert!((sequence[p + j] - sequence[j + 1] - sequence[j]) % 3 == 0, "it divides x^p - x - 1");
            j += 1;
        }
        Self { degree, sequence }
    }

    /// Returns 0 if and only if the factor divides the small polynomial with these coefficients.
    #[inline(always)]
    fn remainder(&self, coefficients: &[i16]) -> i16 {
        let mut remainder = 0;
        for j in 0..self.degree {
            // A sum of at most p numbers -1, 0 and 1 is in the range of `modulo_3`.
            let window = &self.sequence[j..][..coefficients.len()];
            let sum: i16 = coefficients.iter().zip(window).map(|(a, b)| a * b).sum();
            remainder |= crate::arithmetic::modulo_3::modulo_3(sum);
        }
        remainder
    }
}

/// Returns the factors of a parameter set.
pub(crate) const fn of<const COUNT: usize>(parameters: Parameters) -> [Factor; COUNT] {
    let mut factors = [Factor { degree: 0, sequence: [0; CAPACITY] }; COUNT];
    let mut k = 0;
    while k < COUNT {
        factors[k] = Factor::new(parameters.dimension(), parameters.factors()[k]);
        k += 1;
    }
    factors
}

/// Returns whether a factor divides the candidate for g of a list.
pub(super) fn rejects<P: super::Parameters>(list: &[u8]) -> bool {
    divide(P::FACTORS, &sampling::small::<P::Ring>(list))
}

/// Returns whether one of the factors divides the small polynomial g. If so, key generation rejects
/// g, which is public.
fn divide<R: Ring>(factors: &[Factor], g: &Polynomial<R>) -> bool {
    let mut divides = 0;
    autovectorize(
        #[inline(always)]
        || {
            for factor in factors {
                let remainder = factor.remainder(g.coefficients());
                // The top bit is set if and only if the remainder is 0.
                divides |= (remainder as u16).wrapping_sub(1) & !(remainder as u16);
            }
        },
    );
    declassified(divides >> 15) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::reciprocal::{quotient::Whole, small_field::Three, small_field::reciprocal};
    use crate::common::random::CANDIDATES;
    use crate::scheme::streamlined::Parameters;

    /// Candidates are rejected if and only if they have no reciprocal, in as many trials as reject
    /// some.
    fn check_random<P: Parameters>() {
        let factors = P::SET.parameters().factors();
        let smallest = factors.iter().map(|factor| factor.len() - 1).min();
        let trials = smallest.map_or(10, |degree| 4 * 3usize.pow(degree as u32));
        let mut state = 1u64;
        let mut rejected = 0;
        for _ in 0..trials {
            let g = Polynomial::<P::Ring>::from_fn(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                ((state >> 33) % 3) as i16 - 1
            });
            let invertible = reciprocal::<Whole<P::Ring>, Three>(&g).1 != 0;
            assert_eq!(divide(P::FACTORS, &g), !invertible);
            rejected += !invertible as usize;
        }
        assert_eq!(rejected > 0, smallest.is_some(), "{}", P::SET);
    }

    #[test]
    fn multiples_of_factors_are_rejected() {
        for_each_set_of!(streamlined, check set check_random);
    }

    /// Each factor divides its products with powers of x, and not those plus another power.
    fn check_multiples<P: Parameters>() {
        let factors = P::SET.parameters().factors();
        assert_eq!(factors.len(), P::FACTORS.len());
        let degree = <P::Ring as Ring>::DEGREE;
        for (factor, coefficients) in P::FACTORS.iter().zip(factors) {
            for shift in [0, 1, 100, degree - coefficients.len()] {
                let shifted = |k: usize| k.checked_sub(shift).and_then(|k| coefficients.get(k)).copied().unwrap_or(0);
                let mut multiple = Polynomial::<P::Ring>::from_fn(shifted);
                assert_eq!(factor.remainder(multiple.coefficients()), 0);
                assert!(divide(P::FACTORS, &multiple));
                multiple[degree / 2] = 1;
                assert_ne!(factor.remainder(multiple.coefficients()), 0);
            }
        }
    }

    #[test]
    fn factors_divide_their_multiples() {
        for_each_set_of!(streamlined, check set check_multiples);
    }

    /// As many candidates as key generation draws are all rejected with probability below 2^-131.
    /// A factor of degree d divides a candidate with probability 3^-d. Factors that the table lacks
    /// have degree at least 9, and are at most p/9.
    fn check_candidates<P: Parameters>() {
        let factors = P::SET.parameters().factors();
        let power = |degree: usize| 3f64.powi(-(degree as i32));
        let listed: f64 = factors.iter().map(|factor| power(factor.len() - 1)).sum();
        let others = <P::Ring as Ring>::DEGREE as f64 / 9.0 * power(9);
        let rejected = listed + others;
        assert!(rejected < 0.058 && CANDIDATES as f64 * rejected.log2() < -131.0, "{}: {rejected}", P::SET);
    }

    #[test]
    fn candidates_suffice() {
        for_each_set_of!(streamlined, check set check_candidates);
    }
}
