//! Rules of branches and of instructions on general registers.

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

use super::operand::{immediate, is_vector};
use super::{LENGTH, LINK, Machine, register_of};
use crate::cell::{self, Cell};
use crate::condition::Flags;
use crate::lanes::{self, select};
use crate::term::{Lane, Operation, signed, word};

/// Where an instruction jumps to, if it jumps.
type Target = Option<u64>;

/// Why a result of operands that are terms is none: a rule has only numbers.
const NUMBERS: &str = "an operation that has a rule for numbers only";

impl Machine<'_, '_> {
    /// Executes a branch; returns nothing if it is none.
    pub(super) fn execute_branch(&mut self, i: &Instruction) -> Result<Option<Target>, String> {
        use Opcode::*;
        let relative = i.operands.iter().find_map(|operand| match operand {
            Operand::PCOffset(offset) => Some(self.address.wrapping_add_signed(*offset)),
            _ => None,
        });
        let is_taken = match i.opcode {
            B | BL => true,
            BR | BLR | RET => {
                let target = self.read(i, 0, 8)?;
                let Lane::Number(target) = target else {
                    return Err("a jump to an address that depends on an operand or on what is unknown".into());
                };
                if i.opcode == BLR {
                    self.general[LINK] = register_of(Lane::Number(self.address + LENGTH));
                }
                return Ok(Some(Some(target)));
            }
            Bcc(code) => self.flags.decided(self.terms, code, "a branch")?,
            CBZ | CBNZ => {
                let size = self.size(i)?;
                let Lane::Number(value) = self.read(i, 0, size)? else {
                    return Err("a branch that depends on an operand".into());
                };
                (value == 0) == (i.opcode == CBZ)
            }
            TBZ | TBNZ => {
                let (size, bit) = (self.size(i)?, immediate(&i.operands[1])?);
                let lane = self.read(i, 0, size)?;
                let Lane::Number(value) = self.terms.make(Operation::And, 8 * size as u8, lane, Lane::Number(1 << bit))
                else {
                    return Err("a branch that depends on an operand".into());
                };
                (value == 0) == (i.opcode == TBZ)
            }
            _ => return Ok(None),
        };
        if i.opcode == BL {
            self.general[LINK] = register_of(Lane::Number(self.address + LENGTH));
        }
        Ok(Some(if is_taken { relative } else { None }))
    }

