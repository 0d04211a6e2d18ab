//! Sorting in constant time, by a network: which words are compared depends on their number only.
//!
//! The network is made of Batcher's bitonic merges ("Sorting networks and their applications", 1968), laid out for
//! vectors: the words fill a matrix of L columns, L the words of a vector, and R rows, a multiple of 16.
//!
//! - A *bitonic* sequence is a rotation of one that rises and then falls. Sorting each P words of it that are n apart,
//!   where it has n P words, leaves P bitonic sequences of n neighbours, none of one above any of the next.
//!   By the 0-1 principle (a network that sorts all sequences of zeros and ones sorts all sequences; Knuth, volume 3,
//!   5.3.4, Theorem Z) it is enough to see this for zeros and ones: the ones are an interval of the circle; wound P times
//!   round a circle of n places, it covers each of them t or t + 1 times for some t, the latter those of an interval. So
//!   the last t sequences are all ones, the one before them has an interval of ones, and the others have none.
//! - So a bitonic sequence is sorted by such splits, by one factor of its length after the other.
//!   Two sorted sequences one of which is reversed are bitonic: that merges them.
//!
//! First blocks of 16 rows are sorted in each column, all columns at once, in vectors without any permutation, and merged
//! until columns are sorted. Then columns are merged in pairs, pairs of columns in pairs, and so on, where only the first
//! steps, those that compare words of different columns, permute vectors. A merge takes two passes over the matrix, with
//! at most 16 rows in registers: one splits into blocks, one sorts the blocks; of some heights, a third one in between.
//! The first pass of all takes the words from where they are, the last one puts them back, transposed. Words that fill up
//! the matrix are 2^32 - 1: they end up last, and it does not matter that others may equal them.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{Machine, U32Vector};
use zeroize::optimization_barrier;

use crate::common::parts::Part;
use crate::common::secret::Wipe;

/// The most words that are sorted in vectors. No parameter set has more than 1277.
pub(crate) const CAPACITY: usize = 1280;

/// The rows of a block, which is sorted in registers.
const ROWS: usize = 16;

/// The most lanes of a vector.
const MOST_LANES: usize = 16;

/// Rows, from the first to the last.
type Block<V> = [V; ROWS];

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
    let fill = [S::U32::load(simd, &[u32::MAX; MOST_LANES]); ROWS];
    match S::U32::LANES {
        16 => sort_in(simd, words, &mut [fill; CAPACITY / (16 * ROWS)]),
        8 => sort_in(simd, words, &mut [fill; CAPACITY / (8 * ROWS)]),
        _ => sort_in(simd, words, &mut [fill; CAPACITY / (4 * ROWS)]),
    }
}

/// Sorts in `memory` for a matrix, which is filled with 2^32 - 1, if it is enough.
#[inline(always)]
fn sort_in<S: Machine>(simd: S, words: &mut [u32], memory: &mut [Block<S::U32>]) {
    let Some(blocks) = memory.get_mut(..blocks(words.len().div_ceil(S::U32::LANES))) else {
        return exchange_words(words);
    };
    load_blocks(simd, words, blocks);
    merge_blocks::<S, S::U32>(blocks);
    merge_columns::<S, S::U32, 1, 1, 0, 0>(blocks);
    sort_blocks(blocks);
    merge_columns::<S, S::U32, 3, 2, 1, 0>(blocks);
    if S::U32::LANES > 4 {
        sort_blocks(blocks);
        merge_columns::<S, S::U32, 7, 4, 2, 1>(blocks);
    }
    if S::U32::LANES > 8 {
        sort_blocks(blocks);
        merge_columns::<S, S::U32, 15, 8, 4, 2>(blocks);
    }
    store_blocks(blocks, words);

    blocks.fill([S::U32::load(simd, &[0; MOST_LANES]); ROWS]);
    optimization_barrier(blocks);
}

/// The least number of blocks that hold as many rows and that is m 2^k with m = 2, 3 or 5.
fn blocks(rows: usize) -> usize {
    let fit = |m: usize| m * rows.div_ceil(m * ROWS).next_power_of_two();
    fit(2).min(fit(3)).min(fit(5))
}

/// Fills `blocks` with `words` as far as they go, and sorts each column of each block.
#[inline(always)]
fn load_blocks<S: Machine>(simd: S, words: &[u32], blocks: &mut [Block<S::U32>]) {
    let size = S::U32::LANES * ROWS;
    let mut last = [u32::MAX; MOST_LANES * ROWS];
    for (block, words) in blocks.iter_mut().zip(words.chunks(size)) {
        let words = if words.len() == size {
            words
        } else {
            last[..words.len()].copy_from_slice(words);
            &last[..size]
        };
        let mut rows = *block;
        for i in 0..ROWS {
            rows[i] = S::U32::load(simd, &words[i * S::U32::LANES..]);
        }
        merge_exchange(ROWS, |low, high| (rows[low], rows[high]) = compare(rows[low], rows[high]));
        *block = rows;
    }
    last.wipe();
}

