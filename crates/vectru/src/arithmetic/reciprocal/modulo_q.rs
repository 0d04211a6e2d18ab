//! Reciprocals in the field `R_q = Z_q[x]/(F)`, F = x^p - x - 1, in constant time, by division
//! steps that jump: `[BY19]`, sections 3 to 7.
//!
//! # Division steps
//!
//! Let f be F and g the input H, both with their coefficients reversed, so that f(0) is not 0, and
//! let delta = 1. Up to a factor of g, which does not matter, a division step is
//!
//! ```text
//! swap if delta > 0 and g(0) is not 0
//! (delta, f, g) <- (1 + (swap ? -delta : delta),   swap ? g : f,   (f(0) g - g(0) f) / x)
//! ```
//!
//! If H is invertible, as every element of a field but 0 is, then after 2p - 1 steps g = 0 and f is
//! a constant. Let v and r start from 0 and 1 and follow the steps by
//! `(v, r) <- (x (swap ? r : v), f(0) r - g(0) v)`. Let f_0 and g_0 be the f and g of the
//! beginning. Then after N steps `x^N f = v g_0` and `x^N g = r g_0` modulo f_0.
//!
//! # Reversed polynomials
//!
//! Let `f' = x^(p-1) f(1/x)` and `V = x^N v(1/x)`, and define g' and R likewise. A step is the same
//! for both pairs:
//!
//! ```text
//! (a, b) <- (swap ? b : a,   x (f(0) b - g(0) a))      for (a, b) = (f', g') and (a, b) = (V, R)
//! ```
//!
//! Here f(0) and g(0) are the coefficients of x^(p-1) in f' and g', and after N steps `f' = V H`
//! and `g' = R H` in R_q. So V and R suffice: products in the ring give f' and g'. There is one
//! exception. Before the first swap f has degree p and f' is not a polynomial; then V = 0 and
//! f = f_0. At the end `V H = f(0) x^(p-1)`.
//!
//! The input is `H = 3 x^(p-1) G = 3 (G / x + G)`, so that V / f(0) is the reciprocal of 3 G. Steps
//! after the last one that is needed do not change V and f(0).
//!
//! # Jumps
//!
//! The next n steps depend on delta and the n highest coefficients of f' and g' alone. They are a
//! matrix ((U, V), (Q, R)) of polynomials of degree at most n, and its product with the previous
//! (V, R) is the next (V, R). The n steps of a jump work on n coefficients instead of p. Products
//! in the ring by the matrix, and then by H, follow it. The first jump needs no matrix, as (V, R)
//! is (0, 1) before it. It takes 1.5 times as many steps as each of the others: with four jumps
//! these are about 2p/3 and 4p/9.
//!
//! # Memory
//!
//! After k of n steps V has k + 1 coefficients, and k of the n coefficients of f' are not needed
//! any more. Hence f' and V share n + 1 places, of which V has the last k + 1; so do g' and R.
//! Instead of moving b up, a step moves a down by one place. The highest coefficient of g', g(0),
//! becomes 0, which is the constant coefficient of the new R.
//!
//! # Two steps at once
//!
//! One pass over the memory performs two steps. Let f_0 and g_0 be f(0) and g(0) in the first step,
//! f_1 and g_1 be f(0) and g(0) in the second, `A = (first swap ? b : a) / x` and
//! `B = f_0 b - g_0 a`. Then
//!
//! ```text
//! a <- (second swap ? B : A) / x,   b <- f_1 B - g_1 A = f_1 f_0 b - f_1 g_0 a - g_1 A
//! ```
//!
//! which is one sum of three products, if B itself is not needed. A step adds 1 to delta, or
//! subtracts delta from 1, so that the parity of delta changes with every step, and every pass
//! starts with an odd delta. There are three cases:
//!
//! | first step | | second step |
//! | --- | --- | --- |
//! | delta > 0, g_0 is not 0 | swaps, and makes delta <= 0 | does not swap |
//! | delta > 0, g_0 = 0 | does not swap, B = f_0 b | may swap |
//! | delta <= -1 | does not swap, and makes delta <= 0 | does not swap |
//!
//! Hence a second swap uses b instead of B. That divides a, which is f' and V, by f_0, which does
//! not matter.
//!
//! The constants come from scalar arithmetic on the highest coefficients. For the next two steps
//! one vector is computed ahead, so that their constants are known when the pass ends.
//!
//! Normalised steps, `b <- b - (g(0) / f(0)) a`, would need two products and a reduction of b
//! instead of three products, but also an inverse modulo q in each pass, which does not pay: see
//! docs/research/reciprocals.md.
//!
//! # Bounds
//!
//! A Barrett product by any constant of a coefficient of magnitude at most B has magnitude at most
//! `product(B) = (2^14 q + B q / 2) / 2^15`
//! ([`barrett_bound`](vectru_polymul::modular::barrett_bound)), and two steps add three such
//! products. Hence all coefficients stay within the B with B = 3 product(B), which is 8,718 for q =
//! 4591 and 18,483 for q = 7879, and need no reduction. A test proves it for two steps, for
//! every modulus and every shape of vectors.

