//! Where the parts of keys and ciphertexts lie.
//!
//! | bytes | parts, in order |
//! | --- | --- |
//! | public key | h |
//! | secret key | f, 1/g, public key, rho, Hash_4(public key) |
//! | ciphertext | h r rounded, confirmation |
//!
//! f, 1/g and rho are as long as an encoded small polynomial; rho is any bytes, not an encoding.

use core::marker::PhantomData;

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use super::Parameters;
use crate::encoding::{big::Big, rounded::Rounded, small};
use crate::hash;
use crate::parameters::Array;

/// The lengths and offsets of a parameter set.
pub(super) struct Layout<P>(PhantomData<P>);

impl<P: Parameters> Layout<P> {
    const SMALL: usize = small::bytes::<P::Ring>();
    pub(super) const PUBLIC_KEY: usize = Big::<P>::CODEC.bytes();
    const ROUNDED: usize = Rounded::<P>::CODEC.bytes();
    pub(super) const SECRET_KEY: usize = 3 * Self::SMALL + Self::PUBLIC_KEY + hash::BYTES;
    pub(super) const CIPHERTEXT: usize = Self::ROUNDED + hash::BYTES;

    /// Fails to compile if the arrays of a parameter set do not have the lengths that its ring implies, or if the
    /// ring's coefficients modulo 3 can be mistaken after a product modulo q: see [`encryption`](super::encryption).
    pub(super) const CHECKED: () = {
        let (p, q) = (<P::Ring as Ring>::DEGREE, <P::Ring as Ring>::Modulus::Q);
        assert!(P::Words::LENGTH == p && P::List::LENGTH == p && P::Residues::LENGTH == p);
        assert!(P::SmallBytes::LENGTH == Self::SMALL);
        assert!(P::PublicKeyBytes::LENGTH == Self::PUBLIC_KEY);
        assert!(P::SecretKeyBytes::LENGTH == Self::SECRET_KEY);
        assert!(P::CiphertextBytes::LENGTH == Self::CIPHERTEXT);
        assert!(P::WEIGHT > 0 && 3 * P::WEIGHT <= 2 * p && 16 * P::WEIGHT < q as usize);
        assert!(2 * p - 1 <= (q as usize - 1) / 2);
    };

    /// A secret key's parts: f, 1/g, the public key, rho and the public key's hash.
    pub(super) fn secret_key(bytes: &[u8]) -> [&[u8]; 5] {
        let (f, rest) = bytes.split_at(Self::SMALL);
        let (inverse, rest) = rest.split_at(Self::SMALL);
        let (public_key, rest) = rest.split_at(Self::PUBLIC_KEY);
        let (rho, hash) = rest.split_at(Self::SMALL);
        [f, inverse, public_key, rho, hash]
    }

    /// The same, for writing.
    pub(super) fn secret_key_mut(bytes: &mut [u8]) -> [&mut [u8]; 5] {
        let (f, rest) = bytes.split_at_mut(Self::SMALL);
        let (inverse, rest) = rest.split_at_mut(Self::SMALL);
        let (public_key, rest) = rest.split_at_mut(Self::PUBLIC_KEY);
        let (rho, hash) = rest.split_at_mut(Self::SMALL);
        [f, inverse, public_key, rho, hash]
    }

    /// A ciphertext's rounded element.
    pub(super) fn rounded(ciphertext: &[u8]) -> &[u8] {
        &ciphertext[..Self::ROUNDED]
    }

    /// A ciphertext's rounded element and its confirmation, for writing.
    pub(super) fn ciphertext_mut(bytes: &mut [u8]) -> (&mut [u8], &mut [u8]) {
        bytes.split_at_mut(Self::ROUNDED)
    }
}
