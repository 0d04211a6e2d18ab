//! The AVX2 backend: 16 lanes of 16 bits in a 256-bit register.
//!
//! | operation | instructions |
//! | --- | --- |
//! | Barrett product | `pmullw` by c, `pmulhrsw` by c', `pmullw` by q, `psubw` |
//! | centred representative | two comparisons, each with the mask of q (`pcmpgtw`, `pand`) |
//! | sums of products | `pmaddwd` of pairs: `dot_products.rs`; below for outer products |
//! | Montgomery reduction | `pmullw` by q^-1, `pmaddwd` by q, `psubd`, `psrld`, `packusdw` |
//! | transposition | `punpcklwd`, `punpckhwd` |
//!
//! (Token, chunk, rows: see the glossary in docs/contributing/glossary.md.)
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: the intrinsics need AVX2 at most, and `vectorize` also needs
// BMI1, BMI2 and PCLMULQDQ. A token exists only if the CPU has all of them, which the caller of
// `new_unchecked` guarantees, and only tokens make vectors. Loads and stores stay within the arrays
// that `first_chunk` and `first_chunk_mut` return, and need no alignment.
#![allow(clippy::undocumented_unsafe_blocks)]

mod bits;
mod byte;
mod unsigned;
#[cfg(any(test, feature = "literature"))]
mod wide;

use core::arch::x86_64::*;
use core::ops::{Add, Sub};

use super::buffer::with_buffer;
use super::dot_products::{Pairs, barrett_multiply_lanes, inner_product, lane_products, transpose_blocks};
use super::shape::Avx2Shape;
use super::toeplitz::{self, Blocks};
use super::{Buffer, CHUNK, Form, I16Vector, Shape, Simd, unroll};
use crate::modular::{Constant, Modulus};

pub use bits::Avx2Bits;
pub use byte::Avx2I8;
pub use unsigned::Avx2U32;
#[cfg(any(test, feature = "literature"))]
pub use wide::Avx2I32;

/// The token of the AVX2 backend.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the token.
    ///
    /// # Safety
    ///
    /// The CPU must have AVX2, BMI1, BMI2 and PCLMULQDQ, the features that
    /// [`vectorize`](Simd::vectorize) compiles for, and the operating system must have enabled
    /// them.
    #[inline(always)]
    pub const unsafe fn new_unchecked() -> Self {
        Self(())
    }
}

/// Sixteen `i16` in a 256-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2I16(pub(super) __m256i);

/// The rows r_0 to r_31 of outer products, in pairs P_k = (r_k, r_(k - 1)).
///
/// One `pmaddwd` by the broadcast pair (a_(2j), a_(2j + 1)) computes two terms of each sum s_k:
///
/// ```text
/// a_(2j) r_(16 + k - 2j) + a_(2j + 1) r_(16 + k - 2j - 1) = (a_(2j), a_(2j + 1)) . P_(16 - 2j + k)
/// ```
///
/// Eight 32-bit sums fill a register. The *window* at offset o holds, as 32-bit lanes,
///
/// ```text
/// (P_o, P_(o + 1), P_(o + 2), P_(o + 3) | P_(o + 8), P_(o + 9), P_(o + 10), P_(o + 11)),
/// ```
///
/// so that the window at 16 - 2j serves the sums 0 to 3 and 8 to 11, and the window at 20 - 2j the
/// sums 4 to 7 and 12 to 15; `packusdw` then restores their order. Register m of the six is the
/// window at 4m. The window at 4m + 2 is one shift of registers m and m + 1 within their halves
/// (`palignr`). An outer product has ten windows, at 2, 4, …, 20; five are registers, five are
/// shifts, and none is a load.
///
/// The second elements of P_0 and P_8 in register 0 are 0 instead of r_(-1) and r_7. No window
/// contains them: the first one is at 2.
#[derive(Clone, Copy, Debug)]
pub struct PairedRows([__m256i; 6]);