use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{Constant, Modulus};
use vectru_polymul::multiplier::{Multiply, Prepared, inner_product_into, multiply_prepared_into};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{I16Vector, Machine, Simd, halves, opaque};

use self::interleaved::Interleaved;
use super::LONG_PRODUCTS;
use super::scalar::{inverse, reduce};
use crate::common::parts::Part;
use crate::common::secret::{Secret, Wipe};
use crate::common::set::Set;
use crate::common::table::Parameters;

mod interleaved;

/// Returns the number of jumps. More jumps are shorter, and need more products in the ring: for
/// p = 653 three are faster than four.
const fn jumps(p: usize) -> usize {
    if p < 700 { 3 } else { 4 }
}

/// The number of places below the coefficients. Coefficients move down by one place; the others
/// align vectors to cache lines.
const FRONT: usize = 32;
/// The number of places above the coefficients, from which zeros move down.
const BEHIND: usize = 32;
/// The number of places of a polynomial, for the longest jump of the sets that are compiled.
const CAPACITY: usize = {
    let (mut longest, mut index) = (0, 0);
    while index < Set::ALL.len() {
        if let Parameters::Streamlined { p, .. } | Parameters::Ntrulpr { p, .. } = Set::ALL[index].parameters() {
            let [first, _] = steps(p);
            longest = if first > longest { first } else { longest };
        }
        index += 1;
    }
    places(longest)
};

/// Returns the number of places for a jump of n steps: the places in front and behind, and whole
/// vectors for n + 2 coefficients between them.
const fn places(steps: usize) -> usize {
    FRONT + (steps + 2).next_multiple_of(32) + BEHIND
}

/// Writes the reciprocal of 3 `g` in the field, with centred coefficients. Requires that `g` is not
/// 0.
pub(crate) fn reciprocal_of_triple_in<R: Multiply>(g: &Polynomial<R>, result: &mut Polynomial<R>) {
    if const { halves::PREFERRED } {
        reciprocal_of_triple::<R, Interleaved>(g, result);
    } else {
        reciprocal_of_triple::<R, PolynomialPair>(g, result);
    }
}

/// Writes the reciprocal as [`reciprocal_of_triple_in`] does where halves are preferred.
#[cfg(test)]
pub(super) fn reciprocal_of_triple_in_halves<R: Multiply>(g: &Polynomial<R>, result: &mut Polynomial<R>) {
    reciprocal_of_triple::<R, Interleaved>(g, result);
}

/// Memory for two polynomials a and b in which division steps are performed.
pub(super) trait Places: Wipe {
    /// Places of zeros.
    const ZERO: Self;

    /// Prepares a jump: stores the n highest coefficients of `a` and `b`, and behind them the
    /// constant polynomials from which the matrix starts.
    fn begin<R: Ring>(&mut self, a: &Polynomial<R>, b: &Polynomial<R>, constants: [i16; 2], steps: usize);

    /// Sets `bits` in the highest of `steps` coefficients of a.
    fn set_highest(&mut self, bits: i16, steps: usize);

