//! Vector operations: the contract between algorithms and instruction sets.
//!
//! Algorithms are generic over [`Simd`] and its associated vector types. The lanes of the vectors
//! decide the effect of an operation:
//!
//! | lanes | where | an operation |
//! | --- | --- | --- |
//! | registers | `avx2`, `avx512`, `neon`, `simd128` | computes with instructions of the CPU |
//! | arrays of `i16` | [`portable`] | computes on any CPU, and defines the contract |
//! | intervals and polynomials | the analysis | states its result for all operands, for the proofs, and is counted |
//!
//! Tests compare the operations of the vector backends with [`portable`] on edge cases and random
//! operands, and products by constants on every constant and every operand. Long tests go through
//! all 2^32 pairs of operands of the operations on two 16-bit lanes.
//!
//! # Words
//!
//! Four words are this project's own (see the glossary in docs/contributing/glossary.md):
//!
//! - A *token* is a value of a type that implements [`Simd`]. The token of a backend has no size,
//!   and proves that the CPU has the backend's features.
//! - A *form* ([`Form`]) is the number of lanes of a backend together with the ways in which it
//!   computes compound operations. The lanes of the analysis can have the form of any backend.
//! - A *chunk* is 16 consecutive coefficients. A vector of 16-bit lanes holds half a chunk (8
//!   lanes), one chunk (16 lanes) or two chunks (32 lanes).
//! - *Rows* are the 32 coefficients r_0 to r_31 that define the Toeplitz matrix of dimension 16 in
//!   an outer product: its entry at row k and column j is `r_(16 + k - j)`, so that r_0 is unused.
//!   Each backend stores them in its own layout ([`Simd::Rows`]).
//!
//! # Writing a kernel
//!
//! - Make it `#[inline(always)]` and generic over `S: Simd`. It must be inlined into the closure
//!   that [`Simd::vectorize`] compiles with the backend's features; otherwise every operation
//!   becomes a call.
//! - Loop over constant bounds. The compiler unrolls such loops if their bodies are small; use
//!   `unroll!` where they are large.
//! - Mark closures `#[inline(always)]`, too: they can stay out of line without it. Avoid
//!   [`core::array::from_fn`], which does stay out of line.
//! - Call [`Simd::vectorize`] at the boundaries of stages, once for thousands of instructions.
//! - Let no branch and no index depend on a coefficient. The types help: no operation turns a lane
//!   into a `bool`.
//!
//! # Safety
//!
//! Only detection ([`dispatch`](crate::dispatch)) or an `unsafe` constructor hands out the token of
//! a backend with requirements, and only tokens make vectors. A vector therefore proves, as a token
//! does, that the CPU has the features of its backend, and the operations on vectors are safe
//! functions. Other crates have no other way to obtain a vector or a token:
//!
//! ```compile_fail,E0423
//! use vectru_polymul::simd::avx2::Avx2I16;
//! let vector = Avx2I16(unsafe { core::mem::zeroed() }); // The field is private.
//! ```
//!
//! ```compile_fail,E0133
//! use vectru_polymul::simd::avx2::Avx2;
//! let token = Avx2::new_unchecked(); // Calling this needs an unsafe block.
//! ```

use core::fmt::Debug;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus, inverse};

// Assembly expands macros before paths to them can be resolved, so that this module comes first.
#[cfg(vectru_dsp)]
#[macro_use]
mod tiles;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod bits;
pub mod buffer;
pub mod byte;
mod clear;
pub mod coefficient;
#[cfg(vectru_dsp)]
mod convolutions;
#[allow(dead_code)] // Vector backends use it, and not every target has one.
mod dot_products;
mod form;
pub mod halves;
pub mod keccak;
pub mod merge_exchange;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub mod neon;
mod opaque;
#[cfg(vectru_dsp)]
mod packed;
#[cfg(vectru_dsp)]
mod packed_toeplitz;
mod pair;
pub mod portable;
#[cfg(vectru_registers)]
mod registers;
#[cfg(vectru_dsp)]
mod rows;
pub mod sha512;
pub mod shape;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
pub mod ternary;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(target_arch = "x86_64")]
pub mod ticks;
#[allow(dead_code)] // Vector backends use it, and not every target has one.
mod toeplitz;
#[allow(dead_code)] // Vector backends use it, and not every target has one.
mod transpose;
mod unroll;
pub mod unsigned;
#[cfg(any(test, feature = "literature"))]
pub mod wide;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub mod word;
#[cfg(vectru_registers)]
mod word_products;
mod zero;

