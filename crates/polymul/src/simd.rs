//! The contract between algorithms and instruction sets.
//!
//! A token [`Simd`] proves that the CPU has the features of its backend: only detection
//! ([`dispatch`](crate::dispatch)) or an `unsafe` constructor hands one out. Vectors come from a token, so the
//! operations on them are safe. Every operation of every backend means what [`portable`] says it means; a test
//! compares them on all pairs of operands. On the lanes of [`analysis`](crate::analysis) the same operations
//! carry bounds or counts.
//!
//! How to write a kernel:
//!
//! - make it `#[inline(always)]` and generic over `S: Simd`; it must be inlined into the closure that
//!   [`Simd::vectorize`] compiles with the backend's features, or every operation becomes a call;
//! - loop over constant bounds, which unrolls while bodies are small, and write `unroll!` where they are not; a closure may stay out of line unless it is `#[inline(always)]` too, and
//!   [`core::array::from_fn`] does;
//! - call [`Simd::vectorize`] at stage boundaries, once for thousands of instructions;
//! - no branch and no index may depend on a coefficient, which the types encourage: there is no way from a
//!   lane to a `bool`.
//!
//! A vector is proof that the CPU has its backend's features, as a token is, because only tokens make
//! vectors. Outside of this crate there is no other way to one:
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
//!
//! Chunks: a *chunk* is 16 consecutive coefficients. A vector holds half a chunk (8 lanes), one (16) or two (32).

use core::fmt::Debug;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus};

/// Runs the block for `$index` = 0, 1, … below the constant `$bound` <= 20: as straight-line code where the shape wants its vectors in
/// registers, as a loop where it wants small code. The compiler does not unroll loops whose bodies are large, and then
/// keeps their vectors in memory.
macro_rules! unroll {
    ($shape:ty, $index:ident < $bound:expr, $body:block) => {
        unroll!(@ $shape, $index, $bound, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
    };
    (@ $shape:ty, $index:ident, $bound:expr, $body:block, $($value:literal)*) => {{
        if const { <$shape as crate::simd::Shape>::UNROLLED } {
            // The condition is a constant, so that nothing is generated for what it excludes, which may be out of an array's bounds.
            $(#[allow(unconditional_panic, arithmetic_overflow)] {
                let $index: usize = $value;
                if const { $value < $bound } $body
            })*
        } else {
            for $index in 0..$bound $body
        }
    }};
}
pub(crate) use unroll;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod bits;
pub mod buffer;
pub mod byte;
pub mod coefficient;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub mod neon;
mod opaque;
pub mod portable;
pub mod shape;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(target_arch = "x86_64")]
pub mod ticks;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")))]
mod toeplitz;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")))]
mod transpose;
pub mod unsigned;
pub mod wide;
#[cfg(target_arch = "x86_64")]
mod x86;
mod zero;

pub use bits::BitVector;
pub use buffer::{Aligned, Buffer};
pub use byte::I8Vector;
pub use coefficient::{Byte, Coefficient, Wide};
pub use opaque::opaque;
pub use shape::{InnerProduct, Shape};
pub use unsigned::U32Vector;
pub use wide::I32Vector;
pub use zero::Zero;

/// The message of an inner product without terms.
const TERM: &str = "an inner product has at least one term";

/// Keeps the contract this crate's own: its proofs cover the tokens and vectors that are here.
pub(crate) mod sealed {
    /// A token or a vector of this crate.
    pub trait Sealed {}
}

/// Coefficients in a chunk.
pub const CHUNK: usize = 16;

/// A token that proves the CPU's features, and makes vectors.
pub trait Simd: sealed::Sealed + Copy + Debug {
    /// The backend's lanes and preferences, known on every machine.
    type Shape: Shape;
    /// What one coefficient is in memory: an `i16`; on the lanes of the analysis an interval, or nothing.
    type Coefficient: Coefficient;
    /// A vector of [`Shape::LANES`] 16-bit lanes.
    type I16: I16Vector<Coefficient = Self::Coefficient>;
    /// A vector of 8-bit lanes, twice as many.
    type I8: I8Vector<Self>;
    /// A vector of half as many signed 32-bit lanes, for products over the integers.
    type I32: I32Vector<Self>;
    /// A vector of bits, for polynomials in bit planes.
    type Bits: BitVector<Self>;
    /// A vector of unsigned 32-bit lanes, for sorting.
    type U32: U32Vector<Self>;
    /// The operand of [`outer_product`](Self::outer_product) that was prepared by
    /// [`convolution_rows`](Self::convolution_rows).
    type Rows: Copy + Debug;
    /// The same backend with vectors of at most one chunk, for work on one chunk at a time.
    type Narrow: Simd<Coefficient = Self::Coefficient, Narrow = Self::Narrow>;

