//! The layout of keys and ciphertexts.
//!
//! | object | parts, in order |
//! | --- | --- |
//! | public key | the public key of the [one-way function](super::OneWayFunction) |
//! | secret key | the secret part of the one-way function, public key, rho, Hash_4(public key) |
//! | ciphertext | the ciphertext of the one-way function, the confirmation |
//!
//! rho is as long as an encoded input. Any bytes are a rho; it is not an encoding.

use core::marker::PhantomData;

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use super::{OneWayFunction, Parameters, PrimeRing};
use crate::common::parameters::Array;
use crate::encoding::small;
use crate::hashing::HASH_BYTES;

/// The layout for the parameter set P.
pub(super) struct Layout<P>(PhantomData<P>);

impl<P: Parameters> Layout<P> {
    /// Fails to compile if the arrays of a parameter set do not have the lengths that its ring
    /// implies.
    pub(super) const CHECKED: () = {
        let (p, q) = (<P::Ring as Ring>::DEGREE, <P::Ring as Ring>::Modulus::Q as usize);
        let lengths = P::Core::LENGTHS;
        assert!(<P::Ring as PrimeRing>::Words::LENGTH == p && <P::Ring as PrimeRing>::List::LENGTH == 4 * p);
        assert!(<P::Ring as PrimeRing>::Residues::LENGTH == p);
        assert!(<P::Ring as PrimeRing>::SmallBytes::LENGTH == small::bytes::<P::Ring>());
        assert!(P::PublicKeyBytes::LENGTH == lengths.public_key);
        assert!(P::SecretKeyBytes::LENGTH == lengths.trapdoor + lengths.public_key + lengths.input + HASH_BYTES);
        assert!(P::CiphertextBytes::LENGTH == lengths.ciphertext + HASH_BYTES);
        assert!(P::WEIGHT > 0 && 3 * P::WEIGHT <= 2 * p && 16 * P::WEIGHT < q);
    };

    /// Returns the parts of a secret key: the secret part of the one-way function, the public key,
    /// rho and the public key's hash.
    pub(super) fn secret_key(bytes: &[u8]) -> [&[u8]; 4] {
        let (trapdoor, rest) = bytes.split_at(P::Core::LENGTHS.trapdoor);
        let (public_key, rest) = rest.split_at(P::Core::LENGTHS.public_key);
        let (rho, hash) = rest.split_at(P::Core::LENGTHS.input);
        [trapdoor, public_key, rho, hash]
    }

    /// Returns the parts of a secret key for writing.
    pub(super) fn secret_key_mut(bytes: &mut [u8]) -> [&mut [u8]; 4] {
        let (trapdoor, rest) = bytes.split_at_mut(P::Core::LENGTHS.trapdoor);
        let (public_key, rest) = rest.split_at_mut(P::Core::LENGTHS.public_key);
        let (rho, hash) = rest.split_at_mut(P::Core::LENGTHS.input);
        [trapdoor, public_key, rho, hash]
    }

    /// Returns a ciphertext without its confirmation.
    pub(super) fn encrypted(ciphertext: &[u8]) -> &[u8] {
        &ciphertext[..P::Core::LENGTHS.ciphertext]
    }

    /// Returns a ciphertext without its confirmation, and the confirmation, for writing.
    pub(super) fn ciphertext_mut(bytes: &mut [u8]) -> (&mut [u8], &mut [u8]) {
        bytes.split_at_mut(P::Core::LENGTHS.ciphertext)
    }
}
