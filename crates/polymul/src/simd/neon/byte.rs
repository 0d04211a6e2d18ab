//! Sixteen signed 8-bit lanes in a register of Neon.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs Neon at most, and this module is
// compiled only for targets with Neon. Loads and stores stay within arrays of 16 bytes, and need no
// alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::aarch64::*;
use core::ops::{Add, Sub};

use crate::simd::byte::I8Vector;
use crate::simd::neon::{Neon, NeonI16};

/// Sixteen `i8` in a 128-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct NeonI8(int8x16_t);

impl Add for NeonI8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { vaddq_s8(self.0, other.0) })
    }
}

impl Sub for NeonI8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { vsubq_s8(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for NeonI8 {}

impl I8Vector<Neon> for NeonI8 {
    #[inline(always)]
    fn zero(_: Neon) -> Self {
        Self(unsafe { vdupq_n_s8(0) })
    }

    #[inline(always)]
    fn load(_: Neon, source: &[i8]) -> Self {
        let source: &[i8; 16] = source.first_chunk().expect("a vector's worth of coefficients");
        Self(unsafe { vld1q_s8(source.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i8]) {
        let target: &mut [i8; 16] = target.first_chunk_mut().expect("a target as long as a vector");
        unsafe { vst1q_s8(target.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn widen(self) -> [NeonI16; 2] {
        unsafe { [NeonI16(vmovl_s8(vget_low_s8(self.0))), NeonI16(vmovl_high_s8(self.0))] }
    }
}