    /// The coefficient 0.
    const ZERO: Self::Coefficient = <Self::Coefficient as Coefficient>::ZERO;

    /// The token for vectors of at most one chunk.
    fn narrow(self) -> Self::Narrow;

    /// Runs `kernel` compiled with the backend's features. Pass `#[inline(always)] || …`.
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R;

    /// Says that what follows belongs to the map of this name in the multiplier's recipe. Lanes that count keep an
    /// account for each; for all others this is nothing.
    #[inline(always)]
    fn enter(self, map: &'static str) {
        let _ = map;
    }

    /// Runs `kernel` with memory whose contents are unspecified, for what it writes before it reads. Pass `#[inline(always)] |…| …`.
    #[inline(always)]
    fn with_buffer<B: Buffer<Self::Coefficient>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        kernel(&mut B::filled(Self::Coefficient::UNSPECIFIED))
    }

    /// The same for memory of 32-bit coefficients.
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<Wide<Self>>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        kernel(&mut B::filled(Self::Coefficient::WIDE_UNSPECIFIED))
    }

    /// A vector with `value` in every lane.
    fn splat(self, value: i16) -> Self::I16;

    /// Loads the first [`Shape::LANES`] coefficients of `source`.
    ///
    /// # Panics
    ///
    /// If `source` is shorter. Kernels index with public bounds only, and those checks compile away.
    fn load(self, source: &[Self::Coefficient]) -> Self::I16;

    /// Stores all lanes to the start of `target`.
    ///
    /// # Panics
    ///
    /// If `target` is shorter than a vector.
    fn store(self, vector: Self::I16, target: &mut [Self::Coefficient]);

    /// Loads the lower half of the lanes from `low`, the upper half from `high`.
    fn load_halves(self, low: &[Self::Coefficient], high: &[Self::Coefficient]) -> Self::I16;

    /// Stores the lower half of the lanes from `target[low]` on, the upper half from `target[high]` on.
    fn store_halves(self, vector: Self::I16, target: &mut [Self::Coefficient], low: usize, high: usize);

    /// Loads the first [`Shape::LANES`] numbers of `source`, which are public and known: a table of constants.
    fn load_table(self, source: &[i16]) -> Self::I16;

    /// Loads eight coefficients a lane: lane l of vector k is `source[stride l + k]`.
    fn load_columns(self, source: &[Self::Coefficient], stride: usize) -> [Self::I16; 8];

    /// Stores what [`load_columns`](Self::load_columns) loads: lane l of vector k to `target[stride l + k]`.
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Self::Coefficient], stride: usize);

    /// Loads 8 [`Shape::LANES`] coefficients, eight a lane: lane l of vector k is `source[8 l + k]`.
    #[inline(always)]
    fn load_transposed(self, source: &[Self::Coefficient]) -> [Self::I16; 8] {
        self.load_columns(source, 8)
    }

    /// Stores what [`load_transposed`](Self::load_transposed) loads: lane l of vector k to `target[8 l + k]`.
    #[inline(always)]
    fn store_transposed(self, vectors: [Self::I16; 8], target: &mut [Self::Coefficient]) {
        self.store_columns(vectors, target, 8);
    }

    /// Memory for rows.
    fn zero_rows(self) -> Self::Rows;

    /// Rows for products with b modulo x^16 - z: the 32 coefficients (z b | b), where z b is a Barrett product
    /// by `weight`, in the order in which [`outer_product`](Self::outer_product) reads them.
    fn convolution_rows<M: Modulus>(self, b: &[Self::Coefficient; CHUNK], weight: Constant<M>, rows: &mut Self::Rows);

    /// The rows (low | high) as they are.
    fn window_rows(self, low: &[Self::Coefficient; CHUNK], high: &[Self::Coefficient; CHUNK], rows: &mut Self::Rows);

    /// Outer products, 2^-16 times their sum: the 16 sums `sum_i sum_j a[i][j] rows[i][16 + k - j]` in 32 bits, then a
    /// Montgomery reduction of each. With [`convolution_rows`](Self::convolution_rows) this is a weighted convolution
    /// 2^-16 a b mod (x^16 - z), with [`window_rows`](Self::window_rows) a chunk of a product of longer polynomials.
    ///
    /// Requires magnitudes below 2^14, of a and of the rows: a backend may add two of either in 16 bits.
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Self::Coefficient; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Self::Coefficient; CHUNK];

    /// Replaces a vector by its product with a Toeplitz matrix of dimension 16 K, over Z_65536: coefficient i becomes the sum of
    /// `matrix[16 K + i - j] vector[j]` over all j, where both are given by chunks. The matrix has 2 K of them.
    ///
    /// Vector backends take K (K + 1) / 2 products of blocks by chunks.
    fn toeplitz_product<const K: usize>(
        self,
        matrix: &[[Self::Coefficient; CHUNK]],
        vector: &mut [[Self::Coefficient; CHUNK]; K],
    );
}

