//! Ternary polynomials as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the section
//! on encodings, pack_S3.
//!
//! A coefficient 0, 1 or -1 is encoded as the digit 0, 1 or 2. A byte is a number with five digits
//! of base 3; the lowest digit belongs to the lowest power of x. The coefficient of x^(n-1) is 0
//! and left out; the last byte holds the remaining digits.

use core::mem;

use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::halves::PREFERRED;

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the length of an encoding of n - 1 coefficients, in bytes.
pub(crate) const fn bytes(n: usize) -> usize {
    (n - 1).div_ceil(5)
}

/// The number of coefficients that are encoded at a time.
const PIECE: usize = 80;

/// The digits of these coefficients, and three bytes behind them.
type Digits = [u8; PIECE + 3];

/// Encodes a ternary polynomial. Other polynomials get some bytes.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    // The last byte is one of the last piece, which is not whole.
    const { assert!(bytes(R::DEGREE) / (PIECE / 5) == (R::DEGREE - 1) / PIECE) };
    let (pieces, rest) = polynomial.coefficients()[..R::DEGREE - 1].as_chunks();
    let (outputs, last) = output[..bytes(R::DEGREE)].as_chunks_mut();
    let mut padded = Secret::new([0; PIECE]);
    padded[..rest.len()].copy_from_slice(rest);
    let mut digits = [Secret::new([0; PIECE + 3]), Secret::new([0; PIECE + 3])];
    let mut padded_output = Secret::new([0; PIECE / 5]);
    autovectorize(
        #[inline(always)]
        || {
            // The digits of the next piece are written before those of this one are read: digits
            // that two vectors wrote cannot be read before both are in the cache.
            let [this, next] = &mut digits;
            let (mut this, mut next): (&mut Digits, &mut Digits) = (this, next);
            write_digits(&pieces[0], this);
            for (coefficients, output) in pieces[1..].iter().chain([&*padded]).zip(outputs) {
                write_digits(coefficients, next);
                encode_digits(this, output);
                mem::swap(&mut this, &mut next);
            }
            encode_digits(this, &mut padded_output);
        },
    );
    last.copy_from_slice(&padded_output[..last.len()]);
}

/// Writes the digits of some coefficients.
#[inline(always)]
fn write_digits(coefficients: &[i16; PIECE], digits: &mut Digits) {
    for (digit, &coefficient) in digits.iter_mut().zip(coefficients) {
        // 2 for -1.
        *digit = (coefficient - 3 * (coefficient >> 15)) as u8;
    }
}

/// Encodes some digits.
#[inline(always)]
fn encode_digits(digits: &Digits, output: &mut [u8; PIECE / 5]) {
    for (index, byte) in output.iter_mut().enumerate() {
        *byte = encode_byte(digits[5 * index..].first_chunk().expect("five digits, and three bytes behind them"));
    }
}

/// Returns the byte of the first five digits.
///
/// Byte 4 of the product with 3^4 + 3^3 2^8 + 3^2 2^16 + 3 2^24 + 2^32 is the sum of the digits d_k
/// times 3^k for k = 0, …, 4. It is at most 242, and so are the bytes below it: no byte carries.
#[inline(always)]
fn encode_byte(digits: &[u8; 8]) -> u8 {
    if PREFERRED {
        return encode_byte_by_words(digits);
    }
    const POWERS: u64 = 1 << 32 | 3 << 24 | 9 << 16 | 27 << 8 | 81;
    (u64::from_le_bytes(*digits).wrapping_mul(POWERS) >> 32) as u8
}

/// [`encode_byte`], by a product of 32 bits for all digits but the last: the time of longer
/// products depends on the digits on a Cortex-M3.
#[inline(always)]
fn encode_byte_by_words(digits: &[u8; 8]) -> u8 {
    const POWERS: u32 = 1 << 24 | 3 << 16 | 9 << 8 | 27;
    let [low @ .., last, _, _, _] = *digits;
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
