//! Observed lanes: other lanes whose operations stay out of line and report to an observer.
//!
//! The token [`Observed`] holds the token of the lanes and the observer, and each of its vectors
//! holds a vector of the lanes and the observer. An operation tells the observer the vector
//! instructions that a backend of the lanes' shape spends on it, and then calls the operation of
//! the lanes.
//!
//! | token | lanes | observer |
//! | --- | --- | --- |
//! | [`Counting<S>`](super::count::Counting) | any `S` | a [`Counter`] |
//! | [`Arrays<P>`](super::arrays::Arrays) | arrays of `i16` in the shape `P` | none |
//!
//! Operations stay out of line because a kernel has thousands of them and is compiled for each
//! shape: inlined, they would make most of what the compiler has to optimise. They depend on the
//! lanes and the modulus alone, so that all multipliers share them.

mod byte;
mod wide;

use core::fmt::Debug;
use core::ops::{Add, Sub};

use super::account::Counter;
use super::count::Counts;
use crate::modular::{Constant, Modulus};
use crate::simd::bits::Words;
use crate::simd::sealed::Sealed;
use crate::simd::unsigned::Lanes;
use crate::simd::{Buffer, CHUNK, I16Vector, Shape, Simd, Wide};

pub use byte::ObservedI8;
pub use wide::ObservedI32;

/// An observer of operations, which each vector carries along.
pub trait Observer: Sealed + Copy + Debug {
    /// Records the vector instructions of an operation.
    fn count(self, counts: Counts);

    /// Records that the operations that follow belong to `map`, on vectors of `lanes` 16-bit lanes.
    fn enter(self, map: &'static str, lanes: usize);
}

impl Sealed for &Counter {}

impl Observer for &Counter {
    fn count(self, counts: Counts) {
        self.add(counts);
    }

    fn enter(self, map: &'static str, lanes: usize) {
        Counter::enter(self, map, lanes);
    }
}

/// The observer that records nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Sealed for Unobserved {}

impl Observer for Unobserved {
    #[inline(always)]
    fn count(self, _: Counts) {}

    #[inline(always)]
    fn enter(self, _: &'static str, _: usize) {}
}

/// The token of the lanes `S` with the observer `O`.
#[derive(Clone, Copy, Debug)]
pub struct Observed<S, O> {
    pub(super) lanes: S,
    pub(super) observer: O,
}

/// A vector of 16-bit lanes, and the observer of its operations.
#[derive(Clone, Copy, Debug)]
pub struct ObservedI16<S: Simd, O> {
    vector: S::I16,
    observer: O,
}

impl<S: Simd, O: Observer> Observed<S, O> {
    /// Returns `vector`, the result of an operation of these counts.
    fn after(self, counts: Counts, vector: S::I16) -> ObservedI16<S, O> {
        self.observer.count(counts);
        ObservedI16 { vector, observer: self.observer }
    }
}

impl<S: Simd, O: Observer> ObservedI16<S, O> {
    /// Returns `vector`, the result of an operation of these counts on this vector.
    fn after(self, counts: Counts, vector: S::I16) -> Self {
        self.observer.count(counts);
        Self { vector, ..self }
    }
}

impl<S: Simd, O: Observer> Sealed for Observed<S, O> {}

impl<S: Simd, O: Observer> Simd for Observed<S, O> {
    type Shape = S::Shape;
    type Coefficient = S::Coefficient;
    type I16 = ObservedI16<S, O>;
    type I8 = ObservedI8<S, O>;
    type I32 = ObservedI32<S, O>;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = S::Rows;
    type Narrow = Observed<S::Narrow, O>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Observed { lanes: self.lanes.narrow(), observer: self.observer }
    }

    #[inline(never)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        self.lanes.vectorize(kernel)
    }

    #[inline(never)]
    fn enter(self, map: &'static str) {
        self.observer.enter(map, S::Shape::LANES);
        self.lanes.enter(map);
    }

