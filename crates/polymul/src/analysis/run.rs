//! A run of a multiplier on lanes that are known instead of computed.
//!
//! The token [`Lanes`](super::lanes::Lanes) of a run has the form of a backend, and follows the
//! same path through a kernel as the backend. No branch and no index depends on a coefficient, so
//! one run covers all operands. The operations of its vectors are methods of [`Run`] without type
//! parameters, so that kernels compile to calls.

use core::cell::{Cell as Shared, RefCell};
use core::fmt::{self, Display};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::account::{Accounts, Counter};
use super::arithmetic::{Arithmetic, Known};
use super::cell::Cell;
use super::count::Counts;
use super::fault::{Effect, Fault, Kind};
use super::integers::Integers;
use super::interval::Interval;
use super::state::{Cause, Overflow, State};

/// A run: the lanes so far, and the counts of operations.
///
/// ```
/// use vectru_polymul::analysis::{Lanes, Run};
/// use vectru_polymul::dispatch::Backend;
/// use vectru_polymul::simd::Simd;
///
/// let run = Run::bounds();
/// let form = Backend::Neon.form();
/// let simd = Lanes::new(&run, &form);
/// let cells = run.bounded(20_000, 8);
/// let _ = simd.load(&cells) + simd.load(&cells);
/// assert_eq!(run.overflow().expect("the sum wraps").high, 40_000);
/// ```
#[derive(Debug)]
pub struct Run {
    pub(super) state: RefCell<State>,
    pub(super) integers: RefCell<Integers>,
    counter: Counter,
    /// The lanes of all vectors.
    vectors: RefCell<Vec<Cell>>,
    buffers: Shared<usize>,
    steps: Shared<usize>,
    fault: Option<Fault>,
    effect: Shared<Effect>,
    faulty: RefCell<Faulty>,
}

impl Run {
    /// Returns a run that knows only intervals, and counts operations.
    pub fn bounds() -> Self {
        Self::with_points(Arithmetic::Words, 0, 0)
    }

    /// Returns a run that knows its lanes by residues at `points` points and, in addition, at
    /// `witnesses` witnesses.
    pub(crate) fn with_points(arithmetic: Arithmetic, points: usize, witnesses: usize) -> Self {
        Self {
            state: RefCell::new(State::new(arithmetic, points, witnesses)),
            integers: RefCell::default(),
            counter: Counter::new(),
            vectors: RefCell::default(),
            buffers: Shared::new(0),
            steps: Shared::new(0),
            fault: None,
            effect: Shared::new(Effect::Nothing),
            faulty: RefCell::default(),
        }
    }

    /// Plants a fault.
    pub(crate) fn plant(&mut self, fault: Option<Fault>) {
        self.fault = fault;
        self.steps.set(0);
    }

    /// Returns the effect of the planted fault.
    pub(crate) fn effect(&self) -> Effect {
        self.effect.get()
    }

    /// Returns the operation with the planted fault.
    pub(crate) fn faulty(&self) -> Faulty {
        self.faulty.borrow().clone()
    }

    /// Returns the number of operations so far.
    pub(crate) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Returns `length` coefficients, each of which stands for all integers of magnitude at most
    /// `bound`.
    pub fn bounded(&self, bound: i64, length: usize) -> Vec<Cell> {
        let mut state = self.state.borrow_mut();
        let (points, witnesses) = (state.points - state.witnesses, state.witnesses);
        let (residues, values) = (alloc::vec![0; points], alloc::vec![0; witnesses]);
        (0..length).map(|_| state.input(Interval::symmetric(bound), [0; 2], &residues, &values)).collect()
    }

    /// Returns the interval of a coefficient.
    pub fn interval(&self, cell: Cell) -> Interval {
        self.state.borrow().interval(cell)
    }

    /// Returns the largest magnitude of the coefficients.
    pub fn magnitude(&self, cells: &[Cell]) -> i64 {
        cells.iter().map(|&cell| self.interval(cell).magnitude()).max().unwrap_or(0)
    }

    /// Returns the first operation whose result could leave its range, even if no result depends on
    /// it.
    pub fn overflow(&self) -> Option<Overflow> {
        self.state.borrow().overflow
    }

    /// Returns the largest magnitude of a 16-bit lane.
    pub fn largest_lane(&self) -> i64 {
        self.state.borrow().largest_lane
    }

    /// Returns the largest magnitude of a 32-bit sum of products.
    pub fn largest_sum(&self) -> i64 {
        self.state.borrow().largest_sum
    }

