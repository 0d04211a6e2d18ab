//! Division steps on bit planes in 32-bit words in memory, for CPUs whose registers hold one word
//! each.
//!
//! A plane has W words. Coefficient i is bit i / W of word i mod W. One pass over the memory
//! performs two steps. A word of the polynomial that moves down meets the next word of the other
//! one in the second step, and is stored two places below. Nothing is shifted but the lowest word,
//! which goes to the top.
//!
//! Each step is decided by the constant coefficients when it is performed: on these CPUs nothing
//! else could run beside decisions that are made ahead.

use vectru_polymul::simd::opaque;

use super::{Field, LONGEST, NegatedDelta, Problem};
use crate::common::secret::{Secret, Wipe};

/// The number of words of a plane for the longest polynomials: p + 1 coefficients and the one of an
/// extra step.
const WORDS: usize = (LONGEST + 2).div_ceil(32);

/// The steps after the first 2p - 1, for an even number of steps.
const EXTRA: usize = 1;

/// A field whose polynomials are stored in words.
pub(crate) trait InWords: Field {
    /// A word of each plane of a polynomial.
    type Word: Copy + Default;
    /// The choices of a step, each in all bits of a word.
    type Choice: Copy;

    /// Sets bit `bit` to a coefficient.
    fn set(word: &mut Self::Word, bit: usize, coefficient: i16);

    /// Returns the coefficient at bit `bit`, divided by the one of `divisor` at bit 0.
    fn quotient(word: Self::Word, bit: usize, divisor: Self::Word) -> i16;

    /// Moves all bits down by one.
    fn lowered(word: Self::Word) -> Self::Word;

    /// Decides a step by the words with the constant coefficients of f and g.
    fn choose(delta: &mut NegatedDelta, f: Self::Word, g: Self::Word) -> Self::Choice;

    /// Applies a step: `(a, b) <- (swap ? b : a, b - c a)`.
    fn apply(choice: Self::Choice, a: Self::Word, b: Self::Word) -> [Self::Word; 2];

    /// Performs two steps on the rows from 2 on, of which each divides the polynomial `DOWN` by x.
    /// `last` is row 1 after the first step. Returns the last row after the first step, of which
    /// the word of `DOWN` may be anything.
    #[inline(always)]
    fn apply_twice<const DOWN: usize>(
        choices: &[Self::Choice; 2],
        last: Row<Self>,
        rows: &mut [Row<Self>],
    ) -> Row<Self> {
        let (up, mut last) = (const { 1 - DOWN }, last);
        for i in 2..rows.len() {
            let next = Self::apply(choices[0], rows[i][A], rows[i][B]);
            last[DOWN] = next[DOWN];
            let after = Self::apply(choices[1], last[A], last[B]);
            rows[i - 1][up] = after[up];
            rows[i - 2][DOWN] = after[DOWN];
            last = next;
        }
        last
    }
}

/// Returns the lowest bit of a word in all bits.
#[inline(always)]
pub(super) fn lowest_bit(word: u32) -> u32 {
    (word & 1).wrapping_neg()
}

/// Returns `word`, with its origin hidden from the compiler.
#[inline(always)]
pub(super) fn opaque_word(word: u32) -> u32 {
    opaque(word.into()) as u32
}

/// Words at one place of two polynomials a and b.
type Row<F> = [<F as InWords>::Word; 2];

/// Two polynomials a and b.
struct Rows<F: InWords>([Row<F>; WORDS]);

impl<F: InWords> Wipe for Rows<F> {
    fn wipe(&mut self) {
        self.0.wipe();
    }
}

/// The polynomial of a pair that a step divides by x.
const A: usize = 0;
const B: usize = 1;

/// Solves a problem. Returns 0xffff if there is a reciprocal, else 0.
pub(in crate::arithmetic::reciprocal) fn solve<F: InWords>(Problem { f, g, result }: Problem<'_>) -> u16 {
    let p = g.len();
    let width = (p + 1 + EXTRA).div_ceil(32);
    let [mut first, mut second] = [(); 2].map(|()| Secret::new(Rows::<F>([Row::<F>::default(); WORDS])));
    // f and g; v and r from the top down, so that coefficient k is stored as p + EXTRA - k.
    let (first, second) = (&mut first.0[..width], &mut second.0[..width]);
    for (which, coefficients) in [f, g].into_iter().enumerate() {
        for (bit, chunk) in coefficients.chunks(width).enumerate() {
            for (row, &coefficient) in first.iter_mut().zip(chunk) {
                F::set(&mut row[which], bit, coefficient);
            }
        }
    }
    F::set(&mut second[(p + EXTRA) % width][B], (p + EXTRA) / width, 1);

    let mut delta = NegatedDelta::FIRST;
    for _ in 0..p {
        let [f, g] = first[0];
        let one = F::choose(&mut delta, f, g);
        // The constant coefficients after the first step.
        let [f, _] = F::apply(one, f, g);
        let [_, g] = F::apply(one, first[1][A], first[1][B]);
        let choices = [one, F::choose(&mut delta, f, g)];
        two_steps::<F, B>(choices, first);
        two_steps::<F, A>(choices, second);
    }

    // The reciprocal is v / (x^(1 + EXTRA) f): coefficient p + EXTRA - i of v, stored as
    // coefficient i, becomes the coefficient of x^i.
    let divisor = first[0][A];
    for (bit, chunk) in result.chunks_mut(width).enumerate() {
        for (target, row) in chunk.iter_mut().zip(&*second) {
            *target = F::quotient(row[A], bit, divisor);
        }
    }
    delta.invertible(EXTRA)
}

/// Performs two steps on (a, b), of which each divides the polynomial `DOWN` by x.
#[inline(never)]
fn two_steps<F: InWords, const DOWN: usize>(choices: [F::Choice; 2], rows: &mut [Row<F>]) {
    let up = const { 1 - DOWN };
    // The second step on a word that stays and one that has moved.
    let second = |mut stays: Row<F>, moved: F::Word| {
        stays[DOWN] = moved;
        F::apply(choices[1], stays[A], stays[B])
    };
    let lowest = F::apply(choices[0], rows[0][A], rows[0][B]);
    let last = F::apply(choices[0], rows[1][A], rows[1][B]);
    let after = second(lowest, last[DOWN]);
    rows[0][up] = after[up];
    let top = F::lowered(after[DOWN]);
    let last = F::apply_twice::<DOWN>(&choices, last, rows);
    let after = second(last, F::lowered(lowest[DOWN]));
    let end = rows.len();
    rows[end - 1][up] = after[up];
    rows[end - 2][DOWN] = after[DOWN];
    rows[end - 1][DOWN] = top;
}
