//! Instructions on integers of 32 and 64 bits.

use wasmparser::Operator;

use super::{Machine, Value, number};
use crate::cell;
use crate::lanes;
use crate::term::{Lane, Operation, word};

/// The comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    /// x < y of numbers that are signed or not.
    Less {
        is_signed: bool,
        /// True if operands are exchanged, which makes x > y of x < y.
        is_swapped: bool,
        /// True if the contrary is asked for.
        is_contrary: bool,
    },
}

impl Comparison {
    const fn less(is_signed: bool) -> Self {
        Self::Less { is_signed, is_swapped: false, is_contrary: false }
    }

    const fn greater(is_signed: bool) -> Self {
        Self::Less { is_signed, is_swapped: true, is_contrary: false }
    }

    const fn at_most(is_signed: bool) -> Self {
        Self::Less { is_signed, is_swapped: true, is_contrary: true }
    }

    const fn at_least(is_signed: bool) -> Self {
        Self::Less { is_signed, is_swapped: false, is_contrary: true }
    }
}

impl Machine<'_, '_> {
    fn pop_of(&mut self, bits: u8) -> Result<Lane, String> {
        if bits == 32 { self.pop_i32() } else { self.pop_i64() }
    }

    fn push_of(&mut self, bits: u8, lane: Lane) {
        self.stack.push(if bits == 32 { Value::I32(lane) } else { Value::I64(lane) });
    }

    /// An operation on two integers.
    fn binary(&mut self, bits: u8, operation: Operation) -> Result<(), String> {
        let (y, x) = (self.pop_of(bits)?, self.pop_of(bits)?);
        let lane = self.terms.make(operation, bits, x, y);
        self.push_of(bits, lane);
        Ok(())
    }

    /// An operation on two integers, which have to be numbers.
    fn of_numbers(&mut self, bits: u8, operation: impl FnOnce(u64, u64) -> Option<u64>) -> Result<(), String> {
        let (y, x) = (self.pop_of(bits)?, self.pop_of(bits)?);
        let (x, y) = (number(x, "an operand")?, number(y, "an operand")?);
        let value = operation(x, y).ok_or("a division that traps")?;
        self.push_of(bits, Lane::Number(word(value, bits)));
        Ok(())
    }

    /// A count of the bits of an integer, which has to be a number.
    fn count(&mut self, bits: u8, count: impl FnOnce(u64) -> u32) -> Result<(), String> {
        let x = number(self.pop_of(bits)?, "an operand")?;
        self.push_of(bits, Lane::Number(count(x).into()));
        Ok(())
    }

    fn shift(&mut self, bits: u8, operation: Operation) -> Result<(), String> {
        let (count, x) = (self.pop_of(bits)?, self.pop_of(bits)?);
        let count = number(count, "a shift")? % u64::from(bits);
        let cells = cell::of_lanes([x], usize::from(bits / 8));
        let cells = lanes::shift(self.terms, operation, &cells, count);
        let lane = cell::lane(self.terms, &cells);
        self.push_of(bits, lane);
        Ok(())
    }

    /// The lower bits of an integer as a signed number.
    fn extend_part(&mut self, bits: u8, from: u8) -> Result<(), String> {
        let x = self.pop_of(bits)?;
        let low = self.terms.extract(x, bits, 0, from);
        let lane = self.terms.extend(low, from, bits);
        self.push_of(bits, lane);
        Ok(())
    }

    fn compare(&mut self, bits: u8, comparison: Comparison) -> Result<(), String> {
        let (y, x) = (self.pop_of(bits)?, self.pop_of(bits)?);
        let mask = match (self.terms.as_address(x), self.terms.as_address(y)) {
            (Some(x), Some(y)) => self.compare_addresses(x, y, comparison)?,
            _ => self.compare_lanes(bits, x, y, comparison)?,
        };
        let mask = self.terms.extract(mask, bits, 0, 32);
        let lane = self.terms.make(Operation::And, 32, mask, Lane::Number(1));
        self.stack.push(Value::I32(lane));
        Ok(())
    }

