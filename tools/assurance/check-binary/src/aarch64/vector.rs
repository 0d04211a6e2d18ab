//! Instructions on vector registers: the steps that their rules share.

mod table;

use yaxpeax_arm::armv8::a64::{Instruction, Operand};

use super::Machine;
use super::operand::{element, immediate};
use crate::cell::{self, Cell, ZERO};
use crate::lanes::{self, bitwise, extremum, is_mask, select};
use crate::term::{Lane, Operation, Terms, word};

/// The way in which words are widened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

use Sign::{Signed, Unsigned};

/// Returns a word in twice as many bits.
fn wide(terms: &mut Terms, bits: u8, x: Lane, sign: Sign) -> Lane {
    match sign {
        Signed => terms.extend(x, bits, 2 * bits),
        Unsigned => terms.widen(x, bits, 2 * bits),
    }
}

/// Returns the product of two words, in twice as many bits.
fn wide_product(terms: &mut Terms, bits: u8, x: Lane, y: Lane, sign: Sign) -> Lane {
    let (x, y) = (wide(terms, bits, x, sign), wide(terms, bits, y, sign));
    terms.make(Operation::Multiply, 2 * bits, x, y)
}

/// Returns the upper half of twice the product of signed words, rounded down or to the nearest
/// number.
///
/// The only one that does not fit is that of the square of the least word. It would be the least
/// word and is the greatest one, so one less. No other one is the least word, so that a word shows
/// by itself whether it is that one.
fn doubled_high(terms: &mut Terms, bits: u8, x: Lane, y: Lane, is_rounded: bool) -> Lane {
    let added = if is_rounded { 1 << (bits - 2) } else { 0 };
    let result = lanes::high(terms, bits, x, y, added, bits - 1);
    let least = Lane::Number(1 << (bits - 1));
    if [x, y].iter().any(|lane| matches!(lane, Lane::Number(_)) && *lane != least) {
        return result;
    }
    let is_other = terms.make(Operation::Greater, bits, result, least);
    let one_less = terms.make(Operation::Add, bits, result, Lane::Number(word(u64::MAX, bits)));
    terms.make(Operation::Subtract, bits, one_less, is_other)
}

/// Returns a word shifted to the right by 1 to w, and rounded to the nearest number.
fn rounded(terms: &mut Terms, bits: u8, x: Lane, count: u64, sign: Sign) -> Result<Lane, String> {
    if bits < 64 {
        let x = wide(terms, bits, x, sign);
        let sum = terms.make(Operation::Add, 2 * bits, x, Lane::Number(1 << (count - 1)));
        return Ok(terms.extract(sum, 2 * bits, count as u8, bits));
    }
    let Lane::Number(x) = x else { return Err("a rounded shift of a term of 64 bits".into()) };
    let x = if sign == Signed { i128::from(x as i64) } else { x.into() };
    Ok(Lane::Number(((x + (1 << (count - 1))) >> count) as u64))
}

/// Returns a word whose unsigned order is the signed one of another word.
fn ordered(terms: &mut Terms, bits: u8, x: Lane, sign: Sign) -> Lane {
    match sign {
        Signed => x,
        Unsigned => terms.make(Operation::Add, bits, x, Lane::Number(1 << (bits - 1))),
    }
}

/// Returns the least or the greatest of two words.
fn limit(terms: &mut Terms, bits: u8, [x, y]: [Lane; 2], is_least: bool, sign: Sign) -> Lane {
    let [x, y] = [x, y].map(|lane| ordered(terms, bits, lane, sign));
    let chosen = extremum(terms, bits, x, y, is_least);
    ordered(terms, bits, chosen, sign)
}

/// Returns -1 if x > y, and 0 otherwise.
fn greater(terms: &mut Terms, bits: u8, x: Lane, y: Lane, sign: Sign) -> Lane {
    let [x, y] = [x, y].map(|lane| ordered(terms, bits, lane, sign));
    terms.make(Operation::Greater, bits, x, y)
}

