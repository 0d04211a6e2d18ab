//! Runs instructions in the executor, from a state of the CPU of which parts are terms, and says
//! what the state after them is for each value of these parts.

use std::ops::Range;

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

use super::emulator::{FAILED, FLAGS, GENERAL, MEMORY, REGION, RESERVED, State, TAKEN, TOTAL, VECTORS};
use crate::aarch64::{Machine, STACK};
use crate::cell::{self, Cell};
use crate::condition::Flags;
use crate::execution::Architecture;
use crate::image::Image;
use crate::memory::{Access, Memory};
use crate::term::{Id, Term, Terms};
use crate::tests::emulated;
use crate::tests::operands::{PATTERNS, Random, fill};
use crate::tests::values::{KnownFlags, set_inputs, values};

/// The registers that instructions use.
#[derive(Default)]
pub struct Used {
    /// General registers, the stack pointer last.
    pub general: Vec<usize>,
    /// Vector registers.
    pub vectors: Vec<usize>,
    /// Bases of addresses, and indices.
    pub bases: Vec<usize>,
    pub indices: Vec<usize>,
    /// Registers that hold the target of a jump.
    pub targets: Vec<usize>,
}

impl Used {
    /// Returns the registers of instructions, or nothing if one is reserved.
    pub fn of(instructions: &[Instruction]) -> Option<Self> {
        let mut used = Self::default();
        for i in instructions {
            let is_jump = matches!(i.opcode, Opcode::BR | Opcode::BLR | Opcode::RET);
            for operand in &i.operands {
                used.add(operand, is_jump);
            }
        }
        let all = [&used.general, &used.bases, &used.indices, &used.targets];
        let is_reserved = all.into_iter().flatten().any(|&register| register == usize::from(RESERVED));
        // Before an address is used, nothing may change it.
        let is_clear = instructions.len() == 1 || used.bases.is_empty() && used.targets.is_empty();
        (!is_reserved && is_clear).then_some(used)
    }

    fn add(&mut self, operand: &Operand, is_jump: bool) {
        let general = |register: u16| (register != 31).then_some(usize::from(register));
        match *operand {
            Operand::Register(_, register) if is_jump => self.targets.extend(general(register)),
            Operand::Register(_, register) | Operand::RegShift(_, _, _, register) => {
                self.general.extend(general(register));
            }
            Operand::RegisterPair(_, register) => self.general.extend([register, register + 1].map(usize::from)),
            Operand::RegisterOrSP(_, register) => self.general.push(register.into()),
            Operand::SIMDRegister(_, register)
            | Operand::SIMDRegisterElements(_, register, _)
            | Operand::SIMDRegisterElementsLane(_, register, ..)
            | Operand::SIMDRegisterElementsMultipleLane(_, register, ..) => self.vectors.push(register.into()),
            Operand::SIMDRegisterGroup(_, register, _, count)
            | Operand::SIMDRegisterGroupLane(register, _, count, _) => {
                self.vectors.extend((0..u16::from(count)).map(|k| usize::from((register + k) % 32)));
            }
            Operand::RegPreIndex(base, ..) | Operand::RegPostIndex(base, _) => self.bases.push(base.into()),
            Operand::RegRegOffset(base, register, ..) | Operand::RegPostIndexReg(base, register) => {
                self.bases.push(base.into());
                self.indices.extend(general(register));
            }
            _ => {}
        }
    }

    /// Returns the parts of a state that may be terms.
    pub fn parts(&self) -> Vec<Range<usize>> {
        let is_free = |k: &&usize| [&self.bases, &self.indices, &self.targets].iter().all(|of| !of.contains(*k));
        let general = self.general.iter().filter(is_free).map(|&k| GENERAL + 8 * k..GENERAL + 8 * k + 8);
        let vectors = self.vectors.iter().map(|&k| VECTORS + 16 * k..VECTORS + 16 * k + 16);
        let memory = (!self.bases.is_empty()).then_some(MEMORY..TOTAL);
        let mut parts: Vec<_> = general.chain(vectors).chain(memory).collect();
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
    /// True if the first region lies above the second one.
    pub is_swapped: bool,
    /// The address of the first instruction.
    pub code: u64,
}

impl Setup {
    /// Returns a setup in which the registers of addresses are addresses.
    pub fn new(used: &Used, code: u64, random: &mut Random) -> Self {
        let mut setup = Self { is_swapped: random.chance(50), code, ..Self::default() };
        for &base in &used.bases {
            setup.addresses.push((base, (random.below(2) as u16, 256 + random.of(&[0, 0, 16, 64, 3]))));
        }
        setup.numbers.extend(used.indices.iter().map(|&k| (k, random.below(12))));
        // Behind the next instruction.
        setup.numbers.extend(used.targets.iter().map(|&k| (k, code + 8)));
        setup
    }

    /// Where a region lies in a state.
    fn region(&self, region: u16) -> usize {
        MEMORY + REGION * usize::from((region == 1) != self.is_swapped)
    }

    /// Returns the addresses of regions, by that of a state's memory.
    fn regions(&self, memory: u64) -> [u64; 2] {
        [0, 1].map(|region| memory + (self.region(region) - MEMORY) as u64)
    }

