//! Runs instructions in the executor, from a state of the CPU of which parts are terms, and says
//! what the state after them is for each value of these parts.

use std::ops::Range;

use super::emulator::{FLAGS, GENERAL, MEMORY, REGION, RESERVED, SINGLES, State, TAKEN, TOTAL};
use crate::cell::{self, Cell};
use crate::condition::Flags;
use crate::execution::Architecture;
use crate::image::Image;
use crate::memory::{Access, Memory};
use crate::term::{Id, Term, Terms};
use crate::tests::emulated;
use crate::tests::operands::{PATTERNS, Random, fill};
use crate::tests::values::{KnownFlags, set_inputs, values};
use crate::thumb::instruction::Instruction;
use crate::thumb::{Machine, STACK};

/// The registers that instructions use.
#[derive(Default)]
pub struct Used {
    /// General registers with data.
    general: Vec<usize>,
    /// The bases of addresses, indices, and targets of jumps.
    bases: Vec<usize>,
    indices: Vec<usize>,
    targets: Vec<usize>,
    has_singles: bool,
}

impl Used {
    /// Returns the registers of instructions.
    pub fn of(instructions: &[Instruction]) -> Self {
        let mut used = Self::default();
        for i in instructions {
            let is_access = ["ld", "st", "vl", "pl", "tb"].iter().any(|start| i.name.starts_with(start));
            used.has_singles |= i.name.starts_with('v');
            for letter in "dnmatulhs".chars() {
                if i.bits(letter) < 3 {
                    continue;
                }
                let list = match (letter, i.name) {
                    ('n', _) if is_access => &mut used.bases,
                    ('m', _) if is_access => &mut used.indices,
                    ('m', "bx" | "blx") => &mut used.targets,
                    _ => &mut used.general,
                };
                list.push(i.register(letter));
            }
            let list = if i.bits('r') >= 8 { i.field('r') } else { 0 };
            used.general.extend((0..STACK).filter(|register| list >> register & 1 == 1));
            if matches!(i.name, "push" | "pop") || is_access && i.bits('n') == 0 {
                used.bases.push(STACK);
            }
        }
        used
    }

    /// Returns all of them.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        [&self.general, &self.bases, &self.indices, &self.targets].into_iter().flatten().copied()
    }

    /// Returns the parts of a state that may be terms.
    pub fn parts(&self) -> Vec<Range<usize>> {
        let is_free =
            |k: &&usize| **k < STACK && [&self.bases, &self.indices, &self.targets].iter().all(|of| !of.contains(*k));
        let general = self.general.iter().filter(is_free).map(|&k| GENERAL + 4 * k..GENERAL + 4 * k + 4);
        let singles = self.has_singles.then_some(SINGLES..SINGLES + 128);
        let memory = (!self.bases.is_empty()).then_some(MEMORY..TOTAL);
        let mut parts: Vec<_> = general.chain(singles).chain(memory).collect();
        parts.sort_by_key(|part| part.start);
        parts.dedup();
        parts
    }
}

/// The parts of a state that are terms or addresses.
#[derive(Clone, Default)]
pub struct Setup {
    /// Parts that are terms.
    pub symbolic: Vec<Range<usize>>,
    /// The width of these terms.
    pub bits: u8,
    /// The registers that are addresses: of these regions, at these offsets.
    pub addresses: Vec<(usize, (u16, i64))>,
    /// The registers that are given numbers.
    pub numbers: Vec<(usize, u64)>,
    /// The address of the first instruction, and that behind a branch which is taken.
    pub code: u64,
    pub taken: u64,
    /// The byte that every byte of the memory is, if it is a table of branches.
    pub table: Option<u8>,
}

impl Setup {
    /// Returns a setup in which the registers of addresses are addresses.
    pub fn new(used: &Used, instructions: &[Instruction], code: u64, random: &mut Random) -> Self {
        let length: u64 = instructions.iter().map(|i| i.length).sum();
        let is_table = instructions[0].name == "tbb";
        let is_wide = is_table && instructions[0].field('h') == 1;
        let mut setup = Self { code, taken: code + length + 4, ..Self::default() };
        // Halves of a table are 2, and bytes as well.
        setup.table = is_table.then_some(if is_wide { 0 } else { 2 });
        for &base in &used.bases {
            let offset = if base == STACK { 0 } else { random.of(&[0, 4, 8, 64, 3]) };
            setup.addresses.push((base, (random.below(2) as u16, 256 + offset)));
        }
        setup.numbers.extend(used.indices.iter().map(|&k| (k, random.below(12))));
        setup.numbers.extend(used.targets.iter().map(|&k| (k, setup.taken | 1)));
        setup
    }

    fn region(region: u16) -> usize {
        MEMORY + REGION * usize::from(region)
    }

    /// Returns a state of random operands, whose memory lies at an address.
    pub fn state(&self, random: &mut Random, n: usize, memory: u64) -> State {
        let mut state = emulated::State([0; TOTAL]);
        fill(random, n, &mut state.0[GENERAL..GENERAL + 60]);
        fill(random, n, &mut state.0[SINGLES..SINGLES + 128]);
        fill(random, PATTERNS, &mut state.0[MEMORY..]);
        if let Some(byte) = self.table {
            let entry = if byte == 0 { vec![2, 0] } else { vec![byte] };
            let start = self.addresses.first().map_or(0, |address| address.1.1 as usize);
            let places = state.0[MEMORY..].iter_mut().enumerate();
            places.for_each(|(at, place)| *place = entry[(at + start) % entry.len()]);
        }
        state.set(FLAGS, random.next() & 0xf000_0000);
        state.set(SP, 0x2000_0000 + 8 * random.below(64));
        for &(number, value) in &self.numbers {
            state.set(GENERAL + 4 * number, value);
        }
        self.place(&mut state, memory);
        state
    }

