//! Sorting in constant time, by a network: which words are compared depends on their number only.
//!
//! The network is Batcher's bitonic sorter ("Sorting networks and their applications", 1968), laid out for vectors:
//! the words fill a matrix of L columns, L the words of a vector, and R rows.
//!
//! - A *bitonic* sequence is a rotation of one that rises and then falls. Comparing the halves of a bitonic
//!   sequence of even length, word by word, leaves two bitonic sequences, none of the first above any of the second.
//!   By the 0-1 principle (a network that sorts all sequences of zeros and ones sorts all sequences; Knuth, volume 3,
//!   5.3.4, Theorem Z) it is enough to see this for zeros and ones: the ones are an interval of the circle; folded to
//!   half the length, an interval of at most half the circle keeps to the maxima, and of a longer one the maxima are
//!   all ones and the minima an interval again.
//! - So a bitonic sequence of m 2^k words is sorted by k such steps, and a sorting network on each m words at the end.
//!   Two sorted sequences one of which is reversed are bitonic: that merges them.
//!
//! First each column is sorted, all of them at once, in vectors without any permutation. R = m 2^k with m = 1, 3 or 5,
//! so that little is sorted in vain. Then columns are merged in pairs, pairs of columns in pairs, and so on, where only
//! the first steps, those that compare words of different columns, permute vectors. Words that fill up the matrix
//! are 2^32 - 1: they end up last, and it does not matter that others may equal them.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{Machine, U32Vector};

use crate::parts::Part;
use crate::secret::Wipe;

/// The most words that are sorted in vectors.
const CAPACITY: usize = 2048;

/// Sorts `words` in ascending order, with a sequence of comparisons that depends on their number only.
pub(crate) fn sort(words: &mut [u32]) {
    let _piece = Part::Sorting.begin();
    dispatch::run(Sort(words));
}

/// The task of [`sort`].
#[derive(Debug)]
struct Sort<'a>(&'a mut [u32]);

impl Task for Sort<'_> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        let Self(words) = self;
        simd.vectorize(
            #[inline(always)]
            || sort_with(simd, words),
        );
    }
}

#[inline(always)]
fn sort_with<S: Machine>(simd: S, words: &mut [u32]) {
    let lanes = S::U32::LANES;
    let (base, height) = height(words.len().div_ceil(lanes));
    if lanes * height > CAPACITY {
        return exchange(words);
    }
    let mut memory = Memory([u32::MAX; CAPACITY]);
    memory.0[..words.len()].copy_from_slice(words);
    let mut matrix = Matrix { simd, words: &mut memory.0[..lanes * height], base };

    matrix.sort_columns();
    matrix.merge_columns::<1, 1, 0, 0>();
    matrix.merge_columns::<3, 2, 1, 0>();
    if lanes > 4 {
        matrix.merge_columns::<7, 4, 2, 1>();
    }
    if lanes > 8 {
        matrix.merge_columns::<15, 8, 4, 2>();
    }

    for (column, words) in words.chunks_mut(height).enumerate() {
        for (word, row) in words.iter_mut().zip(memory.0.chunks_exact(lanes)) {
            *word = row[column];
        }
    }
    memory.0.wipe();
}

/// Vectors begin at cache lines.
#[repr(align(64))]
struct Memory([u32; CAPACITY]);

/// The least m 2^k that is at least `rows` and even, with m = 1, 3 or 5: m and the product.
fn height(rows: usize) -> (usize, usize) {
    let fit = |base: usize| (base, 2 * base * rows.div_ceil(2 * base).next_power_of_two());
    let (one, three, five) = (fit(1), fit(3), fit(5));
    let less = if three.1 < one.1 { three } else { one };
    if five.1 < less.1 { five } else { less }
}

/// Sorts the two words in each lane.
#[inline(always)]
fn compare<S, V: U32Vector<S>>(low: V, high: V) -> (V, V) {
    (low.min(high), low.max(high))
}

/// The words, row after row.
struct Matrix<'a, S> {
    simd: S,
    words: &'a mut [u32],
    /// m.
    base: usize,
}

