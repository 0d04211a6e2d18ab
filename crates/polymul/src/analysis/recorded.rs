//! Recorded lanes: intervals that know which operation computed them.
//!
//! A vector has the number of its value on the [`Tape`], and a coefficient in memory the number of
//! the value and the lane that it was stored from. Each operation writes a line to the tape: the
//! operation, its operands by number, its constants, and the intervals of the result's lanes. The
//! lines of a run are a program without branches that computes the product, with the bounds that
//! are claimed for each step. A checker that shares no code with this crate can run it
//! (docs/certificates.md).
//!
//! The intervals are those of [`interval`](super::interval) lanes, so that a run on recorded lanes
//! proves what a run on interval lanes does. A [silent](Tape::silent) tape records nothing else.

mod byte;
mod tape;
mod wide;

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::interval::{Interval, IntervalI16, Intervals};
use crate::modular::{Constant, Modulus};
use crate::simd::bits::Words;
use crate::simd::shape::Looped;
use crate::simd::unsigned::Lanes;
use crate::simd::{CHUNK, Coefficient, I16Vector, InnerProduct, Shape, Simd};

pub use byte::RecordedI8;
pub use tape::{Claims, Tape};
pub use wide::RecordedI32;

use tape::{Numbers, Tuples};

/// A coefficient in memory: its interval, and the value and lane that it was stored from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traced {
    low: i32,
    high: i32,
    value: u32,
    lane: u32,
}

impl Traced {
    /// The coefficient 0.
    pub const ZERO: Self = Self::new(Interval::ZERO, 0, 0);

    const fn new(interval: Interval, value: u32, lane: usize) -> Self {
        // A coefficient has at most 32 bits, and so have the ends of its interval.
        let (low, high) = interval.ends();
        Self { low: low as i32, high: high as i32, value, lane: lane as u32 }
    }

    /// Returns the interval of the coefficient.
    pub const fn interval(self) -> Interval {
        Interval::new(self.low as i64, self.high as i64)
    }
}

impl Coefficient for Traced {
    type Byte = Self;
    type Wide = Self;

    const ZERO: Self = Self::ZERO;
    const UNSPECIFIED: Self = Self::new(Interval::FULL, 1, 0);
    const BYTE_ZERO: Self = Self::ZERO;
    const WIDE_ZERO: Self = Self::ZERO;
    const WIDE_UNSPECIFIED: Self = Self::new(Interval::WIDE_FULL, 2, 0);

    fn widen(byte: Self) -> Self {
        byte
    }
}

/// The token of the recorded lanes, in the shape `P` of a backend.
#[derive(Debug)]
pub struct Recorded<'a, P> {
    tape: &'a Tape,
    shape: PhantomData<P>,
}

impl<'a, P> Recorded<'a, P> {
    /// Returns the token whose vectors record on `tape`.
    pub const fn new(tape: &'a Tape) -> Self {
        Self { tape, shape: PhantomData }
    }

    const fn intervals(self) -> Intervals<'a, P> {
        Intervals::new(self.tape.log())
    }
}

impl<P> Clone for Recorded<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Recorded<'_, P> {}

impl<'a, P: Shape> Recorded<'a, P> {
    /// Returns the vector with `coefficient(l)` in lane l.
    fn gather(self, coefficient: impl FnMut(usize) -> Traced) -> RecordedI16<'a, P> {
        let coefficients = P::lanes(coefficient);
        let value = self.tape.gather(coefficients.as_ref());
        let lanes = P::lanes(|l| coefficients.as_ref()[l].interval());
        RecordedI16 { vector: self.intervals().load(lanes.as_ref()), value, tape: self.tape }
    }

    /// Returns a vector of constants.
    fn constant(self, vector: IntervalI16<'a, P>) -> RecordedI16<'a, P> {
        let numbers = P::lanes(|l| vector.lanes()[l].ends().0);
        let operation = format_args!("constant{}", Numbers(numbers.as_ref()));
        RecordedI16 { vector, value: self.tape.value(&[], operation, vector.lanes()), tape: self.tape }
    }
}

/// A vector of intervals with the number of its value.
#[derive(Clone, Copy, Debug)]
pub struct RecordedI16<'a, P: Shape> {
    vector: IntervalI16<'a, P>,
    value: u32,
    tape: &'a Tape,
}

impl<'a, P: Shape> RecordedI16<'a, P> {
    /// Records an operation whose result is `vector`, on the tape of this vector.
    fn after(self, vector: IntervalI16<'a, P>, operands: &[u32], operation: fmt::Arguments<'_>) -> Self {
        Self { vector, value: self.tape.value(operands, operation, vector.lanes()), tape: self.tape }
    }

    /// Returns lane l as a coefficient.
    fn coefficient(&self, lane: usize) -> Traced {
        Traced::new(self.vector.lanes()[lane], self.value, lane)
    }
}

/// Returns the intervals of coefficients.
fn intervals<const N: usize>(coefficients: &[Traced; N]) -> [Interval; N] {
    coefficients.map(Traced::interval)
}

