//! Eight signed 32-bit lanes in a register of AVX2.
//!
//! `pmuldq` multiplies the even 32-bit lanes to 64 bits. High products and sums of products need
//! two multiplications, the second one after a shift that moves the odd lanes to even positions.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX2 at most. Only tokens of the AVX2
// and AVX-512 backends make vectors, and they exist only if the CPU has it (token: see the glossary
// in docs/contributing/glossary.md). Loads and stores stay within their arrays, and need no
// alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::avx2::{Avx2I16, reduce};
use crate::simd::shape::Avx2Shape;
use crate::simd::wide::{COLUMNS, I32Vector, LANE_ROWS, unused_bits};
use crate::simd::{Simd, unroll};

/// Eight `i32` in a 256-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2I32(__m256i);

/// The mask of the odd lanes, for blends.
const ODD: i32 = 0xaa;

/// Loads the first 8 coefficients of `source`.
#[inline(always)]
fn load(source: &[i32]) -> __m256i {
    let source: &[i32; 8] = source.first_chunk().expect("a vector's worth of coefficients");
    unsafe { _mm256_loadu_si256(source.as_ptr().cast()) }
}

/// Stores 8 coefficients to the start of `target`.
#[inline(always)]
fn store(vector: __m256i, target: &mut [i32]) {
    let target: &mut [i32; 8] = target.first_chunk_mut().expect("a target as long as a vector");
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), vector) }
}

/// Loads blocks of 4 coefficients at the distance `stride`.
#[inline(always)]
fn load_blocks(source: &[i32], stride: usize) -> __m256i {
    let block = |start: usize| source[start..].first_chunk::<4>().expect("a block of coefficients");
    unsafe { _mm256_loadu2_m128i(block(stride).as_ptr().cast(), block(0).as_ptr().cast()) }
}

/// Stores blocks of 4 coefficients at the distance `stride`.
#[inline(always)]
fn store_blocks(vector: __m256i, target: &mut [i32], stride: usize) {
    let blocks = unsafe { [_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector)] };
    for (block, start) in blocks.into_iter().zip([0, stride]) {
        let target: &mut [i32; 4] = target[start..].first_chunk_mut().expect("a block of coefficients");
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), block) }
    }
}

/// Returns s - p m for four 64-bit sums s, m = s p^-1 mod± 2^32: the Montgomery reduction of s is
/// the upper half, and the lower half is 0.
#[inline(always)]
fn reduce_sums<P: WideModulus>(sums: __m256i) -> __m256i {
    unsafe {
        let factor = _mm256_mul_epi32(sums, _mm256_set1_epi32(P::INVERSE));
        _mm256_sub_epi64(sums, _mm256_mul_epi32(factor, _mm256_set1_epi32(P::P)))
    }
}

/// Returns the Barrett products by constants with these quotients: those of even lanes, and those of
/// odd lanes in even lanes.
#[inline(always)]
fn barrett_multiply<P: WideModulus>(x: __m256i, values: __m256i, quotients: [__m256i; 2]) -> __m256i {
    unsafe {
        // `even` and `odd` are x c' + 2^30 in 64 bits. The high product is bits 31 to 62, which a
        // shift moves to the lower half for even lanes and to the upper half for odd ones.
        let rounding = _mm256_set1_epi64x(1 << 30);
        let even = _mm256_add_epi64(_mm256_mul_epi32(x, quotients[0]), rounding);
        let odd = _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64::<32>(x), quotients[1]), rounding);
        let high = _mm256_blend_epi32::<ODD>(_mm256_srli_epi64::<31>(even), _mm256_slli_epi64::<1>(odd));
        let low = _mm256_mullo_epi32(x, values);
        _mm256_sub_epi32(low, _mm256_mullo_epi32(high, _mm256_set1_epi32(P::P)))
    }
}

/// Adds products of even lanes to the first sums, and of odd lanes to the second ones.
#[inline(always)]
fn accumulate([even, odd]: [__m256i; 2], x: __m256i, y: __m256i) -> [__m256i; 2] {
    unsafe {
        let (odd_x, odd_y) = (_mm256_srli_epi64::<32>(x), _mm256_srli_epi64::<32>(y));
        [_mm256_add_epi64(even, _mm256_mul_epi32(x, y)), _mm256_add_epi64(odd, _mm256_mul_epi32(odd_x, odd_y))]
    }
}

