//! The rules of instructions on fields, halves and bytes of registers.

use super::instruction::Instruction;
use super::operand::{BITS, NUMBERS, number_of};
use super::{Machine, WIDTH};
use crate::cell;
use crate::lanes;
use crate::term::{Lane, Operation, word};

/// The bytes of a half of a register.
const HALF: usize = 2;

/// Fails unless an encoding that names its operand twice names the same one.
fn is_repeated(i: &Instruction) -> Result<(), String> {
    if i.bits('k') == 0 || i.field('k') == i.field('m') { Ok(()) } else { Err("two operands".into()) }
}

impl Machine<'_, '_> {
    pub(super) fn extract_field(&mut self, i: &Instruction, is_signed: bool) -> Result<(), String> {
        let (x, first, length) = (self.register(i, 'n')?, u64::from(i.field('i')), u64::from(i.field('w')) + 1);
        if first + length > BITS.into() {
            return Err("a field beyond the register".into());
        }
        let field = if is_signed { lanes::signed_field } else { lanes::field };
        let result = field(self.terms, x, WIDTH, first, length);
        self.set(i, 'd', result)
    }

    pub(super) fn insert(&mut self, i: &Instruction, x: Lane) -> Result<(), String> {
        let (old, first, last) = (self.register(i, 'd')?, u64::from(i.field('i')), u64::from(i.field('w')));
        if last < first {
            return Err("a field that ends before it starts".into());
        }
        let result = lanes::insert_field(self.terms, old, x, WIDTH, [0, last + 1 - first, first]);
        self.set(i, 'd', result)
    }

    /// Extends a byte or a half of register m, which is rotated by whole bytes, and adds it to
    /// register n if the instruction has one.
    pub(super) fn extension(&mut self, i: &Instruction, bytes: usize, is_signed: bool) -> Result<(), String> {
        let mut cells = self.lanes(i, 'm', 1)?;
        cells.rotate_left(i.field('r') as usize);
        let cells = cell::of_lanes(cells, 1);
        let part = cell::lane(self.terms, &cells[..bytes]);
        let bits = 8 * bytes as u8;
        let result = if is_signed { self.terms.extend(part, bits, BITS) } else { self.terms.widen(part, bits, BITS) };
        let result = if i.bits('n') > 0 {
            let x = self.register(i, 'n')?;
            self.terms.make(Operation::Add, BITS, x, result)
        } else {
            result
        };
        self.set(i, 'd', result)
    }

    /// Extends two bytes of register m to halves, as [`extension`](Self::extension) does one.
    pub(super) fn extension_of_pairs(&mut self, i: &Instruction, is_signed: bool) -> Result<(), String> {
        let mut bytes = self.lanes(i, 'm', 1)?;
        bytes.rotate_left(i.field('r') as usize);
        let added = if i.bits('n') > 0 { self.lanes(i, 'n', HALF)? } else { vec![Lane::Number(0); HALF] };
        let halves: Vec<_> = [bytes[0], bytes[2]]
            .into_iter()
            .zip(added)
            .map(|(byte, added)| {
                let half = if is_signed { self.terms.extend(byte, 8, 16) } else { self.terms.widen(byte, 8, 16) };
                self.terms.make(Operation::Add, 16, added, half)
            })
            .collect();
        self.set_lanes(i, halves, HALF)
    }

    /// Writes lanes of this many bytes to register d.
    fn set_lanes(&mut self, i: &Instruction, lanes: Vec<Lane>, bytes: usize) -> Result<(), String> {
        let result = cell::of_lanes(lanes, bytes);
        let result = cell::lane(self.terms, &result);
        self.set(i, 'd', result)
    }

    /// Takes the lower half of register n and the upper one of the shifted register m, or the other
    /// way round.
    pub(super) fn pack(&mut self, i: &Instruction, is_top_first: bool) -> Result<(), String> {
        let (x, count) = (self.register(i, 'n')?, u64::from(i.field('i')));
        let y = self.register(i, 'm')?;
        let (low, high) = if is_top_first {
            let count = if count == 0 { BITS.into() } else { count };
            (self.shifted(Operation::ShiftSigned, y, count).0, x)
        } else {
            (x, self.shifted(Operation::ShiftLeft, y, count).0)
        };
        let [low, high] = [low, high].map(|lane| cell::of_lanes([lane], WIDTH));
        let result = cell::lane(self.terms, &[&low[..HALF], &high[HALF..]].concat());
        self.set(i, 'd', result)
    }

