//! The hashes of the key-encapsulation mechanism, H_1 and H_2 of "NTRU: algorithm specifications and supporting
//! documentation" (round 3). Both are SHA3-256.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use sha3::{Digest, Sha3_256};

use crate::SharedSecret;
#[cfg(feature = "alloc")]
use crate::lanes;
use crate::parts::Part;
use crate::secret::Secret;

/// A hash.
pub(super) type Hash = [u8; SharedSecret::BYTES];

/// The length of the key of the pseudorandom function.
pub(super) const PRF_KEY_BYTES: usize = 32;

/// The hash of a message, which is the sequence of its parts. That of encoded r and m is the shared secret; that of the key of the
/// pseudorandom function and a ciphertext is the one of a rejected ciphertext.
pub(super) fn sha3_256(parts: &[&[u8]]) -> Secret<Hash> {
    let _piece = Part::Hashing.begin();
    let mut state = Sha3_256::new();
    parts.iter().for_each(|part| state.update(part));
    let mut digest = Secret::new(Hash::default());
    state.finalize_into((&mut *digest).into());
    digest
}

/// The hash of each message. All have the same length.
#[cfg(feature = "alloc")]
pub(super) fn hashes(messages: &[[&[u8]; 2]]) -> Vec<Secret<Hash>> {
    lanes::hashes::<lanes::Sha3, 2>(messages, sha3_256)
}
