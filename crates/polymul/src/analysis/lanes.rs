//! The contract on the lanes of a run.
//!
//! Operations stay out of line, so that kernels compile quickly. Each counts the vector
//! instructions that a backend of the shape spends on it, computes every lane by a rule of the run,
//! and is written to the tape if there is one.

mod byte;
#[cfg(test)]
mod tests;
mod wide;

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::cell::Cell;
use super::count::Counts;
use super::run::Run;
use super::state::State;
use super::tape::{Numbers, Tuples};
use crate::modular::{Constant, Modulus, inverse};
use crate::simd::bits::Words;
use crate::simd::sealed::Sealed;
use crate::simd::shape::Looped;
use crate::simd::{Buffer, CHUNK, I16Vector, InnerProduct, IntegerProduct, Shape, Simd, unsigned};

pub(super) use byte::BytesOfRun;
pub(super) use wide::WideOfRun;

/// The token of a run's lanes, in the shape `P` of a backend.
#[derive(Debug)]
pub struct Lanes<'a, P> {
    run: &'a Run,
    shape: PhantomData<P>,
}

impl<'a, P> Lanes<'a, P> {
    /// Returns the token of lanes of `run`. A run may have lanes of several shapes.
    pub const fn new(run: &'a Run) -> Self {
        Self { run, shape: PhantomData }
    }
}

impl<P> Clone for Lanes<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Lanes<'_, P> {}

/// A vector of lanes of a run.
#[derive(Clone, Copy, Debug)]
pub struct WordsOfRun<'a, P: Shape> {
    cells: P::Lanes<Cell>,
    run: &'a Run,
}

impl<'a, P: Shape> WordsOfRun<'a, P> {
    fn cells(&self) -> &[Cell] {
        self.cells.as_ref()
    }

    /// Returns the vector of these cells.
    fn like(self, cells: P::Lanes<Cell>) -> Self {
        Self { cells, run: self.run }
    }

    fn sum(self, other: Self, counts: Counts) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.add(state.word, x[l], y[l], 1);
        self.after("addition", counts, &[x, y], lane, |x| format!("add {} {}", x[0], x[1]))
    }

    /// Counts and computes an operation on this vector, lane by lane.
    fn after(
        self,
        name: &'static str,
        counts: Counts,
        operands: &[&[Cell]],
        lane: impl FnMut(&mut State, usize) -> Cell,
        text: impl FnOnce(&[u32]) -> String,
    ) -> Self {
        let mut result = self.cells;
        self.run.count(counts);
        self.run.each(name, result.as_mut(), lane);
        self.run.end(result.as_mut(), operands, text);
        self.like(result)
    }

    /// The Barrett product by the constants `constant` returns for each lane.
    fn barrett(
        self,
        name: &'static str,
        counts: Counts,
        q: i64,
        constant: impl Fn(usize) -> [i64; 2],
        text: impl FnOnce(&[u32]) -> String,
    ) -> Self {
        let x = self.cells;
        let changed = |lane| constant(lane).map(|number| self.run.faulty_constant(number));
        let lane = |state: &mut State, l: usize| state.barrett(state.word, q, &[(x.as_ref()[l], changed(l))]);
        self.after(name, counts, &[x.as_ref()], lane, text)
    }
}

impl<P: Shape> Sealed for Lanes<'_, P> {}

impl<'a, P: Shape> Lanes<'a, P> {
    fn vector(self, cells: P::Lanes<Cell>) -> WordsOfRun<'a, P> {
        WordsOfRun { cells, run: self.run }
    }

    /// Returns the vector of these constants.
    fn constants(self, number: impl Fn(usize) -> i64) -> WordsOfRun<'a, P> {
        let mut cells = P::lanes(|_| Cell::ZERO);
        let changed = |lane| self.run.faulty_constant(number(lane));
        self.run.each("constant", cells.as_mut(), |state, lane| state.constant(changed(lane)));
        let numbers: Vec<_> = (0..P::LANES).map(&number).collect();
        self.run.end(cells.as_mut(), &[], |_| format!("constant{}", Numbers(&numbers)));
        self.vector(cells)
    }
}

