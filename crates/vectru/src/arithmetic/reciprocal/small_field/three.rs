//! The field of three elements.
//!
//! A coefficient is two bits, one in each of two planes: n is set if it is not zero. Then s is set
//! if it is negative; where n is clear, s is arbitrary. The sum of (n, s) and (m, t) needs six
//! operations on whole vectors of coefficients:
//!
//! ```text
//! x = s ^ t ^ n,     (n, s) + (m, t) = ((n ^ m) | (n & x),  s ^ (m & x))
//! ```
//!
//! The sum is not zero if just one of n and m is set, or if both are and the signs are equal, where
//! x = 1. Its sign is s if m = 0. If m = 1 it is t ^ n: that is t if n = 0, and the opposite of
//! both if n = 1 and the signs are equal. A test checks this formula on all pairs.
//!
//! `[BB09]` has a sum of six operations for planes in which s is never set without n. The product
//! of a coefficient and a constant needs two operations here, one for each plane, and three there.

use vectru_polymul::simd::ternary::{self, Choice, Trits as Trits32};
use vectru_polymul::simd::{BitVector, Machine, Simd, opaque, opaque_ref};

use super::plane::Plane;
use super::words::{InWords, lowest_bit, opaque_word};
use super::{Bitsliced, Field, LowCoefficients, NegatedDelta, highest_bit};

/// The field of three elements.
#[derive(Debug)]
pub(crate) struct Three;

impl Field for Three {
    type Bitsliced<S: Machine, const W: usize> = Planes<S, W>;
}

impl InWords for Three {
    type Word = Trits32;
    type Choice = Choice;

    #[inline(always)]
    fn set([nonzero, negative]: &mut Trits32, bit: usize, coefficient: i16) {
        *nonzero |= (coefficient as u32 & 1) << bit;
        *negative |= (coefficient as u32 >> 1 & 1) << bit;
    }

    #[inline(always)]
    fn copy([nonzero, negative]: Trits32, from: usize, target: &mut Trits32, to: usize) {
        target[0] |= (nonzero >> from & 1) << to;
        target[1] |= (negative >> from & 1) << to;
    }

    #[inline(always)]
    fn quotient([nonzero, negative]: Trits32, bit: usize, divisor: Trits32) -> i16 {
        let [nonzero, negative] = [nonzero >> bit & 1, (negative ^ divisor[1] << bit) >> bit & 1];
        nonzero as i16 - 2 * (nonzero & negative) as i16
    }

    #[inline(always)]
    fn lowered([nonzero, negative]: Trits32) -> Trits32 {
        [nonzero >> 1, negative >> 1]
    }

    #[inline(always)]
    fn choose(delta: &mut NegatedDelta, f: Trits32, g: Trits32) -> Choice {
        let nonzero = opaque_word(lowest_bit(g[0]));
        let swap = opaque_word(nonzero & delta.allows_swap() as u32);
        delta.step(swap as i32 as i64 as u64);
        // -c is negative where f(0) and g(0) have the same sign.
        [swap, nonzero, !lowest_bit(f[1] ^ g[1])]
    }

    #[inline(always)]
    fn apply(choice: Choice, a: Trits32, b: Trits32) -> [Trits32; 2] {
        ternary::step(choice, a, b)
    }

    #[inline(always)]
    fn apply_twice<const DOWN: usize>(
        choices: &[Choice; 2],
        last: [Trits32; 2],
        rows: &mut [[Trits32; 2]],
    ) -> [Trits32; 2] {
        ternary::two_steps::<DOWN>(choices, last, rows)
    }
}

/// A polynomial modulo 3.
pub(crate) struct Planes<S: Simd, const W: usize> {
    nonzero: Plane<S, W>,
    negative: Plane<S, W>,
}

impl<S: Simd, const W: usize> Clone for Planes<S, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const W: usize> Copy for Planes<S, W> {}

/// Coefficients as bits: n is set if a coefficient is not zero; then s is set if it is negative.
type Trits<B> = (B, B);

/// The choices of a step, each in all bits of a word.
#[derive(Clone, Copy, Default)]
pub(crate) struct Decision {
    /// All ones if f and g are swapped, else 0.
    swap: u64,
    /// The bit n of -c.
    nonzero: u64,
    /// The bit s of -c.
    negative: u64,
}

/// The lowest coefficients of a polynomial, the constant one in the highest bit of both words.
///
/// The operations on the two words are written differently. If they were the same, the compiler
/// would keep both words in one vector register, and would move them out and back at each step;
/// steps depend on each other, and would be 1.4 times as long.
#[derive(Clone, Copy)]
pub(crate) struct Lowest {
    nonzero: u64,
    negative: u64,
}

impl LowCoefficients for Lowest {
    type Decision = Decision;

    #[inline(always)]
    fn opaque(self) -> Self {
        Self { nonzero: opaque(self.nonzero), negative: opaque(self.negative) }
    }

    #[inline(always)]
    fn constant_is_nonzero(&self) -> u64 {
        highest_bit(self.nonzero)
    }

