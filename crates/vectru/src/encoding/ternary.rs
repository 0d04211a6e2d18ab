//! Ternary polynomials as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the section
//! on encodings, pack_S3.
//!
//! A coefficient 0, 1 or -1 is encoded as the digit 0, 1 or 2. A byte is a number with five digits
//! of base 3, that of the lowest power of x lowest. The coefficient of x^(n-1) is 0 and left out;
//! the last byte holds the remaining digits.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the length of an encoding of n - 1 coefficients, in bytes.
pub(crate) const fn bytes(n: usize) -> usize {
    (n - 1).div_ceil(5)
}

/// Encodes a ternary polynomial. Other polynomials get some bytes.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients()[..R::DEGREE - 1].as_chunks::<5>();
    let (bytes, last) = output.split_at_mut(whole.len());
    autovectorize(
        #[inline(always)]
        || {
            for (byte, coefficients) in bytes.iter_mut().zip(whole) {
                *byte = encode_byte(coefficients);
            }
        },
    );
    if let Some(byte) = last.first_mut() {
        *byte = encode_byte(rest);
    }
}

/// Returns the byte of at most five coefficients.
#[inline(always)]
fn encode_byte(coefficients: &[i16]) -> u8 {
    coefficients.iter().rev().fold(0, |byte: u8, &coefficient| {
        // 2 for -1.
        let digit = (coefficient - 3 * (coefficient >> 15)) as u8;
        byte.wrapping_mul(3).wrapping_add(digit)
    })
}

/// Decodes a ternary polynomial, and returns whether `input` is an encoding. The result is ternary
/// in any case.
pub(crate) fn decode<R: Ring>(input: &[u8]) -> (Secret<Polynomial<R>>, bool) {
    let _piece = Part::Coding.begin();
    let mut result = Secret::new(Polynomial::zero());
    let (whole, rest) = result.coefficients_mut()[..R::DEGREE - 1].as_chunks_mut::<5>();
    let (bytes, last) = input.split_at(whole.len());
    let mut excess = autovectorize(
        #[inline(always)]
        || {
            // A local variable: a captured one would be stored for each byte, and the loop would
            // not be vectorised.
            let mut excess = 0;
            for (coefficients, &byte) in whole.iter_mut().zip(bytes) {
                excess |= decode_byte(coefficients, byte);
            }
            excess
        },
    );
    if let Some(&byte) = last.first() {
        excess |= decode_byte(rest, byte);
    }
    (result, declassified(excess == 0))
}

/// Writes the coefficients of the digits of a byte. Returns the number above these digits, which is
/// 0 in an encoding.
#[inline(always)]
fn decode_byte(coefficients: &mut [i16], byte: u8) -> i16 {
    let mut digits = byte as i16;
    for coefficient in coefficients {
        // 171/2^9 = 1/3 + 1/1536, which gives the right quotient for numbers below 256.
        let quotient = ((digits as u16 * 171) >> 9) as i16;
        let digit = digits - 3 * quotient;
        *coefficient = digit - 3 * (digit >> 1);
        digits = quotient;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<R: Ring>() {
        check_byte::<R>(0, 5);
        check_byte::<R>(bytes(R::DEGREE) - 1, (R::DEGREE - 2) % 5 + 1);
    }

    fn check_byte<R: Ring>(position: usize, digits: usize) {
        for byte in 0..=255u8 {
            let mut input = [0; 275];
            let input = &mut input[..bytes(R::DEGREE)];
            input[position] = byte;
            let (polynomial, canonical) = decode::<R>(input);
            assert_eq!(canonical, (byte as u32) < 3u32.pow(digits as u32));
            for k in 0..digits {
                let digit = byte as usize / 3usize.pow(k as u32) % 3;
                assert_eq!(polynomial[5 * position + k], [0, 1, -1][digit]);
            }
            if canonical {
                let mut output = [0; 275];
                let output = &mut output[..bytes(R::DEGREE)];
                encode(&polynomial, output);
                assert_eq!(output, input);
            }
        }
    }

    #[test]
    fn every_byte_decodes() {
        for_each_ring_of!(ntru, check());
    }
}
