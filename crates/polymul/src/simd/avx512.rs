//! The AVX-512 backend (F, BW, VL and VNNI): 32 lanes of 16 bits in a 512-bit register, and 16
//! lanes in a 256-bit register.
//!
//! Operations are computed as on [AVX2](super::avx2), with these differences:
//!
//! | operation | instructions |
//! | --- | --- |
//! | sums of products | `vpdpwssd`, which accumulates dot products of pairs |
//! | Montgomery reduction | `vpmullw` by q^-1, `vpdpwssd` by -q, `vpsrld` |
//! | centred representative | additions under masks of comparisons |
//! | selection | `vpternlogd` |
//!
//! (Token, chunk, rows: see the glossary in docs/contributing/glossary.md.)
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: the intrinsics need at most the features that `new_unchecked`
// names. A token exists only if the CPU has them, which the caller of `new_unchecked` guarantees,
// and only tokens make vectors. Loads and stores stay within the arrays that `first_chunk` and
// `first_chunk_mut` return, and need no alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

mod bits;
mod byte;
mod unsigned;
#[cfg(any(test, feature = "literature"))]
mod wide;

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

#[cfg(any(test, feature = "literature"))]
use super::avx2::Avx2I32;
use super::avx2::{Avx2, Avx2Bits, Avx2I8, Avx2I16, load_128, load_256, pair, store_128, store_256};
use super::buffer::with_buffer;
use super::dot_products::{Pairs, barrett_multiply_lanes, inner_product, lane_products, transpose_blocks};
use super::shape::{Avx512NarrowShape, Avx512Shape};
use super::toeplitz::{self, Blocks};
use super::unsigned::Lanes;
use super::{Buffer, CHUNK, Form, I16Vector, Shape, Simd, unroll};
use crate::modular::{Constant, Modulus};

pub use bits::Avx512Bits;
pub use byte::Avx512I8;
pub use unsigned::Avx512U32;
#[cfg(any(test, feature = "literature"))]
pub use wide::Avx512I32;

/// The token of the AVX-512 backend.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

/// The token of the AVX-512 backend with 256-bit vectors.
///
/// It shares the 16-bit vectors of AVX2, compiled with the 32 registers of AVX-512, and the outer
/// and Toeplitz products of [`Avx512`].
#[derive(Clone, Copy, Debug)]
pub struct Avx512Narrow(());

impl Avx512 {
    /// Returns the token.
    ///
    /// # Safety
    ///
    /// The CPU must have AVX2, BMI1, BMI2, PCLMULQDQ and AVX-512 F, BW, VL and VNNI, the features
    /// that [`vectorize`](Simd::vectorize) compiles for, and the operating system must have enabled
    /// them.
    #[inline(always)]
    pub const unsafe fn new_unchecked() -> Self {
        Self(())
    }
}

impl Avx512Narrow {
    /// Returns the token of the AVX2 backend, which needs fewer features than this one.
    #[inline(always)]
    fn avx2(self) -> Avx2 {
        unsafe { Avx2::new_unchecked() }
    }
}

/// Thirty-two `i16` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512I16(pub(super) __m512i);

impl Avx512I16 {
    /// Returns a vector with `value` in every lane.
    #[inline(always)]
    fn splat(value: i16) -> Self {
        Self(unsafe { _mm512_set1_epi16(value) })
    }

    /// Returns a vector with `low` in lanes 0 to 15 and `high` in lanes 16 to 31.
    #[inline(always)]
    fn halves(low: i16, high: i16) -> Self {
        Self(unsafe { _mm512_mask_blend_epi16(0xffff_0000, _mm512_set1_epi16(low), _mm512_set1_epi16(high)) })
    }
}

/// Calls `kernel`, compiled with the features of this backend.
#[target_feature(enable = "avx2,bmi1,bmi2,pclmulqdq,avx512f,avx512bw,avx512vl,avx512vnni")]
fn with_features<R>(kernel: impl FnOnce() -> R) -> R {
    kernel()
}

/// Loads the first 32 coefficients of `source`.
#[inline(always)]
fn load_512(source: &[i16]) -> __m512i {
    let source: &[i16; 32] = source.first_chunk().expect("a vector's worth of coefficients");
    unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
}

