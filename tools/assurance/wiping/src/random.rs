//! The random bytes of the operations.

use std::convert::Infallible;

use rand_core::utils::next_word_via_fill;
use rand_core::{TryCryptoRng, TryRng};

/// A generator of bytes that depend on nothing but its seed. It has no state that would tell its
/// output.
pub struct Reproducible(pub u64);

impl TryRng for Reproducible {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes.iter_mut() {
            // Steele, Lea, Flood: SplitMix (2014).
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *byte = (word >> 56) as u8;
        }
        Ok(())
    }
}

impl TryCryptoRng for Reproducible {}

/// The generator, with a record of the bytes of each call.
pub struct Recording {
    /// The generator.
    pub generator: Reproducible,
    /// The bytes of each call.
    pub calls: Vec<Vec<u8>>,
}

impl Recording {
    /// Returns a generator that has recorded nothing.
    pub fn new(seed: u64) -> Self {
        Self { generator: Reproducible(seed), calls: Vec::new() }
    }
}

impl TryRng for Recording {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.generator.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.generator.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.generator.try_fill_bytes(bytes)?;
        self.calls.push(bytes.to_vec());
        Ok(())
    }
}

impl TryCryptoRng for Recording {}
