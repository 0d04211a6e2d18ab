//! Rounded elements of R_q as bytes: "NTRU Prime: round 3" `[BBC+20]`, the section on encoding of
//! rounded polynomials.
//!
//! A coefficient c is a multiple of 3 in [-(q - 1)/2, (q - 1)/2]. As q is 1 modulo 6,
//! (c + (q - 1)/2) / 3 is a residue in [0, (q + 2)/3). The residues are encoded in [mixed
//! radix](super::mixed_radix).

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::coefficients::Coefficients;
use super::mixed_radix::MixedRadix;
use crate::arithmetic::prime_ring::PrimeRing;
use crate::arithmetic::prime_ring::half;
use crate::common::error::ErrorKind;
use crate::common::parameters::Array;
use crate::common::parts::Part;

/// The encoding of rounded elements, with tables that are computed at compile time.
pub(crate) struct Rounded<R>(R);

impl<R: Ring> Rounded<R> {
    /// The encoding of p residues modulo (q + 2)/3.
    pub(crate) const CODEC: &'static MixedRadix = {
        let q = R::Modulus::Q as u32;
        assert!(q % 6 == 1);
        &MixedRadix::new(q.div_ceil(3), R::DEGREE)
    };

    /// The coding of coefficients: multiples of 3.
    const COEFFICIENTS: Coefficients = Coefficients { codec: Self::CODEC, step: 3, half: half::<R>() };
}

/// Rounds each coefficient of an element of R_q to the nearest multiple of 3, and encodes the
/// result.
#[inline(never)] // The memory of residues ends with the call.
pub(crate) fn encode<R: PrimeRing>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let memory = [residues.as_mut(), scratch.as_mut()];
    Rounded::<R>::COEFFICIENTS.encode(polynomial.coefficients(), memory, output);
}

/// Decodes a rounded element from any bytes of the right length, and returns whether they are an
/// encoding. Other bytes decode to an element whose encoding differs, so that decapsulation rejects
/// a ciphertext with such bytes.
#[inline(never)] // The memory of residues ends with the call.
pub(crate) fn decode<R: PrimeRing>(input: &[u8]) -> (Polynomial<R>, bool) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let mut polynomial = Polynomial::zero();
    let memory = [residues.as_mut(), scratch.as_mut()];
    let canonical = Rounded::<R>::COEFFICIENTS.decode(input, memory, polynomial.coefficients_mut());
    (polynomial, canonical)
}

/// Returns the rounded element that is encoded by `input`, which is public.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if `input` is not an encoding. If two byte strings
/// stood for one element, one key would have two hashes, and so two shared secrets.
pub(crate) fn decode_canonical<R: PrimeRing>(input: &[u8]) -> Result<Polynomial<R>, ErrorKind> {
    let (polynomial, canonical) = decode(input);
    if canonical { Ok(polynomial) } else { Err(Rounded::<R>::CODEC.out_of_range(input)) }
}

#[cfg(test)]
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
        for_each_set_of!(streamlined, check ring check ());
    }
}
