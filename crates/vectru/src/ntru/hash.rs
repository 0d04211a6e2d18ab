//! The hashes of the key-encapsulation mechanism, H_1 and H_2 of "NTRU: algorithm specifications and supporting
//! documentation" (round 3). Both are SHA3-256.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use sha3::{Digest, Sha3_256};

use crate::SharedSecret;
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

/// The hashes of as many messages, of two parts each.
pub(super) fn hashes<const COUNT: usize>(messages: [[&[u8]; 2]; COUNT]) -> [Secret<Hash>; COUNT] {
    let mut hashes = [(); COUNT].map(|()| Secret::new(Hash::default()));
    lanes::hash::<lanes::Sha3, 2>(&messages, sha3_256, &mut hashes);
    hashes
}

/// The hashes of many messages.
#[cfg(feature = "alloc")]
pub(super) fn hash_many(messages: &[[&[u8]; 2]]) -> Vec<Secret<Hash>> {
    let mut hashes: Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
    lanes::hash::<lanes::Sha3, 2>(messages, sha3_256, &mut hashes);
    hashes
}
