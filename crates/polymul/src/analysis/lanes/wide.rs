//! Vectors of 32-bit lanes of a run.

use core::ops::{Add, Sub};

use alloc::format;
use alloc::string::String;

use super::{Lanes, WordsOfRun};
use crate::analysis::cell::Cell;
use crate::analysis::count::Counts;
use crate::analysis::run::Run;
use crate::analysis::state::State;
use crate::analysis::tape::Numbers;
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::sealed::Sealed;
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{CHUNK, I32Vector, IntegerProduct, Shape};

/// A vector of 32-bit lanes: the first half of an array of [`Shape::LANES`] lanes.
#[derive(Clone, Copy, Debug)]
pub struct WideOfRun<'a, P: Shape> {
    cells: P::Lanes<Cell>,
    run: &'a Run,
}

impl<'a, P: Shape> WideOfRun<'a, P> {
    fn cells(&self) -> &[Cell] {
        &self.cells.as_ref()[..P::LANES / 2]
    }

    fn new(run: &'a Run, mut cell: impl FnMut(usize) -> Cell) -> Self {
        Self { cells: P::lanes(|l| if l < P::LANES / 2 { cell(l) } else { Cell::ZERO }), run }
    }

    /// Computes an operation on this vector, lane by lane.
    fn after(
        self,
        name: &'static str,
        operands: &[&[Cell]],
        lane: impl FnMut(&mut State, usize) -> Cell,
        text: impl FnOnce(&[u32]) -> String,
    ) -> Self {
        let mut result = self;
        let cells = &mut result.cells.as_mut()[..P::LANES / 2];
        self.run.each(name, cells, lane);
        self.run.end(cells, operands, text);
        result
    }

    fn sum(self, other: Self, name: &'static str, sign: i64, text: &str) -> Self {
        let (x, y) = (self.cells(), other.cells());
        self.run.count(Counts::additions(1));
        self.after(name, &[x, y], |state, l| state.add(32, x[l], y[l], sign), |x| format!("{text} {} {}", x[0], x[1]))
    }

    /// Computes a vector of 16-bit lanes of two vectors.
    fn narrowed(
        low: Self,
        high: Self,
        name: &'static str,
        lane: impl Fn(&mut State, Cell) -> Cell,
        text: impl FnOnce(&[u32]) -> String,
    ) -> WordsOfRun<'a, P> {
        let half = P::LANES / 2;
        let source = |l: usize| if l < half { low.cells()[l] } else { high.cells()[l - half] };
        let mut cells = P::lanes(source);
        low.run.each(name, cells.as_mut(), |state, l| lane(state, source(l)));
        low.run.end(cells.as_mut(), &[low.cells(), high.cells()], text);
        WordsOfRun { cells, run: low.run }
    }
}

impl<P: Shape> Add for WideOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, "addition in 32 bits", 1, "add-32")
    }
}

impl<P: Shape> Sub for WideOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sum(other, "subtraction in 32 bits", -1, "subtract-32")
    }
}

impl<P: Shape> Sealed for WideOfRun<'_, P> {}

impl<'a, P: Shape> I32Vector<Lanes<'a, P>> for WideOfRun<'a, P> {
    #[inline(never)]
    fn splat(simd: Lanes<'a, P>, value: i32) -> Self {
        let vector = Self::new(simd.run, |_| Cell::ZERO);
        let changed = simd.run.faulty_constant(value.into());
        vector.after(
            "constant",
            &[],
            |state, _| state.constant(changed),
            |_| format!("constant{}", Numbers(&alloc::vec![value; P::LANES / 2])),
        )
    }

    #[inline(never)]
    fn load(simd: Lanes<'a, P>, source: &[Cell]) -> Self {
        simd.run.count(Counts::LOAD);
        let source = &source[..P::LANES / 2];
        Self::new(simd.run, |l| source[l])
    }

    #[inline(never)]
    fn load_narrow(simd: Lanes<'a, P>, source: &[Cell]) -> Self {
        simd.run.count(Counts { permutations: 1, ..Counts::NONE });
        Self::load(simd, source)
    }

    #[inline(never)]
    fn store(self, target: &mut [Cell]) {
        self.run.count(Counts::STORE);
        target[..P::LANES / 2].copy_from_slice(self.cells());
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        let (x, p) = (self.cells(), M::P.into());
        let constant = [constant.value, constant.quotient].map(|number| self.run.faulty_constant(number.into()));
        self.run.count(Counts::wide_barrett_multiply::<P>());
        self.after(
            "barrett_multiply in 32 bits",
            &[x],
            |state, l| state.barrett(32, p, &[(x[l], constant)]),
            |x| format!("barrett-32 {p} {} {} {}", x[0], constant[0], constant[1]),
        )
    }

    #[inline(never)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> WordsOfRun<'a, P> {
        let q = M::Q.into();
        low.run.count(Counts::narrow::<P>());
        let lane = |state: &mut State, x| state.montgomery_by_constants(q, &[(x, 1)]);
        Self::narrowed(low, high, "narrow", lane, |x| format!("narrow {q} {} {}", x[0], x[1]))
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> WordsOfRun<'a, P> {
        let q = M::Q.into();
        low.run.count(Counts::narrow_centred::<P>());
        let lane = |state: &mut State, x| state.centre_word(q, x);
        Self::narrowed(low, high, "narrow_centred", lane, |x| format!("narrow-centred {q} {} {}", x[0], x[1]))
    }

    #[inline(never)]
    fn outer_product<M: WideModulus>(
        simd: Lanes<'a, P>,
        a: &[Cell; CHUNK],
        rows: &[Cell; WIDE_ROWS],
        product: &mut [Cell; CHUNK],
    ) {
        let p = M::P.into();
        simd.run.count(Counts::wide_outer_product::<P>());
        simd.run.each("outer_product in 64 bits", product, |state, k| {
            state.montgomery_of_products(32, p, 0, (0..CHUNK).map(|j| (a[j], rows[CHUNK + k - j])))
        });
        simd.run.end(product, &[a, rows], |x| format!("outer-32 {p} {} {}", x[0], x[1]));
    }

    #[inline(never)]
    fn lift<M: WideModulus>(self, integers: IntegerProduct) -> Self {
        let mut result = self;
        let cells = &mut result.cells.as_mut()[..P::LANES / 2];
        self.run.lift(M::P.into(), self.cells(), integers, cells);
        result
    }
}
