//! Elements of NTRU's R_q as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on encodings, pack_Rq0 and pack_Sq.
//!
//! The residues of the first n - 1 coefficients are written as log_2 q bits each, one after the
//! other, low bits first, so that eight coefficients fill log_2 q bytes. The bits behind the last
//! coefficient are 0. The coefficient of x^(n-1) is left out: in an element whose coefficients have
//! the sum 0 (Rq0) it follows from the others, and in an element modulo Phi_n (Sq) it is 0.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::cyclotomic::{centre, log_q};
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Returns the length of an encoding, in bytes.
pub(crate) const fn bytes<R: Ring>() -> usize {
    (log_q::<R>() * (R::DEGREE - 1)).div_ceil(8)
}

/// Encodes the first n - 1 coefficients.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (whole, rest) = polynomial.coefficients()[..R::DEGREE - 1].as_chunks::<8>();
    let (bytes, last) = output.split_at_mut(log_q::<R>() * whole.len());
    autovectorize(
        #[inline(always)]
        || {
            for (bytes, coefficients) in bytes.chunks_exact_mut(log_q::<R>()).zip(whole) {
                bytes.copy_from_slice(&word::<R>(coefficients).to_le_bytes()[..log_q::<R>()]);
            }
        },
    );
    let length = last.len();
    last.copy_from_slice(&word::<R>(rest).to_le_bytes()[..length]);
}

/// Returns the word of at most eight residues of at most 16 bits.
#[inline(always)]
fn word<R: Ring>(coefficients: &[i16]) -> u128 {
    let (low, high) = coefficients.split_at(coefficients.len().min(4));
    half_word::<R>(low) as u128 | (half_word::<R>(high) as u128) << (4 * log_q::<R>())
}

/// Returns the word of at most four residues.
#[inline(always)]
fn half_word<R: Ring>(coefficients: &[i16]) -> u64 {
    let residues = coefficients.iter().map(|&coefficient| coefficient as u64 & (R::Modulus::Q as u64 - 1));
    residues.enumerate().fold(0, |word, (k, residue)| word | residue << (log_q::<R>() * k))
}

/// Decodes an element whose coefficient of x^(n-1) is 0. Returns it, and the bits behind the last
/// coefficient.
pub(crate) fn decode<R: Ring>(input: &[u8]) -> (Secret<Polynomial<R>>, u8) {
    let _piece = Part::Coding.begin();
    let mut result = Secret::new(Polynomial::zero());
    let (whole, rest) = result.coefficients_mut()[..R::DEGREE - 1].as_chunks_mut::<8>();
    let (bytes, last) = input.split_at(log_q::<R>() * whole.len());
    autovectorize(
        #[inline(always)]
        || {
            for (coefficients, bytes) in whole.iter_mut().zip(bytes.chunks_exact(log_q::<R>())) {
                *coefficients = split_eight::<R>(bytes);
            }
        },
    );
    let padding = split::<R>(rest, last);
    (result, padding)
}

/// Returns eight residues. The lower four are in the first eight of log_2 q bytes, the others in
/// the last eight.
#[inline(always)]
fn split_eight<R: Ring>(bytes: &[u8]) -> [i16; 8] {
    const { assert!(8 <= log_q::<R>() && log_q::<R>() <= 16) };
    let bits = const { log_q::<R>() };
    let low = u64::from_le_bytes(*bytes.first_chunk().expect("log q bytes"));
    let high = u64::from_le_bytes(*bytes.last_chunk().expect("log q bytes")) >> (64 - 4 * bits);
    let mut residues = [0; 8];
    for k in 0..4 {
        residues[k] = centre::<R>((low >> (bits * k)) as i16);
        residues[k + 4] = centre::<R>((high >> (bits * k)) as i16);
    }
    residues
}

/// Writes the residues of a word of at most 16 bytes. Returns the low eight of the bits above them.
#[inline(always)]
fn split<R: Ring>(coefficients: &mut [i16], bytes: &[u8]) -> u8 {
    let mut word = [0; 16];
    word[..bytes.len()].copy_from_slice(bytes);
    let mut word = u128::from_le_bytes(word);
    for coefficient in coefficients {
        *coefficient = centre::<R>(word as i16);
        word >>= log_q::<R>();
    }
    word as u8
}

/// Decodes an element whose coefficients have the sum 0 modulo q. Returns it, and the bits behind
/// the last coefficient.
pub(crate) fn decode_with_sum_zero<R: Ring>(input: &[u8]) -> (Secret<Polynomial<R>>, u8) {
    let (mut result, padding) = decode::<R>(input);
    let sum = result.coefficients().iter().fold(0, |sum: i16, &coefficient| sum.wrapping_add(coefficient));
    result[R::DEGREE - 1] = centre::<R>(sum.wrapping_neg());
    (result, padding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<R: Ring>() {
        let log_q = log_q::<R>();
        let padding_bits = 8 * bytes::<R>() - log_q * (R::DEGREE - 1);
        let mut input = [0u8; 2401];
        let input = &mut input[..bytes::<R>()];
        for (k, byte) in input.iter_mut().enumerate() {
            *byte = (k * k * 31 + k * 7 + 200) as u8;
        }
        let last = input.len() - 1;
        let padding = (input[last] as u32) >> (8 - padding_bits);
        let (polynomial, found) = decode_with_sum_zero::<R>(input);
        assert_eq!(found as u32, padding);
        for k in 0..R::DEGREE - 1 {
            let bit = |i: usize| (input[i / 8] >> (i % 8) & 1) as i64;
            let value = (0..log_q).map(|i| bit(log_q * k + i) << i).sum::<i64>();
            assert_eq!((polynomial[k] as i64).rem_euclid(1 << log_q), value);
        }
        let sum = polynomial.coefficients().iter().map(|&c| c as i64).sum::<i64>();
        assert_eq!(sum % (1 << log_q), 0);
        let mut output = [0; 2401];
        let output = &mut output[..bytes::<R>()];
        encode(&polynomial, output);
        input[last] &= 0xff >> padding_bits;
        assert_eq!(output, input);
    }

    #[test]
    fn coefficients_are_bit_strings() {
        for_each_ring_of!(ntru, check());
    }
}
