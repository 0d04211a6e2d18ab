//! The layout of keys and ciphertexts, and of the bytes that seeds expand to.
//!
//! | object | parts, in order |
//! | --- | --- |
//! | public key | b, the seed of A |
//! | secret key | s, the public key, its hash, z |
//! | ciphertext | b', and b s' + m p/2 rounded to T |
//! | bytes of A | its polynomials, row by row |
//!
//! A polynomial is the [bit strings](crate::encoding::bit_strings) of its coefficients: of 13 bits
//! in s and A, of 10 bits in b and b', of log_2 T bits in the last part of a ciphertext.

use core::marker::PhantomData;

use vectru_polymul::ring::Ring;

use super::{Parameters, SEED_BYTES};
use crate::arithmetic::power_of_two::log_q;
use crate::common::parameters::Array;
use crate::encoding::bit_strings::{Bits, Width};

/// log_2 p.
pub(super) const LOG_P: usize = 10;
/// log_2 q - log_2 p: the number of bits that rounding to p removes.
pub(super) const ROUNDED_BITS: usize = 3;

/// Residues modulo q.
pub(super) type BigWidth = Bits<{ LOG_P + ROUNDED_BITS }>;
/// Residues modulo p.
pub(super) type RoundedWidth = Bits<LOG_P>;

/// The largest l.
pub(super) const MAX_RANK: usize = 4;

/// The length of a polynomial modulo q, in bytes, of n = 256 coefficients.
pub(super) const BIG: usize = bytes(256, BigWidth::BITS);
/// The length of a polynomial modulo p, in bytes.
pub(super) const ROUNDED: usize = bytes(256, RoundedWidth::BITS);

/// Returns the length of `count` numbers of `bits` bits, in bytes.
pub(crate) const fn bytes(count: usize, bits: usize) -> usize {
    count * bits / 8
}

/// The layout for the parameter set P.
pub(super) struct Layout<P>(PhantomData<P>);

impl<P: Parameters> Layout<P> {
    /// Fails to compile if the arrays of a parameter set do not have the lengths that its
    /// parameters imply.
    pub(super) const CHECKED: () = {
        let n = <P::Ring as Ring>::DEGREE;
        assert!(n == 256 && log_q::<P::Ring>() == BigWidth::BITS);
        assert!(P::RANK <= MAX_RANK);
        assert!(P::MU == 6 || P::MU == 8 || P::MU == 10);
        assert!(P::PublicKeyBytes::LENGTH == P::RANK * ROUNDED + SEED_BYTES);
        assert!(P::SecretKeyBytes::LENGTH == P::RANK * BIG + P::PublicKeyBytes::LENGTH + 2 * SEED_BYTES);
        assert!(P::CiphertextBytes::LENGTH == P::RANK * ROUNDED + bytes(n, P::LOG_T));
        assert!(P::CiphertextBytes::LENGTH.is_multiple_of(4));
        assert!(P::MatrixBytes::LENGTH == P::RANK * P::RANK * BIG);
        assert!(P::CoinBytes::LENGTH == P::RANK * bytes(n, P::MU));
    };

    /// Returns the parts of a public key: b, and the seed of A.
    pub(super) fn public_key(bytes: &[u8]) -> (&[u8], &[u8; SEED_BYTES]) {
        bytes.split_last_chunk().expect("a public key ends with a seed")
    }

    /// Returns the parts of a public key for writing.
    pub(super) fn public_key_mut(bytes: &mut [u8]) -> (&mut [u8], &mut [u8; SEED_BYTES]) {
        bytes.split_last_chunk_mut().expect("a public key ends with a seed")
    }

    /// Returns the parts of a secret key: s, the public key, its hash, and z.
    pub(super) fn secret_key(bytes: &[u8]) -> (&[u8], &[u8], &[u8; SEED_BYTES], &[u8; SEED_BYTES]) {
        let (vector, rest) = bytes.split_at(P::RANK * BIG);
        let (rest, z) = rest.split_last_chunk().expect("a secret key ends with z");
        let (public_key, hash) = rest.split_last_chunk().expect("a secret key has a hash before z");
        (vector, public_key, hash, z)
    }

    /// Returns the parts of a secret key for writing.
    pub(super) fn secret_key_mut(bytes: &mut [u8]) -> [&mut [u8]; 4] {
        let (vector, rest) = bytes.split_at_mut(P::RANK * BIG);
        let (public_key, rest) = rest.split_at_mut(P::PublicKeyBytes::LENGTH);
        let (hash, z) = rest.split_at_mut(SEED_BYTES);
        [vector, public_key, hash, z]
    }

    /// Returns the parts of a ciphertext: b', and b s' + m p/2 rounded to T.
    pub(super) fn ciphertext(bytes: &[u8]) -> (&[u8], &[u8]) {
        bytes.split_at(P::RANK * ROUNDED)
    }

    /// Returns the parts of a ciphertext for writing.
    pub(super) fn ciphertext_mut(bytes: &mut [u8]) -> (&mut [u8], &mut [u8]) {
        bytes.split_at_mut(P::RANK * ROUNDED)
    }
}
