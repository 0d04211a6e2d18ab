//! Sixteen signed 32-bit lanes in a register of AVX-512.
//!
//! `vpmuldq` multiplies the even 32-bit lanes to 64 bits. High products and sums of products need
//! two multiplications, the second one after a shift that moves the odd lanes to even positions.
//! `vpmovdw` narrows in order.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX-512 F and BW at most. Only tokens of
// the AVX-512 backend make vectors, and they exist only if the CPU has both (token: see the
// glossary in docs/contributing/glossary.md). Loads and stores stay within their arrays, and need
// no alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::avx512::{Avx512, Avx512I16, reduce};
use crate::simd::shape::Avx512Shape;
use crate::simd::unroll;
use crate::simd::wide::{COLUMNS, I32Vector, LANE_ROWS, unused_bits};

/// Sixteen `i32` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512I32(__m512i);

/// The mask of the odd lanes, for blends.
const ODD: u16 = 0xaaaa;

/// Loads the first 16 coefficients of `source`.
#[inline(always)]
fn load(source: &[i32]) -> __m512i {
    let source: &[i32; 16] = source.first_chunk().expect("a vector's worth of coefficients");
    unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
}

/// Stores 16 coefficients to the start of `target`.
#[inline(always)]
fn store(vector: __m512i, target: &mut [i32]) {
    let target: &mut [i32; 16] = target.first_chunk_mut().expect("a target as long as a vector");
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), vector) }
}

/// Loads blocks of 4 coefficients at the distance `stride`.
#[inline(always)]
fn load_blocks(source: &[i32], stride: usize) -> __m512i {
    let block = |index: usize| source[index * stride..].first_chunk::<4>().expect("a block of coefficients").as_ptr();
    unsafe {
        let low = _mm256_loadu2_m128i(block(1).cast(), block(0).cast());
        let high = _mm256_loadu2_m128i(block(3).cast(), block(2).cast());
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    }
}

/// Stores blocks of 4 coefficients at the distance `stride`.
#[inline(always)]
fn store_blocks(vector: __m512i, target: &mut [i32], stride: usize) {
    let blocks = unsafe {
        [
            _mm512_castsi512_si128(vector),
            _mm512_extracti32x4_epi32::<1>(vector),
            _mm512_extracti32x4_epi32::<2>(vector),
            _mm512_extracti32x4_epi32::<3>(vector),
        ]
    };
    for (block, vector) in blocks.into_iter().enumerate() {
        let target: &mut [i32; 4] = target[block * stride..].first_chunk_mut().expect("a block of coefficients");
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), vector) }
    }
}

/// Returns s - p m for eight 64-bit sums s, m = s p^-1 mod± 2^32: the Montgomery reduction of s is
/// the upper half, and the lower half is 0.
#[inline(always)]
fn reduce_sums<P: WideModulus>(sums: __m512i) -> __m512i {
    unsafe {
        let factor = _mm512_mul_epi32(sums, _mm512_set1_epi32(P::INVERSE));
        _mm512_sub_epi64(sums, _mm512_mul_epi32(factor, _mm512_set1_epi32(P::P)))
    }
}

/// Returns the Barrett products by constants with these quotients: those of even lanes, and those of
/// odd lanes in even lanes.
#[inline(always)]
fn barrett_multiply<P: WideModulus>(x: __m512i, values: __m512i, quotients: [__m512i; 2]) -> __m512i {
    unsafe {
        // `even` and `odd` are x c' + 2^30 in 64 bits. The high product is bits 31 to 62, which a
        // shift moves to the lower half for even lanes and to the upper half for odd ones.
        let rounding = _mm512_set1_epi64(1 << 30);
        let even = _mm512_add_epi64(_mm512_mul_epi32(x, quotients[0]), rounding);
        let odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64::<32>(x), quotients[1]), rounding);
        let high = _mm512_mask_blend_epi32(ODD, _mm512_srli_epi64::<31>(even), _mm512_slli_epi64::<1>(odd));
        let low = _mm512_mullo_epi32(x, values);
        _mm512_sub_epi32(low, _mm512_mullo_epi32(high, _mm512_set1_epi32(P::P)))
    }
}

