//! Interval lanes: a lane is an interval that contains every value it can have.
//!
//! The ends of sums and of products of intervals are exact. A modular operation has the bound of
//! [`modular`](crate::modular) as its meaning, because the low product in it wraps, about which an
//! interval says nothing. If a result could leave 16 bits, or a sum of products 32 bits, the
//! operation is recorded in the [`Log`], and its result is the full range.
//!
//! Operations stay out of line, so that kernels compile quickly, as those of
//! [`observed`](super::observed) lanes do.

mod byte;
mod wide;

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus, barrett_bound, barrett_bound_any, montgomery_bound};
use crate::simd::bits::Words;
use crate::simd::shape::Looped;
use crate::simd::unsigned::Lanes;
use crate::simd::{CHUNK, Coefficient, I16Vector, InnerProduct, Shape, Simd};

pub use byte::IntervalI8;
pub use wide::IntervalI32;

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    low: i64,
    high: i64,
}

impl Interval {
    /// The interval of 0 alone.
    pub const ZERO: Self = Self { low: 0, high: 0 };

    /// The interval of all 16-bit numbers.
    pub(super) const FULL: Self = Self { low: i16::MIN as i64, high: i16::MAX as i64 };

    /// The interval of all 32-bit numbers.
    pub(super) const WIDE_FULL: Self = Self { low: i32::MIN as i64, high: i32::MAX as i64 };

    /// Returns the interval from `low` to `high`.
    pub(super) const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// Returns the least and the largest number in the interval.
    pub(super) const fn ends(self) -> (i64, i64) {
        (self.low, self.high)
    }

    /// Returns the interval of all integers of magnitude at most `bound`.
    pub const fn symmetric(bound: i64) -> Self {
        Self { low: -bound, high: bound }
    }

    /// Returns the interval of `value` alone.
    pub const fn single(value: i16) -> Self {
        Self { low: value as i64, high: value as i64 }
    }

    /// Returns the largest magnitude in the interval.
    pub const fn magnitude(self) -> i64 {
        if -self.low > self.high { -self.low } else { self.high }
    }

    /// Returns the least interval that contains both.
    fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns the ends of the interval of products, after rounding by the monotonic function
    /// `round`.
    fn product(self, other: Self, round: impl Fn(i64) -> i64) -> (i64, i64) {
        let (a, b) = ((self.low, self.high), (other.low, other.high));
        let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1].map(round);
        (corners.into_iter().fold(i64::MAX, i64::min), corners.into_iter().fold(i64::MIN, i64::max))
    }
}

/// An operation whose result could leave its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The operation of the contract.
    pub operation: &'static str,
    /// The least value that the result could have.
    pub low: i64,
    /// The largest value that the result could have.
    pub high: i64,
}

impl fmt::Display for Overflow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} could give {} to {}", self.operation, self.low, self.high)
    }
}

impl core::error::Error for Overflow {}

/// The record of a run on intervals.
#[derive(Debug, Default)]
pub struct Log {
    overflow: Cell<Option<Overflow>>,
    largest_lane: Cell<i64>,
    largest_sum: Cell<i64>,
}

impl Log {
    /// Returns an empty log.
    pub const fn new() -> Self {
        Self { overflow: Cell::new(None), largest_lane: Cell::new(0), largest_sum: Cell::new(0) }
    }

    /// Returns the first overflow.
    pub fn overflow(&self) -> Option<Overflow> {
        self.overflow.get()
    }

    /// Returns the largest magnitude of a 16-bit lane.
    pub fn largest_lane(&self) -> i64 {
        self.largest_lane.get()
    }

    /// Returns the largest magnitude of a 32-bit sum of products.
    pub fn largest_sum(&self) -> i64 {
        self.largest_sum.get()
    }

    /// Records an overflow of `operation` if the bound of its result is above `limit`.
    pub fn require(&self, operation: &'static str, bound: i64, limit: i64) {
        if bound > limit {
            self.record(operation, -bound, bound);
        }
    }

    fn record(&self, operation: &'static str, low: i64, high: i64) {
        if self.overflow.get().is_none() {
            self.overflow.set(Some(Overflow { operation, low, high }));
        }
    }

