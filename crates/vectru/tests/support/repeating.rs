//! Generators of random bytes that repeat themselves.

use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng, utils};

/// A generator that repeats a pattern, and counts what it gives.
pub(crate) struct Repeating {
    pattern: Vec<u8>,
    /// The offset in the pattern of the next byte.
    next: usize,
    /// Each call begins with the first byte of the pattern.
    restarts: bool,
    /// The number of calls so far.
    pub(crate) calls: usize,
}

impl Repeating {
    /// Returns the generator that repeats `pattern` over all calls.
    pub(crate) fn new(pattern: &[u8]) -> Self {
        Self { pattern: pattern.to_vec(), next: 0, restarts: false, calls: 0 }
    }

    /// Returns the generator that begins with the first byte of `pattern` at each call.
    pub(crate) fn restarting(pattern: &[u8]) -> Self {
        Self { restarts: true, ..Self::new(pattern) }
    }
}

impl TryRng for Repeating {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.calls += 1;
        if self.restarts {
            self.next = 0;
        }
        for byte in bytes {
            *byte = self.pattern[self.next];
            self.next = (self.next + 1) % self.pattern.len();
        }
        Ok(())
    }
}

impl TryCryptoRng for Repeating {}
