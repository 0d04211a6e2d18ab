//! The hashes of the key-encapsulation mechanism, H_1 and H_2 of "NTRU: algorithm specifications and supporting
//! documentation" (round 3). Both are SHA3-256.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use sha3::{Digest, Sha3_256};

use crate::SharedSecret;
use crate::secret::Secret;

/// A hash.
pub(super) type Hash = [u8; SharedSecret::BYTES];

/// The length of the key of the pseudorandom function.
pub(super) const PRF_KEY_BYTES: usize = 32;

/// A message in two parts: encoded r and m give the shared secret; the key of the pseudorandom function and a ciphertext that of a
/// rejected one.
pub(super) type Message<'a> = [&'a [u8]; 2];

/// The hash of a message.
pub(super) fn sha3_256(parts: Message<'_>) -> Secret<Hash> {
    let mut state = Sha3_256::new();
    parts.into_iter().for_each(|part| state.update(part));
    let mut digest = Secret::new(Hash::default());
    state.finalize_into((&mut *digest).into());
    digest
}

/// The hash of each message.
#[cfg(feature = "alloc")]
pub(super) fn hashes(messages: &[Message<'_>]) -> Vec<Secret<Hash>> {
    messages.iter().map(|&message| sha3_256(message)).collect()
}
