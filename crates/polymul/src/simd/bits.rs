//! Vectors of bits, for polynomials whose coefficients are spread over bit planes, and for hashes of several messages at a
//! time, which compute with 64-bit words.
//!
//! [`Words`] is the meaning of every operation. Place i of a vector of N words is bit i / N of word i mod N: so a shift by one
//! place turns the words around and shifts only one of them. A test compares the backends' vectors with it.
//!
//! Left to itself, the compiler makes such vectors out of arrays of words too, but keeps some of the words in scalar
//! registers: a reciprocal modulo 3 took 1.1 times as long on AVX2, and 2.5 times on AVX-512.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2Bits;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512Bits;

/// A vector of bits, made with a token of type `S`.
pub trait BitVector<S>:
    super::sealed::Sealed + Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Words of 64 bits in a vector.
    const WORDS: usize;

    /// Whether a vector is a register, so that an operation takes about the time of one on a single word.
    const IS_REGISTER: bool;

    /// A vector with `word` in all its words.
    fn splat(simd: S, word: u64) -> Self;

    /// Loads the first [`WORDS`](Self::WORDS) words of `source`.
    ///
    /// # Panics
    ///
    /// If `source` is shorter.
    fn load(simd: S, source: &[u64]) -> Self;

    /// Bit by bit: `chosen` where `mask` is 1, `other` where it is 0.
    fn select(mask: Self, chosen: Self, other: Self) -> Self;

    /// Every bit one place down; the lowest is dropped, and the highest becomes 0.
    fn shifted_down(self) -> Self;

    /// The sum of each word and its partner, modulo 2^64.
    fn add_words(self, other: Self) -> Self;

    /// Each word turned around by `bits` places down. Requires 0 < bits < 64.
    fn rotate_words_down(self, bits: u32) -> Self;

    /// Each word `bits` places down; zeros come in at its top. Requires bits < 64.
    fn shift_words_down(self, bits: u32) -> Self;

    /// Each word one place down, from the top of which the first word of `above` comes in.
    fn words_down(self, above: Self) -> Self;

    /// Each word one place up, where the last word of `below` comes in.
    fn words_up(self, below: Self) -> Self;

    /// Whether [`multiply_even`](Self::multiply_even) and [`multiply_odd`](Self::multiply_odd) are some instructions each, and not a loop
    /// over bits.
    const MULTIPLIES: bool;

    /// Products of the words in even places (0, 2, …) with their partners, as polynomials over the field of two elements: the low
    /// words in even places, the high words behind them.
    fn multiply_even(self, other: Self) -> Self;

    /// Products of the words in odd places with their partners: the low words in even places, the high words behind them.
    fn multiply_odd(self, other: Self) -> Self;

    /// The word that place 0 is in.
    fn lowest_word(self) -> u64;

    /// Stores all words to the start of `target`.
    ///
    /// # Panics
    ///
    /// If `target` is shorter than a vector.
    fn store(self, target: &mut [u64]);
}

/// A vector of bits in `N` words, for every token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>([u64; N]);

macro_rules! bitwise {
    ($operator:ident, $method:ident) => {
        impl<const N: usize> $operator for Words<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] = self.0[i].$method(other.0[i]);
                }
                self
            }
        }
    };
}
bitwise!(BitAnd, bitand);
bitwise!(BitOr, bitor);
bitwise!(BitXor, bitxor);

impl<const N: usize> Words<N> {
    /// Products of the first, or second, words of pairs: in time that does not depend on them.
    fn multiply(self, other: Self, place: usize) -> Self {
        let mut words = [0; N];
        for (pair, (a, b)) in words.as_chunks_mut::<2>().0.iter_mut().zip(self.pairs().zip(other.pairs())) {
            for bit in 0..64 {
                let term = (a[place] as u128) << bit & (b[place] as u128 >> bit & 1).wrapping_neg();
                pair[0] ^= term as u64;
                pair[1] ^= (term >> 64) as u64;
            }
        }
        Self(words)
    }

    fn pairs(&self) -> impl Iterator<Item = &[u64; 2]> {
        self.0.as_chunks().0.iter()
    }
}

impl<const N: usize> crate::simd::sealed::Sealed for Words<N> {}

impl<S, const N: usize> BitVector<S> for Words<N> {
    const WORDS: usize = N;
    const IS_REGISTER: bool = false;

    #[inline(always)]
    fn splat(_: S, word: u64) -> Self {
        Self([word; N])
    }

    #[inline(always)]
    fn load(_: S, source: &[u64]) -> Self {
        let mut words = [0; N];
        words.copy_from_slice(&source[..N]);
        Self(words)
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        ((chosen ^ other) & mask) ^ other
    }

