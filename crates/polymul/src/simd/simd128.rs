//! The simd128 backend for WebAssembly: 8 lanes of 16 bits in a 128-bit vector.
//!
//! | operation | instructions | on x86-64 |
//! | --- | --- | --- |
//! | Barrett product | `mul` by c, `q15mulr_sat_s` by c', `mul` by q, `sub` | 8 |
//! | coarse Barrett reduction | `shr_s`, `sub`, `shr_s`, `mul` by q, `sub` | 5 |
//! | sums of products mod q | `dot_i16x8_s` of pairs (`dot_products.rs`, `outer.rs`), `add` | 2 |
//! | sums of products mod 2^16 | `mul` by a coefficient in all lanes, `add` | 2 |
//! | Montgomery | `mul` by q^-1, `dot_i16x8_s` by q, `sub`, `shr_s`, `narrow_i32x4_s` | 9 |
//! | transposition | `shuffle` to (x0, y0, x1, y1, …) | 1 each |
//!
//! Here c' = round(2^15 c / q). The engines of browsers and of Node translate WebAssembly to
//! instructions of the CPU. The last column has the number of these instructions on x86-64 with
//! AVX, for 8 lanes of the result or for one product. `q15mulr_sat_s` is five instructions there,
//! of which four saturate (-2^15)^2 to 2^15 - 1. The contract excludes this product, but the engine
//! cannot know that. On x86-64 a widening product `extmul` is three instructions for four lanes,
//! and `dot_i16x8_s` is one for eight; on AArch64 `dot_i16x8_s` is three instructions, and `extmul`
//! is one.
//!
//! Loads and stores are the only unsafe functions. The intrinsics that compute are safe, because an
//! engine refuses a WebAssembly module with an instruction that it lacks.
//!
//! (Token, chunk, rows: see the glossary in docs/contributing/glossary.md.)
#![allow(unsafe_code)]

mod byte;
mod outer;
mod toeplitz;
mod unsigned;
#[cfg(any(test, feature = "literature"))]
mod wide;

use core::arch::wasm32::*;
use core::ops::{Add, Sub};

use super::bits::Words;
use super::dot_products::{Pairs, barrett_multiply_lanes, inner_product, lane_products, transpose_blocks};
use super::shape::Simd128Shape;
use super::{CHUNK, Form, I16Vector, Shape, Simd, unroll};
use crate::modular::{Constant, Modulus};

pub use byte::Simd128I8;
pub use outer::PairedRows;
pub use unsigned::Simd128U32;
#[cfg(any(test, feature = "literature"))]
pub use wide::Simd128I32;

/// The token of the simd128 backend. The module exists only in builds with simd128, so the
/// constructor is safe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simd128(());

impl Simd128 {
    /// Returns the token.
    pub const fn new() -> Self {
        Self(())
    }
}

/// Eight `i16` in a 128-bit vector.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Simd128I16(pub(super) v128);

/// A type of numbers, for which every pattern of bits is valid.
trait Number {}
impl Number for i8 {}
impl Number for i16 {}
impl Number for i32 {}
impl Number for u32 {}

/// Loads the first numbers of `source`, 16 bytes.
#[inline(always)]
fn load<T: Number>(source: &[T]) -> v128 {
    let source = &source[..16 / size_of::<T>()];
    // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
    unsafe { v128_load(source.as_ptr().cast()) }
}

/// Stores 16 bytes to the start of `target`.
#[inline(always)]
fn store<T: Number>(vector: v128, target: &mut [T]) {
    let target = &mut target[..16 / size_of::<T>()];
    // SAFETY: the reference covers the 16 bytes that are written, and any bytes are numbers; the
    // store needs no alignment.
    unsafe { v128_store(target.as_mut_ptr().cast(), vector) }
}

/// Returns `low` in lanes 0 to 3, and `high` in lanes 4 to 7.
#[inline(always)]
fn halves(low: i16, high: i16) -> v128 {
    i16x8(low, low, low, low, high, high, high, high)
}

/// Returns the differences s - q m of four 32-bit sums s, m = s q^-1 mod± 2^16. The Montgomery
/// reduction of s is the high half, and the low half is 0.
#[inline(always)]
fn reduce<M: Modulus>(sums: v128) -> v128 {
    // In pairs of 16-bit lanes, q^-1 and q have 0 in the odd lane: `factor` is (m, 0), and the dot
    // product of (m, 0) and (q, 0) is the 32-bit product m q.
    let factor = i16x8_mul(sums, i32x4_splat(M::INVERSE as u16 as i32));
    i32x4_sub(sums, i32x4_dot_i16x8(factor, i32x4_splat(M::Q as u16 as i32)))
}

impl crate::simd::sealed::Sealed for Simd128 {}