/// Returns a word in half as many bits, limited to what they hold: as words of the first sign, in
/// words of the second one.
fn saturated(terms: &mut Terms, bits: u8, x: Lane, from: Sign, to: Sign) -> Lane {
    let half = bits / 2;
    let (least, greatest) = match to {
        Signed => (word(u64::MAX << (half - 1), bits), (1 << (half - 1)) - 1),
        Unsigned => (0, word(u64::MAX, half)),
    };
    let mut x = limit(terms, bits, [x, Lane::Number(greatest)], true, from);
    if from == Signed {
        x = extremum(terms, bits, x, Lane::Number(least), false);
    }
    terms.extract(x, bits, 0, half)
}

/// Returns the contrary of all bits.
fn contrary(terms: &mut Terms, bits: u8, x: Lane) -> Lane {
    terms.make(Operation::Xor, bits, x, Lane::Number(word(u64::MAX, bits)))
}

/// Returns the bits of `new` where those of a mask are 1, and those of `old` where they are 0.
fn merge(terms: &mut Terms, bits: u8, [mask, new, old]: [Lane; 3]) -> Lane {
    let ones = word(u64::MAX, bits);
    match mask {
        Lane::Number(0) => old,
        Lane::Number(mask) if mask == ones => new,
        Lane::Term(_) if is_mask(terms, mask) => select(terms, bits, mask, new, old),
        _ => {
            let differing = terms.make(Operation::Xor, bits, old, new);
            let taken = terms.make(Operation::And, bits, differing, mask);
            terms.make(Operation::Xor, bits, old, taken)
        }
    }
}

impl Machine<'_, '_> {
    /// Returns the width of the lanes of operand k, and its lanes: `count` of them, where one
    /// element stands for all, and where a register has more they are the upper ones.
    fn lanes_of(&mut self, i: &Instruction, k: usize, count: usize) -> Result<(u8, Vec<Lane>), String> {
        let bytes = element(&i.operands[k])?;
        let cells = self.vector(&i.operands[k])?;
        let lanes = cell::lanes(self.terms, &cells, bytes);
        let lanes = match i.operands[k] {
            Operand::SIMDRegisterElementsLane(..) => lanes.repeat(count),
            _ => {
                let first = lanes.len().checked_sub(count).ok_or("operands of sizes that do not fit")?;
                lanes[first..].to_vec()
            }
        };
        Ok((8 * bytes as u8, lanes))
    }

    /// Returns the number of lanes of operand k.
    fn count(&self, i: &Instruction, k: usize) -> Result<usize, String> {
        Ok(self.vector(&i.operands[k])?.len() / element(&i.operands[k])?)
    }

    /// Sets each lane of the result to what becomes of the lanes there of the next two operands.
    fn lanewise(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        self.lanewise_onto(i, |terms, bits, _, x, y| operation(terms, bits, x, y))
    }

    /// Sets each lane of the result to what becomes of the lane before and of those of the next two
    /// operands. The width is that of the last operand.
    fn lanewise_onto(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        let bytes = element(&i.operands[0])?;
        let count = self.count(i, 0)?;
        let (_, old) = self.lanes_of(i, 0, count)?;
        let (_, x) = self.lanes_of(i, 1, count)?;
        let (bits, y) = self.lanes_of(i, 2, count)?;
        let lanes: Vec<_> =
            old.into_iter().zip(x).zip(y).map(|((old, x), y)| operation(self.terms, bits, old, x, y)).collect();
        self.write_vector(&i.operands[0], cell::of_lanes(lanes, bytes))
    }

    fn simple(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        self.lanewise(i, |terms, bits, x, y| terms.make(operation, bits, x, y))
    }