impl<P: Shape> crate::simd::sealed::Sealed for Recorded<'_, P> {}

impl<'a, P: Shape> Simd for Recorded<'a, P> {
    type Shape = Looped<P>;
    type Coefficient = Traced;
    type I16 = RecordedI16<'a, P>;
    type I8 = RecordedI8<'a, P>;
    type I32 = RecordedI32<'a, P>;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = [Traced; 2 * CHUNK];
    type Narrow = Recorded<'a, P::Narrow>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Recorded::new(self.tape)
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    fn enter(self, map: &'static str) {
        self.tape.enter(map);
    }

    #[inline(never)]
    fn splat(self, value: i16) -> Self::I16 {
        self.constant(self.intervals().splat(value))
    }

    #[inline(never)]
    fn load(self, source: &[Traced]) -> Self::I16 {
        let source = &source[..P::LANES];
        self.gather(|l| source[l])
    }

    #[inline(never)]
    fn store(self, vector: Self::I16, target: &mut [Traced]) {
        for (lane, coefficient) in target[..P::LANES].iter_mut().enumerate() {
            *coefficient = vector.coefficient(lane);
        }
    }

    #[inline(never)]
    fn load_halves(self, low: &[Traced], high: &[Traced]) -> Self::I16 {
        let half = P::LANES / 2;
        self.gather(|l| if l < half { low[l] } else { high[l - half] })
    }

    #[inline(never)]
    fn store_halves(self, vector: Self::I16, target: &mut [Traced], low: usize, high: usize) {
        let half = P::LANES / 2;
        for lane in 0..half {
            target[low..][lane] = vector.coefficient(lane);
            target[high..][lane] = vector.coefficient(half + lane);
        }
    }

    #[inline(never)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        self.constant(self.intervals().load_table(source))
    }

    #[inline(never)]
    fn load_columns(self, source: &[Traced], stride: usize) -> [Self::I16; 8] {
        core::array::from_fn(|k| self.gather(|l| source[stride * l + k]))
    }

    #[inline(never)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Traced], stride: usize) {
        for (l, row) in target.chunks_mut(stride).take(P::LANES).enumerate() {
            for (coefficient, vector) in row.iter_mut().zip(&vectors) {
                *coefficient = vector.coefficient(l);
            }
        }
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {
        [Traced::ZERO; 2 * CHUNK]
    }

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, b: &[Traced; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        let mut bounds = [Interval::ZERO; 2 * CHUNK];
        self.intervals().convolution_rows(&intervals(b), weight, &mut bounds);
        let bounds = &bounds[..CHUNK];
        let operand = self.tape.gather(b);
        let operation = format_args!("barrett {} {operand} {} {}", M::Q, weight.value, weight.quotient);
        let value = self.tape.value(&[operand], operation, bounds);
        for k in 0..CHUNK {
            rows[k] = Traced::new(bounds[k], value, k);
            rows[CHUNK + k] = b[k];
        }
    }

    #[inline(never)]
    fn window_rows(self, low: &[Traced; CHUNK], high: &[Traced; CHUNK], rows: &mut Self::Rows) {
        rows[..CHUNK].copy_from_slice(low);
        rows[CHUNK..].copy_from_slice(high);
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Traced; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Traced; CHUNK] {
        let (factors, windows) = (a.map(intervals), rows.map(intervals));
        let bounds = self.intervals().outer_product::<M, N>(factors.each_ref(), windows.each_ref());
        let pairs: [_; N] = core::array::from_fn(|i| [self.tape.gather(a[i]), self.tape.gather(rows[i])]);
        let value = self.tape.value(pairs.as_flattened(), format_args!("outer {}{}", M::Q, Tuples(&pairs)), &bounds);
        core::array::from_fn(|k| Traced::new(bounds[k], value, k))
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[Traced; CHUNK]], vector: &mut [[Traced; CHUNK]; K]) {
        let matrix = &matrix[..2 * K];
        let mut bounds = vector.map(|chunk| intervals(&chunk));
        let entries: Vec<_> = matrix.iter().map(intervals).collect();
        self.intervals().toeplitz_product(&entries, &mut bounds);
        let operands = [self.tape.gather(matrix.as_flattened()), self.tape.gather(vector.as_flattened())];
        let operation = format_args!("toeplitz {} {}", operands[0], operands[1]);
        let value = self.tape.value(&operands, operation, bounds.as_flattened());
        for (row, coefficient) in vector.as_flattened_mut().iter_mut().enumerate() {
            *coefficient = Traced::new(bounds.as_flattened()[row], value, row);
        }
    }
}

