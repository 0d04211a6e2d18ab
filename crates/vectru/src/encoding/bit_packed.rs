//! Elements of NTRU's R_q as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on encodings, pack_Rq0 and pack_Sq.
//!
//! The residues of the first n - 1 coefficients are written as log_2 q bits each, one after the
//! other, low bits first, so that eight coefficients fill log_2 q bytes. The bits behind the last
//! coefficient are 0. The coefficient of x^(n-1) is left out: in an element whose coefficients have
//! the sum 0 (Rq0) it follows from the others, and in an element modulo Phi_n (Sq) it is 0.

use core::array;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{BitVector, Machine, Simd, opaque};

use crate::arithmetic::cyclotomic::{centre, log_q};
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// The number of coefficients of a vector: four for each of its 64-bit words.
const fn lanes<S: Simd>() -> usize {
    4 * S::Bits::WORDS
}

/// The number of 64-bit words of the widest vector.
const MOST_WORDS: usize = 8;

/// The number of coefficients of the widest vector.
const MOST_LANES: usize = 4 * MOST_WORDS;

/// The most bytes of a vector of coefficients.
const MOST_BYTES: usize = 2 * MOST_LANES;

/// Returns the length of an encoding, in bytes.
pub(crate) const fn bytes<R: Ring>() -> usize {
    (log_q::<R>() * (R::DEGREE - 1)).div_ceil(8)
}

/// Encodes the first n - 1 coefficients.
pub(crate) fn encode<R: Ring>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    dispatch::run(Encode(polynomial, output));
}

/// Decodes the first n - 1 coefficients. Returns the bits behind the last one.
pub(crate) fn decode<R: Ring>(input: &[u8], polynomial: &mut Polynomial<R>) -> u8 {
    let _piece = Part::Coding.begin();
    dispatch::run(Decode(input, polynomial))
}

/// The task of [`encode`].
struct Encode<'a, R: Ring>(&'a Polynomial<R>, &'a mut [u8]);

impl<R: Ring> Task for Encode<'_, R> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || encode_with::<S::Narrow, R>(simd, self.0, self.1),
        );
    }
}

/// The task of [`decode`].
struct Decode<'a, R: Ring>(&'a [u8], &'a mut Polynomial<R>);

impl<R: Ring> Task for Decode<'_, R> {
    type Output = u8;
    fn run<S: Machine>(self, simd: S) -> u8 {
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || decode_with::<S::Narrow, R>(simd, self.0, self.1),
        )
    }
}

#[inline(always)]
fn encode_with<S: Machine, R: Ring>(simd: S, polynomial: &Polynomial<R>, output: &mut [u8]) {
    let size = lanes::<S>() / 8 * log_q::<R>();
    let inputs = polynomial.coefficients()[..R::DEGREE - 1].chunks_exact(lanes::<S>());
    let mut outputs = output.chunks_exact_mut(size);
    let rest = inputs.remainder();
    for (input, output) in inputs.zip(&mut outputs) {
        join::<S, R>(simd, input, output);
    }
    let mut last = Secret::new([0; MOST_LANES]);
    last[..rest.len()].copy_from_slice(rest);
    let mut joined = Secret::new([0; MOST_BYTES]);
    join::<S, R>(simd, &last[..lanes::<S>()], &mut joined[..size]);
    let output = outputs.into_remainder();
    output.copy_from_slice(&joined[..output.len()]);
}

#[inline(always)]
fn decode_with<S: Machine, R: Ring>(simd: S, input: &[u8], polynomial: &mut Polynomial<R>) -> u8 {
    let size = lanes::<S>() / 8 * log_q::<R>();
    let inputs = input.chunks_exact(size);
    let mut last = Secret::new([0; MOST_BYTES]);
    last[..inputs.remainder().len()].copy_from_slice(inputs.remainder());
    let mut outputs = polynomial.padded_mut().chunks_exact_mut(lanes::<S>());
    for (output, input) in (&mut outputs).zip(inputs.chain([&last[..size]])) {
        split::<S, R>(simd, input, output);
    }
    // A loop of its own, for which the compiler uses vectors.
    for coefficient in polynomial.padded_mut() {
        *coefficient >>= unused_bits::<R>();
    }
    // The bits behind the last coefficient are those of one more residue, as n - 1 is no multiple
    // of the lanes.
    const { assert!(!(R::DEGREE - 1).is_multiple_of(8)) };
    let behind = &mut polynomial.padded_mut()[R::DEGREE - 1..];
    let padding = behind[0] as u8;
    behind.fill(0);
    padding
}

