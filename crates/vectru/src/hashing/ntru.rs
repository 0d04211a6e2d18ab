//! The hashes of NTRU: H_1 and H_2 of "NTRU: algorithm specifications", round 3 `[CDH+20]`. Both
//! are SHA3-256.
//!
//! The hash of the encoded r and m is the shared secret. The hash of the key of the pseudorandom
//! function and of a ciphertext is the shared secret of a ciphertext that is rejected.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use sha3::{Digest, Sha3_256};

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer;

/// The length of the key of the pseudorandom function, in bytes.
pub(crate) const PRF_KEY_BYTES: usize = 32;

/// Returns the hash of a message, which is the sequence of its segments.
fn sha3_256(segments: &[&[u8]]) -> Secret<Hash> {
    let _piece = Part::Hashing.begin();
    let mut state = Sha3_256::new();
    segments.iter().for_each(|segment| state.update(segment));
    let mut digest = Secret::new(Hash::default());
    state.finalize_into((&mut *digest).into());
    digest
}

/// Returns the hashes of messages of two segments each. They are computed side by side where that
/// saves time.
pub(crate) fn hashes<const COUNT: usize>(messages: [[&[u8]; 2]; COUNT]) -> [Secret<Hash>; COUNT] {
    let mut hashes = [(); COUNT].map(|()| Secret::new(Hash::default()));
    multi_buffer::hash::<multi_buffer::Sha3, 2>(&messages, sha3_256, &mut hashes);
    hashes
}

/// Returns the hashes of any number of messages of two segments each. They are computed side by
/// side.
#[cfg(feature = "alloc")]
pub(crate) fn hash_many(messages: &[[&[u8]; 2]]) -> Vec<Secret<Hash>> {
    let mut hashes: Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha3, 2>(messages, sha3_256, &mut hashes);
    hashes
}