    /// Returns the counts of all operations.
    pub fn counts(&self) -> Counts {
        self.counter.counts()
    }

    /// Returns the counts, map by map.
    pub fn accounts(&self) -> Accounts {
        self.counter.accounts()
    }

    /// Returns the coefficients of an operand, of magnitude at most `bound` and of the given
    /// `degrees` in the left and in the right operands, followed by zeros up to `length`. Each
    /// coefficient has residues at the points and values on the witnesses.
    pub(crate) fn proved_operand(
        &self,
        bound: i64,
        degrees: [u8; 2],
        coefficients: &[(Vec<u32>, Vec<i64>)],
        length: usize,
    ) -> Vec<Cell> {
        let mut state = self.state.borrow_mut();
        let interval = Interval::symmetric(bound);
        let input = |(residues, values): &(Vec<u32>, Vec<i64>)| state.input(interval, degrees, residues, values);
        let mut cells: Vec<_> = coefficients.iter().map(input).collect();
        cells.resize(length, Cell::ZERO);
        cells
    }

    /// Sets the pairs of operands whose products over the integers kernels may name.
    pub(crate) fn name_operands(&self, pairs: Vec<(Vec<Cell>, Vec<Cell>)>) {
        self.integers.borrow_mut().set(pairs);
    }

    /// Merges results of one computation on lanes of several forms: the hull of their intervals,
    /// with their common polynomials.
    ///
    /// # Errors
    ///
    /// Returns the first index that was never written, or where the polynomials differ.
    pub(crate) fn merged(&self, results: &[Vec<Cell>]) -> Result<Vec<Cell>, (usize, String)> {
        let length = results.iter().map(Vec::len).max().unwrap_or(0);
        let place = |place: usize| {
            let cells: Option<Vec<_>> = results.iter().map(|result| result.get(place).copied()).collect();
            let cells = cells.ok_or_else(|| (place, "forms have operands of different lengths".into()))?;
            if let Some(&unwritten) = cells.iter().find(|&&cell| self.state.borrow().is_unwritten(cell)) {
                return Err((place, self.reason(unwritten)));
            }
            let merged = self.state.borrow_mut().merge(&cells);
            merged.ok_or_else(|| (place, "forms have different polynomials".into()))
        };
        (0..length).map(place).collect()
    }

    /// Checks the products over the integers that kernels have named. `primes` are the moduli of
    /// the other runs, besides the run modulo q.
    ///
    /// # Errors
    ///
    /// Returns the reason why the residues of one of them do not determine it.
    pub(crate) fn check_integers(&self, q: i64, primes: &[u32]) -> Result<(), String> {
        let integers = self.integers.borrow();
        if let Some(operation) = integers.wrong {
            return Err(format!("{operation}: they are not those of the integer that is named"));
        }
        let is_proved = |&prime: &i64| prime == q || primes.iter().any(|&other| i64::from(other) == prime);
        match integers.primes().iter().find(|&prime| !is_proved(prime)) {
            Some(prime) => Err(format!("residues modulo {prime}, which the recipe lacks, are taken for integers")),
            None if integers.primes().is_empty() && !primes.is_empty() => {
                Err("no product over the integers was named".into())
            }
            None => Ok(()),
        }
    }

    /// Checks that a lane is known modulo q, and that its polynomial has the residues `expected`.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is not.
    pub(crate) fn is_congruent(&self, cell: Cell, q: i64, expected: &[u32]) -> Result<(), String> {
        let state = self.state.borrow();
        let (facts, needed) = (state.facts(cell), state.arithmetic.after_reduction(state.arithmetic.everything(), q));
        if facts.known < needed {
            return Err(self.reason(cell));
        }
        let residues = state.residues(cell);
        let differs = residues.iter().zip(expected).any(|(&a, &b)| !state.arithmetic.agrees(needed, a, b.into()));
        if differs || residues.len() != expected.len() { Err("it is not that of the product".into()) } else { Ok(()) }
    }

    /// Returns an explanation why a lane is not known.
    fn reason(&self, cell: Cell) -> String {
        let state = self.state.borrow();
        let facts = state.facts(cell);
        match (facts.cause as usize).checked_sub(1) {
            Some(index) => format!("not known: {}", Reason(state.causes[index])),
            None => format!("known modulo 2^{} alone", facts.known),
        }
    }