    #[inline(always)]
    fn with_buffer<B: Buffer<Self::Coefficient>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        self.lanes.with_buffer(kernel)
    }

    #[inline(always)]
    fn with_wide_buffer<B: Buffer<Wide<Self>>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        self.lanes.with_wide_buffer(kernel)
    }

    #[inline(never)]
    fn splat(self, value: i16) -> Self::I16 {
        self.after(Counts::NONE, self.lanes.splat(value))
    }

    #[inline(never)]
    fn load(self, source: &[S::Coefficient]) -> Self::I16 {
        self.after(Counts::LOAD, self.lanes.load(source))
    }

    #[inline(never)]
    fn store(self, vector: Self::I16, target: &mut [S::Coefficient]) {
        self.observer.count(Counts::STORE);
        self.lanes.store(vector.vector, target);
    }

    #[inline(never)]
    fn load_halves(self, low: &[S::Coefficient], high: &[S::Coefficient]) -> Self::I16 {
        self.after(Counts::LOAD * 2, self.lanes.load_halves(low, high))
    }

    #[inline(never)]
    fn store_halves(self, vector: Self::I16, target: &mut [S::Coefficient], low: usize, high: usize) {
        self.observer.count(Counts { stores: 2, permutations: 1, ..Counts::NONE });
        self.lanes.store_halves(vector.vector, target, low, high);
    }

    #[inline(never)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        self.after(Counts::LOAD, self.lanes.load_table(source))
    }

    #[inline(never)]
    fn load_columns(self, source: &[S::Coefficient], stride: usize) -> [Self::I16; 8] {
        self.observer.count(Counts::load_columns::<S::Shape>());
        let source = &source[..stride * (S::Shape::LANES - 1) + 8];
        self.lanes.load_columns(source, stride).map(|vector| ObservedI16 { vector, observer: self.observer })
    }

    #[inline(never)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [S::Coefficient], stride: usize) {
        self.observer.count(Counts::store_columns::<S::Shape>());
        let target = &mut target[..stride * (S::Shape::LANES - 1) + 8];
        self.lanes.store_columns(vectors.map(|vector| vector.vector), target, stride);
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {
        self.lanes.zero_rows()
    }

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, b: &[S::Coefficient; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        self.observer.count(Counts::convolution_rows::<S::Shape>());
        self.lanes.convolution_rows(b, weight, rows);
    }

    #[inline(never)]
    fn window_rows(self, low: &[S::Coefficient; CHUNK], high: &[S::Coefficient; CHUNK], rows: &mut Self::Rows) {
        self.observer.count(Counts::window_rows::<S::Shape>());
        self.lanes.window_rows(low, high, rows);
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[S::Coefficient; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [S::Coefficient; CHUNK] {
        self.observer.count(Counts::outer_product::<S::Shape>(N as u32));
        self.lanes.outer_product::<M, N>(a, rows)
    }

    #[inline(never)]
    fn toeplitz_order(self, vector: Self::I16) -> Self::I16 {
        // Pairs are swapped in both halves of 64 bits.
        let permutations = if S::Shape::LOADS_WINDOWS { 2 } else { 0 };
        self.after(Counts { permutations, ..Counts::NONE }, self.lanes.toeplitz_order(vector.vector))
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(
        self,
        matrix: &[[S::Coefficient; CHUNK]],
        vector: &mut [[S::Coefficient; CHUNK]; K],
    ) {
        self.observer.count(Counts::toeplitz_product::<S::Shape>(K as u32));
        self.lanes.toeplitz_product(&matrix[..2 * K], vector);
    }
}

impl<S: Simd, O: Observer> Add for ObservedI16<S, O> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.after(Counts::additions(1), self.vector + other.vector)
    }
}

impl<S: Simd, O: Observer> Sub for ObservedI16<S, O> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.after(Counts::additions(1), self.vector - other.vector)
    }
}

impl<S: Simd, O: Observer> Sealed for ObservedI16<S, O> {}

impl<S: Simd, O: Observer> I16Vector for ObservedI16<S, O> {
    type Coefficient = S::Coefficient;

    #[inline(never)]
    fn multiply_low(self, other: Self) -> Self {
        self.after(Counts::multiplications(1), self.vector.multiply_low(other.vector))
    }

    #[inline(never)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        // One instruction on Neon.
        let counts = Counts { multiplications: 1, additions: (S::Shape::LANES >= CHUNK).into(), ..Counts::NONE };
        self.after(counts, self.vector.multiply_add_low(x.vector, y.vector))
    }

    #[inline(never)]
    fn shift_left(self, bits: u32) -> Self {
        self.after(Counts::additions(1), self.vector.shift_left(bits))
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        self.after(Counts::additions(1), self.vector.shift_right(bits))
    }

    #[inline(never)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        self.after(Counts::multiplications(1), self.vector.multiply_high_rounding(other.vector))
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY, self.vector.barrett_multiply(constant))
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY, self.vector.barrett_multiply_halves(low, high))
    }

    #[inline(never)]
    fn barrett_multiply_add<M: Modulus>(self, factor: Self, constant: Constant<M>) -> Self {
        let counts = Counts::BARRETT_MULTIPLY + Counts::additions(1);
        self.after(counts, self.vector.barrett_multiply_add(factor.vector, constant))
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        self.after(Counts::BARRETT_REDUCE, self.vector.barrett_reduce::<M>())
    }

    #[inline(never)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        self.after(Counts::barrett_reduce_coarsely::<S::Shape>(), self.vector.barrett_reduce_coarsely::<M>())
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        // Two comparisons, two selections of q, a subtraction and an addition.
        self.after(Counts::additions(6), self.vector.centre::<M>())
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        let counts = Counts::inner_product::<S::Shape>(terms.iter().flatten().count() as u32, N);
        first.after(counts, S::I16::inner_product(&terms.map(|term| Some(term?.vector)), constants))
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        let product = self.vector.barrett_multiply_lanes::<M>(values.vector, quotients.vector);
        self.after(Counts::BARRETT_MULTIPLY, product)
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        let counts = Counts::lane_products::<S::Shape>(pairs.iter().flatten().count() as u32);
        let vectors = pairs.map(|pair| pair.map(|(x, y)| (x.vector, y.vector)));
        first.after(counts, S::I16::lane_products::<M, N>(vectors))
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        let counts = Counts { permutations: 1, additions: 2, ..Counts::NONE };
        self.after(counts, self.vector.half_butterfly())
    }

    #[inline(never)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        mask.after(Counts::additions(1), S::I16::select(mask.vector, chosen.vector, other.vector))
    }
}
