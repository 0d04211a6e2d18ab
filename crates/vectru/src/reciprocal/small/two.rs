//! The field of two elements: a coefficient is a bit, and f(0) is 1 whatever happens, so that c is g(0).

use vectru_polymul::dispatch;
use vectru_polymul::simd::{BitVector, Machine};

use super::plane::Plane;
use super::{Digits, Field, Problem, Solve};

/// The field of two elements.
#[derive(Debug)]
pub(crate) struct Two;

impl Field for Two {
    type Digits<S: Machine, const W: usize> = Plane<S, W>;

    fn solve(problem: Problem<'_>) -> u16 {
        dispatch::run(Solve::<Self>::new(problem))
    }
}

/// How a step goes, in every bit of a vector.
pub(crate) struct Choice<B> {
    /// Whether f and g change places.
    swap: B,
    /// c.
    quotient: B,
}

impl<S: Machine, const W: usize> Digits<S> for Plane<S, W> {
    type Choice = Choice<S::Bits>;

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
    fn lower(&mut self) {
        Plane::lower(self);
    }

    #[inline(always)]
    fn constant_is_nonzero(&self) -> i64 {
        self.constant()
    }

    #[inline(always)]
    fn choose(simd: S, _: &Self, g: &Self, allowed: i64) -> Self::Choice {
        let quotient = g.0[0].spread_lowest();
        Choice { swap: quotient & S::Bits::splat(simd, allowed as u64), quotient }
    }

    #[inline(always)]
    fn apply(choice: &Self::Choice, a: &mut Self, b: &mut Self) {
        for w in 0..W {
            let (x, y) = (a.0[w], b.0[w]);
            a.0[w] = S::Bits::select(choice.swap, y, x);
            b.0[w] = y ^ (x & choice.quotient);
        }
    }
}
