//! Inputs of terms, and the values of terms.

use std::ops::Range;

use crate::cell::Cell;
use crate::term::{Input, Lane, Operation, Term, Terms, apply, word};

/// Sets parts of a state to terms of this width, which are numbered by their places.
pub fn set_inputs(terms: &mut Terms, cells: &mut [Cell], parts: &[Range<usize>], bits: u8) {
    let bytes = usize::from(bits / 8);
    for at in parts.iter().flat_map(|part| part.clone().step_by(bytes)) {
        let id = terms.input(Input::Coefficient(0, 0), at as u32, bits);
        (0..bytes).for_each(|k| cells[at + k] = Cell::Part(id, k as u8));
    }
}

/// Returns the value of each term, from those of inputs, by their number and width, and from the
/// addresses of regions.
pub fn values(terms: &[Term], input: impl Fn(u32, u8) -> u64, regions: [u64; 2]) -> Vec<u64> {
    let mut values = Vec::with_capacity(terms.len());
    for term in terms {
        let [x, y] = term.operands.map(|lane| value(&values, lane));
        let value = match term.operation {
            Operation::Input(_, number) => input(number, term.bits),
            Operation::Address(region, offset) => regions[usize::from(region)].wrapping_add(offset as u64),
            operation => apply(operation, term.bits, x, y),
        };
        assert_eq!(value, word(value, term.bits), "a term is a word");
        values.push(value);
    }
    values
}

fn value(values: &[u64], lane: Lane) -> u64 {
    match lane {
        Lane::Number(number) => number,
        Lane::Term(id) => values[id.0 as usize],
    }
}