    /// Performs `steps` steps on `shared`, and on the matrix, if there is one.
    fn jump<M: Modulus>(control: &mut ControlWords<M>, steps: usize, shared: &mut Self, matrix: Option<&mut Self>);

    /// Writes the polynomial a after a jump, centred.
    fn write_a<R: Ring>(&self, target: &mut Polynomial<R>);

    /// Writes the polynomial b after a jump, centred.
    fn write_b<R: Ring>(&self, target: &mut Polynomial<R>);
}

/// Writes the reciprocal of 3 `g` in the field, with centred coefficients, to `v`. Requires that
/// `g` is not 0.
///
/// Key generation takes its most stack here. Hence polynomials are written where they stay, and
/// share memory if one ends before another begins.
fn reciprocal_of_triple<R: Multiply, P: Places>(g: &Polynomial<R>, v: &mut Polynomial<R>) {
    let _piece = Part::Inversion.begin();
    let jumps = const { jumps(R::DEGREE) };
    const { assert!(places(steps(R::DEGREE)[0]) <= CAPACITY) };
    // The numbers of steps of the first jump and of each other.
    let [first, steps] = const { steps(R::DEGREE) };
    let mut h = Secret::new(Polynomial::zero());
    dispatch::run(TripleOfTop(g, &mut h));
    let mut control = ControlWords::<R::Modulus>::new();
    // f' and V in a, g' and R in b.
    let mut shared = Secret::new(P::ZERO);
    // U in a, Q in b.
    let mut matrix = Secret::new(P::ZERO);

    // As n < p - 1, the highest coefficients of f_0 are 1, 0, …, 0.
    shared.begin(&Polynomial::<R>::zero(), &h, [0, 1], first);
    shared.set_highest(1, first);
    P::jump(&mut control, first, &mut shared, None);
    let mut r = Secret::new(Polynomial::zero());
    shared.write_a(v);
    shared.write_b(&mut r);
    let (mut by_v, mut by_r) = (Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO));
    // f' and g', then a row of the matrix.
    let mut first_operand = Secret::new(Polynomial::zero());
    let mut second_operand = Secret::new(Polynomial::zero());
    for jump in 1..jumps {
        by_v.set(v);
        by_r.set(&r);
        multiply_prepared_into(&h, &by_v, &mut first_operand);
        multiply_prepared_into(&h, &by_r, &mut second_operand);
        shared.begin(&first_operand, &second_operand, [0, 1], steps);
        // If no step has swapped, delta has counted all steps, V is 0, and f is f_0.
        shared.set_highest(1 & !nonzero(control.delta - 1 - (first + (jump - 1) * steps) as i32), steps);
        matrix.begin(&Polynomial::<R>::zero(), &Polynomial::zero(), [1, 0], steps);
        P::jump(&mut control, steps, &mut shared, Some(&mut matrix));

        matrix.write_a(&mut first_operand);
        shared.write_a(&mut second_operand);
        inner_product_into([&*first_operand, &*second_operand], [&*by_v, &*by_r], v);
        // The last R is 0 and not needed.
        if jump + 1 < jumps {
            matrix.write_b(&mut first_operand);
            shared.write_b(&mut second_operand);
            inner_product_into([&*first_operand, &*second_operand], [&*by_v, &*by_r], &mut r);
        }
    }
    let scale = inverse::<R::Modulus>(reduce::<R::Modulus>(control.lowest));
    if const { LONG_PRODUCTS } {
        dispatch::run(Times(v, Constant::from_centred(scale as i16)));
    } else {
        for coefficient in v.coefficients_mut() {
            *coefficient = reduce::<R::Modulus>(*coefficient as i32 * scale) as i16;
        }
    }
}

/// Returns the numbers of steps of the first jump and of each other one, which are even. A step of
/// the other jumps is 1.5 times as long on average, as it also works on a matrix.
const fn steps(p: usize) -> [usize; 2] {
    let (all, jumps) = (2 * p - 1, jumps(p));
    let steps = (2 * all).div_ceil(2 * jumps + 1).next_multiple_of(2);
    let first = (all - (jumps - 1) * steps).next_multiple_of(2);
    assert!(steps <= first && first < p - 1);
    [first, steps]
}

