//! The values of terms.

use crate::term::{Lane, Operation, Term, apply, word};

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
