//! The hashes of NTRU and of Saber, which are functions of FIPS 202.
//!
//! | scheme | functions |
//! | --- | --- |
//! | NTRU, `[CDH+20]` | SHA3-256: H_1 and H_2 |
//! | Saber, `[BMD+20]` | SHA3-256: F and H; SHA3-512: G; SHAKE128: expansion of seeds |

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "_module-lwr")]
use sha3::Sha3_512;
use sha3::{Digest, Sha3_256};

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer;
#[cfg(feature = "_module-lwr")]
use crate::hashing::multi_buffer::Sponge;

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

/// Expands seeds: writes the first bytes of SHAKE128 of each to its output. They are computed side
/// by side where that saves time. Requires outputs whose lengths are multiples of 8.
#[cfg(feature = "_module-lwr")]
pub(crate) fn expand(seeds: &[&Hash], outputs: &mut [&mut [u8]]) {
    let _piece = Part::Expansion.begin();
    SHAKE_128.hash(seeds, outputs);
}

/// Writes SHA3-512 of each message to its output. They are computed side by side where that saves
/// time.
#[cfg(feature = "_module-lwr")]
pub(crate) fn sha3_512(messages: &[&[u8; 64]], outputs: &mut [&mut [u8]]) {
    let _piece = Part::Hashing.begin();
    SHA3_512.hash(messages, outputs);
}

#[cfg(feature = "_module-lwr")]
const SHAKE_128: Sponge<32> = Sponge {
    rate: 21,
    mark: 0x1f,
    single: |seed, output| {
        let mut state = shake::Shake128::default();
        shake::Update::update(&mut state, seed);
        shake::ExtendableOutput::finalize_xof_into(state, output);
    },
};

#[cfg(feature = "_module-lwr")]
const SHA3_512: Sponge<64> = Sponge {
    rate: 9,
    mark: 0x06,
    single: |message, output| {
        let output: &mut [u8; 64] = output.try_into().expect("an output has 64 bytes");
        Sha3_512::new_with_prefix(message).finalize_into(output.into());
    },
};
