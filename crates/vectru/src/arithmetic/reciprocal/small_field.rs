//! Reciprocals modulo 2 and modulo 3 in [quotients](QuotientRing) of a ring, in constant time, by
//! division steps on bit planes.
//!
//! The division steps follow `[BY19]`, sections 5 to 7; [`modulo_q`](super::modulo_q) explains
//! them. The polynomials v and r are stored from the top down, so that a step moves g and v down by
//! one coefficient. As f(0) is its own inverse modulo 2 and 3, the quotient `c = g(0) / f(0)` is
//! the product g(0) f(0).
//!
//! The steps over both [fields](Field) share this module. [`two`] and [`three`] say how a
//! coefficient is spread over [bit planes](plane::Plane), and how coefficients are added.
//!
//! A step for f and g depends on their constant coefficients, and up to 64 steps depend on the
//! lowest 64 coefficients. Hence up to 64 steps are decided ahead in 64-bit words, and are then
//! applied to all coefficients.
//!
//! After 2p - 1 steps g is 0 or a constant, and one more step makes it 0, whether the input is
//! invertible or not. As after W steps the vectors of a plane are back in their places, the number
//! of steps is 2p rounded up to a multiple of W. A step after the first 2p - 1 multiplies v by x
//! and adds 1 to delta, and does not change f. At the end delta is twice the degree of the common
//! divisor of the input and F (section 6 of `[BY19]`), plus the number of these extra steps.

use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::Polynomial;
use vectru_polymul::simd::{BitVector, Machine, halves, opaque};
use zeroize::optimization_barrier;

use super::quotient::{CAPACITY, QuotientRing};
use crate::common::parts::Part;
use crate::common::secret::Secret;

mod jumping;
mod plane;
mod three;
mod two;
mod words;

pub(crate) use three::Three;
pub(crate) use two::Two;
pub(crate) use words::InWords;
#[cfg(test)]
pub(in crate::arithmetic::reciprocal) use words::solve as solve_in_words;

/// Returns the reciprocal of `g` in the quotient ring Q over the field F, and 0xffff; or some
/// polynomial and 0 if g has none.
///
/// Modulo 3, coefficients are -1, 0 and 1. Modulo 2, the coefficients of `g` are arbitrary, and the
/// coefficients of the reciprocal are 0 and 1.
pub(crate) fn reciprocal<Q: QuotientRing, F: InWords>(g: &Polynomial<Q::Ring>) -> (Polynomial<Q::Ring>, u16) {
    let mut result = Polynomial::zero();
    let mask = reciprocal_in::<Q, F>(g, &mut result);
    (result, mask)
}

/// Writes the reciprocal of `g` to `result`, which must be zero, and returns the word that
/// [`reciprocal`] returns beside it.
#[inline(never)] // Its memory ends with the call.
pub(crate) fn reciprocal_in<Q: QuotientRing, F: InWords>(
    g: &Polynomial<Q::Ring>,
    result: &mut Polynomial<Q::Ring>,
) -> u16 {
    let _piece = Part::Inversion.begin();
    reciprocal_by::<Q>(g, result, F::solve)
}

/// Writes the reciprocal as [`reciprocal_in`] does, with `solve` instead of [`Field::solve`].
pub(super) fn reciprocal_by<Q: QuotientRing>(
    g: &Polynomial<Q::Ring>,
    result: &mut Polynomial<Q::Ring>,
    solve: impl FnOnce(Problem<'_>) -> u16,
) -> u16 {
    let p = Q::DEGREE;
    let mut reversed = Secret::new(*g);
    reversed.padded_mut()[..p].reverse();
    let problem = Problem { f: &Q::REVERSED[..=p], g: &reversed.padded()[..p], result: &mut result.padded_mut()[..p] };
    solve(problem)
}

/// One inversion. The quotient ring is given by value, not as a type parameter, so that rings of
/// the same width share one compiled function.
#[derive(Debug)]
pub(crate) struct Problem<'a> {
    /// The reversed polynomial F of the quotient, of degree p: p + 1 coefficients.
    f: &'a [i16],
    /// The reversed input: p coefficients.
    g: &'a [i16],
    /// Memory for the p coefficients of the reciprocal.
    result: &'a mut [i16],
}

