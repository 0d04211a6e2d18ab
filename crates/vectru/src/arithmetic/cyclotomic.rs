//! Arithmetic on the coefficients of NTRU's polynomials: modulo q and modulo 3; in R_q and modulo
//! `Phi_n = 1 + x + … + x^(n-1)`.
//!
//! To reduce modulo Phi_n, subtract the last coefficient from all coefficients.
//!
//! Products modulo 3 are computed modulo q. A coefficient of the product of two ternary polynomials
//! whose coefficients of x^(n-1) are 0 is a sum of at most n - 1 numbers -1, 0 and 1, and
//! n - 1 < q/2 in every parameter set. Hence the centred coefficient modulo q is that integer.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::opaque;

use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::modulo_3::modulo_3;
use crate::arithmetic::power_of_two::centre;
use crate::common::secret::Secret;

/// Reduces a polynomial modulo q and Phi_n.
pub(crate) fn reduce_modulo_q_phi<R: Ring>(polynomial: &mut Polynomial<R>) {
    let last = polynomial[R::DEGREE - 1];
    autovectorize(
        #[inline(always)]
        || {
            for coefficient in polynomial.coefficients_mut() {
                *coefficient = centre::<R>(*coefficient - last);
            }
        },
    );
}

/// Reduces a polynomial with centred coefficients modulo 3 and Phi_n.
pub(crate) fn reduce_modulo_3_phi<R: Ring>(polynomial: &mut Polynomial<R>) {
    // The difference of two centred coefficients is below q in magnitude, which is within the
    // domain of `modulo_3`, magnitudes below 2^14.
    const { assert!(R::Modulus::Q as i32 <= 1 << 14) };
    let last = polynomial[R::DEGREE - 1];
    autovectorize(
        #[inline(always)]
        || {
            for coefficient in polynomial.coefficients_mut() {
                *coefficient = modulo_3(*coefficient - last);
            }
        },
    );
}

/// Returns three times a ternary polynomial.
pub(crate) fn triple<R: Ring>(ternary: &Polynomial<R>) -> Secret<Polynomial<R>> {
    Secret::new(Polynomial::from_fn(|k| 3 * ternary[k]))
}

/// Writes x - 1 times a polynomial. Requires coefficients of magnitude at most q/8.
pub(crate) fn times_x_minus_1<R: Ring>(polynomial: &Polynomial<R>, result: &mut Polynomial<R>) {
    let coefficients = polynomial.coefficients();
    result[0] = coefficients[R::DEGREE - 1] - coefficients[0];
    let rest = &mut result.coefficients_mut()[1..];
    autovectorize(
        #[inline(always)]
        || {
            for (target, pair) in rest.iter_mut().zip(coefficients.windows(2)) {
                *target = pair[0] - pair[1];
            }
        },
    );
}

/// Writes the ternary quotient of a ternary polynomial m by x - 1 modulo 3 and Phi_n: a step of
/// NTRU-HRSS's Lift.
///
/// As Phi_n(1) = n, the polynomial m + c Phi_n is divisible by x - 1 modulo 3 for c = -m(1)/n. The
/// quotient b satisfies `b[k - 1] - b[k] = m[k] + c` modulo 3 for every k, with indices modulo n.
/// Reduced modulo Phi_n it has b[n - 1] = 0, so that `b[k] = -(m[0] + … + m[k]) - (k + 1) c`.
pub(crate) fn divide_by_x_minus_1<R: Ring>(m: &Polynomial<R>, quotient: &mut Polynomial<R>) {
    // Sums of n numbers of at most 5. n is its own inverse modulo 3.
    const { assert!(R::DEGREE % 3 != 0 && 5 * R::DEGREE < 1 << 14) };
    autovectorize(
        #[inline(always)]
        || {
            let sum: i16 = m.coefficients().iter().sum();
            let c = modulo_3(-(R::DEGREE as i16 % 3) * modulo_3(sum));
            // The numbers are from 1 to 5: 3 is added, which is 0 modulo 3.
            for (target, &coefficient) in quotient.coefficients_mut().iter_mut().zip(m.coefficients()) {
                *target = coefficient + c + 3;
            }
            replace_by_prefix_sums(quotient.padded_mut());
            quotient.coefficients_mut().iter_mut().for_each(|target| *target = modulo_3(-*target));
            quotient.padded_mut()[R::DEGREE..].fill(0);
        },
    );
}

/// Replaces each number by the sum of the numbers up to it. Requires numbers that are not negative,
/// with a sum below 2^15.
///
/// Four numbers are a word. Its product with 1 + 2^16 + 2^32 + 2^48 has their prefix sums.
#[inline(always)]
fn replace_by_prefix_sums(numbers: &mut [i16]) {
    const ONES: u64 = 1 << 48 | 1 << 32 | 1 << 16 | 1;
    let mut before = 0;
    for numbers in numbers.as_chunks_mut::<4>().0 {
        let word = numbers.iter().rev().fold(0, |word, &number| word << 16 | number as u16 as u64);
        let sums = opaque(word).wrapping_mul(ONES);
        let shifted = opaque(sums + before * ONES);
        for (k, number) in numbers.iter_mut().enumerate() {
            *number = (shifted >> (16 * k)) as i16;
        }
        before += sums >> 48;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_quotients<R: Ring>() {
        for seed in 0..50u32 {
            let m = Polynomial::<R>::from_fn(|k| match k + 1 == R::DEGREE {
                true => 0,
                false => (seed.wrapping_mul(0x9e37_79b9).wrapping_mul(k as u32 + 1) >> 13) as u8 as i16 % 3 - 1,
            });
            let mut quotient = Polynomial::zero();
            divide_by_x_minus_1(&m, &mut quotient);
            assert!(quotient.coefficients().iter().all(|c| (-1..=1).contains(c)));
            assert!(quotient.padded()[R::DEGREE - 1..].iter().all(|&c| c == 0));
            let mut product = Polynomial::zero();
            times_x_minus_1(&quotient, &mut product);
            assert_eq!(product.coefficients().iter().sum::<i16>(), 0);
            reduce_modulo_3_phi(&mut product);
            assert_eq!(product, m);
        }
    }

    #[test]
    fn quotients_by_x_minus_1_times_x_minus_1() {
        for_each_set_of!(ntru, check ring check_quotients ());
    }
}