    /// Executes an instruction on general registers; returns false if it is none.
    pub(super) fn execute_scalar(&mut self, i: &Instruction) -> Result<bool, String> {
        use Opcode::*;
        if is_vector(&i.operands[0]) {
            return Ok(false);
        }
        match i.opcode {
            // No operation, and marks of the targets of jumps.
            HINT if matches!(i.operands, [Operand::ControlReg(0), Operand::Immediate(0), ..]) => {}
            HINT if matches!(i.operands, [Operand::ControlReg(4), Operand::Immediate(0 | 2 | 4 | 6), ..]) => {}

            // Arithmetic.
            ADD | ADDS => self.arithmetic(i, Operation::Add)?,
            SUB | SUBS => self.arithmetic(i, Operation::Subtract)?,
            ADC | ADCS | SBC | SBCS => self.with_carry(i)?,
            AND | ANDS | BIC | BICS => self.bits(i, Operation::And)?,
            ORR | ORN => self.bits(i, Operation::Or)?,
            EOR | EON => self.bits(i, Operation::Xor)?,
            MADD | MSUB => {
                let size = self.size(i)?;
                let [x, y, z] = [self.read(i, 1, size)?, self.read(i, 2, size)?, self.read(i, 3, size)?];
                let product = self.terms.make(Operation::Multiply, 8 * size as u8, x, y);
                let operation = if i.opcode == MADD { Operation::Add } else { Operation::Subtract };
                let result = self.terms.make(operation, 8 * size as u8, z, product);
                self.write(&i.operands[0], result)?;
            }
            SMADDL | UMADDL | SMSUBL | UMSUBL => {
                let is_signed = matches!(i.opcode, SMADDL | SMSUBL);
                let [x, y] = [self.read(i, 1, 4)?, self.read(i, 2, 4)?].map(|lane| match is_signed {
                    true => self.terms.extend(lane, 32, 64),
                    false => self.terms.widen(lane, 32, 64),
                });
                let (product, z) = (self.terms.make(Operation::Multiply, 64, x, y), self.read(i, 3, 8)?);
                let is_sum = matches!(i.opcode, SMADDL | UMADDL);
                let operation = if is_sum { Operation::Add } else { Operation::Subtract };
                let result = self.terms.make(operation, 64, z, product);
                self.write(&i.operands[0], result)?;
            }
            SMULH | UMULH | UDIV | SDIV => self.of_numbers(i, |opcode, bits, x, y| match opcode {
                SMULH => ((i128::from(x as i64) * i128::from(y as i64)) >> 64) as u64,
                UMULH => ((u128::from(x) * u128::from(y)) >> 64) as u64,
                UDIV => x.checked_div(y).unwrap_or(0),
                _ if y == 0 => 0,
                _ => signed(x, bits).wrapping_div(signed(y, bits)) as u64,
            })?,

            // Shifts and fields.
            LSLV | LSRV | ASRV | RORV => {
                let size = self.size(i)?;
                let (x, Lane::Number(count)) = (self.read(i, 1, size)?, self.read(i, 2, size)?) else {
                    return Err("a shift by a number that depends on an operand".into());
                };
                let count = count % (8 * size as u64);
                let result = match i.opcode {
                    RORV if count > 0 => lanes::rotated(self.terms, x, size, count),
                    LSRV => lanes::shifted(self.terms, Operation::ShiftRight, x, size, count),
                    ASRV => lanes::shifted(self.terms, Operation::ShiftSigned, x, size, count),
                    _ => lanes::shifted(self.terms, Operation::ShiftLeft, x, size, count),
                };
                self.write(&i.operands[0], result)?;
            }
            UBFM | SBFM | BFM => self.field(i)?,
            EXTR => {
                let (size, count) = (self.size(i)?, immediate(&i.operands[3])?);
                let (high, low) = (self.read(i, 1, size)?, self.read(i, 2, size)?);
                let low = lanes::shifted(self.terms, Operation::ShiftRight, low, size, count);
                let high = lanes::shifted(self.terms, Operation::ShiftLeft, high, size, 8 * size as u64 - count);
                let result = if count == 0 { low } else { self.terms.make(Operation::Or, 8 * size as u8, low, high) };
                self.write(&i.operands[0], result)?;
            }
            CLZ | CLS | RBIT => self.of_numbers(i, |opcode, bits, x, _| match opcode {
                CLZ => u64::from(x.leading_zeros()) - u64::from(64 - bits),
                CLS => {
                    let x = signed(x, bits);
                    u64::from((x ^ x >> 1).leading_zeros()) - u64::from(64 - bits) - 1
                }
                _ => x.reverse_bits() >> (64 - bits),
            })?,
            REV | REV16 | REV32 => {
                let size = self.size(i)?;
                let lane = self.read(i, 1, size)?;
                let part = match i.opcode {
                    REV16 => 2,
                    REV32 => 4,
                    _ => size,
                };
                let mut cells = cell::of_lanes([lane], size);
                cells.chunks_mut(part).for_each(|part| part.reverse());
                let result = cell::lane(self.terms, &cells);
                self.write(&i.operands[0], result)?;
            }

            // Numbers and addresses.
            MOVZ | MOVN => {
                let (size, value) = (self.size(i)?, immediate(&i.operands[1])?);
                let value = if i.opcode == MOVZ { value } else { !value };
                self.write(&i.operands[0], Lane::Number(word(value, 8 * size as u8)))?;
            }
            MOVK => {
                let Operand::ImmShift(value, shift) = i.operands[1] else {
                    return Err("an operand of this kind".into());
                };
                let size = self.size(i)?;
                let old = self.read(i, 0, size)?;
                let mut cells = cell::of_lanes([old], size);
                let at = usize::from(shift) / 8;
                cells[at..at + 2].copy_from_slice(&value.to_le_bytes().map(Cell::Byte));
                let result = cell::lane(self.terms, &cells);
                self.write(&i.operands[0], result)?;
            }
            ADR | ADRP => {
                let Operand::PCOffset(offset) = i.operands[1] else { return Err("an operand of this kind".into()) };
                let from = if i.opcode == ADRP { self.address & !0xfff } else { self.address };
                self.write(&i.operands[0], Lane::Number(from.wrapping_add_signed(offset)))?;
            }

            // Conditions.
            CSEL | CSINC | CSINV | CSNEG => self.choose(i)?,
            CCMP | CCMN => {
                let Operand::ConditionCode(code) = i.operands[3] else { return Err("an operand of this kind".into()) };
                if self.flags.decided(self.terms, code, "a comparison")? {
                    let size = self.size(i)?;
                    let operands = [self.read(i, 0, size)?, self.read(i, 1, size)?];
                    let operation = if i.opcode == CCMP { Operation::Subtract } else { Operation::Add };
                    let result = self.terms.make(operation, 8 * size as u8, operands[0], operands[1]);
                    self.flags =
                        Flags::of(self.terms, &mut self.memory, operation, 8 * size as u8, operands, false, result);
                } else {
                    self.flags = Flags::of_number(immediate(&i.operands[2])?);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A sum or a difference, with flags or without.
    fn arithmetic(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        let size = self.size(i)?;
        let operands = [self.read(i, 1, size)?, self.read(i, 2, size)?];
        let result = self.terms.make(operation, 8 * size as u8, operands[0], operands[1]);
        if matches!(i.opcode, Opcode::ADDS | Opcode::SUBS) {
            self.flags = Flags::of(self.terms, &mut self.memory, operation, 8 * size as u8, operands, false, result);
        }
        self.write(&i.operands[0], result)
    }

    /// A sum with the carry, or a difference less what is borrowed.
    fn with_carry(&mut self, i: &Instruction) -> Result<(), String> {
        let size = self.size(i)?;
        let bits = 8 * size as u8;
        let carry = self.flags.carry.ok_or("a carry that is not defined")?;
        let is_sum = matches!(i.opcode, Opcode::ADC | Opcode::ADCS);
        let operation = if is_sum { Operation::Add } else { Operation::Subtract };
        let operands = [self.read(i, 1, size)?, self.read(i, 2, size)?];
        let counts = carry == is_sum;
        let mut result = self.terms.make(operation, bits, operands[0], operands[1]);
        if counts {
            result = self.terms.make(operation, bits, result, Lane::Number(1));
        }
        if matches!(i.opcode, Opcode::ADCS | Opcode::SBCS) {
            self.flags = Flags::of(self.terms, &mut self.memory, operation, bits, operands, counts, result);
        }
        self.write(&i.operands[0], result)
    }

    /// An operation on bits, of which some take the second operand's contrary.
    fn bits(&mut self, i: &Instruction, operation: Operation) -> Result<(), String> {
        use Opcode::*;
        let size = self.size(i)?;
        let bits = 8 * size as u8;
        let (x, mut y) = (self.read(i, 1, size)?, self.read(i, 2, size)?);
        if matches!(i.opcode, BIC | BICS | ORN | EON) {
            y = self.terms.make(Operation::Xor, bits, y, Lane::Number(word(u64::MAX, bits)));
        }
        let result = self.terms.make(operation, bits, x, y);
        if matches!(i.opcode, ANDS | BICS) {
            self.flags = Flags::of(self.terms, &mut self.memory, operation, bits, [x, y], false, result);
        }
        self.write(&i.operands[0], result)
    }

    /// An operation on numbers alone, of which the second one may be missing.
    fn of_numbers(&mut self, i: &Instruction, apply: impl Fn(Opcode, u8, u64, u64) -> u64) -> Result<(), String> {
        let size = self.size(i)?;
        let x = self.read(i, 1, size)?;
        let y = if i.operands[2] == Operand::Nothing { Lane::Number(0) } else { self.read(i, 2, size)? };
        let (Lane::Number(x), Lane::Number(y)) = (x, y) else { return Err(NUMBERS.into()) };
        let bits = 8 * size as u8;
        self.write(&i.operands[0], Lane::Number(word(apply(i.opcode, bits, x, y), bits)))
    }

    /// Moves a field of bits: from bit r on down to bit 0, if it ends at bit s >= r, else the lower
    /// s + 1 bits up to bit w - r.
    fn field(&mut self, i: &Instruction) -> Result<(), String> {
        let size = self.size(i)?;
        let bits = 8 * size as u64;
        let x = self.read(i, 1, size)?;
        let (r, s) = (immediate(&i.operands[2])?, immediate(&i.operands[3])?);
        // Where the field starts and ends in the operand, and where it goes.
        let (first, end, to) = if s >= r { (r, s + 1, 0) } else { (0, s + 1, bits - r) };
        let length = end - first;
        let result = match i.opcode {
            Opcode::SBFM => {
                let field = lanes::signed_field(self.terms, x, size, first, length);
                lanes::shifted(self.terms, Operation::ShiftLeft, field, size, to)
            }
            Opcode::UBFM if to > 0 && end + to == bits => lanes::shifted(self.terms, Operation::ShiftLeft, x, size, to),
            Opcode::UBFM => {
                let field = lanes::field(self.terms, x, size, first, length);
                lanes::shifted(self.terms, Operation::ShiftLeft, field, size, to)
            }
            _ => {
                let old = self.read(i, 0, size)?;
                lanes::insert_field(self.terms, old, x, size, [first, length, to])
            }
        };
        self.write(&i.operands[0], result)
    }

    /// Chooses the first operand if a condition holds, else what the instruction makes of the
    /// second one.
    fn choose(&mut self, i: &Instruction) -> Result<(), String> {
        let Operand::ConditionCode(code) = i.operands[3] else { return Err("an operand of this kind".into()) };
        let size = self.size(i)?;
        let bits = 8 * size as u8;
        let mask = self.flags.mask(self.terms, code, bits)?;
        let (first, second) = (self.read(i, 1, size)?, self.read(i, 2, size)?);
        let second = match i.opcode {
            Opcode::CSINC => self.terms.make(Operation::Add, bits, second, Lane::Number(1)),
            Opcode::CSINV => self.terms.make(Operation::Xor, bits, second, Lane::Number(word(u64::MAX, bits))),
            Opcode::CSNEG => self.terms.make(Operation::Subtract, bits, Lane::Number(0), second),
            _ => second,
        };
        let result = match mask {
            // Addresses are selected, too.
            Lane::Number(0) => second,
            Lane::Number(_) => first,
            Lane::Term(_) => select(self.terms, bits, mask, first, second),
        };
        self.write(&i.operands[0], result)
    }
}
