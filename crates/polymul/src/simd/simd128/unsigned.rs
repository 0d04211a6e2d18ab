//! Four unsigned 32-bit lanes in a vector of simd128: `min_u`, `max_u` and shuffles.

use core::arch::wasm32::*;

use crate::simd::simd128::{Simd128, load, store};
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
        Self(load(source))
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        store(self.0, target);
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
