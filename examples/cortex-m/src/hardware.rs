//! Random bytes of a hardware generator, with the peripheral RNG of STM32 as the model: STM32F2,
//! F4, F7 and L4 have it (manual RM0090, chapter 24). Others have registers of the same kind.
//!
//! The peripheral tests its noise and its clock. The generator also compares each word with the one
//! before, as the manual demands, and gives up if no word comes.

use rand_core::utils::{fill_bytes_via_next_word, next_u64_via_u32};
use rand_core::{TryCryptoRng, TryRng};

/// The registers of the peripheral.
pub trait Registers {
    /// Reads the status register, RNG_SR.
    fn status(&mut self) -> u32;
    /// Reads the data register, RNG_DR.
    fn data(&mut self) -> u32;
    /// Clears the flags of errors in RNG_SR, and disables and enables the generator by RNGEN in
    /// RNG_CR.
    fn restart(&mut self);
}

/// DRDY: the data register has a word.
const READY: u32 = 1 << 0;
/// CECS and CEIS: the clock is or was too slow.
const CLOCK_ERROR: u32 = 1 << 1 | 1 << 5;
/// SECS and SEIS: the noise is or was not random.
const SEED_ERROR: u32 = 1 << 2 | 1 << 6;

/// The number of times that the status is read before the generator gives up. A word takes 40
/// cycles of its clock.
const PATIENCE: usize = 10_000;

/// The reason why there is no random word. All words since the last one that was used are lost, and
/// the next call starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRandomWord {
    /// The clock of the generator is too slow: the program has to set it.
    Clock,
    /// The noise was not random.
    Seed,
    /// A word came twice.
    Repeated,
    /// No word came.
    Timeout,
}

impl core::fmt::Display for NoRandomWord {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(match self {
            Self::Clock => "the clock of the generator is too slow",
            Self::Seed => "the noise of the generator is not random",
            Self::Repeated => "the generator gave a word twice",
            Self::Timeout => "the generator gave no word",
        })
    }
}

impl core::error::Error for NoRandomWord {}

/// The generator of random bytes that vectru draws from.
pub struct Hardware<R> {
    registers: R,
    /// The word before, which is used for comparisons only if it is the first one.
    last: Option<u32>,
}

impl<R: Registers> Hardware<R> {
    /// Returns the generator, which is enabled when it draws its first word.
    pub fn new(registers: R) -> Self {
        Self { registers, last: None }
    }

    /// Returns a new word.
    fn draw(&mut self) -> Result<u32, NoRandomWord> {
        if self.last.is_none() {
            self.registers.restart();
            self.last = Some(self.wait()?);
        }
        let word = self.wait()?;
        if self.last.replace(word) == Some(word) {
            return Err(NoRandomWord::Repeated);
        }
        Ok(word)
    }

    /// Waits for a word.
    fn wait(&mut self) -> Result<u32, NoRandomWord> {
        for _ in 0..PATIENCE {
            let status = self.registers.status();
            if status & SEED_ERROR != 0 {
                return Err(NoRandomWord::Seed);
            }
            if status & CLOCK_ERROR != 0 {
                return Err(NoRandomWord::Clock);
            }
            if status & READY != 0 {
                return Ok(self.registers.data());
            }
        }
        Err(NoRandomWord::Timeout)
    }
}

impl<R: Registers> TryRng for Hardware<R> {
    type Error = NoRandomWord;

    fn try_next_u32(&mut self) -> Result<u32, NoRandomWord> {
        self.draw().inspect_err(|_| self.last = None)
    }

    fn try_next_u64(&mut self) -> Result<u64, NoRandomWord> {
        next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), NoRandomWord> {
        fill_bytes_via_next_word(target, || self.try_next_u32())
    }
}

impl<R: Registers> TryCryptoRng for Hardware<R> {}
