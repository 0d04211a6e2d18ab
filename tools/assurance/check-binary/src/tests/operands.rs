//! Operands: the edges of lanes of each width, and random ones.

/// The lanes of operands that are made once and used many times.
const LINES: usize = 2048;

/// Pseudo-random numbers, so that a failure occurs again: splitmix64.
pub struct Random {
    /// The state of the generator.
    pub state: u64,
    lines: Vec<[u8; 64]>,
}

impl Random {
    /// Returns the numbers that follow from one.
    pub fn new(state: u64) -> Self {
        let mut random = Self { state, lines: Vec::new() };
        random.lines = (0..LINES).map(|_| random.line()).collect();
        random
    }

    /// Makes lanes of a width, most of them on edges.
    fn line(&mut self) -> [u8; 64] {
        let mut line = [0; 64];
        let width = self.of(&[1, 2, 2, 4, 8]);
        let same = lane(self, 8 * width as u64);
        let is_same = self.chance(5);
        for part in line.chunks_mut(width) {
            let value = if is_same { same } else { lane(self, 8 * width as u64) };
            part.copy_from_slice(&value.to_le_bytes()[..width]);
        }
        line
    }

    /// Returns any number.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns one of these.
    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    /// Returns whether an event of this probability, in percent, takes place.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Returns a word of this many bits: any one, an edge, a number near one, or a count of a shift.
pub fn lane(random: &mut Random, bits: u64) -> u64 {
    let top = 1_u64 << (bits - 1);
    match random.below(8) {
        0..3 => random.next(),
        3 => random.of(&[0, 1, u64::MAX, top, top - 1, top + 1, 2, 255]),
        4 => random.of(&[0, 1, bits - 1, bits, bits + 1, 7, 8, 15, 16, 31, 32, 63, 64, 255]),
        // The limits of narrower words, for saturation.
        5 => {
            let half = 1_u64 << (bits / 2);
            let limit = random.of(&[half, half / 2, half.wrapping_neg(), (half / 2).wrapping_neg()]);
            limit.wrapping_add(random.below(3)).wrapping_sub(1)
        }
        // Masks that align addresses, and edges of each half.
        6 => random.of(&[!63, !31, !15, 63, 31, 15, top | top >> (bits / 2)]),
        _ => random.below(2 * bits),
    }
}

/// The number of patterns in which all lanes are equal.
pub const PATTERNS: usize = 9;

/// Fills operands: first by patterns, then by lanes on edges or by random numbers.
pub fn fill(random: &mut Random, n: usize, bytes: &mut [u8]) {
    let (width, value) = match n {
        0 => (8, 0),
        1 => (8, u64::MAX),
        2 => (2, 0x8000),
        3 => (2, 0x7fff),
        4 => (1, 0x80),
        5 => (1, 0x7f),
        6 => (4, 1 << 31),
        7 => (8, 1 << 63),
        8 => (8, 1),
        _ => return fill_at_random(random, bytes),
    };
    bytes.chunks_mut(width).for_each(|part| part.copy_from_slice(&u64::to_le_bytes(value)[..part.len()]));
}

fn fill_at_random(random: &mut Random, bytes: &mut [u8]) {
    for part in bytes.chunks_mut(64) {
        let choice = random.next();
        if choice & 3 == 0 {
            part.chunks_mut(8).for_each(|word| word.copy_from_slice(&random.next().to_le_bytes()[..word.len()]));
        } else {
            let (line, at) = ((choice >> 8) as usize % LINES, (choice >> 2) as usize & 56);
            let at = at.min(64 - part.len());
            part.copy_from_slice(&random.lines[line][at..at + part.len()]);
        }
    }
}