impl PairedRows {
    /// Returns the window at `offset`, an even number from 2 to 20.
    #[inline(always)]
    fn window(&self, offset: usize) -> __m256i {
        let m = offset / 4;
        if offset.is_multiple_of(4) { self.0[m] } else { unsafe { _mm256_alignr_epi8::<8>(self.0[m + 1], self.0[m]) } }
    }

    /// Prepares the rows (low | high), with the elements of each pair in reverse order if
    /// `REVERSED`.
    #[inline(always)]
    fn new<const REVERSED: bool>(low: __m256i, high: __m256i) -> Self {
        unsafe {
            // `middle` is r_8 to r_23. Each `before` holds, for every row of its register, the row
            // before it; `before_low` has zeros for r_(-1) and r_7.
            let middle = _mm256_permute2x128_si256::<0x21>(low, high);
            let before_low = _mm256_slli_si256::<2>(low);
            let before_middle = _mm256_alignr_epi8::<14>(middle, low);
            let before_high = _mm256_alignr_epi8::<14>(high, middle);
            let [first, second] = Self::pairs::<REVERSED>(low, before_low);
            let [third, fourth] = Self::pairs::<REVERSED>(middle, before_middle);
            let [fifth, sixth] = Self::pairs::<REVERSED>(high, before_high);
            Self([first, second, third, fourth, fifth, sixth])
        }
    }

    /// Returns the pairs of each of 16 rows and the row before it.
    #[inline(always)]
    fn pairs<const REVERSED: bool>(rows: __m256i, before: __m256i) -> [__m256i; 2] {
        let (rows, before) = if REVERSED { (before, rows) } else { (rows, before) };
        unsafe { [_mm256_unpacklo_epi16(rows, before), _mm256_unpackhi_epi16(rows, before)] }
    }
}

/// Loads the first 16 coefficients of `source`.
#[inline(always)]
pub(super) fn load_256(source: &[i16]) -> __m256i {
    let source: &[i16; 16] = source.first_chunk().expect("a vector's worth of coefficients");
    unsafe { _mm256_loadu_si256(source.as_ptr().cast()) }
}

/// Stores 16 coefficients to the start of `target`.
#[inline(always)]
pub(super) fn store_256(vector: __m256i, target: &mut [i16]) {
    let target: &mut [i16; 16] = target.first_chunk_mut().expect("a target as long as a vector");
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), vector) }
}

/// Loads the first 8 coefficients of `source`.
#[inline(always)]
pub(super) fn load_128(source: &[i16]) -> __m128i {
    let source: &[i16; 8] = source.first_chunk().expect("half a vector's worth of coefficients");
    unsafe { _mm_loadu_si128(source.as_ptr().cast()) }
}

/// Stores 8 coefficients to the start of `target`.
#[inline(always)]
pub(super) fn store_128(vector: __m128i, target: &mut [i16]) {
    let target: &mut [i16; 8] = target.first_chunk_mut().expect("a target as long as half a vector");
    unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), vector) }
}

/// Returns coefficients 2j and 2j + 1 of a chunk in the low and the high half of a 32-bit number.
#[inline(always)]
pub(super) fn pair(coefficients: &[i16; CHUNK], j: usize) -> i32 {
    (coefficients[2 * j] as u16 as u32 | (coefficients[2 * j + 1] as u16 as u32) << 16) as i32
}

impl Avx2I16 {
    /// Returns a vector with `value` in every lane.
    #[inline(always)]
    fn splat(value: i16) -> Self {
        Self(unsafe { _mm256_set1_epi16(value) })
    }

    /// Returns a vector with `low` in lanes 0 to 7 and `high` in lanes 8 to 15.
    #[inline(always)]
    fn halves(low: i16, high: i16) -> Self {
        Self(unsafe { _mm256_set_m128i(_mm_set1_epi16(high), _mm_set1_epi16(low)) })
    }
}

impl crate::simd::sealed::Sealed for Avx2 {}

impl Simd for Avx2 {
    type Shape = Avx2Shape;
    const EXTENDS_WORDS: bool = true;

