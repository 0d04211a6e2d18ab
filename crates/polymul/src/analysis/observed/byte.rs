//! Observed vectors of 8-bit lanes.

use core::ops::{Add, Sub};

use super::{Observed, ObservedI16, Observer};
use crate::analysis::count::Counts;
use crate::simd::sealed::Sealed;
use crate::simd::{Byte, I8Vector, Shape, Simd};

/// A vector of 8-bit lanes, and the observer of its operations.
#[derive(Clone, Copy, Debug)]
pub struct ObservedI8<S: Simd, O> {
    vector: S::I8,
    observer: O,
}

impl<S: Simd, O: Observer> Add for ObservedI8<S, O> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.observer.count(Counts::additions(1));
        Self { vector: self.vector + other.vector, ..self }
    }
}

impl<S: Simd, O: Observer> Sub for ObservedI8<S, O> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.observer.count(Counts::additions(1));
        Self { vector: self.vector - other.vector, ..self }
    }
}

impl<S: Simd, O: Observer> Sealed for ObservedI8<S, O> {}

impl<S: Simd, O: Observer> I8Vector<Observed<S, O>> for ObservedI8<S, O> {
    #[inline(never)]
    fn zero(simd: Observed<S, O>) -> Self {
        Self { vector: S::I8::zero(simd.lanes), observer: simd.observer }
    }

    #[inline(never)]
    fn load(simd: Observed<S, O>, source: &[Byte<S>]) -> Self {
        simd.observer.count(Counts::LOAD);
        Self { vector: S::I8::load(simd.lanes, source), observer: simd.observer }
    }

    #[inline(never)]
    fn store(self, target: &mut [Byte<S>]) {
        self.observer.count(Counts::STORE);
        self.vector.store(target);
    }

    #[inline(never)]
    fn widen(self) -> [ObservedI16<S, O>; 2] {
        // A sign extension of each half moves lanes; on x86 the upper half is extracted before.
        let permutations = if S::Shape::LANES > 8 { 3 } else { 2 };
        self.observer.count(Counts { permutations, ..Counts::NONE });
        self.vector.widen().map(|vector| ObservedI16 { vector, observer: self.observer })
    }
}
