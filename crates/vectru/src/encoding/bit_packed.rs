//! Elements of NTRU's R_q as bytes: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on encodings, pack_Rq0 and pack_Sq.
//!
//! The residues of the first n - 1 coefficients are written as log_2 q bits each, one after the
//! other, low bits first, so that eight coefficients fill log_2 q bytes. The bits behind the last
//! coefficient are 0. The coefficient of x^(n-1) is left out: in an element whose coefficients have
//! the sum 0 (Rq0) it follows from the others, and in an element modulo Phi_n (Sq) it is 0.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{Machine, Simd};

use super::bit_strings::{MAX_BYTES, MAX_LANES, Residues, join, lanes, split, unused_bits};
use crate::arithmetic::power_of_two::{centre, log_q};
use crate::common::parts::Part;
use crate::common::secret::Secret;

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
        join::<S, Residues<R>>(simd, input, output);
    }
    let mut last = Secret::new([0; MAX_LANES]);
    last[..rest.len()].copy_from_slice(rest);
    let mut joined = Secret::new([0; MAX_BYTES]);
    join::<S, Residues<R>>(simd, &last[..lanes::<S>()], &mut joined[..size]);
    let output = outputs.into_remainder();
    output.copy_from_slice(&joined[..output.len()]);
}

#[inline(always)]
fn decode_with<S: Machine, R: Ring>(simd: S, input: &[u8], polynomial: &mut Polynomial<R>) -> u8 {
    let size = lanes::<S>() / 8 * log_q::<R>();
    let inputs = input.chunks_exact(size);
    let mut last = Secret::new([0; MAX_BYTES]);
    last[..inputs.remainder().len()].copy_from_slice(inputs.remainder());
    let mut outputs = polynomial.padded_mut().chunks_exact_mut(lanes::<S>());
    for (output, input) in (&mut outputs).zip(inputs.chain([&last[..size]])) {
        split::<S, Residues<R>>(simd, input, output);
    }
    // A loop of its own, for which the compiler uses vectors.
    for coefficient in polynomial.padded_mut() {
        *coefficient >>= unused_bits::<Residues<R>>();
    }
    // The bits behind the last coefficient belong to one more residue, as n - 1 is no multiple of
    // the lanes.
    const { assert!(!(R::DEGREE - 1).is_multiple_of(8)) };
    let behind = &mut polynomial.padded_mut()[R::DEGREE - 1..];
    let padding = behind[0] as u8;
    behind.fill(0);
    padding
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
        for_each_set_of!(ntru, check ring check ());
    }
}
