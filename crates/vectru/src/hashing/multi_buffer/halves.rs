//! Keccak-f\[1600\] for registers of 32 bits: the bits of a word at even places are one half, those
//! at odd places the other, so that a rotation of the word is a rotation of each half.
//!
//! Source: `[BDP+12]`, section 2.1.

use core::ops::BitXor;

use super::keccak::{ROUNDS, STATE_WORDS, permute_by};

/// A word in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Halves {
    even: u32,
    odd: u32,
}

impl BitXor for Halves {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self { even: self.even ^ other.even, odd: self.odd ^ other.odd }
    }
}

/// Exchanges the bits of `word` in `mask` with those that stand `distance` higher.
#[inline(always)]
const fn exchanged(word: u32, mask: u32, distance: u32) -> u32 {
    let difference = (word ^ (word >> distance)) & mask;
    word ^ difference ^ (difference << distance)
}

/// Moves the bits at even places to the lower half, those at odd places to the upper one.
#[inline(always)]
const fn parted(word: u32) -> u32 {
    let word = exchanged(word, 0x2222_2222, 1);
    let word = exchanged(word, 0x0c0c_0c0c, 2);
    let word = exchanged(word, 0x00f0_00f0, 4);
    exchanged(word, 0x0000_ff00, 8)
}

/// Moves bits back: each exchange is its own inverse.
#[inline(always)]
const fn joined(word: u32) -> u32 {
    let word = exchanged(word, 0x0000_ff00, 8);
    let word = exchanged(word, 0x00f0_00f0, 4);
    let word = exchanged(word, 0x0c0c_0c0c, 2);
    exchanged(word, 0x2222_2222, 1)
}

impl Halves {
    /// Returns the halves of a word.
    #[inline(always)]
    const fn of(word: u64) -> Self {
        let (low, high) = (parted(word as u32), parted((word >> 32) as u32));
        Self { even: low & 0xffff | high << 16, odd: low >> 16 | high & 0xffff_0000 }
    }

    /// Returns the word.
    #[inline(always)]
    const fn word(self) -> u64 {
        let low = joined(self.even & 0xffff | self.odd << 16);
        let high = joined(self.even >> 16 | self.odd & 0xffff_0000);
        (high as u64) << 32 | low as u64
    }

    /// Rotates the word up.
    #[inline(always)]
    const fn rotated_up(self, bits: u32) -> Self {
        let Self { even, odd } = self;
        let places = bits / 2;
        if bits.is_multiple_of(2) {
            Self { even: even.rotate_left(places), odd: odd.rotate_left(places) }
        } else {
            Self { even: odd.rotate_left(places + 1), odd: even.rotate_left(places) }
        }
    }
}

/// The constants of iota.
const CONSTANTS: [Halves; ROUNDS.len()] = {
    let mut constants = [Halves { even: 0, odd: 0 }; ROUNDS.len()];
    let mut round = 0;
    while round < ROUNDS.len() {
        constants[round] = Halves::of(ROUNDS[round]);
        round += 1;
    }
    constants
};

/// Keccak-f\[1600\].
pub(super) fn permute_in_halves(state: &mut [u64; STATE_WORDS]) {
    let mut halves = state.map(Halves::of);
    permute_by(
        &mut halves,
        #[inline(always)]
        |round| CONSTANTS[round],
        #[inline(always)]
        |word| word.rotated_up(1),
        #[inline(always)]
        |word, bits| word.rotated_up(bits),
        #[inline(always)]
        |b: Halves, c| Halves { even: !b.even & c.even, odd: !b.odd & c.odd },
    );
    for (word, halves) in state.iter_mut().zip(halves) {
        *word = halves.word();
    }
}

#[cfg(test)]
mod tests {
    use keccak::Keccak;

    use super::*;

    #[test]
    fn words_have_halves() {
        assert_eq!(Halves::of(0b1101), Halves { even: 0b11, odd: 0b10 });
        for place in 0..64 {
            let word = 1u64 << place;
            let halves = Halves::of(word);
            let bit = 1u32 << (place / 2);
            assert_eq!((halves.even, halves.odd), if place % 2 == 0 { (bit, 0) } else { (0, bit) });
            assert_eq!(halves.word(), word);
            for bits in 0..64 {
                assert_eq!(halves.rotated_up(bits).word(), word.rotate_left(bits));
            }
        }
    }

    #[test]
    fn the_permutation_is_keccaks() {
        let mut state: [u64; STATE_WORDS] = core::array::from_fn(|k| (k as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..100 {
            let mut expected = state;
            Keccak::new().with_f1600(|permute| permute(&mut expected));
            permute_in_halves(&mut state);
            assert_eq!(state, expected);
        }
    }
}