    /// Returns the interval from `low` to `high`. If 16 bits do not hold it, records an overflow
    /// and returns the full range.
    fn lane(&self, operation: &'static str, low: i64, high: i64) -> Interval {
        if low < i16::MIN as i64 || high > i16::MAX as i64 {
            self.record(operation, low, high);
            return Interval::FULL;
        }
        let interval = Interval { low, high };
        self.largest_lane.set(self.largest_lane.get().max(interval.magnitude()));
        interval
    }

    fn symmetric(&self, operation: &'static str, bound: i64) -> Interval {
        self.lane(operation, -bound, bound)
    }

    /// Returns the interval of Montgomery reductions of sums of products up to the magnitude `sum`.
    fn montgomery_reduce<M: Modulus>(&self, operation: &'static str, sum: i64) -> Interval {
        self.largest_sum.set(self.largest_sum.get().max(sum));
        if sum > i32::MAX as i64 {
            self.record(operation, -sum, sum);
            return Interval::FULL;
        }
        self.symmetric(operation, montgomery_bound::<M>(sum))
    }
}

/// The token of the interval lanes, in the shape `P` of a backend.
#[derive(Debug)]
pub struct Intervals<'a, P> {
    log: &'a Log,
    shape: PhantomData<P>,
}

impl<'a, P> Intervals<'a, P> {
    /// Returns the token whose vectors record in `log`.
    pub const fn new(log: &'a Log) -> Self {
        Self { log, shape: PhantomData }
    }
}

impl<P> Clone for Intervals<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Intervals<'_, P> {}

/// A vector of intervals.
#[derive(Clone, Copy, Debug)]
pub struct IntervalI16<'a, P: Shape> {
    lanes: P::Lanes<Interval>,
    log: &'a Log,
}

impl<P: Shape> IntervalI16<'_, P> {
    fn lane(&self, index: usize) -> Interval {
        self.lanes.as_ref()[index]
    }

    /// Returns the lanes.
    pub(super) fn lanes(&self) -> &[Interval] {
        self.lanes.as_ref()
    }

    /// Returns the vector of `lane(l)` in lane l, which records in the same log.
    fn like(self, lane: impl FnMut(usize) -> Interval) -> Self {
        Self { lanes: P::lanes(lane), log: self.log }
    }
}

impl Coefficient for Interval {
    type Byte = Self;
    type Wide = Self;

    const ZERO: Self = Self::ZERO;
    const UNSPECIFIED: Self = Self::FULL;
    const BYTE_ZERO: Self = Self::ZERO;
    const WIDE_ZERO: Self = Self::ZERO;
    const WIDE_UNSPECIFIED: Self = Self::WIDE_FULL;

    fn widen(byte: Self) -> Self {
        byte
    }
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for Intervals<'a, P> {}

impl<'a, P: Shape> Simd for Intervals<'a, P> {
    type Shape = Looped<P>;
    type Coefficient = Interval;
    type I16 = IntervalI16<'a, P>;
    type I8 = IntervalI8<'a, P>;
    type I32 = IntervalI32<'a, P>;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = [Interval; 2 * CHUNK];
    type Narrow = Intervals<'a, P::Narrow>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Intervals::new(self.log)
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(never)]
    fn splat(self, value: i16) -> Self::I16 {
        IntervalI16 { lanes: P::lanes(|_| Interval::single(value)), log: self.log }
    }

    #[inline(never)]
    fn load(self, source: &[Interval]) -> Self::I16 {
        let source = &source[..P::LANES];
        IntervalI16 { lanes: P::lanes(|l| source[l]), log: self.log }
    }

    #[inline(never)]
    fn store(self, vector: Self::I16, target: &mut [Interval]) {
        target[..P::LANES].copy_from_slice(vector.lanes.as_ref());
    }

    #[inline(never)]
    fn load_halves(self, low: &[Interval], high: &[Interval]) -> Self::I16 {
        let half = P::LANES / 2;
        IntervalI16 { lanes: P::lanes(|l| if l < half { low[l] } else { high[l - half] }), log: self.log }
    }

    #[inline(never)]
    fn store_halves(self, vector: Self::I16, target: &mut [Interval], low: usize, high: usize) {
        let (lower, upper) = vector.lanes.as_ref().split_at(P::LANES / 2);
        target[low..][..lower.len()].copy_from_slice(lower);
        target[high..][..upper.len()].copy_from_slice(upper);
    }

