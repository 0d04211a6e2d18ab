//! What instructions of the table do with registers and flags, and where branches lead.

use super::instruction::Instruction;
use super::operand::{BITS, number_of};
use super::{Machine, STACK, WIDTH, code_address, register_of};
use crate::cell::{self, Cell, ZERO};
use crate::lanes;
use crate::term::{Lane, Operation, signed, word};

/// What a rule says of operands that are terms, if it has only numbers.
const NUMBERS: &str = "an operation that has a rule for numbers only";
/// The bytes of a half of a register, and of both registers of a long result.
const HALF: usize = 2;
const LONG: u8 = 2 * BITS;

/// A sum or a difference, with the carry or without it.
pub(super) struct Sum(Operation, bool);

impl Sum {
    pub(super) const ADD: Self = Self(Operation::Add, false);
    pub(super) const SUB: Self = Self(Operation::Subtract, false);
    pub(super) const ADC: Self = Self(Operation::Add, true);
    pub(super) const SBC: Self = Self(Operation::Subtract, true);
}

/// The products of halves that are added to a long number.
pub(super) enum Halves {
    /// One, of the halves that the instruction names.
    One,
    /// Those of both halves, the second one added to the first one or subtracted.
    Both(Operation),
}

/// Fails unless an encoding that names its operand twice names the same one.
fn is_repeated(i: &Instruction) -> Result<(), String> {
    if i.bits('k') == 0 || i.field('k') == i.field('m') { Ok(()) } else { Err("two operands".into()) }
}

/// Numbers, sums and bits.
impl Machine<'_, '_> {
    pub(super) fn sum(&mut self, i: &Instruction, sum: Sum, [x, y]: [Lane; 2]) -> Result<(), String> {
        let Sum(operation, with_carry) = sum;
        let (result, counts) = if with_carry { self.with_carry(operation, [x, y])? } else { (None, false) };
        let result = match result {
            Some(result) => result,
            None => {
                let result = self.terms.make(operation, BITS, x, y);
                if counts { self.terms.make(operation, BITS, result, Lane::Number(1)) } else { result }
            }
        };
        // The stack pointer is moved by a sum of itself.
        let is_stack = i.bits('n') == 4 && i.register('n') == STACK;
        if is_stack { self.set_any(i, 'd', result)? } else { self.set(i, 'd', result)? }
        self.set_flags(i, operation, [x, y], counts, result);
        Ok(())
    }

    /// Returns whether the carry is added or borrowed. Where it is that of a sum of terms, returns
    /// the result as the upper word of the sum of both words.
    fn with_carry(&mut self, operation: Operation, upper: [Lane; 2]) -> Result<(Option<Lane>, bool), String> {
        if let Some(carry) = self.flags.carry {
            return Ok((None, carry == (operation == Operation::Add)));
        }
        match self.flags.last {
            Some((last, BITS, lower, _)) if last == operation => {
                let [x, y] = [0, 1].map(|k| self.joined(lower[k], upper[k]));
                let sum = self.terms.make(operation, LONG, x, y);
                Ok((Some(self.terms.extract(sum, LONG, BITS, BITS)), true))
            }
            _ => Err("a carry that is not defined".into()),
        }
    }

    /// Returns the long number of two words, the lower one first.
    fn joined(&mut self, low: Lane, high: Lane) -> Lane {
        self.terms.make(Operation::Join(BITS), LONG, low, high)
    }

    pub(super) fn compare(&mut self, operation: Operation, [x, y]: [Lane; 2]) -> Result<(), String> {
        let result = self.terms.make(operation, BITS, x, y);
        self.flags =
            crate::condition::Flags::of(self.terms, &mut self.memory, operation, BITS, [x, y], false, result);
        Ok(())
    }

    /// Sets flags by an operation on bits, of which the carry is given.
    pub(super) fn test(&mut self, operation: Operation, [x, y]: [Lane; 2], carry: Option<bool>) -> Result<(), String> {
        let result = self.terms.make(operation, BITS, x, y);
        self.set_flags_of_bits(result, carry);
        if let (Operation::And, Some(last)) = (operation, &mut self.flags.last) {
            *last = (operation, BITS, [x, y], result);
        }
        Ok(())
    }