/// Stores 32 coefficients to the start of `target`.
#[inline(always)]
fn store_512(vector: __m512i, target: &mut [i16]) {
    let target: &mut [i16; 32] = target.first_chunk_mut().expect("a target as long as a vector");
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), vector) }
}

/// Returns the indices k, k - 1 for k = `first`, …, `first` + 15, by which `vpermw` collects the
/// pairs (r_k, r_(k - 1)) from the 32 rows. For k = 0 the second index is 0; no sum uses that pair.
const fn pair_positions(first: i16) -> [i16; 32] {
    let mut positions = [0; 32];
    let mut k = 0;
    while k < CHUNK {
        let row = first + k as i16;
        positions[2 * k] = row;
        positions[2 * k + 1] = if row == 0 { 0 } else { row - 1 };
        k += 1;
    }
    positions
}

/// The rows r_0 to r_31 of outer products, in pairs P_k = (r_k, r_(k - 1)) as on
/// [AVX2](super::avx2::PairedRows): register 0 holds P_0 to P_15, register 1 P_16 to P_31.
///
/// The window at offset o is P_o to P_(o + 15). Its dot products with the broadcast pair (a_(2j),
/// a_(2j + 1)) at offset 16 - 2j are two terms of all 16 sums.
#[derive(Clone, Copy, Debug)]
pub struct PairedRows([__m512i; 2]);

impl PairedRows {
    /// Returns rows of zeros.
    #[inline(always)]
    fn zero() -> Self {
        Self([unsafe { _mm512_setzero_si512() }; 2])
    }

    /// Prepares the rows (low | high).
    #[inline(always)]
    fn new(low: __m256i, high: __m256i) -> Self {
        unsafe {
            let rows = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
            Self([
                _mm512_permutexvar_epi16(load_512(&const { pair_positions(0) }), rows),
                _mm512_permutexvar_epi16(load_512(&const { pair_positions(16) }), rows),
            ])
        }
    }

    /// Returns the windows at 16 - 2j for j = 0, …, 7.
    #[inline(always)]
    fn windows(&self) -> [__m512i; 8] {
        // Windows at multiples of 4 shift whole pairs over the two registers (`valignd`). Window
        // 4 i + 2 shifts windows 4 i and 4 i + 4 within each 128-bit quarter (`vpalignr`).
        let [low, high] = self.0;
        unsafe {
            let at_4 = _mm512_alignr_epi32::<4>(high, low);
            let at_8 = _mm512_alignr_epi32::<8>(high, low);
            let at_12 = _mm512_alignr_epi32::<12>(high, low);
            [
                high,
                _mm512_alignr_epi8::<8>(high, at_12),
                at_12,
                _mm512_alignr_epi8::<8>(at_12, at_8),
                at_8,
                _mm512_alignr_epi8::<8>(at_8, at_4),
                at_4,
                _mm512_alignr_epi8::<8>(at_4, low),
            ]
        }
    }

    /// Prepares the rows (z b | b) for z = `weight`.
    #[inline(always)]
    fn weighted<M: Modulus>(simd: Avx512Narrow, b: &[i16; CHUNK], weight: Constant<M>) -> Self {
        let b = simd.load(b);
        Self::new(b.barrett_multiply(weight).0, b.0)
    }
}

