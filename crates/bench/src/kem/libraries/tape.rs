//! Random bytes that depend on a seed alone, and not on their division into calls.

use std::convert::Infallible;

use chacha20::ChaCha8Rng;
use rand_core::utils::next_word_via_fill;
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

/// The number of bytes that are drawn at a time.
const BLOCK: usize = 64;

/// A sequence of bytes. It makes keys that protect nothing.
#[derive(Debug)]
pub(super) struct Tape {
    rng: ChaCha8Rng,
    block: [u8; BLOCK],
    /// The number of bytes of the block that are used.
    used: usize,
}

impl Tape {
    pub(super) fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), block: [0; BLOCK], used: BLOCK }
    }
}

impl TryRng for Tape {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        for byte in target {
            if self.used == BLOCK {
                self.rng.fill_bytes(&mut self.block);
                self.used = 0;
            }
            *byte = self.block[self.used];
            self.used += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Tape {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_do_not_depend_on_calls() {
        let mut expected = [0; 300];
        Tape::new(7).fill_bytes(&mut expected);
        let (mut tape, mut found) = (Tape::new(7), [0; 300]);
        let (words, bytes) = found.split_at_mut(40);
        for word in words.as_chunks_mut().0 {
            *word = tape.next_u32().to_le_bytes();
        }
        bytes.chunks_mut(37).for_each(|bytes| tape.fill_bytes(bytes));
        assert_eq!(found, expected);
        assert_ne!(Tape::new(8).next_u64(), Tape::new(7).next_u64());
    }
}