pub use bits::BitVector;
pub use buffer::{Aligned, Buffer, filled};
pub use byte::I8Vector;
pub use clear::clear;
pub use coefficient::{Byte, Coefficient, Wide};
pub use form::{Form, InnerProduct, if_form};
pub use opaque::{align_frame, opaque, opaque_in_turn, opaque_ref, reload};
pub(crate) use pair::{Double, Pair, Registers, Single};
pub use shape::{Loops, Shape};
pub use unroll::unroll;
pub use unsigned::U32Vector;
#[cfg(any(test, feature = "literature"))]
pub use wide::I32Vector;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub use word::I32Word;
pub use zero::Zero;

/// The panic message of an inner product without terms.
const TERM: &str = "an inner product has at least one term";

/// Seals the contract: the proofs cover the tokens and vectors of this crate, so no other crate may
/// implement it.
pub(crate) mod sealed {
    /// A token or a vector of this crate.
    pub trait Sealed {}
}

/// The number of coefficients in a chunk.
pub const CHUNK: usize = 16;

/// A token: the proof that the CPU has the features of a backend, and the source of its vectors.
///
/// In the formulas below L is the number of [`lanes`](Self::lanes), and lanes are numbered from 0.
pub trait Simd: sealed::Sealed + Copy + Debug {
    /// The choice between loops and straight-line code. On registers it is the [`Shape`] of the
    /// backend.
    type Shape: Loops;
    /// One coefficient in memory: an `i16`, or the number of a lane of a run.
    type Coefficient: Coefficient;
    /// A vector of L signed 16-bit lanes.
    type I16: I16Vector<Coefficient = Self::Coefficient>;
    /// A vector of 2 L signed 8-bit lanes, for the transforms of small operands.
    type I8: I8Vector<Self>;
    /// A vector of L / 2 signed 32-bit lanes, for products over the integers.
    #[cfg(any(test, feature = "literature"))]
    type I32: I32Vector<Self>;
    /// A signed 32-bit lane in a general register, for kernels without vectors.
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word: I32Word<Self>;
    /// A vector of [`BitVector::WORDS`] 64-bit words, for polynomials in bit planes.
    type Bits: BitVector<Self>;
    /// A vector of [`U32Vector::LANES`] unsigned 32-bit lanes, for sorting.
    type U32: U32Vector<Self>;
    /// The rows of an [`outer_product`](Self::outer_product) in the backend's layout, prepared by
    /// [`convolution_rows`](Self::convolution_rows) or [`window_rows`](Self::window_rows).
    type Rows: Copy + Debug;
    /// The token of the backend with vectors of at most one chunk, for work on single chunks.
    type Narrow: Simd<Coefficient = Self::Coefficient, Narrow = Self::Narrow>;
    /// The token for maps that compute each column of many vectors on its own: the token itself, or
    /// on cores without vectors one whose vectors fit a register. The lanes of both have the same
    /// operations.
    type Columns: Simd<Coefficient = Self::Coefficient>;

    /// True if [`vectorize`](Self::vectorize) compiles with instructions for general registers that
    /// the target lacks by default and that save time: on x86-64 the "and not" of BMI1 and the
    /// rotation of BMI2 that preserves its operand.
    const EXTENDS_WORDS: bool = false;

