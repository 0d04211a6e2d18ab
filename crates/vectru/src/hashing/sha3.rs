//! The hashes of NTRU and of Saber, which are functions of FIPS 202.
//!
//! | scheme | functions |
//! | --- | --- |
//! | NTRU, `[CDH+20]` | SHA3-256: H_1 and H_2 |
//! | Saber, `[BMD+20]` | SHA3-256: F and H; SHA3-512: G; SHAKE128: [`shake`](super::shake) |

use sha3::{Digest, Sha3_256, Sha3_512};

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::{self, Sponge};

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
pub(crate) fn hash_many(messages: &[[&[u8]; 2]]) -> alloc::vec::Vec<Secret<Hash>> {
    let mut hashes: alloc::vec::Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha3, 2>(messages, sha3_256, &mut hashes);
    hashes
}

/// Writes SHA3-512 of each message to its output. They are computed side by side where that saves
/// time.
pub(crate) fn sha3_512(messages: &[&[u8; 64]], outputs: &mut [&mut [u8]]) {
    let _piece = Part::Hashing.begin();
    SHA3_512.hash(messages, outputs);
}

const SHA3_512: Sponge<64> = Sponge {
    rate: 9,
    mark: 0x06,
    single: |message, output| {
        let output: &mut [u8; 64] = output.try_into().expect("an output has 64 bytes");
        Sha3_512::new_with_prefix(message).finalize_into(output.into());
    },
};
