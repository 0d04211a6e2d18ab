//! Small polynomials as bytes: "NTRU Prime: round 3", the section on encoding of small polynomials.
//!
//! A coefficient c of -1, 0 or 1 is the digit c + 1 of two bits; a byte holds four, the lowest power of x in the lowest
//! bits. p is 1 modulo 4 in all parameter sets, so the last byte holds one digit, and zeros above it.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::parts::Part;
use crate::public::declassified;
use crate::secret::Secret;
use crate::wide::wide;
use crate::{Error, Object};

/// The number of bytes of an encoding.
pub(crate) const fn bytes<R: Ring>() -> usize {
    R::DEGREE.div_ceil(4)
}

/// Encodes a polynomial with coefficients -1, 0 and 1.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients().as_chunks::<4>();
    let (bytes, last) = output.split_at_mut(whole.len());
    wide(
        #[inline(always)]
        || {
            for (byte, digits) in bytes.iter_mut().zip(whole) {
                let [a, b, c, d] = digits.map(|digit| (digit + 1) as u8);
                *byte = a | b << 2 | c << 4 | d << 6;
            }
        },
    );
    if let Some(byte) = last.first_mut() {
        *byte = rest.iter().rev().fold(0, |byte, &digit| byte << 2 | (digit + 1) as u8);
    }
}

/// Decodes a polynomial, and says whether all its digits, and the bits above the last, are those of an encoding. A
/// digit 3 is read as the coefficient 0, for no polynomial to leave here with a coefficient that is not small.
pub(crate) fn decode<R: Ring>(input: &[u8]) -> (Secret<Polynomial<R>>, bool) {
    let _piece = Part::Coding.begin();
    let mut result = Secret::new(Polynomial::zero());
    let mut excess = 0;
    let (whole, rest) = result.coefficients_mut().as_chunks_mut::<4>();
    let (bytes, last) = input.split_at(whole.len());
    wide(
        #[inline(always)]
        || {
            for (digits, &byte) in whole.iter_mut().zip(bytes) {
                // Bit 2k: whether digit k is 3.
                let threes = (byte & byte >> 1 & 0b0101_0101) as i16;
                excess |= threes;
                *digits = [0, 2, 4, 6].map(|shift| digit(byte as i16 >> shift, threes >> shift));
            }
        },
    );
    let mut byte = last.first().copied().unwrap_or_default() as i16;
    for coefficient in rest {
        let three = byte & byte >> 1 & 1;
        excess |= three;
        *coefficient = digit(byte, three);
        byte >>= 2;
    }
    (result, declassified(excess | byte == 0))
}

/// Decodes a small polynomial of a key. Bytes that are no encoding are an error.
pub(crate) fn decode_canonical<R: Ring>(input: &[u8], object: Object) -> Result<Secret<Polynomial<R>>, Error> {
    let (polynomial, canonical) = decode(input);
    if canonical { Ok(polynomial) } else { Err(Error::SmallCoefficientOutOfRange { object }) }
}

/// The same of a short polynomial. Another weight is an error.
pub(crate) fn decode_short<R: Ring>(
    input: &[u8],
    weight_of_set: usize,
    object: Object,
) -> Result<Secret<Polynomial<R>>, Error> {
    let polynomial = decode_canonical(input, object)?;
    let found = declassified(weight(&polynomial) as usize);
    if found == weight_of_set { Ok(polynomial) } else { Err(Error::Weight { object, expected: weight_of_set, found }) }
}

/// The number of nonzero coefficients of a small polynomial.
pub(crate) fn weight<R: Ring>(small: &Polynomial<R>) -> i16 {
    small.coefficients().iter().map(|coefficient| coefficient & 1).sum()
}

/// The coefficient of the lowest digit of `digits`, where `three` is odd if that is 3.
#[inline(always)]
fn digit(digits: i16, three: i16) -> i16 {
    (digits & 3) - 1 - 2 * (three & 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::Sntrup761;

    #[test]
    fn every_byte_decodes() {
        for byte in 0..=255u8 {
            let mut input = [0b01010101; 191];
            input[190] = 1;
            input[7] = byte;
            let (polynomial, canonical) = decode::<Sntrup761>(&input);
            let digits: [i16; 4] = core::array::from_fn(|k| (byte >> (2 * k) & 3).into());
            assert_eq!(canonical, digits.iter().all(|&digit| digit < 3));
            for k in 0..4 {
                assert_eq!(polynomial[28 + k], [-1, 0, 1, 0][digits[k] as usize]);
            }
            assert!(polynomial.coefficients()[32..].iter().all(|&coefficient| coefficient == 0));
            if canonical {
                let mut output = [0; 191];
                encode(&polynomial, &mut output);
                assert_eq!(output, input);
            }
        }
    }

    #[test]
    fn the_last_byte_holds_one_digit() {
        for byte in 0..=255u8 {
            let mut input = [0b01010101; 191];
            input[190] = byte;
            assert_eq!(decode::<Sntrup761>(&input).1, byte < 3);
        }
    }
}