    /// An operation on lanes of this many bytes in turn. Two different ones take the second operand
    /// with its lanes exchanged. Notes for each lane whether the number is not negative, or of
    /// unsigned numbers whether a sum has a carry and a difference no borrow.
    pub(super) fn pairwise(&mut self, i: &Instruction, bytes: usize, operations: [Operation; 2]) -> Result<(), String> {
        let (x, mut y) = (self.lanes(i, 'n', bytes)?, self.lanes(i, 'm', bytes)?);
        if operations[0] != operations[1] {
            y.reverse();
        }
        let (bits, wide) = (8 * bytes as u8, 16 * bytes as u8);
        let (mut results, mut reached) = (Vec::new(), Vec::new());
        for (k, (&x, &y)) in x.iter().zip(&y).enumerate() {
            let operation = operations[k % 2];
            results.push(self.terms.make(operation, bits, x, y));
            let is_signed = i.field('u') == 0;
            let [x, y] = [x, y].map(|lane| match is_signed {
                true => self.terms.extend(lane, bits, wide),
                false => self.terms.widen(lane, bits, wide),
            });
            let mask = if operation == Operation::Subtract {
                let less = self.terms.make(Operation::Greater, wide, y, x);
                self.terms.make(Operation::Xor, wide, less, Lane::Number(word(u64::MAX, wide)))
            } else {
                let sum = self.terms.make(Operation::Add, wide, x, y);
                let bound = if is_signed { u64::MAX } else { word(u64::MAX, bits) };
                self.terms.make(Operation::Greater, wide, sum, Lane::Number(word(bound, wide)))
            };
            reached.push(lanes::mask_in(self.terms, mask, wide, bits));
        }
        self.reached = Some((bytes, cell::of_lanes(reached, bytes).try_into().expect("four bytes")));
        self.set_lanes(i, results, bytes)
    }

    /// A sum or a difference of signed bytes or halves, limited to what they hold.
    pub(super) fn limited(&mut self, i: &Instruction, bytes: usize, operation: Operation) -> Result<(), String> {
        let (x, y) = (self.lanes(i, 'n', bytes)?, self.lanes(i, 'm', bytes)?);
        let (bits, wide) = (8 * bytes as u8, 16 * bytes as u8);
        let limit = 1u64 << (bits - 1);
        let results = x.into_iter().zip(y).map(|(x, y)| {
            let [x, y] = [x, y].map(|lane| self.terms.extend(lane, bits, wide));
            let sum = self.terms.make(operation, wide, x, y);
            let sum = lanes::extremum(self.terms, wide, sum, Lane::Number(limit - 1), true);
            let least = Lane::Number(word(limit.wrapping_neg(), wide));
            let sum = lanes::extremum(self.terms, wide, sum, least, false);
            self.terms.extract(sum, wide, 0, bits)
        });
        let results = results.collect();
        self.set_lanes(i, results, bytes)
    }

    /// Takes the lanes of register n where the last operation on lanes has noted them, and those of
    /// register m elsewhere.
    pub(super) fn select_lanes(&mut self, i: &Instruction) -> Result<(), String> {
        let (bytes, mask) = self.reached.ok_or("lanes that no instruction has noted")?;
        // A lane is chosen as a whole.
        let masks = cell::lanes(self.terms, &mask, bytes);
        let (x, y) = (self.lanes(i, 'n', bytes)?, self.lanes(i, 'm', bytes)?);
        let chosen = masks.into_iter().zip(x.into_iter().zip(y));
        let chosen = chosen.map(|(mask, (x, y))| lanes::select(self.terms, 8 * bytes as u8, mask, x, y)).collect();
        self.set_lanes(i, chosen, bytes)
    }

    /// Halves of sums or differences of halves.
    pub(super) fn halved(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let (x, y) = (self.lanes(i, 'n', HALF)?, self.lanes(i, 'm', HALF)?);
        let results = x.into_iter().zip(y).map(|(x, y)| {
            let [x, y] = [x, y].map(|lane| match i.field('u') {
                0 => self.terms.extend(lane, 16, BITS),
                _ => self.terms.widen(lane, 16, BITS),
            });
            let sum = self.terms.make(operation, BITS, x, y);
            self.terms.extract(sum, BITS, 1, 16)
        });
        let results = results.collect();
        self.set_lanes(i, results, HALF)
    }

    pub(super) fn reversed(&mut self, i: &Instruction, part: usize) -> Result<(), String> {
        is_repeated(i)?;
        let mut bytes = self.lanes(i, 'm', 1)?;
        bytes.chunks_mut(part).for_each(<[_]>::reverse);
        self.set_lanes(i, bytes, 1)
    }

    /// A function of a register that has to be a number.
    pub(super) fn of_number(&mut self, i: &Instruction, of: fn(u32) -> u32) -> Result<(), String> {
        is_repeated(i)?;
        let x = number_of(self.register(i, 'm')?).ok_or(NUMBERS)?;
        self.set(i, 'd', Lane::Number(of(x as u32).into()))
    }

    /// Limits a number to b + 1 signed bits, or to b bits.
    pub(super) fn saturate(&mut self, i: &Instruction, is_signed: bool) -> Result<(), String> {
        let (x, count) = (self.register(i, 'n')?, u64::from(i.field('i')));
        let operation = if i.field('h') == 1 { Operation::ShiftSigned } else { Operation::ShiftLeft };
        if i.field('h') == 1 && count == 0 {
            return Err("two halves that are limited".into());
        }
        let x = self.shifted(operation, x, count).0;
        let bits = i.field('b');
        let (least, greatest) = if is_signed { (-(1i64 << bits), (1 << bits) - 1) } else { (0, (1i64 << bits) - 1) };
        let [least, greatest] = [least, greatest].map(|limit| Lane::Number(word(limit as u64, BITS)));
        let result = lanes::extremum(self.terms, BITS, x, greatest, true);
        let result = lanes::extremum(self.terms, BITS, result, least, false);
        self.set(i, 'd', result)
    }
}
