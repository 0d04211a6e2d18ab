//! Elements of `R_q = Z_q[x]/(x^p - x - 1)` as bytes: "NTRU Prime: round 3" `[BBC+20]`, the section
//! on encoding of R_q.
//!
//! The coefficients are moved from [-(q - 1)/2, (q - 1)/2] to [0, q), and are encoded in [mixed
//! radix](super::mixed_radix).

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::mixed_radix::MixedRadix;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::prime_ring::PrimeRing;
use crate::arithmetic::prime_ring::half;
use crate::common::error::ErrorKind;
use crate::common::parameters::Array;
use crate::common::parts::Part;

/// The encoding of R_q, with tables that are computed at compile time.
pub(crate) struct Big<R>(R);

impl<R: Ring> Big<R> {
    /// The encoding of p residues modulo q.
    pub(crate) const CODEC: &'static MixedRadix = &MixedRadix::new(R::Modulus::Q as u32, R::DEGREE);
}

/// Encodes an element of R_q.
pub(crate) fn encode<R: PrimeRing>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let memory = [residues.as_mut(), scratch.as_mut()];
    encode_with(Big::<R>::CODEC, half::<R>(), polynomial.coefficients(), memory, output);
}

/// Encodes the coefficients of an element, where `half` is (q - 1)/2. One function serves all
/// rings, so that its loops are compiled once for each backend.
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
                *residue = (coefficient + half) as u16;
            }
            codec.encode(residues, scratch, output);
        },
    );
}

/// Returns the element of R_q that is encoded by `input`, which is public.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if `input` is not an encoding. If two byte strings
/// stood for one element, one key would have two hashes, and so two shared secrets.
pub(crate) fn decode<R: PrimeRing>(input: &[u8]) -> Result<Polynomial<R>, ErrorKind> {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let mut polynomial = Polynomial::zero();
    let memory = [residues.as_mut(), scratch.as_mut()];
    let canonical = decode_with(Big::<R>::CODEC, half::<R>(), input, memory, polynomial.coefficients_mut());
    if canonical { Ok(polynomial) } else { Err(Big::<R>::CODEC.out_of_range(input)) }
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
                *coefficient = residue as i16 - half;
            }
            canonical
        },
    )
}
