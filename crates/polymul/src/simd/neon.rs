//! The Neon backend for AArch64: 8 lanes of 16 bits in a 128-bit register.
//!
//! | operation | instructions | source |
//! | --- | --- | --- |
//! | Barrett product | `mul` by c, `sqrdmulh` by c', `mls` by q | `[BHK+22, Algorithm 10]` |
//! | with accumulation | `mla` instead of `mul` | `[HLY24, Algorithm 3]` |
//! | Barrett reduction | `sqrdmulh` by 1', `mls` by q | the product by 1 |
//! | coarse Barrett reduction | `srshr`, `mls` by q | the product by 1 |
//! | sums of products | `smull`, `smlal` (by a lane in outer products) | `[CCH+23, Algorithm 5]` |
//! | Montgomery reduction | `xtn`, `mul` by q^-1, `smull` by q, `subhn` | below |
//! | transposition | `zip1`, `zip2` | |
//!
//! Here c' = round(2^15 c / q), and 1' = round(2^15 / q).
//!
//! # Cortex-A72
//!
//! All multiplications issue on one of two pipes `[CCH+23, section 2.1]`. `smlal` (4 lanes)
//! occupies it for one cycle; `mul`, `mla`, `mls` and `sqrdmulh` (8 lanes) occupy it for two
//! `[ARM15]`. An inner product of n terms by constants takes 2 n + 4 of these cycles as a 32-bit
//! sum, and 4 n + 2 cycles by Barrett products with deferred quotients.
//!
//! The Montgomery reduction of the source adds a multiple of q, and unzips the halves of its
//! numbers (`uzp1`, `uzp2`). Here a multiple of q is subtracted, and the numbers are narrowed
//! (`xtn`, `subhn`). A narrowing is one operation, which runs on the other pipe; an unzipping is
//! three operations on either pipe.
//!
//! (Token, chunk, rows: see the glossary in docs/contributing/glossary.md.)
#![allow(unsafe_code)]
// Safety of the unsafe blocks below without a comment: the intrinsics need Neon at most, and this
// module is compiled only for targets with Neon.
#![allow(clippy::undocumented_unsafe_blocks)]

mod byte;
mod outer;
mod toeplitz;
mod unsigned;
#[cfg(any(test, feature = "literature"))]
mod wide;

use core::arch::aarch64::*;
use core::ops::{Add, Sub};

use super::bits::Words;
use super::buffer::with_buffer;
use super::shape::{NeonShape, Shape};
use super::transpose::transpose;
use super::{Buffer, CHUNK, Form, I16Vector, Simd, TERM};
use crate::modular::{Constant, Modulus};

pub use byte::NeonI8;
pub use outer::Rows;
pub use unsigned::NeonU32;
#[cfg(any(test, feature = "literature"))]
pub use wide::NeonI32;

/// The token of the Neon backend. The module exists only on targets with Neon, so the constructor
/// is safe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Neon(());

impl Neon {
    /// Returns the token.
    pub const fn new() -> Self {
        Self(())
    }
}

/// Eight `i16` in a 128-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct NeonI16(pub(super) int16x8_t);

/// Loads the first 8 coefficients of `source`.
#[inline(always)]
fn load(source: &[i16]) -> int16x8_t {
    let source: &[i16; 8] = source.first_chunk().expect("a vector's worth of coefficients");
    // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
    unsafe { vld1q_s16(source.as_ptr()) }
}

/// Stores 8 coefficients to the start of `target`.
#[inline(always)]
fn store(vector: int16x8_t, target: &mut [i16]) {
    let target: &mut [i16; 8] = target.first_chunk_mut().expect("a target as long as a vector");
    // SAFETY: the reference covers the 16 bytes that are written; the store needs no alignment.
    unsafe { vst1q_s16(target.as_mut_ptr(), vector) }
}

