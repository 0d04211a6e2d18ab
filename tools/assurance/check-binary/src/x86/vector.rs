//! Instructions on vector registers and masks: the steps that their rules share.

mod table;

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register};

use super::Machine;
use crate::cell::{self, Cell, ZERO};
use crate::lanes::{bitwise, extremum, operands_of, select, shift};
use crate::term::{Input, Lane, Operation, Terms, word};

/// Returns the bytes of an element of an instruction, by the last letters of its name, or 0 if they
/// do not say.
fn element(i: &Instruction) -> usize {
    match format!("{:?}", i.mnemonic()).to_lowercase() {
        // Instructions that interleave are named by elements and by pairs of them.
        name if name.starts_with("vpunpck") && name.ends_with("bw") => 1,
        name if name.starts_with("vpunpck") && name.ends_with("wd") => 2,
        name if name.starts_with("vpunpck") && !name.ends_with("qdq") => 4,
        name if name == "vmovsd" => 0,
        name if name.contains("64x") => 8,
        name if name.contains("32x") => 4,
        name if name.ends_with("pd") || name == "vbroadcastsd" => 8,
        name if name.ends_with("32") || name.ends_with('d') || name.ends_with("ps") => 4,
        name if name.ends_with("64") || name.ends_with('q') => 8,
        name if name.ends_with("16") || name.ends_with('w') => 2,
        name if name.ends_with('8') || name.ends_with('b') => 1,
        _ => 0,
    }
}

/// Returns an element of a mask.
fn known(mask: &[Lane], n: usize) -> Result<Lane, String> {
    mask.get(n).copied().ok_or_else(|| "a mask that nothing has set".into())
}

/// Returns the four numbers of two bits that an immediate consists of.
fn by_twos(immediate: usize) -> [usize; 4] {
    [0, 2, 4, 6].map(|shift| immediate >> shift & 3)
}

impl Machine<'_, '_> {
    /// Reads a source of a move. Elements that a mask leaves out are not read from memory, and are
    /// zero.
    fn read_moved(&mut self, i: &Instruction, k: u32) -> Result<Vec<Cell>, String> {
        let (mask, element) = (i.op_mask(), element(i));
        if mask == Register::None || i.op_kind(k) != OpKind::Memory || element == 0 {
            return self.read(i, k);
        }
        let address = self.effective_address(i)?;
        let lanes = self.masks[mask.number()].clone();
        let mut cells = Vec::new();
        for n in 0..self.size(i, 0) / element {
            if known(&lanes, n)? == Lane::Number(0) {
                cells.extend(vec![ZERO; element]);
                continue;
            }
            let place = self.terms.make(Operation::Add, 64, address, Lane::Number((n * element) as u64));
            cells.extend(self.memory.load(self.terms, place, element)?);
        }
        Ok(cells)
    }

    /// Replaces elements that the mask of an instruction leaves out by those of `old`.
    fn apply_mask(&mut self, i: &Instruction, cells: &mut [Cell], old: &[Cell]) -> Result<(), String> {
        let element = element(i);
        if element == 0 {
            return Err("a mask for this instruction".into());
        }
        let lanes = self.masks[i.op_mask().number()].clone();
        for (n, place) in (0..cells.len()).step_by(element).enumerate() {
            match known(&lanes, n)? {
                Lane::Number(0) => cells[place..place + element].copy_from_slice(&old[place..place + element]),
                Lane::Number(_) => {}
                mask @ Lane::Term(id) => {
                    let bits = 8 * element as u8;
                    if self.terms.get(id).bits != bits {
                        return Err("a mask of elements of another width".into());
                    }
                    let new = cell::lane(self.terms, &cells[place..place + element]);
                    let before = cell::lane(self.terms, &old[place..place + element]);
                    let selected = select(self.terms, bits, mask, new, before);
                    let selected = cell::of_lanes([selected], element);
                    cells[place..place + element].copy_from_slice(&selected);
                }
            }
        }
        Ok(())
    }

    /// Writes a vector register or memory, where a mask allows it.
    fn write_vector(&mut self, i: &Instruction, k: u32, mut cells: Vec<Cell>) -> Result<(), String> {
        let is_memory = i.op_kind(k) == OpKind::Memory;
        if i.op_mask() != Register::None {
            let old = if i.zeroing_masking() && is_memory {
                return Err("a mask for this instruction".into());
            } else if i.zeroing_masking() {
                vec![ZERO; cells.len()]
            } else if is_memory {
                let address = self.effective_address(i)?;
                self.memory.load(self.terms, address, cells.len())?
            } else {
                self.vectors[i.op_register(k).number()][..cells.len()].to_vec()
            };
            self.apply_mask(i, &mut cells, &old)?;
        }
        self.write_whole(i, k, &cells)
    }