    pub(super) fn enter(&self, map: &'static str, lanes: usize) {
        self.counter.enter(map, lanes);
        self.state.borrow_mut().map = map;
    }

    pub(super) fn count(&self, counts: Counts) {
        self.counter.add(counts);
    }

    /// Fills a buffer with unwritten memory. Each coefficient knows its buffer and index.
    pub(super) fn fill_unwritten(&self, bits: u32, cells: &mut [Cell]) {
        self.buffers.set(self.buffers.get() + 1);
        let mut state = self.state.borrow_mut();
        for (index, cell) in cells.iter_mut().enumerate() {
            *cell = state.unwritten(bits, self.buffers.get(), index);
        }
    }

    /// Returns `length` coefficients of unwritten memory.
    pub(crate) fn unwritten(&self, length: usize) -> Vec<Cell> {
        let mut cells = alloc::vec![Cell::ZERO; length];
        self.fill_unwritten(16, &mut cells);
        cells
    }

    /// Returns `constant`, unless the fault that is planted in this operation changes it.
    pub(super) fn faulty_constant(&self, constant: i64) -> i64 {
        let planted = self.fault.is_some_and(|fault| fault.step == self.steps.get() && fault.kind == Kind::Constant);
        if planted {
            self.effect.set(Effect::Polynomials);
        }
        constant + i64::from(planted)
    }

    /// Writes the number 0 to memory. It is not counted as an operation on vectors, but a fault may
    /// leave it out.
    pub(super) fn clear(&self, target: &mut [Cell]) {
        if !target.is_empty() {
            let before = target.to_vec();
            target.fill(Cell::ZERO);
            self.end(target, &[&before]);
        }
    }

    /// Ends an operation: plants a fault in its result if there is one here.
    pub(super) fn end(&self, result: &mut [Cell], operands: &[&[Cell]]) {
        if let Some(fault) = self.fault.filter(|fault| fault.step == self.steps.get()) {
            let mut state = self.state.borrow_mut();
            let effect = fault.change(&mut state, result, operands.first().copied());
            self.effect.set(effect.max(self.effect.get()));
            let polynomial = |&cell: &Cell| (state.facts(cell).known, state.residues(cell).to_vec());
            let polynomials = result.iter().map(polynomial).collect();
            *self.faulty.borrow_mut() = Faulty { operation: state.operation, map: state.map, polynomials };
        }
        self.steps.set(self.steps.get() + 1);
    }

    /// Keeps the lanes of a vector.
    pub(super) fn keep(&self, cells: impl IntoIterator<Item = Cell>) -> Vector {
        let mut vectors = self.vectors.borrow_mut();
        let first = vectors.len();
        vectors.extend(cells);
        Vector(first)
    }

    /// Returns the lanes of a vector.
    pub(super) fn vector(&self, Vector(first): Vector, lanes: usize) -> Vec<Cell> {
        self.vectors.borrow()[first..][..lanes].to_vec()
    }

    /// Computes an operation whose result has `lanes` lanes.
    pub(super) fn computed(
        &self,
        name: &'static str,
        lanes: usize,
        operands: &[&[Cell]],
        lane: impl FnMut(&mut State, usize) -> Cell,
    ) -> Vec<Cell> {
        let mut result = alloc::vec![Cell::ZERO; lanes];
        self.each(name, &mut result, lane);
        self.end(&mut result, operands);
        result
    }

    /// Computes each lane of a result.
    pub(super) fn each(
        &self,
        name: &'static str,
        result: &mut [Cell],
        mut lane: impl FnMut(&mut State, usize) -> Cell,
    ) {
        let mut state = self.state.borrow_mut();
        state.operation = name;
        for (index, cell) in result.iter_mut().enumerate() {
            *cell = lane(&mut state, index);
        }
    }
}

/// A vector: the index of its first lane among the lanes of all vectors of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector(usize);

/// An operation with a planted fault, and its lanes with the fault: the extent to which each is
/// known, and its residues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faulty {
    pub(crate) operation: &'static str,
    pub(crate) map: &'static str,
    polynomials: Vec<(Known, Vec<u32>)>,
}

/// A cause, to be displayed.
struct Reason(Cause);

impl Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Cause::Operation { name, map, low, high } => {
                write!(formatter, "{name} in {map:?}, whose result is in {low}..{high}, loses it")
            }
            Cause::Memory { buffer, index, map } => {
                write!(formatter, "nothing was written to coefficient {index} of buffer {buffer}, made in {map:?}")
            }
        }
    }
}
