//! The hashes of the schemes, of one message or of several side by side.

pub(crate) mod multi_buffer;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod ntru_prime;
#[cfg(feature = "_sha3")]
pub(crate) mod sha3;
#[cfg(feature = "_module-lwr")]
pub(crate) mod shake;

use crate::common::shared_secret::SharedSecret;

/// The length of a hash and of a shared secret, in bytes.
pub(crate) const HASH_BYTES: usize = SharedSecret::BYTES;

/// A hash: the first 32 bytes of SHA-512, or SHA3-256.
pub(crate) type Hash = [u8; HASH_BYTES];
