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

/// The segments of the steps, at whose ends the planes change their width: the constant
/// coefficients of later steps depend on ever fewer coefficients of f and g, and v and r grow.
/// Feature `small` has no memory for it.
const SEGMENTS: usize = if cfg!(feature = "small") { 1 } else { 8 };

/// The words that a change of the width needs.
const SPARE: usize = if SEGMENTS == 1 { 0 } else { WORDS };

/// A field whose polynomials are stored in words.
pub(crate) trait InWords: Field {
    /// A word of each plane of a polynomial.
    type Word: Copy + Default;
    /// The choices of a step, each in all bits of a word.
    type Choice: Copy;

    /// Sets bit `bit` to a coefficient.
    fn set(word: &mut Self::Word, bit: usize, coefficient: i16);

    /// Sets bit `to` of `target`, which is zero, to the coefficient at bit `from`.
    fn copy(word: Self::Word, from: usize, target: &mut Self::Word, to: usize);

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
struct Rows<F: InWords, const N: usize>([Row<F>; N]);

impl<F: InWords, const N: usize> Rows<F, N> {
    /// Returns zeros.
    fn zeros() -> Secret<Self> {
        Secret::new(Self([Row::<F>::default(); N]))
    }
}

impl<F: InWords, const N: usize> Wipe for Rows<F, N> {
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
    // v and r have coefficients of x^0 to x^top.
    let top = p + EXTRA;
    let end_of = |segment: usize| p * (segment + 1) / SEGMENTS;
    // Each step adds a coefficient to v and r, up to all. Planes as wide as those of all hold all.
    let lowest_after = |segment| {
        let lowest = top.saturating_sub(2 * end_of(segment));
        if width_of(top + 1 - lowest) == width_of(top + 1) { 0 } else { lowest }
    };
    let [mut first, mut second] = [(); 2].map(|()| Rows::<F, WORDS>::zeros());
    let mut spare = Rows::<F, SPARE>::zeros();
    let [mut first, mut second, mut spare]: [&mut [Row<F>]; 3] = [&mut first.0, &mut second.0, &mut spare.0];
    // f and g; v and r from the top down, so that coefficient k is stored as `top` - k, minus the
    // `lowest` of these places that is needed.
    let mut width = width_of(top + 1);
    let mut lowest = lowest_after(0);
    for (which, coefficients) in [f, g].into_iter().enumerate() {
        for (bit, chunk) in coefficients.chunks(width).enumerate() {
            for (row, &coefficient) in first.iter_mut().zip(chunk) {
                F::set(&mut row[which], bit, coefficient);
            }
        }
    }
    let narrow = width_of(top + 1 - lowest);
    F::set(&mut second[(top - lowest) % narrow][B], (top - lowest) / narrow, 1);

    let mut delta = NegatedDelta::FIRST;
    let mut start = 0;
    for segment in 0..SEGMENTS {
        // A coefficient of x^k has no effect on the constant coefficients of the next k - 1 steps.
        let left = (2 * (p - start)).min(top) + 1;
        if width_of(left) < width {
            spread::<F>(&first[..width], left, &mut spare[..width_of(left)], 0);
            (first, spare, width) = (spare, first, width_of(left));
        }
        let next = lowest_after(segment);
        let [narrow, wide] = [lowest, next].map(|lowest| width_of(top + 1 - lowest));
        if next < lowest {
            spread::<F>(&second[..narrow], top + 1 - lowest, &mut spare[..wide], lowest - next);
            (second, spare, lowest) = (spare, second, next);
        }
        for _ in start..end_of(segment) {
            let [f, g] = first[0];
            let one = F::choose(&mut delta, f, g);
            // The constant coefficients after the first step.
            let [f, _] = F::apply(one, f, g);
            let [_, g] = F::apply(one, first[1][A], first[1][B]);
            let choices = [one, F::choose(&mut delta, f, g)];
            two_steps::<F, B>(choices, &mut first[..width]);
            two_steps::<F, A>(choices, &mut second[..wide]);
        }
        start = end_of(segment);
    }

    // The reciprocal is v / (x^(1 + EXTRA) f): coefficient p + EXTRA - i of v, stored as
    // coefficient i, becomes the coefficient of x^i.
    let (divisor, width) = (first[0][A], width_of(top + 1));
    for (bit, chunk) in result.chunks_mut(width).enumerate() {
        for (target, row) in chunk.iter_mut().zip(&second[..width]) {
            *target = F::quotient(row[A], bit, divisor);
        }
    }
    delta.invertible(EXTRA)
}

/// Returns the words of a plane of this many coefficients. Two steps need two.
fn width_of(coefficients: usize) -> usize {
    coefficients.div_ceil(32).max(2)
}

/// Writes the first `count` coefficients of planes of as many words as `source` has to those of as
/// many words as `target` has, from coefficient `start` on, and zeros to all others.
fn spread<F: InWords>(source: &[Row<F>], count: usize, target: &mut [Row<F>], start: usize) {
    let (width, step) = (source.len(), target.len());
    for (place, target) in target.iter_mut().enumerate() {
        let mut words = Row::<F>::default();
        // The bits of a word of the target are coefficients at this distance.
        let mut to = start.saturating_sub(place).div_ceil(step);
        let mut index = place + step * to - start;
        let (mut row, mut from) = (index % width, index / width);
        while index < count {
            for which in [A, B] {
                F::copy(source[row][which], from, &mut words[which], to);
            }
            index += step;
            to += 1;
            (row, from) = (row + step % width, from + step / width);
            if row >= width {
                (row, from) = (row - width, from + 1);
            }
        }
        *target = words;
    }
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