/// Returns -1 if `value` is not zero, else 0.
fn nonzero(value: i32) -> i16 {
    ((value | -value) >> 31) as i16
}

/// The places of two polynomials a and b. Vectors begin at cache lines.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct PolynomialPair {
    a: [i16; CAPACITY],
    b: [i16; CAPACITY],
}

impl Places for PolynomialPair {
    const ZERO: Self = Self { a: [0; CAPACITY], b: [0; CAPACITY] };

    fn begin<R: Ring>(&mut self, a: &Polynomial<R>, b: &Polynomial<R>, constants: [i16; 2], steps: usize) {
        for (places, polynomial, constant) in [(&mut self.a, a, constants[0]), (&mut self.b, b, constants[1])] {
            let (highest, rest) = places[FRONT..].split_at_mut(steps);
            highest.copy_from_slice(&polynomial.coefficients()[R::DEGREE - steps..]);
            rest.fill(0);
            rest[0] = constant;
        }
    }

    fn set_highest(&mut self, bits: i16, steps: usize) {
        self.a[FRONT + steps - 1] |= bits;
    }

    fn jump<M: Modulus>(control: &mut ControlWords<M>, steps: usize, shared: &mut Self, matrix: Option<&mut Self>) {
        dispatch::run(Jump { control, steps, shared, matrix });
    }

    fn write_a<R: Ring>(&self, target: &mut Polynomial<R>) {
        dispatch::run(Centred(&self.a[FRONT..], target));
    }

    fn write_b<R: Ring>(&self, target: &mut Polynomial<R>) {
        dispatch::run(Centred(&self.b[FRONT..], target));
    }
}

impl Wipe for PolynomialPair {
    fn wipe(&mut self) {
        self.a.wipe();
        self.b.wipe();
    }
}

/// The task of multiplying by 3 x^(p-1).
struct TripleOfTop<'a, R: Ring>(&'a Polynomial<R>, &'a mut Polynomial<R>);

impl<R: Ring> Task for TripleOfTop<'_, R> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        const { assert!(matches!(R::TAIL, [(0, 1), (1, 1)]), "1 / x is x^(p-1) - 1") };
        let triple = const { Constant::<R::Modulus>::new(3) };
        let (Self(input, sums), top) = (self, R::DEGREE - 1);
        // G / x + G: the coefficient of x^i in G counts for x^(i - 1) and x^i. The constant
        // coefficient counts for x^(p - 1) alone, as 1 / x = x^(p - 1) - 1.
        for i in 0..top {
            sums[i] = input[i] + input[i + 1];
        }
        (sums[0], sums[top]) = (input[1], input[top] + input[0]);
        Times(sums, triple).run(simd);
    }
}

/// The task of multiplying coefficients of magnitude at most q by a constant.
struct Times<'a, R: Ring>(&'a mut Polynomial<R>, Constant<R::Modulus>);

impl<R: Ring> Task for Times<'_, R> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        simd.vectorize(
            #[inline(always)]
            || {
                for place in self.0.padded_mut().chunks_exact_mut(simd.lanes()) {
                    simd.store(simd.load(place).barrett_multiply(self.1).centre::<R::Modulus>(), place);
                }
            },
        );
    }
}

/// The task of centring coefficients within the bound of steps: those of the places that there are,
/// and zeros above.
struct Centred<'a, R: Ring>(&'a [i16], &'a mut Polynomial<R>);

impl<R: Ring> Task for Centred<'_, R> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        simd.vectorize(
            #[inline(always)]
            || {
                let lanes = simd.lanes();
                let mut targets = self.1.padded_mut().chunks_exact_mut(lanes);
                for (source, target) in self.0.chunks_exact(lanes).zip(&mut targets) {
                    simd.store(simd.load(source).barrett_reduce::<R::Modulus>().centre::<R::Modulus>(), target);
                }
                targets.for_each(|rest| rest.fill(0));
            },
        );
    }
}

