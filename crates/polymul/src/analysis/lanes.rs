//! The contract on the lanes of a run.
//!
//! Operations are not inlined, so that kernels compile quickly. Each operation counts the vector
//! instructions that a backend of the form spends on it, and computes each lane by a rule of the
//! run.

mod byte;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "literature"))]
mod wide;
#[cfg(any(test, feature = "literature", vectru_registers))]
mod word;

use core::ops::{Add, Sub};

use alloc::vec::Vec;

use super::cell::Cell;
use super::count::Counts;
use super::run::{Run, Vector};
use super::state::State;
use crate::modular::{Constant, Modulus, inverse};
use crate::simd::bits::Words;
use crate::simd::sealed::Sealed;
use crate::simd::shape::Rolled;
use crate::simd::{Buffer, CHUNK, Form, I16Vector, InnerProduct, IntegerProduct, Simd, unsigned};

pub(super) use byte::BytesOfRun;
#[cfg(any(test, feature = "literature"))]
pub(super) use wide::WideOfRun;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub(super) use word::WordOfRun;

/// The token of a run's lanes, in the form of a backend.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    run: &'a Run,
    form: &'a Form,
    /// The number of lanes of the form, or of its narrow vectors.
    lanes: usize,
}

impl<'a> Lanes<'a> {
    /// Returns the token of lanes of `run`. A run may have lanes of several forms.
    pub const fn new(run: &'a Run, form: &'a Form) -> Self {
        Self { run, form, lanes: form.lanes }
    }

    /// Returns the run.
    pub(crate) const fn run(self) -> &'a Run {
        self.run
    }
}

/// A vector of lanes. The run keeps the lanes, so that kernels pass on a number and compile
/// quickly.
#[derive(Clone, Copy, Debug)]
pub struct WordsOfRun<'a> {
    simd: Lanes<'a>,
    vector: Vector,
}

impl<'a> WordsOfRun<'a> {
    fn cells(&self) -> Vec<Cell> {
        self.run().vector(self.vector, self.simd.lanes)
    }

    fn run(&self) -> &'a Run {
        self.simd.run
    }

    fn sum(self, other: Self, counts: Counts) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.add(state.word, x[l], y[l], 1);
        self.after("addition", counts, &[&x, &y], lane)
    }

    /// Counts and computes an operation on this vector, lane by lane.
    fn after(
        self,
        name: &'static str,
        counts: Counts,
        operands: &[&[Cell]],
        lane: impl FnMut(&mut State, usize) -> Cell,
    ) -> Self {
        self.run().count(counts);
        self.simd.computed(name, operands, lane)
    }

    /// Returns the Barrett product by the constants that `constant` returns for the lanes.
    fn barrett(self, name: &'static str, counts: Counts, q: i64, constant: impl Fn(usize) -> [i64; 2]) -> Self {
        let x = self.cells();
        let changed = |lane| constant(lane).map(|number| self.run().faulty_constant(number));
        let lane = |state: &mut State, l: usize| state.barrett(state.word, q, &[(x[l], changed(l))]);
        self.after(name, counts, &[&x], lane)
    }
}

impl Sealed for Lanes<'_> {}

impl<'a> Lanes<'a> {
    /// Returns the vector with `cell(l)` in lane l.
    fn vector(self, cell: impl FnMut(usize) -> Cell) -> WordsOfRun<'a> {
        WordsOfRun { simd: self, vector: self.run.keep((0..self.lanes).map(cell)) }
    }

    /// Computes each lane of a vector.
    fn computed(
        self,
        name: &'static str,
        operands: &[&[Cell]],
        lane: impl FnMut(&mut State, usize) -> Cell,
    ) -> WordsOfRun<'a> {
        let cells = self.run.computed(name, self.lanes, operands, lane);
        self.vector(|l| cells[l])
    }

    /// Returns the place of coefficient `index` in the order in which Toeplitz products read
    /// vectors. It is its own inverse.
    const fn order(self, index: usize) -> usize {
        if self.form.loads_windows { index ^ 1 } else { index }
    }

    /// Returns the vector of these constants.
    fn constants(self, number: impl Fn(usize) -> i64) -> WordsOfRun<'a> {
        let numbers: Vec<_> = (0..self.lanes).map(number).collect();
        let changed = |lane: usize| self.run.faulty_constant(numbers[lane]);
        let lane = |state: &mut State, lane| state.constant(changed(lane));
        self.computed("constant", &[], lane)
    }
}

