//! Sixty-four signed 8-bit lanes in a register of AVX-512.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX-512 F and BW at most. Only tokens of
// the AVX-512 backend make vectors, and they exist only if the CPU has both (token: see the
// glossary in docs/contributing/glossary.md). Loads and stores stay within arrays of 64 bytes, and
// need no alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use crate::simd::avx512::{Avx512, Avx512I16};
use crate::simd::byte::I8Vector;

/// Sixty-four `i8` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512I8(__m512i);

impl Add for Avx512I8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm512_add_epi8(self.0, other.0) })
    }
}

impl Sub for Avx512I8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm512_sub_epi8(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for Avx512I8 {}

impl I8Vector<Avx512> for Avx512I8 {
    #[inline(always)]
    fn zero(_: Avx512) -> Self {
        Self(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn load(_: Avx512, source: &[i8]) -> Self {
        let source: &[i8; 64] = source.first_chunk().expect("a vector's worth of coefficients");
        Self(unsafe { _mm512_loadu_si512(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i8]) {
        let target: &mut [i8; 64] = target.first_chunk_mut().expect("a target as long as a vector");
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn widen(self) -> [Avx512I16; 2] {
        unsafe {
            let (low, high) = (_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0));
            [Avx512I16(_mm512_cvtepi8_epi16(low)), Avx512I16(_mm512_cvtepi8_epi16(high))]
        }
    }
}