    /// The form of the backend, if it is known when kernels are compiled: on registers it is, on
    /// the lanes of the analysis it is not.
    const FORM: Option<Form>;

    /// The coefficient 0.
    const ZERO: Self::Coefficient = <Self::Coefficient as Coefficient>::ZERO;

    /// Returns the form of the backend. It is known on every machine. [`if_form!`] branches by it.
    #[inline(always)]
    fn form(self) -> Form {
        const { Self::FORM.expect("the form is known") }
    }

    /// Returns L, the number of 16-bit lanes in a vector.
    #[inline(always)]
    fn lanes(self) -> usize {
        if const { Self::FORM.is_some() } { const { Form::known(Self::FORM).lanes } } else { self.form().lanes }
    }

    /// Returns the number of 32-bit lanes in a vector.
    #[inline(always)]
    fn wide_lanes(self) -> usize {
        self.lanes() / 2
    }

    /// Returns the token for vectors of at most one chunk.
    fn narrow(self) -> Self::Narrow;

    /// Returns the token for maps of columns.
    fn columns(self) -> Self::Columns;

    /// Calls `kernel` from a function that is compiled with the backend's target features, and
    /// returns its result.
    ///
    /// The closure must be written `#[inline(always)] || …`: the features apply to it only where it
    /// is inlined.
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R;

    /// Calls `kernel`, and returns its result. On registers it is inlined, for which the closure
    /// must be written `#[inline(always)] || …`; on the lanes of the analysis it is one function,
    /// so that kernels which inline the caller many times compile it once.
    #[inline(always)]
    fn out_of_line<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    /// Attributes the following operations to the map named `map` in the multiplier's recipe.
    ///
    /// The lanes of the analysis keep one account for each map; on registers the call has no
    /// effect.
    #[inline(always)]
    fn enter(self, map: &'static str) {
        let _ = map;
    }