/// Returns the 4 x 4 blocks of four registers, transposed: in each group of four lanes, lane c of
/// register r becomes lane r of register c.
#[inline(always)]
fn transpose([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    unsafe {
        let (low, high) = (_mm256_unpacklo_epi32, _mm256_unpackhi_epi32);
        let [a, b, c, d] = [low(a, c), high(a, c), low(b, d), high(b, d)];
        [low(a, c), high(a, c), low(b, d), high(b, d)]
    }
}

impl Add for Avx2I32 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
}

impl Sub for Avx2I32 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }
}

// A token with the 16-bit vectors of AVX2 proves AVX2: the token of AVX2, and the narrow one of
// AVX-512.
impl crate::simd::sealed::Sealed for Avx2I32 {}

impl<S: Simd<Coefficient = i16, I16 = Avx2I16>> I32Vector<S> for Avx2I32 {
    #[inline(always)]
    fn splat(_: S, value: i32) -> Self {
        Self(unsafe { _mm256_set1_epi32(value) })
    }

    #[inline(always)]
    fn load(_: S, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_narrow(_: S, source: &[i16]) -> Self {
        let source: &[i16; 8] = source.first_chunk().expect("a vector's worth of coefficients");
        Self(unsafe { _mm256_cvtepi16_epi32(_mm_loadu_si128(source.as_ptr().cast())) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i32]) {
        store(self.0, target);
    }

    #[inline(always)]
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self {
        unsafe {
            let (values, quotients) = (_mm256_set1_epi32(constant.value), _mm256_set1_epi32(constant.quotient));
            Self(barrett_multiply::<P>(self.0, values, [quotients; 2]))
        }
    }

    #[inline(always)]
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self {
        let odd_quotients = unsafe { _mm256_srli_epi64::<32>(quotients.0) };
        Self(barrett_multiply::<P>(self.0, values.0, [quotients.0, odd_quotients]))
    }

    #[inline(always)]
    fn load_table(_: S, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_columns(_: S, source: &[i32], stride: usize) -> [Self; COLUMNS] {
        let mut rows = [unsafe { _mm256_setzero_si256() }; COLUMNS];
        unroll!(Avx2Shape, l < 4, {
            rows[l] = load_blocks(&source[stride * l..], 4 * stride);
        });
        let [a, b, c, d] = transpose(rows);
        [Self(a), Self(b), Self(c), Self(d)]
    }

    #[inline(always)]
    fn store_columns([a, b, c, d]: [Self; COLUMNS], target: &mut [i32], stride: usize) {
        let rows = transpose([a.0, b.0, c.0, d.0]);
        unroll!(Avx2Shape, l < 4, {
            store_blocks(rows[l], &mut target[stride * l..], 4 * stride);
        });
    }

    #[inline(always)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> Avx2I16 {
        Avx2I16(unsafe {
            // `packusdw` interleaves the halves of its operands; `vpermq` restores the order.
            _mm256_permute4x64_epi64::<0xd8>(_mm256_packus_epi32(reduce::<M>(low.0), reduce::<M>(high.0)))
        })
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> Avx2I16 {
        unsafe {
            // A left shift by the unused bits and a right shift with sign keep the residue.
            let unused = _mm256_set1_epi32(const { unused_bits::<M>() } as i32);
            let centre = |lanes| _mm256_srav_epi32(_mm256_sllv_epi32(lanes, unused), unused);
            Avx2I16(_mm256_permute4x64_epi64::<0xd8>(_mm256_packs_epi32(centre(low.0), centre(high.0))))
        }
    }

    #[inline(always)]
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        let zero = unsafe { _mm256_setzero_si256() };
        let mut products = [Self(zero); COLUMNS];
        unroll!(Avx2Shape, k < 4, {
            let mut sums = [zero; 2];
            for i in 0..L {
                unroll!(Avx2Shape, j < 4, {
                    sums = accumulate(sums, a[i][j].0, rows[i][COLUMNS - 1 + k - j].0);
                });
            }
            let [even, odd] = [reduce_sums::<P>(sums[0]), reduce_sums::<P>(sums[1])];
            products[k] = Self(unsafe { _mm256_blend_epi32::<ODD>(_mm256_srli_epi64::<32>(even), odd) });
        });
        products
    }
}
