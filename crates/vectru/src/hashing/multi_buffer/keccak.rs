//! Keccak and SHA3-256 (FIPS 202), on vectors of words and on words.

use core::ops::BitXor;

use keccak::Keccak;
use vectru_polymul::simd::bits::Words;
use vectru_polymul::simd::{BitVector, Machine};

use super::halves::{joined, parted, permute_in_halves};
use super::{HashFunction, Times};

/// SHA3-256.
pub(crate) struct Sha3;

/// The number of words of a state: five rows of five.
pub(super) const STATE_WORDS: usize = 25;

/// The constants of iota. Bits 2^j - 1 for j = 0, …, 6 of a round's constant are the next seven
/// bits of a shift register.
pub(super) const ROUNDS: [u64; 24] = {
    let mut constants = [0; 24];
    let mut register = 1u8;
    let mut round = 0;
    while round < 24 {
        let mut j = 0;
        while j < 7 {
            constants[round] |= ((register & 1) as u64) << ((1 << j) - 1);
            register = (register << 1) ^ ((register >> 7) * 0x71);
            j += 1;
        }
        round += 1;
    }
    constants
};

/// The place to which pi moves each word, and the number of bits by which rho rotates it up. They
/// follow from word 1 along a cycle through the 24 words other than word 0.
const PATH: [(usize, u32); STATE_WORDS] = {
    let mut path = [(0, 0); STATE_WORDS];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        let (next_x, next_y) = (y, (2 * x + 3 * y) % 5);
        path[x + 5 * y] = (next_x + 5 * next_y, (t + 1) * (t + 2) / 2 % 64);
        (x, y) = (next_x, next_y);
        t += 1;
    }
    path
};

/// Keccak-f[1600].
#[inline(always)]
pub(super) fn permute<S: Copy, B: BitVector<S>>(simd: S, state: &mut [B; STATE_WORDS]) {
    let ones = B::splat(simd, !0);
    permute_by(
        state,
        #[inline(always)]
        |round| B::splat(simd, ROUNDS[round]),
        #[inline(always)]
        |word: B| word.rotate_words_down(63),
        #[inline(always)]
        |word: B, up| if up == 0 { word.apart() } else { word.rotate_words_down(64 - up).apart() },
        // AVX-512 has one instruction for this and the sum around it. `select` would need more.
        #[inline(always)]
        |b, c| (b ^ ones) & c,
    );
}

/// Keccak-f\[1600\] of words of any kind: `constant` returns a constant of iota, `up_by_one` and
/// `up` rotate a word, for theta and for rho, and `and_not` returns the bits of its second operand
/// that its first one lacks.
#[inline(always)]
pub(super) fn permute_by<B: Copy + BitXor<Output = B>>(
    state: &mut [B; STATE_WORDS],
    constant: impl Fn(usize) -> B,
    up_by_one: impl Fn(B) -> B,
    up: impl Fn(B, u32) -> B,
    and_not: impl Fn(B, B) -> B,
) {
    for round in 0..ROUNDS.len() {
        let mut parity = [state[0]; 5];
        for x in 0..5 {
            parity[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
        }
        let mut theta = parity;
        unroll!(X < 5, {
            theta[X] = parity[(X + 4) % 5] ^ up_by_one(parity[(X + 1) % 5]);
        });
        let mut moved = *state;
        unroll!(PLACE < 25, {
            let (target, bits) = PATH[PLACE];
            moved[target] = up(state[PLACE] ^ theta[PLACE % 5], bits);
        });
        unroll!(PLACE < 25, {
            let row = PLACE / 5 * 5;
            state[PLACE] = moved[PLACE] ^ and_not(moved[row + (PLACE + 1) % 5], moved[row + (PLACE + 2) % 5]);
        });
        state[0] = state[0] ^ constant(round);
    }
}

/// True if the words of a single state are in halves: where registers have 32 bits.
const IN_HALVES: bool = cfg!(all(target_pointer_width = "32", not(target_family = "wasm")));

/// Returns a word in the form that it has in a single state.
#[inline(always)]
pub(super) const fn stored(word: u64) -> u64 {
    if IN_HALVES { parted(word) } else { word }
}

/// Returns the word that a single state has in the form of [`stored`].
#[inline(always)]
pub(super) const fn loaded(word: u64) -> u64 {
    if IN_HALVES { joined(word) } else { word }
}

/// Keccak-f[1600] of a single state of [`stored`] words: in words where the backend has
/// instructions for them, in the first lane of a vector where vectors have them, too, and in halves
/// of words where registers have 32 bits. Requires a token of narrow vectors.
#[inline(never)]
pub(super) fn permute_alone<S: Machine>(simd: S, state: &mut [u64; STATE_WORDS]) {
    #[inline(always)]
    fn permute_first<S: Machine, B: BitVector<S>>(simd: S, state: &mut [u64; STATE_WORDS]) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut vectors = [B::splat(simd, 0); STATE_WORDS];
                unroll!(K < 25, {
                    vectors[K] = B::splat(simd, state[K]);
                });
                permute(simd, &mut vectors);
                unroll!(K < 25, {
                    state[K] = vectors[K].lowest_word();
                });
            },
        );
    }
    if const { S::Bits::ROTATES } {
        permute_first::<S, S::Bits>(simd, state);
    } else if const { S::EXTENDS_WORDS } {
        permute_first::<S, Words<1>>(simd, state);
    } else if IN_HALVES {
        permute_in_halves(state);
    } else {
        Keccak::new().with_f1600(|permute| permute(state));
    }
}

impl HashFunction for Sha3 {
    const BLOCK_WORDS: usize = 17;
    const TIMES: Times = Times { shifted: 12, rotated: 9, wide: 16 };
    const MARK: u8 = 0x06;
    const PADDING: usize = 1;

    fn close(last: &mut [u8], _: usize) {
        if let Some(byte) = last.last_mut() {
            *byte |= 0x80;
        }
    }

    #[inline(always)]
    fn word(bytes: [u8; 8]) -> u64 {
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn bytes(word: u64) -> [u8; 8] {
        word.to_le_bytes()
    }

    type State<B: Copy> = [B; STATE_WORDS];

    const INITIAL: [u64; STATE_WORDS] = [0; STATE_WORDS];

    #[inline(always)]
    fn initial<S: Copy, B: BitVector<S>>(simd: S) -> [B; STATE_WORDS] {
        [B::splat(simd, 0); STATE_WORDS]
    }

    #[inline(always)]
    fn absorb<S: Copy, B: BitVector<S>>(
        simd: S,
        mut state: [B; STATE_WORDS],
        word: impl Fn(usize) -> B,
    ) -> [B; STATE_WORDS] {
        for k in 0..Self::BLOCK_WORDS {
            state[k] = state[k] ^ word(k);
        }
        permute(simd, &mut state);
        state
    }

    fn absorb_alone<S: Machine>(simd: S, state: &mut [u64; STATE_WORDS], block: &[u8]) {
        for (word, &bytes) in state.iter_mut().zip(block.as_chunks().0) {
            *word ^= stored(Self::word(bytes));
        }
        permute_alone(simd, state);
    }

    #[inline(always)]
    fn bytes_alone(word: u64) -> [u8; 8] {
        Self::bytes(loaded(word))
    }
}