/// The task of solving a problem over the field F. It returns 0xffff if there is a reciprocal,
/// else 0.
#[derive(Debug)]
pub(super) struct Solve<'a, F>(Problem<'a>, PhantomData<F>);

impl<'a, F> Solve<'a, F> {
    /// Returns the task of solving `problem`.
    pub(super) fn new(problem: Problem<'a>) -> Self {
        Self(problem, PhantomData)
    }
}

impl<F: Field> Task for Solve<'_, F> {
    type Output = u16;
    fn run<S: Machine>(self, simd: S) -> u16 {
        F::solve_on(simd, self.0)
    }
}

/// The largest degree p of a quotient ring, at most.
const LONGEST: usize = CAPACITY - 1;

/// Returns whether planes of W vectors hold p + 1 coefficients, and one for each extra step.
const fn fits<S: Machine>(p: usize, width: usize) -> bool {
    p + 1 + extra(p, width) <= capacity::<S>(width)
}

/// Returns whether planes of W vectors suffice for every p, with at most W extra steps.
const fn fits_longest<S: Machine>(width: usize) -> bool {
    LONGEST + 1 + width <= capacity::<S>(width)
}

/// Returns the number of extra steps with W vectors a plane, at most W.
const fn extra(p: usize, width: usize) -> usize {
    (2 * p).next_multiple_of(width) - (2 * p - 1)
}

/// Returns the number of coefficients that `width` vectors hold, a bit each.
const fn capacity<S: Machine>(width: usize) -> usize {
    64 * width * S::Bits::WORDS
}

/// Solves a problem step by step. Returns 0xffff if there is a reciprocal, else 0.
///
/// Only the widths that some ring needs are compiled.
fn solve_by_steps<S: Machine, F: Field>(simd: S, problem: Problem<'_>) -> u16 {
    let p = problem.g.len();
    // Planes for the longest polynomials serve all.
    if cfg!(feature = "small") {
        solve::<S, F::Bitsliced<S, 6>, 6>(simd, problem)
    } else if const { fits_longest::<S>(2) } || fits::<S>(p, 2) {
        solve::<S, F::Bitsliced<S, 2>, 2>(simd, problem)
    } else if const { fits_longest::<S>(3) } || fits::<S>(p, 3) {
        solve::<S, F::Bitsliced<S, 3>, 3>(simd, problem)
    } else if const { fits_longest::<S>(4) } || fits::<S>(p, 4) {
        solve::<S, F::Bitsliced<S, 4>, 4>(simd, problem)
    } else if const { fits_longest::<S>(5) } || fits::<S>(p, 5) {
        solve::<S, F::Bitsliced<S, 5>, 5>(simd, problem)
    } else {
        solve::<S, F::Bitsliced<S, 6>, 6>(simd, problem)
    }
}

/// A field of two or three elements.
pub(crate) trait Field: Sized {
    /// A polynomial over the field, in planes of W vectors.
    type Bitsliced<S: Machine, const W: usize>: Bitsliced<S>;

    /// Solves a problem on the chosen backend. Returns 0xffff if there is a reciprocal, else 0.
    fn solve(problem: Problem<'_>) -> u16
    where
        Self: InWords,
    {
        if const { halves::PREFERRED } {
            words::solve::<Self>(problem)
        } else {
            dispatch::run(Solve::<Self>::new(problem))
        }
    }

    /// Solves a problem on the backend of `simd`. Returns 0xffff if there is a reciprocal, else 0.
    fn solve_on<S: Machine>(simd: S, problem: Problem<'_>) -> u16 {
        solve_by_steps::<S, Self>(simd, problem)
    }
}

/// A polynomial over a field, spread over bit planes.
pub(crate) trait Bitsliced<S: Machine>: Copy {
    /// The lowest coefficients of a polynomial.
    type Low: LowCoefficients;

    /// The number of the lowest coefficients: at most 64, and a multiple of W.
    const KNOWN: usize;