/// The task of performing n steps.
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

/// Performs n steps. The constants of two steps are computed during the two steps before.
#[inline(always)]
fn jump_with<S: Machine, M: Modulus>(simd: S, Jump { control, steps, shared, mut matrix }: Jump<'_, M>) {
    let leading = |places: &[i16; CAPACITY]| [places[FRONT + steps - 1], places[FRONT + steps - 2]];
    // A copy stays in registers.
    let mut state = *control;
    let mut choices = state.decide(leading(&shared.a), leading(&shared.b)).constants::<M>();
    for taken in (0..steps - 2).step_by(2) {
        // Two steps on the four highest coefficients leave the two highest of the next steps.
        let start = FRONT + steps - 4 - taken;
        let [a, b] = two_steps_of_vectors(simd, choices, &shared.a[start..], &shared.b[start..]);
        let mut stored = [[0; 32]; 2];
        simd.store(a, &mut stored[0]);
        simd.store(b, &mut stored[1]);
        let next = state.decide([stored[0][2], stored[0][1]], [stored[1][1], stored[1][0]]).constants::<M>();
        take(simd, choices, shared, matrix.as_deref_mut(), [steps, taken]);
        choices = next;
    }
    take(simd, choices, shared, matrix, [steps, steps - 2]);
    *control = state;
}

/// Performs two steps on all coefficients, after `taken` of `steps` steps.
#[inline(always)]
fn take<S: Machine, M: Modulus>(
    simd: S,
    choices: Choices<Constant<M>>,
    shared: &mut PolynomialPair,
    matrix: Option<&mut PolynomialPair>,
    [steps, taken]: [usize; 2],
) {
    let lanes = simd.lanes();
    let end = FRONT + (steps + 2).next_multiple_of(lanes);
    two_steps(simd, choices, &mut shared.a[FRONT - 1..=end], &mut shared.b[FRONT - 1..=end]);
    if let Some(matrix) = matrix {
        let start = FRONT + (steps - 1 - taken) / lanes * lanes;
        two_steps(simd, choices, &mut matrix.a[start - 1..=end], &mut matrix.b[start - 1..=end]);
    }
}

/// The state that decides steps, in general registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlWords<M> {
    delta: i32,
    /// f(0), within the bound of steps.
    lowest: i32,
    modulus: PhantomData<M>,
}

/// The choices of two steps: with numbers as factors, or with constants by which vectors are
/// multiplied. An array would be in memory, where loads of vectors of constants wait for all
/// earlier stores.
#[derive(Clone, Copy, Debug)]
struct Choices<F> {
    /// -1 if the first step swaps, else 0.
    first_swap: i16,
    /// -1 if the second step swaps, else 0.
    second_swap: i16,
    /// The factors of b, a and A: f_1 f_0, -f_1 g_0 and -g_1, centred.
    factors: [F; 3],
}

impl Choices<i16> {
    /// Returns the same choices with constants.
    #[inline(always)]
    fn constants<M: Modulus>(self) -> Choices<Constant<M>> {
        let [first, second, third] = self.factors;
        Choices {
            first_swap: self.first_swap,
            second_swap: self.second_swap,
            factors: [Constant::from_centred(first), Constant::from_centred(second), Constant::from_centred(third)],
        }
    }
}

impl<M: Modulus> ControlWords<M> {
    /// Returns the state before the first step.
    const fn new() -> Self {
        Self { delta: 1, lowest: 1, modulus: PhantomData }
    }

