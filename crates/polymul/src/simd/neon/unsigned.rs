//! Four unsigned 32-bit lanes in a register of Neon: `umin`, `umax`, `rev64` and `ext`, and `bsl`
//! by a constant vector.
#![allow(unsafe_code)]
// Safety of the unsafe blocks below without a comment: every intrinsic needs Neon at most, and this
// module is compiled only for targets with Neon.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::aarch64::*;

use crate::simd::neon::Neon;
use crate::simd::unsigned::U32Vector;

/// Four `u32` in a 128-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct NeonU32(uint32x4_t);

/// Returns 2^32 - 1 for the lanes l with l & `bit` != 0, and 0 for the others.
#[inline(always)]
const fn with_bit(bit: usize) -> [u32; 4] {
    let mut lanes = [0; 4];
    let mut l = 0;
    while l < 4 {
        lanes[l] = if l & bit == 0 { 0 } else { u32::MAX };
        l += 1;
    }
    lanes
}

impl crate::simd::sealed::Sealed for NeonU32 {}

impl U32Vector<Neon> for NeonU32 {
    const LANES: usize = 4;

    #[inline(always)]
    fn load(_: Neon, source: &[u32]) -> Self {
        let source: &[u32; 4] = source.first_chunk().expect("a vector's worth of words");
        // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
        Self(unsafe { vld1q_u32(source.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target: &mut [u32; 4] = target.first_chunk_mut().expect("a target as long as a vector");
        // SAFETY: the reference covers the 16 bytes that are written; the store needs no alignment.
        unsafe { vst1q_u32(target.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(unsafe { vminq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(unsafe { vmaxq_u32(self.0, other.0) })
    }

    #[inline(always)]
    fn exchange_lanes<const MASK: usize>(self) -> Self {
        let mut lanes = self.0;
        if MASK & 1 != 0 {
            lanes = unsafe { vrev64q_u32(lanes) };
        }
        if MASK & 2 != 0 {
            lanes = unsafe { vextq_u32::<2>(lanes, lanes) };
        }
        Self(lanes)
    }

    #[inline(always)]
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self {
        // SAFETY: the constant has the 16 bytes that are read.
        Self(unsafe { vbslq_u32(vld1q_u32(const { &with_bit(BIT) }.as_ptr()), set.0, clear.0) })
    }
}
