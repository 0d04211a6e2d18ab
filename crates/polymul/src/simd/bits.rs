//! Vectors of 64-bit words: bit planes of polynomials, and words of several hashes.
//!
//! A polynomial with small coefficients is stored as bit planes, one bit of each coefficient per
//! plane; a hash of several messages at a time holds one word of each message in a vector.
//! [`Words`] defines every operation, and a test compares the vectors of the backends with it.
//!
//! As a plane, a vector of N words holds coefficients in the order
//!
//! ```text
//! coefficient i = bit floor(i / N) of word i mod N,   0 <= i < 64 N,
//! ```
//!
//! so that a shift by one coefficient rotates the words and shifts the bits of only one of them.
//!
//! The compiler also vectorises arrays of words, but keeps some words in general registers: without
//! these types a reciprocal modulo 3 takes 1.1 times as long on AVX2, and 2.5 times as long on
//! AVX-512.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor};

use super::opaque;

/// A vector of 64-bit words, made by a token of type `S` (see the glossary in
/// docs/contributing/glossary.md).
///
/// In the formulas below N = [`WORDS`](Self::WORDS), and a_w, b_w are word w of `self` and of the
/// other operand.
pub trait BitVector<S>:
    super::sealed::Sealed + Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The number N of 64-bit words in a vector.
    const WORDS: usize;

    /// True if a vector is one register, so that an operation takes about as long as on one word.
    const IS_REGISTER: bool;

    /// The number of registers for vectors, or 0 if a vector is not one register.
    const REGISTERS: usize;

    /// True if the CPU rotates the words of a vector by one instruction.
    const ROTATES: bool;

    /// Returns a vector with `word` in every word.
    fn splat(simd: S, word: u64) -> Self;

    /// Loads N words: word w is `source[w]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than N words.
    fn load(simd: S, source: &[u64]) -> Self;

    /// Selects bit by bit: the bit of `chosen` where the bit of `mask` is 1, and the bit of `other`
    /// where it is 0.
    fn select(mask: Self, chosen: Self, other: Self) -> Self;

    /// Returns the majority of three vectors bit by bit: 1 where at least two bits are 1.
    fn majority(a: Self, b: Self, c: Self) -> Self;

    /// Chooses one of two vectors: `chosen` where all bits of a byte of `mask` are 1, and `other`
    /// where they are 0. Requires that the bits of each byte of `mask` are equal.
    ///
    /// On AVX2 this is one instruction, where [`select`](Self::select) is three.
    fn choose(mask: Self, chosen: Self, other: Self) -> Self;

    /// Returns the vectors unchanged. The compiler computes them before the vectors of the next
    /// call.
    ///
    /// Without this call it interleaves operations until there are too few registers, and moves
    /// vectors to memory and back. Backends with enough registers leave the order to the compiler.
    fn in_order(vectors: [Self; 4]) -> [Self; 4];

    /// Returns the vector unchanged. If it is one word, the compiler keeps it in a general
    /// register. Otherwise the compiler would join words into vectors if the target CPU has the
    /// instructions, even where moving the words takes longer than the vector instructions save.
    #[inline(always)]
    fn apart(self) -> Self {
        self
    }

    /// Returns the vector unchanged. If it is one register, the compiler computes it after the
    /// vectors of earlier calls.
    ///
    /// So it adds in the order that is written. Otherwise the compiler would regroup sums of many
    /// terms, and add the term that is known last before the others.
    #[inline(always)]
    fn in_turn(self) -> Self {
        self
    }

    /// Shifts a plane by one coefficient: coefficient i of the result is coefficient i + 1 of
    /// `self`, and the last one is 0. Word w is a_(w + 1) for w < N - 1, and word N - 1 is
    /// floor(a_0 / 2).
    fn shifted_down(self) -> Self;

    /// Adds word by word: word w is a_w + b_w mod 2^64.
    fn add_words(self, other: Self) -> Self;

    /// Rotates each word to the right: bit i of word w is bit (i + `bits`) mod 64 of a_w. Requires
    /// 0 < bits < 64.
    fn rotate_words_down(self, bits: u32) -> Self;

    /// Shifts each word to the right: word w is floor(a_w / 2^bits). Requires bits < 64.
    fn shift_words_down(self, bits: u32) -> Self;

    /// Moves the words down by one: word w is a_(w + 1) for w < N - 1, and word N - 1 is word 0 of
    /// `above`.
    fn words_down(self, above: Self) -> Self;

    /// Moves the words up by one: word w is a_(w - 1) for w > 0, and word 0 is word N - 1 of
    /// `below`.
    fn words_up(self, below: Self) -> Self;

    /// True if [`multiply_even`](Self::multiply_even) and [`multiply_odd`](Self::multiply_odd) are
    /// a few instructions each, and false if they are loops over bits.
    const MULTIPLIES: bool;

    /// Multiplies the even words as polynomials over the field of two elements (carry-less): the
    /// product of a_(2w) by b_(2w) has its low 64 bits in word 2w, and its high 64 bits in word
    /// 2w + 1.
    fn multiply_even(self, other: Self) -> Self;

    /// Multiplies the odd words as polynomials over the field of two elements (carry-less): the
    /// product of a_(2w + 1) by b_(2w + 1) has its low 64 bits in word 2w, and its high 64 bits in
    /// word 2w + 1.
    fn multiply_odd(self, other: Self) -> Self;

    /// Returns word 0, which contains coefficient 0 in bit 0.
    fn lowest_word(self) -> u64;

    /// Stores N words: word w goes to `target[w]`.
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than N words.
    fn store(self, target: &mut [u64]);
}

/// A vector of `N` words as an array, for every token. Multiplication requires an even `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>([u64; N]);

