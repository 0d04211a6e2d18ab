//! Small polynomials as bytes: "NTRU Prime: round 3" `[BBC+20]`, the section on encoding of small
//! polynomials.
//!
//! A coefficient c, which is -1, 0 or 1, is encoded as the digit c + 1 of two bits. A byte holds
//! four digits; the lowest bits belong to the lowest power of x. As p is 1 modulo 4 in all
//! parameter sets, the last byte holds one digit with zeros above it.

use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::declassify::declassified;
use crate::common::error::ErrorKind;
use crate::common::parts::Part;

/// Returns the length of an encoding, in bytes.
pub(crate) const fn bytes<R: Ring>() -> usize {
    R::DEGREE.div_ceil(4)
}

// Four coefficients are lanes of 16 bits in a word of 64 bits. A word takes one load or store, and
// vectors of such words need no permutations.

/// 1 in each lane of 16 bits.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The bits of a digit in each lane of 16 bits.
const LOW_BITS: u64 = 3 * ONES;

/// Encodes a polynomial with coefficients -1, 0 and 1.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients().as_chunks::<4>();
    let (bytes, last) = output.split_at_mut(whole.len());
    autovectorize(
        #[inline(always)]
        || {
            for (byte, digits) in bytes.iter_mut().zip(whole) {
                let [a, b, c, d] = digits.map(|coefficient| coefficient as u16 as u64);
                // The low bits of c + 1 are the digit. They depend on the low bits of c alone.
                let coefficients = (a | b << 16 | c << 32 | d << 48) & LOW_BITS;
                let digits = (coefficients + ONES) & LOW_BITS;
                *byte = (digits | digits >> 14 | digits >> 28 | digits >> 42) as u8;
            }
        },
    );
    if let Some(byte) = last.first_mut() {
        *byte = rest.iter().rev().fold(0, |byte, &digit| byte << 2 | (digit + 1) as u8);
    }
}

/// Decodes a polynomial, and returns whether `input` is an encoding: whether no digit is 3 and no
/// bit above the last digit is set. The digit 3 decodes to the coefficient 0, so that the result is
/// small in any case.
pub(crate) fn decode<R: Ring>(input: &[u8], polynomial: &mut Polynomial<R>) -> bool {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients_mut().as_chunks_mut::<4>();
    let (bytes, last) = input.split_at(whole.len());
    let mut excess = autovectorize(
        #[inline(always)]
        || {
            // A local variable: a captured one would be stored for each byte, and the loop would
            // not be vectorised.
            let mut excess = 0;
            for (coefficients, &byte) in whole.iter_mut().zip(bytes) {
                let (decoded, threes) = decode_byte(byte);
                *coefficients = decoded;
                excess |= threes;
            }
            excess
        },
    );
    if let Some(&byte) = last.first() {
        let (decoded, threes) = decode_byte(byte);
        excess |= threes | (byte >> (2 * rest.len())) as u64;
        rest.copy_from_slice(&decoded[..rest.len()]);
    }
    declassified(excess == 0)
}

/// Returns the coefficients of the digits of a byte, 0 for the digit 3, and a word that is 0 if and
/// only if there is no digit 3.
#[inline(always)]
fn decode_byte(byte: u8) -> ([i16; 4], u64) {
    let byte = byte as u64;
    let digits = (byte | byte << 14 | byte << 28 | byte << 42) & LOW_BITS;
    let threes = digits & digits >> 1 & ONES;
    // Subtracts 1 from lanes of 0, 1 and 2. The top bits keep borrows within lanes.
    let top = ONES << 15;
    let coefficients = (((digits - 2 * threes) | top) - ONES) ^ top;
    ([0, 16, 32, 48].map(|lane| (coefficients >> lane) as i16), threes)
}

/// Decodes the small polynomial that is encoded by `input`.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] if `input` is not an encoding.
pub(crate) fn decode_canonical<R: Ring>(input: &[u8], polynomial: &mut Polynomial<R>) -> Result<(), ErrorKind> {
    if decode(input, polynomial) { Ok(()) } else { Err(ErrorKind::SmallCoefficientOutOfRange) }
}

/// Decodes the short polynomial that is encoded by `input`.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] if `input` is not an encoding, and
/// [`ErrorKind::Weight`] if the polynomial does not have the weight of the parameter set.
pub(crate) fn decode_short<R: Ring>(
    input: &[u8],
    weight_of_set: usize,
    polynomial: &mut Polynomial<R>,
) -> Result<(), ErrorKind> {
    decode_canonical(input, polynomial)?;
    let found = declassified(weight(polynomial) as usize);
    if found == weight_of_set { Ok(()) } else { Err(ErrorKind::Weight { expected: weight_of_set, found }) }
}

/// Returns the number of nonzero coefficients of a small polynomial.
#[inline(always)]
pub(crate) fn weight<R: Ring>(small: &Polynomial<R>) -> i16 {
    small.coefficients().iter().map(|coefficient| coefficient & 1).sum()
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
            let mut polynomial = Polynomial::<Sntrup761>::zero();
            let canonical = decode(&input, &mut polynomial);
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
            assert_eq!(decode(&input, &mut Polynomial::<Sntrup761>::zero()), byte < 3);
        }
    }
}
