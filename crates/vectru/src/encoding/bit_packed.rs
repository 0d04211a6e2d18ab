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

/// The number of 64-bit words of the widest vector.
const VECTOR_WORDS: usize = 8;

/// The number of coefficients of the widest vector.
const LANES: usize = 4 * VECTOR_WORDS;

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
            || {
                let Self(polynomial, output) = self;
                let (lanes, bytes) = (
                    4 * <S::Narrow as Simd>::Bits::WORDS,
                    const { log_q::<R>() } * <S::Narrow as Simd>::Bits::WORDS / 2,
                );
                let coefficients = &polynomial.coefficients()[..R::DEGREE - 1];
                let (inputs, mut outputs) = (coefficients.chunks_exact(lanes), output.chunks_exact_mut(bytes));
                let rest = inputs.remainder();
                for (input, output) in inputs.zip(&mut outputs) {
                    join::<S::Narrow, R>(simd, input, output);
                }
                let mut last = Secret::new([0; LANES]);
                last[..rest.len()].copy_from_slice(rest);
                let mut joined = Secret::new([0; 2 * LANES]);
                join::<S::Narrow, R>(simd, &last[..lanes], &mut joined[..bytes]);
                let output = outputs.into_remainder();
                output.copy_from_slice(&joined[..output.len()]);
            },
        );
    }
}

/// The task of [`decode`]. It returns the bits behind the last coefficient.
struct Decode<'a, R: Ring>(&'a [u8], &'a mut Polynomial<R>);

impl<R: Ring> Task for Decode<'_, R> {
    type Output = u8;
    fn run<S: Machine>(self, simd: S) -> u8 {
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || {
                let Self(input, result) = self;
                let (lanes, bytes) = (
                    4 * <S::Narrow as Simd>::Bits::WORDS,
                    const { log_q::<R>() } * <S::Narrow as Simd>::Bits::WORDS / 2,
                );
                let coefficients = &mut result.coefficients_mut()[..R::DEGREE - 1];
                let (inputs, mut outputs) = (input.chunks_exact(bytes), coefficients.chunks_exact_mut(lanes));
                let rest = inputs.remainder();
                for (output, input) in (&mut outputs).zip(inputs) {
                    split::<S::Narrow, R>(simd, input, output);
                }
                for coefficient in result.coefficients_mut() {
                    *coefficient >>= 16 - log_q::<R>();
                }
                let coefficients = &mut result.coefficients_mut()[..R::DEGREE - 1];
                let outputs = coefficients.chunks_exact_mut(lanes);
                let mut last = Secret::new([0; 2 * LANES]);
                last[..rest.len()].copy_from_slice(rest);
                let mut residues = Secret::new([0; LANES]);
                split::<S::Narrow, R>(simd, &last[..bytes], &mut residues[..lanes]);
                let output = outputs.into_remainder();
                for (o, r) in output.iter_mut().zip(&*residues) {
                    *o = r >> (16 - log_q::<R>());
                }
                // n - 1 is no multiple of the lanes, so that a residue follows. Of its bits, only
                // those up to the end of a byte can be 1.
                const { assert!(!(R::DEGREE - 1).is_multiple_of(8)) };
                (residues[output.len()] >> (16 - log_q::<R>())) as u8
            },
        )
    }
}

/// Writes the residues of a vector of coefficients one after the other. Neighbours are joined in
/// pairs, and pairs in pairs, in all 64-bit words at once.
#[inline(always)]
fn join<S: Machine, R: Ring>(simd: S, coefficients: &[i16], output: &mut [u8]) {
    let (bits, splat) = (const { log_q::<R>() as u32 }, |word| S::Bits::splat(simd, word));
    let low = |bits: u32| (1u64 << bits) - 1;
    let mut words = [0; VECTOR_WORDS];
    for (word, four) in words.iter_mut().zip(coefficients.as_chunks::<4>().0) {
        let [a, b, c, d] = four.map(|coefficient| coefficient as u16 as u64);
        *word = a | b << 16 | c << 32 | d << 48;
    }
    let fours = S::Bits::load(simd, &words);
    let pairs = (fours & splat(low(bits) * (1 << 32 | 1)))
        | (fours.shift_words_down(16 - bits) & splat((low(bits) << bits) * (1 << 32 | 1)));
    let fours =
        (pairs & splat(low(2 * bits))) | (pairs.shift_words_down(32 - 2 * bits) & splat(low(2 * bits) << (2 * bits)));
    fours.store(&mut words);
    for (eight, words) in output.chunks_exact_mut(bits as usize).zip(words.as_chunks::<2>().0) {
        let joined = words[0] as u128 | (words[1] as u128) << (4 * bits);
        eight.copy_from_slice(&joined.to_le_bytes()[..bits as usize]);
    }
}

/// Writes the centred residues of `input`, as many as a vector has. Halves of four residues move to
/// their places in all 64-bit words at once, then each residue moves to the top of its 16 bits.
#[inline(always)]
fn split<S: Machine, R: Ring>(simd: S, input: &[u8], coefficients: &mut [i16]) {
    const { assert!(8 <= log_q::<R>() && log_q::<R>() <= 16) };
    let (bits, splat) = (const { log_q::<R>() }, |word| S::Bits::splat(simd, word));
    let mut words = [0; VECTOR_WORDS];
    for k in 0..S::Bits::WORDS {
        // Eight bytes that contain residues 4k to 4k + 3, and where these begin.
        let start = (4 * bits * k / 8).min(bits * S::Bits::WORDS / 2 - 8);
        let word = input[start..].first_chunk().expect("eight bytes up to the last one");
        words[k] = u64::from_le_bytes(*word) >> (4 * bits * k - 8 * start);
    }
    let unused = (16 - bits) as u32;
    let up = |vector: S::Bits, bits: u32| vector.rotate_words_down(64 - bits);
    let low = |bits: usize| (1u64 << bits) - 1;
    let fours = S::Bits::load(simd, &words);
    let halves = (fours & splat(low(2 * bits))) | (up(fours, 2 * unused) & splat(low(2 * bits) << 32));
    let quarters = (up(halves, unused) & splat((low(bits) << unused) * (1 << 32 | 1)))
        | (up(halves, 2 * unused) & splat((low(bits) << (16 + unused)) * (1 << 32 | 1)));
    quarters.store(&mut words);
    for (four, word) in coefficients.as_chunks_mut::<4>().0.iter_mut().zip(words) {
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