    /// Writes a vector register or memory.
    fn write_whole(&mut self, i: &Instruction, k: u32, cells: &[Cell]) -> Result<(), String> {
        if i.op_kind(k) == OpKind::Memory {
            let address = self.effective_address(i)?;
            return self.memory.store(self.terms, address, cells);
        }
        let register = i.op_register(k);
        if !register.is_vector_register() {
            return self.write(i, k, cells);
        }
        let vector = &mut self.vectors[register.number()];
        vector[..cells.len()].copy_from_slice(cells);
        // Instructions of SSE keep what is above, others clear it.
        if i.encoding() != EncodingKind::Legacy {
            vector[cells.len()..].fill(ZERO);
        }
        Ok(())
    }

    /// Returns the two operands of an instruction, of which that of SSE has the first one in its
    /// result's place, and the number of the operand after them.
    fn pair(&mut self, i: &Instruction) -> Result<(Vec<Cell>, Vec<Cell>, u32), String> {
        let first = u32::from(i.encoding() != EncodingKind::Legacy);
        Ok((self.read(i, first)?, self.read(i, first + 1)?, first + 2))
    }

    /// An operation on each pair of lanes of this many bytes.
    fn lanewise(
        &mut self,
        i: &Instruction,
        bytes: usize,
        operation: impl Fn(&mut Terms, Lane, Lane) -> Lane,
    ) -> Result<(), String> {
        let (x, y, _) = self.pair(i)?;
        let (x, y) = (cell::lanes(self.terms, &x, bytes), cell::lanes(self.terms, &y, bytes));
        let lanes: Vec<_> = x.into_iter().zip(y).map(|(x, y)| operation(self.terms, x, y)).collect();
        self.write_vector(i, 0, cell::of_lanes(lanes, bytes))
    }

    fn simple(&mut self, i: &Instruction, bytes: usize, operation: Operation) -> Result<(), String> {
        self.lanewise(i, bytes, |terms, x, y| terms.make(operation, 8 * bytes as u8, x, y))
    }

    /// A shift of each lane by one number.
    fn shift_lanes(&mut self, i: &Instruction, bytes: usize, operation: Operation) -> Result<(), String> {
        let first = u32::from(i.encoding() != EncodingKind::Legacy);
        let x = self.read(i, first)?;
        let count = match i.op_kind(first + 1) {
            OpKind::Immediate8 => self.immediate(i, first + 1)? as u64,
            _ => {
                let cells = self.read_part(i, first + 1, 8)?;
                cell::number(&cells).ok_or("a shift by a number that depends on an operand")?
            }
        };
        let bits = 8 * bytes as u8;
        let count = count.min(if operation == Operation::ShiftSigned { bits - 1 } else { bits }.into());
        let mut cells = Vec::with_capacity(x.len());
        for lane in x.chunks(bytes) {
            cells.extend(shift(self.terms, operation, lane, count));
        }
        self.write_vector(i, 0, cells)
    }

    fn bitwise(&mut self, i: &Instruction, operation: Operation, negated: bool) -> Result<(), String> {
        let (x, y, _) = self.pair(i)?;
        let cells = bitwise(self.terms, [&x, &y], |terms, bits, [x, y]| {
            let x = if negated { terms.make(Operation::Xor, bits, x, Lane::Number(word(u64::MAX, bits))) } else { x };
            terms.make(operation, bits, x, y)
        });
        self.write_vector(i, 0, cells)
    }

    /// Moves cells: `source(k)` gives the place of byte k in the two operands, one after the other,
    /// or none for a zero.
    fn permute(&mut self, i: &Instruction, x: &[Cell], source: impl Fn(usize) -> Option<usize>) -> Result<(), String> {
        let size = self.size(i, 0);
        let cells = (0..size).map(|k| source(k).map_or(ZERO, |at| x[at])).collect();
        self.write_vector(i, 0, cells)
    }

