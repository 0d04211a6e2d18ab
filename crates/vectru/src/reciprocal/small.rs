//! Reciprocals in Z_3[x]/(x^p - x - 1), in constant time, by division steps on bit planes.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7, in the
//! form that [`big`](super::big) explains: f, g, v and r, of which v and r are stored from the top down, so that a step
//! moves g and v one place down. Modulo 3 the quotient `c = g(0) / f(0)` is the product g(0) f(0).
//!
//! A coefficient is two bits, of two planes: whether it is not zero, and whether it is negative. The sum of (n, s) and
//! (m, t), where a negative is never zero, takes six operations on whole vectors of coefficients:
//!
//! ```text
//! e = s ^ m;   negative: e & (n ^ t);   not zero: (n ^ m) | (e ^ t)
//! ```
//!
//! (Boothby and Bradshaw, "Bitslicing and the Method of Four Russians over larger finite fields", 2009, found that six
//! are enough; this formula is checked on all nine pairs by a test.)
//!
//! With W vectors a plane, coefficient i is bit i / W of vector i mod W. So division by x gives each vector another
//! name, and shifts one of them; W steps in a row bring the names back. The number of steps is rounded up to a multiple
//! of W. A step more than needed multiplies v by x and adds 1 to delta, nothing else: g is 0 by then, whether the input
//! is invertible or not, and delta is twice the degree of the common divisor (section 6 of the paper), plus the
//! number of these steps.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::{BitVector, Machine, Simd};

use crate::secret::Wipe;

/// Words in the largest plane, of five vectors of 512 bits.
const WORDS: usize = 40;

/// The reciprocal of `g`, and 0xffff if it has one, 0 if not. Coefficients are in {-1, 0, 1}.
pub(crate) fn reciprocal<R: Ring>(g: &Polynomial<R>) -> (Polynomial<R>, u16) {
    dispatch::run(Reciprocal(g))
}

/// The task of [`reciprocal`].
#[derive(Debug)]
pub(super) struct Reciprocal<'a, R: Ring>(pub(super) &'a Polynomial<R>);

impl<R: Ring> Task for Reciprocal<'_, R> {
    type Output = (Polynomial<R>, u16);
    fn run<S: Machine>(self, simd: S) -> Self::Output {
        // At most W - 1 steps more than 2p - 1, and one place more than the degree.
        let vectors = |count: usize| R::DEGREE + count <= 64 * count * S::Bits::WORDS;
        let Self(input) = self;
        simd.vectorize(
            #[inline(always)]
            || match () {
                () if vectors(2) => reciprocal_with::<S, R, 2>(simd, input),
                () if vectors(3) => reciprocal_with::<S, R, 3>(simd, input),
                () if vectors(4) => reciprocal_with::<S, R, 4>(simd, input),
                () => reciprocal_with::<S, R, 5>(simd, input),
            },
        )
    }
}

#[inline(always)]
fn reciprocal_with<S: Machine, R: Ring, const W: usize>(simd: S, input: &Polynomial<R>) -> (Polynomial<R>, u16) {
    const { assert!(W * S::Bits::WORDS <= WORDS) };
    let p = R::DEGREE;
    let rounds = (2 * p - 1).div_ceil(W);
    let extra = rounds * W - (2 * p - 1);
    assert!(p + 1 + extra <= 64 * W * S::Bits::WORDS, "the planes hold p + 1 + extra coefficients");

    let zero = Planes::<S, W>::zero(simd);
    let mut f = zero.with(simd, 0, 1);
    for &(k, c) in R::TAIL {
        f = f.with(simd, p - k, -c as i16);
    }
    let g = Planes::pack(simd, p, |i| input[p - 1 - i]);
    // From the top down: x^k of v and r in place p + extra - k.
    let mut state = State { delta: 1, f, g, v: zero, r: zero.with(simd, p + extra, 1) };
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
    }
    let State { delta, f, v, .. } = state;

    // v / (x^(1 + extra) f): x^(p + extra - i) of v belongs to x^i, which is place i.
    let sign = -((f.negative[0].lowest_word() & 1) as i16);
    let mut result = Polynomial::zero();
    v.unpack(&mut result.padded_mut()[..p], sign);
    let excess = delta - extra as i64;
    (result, !((excess | -excess) >> 63) as u16)
}

/// How a step goes, in every bit of a vector.
struct Choice<B> {
    /// Whether f and g change places.
    swap: B,
    /// -c.
    nonzero: B,
    negative: B,
}

/// What the steps transform.
struct State<S: Simd, const W: usize> {
    delta: i64,
    f: Planes<S, W>,
    g: Planes<S, W>,
    v: Planes<S, W>,
    r: Planes<S, W>,
}

impl<S: Machine, const W: usize> State<S, W> {
    #[inline(always)]
    fn step(&mut self, simd: S) {
        let choice = self.choose(simd);
        choice.apply(&mut self.f, &mut self.g);
        choice.apply(&mut self.v, &mut self.r);
        self.g.lower();
        self.v.lower();
    }