impl<P: Shape> Add for RecordedI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.after(
            self.vector + other.vector,
            &[self.value, other.value],
            format_args!("add {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> Sub for RecordedI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.after(
            self.vector - other.vector,
            &[self.value, other.value],
            format_args!("subtract {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for RecordedI16<'_, P> {}

impl<P: Shape> I16Vector for RecordedI16<'_, P> {
    type Coefficient = Traced;

    #[inline(never)]
    fn multiply_low(self, other: Self) -> Self {
        let product = self.vector.multiply_low(other.vector);
        self.after(product, &[self.value, other.value], format_args!("multiply {} {}", self.value, other.value))
    }

    #[inline(never)]
    fn shift_left(self, bits: u32) -> Self {
        self.after(self.vector.shift_left(bits), &[self.value], format_args!("shift-left {} {bits}", self.value))
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        self.after(self.vector.shift_right(bits), &[self.value], format_args!("shift-right {} {bits}", self.value))
    }

    #[inline(never)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        let product = self.vector.multiply_high_rounding(other.vector);
        self.after(product, &[self.value, other.value], format_args!("multiply-high {} {}", self.value, other.value))
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        let Constant { value, quotient, .. } = constant;
        let product = self.vector.barrett_multiply(constant);
        self.after(product, &[self.value], format_args!("barrett {} {} {value} {quotient}", M::Q, self.value))
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        let constants = [low, high].map(|constant| (constant.value, constant.quotient));
        let product = self.vector.barrett_multiply_halves(low, high);
        let [(a, b), (c, d)] = constants;
        self.after(product, &[self.value], format_args!("barrett-halves {} {} {a} {b} {c} {d}", M::Q, self.value))
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let quotient = M::ONE.quotient;
        self.after(
            self.vector.barrett_reduce::<M>(),
            &[self.value],
            format_args!("barrett {} {} 1 {quotient}", M::Q, self.value),
        )
    }

    #[inline(never)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        let quotient = M::COARSE_ONE.quotient;
        let reduced = self.vector.barrett_reduce_coarsely::<M>();
        self.after(reduced, &[self.value], format_args!("barrett {} {} 1 {quotient}", M::Q, self.value))
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        self.after(self.vector.centre::<M>(), &[self.value], format_args!("centre {} {}", M::Q, self.value))
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        let vector = IntervalI16::inner_product(&terms.map(|term| Some(term?.vector)), constants);
        let pairs = || terms.iter().zip(constants).filter_map(|(term, constant)| Some(((*term)?.value, constant)));
        let operands: Vec<_> = terms.iter().flatten().map(|term| term.value).collect();
        match P::inner_product(N) {
            InnerProduct::DeferredQuotients => {
                let terms: Vec<_> = pairs().map(|(x, c)| [x as i64, c.value as i64, c.quotient as i64]).collect();
                first.after(vector, &operands, format_args!("inner-barrett {}{}", M::Q, Tuples(&terms)))
            }
            InnerProduct::MontgomerySum => {
                let terms: Vec<_> = pairs().map(|(x, c)| [x as i64, c.montgomery as i64]).collect();
                first.after(vector, &operands, format_args!("inner-montgomery {}{}", M::Q, Tuples(&terms)))
            }
        }
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        let product = self.vector.barrett_multiply_lanes::<M>(values.vector, quotients.vector);
        let operation = format_args!("barrett-lanes {} {} {} {}", M::Q, self.value, values.value, quotients.value);
        self.after(product, &[self.value, values.value, quotients.value], operation)
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        let vector = IntervalI16::lane_products::<M, N>(pairs.map(|pair| pair.map(|(x, y)| (x.vector, y.vector))));
        let operands: Vec<_> = pairs.iter().flatten().map(|(x, y)| [x.value, y.value]).collect();
        first.after(vector, operands.as_flattened(), format_args!("products {}{}", M::Q, Tuples(&operands)))
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        self.after(self.vector.half_butterfly(), &[self.value], format_args!("half-butterfly {}", self.value))
    }

    #[inline(never)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        let vector = IntervalI16::select(mask.vector, chosen.vector, other.vector);
        mask.after(
            vector,
            &[mask.value, chosen.value, other.value],
            format_args!("select {} {} {}", mask.value, chosen.value, other.value),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::Q4591;
    use crate::simd::shape::NeonShape;

    /// Returns the text of the sum of the upper half of an operand and twice its lower half, after
    /// an operation without effect.
    fn text(claims: Claims) -> alloc::string::String {
        let tape = Tape::new(claims);
        let simd = Recorded::<NeonShape>::new(&tape);
        let operand = tape.input("a", 10, 3, 16);
        simd.enter("sum");
        let (low, high) = (simd.load(&operand), simd.load(&operand[8..]));
        let _ = low.barrett_reduce::<Q4591>();
        let mut result = operand.clone();
        simd.store(low.shift_left(1) + high, &mut result);
        tape.finish(&result[..8])
    }

    #[test]
    fn a_tape_has_the_operations_of_its_result() {
        let expected = "3 input a : -3..3*10\n# sum\n4 gather 3.0-7\n5 gather 3.8-9 0.0*6\n\
                        7 shift-left 4 1 : -6..6*8\n8 add 7 5 : -9..9*2 -6..6*6\noutput 8.0-7\n";
        assert_eq!(text(Claims::Intervals), expected);
    }

    #[test]
    fn lanes_that_wrap_have_no_bounds() {
        assert!(text(Claims::Nothing).contains("\n8 add 7 5 :\n"));
    }
}
