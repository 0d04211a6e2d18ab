//! Vectors of 8-bit lanes of a run.

use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::{Lanes, WordsOfRun};
use crate::analysis::cell::Cell;
use crate::analysis::count::Counts;
use crate::analysis::run::Vector;
use crate::analysis::state::State;
use crate::simd::I8Vector;
use crate::simd::sealed::Sealed;

/// A vector of 8-bit lanes.
#[derive(Clone, Copy, Debug)]
pub struct BytesOfRun<'a> {
    simd: Lanes<'a>,
    vector: Vector,
}

impl BytesOfRun<'_> {
    fn cells(&self) -> Vec<Cell> {
        self.simd.run.vector(self.vector, 2 * self.simd.lanes)
    }

    fn sum(self, other: Self, name: &'static str, sign: i64) -> Self {
        let (x, y, run) = (self.cells(), other.cells(), self.simd.run);
        run.count(Counts::additions(1));
        let lane = |state: &mut State, l: usize| state.add(8, x[l], y[l], sign);
        let cells = run.computed(name, x.len(), &[&x, &y], lane);
        Self { vector: run.keep(cells), ..self }
    }
}

impl Add for BytesOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, "addition in 8 bits", 1)
    }
}

impl Sub for BytesOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sum(other, "subtraction in 8 bits", -1)
    }
}

impl Sealed for BytesOfRun<'_> {}

impl<'a> I8Vector<Lanes<'a>> for BytesOfRun<'a> {
    #[inline(never)]
    fn zero(simd: Lanes<'a>) -> Self {
        Self { simd, vector: simd.run.keep((0..2 * simd.lanes).map(|_| Cell::ZERO)) }
    }

    #[inline(never)]
    fn load(simd: Lanes<'a>, source: &[Cell]) -> Self {
        simd.run.count(Counts::LOAD);
        Self { simd, vector: simd.run.keep(source[..2 * simd.lanes].iter().copied()) }
    }

    #[inline(never)]
    fn store(self, target: &mut [Cell]) {
        self.simd.run.count(Counts::STORE);
        target[..2 * self.simd.lanes].copy_from_slice(&self.cells());
    }

    #[inline(never)]
    fn widen(self) -> [WordsOfRun<'a>; 2] {
        let (cells, lanes) = (self.cells(), self.simd.lanes);
        // A sign extension of each half moves lanes; on x86 the upper half is extracted before.
        let permutations = if lanes > 8 { 3 } else { 2 };
        self.simd.run.count(Counts { permutations, ..Counts::NONE });
        [0, lanes].map(|first| self.simd.vector(|l| cells[first + l]))
    }
}
