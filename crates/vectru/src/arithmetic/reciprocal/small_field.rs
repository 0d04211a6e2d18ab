//! Reciprocals modulo 2 and modulo 3 in quotients of a ring, in constant time, by division steps on bit planes.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7, in the
//! form that [`modulo_q`](super::modulo_q) explains: f, g, v and r, of which v and r are stored from the top down, so that a step
//! moves g and v one place down. Modulo 2 and 3 the quotient `c = g(0) / f(0)` is the product g(0) f(0), as f(0) is its
//! own inverse.
//!
//! The steps are the same over both [fields](Field); how a coefficient is spread over [planes](plane::Plane), and how
//! coefficients are added, is not: [`two`] and [`three`].
//!
//! What a step does to f and g depends on their constant coefficients, and those of the next 64 steps on the lowest 64
//! coefficients: so the steps of a block are decided ahead, in 64-bit words, and then taken by all coefficients.
//!
//! W steps in a row bring the vectors of a plane back to their places, so the number of steps is rounded up to a
//! multiple of W. A step more than needed multiplies v by x and adds 1 to delta, nothing else: g is 0 by then, whether the
//! input is invertible or not, and delta is twice the degree of the common divisor (section 6 of the paper), plus the
//! number of these steps.

use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::Polynomial;
use vectru_polymul::simd::{BitVector, Machine};
use zeroize::optimization_barrier;

use super::quotient::QuotientRing;
use crate::common::parts::Part;
use crate::common::secret::Secret;

#[cfg(feature = "_ntru")]
mod jumping;
mod plane;
mod three;
#[cfg(feature = "_ntru")]
mod two;

pub(crate) use three::Three;
#[cfg(feature = "_ntru")]
pub(crate) use two::Two;

/// The reciprocal of `g` in the quotient Q over the field F, and 0xffff if it has one, 0 if not. Coefficients are in
/// {-1, 0, 1} modulo 3. Modulo 2 those of `g` are any, and those of the reciprocal 0 and 1.
pub(crate) fn reciprocal<Q: QuotientRing, F: Field>(g: &Polynomial<Q::Ring>) -> (Polynomial<Q::Ring>, u16) {
    let _piece = Part::Inversion.begin();
    reciprocal_by::<Q>(g, F::solve)
}

/// [`reciprocal`], solved by `solve`.
pub(super) fn reciprocal_by<Q: QuotientRing>(
    g: &Polynomial<Q::Ring>,
    solve: impl FnOnce(Problem<'_>) -> u16,
) -> (Polynomial<Q::Ring>, u16) {
    let p = Q::DEGREE;
    let mut reversed = Secret::new(*g);
    reversed.padded_mut()[..p].reverse();
    let mut result = Polynomial::zero();
    let problem = Problem { f: &Q::REVERSED[..=p], g: &reversed.padded()[..p], result: &mut result.padded_mut()[..p] };
    let mask = solve(problem);
    (result, mask)
}

/// What to compute. It does not know the quotient by its type, so that one piece of code serves all of the same width.
#[derive(Debug)]
pub(crate) struct Problem<'a> {
    /// The reversed polynomial of the quotient, of degree p.
    f: &'a [i16],
    /// The reversed input.
    g: &'a [i16],
    /// Room for the reciprocal.
    result: &'a mut [i16],
}

/// The task of solving a problem over the field F: whether there is a reciprocal, as a mask.
#[derive(Debug)]
pub(super) struct Solve<'a, F>(Problem<'a>, PhantomData<F>);

impl<'a, F> Solve<'a, F> {
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

/// Solves a problem step by step: whether there is a reciprocal, as a mask.
fn solve_by_steps<S: Machine, F: Field>(simd: S, problem: Problem<'_>) -> u16 {
    // At most W - 1 steps more than 2p - 1, and one place more than the degree.
    let vectors = |count: usize| problem.g.len() + count <= 64 * count * S::Bits::WORDS;
    match () {
        () if vectors(2) => solve::<S, F::Bitsliced<S, 2>, 2>(simd, problem),
        () if vectors(3) => solve::<S, F::Bitsliced<S, 3>, 3>(simd, problem),
        () if vectors(4) => solve::<S, F::Bitsliced<S, 4>, 4>(simd, problem),
        () if vectors(5) => solve::<S, F::Bitsliced<S, 5>, 5>(simd, problem),
        () => solve::<S, F::Bitsliced<S, 6>, 6>(simd, problem),
    }
}

/// A field of two or three elements.
pub(crate) trait Field: Sized {
    /// A polynomial over it, in planes of W vectors.
    type Bitsliced<S: Machine, const W: usize>: Bitsliced<S>;

    /// Solves a problem on the chosen backend: whether there is a reciprocal, as a mask.
    fn solve(problem: Problem<'_>) -> u16 {
        dispatch::run(Solve::<Self>::new(problem))
    }

    /// Solves a problem on this backend.
    fn solve_on<S: Machine>(simd: S, problem: Problem<'_>) -> u16 {
        solve_by_steps::<S, Self>(simd, problem)
    }
}

/// A polynomial over a field, spread over bit planes.
pub(crate) trait Bitsliced<S: Machine>: Copy {
    /// Its lowest coefficients.
    type LowCoefficients: LowCoefficients;

    /// How many they are: at most 64, and a multiple of W.
    const KNOWN: usize;

    /// The polynomial whose coefficient at x^i is `coefficients[i]`.
    fn pack(simd: S, coefficients: &[i16]) -> Self;

    /// The polynomial x^`index`.
    fn power(simd: S, index: usize) -> Self;

