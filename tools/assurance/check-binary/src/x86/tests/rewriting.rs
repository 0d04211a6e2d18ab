//! Compares what terms are rewritten to with the operations that they stand for.
//!
//! Instructions of the same values are few in sequences at random. Here operations are made at
//! random from few inputs, so that each rule of rewriting is met: the value of the rewritten term
//! has to be that of the operation on the values of its operands. What the operations do is
//! compared with the CPU elsewhere.

use crate::term::{Id, Input, Lane, Operation, Terms, apply, word};
use crate::tests::operands::{Random, lane};
use crate::tests::values::values;

/// The values of the inputs, and the addresses of the regions, in each of these many cases.
const CASES: usize = 4;

/// A lane, its width, its value in each case, and what it was made by.
#[derive(Clone, Copy)]
struct Known {
    lane: Lane,
    bits: u8,
    values: [u64; CASES],
    made: Option<(Operation, [Lane; 2])>,
}

impl Known {
    /// A lane that no operation has made.
    fn new(lane: Lane, bits: u8, values: [u64; CASES]) -> Self {
        Self { lane, bits, values, made: None }
    }

    fn number(number: u64, bits: u8) -> Self {
        Self::new(Lane::Number(number), bits, [number; CASES])
    }
}

/// Terms that were made at random.
struct Pool<'a> {
    random: &'a mut Random,
    terms: Terms,
    known: Vec<Known>,
    inputs: Vec<[u64; CASES]>,
    regions: [[u64; 2]; CASES],
}