    fn compare_to_mask(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        use Mnemonic::*;
        let (x, y) = (self.read(i, 1)?, {
            let size = self.size(i, 1);
            if i.is_broadcast() {
                return Err("a comparison with a broadcast".into());
            }
            self.read_part(i, 2, size)?
        });
        let predicate = match i.mnemonic() {
            Vpcmpeqb | Vpcmpeqw | Vpcmpeqd | Vpcmpeqq => 0,
            Vpcmpgtb | Vpcmpgtw | Vpcmpgtd | Vpcmpgtq => 6,
            _ => self.immediate(i, 3)? & 7,
        };
        if i.op_mask() != Register::None {
            return Err("a masked comparison".into());
        }
        let bits = 8 * bytes as u8;
        let (x, y) = (cell::lanes(self.terms, &x, bytes), cell::lanes(self.terms, &y, bytes));
        let ones = Lane::Number(word(u64::MAX, bits));
        let mut mask = Vec::new();
        for (x, y) in x.into_iter().zip(y) {
            let terms = &mut self.terms;
            let (operation, x, y) = match predicate & 3 {
                0 => (Operation::Equal, x, y),
                1 => (Operation::Greater, y, x),
                2 => (Operation::Greater, x, y),
                _ => return Err("a comparison of this kind".into()),
            };
            // 0: equal, 1: less, 2: at most, 4 and more: the contrary.
            let lane = terms.make(operation, bits, x, y);
            mask.push(if matches!(predicate, 2 | 4 | 5) { terms.make(Operation::Xor, bits, lane, ones) } else { lane });
        }
        self.set_mask(i.op_register(0), mask.len(), mask);
        Ok(())
    }

    /// Selects elements of two operands by a mask.
    fn blend_by_mask(&mut self, i: &Instruction) -> Result<(), String> {
        let (x, mut y, _) = self.pair(i)?;
        if i.op_mask() == Register::None || i.zeroing_masking() {
            return self.write_vector(i, 0, y);
        }
        self.apply_mask(i, &mut y, &x)?;
        self.write_whole(i, 0, &y)
    }

    /// Sets a mask to the signs of lanes of this many bytes.
    fn signs_to_mask(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        let (x, bits) = (self.read(i, 1)?, 8 * bytes as u8);
        let lanes = cell::lanes(self.terms, &x, bytes).into_iter();
        let shifted = |lane| self.terms.make(Operation::ShiftSigned, bits, lane, Lane::Number(u64::from(bits) - 1));
        let mask: Vec<_> = lanes.map(shifted).collect();
        self.set_mask(i.op_register(0), mask.len(), mask);
        Ok(())
    }

    /// Sets lanes of this many bytes to -1 or 0, by a mask.
    fn mask_to_lanes(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        let ones = vec![Cell::Byte(0xff); bytes];
        let mut cells = Vec::new();
        for n in 0..self.size(i, 0) / bytes {
            match known(&self.masks[i.op_register(1).number()], n)? {
                Lane::Number(0) => cells.extend(vec![ZERO; bytes]),
                Lane::Number(_) => cells.extend(&ones),
                Lane::Term(id) if self.terms.get(id).bits == 8 * bytes as u8 => {
                    cell::push(&mut cells, Lane::Term(id), bytes);
                }
                Lane::Term(_) => return Err("a mask of elements of another width".into()),
            }
        }
        self.write_vector(i, 0, cells)
    }

    /// Rotates each lane to the left by a number of bits.
    fn rotate_lanes(&mut self, i: &Instruction, bytes: usize, is_left: bool) -> Result<(), String> {
        let (x, bits) = (self.read(i, 1)?, 8 * bytes);
        let count = self.immediate(i, 2)? % bits;
        let count = if is_left { count } else { (bits - count) % bits };
        if count % 8 == 0 {
            return self.permute(i, &x, |k| Some(k / bytes * bytes + (k + bytes - count / 8) % bytes));
        }
        let mut cells = Vec::with_capacity(x.len());
        for lane in x.chunks(bytes) {
            let upper = shift(self.terms, Operation::ShiftLeft, lane, count as u64);
            let lower = shift(self.terms, Operation::ShiftRight, lane, (bits - count) as u64);
            cells.extend(bitwise(self.terms, [&upper, &lower], |terms, bits, [x, y]| {
                terms.make(Operation::Or, bits, x, y)
            }));
        }
        self.write_vector(i, 0, cells)
    }

    /// Sets a mask of this many bits by its elements, and clears what is above. If there are fewer
    /// elements than bits, the others are unknown.
    fn set_mask(&mut self, register: Register, bits: usize, mut elements: Vec<Lane>) {
        elements.truncate(bits);
        if elements.len() == bits {
            elements.resize(64, Lane::Number(0));
        }
        self.masks[register.number()] = elements;
    }

