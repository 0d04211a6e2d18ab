//! The hashes of the key-encapsulation mechanism, H_1 and H_2 of "NTRU: algorithm specifications and supporting
//! documentation" (round 3). Both are SHA3-256.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use sha3::{Digest, Sha3_256};

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer;

/// The length of the key of the pseudorandom function.
pub(crate) const PRF_KEY_BYTES: usize = 32;

/// The hash of a message, which is the sequence of its segments. That of encoded r and m is the shared secret; that of the key of the
/// pseudorandom function and a ciphertext is the one of a rejected ciphertext.
pub(crate) fn sha3_256(segments: &[&[u8]]) -> Secret<Hash> {
    let _piece = Part::Hashing.begin();
    let mut state = Sha3_256::new();
    segments.iter().for_each(|segment| state.update(segment));
    let mut digest = Secret::new(Hash::default());
    state.finalize_into((&mut *digest).into());
    digest
}

/// The hashes of as many messages, of two segments each.
pub(crate) fn hashes<const COUNT: usize>(messages: [[&[u8]; 2]; COUNT]) -> [Secret<Hash>; COUNT] {
    let mut hashes = [(); COUNT].map(|()| Secret::new(Hash::default()));
    multi_buffer::hash::<multi_buffer::Sha3, 2>(&messages, sha3_256, &mut hashes);
    hashes
}

/// The hashes of many messages.
#[cfg(feature = "alloc")]
pub(crate) fn hash_many(messages: &[[&[u8]; 2]]) -> Vec<Secret<Hash>> {
    let mut hashes: Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha3, 2>(messages, sha3_256, &mut hashes);
    hashes
}
