//! Reciprocals modulo 2 by jumps of 64 division steps, for CPUs that multiply 64-bit words as
//! polynomials by one instruction.
//!
//! See `[BY19]`, sections 4 and 5. By these sections, 64 steps depend on delta and the lowest 64
//! coefficients of f and g alone, and are a product with a matrix of polynomials of degree at most
//! 63:
//!
//! ```text
//! f <- (u f + v g) / x^63        V <- x (u V + v R)
//! g <- (q f + r g) / x^64        R <-    q V + r R
//! ```
//!
//! The divisions are exact. V and R start as 0 and 1. Their degrees are at most p after the 2p - 1
//! steps that are needed, and grow by one with each extra step ([`super`] explains the effect of
//! extra steps).
//!
//! Coefficient 64 i + j is bit j of word i.

use vectru_polymul::simd::{BitVector, Machine};

use super::{LONGEST, NegatedDelta, Problem, capacity};
use crate::common::secret::Secret;

/// The number of steps of a jump: the bits of a word.
const STEPS: usize = 64;

/// The number of 64-bit words of the longest polynomial: six vectors of 512 bits.
const WORDS: usize = 48;

/// The matrix ((u, v), (q, r)) of some steps. Bit j of a word is the coefficient of x^j.
struct Matrix {
    u: u64,
    v: u64,
    q: u64,
    r: u64,
}

impl NegatedDelta {
    /// Returns the matrix of the next 64 steps, given the lowest 64 coefficients of f and g.
    #[inline(always)]
    fn jump(&mut self, mut f: u64, mut g: u64) -> Matrix {
        let mut matrix = Matrix { u: 1, v: 0, q: 0, r: 1 };
        for _ in 1..STEPS {
            self.step_in_words(&mut f, &mut g, &mut matrix);
            matrix.u <<= 1;
            matrix.v <<= 1;
        }
        // f is divided by x^63 only, so that u and v of the last step fit into words.
        self.step_in_words(&mut f, &mut g, &mut matrix);
        matrix
    }

    /// Performs a step, without the multiplication of u and v by x.
    #[inline(always)]
    fn step_in_words(&mut self, f: &mut u64, g: &mut u64, Matrix { u, v, q, r }: &mut Matrix) {
        let quotient = (*g & 1).wrapping_neg();
        let swap = quotient & self.allows_swap();
        self.step(swap);
        for (a, b) in [(f, &mut *g), (u, q), (v, r)] {
            let (x, y) = (*a, *b);
            *a = x ^ ((x ^ y) & swap);
            *b = y ^ (x & quotient);
        }
        *g >>= 1;
    }
}

/// A [`Matrix`] with each entry in all words of a vector.
struct Rows<B>([[B; 2]; 2]);

/// An entry of the product of a matrix and two polynomials, for one vector of the words of the
/// polynomials.
#[derive(Clone, Copy)]
struct Sum<B> {
    /// The products of the words with even index: see [`BitVector::multiply_even`].
    even: B,
    /// The products of the words with odd index.
    odd: B,
}

impl<B> Sum<B> {
    /// Returns `a x + b y`.
    #[inline(always)]
    fn new<S: Machine<Bits = B>>([a, b]: [B; 2], [x, y]: [B; 2]) -> Self
    where
        B: BitVector<S>,
    {
        Self { even: a.multiply_even(x) ^ b.multiply_even(y), odd: a.multiply_odd(x) ^ b.multiply_odd(y) }
    }
}

impl<B> Rows<B> {
    #[inline(always)]
    fn new<S: Machine<Bits = B>>(simd: S, Matrix { u, v, q, r }: Matrix) -> Self
    where
        B: BitVector<S>,
    {
        Self([[B::splat(simd, u), B::splat(simd, v)], [B::splat(simd, q), B::splat(simd, r)]])
    }

    /// Returns `[u x + v y, q x + r y]`.
    #[inline(always)]
    fn times<S: Machine<Bits = B>>(&self, x: B, y: B) -> [Sum<B>; 2]
    where
        B: BitVector<S>,
    {
        let [first, second] = self.0;
        [Sum::new(first, [x, y]), Sum::new(second, [x, y])]
    }

    /// Replaces f by `(u f + v g) / x^63` and g by `(q f + r g) / x^64`. Coefficients behind these
    /// vectors are taken as zero.
    #[inline(always)]
    fn divide<S: Machine<Bits = B>>(&self, simd: S, f: &mut [B], g: &mut [B])
    where
        B: BitVector<S>,
    {
        let zero = B::splat(simd, 0);
        let mut sums = self.times(zero, zero);
        let mut next = self.times(f[0], g[0]);
        for w in 0..f.len() {
            let below = sums[0].odd;
            sums = next;
            if w + 1 < f.len() {
                next = self.times(f[w + 1], g[w + 1]);
            } else {
                next = [Sum { even: zero, odd: zero }; 2];
            }
            let whole = sums[0].even ^ sums[0].odd.words_up(below);
            let first = sums[0].odd ^ sums[0].even.words_down(next[0].even);
            let second = sums[1].odd ^ sums[1].even.words_down(next[1].even);
            f[w] = first.add_words(first) | whole.shift_words_down(63);
            g[w] = second;
        }
    }

