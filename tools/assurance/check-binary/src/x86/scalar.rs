//! Rules of instructions on general registers.

use iced_x86::{ConditionCode, Instruction, Mnemonic, OpKind};

use super::{Flag, Flags, Machine};
use crate::cell::{self, ZERO};
use crate::lanes::{self, select};
use crate::term::{Lane, Operation, signed, word};

/// Where an instruction jumps to, if it jumps.
type Target = Option<u64>;

impl Machine<'_, '_> {
    /// Executes an instruction on general registers; returns nothing if it is none.
    pub(super) fn execute_scalar(&mut self, i: &Instruction) -> Result<Option<Target>, String> {
        use Mnemonic::*;
        let prefixed = i.has_rep_prefix() || i.has_repne_prefix();
        match i.mnemonic() {
            Nop | Endbr64 => {}
            Add | Adc | Sub | Sbb | Cmp | And | Or | Xor | Test | Inc | Dec | Neg | Not => self.arithmetic(i)?,
            Shl | Shr | Sar => self.shift(i)?,
            Shld | Shrd => self.shift_words(i)?,
            Imul => self.multiply(i)?,
            Mul | Div => self.multiply_or_divide(i)?,
            Lea => {
                let address = self.effective_address(i)?;
                let size = self.size(i, 0);
                let lane = self.terms.extract(address, 64, 0, 8 * size as u8);
                self.write(i, 0, &cell::of_lanes([lane], size))?;
            }
            Mov => {
                let cells = self.read(i, 1)?;
                self.write(i, 0, &cells)?;
            }
            Movzx | Movsx | Movsxd => {
                let (cells, size) = (self.read(i, 1)?, self.size(i, 0));
                let lane = cell::lane(self.terms, &cells);
                let (from, to) = (8 * cells.len() as u8, 8 * size as u8);
                let lane = match i.mnemonic() {
                    Movzx => self.terms.widen(lane, from, to),
                    _ => self.terms.extend(lane, from, to),
                };
                self.write(i, 0, &cell::of_lanes([lane], size))?;
            }
            Cwde | Cdqe => {
                let half = if i.mnemonic() == Cwde { 2 } else { 4 };
                let low = cell::lane(self.terms, &self.general[0][..half]);
                let lane = self.terms.extend(low, 8 * half as u8, 16 * half as u8);
                self.general[0].fill(ZERO);
                self.general[0][..2 * half].copy_from_slice(&cell::of_lanes([lane], 2 * half));
            }
            Push => {
                let cells =
                    if i.op_kind(0) == OpKind::Register { self.read(i, 0)? } else { return Err("a push".into()) };
                if cells.len() != 8 {
                    return Err("a push of less than 64 bits".into());
                }
                self.push(&cells)?;
            }
            Pop => {
                if self.size(i, 0) != 8 {
                    return Err("a pop of less than 64 bits".into());
                }
                let cells = self.pop_cells()?;
                self.write(i, 0, &cells)?;
            }
            Jmp | Call => {
                let target = match i.op_kind(0) {
                    OpKind::NearBranch64 => i.near_branch_target(),
                    _ => {
                        let cells = self.read(i, 0)?;
                        cell::number(&cells).ok_or("a jump to an address that depends on an operand")?
                    }
                };
                if i.mnemonic() == Call {
                    let next = self.cells8(Lane::Number(i.next_ip()));
                    self.push(&next)?;
                }
                return Ok(Some(Some(target)));
            }
            Ret => {
                if i.op_count() != 0 {
                    return Err("a return that removes arguments".into());
                }
                let target = self.pop()?.ok_or("a return to an address that depends on an operand")?;
                return Ok(Some(Some(target)));
            }
            Stosb | Stosq | Movsb | Movsq if i.has_rep_prefix() => self.string(i)?,
            _ if i.condition_code() != ConditionCode::None && !prefixed => return self.conditional(i).map(Some),
            _ => return Ok(None),
        }
        if prefixed && !matches!(i.mnemonic(), Stosb | Stosq | Movsb | Movsq | Nop | Ret | Endbr64) {
            return Err("a prefix without a rule".into());
        }
        Ok(Some(None))
    }

