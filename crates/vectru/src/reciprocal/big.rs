//! Reciprocals in the field Z_q[x]/(x^p - x - 1), in constant time, by division steps.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7.
//! Let f and g be x^p - x - 1 and the input with their coefficients reversed, so that f(0) is not zero, and let
//! delta = 1. A division step takes
//!
//! ```text
//! c = g(0) / f(0);   swap if delta > 0 and g(0) is not 0
//! (delta, f, g) <- (1 + (swap ? -delta : delta),   swap ? g : f,   (g - c f) / x)
//! ```
//!
//! After 2p - 1 steps g = 0, and f is a constant (if the input is invertible; in a field all but 0 are). Beside them
//! v and r start from 0 and 1 and follow, `(v, r) <- (x (swap ? r : v), r - c v)`, so that after n steps
//! `x^n f = v g_0` and `x^n g = r g_0` modulo f_0. At the end `x^(2p-1) f = v g_0`, where v is x times a polynomial
//! of degree below p: reversed, `v / (x f)` is the reciprocal.
//!
//! What differs from the paper: its steps are free of division, `g <- (f(0) g - g(0) f) / x`, two products by
//! constants a coefficient. With the quotient c there is one. The price is an inverse modulo q a step; but the next
//! f(0) is this f(0) or this g(0), so its inverse can be computed a step ahead, in the shadow of the vectors.
//!
//! Two steps go over the memory at once: with G = g - c f and W = (swap ? g : f), of the first step,
//!
//! ```text
//! x f <- x (second swap ? G / x : W),   x g <- G / x - (second c) W
//! ```
//!
//! where dividing by x is a load one place further up; likewise r and x W take the places of G / x and W for v and r.
//! The constants of the second step come from scalar arithmetic on the lowest coefficients, those of the next two
//! steps from the first vector of these.
//!
//! One more step than needed makes the number of steps even: it multiplies v by x, and changes nothing else.
//!
//! Sizes. Only the low 2p - n coefficients of f and g matter to the rest after n steps, and v and r have degree
//! at most n and at most p + 1 (deg v + deg r <= n, and an invertible input ends with v of degree p after 2p - 1
//! steps; section 6 of the paper), so steps work on that much only. v and r are stored from the top down:
//! multiplying by x then moves v as dividing by x moves g, one place down, and the result lies in order.
//!
//! Bounds. A Barrett product by c of a coefficient of magnitude at most F has magnitude at most
//! `product(F) = (2^14 q + F q / 2) / 2^15`, whatever c is ([`barrett_bound`]). So a step adds at most product(F) to
//! g and r, and every [`period`]-th pair of steps reduces them. f and v are earlier g and r, so that F bounds all of
//! them; `period` is the longest for which nothing leaves 16 bits: 3 for q = 4591, 1 for q = 7879. A test runs a period
//! on intervals, for every modulus and every shape of vectors.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{Constant, Modulus, barrett_bound, centred, inverse};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{I16Vector, Machine, Shape, Simd};

use super::scalar::{Inversion, reduce};
use crate::secret::Wipe;

/// Room below the coefficients, for what division by x drops: a vector.
const FRONT: usize = 32;
/// Room above them, from which zeros come: one is needed, and more keeps the polynomials at cache lines.
const BEHIND: usize = 32;
/// Room for both, and for the coefficients of x^0 to x^(p + 1) in whole vectors between them.
const CAPACITY: usize = FRONT + 1280 + BEHIND;

/// The reciprocal of 3 `f`, for f other than zero in a field. Coefficients are centred.
pub(crate) fn reciprocal_of_triple<R: Ring>(f: &Polynomial<R>) -> Polynomial<R> {
    dispatch::run(ReciprocalOfTriple(f))
}

/// The task of [`reciprocal_of_triple`].
#[derive(Debug)]
pub(super) struct ReciprocalOfTriple<'a, R: Ring>(pub(super) &'a Polynomial<R>);

impl<R: Ring> Task for ReciprocalOfTriple<'_, R> {
    type Output = Polynomial<R>;
    fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
        simd.vectorize(
            #[inline(always)]
            || reciprocal_of_triple_with(simd, self.0),
        )
    }
}

