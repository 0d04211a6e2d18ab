//! Outer products of dimension 16 with 32-bit sums: nine products of dimension 4 instead of
//! sixteen, by two layers of Karatsuba's identity.
//!
//! The sums of an outer product are T a, where T is the Toeplitz matrix of dimension 16 with entry
//! r_(16 + k - j) at (k, j). With a = (a0, a1) and T in blocks of dimension 8,
//!
//! ```text
//! T = (T0 T2)     T a = (T0 (a0 + a1) + (T2 - T0) a1)
//!     (T1 T0)           (T0 (a0 + a1) - (T0 - T1) a0)
//! ```
//!
//! which are three products instead of four `[KO62]`, at the cost of additions in 16 bits. The
//! blocks T0, T2 - T0 and T0 - T1 are Toeplitz matrices too, and each is split again in this way,
//! into blocks of dimension 4. So sums of four coefficients, and sums and differences of four rows,
//! must fit 16 bits ([`Form::summands`](crate::simd::Form::summands)).
//!
//! With the differences of rows d_t = r_t - r_(t + 8), the matrices of dimension 8 have the rows
//!
//! | block | entry at (k, j), 0 <= k, j < 8 |
//! | --- | --- |
//! | T0 | r_(16 + k - j) |
//! | T2 - T0 | d_(8 + k - j) |
//! | T0 - T1 | d_(16 + k - j) |
//!
//! A matrix of dimension 8 with the rows s_t, that is, with entry s_(8 + k - j), splits into the
//! matrices of dimension 4
//!
//! | block | entry at (k, j), 0 <= k, j < 4 |
//! | --- | --- |
//! | S0 | s_(8 + k - j) |
//! | S2 - S0 | s_(4 + k - j) - s_(8 + k - j) |
//! | S0 - S1 | s_(8 + k - j) - s_(12 + k - j) |
//!
//! The differences s_t - s_(t + 4) of the second and of the third block have eight successive t,
//! for any j. So one load serves both blocks: its lower half is multiplied by a coefficient of a1,
//! its upper half by a coefficient of a0.
//!
//! The common product S0 (a0 + a1) is computed first, and both other products accumulate on it; so
//! do they on T0 (a0 + a1). An outer product has 36 multiplications of four lanes; with one layer
//! it would have 48, and by the definition 64. It has 24 loads of rows in all three cases.
//!
//! The last layer of Toeplitz-TC in `[CCH+23, section 5.2.2]` splits in this way modulo 2^16; the
//! use for outer products modulo q with 32-bit sums, and in two layers, is this project's own.

use core::arch::aarch64::*;

use super::{NeonI16, Sums, load, store};
use crate::modular::Modulus;
use crate::simd::CHUNK;

/// The rows r_0 to r_31 of outer products, prepared for two layers of Karatsuba's identity.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Rows {
    /// r_12 to r_19, which contain S0 of T0.
    middle: [i16; 8],
    /// r_t - r_(t + 4) for 8 <= t < 20.
    middle_differences: [i16; 12],
    /// r_t - r_(t + 4) - r_(t + 8) + r_(t + 12) for t < 20.
    second_differences: [i16; 20],
    /// d_t = r_t - r_(t + 8) for 4 <= t < 20, which contain S0 of T2 - T0 and of T0 - T1.
    differences: [i16; CHUNK],
}

/// Four products of a coefficient by four rows, with `$step` for each.
macro_rules! for_each_lane {
    ($step:ident) => {
        $step!(0, 4);
        $step!(1, 5);
        $step!(2, 6);
        $step!(3, 7);
    };
}

impl Rows {
    /// Returns rows of zeros.
    pub(super) const ZERO: Self =
        Self { middle: [0; 8], middle_differences: [0; 12], second_differences: [0; 20], differences: [0; CHUNK] };

