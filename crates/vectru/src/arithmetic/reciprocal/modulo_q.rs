//! Reciprocals in the field Z_q[x]/(F), F = x^p - x - 1, in constant time, by division steps that jump.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 3 to 7.
//! Let f and g be F and the input H with their coefficients reversed, so that f(0) is not zero, and let delta = 1. A division
//! step takes
//!
//! ```text
//! swap if delta > 0 and g(0) is not 0
//! (delta, f, g) <- (1 + (swap ? -delta : delta),   swap ? g : f,   (f(0) g - g(0) f) / x)
//! ```
//!
//! up to a factor of g, which does not matter. After 2p - 1 steps g = 0, and f is a constant (if H is invertible; in a field
//! all but 0 are). Beside them v and r start from 0 and 1 and follow, `(v, r) <- (x (swap ? r : v), f(0) r - g(0) v)`, so that after N
//! steps `x^N f = v g_0` and `x^N g = r g_0` modulo f_0.
//!
//! Reversed polynomials. With `f' = x^(p-1) f(1/x)`, g' likewise, and `V = x^N v(1/x)`, `R = x^N r(1/x)`, a step is the same for both pairs:
//!
//! ```text
//! (a, b) <- (swap ? b : a,   x (f(0) b - g(0) a)),       (a, b) = (f', g'), (V, R)
//! ```
//!
//! where f(0) and g(0) are the coefficients of x^(p-1) in f' and g', and what is said of N steps becomes `f' = V H`, `g' = R H` in
//! Z_q[x]/(F). So V and R are all that must be known: from them products in the ring give f' and g'. (Only where no step has swapped yet
//! is f of degree p, and f' not a polynomial: then V = 0, f = f_0.) At the end `V H = f(0) x^(p-1)`.
//!
//! Jumps. The next n steps depend on n coefficients of f' and g' alone, the highest. They are a matrix ((U, V), (Q, R)) of polynomials of degree at most n;
//! its product with (V, R) so far is the next (V, R). A jump takes n steps, one after the other, on that much, and not on p coefficients; it is
//! followed by products in the ring, for the matrix and for the next f' and g'. In four jumps, n is p/2.
//!
//! The input is `H = 3 x^(p-1) G = 3 (G / x + G)`, so that V / f(0) is the reciprocal of 3 G. Steps beyond the last one change nothing but g.
//!
//! In memory, after k of n steps, V has grown to k + 1 coefficients, and k of those of f' have lost their use: so f' and V share n + 1 places,
//! V the last k + 1, and g' and R likewise. What becomes of g(0), which is 0, is the constant coefficient of R. Steps move a one place down
//! and leave b, in place of multiplying it by x.
//!
//! Two steps go over the memory at once: with B = f(0) b - g(0) a and A = (swap ? b : a) / x, of the first step,
//!
//! ```text
//! a <- (second swap ? B : A) / x,   b <- f(0) B - g(0) A,   f(0) and g(0) those of the second step
//! ```
//!
//! The constants of the second step come from scalar arithmetic on the leading coefficients. Those of the next two steps come from one vector
//! that is computed ahead, so that they are there when the steps before are done.
//!
//! Without division a step is two products by constants a coefficient, and with the quotient g(0) / f(0) it would be one. But its inverse modulo q,
//! and not the vectors, is what steps as short as these would wait for.
//!
//! Bounds. A Barrett product by any constant of a coefficient of magnitude at most F has magnitude at most
//! `product(F) = (2^14 q + F q / 2) / 2^15` ([`barrett_bound`]), and a step makes sums of two. So all coefficients stay
//! below the F with F = 2 product(F), which is 5,338 for q = 4591 and 10,372 for q = 7879: nothing has to be reduced. A test runs two steps on
//! intervals, for every modulus and every shape of vectors.

use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{Constant, Modulus};
use vectru_polymul::multiplier::{Multiply, Prepared, inner_product, multiply_prepared};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{I16Vector, Machine, Shape, Simd, opaque};

use super::scalar::{inverse, reduce};
use crate::common::parts::Part;
use crate::common::secret::{Secret, Wipe};

/// How often steps jump. More jumps are shorter, and need more products.
const JUMPS: usize = 4;

/// Room below the coefficients, for what moves down: one place, and a vector keeps the others at cache lines.
const FRONT: usize = 32;
/// Room above them, from which zeros come.
const BEHIND: usize = 32;
/// Room for both, and for n + 2 coefficients in whole vectors between them.
const CAPACITY: usize = FRONT + 672 + BEHIND;