    /// Sets each lane of the result to what becomes of the lane there of the next operand, of whose
    /// width it is given; also of the lane before.
    fn each_onto(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Result<Lane, String>,
    ) -> Result<(), String> {
        let bytes = element(&i.operands[0])?;
        let count = self.count(i, 0)?;
        let (_, old) = self.lanes_of(i, 0, count)?;
        let (bits, x) = self.lanes_of(i, 1, count)?;
        let lanes: Result<Vec<_>, _> =
            old.into_iter().zip(x).map(|(old, x)| operation(self.terms, bits, old, x)).collect();
        self.write_vector(&i.operands[0], cell::of_lanes(lanes?, bytes))
    }

    fn each(&mut self, i: &Instruction, operation: impl Fn(&mut Terms, u8, Lane) -> Lane) -> Result<(), String> {
        self.each_onto(i, |terms, bits, _, x| Ok(operation(terms, bits, x)))
    }

    /// Compares with the second operand or with 0.
    fn compare(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        if element(&i.operands[2]).is_ok() {
            return self.lanewise(i, operation);
        }
        self.each(i, |terms, bits, x| operation(terms, bits, x, Lane::Number(0)))
    }

    /// Writes lanes of half the width to the lower half of the result, or to the upper one if the
    /// result has as many more.
    fn narrow(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        let count = self.count(i, 1)?;
        let (bits, x) = self.lanes_of(i, 1, count)?;
        let y = if element(&i.operands[2]).is_ok() { self.lanes_of(i, 2, count)?.1 } else { x.clone() };
        let lanes: Vec<_> = x.into_iter().zip(y).map(|(x, y)| operation(self.terms, bits, x, y)).collect();
        let mut cells = cell::of_lanes(lanes, element(&i.operands[0])?);
        let old = self.vector(&i.operands[0])?;
        if old.len() > cells.len() {
            cells = [&old[..cells.len()], &cells].concat();
        }
        self.write_vector(&i.operands[0], cells)
    }

    /// The upper halves of sums or differences, rounded or not.
    fn upper_halves(&mut self, i: &Instruction, operation: Operation, is_rounded: bool) -> Result<(), String> {
        self.narrow(i, |terms, bits, x, y| {
            let sum = terms.make(operation, bits, x, y);
            let added = if is_rounded { 1 << (bits / 2 - 1) } else { 0 };
            let sum = terms.make(Operation::Add, bits, sum, Lane::Number(added));
            terms.extract(sum, bits, bits / 2, bits / 2)
        })
    }

    /// A shift of each lane by the same number, which the second operand is.
    fn shift(&mut self, i: &Instruction, operation: Operation) -> Result<Vec<Cell>, String> {
        let (count, bytes) = (immediate(&i.operands[2])?, element(&i.operands[1])?);
        let cells = self.vector(&i.operands[1])?;
        let count = if operation == Operation::ShiftSigned { count.min(8 * bytes as u64 - 1) } else { count };
        Ok(cells.chunks(bytes).flat_map(|lane| lanes::shift(self.terms, operation, lane, count)).collect())
    }

    /// A shift of each lane by the number that the least byte of the lane there is: to the left, or
    /// to the right if it is negative.
    fn shift_by_lanes(&mut self, i: &Instruction, sign: Sign) -> Result<(), String> {
        let bytes = element(&i.operands[1])?;
        let (x, counts) = (self.vector(&i.operands[1])?, self.vector(&i.operands[2])?);
        let mut cells = Vec::with_capacity(x.len());
        for (lane, count) in x.chunks(bytes).zip(counts.chunks(bytes)) {
            let Cell::Byte(count) = count[0] else {
                return Err("a shift by a number that depends on an operand".into());
            };
            let (count, bits) = (count as i8, 8 * bytes as u64);
            let distance = u64::from(count.unsigned_abs());
            let (operation, most) = match (count < 0, sign) {
                (false, _) => (Operation::ShiftLeft, bits),
                (true, Signed) => (Operation::ShiftSigned, bits - 1),
                (true, Unsigned) => (Operation::ShiftRight, bits),
            };
            cells.extend(lanes::shift(self.terms, operation, lane, distance.min(most)));
        }
        self.write_vector(&i.operands[0], cells)
    }