    fn arithmetic(&mut self, i: &Instruction) -> Result<(), String> {
        use Mnemonic::*;
        let size = self.size(i, 0);
        let bits = 8 * size as u8;
        let x = self.read(i, 0)?;
        let x = cell::lane(self.terms, &x);
        let y = if i.op_count() == 2 {
            let cells = self.read_part(i, 1, size)?;
            cell::lane(self.terms, &cells)
        } else {
            Lane::Number(word(if i.mnemonic() == Not { u64::MAX } else { 1 }, bits))
        };
        let kept = self.flags.carry;
        let (mut operation, mut operands, mut carry) = (Operation::Add, [x, y], false);
        match i.mnemonic() {
            Add | Inc => {}
            Adc | Sbb => {
                carry = self.flags.carry.ok_or("a carry that is not defined")?;
                if i.mnemonic() == Sbb {
                    operation = Operation::Subtract;
                }
            }
            Sub | Cmp | Dec => operation = Operation::Subtract,
            Neg => (operation, operands) = (Operation::Subtract, [Lane::Number(0), x]),
            And | Test => operation = Operation::And,
            Or => operation = Operation::Or,
            _ => operation = Operation::Xor,
        }
        let mut result = self.terms.make(operation, bits, operands[0], operands[1]);
        if carry {
            result = self.terms.make(operation, bits, result, Lane::Number(1));
        }
        if i.mnemonic() != Not {
            self.flags = self.flags_of(operation, bits, operands, carry, result);
        }
        if matches!(i.mnemonic(), Inc | Dec) {
            self.flags.carry = kept;
        }
        if !matches!(i.mnemonic(), Cmp | Test) {
            self.write(i, 0, &cell::of_lanes([result], size))?;
        }
        Ok(())
    }

    /// Returns the flags of a sum, a difference, or an operation on bits.
    pub(super) fn flags_of(
        &mut self,
        operation: Operation,
        bits: u8,
        [x, y]: [Lane; 2],
        carry: bool,
        result: Lane,
    ) -> Flags {
        let top = bits - 1;
        if let (Lane::Number(x), Lane::Number(y), Lane::Number(result)) = (x, y, result) {
            let (carry, overflow) = lanes::carry_and_overflow(operation, bits, [x, y, result], carry);
            return Flags {
                carry: Some(carry),
                zero: Some(result == 0),
                sign: Some(result >> top & 1 == 1),
                overflow: Some(overflow),
                parity: Some((result as u8).count_ones().is_multiple_of(2)),
                last: None,
            };
        }
        if operation != Operation::Subtract || y == Lane::Number(0) {
            let address = self.terms.as_address(result);
            // No region lies at address 0, nor across the ends of the address space.
            let is_inside = |(region, offset): (u16, i64)| {
                let size = self.memory.regions.get(region as usize).map_or(0, |region| region.cells.len());
                (0..=size as i64).contains(&offset)
            };
            if address.is_some_and(is_inside) {
                return Flags { zero: Some(false), ..Flags::default() };
            }
        }
        let is_comparison = operation == Operation::Subtract && !carry;
        match is_comparison.then(|| self.memory.compare_addresses(self.terms, x, y)).flatten() {
            Some((carry, zero)) => Flags { carry, zero, ..Flags::default() },
            None => Flags { last: (!carry).then_some((operation, bits, [x, y], result)), ..Flags::default() },
        }
    }

