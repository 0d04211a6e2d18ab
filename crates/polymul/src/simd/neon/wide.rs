//! Four signed 32-bit lanes in a register of Neon: `mul`, `sqrdmulh` and `mls` for Barrett products
//! `[BHK+22, Algorithm 10]`, `smlal` for sums, and `xtn`, `mul`, `smull` and `subhn` for Montgomery
//! reductions.
#![allow(unsafe_code)]
// Safety of the unsafe blocks below without a comment: every intrinsic needs Neon at most, and this
// module is compiled only for targets with Neon.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::aarch64::*;
use core::ops::{Add, Sub};

use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::neon::{Neon, NeonI16, Sums};
use crate::simd::wide::{COLUMNS, I32Vector, LANE_ROWS, unused_bits};

/// Four `i32` in a 128-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct NeonI32(int32x4_t);

/// Loads the first 4 coefficients of `source`.
#[inline(always)]
fn load(source: &[i32]) -> int32x4_t {
    let source: &[i32; 4] = source.first_chunk().expect("a vector's worth of coefficients");
    // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
    unsafe { vld1q_s32(source.as_ptr()) }
}

/// Stores 4 coefficients to the start of `target`.
#[inline(always)]
fn store(vector: int32x4_t, target: &mut [i32]) {
    let target: &mut [i32; 4] = target.first_chunk_mut().expect("a target as long as a vector");
    // SAFETY: the reference covers the 16 bytes that are written; the store needs no alignment.
    unsafe { vst1q_s32(target.as_mut_ptr(), vector) }
}

/// Returns the transposed 4 x 4 block: lane c of register r becomes lane r of register c.
#[inline(always)]
fn transpose(rows: [int32x4_t; 4]) -> [int32x4_t; 4] {
    unsafe {
        let (even, odd) = (vtrn1q_s32, vtrn2q_s32);
        let [a, b, c, d] =
            [even(rows[0], rows[1]), odd(rows[0], rows[1]), even(rows[2], rows[3]), odd(rows[2], rows[3])]
                .map(|pairs| vreinterpretq_s64_s32(pairs));
        [vtrn1q_s64(a, c), vtrn1q_s64(b, d), vtrn2q_s64(a, c), vtrn2q_s64(b, d)]
            .map(|pairs| vreinterpretq_s32_s64(pairs))
    }
}

/// Returns the Montgomery reductions of four 64-bit sums.
#[inline(always)]
fn reduce<P: WideModulus>(low: int64x2_t, high: int64x2_t) -> int32x4_t {
    unsafe {
        let factor = vmulq_n_s32(vmovn_high_s64(vmovn_s64(low), high), P::INVERSE);
        let (low_product, high_product) = (vmull_n_s32(vget_low_s32(factor), P::P), vmull_high_n_s32(factor, P::P));
        vsubhn_high_s64(vsubhn_s64(low, low_product), high, high_product)
    }
}

impl Add for NeonI32 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { vaddq_s32(self.0, other.0) })
    }
}

impl Sub for NeonI32 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { vsubq_s32(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for NeonI32 {}

impl I32Vector<Neon> for NeonI32 {
    #[inline(always)]
    fn splat(_: Neon, value: i32) -> Self {
        Self(unsafe { vdupq_n_s32(value) })
    }

    #[inline(always)]
    fn load(_: Neon, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_narrow(_: Neon, source: &[i16]) -> Self {
        let source: &[i16; 4] = source.first_chunk().expect("a vector's worth of coefficients");
        // SAFETY: the reference covers the 8 bytes that are read; the load needs no alignment.
        Self(unsafe { vmovl_s16(vld1_s16(source.as_ptr())) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i32]) {
        store(self.0, target);
    }

    #[inline(always)]
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self {
        unsafe {
            let quotient = vqrdmulhq_n_s32(self.0, constant.quotient);
            Self(vmlsq_n_s32(vmulq_n_s32(self.0, constant.value), quotient, P::P))
        }
    }

    #[inline(always)]
    fn load_table(simd: Neon, source: &[i32]) -> Self {
        Self::load(simd, source)
    }

    #[inline(always)]
    fn load_columns(_: Neon, source: &[i32], stride: usize) -> [Self; COLUMNS] {
        transpose([0, 1, 2, 3].map(|l| load(&source[stride * l..]))).map(Self)
    }

    #[inline(always)]
    fn store_columns(columns: [Self; COLUMNS], target: &mut [i32], stride: usize) {
        let rows = transpose(columns.map(|column| column.0));
        for l in 0..4 {
            store(rows[l], &mut target[stride * l..]);
        }
    }

    #[inline(always)]
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self {
        unsafe {
            let quotient = vqrdmulhq_s32(self.0, quotients.0);
            Self(vmlsq_n_s32(vmulq_s32(self.0, values.0), quotient, P::P))
        }
    }

    #[inline(always)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> NeonI16 {
        NeonI16(Sums(low.0, high.0).reduce::<M>())
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> NeonI16 {
        unsafe {
            // The number of bits of a 16-bit lane that the residue does not use. A left shift by
            // this number and a right shift with sign keep the residue.
            let unused = const { unused_bits::<M>() as i16 - 16 };
            let words = vmovn_high_s32(vmovn_s32(low.0), high.0);
            NeonI16(vshlq_s16(vshlq_s16(words, vdupq_n_s16(unused)), vdupq_n_s16(-unused)))
        }
    }

    #[inline(always)]
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        core::array::from_fn(
            #[inline(always)]
            |k| unsafe {
                let (mut low, mut high) = (vdupq_n_s64(0), vdupq_n_s64(0));
                for i in 0..L {
                    for j in 0..COLUMNS {
                        let (x, row) = (a[i][j].0, rows[i][COLUMNS - 1 + k - j].0);
                        low = vmlal_s32(low, vget_low_s32(x), vget_low_s32(row));
                        high = vmlal_high_s32(high, x, row);
                    }
                }
                Self(reduce::<P>(low, high))
            },
        )
    }
}