    /// Returns -1 if a comparison of addresses holds, and 0 if not.
    fn compare_addresses(&mut self, x: (u16, i64), y: (u16, i64), comparison: Comparison) -> Result<Lane, String> {
        let holds = match comparison {
            Comparison::Equal => self.memory.compare(x, y).1,
            Comparison::Unequal => self.memory.compare(x, y).1.map(|is_equal| !is_equal),
            Comparison::Less { is_signed: true, .. } => None,
            Comparison::Less { is_swapped, is_contrary, .. } => {
                let (x, y) = if is_swapped { (y, x) } else { (x, y) };
                self.memory.compare(x, y).0.map(|is_less| is_less != is_contrary)
            }
        };
        let holds = holds.ok_or("a comparison of addresses whose outcome is unknown")?;
        Ok(Lane::Number(u64::from(holds).wrapping_neg()))
    }

    /// Returns -1 if a comparison holds, and 0 if not.
    fn compare_lanes(&mut self, bits: u8, x: Lane, y: Lane, comparison: Comparison) -> Result<Lane, String> {
        let ones = Lane::Number(word(u64::MAX, bits));
        Ok(match comparison {
            Comparison::Equal => self.terms.make(Operation::Equal, bits, x, y),
            Comparison::Unequal => {
                let mask = self.terms.make(Operation::Equal, bits, x, y);
                self.terms.make(Operation::Xor, bits, mask, ones)
            }
            Comparison::Less { is_signed, is_swapped, is_contrary } => {
                let (x, y) = if is_swapped { (y, x) } else { (x, y) };
                let mask = if is_signed {
                    self.terms.make(Operation::Greater, bits, y, x)
                } else {
                    let what = "a comparison without signs";
                    Lane::Number(word(u64::from(number(x, what)? < number(y, what)?).wrapping_neg(), bits))
                };
                if is_contrary { self.terms.make(Operation::Xor, bits, mask, ones) } else { mask }
            }
        })
    }

