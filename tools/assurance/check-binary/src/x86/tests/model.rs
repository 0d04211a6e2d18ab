//! Runs instructions in the executor, from a state of the CPU of which parts are terms, and says
//! what the state after them is for each value of these parts.

use std::ops::Range;

use iced_x86::{Instruction, InstructionInfoFactory, OpKind, Register, UsedMemory};

use super::native::{self, FLAGS, GENERAL, MASKS, MEMORY, Native, REGION, State, TOTAL};
use crate::cell::{self, Cell};
use crate::memory::{Access, Memory};
use crate::term::{Id, Input, Lane, Operation, Term, Terms};
use crate::tests::operands::{Random, fill};
use crate::tests::values::{set_inputs, values};
use crate::x86::{Flags, Machine};

/// The bits of the flags that conditions read: carry, zero, sign, overflow, parity.
const BITS: [u32; 5] = [0, 6, 7, 11, 2];

/// The parts of a state that are terms, addresses or small numbers.
#[derive(Clone, Default)]
pub struct Setup {
    /// Parts that are terms.
    pub symbolic: Vec<Range<usize>>,
    /// The width of these terms.
    pub bits: u8,
    /// The general registers that are addresses: of these regions, at these offsets.
    pub addresses: [Option<(u16, i64)>; 16],
    /// The general registers that are small numbers, as indices of addresses are.
    pub small: Vec<(usize, u64)>,
    /// True if the first region lies above the second one.
    pub is_swapped: bool,
    /// The parts of the state that instructions use.
    pub used: Vec<Range<usize>>,
    /// The masks that instructions use.
    pub masks: Vec<usize>,
}

/// Returns the part of a state that a register is.
pub fn part(register: Register) -> Option<Range<usize>> {
    let full = register.full_register();
    let number = full.number();
    if full.is_vector_register() {
        return Some(64 * number..64 * number + 64);
    }
    (full.is_gpr() && number != 4).then(|| GENERAL + 8 * number..GENERAL + 8 * number + 8)
}

impl Setup {
    /// Returns a setup in which the registers of addresses are addresses.
    pub fn new(instructions: &[Instruction], random: &mut Random) -> Self {
        let mut setup = Self { is_swapped: random.chance(50), ..Self::default() };
        for i in instructions.iter().filter(|i| (0..i.op_count()).any(|k| i.op_kind(k) == OpKind::Memory)) {
            if i.memory_base().is_gpr64() {
                let offset = 64 * random.below(3) as i64 + 64;
                setup.addresses[i.memory_base().number()] = Some((random.below(2) as u16, offset));
            }
            if i.memory_index().is_gpr64() {
                setup.small.push((i.memory_index().number(), random.below(8)));
            }
        }
        setup.set_used(instructions);
        setup
    }

    /// Notes what instructions use.
    pub fn set_used(&mut self, instructions: &[Instruction]) {
        self.used = self.parts(instructions);
        let masks = instructions.iter().flat_map(|i| {
            let operands = (0..i.op_count()).map(|k| i.op_register(k));
            operands.chain([i.op_mask()]).filter(|register| register.is_k()).map(|register| register.number())
        });
        self.masks = masks.collect();
    }

    /// Where a region lies in a state.
    pub fn region(&self, region: u16) -> usize {
        MEMORY + REGION * usize::from((region == 1) != self.is_swapped)
    }

    /// Returns the parts of a state that instructions use.
    fn parts(&self, instructions: &[Instruction]) -> Vec<Range<usize>> {
        let mut factory = InstructionInfoFactory::new();
        let mut parts = Vec::new();
        for instruction in instructions {
            let info = factory.info(instruction);
            parts.extend(info.used_registers().iter().filter_map(|register| part(register.register())));
            parts.extend(info.used_memory().iter().filter_map(|memory| self.accessed(memory)));
        }
        parts.sort_by_key(|part| part.start);
        parts.dedup();
        parts
    }

    /// Returns the part of a state that an operand in memory lies in, in words of eight bytes.
    fn accessed(&self, memory: &UsedMemory) -> Option<Range<usize>> {
        let (region, offset) = self.addresses[memory.base().is_gpr64().then(|| memory.base().number())?]?;
        let index =
            self.small.iter().find(|(number, _)| memory.index().is_gpr64() && memory.index().number() == *number);
        let index = index.map_or(0, |&(_, index)| index * u64::from(memory.scale()));
        let offset = (offset as u64).wrapping_add(index).wrapping_add(memory.displacement()) as usize;
        let (first, end) = (offset & !7, (offset + memory.memory_size().size()).next_multiple_of(8));
        (end <= REGION).then(|| self.region(region) + first..self.region(region) + end)
    }

    /// Returns the parts of a state that are used, but those that have to be numbers or addresses.
    pub fn candidates(&self) -> Vec<Range<usize>> {
        self.used.iter().filter(|part| !self.is_fixed(part)).cloned().collect()
    }