    #[inline(never)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        IntervalI16 { lanes: P::lanes(|l| Interval::single(source[l])), log: self.log }
    }

    #[inline(never)]
    fn load_columns(self, source: &[Interval], stride: usize) -> [Self::I16; 8] {
        let vector = |k| IntervalI16 { lanes: P::lanes(|l| source[stride * l + k]), log: self.log };
        core::array::from_fn(vector)
    }

    #[inline(never)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Interval], stride: usize) {
        for (l, row) in target.chunks_mut(stride).take(P::LANES).enumerate() {
            for (coefficient, vector) in row.iter_mut().zip(&vectors) {
                *coefficient = vector.lane(l);
            }
        }
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {
        [Interval::ZERO; 2 * CHUNK]
    }

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, b: &[Interval; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        for k in 0..CHUNK {
            rows[k] = self.log.symmetric("convolution_rows", barrett_bound(b[k].magnitude(), weight));
            rows[CHUNK + k] = b[k];
        }
    }

    #[inline(never)]
    fn window_rows(self, low: &[Interval; CHUNK], high: &[Interval; CHUNK], rows: &mut Self::Rows) {
        rows[..CHUNK].copy_from_slice(low);
        rows[CHUNK..].copy_from_slice(high);
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Interval; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Interval; CHUNK] {
        for factor in a.into_iter().flatten().chain(rows.into_iter().flatten()) {
            let bound = P::SUMMANDS * factor.magnitude();
            if bound > i16::MAX as i64 {
                self.log.record("outer_product", -bound, bound);
            }
        }
        core::array::from_fn(|k| {
            let term = |(a, rows): (&[Interval; CHUNK], &Self::Rows)| -> i64 {
                (0..CHUNK).map(|j| a[j].magnitude() * rows[CHUNK + k - j].magnitude()).sum()
            };
            self.log.montgomery_reduce::<M>("outer_product", a.into_iter().zip(rows).map(term).sum())
        })
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[Interval; CHUNK]], vector: &mut [[Interval; CHUNK]; K]) {
        let matrix = matrix.as_flattened();
        let factors = *vector;
        for (row, coefficient) in vector.as_flattened_mut().iter_mut().enumerate() {
            let term = |(column, factor): (usize, &Interval)| {
                factor.magnitude() * matrix[K * CHUNK + row - column].magnitude()
            };
            let bound = factors.as_flattened().iter().enumerate().map(term).sum();
            *coefficient = self.log.symmetric("toeplitz_product", bound);
        }
    }
}

impl<P: Shape> Add for IntervalI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.like(|l| {
            let (x, y) = (self.lane(l), other.lane(l));
            self.log.lane("addition", x.low + y.low, x.high + y.high)
        })
    }
}

impl<P: Shape> Sub for IntervalI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.like(|l| {
            let (x, y) = (self.lane(l), other.lane(l));
            self.log.lane("subtraction", x.low - y.high, x.high - y.low)
        })
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for IntervalI16<'_, P> {}

