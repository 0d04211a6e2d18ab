//! Rules of instructions that load and store.

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

use super::operand::{bytes_of, element_of};
use super::{Machine, WIDTH};
use crate::cell::{self, Cell, ZERO};
use crate::term::{Lane, Operation};

impl Machine<'_, '_> {
    /// Executes a load or a store; returns false if an instruction is none.
    pub(super) fn execute_access(&mut self, i: &Instruction) -> Result<bool, String> {
        use Opcode::*;
        match i.opcode {
            LDR | LDUR => self.load(i, None, false)?,
            LDRB | LDURB => self.load(i, Some(1), false)?,
            LDRH | LDURH => self.load(i, Some(2), false)?,
            LDRSB | LDURSB => self.load(i, Some(1), true)?,
            LDRSH | LDURSH => self.load(i, Some(2), true)?,
            LDRSW | LDURSW => self.load(i, Some(4), true)?,
            STR | STUR => self.store(i, None)?,
            STRB | STURB => self.store(i, Some(1))?,
            STRH | STURH => self.store(i, Some(2))?,
            LDP | LDNP => self.load_pair(i, None)?,
            LDPSW => self.load_pair(i, Some(4))?,
            STP | STNP => {
                let cells = [self.stored(&i.operands[0])?, self.stored(&i.operands[1])?].concat();
                let address = self.effective_address(i, 2, &general_registers(i, 2))?;
                self.memory.store(self.terms, address, &cells)?;
            }
            // Hints on memory that may be read soon.
            PRFM | PRFUM => {}
            LD1 | LD2 | LD3 | LD4 | ST1 | ST2 | ST3 | ST4 => self.structures(i)?,
            LD1R | LD2R | LD3R | LD4R => self.repeated(i)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the bytes of a register that is loaded or stored.
    fn size_of(operand: &Operand) -> Result<usize, String> {
        match *operand {
            Operand::Register(size, _) => Ok(bytes_of(size)),
            Operand::SIMDRegister(size, _) => Ok(element_of(size)),
            _ => Err("an operand of this kind".into()),
        }
    }

    /// Returns what a register stores.
    fn stored(&mut self, operand: &Operand) -> Result<Vec<Cell>, String> {
        match *operand {
            Operand::Register(size, 31) => Ok(vec![ZERO; bytes_of(size)]),
            Operand::Register(size, register) => Ok(self.general[usize::from(register)][..bytes_of(size)].to_vec()),
            _ => self.vector(operand),
        }
    }

    /// Writes cells to a register, as a signed number or with zeros above.
    fn set(&mut self, operand: &Operand, mut cells: Vec<Cell>, is_signed: bool) -> Result<(), String> {
        let Operand::Register(size, register) = *operand else { return self.write_vector(operand, cells) };
        if is_signed {
            let lane = cell::lane(self.terms, &cells);
            let lane = self.terms.extend(lane, 8 * cells.len() as u8, 8 * bytes_of(size) as u8);
            return self.write(operand, lane);
        }
        // Register 31 is zero, and what is loaded there is lost.
        if register != 31 {
            cells.resize(8, ZERO);
            self.general[usize::from(register)].copy_from_slice(&cells);
        }
        Ok(())
    }

    fn load(&mut self, i: &Instruction, size: Option<usize>, is_signed: bool) -> Result<(), String> {
        let size = size.map_or_else(|| Self::size_of(&i.operands[0]), Ok)?;
        let address = self.effective_address(i, 1, &general_registers(i, 1))?;
        let cells = self.memory.load(self.terms, address, size)?;
        self.set(&i.operands[0], cells, is_signed)
    }

    fn store(&mut self, i: &Instruction, size: Option<usize>) -> Result<(), String> {
        let mut cells = self.stored(&i.operands[0])?;
        cells.truncate(size.unwrap_or(WIDTH));
        let address = self.effective_address(i, 1, &general_registers(i, 1))?;
        self.memory.store(self.terms, address, &cells)
    }

    /// Loads two registers, as signed numbers if their bytes in memory are given.
    fn load_pair(&mut self, i: &Instruction, signed: Option<usize>) -> Result<(), String> {
        let size = signed.map_or_else(|| Self::size_of(&i.operands[0]), Ok)?;
        if i.operands[0] == i.operands[1] {
            return Err("two loads of one register".into());
        }
        let address = self.effective_address(i, 2, &general_registers(i, 2))?;
        let cells = self.memory.load(self.terms, address, 2 * size)?;
        self.set(&i.operands[0], cells[..size].to_vec(), signed.is_some())?;
        self.set(&i.operands[1], cells[size..].to_vec(), signed.is_some())
    }

    /// Loads or stores elements of several registers: whole registers one after the other, by LD1
    /// and ST1, or element by element of each register.
    fn structures(&mut self, i: &Instruction) -> Result<(), String> {
        use Opcode::*;
        let is_load = matches!(i.opcode, LD1 | LD2 | LD3 | LD4);
        let is_in_turn = !matches!(i.opcode, LD1 | ST1);
        // The place of each byte in memory: a register and a byte of it.
        let (first, count, bytes, elements) = match i.operands[0] {
            Operand::SIMDRegisterGroup(size, first, element, count) => {
                (first, count, element_of(element), 0..element_of(size) / element_of(element))
            }
            Operand::SIMDRegisterGroupLane(first, element, count, k) => {
                (first, count, element_of(element), usize::from(k)..usize::from(k) + 1)
            }
            _ => return Err("an operand of this kind".into()),
        };
        let is_whole = matches!(i.operands[0], Operand::SIMDRegisterGroup(..));
        let registers: Vec<_> = (0..u16::from(count)).map(|k| usize::from((first + k) % 32)).collect();
        let mut places: Vec<(usize, usize)> =
            elements.clone().flat_map(|k| registers.iter().map(move |&register| (register, k))).collect();
        if !is_in_turn {
            places = registers.iter().flat_map(|&register| elements.clone().map(move |k| (register, k))).collect();
        }
        let address = self.effective_address(i, 1, &[])?;
        if !is_load {
            let cells: Vec<_> = places
                .into_iter()
                .flat_map(|(register, k)| self.vectors[register][bytes * k..bytes * (k + 1)].to_vec())
                .collect();
            return self.memory.store(self.terms, address, &cells);
        }
        let cells = self.memory.load(self.terms, address, bytes * places.len())?;
        if is_whole {
            registers.iter().for_each(|&register| self.vectors[register].fill(ZERO));
        }
        for (cells, (register, k)) in cells.chunks(bytes).zip(places) {
            self.vectors[register][bytes * k..bytes * (k + 1)].copy_from_slice(cells);
        }
        Ok(())
    }

    /// Loads one element into all elements of each register.
    fn repeated(&mut self, i: &Instruction) -> Result<(), String> {
        let Operand::SIMDRegisterGroup(size, first, element, count) = i.operands[0] else {
            return Err("an operand of this kind".into());
        };
        let (size, bytes) = (element_of(size), element_of(element));
        let address = self.effective_address(i, 1, &[])?;
        for k in 0..u16::from(count) {
            let distance = Lane::Number(bytes as u64 * u64::from(k));
            let place = self.terms.make(Operation::Add, 64, address, distance);
            let mut cells = self.memory.load(self.terms, place, bytes)?.repeat(size / bytes);
            cells.resize(WIDTH, ZERO);
            self.vectors[usize::from((first + k) % 32)].copy_from_slice(&cells);
        }
        Ok(())
    }
}

/// Returns the general registers among the first operands.
fn general_registers(i: &Instruction, count: usize) -> Vec<u16> {
    i.operands[..count]
        .iter()
        .filter_map(|operand| match operand {
            Operand::Register(_, register) => Some(*register),
            _ => None,
        })
        .collect()
}