/// Merges blocks of each column until the column is sorted. Sequences of 2^k blocks are merged, of which the last may be
/// shorter.
#[inline(always)]
fn merge_blocks<S, V: U32Vector<S>>(blocks: &mut [Block<V>]) {
    let mut sorted = 1;
    while sorted < blocks.len() {
        for blocks in blocks.chunks_mut(2 * sorted) {
            if blocks.len() > sorted {
                blocks[sorted..].as_flattened_mut().reverse();
                split(
                    blocks,
                    #[inline(always)]
                    |row, image| (row, image),
                );
                sort_blocks(blocks);
            }
        }
        sorted *= 2;
    }
}

/// Merges each two neighbours of the sequences that WIDTH columns, one after the other, make up, but for the sorting
/// of blocks. REVERSAL is 2 WIDTH - 1; NEXT and AFTER are WIDTH / 2 and WIDTH / 4 where that is not below 1.
#[inline(always)]
fn merge_columns<S, V, const REVERSAL: usize, const WIDTH: usize, const NEXT: usize, const AFTER: usize>(
    blocks: &mut [Block<V>],
) where
    V: U32Vector<S>,
{
    split(
        blocks,
        // The second sequence is reversed: rows by the choice of the image, and columns within 2 WIDTH.
        #[inline(always)]
        |row, image| {
            let (less, more) = compare(row, image.exchange_lanes::<REVERSAL>());
            let row = V::select_lanes::<WIDTH>(less, more);
            let image = V::select_lanes::<WIDTH>(more, less).exchange_lanes::<REVERSAL>();
            (sort_lanes::<S, V, WIDTH, NEXT, AFTER>(row), sort_lanes::<S, V, WIDTH, NEXT, AFTER>(image))
        },
    );
}

/// Splits columns into bitonic blocks, after `prepare` has replaced each row r and its image, row R - 1 - r, and so made the
/// columns bitonic.
#[inline(always)]
fn split<S, V: U32Vector<S>>(blocks: &mut [Block<V>], prepare: impl Fn(V, V) -> (V, V)) {
    let factor = match blocks.len() {
        2 => split_into::<S, V, 2>(blocks, prepare),
        3 => split_into::<S, V, 3>(blocks, prepare),
        4 | 8 | 16 => split_into::<S, V, 4>(blocks, prepare),
        6 | 12 => split_into::<S, V, 6>(blocks, prepare),
        _ => split_into::<S, V, 5>(blocks, prepare),
    };
    // What a few lengths leave: halves, until they are blocks.
    let mut part = blocks.len() / factor;
    while part > 1 {
        for blocks in blocks.chunks_exact_mut(part) {
            let (low, high) = blocks.split_at_mut(part / 2);
            for (low, high) in low.as_flattened_mut().iter_mut().zip(high.as_flattened_mut()) {
                (*low, *high) = compare(*low, *high);
            }
        }
        part /= 2;
    }
}

/// Splits columns into FACTOR, which it returns, after `prepare`.
#[inline(always)]
fn split_into<S, V, const FACTOR: usize>(blocks: &mut [Block<V>], prepare: impl Fn(V, V) -> (V, V)) -> usize
where
    V: U32Vector<S>,
{
    let distance = blocks.len() / FACTOR;
    for block in 0..distance {
        for i in 0..ROWS / 2 {
            // A row of each part, and their images.
            let (image_block, image) = (distance - 1 - block, ROWS - 1 - i);
            let (mut rows, mut images) = ([blocks[block][i]; FACTOR], [blocks[image_block][image]; FACTOR]);
            for j in 1..FACTOR {
                rows[j] = blocks[block + j * distance][i];
                images[j] = blocks[image_block + j * distance][image];
            }
            for j in 0..FACTOR {
                (rows[j], images[FACTOR - 1 - j]) = prepare(rows[j], images[FACTOR - 1 - j]);
            }
            sort_bitonic(&mut rows);
            sort_bitonic(&mut images);
            for j in 0..FACTOR {
                blocks[block + j * distance][i] = rows[j];
                blocks[image_block + j * distance][image] = images[j];
            }
        }
    }
    FACTOR
}

/// Sorts columns of bitonic blocks.
#[inline(always)]
fn sort_blocks<S, V: U32Vector<S>>(blocks: &mut [Block<V>]) {
    for block in blocks {
        let mut rows = *block;
        sort_bitonic(&mut rows);
        *block = rows;
    }
}

/// Sorts columns of bitonic blocks, and puts the columns out, one after the other, as far as `words` go.
#[inline(always)]
fn store_blocks<S, V: U32Vector<S>>(blocks: &mut [Block<V>], words: &mut [u32]) {
    for block in &mut *blocks {
        let mut rows = *block;
        sort_bitonic(&mut rows);
        transpose(&mut rows);
        *block = rows;
    }
    for (column, words) in words.chunks_mut(blocks.len() * ROWS).enumerate() {
        // Of each square of as many rows as lanes, the row that was the column.
        for (square, words) in words.chunks_mut(V::LANES).enumerate() {
            let row = blocks.as_flattened()[square * V::LANES + column];
            if words.len() == V::LANES {
                row.store(words);
            } else {
                let mut last = [0; MOST_LANES];
                row.store(&mut last);
                words.copy_from_slice(&last[..words.len()]);
                last.wipe();
            }
        }
    }
}

