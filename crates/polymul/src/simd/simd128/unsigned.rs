//! Four unsigned 32-bit lanes in a vector of simd128: `min_u`, `max_u` and shuffles.
#![allow(unsafe_code)]

use core::arch::wasm32::*;

use crate::simd::simd128::Simd128;
use crate::simd::unsigned::U32Vector;

/// Four `u32` in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Simd128U32(v128);

impl crate::simd::sealed::Sealed for Simd128U32 {}

impl U32Vector<Simd128> for Simd128U32 {
    const LANES: usize = 4;

    #[inline(always)]
    fn load(_: Simd128, source: &[u32]) -> Self {
        let source: &[u32; 4] = source.first_chunk().expect("a vector's worth of words");
        // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
        Self(unsafe { v128_load(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target: &mut [u32; 4] = target.first_chunk_mut().expect("a target as long as a vector");
        // SAFETY: the reference covers the 16 bytes that are written; the store needs no alignment.
        unsafe { v128_store(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(u32x4_min(self.0, other.0))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(u32x4_max(self.0, other.0))
    }

    #[inline(always)]
    fn exchange_lanes<const MASK: usize>(self) -> Self {
        let lanes = self.0;
        Self(match MASK {
            1 => i32x4_shuffle::<1, 0, 3, 2>(lanes, lanes),
            2 => i32x4_shuffle::<2, 3, 0, 1>(lanes, lanes),
            3 => i32x4_shuffle::<3, 2, 1, 0>(lanes, lanes),
            _ => lanes,
        })
    }

    #[inline(always)]
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self {
        Self(match BIT {
            1 => i32x4_shuffle::<0, 5, 2, 7>(clear.0, set.0),
            2 => i32x4_shuffle::<0, 1, 6, 7>(clear.0, set.0),
            _ => clear.0,
        })
    }
}
