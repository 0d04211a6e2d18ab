//! Keccak-f\[1600\] for registers of 32 bits: the bits of a word at even places are one half, those
//! at odd places the other, so that a rotation of the word is a rotation of each half.
//!
//! A state stays in halves while a message is hashed: what is added to it is parted, and what is
//! taken from it is joined.
//!
//! Source: `[BDP+12]`, section 2.1.

use core::ops::BitXor;

use vectru_polymul::simd::keccak::PERMUTE;

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

impl Halves {
    /// Exchanges the bits of `even` in `mask`, moved up by `distance`, with those of `odd` in
    /// `mask`.
    #[inline(always)]
    const fn exchanged(self, mask: u32, distance: u32) -> Self {
        let difference = (self.even >> distance ^ self.odd) & mask;
        Self { even: self.even ^ difference << distance, odd: self.odd ^ difference }
    }

    /// Returns the halves of a word.
    ///
    /// The place of a bit is a number of six bits. In a pair of the lower and of the upper 32 bits
    /// the first one selects the register, and each exchange swaps it with one of the others, from
    /// the second to the last one. Then the last one selects the register.
    #[inline(always)]
    const fn of(word: u64) -> Self {
        Self { even: word as u32, odd: (word >> 32) as u32 }
            .exchanged(0x0000_ffff, 16)
            .exchanged(0x00ff_00ff, 8)
            .exchanged(0x0f0f_0f0f, 4)
            .exchanged(0x3333_3333, 2)
            .exchanged(0x5555_5555, 1)
    }

    /// Returns the word.
    #[inline(always)]
    const fn word(self) -> u64 {
        let Self { even, odd } = self
            .exchanged(0x5555_5555, 1)
            .exchanged(0x3333_3333, 2)
            .exchanged(0x0f0f_0f0f, 4)
            .exchanged(0x00ff_00ff, 8)
            .exchanged(0x0000_ffff, 16);
        (odd as u64) << 32 | even as u64
    }

    /// Returns the halves as a word, the even one below.
    #[inline(always)]
    const fn packed(self) -> u64 {
        (self.odd as u64) << 32 | self.even as u64
    }

    /// Returns the halves of [`packed`](Self::packed).
    #[inline(always)]
    const fn unpacked(word: u64) -> Self {
        Self { even: word as u32, odd: (word >> 32) as u32 }
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

/// Returns a word with the bits at even places in its low half, and those at odd places in the
/// other one.
#[inline(always)]
pub(super) const fn parted(word: u64) -> u64 {
    Halves::of(word).packed()
}

/// Returns the word that was [`parted`].
#[inline(always)]
pub(super) const fn joined(word: u64) -> u64 {
    Halves::unpacked(word).word()
}

/// The constants of iota, parted.
const CONSTANTS: [u64; ROUNDS.len()] = {
    let mut constants = ROUNDS;
    let mut round = 0;
    while round < ROUNDS.len() {
        constants[round] = parted(ROUNDS[round]);
        round += 1;
    }
    constants
};

/// Keccak-f\[1600\] of a state of [`parted`] words.
pub(super) fn permute_in_halves(state: &mut [u64; STATE_WORDS]) {
    match PERMUTE {
        Some(permute) => permute(state, &CONSTANTS),
        None => permute_by_definition(state),
    }
}

/// [`permute_in_halves`], by the steps of the standard.
fn permute_by_definition(state: &mut [u64; STATE_WORDS]) {
    let mut halves = state.map(Halves::unpacked);
    permute_by(
        &mut halves,
        #[inline(always)]
        |round| Halves::unpacked(CONSTANTS[round]),
        #[inline(always)]
        |word| word.rotated_up(1),
        #[inline(always)]
        |word, bits| word.rotated_up(bits),
        #[inline(always)]
        |b: Halves, c| Halves { even: !b.even & c.even, odd: !b.odd & c.odd },
    );
    *state = halves.map(Halves::packed);
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
            assert_eq!(joined(parted(word)), word);
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
            for permute in [permute_in_halves, permute_by_definition] {
                let mut found = state.map(parted);
                permute(&mut found);
                assert_eq!(found.map(joined), expected);
            }
            state = expected;
        }
    }
}
