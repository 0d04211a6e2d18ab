//! Reciprocals modulo 2 by jumps of 64 division steps, where words are multiplied as polynomials by one instruction.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 4 and 5. What 64 steps do depends on
//! delta and the lowest 64 coefficients of f and g, and is a product with a matrix of polynomials of degree at most 63:
//!
//! ```text
//! f <- (u f + v g) / x^63        V <- x (u V + v R)
//! g <- (q f + r g) / x^64        R <-    q V + r R
//! ```
//!
//! The divisions are exact. V and R start as 0 and 1; their degrees stay at or below p, and one more for each step more than the 2p - 1 that
//! are needed ([`super`] says what these do).
//!
//! Here coefficient 64 i + j is bit j of word i.

use vectru_polymul::simd::{BitVector, Machine};

use super::Problem;
use crate::common::secret::Secret;

/// Steps in a jump: the bits of a word.
const STEPS: usize = 64;

/// Words in the longest polynomial, of six vectors of 512 bits.
const WORDS: usize = 48;

/// What steps do to f and g, each of which has 64 coefficients that are known.
struct Matrix {
    u: u64,
    v: u64,
    q: u64,
    r: u64,
}

/// Whether f and g may change places: -delta, which is negative if they may.
struct NegatedDelta(i64);

impl NegatedDelta {
    /// The matrix of the next 64 steps for the lowest coefficients of f and g.
    #[inline(always)]
    fn jump(&mut self, mut f: u64, mut g: u64) -> Matrix {
        let mut matrix = Matrix { u: 1, v: 0, q: 0, r: 1 };
        for _ in 1..STEPS {
            self.step(&mut f, &mut g, &mut matrix);
            matrix.u <<= 1;
            matrix.v <<= 1;
        }
        // What the last step does to f is divided by x^63 only, so that u and v fit into words.
        self.step(&mut f, &mut g, &mut matrix);
        matrix
    }

    /// A step, but for the multiplication of u and v by x.
    #[inline(always)]
    fn step(&mut self, f: &mut u64, g: &mut u64, Matrix { u, v, q, r }: &mut Matrix) {
        let quotient = (*g & 1).wrapping_neg();
        let swap = quotient & (self.0 >> 63) as u64;
        // delta becomes 1 - delta or 1 + delta: its negative e becomes -1 - e, which is !e, or e - 1.
        self.0 = (self.0 ^ swap as i64).wrapping_add(!swap as i64);
        for (a, b) in [(f, &mut *g), (u, q), (v, r)] {
            let (x, y) = (*a, *b);
            *a = x ^ ((x ^ y) & swap);
            *b = y ^ (x & quotient);
        }
        *g >>= 1;
    }
}

/// The matrix, each entry in all words of a vector.
struct Rows<B>([[B; 2]; 2]);

/// An entry of the product of the matrix and a vector of two polynomials, as far as one vector of words goes.
#[derive(Clone, Copy)]
struct Sum<B> {
    /// What comes of the words in even places, as [`BitVector::multiply_even`] has it.
    even: B,
    /// What comes of the words in odd places.
    odd: B,
}

impl<B> Sum<B> {
    /// `a x + b y`.
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

    /// `[u x + v y, q x + r y]`.
    #[inline(always)]
    fn times<S: Machine<Bits = B>>(&self, x: B, y: B) -> [Sum<B>; 2]
    where
        B: BitVector<S>,
    {
        let [first, second] = self.0;
        [Sum::new(first, [x, y]), Sum::new(second, [x, y])]
    }

    /// `f <- (u f + v g) / x^63` and `g <- (q f + r g) / x^64`, but for what comes of coefficients behind these vectors.
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

    /// `V <- x (u V + v R)` and `R <- q V + r R`, of which these vectors hold all coefficients.
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

/// Solves a problem: whether there is a reciprocal, as a mask.
#[inline(always)]
pub(super) fn solve<S: Machine>(simd: S, problem: Problem<'_>) -> u16 {
    let vectors = (problem.g.len() + 1 + extra(problem.g.len())).div_ceil(64 * S::Bits::WORDS);
    match vectors {
        ..=2 => solve_with::<S, 2>(simd, problem),
        3 => solve_with::<S, 3>(simd, problem),
        4 => solve_with::<S, 4>(simd, problem),
        5 => solve_with::<S, 5>(simd, problem),
        _ => solve_with::<S, 6>(simd, problem),
    }
}

/// Steps more than the 2p - 1 that are needed.
const fn extra(p: usize) -> usize {
    (2 * p - 1).next_multiple_of(STEPS) - (2 * p - 1)
}

fn solve_with<S: Machine, const W: usize>(simd: S, Problem { f, g, result }: Problem<'_>) -> u16 {
    simd.vectorize(
        #[inline(always)]
        || {
            let (p, extra) = (g.len(), extra(g.len()));
            assert!(p + 1 + extra <= 64 * W * S::Bits::WORDS, "the words hold p + 1 + extra coefficients");
            let mut f = load::<S, W>(simd, &pack(f));
            let mut g = load::<S, W>(simd, &pack(g));
            let mut v = [S::Bits::splat(simd, 0); W];
            let mut r = load::<S, W>(simd, &pack(&[1]));
            let mut negated_delta = NegatedDelta(-1);
            let jumps = (2 * p - 1).div_ceil(STEPS);
            for jump in 0..jumps {
                let matrix = negated_delta.jump(f[0].lowest_word(), g[0].lowest_word());
                let rows = Rows::new(simd, matrix);
                // Each jump uses up a word of f and g, and adds one to V and R.
                let used = (jumps - jump).div_ceil(S::Bits::WORDS).min(W);
                rows.divide(simd, &mut f[..used], &mut g[..used]);
                let used = (jump + 2).div_ceil(S::Bits::WORDS).min(W);
                rows.multiply(simd, &mut v[..used], &mut r[..used]);
            }

            // v / (x^(1 + extra) f), from the top down: x^(p + extra - i) of v belongs to x^i. f(0) is 1.
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
            // delta is twice the degree of the common divisor, plus the number of the steps that were not needed.
            let excess = negated_delta.0 + extra as i64;
            !((excess | -excess) >> 63) as u16
        },
    )
}

/// The first W vectors of some words.
#[inline(always)]
fn load<S: Machine, const W: usize>(simd: S, words: &[u64; WORDS]) -> [S::Bits; W] {
    let mut vectors = [S::Bits::splat(simd, 0); W];
    for (vector, words) in vectors.iter_mut().zip(words.chunks(S::Bits::WORDS)) {
        *vector = S::Bits::load(simd, words);
    }
    vectors
}

/// The bits 0 of coefficients.
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
