//! The rules of branches, and of blocks of conditions.

use super::instruction::Instruction;
use super::operand::{BITS, number_of};
use super::{ALWAYS, COUNTER, LINK, Machine, code_address, register_of};
use crate::cell;
use crate::term::{Lane, word};

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
        self.general[LINK] = register_of(Lane::Number((self.address + length) | 1));
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
        if condition >= ALWAYS {
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
            COUNTER => Lane::Number(self.address + 4),
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