/// A token whose coefficients are numbers in memory: it computes, in contrast to lanes that prove
/// or count.
pub trait Machine: Simd<Coefficient = i16> {}
impl<S: Simd<Coefficient = i16>> Machine for S {}

/// A vector of 16-bit lanes, and the operations that algorithms are made of.
///
/// `+` and `-` wrap modulo 2^16. Bounds: `x` stands for the largest magnitude of the lanes of `self`.
pub trait I16Vector: sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// What one lane is in memory.
    type Coefficient: Copy;

    /// The low 16 bits of each product.
    fn multiply_low(self, other: Self) -> Self;

    /// `self` plus the low 16 bits of each product.
    #[inline(always)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        self + x.multiply_low(y)
    }

    /// Each lane times 2^bits, modulo 2^16. Requires bits < 16.
    fn shift_left(self, bits: u32) -> Self;

    /// Each lane over 2^bits, rounded down. Requires bits < 16.
    fn shift_right(self, bits: u32) -> Self;

    /// The rounding doubling high product, `floor((x y + 2^14) / 2^15)`.
    ///
    /// x86 wraps and Arm saturates when both operands are -2^15; that pair must not occur, and the interval
    /// lanes prove that it does not.
    fn multiply_high_rounding(self, other: Self) -> Self;

    /// The Barrett product: congruent to `self` times `constant`, bounded by
    /// [`barrett_bound`](crate::modular::barrett_bound).
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self;

    /// The Barrett product of the lower half of the lanes by `low`, of the upper half by `high`.
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self;

    /// The Barrett product with accumulation: congruent to `self + factor * constant`
    /// (Hwang, Liu, Yang 2024, Algorithm 3), bounded by the sum of both bounds.
    #[inline(always)]
    fn barrett_multiply_add<M: Modulus>(self, factor: Self, constant: Constant<M>) -> Self {
        self + factor.barrett_multiply(constant)
    }

    /// The Barrett reduction: congruent to `self`, bounded by [`barrett_bound`](crate::modular::barrett_bound)
    /// by the constant 1: about q/2 + x/52 for q = 4591.
    fn barrett_reduce<M: Modulus>(self) -> Self;

    /// The representative in [-(q-1)/2, (q-1)/2]. Requires x < q + (q+1)/2.
    fn centre<M: Modulus>(self) -> Self;

    /// An inner product by constants: congruent to `sum terms[i] constants[i]`. `None` stands for a term
    /// that is known to be zero and costs nothing. The shape decides by which form the sum is computed,
    /// and so how it is bounded ([`InnerProduct`]).
    ///
    /// # Panics
    ///
    /// Panics if all terms are `None`: without a vector or a token there is no proof that the CPU can
    /// make one. Which terms are there is a constant of each kernel, so the check compiles away.
    fn inner_product<M: Modulus, const N: usize>(terms: [Option<Self>; N], constants: &[Constant<M>; N]) -> Self;

    /// The Barrett product by a constant a lane: `values` and `quotients` are those of
    /// [`LaneConstants`](crate::modular::LaneConstants). Bounded by
    /// [`barrett_bound_any`](crate::modular::barrett_bound_any).
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self;

    /// An inner product of vectors, lane by lane: congruent to 2^-16 times the sum of the products of the
    /// pairs. `None` stands for a product that is known to be zero and costs nothing. The sum is exact in
    /// 32 bits; the result is bounded by [`montgomery_bound`](crate::modular::montgomery_bound) of the
    /// largest magnitude of the sum.
    ///
    /// # Panics
    ///
    /// Panics if all pairs are `None`, for the reason given at [`inner_product`](Self::inner_product).
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self;

    /// The sum and the difference of the halves: lanes (l | h) become (l + h | l - h).
    fn half_butterfly(self) -> Self;

    /// Lane by lane: `self` where `mask` is -1, `other` where it is 0. Each lane of `mask` must be one of both.
    fn select(mask: Self, chosen: Self, other: Self) -> Self;
}