    /// The product of 128 bits of numbers, or the quotient of one, which are the same for all
    /// operands.
    fn multiply_or_divide(&mut self, i: &Instruction) -> Result<(), String> {
        let operand = self.read(i, 0)?;
        if operand.len() != 8 {
            return Err("a product or a quotient of less than 64 bits".into());
        }
        let operand = cell::number(&operand).ok_or("a wide product or a quotient of what depends on an operand")?;
        let operand = u128::from(operand);
        let low = u128::from(self.number_of(0, "an operand")?);
        let [first, second] = if i.mnemonic() == Mnemonic::Mul {
            let product = low * operand;
            let is_wide = Some(product >> 64 != 0);
            self.flags = Flags { carry: is_wide, overflow: is_wide, ..Flags::default() };
            [product, product >> 64]
        } else {
            let high = u128::from(self.number_of(2, "an operand")?);
            if high >= operand {
                return Err("a division by zero, or with a quotient of more than 64 bits".into());
            }
            let dividend = high << 64 | low;
            self.flags = Flags::default();
            [dividend / operand, dividend % operand]
        };
        self.general[0] = self.cells8(Lane::Number(first as u64));
        self.general[2] = self.cells8(Lane::Number(second as u64));
        Ok(())
    }

    fn shift(&mut self, i: &Instruction) -> Result<(), String> {
        use Mnemonic::*;
        let size = self.size(i, 0);
        let bits = 8 * size as u8;
        let x = self.read(i, 0)?;
        let x = cell::lane(self.terms, &x);
        let count = self.read_part(i, 1, 1)?;
        let count = cell::number(&count).ok_or("a shift by a number that depends on an operand")?;
        let count = count & if bits == 64 { 63 } else { 31 };
        if count == 0 {
            // No flag changes, but that of 32 bits clears the upper half.
            return self.write(i, 0, &cell::of_lanes([x], size));
        }
        let (operation, carried) = match i.mnemonic() {
            Shl => (Operation::ShiftLeft, u64::from(bits).checked_sub(count)),
            Shr => (Operation::ShiftRight, Some(count - 1)),
            _ => (Operation::ShiftSigned, Some(count - 1)),
        };
        let cells = self.read(i, 0)?;
        let cells = lanes::shift(self.terms, operation, &cells, count);
        let result = cell::lane(self.terms, &cells);
        let carry: Flag = match (x, carried) {
            (Lane::Number(x), Some(at)) if at < bits.into() => Some(x >> at & 1 == 1),
            (Lane::Number(x), Some(_)) if operation == Operation::ShiftSigned => Some(signed(x, bits) < 0),
            _ => None,
        };
        // Not as an operation on bits, which clears the overflow.
        let flags = self.flags_of(operation, bits, [result, Lane::Number(0)], false, result);
        self.flags = Flags { carry, overflow: None, ..flags };
        self.write(i, 0, &cell::of_lanes([result], size))
    }

    fn multiply(&mut self, i: &Instruction) -> Result<(), String> {
        if i.op_count() == 1 {
            return Err("a wide product".into());
        }
        let size = self.size(i, 0);
        let first = i.op_count() - 2;
        let x = self.read_part(i, first, size)?;
        let y = self.read_part(i, first + 1, size)?;
        let (x, y) = (cell::lane(self.terms, &x), cell::lane(self.terms, &y));
        let result = self.terms.make(Operation::Multiply, 8 * size as u8, x, y);
        self.flags = Flags::default();
        self.write(i, 0, &cell::of_lanes([result], size))
    }

    fn string(&mut self, i: &Instruction) -> Result<(), String> {
        use Mnemonic::*;
        let size = if matches!(i.mnemonic(), Stosb | Movsb) { 1 } else { 8 };
        let count = self.number_of(1, "a length")? as usize;
        let (from, to) = (self.lane_of(6), self.lane_of(7));
        let cells = match i.mnemonic() {
            Stosb | Stosq => self.general[0][..size].repeat(count),
            _ => {
                let distance = self.terms.make(Operation::Subtract, 64, to, from);
                if matches!(distance, Lane::Number(d) if d < (size * count) as u64) {
                    return Err("a move between places that overlap".into());
                }
                self.memory.load(self.terms, from, size * count)?
            }
        };
        self.memory.store(self.terms, to, &cells)?;
        let moved = Lane::Number((size * count) as u64);
        self.general[1] = [ZERO; 8];
        let after = self.terms.make(Operation::Add, 64, to, moved);
        self.general[7] = self.cells8(after);
        if matches!(i.mnemonic(), Movsb | Movsq) {
            let after = self.terms.make(Operation::Add, 64, from, moved);
            self.general[6] = self.cells8(after);
        }
        Ok(())
    }

