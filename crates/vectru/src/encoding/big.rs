//! Elements of `R_q = Z_q[x]/(x^p - x - 1)` as bytes: "NTRU Prime: round 3" `[BBC+20]`, the section
//! on encoding of R_q.
//!
//! The coefficients are moved from [-(q - 1)/2, (q - 1)/2] to [0, q), and are encoded in [mixed
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

/// The encoding of R_q, with tables that are computed at compile time.
pub(crate) struct Big<R>(R);

impl<R: Ring> Big<R> {
    /// The encoding of p residues modulo q.
    pub(crate) const CODEC: &'static MixedRadix = &MixedRadix::new(R::Modulus::Q as u32, R::DEGREE);

    /// The coding of coefficients.
    const COEFFICIENTS: Coefficients = Coefficients { codec: Self::CODEC, step: 1, half: half::<R>() };
}

/// Encodes an element of R_q.
#[inline(never)] // The memory of residues ends with the call.
pub(crate) fn encode<R: PrimeRing>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let memory = [residues.as_mut(), scratch.as_mut()];
    Big::<R>::COEFFICIENTS.encode(polynomial.coefficients(), memory, output);
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
    let canonical = Big::<R>::COEFFICIENTS.decode(input, memory, polynomial.coefficients_mut());
    if canonical { Ok(polynomial) } else { Err(Big::<R>::CODEC.out_of_range(input)) }
}
