//! Rounded elements of R_q as bytes: "NTRU Prime: round 3" `[BBC+20]`, the section on encoding of
//! rounded polynomials.
//!
//! A coefficient c is a multiple of 3 in [-(q - 1)/2, (q - 1)/2]. As q is 1 modulo 6,
//! (c + (q - 1)/2) / 3 is a residue in [0, (q + 2)/3). The residues are encoded in [mixed
//! radix](super::mixed_radix).

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::mixed_radix::MixedRadix;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::prime_ring::PrimeRing;
use crate::arithmetic::prime_ring::half;
#[cfg(feature = "_ntrulpr")]
use crate::common::error::ErrorKind;
use crate::common::parameters::Array;
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// The encoding of rounded elements, with tables that are computed at compile time.
pub(crate) struct Rounded<R>(R);

impl<R: Ring> Rounded<R> {
    /// The encoding of p residues modulo (q + 2)/3.
    pub(crate) const CODEC: &'static MixedRadix = {
        let q = R::Modulus::Q as u32;
        assert!(q % 6 == 1);
        &MixedRadix::new(q.div_ceil(3), R::DEGREE)
    };
}

/// Rounds each coefficient of an element of R_q to the nearest multiple of 3, and encodes the
/// result.
///
/// The multiple of 3 nearest to c is 3 floor((c + 1) / 3), so its residue is
/// floor((c + (q - 1)/2 + 1) / 3). For 0 < n <= q < 2^13, floor(n / 3) is `n 21846 >> 16`, as 21846
/// / 2^16 exceeds 1/3 by less than 2^-16.
pub(crate) fn encode<R: PrimeRing>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let mut residues = Secret::new(R::Residues::ZERO);
    let mut scratch = Secret::new(R::Residues::ZERO);
    let memory = [residues.as_mut(), scratch.as_mut()];
    encode_with(Rounded::<R>::CODEC, half::<R>(), polynomial.coefficients(), memory, output);
}

/// Rounds and encodes the coefficients of an element, where `half` is (q - 1)/2. One function
/// serves all rings, so that its loops are compiled once for each backend.
#[inline(never)]
fn encode_with(
    codec: &MixedRadix,
    half: i16,
    coefficients: &[i16],
    [residues, scratch]: [&mut [u16]; 2],
    output: &mut [u8],
) {
    autovectorize(
        #[inline(always)]
        || {
            for (residue, &coefficient) in residues.iter_mut().zip(coefficients) {
                let shifted = (coefficient + half + 1) as u16;
                *residue = ((shifted as u32 * 21846) >> 16) as u16;
            }
            codec.encode(residues, scratch, output);
        },
    );
}

/// Decodes a rounded element from any bytes of the right length, and returns whether they are an
/// encoding. Bytes that are none decode to an element whose encoding differs, so that decapsulation
/// rejects a ciphertext with such bytes.
pub(crate) fn decode<R: PrimeRing>(input: &[u8]) -> (Polynomial<R>, bool) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let mut polynomial = Polynomial::zero();
    let memory = [residues.as_mut(), scratch.as_mut()];
    let canonical = decode_with(Rounded::<R>::CODEC, half::<R>(), input, memory, polynomial.coefficients_mut());
    (polynomial, canonical)
}

/// Decodes the coefficients of an element, for all rings as [`encode_with`] does.
#[inline(never)]
fn decode_with(
    codec: &MixedRadix,
    half: i16,
    input: &[u8],
    [residues, scratch]: [&mut [u16]; 2],
    coefficients: &mut [i16],
) -> bool {
    autovectorize(
        #[inline(always)]
        || {
            let canonical = codec.decode(input, residues, scratch);
            for (coefficient, &residue) in coefficients.iter_mut().zip(&*residues) {
                *coefficient = 3 * residue as i16 - half;
            }
            canonical
        },
    )
}

/// Returns the rounded element that is encoded by `input`, which is public.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if `input` is not an encoding. If two byte strings
/// stood for one element, one key would have two hashes, and so two shared secrets.
#[cfg(feature = "_ntrulpr")]
pub(crate) fn decode_canonical<R: PrimeRing>(input: &[u8]) -> Result<Polynomial<R>, ErrorKind> {
    let (polynomial, canonical) = decode(input);
    if canonical { Ok(polynomial) } else { Err(Rounded::<R>::CODEC.out_of_range(input)) }
}

#[cfg(all(test, feature = "_sntrup"))]
mod tests {
    use super::*;
    use alloc::vec;
    use vectru_polymul::modular::centred;

    fn check<R: PrimeRing>() {
        let (q, half) = (R::Modulus::Q as i64, (R::Modulus::Q - 1) / 2);
        let mut bytes = vec![0; Rounded::<R>::CODEC.bytes()];
        for first in -half..=half {
            let polynomial = Polynomial::<R>::from_fn(|k| centred(first as i64 + 6 * k as i64, q) as i16);
            encode(&polynomial, &mut bytes);
            let (rounded, canonical) = decode::<R>(&bytes);
            assert!(canonical);
            for (&rounded, &coefficient) in rounded.coefficients().iter().zip(polynomial.coefficients()) {
                assert_eq!(rounded % 3, 0);
                assert!((rounded - coefficient).abs() <= 1 && rounded.abs() <= half);
            }
        }
    }

    #[test]
    fn every_coefficient_is_rounded_to_the_nearest_multiple_of_three() {
        for_each_ring_of!(streamlined, check());
    }
}
