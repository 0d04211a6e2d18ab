//! Sixteen signed 8-bit lanes in a vector of simd128.
#![allow(unsafe_code)]

use core::arch::wasm32::*;
use core::ops::{Add, Sub};

use crate::simd::byte::I8Vector;
use crate::simd::simd128::{Simd128, Simd128I16};

/// Sixteen `i8` in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Simd128I8(v128);

impl Add for Simd128I8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(i8x16_add(self.0, other.0))
    }
}

impl Sub for Simd128I8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(i8x16_sub(self.0, other.0))
    }
}

impl crate::simd::sealed::Sealed for Simd128I8 {}

impl I8Vector<Simd128> for Simd128I8 {
    #[inline(always)]
    fn zero(_: Simd128) -> Self {
        Self(i8x16_splat(0))
    }

    #[inline(always)]
    fn load(_: Simd128, source: &[i8]) -> Self {
        let source: &[i8; 16] = source.first_chunk().expect("a vector's worth of coefficients");
        // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
        Self(unsafe { v128_load(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, target: &mut [i8]) {
        let target: &mut [i8; 16] = target.first_chunk_mut().expect("a target as long as a vector");
        // SAFETY: the reference covers the 16 bytes that are written; the store needs no alignment.
        unsafe { v128_store(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn widen(self) -> [Simd128I16; 2] {
        [Simd128I16(i16x8_extend_low_i8x16(self.0)), Simd128I16(i16x8_extend_high_i8x16(self.0))]
    }
}
