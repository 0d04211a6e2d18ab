//! Sorting in constant time by a network: the number of words determines which words are compared.
//!
//! The network consists of Batcher's bitonic merges `[Bat68]`, arranged for vectors. The words fill
//! a matrix of L columns, where L is the number of words of a vector, and R rows, a multiple of 16.
//!
//! A *bitonic* sequence is a rotation of a sequence that rises and then falls. Let it have n P
//! words. A *split* by the factor P sorts, for each i < n, the P words i, i + n, i + 2n, …. It
//! leaves P bitonic sequences of n neighbours, and no word of one is above any word of the next.
//!
//! To see this, it suffices to consider words 0 and 1, by the 0-1 principle: a network that sorts
//! all sequences of zeros and ones sorts all sequences (`[Knu98]`, 5.3.4, Theorem Z). The ones are
//! an interval of a circle of n P words. Wound P times round a circle of n places, the interval
//! covers each place t or t + 1 times for some t, and those covered t + 1 times form an interval.
//! Hence the last t sequences are all ones, the one before them has an interval of ones, and the
//! others have none.
//!
//! Splits by the factors of its length, one after the other, sort a bitonic sequence. A sorted
//! sequence followed by a reversed sorted one is bitonic, so that splits merge two sorted
//! sequences.
//!
//! 1. Blocks of 16 rows are sorted in each column, all columns at once, by vectors and without
//!    permutations.
//! 2. Blocks are merged until each column is sorted.
//! 3. Columns are merged in pairs, pairs of columns in pairs, and so on. Only the first layers of a
//!    merge, which compare words of different columns, permute vectors.
//!
//! A merge needs two passes over the matrix with at most 16 rows in registers: one splits into
//! blocks, one sorts the blocks. Some heights need a third pass in between. The first of all passes
//! loads the words, and the last one stores them, transposed. The matrix is filled up with words
//! 2^32 - 1, which end up last; words equal to them do no harm.

use core::mem::MaybeUninit;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{Machine, U32Vector, filled, merge_exchange, opaque};

use crate::common::parts::Part;

/// The largest number of words that are sorted in vectors. Callers check at compile time that they
/// sort no more.
pub(crate) const CAPACITY: usize = 1280;

/// The number of rows of a block, which is sorted in registers.
const ROWS: usize = 16;

/// The number of lanes of 32 bits of the widest vector.
const MAX_LANES: usize = 16;

/// Rows in order.
type Block<V> = [V; ROWS];

/// Sorts `words` in ascending order. The sequence of comparisons depends on their number only.
pub(crate) fn sort(words: &mut [u32]) {
    let _piece = Part::Sorting.begin();
    match merge_exchange::SORT {
        _ if cfg!(feature = "small") => exchange_words(words),
        Some(sort) => sort_in_registers(sort, words),
        None => dispatch::run(Sort(words)),
    }
}