/// Sorts the two words in each lane.
#[inline(always)]
fn compare<S, V: U32Vector<S>>(low: V, high: V) -> (V, V) {
    (low.min(high), low.max(high))
}

/// Sorts lanes l and l + DISTANCE.
#[inline(always)]
fn compare_lanes<S, V: U32Vector<S>, const DISTANCE: usize>(row: V) -> V {
    let (less, more) = compare(row, row.exchange_lanes::<DISTANCE>());
    V::select_lanes::<DISTANCE>(less, more)
}

/// Sorts each WIDTH lanes, which are bitonic.
#[inline(always)]
fn sort_lanes<S, V: U32Vector<S>, const WIDTH: usize, const NEXT: usize, const AFTER: usize>(mut row: V) -> V {
    if WIDTH > 1 {
        row = compare_lanes::<S, V, NEXT>(row);
    }
    if WIDTH > 2 {
        row = compare_lanes::<S, V, AFTER>(row);
    }
    if WIDTH > 4 {
        row = compare_lanes::<S, V, 1>(row);
    }
    row
}

/// Sorts m 2^k <= 16 rows that are bitonic, m odd.
#[inline(always)]
fn sort_bitonic<S, V: U32Vector<S>, const LENGTH: usize>(rows: &mut [V; LENGTH]) {
    let parts = const { LENGTH >> LENGTH.trailing_zeros() };
    let distance = const { 1 << LENGTH.trailing_zeros() };
    // By odd-even transposition.
    for round in 0..parts {
        for i in distance..LENGTH {
            if (i / distance + round) % 2 == 1 {
                (rows[i - distance], rows[i]) = compare(rows[i - distance], rows[i]);
            }
        }
    }
    for half in [8, 4, 2, 1] {
        for i in 0..LENGTH {
            if half < distance && i & half == 0 {
                (rows[i], rows[i + half]) = compare(rows[i], rows[i + half]);
            }
        }
    }
}

/// Transposes each square of as many rows as lanes.
#[inline(always)]
fn transpose<S, V: U32Vector<S>>(rows: &mut Block<V>) {
    transpose_squares::<S, V, 1>(rows);
    transpose_squares::<S, V, 2>(rows);
    if V::LANES > 4 {
        transpose_squares::<S, V, 4>(rows);
    }
    if V::LANES > 8 {
        transpose_squares::<S, V, 8>(rows);
    }
}

/// Transposes squares of two by two words, DISTANCE apart in rows and in lanes.
#[inline(always)]
fn transpose_squares<S, V: U32Vector<S>, const DISTANCE: usize>(rows: &mut Block<V>) {
    for i in 0..ROWS {
        if i & DISTANCE == 0 {
            let (a, b) = (rows[i], rows[i + DISTANCE]);
            rows[i] = V::select_lanes::<DISTANCE>(a, b.exchange_lanes::<DISTANCE>());
            rows[i + DISTANCE] = V::select_lanes::<DISTANCE>(a.exchange_lanes::<DISTANCE>(), b);
        }
    }
}

/// Sorts any number of words, one comparison after the other.
fn exchange_words(words: &mut [u32]) {
    merge_exchange(words.len(), |low, high| {
        (words[low], words[high]) = (words[low].min(words[high]), words[low].max(words[high]));
    });
}

/// Sorts what `compare` sorts for pairs of indices, any number: merge exchange (Batcher 1968; Knuth, volume 3, Algorithm
/// 5.2.2M).
#[inline(always)]
fn merge_exchange(length: usize, mut compare: impl FnMut(usize, usize)) {
    let top = length.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut distance) = (top, 0, p);
        loop {
            for i in 0..length.saturating_sub(distance) {
                if i & p == r {
                    compare(i, i + distance);
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
        exchange_words(&mut found);
        assert_eq!(found, expected);
    }

    #[test]
    fn any_number_of_any_words() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        for length in
            (0..=300).chain([508, 512, 513, 653, 761, 857, 953, 1013, 1277, 1280, 1281, 2047, 2048, 2049, 3000])
        {
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
    fn blocks_hold_the_rows() {
        for rows in 0..1000 {
            let blocks = blocks(rows);
            let odd = blocks >> blocks.trailing_zeros();
            assert!(ROWS * blocks >= rows && blocks >= 2 && [1, 3, 5].contains(&odd), "{rows}");
        }
        assert_eq!(blocks(761usize.div_ceil(8)), 6);
        assert_eq!(blocks(CAPACITY / 4) * ROWS, CAPACITY / 4);
    }
}