    /// Replaces V by `x (u V + v R)` and R by `q V + r R`. Requires that these vectors hold all
    /// coefficients of the results.
    #[inline(always)]
    fn multiply<S: Machine<Bits = B>>(&self, simd: S, v: &mut [B], r: &mut [B])
    where
        B: BitVector<S>,
    {
        let mut below = [B::splat(simd, 0); 2];
        let mut bits_below = B::splat(simd, 0);
        for (v, r) in v.iter_mut().zip(r) {
            let sums = self.times(*v, *r);
            let first = sums[0].even ^ sums[0].odd.words_up(below[0]);
            let second = sums[1].even ^ sums[1].odd.words_up(below[1]);
            below = [sums[0].odd, sums[1].odd];
            let top_bits = first.shift_words_down(63);
            *v = first.add_words(first) | top_bits.words_up(bits_below);
            *r = second;
            bits_below = top_bits;
        }
    }
}

/// Solves a problem. Returns 0xffff if there is a reciprocal, else 0.
///
/// Only the widths that some ring needs are compiled.
#[inline(always)]
pub(super) fn solve<S: Machine>(simd: S, problem: Problem<'_>) -> u16 {
    // At most p + STEPS.
    let used = problem.g.len() + 1 + extra(problem.g.len());
    if const { LONGEST + STEPS <= capacity::<S>(2) } || used <= capacity::<S>(2) {
        solve_with::<S, 2>(simd, problem)
    } else if const { LONGEST + STEPS <= capacity::<S>(3) } || used <= capacity::<S>(3) {
        solve_with::<S, 3>(simd, problem)
    } else if const { LONGEST + STEPS <= capacity::<S>(4) } || used <= capacity::<S>(4) {
        solve_with::<S, 4>(simd, problem)
    } else if const { LONGEST + STEPS <= capacity::<S>(5) } || used <= capacity::<S>(5) {
        solve_with::<S, 5>(simd, problem)
    } else {
        solve_with::<S, 6>(simd, problem)
    }
}

/// Returns the number of extra steps, beyond the 2p - 1 that are needed.
const fn extra(p: usize) -> usize {
    (2 * p - 1).next_multiple_of(STEPS) - (2 * p - 1)
}

/// Solves a problem with W vectors a polynomial. Returns 0xffff if there is a reciprocal, else 0.
fn solve_with<S: Machine, const W: usize>(simd: S, Problem { f, g, result }: Problem<'_>) -> u16 {
    simd.vectorize(
        #[inline(always)]
        || {
            let (p, extra) = (g.len(), extra(g.len()));
            assert!(p + 1 + extra <= capacity::<S>(W), "the words hold p + 1 + extra coefficients");
            let mut f = load::<S, W>(simd, &pack(f));
            let mut g = load::<S, W>(simd, &pack(g));
            let mut v = [S::Bits::splat(simd, 0); W];
            let mut r = load::<S, W>(simd, &pack(&[1]));
            let mut negated_delta = NegatedDelta::FIRST;
            let jumps = (2 * p - 1).div_ceil(STEPS);
            for jump in 0..jumps {
                let matrix = negated_delta.jump(f[0].lowest_word(), g[0].lowest_word());
                let rows = Rows::new(simd, matrix);
                // Each jump uses up a word of f and g, and adds a word to V and R.
                let used = (jumps - jump).div_ceil(S::Bits::WORDS).min(W);
                rows.divide(simd, &mut f[..used], &mut g[..used]);
                let used = (jump + 2).div_ceil(S::Bits::WORDS).min(W);
                rows.multiply(simd, &mut v[..used], &mut r[..used]);
            }

            // The reciprocal is v / (x^(1 + extra) f) with f(0) = 1, from the top down: the
            // coefficient of x^(p + extra - i) of v becomes the coefficient of x^i.
            let mut words = Secret::new([0; WORDS]);
            for (vector, words) in v.iter().zip(words.chunks_mut(S::Bits::WORDS)) {
                vector.store(words);
            }
            let mut coefficients = Secret::new([0i16; 64 * WORDS]);
            for (word, coefficients) in words.iter().zip(coefficients.as_chunks_mut::<64>().0) {
                for (bit, coefficient) in coefficients.iter_mut().enumerate() {
                    *coefficient = (word >> bit & 1) as i16;
                }
            }
            result.copy_from_slice(&coefficients[extra + 1..][..p]);
            result.reverse();
            negated_delta.invertible(extra)
        },
    )
}

/// Returns the first W vectors of words.
#[inline(always)]
fn load<S: Machine, const W: usize>(simd: S, words: &[u64; WORDS]) -> [S::Bits; W] {
    let mut vectors = [S::Bits::splat(simd, 0); W];
    for (vector, words) in vectors.iter_mut().zip(words.chunks(S::Bits::WORDS)) {
        *vector = S::Bits::load(simd, words);
    }
    vectors
}

/// Returns bit 0 of each coefficient.
#[inline(always)]
fn pack(coefficients: &[i16]) -> Secret<[u64; WORDS]> {
    let mut words = Secret::new([0; WORDS]);
    for (word, coefficients) in words.iter_mut().zip(coefficients.chunks(64)) {
        for (bit, &coefficient) in coefficients.iter().enumerate() {
            *word |= (coefficient as u64 & 1) << bit;
        }
    }
    words
}
