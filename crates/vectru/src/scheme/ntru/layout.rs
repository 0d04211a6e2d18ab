//! The layout of keys and ciphertexts.
//!
//! | object | parts, in order |
//! | --- | --- |
//! | public key | h |
//! | secret key | f, 1/f modulo (3, Phi_n), 1/h modulo (q, Phi_n), pseudorandom function's key |
//! | ciphertext | c |

use core::marker::PhantomData;

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use super::{Family, Parameters, sampling};
use crate::common::parameters::Array;
use crate::encoding::{bit_packed, ternary};

/// The length of the key of the pseudorandom function, in bytes.
pub(super) const PRF_KEY_BYTES: usize = 32;

/// The layout for the parameter set P.
pub(super) struct Layout<P>(PhantomData<P>);

impl<P: Parameters> Layout<P> {
    /// The length of an encoded ternary polynomial, in bytes.
    const TERNARY: usize = ternary::bytes(P::Ring::DEGREE);
    /// The length of an encoded element of R_q, in bytes.
    const RESIDUES: usize = bit_packed::bytes::<P::Ring>();

    /// Fails to compile if the arrays of a parameter set do not have the lengths that its ring
    /// implies, or if the bound n - 1 < q/2 for products modulo 3 does not hold: see
    /// [`cyclotomic`](crate::arithmetic::cyclotomic).
    pub(super) const CHECKED: () = {
        let (n, q) = (<P::Ring as Ring>::DEGREE, <P::Ring as Ring>::Modulus::Q as usize);
        assert!(P::Seed::LENGTH == sampling::seed_bytes(P::FAMILY, n));
        assert!(P::Words::LENGTH == n - 1 && P::MessageBytes::LENGTH == 2 * Self::TERNARY);
        assert!(P::PublicKeyBytes::LENGTH == Self::RESIDUES && P::CiphertextBytes::LENGTH == Self::RESIDUES);
        assert!(P::SecretKeyBytes::LENGTH == 2 * Self::TERNARY + Self::RESIDUES + PRF_KEY_BYTES);
        assert!(n - 1 < q / 2);
        // Words of polynomials of fixed type are read in fours, and there are more words than
        // nonzero coefficients.
        assert!(matches!(P::FAMILY, Family::Hrss) || (n - 1) % 4 == 0 && sampling::weight::<P::Ring>() < n);
    };

    /// Returns the parts of a secret key: f, 1/f, 1/h and the key of the pseudorandom function.
    pub(super) fn secret_key(bytes: &[u8]) -> [&[u8]; 4] {
        let (f, rest) = bytes.split_at(Self::TERNARY);
        let (inverse, rest) = rest.split_at(Self::TERNARY);
        let (h_inverse, prf_key) = rest.split_at(Self::RESIDUES);
        [f, inverse, h_inverse, prf_key]
    }

    /// Returns the parts of a secret key for writing.
    pub(super) fn secret_key_mut(bytes: &mut [u8]) -> [&mut [u8]; 4] {
        let (f, rest) = bytes.split_at_mut(Self::TERNARY);
        let (inverse, rest) = rest.split_at_mut(Self::TERNARY);
        let (h_inverse, prf_key) = rest.split_at_mut(Self::RESIDUES);
        [f, inverse, h_inverse, prf_key]
    }
}
