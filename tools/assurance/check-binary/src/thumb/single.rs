//! The rules of instructions on the registers for floating-point numbers, which hold words.

use super::instruction::Instruction;
use super::{COUNTER, Machine, WIDTH, register_of};
use crate::cell;
use crate::term::Lane;

impl Machine<'_, '_> {
    /// Moves a word between register t and a register for floating-point numbers.
    pub(super) fn move_single(&mut self, i: &Instruction) -> Result<(), String> {
        let single = (2 * i.field('v') + i.field('y')) as usize;
        let lane =
            if i.field('l') == 1 { cell::lane(self.terms, &self.singles[single]) } else { self.register(i, 't')? };
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

    /// Loads or stores one register for floating-point numbers.
    pub(super) fn access_single(&mut self, i: &Instruction) -> Result<(), String> {
        let is_double = i.field('s') == 1;
        let base = match (i.register('n'), i.field('l')) {
            (COUNTER, 1) => self.counter(0),
            _ => self.any_register(i, 'n')?,
        };
        let address = self.moved(base, WIDTH as i64 * i.distance());
        self.transfer(i, address, 1 + usize::from(is_double))
    }

    /// Loads or stores registers for floating-point numbers, one after the other.
    pub(super) fn access_singles(&mut self, i: &Instruction) -> Result<(), String> {
        let (count, is_changed) = (i.field('i') as usize, i.field('w') == 1);
        let is_below = match (i.field('p'), i.field('u')) {
            (0, 1) => false,
            (1, 0) if is_changed => true,
            _ => return Err("an instruction without a rule".into()),
        };
        if count == 0 || i.field('s') == 1 && count % 2 == 1 {
            return Err("a list that is not defined".into());
        }
        let address = self.list_address(i.register('n'), WIDTH * count, is_changed, is_below)?;
        self.transfer(i, address, count)
    }

    fn transfer(&mut self, i: &Instruction, address: Lane, count: usize) -> Result<(), String> {
        let first = self.first_single(i, i.field('s') == 1)?;
        let address = self.aligned(address)?;
        let Some(singles) = self.singles.get(first..first + count) else {
            return Err("a list that is not defined".into());
        };
        if i.field('l') == 0 {
            let cells = singles.concat();
            return self.store_cells(address, &cells);
        }
        let cells = self.load_cells(address, WIDTH * count)?;
        for (single, cells) in self.singles[first..].iter_mut().zip(cells.chunks(WIDTH)) {
            single.copy_from_slice(cells);
        }
        Ok(())
    }
}
