//! Random numbers for the points of proofs.

/// Bytes of the operating system's generator.
pub struct Random {
    bytes: Vec<u8>,
    at: usize,
}

impl Random {
    /// Returns a generator that has taken nothing yet.
    pub fn new() -> Self {
        Self { bytes: vec![0; 1 << 16], at: 1 << 16 }
    }

    /// Returns a uniform number of 32 bits.
    pub fn word(&mut self) -> u32 {
        if self.at == self.bytes.len() {
            getrandom::fill(&mut self.bytes).expect("the operating system has random numbers");
            self.at = 0;
        }
        self.at += 4;
        u32::from_le_bytes(self.bytes[self.at - 4..self.at].try_into().expect("four bytes"))
    }

    /// Returns a uniform number below a bound of at most 32 bits.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Words at and above a multiple of the bound are left out.
        let end = (1 << 32) / bound * bound;
        loop {
            let word = u64::from(self.word());
            if word < end {
                return word % bound;
            }
        }
    }
}
