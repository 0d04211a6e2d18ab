//! The rules of instructions that load and store.

use super::instruction::Instruction;
use super::{COUNTER, Machine, STACK, WIDTH, register_of};
use crate::cell::{self, Cell, ZERO};
use crate::lanes;
use crate::term::{Lane, Operation};

/// A list of registers, a bit for each.
type List = u32;

/// Returns the registers of a list.
fn registers(list: List) -> impl Iterator<Item = usize> {
    (0..=COUNTER).filter(move |register| list >> register & 1 == 1)
}

impl Machine<'_, '_> {
    fn is_certain(&self) -> Result<(), String> {
        if self.is_in_doubt { Err("an access to memory that depends on an operand".into()) } else { Ok(()) }
    }

    pub(super) fn load_cells(&mut self, address: Lane, size: usize) -> Result<Vec<Cell>, String> {
        self.is_certain()?;
        self.memory.load(self.terms, address, size)
    }

    pub(super) fn store_cells(&mut self, address: Lane, cells: &[Cell]) -> Result<(), String> {
        self.is_certain()?;
        self.memory.store(self.terms, address, cells)
    }

    /// Fails unless an address is a multiple of four, as that of several words has to be.
    pub(super) fn aligned(&self, address: Lane) -> Result<Lane, String> {
        let offset = match (address, self.terms.as_address(address)) {
            (Lane::Number(number), _) => number as i64,
            (_, Some((_, offset))) => offset,
            _ => return Ok(address),
        };
        if offset % WIDTH as i64 == 0 { Ok(address) } else { Err("words that are not aligned".into()) }
    }

    /// Returns the address that an instruction of this many bytes names, and changes its base if it
    /// does: `data` are the registers that it loads or stores. In 16 bits, a distance counts
    /// elements.
    fn effective_address(&mut self, i: &Instruction, bytes: usize, data: &[usize]) -> Result<Lane, String> {
        let (base, number) = (i.register('n'), i64::from(i.field('i')));
        let first = self.any_register(i, 'n')?;
        if i.bits('m') > 0 {
            let index = self.register(i, 'm')?;
            let index = lanes::shifted(self.terms, Operation::ShiftLeft, index, WIDTH, number as u64);
            return Ok(self.terms.make(Operation::Add, super::operand::BITS, first, index));
        }
        if i.bits('p') == 0 {
            return Ok(self.moved(first, if i.length == 2 { bytes as i64 * number } else { number }));
        }
        let [is_before, is_up, is_changed] = ['p', 'u', 'w'].map(|letter| i.field(letter) == 1);
        let unprivileged = i.bits('i') == 8 && i.bits('s') == 0 && is_before && is_up && !is_changed;
        if unprivileged || !is_before && !is_changed {
            return Err("an instruction without a rule".into());
        }
        // Of two words or more, a distance counts words.
        let unit = if i.bits('s') > 0 { WIDTH as i64 } else { 1 };
        let after = self.moved(first, if is_up { unit * number } else { -unit * number });
        if is_changed {
            if data.contains(&base) {
                return Err("a base that is loaded or stored as well".into());
            }
            self.change_base(base, first, after, is_before)?;
        }
        Ok(if is_before { after } else { first })
    }

    /// Changes the base of an address. The stack pointer is lowered before what is written below.
    fn change_base(&mut self, base: usize, first: Lane, after: Lane, is_before: bool) -> Result<(), String> {
        self.is_certain()?;
        if base == STACK
            && is_before
            && let (Some((region, first)), Some((_, after))) =
                (self.terms.as_address(first), self.terms.as_address(after))
        {
            self.memory.set_stack((region, after.min(first)));
        }
        self.general[base] = register_of(after);
        Ok(())
    }

    /// Writes a register, or goes on where the program counter would.
    fn set_loaded(&mut self, register: usize, lane: Lane) -> Result<(), String> {
        if register == COUNTER { self.jump_to(lane) } else { self.set_general(register, lane) }
    }

    /// Returns cells with zeros above.
    fn widened(cells: &[Cell]) -> Vec<Cell> {
        let mut cells = cells.to_vec();
        cells.resize(WIDTH, ZERO);
        cells
    }

    fn extended(&mut self, cells: &[Cell], is_signed: bool) -> Lane {
        let bits = 8 * WIDTH as u8;
        if is_signed {
            let lane = cell::lane(self.terms, cells);
            return self.terms.extend(lane, 8 * cells.len() as u8, bits);
        }
        let cells = Self::widened(cells);
        cell::lane(self.terms, &cells)
    }

    pub(super) fn load(&mut self, i: &Instruction, bytes: usize, is_signed: bool) -> Result<(), String> {
        let register = i.register('t');
        if register == COUNTER && bytes < WIDTH {
            return Err("an instruction without a rule".into());
        }
        let address = self.effective_address(i, bytes, &[register])?;
        let cells = self.load_cells(address, bytes)?;
        let lane = self.extended(&cells, is_signed);
        self.set_loaded(register, lane)
    }

    /// Loads a constant that lies at a distance from the instruction.
    pub(super) fn load_constant(
        &mut self,
        i: &Instruction,
        distance: i64,
        bytes: usize,
        is_signed: bool,
    ) -> Result<(), String> {
        if i.register('t') == COUNTER && bytes < WIDTH {
            return Err("an instruction without a rule".into());
        }
        let address = self.counter(distance);
        let cells = self.load_cells(address, bytes)?;
        let lane = self.extended(&cells, is_signed);
        self.set_loaded(i.register('t'), lane)
    }

