//! Recorded lanes of 32 bits.

use core::ops::{Add, Sub};

use super::tape::Numbers;
use super::{Recorded, RecordedI16, Tape, Traced, intervals};
use crate::analysis::interval::{Interval, IntervalI32};
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{CHUNK, I32Vector, Shape};

/// A vector of intervals in 32 bits with the number of its value.
#[derive(Clone, Copy, Debug)]
pub struct RecordedI32<'a, P: Shape> {
    vector: IntervalI32<'a, P>,
    value: u32,
    tape: &'a Tape,
}

impl<'a, P: Shape> RecordedI32<'a, P> {
    fn after(self, vector: IntervalI32<'a, P>, operands: &[u32], operation: core::fmt::Arguments<'_>) -> Self {
        Self { vector, value: self.tape.value(operands, operation, vector.lanes()), tape: self.tape }
    }
}

impl<P: Shape> Add for RecordedI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.after(
            self.vector + other.vector,
            &[self.value, other.value],
            format_args!("add-32 {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> Sub for RecordedI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.after(
            self.vector - other.vector,
            &[self.value, other.value],
            format_args!("subtract-32 {} {}", self.value, other.value),
        )
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for RecordedI32<'_, P> {}

impl<'a, P: Shape> I32Vector<Recorded<'a, P>> for RecordedI32<'a, P> {
    #[inline(never)]
    fn splat(simd: Recorded<'a, P>, value: i32) -> Self {
        let vector = IntervalI32::splat(simd.intervals(), value);
        let numbers = P::lanes(|_| value);
        let operation = format_args!("constant{}", Numbers(&numbers.as_ref()[..P::LANES / 2]));
        Self { vector, value: simd.tape.value(&[], operation, vector.lanes()), tape: simd.tape }
    }

    #[inline(never)]
    fn load(simd: Recorded<'a, P>, source: &[Traced]) -> Self {
        let source = &source[..P::LANES / 2];
        let lanes = P::lanes(|l| source.get(l).map_or(Interval::ZERO, |coefficient| coefficient.interval()));
        let vector = IntervalI32::load(simd.intervals(), lanes.as_ref());
        Self { vector, value: simd.tape.gather(source), tape: simd.tape }
    }

    #[inline(never)]
    fn load_narrow(simd: Recorded<'a, P>, source: &[Traced]) -> Self {
        Self::load(simd, source)
    }

    #[inline(never)]
    fn store(self, target: &mut [Traced]) {
        for (lane, (coefficient, interval)) in target.iter_mut().zip(self.vector.lanes()).enumerate() {
            *coefficient = Traced::new(*interval, self.value, lane);
        }
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        let WideConstant { value, quotient, .. } = constant;
        let product = self.vector.barrett_multiply(constant);
        self.after(product, &[self.value], format_args!("barrett-32 {} {} {value} {quotient}", M::P, self.value))
    }

    #[inline(never)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> RecordedI16<'a, P> {
        let vector = IntervalI32::narrow::<M>(low.vector, high.vector);
        let operation = format_args!("narrow {} {} {}", M::Q, low.value, high.value);
        RecordedI16 {
            vector,
            value: low.tape.value(&[low.value, high.value], operation, vector.lanes()),
            tape: low.tape,
        }
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> RecordedI16<'a, P> {
        let vector = IntervalI32::narrow_centred::<M>(low.vector, high.vector);
        let operation = format_args!("narrow-centred {} {} {}", M::Q, low.value, high.value);
        RecordedI16 {
            vector,
            value: low.tape.value(&[low.value, high.value], operation, vector.lanes()),
            tape: low.tape,
        }
    }

    #[inline(never)]
    fn outer_product<M: WideModulus>(
        simd: Recorded<'a, P>,
        a: &[Traced; CHUNK],
        rows: &[Traced; WIDE_ROWS],
        product: &mut [Traced; CHUNK],
    ) {
        let mut bounds = [Interval::ZERO; CHUNK];
        IntervalI32::<P>::outer_product::<M>(simd.intervals(), &intervals(a), &intervals(rows), &mut bounds);
        let operands = [simd.tape.gather(a), simd.tape.gather(rows)];
        let operation = format_args!("outer-32 {} {} {}", M::P, operands[0], operands[1]);
        let value = simd.tape.value(&operands, operation, &bounds);
        *product = core::array::from_fn(|k| Traced::new(bounds[k], value, k));
    }
}