/// Returns (x0, y0, x1, y1, …) in two registers.
#[inline(always)]
fn zip(x: NeonI16, y: NeonI16) -> [NeonI16; 2] {
    unsafe { [NeonI16(vzip1q_s16(x.0, y.0)), NeonI16(vzip2q_s16(x.0, y.0))] }
}

/// Returns `half`, with its origin hidden from the compiler. This costs no instruction.
///
/// Otherwise the compiler makes one unzipping of two narrowings, which is three operations and
/// takes longer.
#[inline(always)]
fn opaque_half(mut half: int16x4_t) -> int16x4_t {
    // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
    unsafe { core::arch::asm!("/* {0:v} */", inout(vreg) half, options(pure, nomem, nostack, preserves_flags)) };
    half
}

/// Sums of products in 32 bits: first lanes 0 to 3, then lanes 4 to 7.
#[derive(Clone, Copy)]
pub(super) struct Sums(pub(super) int32x4_t, pub(super) int32x4_t);

impl Sums {
    /// Returns the products of the lanes of `x` by `c`.
    #[inline(always)]
    fn product(x: int16x8_t, c: i16) -> Self {
        unsafe { Self(vmull_n_s16(vget_low_s16(x), c), vmull_high_n_s16(x, c)) }
    }

    /// Adds the products of the lanes of `x` by `c`.
    #[inline(always)]
    fn plus_product(self, x: int16x8_t, c: i16) -> Self {
        unsafe { Self(vmlal_n_s16(self.0, vget_low_s16(x), c), vmlal_high_n_s16(self.1, x, c)) }
    }

    /// Returns the products of corresponding lanes of `x` and `y`.
    #[inline(always)]
    fn lane_product(x: int16x8_t, y: int16x8_t) -> Self {
        unsafe { Self(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y)) }
    }

    /// Adds the products of corresponding lanes of `x` and `y`.
    #[inline(always)]
    fn plus_lane_product(self, x: int16x8_t, y: int16x8_t) -> Self {
        unsafe { Self(vmlal_s16(self.0, vget_low_s16(x), vget_low_s16(y)), vmlal_high_s16(self.1, x, y)) }
    }

    /// Returns the Montgomery reduction of each sum s: the high half of s - q m, whose low half is
    /// 0, with m = s q^-1 mod± 2^16.
    #[inline(always)]
    pub(super) fn reduce<M: Modulus>(self) -> int16x8_t {
        unsafe {
            let low_halves = vmovn_high_s32(opaque_half(vmovn_s32(self.0)), self.1);
            let factor = vmulq_n_s16(low_halves, M::INVERSE);
            let (low, high) = (vmull_n_s16(vget_low_s16(factor), M::Q), vmull_high_n_s16(factor, M::Q));
            vsubhn_high_s32(vsubhn_s32(self.0, low), self.1, high)
        }
    }
}

/// Returns the Barrett products of a chunk by `weight`.
#[inline(always)]
fn weighted<M: Modulus>(simd: Neon, b: &[i16; CHUNK], weight: &Constant<M>) -> [NeonI16; 2] {
    [simd.load(b).barrett_multiply(*weight), simd.load(&b[8..]).barrett_multiply(*weight)]
}

impl crate::simd::sealed::Sealed for Neon {}

impl Simd for Neon {
    type Shape = NeonShape;
    type Coefficient = i16;
    type I16 = NeonI16;
    type I8 = NeonI8;
    #[cfg(any(test, feature = "literature"))]
    type I32 = NeonI32;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Words<4>;
    type U32 = NeonU32;
    type Rows = Rows;
    type Narrow = Self;
    type Columns = Self;