    type Coefficient = i16;
    type I16 = Avx2I16;
    type I8 = Avx2I8;
    #[cfg(any(test, feature = "literature"))]
    type I32 = Avx2I32;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Avx2Bits;
    type U32 = Avx2U32;
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
        #[target_feature(enable = "avx2,bmi1,bmi2,pclmulqdq")]
        fn with_features<R>(kernel: impl FnOnce() -> R) -> R {
            kernel()
        }
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
        Avx2I16::splat(value)
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> Avx2I16 {
        Avx2I16(load_256(source))
    }

    #[inline(always)]
    fn store(self, vector: Avx2I16, target: &mut [i16]) {
        store_256(vector.0, target);
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> Avx2I16 {
        Avx2I16(unsafe { _mm256_set_m128i(load_128(high), load_128(low)) })
    }

    #[inline(always)]
    fn store_halves(self, vector: Avx2I16, target: &mut [i16], low: usize, high: usize) {
        unsafe {
            store_128(_mm256_castsi256_si128(vector.0), &mut target[low..]);
            store_128(_mm256_extracti128_si256::<1>(vector.0), &mut target[high..]);
        }
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> Avx2I16 {
        self.load(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [Avx2I16; 8] {
        let mut rows = [self.splat(0); 8];
        unroll!(Avx2Shape, l < 8, {
            rows[l] = self.load_halves(&source[stride * l..], &source[stride * (l + 8)..]);
        });
        transpose_blocks(rows)
    }

    #[inline(always)]
    fn store_columns(self, vectors: [Avx2I16; 8], target: &mut [i16], stride: usize) {
        let rows = transpose_blocks(vectors);
        unroll!(Avx2Shape, l < 8, {
            self.store_halves(rows[l], target, stride * l, stride * (l + 8));
        });
    }

    #[inline(always)]
    fn zero_rows(self) -> PairedRows {
        PairedRows([unsafe { _mm256_setzero_si256() }; 6])
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut PairedRows) {
        let b = self.load(b);
        *rows = PairedRows::new::<false>(b.barrett_multiply(weight).0, b.0);
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut PairedRows) {
        *rows = PairedRows::new::<false>(load_256(low), load_256(high));
    }

    #[inline(always)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
        let mut result = [0; CHUNK];
        unsafe {
            let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            for i in 0..N {
                unroll!(Avx2Shape, j < 8, {
                    let pair = _mm256_set1_epi32(pair(a[i], j));
                    let offset = CHUNK - 2 * j;
                    low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, rows[i].window(offset)));
                    high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, rows[i].window(offset + 4)));
                });
            }
            store_256(_mm256_packus_epi32(reduce::<M>(low), reduce::<M>(high)), &mut result);
        }
        result
    }

    /// Swaps the coefficients of each pair.
    #[inline(always)]
    fn toeplitz_order(self, vector: Avx2I16) -> Avx2I16 {
        unsafe {
            let places = _mm256_setr_epi64x(
                0x0504_0706_0100_0302,
                0x0d0c_0f0e_0908_0b0a,
                0x0504_0706_0100_0302,
                0x0d0c_0f0e_0908_0b0a,
            );
            Avx2I16(_mm256_shuffle_epi8(vector.0, places))
        }
    }

    #[inline(always)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
        if const { K == 1 } {
            product_by_loads(matrix, &mut vector[0]);
        } else {
            toeplitz::product(self, matrix, vector);
        }
    }

    #[inline(always)]
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[i16; CHUNK]; 2]],
        vectors: &[[[i16; CHUNK]; R]],
        sums: &mut [[i16; CHUNK]; R],
    ) {
        sums_by_loads(matrices, vectors, sums);
    }
}