/// The reciprocal of 3 `g`, for g other than zero in a field. Coefficients are centred.
pub(crate) fn reciprocal_of_triple<R: Multiply>(g: &Polynomial<R>) -> Polynomial<R> {
    let _piece = Part::Inversion.begin();
    let steps = const { steps::<R>() };
    let h = Secret::new(dispatch::run(TripleOfTop(g)));
    let mut control = ControlWords::<R::Modulus>::new();
    // f' and V, g' and R.
    let mut shared = Secret::new(PolynomialPair::zero());
    // U and Q.
    let mut matrix = Secret::new(PolynomialPair::zero());

    // n < p - 1, so that f_0 is 1 as far as it matters.
    shared.begin(&Polynomial::<R>::zero(), &h, [0, 1], steps);
    shared.a[FRONT + steps - 1] = 1;
    dispatch::run(Jump { control: &mut control, steps, shared: &mut shared, matrix: None });
    let (mut v, mut r) = (polynomial::<R>(&shared.a), polynomial::<R>(&shared.b));
    let (mut by_v, mut by_r) = (Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO));
    for jump in 1..JUMPS {
        by_v.set(&v);
        by_r.set(&r);
        let f = Secret::new(multiply_prepared(&h, &by_v));
        let g = Secret::new(multiply_prepared(&h, &by_r));
        shared.begin(&f, &g, [0, 1], steps);
        // If no step has swapped, delta has counted them all, V is 0, and f is f_0.
        shared.a[FRONT + steps - 1] |= 1 & !nonzero(control.delta - 1 - (jump * steps) as i32);
        matrix.begin(&Polynomial::<R>::zero(), &Polynomial::zero(), [1, 0], steps);
        dispatch::run(Jump { control: &mut control, steps, shared: &mut shared, matrix: Some(&mut matrix) });

        let combine = |first: &[i16], second: &[i16]| {
            let (first, second) = (polynomial::<R>(first), polynomial::<R>(second));
            Secret::new(inner_product([&*first, &*second], [&*by_v, &*by_r]))
        };
        v = combine(&matrix.a, &shared.a);
        // The last R is 0.
        if jump + 1 < JUMPS {
            r = combine(&matrix.b, &shared.b);
        }
    }
    let scale = Constant::from_centred(inverse::<R::Modulus>(control.lowest) as i16);
    dispatch::run(Times(&v, scale))
}

/// n, an even number.
const fn steps<R: Ring>() -> usize {
    let steps = (2 * R::DEGREE - 1).div_ceil(JUMPS).next_multiple_of(2);
    assert!(steps < R::DEGREE - 1 && FRONT + (steps + 2).next_multiple_of(32) + BEHIND <= CAPACITY);
    steps
}

/// -1 if `value` is not zero, else 0.
fn nonzero(value: i32) -> i16 {
    ((value | -value) >> 31) as i16
}

/// The polynomials a and b. Vectors begin at cache lines.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct PolynomialPair {
    a: [i16; CAPACITY],
    b: [i16; CAPACITY],
}

impl PolynomialPair {
    const fn zero() -> Self {
        Self { a: [0; CAPACITY], b: [0; CAPACITY] }
    }

    /// Before a jump: the n highest coefficients of `a` and `b`, and behind them the constants that the others start from.
    fn begin<R: Ring>(&mut self, a: &Polynomial<R>, b: &Polynomial<R>, constants: [i16; 2], steps: usize) {
        for (places, polynomial, constant) in [(&mut self.a, a, constants[0]), (&mut self.b, b, constants[1])] {
            let (highest, rest) = places[FRONT..].split_at_mut(steps);
            highest.copy_from_slice(&polynomial.coefficients()[R::DEGREE - steps..]);
            rest.fill(0);
            rest[0] = constant;
        }
    }
}

/// What there is in some places after a jump.
fn polynomial<R: Ring>(places: &[i16]) -> Secret<Polynomial<R>> {
    Secret::new(dispatch::run(Centred::<R>(&places[FRONT..], PhantomData)))
}

impl Wipe for PolynomialPair {
    fn wipe(&mut self) {
        self.a.wipe();
        self.b.wipe();
    }
}

/// The task of multiplying by 3 x^(p-1).
struct TripleOfTop<'a, R: Ring>(&'a Polynomial<R>);