/// Returns `sums` plus the dot product of each pair in `windows` with `pair`, by one `vpdpwssd`
/// with a broadcast from memory.
///
/// This is assembly, because the compiler splits a chain of the intrinsic into `vpmaddwd` and
/// `vpaddd`. That shortens the chain by some cycles for each step; but here independent sums fill
/// these cycles, so that fewer instructions are faster.
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn plus_dot_products(mut sums: __m512i, windows: __m512i, pair: &[i16; 2]) -> __m512i {
    // SAFETY: the instruction reads the four bytes of the pair. It does not write memory, and
    // changes neither flags nor stack.
    unsafe {
        core::arch::asm!(
            "vpdpwssd {sums}, {windows}, dword ptr [{pair}]{{1to16}}",
            sums = inout(zmm_reg) sums,
            windows = in(zmm_reg) windows,
            pair = in(reg) pair.as_ptr(),
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    sums
}

/// Implements [`Blocks`] for both tokens, in 512-bit registers.
macro_rules! blocks {
    ($token:ty) => {
        impl Blocks for $token {
            /// Two registers of 16 sums each, in 32 bits that wrap; their sum is the result. Dot
            /// products alternate between them, so that each depends on the last but one.
            type Sum = [__m512i; 2];
            /// The windows at 16 - 2j.
            type Block<'a> = [__m512i; 8];

            #[inline(always)]
            fn no_products(self) -> [__m512i; 2] {
                [unsafe { _mm512_setzero_si512() }; 2]
            }

            #[inline(always)]
            fn block(self, [low, high]: &[[i16; CHUNK]; 2]) -> [__m512i; 8] {
                PairedRows::new(load_256(low), load_256(high)).windows()
            }

            #[inline(always)]
            fn plus_product(self, mut sum: [__m512i; 2], block: &[__m512i; 8], chunk: &[i16; CHUNK]) -> [__m512i; 2] {
                let (pairs, _) = chunk.as_chunks();
                unroll!(Avx512Shape, j < 8, {
                    sum[j % 2] = unsafe { plus_dot_products(sum[j % 2], block[j], &pairs[j]) };
                });
                sum
            }

            #[inline(always)]
            fn plus_sum(self, sum: [__m512i; 2], other: [__m512i; 2]) -> [__m512i; 2] {
                unsafe { [_mm512_add_epi32(sum[0], other[0]), _mm512_add_epi32(sum[1], other[1])] }
            }

            #[inline(always)]
            fn store_sum(self, sum: [__m512i; 2], chunk: &mut [i16; CHUNK]) {
                unsafe { store_256(_mm512_cvtepi32_epi16(_mm512_add_epi32(sum[0], sum[1])), chunk) };
            }
        }
    };
}
blocks!(Avx512);
blocks!(Avx512Narrow);

/// Returns the outer products of [`Simd::outer_product`].
#[inline(always)]
fn outer_product<M: Modulus, const N: usize>(a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
    let mut result = [0; CHUNK];
    unsafe {
        // Dot products alternate between two registers of sums, so that each depends on the last
        // but one.
        let mut sums = [_mm512_setzero_si512(); 2];
        for i in 0..N {
            let windows = rows[i].windows();
            unroll!(Avx512Shape, j < 8, {
                sums[j % 2] = _mm512_dpwssd_epi32(sums[j % 2], _mm512_set1_epi32(pair(a[i], j)), windows[j]);
            });
        }
        let sum = _mm512_add_epi32(sums[0], sums[1]);
        store_256(_mm512_cvtepi32_epi16(reduce::<M>(sum)), &mut result);
    }
    result
}

/// Returns the Montgomery reductions of sixteen 32-bit sums modulo 2^16, as unsigned 32-bit numbers
/// below 2^16.
#[inline(always)]
pub(super) fn reduce<M: Modulus>(sums: __m512i) -> __m512i {
    unsafe {
        // As pairs of 16-bit lanes, q^-1 and -q have 0 in the odd lane: `factor` is (m, 0), and its
        // dot product with (-q, 0) is the 32-bit product -m q.
        let factor = _mm512_mullo_epi16(sums, _mm512_set1_epi32(M::INVERSE as u16 as i32));
        _mm512_srli_epi32::<16>(_mm512_dpwssd_epi32(sums, factor, _mm512_set1_epi32(-M::Q as u16 as i32)))
    }
}

impl crate::simd::sealed::Sealed for Avx512 {}

impl Simd for Avx512 {
    type Shape = Avx512Shape;
    const EXTENDS_WORDS: bool = true;

    type Coefficient = i16;
    type I16 = Avx512I16;
    type I8 = Avx512I8;
    #[cfg(any(test, feature = "literature"))]
    type I32 = Avx512I32;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Avx512Bits;
    type U32 = Avx512U32;
    type Rows = PairedRows;
    type Narrow = Avx512Narrow;
    type Columns = Self;

    const FORM: Option<Form> = Some(<Self::Shape as Shape>::FORM);

    #[inline(always)]
    fn narrow(self) -> Avx512Narrow {
        Avx512Narrow(())
    }

    #[inline(always)]
    fn columns(self) -> Self {
        self
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        unsafe { with_features(kernel) }
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
    fn splat(self, value: i16) -> Avx512I16 {
        Avx512I16::splat(value)
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> Avx512I16 {
        Avx512I16(load_512(source))
    }

    #[inline(always)]
    fn store(self, vector: Avx512I16, target: &mut [i16]) {
        store_512(vector.0, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> Avx512I16 {
        Avx512I16(unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(load_256(low)), load_256(high)) })
    }

    #[inline(always)]
    fn store_halves(self, vector: Avx512I16, target: &mut [i16], low: usize, high: usize) {
        unsafe {
            store_256(_mm512_castsi512_si256(vector.0), &mut target[low..]);
            store_256(_mm512_extracti64x4_epi64::<1>(vector.0), &mut target[high..]);
        }
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> Avx512I16 {
        self.load(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [Avx512I16; 8] {
        let mut rows = [self.splat(0); 8];
        unroll!(Avx512Shape, l < 8, {
            unsafe {
                let row = _mm512_castsi128_si512(load_128(&source[stride * l..]));
                let row = _mm512_inserti32x4::<1>(row, load_128(&source[stride * (l + 8)..]));
                let row = _mm512_inserti32x4::<2>(row, load_128(&source[stride * (l + 16)..]));
                rows[l] = Avx512I16(_mm512_inserti32x4::<3>(row, load_128(&source[stride * (l + 24)..])));
            }
        });
        transpose_blocks(rows)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [Avx512I16; 8], target: &mut [i16], stride: usize) {
        let rows = transpose_blocks(vectors);
        unroll!(Avx512Shape, l < 8, {
            unsafe {
                store_128(_mm512_castsi512_si128(rows[l].0), &mut target[stride * l..]);
                store_128(_mm512_extracti32x4_epi32::<1>(rows[l].0), &mut target[stride * (l + 8)..]);
                store_128(_mm512_extracti32x4_epi32::<2>(rows[l].0), &mut target[stride * (l + 16)..]);
                store_128(_mm512_extracti32x4_epi32::<3>(rows[l].0), &mut target[stride * (l + 24)..]);
            }
        });
    }

    #[inline(always)]
    fn zero_rows(self) -> PairedRows {
        PairedRows::zero()
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut PairedRows) {
        *rows = PairedRows::weighted(self.narrow(), b, weight);
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut PairedRows) {
        *rows = PairedRows::new(load_256(low), load_256(high));
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
        outer_product::<M, N>(a, rows)
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
        toeplitz::sums(self, matrices, vectors, sums);
    }
}

impl crate::simd::sealed::Sealed for Avx512Narrow {}

impl Simd for Avx512Narrow {
    type Shape = Avx512NarrowShape;
    const EXTENDS_WORDS: bool = true;

    type Coefficient = i16;
    type I16 = Avx2I16;
    type I8 = Avx2I8;
    #[cfg(any(test, feature = "literature"))]
    type I32 = Avx2I32;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Avx2Bits;
    type U32 = Lanes<4>;
    type Rows = PairedRows;
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
        unsafe { with_features(kernel) }
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
    fn splat(self, value: i16) -> Avx2I16 {
        self.avx2().splat(value)
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> Avx2I16 {
        self.avx2().load(source)
    }

    #[inline(always)]
    fn store(self, vector: Avx2I16, target: &mut [i16]) {
        self.avx2().store(vector, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> Avx2I16 {
        self.avx2().load_halves(low, high)
    }

    #[inline(always)]
    fn store_halves(self, vector: Avx2I16, target: &mut [i16], low: usize, high: usize) {
        self.avx2().store_halves(vector, target, low, high);
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> Avx2I16 {
        self.avx2().load_table(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [Avx2I16; 8] {
        self.avx2().load_columns(source, stride)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [Avx2I16; 8], target: &mut [i16], stride: usize) {
        self.avx2().store_columns(vectors, target, stride);
    }

    #[inline(always)]
    fn zero_rows(self) -> PairedRows {
        PairedRows::zero()
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut PairedRows) {
        *rows = PairedRows::weighted(self, b, weight);
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut PairedRows) {
        *rows = PairedRows::new(load_256(low), load_256(high));
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
        outer_product::<M, N>(a, rows)
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
        toeplitz::sums(self, matrices, vectors, sums);
    }
}

impl Pairs for Avx512I16 {
    #[inline(always)]
    fn constant(value: i16) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        unsafe { [Self(_mm512_unpacklo_epi16(self.0, other.0)), Self(_mm512_unpackhi_epi16(self.0, other.0))] }
    }

    #[inline(always)]
    fn constant_pair(pair: i32) -> Self {
        Self(unsafe { _mm512_set1_epi32(pair) })
    }

    #[inline(always)]
    fn dot_product(sum: Option<Self>, pairs: Self, others: Self) -> Self {
        unsafe {
            Self(match sum {
                None => _mm512_madd_epi16(pairs.0, others.0),
                Some(sum) => _mm512_dpwssd_epi32(sum.0, pairs.0, others.0),
            })
        }
    }

    #[inline(always)]
    fn montgomery_reduce<M: Modulus>([low, high]: [Self; 2]) -> Self {
        Self(unsafe { _mm512_packus_epi32(reduce::<M>(low.0), reduce::<M>(high.0)) })
    }
}

impl Add for Avx512I16 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm512_add_epi16(self.0, other.0) })
    }
}

impl Sub for Avx512I16 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for Avx512I16 {}

impl I16Vector for Avx512I16 {
    type Coefficient = i16;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        Self(unsafe { _mm512_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        // The intrinsic has its count in a register, but the compiler knows the count and shifts by
        // an immediate.
        Self(unsafe { _mm512_sll_epi16(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(unsafe { _mm512_sra_epi16(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        Self(unsafe { _mm512_mulhrs_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        let quotient = self.multiply_high_rounding(Self::splat(constant.quotient));
        self.multiply_low(Self::splat(constant.value)) - quotient.multiply_low(Self::splat(M::Q))
    }

    #[inline(always)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        let quotient = self.multiply_high_rounding(Self::halves(low.quotient, high.quotient));
        self.multiply_low(Self::halves(low.value, high.value)) - quotient.multiply_low(Self::splat(M::Q))
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        self - self.multiply_high_rounding(Self::splat(M::ONE.quotient)).multiply_low(Self::splat(M::Q))
    }

    #[inline(always)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        self - self.multiply_high_rounding(Self::splat(M::COARSE_ONE.quotient)).multiply_low(Self::splat(M::Q))
    }

    #[inline(always)]
    fn centre<M: Modulus>(self) -> Self {
        let half = (M::Q - 1) / 2;
        unsafe {
            let q = _mm512_set1_epi16(M::Q);
            let above = _mm512_cmpgt_epi16_mask(self.0, _mm512_set1_epi16(half));
            let below = _mm512_cmplt_epi16_mask(self.0, _mm512_set1_epi16(-half));
            let lowered = _mm512_mask_sub_epi16(self.0, above, self.0, q);
            Self(_mm512_mask_add_epi16(lowered, below, lowered, q))
        }
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        inner_product::<Avx512Shape, _, _, _>(terms, constants)
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        barrett_multiply_lanes::<_, M>(self, values, quotients)
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        lane_products::<Avx512Shape, _, M, N>(pairs)
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        unsafe {
            // (h | l), added everywhere; the upper half is then replaced by l - h.
            let swapped = _mm512_shuffle_i64x2::<0x4e>(self.0, self.0);
            let sum = _mm512_add_epi16(self.0, swapped);
            Self(_mm512_mask_sub_epi16(sum, 0xffff_0000, swapped, self.0))
        }
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        // The truth table 0xca is "first ? second : third", bit by bit.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xca>(mask.0, chosen.0, other.0) })
    }
}