/// Adds products of even lanes to the first sums, and of odd lanes to the second ones.
#[inline(always)]
fn accumulate([even, odd]: [__m512i; 2], x: __m512i, y: __m512i) -> [__m512i; 2] {
    unsafe {
        let (odd_x, odd_y) = (_mm512_srli_epi64::<32>(x), _mm512_srli_epi64::<32>(y));
        [_mm512_add_epi64(even, _mm512_mul_epi32(x, y)), _mm512_add_epi64(odd, _mm512_mul_epi32(odd_x, odd_y))]
    }
}

/// Returns the 4 x 4 blocks of four registers, transposed: in each group of four lanes, lane c of
/// register r becomes lane r of register c.
#[inline(always)]
fn transpose([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    unsafe {
        let (low, high) = (_mm512_unpacklo_epi32, _mm512_unpackhi_epi32);
        let [a, b, c, d] = [low(a, c), high(a, c), low(b, d), high(b, d)];
        [low(a, c), high(a, c), low(b, d), high(b, d)]
    }
}

impl Add for Avx512I32 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
}

impl Sub for Avx512I32 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for Avx512I32 {}

impl I32Vector<Avx512> for Avx512I32 {
    #[inline(always)]
    fn splat(_: Avx512, value: i32) -> Self {
        Self(unsafe { _mm512_set1_epi32(value) })
    }

    #[inline(always)]
    fn load(_: Avx512, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_narrow(_: Avx512, source: &[i16]) -> Self {
        let source: &[i16; 16] = source.first_chunk().expect("a vector's worth of coefficients");
        Self(unsafe { _mm512_cvtepi16_epi32(_mm256_loadu_si256(source.as_ptr().cast())) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i32]) {
        store(self.0, target);
    }

    #[inline(always)]
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self {
        unsafe {
            let (values, quotients) = (_mm512_set1_epi32(constant.value), _mm512_set1_epi32(constant.quotient));
            Self(barrett_multiply::<P>(self.0, values, [quotients; 2]))
        }
    }

    #[inline(always)]
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self {
        let odd_quotients = unsafe { _mm512_srli_epi64::<32>(quotients.0) };
        Self(barrett_multiply::<P>(self.0, values.0, [quotients.0, odd_quotients]))
    }

    #[inline(always)]
    fn load_table(_: Avx512, source: &[i32]) -> Self {
        Self(load(source))
    }

    #[inline(always)]
    fn load_columns(_: Avx512, source: &[i32], stride: usize) -> [Self; COLUMNS] {
        let mut rows = [unsafe { _mm512_setzero_si512() }; COLUMNS];
        unroll!(Avx512Shape, l < 4, {
            rows[l] = load_blocks(&source[stride * l..], 4 * stride);
        });
        let [a, b, c, d] = transpose(rows);
        [Self(a), Self(b), Self(c), Self(d)]
    }

    #[inline(always)]
    fn store_columns([a, b, c, d]: [Self; COLUMNS], target: &mut [i32], stride: usize) {
        let rows = transpose([a.0, b.0, c.0, d.0]);
        unroll!(Avx512Shape, l < 4, {
            store_blocks(rows[l], &mut target[stride * l..], 4 * stride);
        });
    }

    #[inline(always)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> Avx512I16 {
        unsafe {
            let low = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(reduce::<M>(low.0)));
            Avx512I16(_mm512_inserti64x4::<1>(low, _mm512_cvtepi32_epi16(reduce::<M>(high.0))))
        }
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> Avx512I16 {
        unsafe {
            // A left shift by the unused bits and a right shift with sign keep the residue.
            let unused = _mm512_set1_epi32(const { unused_bits::<M>() } as i32);
            let centre = |lanes| _mm512_cvtepi32_epi16(_mm512_srav_epi32(_mm512_sllv_epi32(lanes, unused), unused));
            Avx512I16(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(centre(low.0)), centre(high.0)))
        }
    }

    #[inline(always)]
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        let zero = unsafe { _mm512_setzero_si512() };
        let mut products = [Self(zero); COLUMNS];
        unroll!(Avx512Shape, k < 4, {
            let mut sums = [zero; 2];
            for i in 0..L {
                unroll!(Avx512Shape, j < 4, {
                    sums = accumulate(sums, a[i][j].0, rows[i][COLUMNS - 1 + k - j].0);
                });
            }
            let [even, odd] = [reduce_sums::<P>(sums[0]), reduce_sums::<P>(sums[1])];
            products[k] = Self(unsafe { _mm512_mask_blend_epi32(ODD, _mm512_srli_epi64::<32>(even), odd) });
        });
        products
    }
}