impl Simd for Simd128 {
    type Shape = Simd128Shape;
    type Coefficient = i16;
    type I16 = Simd128I16;
    type I8 = Simd128I8;
    #[cfg(any(test, feature = "literature"))]
    type I32 = Simd128I32;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Words<4>;
    type U32 = Simd128U32;
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
        kernel()
    }

    #[inline(always)]
    fn splat(self, value: i16) -> Simd128I16 {
        Simd128I16(i16x8_splat(value))
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> Simd128I16 {
        Simd128I16(load(source))
    }

    #[inline(always)]
    fn store(self, vector: Simd128I16, target: &mut [i16]) {
        store(vector.0, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> Simd128I16 {
        let low: &[i16; 4] = low.first_chunk().expect("half a vector's worth of coefficients");
        let high: &[i16; 4] = high.first_chunk().expect("half a vector's worth of coefficients");
        // SAFETY: each reference covers the 8 bytes that are read; the loads need no alignment.
        Simd128I16(unsafe { v128_load64_lane::<1>(v128_load64_zero(low.as_ptr().cast()), high.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_halves(self, vector: Simd128I16, target: &mut [i16], low: usize, high: usize) {
        let half: &mut [i16; 4] = target[low..].first_chunk_mut().expect("a target as long as half a vector");
        // SAFETY: the reference covers the 8 bytes that are written; the store needs no alignment.
        unsafe { v128_store64_lane::<0>(vector.0, half.as_mut_ptr().cast()) }
        let half: &mut [i16; 4] = target[high..].first_chunk_mut().expect("a target as long as half a vector");
        // SAFETY: the reference covers the 8 bytes that are written; the store needs no alignment.
        unsafe { v128_store64_lane::<1>(vector.0, half.as_mut_ptr().cast()) }
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> Simd128I16 {
        self.load(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [Simd128I16; 8] {
        let mut rows = [self.splat(0); 8];
        unroll!(Simd128Shape, l < 8, {
            rows[l] = self.load(&source[stride * l..]);
        });
        transpose_blocks(rows)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [Simd128I16; 8], target: &mut [i16], stride: usize) {
        let rows = transpose_blocks(vectors);
        unroll!(Simd128Shape, l < 8, {
            self.store(rows[l], &mut target[stride * l..]);
        });
    }

    #[inline(always)]
    fn zero_rows(self) -> PairedRows {
        PairedRows::ZERO
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut PairedRows) {
        let [first, second] = [self.load(b), self.load(&b[8..])];
        rows.prepare([first.barrett_multiply(weight), second.barrett_multiply(weight), first, second]);
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut PairedRows) {
        rows.prepare([self.load(low), self.load(&low[8..]), self.load(high), self.load(&high[8..])]);
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
        outer::product::<M, N>(a, rows)
    }

    // Not inlined: the engine makes slower code of one function with all products of a chain.
    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
        super::toeplitz::product(self, matrix, vector);
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

impl Pairs for Simd128I16 {
    #[inline(always)]
    fn constant(value: i16) -> Self {
        Self(i16x8_splat(value))
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        [
            Self(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(self.0, other.0)),
            Self(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(self.0, other.0)),
        ]
    }

    #[inline(always)]
    fn constant_pair(pair: i32) -> Self {
        Self(i32x4_splat(pair))
    }

    #[inline(always)]
    fn dot_product(sum: Option<Self>, pairs: Self, others: Self) -> Self {
        let product = i32x4_dot_i16x8(pairs.0, others.0);
        Self(match sum {
            None => product,
            Some(sum) => i32x4_add(sum.0, product),
        })
    }

    #[inline(always)]
    fn montgomery_reduce<M: Modulus>([low, high]: [Self; 2]) -> Self {
        let [low, high] = [i32x4_shr(reduce::<M>(low.0), 16), i32x4_shr(reduce::<M>(high.0), 16)];
        Self(i16x8_narrow_i32x4(low, high))
    }
}

impl Add for Simd128I16 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(i16x8_add(self.0, other.0))
    }
}

impl Sub for Simd128I16 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(i16x8_sub(self.0, other.0))
    }
}

impl crate::simd::sealed::Sealed for Simd128I16 {}

impl I16Vector for Simd128I16 {
    type Coefficient = i16;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        Self(i16x8_mul(self.0, other.0))
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        Self(i16x8_shl(self.0, bits))
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(i16x8_shr(self.0, bits))
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        Self(i16x8_q15mulr_sat(self.0, other.0))
    }

    #[inline(always)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        self.barrett_multiply_lanes::<M>(Self::constant(constant.value), Self::constant(constant.quotient))
    }

    #[inline(always)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        let (values, quotients) = (halves(low.value, high.value), halves(low.quotient, high.quotient));
        self.barrett_multiply_lanes::<M>(Self(values), Self(quotients))
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let quotient = self.multiply_high_rounding(Self::constant(M::ONE.quotient));
        self - quotient.multiply_low(Self::constant(M::Q))
    }

    #[inline(always)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        // mulhrs(x, 2^k) = floor((floor(x / 2^(14 - k)) + 1) / 2), which does not wrap.
        let before_rounding = self.shift_right(14 - const { M::COARSE_ONE.quotient.ilog2() });
        let quotient = (before_rounding - Self::constant(-1)).shift_right(1);
        self - quotient.multiply_low(Self::constant(M::Q))
    }

    #[inline(always)]
    fn centre<M: Modulus>(self) -> Self {
        let (half, q) = ((M::Q - 1) / 2, i16x8_splat(M::Q));
        let above = v128_and(i16x8_gt(self.0, i16x8_splat(half)), q);
        let below = v128_and(i16x8_lt(self.0, i16x8_splat(-half)), q);
        Self(i16x8_add(i16x8_sub(self.0, above), below))
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        inner_product::<Simd128Shape, _, _, _>(terms, constants)
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        barrett_multiply_lanes::<_, M>(self, values, quotients)
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        lane_products::<Simd128Shape, _, M, N>(pairs)
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        // (h | l). In the lower half the result is its sum with (l | h), in the upper half the
        // difference.
        let swapped = i16x8_shuffle::<4, 5, 6, 7, 0, 1, 2, 3>(self.0, self.0);
        let (sums, differences) = (i16x8_add(self.0, swapped), i16x8_sub(swapped, self.0));
        Self(i16x8_shuffle::<0, 1, 2, 3, 12, 13, 14, 15>(sums, differences))
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        Self(v128_bitselect(chosen.0, other.0, mask.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Backend;
    use crate::simd::Shape;

    #[test]
    fn it_is_the_best_backend_of_this_build() {
        assert_eq!(Backend::best().name(), Simd128Shape::NAME);
    }
}
