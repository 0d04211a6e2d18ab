//! The lanes of a run, and the rules by which operations make lanes of other lanes.
//!
//! A [`Lane`] states two facts about an integer v, for all operands of the domain: v is in an
//! interval, and v is congruent to a polynomial F in the coefficients of the operands, of degree at
//! most 1 in the coefficients of the left operands and at most 1 in the coefficients of the right
//! operands. The run's [`Arithmetic`] has the integers modulo which F may be known; the lane says
//! to which extent it is. F is stored by its residues at points.
//!
//! | operation | interval | F | known |
//! | --- | --- | --- | --- |
//! | sum of products by constants | sum of the products | the same sum | as the least known term |
//! | sum of products | sum of the products | the same sum, of degrees that add up | as the least known factor |
//! | wrap to w bits | unchanged if it fits; else all words of w bits | F | unchanged if it fits; else k bits become min(k, w), and a prime is lost |
//! | Barrett product by c modulo q | [`barrett_bound`](crate::modular::barrett_bound), then a wrap | c F | the part in common with q |
//! | Barrett reduction of a word modulo q | (q 2^(k - 1) + \|x\| \|q c' - 2^k\|) / 2^k; all words if x c' could wrap | F | the part in common with q; nothing if x c' could wrap |
//! | Montgomery reduction of a sum modulo q | [`montgomery_bound`](crate::modular::montgomery_bound) | 2^-16 F | the part in common with q |
//! | shift to the right by s | between the shifted ends | F / 2^s | k - s bits if F is a multiple of 2^s at every point; else nothing |
//! | rounding high product | the rounded high products of the ends | | nothing |
//!
//! Each rule is sound on its own: if the facts about its operands hold, so do the facts about its
//! result. The tests of this module try each rule on all operands of words of 8 bits.
//!
//! A few of the points are *witnesses*: operands of the domain, on which the run also computes the
//! value of every lane. Each value has to be in its interval and congruent to its residue. So a
//! rule that fails on real operands stops the run.

#[cfg(not(target_family = "wasm"))]
use core::cell::RefCell;

use alloc::vec;
use alloc::vec::Vec;

use super::arithmetic::{Arithmetic, Known};
use super::cell::Cell;
use super::interval::Interval;

#[cfg(test)]
mod tests;

/// The facts that a run knows of a lane besides its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) known: Known,
    /// The degrees of F in the coefficients of the left and of the right operands.
    pub(super) degrees: [u8; 2],
    /// The number, from 1 on, of the first reason why nothing was known of an operand. A multiple
    /// of the operand keeps it, although it is known to be a multiple.
    pub(super) cause: u32,
}

impl Facts {
    /// Combines the facts of terms of a sum.
    pub(super) fn plus(self, other: Self) -> Self {
        let [a, b] = [self.degrees, other.degrees];
        Self {
            known: self.known.min(other.known),
            degrees: [a[0].max(b[0]), a[1].max(b[1])],
            cause: if self.cause == 0 { other.cause } else { self.cause },
        }
    }

    /// Combines the facts of factors of a product.
    pub(super) fn times(self, other: Self) -> Self {
        let [a, b] = [self.degrees, other.degrees];
        Self { degrees: [a[0] + b[0], a[1] + b[1]], ..self.plus(other) }
    }
}

/// A lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) interval: Interval,
    pub(super) facts: Facts,
}

/// The reason why nothing is known of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The operation loses the knowledge of its operands, or its result may lie in an interval that
    /// does not fit the lane.
    Operation { name: &'static str, map: &'static str, low: i64, high: i64 },
    /// The coefficient of this index in this buffer was never written.
    Memory { buffer: usize, index: usize, map: &'static str },
}

/// An operation whose result could leave its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The operation of the contract.
    pub operation: &'static str,
    /// The map in which it occurs.
    pub map: &'static str,
    /// The least value that the result could have.
    pub low: i64,
    /// The largest value that the result could have.
    pub high: i64,
}

impl core::fmt::Display for Overflow {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { operation, map, low, high } = self;
        write!(formatter, "{operation} in {map:?} could give {low} to {high}")
    }
}

impl core::error::Error for Overflow {}

