//! The random bytes of jobs.

use core::convert::Infallible;

use rand_core::utils::{fill_bytes_via_next_word, next_u64_via_u32};
use rand_core::{TryCryptoRng, TryRng};

/// Marsaglia's generator Xorshift (2003), which takes a handful of instructions for a word: it
/// stands for a hardware generator, and what it gives is the same in every run.
pub(crate) struct Bytes(u32);

impl Bytes {
    /// Returns the generator at its first word.
    pub(crate) const fn new() -> Self {
        Self(0x9e37_79b9)
    }
}

impl TryRng for Bytes {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Ok(self.0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(target, || self.try_next_u32())
    }
}

impl TryCryptoRng for Bytes {}
