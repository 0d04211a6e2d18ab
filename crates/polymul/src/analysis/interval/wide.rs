//! Interval lanes of 32 bits.

use core::ops::{Add, Sub};

use super::{Interval, IntervalI16, Intervals, Log};
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus, barrett_bound, montgomery_bound};
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{CHUNK, I32Vector, Shape};

/// A vector of intervals in 32 bits: the first half of an array of [`Shape::LANES`] lanes.
#[derive(Clone, Copy, Debug)]
pub struct IntervalI32<'a, P: Shape> {
    lanes: P::Lanes<Interval>,
    log: &'a Log,
}

impl Log {
    /// Returns the interval from `low` to `high`. If 32 bits do not hold it, records an overflow
    /// and returns the full range.
    fn wide(&self, operation: &'static str, low: i64, high: i64) -> Interval {
        if low < i32::MIN as i64 || high > i32::MAX as i64 {
            self.record(operation, low, high);
            return Interval::WIDE_FULL;
        }
        Interval { low, high }
    }
}

impl<P: Shape> IntervalI32<'_, P> {
    fn lane(&self, index: usize) -> Interval {
        self.lanes.as_ref()[index]
    }

    /// Returns the lanes.
    pub(in crate::analysis) fn lanes(&self) -> &[Interval] {
        &self.lanes.as_ref()[..P::LANES / 2]
    }

    fn like(self, mut lane: impl FnMut(usize) -> Interval) -> Self {
        let lanes = P::lanes(|l| if l < P::LANES / 2 { lane(l) } else { Interval::ZERO });
        Self { lanes, log: self.log }
    }
}

impl<P: Shape> Add for IntervalI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.like(|l| {
            let (x, y) = (self.lane(l), other.lane(l));
            self.log.wide("addition in 32 bits", x.low + y.low, x.high + y.high)
        })
    }
}

impl<P: Shape> Sub for IntervalI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.like(|l| {
            let (x, y) = (self.lane(l), other.lane(l));
            self.log.wide("subtraction in 32 bits", x.low - y.high, x.high - y.low)
        })
    }
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for IntervalI32<'a, P> {}

impl<'a, P: Shape> I32Vector<Intervals<'a, P>> for IntervalI32<'a, P> {
    #[inline(never)]
    fn splat(simd: Intervals<'a, P>, value: i32) -> Self {
        Self { lanes: P::lanes(|_| Interval { low: value.into(), high: value.into() }), log: simd.log }
    }

    #[inline(never)]
    fn load(simd: Intervals<'a, P>, source: &[Interval]) -> Self {
        Self::splat(simd, 0).like(|l| source[l])
    }

    #[inline(never)]
    fn load_narrow(simd: Intervals<'a, P>, source: &[Interval]) -> Self {
        Self::load(simd, source)
    }

    #[inline(never)]
    fn store(self, target: &mut [Interval]) {
        target[..P::LANES / 2].copy_from_slice(&self.lanes.as_ref()[..P::LANES / 2]);
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        self.like(|l| {
            let bound = barrett_bound(self.lane(l).magnitude(), constant);
            self.log.wide("barrett_multiply in 32 bits", -bound, bound)
        })
    }

    #[inline(never)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> IntervalI16<'a, P> {
        let half = P::LANES / 2;
        let lanes = P::lanes(|l| {
            let lane = if l < half { low.lane(l) } else { high.lane(l - half) };
            low.log.montgomery_reduce::<M>("narrow", lane.magnitude())
        });
        IntervalI16 { lanes, log: low.log }
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, _: Self) -> IntervalI16<'a, P> {
        let half = M::Q as i64 / 2;
        IntervalI16 { lanes: P::lanes(|_| Interval { low: -half, high: half - 1 }), log: low.log }
    }

    #[inline(never)]
    fn outer_product<M: WideModulus>(
        simd: Intervals<'a, P>,
        a: &[Interval; CHUNK],
        rows: &[Interval; WIDE_ROWS],
        product: &mut [Interval; CHUNK],
    ) {
        for k in 0..CHUNK {
            let terms = (0..CHUNK).map(|j| a[j].magnitude() as i128 * rows[CHUNK + k - j].magnitude() as i128);
            let sum: i128 = terms.sum();
            if sum > i64::MAX as i128 {
                simd.log.record("outer_product in 64 bits", i64::MIN, i64::MAX);
            }
            let bound = montgomery_bound::<M>(sum.min(i64::MAX as i128) as i64);
            product[k] = simd.log.wide("outer_product in 32 bits", -bound, bound);
        }
    }
}