    /// Decides the step, and moves delta on.
    #[inline(always)]
    fn choose(&mut self, simd: S) -> Choice<S::Bits> {
        let (f, g) = (&self.f, &self.g);
        // The sign bit of -delta, if delta is positive.
        let positive = -self.delta >> 63;
        let swap = positive & -((g.nonzero[0].lowest_word() & 1) as i64);
        self.delta = (self.delta ^ swap) - swap + 1;
        let nonzero = g.nonzero[0].spread_lowest();
        // -c is negative where f(0) and g(0) have the same sign; where c = 0 it does not matter.
        let negative = (f.negative[0] ^ g.negative[0] ^ S::Bits::splat(simd, 1)).spread_lowest();
        Choice { swap: nonzero & S::Bits::splat(simd, positive as u64), nonzero, negative }
    }
}

impl<B> Choice<B> {
    /// `a <- swap ? b : a` and `b <- b - c a`.
    #[inline(always)]
    fn apply<S: Machine<Bits = B>, const W: usize>(&self, a: &mut Planes<S, W>, b: &mut Planes<S, W>)
    where
        B: BitVector<S>,
    {
        for w in 0..W {
            let (n, s) = (b.nonzero[w], b.negative[w]);
            let m = a.nonzero[w] & self.nonzero;
            let t = (a.negative[w] ^ self.negative) & m;
            a.nonzero[w] = B::select(self.swap, n, a.nonzero[w]);
            a.negative[w] = B::select(self.swap, s, a.negative[w]);
            (b.nonzero[w], b.negative[w]) = sum::<S, B>((n, s), (m, t));
        }
    }
}

/// The sum of coefficients.
#[inline(always)]
fn sum<S, B: BitVector<S>>((n, s): (B, B), (m, t): (B, B)) -> (B, B) {
    let e = s ^ m;
    ((n ^ m) | (e ^ t), e & (n ^ t))
}

/// A polynomial modulo 3 in bit planes.
struct Planes<S: Simd, const W: usize> {
    nonzero: [S::Bits; W],
    negative: [S::Bits; W],
}

impl<S: Simd, const W: usize> Clone for Planes<S, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const W: usize> Copy for Planes<S, W> {}

impl<S: Machine, const W: usize> Planes<S, W> {
    #[inline(always)]
    fn zero(simd: S) -> Self {
        let zero = [S::Bits::splat(simd, 0); W];
        Self { nonzero: zero, negative: zero }
    }

    /// The polynomial whose coefficient at x^i is `coefficient(i)`, for i below `length`.
    #[inline(always)]
    fn pack(simd: S, length: usize, coefficient: impl Fn(usize) -> i16) -> Self {
        let mut words = [[0u64; WORDS]; 2];
        for i in 0..length {
            let c = coefficient(i);
            let (word, bit) = (i % W * S::Bits::WORDS + i / W / 64, i / W % 64);
            words[0][word] |= ((c & 1) as u64) << bit;
            words[1][word] |= ((c >> 1 & 1) as u64) << bit;
        }
        let mut result = Self::zero(simd);
        for w in 0..W {
            result.nonzero[w] = S::Bits::load(simd, &words[0][w * S::Bits::WORDS..]);
            result.negative[w] = S::Bits::load(simd, &words[1][w * S::Bits::WORDS..]);
        }
        words.iter_mut().for_each(Wipe::wipe);
        result
    }

    /// The polynomial plus `c` x^`index`, which it does not have yet.
    #[inline(always)]
    fn with(mut self, simd: S, index: usize, c: i16) -> Self {
        let other = Self::pack(simd, index + 1, |i| if i == index { c } else { 0 });
        for w in 0..W {
            self.nonzero[w] = self.nonzero[w] | other.nonzero[w];
            self.negative[w] = self.negative[w] | other.negative[w];
        }
        self
    }

    /// The coefficients from x^0 up, negated if `sign` is -1 and not if it is 0.
    #[inline(always)]
    fn unpack(&self, target: &mut [i16], sign: i16) {
        let mut words = [[0u64; WORDS]; 2];
        for w in 0..W {
            self.nonzero[w].store(&mut words[0][w * S::Bits::WORDS..]);
            self.negative[w].store(&mut words[1][w * S::Bits::WORDS..]);
        }
        for (i, c) in target.iter_mut().enumerate() {
            let (word, bit) = (i % W * S::Bits::WORDS + i / W / 64, i / W % 64);
            let nonzero = (words[0][word] >> bit & 1) as i16;
            let negative = (words[1][word] >> bit & 1) as i16;
            *c = ((nonzero - 2 * negative) ^ sign) - sign;
        }
        words.iter_mut().for_each(Wipe::wipe);
    }

    /// Division by x of a polynomial without constant coefficient; whatever is there is dropped.
    #[inline(always)]
    fn lower(&mut self) {
        for plane in [&mut self.nonzero, &mut self.negative] {
            let first = plane[0].shifted_down();
            for w in 1..W {
                plane[w - 1] = plane[w];
            }
            plane[W - 1] = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::centred;
    use vectru_polymul::simd::bits::Words;

    #[test]
    fn sums_are_sums_modulo_three() {
        let planes = |c: i64| (((c & 1) * 255) as u64, ((c >> 1 & 1) * 255) as u64);
        for (a, b) in (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b))) {
            let vector = |word: u64| <Words<1> as BitVector<()>>::splat((), word);
            let ((n, s), (m, t)) = (planes(a), planes(b));
            let found = sum::<(), _>((vector(n), vector(s)), (vector(m), vector(t)));
            let (n, s) = planes(centred(a + b, 3));
            assert_eq!(found, (vector(n), vector(s)), "{a} + {b}");
        }
    }
}