impl<R: Ring> Task for TripleOfTop<'_, R> {
    type Output = Polynomial<R>;
    fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
        const { assert!(matches!(R::TAIL, [(0, 1), (1, 1)]), "1 / x is x^(p-1) - 1") };
        let triple = const { Constant::<R::Modulus>::new(3) };
        let (input, top) = (self.0.coefficients(), R::DEGREE - 1);
        // G / x + G: x^i of G belongs to x^(i - 1) and x^i; x^0 of it to x^(p - 1), and to x^0 once less.
        let mut sums = Secret::new(Polynomial::<R>::zero());
        for i in 0..top {
            sums[i] = input[i] + input[i + 1];
        }
        (sums[0], sums[top]) = (input[1], input[top] + input[0]);
        Times(&sums, triple).run(simd)
    }
}

/// The task of multiplying coefficients of magnitude at most q by a constant.
struct Times<'a, R: Ring>(&'a Polynomial<R>, Constant<R::Modulus>);

impl<R: Ring> Task for Times<'_, R> {
    type Output = Polynomial<R>;
    fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
        map(simd, self.0.padded(), |vector| vector.barrett_multiply(self.1))
    }
}

/// The task of centring coefficients of magnitude at most F.
struct Centred<'a, R>(&'a [i16], PhantomData<R>);

impl<R: Ring> Task for Centred<'_, R> {
    type Output = Polynomial<R>;
    fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
        map(simd, self.0, |vector| vector.barrett_reduce::<R::Modulus>())
    }
}

/// The polynomial of the first coefficients that `reduce` makes less than q + q/2.
#[inline(always)]
fn map<S: Machine, R: Ring>(simd: S, source: &[i16], reduce: impl Fn(S::I16) -> S::I16) -> Polynomial<R> {
    simd.vectorize(
        #[inline(always)]
        || {
            let mut result = Polynomial::zero();
            let lanes = <S::Shape as Shape>::LANES;
            for (source, target) in source.chunks_exact(lanes).zip(result.padded_mut().chunks_exact_mut(lanes)) {
                simd.store(reduce(simd.load(source)).centre::<R::Modulus>(), target);
            }
            result
        },
    )
}

/// The task of taking n steps.
pub(super) struct Jump<'a, M> {
    control: &'a mut ControlWords<M>,
    steps: usize,
    shared: &'a mut PolynomialPair,
    matrix: Option<&'a mut PolynomialPair>,
}

impl<M: Modulus> Task for Jump<'_, M> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        simd.vectorize(
            #[inline(always)]
            || jump_with(simd, self),
        );
    }
}

#[inline(always)]
fn jump_with<S: Machine, M: Modulus>(simd: S, Jump { control, steps, shared, mut matrix }: Jump<'_, M>) {
    let leading = |places: &[i16; CAPACITY]| [places[FRONT + steps - 1], places[FRONT + steps - 2]];
    let mut choices = control.decide(leading(&shared.a), leading(&shared.b));
    for taken in (0..steps - 2).step_by(2) {
        // Of the four leading coefficients now, two are there after two steps.
        let start = FRONT + steps - 4 - taken;
        let [a, b] = two_steps_of_vectors(simd, choices, &shared.a[start..], &shared.b[start..]);
        let mut stored = [[0; 32]; 2];
        simd.store(a, &mut stored[0]);
        simd.store(b, &mut stored[1]);
        let next = control.decide([stored[0][2], stored[0][1]], [stored[1][1], stored[1][0]]);
        take(simd, choices, shared, matrix.as_deref_mut(), [steps, taken]);
        choices = next;
    }
    take(simd, choices, shared, matrix, [steps, steps - 2]);
}

/// Two steps on everything, after `taken` of all `steps`.
#[inline(always)]
fn take<S: Machine, M: Modulus>(
    simd: S,
    choices: Choices<M>,
    shared: &mut PolynomialPair,
    matrix: Option<&mut PolynomialPair>,
    [steps, taken]: [usize; 2],
) {
    let lanes = <S::Shape as Shape>::LANES;
    let end = FRONT + (steps + 2).next_multiple_of(lanes);
    two_steps(simd, choices, &mut shared.a[FRONT - 1..=end], &mut shared.b[FRONT - 1..=end]);
    if let Some(matrix) = matrix {
        let start = FRONT + (steps - 1 - taken) / lanes * lanes;
        two_steps(simd, choices, &mut matrix.a[start - 1..=end], &mut matrix.b[start - 1..=end]);
    }
}