/// Replaces a chunk by its product with the Toeplitz matrix of two chunks, modulo 2^16.
///
/// Sums of one parity are dot products with adjacent coefficients of the matrix m. The sums of even
/// index k need the pairs (m_(15 - 2j + k), m_(16 - 2j + k)); eight of these pairs are 16
/// consecutive coefficients, which may start anywhere. The sums of odd index need the pairs one
/// coefficient further on. So each of the 16 windows is a load without a permutation. A matrix that
/// is aligned to 64 bytes has each window in one cache line.
#[inline(always)]
fn product_by_loads(matrix: &[[i16; CHUNK]], chunk: &mut [i16; CHUNK]) {
    let matrix = matrix[..2].as_flattened();
    unsafe {
        let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        unroll!(Avx2Shape, j < 8, {
            // The pair is (v_(2j + 1), v_(2j)), because of the order of the vector.
            let pair = _mm256_set1_epi32(pair(chunk, j));
            even = _mm256_add_epi32(even, _mm256_madd_epi16(pair, load_256(&matrix[CHUNK - 1 - 2 * j..])));
            odd = _mm256_add_epi32(odd, _mm256_madd_epi16(pair, load_256(&matrix[CHUNK - 2 * j..])));
        });
        store_256(_mm256_blend_epi16::<0xaa>(even, _mm256_slli_epi32::<16>(odd)), chunk);
    }
}

/// Computes sums of products as defined at [`Simd::toeplitz_sums`], in the way of
/// [`product_by_loads`]. The products of a row share the windows.
#[inline(always)]
fn sums_by_loads<const R: usize>(
    matrices: &[[[i16; CHUNK]; 2]],
    vectors: &[[[i16; CHUNK]; R]],
    result: &mut [[i16; CHUNK]; R],
) {
    unsafe {
        let mut sums = [[_mm256_setzero_si256(); 2]; R];
        for (matrix, chunks) in matrices.iter().zip(vectors) {
            let matrix = matrix.as_flattened();
            unroll!(Avx2Shape, j < 8, {
                let windows = [load_256(&matrix[CHUNK - 1 - 2 * j..]), load_256(&matrix[CHUNK - 2 * j..])];
                unroll!(Avx2Shape, i < R; at most 8, {
                    let pair = _mm256_set1_epi32(pair(&chunks[i], j));
                    sums[i][0] = _mm256_add_epi32(sums[i][0], _mm256_madd_epi16(pair, windows[0]));
                    sums[i][1] = _mm256_add_epi32(sums[i][1], _mm256_madd_epi16(pair, windows[1]));
                });
            });
        }
        unroll!(Avx2Shape, i < R; at most 8, {
            let [even, odd] = sums[i];
            store_256(_mm256_blend_epi16::<0xaa>(even, _mm256_slli_epi32::<16>(odd)), &mut result[i]);
        });
    }
}

impl Blocks for Avx2 {
    /// The sums 0 to 3 and 8 to 11, then 4 to 7 and 12 to 15, in 32 bits that wrap. Their low
    /// halves are the sums modulo 2^16.
    type Sum = [__m256i; 2];
    type Block<'a> = PairedRows;

    #[inline(always)]
    fn no_products(self) -> [__m256i; 2] {
        [unsafe { _mm256_setzero_si256() }; 2]
    }

    #[inline(always)]
    fn block(self, [low, high]: &[[i16; CHUNK]; 2]) -> PairedRows {
        PairedRows::new::<true>(load_256(low), load_256(high))
    }

    #[inline(always)]
    fn plus_product(self, [mut low, mut high]: [__m256i; 2], block: &PairedRows, chunk: &[i16; CHUNK]) -> [__m256i; 2] {
        unsafe {
            unroll!(Avx2Shape, j < 8, {
                let pair = _mm256_set1_epi32(pair(chunk, j));
                let offset = CHUNK - 2 * j;
                low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, block.window(offset)));
                high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, block.window(offset + 4)));
            });
        }
        [low, high]
    }

    #[inline(always)]
    fn plus_sum(self, sum: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
        unsafe { [_mm256_add_epi32(sum[0], other[0]), _mm256_add_epi32(sum[1], other[1])] }
    }

    #[inline(always)]
    fn store_sum(self, sum: [__m256i; 2], chunk: &mut [i16; CHUNK]) {
        unsafe {
            // `packusdw` does not saturate, because the upper halves are zero.
            let zero = _mm256_setzero_si256();
            let [low, high] = [_mm256_blend_epi16::<0xaa>(sum[0], zero), _mm256_blend_epi16::<0xaa>(sum[1], zero)];
            store_256(_mm256_packus_epi32(low, high), chunk);
        }
    }
}

