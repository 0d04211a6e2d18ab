//! The hashes of the key-encapsulation mechanism, H_1 and H_2 of "NTRU: algorithm specifications and supporting
//! documentation" (round 3). Both are SHA3-256.

use sha3::{Digest, Sha3_256};

use crate::SharedSecret;
use crate::secret::Secret;

/// A hash.
pub(super) type Hash = [u8; SharedSecret::BYTES];

/// The length of the key of the pseudorandom function.
pub(super) const PRF_KEY_BYTES: usize = 32;

fn sha3_256(parts: [&[u8]; 2]) -> Secret<Hash> {
    let mut state = Sha3_256::new();
    parts.into_iter().for_each(|part| state.update(part));
    let mut digest = Secret::new(Hash::default());
    state.finalize_into((&mut *digest).into());
    digest
}

/// The shared secret of encoded r and m.
pub(super) fn session(r: &[u8], m: &[u8]) -> Secret<Hash> {
    sha3_256([r, m])
}

/// The shared secret of a rejected ciphertext.
pub(super) fn rejection(prf_key: &[u8], ciphertext: &[u8]) -> Secret<Hash> {
    sha3_256([prf_key, ciphertext])
}
