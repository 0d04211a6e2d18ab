//! The flags of Arm's CPUs, and the conditions that read them.

use crate::lanes::{carry_and_overflow, is_mask, mask_in};
use crate::memory::Memory;
use crate::term::{Lane, Operation, Terms, word};

/// A flag: a bit, or nothing if it is not defined.
type Flag = Option<bool>;

/// The flags.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    pub negative: Flag,
    pub zero: Flag,
    pub carry: Flag,
    pub overflow: Flag,
    /// The operation that set them, if they depend on operands: an operation of this many bits, its
    /// operands and its result.
    pub last: Option<(Operation, u8, [Lane; 2], Lane)>,
}

impl Flags {
    /// Returns the flags that an immediate names.
    pub fn of_number(bits: u64) -> Self {
        let [overflow, carry, zero, negative] = [0, 1, 2, 3].map(|k| Some(bits >> k & 1 == 1));
        Self { negative, zero, carry, overflow, last: None }
    }

    /// Returns the flags of a sum or a difference of x and y, and of the `carry` that is added or
    /// borrowed, or of an operation on bits, which has neither carry nor overflow.
    pub fn of(
        terms: &Terms,
        memory: &mut Memory<'_>,
        operation: Operation,
        bits: u8,
        [x, y]: [Lane; 2],
        carry: bool,
        result: Lane,
    ) -> Self {
        let top = bits - 1;
        if let (Lane::Number(x), Lane::Number(y), Lane::Number(result)) = (x, y, result) {
            let (carry, overflow) = carry_and_overflow(operation, bits, [x, y, result], carry);
            // The carry of a difference says that nothing is borrowed.
            let carry = carry != (operation == Operation::Subtract);
            return Self {
                negative: Some(result >> top & 1 == 1),
                zero: Some(result == 0),
                carry: Some(carry),
                overflow: Some(overflow),
                last: None,
            };
        }
        let is_comparison = operation == Operation::Subtract && !carry;
        match is_comparison.then(|| memory.compare_addresses(terms, x, y)).flatten() {
            Some((is_below, zero)) => {
                // Addresses of programs are below 2^63: as signed numbers they have the same order.
                // Those of 32 bits are of the whole address space.
                let signed = is_below.filter(|_| bits == 64);
                let (carry, overflow) = (is_below.map(|is_below| !is_below), signed.map(|_| false));
                Self { negative: signed, zero, carry, overflow, last: None }
            }
            None => {
                let of_bits = (operation == Operation::And).then_some(false);
                let last = (!carry).then_some((operation, bits, [x, y], result));
                Self { last, carry: of_bits, overflow: of_bits, ..Self::default() }
            }
        }
    }

    /// Returns whether a condition holds: a number, or a mask of this many bits, which is -1 if it
    /// does and 0 if not. The least bit of a condition's number makes it the contrary.
    pub fn condition(&self, terms: &mut Terms, code: u8) -> Result<(Lane, u8), String> {
        let Self { negative, zero, carry, overflow, last } = *self;
        let is_less = negative.zip(overflow).map(|(negative, overflow)| negative != overflow);
        let value = match code >> 1 {
            0 => zero,
            1 => carry,
            2 => negative,
            3 => overflow,
            4 => carry.zip(zero).map(|(carry, zero)| carry && !zero),
            5 => is_less.map(|is_less| !is_less),
            6 => zero.zip(is_less).map(|(zero, is_less)| !zero && !is_less),
            _ => Some(true),
        };
        let is_contrary = code & 1 == 1 && code < 15;
        if let Some(value) = value {
            return Ok((Lane::Number(u64::from(value != is_contrary).wrapping_neg()), 64));
        }
        let undefined = || "a condition that depends on an undefined flag".to_owned();
        let (operation, bits, [x, y], result) = last.ok_or_else(undefined)?;
        let zero = Lane::Number(0);
        let ones = Lane::Number(word(u64::MAX, bits));
        let is_difference = operation == Operation::Subtract;
        // A bit that is the sign of the bytes up to it.
        if let (Operation::And, 0, Lane::Number(bit)) = (operation, code >> 1, y)
            && let Some(part) = [8, 16, 32, 64].into_iter().find(|part| bit == 1 << (part - 1))
        {
            let x = terms.extract(x, bits, 0, part);
            let sign = terms.make(Operation::ShiftSigned, part, x, Lane::Number(u64::from(part) - 1));
            let clear = terms.make(Operation::Xor, part, sign, Lane::Number(word(u64::MAX, part)));
            return Ok((if is_contrary { sign } else { clear }, part));
        }
        let is_bitwise = operation == Operation::And && overflow == Some(false);
        // Without an overflow, the sign of the result is that of the difference to 0.
        let [x, y] = if is_difference { [x, y] } else { [result, zero] };
        let mask = match code >> 1 {
            // A comparison is 0 where it does not hold: there, its bits are the contrary.
            0 if y == zero && is_mask(terms, x) => terms.make(Operation::Xor, bits, x, ones),
            0 => terms.make(Operation::Equal, bits, x, y),
            2 => terms.make(Operation::ShiftSigned, bits, result, Lane::Number(u64::from(bits) - 1)),
            5 if is_difference || is_bitwise => {
                let less = terms.make(Operation::Greater, bits, y, x);
                terms.make(Operation::Xor, bits, less, ones)
            }
            6 if is_difference || is_bitwise => terms.make(Operation::Greater, bits, x, y),
            _ => return Err(undefined()),
        };
        Ok((if is_contrary { terms.make(Operation::Xor, bits, mask, ones) } else { mask }, bits))
    }

    /// Returns a condition as a mask of a width.
    pub fn mask(&self, terms: &mut Terms, code: u8, width: u8) -> Result<Lane, String> {
        let (mask, bits) = self.condition(terms, code)?;
        Ok(mask_in(terms, mask, bits, width))
    }

    /// Returns whether a condition holds, for all operands.
    pub fn decided(&self, terms: &mut Terms, code: u8, what: &str) -> Result<bool, String> {
        match self.condition(terms, code)? {
            (Lane::Number(mask), _) => Ok(mask != 0),
            (Lane::Term(_), _) => Err(format!("{what} that depends on an operand")),
        }
    }
}
