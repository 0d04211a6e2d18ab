//! Ternary polynomials as bytes: "NTRU: algorithm specifications" (round 3), the section on encodings, pack_S3.
//!
//! A coefficient 0, 1 or -1 is the digit 0, 1 or 2; a byte holds five digits of base 3, the lowest power of x lowest. The
//! coefficient of x^(n-1) is 0 and left out; the last byte holds what remains.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// The number of bytes of an encoding.
pub(crate) const fn bytes(n: usize) -> usize {
    (n - 1).div_ceil(5)
}

/// Encodes a ternary polynomial. Of one that is not, it makes some bytes.
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

#[inline(always)]
fn encode_byte(coefficients: &[i16]) -> u8 {
    coefficients.iter().rev().fold(0, |byte: u8, &coefficient| {
        // -1 to 2.
        let digit = (coefficient - 3 * (coefficient >> 15)) as u8;
        byte.wrapping_mul(3).wrapping_add(digit)
    })
}

/// Decodes a ternary polynomial, and says whether the bytes are an encoding. If not, the polynomial is ternary too.
pub(crate) fn decode<R: Ring>(input: &[u8]) -> (Secret<Polynomial<R>>, bool) {
    let _piece = Part::Coding.begin();
    let mut result = Secret::new(Polynomial::zero());
    let (whole, rest) = result.coefficients_mut()[..R::DEGREE - 1].as_chunks_mut::<5>();
    let (bytes, last) = input.split_at(whole.len());
    let mut excess = autovectorize(
        #[inline(always)]
        || {
            // Not captured: that would be a store for each byte, and no vector code.
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

/// Makes coefficients of the digits of a byte; what is left above them should be 0.
#[inline(always)]
fn decode_byte(coefficients: &mut [i16], byte: u8) -> i16 {
    let mut digits = byte as i16;
    for coefficient in coefficients {
        // 171/2^9 is 1/3 + 1/1536, which is right for what is below 256.
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
