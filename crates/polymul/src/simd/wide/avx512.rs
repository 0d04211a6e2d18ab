//! Sixteen signed 32-bit lanes in a register of AVX-512, as on AVX2.
#![allow(unsafe_code)]
// Every intrinsic below needs AVX-512 F and BW at most, and vectors come from tokens, which exist only where they do. That
// is the reason for each unsafe block.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use super::{I32Vector, WIDE_ROWS, unused_bits};
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::CHUNK;
use crate::simd::avx512::{Avx512, Avx512I16, reduce};

/// Sixteen `i32` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512I32(__m512i);

/// The odd lanes of vectors.
const ODD: u16 = 0xaaaa;

#[inline(always)]
fn load(source: &[i32]) -> __m512i {
    let source: &[i32; 16] = source.first_chunk().expect("a vector's worth of coefficients");
    unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
}

#[inline(always)]
fn store(vector: __m512i, target: &mut [i32]) {
    let target: &mut [i32; 16] = target.first_chunk_mut().expect("room for a vector");
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), vector) }
}

/// The Montgomery reductions of 64-bit sums, in the upper half of each.
#[inline(always)]
fn reduce_sums<P: WideModulus>(sums: __m512i) -> __m512i {
    unsafe {
        let factor = _mm512_mul_epi32(sums, _mm512_set1_epi32(P::INVERSE));
        _mm512_sub_epi64(sums, _mm512_mul_epi32(factor, _mm512_set1_epi32(P::P)))
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
            let (quotient, rounding) = (_mm512_set1_epi32(constant.quotient), _mm512_set1_epi64(1 << 30));
            let even = _mm512_add_epi64(_mm512_mul_epi32(self.0, quotient), rounding);
            let odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64::<32>(self.0), quotient), rounding);
            let high = _mm512_mask_blend_epi32(ODD, _mm512_srli_epi64::<31>(even), _mm512_slli_epi64::<1>(odd));
            let low = _mm512_mullo_epi32(self.0, _mm512_set1_epi32(constant.value));
            Self(_mm512_sub_epi32(low, _mm512_mullo_epi32(high, _mm512_set1_epi32(P::P))))
        }
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
            let unused = _mm512_set1_epi32(const { unused_bits::<M>() } as i32);
            let centre = |lanes| _mm512_cvtepi32_epi16(_mm512_srav_epi32(_mm512_sllv_epi32(lanes, unused), unused));
            Avx512I16(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(centre(low.0)), centre(high.0)))
        }
    }

    #[inline(always)]
    fn outer_product<P: WideModulus>(_: Avx512, a: &[i32; CHUNK], rows: &[i32; WIDE_ROWS], product: &mut [i32; CHUNK]) {
        unsafe {
            let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            for j in 0..CHUNK {
                let factor = _mm512_set1_epi32(a[j]);
                let rows = &rows[CHUNK - j..];
                even = _mm512_add_epi64(even, _mm512_mul_epi32(factor, load(rows)));
                odd = _mm512_add_epi64(odd, _mm512_mul_epi32(factor, load(&rows[1..])));
            }
            let (even, odd) = (reduce_sums::<P>(even), reduce_sums::<P>(odd));
            store(_mm512_mask_blend_epi32(ODD, _mm512_srli_epi64::<32>(even), odd), product);
        }
    }
}
