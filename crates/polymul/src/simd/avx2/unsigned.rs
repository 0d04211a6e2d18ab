//! Eight unsigned 32-bit lanes in a register of AVX2: `pminud`, `pmaxud`, and `vpermd` and
//! `pblendvb` by constant vectors.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX2 at most. Only tokens of the AVX2
// backend make vectors, and they exist only if the CPU has it (token: see the glossary in
// docs/contributing/glossary.md). Loads and stores stay within arrays of 32 bytes, and need no
// alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;

use crate::simd::avx2::Avx2;
use crate::simd::unsigned::U32Vector;

/// Eight `u32` in a 256-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2U32(__m256i);

/// Returns the numbers l ^ `mask` for the lanes l.
#[inline(always)]
const fn exchanged(mask: usize) -> [i32; 8] {
    let mut lanes = [0; 8];
    let mut l = 0;
    while l < 8 {
        lanes[l] = (l ^ mask) as i32;
        l += 1;
    }
    lanes
}

/// Returns -1 for the lanes l with l & `bit` != 0, and 0 for the others.
#[inline(always)]
const fn with_bit(bit: usize) -> [i32; 8] {
    let mut lanes = [0; 8];
    let mut l = 0;
    while l < 8 {
        lanes[l] = if l & bit == 0 { 0 } else { -1 };
        l += 1;
    }
    lanes
}

/// Loads a constant vector. Callers hold a vector, which proves the features.
#[inline(always)]
fn constant(lanes: &[i32; 8]) -> __m256i {
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

impl crate::simd::sealed::Sealed for Avx2U32 {}

impl U32Vector<Avx2> for Avx2U32 {
    const LANES: usize = 8;

    #[inline(always)]
    fn load(_: Avx2, source: &[u32]) -> Self {
        let source: &[u32; 8] = source.first_chunk().expect("a vector's worth of words");
        Self(unsafe { _mm256_loadu_si256(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target: &mut [u32; 8] = target.first_chunk_mut().expect("a target as long as a vector");
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm256_min_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm256_max_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn exchange_lanes<const MASK: usize>(self) -> Self {
        Self(unsafe { _mm256_permutevar8x32_epi32(self.0, constant(&const { exchanged(MASK) })) })
    }

    #[inline(always)]
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self {
        Self(unsafe { _mm256_blendv_epi8(clear.0, set.0, constant(&const { with_bit(BIT) })) })
    }
}
