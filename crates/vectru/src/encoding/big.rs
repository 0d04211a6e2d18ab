//! Elements of `R_q = Z_q[x]/(x^p - x - 1)` as bytes: the coefficients, moved from [-(q-1)/2, (q-1)/2] to [0, q), in
//! mixed radix. "NTRU Prime: round 3", the section on encoding of R_q.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::mixed_radix::MixedRadix;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::prime_ring::PrimeRing;
use crate::arithmetic::prime_ring::half;
use crate::common::error::{Error, Object};
use crate::common::parameters::Array;
use crate::common::parts::Part;

/// The encoding of R_q, its tables computed by the compiler.
pub(crate) struct Big<R>(R);

impl<R: Ring> Big<R> {
    pub(crate) const CODEC: &'static MixedRadix = &MixedRadix::new(R::Modulus::Q as u32, R::DEGREE);
}

/// Encodes an element of R_q.
pub(crate) fn encode<R: PrimeRing>(polynomial: &Polynomial<R>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    autovectorize(
        #[inline(always)]
        || {
            for (residue, &coefficient) in residues.as_mut().iter_mut().zip(polynomial.coefficients()) {
                *residue = (coefficient + half::<R>()) as u16;
            }
            Big::<R>::CODEC.encode(residues.as_mut(), scratch.as_mut(), output);
        },
    );
}

/// Decodes an element of R_q. Bytes that are no encoding are an error: two byte strings for one element would make
/// two hashes, and so two shared secrets, of one key.
pub(crate) fn decode<R: PrimeRing>(input: &[u8], object: Object) -> Result<Polynomial<R>, Error> {
    let _piece = Part::Coding.begin();
    let (mut residues, mut scratch) = (R::Residues::ZERO, R::Residues::ZERO);
    let mut polynomial = Polynomial::zero();
    let canonical = autovectorize(
        #[inline(always)]
        || {
            let canonical = Big::<R>::CODEC.decode(input, residues.as_mut(), scratch.as_mut());
            for (coefficient, &residue) in polynomial.coefficients_mut().iter_mut().zip(residues.as_ref()) {
                *coefficient = residue as i16 - half::<R>();
            }
            canonical
        },
    );
    if canonical { Ok(polynomial) } else { Err(Big::<R>::CODEC.out_of_range(input, object)) }
}