impl<'a> Simd for Lanes<'a> {
    type Shape = Rolled;
    type Coefficient = Cell;
    type I16 = WordsOfRun<'a>;
    type I8 = BytesOfRun<'a>;
    #[cfg(any(test, feature = "literature"))]
    type I32 = WideOfRun<'a>;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = WordOfRun<'a>;
    type Bits = Words<4>;
    type U32 = unsigned::Lanes<4>;
    type Rows = [Cell; 2 * CHUNK];
    type Narrow = Self;
    type Columns = Self;

    const FORM: Option<Form> = None;

    #[inline(always)]
    fn form(self) -> Form {
        Form { lanes: self.lanes, ..*self.form }
    }

    #[inline(always)]
    fn lanes(self) -> usize {
        self.lanes
    }

    #[inline(always)]
    fn narrow(self) -> Self {
        Self { lanes: self.form.narrow().lanes, ..self }
    }

    #[inline(always)]
    fn columns(self) -> Self {
        self
    }

    #[inline(never)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(never)]
    fn out_of_line<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(never)]
    fn enter(self, map: &'static str) {
        self.run.enter(map, self.lanes);
    }

    #[inline(always)]
    fn with_buffer<B: Buffer<Cell>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        let mut buffer = B::filled(Cell::ZERO);
        self.run.fill_unwritten(16, buffer.as_mut());
        kernel(&mut buffer)
    }

    #[cfg(any(test, feature = "literature", vectru_registers))]
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<Cell>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        let mut buffer = B::filled(Cell::ZERO);
        self.run.fill_unwritten(32, buffer.as_mut());
        kernel(&mut buffer)
    }

    #[inline(never)]
    fn splat(self, value: i16) -> Self::I16 {
        self.constants(|_| value.into())
    }

    #[inline(never)]
    fn load(self, source: &[Cell]) -> Self::I16 {
        self.run.count(Counts::LOAD);
        let source = &source[..self.lanes];
        self.vector(|l| source[l])
    }

    #[inline(never)]
    fn store(self, vector: Self::I16, target: &mut [Cell]) {
        self.run.count(Counts::STORE);
        target[..self.lanes].copy_from_slice(&vector.cells());
    }

    #[inline(never)]
    fn clear(self, target: &mut [Cell]) {
        self.run.clear(target);
    }

    #[inline(never)]
    fn load_halves(self, low: &[Cell], high: &[Cell]) -> Self::I16 {
        self.run.count(Counts::LOAD * 2);
        let half = self.lanes / 2;
        self.vector(|l| if l < half { low[l] } else { high[l - half] })
    }

    #[inline(never)]
    fn store_halves(self, vector: Self::I16, target: &mut [Cell], low: usize, high: usize) {
        self.run.count(Counts { stores: 2, permutations: 1, ..Counts::NONE });
        let cells = vector.cells();
        let (lower, upper) = cells.split_at(self.lanes / 2);
        target[low..][..lower.len()].copy_from_slice(lower);
        target[high..][..upper.len()].copy_from_slice(upper);
    }

    #[inline(never)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        self.run.count(Counts::LOAD);
        self.constants(|lane| source[lane].into())
    }

    #[inline(never)]
    fn load_columns(self, source: &[Cell], stride: usize) -> [Self::I16; 8] {
        self.run.count(Counts::load_columns(self.form()));
        let source = &source[..stride * (self.lanes - 1) + 8];
        core::array::from_fn(|k| self.vector(|l| source[stride * l + k]))
    }

    #[inline(never)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Cell], stride: usize) {
        self.run.count(Counts::store_columns(self.form()));
        let target = &mut target[..stride * (self.lanes - 1) + 8];
        let vectors = vectors.map(|vector| vector.cells());
        for (l, row) in target.chunks_mut(stride).enumerate() {
            for (coefficient, cells) in row.iter_mut().zip(&vectors) {
                *coefficient = cells[l];
            }
        }
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {
        [Cell::ZERO; 2 * CHUNK]
    }

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, b: &[Cell; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        self.run.count(Counts::convolution_rows(self.form()));
        let q = M::Q.into();
        let weight = [weight.value, weight.quotient].map(|number| self.run.faulty_constant(number.into()));
        let (products, operand) = rows.split_at_mut(CHUNK);
        self.run.each("convolution_rows", products, |state, k| state.barrett(state.word, q, &[(b[k], weight)]));
        self.run.end(products, &[b]);
        operand.copy_from_slice(b);
    }

    #[inline(never)]
    fn window_rows(self, low: &[Cell; CHUNK], high: &[Cell; CHUNK], rows: &mut Self::Rows) {
        self.run.count(Counts::window_rows(self.form()));
        rows[..CHUNK].copy_from_slice(low);
        rows[CHUNK..].copy_from_slice(high);
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Cell; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Cell; CHUNK] {
        self.run.count(Counts::outer_product(self.form(), N as u32));
        let (q, mut result) = (M::Q.into(), [Cell::ZERO; CHUNK]);
        self.run.each("outer_product", &mut result, |state, k| {
            let terms = a.iter().zip(&rows).flat_map(|(a, rows)| (0..CHUNK).map(move |j| (a[j], rows[CHUNK + k - j])));
            state.montgomery_of_products(state.word, q, self.form.summands, terms)
        });
        let pairs: Vec<&[Cell]> = a.iter().zip(&rows).flat_map(|(a, rows)| [&a[..], &rows[..]]).collect();
        self.run.end(&mut result, &pairs);
        result
    }

    #[inline(never)]
    fn toeplitz_order(self, vector: Self::I16) -> Self::I16 {
        // Pairs are swapped in both halves of 64 bits.
        let permutations = if self.form.loads_windows { 2 } else { 0 };
        self.run.count(Counts { permutations, ..Counts::NONE });
        let cells = vector.cells();
        self.vector(|l| cells[self.order(l)])
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[Cell; CHUNK]], vector: &mut [[Cell; CHUNK]; K]) {
        self.run.count(Counts::toeplitz_product(self.form(), K as u32));
        let matrix = matrix[..2 * K].as_flattened();
        let ordered = vector.as_flattened();
        let factors: Vec<_> = (0..K * CHUNK).map(|column| ordered[self.order(column)]).collect();
        self.run.each("toeplitz_product", vector.as_flattened_mut(), |state, row| {
            let term = |(column, &factor): (usize, &Cell)| (factor, matrix[K * CHUNK + row - column]);
            state.sum_of_products(factors.iter().enumerate().map(term))
        });
        self.run.end(vector.as_flattened_mut(), &[matrix, &factors]);
    }

    #[inline(never)]
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[Cell; CHUNK]; 2]],
        vectors: &[[[Cell; CHUNK]; R]],
        sums: &mut [[Cell; CHUNK]; R],
    ) {
        let terms = matrices.len().min(vectors.len());
        self.run.count(Counts::toeplitz_sums(self.form(), R as u32, terms as u32));
        let (matrices, vectors) = (&matrices[..terms], &vectors[..terms]);
        self.run.each("toeplitz_sums", sums.as_flattened_mut(), |state, index| {
            let (i, row) = (index / CHUNK, index % CHUNK);
            let term = |(matrix, chunks): (&[[Cell; CHUNK]; 2], &[[Cell; CHUNK]; R]), column: usize| {
                (chunks[i][self.order(column)], matrix.as_flattened()[CHUNK + row - column])
            };
            let pairs = matrices.iter().zip(vectors);
            state.sum_of_products(pairs.flat_map(|pair| (0..CHUNK).map(move |column| term(pair, column))))
        });
        let operands = [matrices.as_flattened().as_flattened(), vectors.as_flattened().as_flattened()];
        self.run.end(sums.as_flattened_mut(), &operands);
    }
}