    /// Rounds each lane after a shift to the right by a number.
    fn round(&mut self, i: &Instruction, sign: Sign, is_added: bool) -> Result<(), String> {
        let count = immediate(&i.operands[2])?;
        self.each_onto(i, |terms, bits, old, x| {
            let x = rounded(terms, bits, x, count, sign)?;
            Ok(if is_added { terms.make(Operation::Add, bits, old, x) } else { x })
        })
    }

    /// Adds shifted lanes to those before.
    fn add_shifted(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let (cells, bytes) = (self.shift(i, operation)?, element(&i.operands[0])?);
        let old = self.vector(&i.operands[0])?;
        let [old, x] = [old, cells].map(|cells| cell::lanes(self.terms, &cells, bytes));
        let sums: Vec<_> =
            old.into_iter().zip(x).map(|(old, x)| self.terms.make(Operation::Add, 8 * bytes as u8, old, x)).collect();
        self.write_vector(&i.operands[0], cell::of_lanes(sums, bytes))
    }

    /// Writes shifted lanes, and keeps the bits before where the shift moved zeros in.
    fn insert_shifted(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let (cells, bytes, count) = (self.shift(i, operation)?, element(&i.operands[0])?, immediate(&i.operands[2])?);
        let bits = 8 * bytes as u8;
        let ones = word(u64::MAX, bits);
        let moved = crate::term::apply(operation, bits, ones, count);
        let mask = cell::of_lanes(vec![Lane::Number(moved); cells.len() / bytes], bytes);
        self.merge(&i.operands[0], [&mask, &cells, &self.vector(&i.operands[0])?])
    }

    /// Merges vectors: the bits of the second one where those of the first one are 1, else those of
    /// the third one.
    fn merge(&mut self, target: &Operand, vectors: [&[Cell]; 3]) -> Result<(), String> {
        // Bytes that a number decides on are moved.
        let is_moved = |cell: &Cell| matches!(cell, Cell::Byte(0 | 255));
        let cells = if vectors[0].iter().all(is_moved) {
            (0..vectors[0].len()).map(|k| vectors[if vectors[0][k] == ZERO { 2 } else { 1 }][k]).collect()
        } else {
            bitwise(self.terms, vectors, merge)
        };
        self.write_vector(target, cells)
    }