    const FORM: Option<Form> = Some(<Self::Shape as Shape>::FORM);

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn columns(self) -> Self {
        self
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(always)]
    fn with_buffer<B: Buffer<i16>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        with_buffer::<i16, B, R>(kernel)
    }

    #[cfg(any(test, feature = "literature"))]
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<i32>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        with_buffer::<i32, B, R>(kernel)
    }

    #[inline(always)]
    fn splat(self, value: i16) -> NeonI16 {
        NeonI16(unsafe { vdupq_n_s16(value) })
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> NeonI16 {
        NeonI16(load(source))
    }

    #[inline(always)]
    fn store(self, vector: NeonI16, target: &mut [i16]) {
        store(vector.0, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> NeonI16 {
        let low: &[i16; 4] = low.first_chunk().expect("half a vector's worth of coefficients");
        let high: &[i16; 4] = high.first_chunk().expect("half a vector's worth of coefficients");
        // SAFETY: each reference covers the 8 bytes that are read; the loads need no alignment.
        NeonI16(unsafe { vcombine_s16(vld1_s16(low.as_ptr()), vld1_s16(high.as_ptr())) })
    }

    #[inline(always)]
    fn store_halves(self, vector: NeonI16, target: &mut [i16], low: usize, high: usize) {
        for (half, at) in unsafe { [(vget_low_s16(vector.0), low), (vget_high_s16(vector.0), high)] } {
            let target: &mut [i16; 4] = target[at..].first_chunk_mut().expect("a target as long as half a vector");
            // SAFETY: the reference covers the 8 bytes that are written; the store needs no
            // alignment.
            unsafe { vst1_s16(target.as_mut_ptr(), half) }
        }
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> NeonI16 {
        self.load(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [NeonI16; 8] {
        let mut rows = [self.splat(0); 8];
        for l in 0..8 {
            rows[l] = self.load(&source[stride * l..]);
        }
        transpose(rows, zip)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [NeonI16; 8], target: &mut [i16], stride: usize) {
        let rows = transpose(vectors, zip);
        for l in 0..8 {
            self.store(rows[l], &mut target[stride * l..]);
        }
    }

    #[inline(always)]
    fn zero_rows(self) -> Rows {
        Rows::ZERO
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut Rows) {
        let [first, second] = weighted(self, b, &weight);
        rows.prepare([first, second, self.load(b), self.load(&b[8..])]);
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut Rows) {
        rows.prepare([self.load(low), self.load(&low[8..]), self.load(high), self.load(&high[8..])]);
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&Rows; N]) -> [i16; CHUNK] {
        let [result] = outer::products::<M, N, 1>([a], [rows]);
        result
    }

    #[inline(always)]
    fn pair_of_convolution_rows<M: Modulus>(
        self,
        b: [&[i16; CHUNK]; 2],
        weights: &[Constant<M>; 2],
        rows: &mut [Rows; 2],
    ) {
        let [first, second] = [weighted(self, b[0], &weights[0]), weighted(self, b[1], &weights[1])];
        rows[0].prepare([first[0], first[1], self.load(b[0]), self.load(&b[0][8..])]);
        rows[1].prepare([second[0], second[1], self.load(b[1]), self.load(&b[1][8..])]);
    }

    #[inline(always)]
    fn pair_of_outer_products<M: Modulus>(self, a: &mut [[i16; CHUNK]; 2], rows: &[Rows; 2]) {
        *a = outer::products::<M, 1, 2>([[&a[0]], [&a[1]]], [[&rows[0]], [&rows[1]]]);
    }

    #[inline(always)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
        toeplitz::product(self, matrix, vector);
    }

    #[inline(always)]
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[i16; CHUNK]; 2]],
        vectors: &[[[i16; CHUNK]; R]],
        sums: &mut [[i16; CHUNK]; R],
    ) {
        super::toeplitz::sums(self, matrices, vectors, sums);
    }
}

impl Add for NeonI16 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { vaddq_s16(self.0, other.0) })
    }
}

impl Sub for NeonI16 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { vsubq_s16(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for NeonI16 {}

impl I16Vector for NeonI16 {
    type Coefficient = i16;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        Self(unsafe { vmulq_s16(self.0, other.0) })
    }

    #[inline(always)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        Self(unsafe { vmlaq_s16(self.0, x.0, y.0) })
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        Self(unsafe { vshlq_s16(self.0, vdupq_n_s16(bits as i16)) })
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(unsafe { vshlq_s16(self.0, vdupq_n_s16(-(bits as i16))) })
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        Self(unsafe { vqrdmulhq_s16(self.0, other.0) })
    }