    /// Sets a mask to the bits of bytes: a mask that was moved, or a number whose low bytes are
    /// known.
    fn set_mask_by_bytes(&mut self, register: Register, cells: &[Cell]) {
        let moved = match cell::lane(self.terms, cells) {
            Lane::Term(id) => self.moved_masks.get(&id).cloned(),
            Lane::Number(_) => None,
        };
        let known = cells.iter().map_while(|cell| match cell {
            Cell::Byte(byte) => Some(*byte),
            Cell::Part(..) => None,
        });
        let element = |byte: u8, k: u32| Lane::Number(u64::from(byte >> k & 1).wrapping_neg());
        let elements = moved.unwrap_or_else(|| known.flat_map(|byte| (0..8).map(move |k| element(byte, k))).collect());
        self.set_mask(register, 8 * cells.len(), elements);
    }

    /// Returns the low bytes of a mask: a number, or an unknown input that stands for its bits.
    fn mask_bytes(&mut self, register: Register, size: usize) -> Result<Vec<Cell>, String> {
        let elements = self.masks[register.number()].get(..8 * size).ok_or("a mask that nothing has set")?.to_vec();
        let number = elements.iter().enumerate().try_fold(0, |number, (k, lane)| match lane {
            Lane::Number(bit) => Some(number | (bit & 1) << k),
            Lane::Term(_) => None,
        });
        let word = number.map_or_else(
            || {
                let id = self.terms.input(Input::Unknown, self.next, 8 * size as u8);
                self.next += 1;
                self.moved_masks.insert(id, elements);
                Lane::Term(id)
            },
            Lane::Number,
        );
        Ok(cell::of_lanes([word], size))
    }

    fn pack(&mut self, i: &Instruction, from: usize, is_signed: bool) -> Result<(), String> {
        let (x, y, _) = self.pair(i)?;
        let to = from / 2;
        let (wide, narrow) = (8 * from as u8, 8 * to as u8);
        let mut cells = Vec::with_capacity(x.len());
        for (x, y) in x.chunks(16).zip(y.chunks(16)) {
            for lane in x.chunks(from).chain(y.chunks(from)) {
                let lane = cell::lane(self.terms, lane);
                let (least, greatest) = if is_signed {
                    (word(u64::MAX << (narrow - 1), wide), (1 << (narrow - 1)) - 1)
                } else {
                    (0, word(u64::MAX, narrow))
                };
                // A lane that is narrow by its making is not saturated.
                let fits = match operands_of(self.terms, lane) {
                    Some((Operation::Extend(bits), _)) => is_signed && bits <= narrow,
                    Some((Operation::ShiftSigned, [_, Lane::Number(k)])) => is_signed && k >= narrow.into(),
                    Some((Operation::Join(at), [_, Lane::Number(0)])) => !is_signed && at <= narrow,
                    _ => false,
                };
                let limited = if fits {
                    lane
                } else {
                    let lane = extremum(self.terms, wide, lane, Lane::Number(greatest), true);
                    extremum(self.terms, wide, lane, Lane::Number(least), false)
                };
                let lane = self.terms.extract(limited, wide, 0, narrow);
                cell::push(&mut cells, lane, to);
            }
        }
        self.write_vector(i, 0, cells)
    }

    /// Words of 16 bits by indices in another vector.
    fn permute_by_lanes(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        let (index, x) = (self.read(i, 1)?, self.read(i, 2)?);
        let count = x.len() / bytes;
        let mut cells = Vec::with_capacity(x.len());
        for k in index.chunks(bytes) {
            let k = cell::number(k).ok_or("an index of lanes that depends on an operand")? as usize % count;
            cells.extend_from_slice(&x[bytes * k..bytes * (k + 1)]);
        }
        self.write_vector(i, 0, cells)
    }

    fn permute_two(&mut self, i: &Instruction, bytes: usize) -> Result<(), String> {
        // Of vpermt2w and its like the index is the second operand, of vpermi2w the first.
        use Mnemonic::*;
        let is_index_first = matches!(i.mnemonic(), Vpermi2w | Vpermi2d | Vpermi2q | Vpermi2b);
        let (first, second, third) = (self.read(i, 0)?, self.read(i, 1)?, self.read(i, 2)?);
        let (index, x) = if is_index_first { (first, second) } else { (second, first) };
        let both = [x, third].concat();
        let count = both.len() / bytes;
        let mut cells = Vec::with_capacity(both.len() / 2);
        for k in index.chunks(bytes) {
            let k = cell::number(k).ok_or("an index of lanes that depends on an operand")? as usize % count;
            cells.extend_from_slice(&both[bytes * k..bytes * (k + 1)]);
        }
        self.write_vector(i, 0, cells)
    }
}