    /// Executes an instruction on integers; returns false if it is none.
    pub(super) fn execute_scalar(&mut self, operator: &Operator<'_>) -> Result<bool, String> {
        use Operation::{Add, And, Or, ShiftLeft, ShiftRight, ShiftSigned, Subtract, Xor};
        use Operator::*;
        match *operator {
            I32Const { value } => self.stack.push(Value::I32(Lane::Number(u64::from(value as u32)))),
            I64Const { value } => self.stack.push(Value::I64(Lane::Number(value as u64))),
            I32Add => self.binary(32, Add)?,
            I64Add => self.binary(64, Add)?,
            I32Sub => self.binary(32, Subtract)?,
            I64Sub => self.binary(64, Subtract)?,
            I32Mul => self.binary(32, Operation::Multiply)?,
            I64Mul => self.binary(64, Operation::Multiply)?,
            I32And => self.binary(32, And)?,
            I64And => self.binary(64, And)?,
            I32Or => self.binary(32, Or)?,
            I64Or => self.binary(64, Or)?,
            I32Xor => self.binary(32, Xor)?,
            I64Xor => self.binary(64, Xor)?,
            I32Shl => self.shift(32, ShiftLeft)?,
            I64Shl => self.shift(64, ShiftLeft)?,
            I32ShrU => self.shift(32, ShiftRight)?,
            I64ShrU => self.shift(64, ShiftRight)?,
            I32ShrS => self.shift(32, ShiftSigned)?,
            I64ShrS => self.shift(64, ShiftSigned)?,
            I32Rotl => self.of_numbers(32, |x, y| Some((x as u32).rotate_left(y as u32 % 32).into()))?,
            I64Rotl => self.of_numbers(64, |x, y| Some(x.rotate_left((y % 64) as u32)))?,
            I32Rotr => self.of_numbers(32, |x, y| Some((x as u32).rotate_right(y as u32 % 32).into()))?,
            I64Rotr => self.of_numbers(64, |x, y| Some(x.rotate_right((y % 64) as u32)))?,
            I32DivU | I64DivU => {
                self.of_numbers(if matches!(operator, I32DivU) { 32 } else { 64 }, |x, y| x.checked_div(y))?;
            }
            I32RemU | I64RemU => {
                self.of_numbers(if matches!(operator, I32RemU) { 32 } else { 64 }, |x, y| x.checked_rem(y))?;
            }
            I32DivS => self.of_numbers(32, |x, y| Some((x as i32).checked_div(y as i32)? as u64))?,
            I64DivS => self.of_numbers(64, |x, y| Some((x as i64).checked_div(y as i64)? as u64))?,
            // The remainder of the least number by -1 is 0 and does not trap.
            I32RemS => self.of_numbers(32, |x, y| (y != 0).then(|| (x as i32).wrapping_rem(y as i32) as u64))?,
            I64RemS => self.of_numbers(64, |x, y| (y != 0).then(|| (x as i64).wrapping_rem(y as i64) as u64))?,
            I32Clz => self.count(32, |x| (x as u32).leading_zeros())?,
            I64Clz => self.count(64, u64::leading_zeros)?,
            I32Ctz => self.count(32, |x| (x as u32).trailing_zeros())?,
            I64Ctz => self.count(64, u64::trailing_zeros)?,
            I32Popcnt | I64Popcnt => {
                self.count(if matches!(operator, I32Popcnt) { 32 } else { 64 }, u64::count_ones)?
            }
            I32WrapI64 => {
                let x = self.pop_i64()?;
                let lane = self.terms.extract(x, 64, 0, 32);
                self.stack.push(Value::I32(lane));
            }
            I64ExtendI32S => {
                let x = self.pop_i32()?;
                let lane = self.terms.extend(x, 32, 64);
                self.stack.push(Value::I64(lane));
            }
            I64ExtendI32U => {
                let x = self.pop_i32()?;
                let lane = self.terms.widen(x, 32, 64);
                self.stack.push(Value::I64(lane));
            }
            I32Extend8S => self.extend_part(32, 8)?,
            I32Extend16S => self.extend_part(32, 16)?,
            I64Extend8S => self.extend_part(64, 8)?,
            I64Extend16S => self.extend_part(64, 16)?,
            I64Extend32S => self.extend_part(64, 32)?,
            I32Eqz => {
                self.stack.push(Value::I32(Lane::Number(0)));
                self.compare(32, Comparison::Equal)?;
            }
            I64Eqz => {
                self.stack.push(Value::I64(Lane::Number(0)));
                self.compare(64, Comparison::Equal)?;
            }
            I32Eq => self.compare(32, Comparison::Equal)?,
            I64Eq => self.compare(64, Comparison::Equal)?,
            I32Ne => self.compare(32, Comparison::Unequal)?,
            I64Ne => self.compare(64, Comparison::Unequal)?,
            I32LtS => self.compare(32, Comparison::less(true))?,
            I64LtS => self.compare(64, Comparison::less(true))?,
            I32LtU => self.compare(32, Comparison::less(false))?,
            I64LtU => self.compare(64, Comparison::less(false))?,
            I32GtS => self.compare(32, Comparison::greater(true))?,
            I64GtS => self.compare(64, Comparison::greater(true))?,
            I32GtU => self.compare(32, Comparison::greater(false))?,
            I64GtU => self.compare(64, Comparison::greater(false))?,
            I32LeS => self.compare(32, Comparison::at_most(true))?,
            I64LeS => self.compare(64, Comparison::at_most(true))?,
            I32LeU => self.compare(32, Comparison::at_most(false))?,
            I64LeU => self.compare(64, Comparison::at_most(false))?,
            I32GeS => self.compare(32, Comparison::at_least(true))?,
            I64GeS => self.compare(64, Comparison::at_least(true))?,
            I32GeU => self.compare(32, Comparison::at_least(false))?,
            I64GeU => self.compare(64, Comparison::at_least(false))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