#[inline(always)]
fn reciprocal_of_triple_with<S: Machine, R: Ring>(simd: S, input: &Polynomial<R>) -> Polynomial<R> {
    let lanes = <S::Shape as Shape>::LANES;
    let p = R::DEGREE;
    let padded = (p + 2).next_multiple_of(lanes);
    const { assert!(FRONT + R::DEGREE + 2 < CAPACITY - BEHIND && R::DEGREE > 2 * FRONT) };
    let mut memory = Memory { f: [0; CAPACITY], g: [0; CAPACITY], v: [0; CAPACITY], r: [0; CAPACITY] };
    let Memory { f, g, v, r } = &mut memory;

    // f_0 is the reverse of x^p - sum c x^k, and g_0 that of the input. The factor 3 goes into r_0.
    f[FRONT] = 1;
    for &(k, c) in R::TAIL {
        f[FRONT + p - k] = -c as i16;
    }
    for i in 0..p {
        g[FRONT + p - 1 - i] = input[i];
    }
    let top = FRONT + padded - 1;
    r[top] = const { centred(inverse(3, R::Modulus::Q as i64), R::Modulus::Q as i64) as i16 };

    let steps = 2 * p;
    let mut control = Control::<R::Modulus>::new(&f[FRONT..], &g[FRONT..]);
    let mut end = FRONT + padded;
    let mut phase = 0;
    for n in (0..steps).step_by(2) {
        let needed = FRONT + (steps - n).min(p + 2).next_multiple_of(lanes);
        let shrinks = needed < end;
        end = needed;
        let start = FRONT + (padded - 1).saturating_sub(n + 1) / lanes * lanes;
        let (f, g) = (&mut f[FRONT - 1..=end], &mut g[FRONT - 1..=end]);
        let (v, r) = (&mut v[start - 1..=top + 1], &mut r[start - 1..=top + 1]);
        phase += 1;
        if phase == const { period::<R::Modulus>() } {
            phase = 0;
            round::<S, R::Modulus, true>(simd, &mut control, [f, g, v, r]);
        } else {
            round::<S, R::Modulus, false>(simd, &mut control, [f, g, v, r]);
        }
        if n + 2 < steps {
            control.decide_second();
        }
        if shrinks {
            // From here on f and g are polynomials modulo x^end. No step lowers anything into the last place of g.
            let behind = g.len() - 1;
            (f[behind], g[behind], g[behind - 1]) = (0, 0, 0);
        }
    }

    // v / (x^2 f): x^(p + 1 - i) of v belongs to x^i. |v| <= F makes the products less than q + q / 2.
    let scale = Constant::<R::Modulus>::from_centred(control.inverse as i16);
    let mut result = Polynomial::zero();
    let source = &v[top - p - 1..];
    let target = result.padded_mut();
    let vectors = p / lanes * lanes;
    for i in (0..vectors).step_by(lanes) {
        let product = simd.load(&source[i..]).barrett_multiply(scale).centre::<R::Modulus>();
        simd.store(product, &mut target[i..]);
    }
    for i in vectors..p {
        target[i] = reduce::<R::Modulus>(source[i] as i32 * control.inverse) as i16;
    }
    [f, g, v, r].into_iter().for_each(Wipe::wipe);
    result
}

/// The four polynomials. Vectors begin at cache lines.
#[derive(Debug)]
#[repr(C, align(64))]
struct Memory {
    f: [i16; CAPACITY],
    g: [i16; CAPACITY],
    v: [i16; CAPACITY],
    r: [i16; CAPACITY],
}

/// Two division steps on f, g and v, r, and the decision of the next one.
#[inline(always)]
fn round<S: Machine, M: Modulus, const REDUCE: bool>(simd: S, control: &mut Control<M>, [f, g, v, r]: [&mut [i16]; 4]) {
    let lanes = <S::Shape as Shape>::LANES;
    let choices = control.choices;
    let (mut f, mut g) = (f, g);
    {
        let (f, g) = (&mut f[..lanes + 2], &mut g[..lanes + 2]);
        two_steps::<S, M, REDUCE>(simd, choices, f, g, Lowered::Second, || ());
    }
    control.decide_first(&f[1..], &g[1..]);
    (f, g) = (&mut f[lanes..], &mut g[lanes..]);
    let mut inversions = control.inversions;
    let mut background = || inversions.iter_mut().for_each(Inversion::advance);
    two_steps::<S, M, REDUCE>(simd, choices, f, g, Lowered::Second, &mut background);
    two_steps::<S, M, REDUCE>(simd, choices, v, r, Lowered::First, &mut background);
    control.inversions = inversions;
}

/// What decides the steps, two at a time.
#[derive(Clone, Copy, Debug)]
struct Control<M> {
    /// Before the step that was decided last: delta, the inverse of f(0), and g(0).
    delta: i32,
    inverse: i32,
    lowest: i32,
    /// The two steps to take.
    choices: [Choice; 2],
    /// The inverses of g(0) before each of both steps, under way: if the step swaps, that of f(0) after it.
    inversions: [Inversion<M>; 2],
}

/// How a step goes: whether f and g change places (-1, else 0), and -c.
#[derive(Clone, Copy, Debug)]
struct Choice {
    swap: i16,
    factor: i16,
}

impl<M: Modulus> Control<M> {
    /// Before the first steps: delta = 1, f(0) = 1.
    #[inline(always)]
    fn new(f: &[i16], g: &[i16]) -> Self {
        // As if a step without a swap had come before.
        let choices = [Choice { swap: 0, factor: 0 }; 2];
        let mut control = Self { delta: 0, inverse: 1, lowest: 0, choices, inversions: [Inversion::new(0); 2] };
        control.decide_first(f, g);
        control.decide_second();
        control
    }