/// The lanes of a run.
#[derive(Debug)]
pub(super) struct State {
    pub(super) arithmetic: Arithmetic,
    /// The number of bits of a word: 16, or fewer in tests of the rules.
    pub(super) word: u32,
    /// The number of witnesses, which are the first of the points.
    pub(super) witnesses: usize,
    pub(super) points: usize,
    pub(super) lanes: Vec<Lane>,
    /// The numbers of all lanes: the residues of a lane at the points, then its values on the
    /// witnesses.
    numbers: Vec<u32>,
    sums: Vec<u64>,
    pub(super) causes: Vec<Cause>,
    pub(super) overflow: Option<Overflow>,
    /// The number of operations whose result could leave its range.
    pub(super) overflows: usize,
    pub(super) largest_lane: i64,
    pub(super) largest_sum: i64,
    pub(super) map: &'static str,
    /// The operation that is being computed.
    pub(super) operation: &'static str,
}

/// The values of lanes on a witness.
pub(super) struct Values<'a> {
    numbers: &'a [u32],
    stride: usize,
    offset: usize,
}

impl Values<'_> {
    pub(super) fn of(&self, cell: Cell) -> i64 {
        (self.numbers[cell.index() * self.stride + self.offset] as i32).into()
    }
}

#[cfg(not(target_family = "wasm"))]
std::thread_local! {
    /// The memory of the last run that ended: hundreds of megabytes, which the system would have to
    /// clear again for each run. In WebAssembly the program keeps its memory anyway.
    static SPARE: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

#[cfg(not(target_family = "wasm"))]
impl Drop for State {
    fn drop(&mut self) {
        // A failure means that the thread ends, so that there is no next run.
        let _ = SPARE.try_with(|spare| spare.replace(core::mem::take(&mut self.numbers)));
    }
}

/// Returns memory for the numbers of a run, initially empty.
#[cfg(not(target_family = "wasm"))]
fn spare() -> Vec<u32> {
    SPARE.take()
}

/// Returns memory for the numbers of a run, initially empty.
#[cfg(target_family = "wasm")]
const fn spare() -> Vec<u32> {
    Vec::new()
}

impl State {
    pub(super) fn new(arithmetic: Arithmetic, points: usize, witnesses: usize) -> Self {
        let mut state = Self {
            arithmetic,
            word: 16,
            witnesses,
            points: points + witnesses,
            lanes: Vec::new(),
            numbers: spare(),
            sums: vec![0; points + witnesses],
            causes: Vec::new(),
            overflow: None,
            overflows: 0,
            largest_lane: 0,
            largest_sum: 0,
            map: "",
            operation: "",
        };
        state.restart();
        state
    }

    /// Forgets all lanes except the number 0 and unwritten memory.
    pub(super) fn restart(&mut self) {
        self.lanes.clear();
        self.numbers.clear();
        self.causes.clear();
        self.constant(0);
        for bits in [16, 32] {
            self.unwritten(bits, 0, 0);
        }
    }

    fn stride(&self) -> usize {
        self.points + self.witnesses
    }

    /// Adds a lane whose residues and values are zero.
    fn push(&mut self, lane: Lane) -> Cell {
        self.numbers.resize(self.numbers.len() + self.stride(), 0);
        self.lanes.push(lane);
        Cell(self.lanes.len() as u32 - 1)
    }

    pub(super) fn interval(&self, cell: Cell) -> Interval {
        self.lanes[cell.index()].interval
    }

    pub(super) fn facts(&self, cell: Cell) -> Facts {
        self.lanes[cell.index()].facts
    }

    /// Returns the residues of a lane at the points.
    pub(super) fn residues(&self, cell: Cell) -> &[u32] {
        &self.numbers[cell.index() * self.stride()..][..self.points]
    }

    fn residues_mut(&mut self, cell: Cell) -> &mut [u32] {
        let (start, points) = (cell.index() * self.stride(), self.points);
        &mut self.numbers[start..][..points]
    }

    pub(super) fn values(&self, witness: usize) -> Values<'_> {
        Values { numbers: &self.numbers, stride: self.stride(), offset: self.points + witness }
    }

    /// Adds a lane of an operand: arbitrary residues, and values on the witnesses.
    pub(super) fn input(&mut self, interval: Interval, degrees: [u8; 2], residues: &[u32], values: &[i64]) -> Cell {
        let facts = Facts { known: self.arithmetic.everything(), degrees, cause: 0 };
        let cell = self.push(Lane { interval, facts });
        let witnesses = values.len();
        for (witness, &value) in values.iter().enumerate() {
            self.residues_mut(cell)[witness] = self.arithmetic.residue(value);
        }
        self.residues_mut(cell)[witnesses..].copy_from_slice(residues);
        self.meaning(cell, |_, witness| values[witness]);
        cell
    }

    /// Adds a lane with this number.
    pub(super) fn constant(&mut self, number: i64) -> Cell {
        let facts = Facts { known: self.arithmetic.everything(), degrees: [0; 2], cause: 0 };
        let cell = self.push(Lane { interval: Interval::single(number), facts });
        let residue = self.arithmetic.residue(number);
        self.residues_mut(cell).fill(residue);
        self.meaning(cell, |_, _| number);
        cell
    }

    /// Adds a lane of unwritten memory.
    pub(super) fn unwritten(&mut self, bits: u32, buffer: usize, index: usize) -> Cell {
        self.causes.push(Cause::Memory { buffer, index, map: self.map });
        let facts = Facts { known: 0, degrees: [0; 2], cause: self.causes.len() as u32 };
        let cell = self.push(Lane { interval: Interval::word(bits), facts });
        self.meaning(cell, |_, _| wrap(bits, 0x5a5a));
        cell
    }

    /// Adds a lane that replaces `cell`, for a fault: any number of its interval, and a random
    /// polynomial of its degrees.
    pub(super) fn any(&mut self, cell: Cell) -> Cell {
        let (degrees, seed) = (self.facts(cell).degrees, self.lanes.len() as u64);
        let number = |index: usize| {
            let mixed = (seed << 16 | index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
        };
        let interval = self.interval(cell);
        let within = |witness| interval.low + number(witness) as i64 % (interval.high - interval.low + 1);
        let values: Vec<_> = (0..self.witnesses).map(within).collect();
        let residues: Vec<_> =
            (self.witnesses..self.points).map(|point| self.arithmetic.residue(number(point) as i64)).collect();
        self.input(interval, degrees, &residues, &values)
    }

    /// Notes that the result of the operation may not fit its word.
    fn leaves(&mut self, Interval { low, high }: Interval) {
        self.overflow.get_or_insert(Overflow { operation: self.operation, map: self.map, low, high });
        self.overflows += 1;
    }

    /// Adds a lane for the result of an operation, which is in `range` before it wraps to `bits`
    /// bits.
    fn result(&mut self, bits: u32, range: Interval, facts: Facts) -> Cell {
        let (mut interval, mut facts) = (range, facts);
        if !range.is_within(Interval::word(bits)) {
            self.leaves(range);
            interval = Interval::word(bits);
            facts.known = self.arithmetic.after_wrapping(facts.known, bits);
        } else if bits == self.word {
            self.largest_lane = self.largest_lane.max(range.magnitude());
        }
        if facts.degrees.iter().any(|&degree| degree > 1) {
            // Residues at points do not determine such a polynomial.
            facts = Facts { known: 0, degrees: [1; 2], cause: facts.cause };
        }
        if facts.known == self.arithmetic.everything() {
            facts.cause = 0;
        } else if facts.known == 0 && facts.cause == 0 {
            let Interval { low, high } = range;
            self.causes.push(Cause::Operation { name: self.operation, map: self.map, low, high });
            facts.cause = self.causes.len() as u32;
        }
        self.push(Lane { interval, facts })
    }

    /// Adds a lane for the result of an operation on operands that the contract excludes: it may be
    /// any word. `operand` is the interval of the excluded operand.
    fn excluded(&mut self, operand: Interval, facts: Facts) -> Cell {
        self.leaves(operand);
        self.result(self.word, Interval::word(self.word), Facts { known: 0, ..facts })
    }

    /// Computes the values of a lane on the witnesses.
    ///
    /// # Panics
    ///
    /// Panics if a value is outside of the lane's interval or not congruent to its residue: the
    /// rule of the operation is then wrong.
    fn meaning(&mut self, cell: Cell, value: impl Fn(&Values<'_>, usize) -> i64) {
        let Lane { interval, facts } = self.lanes[cell.index()];
        for witness in 0..self.witnesses {
            let number = value(&self.values(witness), witness);
            let (residue, name) = (self.residues(cell)[witness], self.operation);
            assert!(Interval::single(number).is_within(interval), "{name}: {number} is not in {interval:?}");
            let agrees = self.arithmetic.agrees(facts.known, residue, number);
            assert!(agrees, "{name}: {number} is not congruent to {residue}, {facts:?}");
            let place = cell.index() * self.stride() + self.points + witness;
            self.numbers[place] = number as i32 as u32;
        }
    }

    /// Sets the residues of the last lane to the sum of `terms` by constants.
    fn set_linear(&mut self, cell: Cell, terms: &[(Cell, i64)]) {
        let (stride, points, arithmetic) = (self.stride(), self.points, self.arithmetic);
        let (old, new) = self.numbers.split_at_mut(cell.index() * stride);
        for &(term, factor) in terms {
            arithmetic.add_scaled(&mut new[..points], &old[term.index() * stride..], arithmetic.residue(factor));
        }
    }

    /// Sets the residues of the last lane to `factor` times the sum of products.
    fn set_bilinear(&mut self, cell: Cell, terms: impl Iterator<Item = (Cell, Cell)>, factor: i64) {
        let (stride, points, arithmetic) = (self.stride(), self.points, self.arithmetic);
        let (old, new) = self.numbers.split_at_mut(cell.index() * stride);
        self.sums.fill(0);
        for (x, y) in terms {
            arithmetic.add_products(&mut self.sums, &old[x.index() * stride..], &old[y.index() * stride..]);
        }
        arithmetic.reduce_sums(&mut new[..points], &self.sums, arithmetic.residue(factor));
    }

    /// Returns the facts of a sum of `terms` by constants.
    fn linear_facts(&self, terms: &[(Cell, i64)]) -> Facts {
        let fact = |&(cell, factor): &(Cell, i64)| {
            let facts = self.facts(cell);
            Facts { known: self.arithmetic.after_scaling(facts.known, factor), ..facts }
        };
        let none = Facts { known: self.arithmetic.everything(), degrees: [0; 2], cause: 0 };
        terms.iter().map(fact).fold(none, Facts::plus)
    }

    /// Returns the facts and the largest magnitude of a sum of products.
    fn bilinear_facts(&self, terms: impl Iterator<Item = (Cell, Cell)>) -> (Facts, i128) {
        let none = Facts { known: self.arithmetic.everything(), degrees: [0; 2], cause: 0 };
        let (mut facts, mut sum) = (none, 0);
        for (x, y) in terms {
            let (x, y) = (self.lanes[x.index()], self.lanes[y.index()]);
            facts = facts.plus(x.facts.times(y.facts));
            sum += i128::from(x.interval.magnitude()) * i128::from(y.interval.magnitude());
        }
        (facts, sum)
    }

    /// Returns the facts that remain after a reduction modulo q.
    pub(super) fn reduced(&self, facts: Facts, q: i64) -> Facts {
        Facts { known: self.arithmetic.after_reduction(facts.known, q), ..facts }
    }

    /// Computes x + y, or x - y for `sign` = -1, in words of `bits` bits.
    pub(super) fn add(&mut self, bits: u32, x: Cell, y: Cell, sign: i64) -> Cell {
        let other = self.interval(y);
        let range = self.interval(x).plus(if sign < 0 { other.negated() } else { other });
        let terms = [(x, 1), (y, sign)];
        let result = self.result(bits, range, self.linear_facts(&terms));
        self.set_linear(result, &terms);
        self.meaning(result, |values, _| wrap(bits, values.of(x) + sign * values.of(y)));
        result
    }

    /// Computes x y, in words of `bits` bits.
    pub(super) fn multiply(&mut self, bits: u32, x: Cell, y: Cell) -> Cell {
        let (facts, _) = self.bilinear_facts([(x, y)].into_iter());
        let range = self.interval(x).times(self.interval(y));
        let result = self.result(bits, range, facts);
        self.set_bilinear(result, [(x, y)].into_iter(), 1);
        self.meaning(result, |values, _| wrap(bits, values.of(x) * values.of(y)));
        result
    }

    /// Computes 2^bits x, in words. Backends differ if `bits` is not less than the bits of a word.
    pub(super) fn shift_left(&mut self, x: Cell, bits: u32) -> Cell {
        if bits >= self.word {
            return self.excluded(self.interval(x), self.facts(x));
        }
        let terms = [(x, 1 << bits)];
        let range = self.interval(x).times(Interval::single(1 << bits));
        let result = self.result(self.word, range, self.linear_facts(&terms));
        self.set_linear(result, &terms);
        let word = self.word;
        self.meaning(result, |values, _| wrap(word, values.of(x) << bits));
        result
    }

    /// Computes floor(x / 2^bits), in words of `width` bits. Backends differ if `bits` is not less
    /// than `width`.
    pub(super) fn shift_right(&mut self, width: u32, x: Cell, bits: u32) -> Cell {
        if bits >= width {
            return self.excluded(self.interval(x), self.facts(x));
        }
        let Interval { low, high } = self.interval(x);
        let mut facts = self.facts(x);
        let multiple = self.residues(x).iter().all(|residue| residue % (1 << bits) == 0);
        facts.known = match self.arithmetic {
            Arithmetic::Words if multiple => facts.known.saturating_sub(bits as Known),
            _ => 0,
        };
        let result = self.result(width, Interval { low: low >> bits, high: high >> bits }, facts);
        for point in 0..self.points {
            let residue = self.residues(x)[point] >> bits;
            self.residues_mut(result)[point] = residue;
        }
        self.meaning(result, |values, _| values.of(x) >> bits);
        result
    }

    /// Computes the rounding high product of x and y, words of `word` bits. Backends differ if both
    /// are the least word.
    pub(super) fn multiply_high_rounding(&mut self, word: u32, x: Cell, y: Cell) -> Cell {
        let (a, b) = (self.interval(x), self.interval(y));
        let least = Interval::word(word).low;
        let high = |product: i64| (product + (1 << (word - 2))) >> (word - 1);
        let product = a.times(b);
        let mut range = Interval { low: high(product.low), high: high(product.high) };
        if a.low > least || b.low > least {
            // Only the excluded pair has a product that rounds to 2^(word - 1).
            range.high = range.high.min(Interval::word(word).high);
        }
        let facts = Facts { known: 0, ..self.facts(x).times(self.facts(y)) };
        let result = self.result(word, range, facts);
        self.meaning(result, |values, _| wrap(word, high(values.of(x) * values.of(y))));
        result
    }

    /// Computes the sum of Barrett products by constants c with quotients c', in words of `bits`
    /// bits.
    pub(super) fn barrett(&mut self, bits: u32, q: i64, terms: &[(Cell, [i64; 2])]) -> Cell {
        let range = |&(x, [c, quotient]): &(Cell, [i64; 2])| {
            let error = i128::from(q) * i128::from(quotient) - (i128::from(c) << (bits - 1));
            if error == 0 {
                // x c - q floor(x c / q + 1/2), as for powers of two
                return Interval { low: -(q / 2), high: (q - 1) / 2 };
            }
            let sum = (i128::from(q) << (bits - 2)) + i128::from(self.interval(x).magnitude()) * error.abs();
            Interval::symmetric((sum >> (bits - 1)) as i64)
        };
        let range = terms.iter().map(range).fold(Interval::ZERO, Interval::plus);
        let linear: Vec<_> = terms.iter().map(|&(x, [c, _])| (x, c)).collect();
        let result = self.result(bits, range, self.reduced(self.linear_facts(&linear), q));
        self.set_linear(result, &linear);
        self.meaning(result, |values, _| {
            let product = |&(x, [c, quotient]): &(Cell, [i64; 2])| {
                let x = values.of(x);
                x * c - q * ((x * quotient + (1 << (bits - 2))) >> (bits - 1))
            };
            wrap(bits, terms.iter().map(product).sum())
        });
        result
    }

    /// Computes the Barrett product by a constant with its own quotient, within the bound for all
    /// constants.
    pub(super) fn barrett_by_any(&mut self, q: i64, x: Cell, constant: [i64; 2]) -> Cell {
        // |q c' - 2^(bits - 1) c| <= q / 2
        let rounded = (2 * (constant[0] << (self.word - 1)) + q).div_euclid(2 * q);
        debug_assert_eq!(rounded, constant[1]);
        let magnitude = self.interval(x).magnitude();
        let range = Interval::symmetric(((q << (self.word - 1)) + magnitude * q) >> self.word);
        let terms = [(x, constant[0])];
        let result = self.result(self.word, range, self.reduced(self.linear_facts(&terms), q));
        self.set_linear(result, &terms);
        let (word, [c, quotient]) = (self.word, constant);
        self.meaning(result, |values, _| {
            let x = values.of(x);
            wrap(word, x * c - q * ((x * quotient + (1 << (word - 2))) >> (word - 1)))
        });
        result
    }

    /// Computes the Barrett product of x by c with a quotient that need not belong to c, in words of
    /// `bits` bits. Both are lanes.
    pub(super) fn barrett_by_lanes(&mut self, bits: u32, q: i64, x: Cell, [c, quotient]: [Cell; 2]) -> Cell {
        let (product, high, q) =
            (self.multiply(bits, x, c), self.multiply_high_rounding(bits, x, quotient), self.constant(q));
        let multiple = self.multiply(bits, high, q);
        self.add(bits, product, multiple, -1)
    }

    /// Computes the Barrett reduction of x by the reciprocal c' = round(2^k / q), in words of twice
    /// the bits: x - q floor((x c' + 2^(k - 1)) / 2^k). A product that leaves its word is excluded.
    #[cfg(any(test, feature = "literature", vectru_registers))]
    pub(super) fn barrett_word(&mut self, q: i64, x: Cell, [reciprocal, bits]: [i64; 2]) -> Cell {
        let (word, half, magnitude) = (2 * self.word, 1 << (bits - 1), self.interval(x).magnitude());
        let facts = self.reduced(self.linear_facts(&[(x, 1)]), q);
        let product = magnitude * reciprocal + half;
        let result = if product > Interval::word(word).high {
            self.leaves(Interval::symmetric(product));
            self.result(word, Interval::word(word), Facts { known: 0, ..facts })
        } else {
            // r = x - q ((x c' + 2^(k - 1)) / 2^k - e) with 0 <= e < 1, so that
            // 2^k |r| <= 2^(k - 1) q + |x| |q c' - 2^k|.
            let bound = half * q + magnitude * (q * reciprocal - (1 << bits)).abs();
            self.result(word, Interval::symmetric(bound >> bits), facts)
        };
        self.set_linear(result, &[(x, 1)]);
        self.meaning(result, |values, _| {
            let x = values.of(x);
            wrap(word, x - q * (wrap(word, x * reciprocal + half) >> bits))
        });
        result
    }

    /// Returns the range of the Montgomery reduction of a sum of this magnitude to words of `bits`
    /// bits.
    fn montgomery_range(&mut self, bits: u32, q: i64, sum: i128) -> (Interval, bool) {
        let fits = sum < 1 << (2 * bits - 1);
        if bits == self.word {
            self.largest_sum = self.largest_sum.max(sum as i64);
        }
        if !fits {
            let bound = sum.min(i64::MAX.into()) as i64;
            self.leaves(Interval::symmetric(bound));
            return (Interval::word(bits), false);
        }
        (Interval::symmetric(((sum + (i128::from(q) << (bits - 1))) >> bits) as i64), true)
    }

    /// Returns 2^-bits modulo q, for the polynomial of a Montgomery reduction; 0 if the run knows
    /// nothing modulo q.
    fn montgomery_factor(&self, bits: u32, q: i64) -> i64 {
        match self.arithmetic {
            Arithmetic::Prime(p) if i64::from(p) == q => {
                crate::modular::inverse(crate::modular::power(2, bits.into(), q), q)
            }
            _ => 0,
        }
    }

    /// Computes the Montgomery reduction of the sum of x C.
    pub(super) fn montgomery_by_constants(&mut self, q: i64, terms: &[(Cell, i64)]) -> Cell {
        let magnitude = |&(x, c): &(Cell, i64)| i128::from(self.interval(x).magnitude()) * i128::from(c.abs());
        let sum = terms.iter().map(magnitude).sum();
        let (bits, factor) = (self.word, self.montgomery_factor(self.word, q));
        let (range, fits) = self.montgomery_range(bits, q, sum);
        let mut facts = self.linear_facts(terms);
        facts.known = if fits && factor != 0 { facts.known } else { 0 };
        let result = self.result(bits, range, facts);
        let scaled: Vec<_> = terms.iter().map(|&(x, c)| (x, c * factor % q)).collect();
        self.set_linear(result, &scaled);
        self.meaning(result, |values, _| {
            montgomery(bits, q, terms.iter().map(|&(x, c)| i128::from(values.of(x) * c)).sum())
        });
        result
    }

    /// Computes the Montgomery reduction of the sum of x y to words of `bits` bits. A backend may
    /// add up `summands` of the factors x, and of the factors y, in words.
    pub(super) fn montgomery_of_products(
        &mut self,
        bits: u32,
        q: i64,
        summands: i64,
        terms: impl Iterator<Item = (Cell, Cell)> + Clone,
    ) -> Cell {
        let (mut facts, sum) = self.bilinear_facts(terms.clone());
        let factor = self.montgomery_factor(bits, q);
        let (range, mut fits) = self.montgomery_range(bits, q, sum);
        if summands > 0 {
            let largest = terms.clone().flat_map(|(x, y)| [x, y]).map(|x| self.interval(x).magnitude()).max();
            let largest = summands * largest.unwrap_or(0);
            if largest > Interval::word(bits).high {
                self.leaves(Interval::symmetric(largest));
                fits = false;
            }
        }
        facts.known = if fits && factor != 0 { facts.known } else { 0 };
        let range = if fits { range } else { Interval::word(bits) };
        let result = self.result(bits, range, facts);
        self.set_bilinear(result, terms.clone(), factor);
        self.meaning(result, |values, _| {
            let product = |(x, y)| i128::from(values.of(x)) * i128::from(values.of(y));
            montgomery(bits, q, terms.clone().map(product).sum())
        });
        result
    }

    /// Computes the sum of x y modulo 2^word.
    pub(super) fn sum_of_products(&mut self, terms: impl Iterator<Item = (Cell, Cell)> + Clone) -> Cell {
        let (facts, sum) = self.bilinear_facts(terms.clone());
        let range = Interval::symmetric(sum.min(i64::MAX.into()) as i64);
        let result = self.result(self.word, range, facts);
        self.set_bilinear(result, terms.clone(), 1);
        let bits = self.word;
        self.meaning(result, |values, _| {
            wrap(bits, terms.clone().fold(0, |sum: i64, (x, y)| sum.wrapping_add(values.of(x) * values.of(y))))
        });
        result
    }

    /// Computes the centred representative of x modulo the odd q, for |x| <= q + (q - 1)/2. For an
    /// even q the result may also be q/2.
    pub(super) fn centre(&mut self, q: i64, x: Cell) -> Cell {
        let (magnitude, half) = (self.interval(x).magnitude(), (q - 1) / 2);
        let facts = if magnitude <= half { self.facts(x) } else { self.reduced(self.facts(x), q) };
        let result = if magnitude > q + half {
            self.excluded(self.interval(x), facts)
        } else {
            self.result(self.word, Interval::symmetric(magnitude.min(q / 2)), facts)
        };
        self.set_linear(result, &[(x, 1)]);
        let word = self.word;
        self.meaning(result, |values, _| {
            let x = values.of(x);
            wrap(word, x - q * i64::from(x > half) + q * i64::from(x < -half))
        });
        result
    }

    /// Computes the number of a word of 16 bits that is congruent to x modulo 2^16.
    #[cfg(any(test, feature = "literature", vectru_registers))]
    pub(super) fn low_word(&mut self, x: Cell) -> Cell {
        let result = self.result(self.word, self.interval(x), self.facts(x));
        self.set_linear(result, &[(x, 1)]);
        let word = self.word;
        self.meaning(result, |values, _| wrap(word, values.of(x)));
        result
    }

    /// Computes the centred representative of x modulo q, a power of two.
    #[cfg(any(test, feature = "literature", vectru_registers))]
    pub(super) fn centre_word(&mut self, q: i64, x: Cell) -> Cell {
        assert!(q > 1 && q & (q - 1) == 0, "the modulus is a power of two");
        let range = Interval { low: -q / 2, high: q / 2 - 1 };
        let result = self.result(self.word, range, self.reduced(self.facts(x), q));
        self.set_linear(result, &[(x, 1)]);
        self.meaning(result, |values, _| crate::modular::centred(values.of(x), q));
        result
    }

    /// Selects x where the constant mask is -1, and y where it is 0. For a mask that may be both,
    /// the result may be either. Backends differ for masks that may be other numbers.
    pub(super) fn select(&mut self, mask: Cell, x: Cell, y: Cell) -> Cell {
        match self.interval(mask) {
            Interval { low: -1, high: -1 } => return x,
            Interval { low: 0, high: 0 } => return y,
            _ => {}
        }
        let mut facts = self.facts(x).plus(self.facts(y));
        if !self.interval(mask).is_within(Interval { low: -1, high: 0 }) {
            return self.excluded(self.interval(mask), facts);
        }
        if self.residues(x) != self.residues(y) {
            facts.known = 0;
        }
        let result = self.result(self.word, self.interval(x).hull(self.interval(y)), facts);
        self.set_linear(result, &[(x, 1)]);
        self.meaning(result, |values, _| (values.of(mask) & values.of(x)) | (!values.of(mask) & values.of(y)));
        result
    }

    /// Returns true if the lane depends on unwritten memory.
    pub(super) fn is_unwritten(&self, cell: Cell) -> bool {
        let cause = (self.facts(cell).cause as usize).checked_sub(1);
        cause.is_some_and(|index| matches!(self.causes[index], Cause::Memory { .. }))
    }

    /// Returns true if `after` is known to the same extent as `before`, and by the same polynomial.
    pub(super) fn keeps(&self, before: Cell, after: Cell) -> bool {
        let known = self.facts(before).known;
        let mut pairs = self.residues(before).iter().zip(self.residues(after));
        known <= self.facts(after).known && pairs.all(|(&a, &b)| self.arithmetic.agrees(known, a, b.into()))
    }

    /// Merges lanes of one value in several forms: returns the hull of their intervals, if they
    /// have the same polynomial.
    pub(super) fn merge(&mut self, cells: &[Cell]) -> Option<Cell> {
        let first = *cells.first()?;
        let facts = cells.iter().map(|&cell| self.facts(cell)).reduce(Facts::plus)?;
        let interval = cells.iter().map(|&cell| self.interval(cell)).reduce(Interval::hull)?;
        let agree = |&cell: &Cell| {
            let pairs = self.residues(first).iter().zip(self.residues(cell));
            pairs.into_iter().all(|(&a, &b)| self.arithmetic.agrees(facts.known, a, b.into()))
        };
        cells.iter().all(agree).then(|| {
            self.operation = "an operand prepared on another shape";
            let result = self.push(Lane { interval, facts });
            self.set_linear(result, &[(first, 1)]);
            self.meaning(result, |values, _| values.of(first));
            result
        })
    }

    /// Adds a lane with the interval and the values of `lane`, but other facts and residues.
    /// Returns `None` if the values on the witnesses are not congruent to these residues.
    pub(super) fn claimed(&mut self, lane: Cell, facts: Facts, residues: &[u32]) -> Option<Cell> {
        let agree = |witness| {
            let value = self.values(witness).of(lane);
            self.arithmetic.agrees(facts.known, residues[witness], value)
        };
        (0..self.witnesses).all(agree).then(|| {
            let result = self.push(Lane { interval: self.interval(lane), facts });
            self.residues_mut(result).copy_from_slice(residues);
            self.meaning(result, |values, _| values.of(lane));
            result
        })
    }
}

/// Returns the signed number of `bits` bits that is congruent to `number`.
pub(super) const fn wrap(bits: u32, number: i64) -> i64 {
    number << (64 - bits) >> (64 - bits)
}

/// Returns the Montgomery reduction of a sum in words of twice `bits` bits.
fn montgomery(bits: u32, q: i64, sum: i128) -> i64 {
    let mut inverse = 1_i64;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2_i64.wrapping_sub(q.wrapping_mul(inverse)));
    }
    let sum = sum << (128 - 2 * bits) >> (128 - 2 * bits);
    let factor = wrap(bits, wrap(bits, sum as i64).wrapping_mul(inverse));
    wrap(bits, ((sum - i128::from(q) * i128::from(factor)) >> bits) as i64)
}