    /// Prepares the rows r_0 to r_31, given in four vectors.
    #[inline(always)]
    pub(super) fn prepare(&mut self, [first, second, third, fourth]: [NeonI16; 4]) {
        // r_4 to r_27.
        let shifted = [between(first, second), between(second, third), between(third, fourth)];
        let differences = [first - second, second - third, third - fourth];
        let shifted_differences = [shifted[0] - shifted[1], shifted[1] - shifted[2]];
        // The first two vectors are products, which take time, so the other two come first.
        let last = differences[2];
        store_half(last - between(last, last), &mut self.second_differences[16..]);
        store_half(third - shifted[2], &mut self.middle_differences[8..]);
        store(shifted[1].0, &mut self.middle);
        store((second - shifted[1]).0, &mut self.middle_differences);
        store(shifted_differences[0].0, &mut self.differences);
        store(shifted_differences[1].0, &mut self.differences[8..]);
        store((differences[0] - shifted_differences[0]).0, &mut self.second_differences);
        store((differences[1] - shifted_differences[1]).0, &mut self.second_differences[8..]);
    }
}

/// Returns the upper half of `low` and the lower half of `high`.
#[inline(always)]
fn between(low: NeonI16, high: NeonI16) -> NeonI16 {
    NeonI16(unsafe { vextq_s16::<4>(low.0, high.0) })
}

/// Stores the lower half of `vector` to the start of `target`.
#[inline(always)]
fn store_half(vector: NeonI16, target: &mut [i16]) {
    let target: &mut [i16; 4] = target.first_chunk_mut().expect("a target as long as half a vector");
    // SAFETY: the reference covers the 8 bytes that are written; the store needs no alignment.
    unsafe { vst1_s16(target.as_mut_ptr(), vget_low_s16(vector.0)) }
}

/// Loads the first 4 coefficients of `source`.
#[inline(always)]
fn load_half(source: &[i16]) -> int16x4_t {
    let source: &[i16; 4] = source.first_chunk().expect("half a vector's worth of coefficients");
    // SAFETY: the reference covers the 8 bytes that are read; the load needs no alignment.
    unsafe { vld1_s16(source.as_ptr()) }
}

/// Returns the sums of the lower and the upper half.
#[inline(always)]
fn halves(vector: int16x8_t) -> int16x4_t {
    unsafe { vadd_s16(vget_low_s16(vector), vget_high_s16(vector)) }
}

/// Adds T products of dimension 4: the sum of `a[j]` `rows[4 + k - j]` over j < 4 to sum k.
#[inline(always)]
fn plus_block<const T: usize>(mut sums: [int32x4_t; T], rows: [&[i16]; T], a: [int16x4_t; T]) -> [int32x4_t; T] {
    macro_rules! step {
        ($lane:literal, $upper:literal) => {
            for t in 0..T {
                sums[t] = unsafe { vmlal_lane_s16::<$lane>(sums[t], load_half(&rows[t][4 - $lane..]), a[t]) };
            }
        };
    }
    for_each_lane!(step);
    sums
}

/// Adds (S2 - S0) a1 to the first half of T sums, and subtracts (S0 - S1) a0 from the second:
/// `rows[t]` is s_t - s_(t + 4).
#[inline(always)]
fn plus_blocks<const T: usize>(mut sums: [Sums; T], rows: [&[i16]; T], a: [int16x8_t; T]) -> [Sums; T] {
    macro_rules! step {
        ($lane:literal, $upper:literal) => {
            for t in 0..T {
                let row = load(&rows[t][4 - $lane..]);
                sums[t].0 = unsafe { vmlal_laneq_s16::<$upper>(sums[t].0, vget_low_s16(row), a[t]) };
                sums[t].1 = unsafe { vmlsl_high_laneq_s16::<$lane>(sums[t].1, row, a[t]) };
            }
        };
    }
    for_each_lane!(step);
    sums
}