    fn is_fixed(&self, part: &Range<usize>) -> bool {
        (GENERAL..MASKS).contains(&part.start) && {
            let number = (part.start - GENERAL) / 8;
            self.addresses[number].is_some() || self.small.iter().any(|small| small.0 == number)
        }
    }

    /// Returns a state of random operands.
    pub fn state(&self, native: &Native, random: &mut Random, n: usize) -> State {
        let mut state = native.background.clone();
        for part in &self.used {
            fill(random, n, &mut state.0[part.clone()]);
        }
        for &k in &self.masks {
            state.set(MASKS + 8 * k, random.next());
        }
        state.set(FLAGS, 0x202 | random.next() & native::STATUS);
        for &(number, value) in &self.small {
            state.set(GENERAL + 8 * number, value);
        }
        for (number, address) in self.addresses.iter().enumerate() {
            if let Some((region, offset)) = *address {
                state.set(GENERAL + 8 * number, self.address(native, region, offset));
            }
        }
        state
    }

    fn address(&self, native: &Native, region: u16, offset: i64) -> u64 {
        native.address(self.region(region)).wrapping_add(offset as u64)
    }

    /// Runs instructions, and returns what the state after them is; also where the last one jumps
    /// to.
    pub fn run(&self, native: &Native, state: &State, instructions: &[Instruction]) -> Result<Outcome, String> {
        let mut terms = Terms::default();
        let cells = self.cells(native, state, &mut terms);
        let mut memory = Memory::new(&native.image, &[]);
        memory.orders.known.insert((0, 1), !self.is_swapped);
        for region in 0..2 {
            let at = self.region(region);
            memory.add("a region", cells[at..at + REGION].to_vec(), Access::Write);
        }
        let flag = |bit| Some(state.word(FLAGS, 8) >> bit & 1 == 1);
        let [carry, zero, sign, overflow, parity] = BITS.map(flag);
        let mut masks: [Vec<Lane>; 8] = Default::default();
        for &k in &self.masks {
            let mask = state.word(MASKS + 8 * k, 8);
            masks[k] = (0..64).map(|bit| Lane::Number((mask >> bit & 1).wrapping_neg())).collect();
        }
        let mut machine = Machine {
            terms: &mut terms,
            memory,
            executed: Default::default(),
            called: Vec::new(),
            address: 0,
            next: 0,
            general: std::array::from_fn(|k| *cells[GENERAL + 8 * k..].first_chunk().expect("eight bytes")),
            vectors: (0..32).map(|k| *cells[64 * k..].first_chunk().expect("a register")).collect(),
            masks,
            moved_masks: Default::default(),
            flags: Flags { carry, zero, sign, overflow, parity, last: None },
        };
        let mut target = None;
        for instruction in instructions {
            target = machine.execute(instruction)?;
        }
        let mut cells = cells;
        for (k, vector) in machine.vectors.iter().enumerate() {
            cells[64 * k..64 * k + 64].copy_from_slice(vector);
        }
        for (k, register) in machine.general.iter().enumerate() {
            cells[GENERAL + 8 * k..GENERAL + 8 * k + 8].copy_from_slice(register);
        }
        for region in 0..2 {
            let at = self.region(region);
            cells[at..at + REGION].copy_from_slice(&machine.memory.regions[region as usize].cells);
        }
        let Flags { carry, zero, sign, overflow, parity, .. } = machine.flags;
        let flags = [carry, zero, sign, overflow, parity];
        let masks = machine.masks.clone();
        let regions = [0, 1].map(|region| self.address(native, region, 0));
        Ok(Outcome::new(&terms, cells, masks, flags, regions, target))
    }

    /// Returns the cells of a state.
    fn cells(&self, native: &Native, state: &State, terms: &mut Terms) -> Vec<Cell> {
        let mut cells = native.cells.clone();
        let small = self.small.iter().map(|(number, _)| GENERAL + 8 * number..GENERAL + 8 * number + 8);
        for at in self.used.iter().cloned().chain(small).flatten() {
            cells[at] = Cell::Byte(state.0[at]);
        }
        set_inputs(terms, &mut cells, &self.symbolic, self.bits);
        for (number, address) in self.addresses.iter().enumerate() {
            if let Some((region, offset)) = *address {
                let lane = terms.address(region, offset);
                let at = GENERAL + 8 * number;
                cells[at..at + 8].copy_from_slice(&cell::of_lanes([lane], 8));
            }
        }
        cells
    }
}

/// The state after instructions, for each value of what is not a number.
pub struct Outcome {
    terms: Vec<Term>,
    /// The bytes that are numbers.
    bytes: State,
    /// The others: their places, and what they are a byte of.
    parts: Vec<(usize, Id, u8)>,
    /// The places of bytes, and of bits of masks, that depend on what an instruction leaves undefined.
    undefined: Vec<usize>,
    undefined_bits: Vec<usize>,
    /// The number of known bits of each mask, and the bits that are terms.
    masks: [usize; 8],
    bits: Vec<(usize, Id)>,
    flags: [Option<bool>; 5],
    regions: [u64; 2],
    /// Where the last instruction jumps to.
    pub target: Option<u64>,
}