    #[inline(always)]
    fn shifted_down(self) -> Self {
        let mut words = [0; N];
        words[..N - 1].copy_from_slice(&self.0[1..]);
        words[N - 1] = self.0[0] >> 1;
        Self(words)
    }

    #[inline(always)]
    fn add_words(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
        self
    }

    #[inline(always)]
    fn rotate_words_down(mut self, bits: u32) -> Self {
        for i in 0..N {
            self.0[i] = self.0[i].rotate_right(bits);
        }
        self
    }

    #[inline(always)]
    fn shift_words_down(mut self, bits: u32) -> Self {
        for i in 0..N {
            self.0[i] >>= bits;
        }
        self
    }

    #[inline(always)]
    fn words_down(self, above: Self) -> Self {
        let mut words = above.0;
        words[N - 1] = above.0[0];
        words[..N - 1].copy_from_slice(&self.0[1..]);
        Self(words)
    }

    #[inline(always)]
    fn words_up(self, below: Self) -> Self {
        let mut words = self.0;
        words[0] = below.0[N - 1];
        words[1..].copy_from_slice(&self.0[..N - 1]);
        Self(words)
    }

    const MULTIPLIES: bool = false;

    #[inline(always)]
    fn multiply_even(self, other: Self) -> Self {
        self.multiply(other, 0)
    }

    #[inline(always)]
    fn multiply_odd(self, other: Self) -> Self {
        self.multiply(other, 1)
    }

    #[inline(always)]
    fn lowest_word(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn store(self, target: &mut [u64]) {
        target[..N].copy_from_slice(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::{Backend, Task};
    use crate::simd::{Machine, Shape};

    const MOST: usize = 8;

    /// Places that words are moved by.
    const BITS: [u32; 8] = [1, 6, 7, 19, 28, 41, 61, 63];

    /// The results of every operation on three vectors.
    #[inline(always)]
    fn results<S, V: BitVector<S>>([a, b, c]: [V; 3]) -> [[u64; MOST]; 11 + 2 * BITS.len()] {
        let mut results = [[0; MOST]; 11 + 2 * BITS.len()];
        let vectors = [a & b, a | b, a ^ b, V::select(a, b, c), a.shifted_down(), a.add_words(b)];
        let moved = [a.words_down(b), a.words_up(b), a.multiply_even(b), a.multiply_odd(b)];
        let turned = BITS.map(
            #[inline(always)]
            |bits| a.rotate_words_down(bits),
        );
        let shifted = BITS.map(
            #[inline(always)]
            |bits| a.shift_words_down(bits),
        );
        let (last, rest) = results.split_last_mut().expect("there are results");
        for (vector, result) in vectors.into_iter().chain(moved).chain(turned).chain(shifted).zip(rest) {
            vector.store(result);
        }
        last[0] = a.lowest_word();
        results
    }

    struct EqualsWords;
    impl Task for EqualsWords {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            check(simd);
            check(simd.narrow());
        }
    }

    fn check<S: Machine>(simd: S) {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        let edges = [0, 1, u64::MAX, 1 << 63, u64::MAX >> 1, !1];
        for round in 0..1 << 20 {
            // Edges in every combination first: 6^3 of a word, with the other words at random from then on.
            let words: [[u64; MOST]; 3] = core::array::from_fn(|vector| {
                core::array::from_fn(|word| match round {
                    0..216 => edges[(round / [1, 6, 36][vector] + word) % 6],
                    216..432 if word == 0 => edges[round / [1, 6, 36][vector] % 6],
                    _ => next(),
                })
            });
            let found = simd.vectorize(
                #[inline(always)]
                || results::<S, S::Bits>(words.map(|words| S::Bits::load(simd, &words))),
            );
            let expected = match S::Bits::WORDS {
                4 => results::<S, Words<4>>(words.map(|words| Words::load(simd, &words))),
                _ => results::<S, Words<8>>(words.map(|words| Words::load(simd, &words))),
            };
            assert!(found == expected, "{}: {words:x?}", S::Shape::NAME);
        }
        let mut splat = [0; MOST];
        S::Bits::splat(simd, 0x0123_4567_89ab_cdef).store(&mut splat);
        assert!(splat[..S::Bits::WORDS].iter().all(|&word| word == 0x0123_4567_89ab_cdef));
    }

    #[test]
    fn operations_on_bits() {
        for backend in Backend::available() {
            backend.run(EqualsWords).expect("the backend is available");
        }
    }
}