/// Returns the Montgomery reductions of eight 32-bit sums modulo 2^16, as unsigned 32-bit numbers
/// below 2^16, which `packusdw` narrows without saturation.
#[inline(always)]
pub(super) fn reduce<M: Modulus>(sums: __m256i) -> __m256i {
    unsafe {
        // As pairs of 16-bit lanes, q^-1 and q have 0 in the odd lane: `factor` is (m, 0), and the
        // dot product of (m, 0) and (q, 0) is the 32-bit product m q.
        let factor = _mm256_mullo_epi16(sums, _mm256_set1_epi32(M::INVERSE as u16 as i32));
        let product = _mm256_madd_epi16(factor, _mm256_set1_epi32(M::Q as i32));
        _mm256_srli_epi32::<16>(_mm256_sub_epi32(sums, product))
    }
}

impl Pairs for Avx2I16 {
    #[inline(always)]
    fn constant(value: i16) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi16(self.0, other.0)), Self(_mm256_unpackhi_epi16(self.0, other.0))] }
    }

    #[inline(always)]
    fn constant_pair(pair: i32) -> Self {
        Self(unsafe { _mm256_set1_epi32(pair) })
    }

    #[inline(always)]
    fn dot_product(sum: Option<Self>, pairs: Self, others: Self) -> Self {
        unsafe {
            let product = _mm256_madd_epi16(pairs.0, others.0);
            Self(match sum {
                None => product,
                Some(sum) => _mm256_add_epi32(sum.0, product),
            })
        }
    }

    #[inline(always)]
    fn montgomery_reduce<M: Modulus>([low, high]: [Self; 2]) -> Self {
        Self(unsafe { _mm256_packus_epi32(reduce::<M>(low.0), reduce::<M>(high.0)) })
    }
}

impl Add for Avx2I16 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm256_add_epi16(self.0, other.0) })
    }
}

impl Sub for Avx2I16 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm256_sub_epi16(self.0, other.0) })
    }
}

impl crate::simd::sealed::Sealed for Avx2I16 {}

impl I16Vector for Avx2I16 {
    type Coefficient = i16;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        Self(unsafe { _mm256_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        // The intrinsic has its count in a register, but the compiler knows the count and shifts by
        // an immediate.
        Self(unsafe { _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(unsafe { _mm256_sra_epi16(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        Self(unsafe { _mm256_mulhrs_epi16(self.0, other.0) })
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
            let q = _mm256_set1_epi16(M::Q);
            let above = _mm256_and_si256(_mm256_cmpgt_epi16(self.0, _mm256_set1_epi16(half)), q);
            let below = _mm256_and_si256(_mm256_cmpgt_epi16(_mm256_set1_epi16(-half), self.0), q);
            Self(_mm256_add_epi16(_mm256_sub_epi16(self.0, above), below))
        }
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        inner_product::<Avx2Shape, _, _, _>(terms, constants)
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        barrett_multiply_lanes::<_, M>(self, values, quotients)
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        lane_products::<Avx2Shape, _, M, N>(pairs)
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        unsafe {
            // (l | l) + (h | -h)
            let (low, high) =
                (_mm256_permute2x128_si256::<0x00>(self.0, self.0), _mm256_permute2x128_si256::<0x11>(self.0, self.0));
            let sign = _mm256_set_m128i(_mm_set1_epi16(-1), _mm_set1_epi16(1));
            Self(_mm256_add_epi16(low, _mm256_sign_epi16(high, sign)))
        }
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        Self(unsafe { _mm256_blendv_epi8(other.0, chosen.0, mask.0) })
    }
}