/// What decides the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlWords<M> {
    delta: i32,
    /// f(0), centred.
    lowest: i32,
    modulus: PhantomData<M>,
}

/// How a step goes.
#[derive(Clone, Copy, Debug)]
struct Choice<M> {
    /// Whether f and g change places: -1, else 0.
    swap: i16,
    /// f(0).
    keep: Constant<M>,
    /// -g(0).
    subtract: Constant<M>,
}

/// How two steps go. In an array they would be in memory, where vectors of constants wait for all that was stored before.
#[derive(Clone, Copy, Debug)]
struct Choices<M> {
    first: Choice<M>,
    second: Choice<M>,
}

impl<M: Modulus> ControlWords<M> {
    /// Before the first steps.
    const fn new() -> Self {
        Self { delta: 1, lowest: 1, modulus: PhantomData }
    }

    /// Decides two steps, given the coefficients of x^0 and x^1 in f and g.
    #[inline(always)]
    fn decide(&mut self, f: [i16; 2], g: [i16; 2]) -> Choices<M> {
        let [f_0, g_0] = [f[0], g[0]].map(|value| reduce::<M>(value as i32));
        // Two products of at most q / 2 and F.
        const { assert!(M::Q as i64 * largest::<M>() < 1 << 28) };
        let next = reduce::<M>(f_0 * g[1] as i32 - g_0 * f[1] as i32);
        self.lowest = f_0;
        let first = self.choose(g_0);
        let second = self.choose(next);
        Choices { first, second }
    }

    /// The step for g(0) = `g`.
    #[inline(always)]
    fn choose(&mut self, g: i32) -> Choice<M> {
        let f = self.lowest;
        // The sign bits: of g or -g, if it is not zero; of -delta, if delta is positive. A compiler that knew that it is one of two values would make
        // loops of its own for each.
        let swap = opaque((((g | -g) & -self.delta) >> 31) as u64) as i32;
        self.delta = (self.delta ^ swap) - swap + 1;
        self.lowest ^= swap & (f ^ g);
        Choice {
            swap: swap as i16,
            keep: Constant::from_centred(f as i16),
            subtract: Constant::from_centred(-g as i16),
        }
    }
}

/// Two steps on a pair (a, b). Both slices have one place in front of whole vectors, and one behind. The last two places of a stay.
#[inline(always)]
fn two_steps<S: Simd, M: Modulus>(
    simd: S,
    choices: Choices<M>,
    mut a: &mut [S::Coefficient],
    mut b: &mut [S::Coefficient],
) {
    let lanes = <S::Shape as Shape>::LANES;
    while a.len() > lanes + 1 && b.len() > lanes + 1 {
        let [lowered, second] = two_steps_of_vectors(simd, choices, &a[1..], &b[1..]);
        simd.store(lowered, a);
        simd.store(second, &mut b[1..]);
        (a, b) = (&mut a[lanes..], &mut b[lanes..]);
    }
}

/// Two steps on a vector of b, and one of a, which belongs one place down.
#[inline(always)]
fn two_steps_of_vectors<S: Simd, M: Modulus>(
    simd: S,
    choices: Choices<M>,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
) -> [S::I16; 2] {
    let Choices { first, second } = choices;
    let selected = S::I16::select(simd.splat(first.swap), simd.load(&b[1..]), simd.load(&a[1..]));
    let sum = S::I16::inner_product([Some(simd.load(b)), Some(simd.load(a))], &[first.keep, first.subtract]);
    let result = S::I16::inner_product([Some(sum), Some(selected)], &[second.keep, second.subtract]);
    [S::I16::select(simd.splat(second.swap), sum, selected), result]
}

/// F: the least fixed point of F = 2 [`product`] (F), which iteration from below approaches.
const fn largest<M: Modulus>() -> i64 {
    let mut largest = 0;
    while largest != 2 * product::<M>(largest) {
        largest = 2 * product::<M>(largest);
        assert!(largest <= i16::MAX as i64, "a sum of two products fits into 16 bits");
    }
    largest
}

/// [`barrett_bound`](vectru_polymul::modular::barrett_bound) over all constants: the error of a rounded quotient is at most q / 2.
const fn product<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 14) + (magnitude * q + 1) / 2) >> 15
}

#[cfg(test)]
mod tests;
