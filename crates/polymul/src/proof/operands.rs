//! The operands of a proof: their coefficients at random points, and on witnesses.

use alloc::vec;
use alloc::vec::Vec;

use core::cell::OnceCell;

use super::{Definition, LARGEST_HEIGHT, MAX_TERMS};
use crate::analysis::{Arithmetic, Cell, Run};

/// Operands on which the run also computes values.
pub(super) const WITNESSES: usize = 4;

/// The big operands: those of each row, one after the other.
const ENTRIES: usize = LARGEST_HEIGHT * MAX_TERMS;

/// One operand: for each coefficient its residues at the points, and its values on the witnesses.
type Operand = Vec<(Vec<u32>, Vec<i64>)>;

/// The operands of all computations.
#[derive(Debug)]
pub(super) struct Operands {
    ring: Definition,
    pub(super) arithmetic: Arithmetic,
    pub(super) points: usize,
    big: Vec<Operand>,
    second: Vec<Operand>,
    small: Vec<Operand>,
    /// The products of each big operand with the second and with the small one of its term, by the
    /// definition: residues at the witnesses and the points, coefficient by coefficient. They are
    /// computed on demand.
    products: [[OnceCell<Vec<u32>>; ENTRIES]; 2],
}

impl Operands {
    /// Draws operands.
    pub(super) fn new(ring: Definition, arithmetic: Arithmetic, points: usize) -> Self {
        let mut random = Random::new();
        let half = ring.q / 2;
        let mut draw = |count: usize, low: i64, high: i64| -> Vec<Operand> {
            let mut operand = |term: usize| {
                let coefficient = |index: usize| {
                    let residues = (0..points).map(|_| random.residue(arithmetic)).collect();
                    let values = (0..WITNESSES).map(|witness| match (witness + term) % WITNESSES {
                        0 => random.within(low, high),
                        1 => {
                            if random.within(0, 1) == 0 {
                                low
                            } else {
                                high
                            }
                        }
                        2 => {
                            if index.is_multiple_of(97) {
                                random.within(low, high)
                            } else {
                                0
                            }
                        }
                        _ => high,
                    });
                    (residues, values.collect())
                };
                (0..ring.degree).map(coefficient).collect()
            };
            (0..count).map(&mut operand).collect()
        };
        let [big, second] = [ENTRIES, MAX_TERMS].map(|count| draw(count, -half, (ring.q - 1) / 2));
        let small = draw(MAX_TERMS, -ring.small, ring.small);
        let products = [(); 2].map(|()| core::array::from_fn(|_| OnceCell::new()));
        Self { ring, arithmetic, points, big, second, small, products }
    }

    /// Returns the big operand of a term in a row, as lanes of a run.
    pub(super) fn big(&self, run: &Run, row: usize, term: usize) -> Vec<Cell> {
        run.proved_operand(self.ring.q / 2, [1, 0], &self.big[MAX_TERMS * row + term], self.ring.padded)
    }

    /// Returns the big operand that a term is multiplied by.
    pub(super) fn second(&self, run: &Run, term: usize) -> Vec<Cell> {
        run.proved_operand(self.ring.q / 2, [0, 1], &self.second[term], self.ring.padded)
    }

    /// Returns the small operand that a term is multiplied by.
    pub(super) fn small(&self, run: &Run, term: usize) -> Vec<Cell> {
        run.proved_operand(self.ring.small, [0, 1], &self.small[term], self.ring.padded)
    }

    /// Returns the residues of the sum of the first `terms` products of a row.
    pub(super) fn expected(&self, row: usize, terms: usize, is_small: bool) -> Vec<u32> {
        let others = if is_small { &self.small } else { &self.second };
        let product = |term: usize| {
            let entry = MAX_TERMS * row + term;
            self.products[usize::from(is_small)][entry]
                .get_or_init(|| product(self.ring, self.arithmetic, self.points, &self.big[entry], &others[term]))
        };
        let mut sum = product(0).clone();
        for term in 1..terms {
            self.arithmetic.add_scaled(&mut sum, product(term), 1);
        }
        sum
    }
}

/// Returns the residues of the product in the ring, by its definition.
fn product(ring: Definition, arithmetic: Arithmetic, points: usize, a: &Operand, b: &Operand) -> Vec<u32> {
    let (n, points) = (ring.degree, points + WITNESSES);
    let rows = |operand: &Operand| -> Vec<Vec<u32>> {
        let row = |(residues, values): &(Vec<u32>, Vec<i64>)| {
            let witnesses = values.iter().map(|&value| arithmetic.residue(value));
            witnesses.chain(residues.iter().copied()).collect()
        };
        operand.iter().map(row).collect()
    };
    let (a, b) = (rows(a), rows(b));
    let mut sums = vec![0; points];
    let mut coefficients = vec![vec![0; points]; 2 * n - 1];
    for (k, coefficient) in coefficients.iter_mut().enumerate() {
        sums.fill(0);
        for i in k.saturating_sub(n - 1)..=k.min(n - 1) {
            arithmetic.add_products(&mut sums, &a[i], &b[k - i]);
        }
        arithmetic.reduce_sums(coefficient, &sums, 1);
    }
    // x^k is the sum of c x^(k - n + j) over the tail, from the largest power down.
    for k in (n..2 * n - 1).rev() {
        let high = core::mem::take(&mut coefficients[k]);
        for &(shift, c) in ring.tail {
            arithmetic.add_scaled(&mut coefficients[k - n + shift], &high, arithmetic.residue(c));
        }
    }
    coefficients.truncate(n);
    coefficients.concat()
}

/// A generator of random numbers, different in each run: its key comes from the operating system.
struct Random {
    keys: std::hash::RandomState,
    count: u64,
}

impl Random {
    fn new() -> Self {
        Self { keys: std::hash::RandomState::new(), count: 0 }
    }

    fn next(&mut self) -> u64 {
        self.count += 1;
        core::hash::BuildHasher::hash_one(&self.keys, self.count)
    }

    /// Returns a uniform residue, up to a bias of 2^-38.
    fn residue(&mut self, arithmetic: Arithmetic) -> u32 {
        match arithmetic {
            Arithmetic::Words => self.next() as u32,
            Arithmetic::Prime(p) => (self.next() % u64::from(p)) as u32,
        }
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + ((self.next() >> 8) as i64) % (high - low + 1)
    }
}