    pub(super) fn bits(&mut self, i: &Instruction, operation: Operation, is_contrary: bool) -> Result<(), String> {
        let ([x, y], carry) = self.operands(i)?;
        self.bits_of(i, operation, [x, y], is_contrary, carry)
    }

    pub(super) fn bits_in_place(&mut self, i: &Instruction, operation: Operation, is_contrary: bool) -> Result<(), String> {
        let (operands, carry) = (self.in_place(i)?, self.flags.carry);
        self.bits_of(i, operation, operands, is_contrary, carry)
    }

    fn bits_of(
        &mut self,
        i: &Instruction,
        operation: Operation,
        [x, y]: [Lane; 2],
        is_contrary: bool,
        carry: Option<bool>,
    ) -> Result<(), String> {
        let y = if is_contrary { self.contrary(y) } else { y };
        // On lanes as wide as the terms: a mask of 32 bits is one lane.
        let [x, y] = [x, y].map(|lane| cell::of_lanes([lane], WIDTH));
        let cells =
            lanes::bitwise(self.terms, [&x, &y], |terms, bits, [x, y]| terms.make(operation, bits, x, y));
        let result = cell::lane(self.terms, &cells);
        self.result_of_bits(i, result, carry)
    }

    pub(super) fn move_shifted(&mut self, i: &Instruction, is_contrary: bool) -> Result<(), String> {
        let (x, carry) = self.shifted_register(i)?;
        let x = if is_contrary { self.contrary(x) } else { x };
        self.result_of_bits(i, x, carry)
    }

    pub(super) fn move_pattern(&mut self, i: &Instruction, is_contrary: bool) -> Result<(), String> {
        let (x, carry) = self.pattern(i);
        let x = if is_contrary { self.contrary(x) } else { x };
        self.result_of_bits(i, x, carry)
    }

    /// Adds a register to another one, of which either may be the stack pointer.
    pub(super) fn add_to_any(&mut self, i: &Instruction) -> Result<(), String> {
        let [x, y] = [self.any_register(i, 'd')?, self.any_register(i, 'm')?];
        let sum = self.terms.make(Operation::Add, BITS, x, y);
        self.set_any(i, 'd', sum)
    }

    pub(super) fn shift_by_number(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let (x, count) = (self.register(i, 'm')?, u64::from(i.field('i')));
        // A shift to the right by 0 is one by all bits.
        let count = if count == 0 && operation != Operation::ShiftLeft { BITS.into() } else { count };
        let (result, carry) = self.shifted(operation, x, count);
        self.result_of_bits(i, result, carry)
    }

    /// Shifts the register of this letter by the least byte of register m.
    pub(super) fn shift_by_register(&mut self, i: &Instruction, letter: char, operation: Operation) -> Result<(), String> {
        let [x, count] = [self.register(i, letter)?, self.register(i, 'm')?];
        let Lane::Number(count) = self.terms.extract(count, BITS, 0, 8) else {
            return Err("a shift by a number that depends on an operand".into());
        };
        let (result, carry) = self.shifted(operation, x, count);
        self.result_of_bits(i, result, carry)
    }

    pub(super) fn set_upper(&mut self, i: &Instruction) -> Result<(), String> {
        let (old, Lane::Number(number)) = (self.register(i, 'd')?, i.upper_number()) else { return Ok(()) };
        let result = lanes::insert_field(self.terms, old, Lane::Number(number), WIDTH, [0, 16, 16]);
        self.set(i, 'd', result)
    }
}

