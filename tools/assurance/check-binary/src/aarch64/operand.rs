//! Operands of instructions: registers, numbers and addresses.

use yaxpeax_arm::armv8::a64::{Instruction, Operand, SIMDSizeCode, ShiftStyle, SizeCode};

use super::{Machine, STACK, STACK_ALIGNMENT, WIDTH, register_of};
use crate::cell::{self, Cell, ZERO};
use crate::lanes;
use crate::term::{Lane, Operation, word};

/// Returns the bytes of a general register of this size.
pub(super) fn bytes_of(size: SizeCode) -> usize {
    match size {
        SizeCode::W => 4,
        SizeCode::X => 8,
    }
}

/// Returns the bytes of an element of this size.
pub(super) fn element_of(size: SIMDSizeCode) -> usize {
    match size {
        SIMDSizeCode::B => 1,
        SIMDSizeCode::H => 2,
        SIMDSizeCode::S => 4,
        SIMDSizeCode::D => 8,
        SIMDSizeCode::Q => 16,
    }
}

/// Returns a number that an operand is.
pub(super) fn immediate(operand: &Operand) -> Result<u64, String> {
    match *operand {
        Operand::Immediate(value) => Ok(value.into()),
        Operand::Imm64(value) => Ok(value),
        Operand::Imm16(value) => Ok(value.into()),
        Operand::ImmShift(value, shift) => Ok(u64::from(value) << shift),
        _ => Err("an operand that is no number".into()),
    }
}

/// Returns true if an operand is a vector register or a part of one.
pub(super) fn is_vector(operand: &Operand) -> bool {
    matches!(
        operand,
        Operand::SIMDRegister(..) | Operand::SIMDRegisterElements(..) | Operand::SIMDRegisterElementsLane(..)
    )
}

impl Machine<'_, '_> {
    /// Returns the bytes of the general register that is the first operand.
    pub(super) fn size(&self, i: &Instruction) -> Result<usize, String> {
        match i.operands[0] {
            Operand::Register(size, _) | Operand::RegisterOrSP(size, _) => Ok(bytes_of(size)),
            _ => Err("an operand of this kind".into()),
        }
    }

    /// Returns a general register, of which number 31 is zero.
    pub(super) fn general(&mut self, register: u16, size: usize) -> Lane {
        match register {
            31 => Lane::Number(0),
            _ => cell::lane(self.terms, &self.general[usize::from(register)][..size]),
        }
    }

    /// Returns operand k as a word of this many bytes.
    pub(super) fn read(&mut self, i: &Instruction, k: usize, size: usize) -> Result<Lane, String> {
        let bits = 8 * size as u8;
        Ok(match i.operands[k] {
            Operand::Register(of, register) if bytes_of(of) == size => self.general(register, size),
            Operand::RegisterOrSP(of, register) if bytes_of(of) == size => {
                cell::lane(self.terms, &self.general[usize::from(register)][..size])
            }
            Operand::RegShift(style, count, of, register) => {
                let lane = self.extended(style, of, register, size)?;
                let operation = match style {
                    ShiftStyle::LSR => Operation::ShiftRight,
                    ShiftStyle::ASR => Operation::ShiftSigned,
                    ShiftStyle::ROR if count > 0 => {
                        return Ok(lanes::rotated(self.terms, lane, size, count.into()));
                    }
                    _ => Operation::ShiftLeft,
                };
                lanes::shifted(self.terms, operation, lane, size, count.into())
            }
            _ => Lane::Number(word(immediate(&i.operands[k])?, bits)),
        })
    }

    /// Returns a register, extended to this many bytes.
    fn extended(&mut self, style: ShiftStyle, of: SizeCode, register: u16, size: usize) -> Result<Lane, String> {
        let (from, is_signed) = match style {
            ShiftStyle::UXTB => (1, false),
            ShiftStyle::UXTH => (2, false),
            ShiftStyle::UXTW => (4, false),
            ShiftStyle::SXTB => (1, true),
            ShiftStyle::SXTH => (2, true),
            ShiftStyle::SXTW => (4, true),
            // Of a register of 32 bits, to 64 bits, this is the extension by zeros.
            _ => (bytes_of(of), false),
        };
        let from = from.min(size);
        let lane = self.general(register, from);
        let (bits, width) = (8 * from as u8, 8 * size as u8);
        Ok(if is_signed { self.terms.extend(lane, bits, width) } else { self.terms.widen(lane, bits, width) })
    }