impl<'a, P: Shape> Simd for Lanes<'a, P> {
    type Shape = Looped<P>;
    type Coefficient = Cell;
    type I16 = WordsOfRun<'a, P>;
    type I8 = BytesOfRun<'a, P>;
    type I32 = WideOfRun<'a, P>;
    type Bits = Words<4>;
    type U32 = unsigned::Lanes<4>;
    type Rows = [Cell; 2 * CHUNK];
    type Narrow = Lanes<'a, P::Narrow>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Lanes::new(self.run)
    }

    #[inline(never)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[inline(never)]
    fn enter(self, map: &'static str) {
        self.run.enter(map, P::LANES);
    }

    #[inline(always)]
    fn with_buffer<B: Buffer<Cell>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        let mut buffer = B::filled(Cell::ZERO);
        self.run.fill_unwritten(16, buffer.as_mut());
        kernel(&mut buffer)
    }

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
        let source = &source[..P::LANES];
        self.vector(P::lanes(|l| source[l]))
    }

    #[inline(never)]
    fn store(self, vector: Self::I16, target: &mut [Cell]) {
        self.run.count(Counts::STORE);
        target[..P::LANES].copy_from_slice(vector.cells());
    }

    #[inline(never)]
    fn clear(self, target: &mut [Cell]) {
        self.run.clear(target);
    }

    #[inline(never)]
    fn load_halves(self, low: &[Cell], high: &[Cell]) -> Self::I16 {
        self.run.count(Counts::LOAD * 2);
        let half = P::LANES / 2;
        self.vector(P::lanes(|l| if l < half { low[l] } else { high[l - half] }))
    }

    #[inline(never)]
    fn store_halves(self, vector: Self::I16, target: &mut [Cell], low: usize, high: usize) {
        self.run.count(Counts { stores: 2, permutations: 1, ..Counts::NONE });
        let (lower, upper) = vector.cells().split_at(P::LANES / 2);
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
        self.run.count(Counts::load_columns::<P>());
        let source = &source[..stride * (P::LANES - 1) + 8];
        core::array::from_fn(|k| self.vector(P::lanes(|l| source[stride * l + k])))
    }

    #[inline(never)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [Cell], stride: usize) {
        self.run.count(Counts::store_columns::<P>());
        let target = &mut target[..stride * (P::LANES - 1) + 8];
        for (l, row) in target.chunks_mut(stride).enumerate() {
            for (coefficient, vector) in row.iter_mut().zip(&vectors) {
                *coefficient = vector.cells()[l];
            }
        }
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {
        [Cell::ZERO; 2 * CHUNK]
    }

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, b: &[Cell; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        self.run.count(Counts::convolution_rows::<P>());
        let q = M::Q.into();
        let weight = [weight.value, weight.quotient].map(|number| self.run.faulty_constant(number.into()));
        let (products, operand) = rows.split_at_mut(CHUNK);
        self.run.each("convolution_rows", products, |state, k| state.barrett(state.word, q, &[(b[k], weight)]));
        self.run.end(products, &[b], |x| format!("barrett {q} {} {} {}", x[0], weight[0], weight[1]));
        operand.copy_from_slice(b);
    }

    #[inline(never)]
    fn window_rows(self, low: &[Cell; CHUNK], high: &[Cell; CHUNK], rows: &mut Self::Rows) {
        self.run.count(Counts::window_rows::<P>());
        rows[..CHUNK].copy_from_slice(low);
        rows[CHUNK..].copy_from_slice(high);
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(
        self,
        a: [&[Cell; CHUNK]; N],
        rows: [&Self::Rows; N],
    ) -> [Cell; CHUNK] {
        self.run.count(Counts::outer_product::<P>(N as u32));
        let (q, mut result) = (M::Q.into(), [Cell::ZERO; CHUNK]);
        self.run.each("outer_product", &mut result, |state, k| {
            let terms = a.iter().zip(&rows).flat_map(|(a, rows)| (0..CHUNK).map(move |j| (a[j], rows[CHUNK + k - j])));
            state.montgomery_of_products(state.word, q, P::SUMMANDS, terms)
        });
        let pairs: Vec<&[Cell]> = a.iter().zip(&rows).flat_map(|(a, rows)| [&a[..], &rows[..]]).collect();
        self.run.end(&mut result, &pairs, |x| format!("outer {q}{}", Tuples(x.as_chunks::<2>().0)));
        result
    }

    #[inline(never)]
    fn toeplitz_order(self, vector: Self::I16) -> Self::I16 {
        // Pairs are swapped in both halves of 64 bits.
        let permutations = if P::LOADS_WINDOWS { 2 } else { 0 };
        self.run.count(Counts { permutations, ..Counts::NONE });
        vector.like(P::lanes(|l| vector.cells()[order::<P>(l)]))
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[Cell; CHUNK]], vector: &mut [[Cell; CHUNK]; K]) {
        self.run.count(Counts::toeplitz_product::<P>(K as u32));
        let matrix = matrix[..2 * K].as_flattened();
        let ordered = vector.as_flattened();
        let factors: Vec<_> = (0..K * CHUNK).map(|column| ordered[order::<P>(column)]).collect();
        self.run.each("toeplitz_product", vector.as_flattened_mut(), |state, row| {
            let term = |(column, &factor): (usize, &Cell)| (factor, matrix[K * CHUNK + row - column]);
            state.sum_of_products(factors.iter().enumerate().map(term))
        });
        let text = |x: &[u32]| format!("toeplitz {} {}", x[0], x[1]);
        self.run.end(vector.as_flattened_mut(), &[matrix, &factors], text);
    }
}