    /// The coefficients from x^0 up, divided by the constant coefficient of `divisor`, which is not zero.
    fn unpack(&self, target: &mut [i16], divisor: &Self);

    /// Division by x of a polynomial without constant coefficient, whatever is there is dropped: the vector of the lowest
    /// coefficients moves, and `turn` more of its neighbours have done so before.
    fn lower(&mut self, turn: usize);

    /// The lowest coefficients.
    fn low(&self) -> Self::LowCoefficients;

    /// `a <- swap ? b : a` and `b <- b - c a`, where vectors of a and of b have moved since they were in their places, as
    /// many as `turns` says.
    fn apply(
        simd: S,
        decision: &<Self::LowCoefficients as LowCoefficients>::Decision,
        a: &mut Self,
        b: &mut Self,
        turns: [usize; 2],
    );
}

/// The lowest coefficients of a polynomial over a field.
pub(crate) trait LowCoefficients: Copy {
    /// How a step goes.
    type Decision: Copy + Default;

    /// The same, in words that the compiler knows nothing about.
    fn opaque(self) -> Self;

    /// 1 if the constant coefficient is not zero, else 0.
    fn constant_is_nonzero(&self) -> i64;

    /// The step for f and g, which may swap them if `allowed` is -1, and must not if it is 0.
    fn decide(f: &Self, g: &Self, allowed: i64) -> Self::Decision;

    /// Takes the step: g loses its lowest coefficient, and so both have one place less that is right.
    fn step(decision: &Self::Decision, f: &mut Self, g: &mut Self);
}

/// The most steps that [`Decider`] decides ahead: each uses up one of the coefficients that it knows.
const STEPS_AHEAD: usize = 64;

/// Decides steps. What they do to the lowest coefficients is all that it needs to know.
struct Decider<L> {
    delta: i64,
    f: L,
    g: L,
}

impl<L: LowCoefficients> Decider<L> {
    /// Decides the next step.
    #[inline(always)]
    fn decide(&mut self) -> L::Decision {
        (self.f, self.g) = (self.f.opaque(), self.g.opaque());
        // The sign bit of -delta, if delta is positive.
        let positive = -self.delta >> 63;
        let swap = positive & -self.g.constant_is_nonzero();
        self.delta = (self.delta ^ swap) - swap + 1;
        let decision = L::decide(&self.f, &self.g, positive);
        L::step(&decision, &mut self.f, &mut self.g);
        decision
    }
}

/// Runs the block with `$turn` = 0, 1, …, W - 1, as straight-line code: which vectors meet depends on the turn, and a loop
/// would not be unrolled.
macro_rules! in_turn {
    ($turn:ident < $width:ident, $body:block) => {
        in_turn!(@ $turn, $width, $body, 0 1 2 3 4 5)
    };
    (@ $turn:ident, $width:ident, $body:block, $($value:literal)*) => {
        $(if $value < $width {
            let $turn: usize = $value;
            $body
        })*
    };
}

fn solve<S: Machine, D: Bitsliced<S>, const W: usize>(simd: S, problem: Problem<'_>) -> u16 {
    simd.vectorize(
        #[inline(always)]
        || solve_with::<S, D, W>(simd, problem),
    )
}

#[inline(always)]
fn solve_with<S: Machine, D: Bitsliced<S>, const W: usize>(simd: S, Problem { f, g, result }: Problem<'_>) -> u16 {
    let p = g.len();
    let steps = (2 * p - 1).next_multiple_of(W);
    let extra = steps - (2 * p - 1);
    assert!(p + 1 + extra <= 64 * W * S::Bits::WORDS, "the planes hold p + 1 + extra coefficients");

    let (mut f, mut g) = (D::pack(simd, f), D::pack(simd, g));
    // From the top down: x^k of v and r in place p + extra - k.
    let (mut v, mut r) = (D::pack(simd, &[]), D::power(simd, p + extra));
    let block = const { D::KNOWN };
    let mut decisions = [<D::LowCoefficients as LowCoefficients>::Decision::default(); STEPS_AHEAD];
    let mut deltas = [1; STEPS_AHEAD];
    let mut decider = Decider { delta: 1, f: f.low(), g: g.low() };
    for (decision, delta) in decisions.iter_mut().zip(&mut deltas).take(block) {
        (*decision, *delta) = (decider.decide(), decider.delta);
    }
    let (mut left, mut delta) = (steps, 1);
    while left > 0 {
        let taken = left.min(block);
        left -= taken;
        delta = deltas[taken - 1];
        for start in (0..taken).step_by(W) {
            in_turn!(turn < W, {
                D::apply(simd, &decisions[start + turn], &mut f, &mut g, [0, turn]);
                g.lower(turn);
            });
        }
        // The next decisions wait for one another. They are made beside the work on v and r, which fills the time: a block of them,
        // even if less is left, as there is no time for a branch.
        (decider.f, decider.g) = (f.low().opaque(), g.low().opaque());
        for start in (0..taken).step_by(W) {
            in_turn!(turn < W, {
                D::apply(simd, &decisions[start + turn], &mut v, &mut r, [turn, 0]);
                v.lower(turn);
                decisions[start + turn] = decider.decide();
                deltas[start + turn] = decider.delta;
            });
        }
    }

    // v / (x^(1 + extra) f): x^(p + extra - i) of v belongs to x^i, which is place i.
    v.unpack(result, &f);
    decisions.fill(Default::default());
    deltas.fill(0);
    optimization_barrier(&(decisions, deltas));
    let excess = delta - extra as i64;
    !((excess | -excess) >> 63) as u16
}