    /// Calls `kernel` with a buffer of unspecified 16-bit coefficients, which it must write before
    /// it reads, and returns its result.
    ///
    /// The closure must be written `#[inline(always)] |…| …`. Vector backends leave the buffer
    /// uninitialised (see [`buffer`]); on the lanes of the analysis every coefficient starts as not
    /// known, so that the proofs refuse a result that depends on one.
    #[inline(always)]
    fn with_buffer<B: Buffer<Self::Coefficient>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        buffer::with_filled_buffer(Self::Coefficient::UNSPECIFIED, kernel)
    }

    /// Calls `kernel` with a buffer of unspecified 32-bit coefficients, which it must write before
    /// it reads, and returns its result.
    ///
    /// The closure must be written `#[inline(always)] |…| …`. Vector backends leave the buffer
    /// uninitialised (see [`buffer`]).
    #[cfg(any(test, feature = "literature", vectru_registers))]
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<Wide<Self>>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        buffer::with_filled_buffer(Self::Coefficient::WIDE_UNSPECIFIED, kernel)
    }

    /// Returns a vector with `value` in every lane.
    fn splat(self, value: i16) -> Self::I16;

    /// Returns the product of a vector and a constant modulo 2^16.
    #[inline(always)]
    fn multiple(self, vector: Self::I16, constant: i16) -> Self::I16 {
        vector.multiply_low(self.splat(constant))
    }

    /// Returns a sum plus the product of a vector and a constant modulo 2^16.
    #[inline(always)]
    fn plus_multiple(self, sum: Self::I16, vector: Self::I16, constant: i16) -> Self::I16 {
        sum.multiply_add_low(vector, self.splat(constant))
    }

    /// Loads L consecutive coefficients: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than L coefficients. Kernels slice with constant bounds, so
    /// that the compiler removes this check.
    fn load(self, source: &[Self::Coefficient]) -> Self::I16;

    /// Stores L consecutive coefficients: lane l goes to `target[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than L coefficients.
    fn store(self, vector: Self::I16, target: &mut [Self::Coefficient]);

    /// Writes zeros to all of `target`.
    ///
    /// Kernels clear memory with this function, so that the proofs can try each kernel without the
    /// clearing.
    #[inline(always)]
    fn clear(self, target: &mut [Self::Coefficient]) {
        target.fill(Self::ZERO);
    }

    /// Loads half a vector from each source: lane l is `low[l]` for l < L / 2, and
    /// `high[l - L / 2]` for l >= L / 2.
    ///
    /// # Panics
    ///
    /// Panics if `low` or `high` has fewer than L / 2 coefficients.
    fn load_halves(self, low: &[Self::Coefficient], high: &[Self::Coefficient]) -> Self::I16;

    /// Stores half a vector at each index: lane l goes to `target[low + l]` for l < L / 2, and to
    /// `target[high + l - L / 2]` for l >= L / 2.
    ///
    /// # Panics
    ///
    /// Panics if fewer than L / 2 coefficients of `target` follow either index.
    fn store_halves(self, vector: Self::I16, target: &mut [Self::Coefficient], low: usize, high: usize);

    /// Loads L numbers of a table of public constants: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than L numbers.
    fn load_table(self, source: &[i16]) -> Self::I16;

    /// Loads eight consecutive coefficients per lane, transposed: lane l of vector k is
    /// `source[stride * l + k]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than stride (L - 1) + 8 coefficients.
    fn load_columns(self, source: &[Self::Coefficient], stride: usize) -> [Self::I16; 8];

    /// Stores eight consecutive coefficients per lane, transposed: lane l of vector k goes to
    /// `target[stride * l + k]`. This is the inverse of [`load_columns`](Self::load_columns).
    ///
    /// Requires stride >= 8 and at least stride (L - 1) + 8 coefficients in `target`.
    ///
    /// # Panics
    ///
    /// Panics if `target` is shorter; the portable backend may omit the lanes that do not fit
    /// instead.
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Self::Coefficient], stride: usize);

    /// Loads 8 L consecutive coefficients, eight per lane: lane l of vector k is
    /// `source[8 * l + k]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than 8 L coefficients.
    #[inline(always)]
    fn load_transposed(self, source: &[Self::Coefficient]) -> [Self::I16; 8] {
        self.load_columns(source, 8)
    }

    /// Stores 8 L consecutive coefficients, eight per lane: lane l of vector k goes to
    /// `target[8 * l + k]`. This is the inverse of [`load_transposed`](Self::load_transposed).
    ///
    /// Requires at least 8 L coefficients in `target`.
    ///
    /// # Panics
    ///
    /// Panics if `target` is shorter; the portable backend may omit the lanes that do not fit
    /// instead.
    #[inline(always)]
    fn store_transposed(self, vectors: [Self::I16; 8], target: &mut [Self::Coefficient]) {
        self.store_columns(vectors, target, 8);
    }

    /// Returns rows of zeros, as memory for rows.
    fn zero_rows(self) -> Self::Rows;

    /// Writes the sum of two chunks and their difference, where an absent chunk is zero, if the
    /// backend has a form of its own for it, and returns true if it has.
    #[inline(always)]
    fn sums_and_differences(
        self,
        chunks: [Option<&[Self::Coefficient; CHUNK]>; 2],
        results: &mut [[Self::Coefficient; CHUNK]; 2],
    ) -> bool {
        let _ = (chunks, results);
        false
    }

    /// Computes transforms of length 5 between five rows of `stride` coefficients, one for each
    /// column, in place, if the backend has a form of its own for this stride, and returns true if
    /// it has. The constants are -1/4, m, a and b of
    /// [`radix_5`](crate::stage::radix_5).
    ///
    /// Requires |x| <= 6553; returns |y| <= q - 1, with a sum of two centred numbers as an output.
    #[inline(always)]
    fn radix_5_rows<M: Modulus>(
        self,
        rows: &mut [Self::Coefficient],
        stride: usize,
        constants: &[Constant<M>; 4],
    ) -> bool {
        let _ = (rows, stride, constants);
        false
    }

    /// Computes transforms of length 9 between nine rows of `stride` coefficients, one for each
    /// column, in place, if the backend has a form of its own for this stride, and returns true if
    /// it has. The constants are the powers of the root of unity, from 1 on.
    ///
    /// Requires |x| <= 10,000; returns centred y.
    #[inline(always)]
    fn radix_9_rows<M: Modulus>(
        self,
        rows: &mut [Self::Coefficient],
        stride: usize,
        powers: &[Constant<M>; 9],
    ) -> bool {
        let _ = (rows, stride, powers);
        false
    }

    /// Prepares the rows (z b | b), where z is the constant `weight`, for weighted convolutions by
    /// b, that is, products modulo x^16 - z:
    ///
    /// ```text
    /// r_k = Barrett product of b_k by z,   r_(16 + k) = b_k,   0 <= k < 16
    /// ```
    ///
    /// r_1 to r_31 are Expand of b and z in `[CCH+23, section 4.3]`. For k < 16, |r_k| is at most
    /// [`barrett_bound`](crate::modular::barrett_bound) of |b_k| and z.
    fn convolution_rows<M: Modulus>(self, b: &[Self::Coefficient; CHUNK], weight: Constant<M>, rows: &mut Self::Rows);

    /// Replaces each chunk of `product` by its weighted convolution with the chunk of `b`, that is,
    /// by the [outer product](Self::outer_product) with the
    /// [rows](Self::convolution_rows) of b and the weight, if the backend has a form of its own for
    /// it, and returns true if it has.
    #[inline(always)]
    fn weighted_convolutions<M: Modulus>(
        self,
        product: &mut [[Self::Coefficient; CHUNK]],
        b: &[[Self::Coefficient; CHUNK]],
        weights: &[Constant<M>],
    ) -> bool {
        let _ = (product, b, weights);
        false
    }

    /// Prepares the rows (low | high): r_k = `low[k]` and r_(16 + k) = `high[k]` for 0 <= k < 16.
    fn window_rows(self, low: &[Self::Coefficient; CHUNK], high: &[Self::Coefficient; CHUNK], rows: &mut Self::Rows);

    /// Returns 2^-16 times a sum of N outer products modulo q: coefficient k of the result is the
    /// [Montgomery reduction](crate::modular::montgomery_reduce) of the 32-bit sum
    ///
    /// ```text
    /// s_k = sum_(i < N) sum_(j < 16) a[i][j] r_(16 + k - j) of rows[i],   0 <= k < 16.
    /// ```
    ///
    /// The summand of index i is
    ///
    /// - a weighted convolution, a b modulo x^16 - z, for rows (z b | b) of
    ///   [`convolution_rows`](Self::convolution_rows);
    /// - the coefficients of x^16 to x^31 in the product of a by low + x^16 high, for rows of
    ///   [`window_rows`](Self::window_rows).
    ///
    /// Requires n `|a[i][j]|` < 2^15 and n |r_m| < 2^15 for all rows and n = [`Form::summands`],
    /// since a backend may add n of either in 16 bits, and `montgomery_bound(|s_k|)` < 2^15;
    /// returns coefficients of magnitude at most
    /// [`montgomery_bound`](crate::modular::montgomery_bound) of |s_k|, that is,
    /// (|s_k| + 2^15 q) / 2^16.
    ///
    /// The sum of products of vectors by scalars, instead of inner products of interleaved
    /// operands, is due to `[CCH+23, section 4.4, Algorithm 6]`. The forms on x86, by dot products
    /// of pairs, and on Neon, by Karatsuba's identity, are this project's own.
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Self::Coefficient; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Self::Coefficient; CHUNK];

    /// Prepares two rows, each as [`convolution_rows`](Self::convolution_rows) does.
    ///
    /// Backends whose vectors are shorter than a chunk prepare them side by side.
    #[inline(always)]
    fn pair_of_convolution_rows<M: Modulus>(
        self,
        b: [&[Self::Coefficient; CHUNK]; 2],
        weights: &[Constant<M>; 2],
        rows: &mut [Self::Rows; 2],
    ) {
        self.convolution_rows(b[0], weights[0], &mut rows[0]);
        self.convolution_rows(b[1], weights[1], &mut rows[1]);
    }

    /// Replaces two chunks by their [outer products](Self::outer_product) by `rows`.
    ///
    /// Backends whose vectors are shorter than a chunk compute them side by side.
    #[inline(always)]
    fn pair_of_outer_products<M: Modulus>(self, a: &mut [[Self::Coefficient; CHUNK]; 2], rows: &[Self::Rows; 2]) {
        a[0] = self.outer_product::<M, 1>([&a[0]], [&rows[0]]);
        a[1] = self.outer_product::<M, 1>([&a[1]], [&rows[1]]);
    }

    /// Returns the vector with the coefficients of each chunk in the order in which the backend's
    /// [`toeplitz_product`](Self::toeplitz_product) reads them. The order is the same for every
    /// chunk, so that linear maps of whole chunks keep it.
    #[inline(always)]
    fn toeplitz_order(self, vector: Self::I16) -> Self::I16 {
        vector
    }

    /// Replaces a vector v of K chunks by its product with a Toeplitz matrix of dimension 16 K over
    /// Z_65536. The matrix is given by 2 K chunks, the coefficients m_0 to m_(32 K - 1):
    ///
    /// ```text
    /// w_i = sum_(j < 16 K) m_(16 K + i - j) v_j mod 2^16,   0 <= i < 16 K
    /// ```
    ///
    /// m_0 is unused. The chunks of v are in the order of [`toeplitz_order`](Self::toeplitz_order),
    /// the chunks of w in the usual order. Lanes wrap, so that any operands are allowed. Vector
    /// backends take K (K + 1) / 2 products of a block of dimension 16 by a chunk if
    /// K >= [`Form::shared_from`], and K^2 otherwise.
    ///
    /// # Panics
    ///
    /// Panics if `matrix` has fewer than 2 K chunks.
    fn toeplitz_product<const K: usize>(
        self,
        matrix: &[[Self::Coefficient; CHUNK]],
        vector: &mut [[Self::Coefficient; CHUNK]; K],
    );

    /// Computes R sums of products of Toeplitz matrices of dimension 16 by chunks over Z_65536. The
    /// sums share the matrices M_j, each given by two chunks as in
    /// [`toeplitz_product`](Self::toeplitz_product):
    ///
    /// ```text
    /// w_i = sum_j M_j v_(j, i),   0 <= i < R
    /// ```
    ///
    /// The chunks v_(j, i) = `vectors[j][i]` are in the order of
    /// [`toeplitz_order`](Self::toeplitz_order), the sums in the usual order. Lanes wrap, so that
    /// any operands are allowed. A matrix without vectors, or the reverse, is ignored.
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[Self::Coefficient; CHUNK]; 2]],
        vectors: &[[[Self::Coefficient; CHUNK]; R]],
        sums: &mut [[Self::Coefficient; CHUNK]; R],
    );
}