    fn vector_bits(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, [Lane; 2]) -> Lane,
    ) -> Result<(), String> {
        let (x, y) = (self.vector(&i.operands[1])?, self.vector(&i.operands[2])?);
        let cells = bitwise(self.terms, [&x, &y], operation);
        self.write_vector(&i.operands[0], cells)
    }

    /// An operation on bits with a number in each lane, in place.
    fn bits_with_number(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let (value, bytes) = (immediate(&i.operands[1])?, element(&i.operands[0])?);
        let ones = word(u64::MAX, 8 * bytes as u8);
        let value = if operation == Operation::And { value ^ ones } else { value };
        let x = self.vector(&i.operands[0])?;
        let y = cell::of_lanes(vec![Lane::Number(value); x.len() / bytes], bytes);
        let cells = bitwise(self.terms, [&x, &y], |terms, bits, [x, y]| terms.make(operation, bits, x, y));
        self.write_vector(&i.operands[0], cells)
    }

    /// Moves elements: `source(k, n)` gives the place of element k of n in the two operands, one
    /// after the other.
    fn permute(&mut self, i: &Instruction, source: impl Fn(usize, usize) -> usize) -> Result<(), String> {
        let bytes = element(&i.operands[0])?;
        let x = [self.vector(&i.operands[1])?, self.vector(&i.operands[2])?].concat();
        let count = x.len() / bytes / 2;
        let places = (0..count).map(|k| bytes * source(k, count));
        let cells = places.flat_map(|at| x[at..at + bytes].to_vec()).collect();
        self.write_vector(&i.operands[0], cells)
    }

    /// Reverses the elements of each part of this many bytes.
    fn reverse(&mut self, i: &Instruction, part: usize) -> Result<(), String> {
        let (x, bytes) = (self.vector(&i.operands[1])?, element(&i.operands[1])?);
        let cells = x.chunks(part).flat_map(|part| part.chunks(bytes).rev().flatten().copied()).collect();
        self.write_vector(&i.operands[0], cells)
    }

    /// Bytes by indices, from registers one after the other; where an index lies behind them, the
    /// byte before or zero.
    fn look_up(&mut self, i: &Instruction, is_kept: bool) -> Result<(), String> {
        let Operand::SIMDRegisterGroup(_, first, _, count) = i.operands[1] else {
            return Err("an operand of this kind".into());
        };
        let registers = (0..u16::from(count)).map(|k| usize::from((first + k) % 32));
        let table: Vec<_> = registers.flat_map(|register| self.vectors[register]).collect();
        let (index, old) = (self.vector(&i.operands[2])?, self.vector(&i.operands[0])?);
        let mut cells = Vec::with_capacity(index.len());
        for (k, old) in index.into_iter().zip(old) {
            let Cell::Byte(k) = k else { return Err("an index that depends on an operand".into()) };
            let other = if is_kept { old } else { ZERO };
            cells.push(table.get(usize::from(k)).copied().unwrap_or(other));
        }
        self.write_vector(&i.operands[0], cells)
    }

    /// Sums of neighbours in twice as many bits, which may be added to what was there.
    fn add_pairs_wide(&mut self, i: &Instruction, sign: Sign, is_added: bool) -> Result<(), String> {
        let (count, bytes) = (self.count(i, 1)?, element(&i.operands[0])?);
        let (bits, x) = self.lanes_of(i, 1, count)?;
        let (_, old) = self.lanes_of(i, 0, count / 2)?;
        let mut sums = Vec::new();
        for (pair, old) in x.chunks(2).zip(old) {
            let [x, y] = [pair[0], pair[1]].map(|lane| wide(self.terms, bits, lane, sign));
            let sum = self.terms.make(Operation::Add, 2 * bits, x, y);
            sums.push(if is_added { self.terms.make(Operation::Add, 2 * bits, old, sum) } else { sum });
        }
        self.write_vector(&i.operands[0], cell::of_lanes(sums, bytes))
    }

    /// Applies an operation to neighbours, in the two operands one after the other.
    fn pairs(&mut self, i: &Instruction, operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Lane) -> Result<(), String> {
        let count = self.count(i, 1)?;
        let (bits, mut x) = self.lanes_of(i, 1, count)?;
        if element(&i.operands[2]).is_ok() {
            x.extend(self.lanes_of(i, 2, count)?.1);
        }
        let lanes: Vec<_> = x.chunks(2).map(|pair| operation(self.terms, bits, pair[0], pair[1])).collect();
        self.write_vector(&i.operands[0], cell::of_lanes(lanes, usize::from(bits / 8)))
    }

    /// Applies an operation to all lanes, one after the other.
    fn across(
        &mut self,
        i: &Instruction,
        operation: impl Fn(&mut Terms, u8, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        let count = self.count(i, 1)?;
        let (bits, x) = self.lanes_of(i, 1, count)?;
        let result = x.into_iter().reduce(|x, y| operation(self.terms, bits, x, y));
        self.write_vector(&i.operands[0], cell::of_lanes(result, usize::from(bits / 8)))
    }

    /// The sum of all lanes, in twice as many bits.
    fn add_across_wide(&mut self, i: &Instruction, sign: Sign) -> Result<(), String> {
        let count = self.count(i, 1)?;
        let (bits, x) = self.lanes_of(i, 1, count)?;
        let x: Vec<_> = x.into_iter().map(|lane| wide(self.terms, bits, lane, sign)).collect();
        let sum = x.into_iter().reduce(|x, y| self.terms.make(Operation::Add, 2 * bits, x, y));
        self.write_vector(&i.operands[0], cell::of_lanes(sum, usize::from(bits / 4)))
    }
}
