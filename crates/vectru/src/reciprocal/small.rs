//! Reciprocals modulo 2 and modulo 3 in quotients of a ring, in constant time, by division steps on bit planes.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7, in the
//! form that [`big`](super::big) explains: f, g, v and r, of which v and r are stored from the top down, so that a step
//! moves g and v one place down. Modulo 2 and 3 the quotient `c = g(0) / f(0)` is the product g(0) f(0), as f(0) is its
//! own inverse.
//!
//! The steps are the same over both [fields](Field); how a coefficient is spread over [planes](plane::Plane), and how
//! coefficients are added, is not: [`two`] and [`three`].
//!
//! W steps in a row bring the vectors of a plane back to their places, so the number of steps is rounded up to a
//! multiple of W. A step more than needed multiplies v by x and adds 1 to delta, nothing else: g is 0 by then, whether the
//! input is invertible or not, and delta is twice the degree of the common divisor (section 6 of the paper), plus the
//! number of these steps.

use core::marker::PhantomData;

use vectru_polymul::dispatch::Task;
use vectru_polymul::ring::Polynomial;
use vectru_polymul::simd::{BitVector, Machine};

use super::quotient::Quotient;
use crate::secret::Secret;

mod plane;
mod three;
mod two;

pub(crate) use three::Three;
pub(crate) use two::Two;

/// The reciprocal of `g` in the quotient Q over the field F, and 0xffff if it has one, 0 if not. Coefficients are in
/// {-1, 0, 1} modulo 3. Modulo 2 those of `g` are any, and those of the reciprocal 0 and 1.
pub(crate) fn reciprocal<Q: Quotient, F: Field>(g: &Polynomial<Q::Ring>) -> (Polynomial<Q::Ring>, u16) {
    reciprocal_by::<Q>(g, F::solve)
}

/// [`reciprocal`], solved by `solve`.
pub(super) fn reciprocal_by<Q: Quotient>(
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
        // At most W - 1 steps more than 2p - 1, and one place more than the degree.
        let vectors = |count: usize| self.0.g.len() + count <= 64 * count * S::Bits::WORDS;
        match () {
            () if vectors(2) => solve::<S, F::Digits<S, 2>, 2>(simd, self.0),
            () if vectors(3) => solve::<S, F::Digits<S, 3>, 3>(simd, self.0),
            () if vectors(4) => solve::<S, F::Digits<S, 4>, 4>(simd, self.0),
            () if vectors(5) => solve::<S, F::Digits<S, 5>, 5>(simd, self.0),
            () => solve::<S, F::Digits<S, 6>, 6>(simd, self.0),
        }
    }
}

/// A field of two or three elements.
pub(crate) trait Field {
    /// A polynomial over it, in planes of W vectors.
    type Digits<S: Machine, const W: usize>: Digits<S>;

    /// Solves a problem on the chosen backend: whether there is a reciprocal, as a mask.
    fn solve(problem: Problem<'_>) -> u16;
}

/// A polynomial over a field, spread over bit planes.
pub(crate) trait Digits<S: Machine>: Copy {
    /// How a step goes, in every bit of a vector.
    type Choice;

    /// The polynomial whose coefficient at x^i is `coefficients[i]`.
    fn pack(simd: S, coefficients: &[i16]) -> Self;

    /// The polynomial x^`index`.
    fn power(simd: S, index: usize) -> Self;

    /// The coefficients from x^0 up, divided by the constant coefficient of `divisor`, which is not zero.
    fn unpack(&self, target: &mut [i16], divisor: &Self);

    /// Division by x of a polynomial without constant coefficient; whatever is there is dropped.
    fn lower(&mut self);

    /// 1 if the constant coefficient is not zero, else 0.
    fn constant_is_nonzero(&self) -> i64;

    /// The step for f and g, which may swap them if `allowed` is -1, and must not if it is 0.
    fn choose(simd: S, f: &Self, g: &Self, allowed: i64) -> Self::Choice;

    /// `a <- swap ? b : a` and `b <- b - c a`.
    fn apply(choice: &Self::Choice, a: &mut Self, b: &mut Self);
}

fn solve<S: Machine, D: Digits<S>, const W: usize>(simd: S, problem: Problem<'_>) -> u16 {
    simd.vectorize(
        #[inline(always)]
        || solve_with::<S, D, W>(simd, problem),
    )
}

#[inline(always)]
fn solve_with<S: Machine, D: Digits<S>, const W: usize>(simd: S, Problem { f, g, result }: Problem<'_>) -> u16 {
    let p = g.len();
    let rounds = (2 * p - 1).div_ceil(W);
    let extra = rounds * W - (2 * p - 1);
    assert!(p + 1 + extra <= 64 * W * S::Bits::WORDS, "the planes hold p + 1 + extra coefficients");

    // From the top down: x^k of v and r in place p + extra - k.
    let (v, r) = (D::pack(simd, &[]), D::power(simd, p + extra));
    let mut state = State { delta: 1, f: D::pack(simd, f), g: D::pack(simd, g), v, r };
    for _ in 0..rounds {
        // W copies of the step, between which vectors change names at no cost. A loop would not be unrolled.
        state.step(simd);
        state.step(simd);
        if W > 2 {
            state.step(simd);
        }
        if W > 3 {
            state.step(simd);
        }
        if W > 4 {
            state.step(simd);
        }
        if W > 5 {
            state.step(simd);
        }
    }
    let State { delta, f, v, .. } = state;

    // v / (x^(1 + extra) f): x^(p + extra - i) of v belongs to x^i, which is place i.
    v.unpack(result, &f);
    let excess = delta - extra as i64;
    !((excess | -excess) >> 63) as u16
}

/// What the steps transform.
struct State<D> {
    delta: i64,
    f: D,
    g: D,
    v: D,
    r: D,
}

impl<D> State<D> {
    #[inline(always)]
    fn step<S: Machine>(&mut self, simd: S)
    where
        D: Digits<S>,
    {
        // The sign bit of -delta, if delta is positive.
        let positive = -self.delta >> 63;
        let swap = positive & -self.g.constant_is_nonzero();
        self.delta = (self.delta ^ swap) - swap + 1;
        let choice = D::choose(simd, &self.f, &self.g, positive);
        D::apply(&choice, &mut self.f, &mut self.g);
        D::apply(&choice, &mut self.v, &mut self.r);
        self.g.lower();
        self.v.lower();
    }
}