impl Add for WordsOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, Counts::additions(1))
    }
}

impl Sub for WordsOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.add(state.word, x[l], y[l], -1);
        self.after("subtraction", Counts::additions(1), &[&x, &y], lane)
    }
}

impl Sealed for WordsOfRun<'_> {}

impl I16Vector for WordsOfRun<'_> {
    type Coefficient = Cell;

    #[inline(never)]
    fn multiply_low(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let counts = Counts::multiplications(1);
        self.after("multiply_low", counts, &[&x, &y], |state, l| state.multiply(state.word, x[l], y[l]))
    }

    #[inline(never)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        // On Neon the addition is part of the other instruction.
        let additions = (self.simd.lanes >= CHUNK).into();
        self.sum(x.multiply_low(y), Counts::additions(additions))
    }

    #[inline(never)]
    fn shift_left(self, bits: u32) -> Self {
        let x = self.cells();
        let bits = self.run().faulty_constant(bits.into()) as u32;
        self.after("shift_left", Counts::additions(1), &[&x], |state, l| state.shift_left(x[l], bits))
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        let x = self.cells();
        let bits = self.run().faulty_constant(bits.into()) as u32;
        self.after("shift_right", Counts::additions(1), &[&x], |state, l| state.shift_right(state.word, x[l], bits))
    }

    #[inline(never)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.multiply_high_rounding(state.word, x[l], y[l]);
        self.after("multiply_high_rounding", Counts::multiplications(1), &[&x, &y], lane)
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        let (q, constant) = (M::Q.into(), [constant.value, constant.quotient].map(i64::from));
        self.barrett("barrett_multiply", Counts::BARRETT_MULTIPLY, q, |_| constant)
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        let [low, high] = [low, high].map(|constant| [constant.value, constant.quotient].map(i64::from));
        let (q, half) = (M::Q.into(), self.simd.lanes / 2);
        let constant = |lane| if lane < half { low } else { high };
        self.barrett("barrett_multiply_halves", Counts::BARRETT_MULTIPLY, q, constant)
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let (q, quotient) = (M::Q.into(), M::ONE.quotient.into());
        self.barrett("barrett_reduce", Counts::BARRETT_REDUCE, q, |_| [1, quotient])
    }

    #[inline(never)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        let (q, quotient) = (M::Q.into(), M::COARSE_ONE.quotient.into());
        let counts = Counts::barrett_reduce_coarsely(self.simd.form());
        self.barrett("barrett_reduce_coarsely", counts, q, |_| [1, quotient])
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        let (x, q) = (self.cells(), M::Q.into());
        // Two comparisons, two selections of q, a subtraction and an addition.
        self.after("centre", Counts::additions(6), &[&x], |state, l| state.centre(q, x[l]))
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        let (q, form) = (M::Q.into(), first.simd.form.inner_product(N));
        let pairs: Vec<_> = terms.iter().zip(constants).filter_map(|(x, c)| Some((x.as_ref()?.cells(), *c))).collect();
        let counts = Counts::inner_product(first.simd.form(), pairs.len() as u32, N);
        let operands: Vec<_> = pairs.iter().map(|(x, _)| x.as_slice()).collect();
        let changed = |number: i16| first.run().faulty_constant(number.into());
        let lane = |state: &mut State, l: usize| match form {
            InnerProduct::DeferredQuotients => {
                let term = |(x, c): &(Vec<Cell>, Constant<M>)| (x[l], [changed(c.value), changed(c.quotient)]);
                state.barrett(state.word, q, &pairs.iter().map(term).collect::<Vec<_>>())
            }
            InnerProduct::MontgomerySum => {
                let term = |(x, c): &(Vec<Cell>, Constant<M>)| (x[l], changed(c.montgomery));
                state.montgomery_by_constants(q, &pairs.iter().map(term).collect::<Vec<_>>())
            }
        };
        first.after("inner_product", counts, &operands, lane)
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        let (x, q) = (self.cells(), M::Q.into());
        let (values, quotients) = (values.cells(), quotients.cells());
        let operands = [x.as_slice(), &values, &quotients];
        let lane = |state: &mut State, l: usize| {
            let [value, quotient] = [operands[1][l], operands[2][l]].map(|cell| state.interval(cell));
            let constant = Constant::<M>::new(value.low);
            let is_constant = [value, quotient]
                == [constant.value, constant.quotient].map(|number| super::Interval::single(number.into()));
            if is_constant {
                state.barrett_by_any(q, x[l], [value.low, quotient.low])
            } else {
                // Without the constant's own quotient, the bound for all constants does not hold.
                state.barrett_by_lanes(state.word, q, x[l], [operands[1][l], operands[2][l]])
            }
        };
        self.after("barrett_multiply_lanes", Counts::BARRETT_MULTIPLY, &operands, lane)
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        let q = M::Q.into();
        let counts = Counts::lane_products(first.simd.form(), pairs.iter().flatten().count() as u32);
        let cells: Vec<_> = pairs.iter().flatten().flat_map(|(x, y)| [x.cells(), y.cells()]).collect();
        let operands: Vec<_> = cells.iter().map(Vec::as_slice).collect();
        let lane = |state: &mut State, l: usize| {
            let terms = operands.as_chunks::<2>().0.iter().map(|[x, y]| (x[l], y[l]));
            state.montgomery_of_products(state.word, q, 0, terms)
        };
        first.after("lane_products", counts, &operands, lane)
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        let (x, half) = (self.cells(), self.simd.lanes / 2);
        let counts = Counts { permutations: 1, additions: 2, ..Counts::NONE };
        let lane = |state: &mut State, l: usize| {
            let (low, high) = (x[l % half], x[l % half + half]);
            state.add(state.word, low, high, if l < half { 1 } else { -1 })
        };
        self.after("half_butterfly", counts, &[&x], lane)
    }

    #[inline(never)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        let (m, x, y) = (mask.cells(), chosen.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.select(m[l], x[l], y[l]);
        mask.after("select", Counts::additions(1), &[&m, &x, &y], lane)
    }

    #[inline(never)]
    fn recombine<M: Modulus, N: Modulus, T: Modulus>(self, second: Self, integers: IntegerProduct) -> Self {
        let (p, other, t) = (M::Q.into(), N::Q.into(), T::Q.into());
        let inverse = Constant::<N>::new(inverse(p, other));
        let factor = Constant::<T>::new(p);
        let constants = [[inverse.value, inverse.quotient], [factor.value, factor.quotient]];
        let constants = constants.map(|constant| constant.map(|number| self.run().faulty_constant(number.into())));
        // A subtraction, a Barrett product, and one that is added.
        self.run().count(Counts::BARRETT_MULTIPLY * 2 + Counts::additions(2));
        let residues = [self.cells(), second.cells()];
        let (residues, mut result) = (residues.each_ref().map(Vec::as_slice), residues[0].clone());
        self.run().recombine([p, other, t], constants, residues, integers, &mut result);
        self.run().end(&mut result, &residues);
        self.simd.vector(|l| result[l])
    }
}
