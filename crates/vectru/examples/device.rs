//! A device without an operating system: no standard library, no allocator, and random bytes of
//! its own hardware.
//!
//! The server's key is used once, so that it takes no memory of its own. Feature `small` takes less
//! stack and code, in more time.
//!
//! It is a library, which firmware links. `cargo build --release --example device` compiles it.
#![no_std]

use rand_core::utils::{fill_bytes_via_next_word, next_u64_via_u32};
use rand_core::{TryCryptoRng, TryRng};
use vectru::EncapsulationError;
use vectru::sntrup761::{CIPHERTEXT_BYTES, SHARED_SECRET_BYTES, try_encapsulate};

/// The hardware's generator of random words: `None` while it is not ready, or if it has failed.
#[derive(Clone, Copy, Debug)]
pub struct Hardware(pub fn() -> Option<u32>);

/// The hardware gave no random word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRandomWord;

impl core::fmt::Display for NoRandomWord {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("expected a random word of the hardware, found none")
    }
}

impl core::error::Error for NoRandomWord {}

impl TryRng for Hardware {
    type Error = NoRandomWord;

    fn try_next_u32(&mut self) -> Result<u32, NoRandomWord> {
        (self.0)().ok_or(NoRandomWord)
    }

    fn try_next_u64(&mut self) -> Result<u64, NoRandomWord> {
        next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), NoRandomWord> {
        fill_bytes_via_next_word(target, || self.try_next_u32())
    }
}

impl TryCryptoRng for Hardware {}

/// Why there is no answer.
#[derive(Clone, Copy, Debug)]
pub enum Failure {
    /// The server's bytes are no public key.
    PublicKey(vectru::Error),
    /// There were no random bytes.
    Random(NoRandomWord),
}

/// Answers a server's public key: returns the ciphertext to send, and the secret that both share.
///
/// # Errors
///
/// Returns an error if `public_key` is no public key, or if the hardware gives no random bytes.
pub fn answer(
    public_key: &[u8],
    mut hardware: Hardware,
) -> Result<([u8; CIPHERTEXT_BYTES], [u8; SHARED_SECRET_BYTES]), Failure> {
    let (ciphertext, secret) = try_encapsulate(public_key, &mut hardware).map_err(|error| match error {
        EncapsulationError::Key(error) => Failure::PublicKey(error),
        EncapsulationError::Generator(error) => Failure::Random(error),
    })?;
    Ok((ciphertext.to_bytes(), *secret.as_bytes()))
}
