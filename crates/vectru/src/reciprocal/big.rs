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
//! constants a coefficient. With the quotient c there is one. The price is an inverse modulo q a step. That of the
//! next f(0) is computed while the vectors of this step are at work: it is the inverse of this f(0) or of this g(0).
//!
//! Sizes. Only the low 2p - 1 - n coefficients of f and g matter to the rest after n steps, and v and r have degree
//! at most min(n, p) (deg v + deg r = n and never more than p, for an invertible input: section 6 of the paper), so
//! steps work on that much only. v and r are stored from the top down: multiplying by x then moves v as
//! dividing by x moves g, one place down, and the result lies in order.
//!
//! Bounds. A Barrett product by c of a coefficient of magnitude at most F has magnitude at most
//! `product(F) = (2^14 q + F q / 2) / 2^15`, whatever c is ([`barrett_bound`]). So a step adds at most product(F) to
//! g and r, and every [`period`]-th step reduces them. f and v are earlier g and r, so that F bounds all of them;
//! `period` is the longest for which nothing leaves 16 bits: 6 for q = 4591, 3 for q = 7879.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{Constant, Modulus, barrett_bound, centred, inverse};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{I16Vector, Machine, Shape, Simd};

use super::scalar::{invert, reduce};
use crate::secret::Wipe;

/// Room below the coefficients, for what division by x drops: a vector.
const FRONT: usize = 32;
/// Room for the coefficients of x^0 to x^p, in whole vectors, behind the front.
const CAPACITY: usize = FRONT + 1280;

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
    let padded = (p + 1).next_multiple_of(lanes);
    const { assert!(R::DEGREE < CAPACITY - FRONT && R::DEGREE >= FRONT) };
    let (mut f, mut g, mut v, mut r) = ([0; CAPACITY], [0; CAPACITY], [0; CAPACITY], [0; CAPACITY]);

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

    let steps = 2 * p - 1;
    let mut control = Control::new();
    let mut end = FRONT + padded;
    let mut phase = 0;
    for n in 0..steps {
        let needed = FRONT + (steps - n).min(p + 1).next_multiple_of(lanes);
        let shrinks = needed < end;
        end = needed;
        let start = FRONT + (padded - 1).saturating_sub(n) / lanes * lanes;
        let choice = control.step::<R::Modulus>(g[FRONT]);
        phase += 1;
        if phase == const { period::<R::Modulus>() } {
            phase = 0;
            step::<S, R::Modulus, true>(simd, choice, &mut f[FRONT - 1..end], &mut g[FRONT - 1..end], Lowered::Second);
            step::<S, R::Modulus, true>(simd, choice, &mut v[start - 1..=top], &mut r[start - 1..=top], Lowered::First);
        } else {
            step::<S, R::Modulus, false>(simd, choice, &mut f[FRONT - 1..end], &mut g[FRONT - 1..end], Lowered::Second);
            step::<S, R::Modulus, false>(simd, choice, &mut v[start - 1..=top], &mut r[start - 1..=top], Lowered::First);
        }
        if shrinks {
            // No step lowers another coefficient into the last place, and none that matters ever comes from it.
            g[end - 1] = 0;
        }
    }

    // v / f: x^(p - i) of v belongs to x^i. |v| <= F gives less than q + q / 2.
    let scale = Constant::<R::Modulus>::from_centred(control.inverse as i16);
    let mut result = Polynomial::zero();
    let source = &v[top - p..];
    let target = result.padded_mut();
    let vectors = p / lanes * lanes;
    for i in (0..vectors).step_by(lanes) {
        let product = simd.load(&source[i..]).barrett_multiply(scale).centre::<R::Modulus>();
        simd.store(product, &mut target[i..]);
    }
    for i in vectors..p {
        target[i] = reduce::<R::Modulus>(source[i] as i32 * control.inverse) as i16;
    }
    [&mut f, &mut g, &mut v, &mut r].into_iter().for_each(Wipe::wipe);
    result
}

/// What decides a step: delta, and the inverse of f(0).
#[derive(Clone, Copy, Debug)]
struct Control {
    delta: i32,
    inverse: i32,
}

