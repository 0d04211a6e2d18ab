//! Vectors of 8-bit lanes of a run.

use core::ops::{Add, Sub};

use alloc::format;
use alloc::vec::Vec;

use super::{Lanes, WordsOfRun};
use crate::analysis::cell::Cell;
use crate::analysis::count::Counts;
use crate::analysis::run::Run;
use crate::simd::sealed::Sealed;
use crate::simd::{I8Vector, Shape};

/// A vector of 8-bit lanes: its lower half, and its upper half.
#[derive(Clone, Copy, Debug)]
pub struct BytesOfRun<'a, P: Shape> {
    halves: [P::Lanes<Cell>; 2],
    run: &'a Run,
}

impl<P: Shape> BytesOfRun<'_, P> {
    fn cells(&self) -> Vec<Cell> {
        self.halves.iter().flat_map(|half| half.as_ref()).copied().collect()
    }

    fn sum(self, other: Self, name: &'static str, sign: i64, text: &str) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let mut result = x.clone();
        self.run.count(Counts::additions(1));
        self.run.each(name, &mut result, |state, l| state.add(8, x[l], y[l], sign));
        self.run.end(&mut result, &[&x, &y], |x| format!("{text} {} {}", x[0], x[1]));
        Self { halves: [0, P::LANES].map(|first| P::lanes(|l| result[first + l])), run: self.run }
    }
}

impl<P: Shape> Add for BytesOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, "addition in 8 bits", 1, "add-8")
    }
}

impl<P: Shape> Sub for BytesOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sum(other, "subtraction in 8 bits", -1, "subtract-8")
    }
}

impl<P: Shape> Sealed for BytesOfRun<'_, P> {}

impl<'a, P: Shape> I8Vector<Lanes<'a, P>> for BytesOfRun<'a, P> {
    #[inline(never)]
    fn zero(simd: Lanes<'a, P>) -> Self {
        Self { halves: [P::lanes(|_| Cell::ZERO); 2], run: simd.run }
    }

    #[inline(never)]
    fn load(simd: Lanes<'a, P>, source: &[Cell]) -> Self {
        simd.run.count(Counts::LOAD);
        let source = &source[..2 * P::LANES];
        Self { halves: [0, P::LANES].map(|first| P::lanes(|l| source[first + l])), run: simd.run }
    }

    #[inline(never)]
    fn store(self, target: &mut [Cell]) {
        self.run.count(Counts::STORE);
        target[..2 * P::LANES].copy_from_slice(&self.cells());
    }

    #[inline(never)]
    fn widen(self) -> [WordsOfRun<'a, P>; 2] {
        // A sign extension of each half moves lanes; on x86 the upper half is extracted before.
        let permutations = if P::LANES > 8 { 3 } else { 2 };
        self.run.count(Counts { permutations, ..Counts::NONE });
        self.halves.map(|cells| WordsOfRun { cells, run: self.run })
    }
}