    #[inline(always)]
    fn step(swap: u64, f: &mut Self, g: &mut Self) -> Decision {
        let nonzero = highest_bit(g.nonzero);
        let (n, s, m) = (g.nonzero, g.negative, f.nonzero & nonzero);
        let difference = f.negative ^ s;
        // -c is negative where f(0) and g(0) have the same sign. Where c = 0 the sign does not
        // matter.
        let positive = opaque(highest_bit(difference));
        // x is the complement of this word, and n & x is n & (difference ^ positive). The order of
        // these operations is that in which they wait for each other.
        let not_x = (difference ^ n) ^ positive;
        let sum = ((n ^ m) | (n & (difference ^ positive)), (s ^ m) ^ (m & not_x));
        f.nonzero ^= (f.nonzero ^ n) & swap;
        f.negative ^= difference & swap;
        // The low bits are not known, and not used.
        *g = Self { nonzero: sum.0 << 1, negative: sum.1 << 1 };
        Decision { swap, nonzero, negative: !positive }
    }
}

impl<S: Machine, const W: usize> Bitsliced<S> for Planes<S, W> {
    type Low = Lowest;

    const KNOWN: usize = Plane::<S, W>::KNOWN;
    const VECTORS: usize = 2 * W;

    #[inline(always)]
    fn pack(simd: S, coefficients: &[i16]) -> Self {
        let [nonzero, negative] = Plane::pack(simd, coefficients);
        Self { nonzero, negative }
    }

    #[inline(always)]
    fn power(simd: S, index: usize) -> Self {
        let [negative] = Plane::pack(simd, &[]);
        Self { nonzero: Plane::single(simd, index), negative }
    }

    #[inline(always)]
    fn unpack(&self, target: &mut [i16], divisor: &Self) {
        let sign = highest_bit(divisor.negative.low()) as i16;
        Plane::unpack(
            [&self.nonzero, &self.negative],
            target,
            #[inline(always)]
            |[nonzero, negative]| ((nonzero - 2 * (nonzero & negative)) ^ sign) - sign,
        );
    }

    #[inline(always)]
    fn lower(&mut self, turn: usize) {
        self.nonzero.lower(turn);
        self.negative.lower(turn);
    }

    #[inline(always)]
    fn low(&self) -> Lowest {
        Lowest { nonzero: self.nonzero.low(), negative: self.negative.low() }
    }

    #[inline(always)]
    fn apply(simd: S, decision: &Decision, a: &mut Self, b: &mut Self, turns: [usize; 2]) {
        for w in 0..W {
            let (i, j) = ((w + turns[0]) % W, (w + turns[1]) % W);
            let mut x = (a.nonzero.0[i], a.negative.0[i]);
            let mut y = (b.nonzero.0[j], b.negative.0[j]);
            // The choices are loaded for each register: with AVX2 registers are short, and AVX-512
            // loads them as operands.
            step(simd, if const { S::Bits::IS_REGISTER } { opaque_ref(decision) } else { decision }, &mut x, &mut y);
            [a.nonzero.0[i], a.negative.0[i], b.nonzero.0[j], b.negative.0[j]] =
                S::Bits::in_order([x.0, x.1, y.0, y.1]);
        }
    }
}

/// Applies a step to vectors of coefficients: `a <- swap ? b : a` and `b <- b - c a`.
#[inline(always)]
fn step<S: Copy, B: BitVector<S>>(simd: S, decision: &Decision, a: &mut Trits<B>, b: &mut Trits<B>) {
    let Decision { swap, nonzero, negative } = *decision;
    let [swap, nonzero, negative] = [B::splat(simd, swap), B::splat(simd, nonzero), B::splat(simd, negative)];
    let sum = sum::<S, B>(*b, (a.0 & nonzero, a.1 ^ negative));
    *a = (B::choose(swap, b.0, a.0), B::choose(swap, b.1, a.1));
    *b = sum;
}

/// Returns the sum of coefficients.
#[inline(always)]
fn sum<S, B: BitVector<S>>((n, s): Trits<B>, (m, t): Trits<B>) -> Trits<B> {
    let x = s ^ t ^ n;
    ((n ^ m) | (n & x), s ^ (m & x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::centred;
    use vectru_polymul::simd::bits::Words;

    #[test]
    fn sums_are_sums_modulo_three() {
        let vector = |bit: u64| <Words<1> as BitVector<()>>::splat((), bit.wrapping_neg());
        let number = |(n, s): (u64, u64)| n as i64 * (1 - 2 * s as i64);
        for planes in 0..16u64 {
            let [n, s, m, t] = [0, 1, 2, 3].map(|k| planes >> k & 1);
            let found = sum::<(), _>((vector(n), vector(s)), (vector(m), vector(t)));
            let [n_sum, s_sum] = [found.0, found.1].map(|word| <Words<1> as BitVector<()>>::lowest_word(word) & 1);
            let expected = centred(number((n, s)) + number((m, t)), 3);
            assert_eq!(number((n_sum, s_sum)), expected, "{planes:04b}");
        }
    }
}
