//! Inputs of terms, and the values of terms.

use std::ops::Range;

use crate::cell::Cell;
use crate::term::{Input, Lane, Operation, Term, Terms, apply, word};

/// The bits of the flags of Arm's CPUs: negative, zero, carry, overflow.
pub const BITS: [u32; 4] = [31, 30, 29, 28];

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

/// Returns whether a condition holds, by the flags of Arm's CPUs.
pub fn holds(code: u8, flags: u64) -> bool {
    let [negative, zero, carry, overflow] = BITS.map(|bit| flags >> bit & 1 == 1);
    match code {
        0 => zero,
        1 => !zero,
        2 => carry,
        3 => !carry,
        4 => negative,
        5 => !negative,
        6 => overflow,
        7 => !overflow,
        8 => carry && !zero,
        9 => !carry || zero,
        10 => negative == overflow,
        11 => negative != overflow,
        12 => negative == overflow && !zero,
        13 => negative != overflow || zero,
        _ => true,
    }
}