    /// The number of vectors.
    const VECTORS: usize;

    /// Returns the polynomial whose coefficient at x^i is `coefficients[i]`.
    fn pack(simd: S, coefficients: &[i16]) -> Self;

    /// Returns the polynomial x^`index`.
    fn power(simd: S, index: usize) -> Self;

    /// Writes the coefficients from x^0 up, divided by the constant coefficient of `divisor`, which
    /// must not be zero.
    fn unpack(&self, target: &mut [i16], divisor: &Self);

    /// Divides by x, dropping the constant coefficient: moves the vector of the lowest
    /// coefficients, after the `turn` vectors before it have moved.
    fn lower(&mut self, turn: usize);

    /// Returns the lowest coefficients.
    fn low(&self) -> Self::Low;

    /// Applies a step: `a <- swap ? b : a` and `b <- b - c a`. `turns` has the numbers of vectors
    /// of a and of b that have moved since all were in their places.
    fn apply(
        simd: S,
        decision: &<Self::Low as LowCoefficients>::Decision,
        a: &mut Self,
        b: &mut Self,
        turns: [usize; 2],
    );
}

/// The lowest coefficients of a polynomial over a field.
pub(crate) trait LowCoefficients: Copy {
    /// The choices of a step.
    type Decision: Copy + Default;

    /// Returns the same coefficients in words that the compiler knows nothing about.
    fn opaque(self) -> Self;

    /// Returns all ones if the constant coefficient is not zero, else 0.
    fn constant_is_nonzero(&self) -> u64;

    /// Performs a step, and returns its choices. It swaps f and g if `swap` is all ones, and does
    /// not if `swap` is 0. As g loses its lowest coefficient, one coefficient less of f and g is
    /// known.
    fn step(swap: u64, f: &mut Self, g: &mut Self) -> Self::Decision;
}

/// Returns the highest bit of a word in all bits.
#[inline(always)]
fn highest_bit(word: u64) -> u64 {
    (word as i64 >> 63) as u64
}

/// -delta, which is negative if a step may swap f and g.
pub(crate) struct NegatedDelta(i64);

impl NegatedDelta {
    /// The value before the first step.
    const FIRST: Self = Self(-1);

    /// Returns all ones if a step may swap, else 0.
    #[inline(always)]
    fn allows_swap(&self) -> u64 {
        highest_bit(self.0 as u64)
    }

    /// Performs a step, which swaps f and g if `swap` is all ones, and does not if it is 0.
    #[inline(always)]
    fn step(&mut self, swap: u64) {
        // delta becomes 1 - delta or 1 + delta. Hence e = -delta becomes e - 1 or -1 - e, which is
        // !e.
        self.0 = (self.0 ^ swap as i64).wrapping_add(!swap as i64);
    }