/// Sorts by the assembly of the target, in memory with the padding that it needs. The memory is in
/// the stack of the operation, which is overwritten when it returns.
fn sort_in_registers(sort: fn(&mut [u32]), words: &mut [u32]) {
    let mut memory = [u32::MAX; CAPACITY + merge_exchange::PADDING];
    let length = words.len().next_multiple_of(merge_exchange::PADDING) + merge_exchange::PADDING;
    memory[..words.len()].copy_from_slice(words);
    sort(&mut memory[..length]);
    words.copy_from_slice(&memory[..words.len()]);
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

/// Sorts on the backend of `simd`.
#[inline(always)]
fn sort_with<S: Machine>(simd: S, words: &mut [u32]) {
    match S::U32::LANES {
        16 => sort_in(simd, words, &mut [const { MaybeUninit::uninit() }; CAPACITY / (16 * ROWS)]),
        8 => sort_in(simd, words, &mut [const { MaybeUninit::uninit() }; CAPACITY / (8 * ROWS)]),
        _ => sort_in(simd, words, &mut [const { MaybeUninit::uninit() }; CAPACITY / (4 * ROWS)]),
    }
}

/// Sorts in `memory` for a matrix, which is filled with 2^32 - 1. Sorts word by word if that is too
/// small. The memory is in the stack of the operation, which is overwritten when it returns.
#[inline(always)]
fn sort_in<S: Machine>(simd: S, words: &mut [u32], memory: &mut [MaybeUninit<Block<S::U32>>]) {
    let used = words.len().div_ceil(S::U32::LANES * ROWS);
    let Some(memory) = memory.get_mut(..fitting(used)) else {
        return exchange_words(words);
    };
    let blocks = filled(memory, [S::U32::load(simd, &[u32::MAX; MAX_LANES]); ROWS]);
    load_blocks(simd, words, blocks);
    merge_blocks::<S, S::U32>(blocks, used);
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
}

/// Returns the least number of blocks that is at least `least` and that is m 2^k for m = 2, 3 or 5.
fn fitting(least: usize) -> usize {
    let fit = |m: usize| m * least.div_ceil(m).next_power_of_two();
    fit(2).min(fit(3)).min(fit(5))
}

/// Loads `words` into `blocks`, and sorts each column of each block.
#[inline(always)]
fn load_blocks<S: Machine>(simd: S, words: &[u32], blocks: &mut [Block<S::U32>]) {
    let size = S::U32::LANES * ROWS;
    let mut memory = [const { MaybeUninit::uninit() }; MAX_LANES * ROWS];
    for (block, words) in blocks.iter_mut().zip(words.chunks(size)) {
        let words = if words.len() == size {
            words
        } else {
            let last = filled(&mut memory[..size], u32::MAX);
            last[..words.len()].copy_from_slice(words);
            last
        };
        let mut rows = *block;
        unroll!(I < 16, {
            rows[I] = S::U32::load(simd, &words[I * S::U32::LANES..]);
        });
        sort_rows(&mut rows);
        *block = rows;
    }
}

/// Merges the blocks of each column until the column is sorted: sequences of 2^k blocks, of which
/// the last may be shorter. Blocks from `used` on, in which all words are 2^32 - 1, are merged only
/// where a split needs them.
#[inline(always)]
fn merge_blocks<S, V: U32Vector<S>>(blocks: &mut [Block<V>], used: usize) {
    let mut sorted = 1;
    while sorted < blocks.len() {
        let mut used = used;
        for sequences in blocks.chunks_mut(2 * sorted) {
            if used > sorted {
                let length = sequences.len().min(fitting(used));
                let sequences = &mut sequences[..length];
                split::<S, V, true>(
                    sequences,
                    #[inline(always)]
                    |row, image| (row, image),
                );
                sort_blocks(sequences);
            }
            used = used.saturating_sub(2 * sorted);
        }
        sorted *= 2;
    }
}

/// Merges neighbouring sequences, each of which is WIDTH columns one after the other, and leaves
/// the sorting of blocks to the caller. REVERSAL is 2 WIDTH - 1; NEXT and AFTER are WIDTH / 2 and
/// WIDTH / 4 where that is not below 1.
#[inline(always)]
fn merge_columns<S, V, const REVERSAL: usize, const WIDTH: usize, const NEXT: usize, const AFTER: usize>(
    blocks: &mut [Block<V>],
) where
    V: U32Vector<S>,
{
    split::<S, V, false>(
        blocks,
        // The second sequence is reversed: its rows by the choice of the image, its columns within
        // 2 WIDTH columns.
        #[inline(always)]
        |row, image| {
            let (less, more) = compare(row, image.exchange_lanes::<REVERSAL>());
            let row = V::select_lanes::<WIDTH>(less, more);
            let image = V::select_lanes::<WIDTH>(more, less).exchange_lanes::<REVERSAL>();
            (sort_lanes::<S, V, WIDTH, NEXT, AFTER>(row), sort_lanes::<S, V, WIDTH, NEXT, AFTER>(image))
        },
    );
}

/// Splits columns into bitonic blocks. If the columns consist of two sorted sequences, the first of
/// 2^k blocks and the second no longer, they become bitonic when the second one is `REVERSED`.
/// Otherwise `prepare` makes them bitonic: it replaces each row r and its image, row R - 1 - r.
#[inline(always)]
fn split<S, V: U32Vector<S>, const REVERSED: bool>(blocks: &mut [Block<V>], prepare: impl Fn(V, V) -> (V, V)) {
    let factor = match blocks.len() {
        2 => split_into::<S, V, REVERSED, 2>(blocks, prepare),
        3 => split_into::<S, V, REVERSED, 3>(blocks, prepare),
        4 | 8 | 16 => split_into::<S, V, REVERSED, 4>(blocks, prepare),
        6 | 12 => split_into::<S, V, REVERSED, 6>(blocks, prepare),
        _ => split_into::<S, V, REVERSED, 5>(blocks, prepare),
    };
    // Some lengths need more splits, by the factor 2, until the sequences are blocks.
    let mut length = blocks.len() / factor;
    while length > 1 {
        for blocks in blocks.chunks_exact_mut(length) {
            let (low, high) = blocks.split_at_mut(length / 2);
            for (low, high) in low.as_flattened_mut().iter_mut().zip(high.as_flattened_mut()) {
                (*low, *high) = compare(*low, *high);
            }
        }
        length /= 2;
    }
}

/// Splits columns by FACTOR, as [`split`] does. Returns FACTOR.
#[inline(always)]
fn split_into<S, V, const REVERSED: bool, const FACTOR: usize>(
    blocks: &mut [Block<V>],
    prepare: impl Fn(V, V) -> (V, V),
) -> usize
where
    V: U32Vector<S>,
{
    let distance = blocks.len() / FACTOR;
    for block in 0..distance {
        for i in 0..ROWS / 2 {
            // A row of each of the sequences, and the images of these rows.
            let (image_block, image) = (distance - 1 - block, ROWS - 1 - i);
            let (mut rows, mut images) = ([blocks[block][i]; FACTOR], [blocks[image_block][image]; FACTOR]);
            unroll!(J < 6, {
                if const { J < FACTOR } {
                    rows[J] = blocks[block + J * distance][i];
                    images[J] = blocks[image_block + J * distance][image];
                }
            });
            if REVERSED {
                unroll!(J < 6, {
                    if let Some(image) = const { reversed(J, FACTOR) } {
                        core::mem::swap(&mut rows[J], &mut images[image]);
                    }
                });
            }
            unroll!(J < 6, {
                if const { J < FACTOR } {
                    (rows[J], images[FACTOR - 1 - J]) = prepare(rows[J], images[FACTOR - 1 - J]);
                }
            });
            sort_bitonic(&mut rows);
            sort_bitonic(&mut images);
            unroll!(J < 6, {
                if const { J < FACTOR } {
                    blocks[block + J * distance][i] = rows[J];
                    blocks[image_block + J * distance][image] = images[J];
                }
            });
        }
    }
    FACTOR
}

/// Returns the place of part j after the second of two sequences is reversed, if it is in that one.
/// The first has the largest power of two below `parts` of them.
const fn reversed(j: usize, parts: usize) -> Option<usize> {
    let first = parts.next_power_of_two() / 2;
    if first <= j && j < parts { Some(first + parts - 1 - j) } else { None }
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

/// Sorts columns of bitonic blocks, and stores the columns one after the other in `words`.
#[inline(always)]
fn store_blocks<S, V: U32Vector<S>>(blocks: &mut [Block<V>], words: &mut [u32]) {
    for block in &mut *blocks {
        let mut rows = *block;
        sort_bitonic(&mut rows);
        transpose(&mut rows);
        *block = rows;
    }
    for (column, words) in words.chunks_mut(blocks.len() * ROWS).enumerate() {
        // Row `column` of each transposed square was this column.
        for (square, words) in words.chunks_mut(V::LANES).enumerate() {
            let row = blocks.as_flattened()[square * V::LANES + column];
            if words.len() == V::LANES {
                row.store(words);
            } else {
                let mut last = [0; MAX_LANES];
                row.store(&mut last);
                words.copy_from_slice(&last[..words.len()]);
            }
        }
    }
}

/// Sorts the two words of each lane.
#[inline(always)]
fn compare<S, V: U32Vector<S>>(low: V, high: V) -> (V, V) {
    (low.min(high), low.max(high))
}

/// Sorts the words of lanes l and l + DISTANCE.
#[inline(always)]
fn compare_lanes<S, V: U32Vector<S>, const DISTANCE: usize>(row: V) -> V {
    let (less, more) = compare(row, row.exchange_lanes::<DISTANCE>());
    V::select_lanes::<DISTANCE>(less, more)
}

/// Sorts each WIDTH lanes. Requires that they are bitonic.
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

/// Sorts m 2^k <= 16 rows, m odd. Requires that they are bitonic.
#[inline(always)]
fn sort_bitonic<S, V: U32Vector<S>, const LENGTH: usize>(rows: &mut [V; LENGTH]) {
    const { assert!(LENGTH <= 6 || LENGTH == 16) };
    // Odd-even transposition for the odd factor.
    unroll!(ROUND < 6, {
        unroll!(I < 6, {
            if const { is_transposed(I, ROUND, LENGTH) } {
                let before = const { I.wrapping_sub(power_of_two(LENGTH)) };
                (rows[before], rows[I]) = compare(rows[before], rows[I]);
            }
        });
    });
    split_halves::<S, V, LENGTH, 8>(rows);
    split_halves::<S, V, LENGTH, 4>(rows);
    split_halves::<S, V, LENGTH, 2>(rows);
    split_halves::<S, V, LENGTH, 1>(rows);
}

/// Sorts rows i and i + HALF for each i without the bit HALF, if HALF is below the factor of LENGTH
/// that is a power of two.
#[inline(always)]
fn split_halves<S, V: U32Vector<S>, const LENGTH: usize, const HALF: usize>(rows: &mut [V; LENGTH]) {
    unroll!(I < 16, {
        if const { is_lower(I, HALF) && I + HALF < LENGTH && HALF < power_of_two(LENGTH) } {
            (rows[I], rows[I + HALF]) = compare(rows[I], rows[I + HALF]);
        }
    });
}

/// Returns true if index i is the lower one of i and i xor `distance`, a power of two.
const fn is_lower(i: usize, distance: usize) -> bool {
    i & distance == 0
}

/// Returns the largest power of two that divides `length`.
const fn power_of_two(length: usize) -> usize {
    1 << length.trailing_zeros()
}

/// Returns true if odd-even transposition of sequences of [`power_of_two`] rows each sorts row i
/// and the row one sequence before it in this round.
const fn is_transposed(i: usize, round: usize, length: usize) -> bool {
    let sequence = power_of_two(length);
    round < length / sequence && sequence <= i && i < length && (i / sequence + round) % 2 == 1
}

/// Transposes each square of rows, as many as there are lanes.
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
    unroll!(I < 16, {
        if const { is_lower(I, DISTANCE) } {
            let (a, b) = (rows[I], rows[I + DISTANCE]);
            rows[I] = V::select_lanes::<DISTANCE>(a, b.exchange_lanes::<DISTANCE>());
            rows[I + DISTANCE] = V::select_lanes::<DISTANCE>(a.exchange_lanes::<DISTANCE>(), b);
        }
    });
}

/// Sorts rows in any order.
#[inline(always)]
fn sort_rows<S, V: U32Vector<S>>(rows: &mut Block<V>) {
    const { assert!(comparison(6 * 16).is_none()) };
    unroll!(H < 6, {
        unroll!(I < 16, {
            const COMPARISON: Option<(usize, usize)> = comparison(16 * H + I);
            if let Some((low, high)) = COMPARISON {
                (rows[low], rows[high]) = compare(rows[low], rows[high]);
            }
        });
    });
}

/// Sorts any number of words, one comparison at a time.
fn exchange_words(words: &mut [u32]) {
    let mut network = MergeExchange::new(words.len());
    while let Some((low, high)) = network.next() {
        let [a, b] = [words[low], words[high]];
        // All ones if b is below a: the borrow of the difference. The compiler makes no branch of it.
        let below = opaque((b as u64).wrapping_sub(a as u64) >> 32) as u32;
        let exchanged = (a ^ b) & below;
        (words[low], words[high]) = (a ^ exchanged, b ^ exchanged);
    }
}

/// Returns comparison `index` of the network that sorts the rows of a block, if it has so many.
const fn comparison(index: usize) -> Option<(usize, usize)> {
    let mut network = MergeExchange::new(ROWS);
    let mut count = 0;
    while count < index {
        _ = network.next();
        count += 1;
    }
    network.next()
}

/// Merge exchange (`[Bat68]`; `[Knu98]`, Algorithm 5.2.2M, with its names of variables): a network
/// that sorts any number of words.
struct MergeExchange {
    length: usize,
    top: usize,
    p: usize,
    q: usize,
    r: usize,
    d: usize,
    i: usize,
}

impl MergeExchange {
    /// Returns the network for `length` words.
    const fn new(length: usize) -> Self {
        let top = length.next_power_of_two() / 2;
        Self { length, top, p: top, q: top, r: 0, d: top, i: 0 }
    }

    /// Returns the indices of the next two words to be sorted.
    const fn next(&mut self) -> Option<(usize, usize)> {
        while self.p > 0 {
            while self.i + self.d < self.length {
                let low = self.i;
                self.i += 1;
                if low & self.p == self.r {
                    return Some((low, low + self.d));
                }
            }
            self.i = 0;
            if self.q == self.p {
                self.p /= 2;
                (self.q, self.r, self.d) = (self.top, 0, self.p);
            } else {
                (self.d, self.q, self.r) = (self.q - self.p, self.q / 2, self.p);
            }
        }
        None
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

    /// By the 0-1 principle, sequences of zeros and ones suffice. Merges get sorted halves, of
    /// which there are few.
    #[test]
    fn thresholds_at_every_place() {
        for (length, ones) in (0..=100u32).flat_map(|length| (0..=length).map(move |ones| (length, ones))) {
            check((0..length).map(|i| (i < ones) as u32).collect());
            check((0..length).map(|i| (i * 37 % length < ones) as u32).collect());
        }
    }

    #[test]
    fn numbers_of_blocks_have_factors() {
        for least in 0..1000 {
            let blocks = fitting(least);
            let odd = blocks >> blocks.trailing_zeros();
            assert!(blocks >= least && blocks >= 2 && [1, 3, 5].contains(&odd), "{least}");
        }
        assert_eq!(fitting(761usize.div_ceil(8 * ROWS)), 6);
        assert_eq!(fitting(CAPACITY / (4 * ROWS)) * 4 * ROWS, CAPACITY);
    }
}