/// Subtracts (S2 - S0) a1 from the first half of T sums, and adds (S0 - S1) a0 to the second.
#[inline(always)]
fn minus_blocks<const T: usize>(mut sums: [Sums; T], rows: [&[i16]; T], a: [int16x8_t; T]) -> [Sums; T] {
    macro_rules! step {
        ($lane:literal, $upper:literal) => {
            for t in 0..T {
                let row = load(&rows[t][4 - $lane..]);
                sums[t].0 = unsafe { vmlsl_laneq_s16::<$upper>(sums[t].0, vget_low_s16(row), a[t]) };
                sums[t].1 = unsafe { vmlal_high_laneq_s16::<$lane>(sums[t].1, row, a[t]) };
            }
        };
    }
    for_each_lane!(step);
    sums
}

/// Returns T sums of N outer products each: see
/// [`Simd::outer_product`](crate::simd::Simd::outer_product).
#[inline(always)]
pub(super) fn products<M: Modulus, const N: usize, const T: usize>(
    a: [[&[i16; CHUNK]; N]; T],
    rows: [[&Rows; N]; T],
) -> [[i16; CHUNK]; T] {
    let mut results = [[0; CHUNK]; T];
    unsafe {
        let (zero, no_rows): (_, &[i16]) = (vdupq_n_s32(0), &[]);
        // S0 of T0 (a0 + a1), of (T2 - T0) a1 and of (T0 - T1) a0.
        let (mut both, mut lower, mut upper) = ([zero; T], [zero; T], [zero; T]);
        for i in 0..N {
            let (mut sum, mut a0, mut a1) = ([vdup_n_s16(0); T], [vdup_n_s16(0); T], [vdup_n_s16(0); T]);
            let (mut middle, mut first, mut second) = ([no_rows; T], [no_rows; T], [no_rows; T]);
            for t in 0..T {
                let (low, high) = (load(a[t][i]), load(&a[t][i][8..]));
                (sum[t], a0[t], a1[t]) = (halves(vaddq_s16(low, high)), halves(low), halves(high));
                middle[t] = &rows[t][i].middle;
                (first[t], second[t]) = (&rows[t][i].differences, &rows[t][i].differences[8..]);
            }
            both = plus_block(both, middle, sum);
            lower = plus_block(lower, first, a1);
            upper = plus_block(upper, second, a0);
        }
        let mut sums = [Sums(zero, zero); T];
        for t in 0..T {
            sums[t] = Sums(both[t], both[t]);
        }
        for i in 0..N {
            let (mut sum, mut middle) = ([vdupq_n_s16(0); T], [no_rows; T]);
            for t in 0..T {
                sum[t] = vaddq_s16(load(a[t][i]), load(&a[t][i][8..]));
                middle[t] = &rows[t][i].middle_differences;
            }
            sums = plus_blocks(sums, middle, sum);
        }
        let (mut low, mut high) = (sums, sums);
        for t in 0..T {
            low[t] = Sums(vaddq_s32(sums[t].0, lower[t]), vaddq_s32(sums[t].1, lower[t]));
            high[t] = Sums(vsubq_s32(sums[t].0, upper[t]), vsubq_s32(sums[t].1, upper[t]));
        }
        for i in 0..N {
            let (mut a0, mut a1) = ([vdupq_n_s16(0); T], [vdupq_n_s16(0); T]);
            let (mut first, mut second) = ([no_rows; T], [no_rows; T]);
            for t in 0..T {
                (a0[t], a1[t]) = (load(a[t][i]), load(&a[t][i][8..]));
                (first[t], second[t]) = (&rows[t][i].second_differences, &rows[t][i].second_differences[8..]);
            }
            low = plus_blocks(low, first, a1);
            high = minus_blocks(high, second, a0);
        }
        for t in 0..T {
            store(low[t].reduce::<M>(), &mut results[t]);
            store(high[t].reduce::<M>(), &mut results[t][8..]);
        }
    }
    results
}