    /// Decides two steps, given the coefficients of x^0 and x^1 in f and g. Requires that delta is
    /// odd.
    #[inline(always)]
    fn decide(&mut self, f: [i16; 2], g: [i16; 2]) -> Choices<i16> {
        let [f_0, g_0] = [f[0], g[0]].map(|value| reduce::<M>(value as i32));
        // A sum of two products of factors of magnitude at most q / 2 and B.
        const { assert!(M::Q as i64 * largest::<M>() < 1 << 28) };
        let next = reduce::<M>(f_0 * g[1] as i32 - g_0 * f[1] as i32);
        let first = self.swap(g_0);
        // f(0) in the second step. After that step f(0) is the same or, if the step swaps, comes
        // from b.
        let f_1 = f_0 ^ (first & (f_0 ^ g_0));
        let second = self.swap(next);
        self.lowest = f_1 ^ (second & (f_1 ^ g[1] as i32));
        let factors = [f_1 * f_0, -f_1 * g_0, -next];
        Choices {
            first_swap: first as i16,
            second_swap: second as i16,
            factors: [reduce::<M>(factors[0]) as i16, reduce::<M>(factors[1]) as i16, factors[2] as i16],
        }
    }

    /// Returns -1 if the step for g(0) = `g` swaps, else 0.
    #[inline(always)]
    fn swap(&mut self, g: i32) -> i32 {
        // The sign bit of g | -g is set if g is not zero; the sign bit of -delta is set if delta is
        // positive. The result is opaque to the compiler: if it knew that there are two values
        // only, it would make a loop for each.
        let swap = opaque((((g | -g) & -self.delta) >> 31) as u64) as i32;
        self.delta = (self.delta ^ swap) - swap + 1;
        swap
    }
}

/// Performs two steps on (a, b). Both slices have whole vectors between one place in front and one
/// behind. The last two places of a do not change.
#[inline(always)]
fn two_steps<S: Simd, M: Modulus>(
    simd: S,
    choices: Choices<Constant<M>>,
    mut a: &mut [S::Coefficient],
    mut b: &mut [S::Coefficient],
) {
    let lanes = simd.lanes();
    // Two vectors a turn: branches that are fewer are predicted better.
    while a.len() > 2 * lanes + 1 && b.len() > 2 * lanes + 1 {
        two_steps_in_place(simd, choices, a, b);
        two_steps_in_place(simd, choices, &mut a[lanes..], &mut b[lanes..]);
        (a, b) = (&mut a[2 * lanes..], &mut b[2 * lanes..]);
    }
    while a.len() > lanes + 1 && b.len() > lanes + 1 {
        two_steps_in_place(simd, choices, a, b);
        (a, b) = (&mut a[lanes..], &mut b[lanes..]);
    }
}

/// Performs two steps on the first vectors of (a, b) behind one place each.
#[inline(always)]
fn two_steps_in_place<S: Simd, M: Modulus>(
    simd: S,
    choices: Choices<Constant<M>>,
    a: &mut [S::Coefficient],
    b: &mut [S::Coefficient],
) {
    let [lowered, second] = two_steps_of_vectors(simd, choices, &a[1..], &b[1..]);
    simd.store(lowered, a);
    simd.store(second, &mut b[1..]);
}

/// Performs two steps on a vector of a and one of b. The vector of a belongs one place down.
#[inline(always)]
fn two_steps_of_vectors<S: Simd, M: Modulus>(
    simd: S,
    choices: Choices<Constant<M>>,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
) -> [S::I16; 2] {
    let [there, here] = [simd.load(a), simd.load(b)];
    let selected = S::I16::select(simd.splat(choices.first_swap), simd.load(&b[1..]), simd.load(&a[1..]));
    let result = S::I16::inner_product(&[Some(here), Some(there), Some(selected)], &choices.factors);
    [S::I16::select(simd.splat(choices.second_swap), here, selected), result]
}

/// Returns the bound B of steps: the least fixed point of B = 3 [`product`] (B), by iteration from
/// below.
const fn largest<M: Modulus>() -> i64 {
    let mut largest = 0;
    while largest != 3 * product::<M>(largest) {
        largest = 3 * product::<M>(largest);
        assert!(largest <= i16::MAX as i64, "a sum of three products fits into 16 bits");
    }
    largest
}

/// Returns the bound of a Barrett product of a number of this magnitude by any constant:
/// [`barrett_bound`](vectru_polymul::modular::barrett_bound) with the largest error of a rounded
/// quotient, q / 2.
const fn product<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 14) + (magnitude * q + 1) / 2) >> 15
}

#[cfg(test)]
mod tests;