    /// Returns 0xffff if the reciprocal exists, that is, if delta is `extra`, the number of steps
    /// after the first 2p - 1; else 0.
    #[inline(always)]
    fn invertible(&self, extra: usize) -> u16 {
        let excess = self.0 + extra as i64;
        !((excess | -excess) >> 63) as u16
    }
}

/// The largest number of steps that [`Decider`] decides ahead. Each step uses up one of the known
/// coefficients.
const STEPS_AHEAD: usize = 64;

/// The state that decides steps: delta and the lowest coefficients of f and g.
struct Decider<L> {
    delta: NegatedDelta,
    f: L,
    g: L,
}

impl<L: LowCoefficients> Decider<L> {
    /// Decides the next step.
    #[inline(always)]
    fn decide(&mut self) -> L::Decision {
        (self.f, self.g) = (self.f.opaque(), self.g.opaque());
        let swap = opaque(self.g.constant_is_nonzero() & self.delta.allows_swap());
        self.delta.step(swap);
        L::step(swap, &mut self.f, &mut self.g)
    }
}

/// Repeats the block for `$turn` = 0, 1, …, W - 1 as straight-line code. The turn determines which
/// vectors meet, and the compiler would not unroll a loop. With feature `small` it is one.
macro_rules! in_turn {
    ($turn:ident < $width:ident, $body:block) => {{
        if cfg!(feature = "small") {
            for $turn in 0..$width $body
        } else {
            in_turn!(@ $turn, $width, $body, 0 1 2 3 4 5);
        }
    }};
    (@ $turn:ident, $width:ident, $body:block, $($value:literal)*) => {
        $(if $value < $width {
            let $turn: usize = $value;
            $body
        })*
    };
}

/// Solves a problem with W vectors a plane. Returns 0xffff if there is a reciprocal, else 0.
fn solve<S: Machine, D: Bitsliced<S>, const W: usize>(simd: S, problem: Problem<'_>) -> u16 {
    simd.vectorize(
        #[inline(always)]
        || solve_with::<S, D, W>(simd, problem),
    )
}

#[inline(always)]
fn solve_with<S: Machine, D: Bitsliced<S>, const W: usize>(simd: S, Problem { f, g, result }: Problem<'_>) -> u16 {
    let p = g.len();
    let extra = extra(p, W);
    let steps = 2 * p - 1 + extra;
    assert!(fits::<S>(p, W), "the planes hold p + 1 + extra coefficients");

    let (mut f, mut g) = (D::pack(simd, f), D::pack(simd, g));
    // From the top down: coefficient k of v and r is stored as coefficient p + extra - k.
    let (mut v, mut r) = (D::pack(simd, &[]), D::power(simd, p + extra));
    let block = const { D::KNOWN };
    let mut decider = Decider { delta: NegatedDelta::FIRST, f: f.low(), g: g.low() };
    let mut decided = 0;
    let mut left = steps;
    // Four polynomials, the choices of a step and intermediate results. With feature `small` each
    // step is decided when it is performed, which needs no memory for decisions.
    if const { cfg!(feature = "small") || 4 * D::VECTORS + 6 <= S::Bits::REGISTERS } {
        while left > 0 {
            let taken = left.min(block);
            left -= taken;
            decided += taken;
            for _ in 0..taken / W {
                in_turn!(turn < W, {
                    let decision = decider.decide();
                    D::apply(simd, &decision, &mut f, &mut g, [0, turn]);
                    g.lower(turn);
                    D::apply(simd, &decision, &mut v, &mut r, [turn, 0]);
                    v.lower(turn);
                });
            }
            (decider.f, decider.g) = (f.low(), g.low());
        }
    } else {
        let mut decisions = [<D::Low as LowCoefficients>::Decision::default(); STEPS_AHEAD];
        let mut next = decisions;
        // Each decision depends on the one before. Made beside the work on vectors, they add little
        // time: most decisions of a block are made beside the work on v and r of the block before,
        // the others beside the work on f and g. Decision `ahead + k` is made before step W k.
        let ahead = const { D::KNOWN / W * (W - 1) };
        for decision in decisions.iter_mut().take(ahead) {
            *decision = decider.decide();
        }
        decided += ahead;
        while left > 0 {
            let taken = left.min(block);
            left -= taken;
            decided += taken;
            for start in (0..taken).step_by(W) {
                decisions[ahead + start / W] = decider.decide();
                in_turn!(turn < W, {
                    D::apply(simd, &decisions[start + turn], &mut f, &mut g, [0, turn]);
                    g.lower(turn);
                });
            }
            (decider.f, decider.g) = (f.low(), g.low());
            for start in (0..taken).step_by(W) {
                in_turn!(turn < W, {
                    D::apply(simd, &decisions[start + turn], &mut v, &mut r, [turn, 0]);
                    v.lower(turn);
                    if turn > 0 {
                        next[start / W * (W - 1) + turn - 1] = decider.decide();
                    }
                });
            }
            (decisions, next) = (next, decisions);
        }
        next.fill(Default::default());
        optimization_barrier(&next);
        decisions.fill(Default::default());
        optimization_barrier(&decisions);
    }

    // The reciprocal is v / (x^(1 + extra) f): coefficient p + extra - i of v, stored as
    // coefficient i, becomes the coefficient of x^i.
    v.unpack(result, &f);
    // Decisions that were not needed add 1 to delta each.
    decider.delta.invertible(extra + decided - steps)
}
