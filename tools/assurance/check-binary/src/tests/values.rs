//! Inputs of terms, and the values of terms.

use std::ops::Range;

use crate::cell::Cell;
use crate::condition::Flags;
use crate::term::{Input, Lane, Operation, Term, Terms, apply, word};

/// The bits of the flags of Arm's CPUs: negative, zero, carry, overflow.
const BITS: [u32; 4] = [31, 30, 29, 28];

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

/// The flags of one of Arm's CPUs after instructions, as far as they are known.
pub struct KnownFlags {
    flags: Flags,
    /// The conditions that are known, by their numbers: not 0 if they hold.
    conditions: Vec<(u8, Lane)>,
}

impl KnownFlags {
    /// Returns what is known of flags, and of the conditions with these numbers.
    pub fn of(flags: Flags, terms: &mut Terms, codes: Range<u8>) -> Self {
        let conditions = codes.filter_map(|code| Some((code, flags.condition(terms, code).ok()?.0))).collect();
        Self { flags, conditions }
    }

    /// Compares with the flags that the CPU has, for the values of terms.
    pub fn compare(&self, values: &[u64], found: u64) -> Result<(), String> {
        let Flags { negative, zero, carry, overflow, .. } = self.flags;
        for (bit, flag) in BITS.into_iter().zip([negative, zero, carry, overflow]) {
            if flag.is_some_and(|flag| flag != (found >> bit & 1 == 1)) {
                return Err(format!("flag {bit} is another one"));
            }
        }
        for &(code, lane) in &self.conditions {
            let value = match lane {
                Lane::Number(number) => number,
                Lane::Term(id) => values[id.0 as usize],
            };
            if (value != 0) != holds(code, found) {
                return Err(format!("condition {code} is another one"));
            }
        }
        Ok(())
    }
}

/// Returns whether a condition holds, by the flags of Arm's CPUs.
fn holds(code: u8, flags: u64) -> bool {
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
