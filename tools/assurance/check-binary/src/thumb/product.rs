//! The rules of instructions that multiply and divide.

use super::Machine;
use super::instruction::Instruction;
use super::operand::{BITS, NUMBERS, number_of};
use crate::lanes;
use crate::term::{Lane, Operation, signed, word};

/// The bytes of a half of a register, and the bits of both registers of a long result.
const HALF: usize = 2;
const LONG: u8 = 2 * BITS;

/// The products of halves that are added to a long number.
pub(super) enum Halves {
    /// One, of the halves that the instruction names.
    One,
    /// Those of both halves, the second one added to the first one or subtracted.
    Both(Operation),
}

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
                let [first, second] = self.products_of_pairs(i)?.map(|product| self.terms.extend(product, BITS, LONG));
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