/// Fields, halves and bytes.
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
        let result =
            if is_signed { self.terms.extend(part, bits, BITS) } else { self.terms.widen(part, bits, BITS) };
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

    /// An operation on each lane of this many bytes. The flags for it are those that no instruction
    /// with a rule reads.
    pub(super) fn pairwise(
        &mut self,
        i: &Instruction,
        bytes: usize,
        operation: impl Fn(usize) -> Operation,
    ) -> Result<(), String> {
        let (x, y) = (self.lanes(i, 'n', bytes)?, self.lanes(i, 'm', bytes)?);
        let results = x.into_iter().zip(y).enumerate();
        let results = results.map(|(k, (x, y))| self.terms.make(operation(k), 8 * bytes as u8, x, y)).collect();
        self.set_lanes(i, results, bytes)
    }

    /// Operations on a half and the other half, that of the lower result first.
    pub(super) fn crossed(&mut self, i: &Instruction, operations: [Operation; 2]) -> Result<(), String> {
        let (x, y) = (self.lanes(i, 'n', HALF)?, self.lanes(i, 'm', HALF)?);
        let results = (0..2).map(|k| self.terms.make(operations[k], 16, x[k], y[1 - k])).collect();
        self.set_lanes(i, results, HALF)
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

/// Products.
impl Machine<'_, '_> {
    /// A product, or register a plus or minus it.
    pub(super) fn multiply(&mut self, i: &Instruction, operation: Option<Operation>) -> Result<(), String> {
        let [x, y] = self.registers(i)?;
        let product = self.terms.make(Operation::Multiply, BITS, x, y);
        let result = match operation {
            None => product,
            Some(Operation::Add) => return self.set_sum(i, product),
            Some(operation) => {
                let sum = self.register(i, 'a')?;
                self.terms.make(operation, BITS, sum, product)
            }
        };
        self.set(i, 'd', result)
    }

    /// Writes a number plus register a, or alone if that is none.
    fn set_sum(&mut self, i: &Instruction, product: Lane) -> Result<(), String> {
        if i.field('a') == 15 {
            return self.set(i, 'd', product);
        }
        let sum = self.register(i, 'a')?;
        let result = self.terms.make(Operation::Add, BITS, sum, product);
        self.set(i, 'd', result)
    }

    pub(super) fn multiply_in_place(&mut self, i: &Instruction) -> Result<(), String> {
        let ([x, y], carry) = (self.in_place(i)?, self.flags.carry);
        let product = self.terms.make(Operation::Multiply, BITS, x, y);
        self.result_of_bits(i, product, carry)
    }

    /// Returns the product of the halves that fields x and y name.
    fn product_of_halves(&mut self, i: &Instruction) -> Result<Lane, String> {
        let x = self.lanes(i, 'n', HALF)?[i.field('x') as usize];
        let y = self.lanes(i, 'm', HALF)?[i.field('y') as usize];
        Ok(lanes::product(self.terms, 16, x, y))
    }

    /// Returns the products of both halves, those of one operand exchanged if field x says so.
    fn products_of_pairs(&mut self, i: &Instruction) -> Result<[Lane; 2], String> {
        let (x, mut y) = (self.lanes(i, 'n', HALF)?, self.lanes(i, 'm', HALF)?);
        y.rotate_left(i.field('x') as usize);
        Ok([0, 1].map(|k| lanes::product(self.terms, 16, x[k], y[k])))
    }

    pub(super) fn multiply_halves(&mut self, i: &Instruction) -> Result<(), String> {
        let product = self.product_of_halves(i)?;
        self.set_sum(i, product)
    }

    pub(super) fn multiply_pairs(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let [first, second] = self.products_of_pairs(i)?;
        let sum = self.terms.make(operation, BITS, first, second);
        self.set_sum(i, sum)
    }

    /// The upper 32 bits of 48, of a product of a word and a half.
    pub(super) fn multiply_by_half(&mut self, i: &Instruction) -> Result<(), String> {
        let (x, y) = (self.register(i, 'n')?, self.lanes(i, 'm', HALF)?[i.field('y') as usize]);
        let (x, y) = (self.terms.extend(x, BITS, LONG), self.terms.extend(y, 16, LONG));
        let product = self.terms.make(Operation::Multiply, LONG, x, y);
        let upper = self.terms.extract(product, LONG, 16, BITS);
        self.set_sum(i, upper)
    }

    /// The upper word of a long product that is added to register a, or subtracted from it, there
    /// as an upper word. With field r it is rounded.
    pub(super) fn multiply_high(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let [x, y] = self.registers(i)?;
        let mut result = lanes::product(self.terms, BITS, x, y);
        if i.field('a') != 15 || operation == Operation::Subtract {
            let sum = self.register(i, 'a')?;
            let sum = self.joined(Lane::Number(0), sum);
            result = self.terms.make(operation, LONG, sum, result);
        }
        let half = Lane::Number(u64::from(i.field('r')) << (BITS - 1));
        let result = self.terms.make(Operation::Add, LONG, result, half);
        let upper = self.terms.extract(result, LONG, BITS, BITS);
        self.set(i, 'd', upper)
    }

    /// Returns the long number in registers l and h.
    fn long(&mut self, i: &Instruction) -> Result<Lane, String> {
        let [low, high] = [self.register(i, 'l')?, self.register(i, 'h')?];
        Ok(self.joined(low, high))
    }

    fn set_long(&mut self, i: &Instruction, lane: Lane) -> Result<(), String> {
        if i.field('l') == i.field('h') {
            return Err("two results in one register".into());
        }
        let [low, high] = [0, BITS].map(|from| self.terms.extract(lane, LONG, from, BITS));
        self.set(i, 'l', low)?;
        self.set(i, 'h', high)
    }

    fn long_product(&mut self, i: &Instruction, is_signed: bool) -> Result<Lane, String> {
        let [x, y] = self.registers(i)?;
        if is_signed {
            return Ok(lanes::product(self.terms, BITS, x, y));
        }
        let (x, y) = (self.terms.widen(x, BITS, LONG), self.terms.widen(y, BITS, LONG));
        Ok(self.terms.make(Operation::Multiply, LONG, x, y))
    }

    pub(super) fn multiply_long(&mut self, i: &Instruction, is_signed: bool, is_sum: bool) -> Result<(), String> {
        let mut result = self.long_product(i, is_signed)?;
        if is_sum {
            let sum = self.long(i)?;
            result = self.terms.make(Operation::Add, LONG, sum, result);
        }
        self.set_long(i, result)
    }

    /// A long product plus two words.
    pub(super) fn multiply_add_both(&mut self, i: &Instruction) -> Result<(), String> {
        let mut result = self.long_product(i, false)?;
        for letter in ['l', 'h'] {
            let added = self.register(i, letter)?;
            let added = self.terms.widen(added, BITS, LONG);
            result = self.terms.make(Operation::Add, LONG, result, added);
        }
        self.set_long(i, result)
    }

    pub(super) fn multiply_halves_long(&mut self, i: &Instruction, halves: Halves) -> Result<(), String> {
        let mut sum = self.long(i)?;
        match halves {
            Halves::One => {
                let product = self.product_of_halves(i)?;
                let product = self.terms.extend(product, BITS, LONG);
                sum = self.terms.make(Operation::Add, LONG, sum, product);
            }
            Halves::Both(operation) => {
                let [first, second] =
                    self.products_of_pairs(i)?.map(|product| self.terms.extend(product, BITS, LONG));
                sum = self.terms.make(Operation::Add, LONG, sum, first);
                sum = self.terms.make(operation, LONG, sum, second);
            }
        }
        self.set_long(i, sum)
    }

    /// The time of a division depends on its operands, so that they have to be numbers.
    pub(super) fn divide(&mut self, i: &Instruction, is_signed: bool) -> Result<(), String> {
        let [x, y] = self.registers(i)?;
        let (Some(x), Some(y)) = (number_of(x), number_of(y)) else { return Err(NUMBERS.into()) };
        let quotient = match is_signed {
            _ if y == 0 => 0,
            true => signed(x, BITS).wrapping_div(signed(y, BITS)) as u64,
            false => x / y,
        };
        self.set(i, 'd', Lane::Number(word(quotient, BITS)))
    }
}

/// Branches and blocks of conditions.
impl Machine<'_, '_> {
    /// Goes on at an address that is a number.
    fn jump(&mut self, target: u64) -> Result<(), String> {
        // A branch in a block is its last instruction.
        if self.block != 0 && self.block & 0xf != 8 {
            return Err("a branch in a block of conditions".into());
        }
        self.target = Some(word(target, BITS));
        Ok(())
    }

    /// Goes on at the address in a lane, whose bit 0 says that code of Thumb is there.
    pub(super) fn jump_to(&mut self, lane: Lane) -> Result<(), String> {
        match lane {
            Lane::Number(target) if target & 1 == 1 => self.jump(code_address(target)),
            Lane::Number(_) => Err("a jump to code that is not Thumb".into()),
            Lane::Term(_) => Err("a jump to an address that depends on an operand or on what is unknown".into()),
        }
    }

    /// Notes the address behind an instruction of this many bytes.
    pub(super) fn link(&mut self, length: u64) {
        self.general[super::LINK] = register_of(Lane::Number((self.address + length) | 1));
    }

    /// Branches by this many bytes from the program counter if a condition holds.
    pub(super) fn branch(&mut self, _: &Instruction, condition: u8, distance: i64) -> Result<(), String> {
        if self.flags.decided(self.terms, condition, "a branch")? {
            self.jump((self.address + 4).wrapping_add_signed(distance))?;
        }
        Ok(())
    }

    pub(super) fn branch_if(&mut self, i: &Instruction) -> Result<(), String> {
        let condition = i.field('c') as u8;
        if condition >= super::ALWAYS {
            return Err("an instruction without a rule".into());
        }
        self.branch(i, condition, i.near())
    }

    pub(super) fn branch_if_zero(&mut self, i: &Instruction, is_zero: bool) -> Result<(), String> {
        let value = number_of(self.register(i, 'n')?).ok_or("a branch that depends on an operand")?;
        if (value == 0) == is_zero {
            self.jump(self.address + 4 + 2 * u64::from(i.field('i')))?;
        }
        Ok(())
    }

    /// Branches by a distance of a table of bytes or of halves, whose index is a number.
    pub(super) fn branch_by_table(&mut self, i: &Instruction) -> Result<(), String> {
        let bytes = 1 + i.field('h') as usize;
        let index = number_of(self.register(i, 'm')?).ok_or("a branch that depends on an operand")?;
        let table = match i.register('n') {
            super::COUNTER => Lane::Number(self.address + 4),
            _ => self.register(i, 'n')?,
        };
        let place = self.moved(table, (bytes as u64 * index) as i64);
        let cells = self.memory.load(self.terms, place, bytes)?;
        let distance = cell::number(&cells).ok_or("a branch that depends on an operand")?;
        self.jump(self.address + 4 + 2 * distance)
    }

    pub(super) fn start_block(&mut self, i: &Instruction) -> Result<(), String> {
        if self.block != 0 || i.field('c') == 15 {
            return Err("an instruction without a rule".into());
        }
        self.block = (i.field('c') << 4 | i.field('m')) as u8;
        Ok(())
    }
}

/// Words in registers for floating-point numbers.
impl Machine<'_, '_> {
    /// Moves a word between register t and a register for floating-point numbers.
    pub(super) fn move_single(&mut self, i: &Instruction) -> Result<(), String> {
        let single = (2 * i.field('v') + i.field('y')) as usize;
        let lane = if i.field('l') == 1 { cell::lane(self.terms, &self.singles[single]) } else { self.register(i, 't')? };
        if i.field('l') == 1 {
            return self.set(i, 't', lane);
        }
        self.singles[single] = register_of(lane);
        Ok(())
    }

    /// Moves two words, to or from two neighbours.
    pub(super) fn move_singles(&mut self, i: &Instruction, is_double: bool) -> Result<(), String> {
        let single = self.first_single(i, is_double)?;
        if single + 1 >= self.singles.len() || i.field('l') == 1 && i.field('t') == i.field('u') {
            return Err("an instruction that is not defined".into());
        }
        for (k, letter) in ['t', 'u'].into_iter().enumerate() {
            if i.field('l') == 1 {
                let lane = cell::lane(self.terms, &self.singles[single + k]);
                self.set(i, letter, lane)?;
            } else {
                let lane = self.register(i, letter)?;
                self.singles[single + k] = register_of(lane);
            }
        }
        Ok(())
    }

    /// Returns the number of a register for floating-point numbers, or of the first half of one of
    /// 64 bits.
    pub(super) fn first_single(&self, i: &Instruction, is_double: bool) -> Result<usize, String> {
        let (v, y) = (i.register('v'), i.register('y'));
        match (is_double, y) {
            (false, _) => Ok(2 * v + y),
            (true, 0) => Ok(2 * v),
            (true, _) => Err("a register that these CPUs do not have".into()),
        }
    }

    pub(super) fn copy_single(&mut self, i: &Instruction) -> Result<(), String> {
        let from = 2 * i.register('w') + i.register('z');
        let to = self.first_single(i, false)?;
        self.singles[to] = self.singles[from];
        Ok(())
    }

    /// Returns the cells of words with zeros above, to be stored.
    pub(super) fn bytes_of(cells: &[Cell], size: usize) -> Vec<Cell> {
        let mut cells = cells[..size.min(cells.len())].to_vec();
        cells.resize(size, ZERO);
        cells
    }
}