    #[inline(always)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        unsafe {
            let quotient = vqrdmulhq_n_s16(self.0, constant.quotient);
            Self(vmlsq_n_s16(vmulq_n_s16(self.0, constant.value), quotient, M::Q))
        }
    }

    #[inline(always)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        unsafe {
            let quotients = vcombine_s16(vdup_n_s16(low.quotient), vdup_n_s16(high.quotient));
            let values = vcombine_s16(vdup_n_s16(low.value), vdup_n_s16(high.value));
            Self(vmlsq_n_s16(vmulq_s16(self.0, values), vqrdmulhq_s16(self.0, quotients), M::Q))
        }
    }

    #[inline(always)]
    fn barrett_multiply_add<M: Modulus>(self, factor: Self, constant: Constant<M>) -> Self {
        unsafe {
            let quotient = vqrdmulhq_n_s16(factor.0, constant.quotient);
            Self(vmlsq_n_s16(vmlaq_n_s16(self.0, factor.0, constant.value), quotient, M::Q))
        }
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        Self(unsafe { vmlsq_n_s16(self.0, vqrdmulhq_n_s16(self.0, M::ONE.quotient), M::Q) })
    }

    #[inline(always)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        let quotient = unsafe {
            match M::COARSE_ONE.quotient {
                4 => vrshrq_n_s16::<13>(self.0),
                8 => vrshrq_n_s16::<12>(self.0),
                quotient => vqrdmulhq_n_s16(self.0, quotient),
            }
        };
        Self(unsafe { vmlsq_n_s16(self.0, quotient, M::Q) })
    }

    #[inline(always)]
    fn centre<M: Modulus>(self) -> Self {
        let half = (M::Q - 1) / 2;
        unsafe {
            let q = vdupq_n_s16(M::Q);
            let above = vandq_s16(vreinterpretq_s16_u16(vcgtq_s16(self.0, vdupq_n_s16(half))), q);
            let below = vandq_s16(vreinterpretq_s16_u16(vcltq_s16(self.0, vdupq_n_s16(-half))), q);
            Self(vaddq_s16(vsubq_s16(self.0, above), below))
        }
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        const { assert!(NeonShape::FORM.montgomery_terms <= 1) };
        let mut sums: Option<Sums> = None;
        for i in 0..N {
            if let Some(Self(term)) = terms[i] {
                let constant = constants[i].montgomery;
                sums = Some(match sums {
                    None => Sums::product(term, constant),
                    Some(sums) => sums.plus_product(term, constant),
                });
            }
        }
        Self(sums.expect(TERM).reduce::<M>())
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        unsafe {
            let quotient = vqrdmulhq_s16(self.0, quotients.0);
            Self(vmlsq_n_s16(vmulq_s16(self.0, values.0), quotient, M::Q))
        }
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let mut sums: Option<Sums> = None;
        for i in 0..N {
            if let Some((Self(x), Self(y))) = pairs[i] {
                sums = Some(match sums {
                    None => Sums::lane_product(x, y),
                    Some(sums) => sums.plus_lane_product(x, y),
                });
            }
        }
        Self(sums.expect(TERM).reduce::<M>())
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        unsafe {
            // (h | l). In the lower half the result is its sum with (l | h), in the upper half the
            // difference.
            let swapped = vextq_s16::<4>(self.0, self.0);
            let sums = vaddq_s16(self.0, swapped);
            Self(vcombine_s16(vget_low_s16(sums), vget_high_s16(vsubq_s16(swapped, self.0))))
        }
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        Self(unsafe { vbslq_s16(vreinterpretq_u16_s16(mask.0), chosen.0, other.0) })
    }
}