/// A token whose coefficients are numbers. Its vectors compute; the vectors of the analysis prove
/// and count.
pub trait Machine: Simd<Coefficient = i16, Shape: Shape, Narrow: Simd<Shape: Shape>> {}
impl<S: Simd<Coefficient = i16, Shape: Shape, Narrow: Simd<Shape: Shape>>> Machine for S {}

/// A vector of signed 16-bit lanes.
///
/// `+` and `-` wrap modulo 2^16. In the formulas below x and y are corresponding lanes of the
/// operands, r is the lane of the result, L is the number of lanes, and q is the modulus `M`.
///
/// ```text
/// mulhrs(x, y) = floor((x y + 2^14) / 2^15)
/// ```
///
/// The low products in operations modulo q may wrap: their difference is right modulo 2^16, and so
/// it is right if its bound is below 2^15. The lanes of the analysis check these bounds, and find
/// for each other operation whether it can wrap.
pub trait I16Vector: sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// One lane in memory.
    type Coefficient: Copy;

    /// Multiplies lane by lane: r = x y mod 2^16, in [-2^15, 2^15).
    fn multiply_low(self, other: Self) -> Self;

    /// Multiplies and adds lane by lane: r = s + x y mod 2^16 for the lanes s of `self`.
    #[inline(always)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        self + x.multiply_low(y)
    }

    /// Shifts left: r = 2^bits x mod 2^16. Requires bits < 16.
    fn shift_left(self, bits: u32) -> Self;

    /// Shifts right with sign: r = floor(x / 2^bits). Requires bits < 16.
    fn shift_right(self, bits: u32) -> Self;

    /// Returns the rounding doubling high product, r = mulhrs(x, y).
    ///
    /// Requires (x, y) != (-2^15, -2^15): on this pair x86 wraps to -2^15 and Arm saturates to
    /// 2^15 - 1. Proofs refuse a result that depends on it.
    fn multiply_high_rounding(self, other: Self) -> Self;

    /// Returns the Barrett product by the constant c, a representative of x c modulo q
    /// `[BHK+22, Algorithm 10]`, `[HLY24, Algorithm 2]`:
    ///
    /// ```text
    /// r = x c - q mulhrs(x, c'),   c' = round(2^15 c / q)
    /// ```
    ///
    /// Any x is allowed; returns |r| <= [`barrett_bound`](crate::modular::barrett_bound) of |x| and
    /// c, which is less than q.
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self;

    /// Returns the Barrett product by `low` in the lanes l < L / 2, and by `high` in the lanes
    /// l >= L / 2, as defined at [`barrett_multiply`](Self::barrett_multiply).
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self;

    /// Returns the centred representative of x c modulo q, for each lane x and the constant c.
    ///
    /// Backends whose products by constants are centred do not centre them again.
    #[inline(always)]
    fn barrett_multiply_centred<M: Modulus>(self, constant: Constant<M>) -> Self {
        self.barrett_multiply(constant).centre::<M>()
    }

    /// Adds a Barrett product: for the lanes s of `self` and x of `factor`, and the constant c,
    ///
    /// ```text
    /// r = s + x c - q mulhrs(x, c'),   c' = round(2^15 c / q).
    /// ```
    ///
    /// Requires |s| + `barrett_bound(|x|, c)` < 2^15; returns |r| <= |s| + `barrett_bound(|x|, c)`.
    /// This is Barrett_mla `[HLY24, Algorithm 3]`, which on Neon saves the addition.
    #[inline(always)]
    fn barrett_multiply_add<M: Modulus>(self, factor: Self, constant: Constant<M>) -> Self {
        self + factor.barrett_multiply(constant)
    }

    /// Returns the Barrett reduction, a representative of x modulo q: the Barrett product by 1,
    /// without the multiplication by 1.
    ///
    /// ```text
    /// r = x - q mulhrs(x, round(2^15 / q))
    /// ```
    ///
    /// Any x is allowed; returns |r| <= [`barrett_bound`](crate::modular::barrett_bound) of |x| and
    /// 1, which is about q/2 + |x|/52 for q = 4591.
    fn barrett_reduce<M: Modulus>(self) -> Self;

    /// Returns the coarse Barrett reduction, a representative of x modulo q:
    ///
    /// ```text
    /// r = x - q mulhrs(x, 2^k) = x - q floor((x + 2^(14 - k)) / 2^(15 - k))
    /// ```
    ///
    /// with 2^k of [`COARSE_ONE`](Modulus::COARSE_ONE). Any x is allowed; returns |r| <=
    /// [`barrett_bound`](crate::modular::barrett_bound) of |x| and this constant, which is about
    /// q/2 + |x|/8 for q = 4591. Where bounds allow it, it saves a multiplication on Neon.
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self;

    /// Returns the centred representative of x modulo q, in [-(q-1)/2, (q-1)/2].
    ///
    /// Requires odd q and |x| <= q + (q-1)/2.
    fn centre<M: Modulus>(self) -> Self;

    /// Returns an inner product by constants, a representative of the sum of `terms[i]` times
    /// `constants[i]` over i < N modulo q.
    ///
    /// `None` stands for a term that is known to be zero; it needs no multiplication. The shape
    /// decides the form of the sum, on which its bound depends: see [`InnerProduct`].
    ///
    /// # Panics
    ///
    /// Panics if all terms are `None`: without a vector or a token there is no proof that the CPU
    /// has the features of the backend. Which terms are `None` is constant in each kernel, so that
    /// the compiler removes the check.
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self;

    /// Returns the Barrett product by one constant per lane, r = x c - q mulhrs(x, c'), where c is
    /// the lane of `values` and c' the lane of `quotients`.
    ///
    /// Requires `values` and `quotients` from one [`LaneConstants`](crate::modular::LaneConstants);
    /// returns |r| <= [`barrett_bound_any`](crate::modular::barrett_bound_any) of |x|.
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self;

    /// Returns 2^-16 times an inner product of vectors modulo q: lane by lane, the [Montgomery
    /// reduction](crate::modular::montgomery_reduce) of the 32-bit sum s of the products x_i y_i
    /// over the pairs (x_i, y_i), i < N.
    ///
    /// `None` stands for a product that is known to be zero; it needs no multiplication. Requires
    /// `montgomery_bound(|s|)` < 2^15; returns |r| <= `montgomery_bound(|s|)`.
    ///
    /// # Panics
    ///
    /// Panics if all pairs are `None`, for the reason given at
    /// [`inner_product`](Self::inner_product).
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self;

    /// Returns the sums and the differences of the two halves modulo 2^16: r_l = x_l + x_(l + L/2)
    /// and r_(l + L/2) = x_l - x_(l + L/2) for l < L / 2.
    fn half_butterfly(self) -> Self;

    /// Selects lane by lane: r is the lane of `chosen` where the lane of `mask` is -1, and the lane
    /// of `other` where it is 0. Requires every lane of `mask` to be -1 or 0.
    fn select(mask: Self, chosen: Self, other: Self) -> Self;

    /// Returns residues modulo `T` of integers c, from residues c1 modulo `M` (the lanes of `self`)
    /// and c2 modulo `N` (the lanes of `second`), for primes p of `M` and p' of `N`:
    ///
    /// ```text
    /// r = c1 + (h p modulo T),   h = (c2 - c1) p^-1 modulo p'
    /// ```
    ///
    /// The quotient h is a Barrett product modulo p', and h p a Barrett product modulo `T` that is
    /// added. `integers` names c: lane l is a coefficient of a product of the operands over the
    /// integers. The lanes of the proof demand that c1 and c2 are residues of c and that |c| +
    /// |c1| + p |h| < p p', so that h is (c - c1) / p itself.
    #[inline(always)]
    fn recombine<M: Modulus, N: Modulus, T: Modulus>(self, second: Self, integers: IntegerProduct) -> Self {
        let _ = integers;
        let inverse = const { Constant::<N>::new(inverse(M::Q as i64, N::Q as i64)) };
        let quotient = (second - self).barrett_multiply(inverse);
        self.barrett_multiply_add(quotient, const { Constant::<T>::new(M::Q as i64) })
    }
}

/// A product of polynomials over the integers, modulo x^degree - wrap, which its residues modulo
/// primes determine. For a sum of products it stands for the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerProduct {
    /// The number of coefficients. A product that does not wrap around has at most as many.
    pub degree: usize,
    /// The value of x^degree: 1 or -1.
    pub wrap: i64,
    /// The coefficient in lane 0.
    pub first: usize,
}