impl<S: Machine> Matrix<'_, S> {
    #[inline(always)]
    fn height(&self) -> usize {
        self.words.len() / S::U32::LANES
    }

    #[inline(always)]
    fn row(&self, index: usize) -> S::U32 {
        S::U32::load(self.simd, &self.words[index * S::U32::LANES..])
    }

    #[inline(always)]
    fn set_row(&mut self, index: usize, row: S::U32) {
        row.store(&mut self.words[index * S::U32::LANES..]);
    }

    /// Sorts each column.
    #[inline(always)]
    fn sort_columns(&mut self) {
        self.sort_bases();
        let mut sorted = self.base;
        while sorted < self.height() {
            for start in (0..self.height()).step_by(2 * sorted) {
                for i in 0..sorted {
                    let (low, high) = (start + i, start + 2 * sorted - 1 - i);
                    let (less, more) = compare(self.row(low), self.row(high));
                    self.set_row(low, less);
                    self.set_row(high, more);
                }
            }
            self.sort_bitonic(sorted);
            sorted *= 2;
        }
    }

    /// Sorts columns of each block of `length` rows, which are bitonic.
    #[inline(always)]
    fn sort_bitonic(&mut self, mut length: usize) {
        while length >= 8 * self.base {
            self.split::<8>(length);
            length /= 8;
        }
        if length >= 4 * self.base {
            self.split::<4>(length);
        } else if length >= 2 * self.base {
            self.split::<2>(length);
        }
        self.sort_bases();
    }

    /// Splits bitonic columns of each block of `length` rows into `PARTS` <= 8 bitonic columns, in order, in registers.
    #[inline(always)]
    fn split<const PARTS: usize>(&mut self, length: usize) {
        let distance = length / PARTS;
        for start in (0..self.height()).step_by(length) {
            for i in start..start + distance {
                let mut part = [self.row(i); PARTS];
                for j in 1..PARTS {
                    part[j] = self.row(i + j * distance);
                }
                for half in [4, 2, 1] {
                    for j in 0..PARTS {
                        if half < PARTS && j & half == 0 {
                            (part[j], part[j + half]) = compare(part[j], part[j + half]);
                        }
                    }
                }
                for j in 0..PARTS {
                    self.set_row(i + j * distance, part[j]);
                }
            }
        }
    }

    /// Sorts columns of each block of m rows.
    #[inline(always)]
    fn sort_bases(&mut self) {
        match self.base {
            3 => self.sort_base::<3>(),
            5 => self.sort_base::<5>(),
            _ => {}
        }
    }

    /// By odd-even transposition.
    #[inline(always)]
    fn sort_base<const BASE: usize>(&mut self) {
        for start in (0..self.height()).step_by(BASE) {
            let mut rows = [self.row(start); BASE];
            for i in 1..BASE {
                rows[i] = self.row(start + i);
            }
            for round in 0..BASE {
                for i in 1..BASE {
                    if (i + round) % 2 == 1 {
                        (rows[i - 1], rows[i]) = compare(rows[i - 1], rows[i]);
                    }
                }
            }
            for i in 0..BASE {
                self.set_row(start + i, rows[i]);
            }
        }
    }

    /// Merges each two neighbours of the sequences that WIDTH columns, one after the other, make up. REVERSAL is
    /// 2 WIDTH - 1; NEXT and AFTER are WIDTH / 2 and WIDTH / 4 where that is not below 1.
    #[inline(always)]
    fn merge_columns<const REVERSAL: usize, const WIDTH: usize, const NEXT: usize, const AFTER: usize>(&mut self) {
        let height = self.height();
        // The second sequence reversed: row r against row R - 1 - r, and columns reversed within 2 WIDTH.
        for low in 0..height / 2 {
            let high = height - 1 - low;
            let (a, b) = (self.row(low), self.row(high).exchange_lanes::<REVERSAL>());
            let (less, more) = compare(a, b);
            self.set_row(low, S::U32::select_lanes::<WIDTH>(less, more));
            self.set_row(high, S::U32::select_lanes::<WIDTH>(more, less).exchange_lanes::<REVERSAL>());
        }
        if WIDTH > 1 {
            for index in 0..height {
                let mut row = self.row(index);
                row = compare_lanes::<S, S::U32, NEXT>(row);
                if WIDTH > 2 {
                    row = compare_lanes::<S, S::U32, AFTER>(row);
                }
                if WIDTH > 4 {
                    row = compare_lanes::<S, S::U32, 1>(row);
                }
                self.set_row(index, row);
            }
        }
        self.sort_bitonic(height);
    }
}

/// Sorts lanes l and l + DISTANCE.
#[inline(always)]
fn compare_lanes<S, V: U32Vector<S>, const DISTANCE: usize>(row: V) -> V {
    let (less, more) = compare(row, row.exchange_lanes::<DISTANCE>());
    V::select_lanes::<DISTANCE>(less, more)
}

/// Sorts any number of words in place, one comparison after the other: merge exchange (Batcher 1968; Knuth, volume 3,
/// Algorithm 5.2.2M).
fn exchange(words: &mut [u32]) {
    let length = words.len();
    let top = length.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut distance) = (top, 0, p);
        loop {
            for i in 0..length.saturating_sub(distance) {
                if i & p == r {
                    let (low, high) = (words[i].min(words[i + distance]), words[i].max(words[i + distance]));
                    (words[i], words[i + distance]) = (low, high);
                }
            }
            if q == p {
                break;
            }
            (distance, q, r) = (q - p, q / 2, p);
        }
        p /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use vectru_polymul::dispatch::Backend;

    fn check(words: Vec<u32>) {
        let mut expected = words.clone();
        expected.sort_unstable();
        for backend in Backend::available() {
            let mut found = words.clone();
            backend.run(Sort(&mut found)).expect("the backend is available");
            assert_eq!(found, expected, "{backend}, {} words", words.len());
        }
        let mut found = words;
        exchange(&mut found);
        assert_eq!(found, expected);
    }

    #[test]
    fn any_number_of_any_words() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        for length in (0..=300).chain([653, 761, 857, 953, 1013, 1277, 2047, 2048, 2049, 3000]) {
            check((0..length).map(|_| next()).collect());
            check((0..length).map(|_| next() % 3).collect());
            check((0..length).map(|_| [0, 1, 1 << 31, u32::MAX - 1, u32::MAX][next() as usize % 5]).collect());
            check((0..length).collect());
            check((0..length).rev().collect());
            check((0..length).map(|_| 7).collect());
        }
    }

    /// The 0-1 principle needs all sequences of zeros and ones; sorted halves leave few to a merge.
    #[test]
    fn thresholds_at_every_place() {
        for (length, ones) in (0..=100u32).flat_map(|length| (0..=length).map(move |ones| (length, ones))) {
            check((0..length).map(|i| (i < ones) as u32).collect());
            check((0..length).map(|i| (i * 37 % length < ones) as u32).collect());
        }
    }

    #[test]
    fn heights_fit() {
        for rows in 0..1000 {
            let (base, height) = height(rows);
            assert!(height >= rows.max(2) && height % 2 == 0 && (height / base).is_power_of_two(), "{rows}");
        }
        assert_eq!(height(761usize.div_ceil(8)), (3, 96));
    }
}
