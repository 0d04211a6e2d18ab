//! SHA-512's compression function (FIPS 180-4, section 6.4.2) in loops, with little code.

use super::sha512::CONSTANTS;
use crate::common::secret::Secret;

/// Returns the exclusive or of x rotated down by three numbers of bits.
const fn rotations(x: u64, [first, second, third]: [u32; 3]) -> u64 {
    x.rotate_right(first) ^ x.rotate_right(second) ^ x.rotate_right(third)
}

/// Returns the exclusive or of x rotated down by two numbers of bits and shifted down by a third.
const fn rotations_and_shift(x: u64, [first, second, third]: [u32; 3]) -> u64 {
    x.rotate_right(first) ^ x.rotate_right(second) ^ x >> third
}

/// Absorbs a block into the state.
#[inline(never)]
pub(super) fn absorb(state: &mut [u64; 8], block: &[u8]) {
    let mut schedule = Secret::new([0; 16]);
    for (word, &bytes) in schedule.iter_mut().zip(block.as_chunks().0) {
        *word = u64::from_be_bytes(bytes);
    }
    let mut words = Secret::new(*state);
    for (t, &constant) in CONSTANTS.iter().enumerate() {
        let [a, b, c, d, e, f, g, h] = *words;
        let first = h
            .wrapping_add(rotations(e, [14, 18, 41]))
            .wrapping_add((e & f) ^ (!e & g))
            .wrapping_add(constant)
            .wrapping_add(schedule[t % 16]);
        let second = rotations(a, [28, 34, 39]).wrapping_add((a & b) ^ (a & c) ^ (b & c));
        *words = [first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g];
        // The word for 16 rounds later. The last 16 are not used.
        schedule[t % 16] = schedule[t % 16]
            .wrapping_add(rotations_and_shift(schedule[(t + 1) % 16], [1, 8, 7]))
            .wrapping_add(schedule[(t + 9) % 16])
            .wrapping_add(rotations_and_shift(schedule[(t + 14) % 16], [19, 61, 6]));
    }
    for (word, &added) in state.iter_mut().zip(&*words) {
        *word = word.wrapping_add(added);
    }
}