    pub(super) fn store(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        let data = self.register(i, 't')?;
        let cells = cell::of_lanes([data], WIDTH);
        let address = self.effective_address(i, bytes, &[i.register('t')])?;
        self.store_cells(address, &cells[..bytes])
    }

    /// Loads or stores a word of the stack.
    pub(super) fn access_stack(&mut self, i: &Instruction, is_load: bool) -> Result<(), String> {
        let address = self.moved_stack(4 * i64::from(i.field('i')));
        if is_load {
            let cells = self.load_cells(address, WIDTH)?;
            let lane = cell::lane(self.terms, &cells);
            return self.set(i, 't', lane);
        }
        let data = self.register(i, 't')?;
        self.store_cells(address, &register_of(data))
    }

    pub(super) fn load_two(&mut self, i: &Instruction) -> Result<(), String> {
        let data = [i.register('t'), i.register('s')];
        if data[0] == data[1] {
            return Err("two loads of one register".into());
        }
        let address = if i.register('n') == COUNTER {
            return self.load_two_constants(i);
        } else {
            self.effective_address(i, WIDTH, &data)?
        };
        let address = self.aligned(address)?;
        let cells = self.load_cells(address, 2 * WIDTH)?;
        self.set_both(data, &cells)
    }

    fn load_two_constants(&mut self, i: &Instruction) -> Result<(), String> {
        if i.field('w') == 1 || i.field('p') == 0 {
            return Err("an instruction without a rule".into());
        }
        let address = self.counter(4 * i.distance());
        let cells = self.load_cells(address, 2 * WIDTH)?;
        self.set_both([i.register('t'), i.register('s')], &cells)
    }

    fn set_both(&mut self, data: [usize; 2], cells: &[Cell]) -> Result<(), String> {
        for (register, cells) in data.into_iter().zip(cells.chunks(WIDTH)) {
            let lane = cell::lane(self.terms, cells);
            self.set_general(register, lane)?;
        }
        Ok(())
    }

    pub(super) fn store_two(&mut self, i: &Instruction) -> Result<(), String> {
        let data = [i.register('t'), i.register('s')];
        let cells = [self.general(data[0])?, self.general(data[1])?].map(register_of).concat();
        let address = self.effective_address(i, WIDTH, &data)?;
        let address = self.aligned(address)?;
        self.store_cells(address, &cells)
    }

    /// Returns the address of a list of this many bytes, below the base if `is_below`, and changes
    /// the base.
    pub(super) fn list_address(
        &mut self,
        base: usize,
        bytes: usize,
        is_changed: bool,
        is_below: bool,
    ) -> Result<Lane, String> {
        if base == COUNTER || bytes == 0 {
            return Err("a list that is not defined".into());
        }
        let first = cell::lane(self.terms, &self.general[base]);
        let after = self.moved(first, if is_below { -(bytes as i64) } else { bytes as i64 });
        if is_changed {
            self.change_base(base, first, after, is_below)?;
        }
        self.aligned(if is_below { after } else { first })
    }

    fn load_registers(&mut self, address: Lane, list: List) -> Result<(), String> {
        let cells = self.load_cells(address, WIDTH * list.count_ones() as usize)?;
        for (register, cells) in registers(list).zip(cells.chunks(WIDTH)) {
            let lane = cell::lane(self.terms, cells);
            self.set_loaded(register, lane)?;
        }
        Ok(())
    }

    /// Returns the cells of the registers of a list, of which none is the base of a changed
    /// address.
    fn cells_of(&mut self, list: List) -> Result<Vec<Cell>, String> {
        let mut cells = Vec::new();
        for register in registers(list) {
            let lane = self.general(register)?;
            cells.extend(register_of(lane));
        }
        Ok(cells)
    }

    pub(super) fn push(&mut self, list: List) -> Result<(), String> {
        let cells = self.cells_of(list)?;
        let address = self.list_address(STACK, cells.len(), true, true)?;
        self.store_cells(address, &cells)
    }

    pub(super) fn pop(&mut self, list: List) -> Result<(), String> {
        let address = self.list_address(STACK, WIDTH * list.count_ones() as usize, true, false)?;
        self.load_registers(address, list)
    }

    pub(super) fn load_list(&mut self, i: &Instruction, is_changed: bool, is_below: bool) -> Result<(), String> {
        let (base, list) = (i.register('n'), i.field('r'));
        if list == 0 || is_changed && list >> base & 1 == 1 {
            return Err("a list that is not defined".into());
        }
        let address = self.list_address(base, WIDTH * list.count_ones() as usize, is_changed, is_below)?;
        self.load_registers(address, list)
    }

    pub(super) fn store_list(&mut self, i: &Instruction, is_changed: bool, is_below: bool) -> Result<(), String> {
        let (base, list) = (i.register('n'), i.field('r'));
        if list == 0 || is_changed && list >> base & 1 == 1 {
            return Err("a list that is not defined".into());
        }
        let cells = self.cells_of(list)?;
        let address = self.list_address(base, cells.len(), is_changed, is_below)?;
        self.store_cells(address, &cells)
    }
}