/// Returns the place of coefficient `index` in the order in which Toeplitz products read vectors.
/// It is its own inverse.
const fn order<P: Shape>(index: usize) -> usize {
    if P::LOADS_WINDOWS { index ^ 1 } else { index }
}

impl<P: Shape> Add for WordsOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.sum(other, Counts::additions(1))
    }
}

impl<P: Shape> Sub for WordsOfRun<'_, P> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.add(state.word, x[l], y[l], -1);
        self.after("subtraction", Counts::additions(1), &[x, y], lane, |x| format!("subtract {} {}", x[0], x[1]))
    }
}

impl<P: Shape> Sealed for WordsOfRun<'_, P> {}

impl<P: Shape> I16Vector for WordsOfRun<'_, P> {
    type Coefficient = Cell;

    #[inline(never)]
    fn multiply_low(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let counts = Counts::multiplications(1);
        self.after(
            "multiply_low",
            counts,
            &[x, y],
            |state, l| state.multiply(x[l], y[l]),
            |x| format!("multiply {} {}", x[0], x[1]),
        )
    }

    #[inline(never)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        // One instruction on Neon.
        let additions = (P::LANES >= CHUNK).into();
        self.sum(x.multiply_low(y), Counts::additions(additions))
    }

    #[inline(never)]
    fn shift_left(self, bits: u32) -> Self {
        let x = self.cells();
        let bits = self.run.faulty_constant(bits.into()) as u32;
        self.after(
            "shift_left",
            Counts::additions(1),
            &[x],
            |state, l| state.shift_left(x[l], bits),
            |x| format!("shift-left {} {bits}", x[0]),
        )
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        let x = self.cells();
        let bits = self.run.faulty_constant(bits.into()) as u32;
        self.after(
            "shift_right",
            Counts::additions(1),
            &[x],
            |state, l| state.shift_right(x[l], bits),
            |x| format!("shift-right {} {bits}", x[0]),
        )
    }

    #[inline(never)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        let (x, y) = (self.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.multiply_high_rounding(x[l], y[l]);
        self.after("multiply_high_rounding", Counts::multiplications(1), &[x, y], lane, |x| {
            format!("multiply-high {} {}", x[0], x[1])
        })
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        let (q, constant) = (M::Q.into(), [constant.value, constant.quotient].map(i64::from));
        self.barrett(
            "barrett_multiply",
            Counts::BARRETT_MULTIPLY,
            q,
            |_| constant,
            |x| format!("barrett {q} {} {} {}", x[0], constant[0], constant[1]),
        )
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        let [low, high] = [low, high].map(|constant| [constant.value, constant.quotient].map(i64::from));
        let (q, half) = (M::Q.into(), P::LANES / 2);
        let constant = |lane| if lane < half { low } else { high };
        self.barrett("barrett_multiply_halves", Counts::BARRETT_MULTIPLY, q, constant, |x| {
            format!("barrett-halves {q} {} {} {} {} {}", x[0], low[0], low[1], high[0], high[1])
        })
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let (q, quotient) = (M::Q.into(), M::ONE.quotient.into());
        self.barrett(
            "barrett_reduce",
            Counts::BARRETT_REDUCE,
            q,
            |_| [1, quotient],
            |x| format!("barrett {q} {} 1 {quotient}", x[0]),
        )
    }

    #[inline(never)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        let (q, quotient) = (M::Q.into(), M::COARSE_ONE.quotient.into());
        let counts = Counts::barrett_reduce_coarsely::<P>();
        self.barrett(
            "barrett_reduce_coarsely",
            counts,
            q,
            |_| [1, quotient],
            |x| format!("barrett {q} {} 1 {quotient}", x[0]),
        )
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        let (x, q) = (self.cells(), M::Q.into());
        // Two comparisons, two selections of q, a subtraction and an addition.
        self.after(
            "centre",
            Counts::additions(6),
            &[x],
            |state, l| state.centre(q, x[l]),
            |x| format!("centre {q} {}", x[0]),
        )
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        let (q, form) = (M::Q.into(), P::inner_product(N));
        let pairs: Vec<_> = terms.iter().zip(constants).filter_map(|(x, c)| Some((x.as_ref()?.cells(), *c))).collect();
        let counts = Counts::inner_product::<P>(pairs.len() as u32, N);
        let operands: Vec<_> = pairs.iter().map(|(x, _)| *x).collect();
        let changed = |number: i16| first.run.faulty_constant(number.into());
        let lane = |state: &mut State, l: usize| match form {
            InnerProduct::DeferredQuotients => {
                let term = |(x, c): &(&[Cell], Constant<M>)| (x[l], [changed(c.value), changed(c.quotient)]);
                state.barrett(state.word, q, &pairs.iter().map(term).collect::<Vec<_>>())
            }
            InnerProduct::MontgomerySum => {
                let term = |(x, c): &(&[Cell], Constant<M>)| (x[l], changed(c.montgomery));
                state.montgomery_by_constants(q, &pairs.iter().map(term).collect::<Vec<_>>())
            }
        };
        first.after("inner_product", counts, &operands, lane, |x| match form {
            InnerProduct::DeferredQuotients => {
                let term = |(&x, (_, c)): (&u32, &(_, Constant<M>))| [x.into(), c.value.into(), c.quotient.into()];
                format!("inner-barrett {q}{}", Tuples::<i64, 3>(&x.iter().zip(&pairs).map(term).collect::<Vec<_>>()))
            }
            InnerProduct::MontgomerySum => {
                let term = |(&x, (_, c)): (&u32, &(_, Constant<M>))| [x.into(), c.montgomery.into()];
                format!("inner-montgomery {q}{}", Tuples::<i64, 2>(&x.iter().zip(&pairs).map(term).collect::<Vec<_>>()))
            }
        })
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        let (x, q) = (self.cells(), M::Q.into());
        let operands = [x, values.cells(), quotients.cells()];
        let lane = |state: &mut State, l: usize| {
            let [value, quotient] = [operands[1][l], operands[2][l]].map(|cell| state.interval(cell));
            let constant = Constant::<M>::new(value.low);
            let is_constant = [value, quotient]
                == [constant.value, constant.quotient].map(|number| super::Interval::single(number.into()));
            if is_constant {
                state.barrett_by_any(q, x[l], [value.low, quotient.low])
            } else {
                // The lemma is about constants with their own quotients.
                state.barrett_by_lanes(q, x[l], [operands[1][l], operands[2][l]])
            }
        };
        self.after("barrett_multiply_lanes", Counts::BARRETT_MULTIPLY, &operands, lane, |x| {
            format!("barrett-lanes {q} {} {} {}", x[0], x[1], x[2])
        })
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        let q = M::Q.into();
        let counts = Counts::lane_products::<P>(pairs.iter().flatten().count() as u32);
        let operands: Vec<_> = pairs.iter().flatten().flat_map(|(x, y)| [x.cells(), y.cells()]).collect();
        let lane = |state: &mut State, l: usize| {
            let terms = operands.as_chunks::<2>().0.iter().map(|[x, y]| (x[l], y[l]));
            state.montgomery_of_products(state.word, q, 0, terms)
        };
        first.after("lane_products", counts, &operands, lane, |x| {
            format!("products {q}{}", Tuples(x.as_chunks::<2>().0))
        })
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        let (x, half) = (self.cells(), P::LANES / 2);
        let counts = Counts { permutations: 1, additions: 2, ..Counts::NONE };
        let lane = |state: &mut State, l: usize| {
            let (low, high) = (x[l % half], x[l % half + half]);
            state.add(state.word, low, high, if l < half { 1 } else { -1 })
        };
        self.after("half_butterfly", counts, &[x], lane, |x| format!("half-butterfly {}", x[0]))
    }

    #[inline(never)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        let (m, x, y) = (mask.cells(), chosen.cells(), other.cells());
        let lane = |state: &mut State, l: usize| state.select(m[l], x[l], y[l]);
        mask.after("select", Counts::additions(1), &[m, x, y], lane, |x| format!("select {} {} {}", x[0], x[1], x[2]))
    }

    #[inline(never)]
    fn recombine<M: Modulus, N: Modulus, T: Modulus>(self, second: Self, integers: IntegerProduct) -> Self {
        if self.run.is_recorded() {
            let quotient = (second - self).barrett_multiply(Constant::<N>::new(inverse(M::Q.into(), N::Q.into())));
            return self.barrett_multiply_add(quotient, Constant::<T>::new(M::Q.into()));
        }
        let (p, other, t) = (M::Q.into(), N::Q.into(), T::Q.into());
        let inverse = Constant::<N>::new(inverse(p, other));
        let factor = Constant::<T>::new(p);
        let constants = [[inverse.value, inverse.quotient], [factor.value, factor.quotient]];
        let constants = constants.map(|constant| constant.map(|number| self.run.faulty_constant(number.into())));
        // A subtraction, a Barrett product, and one that is added.
        self.run.count(Counts::BARRETT_MULTIPLY * 2 + Counts::additions(2));
        let mut result = self.cells;
        let residues = [self.cells(), second.cells()];
        self.run.recombine([p, other, t], constants, residues, integers, result.as_mut());
        self.run.end(result.as_mut(), &residues, |_| String::new());
        self.like(result)
    }
}