impl Pool<'_> {
    /// Adds inputs of a width.
    fn add_inputs(&mut self, bits: u8, count: usize) {
        for _ in 0..count {
            let values = std::array::from_fn(|_| word(lane(self.random, bits.into()), bits));
            let id = self.terms.input(Input::Coefficient(0, 0), self.inputs.len() as u32, bits);
            self.inputs.push(values);
            self.known.push(Known::new(Lane::Term(id), bits, values));
        }
    }

    fn add_address(&mut self) {
        let (region, offset) = (self.random.below(2) as u16, self.random.below(256) as i64 - 64);
        let values = self.regions.map(|regions| regions[usize::from(region)].wrapping_add(offset as u64));
        let lane = self.terms.address(region, offset);
        self.known.push(Known::new(lane, 64, values));
    }

    /// Returns a lane of a width: what is known, or a number.
    fn operand(&mut self, bits: u8) -> Known {
        let fitting: Vec<_> = self.known.iter().filter(|known| known.bits == bits).copied().collect();
        if fitting.is_empty() || self.random.chance(15) {
            let number = word(lane(self.random, bits.into()), bits);
            return Known::number(number, bits);
        }
        self.random.of(&fitting)
    }

    /// Makes an operation as the tables do.
    fn step(&mut self) {
        use Operation::*;
        let bits = self.random.of(&[8, 16, 16, 32, 32, 64]);
        match self.random.below(16) {
            0..8 => {
                let operation = self.random.of(&[Add, Subtract, Multiply, And, Or, Xor, Greater, Equal]);
                let [x, y] = [(); 2].map(|()| self.operand(bits));
                self.make(operation, bits, x, y);
            }
            8 | 9 => {
                let operation = self.random.of(&[ShiftLeft, ShiftRight, ShiftSigned]);
                let count = self.random.of(&[0, 1, 8, u64::from(bits) / 2, u64::from(bits) - 1]);
                let x = self.operand(bits);
                self.make(operation, bits, x, Known::number(count, bits));
            }
            10 => {
                let (from, to) = self.random.of(&[(8, 16), (8, 32), (8, 64), (16, 32), (16, 64), (32, 64)]);
                let x = self.operand(from);
                self.extend(x, from, to);
            }
            11 | 12 => {
                let widths = [(16, 8), (32, 8), (64, 8), (32, 16), (32, 16), (64, 16), (64, 32)];
                let (from, to) = self.random.of(&widths);
                let places: Vec<u8> = (0..=from - to).filter(|place| place % 8 == 0 || *place == 15).collect();
                let (x, place) = (self.operand(from), self.random.of(&places));
                self.extract(x, from, place, to);
            }
            13 | 14 => {
                let half = self.random.of(&[8, 16, 16, 32]);
                let [low, high] = [(); 2].map(|()| self.operand(half));
                self.make(Join(half), 2 * half, low, high);
            }
            _ => self.product(),
        }
    }

    /// Makes a product of words of 16 bits, and what its halves are joined from, or nearly so.
    fn product(&mut self) {
        let [a, b] = [(); 2].map(|()| self.operand(16));
        let low = self.make(Operation::Multiply, 16, a, b);
        let [a, b] = [a, b].map(|x| self.extend(x, 16, 32));
        let wide = self.make(Operation::Multiply, 32, a, b);
        let place = self.random.of(&[8, 15, 16, 16]);
        let high = self.extract(wide, 32, place, 16);
        self.make(Operation::Join(16), 32, low, high);
    }

    fn extend(&mut self, x: Known, from: u8, to: u8) -> Known {
        let zero = Known::number(0, to);
        let (operation, lane) = if self.random.chance(70) {
            (Operation::Extend(from), self.terms.extend(x.lane, from, to))
        } else {
            (Operation::Join(from), self.terms.widen(x.lane, from, to))
        };
        self.push(operation, to, [x, zero], lane)
    }

    fn extract(&mut self, x: Known, from: u8, place: u8, to: u8) -> Known {
        let lane = self.terms.extract(x.lane, from, place, to);
        self.push(Operation::Extract, to, [x, Known::number(place.into(), to)], lane)
    }

    fn make(&mut self, operation: Operation, bits: u8, x: Known, y: Known) -> Known {
        let lane = self.terms.make(operation, bits, x.lane, y.lane);
        self.push(operation, bits, [x, y], lane)
    }

    fn push(&mut self, operation: Operation, bits: u8, operands: [Known; 2], lane: Lane) -> Known {
        let [x, y] = operands.map(|operand| operand.values);
        let values = std::array::from_fn(|case| apply(operation, bits, x[case], y[case]));
        let made = Some((operation, operands.map(|operand| operand.lane)));
        let known = Known { lane, bits, values, made };
        self.known.push(known);
        known
    }

    /// Compares the values of all lanes.
    fn check(&self) {
        let terms: Vec<_> = (0..self.terms.len() as u32).map(|id| self.terms.get(Id(id))).collect();
        for case in 0..CASES {
            let input = |number: u32, _| self.inputs[number as usize][case];
            let values = values(&terms, input, self.regions[case]);
            for known in &self.known {
                let (value, term) = match known.lane {
                    Lane::Number(number) => (number, None),
                    Lane::Term(id) => (values[id.0 as usize], Some(self.terms.get(id))),
                };
                let Known { bits, made, .. } = known;
                assert_eq!(value, known.values[case], "{made:?} of {bits} bits, which is {term:?}");
            }
        }
    }
}

/// Compares this many pools of terms.
pub fn check(count: usize) {
    let mut random = Random::new(5);
    for _ in 0..count {
        let regions = std::array::from_fn(|_| [(); 2].map(|()| random.next() & !63));
        let (terms, known, inputs) = (Terms::default(), Vec::new(), Vec::new());
        let mut pool = Pool { random: &mut random, terms, known, inputs, regions };
        pool.add_inputs(16, 2);
        if pool.random.chance(50) {
            [8, 32, 64].into_iter().for_each(|bits| pool.add_inputs(bits, 1));
        }
        if pool.random.chance(50) {
            (0..3).for_each(|_| pool.add_address());
        }
        (0..60).for_each(|_| pool.step());
        pool.check();
    }
}
