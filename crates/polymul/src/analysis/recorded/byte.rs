//! Recorded lanes of 8 bits.

use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::{Recorded, RecordedI16, Tape, Traced};
use crate::analysis::interval::{Interval, IntervalI8};
use crate::simd::Shape;
use crate::simd::byte::I8Vector;

/// A vector of intervals in 8 bits with the number of its value.
#[derive(Clone, Copy, Debug)]
pub struct RecordedI8<'a, P: Shape> {
    vector: IntervalI8<'a, P>,
    value: u32,
    tape: &'a Tape,
}

impl<'a, P: Shape> RecordedI8<'a, P> {
    fn after(self, vector: IntervalI8<'a, P>, operands: &[u32], operation: core::fmt::Arguments<'_>) -> Self {
        Self { vector, value: self.tape.value(operands, operation, &vector.lanes()), tape: self.tape }
    }
}

impl<P: Shape> Add for RecordedI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.after(
            self.vector + other.vector,
            &[self.value, other.value],
            format_args!("add-8 {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> Sub for RecordedI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.after(
            self.vector - other.vector,
            &[self.value, other.value],
            format_args!("subtract-8 {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for RecordedI8<'_, P> {}

impl<'a, P: Shape> I8Vector<Recorded<'a, P>> for RecordedI8<'a, P> {
    #[inline(never)]
    fn zero(simd: Recorded<'a, P>) -> Self {
        let vector = IntervalI8::zero(simd.intervals());
        let value = simd.tape.value(&[], format_args!("constant 0*{}", 2 * P::LANES), &vector.lanes());
        Self { vector, value, tape: simd.tape }
    }

    #[inline(never)]
    fn load(simd: Recorded<'a, P>, source: &[Traced]) -> Self {
        let source = &source[..2 * P::LANES];
        let lanes: Vec<Interval> = source.iter().map(|coefficient| coefficient.interval()).collect();
        Self { vector: IntervalI8::load(simd.intervals(), &lanes), value: simd.tape.gather(source), tape: simd.tape }
    }

    #[inline(never)]
    fn store(self, target: &mut [Traced]) {
        for (lane, (coefficient, interval)) in target.iter_mut().zip(self.vector.lanes()).enumerate() {
            *coefficient = Traced::new(interval, self.value, lane);
        }
    }

    #[inline(never)]
    fn widen(self) -> [RecordedI16<'a, P>; 2] {
        let lanes = self.vector.lanes();
        [0, P::LANES]
            .map(|first| Recorded::new(self.tape).gather(|l| Traced::new(lanes[first + l], self.value, first + l)))
    }
}