    /// Returns whether a condition holds: a number, or a mask of this many bits, which is -1 if it
    /// does and 0 if not.
    fn condition(&mut self, code: ConditionCode) -> Result<(Lane, u8), String> {
        use ConditionCode::{a, ae, b, be, e, g, ge, l, le, ne, no, np, ns, o, p, s};
        let Flags { carry, zero, sign, overflow, parity, last } = self.flags;
        let is_less = sign.zip(overflow).map(|(sign, overflow)| sign != overflow);
        let value = match code {
            o | no => overflow,
            b | ae => carry,
            e | ne => zero,
            be | a => carry.zip(zero).map(|(carry, zero)| carry | zero),
            s | ns => sign,
            p | np => parity,
            l | ge => is_less,
            le | g => zero.zip(is_less).map(|(zero, is_less)| zero | is_less),
            _ => None,
        };
        let is_contrary = matches!(code, no | ae | ne | a | ns | np | ge | g);
        if let Some(value) = value {
            return Ok((Lane::Number(u64::from(value != is_contrary).wrapping_neg()), 64));
        }
        let undefined = || "a condition that depends on an undefined flag".to_owned();
        let (operation, bits, [x, y], result) = last.ok_or_else(undefined)?;
        let zero = Lane::Number(0);
        let is_difference = operation == Operation::Subtract;
        let is_bitwise = matches!(operation, Operation::And | Operation::Or | Operation::Xor);
        let mask = match code {
            s | ns => self.terms.make(Operation::ShiftSigned, bits, result, Lane::Number(u64::from(bits) - 1)),
            e | ne if is_difference => self.terms.make(Operation::Equal, bits, x, y),
            e | ne => self.terms.make(Operation::Equal, bits, result, zero),
            l | ge if is_difference => self.terms.make(Operation::Greater, bits, y, x),
            l | ge if is_bitwise => self.terms.make(Operation::Greater, bits, zero, result),
            // The contrary of x > y.
            le | g if is_difference || is_bitwise => {
                let (x, y) = if is_difference { (x, y) } else { (result, zero) };
                let greater = self.terms.make(Operation::Greater, bits, x, y);
                self.terms.make(Operation::Xor, bits, greater, Lane::Number(word(u64::MAX, bits)))
            }
            _ => return Err(undefined()),
        };
        let ones = Lane::Number(word(u64::MAX, bits));
        Ok((if is_contrary { self.terms.make(Operation::Xor, bits, mask, ones) } else { mask }, bits))
    }

    fn conditional(&mut self, i: &Instruction) -> Result<Target, String> {
        let (mask, bits) = self.condition(i.condition_code())?;
        if i.is_jcc_short_or_near() {
            let Lane::Number(mask) = mask else { return Err("a branch that depends on an operand".into()) };
            return Ok((mask != 0).then(|| i.near_branch_target()));
        }
        let size = if i.op_count() == 1 { 1 } else { self.size(i, 0) };
        let width = 8 * size as u8;
        let mask = lanes::mask_in(self.terms, mask, bits, width);
        let lane = if i.op_count() == 1 {
            self.terms.make(Operation::And, width, mask, Lane::Number(1))
        } else {
            let (old, new) = (self.read(i, 0)?, self.read(i, 1)?);
            match mask {
                // Addresses are selected, too.
                Lane::Number(0) => cell::lane(self.terms, &old),
                Lane::Number(_) => cell::lane(self.terms, &new),
                Lane::Term(_) => {
                    let (old, new) = (cell::lane(self.terms, &old), cell::lane(self.terms, &new));
                    select(self.terms, width, mask, new, old)
                }
            }
        };
        // A move that does not take place still clears the upper half.
        self.write(i, 0, &cell::of_lanes([lane], size))?;
        Ok(None)
    }
}
