//! Thirty-two signed 8-bit lanes in a register of AVX2.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX2 at most. Only tokens of the AVX2
// and AVX-512 backends make vectors, and they exist only if the CPU has it (token: see the glossary
// in docs/contributing/glossary.md). Loads and stores stay within arrays of 32 bytes, and need no
// alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use crate::simd::avx2::{Avx2, Avx2I16};
use crate::simd::avx512::Avx512Narrow;
use crate::simd::byte::I8Vector;

/// Thirty-two `i8` in a 256-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2I8(__m256i);

impl Add for Avx2I8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
}

impl Sub for Avx2I8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
}

/// Implements [`I8Vector`] for a token with the 16-bit vectors of AVX2.
macro_rules! of_token {
    ($token:ty) => {
        impl I8Vector<$token> for Avx2I8 {
            #[inline(always)]
            fn zero(_: $token) -> Self {
                Self(unsafe { _mm256_setzero_si256() })
            }

            #[inline(always)]
            fn load(_: $token, source: &[i8]) -> Self {
                let source: &[i8; 32] = source.first_chunk().expect("a vector's worth of coefficients");
                Self(unsafe { _mm256_loadu_si256(source.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, target: &mut [i8]) {
                let target: &mut [i8; 32] = target.first_chunk_mut().expect("a target as long as a vector");
                unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn widen(self) -> [Avx2I16; 2] {
                unsafe {
                    let (low, high) = (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
                    [Avx2I16(_mm256_cvtepi8_epi16(low)), Avx2I16(_mm256_cvtepi8_epi16(high))]
                }
            }
        }
    };
}
impl crate::simd::sealed::Sealed for Avx2I8 {}
of_token!(Avx2);
of_token!(Avx512Narrow);