    /// Decides the first of the next two steps, given the lowest coefficients after the last two.
    #[inline(always)]
    fn decide_first(&mut self, f: &[i16], g: &[i16]) {
        self.pass(1);
        self.choices[0] = self.choose(g[0] as i32);
        // |factor f| < 2^27. This is g(0) after that step.
        self.lowest = reduce::<M>(g[1] as i32 + self.choices[0].factor as i32 * f[1] as i32);
        self.inversions = [Inversion::new(reduce::<M>(g[0] as i32)), Inversion::new(self.lowest)];
    }

    /// Decides the second.
    #[inline(always)]
    fn decide_second(&mut self) {
        self.pass(0);
        self.choices[1] = self.choose(self.lowest);
    }

    /// What a step does to delta and the inverse of f(0).
    #[inline(always)]
    fn pass(&mut self, step: usize) {
        let swap = self.choices[step].swap as i32;
        self.inverse ^= swap & (self.inverse ^ self.inversions[step].finish());
        self.delta = (self.delta ^ swap) - swap + 1;
    }

    /// The step for this delta, f(0), and `g` for g(0).
    #[inline(always)]
    fn choose(&self, g: i32) -> Choice {
        // |g| < 2^15 and |inverse| < 2^12.
        let factor = -reduce::<M>(g * self.inverse);
        // The sign bits: of factor or -factor, if it is not zero; of -delta, if delta is positive.
        let swap = ((factor | -factor) & -self.delta) >> 31;
        Choice { swap: swap as i16, factor: factor as i16 }
    }
}

/// Which of the two results of a step moves one place down: g is divided by x, and v multiplied, but stored
/// from the top down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lowered {
    First,
    Second,
}

/// Two steps on a pair (a, b): `a <- swap ? b : a` and `b <- b + factor a`, one of them lowered by one place, twice.
///
/// Both slices have one place in front of whole vectors, and one behind. The last two places of the lowered slice
/// stay. Every 128 coefficients `background` is called: a little scalar work, as much as the processor's window can
/// overlap with the vectors around it.
#[inline(always)]
fn two_steps<S: Simd, M: Modulus, const REDUCE: bool>(
    simd: S,
    choices: [Choice; 2],
    mut a: &mut [S::Coefficient],
    mut b: &mut [S::Coefficient],
    lowered: Lowered,
    mut background: impl FnMut(),
) {
    let lanes = <S::Shape as Shape>::LANES;
    let masks = choices.map(|choice| simd.splat(choice.swap));
    let factors = choices.map(|choice| Constant::<M>::from_centred(choice.factor));
    // Where the results of the first step come from: the lowered one from one place further up.
    // Where those of the second go: the lowered one to one place further down.
    let (from_a, from_b, to_a, to_b) = match lowered {
        Lowered::First => (2, 1, 0, 1),
        Lowered::Second => (1, 2, 1, 0),
    };
    while a.len() > lanes + 1 && b.len() > lanes + 1 {
        let mut left = 128 / lanes;
        while a.len() > lanes + 1 && b.len() > lanes + 1 && left > 0 {
            let selected = S::I16::select(masks[0], simd.load(&b[from_a..]), simd.load(&a[from_a..]));
            let sum = simd.load(&b[from_b..]).barrett_multiply_add(simd.load(&a[from_b..]), factors[0]);
            let mut second = sum.barrett_multiply_add(selected, factors[1]);
            if REDUCE {
                second = second.barrett_reduce::<M>();
            }
            simd.store(S::I16::select(masks[1], sum, selected), &mut a[to_a..]);
            simd.store(second, &mut b[to_b..]);
            (a, b) = (&mut a[lanes..], &mut b[lanes..]);
            left -= 1;
        }
        background();
    }
}

/// The longest period of reductions, in pairs of steps, for which no coefficient leaves 16 bits.
const fn period<M: Modulus>() -> i64 {
    assert!(largest::<M>(2) <= i16::MAX as i64, "two steps fit into 16 bits");
    let mut pairs = 1;
    while largest::<M>(2 * pairs + 2) <= i16::MAX as i64 {
        pairs += 1;
    }
    pairs
}

/// A bound on all coefficients, also just before a reduction, if every `steps`-th step reduces.
const fn largest<M: Modulus>(steps: i64) -> i64 {
    let stored = stored::<M>(steps);
    stored + product::<M>(stored)
}

/// F, if every `steps`-th step reduces: F = [`reduced`] + (steps - 1) [`product`] (F).
///
/// The least F is a fixed point, which iteration from below approaches; beyond 16 bits it does not matter where it
/// stops.
const fn stored<M: Modulus>(steps: i64) -> i64 {
    let mut stored = 0;
    let mut before = -1;
    while stored != before && stored <= i16::MAX as i64 {
        before = stored;
        stored = reduced::<M>() + (steps - 1) * product::<M>(stored);
    }
    stored
}

/// A bound on what has just been reduced.
const fn reduced<M: Modulus>() -> i64 {
    barrett_bound::<M>(i16::MAX as i64, M::ONE)
}

/// [`barrett_bound`] over all constants: the error of a rounded quotient is at most q / 2.
const fn product<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 14) + (magnitude * q + 1) / 2) >> 15
}

#[cfg(test)]
mod tests;
