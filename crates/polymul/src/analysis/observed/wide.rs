//! Observed vectors of 32-bit lanes.

use core::ops::{Add, Sub};

use super::{Observed, ObservedI16, Observer};
use crate::analysis::count::Counts;
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::sealed::Sealed;
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{CHUNK, I32Vector, Simd, Wide};

/// A vector of 32-bit lanes, and the observer of its operations.
#[derive(Clone, Copy, Debug)]
pub struct ObservedI32<S: Simd, O> {
    vector: S::I32,
    observer: O,
}

impl<S: Simd, O: Observer> Add for ObservedI32<S, O> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.observer.count(Counts::additions(1));
        Self { vector: self.vector + other.vector, ..self }
    }
}

impl<S: Simd, O: Observer> Sub for ObservedI32<S, O> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.observer.count(Counts::additions(1));
        Self { vector: self.vector - other.vector, ..self }
    }
}

impl<S: Simd, O: Observer> Sealed for ObservedI32<S, O> {}

impl<S: Simd, O: Observer> I32Vector<Observed<S, O>> for ObservedI32<S, O> {
    #[inline(never)]
    fn splat(simd: Observed<S, O>, value: i32) -> Self {
        Self { vector: S::I32::splat(simd.lanes, value), observer: simd.observer }
    }

    #[inline(never)]
    fn load(simd: Observed<S, O>, source: &[Wide<S>]) -> Self {
        simd.observer.count(Counts::LOAD);
        Self { vector: S::I32::load(simd.lanes, source), observer: simd.observer }
    }

    #[inline(never)]
    fn load_narrow(simd: Observed<S, O>, source: &[S::Coefficient]) -> Self {
        simd.observer.count(Counts { permutations: 1, ..Counts::LOAD });
        Self { vector: S::I32::load_narrow(simd.lanes, source), observer: simd.observer }
    }

    #[inline(never)]
    fn store(self, target: &mut [Wide<S>]) {
        self.observer.count(Counts::STORE);
        self.vector.store(target);
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        self.observer.count(Counts::wide_barrett_multiply::<S::Shape>());
        Self { vector: self.vector.barrett_multiply(constant), ..self }
    }

    #[inline(never)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> ObservedI16<S, O> {
        low.observer.count(Counts::narrow::<S::Shape>());
        ObservedI16 { vector: S::I32::narrow::<M>(low.vector, high.vector), observer: low.observer }
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> ObservedI16<S, O> {
        low.observer.count(Counts::narrow_centred::<S::Shape>());
        ObservedI16 { vector: S::I32::narrow_centred::<M>(low.vector, high.vector), observer: low.observer }
    }

    #[inline(never)]
    fn outer_product<M: WideModulus>(
        simd: Observed<S, O>,
        a: &[Wide<S>; CHUNK],
        rows: &[Wide<S>; WIDE_ROWS],
        product: &mut [Wide<S>; CHUNK],
    ) {
        simd.observer.count(Counts::wide_outer_product::<S::Shape>());
        S::I32::outer_product::<M>(simd.lanes, a, rows, product);
    }
}