    /// Returns a state of random operands, whose memory lies at an address.
    pub fn state(&self, random: &mut Random, n: usize, memory: u64) -> State {
        let mut state = emulated::State([0; TOTAL]);
        fill(random, n, &mut state.0[GENERAL..GENERAL + 256]);
        fill(random, n, &mut state.0[VECTORS..VECTORS + 512]);
        fill(random, PATTERNS, &mut state.0[MEMORY..]);
        state.set(FLAGS, random.next() & 0xf000_0000);
        state.set(TAKEN, 0);
        for &(number, value) in &self.numbers {
            state.set(GENERAL + 8 * number, value);
        }
        self.place(&mut state, memory);
        state
    }

    /// Sets the registers that are addresses.
    pub fn place(&self, state: &mut State, memory: u64) {
        let regions = self.regions(memory);
        for &(number, (region, offset)) in &self.addresses {
            state.set(GENERAL + 8 * number, regions[usize::from(region)].wrapping_add_signed(offset));
        }
    }

    /// Runs instructions, and returns what the state after them is.
    pub fn run(&self, state: &State, instructions: &[Instruction]) -> Result<Outcome, String> {
        let mut terms = Terms::default();
        let cells = self.cells(state, &mut terms);
        let image = Image::of_code(&[], Architecture::AArch64);
        let mut memory = Memory::new(&image, &[]);
        memory.orders.known.insert((0, 1), !self.is_swapped);
        for region in 0..2 {
            let at = self.region(region);
            memory.add("a region", cells[at..at + REGION].to_vec(), Access::Write);
        }
        let mut machine = Machine {
            terms: &mut terms,
            memory,
            executed: Default::default(),
            called: Vec::new(),
            address: self.code,
            next: 0,
            general: std::array::from_fn(|k| *cells[GENERAL + 8 * k..].first_chunk().expect("eight bytes")),
            vectors: std::array::from_fn(|k| *cells[VECTORS + 16 * k..].first_chunk().expect("a register")),
            flags: Flags::of_number(state.word(FLAGS, 8) >> 28),
        };
        let mut target = None;
        for instruction in instructions {
            target = machine.execute(instruction)?;
            machine.address += 4;
        }
        let flags = KnownFlags::of(machine.flags, machine.terms, 0..16);
        let mut cells = cells;
        for (k, register) in machine.general.iter().enumerate() {
            cells[GENERAL + 8 * k..GENERAL + 8 * k + 8].copy_from_slice(register);
        }
        for (k, vector) in machine.vectors.iter().enumerate() {
            cells[VECTORS + 16 * k..VECTORS + 16 * k + 16].copy_from_slice(vector);
        }
        for region in 0..2 {
            let at = self.region(region);
            cells[at..at + REGION].copy_from_slice(&machine.memory.regions[region as usize].cells);
        }
        if target.is_some_and(|target| target != self.code + 8) {
            return Err("a jump to another place".into());
        }
        let terms = (0..terms.len() as u32).map(|id| terms.get(Id(id))).collect();
        Ok(Outcome { terms, cells, flags, is_taken: target.is_some() })
    }

    /// Returns the cells of a state.
    fn cells(&self, state: &State, terms: &mut Terms) -> Vec<Cell> {
        let mut cells: Vec<_> = state.0.iter().map(|&byte| Cell::Byte(byte)).collect();
        set_inputs(terms, &mut cells, &self.symbolic, self.bits);
        for &(number, (region, offset)) in &self.addresses {
            let lane = terms.address(region, offset);
            let at = GENERAL + 8 * number;
            cells[at..at + 8].copy_from_slice(&cell::of_lanes([lane], 8));
        }
        cells
    }
}

/// The state after instructions, for each value of what is not a number.
pub struct Outcome {
    terms: Vec<Term>,
    cells: Vec<Cell>,
    flags: KnownFlags,
    is_taken: bool,
}

impl Outcome {
    /// Compares with the state that the CPU is in after the same instructions, whose memory lies at
    /// an address.
    pub fn compare(&self, setup: &Setup, input: &State, result: &State, memory: u64) -> Result<(), String> {
        let read = |at: u32, bits: u8| input.word(at as usize, usize::from(bits / 8));
        let values = values(&self.terms, read, setup.regions(memory));
        if result.word(TAKEN, 8) == FAILED {
            return Err("the CPU has no such instruction".into());
        }
        let differs = |at: usize| {
            let expected = match self.cells[at] {
                Cell::Byte(byte) => byte,
                Cell::Part(id, k) => {
                    assert!(8 * k < self.terms[id.0 as usize].bits, "a byte that a term does not have");
                    (values[id.0 as usize] >> (8 * k)) as u8
                }
            };
            let reserved = GENERAL + 8 * usize::from(RESERVED);
            expected != result.0[at] && !(reserved..reserved + 8).contains(&at)
        };
        let places = (GENERAL..GENERAL + 256).chain(VECTORS..VECTORS + 512).chain(MEMORY..TOTAL);
        if let Some(at) = places.into_iter().find(|&at| differs(at)) {
            let found = result.word(at & !7, 8);
            return Err(format!("{}: the CPU has {found:#018x}, before {:#018x}", name(at), input.word(at & !7, 8)));
        }
        self.flags.compare(&values, result.word(FLAGS, 8))?;
        let is_taken = result.word(TAKEN, 8) != 0;
        if is_taken == self.is_taken { Ok(()) } else { Err("the branch goes the other way".into()) }
    }
}

fn name(at: usize) -> String {
    match at {
        MEMORY.. => format!("memory, byte {}", at - MEMORY),
        VECTORS.. => format!("vector {}, byte {}", (at - VECTORS) / 16, (at - VECTORS) % 16),
        _ if at / 8 == STACK => "the stack pointer".into(),
        _ => format!("general register {}", at / 8),
    }
}