    /// Writes a general register. One of 32 bits clears the upper half.
    pub(super) fn write(&mut self, operand: &Operand, lane: Lane) -> Result<(), String> {
        let (size, register) = match *operand {
            // Register 31 is zero, and what is written there is lost.
            Operand::Register(_, 31) => return Ok(()),
            Operand::Register(size, register) | Operand::RegisterOrSP(size, register) => (bytes_of(size), register),
            _ => return Err("a result in a register of this kind".into()),
        };
        let mut cells = cell::of_lanes([lane], size);
        cells.resize(8, ZERO);
        self.general[usize::from(register)].copy_from_slice(&cells);
        Ok(())
    }

    /// Returns the address that operand k names, and changes its base if the instruction does.
    /// `data` are the registers that the instruction loads or stores.
    pub(super) fn effective_address(&mut self, i: &Instruction, k: usize, data: &[u16]) -> Result<Lane, String> {
        let (base, distance, before, is_changed) = match i.operands[k] {
            Operand::RegPreIndex(base, offset, is_changed) => {
                (base, Lane::Number(i64::from(offset) as u64), true, is_changed)
            }
            Operand::RegPostIndex(base, offset) => (base, Lane::Number(i64::from(offset) as u64), false, true),
            Operand::RegPostIndexReg(base, register) => (base, self.general(register, 8), false, true),
            Operand::RegRegOffset(base, register, size, style, count) => {
                let index = self.extended(style, size, register, 8)?;
                (base, lanes::shifted(self.terms, Operation::ShiftLeft, index, 8, count.into()), true, false)
            }
            _ => return Err("an address of this kind".into()),
        };
        if is_changed && usize::from(base) != STACK && data.contains(&base) {
            return Err("a base that is loaded or stored as well".into());
        }
        let place = &mut self.general[usize::from(base)];
        let first = cell::lane(self.terms, place);
        let after = self.terms.make(Operation::Add, 64, first, distance);
        if usize::from(base) == STACK
            && let Some((region, offset)) = self.terms.as_address(first)
        {
            if offset % STACK_ALIGNMENT != 0 {
                return Err("a stack pointer that is not aligned".into());
            }
            // The instruction lowers the stack pointer as it writes.
            if is_changed && before {
                let lower = self.terms.as_address(after).map_or(offset, |(_, after)| after.min(offset));
                self.memory.set_stack((region, lower));
            }
        }
        if is_changed {
            *place = register_of(after);
        }
        Ok(if before { after } else { first })
    }

    /// Returns the cells of a vector operand: those of the register, or of one element.
    pub(super) fn vector(&self, operand: &Operand) -> Result<Vec<Cell>, String> {
        Ok(match *operand {
            Operand::SIMDRegister(size, register) | Operand::SIMDRegisterElements(size, register, _) => {
                self.vectors[usize::from(register)][..element_of(size)].to_vec()
            }
            Operand::SIMDRegisterElementsLane(_, register, size, k) => {
                let (bytes, k) = (element_of(size), usize::from(k));
                self.vectors[usize::from(register)][bytes * k..bytes * (k + 1)].to_vec()
            }
            _ => return Err("an operand of this kind".into()),
        })
    }

    /// Writes a vector register, whose other bytes become zero, or one element.
    pub(super) fn write_vector(&mut self, operand: &Operand, mut cells: Vec<Cell>) -> Result<(), String> {
        match *operand {
            Operand::SIMDRegister(_, register) | Operand::SIMDRegisterElements(_, register, _) => {
                cells.resize(WIDTH, ZERO);
                self.vectors[usize::from(register)].copy_from_slice(&cells);
            }
            Operand::SIMDRegisterElementsLane(_, register, size, k) => {
                let (bytes, k) = (element_of(size), usize::from(k));
                self.vectors[usize::from(register)][bytes * k..bytes * (k + 1)].copy_from_slice(&cells);
            }
            _ => return Err("a result in a register of this kind".into()),
        }
        Ok(())
    }
}

/// Returns the bytes of an element of a vector operand.
pub(super) fn element(operand: &Operand) -> Result<usize, String> {
    match *operand {
        Operand::SIMDRegister(size, _)
        | Operand::SIMDRegisterElements(_, _, size)
        | Operand::SIMDRegisterElementsLane(_, _, size, _) => Ok(element_of(size)),
        _ => Err("an operand of this kind".into()),
    }
}
