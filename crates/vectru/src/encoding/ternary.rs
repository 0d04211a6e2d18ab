//! Ternary polynomials as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the section
//! on encodings, pack_S3.
//!
//! A coefficient 0, 1 or -1 is encoded as the digit 0, 1 or 2. A byte is a number with five digits
//! of base 3; the lowest digit belongs to the lowest power of x. The coefficient of x^(n-1) is 0
//! and left out; the last byte holds the remaining digits.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the length of an encoding of n - 1 coefficients, in bytes.
pub(crate) const fn bytes(n: usize) -> usize {
    (n - 1).div_ceil(5)
}

/// The capacity for n - 1 digits, and for zeros behind them up to a multiple of five.
const DIGITS: usize = 1375;

/// Encodes a ternary polynomial. Other polynomials get some bytes.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    const { assert!(5 * bytes(R::DEGREE) <= DIGITS) };
    let mut digits = Secret::new([0; DIGITS]);
    let coefficients = &polynomial.coefficients()[..R::DEGREE - 1];
    autovectorize(
        #[inline(always)]
        || {
            for (digit, &coefficient) in digits.iter_mut().zip(coefficients) {
                // 2 for -1.
                *digit = (coefficient - 3 * (coefficient >> 15)) as u8;
            }
        },
    );
    let output = &mut output[..bytes(R::DEGREE)];
    for index in 0..bytes(R::DEGREE) {
        output[index] = encode_byte(digits[5 * index..].first_chunk().expect("five digits"));
    }
}

/// Returns the byte of the first five digits.
///
/// Byte 3 of the product with 3^3 + 3^2 2^8 + 3 2^16 + 2^24 is the sum of the digits d_k times 3^k
/// for k = 0, …, 3. It is at most 80, and so are the bytes below it: no byte carries. The product
/// has 32 bits, as the time of longer ones depends on the digits on a Cortex-M3.
#[inline(always)]
fn encode_byte(digits: &[u8; 5]) -> u8 {
    const POWERS: u32 = 1 << 24 | 3 << 16 | 9 << 8 | 27;
    let [low @ .., last] = *digits;
    let sum = (u32::from_le_bytes(low).wrapping_mul(POWERS) >> 24) as u8;
    sum.wrapping_add(last.wrapping_mul(81))
}

/// Decodes the first n - 1 coefficients of a ternary polynomial, and returns whether `input` is an
/// encoding. The coefficients are ternary in any case.
pub(crate) fn decode<R: Ring>(input: &[u8], polynomial: &mut Polynomial<R>) -> bool {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients_mut()[..R::DEGREE - 1].as_chunks_mut::<5>();
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
    declassified(excess == 0)
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
            let mut polynomial = Polynomial::<R>::zero();
            let canonical = decode(input, &mut polynomial);
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
        for_each_set_of!(ntru, check ring check ());
    }
}