impl Outcome {
    fn new(
        terms: &Terms,
        cells: Vec<Cell>,
        masks: [Vec<Lane>; 8],
        flags: [Option<bool>; 5],
        regions: [u64; 2],
        target: Option<u64>,
    ) -> Self {
        let terms: Vec<_> = (0..terms.len() as u32).map(|id| terms.get(Id(id))).collect();
        // Operands come before what is computed from them.
        let mut is_undefined: Vec<bool> = Vec::new();
        for term in &terms {
            let of_operands = term.operands.iter().any(|operand| match operand {
                Lane::Term(id) => is_undefined[id.0 as usize],
                Lane::Number(_) => false,
            });
            is_undefined.push(of_operands || matches!(term.operation, Operation::Input(Input::Unknown, _)));
        }
        let (mut bytes, mut parts, mut undefined) = (State([0; TOTAL]), Vec::new(), Vec::new());
        for (at, cell) in cells.into_iter().enumerate() {
            match cell {
                Cell::Byte(byte) => bytes.0[at] = byte,
                Cell::Part(id, k) => {
                    let term = terms[id.0 as usize];
                    assert!(8 * k < term.bits, "a byte that a term does not have");
                    if is_undefined[id.0 as usize] { undefined.push(at) } else { parts.push((at, id, k)) }
                }
            }
        }
        let (mut bits, mut undefined_bits) = (Vec::new(), Vec::new());
        for (k, lanes) in masks.iter().enumerate() {
            let mut mask = 0;
            for (bit, lane) in lanes.iter().enumerate() {
                match lane {
                    Lane::Number(number) => mask |= u64::from(*number != 0) << bit,
                    Lane::Term(id) if is_undefined[id.0 as usize] => undefined_bits.push(64 * k + bit),
                    Lane::Term(id) => bits.push((64 * k + bit, *id)),
                }
            }
            bytes.set(MASKS + 8 * k, mask);
        }
        let masks = masks.map(|lanes| lanes.len());
        Self { terms, bytes, parts, undefined, undefined_bits, masks, bits, flags, regions, target }
    }

    /// Compares with the state that the CPU is in after the same instructions.
    pub fn compare(&self, input: &State, result: &State) -> Result<(), String> {
        let values = values(&self.terms, |at, bits| input.word(at as usize, usize::from(bits / 8)), self.regions);
        let mut expected = self.bytes.clone();
        for &(at, id, k) in &self.parts {
            expected.0[at] = (values[id.0 as usize] >> (8 * k)) as u8;
        }
        for &at in &self.undefined {
            expected.0[at] = result.0[at];
        }
        for &(bit, id) in &self.bits {
            expected.0[MASKS + bit / 8] |= u8::from(values[id.0 as usize] != 0) << (bit % 8);
        }
        for &bit in &self.undefined_bits {
            expected.0[MASKS + bit / 8] |= result.0[MASKS + bit / 8] & 1 << (bit % 8);
        }
        for k in (0..8).filter(|&k| self.masks[k] < 64) {
            let unknown = u64::MAX << self.masks[k];
            let [ours, cpu] = [&expected, result].map(|state| state.word(MASKS + 8 * k, 8));
            expected.set(MASKS + 8 * k, ours & !unknown | cpu & unknown);
        }
        let mut flags = result.word(FLAGS, 8);
        for (bit, flag) in BITS.into_iter().zip(self.flags) {
            if let Some(flag) = flag {
                flags = flags & !(1 << bit) | u64::from(flag) << bit;
            }
        }
        expected.set(FLAGS, flags);
        if !native::is_wide() {
            blank(&mut expected, result);
        }
        if expected.0 == result.0 {
            return Ok(());
        }
        let at = expected.0.iter().zip(&result.0).position(|(x, y)| x != y).expect("they differ");
        let at = at / 8 * 8;
        let (ours, cpu) = (expected.word(at, 8), result.word(at, 8));
        Err(format!("{}: {ours:#018x}, the CPU has {cpu:#018x}, before {:#018x}", name(at), input.word(at, 8)))
    }
}

/// Takes what a CPU without AVX-512 does not have from the other state.
fn blank(state: &mut State, from: &State) {
    for vector in 0..32 {
        let first = 64 * vector + if vector < 16 { 32 } else { 0 };
        state.0[first..64 * vector + 64].copy_from_slice(&from.0[first..64 * vector + 64]);
    }
    state.0[MASKS..FLAGS].copy_from_slice(&from.0[MASKS..FLAGS]);
}

fn name(at: usize) -> String {
    match at {
        0..GENERAL => format!("vector {}, byte {}", at / 64, at % 64),
        GENERAL..MASKS => format!("general register {}", (at - GENERAL) / 8),
        MASKS..FLAGS => format!("mask {}", (at - MASKS) / 8),
        FLAGS..MEMORY => "flags".into(),
        _ => format!("memory, byte {}", at - MEMORY),
    }
}
