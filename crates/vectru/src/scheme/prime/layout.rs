//! Where the parts of keys and ciphertexts lie.
//!
//! | bytes | parts, in order |
//! | --- | --- |
//! | public key | that of the [family](super::Core) |
//! | secret key | the secret part of the family, public key, rho, Hash_4(public key) |
//! | ciphertext | that of the family, confirmation |
//!
//! rho is as long as an encoded input; it is any bytes, not an encoding.

use core::marker::PhantomData;

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use super::{Parameters, PrimeRing};
use crate::common::parameters::Array;
use crate::encoding::small;
use crate::hashing::HASH_BYTES;

/// The lengths and offsets of a parameter set.
pub(super) struct Layout<P>(PhantomData<P>);

impl<P: Parameters> Layout<P> {
    /// Fails to compile if the arrays of a parameter set do not have the lengths that its ring implies.
    pub(super) const CHECKED: () = {
        let (p, q) = (<P::Ring as Ring>::DEGREE, <P::Ring as Ring>::Modulus::Q as usize);
        let lengths = P::LENGTHS;
        assert!(<P::Ring as PrimeRing>::Words::LENGTH == p && <P::Ring as PrimeRing>::List::LENGTH == 4 * p);
        assert!(<P::Ring as PrimeRing>::Residues::LENGTH == p);
        assert!(<P::Ring as PrimeRing>::SmallBytes::LENGTH == small::bytes::<P::Ring>());
        assert!(P::PublicKeyBytes::LENGTH == lengths.public_key);
        assert!(P::SecretKeyBytes::LENGTH == lengths.trapdoor + lengths.public_key + lengths.input + HASH_BYTES);
        assert!(P::CiphertextBytes::LENGTH == lengths.ciphertext + HASH_BYTES);
        assert!(P::WEIGHT > 0 && 3 * P::WEIGHT <= 2 * p && 16 * P::WEIGHT < q);
    };

    /// A secret key's parts: the secret part of the family, the public key, rho and the public key's hash.
    pub(super) fn secret_key(bytes: &[u8]) -> [&[u8]; 4] {
        let (trapdoor, rest) = bytes.split_at(P::LENGTHS.trapdoor);
        let (public_key, rest) = rest.split_at(P::LENGTHS.public_key);
        let (rho, hash) = rest.split_at(P::LENGTHS.input);
        [trapdoor, public_key, rho, hash]
    }

    /// The same, for writing.
    pub(super) fn secret_key_mut(bytes: &mut [u8]) -> [&mut [u8]; 4] {
        let (trapdoor, rest) = bytes.split_at_mut(P::LENGTHS.trapdoor);
        let (public_key, rest) = rest.split_at_mut(P::LENGTHS.public_key);
        let (rho, hash) = rest.split_at_mut(P::LENGTHS.input);
        [trapdoor, public_key, rho, hash]
    }

    /// A ciphertext without its confirmation.
    pub(super) fn encrypted(ciphertext: &[u8]) -> &[u8] {
        &ciphertext[..P::LENGTHS.ciphertext]
    }

    /// A ciphertext without its confirmation, and that, for writing.
    pub(super) fn ciphertext_mut(bytes: &mut [u8]) -> (&mut [u8], &mut [u8]) {
        bytes.split_at_mut(P::LENGTHS.ciphertext)
    }
}
