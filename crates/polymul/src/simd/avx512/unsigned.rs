//! Sixteen unsigned 32-bit lanes in a register of AVX-512: `vpminud`, `vpmaxud`, `vpermd` by a
//! constant vector, and `vpblendmd` by a constant mask.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX-512 F at most. Only tokens of the
// AVX-512 backend make vectors, and they exist only if the CPU has it (token: see the glossary in
// docs/contributing/glossary.md). Loads and stores stay within arrays of 64 bytes, and need no
// alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::x86_64::*;

use crate::simd::avx512::Avx512;
use crate::simd::unsigned::U32Vector;

/// Sixteen `u32` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512U32(__m512i);

/// Returns the numbers l ^ `mask` for the lanes l.
#[inline(always)]
const fn exchanged(mask: usize) -> [i32; 16] {
    let mut lanes = [0; 16];
    let mut l = 0;
    while l < 16 {
        lanes[l] = (l ^ mask) as i32;
        l += 1;
    }
    lanes
}

/// Returns the mask of the lanes l with l & `bit` != 0.
#[inline(always)]
const fn with_bit(bit: usize) -> u16 {
    let mut lanes = 0;
    let mut l = 0;
    while l < 16 {
        if l & bit != 0 {
            lanes |= 1 << l;
        }
        l += 1;
    }
    lanes
}

impl crate::simd::sealed::Sealed for Avx512U32 {}

impl U32Vector<Avx512> for Avx512U32 {
    const LANES: usize = 16;

    #[inline(always)]
    fn load(_: Avx512, source: &[u32]) -> Self {
        let source: &[u32; 16] = source.first_chunk().expect("a vector's worth of words");
        Self(unsafe { _mm512_loadu_si512(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target: &mut [u32; 16] = target.first_chunk_mut().expect("a target as long as a vector");
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { _mm512_min_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { _mm512_max_epu32(self.0, other.0) })
    }

    #[inline(always)]
    fn exchange_lanes<const MASK: usize>(self) -> Self {
        Self(unsafe {
            let lanes = _mm512_loadu_si512(const { &exchanged(MASK) }.as_ptr().cast());
            _mm512_permutexvar_epi32(lanes, self.0)
        })
    }

    #[inline(always)]
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self {
        Self(unsafe { _mm512_mask_blend_epi32(const { with_bit(BIT) }, clear.0, set.0) })
    }
}