impl<P: Shape> I16Vector for IntervalI16<'_, P> {
    type Coefficient = Interval;

    #[inline(never)]
    fn multiply_low(self, other: Self) -> Self {
        self.like(|l| {
            let (low, high) = self.lane(l).product(other.lane(l), |product| product);
            self.log.lane("multiply_low", low, high)
        })
    }

    #[inline(never)]
    fn shift_left(self, bits: u32) -> Self {
        self.like(|l| {
            let x = self.lane(l);
            self.log.lane("shift_left", x.low << bits, x.high << bits)
        })
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        self.like(|l| Interval { low: self.lane(l).low >> bits, high: self.lane(l).high >> bits })
    }

    #[inline(never)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        let least = i16::MIN as i64;
        self.like(|l| {
            let (x, y) = (self.lane(l), other.lane(l));
            if x.contains(least) && y.contains(least) {
                self.log.record("multiply_high_rounding of -2^15 by -2^15", 1 << 15, 1 << 15);
                return Interval::FULL;
            }
            let (low, high) = x.product(y, |product| (product + (1 << 14)) >> 15);
            // No corner is the excluded pair, so that 2^15 - 1 is the largest result.
            self.log.lane("multiply_high_rounding", low, high.min(i16::MAX as i64))
        })
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        self.like(|l| self.log.symmetric("barrett_multiply", barrett_bound(self.lane(l).magnitude(), constant)))
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        self.like(|l| {
            let constant = if l < P::LANES / 2 { low } else { high };
            self.log.symmetric("barrett_multiply_halves", barrett_bound(self.lane(l).magnitude(), constant))
        })
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        self.like(|l| self.log.symmetric("barrett_reduce", barrett_bound(self.lane(l).magnitude(), M::ONE)))
    }

    #[inline(never)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        let bound = |l| barrett_bound(self.lane(l).magnitude(), M::COARSE_ONE);
        self.like(|l| self.log.symmetric("barrett_reduce_coarsely", bound(l)))
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        let (q, half) = (M::Q as i64, (M::Q as i64 - 1) / 2);
        self.like(|l| {
            let magnitude = self.lane(l).magnitude();
            if magnitude > q + half {
                self.log.record("centre", -(magnitude), magnitude);
            }
            Interval::symmetric(magnitude.min(half))
        })
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        first.like(|l| {
            let pairs = terms.iter().zip(constants).filter_map(|(x, c)| x.map(|x| (x.lane(l).magnitude(), *c)));
            match P::inner_product(N) {
                InnerProduct::DeferredQuotients => {
                    first.log.symmetric("inner_product", pairs.map(|(x, c)| barrett_bound(x, c)).sum())
                }
                InnerProduct::MontgomerySum => {
                    let sum = pairs.map(|(x, c)| x * (c.montgomery as i64).abs()).sum();
                    first.log.montgomery_reduce::<M>("inner_product", sum)
                }
            }
        })
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        self.like(|l| {
            let (value, quotient) = (values.lane(l), quotients.lane(l));
            let constant = Constant::<M>::new(value.low);
            if value != Interval::single(constant.value) || quotient != Interval::single(constant.quotient) {
                self.log.record("barrett_multiply_lanes by no constant", value.low, value.high);
            }
            self.log.symmetric("barrett_multiply_lanes", barrett_bound_any::<M>(self.lane(l).magnitude()))
        })
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        first.like(|l| {
            let products = pairs.iter().flatten().map(|(x, y)| x.lane(l).magnitude() * y.lane(l).magnitude());
            first.log.montgomery_reduce::<M>("lane_products", products.sum())
        })
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        let half = P::LANES / 2;
        let swapped = self.like(|l| self.lane((l + half) % P::LANES));
        let (sum, difference) = (self + swapped, swapped - self);
        self.like(|l| if l < half { sum.lane(l) } else { difference.lane(l) })
    }

    #[inline(never)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        mask.like(|l| chosen.lane(l).hull(other.lane(l)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::Q4591;
    use crate::simd::shape::Avx2Shape;

    fn vector(log: &Log, low: i16, high: i16) -> IntervalI16<'_, Avx2Shape> {
        let interval = Interval { low: low.into(), high: high.into() };
        Intervals::new(log).load(&[interval; 16])
    }

    #[test]
    fn sums_and_products_are_exact_at_their_ends() {
        let log = Log::new();
        let (x, y) = (vector(&log, -3, 5), vector(&log, -7, 2));
        assert_eq!((x + y).lane(0), Interval { low: -10, high: 7 });
        assert_eq!((x - y).lane(0), Interval { low: -5, high: 12 });
        assert_eq!(x.multiply_low(y).lane(0), Interval { low: -35, high: 21 });
        assert_eq!(log.overflow(), None);
    }

    #[test]
    fn overflows_are_recorded() {
        let log = Log::new();
        let _ = vector(&log, 0, 20_000) + vector(&log, 0, 20_000);
        assert_eq!(log.overflow(), Some(Overflow { operation: "addition", low: 0, high: 40_000 }));

        let log = Log::new();
        let _ = vector(&log, i16::MIN, 0).multiply_high_rounding(vector(&log, i16::MIN, 0));
        assert!(log.overflow().is_some(), "x86 and Arm differ on this pair");

        let log = Log::new();
        let _ = vector(&log, 0, 7000).centre::<Q4591>();
        assert!(log.overflow().is_some());
    }
}
