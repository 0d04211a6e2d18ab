//! The rules of instructions on numbers, sums and bits.

use super::instruction::Instruction;
use super::operand::BITS;
use super::{Machine, STACK, WIDTH};
use crate::cell::{self, Cell, ZERO};
use crate::condition::Flags;
use crate::lanes;
use crate::term::{Lane, Operation};

/// The bits of two registers.
const LONG: u8 = 2 * BITS;

/// A sum or a difference, with the carry or without it.
pub(super) struct Sum(Operation, bool);

impl Sum {
    pub(super) const ADD: Self = Self(Operation::Add, false);
    pub(super) const SUB: Self = Self(Operation::Subtract, false);
    pub(super) const ADC: Self = Self(Operation::Add, true);
    pub(super) const SBC: Self = Self(Operation::Subtract, true);
}

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
        if is_stack {
            self.set_any(i, 'd', result)?
        } else {
            self.set(i, 'd', result)?
        }
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
    pub(super) fn joined(&mut self, low: Lane, high: Lane) -> Lane {
        self.terms.make(Operation::Join(BITS), LONG, low, high)
    }

    pub(super) fn compare(&mut self, operation: Operation, [x, y]: [Lane; 2]) -> Result<(), String> {
        let result = self.terms.make(operation, BITS, x, y);
        self.flags = Flags::of(self.terms, &mut self.memory, operation, BITS, [x, y], false, result);
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

    pub(super) fn bits_in_place(
        &mut self,
        i: &Instruction,
        operation: Operation,
        is_contrary: bool,
    ) -> Result<(), String> {
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
        let [x, y] = [x, y].map(|lane| cell::of_lanes([lane], WIDTH));
        // A mask of whole bytes keeps cells. Else lanes are as wide as the terms.
        let is_mask = operation == Operation::And && y.iter().all(|&cell| matches!(cell, ZERO | Cell::Byte(0xff)));
        let cells = match is_mask {
            true => x.iter().zip(&y).map(|(&cell, &mask)| if mask == ZERO { ZERO } else { cell }).collect(),
            false => lanes::bitwise(self.terms, [&x, &y], |terms, bits, [x, y]| terms.make(operation, bits, x, y)),
        };
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
    pub(super) fn shift_by_register(
        &mut self,
        i: &Instruction,
        letter: char,
        operation: Operation,
    ) -> Result<(), String> {
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
