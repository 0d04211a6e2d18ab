//! Four signed 32-bit lanes in a vector of simd128: `extmul` to 64 bits for high products and sums.
#![allow(unsafe_code)]

use core::arch::wasm32::*;
use core::ops::{Add, Sub};

use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::dot_products::Pairs;
use crate::simd::simd128::{Simd128, Simd128I16, load, store};
use crate::simd::wide::{COLUMNS, I32Vector, LANE_ROWS, unused_bits};

/// Four `i32` in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Simd128I32(v128);

/// Returns the 64-bit products of lanes 0 and 1, and of lanes 2 and 3.
#[inline(always)]
fn products(x: v128, y: v128) -> [v128; 2] {
    [i64x2_extmul_low_i32x4(x, y), i64x2_extmul_high_i32x4(x, y)]
}

/// Returns the low halves of four 64-bit lanes.
#[inline(always)]
fn low_halves([low, high]: [v128; 2]) -> v128 {
    i32x4_shuffle::<0, 2, 4, 6>(low, high)
}

/// Returns the transposed 4 x 4 block: lane c of vector r becomes lane r of vector c.
#[inline(always)]
fn transpose([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (low, high) = (i32x4_shuffle::<0, 4, 1, 5>, i32x4_shuffle::<2, 6, 3, 7>);
    let [a, b, c, d] = [low(a, c), high(a, c), low(b, d), high(b, d)];
    [low(a, c), high(a, c), low(b, d), high(b, d)]
}

/// Returns the Montgomery reductions of four 64-bit sums.
#[inline(always)]
fn reduce<P: WideModulus>(sums: [v128; 2]) -> v128 {
    // s - p m, m = s p^-1 mod± 2^32, whose low half is 0.
    let factor = i32x4_mul(low_halves(sums), i32x4_splat(P::INVERSE));
    let [low, high] = products(factor, i32x4_splat(P::P));
    let (low, high) = (i64x2_sub(sums[0], low), i64x2_sub(sums[1], high));
    i32x4_shuffle::<1, 3, 5, 7>(low, high)
}

/// Returns the Barrett products by constants with these quotients.
#[inline(always)]
fn barrett_multiply<P: WideModulus>(x: v128, values: v128, quotients: v128) -> v128 {
    // x c' + 2^30 in 64 bits, whose bits 31 to 62 are the high product.
    let rounding = i64x2_splat(1 << 30);
    let [low, high] = products(x, quotients);
    let [low, high] = [i64x2_add(low, rounding), i64x2_add(high, rounding)];
    let quotient = low_halves([u64x2_shr(low, 31), u64x2_shr(high, 31)]);
    i32x4_sub(i32x4_mul(x, values), i32x4_mul(quotient, i32x4_splat(P::P)))
}

impl Add for Simd128I32 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }
}

impl Sub for Simd128I32 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(i32x4_sub(self.0, other.0))
    }
}

impl crate::simd::sealed::Sealed for Simd128I32 {}

impl I32Vector<Simd128> for Simd128I32 {
    #[inline(always)]
    fn splat(_: Simd128, value: i32) -> Self {
        Self(i32x4_splat(value))
    }

    #[inline(always)]
    fn load(_: Simd128, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_narrow(_: Simd128, source: &[i16]) -> Self {
        let source: &[i16; 4] = source.first_chunk().expect("a vector's worth of coefficients");
        // SAFETY: the reference covers the 8 bytes that are read; the load needs no alignment.
        Self(unsafe { i32x4_load_extend_i16x4(source.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i32]) {
        store(self.0, target);
    }

    #[inline(always)]
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self {
        Self(barrett_multiply::<P>(self.0, i32x4_splat(constant.value), i32x4_splat(constant.quotient)))
    }

    #[inline(always)]
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self {
        Self(barrett_multiply::<P>(self.0, values.0, quotients.0))
    }

    #[inline(always)]
    fn load_table(simd: Simd128, source: &[i32]) -> Self {
        Self::load(simd, source)
    }

    #[inline(always)]
    fn load_columns(_: Simd128, source: &[i32], stride: usize) -> [Self; COLUMNS] {
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
    fn narrow<M: Modulus>(low: Self, high: Self) -> Simd128I16 {
        Simd128I16::montgomery_reduce::<M>([Simd128I16(low.0), Simd128I16(high.0)])
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> Simd128I16 {
        // A left shift by the unused bits and a right shift with sign keep the residue.
        let unused = const { unused_bits::<M>() };
        let centred = |lanes| i32x4_shr(i32x4_shl(lanes, unused), unused);
        Simd128I16(i16x8_narrow_i32x4(centred(low.0), centred(high.0)))
    }

    #[inline(always)]
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        core::array::from_fn(
            #[inline(always)]
            |k| {
                let mut sums = [i64x2_splat(0); 2];
                for i in 0..L {
                    for j in 0..COLUMNS {
                        let [low, high] = products(a[i][j].0, rows[i][COLUMNS - 1 + k - j].0);
                        sums = [i64x2_add(sums[0], low), i64x2_add(sums[1], high)];
                    }
                }
                Self(reduce::<P>(sums))
            },
        )
    }
}