    /// Sets the registers that are addresses.
    pub fn place(&self, state: &mut State, memory: u64) {
        for &(number, (region, offset)) in &self.addresses {
            let start = memory + REGION as u64 * u64::from(region);
            state.set(GENERAL + 4 * number, start.wrapping_add_signed(offset));
        }
    }

    /// Runs instructions, and returns what the state after them is.
    pub fn run(&self, state: &State, instructions: &[Instruction]) -> Result<Outcome, String> {
        let mut terms = Terms::of_pointers(super::super::POINTER_BITS);
        let mut cells: Vec<_> = state.0.iter().map(|&byte| Cell::Byte(byte)).collect();
        set_inputs(&mut terms, &mut cells, &self.symbolic, self.bits);
        for &(number, (region, offset)) in &self.addresses {
            let lane = terms.address(region, offset);
            cells[GENERAL + 4 * number..][..4].copy_from_slice(&cell::of_lanes([lane], 4));
        }
        let image = Image::of_code(&[], Architecture::Thumb);
        let mut memory = Memory::new(&image, &[]);
        for region in 0..2 {
            memory.add("a region", cells[Self::region(region)..][..REGION].to_vec(), Access::Write);
        }
        let mut machine = Machine::new(&mut terms, memory, 0);
        machine.address = self.code;
        machine.general = std::array::from_fn(|k| *cells[GENERAL + 4 * k..].first_chunk().expect("a register"));
        machine.singles = std::array::from_fn(|k| *cells[SINGLES + 4 * k..].first_chunk().expect("a register"));
        machine.flags = Flags::of_number(state.word(FLAGS, 4) >> 28);
        let mut is_taken = false;
        for instruction in instructions {
            let next = machine.execute(instruction)?;
            is_taken = next != machine.address + instruction.length;
            if is_taken && next != self.taken {
                return Err("a jump to another place".into());
            }
            machine.address += instruction.length;
        }
        let flags = KnownFlags::of(machine.flags, machine.terms, 0..15);
        for (k, register) in machine.general.iter().enumerate() {
            cells[GENERAL + 4 * k..][..4].copy_from_slice(register);
        }
        for (k, single) in machine.singles.iter().enumerate() {
            cells[SINGLES + 4 * k..][..4].copy_from_slice(single);
        }
        for region in 0..2 {
            cells[Self::region(region)..][..REGION].copy_from_slice(&machine.memory.regions[region as usize].cells);
        }
        let reached = machine.reached.map(|reached| reached.1);
        let terms = (0..terms.len() as u32).map(|id| terms.get(Id(id))).collect();
        Ok(Outcome { terms, cells, flags, reached, is_taken })
    }
}

/// Where the stack pointer lies in a state.
const SP: usize = GENERAL + 4 * STACK;

/// The state after instructions, for each value of what is not a number.
pub struct Outcome {
    terms: Vec<Term>,
    cells: Vec<Cell>,
    flags: KnownFlags,
    reached: Option<[Cell; 4]>,
    is_taken: bool,
}

impl Outcome {
    /// Compares with the state that the CPU is in after the same instructions, whose memory lies at
    /// an address.
    pub fn compare(&self, input: &State, result: &State, memory: u64) -> Result<(), String> {
        let read = |at: u32, bits: u8| input.word(at as usize, usize::from(bits / 8));
        let values = values(&self.terms, read, [memory, memory + REGION as u64]);
        let byte = |cell: Cell| match cell {
            Cell::Byte(byte) => byte,
            Cell::Part(id, k) => (values[id.0 as usize] >> (8 * k)) as u8,
        };
        let reserved = GENERAL + 4 * RESERVED..GENERAL + 4 * RESERVED + 4;
        let places = (GENERAL..GENERAL + 60).chain(SINGLES..SINGLES + 128).chain(MEMORY..TOTAL);
        let mut places = places.filter(|at| !reserved.contains(at));
        if let Some(at) = places.find(|&at| byte(self.cells[at]) != result.0[at]) {
            let expected = byte(self.cells[at]);
            let (found, before) = (result.word(at & !3, 4), input.word(at & !3, 4));
            let place = match at {
                MEMORY.. => format!("memory, byte {}", at - MEMORY),
                SINGLES.. => format!("single {}", (at - SINGLES) / 4),
                _ => format!("register {}", at / 4),
            };
            let registers: Vec<_> = (0..15).map(|k| input.word(GENERAL + 4 * k, 4)).collect();
            return Err(format!(
                "{place}, byte {}: {expected:#x} expected, the CPU has {found:#010x}, before {before:#010x}, {registers:x?}",
                at % 4
            ));
        }
        let flags = result.word(FLAGS, 4);
        self.flags.compare(&values, flags)?;
        for (k, cell) in self.reached.into_iter().flatten().enumerate() {
            if (byte(cell) != 0) != (flags >> (16 + k) & 1 == 1) {
                return Err(format!("flag of byte {k} is another one"));
            }
        }
        let is_taken = result.word(TAKEN, 4) != 0;
        if is_taken == self.is_taken { Ok(()) } else { Err("the branch goes the other way".into()) }
    }
}
