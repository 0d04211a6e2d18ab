//! Interval lanes of 8 bits.

use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::{Interval, IntervalI16, Intervals, Log};
use crate::simd::Shape;
use crate::simd::byte::I8Vector;

/// A vector of intervals that 8 bits must hold: the lower half of the lanes, and the upper half.
#[derive(Clone, Copy, Debug)]
pub struct IntervalI8<'a, P: Shape> {
    halves: [P::Lanes<Interval>; 2],
    log: &'a Log,
}

impl<P: Shape> IntervalI8<'_, P> {
    /// Returns the lanes.
    pub(in crate::analysis) fn lanes(&self) -> Vec<Interval> {
        self.halves.iter().flat_map(|half| half.as_ref()).copied().collect()
    }

    fn zip(self, other: Self, operation: impl Fn(Interval, Interval) -> Interval) -> Self {
        let half = |h: usize| P::lanes(|l| operation(self.halves[h].as_ref()[l], other.halves[h].as_ref()[l]));
        Self { halves: [half(0), half(1)], log: self.log }
    }

    fn byte(&self, operation: &'static str, low: i64, high: i64) -> Interval {
        if low < i8::MIN as i64 || high > i8::MAX as i64 {
            self.log.record(operation, low, high);
            return Interval { low: i8::MIN as i64, high: i8::MAX as i64 };
        }
        Interval { low, high }
    }
}

impl<P: Shape> Add for IntervalI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| self.byte("addition in 8 bits", x.low + y.low, x.high + y.high))
    }
}

impl<P: Shape> Sub for IntervalI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| self.byte("subtraction in 8 bits", x.low - y.high, x.high - y.low))
    }
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for IntervalI8<'a, P> {}

impl<'a, P: Shape> I8Vector<Intervals<'a, P>> for IntervalI8<'a, P> {
    #[inline(never)]
    fn zero(simd: Intervals<'a, P>) -> Self {
        Self { halves: [P::lanes(|_| Interval::ZERO); 2], log: simd.log }
    }

    #[inline(never)]
    fn load(simd: Intervals<'a, P>, source: &[Interval]) -> Self {
        let (low, high) = source[..2 * P::LANES].split_at(P::LANES);
        Self { halves: [P::lanes(|l| low[l]), P::lanes(|l| high[l])], log: simd.log }
    }

    #[inline(never)]
    fn store(self, target: &mut [Interval]) {
        let (low, high) = target[..2 * P::LANES].split_at_mut(P::LANES);
        low.copy_from_slice(self.halves[0].as_ref());
        high.copy_from_slice(self.halves[1].as_ref());
    }

    #[inline(never)]
    fn widen(self) -> [IntervalI16<'a, P>; 2] {
        self.halves.map(|lanes| IntervalI16 { lanes, log: self.log })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::shape::NeonShape;

    #[test]
    fn overflows_of_bytes_are_recorded() {
        let log = Log::new();
        let simd = Intervals::<NeonShape>::new(&log);
        let vector = |bound| IntervalI8::load(simd, &[Interval::symmetric(bound); 16]);
        let _ = vector(63) + vector(64);
        assert_eq!(log.overflow(), None);
        let _ = vector(64) - vector(64);
        assert_eq!(log.overflow().map(|overflow| overflow.operation), Some("subtraction in 8 bits"));
    }
}
