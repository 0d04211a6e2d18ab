//! Vectors of 32-bit lanes of a run.

use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::{Lanes, WordsOfRun};
use crate::analysis::cell::Cell;
use crate::analysis::count::Counts;
use crate::analysis::interval::Interval;
use crate::analysis::run::Vector;
use crate::analysis::state::State;
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::sealed::Sealed;
use crate::simd::wide::{COLUMNS, LANE_ROWS};
use crate::simd::{I32Vector, IntegerProduct, Simd};

/// A vector of 32-bit lanes.
#[derive(Clone, Copy, Debug)]
pub struct WideOfRun<'a> {
    simd: Lanes<'a>,
    vector: Vector,
}

impl<'a> WideOfRun<'a> {
    fn cells(&self) -> Vec<Cell> {
        self.simd.run.vector(self.vector, self.simd.wide_lanes())
    }

    fn new(simd: Lanes<'a>, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { simd, vector: simd.run.keep(cells) }
    }

    /// Computes an operation on this vector, lane by lane.
    fn after(self, name: &'static str, operands: &[&[Cell]], lane: impl FnMut(&mut State, usize) -> Cell) -> Self {
        Self::new(self.simd, self.simd.run.computed(name, self.simd.wide_lanes(), operands, lane))
    }

    fn sum(self, other: Self, name: &'static str, sign: i64) -> Self {
        let (x, y) = (self.cells(), other.cells());
        self.simd.run.count(Counts::additions(1));
        self.after(name, &[&x, &y], |state, l| state.add(32, x[l], y[l], sign))
    }

    /// Computes a vector of 16-bit lanes from two vectors of 32-bit lanes.
    fn narrowed(low: Self, high: Self, name: &'static str, lane: impl Fn(&mut State, Cell) -> Cell) -> WordsOfRun<'a> {
        let (simd, low, high) = (low.simd, low.cells(), high.cells());
        let source = |l: usize| if l < low.len() { low[l] } else { high[l - low.len()] };
        simd.computed(name, &[&low, &high], |state, l| lane(state, source(l)))
    }
}

impl Add for WideOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, "addition in 32 bits", 1)
    }
}

impl Sub for WideOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.sum(other, "subtraction in 32 bits", -1)
    }
}

impl Sealed for WideOfRun<'_> {}

impl<'a> I32Vector<Lanes<'a>> for WideOfRun<'a> {
    #[inline(never)]
    fn splat(simd: Lanes<'a>, value: i32) -> Self {
        let vector = Self::new(simd, []);
        let changed = simd.run.faulty_constant(value.into());
        vector.after("constant", &[], |state, _| state.constant(changed))
    }

    #[inline(never)]
    fn load(simd: Lanes<'a>, source: &[Cell]) -> Self {
        simd.run.count(Counts::LOAD);
        Self::new(simd, source[..simd.wide_lanes()].iter().copied())
    }

    #[inline(never)]
    fn load_narrow(simd: Lanes<'a>, source: &[Cell]) -> Self {
        simd.run.count(Counts { permutations: 1, ..Counts::NONE });
        Self::load(simd, source)
    }

    #[inline(never)]
    fn store(self, target: &mut [Cell]) {
        self.simd.run.count(Counts::STORE);
        target[..self.simd.wide_lanes()].copy_from_slice(&self.cells());
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        let (x, p) = (self.cells(), M::P.into());
        let constant = [constant.value, constant.quotient].map(|number| self.simd.run.faulty_constant(number.into()));
        self.simd.run.count(Counts::wide_barrett_multiply(self.simd.form()));
        self.after("barrett_multiply in 32 bits", &[&x], |state, l| state.barrett(32, p, &[(x[l], constant)]))
    }

    #[inline(never)]
    fn load_table(simd: Lanes<'a>, source: &[i32]) -> Self {
        simd.run.count(Counts::LOAD);
        let source = &source[..simd.wide_lanes()];
        let numbers: Vec<_> = source.iter().map(|&number| simd.run.faulty_constant(number.into())).collect();
        Self::new(simd, []).after("constant", &[], |state, l| state.constant(numbers[l]))
    }

    #[inline(never)]
    fn load_columns(simd: Lanes<'a>, source: &[Cell], stride: usize) -> [Self; COLUMNS] {
        simd.run.count(Counts::load_wide_columns(simd.form()));
        let source = &source[..stride * (simd.wide_lanes() - 1) + COLUMNS];
        core::array::from_fn(|k| Self::new(simd, (0..simd.wide_lanes()).map(|l| source[stride * l + k])))
    }

    #[inline(never)]
    fn store_columns(columns: [Self; COLUMNS], target: &mut [Cell], stride: usize) {
        columns[0].simd.run.count(Counts::store_wide_columns(columns[0].simd.form()));
        for (k, column) in columns.iter().enumerate() {
            for (l, cell) in column.cells().into_iter().enumerate() {
                target[stride * l + k] = cell;
            }
        }
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: WideModulus>(self, values: Self, quotients: Self) -> Self {
        let (x, p) = (self.cells(), M::P.into());
        let (values, quotients) = (values.cells(), quotients.cells());
        self.simd.run.count(Counts::wide_barrett_multiply(self.simd.form()));
        self.after("barrett_multiply_lanes in 32 bits", &[&x, &values, &quotients], |state, l| {
            let [value, quotient] = [values[l], quotients[l]].map(|cell| state.interval(cell));
            let constant = WideConstant::<M>::new(value.low);
            if [value, quotient] == [constant.value, constant.quotient].map(|number| Interval::single(number.into())) {
                state.barrett(32, p, &[(x[l], [value.low, quotient.low])])
            } else {
                // Backends differ for a quotient of -2^31, which no constant has.
                state.barrett_by_lanes(32, p, x[l], [values[l], quotients[l]])
            }
        })
    }

    #[inline(never)]
    fn lane_products<M: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        let (simd, p) = (a[0][0].simd, M::P.into());
        simd.run.count(Counts::wide_lane_products(simd.form(), L as u32));
        let (a, rows) = (a.map(|a| a.map(|x| x.cells())), rows.map(|rows| rows.map(|row| row.cells())));
        let operands: Vec<_> = a.as_flattened().iter().chain(rows.as_flattened()).map(Vec::as_slice).collect();
        core::array::from_fn(|k| {
            let lane = |state: &mut State, l: usize| {
                let terms = (0..L * COLUMNS).map(|term| {
                    let (i, j) = (term / COLUMNS, term % COLUMNS);
                    (a[i][j][l], rows[i][COLUMNS - 1 + k - j][l])
                });
                state.montgomery_of_products(32, p, 0, terms)
            };
            Self::new(simd, simd.run.computed("lane_products in 64 bits", simd.wide_lanes(), &operands, lane))
        })
    }

    #[inline(never)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> WordsOfRun<'a> {
        let q = M::Q.into();
        low.simd.run.count(Counts::narrow(low.simd.form()));
        let lane = |state: &mut State, x| state.montgomery_by_constants(q, &[(x, 1)]);
        Self::narrowed(low, high, "narrow", lane)
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> WordsOfRun<'a> {
        let q = M::Q.into();
        low.simd.run.count(Counts::narrow_centred(low.simd.form()));
        let lane = |state: &mut State, x| state.centre_word(q, x);
        Self::narrowed(low, high, "narrow_centred", lane)
    }

    #[inline(never)]
    fn lift<M: WideModulus>(self, integers: IntegerProduct) -> Self {
        let mut result = self.cells();
        self.simd.run.lift(M::P.into(), &self.cells(), integers, &mut result);
        Self::new(self.simd, result)
    }
}
