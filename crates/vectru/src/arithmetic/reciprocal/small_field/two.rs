//! The field of two elements. A coefficient is a bit. f(0) is always 1, so that c = g(0).
//!
//! Backends that multiply words as polynomials use [jumps](jumping).

use vectru_polymul::simd::{BitVector, Machine, opaque};

use super::plane::Plane;
use super::words::{InWords, lowest_bit, opaque_word};
use super::{Bitsliced, Field, LowCoefficients, NegatedDelta, Problem, highest_bit, jumping, solve_by_steps};

/// The field of two elements.
#[derive(Debug)]
pub(crate) struct Two;

impl Field for Two {
    type Bitsliced<S: Machine, const W: usize> = Plane<S, W>;

    #[inline(always)]
    fn solve_on<S: Machine>(simd: S, problem: Problem<'_>) -> u16 {
        if S::Bits::MULTIPLIES && !cfg!(feature = "small") {
            jumping::solve(simd, problem)
        } else {
            solve_by_steps::<S, Self>(simd, problem)
        }
    }
}

impl InWords for Two {
    type Word = u32;
    type Choice = [u32; 2];

    #[inline(always)]
    fn set(word: &mut u32, bit: usize, coefficient: i16) {
        *word |= (coefficient as u32 & 1) << bit;
    }

    #[inline(always)]
    fn copy(word: u32, from: usize, target: &mut u32, to: usize) {
        *target |= (word >> from & 1) << to;
    }

    #[inline(always)]
    fn quotient(word: u32, bit: usize, _: u32) -> i16 {
        (word >> bit & 1) as i16
    }

    #[inline(always)]
    fn lowered(word: u32) -> u32 {
        word >> 1
    }

    #[inline(always)]
    fn choose(delta: &mut NegatedDelta, _: u32, g: u32) -> [u32; 2] {
        let quotient = opaque_word(lowest_bit(g));
        let swap = opaque_word(quotient & delta.allows_swap() as u32);
        delta.step(swap as i32 as i64 as u64);
        [swap, quotient]
    }

    #[inline(always)]
    fn apply([swap, quotient]: [u32; 2], a: u32, b: u32) -> [u32; 2] {
        [a ^ (a ^ b) & swap, b ^ a & quotient]
    }
}

/// The choices of a step, each in all bits of a word.
#[derive(Clone, Copy, Default)]
pub(crate) struct Decision {
    /// All ones if f and g are swapped, else 0.
    swap: u64,
    /// All ones if c = 1, else 0.
    quotient: u64,
}

/// The lowest coefficients of a polynomial, the constant one in the highest bit.
#[derive(Clone, Copy)]
pub(crate) struct Lowest(u64);

impl LowCoefficients for Lowest {
    type Decision = Decision;

    #[inline(always)]
    fn opaque(self) -> Self {
        Self(opaque(self.0))
    }

    #[inline(always)]
    fn constant_is_nonzero(&self) -> u64 {
        highest_bit(self.0)
    }

    #[inline(always)]
    fn step(swap: u64, f: &mut Self, g: &mut Self) -> Decision {
        let quotient = opaque(highest_bit(g.0));
        let (x, y) = (f.0, g.0);
        f.0 = x ^ ((x ^ y) & swap);
        g.0 = (y ^ (x & quotient)) << 1;
        Decision { swap, quotient }
    }
}

impl<S: Machine, const W: usize> Bitsliced<S> for Plane<S, W> {
    type Low = Lowest;

    const KNOWN: usize = Plane::<S, W>::KNOWN;
    const VECTORS: usize = W;

    #[inline(always)]
    fn pack(simd: S, coefficients: &[i16]) -> Self {
        let [plane] = Plane::pack(simd, coefficients);
        plane
    }

    #[inline(always)]
    fn power(simd: S, index: usize) -> Self {
        Plane::single(simd, index)
    }

    #[inline(always)]
    fn unpack(&self, target: &mut [i16], _: &Self) {
        Plane::unpack(
            [self],
            target,
            #[inline(always)]
            |[bit]| bit,
        );
    }

    #[inline(always)]
    fn lower(&mut self, turn: usize) {
        Plane::lower(self, turn);
    }

    #[inline(always)]
    fn low(&self) -> Lowest {
        Lowest(Plane::low(self))
    }

    #[inline(always)]
    fn apply(simd: S, decision: &Decision, a: &mut Self, b: &mut Self, turns: [usize; 2]) {
        let (swap, quotient) = (S::Bits::splat(simd, decision.swap), S::Bits::splat(simd, decision.quotient));
        for w in 0..W {
            let (i, j) = ((w + turns[0]) % W, (w + turns[1]) % W);
            let (x, y) = (a.0[i], b.0[j]);
            a.0[i] = S::Bits::choose(swap, y, x);
            b.0[j] = y ^ (x & quotient);
        }
    }
}