/// Implements a bitwise operator for [`Words`].
macro_rules! bitwise {
    ($operator:ident, $method:ident) => {
        impl<const N: usize> $operator for Words<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                self.update(
                    #[inline(always)]
                    |i, word| word.$method(other.0[i]),
                );
                self
            }
        }
    };
}
bitwise!(BitAnd, bitand);
bitwise!(BitOr, bitor);
bitwise!(BitXor, bitxor);

impl<const N: usize> Words<N> {
    /// Replaces each word by a function of its index and itself. A single word is handled without a
    /// loop: with `opt-level = "s"` the compiler would keep the loop, and the word in memory.
    #[inline(always)]
    fn update(&mut self, function: impl Fn(usize, u64) -> u64) {
        if const { N == 1 } {
            self.0[0] = function(0, self.0[0]);
        } else {
            for i in 0..N {
                self.0[i] = function(i, self.0[i]);
            }
        }
    }

    /// Multiplies word `place` (0 or 1) of each pair of words by the corresponding word of `other`,
    /// one bit at a time: a mask selects or drops each term, so that no branch depends on the
    /// words.
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

    /// Returns the words in pairs: 0 and 1, 2 and 3, ….
    fn pairs(&self) -> impl Iterator<Item = &[u64; 2]> {
        self.0.as_chunks().0.iter()
    }
}

impl<const N: usize> crate::simd::sealed::Sealed for Words<N> {}

impl<S, const N: usize> BitVector<S> for Words<N> {
    const WORDS: usize = N;
    const IS_REGISTER: bool = false;
    const REGISTERS: usize = 0;
    const ROTATES: bool = false;

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
    fn majority(a: Self, b: Self, c: Self) -> Self {
        (a & b) | ((a | b) & c)
    }

    #[inline(always)]
    fn choose(mask: Self, chosen: Self, other: Self) -> Self {
        <Self as BitVector<S>>::select(mask, chosen, other)
    }

    #[inline(always)]
    fn in_order(vectors: [Self; 4]) -> [Self; 4] {
        vectors
    }

    #[inline(always)]
    fn apart(mut self) -> Self {
        if const { N == 1 } {
            self.0[0] = opaque(self.0[0]);
        }
        self
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
        self.update(
            #[inline(always)]
            |_, word| word.rotate_right(bits),
        );
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

    /// Words in the widest vector.
    const MAX_WORDS: usize = 8;

    /// Numbers of bits for rotations and shifts.
    const BITS: [u32; 8] = [1, 6, 7, 19, 28, 41, 61, 63];

    /// Returns the results of every operation on three vectors.
    #[inline(always)]
    fn results<S, V: BitVector<S>>([a, b, c]: [V; 3], mask: V) -> [[u64; MAX_WORDS]; 14 + 2 * BITS.len()] {
        let mut results = [[0; MAX_WORDS]; 14 + 2 * BITS.len()];
        let [a, b, c, mask] = V::in_order([a, b, c, mask]);
        let vectors = [a & b, a | b, a ^ b, V::select(a, b, c), V::majority(a, b, c), a.shifted_down()];
        let sums = [a.add_words(b).in_turn(), (a ^ b).apart()];
        let chosen = [V::choose(mask, b, c)];
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
        for (vector, result) in
            vectors.into_iter().chain(sums).chain(chosen).chain(moved).chain(turned).chain(shifted).zip(rest)
        {
            vector.store(result);
        }
        last[0] = a.lowest_word();
        results
    }

    /// Compares as many rounds with words.
    struct EqualsWords(usize);
    impl Task for EqualsWords {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            check(simd, self.0);
            check(simd.narrow(), self.0);
        }
    }

    fn check<S: Machine>(simd: S, rounds: usize) {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        let edges = [0, 1, u64::MAX, 1 << 63, u64::MAX >> 1, !1];
        for round in 0..rounds {
            // First edge cases in all words, then only in word 0 with random other words, both in
            // all 6^3 combinations of three operands; then random words.
            let words: [[u64; MAX_WORDS]; 3] = core::array::from_fn(|vector| {
                core::array::from_fn(|word| match round {
                    0..216 => edges[(round / [1, 6, 36][vector] + word) % 6],
                    216..432 if word == 0 => edges[round / [1, 6, 36][vector] % 6],
                    _ => next(),
                })
            });
            let mask = words[0].map(|word| (word & 0x0101_0101_0101_0101) * 0xff);
            let found = simd.vectorize(
                #[inline(always)]
                || results::<S, S::Bits>(words.map(|words| S::Bits::load(simd, &words)), S::Bits::load(simd, &mask)),
            );
            let expected = match S::Bits::WORDS {
                4 => results::<S, Words<4>>(words.map(|words| Words::load(simd, &words)), Words::load(simd, &mask)),
                _ => results::<S, Words<8>>(words.map(|words| Words::load(simd, &words)), Words::load(simd, &mask)),
            };
            assert!(found == expected, "{}: {words:x?}", S::Shape::NAME);
        }
        let mut splat = [0; MAX_WORDS];
        S::Bits::splat(simd, 0x0123_4567_89ab_cdef).store(&mut splat);
        assert!(splat[..S::Bits::WORDS].iter().all(|&word| word == 0x0123_4567_89ab_cdef));
    }

    fn compare(rounds: usize) {
        for backend in Backend::available() {
            backend.run(EqualsWords(rounds)).expect("the backend is available");
        }
    }

    #[test]
    fn operations_on_bits() {
        compare(1 << 16);
    }

    #[test]
    #[ignore = "a million rounds"]
    fn operations_on_bits_of_many_words() {
        compare(1 << 20);
    }
}
