//! The hashes of NTRU and of Saber, which are functions of FIPS 202.
//!
//! | scheme | functions |
//! | --- | --- |
//! | NTRU, `[CDH+20]` | SHA3-256: H_1 and H_2 |
//! | Saber, `[BMD+20]` | SHA3-256: F and H; SHA3-512: G; SHAKE128: [`shake`](super::shake) |

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::{self, Sponge, Stream};

/// Returns the hashes of messages of two segments each. They are computed side by side where that
/// saves time.
pub(crate) fn hashes<const COUNT: usize>(messages: [[&[u8]; 2]; COUNT]) -> [Secret<Hash>; COUNT] {
    let mut hashes = [(); COUNT].map(|()| Secret::new(Hash::default()));
    multi_buffer::hash::<multi_buffer::Sha3, 2>(&messages, &mut hashes);
    hashes
}

/// Returns the hashes of any number of messages of two segments each. They are computed side by
/// side.
#[cfg(feature = "alloc")]
pub(crate) fn hash_many(messages: &[[&[u8]; 2]]) -> alloc::vec::Vec<Secret<Hash>> {
    let mut hashes: alloc::vec::Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha3, 2>(messages, &mut hashes);
    hashes
}

/// Writes SHA3-512 of each message to its output. They are computed side by side where that saves
/// time.
pub(crate) fn sha3_512(messages: &[&[u8; 64]], outputs: &mut [&mut [u8]]) {
    let _piece = Part::Hashing.begin();
    SHA3_512.hash(messages, outputs);
}

/// Starts SHA3-512 of a message.
pub(crate) fn start_sha3_512<'a>(message: &[u8; 64], output: &'a mut [u8; 64]) -> Stream<'a> {
    SHA3_512.start(message, output)
}

const SHA3_512: Sponge<64> = Sponge { rate: 9, mark: 0x06 };