/// How a step goes: whether f and g change places (-1, else 0), and -c.
#[derive(Clone, Copy, Debug)]
struct Choice {
    swap: i16,
    factor: i16,
}

impl Control {
    /// delta = 1, f(0) = 1.
    const fn new() -> Self {
        Self { delta: 1, inverse: 1 }
    }

    /// Decides the step for g(0), and moves on.
    #[inline(always)]
    fn step<M: Modulus>(&mut self, g: i16) -> Choice {
        // |g| < 2^15 and |inverse| < 2^12.
        let factor = -reduce::<M>(g as i32 * self.inverse);
        // The sign bits: of factor or -factor, if it is not zero; of -delta, if delta is positive.
        let swap = ((factor | -factor) & -self.delta) >> 31;
        let inverse = invert::<M>(reduce::<M>(g as i32));
        self.inverse ^= swap & (self.inverse ^ inverse);
        self.delta = (self.delta ^ swap) - swap + 1;
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

/// One step on a pair (a, b): `a <- swap ? b : a` and `b <- b + factor a`, one of them lowered by one place.
///
/// Both slices have one place in front of whole vectors. The last place of the lowered slice stays.
#[inline(always)]
fn step<S: Simd, M: Modulus, const REDUCE: bool>(
    simd: S,
    choice: Choice,
    mut a: &mut [S::Coefficient],
    mut b: &mut [S::Coefficient],
    lowered: Lowered,
) {
    let lanes = <S::Shape as Shape>::LANES;
    let mask = simd.splat(choice.swap);
    let factor = Constant::<M>::from_centred(choice.factor);
    let (lower_a, lower_b) = match lowered {
        Lowered::First => (0, 1),
        Lowered::Second => (1, 0),
    };
    while a.len() > lanes && b.len() > lanes {
        let (first, second) = (simd.load(&a[1..]), simd.load(&b[1..]));
        let mut sum = second.barrett_multiply_add(first, factor);
        if REDUCE {
            sum = sum.barrett_reduce::<M>();
        }
        simd.store(S::I16::select(mask, second, first), &mut a[lower_a..]);
        simd.store(sum, &mut b[lower_b..]);
        (a, b) = (&mut a[lanes..], &mut b[lanes..]);
    }
}

/// The longest period of reductions for which no coefficient leaves 16 bits.
const fn period<M: Modulus>() -> i64 {
    let mut steps = 1;
    while largest::<M>(steps + 1) <= i16::MAX as i64 {
        steps += 1;
    }
    assert!(largest::<M>(steps) <= i16::MAX as i64);
    steps
}

/// A bound on all coefficients, also just before a reduction, if every `steps`-th step reduces.
///
/// F = reduced + (steps - 1) product(F) bounds what is stored, and F + product(F) what is reduced. The least F is a
/// fixed point, which iteration from below approaches; beyond 16 bits it does not matter where it stops.
const fn largest<M: Modulus>(steps: i64) -> i64 {
    let reduced = barrett_bound::<M>(i16::MAX as i32, M::ONE) as i64;
    let mut stored = 0;
    let mut before = -1;
    while stored != before && stored <= i16::MAX as i64 {
        before = stored;
        stored = reduced + (steps - 1) * product::<M>(stored);
    }
    stored + product::<M>(stored)
}

/// [`barrett_bound`] over all constants: the error of a rounded quotient is at most q / 2.
const fn product<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 14) + (magnitude * q + 1) / 2) >> 15
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::Q4591;

    #[test]
    fn reductions_are_rare_and_enough() {
        assert_eq!(period::<Q4591>(), 6);
        assert!(largest::<Q4591>(6) <= i16::MAX as i64);
        assert!(largest::<Q4591>(7) > i16::MAX as i64);
    }

    #[test]
    fn the_bound_of_products_covers_every_constant() {
        for value in -2295..=2295 {
            for magnitude in [0, 1, 2296, 9999, i16::MAX as i32] {
                let bound = barrett_bound(magnitude, Constant::<Q4591>::new(value)) as i64;
                assert!(bound <= product::<Q4591>(magnitude as i64));
            }
        }
    }
}
