//! Products over the integers, which a kernel computes by their residues modulo one or two primes.
//!
//! That residues belong to a certain integer is the only statement that a proof needs from an
//! author: the kernel names the integer where it recombines residues
//! ([`I16Vector::recombine`](crate::simd::I16Vector::recombine), `I32Word::recombine`) or continues
//! with a residue as the integer itself ([`I32Vector::lift`](crate::simd::I32Vector::lift)). The
//! run checks two conditions: at its points, that they are residues of the integer, and by
//! intervals, that no other integer has the same residues:
//!
//! ```text
//! two primes p, p', c1 + p h:   |c| + |c1| + p |h| < p p'
//! one prime p, c1:              |c| + |c1| < p
//! ```
//!
//! A run modulo p compares the residues modulo p, and a run modulo p' the residues modulo p'. A run
//! modulo the ring's q gives the result the polynomial of the integer. So there has to be a run for
//! each prime that a kernel uses; [`Run::check_integers`] checks that there is.

use alloc::vec::Vec;

use super::arithmetic::Arithmetic;
use super::cell::Cell;
use super::run::Run;
use super::state::{Facts, State};
use crate::simd::IntegerProduct;

#[cfg(test)]
mod tests;

/// The operands of a run, and the products over the integers that kernels have named.
#[derive(Debug, Default)]
pub(super) struct Integers {
    /// The pairs of operands whose products are added.
    pairs: Vec<(Vec<Cell>, Vec<Cell>)>,
    /// The product that was named last: its modulus x^degree - wrap, and its residues at the
    /// points, coefficient by coefficient.
    named: Option<(IntegerProduct, Vec<u32>)>,
    /// The primes of the residues.
    primes: Vec<i64>,
    /// The operation where residues first differed from the residues of the integer.
    pub(super) wrong: Option<&'static str>,
}

impl Integers {
    /// Sets the pairs of operands of a computation. Operands have their coefficients without
    /// padding.
    pub(super) fn set(&mut self, pairs: Vec<(Vec<Cell>, Vec<Cell>)>) {
        *self = Self { pairs, ..Self::default() };
    }

    /// The primes of the residues of all products that kernels have named.
    pub(super) fn primes(&self) -> &[i64] {
        &self.primes
    }

    /// Returns the largest magnitude of a coefficient of the integer, and its residues at the
    /// points.
    pub(super) fn coefficient(&mut self, state: &State, product: IntegerProduct, index: usize) -> (i64, &[u32]) {
        let ring = IntegerProduct { first: 0, ..product };
        if self.named.as_ref().is_none_or(|(named, _)| *named != ring) {
            self.named = Some((ring, self.residues(state, ring)));
        }
        let bound = |(a, b): &(Vec<Cell>, Vec<Cell>)| {
            let largest =
                |cells: &[Cell]| cells.iter().map(|&cell| state.interval(cell).magnitude()).max().unwrap_or(0);
            // Each coefficient of the longer operand whose index has the right remainder counts.
            let terms = a.len().min(b.len()) * a.len().max(b.len()).div_ceil(ring.degree);
            terms as i64 * largest(a) * largest(b) * ring.wrap.abs().max(1)
        };
        let residues = self.named.as_ref().map(|(_, residues)| &residues[..]).unwrap_or_default();
        let residues = residues.get(index * state.points..(index + 1) * state.points).unwrap_or_default();
        (self.pairs.iter().map(bound).sum(), residues)
    }

    /// Computes the residues of all coefficients.
    fn residues(&self, state: &State, ring: IntegerProduct) -> Vec<u32> {
        let (degree, points, arithmetic) = (ring.degree, state.points, state.arithmetic);
        let mut sums = alloc::vec![0_u32; degree * points];
        for (a, b) in &self.pairs {
            for (i, &x) in a.iter().enumerate() {
                for (j, &y) in b.iter().enumerate() {
                    let (place, wraps) = ((i + j) % degree, i + j >= degree);
                    let factor = if wraps { ring.wrap } else { 1 };
                    let sums = &mut sums[place * points..][..points];
                    for ((sum, &x), &y) in sums.iter_mut().zip(state.residues(x)).zip(state.residues(y)) {
                        let product = match arithmetic {
                            Arithmetic::Words => i64::from(x.wrapping_mul(y)),
                            Arithmetic::Prime(p) => (u64::from(x) * u64::from(y) % u64::from(p)) as i64,
                        };
                        *sum = arithmetic.residue(i64::from(*sum) + factor * product);
                    }
                }
            }
        }
        sums
    }

    /// Compares the residues of a lane modulo the prime q with the residues of the integer, if the
    /// run is modulo q.
    pub(super) fn compare(&mut self, state: &State, q: i64, lane: Cell, integer: &[u32], operation: &'static str) {
        if !self.primes.contains(&q) {
            self.primes.push(q);
        }
        let is_known = state.facts(lane).known > 0 && state.residues(lane) == integer;
        if state.arithmetic == Arithmetic::Prime(q as u32) && !is_known {
            self.wrong.get_or_insert(operation);
        }
    }

