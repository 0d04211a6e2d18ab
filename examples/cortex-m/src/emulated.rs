//! The emulated board of the test. **Its generator is not random**: it has the registers of the
//! peripheral, and words that are the same in every run. Each kind of error occurs once, before the
//! first key.

use cortex_m as _; // Its critical section, which `hprintln` takes.
use cortex_m_semihosting::{debug, hprintln};

use crate::hardware::Registers;

/// Registers whose words are those of Xorshift (Marsaglia, 2003).
pub struct Peripheral {
    word: u32,
    reads: u32,
    restarts: u32,
}

impl Peripheral {
    /// Returns the registers.
    pub fn take() -> Self {
        Self { word: 0x9e37_79b9, reads: 0, restarts: 0 }
    }
}

impl Registers for Peripheral {
    fn status(&mut self) -> u32 {
        self.reads += 1;
        match self.restarts {
            // Bit 6 is SEIS, bit 5 is CEIS. The third time nothing comes, the fourth time a word
            // comes twice, and from then on each word comes the third time that it is asked for.
            1 => 1 << 6,
            2 => 1 << 5,
            3 => 0,
            4 => 1,
            _ => u32::from(self.reads % 3 == 0),
        }
    }

    fn data(&mut self) -> u32 {
        if self.restarts != 4 {
            self.word ^= self.word << 13;
            self.word ^= self.word >> 17;
            self.word ^= self.word << 5;
        }
        self.word
    }

    fn restart(&mut self) {
        self.restarts += 1;
    }
}

/// Prints the result, and ends the emulation.
pub fn end(result: Result<(), &'static str>) -> ! {
    match result {
        Ok(()) => hprintln!("both sides have the same secret"),
        Err(text) => hprintln!("failed: {}", text),
    }
    debug::exit(if result.is_ok() { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    unreachable!("the emulation has ended");
}