/// Returns the number of bits of an `i16` that a residue does not use.
const fn unused_bits<R: Ring>() -> u32 {
    assert!(8 <= log_q::<R>() && log_q::<R>() <= 16);
    16 - log_q::<R>() as u32
}

/// Returns the vector with the low `bits` bits set, moved up by `up`, in each part of `period` bits
/// of the words.
#[inline(always)]
fn mask<S: Machine>(simd: S, bits: u32, up: u32, period: u32) -> S::Bits {
    let part = ((1u64 << bits) - 1) << up;
    S::Bits::splat(simd, if period == 32 { part | part << 32 } else { part })
}

/// Writes the residues of a vector of coefficients one after the other. Neighbours are joined in
/// pairs, and pairs in pairs, in all 64-bit words at once.
#[inline(always)]
fn join<S: Machine, R: Ring>(simd: S, coefficients: &[i16], output: &mut [u8]) {
    let (bits, unused) = (log_q::<R>() as u32, unused_bits::<R>());
    let mut words = [0; MOST_WORDS];
    for (word, four) in words.iter_mut().zip(coefficients.as_chunks::<4>().0) {
        *word = four.iter().rev().fold(0, |word, &coefficient| word << 16 | coefficient as u16 as u64);
    }
    let fours = S::Bits::load(simd, &words);
    let pairs = (fours & mask(simd, bits, 0, 32)) | (fours.shift_words_down(unused) & mask(simd, bits, bits, 32));
    let fours = (pairs & mask(simd, 2 * bits, 0, 64))
        | (pairs.shift_words_down(2 * unused) & mask(simd, 2 * bits, 2 * bits, 64));
    fours.store(&mut words);
    for (eight, words) in output.chunks_exact_mut(log_q::<R>()).zip(words.as_chunks::<2>().0) {
        let joined = words[0] as u128 | (words[1] as u128) << (4 * bits);
        eight.copy_from_slice(&joined.to_le_bytes()[..log_q::<R>()]);
    }
}

/// Writes the residues of `input`, each in the top bits of a coefficient of a vector. Halves of
/// four residues move to their places in all 64-bit words at once, then the residues of each half.
#[inline(always)]
fn split<S: Machine, R: Ring>(simd: S, input: &[u8], coefficients: &mut [i16]) {
    let (bits, unused) = (log_q::<R>() as u32, unused_bits::<R>());
    let mut words = [0; MOST_WORDS];
    for k in 0..S::Bits::WORDS {
        // Eight bytes with residues 4k to 4k + 3, and the place of the first of these.
        let first = 4 * log_q::<R>() * k;
        let start = (first / 8).min(S::Bits::WORDS / 2 * log_q::<R>() - 8);
        let word = input[start..].first_chunk().expect("eight bytes up to the last one");
        words[k] = u64::from_le_bytes(*word) >> (first - 8 * start);
    }
    let up = |vector: S::Bits, bits: u32| vector.rotate_words_down(64 - bits);
    let fours = S::Bits::load(simd, &words);
    let pairs = (fours & mask(simd, 2 * bits, 0, 64)) | (up(fours, 2 * unused) & mask(simd, 2 * bits, 32, 64));
    let residues = (up(pairs, unused) & mask(simd, bits, unused, 32))
        | (up(pairs, 2 * unused) & mask(simd, bits, 16 + unused, 32));
    residues.store(&mut words);
    for (four, word) in coefficients.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        // If the compiler knew where the word comes from, it would move the residues one by one.
        let word = opaque(word);
        *four = array::from_fn(|k| (word >> (16 * k)) as i16);
    }
}

/// Decodes an element whose coefficients have the sum 0 modulo q. Returns the bits behind the last
/// encoded coefficient.
pub(crate) fn decode_with_sum_zero<R: Ring>(input: &[u8], element: &mut Polynomial<R>) -> u8 {
    let padding = decode(input, element);
    let sum = element.coefficients()[..R::DEGREE - 1].iter().fold(0, |sum: i16, &c| sum.wrapping_add(c));
    element[R::DEGREE - 1] = centre::<R>(sum.wrapping_neg());
    padding
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
        let mut polynomial = Polynomial::<R>::zero();
        let found = decode_with_sum_zero(input, &mut polynomial);
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