    /// Checks that residues c1 modulo p and c2 modulo p' with the quotient h determine an integer,
    /// given by the bound of its magnitude and its residues at the points.
    fn determine(
        &mut self,
        state: &State,
        [p, other]: [i64; 2],
        [c1, c2, h]: [Cell; 3],
        (bound, integer): (i64, &[u32]),
        operation: &'static str,
    ) {
        let [in_c1, in_h] = [c1, h].map(|cell| state.interval(cell).magnitude());
        if bound + in_c1 + p * in_h >= p * other {
            self.wrong.get_or_insert(operation);
        }
        self.compare(state, p, c1, integer, operation);
        self.compare(state, other, c2, integer, operation);
    }

    /// Returns a lane like `lane` that is known to equal the integer, up to a multiple of t. On the
    /// witnesses this is checked.
    fn claim(&mut self, state: &mut State, t: i64, lane: Cell, integer: &[u32]) -> Cell {
        let everything = Facts { known: state.arithmetic.everything(), degrees: [1; 2], cause: 0 };
        let facts = if t == 0 { everything } else { state.reduced(everything, t) };
        // Runs that only count or bound know no operands, so no integer is named.
        if integer.is_empty() {
            return lane;
        }
        state.claimed(lane, facts, integer).unwrap_or_else(|| {
            self.wrong.get_or_insert("values on witnesses");
            lane
        })
    }
}

impl Run {
    /// Recombines residues c1 modulo p and c2 modulo p' to residues modulo t of the integers that
    /// the product names. `inverse` is the constant p^-1 modulo p' with its quotient, and `factor`
    /// the constant p modulo t with its quotient.
    pub(super) fn recombine(
        &self,
        [p, other, t]: [i64; 3],
        [inverse, factor]: [[i64; 2]; 2],
        [first, second]: [&[Cell]; 2],
        product: IntegerProduct,
        result: &mut [Cell],
    ) {
        const NAME: &str = "recombination of residues";
        let integers = &mut *self.integers.borrow_mut();
        if (inverse[0] * p - 1) % other != 0 || (factor[0] - p) % t != 0 {
            integers.wrong.get_or_insert("constants of a recombination");
        }
        self.each(NAME, result, |state, lane| {
            let (c1, c2, overflows) = (first[lane], second[lane], state.overflows);
            let difference = state.add(state.word, c2, c1, -1);
            let h = state.barrett(state.word, other, &[(difference, inverse)]);
            let multiple = state.barrett(state.word, t, &[(h, factor)]);
            let combined = state.add(state.word, c1, multiple, 1);
            let (bound, integer) = integers.coefficient(state, product, product.first + lane);
            let integer = integer.to_vec();
            if state.overflows > overflows {
                integers.wrong.get_or_insert(NAME);
            }
            integers.determine(state, [p, other], [c1, c2, h], (bound, &integer), NAME);
            integers.claim(state, t, combined, &integer)
        });
    }

    /// Recombines residues c1 modulo p and c2 modulo p', words, to the integer that the product
    /// names. `inverse` is the constant p^-1 modulo p' for a Montgomery reduction, and `reciprocal`
    /// that of the Barrett reduction modulo p'.
    #[cfg(any(test, feature = "literature", vectru_registers))]
    pub(super) fn recombine_words(
        &self,
        [p, other]: [i64; 2],
        inverse: i64,
        reciprocal: [i64; 2],
        [c1, c2]: [Cell; 2],
        product: IntegerProduct,
        result: &mut [Cell; 1],
    ) {
        const NAME: &str = "recombination of residues in words";
        let integers = &mut *self.integers.borrow_mut();
        if (inverse * p - (1 << self.state.borrow().word)) % other != 0 {
            integers.wrong.get_or_insert("the constant of a recombination");
        }
        self.each(NAME, result, |state, _| {
            let overflows = state.overflows;
            let difference = state.add(32, c2, c1, -1);
            let quotient = state.montgomery_by_constants(other, &[(difference, inverse)]);
            let h = state.barrett_word(other, quotient, reciprocal);
            let factor = state.constant(p);
            let multiple = state.multiply(32, h, factor);
            let combined = state.add(32, c1, multiple, 1);
            let (bound, integer) = integers.coefficient(state, product, product.first);
            let integer = integer.to_vec();
            if state.overflows > overflows {
                integers.wrong.get_or_insert(NAME);
            }
            integers.determine(state, [p, other], [c1, c2, h], (bound, &integer), NAME);
            integers.claim(state, 0, combined, &integer)
        });
    }

    /// Declares that residues modulo p equal the integers that the product names.
    #[cfg(any(test, feature = "literature"))]
    pub(super) fn lift(&self, p: i64, residues: &[Cell], product: IntegerProduct, result: &mut [Cell]) {
        const NAME: &str = "residues taken for integers";
        let integers = &mut *self.integers.borrow_mut();
        self.each(NAME, result, |state, lane| {
            let (bound, integer) = integers.coefficient(state, product, product.first + lane);
            let integer = integer.to_vec();
            if bound + state.interval(residues[lane]).magnitude() >= p {
                integers.wrong.get_or_insert(NAME);
            }
            integers.compare(state, p, residues[lane], &integer, NAME);
            integers.claim(state, 0, residues[lane], &integer)
        });
    }
}
