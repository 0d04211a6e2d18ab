//! Runs instructions in the executor, from a state of the CPU of which parts are terms, and says
//! what the state after them is for each value of these parts.

use std::ops::Range;

use iced_x86::{Instruction, InstructionInfoFactory, OpKind, Register};

use super::native::{self, FLAGS, GENERAL, MASKS, MEMORY, Native, REGION, State, TOTAL};
use super::operands::{Random, fill};
use crate::cell::{self, Cell};
use crate::memory::{Access, Memory};
use crate::term::{Id, Input, Lane, Operation, Term, Terms, apply, word};
use crate::x86::{Flags, Machine};

/// The bits of the flags that conditions read: carry, zero, sign, overflow, parity.
const BITS: [u32; 5] = [0, 6, 7, 11, 2];

/// What of a state is not a number.
#[derive(Clone, Default)]
pub struct Setup {
    /// Parts that are terms.
    pub symbolic: Vec<Range<usize>>,
    /// The width of these terms.
    pub bits: u8,
    /// The general registers that are addresses: of these regions, at these offsets.
    pub addresses: [Option<(u16, i64)>; 16],
    /// The general registers that are small numbers: indices of addresses.
    pub small: Vec<usize>,
    /// Whether the first region lies above the second one.
    pub is_swapped: bool,
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
                setup.small.push(i.memory_index().number());
            }
        }
        setup
    }

    /// Where a region lies in a state.
    fn region(&self, region: u16) -> usize {
        MEMORY + REGION * usize::from((region == 1) != self.is_swapped)
    }

    /// Returns the parts of a state that instructions use, but those that have to be numbers or
    /// addresses.
    pub fn candidates(&self, instructions: &[Instruction]) -> Vec<Range<usize>> {
        let mut factory = InstructionInfoFactory::new();
        let mut parts = Vec::new();
        for instruction in instructions {
            let info = factory.info(instruction);
            for register in info.used_registers() {
                parts.extend(part(register.register()).filter(|part| !self.is_fixed(part)));
            }
            for memory in info.used_memory() {
                let base = memory.base();
                if base.is_gpr64()
                    && let Some((region, _)) = self.addresses[base.number()]
                {
                    let at = self.region(region);
                    parts.push(at..at + REGION);
                }
            }
        }
        parts.sort_by_key(|part| part.start);
        parts.dedup();
        parts
    }

    fn is_fixed(&self, part: &Range<usize>) -> bool {
        part.start >= GENERAL && {
            let number = (part.start - GENERAL) / 8;
            self.addresses[number].is_some() || self.small.contains(&number)
        }
    }

    /// Returns a state of random operands.
    pub fn state(&self, native: &Native, random: &mut Random, n: usize) -> State {
        let mut state = State([0; TOTAL]);
        for part in state.0[..GENERAL].chunks_mut(64) {
            fill(random, n, part);
        }
        for part in state.0[GENERAL..MASKS].chunks_mut(8) {
            fill(random, n, part);
        }
        fill(random, n, &mut state.0[MEMORY..]);
        for k in 0..8 {
            state.set(MASKS + 8 * k, random.next());
        }
        state.set(FLAGS, 0x202 | random.next() & native::STATUS);
        // The stack pointer is left alone.
        state.set(GENERAL + 32, 0);
        for &number in &self.small {
            state.set(GENERAL + 8 * number, random.below(8));
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
        let mut cells: Vec<_> = state.0.iter().map(|&byte| Cell::Byte(byte)).collect();
        let bytes = usize::from(self.bits / 8);
        for at in self.symbolic.iter().flat_map(|part| part.clone().step_by(bytes)) {
            let id = terms.input(Input::Coefficient(0, 0), at as u32, self.bits);
            (0..bytes).for_each(|k| cells[at + k] = Cell::Part(id, k as u8));
        }
        for (number, address) in self.addresses.iter().enumerate() {
            if let Some((region, offset)) = *address {
                let lane = terms.address(region, offset);
                let at = GENERAL + 8 * number;
                cells[at..at + 8].copy_from_slice(&cell::of_lanes([lane], 8));
            }
        }
        let mut memory = Memory::new(&native.image, &[]);
        memory.orders.known.insert((0, 1), !self.is_swapped);
        for region in 0..2 {
            let at = self.region(region);
            memory.add("a region", cells[at..at + REGION].to_vec(), Access::Write);
        }
        let flag = |bit| Some(state.word(FLAGS, 8) >> bit & 1 == 1);
        let [carry, zero, sign, overflow, parity] = BITS.map(flag);
        let mut machine = Machine {
            terms: &mut terms,
            memory,
            executed: Default::default(),
            called: Vec::new(),
            address: 0,
            next: 0,
            general: std::array::from_fn(|k| std::array::from_fn(|byte| cells[GENERAL + 8 * k + byte])),
            vectors: (0..32).map(|k| std::array::from_fn(|byte| cells[64 * k + byte])).collect(),
            masks: std::array::from_fn(|k| {
                let mask = state.word(MASKS + 8 * k, 8);
                (0..64).map(|bit| Lane::Number((mask >> bit & 1).wrapping_neg())).collect()
            }),
            flags: Flags { carry, zero, sign, overflow, parity, last: None },
        };
        let mut target = None;
        for instruction in instructions {
            target = machine.execute(instruction)?;
        }
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
}

/// The state after instructions, for each value of what is not a number.
pub struct Outcome {
    terms: Vec<Term>,
    /// The bytes that are numbers.
    bytes: State,
    /// The others: their places, and what they are a byte of.
    parts: Vec<(usize, Id, u8)>,
    masks: [Vec<Lane>; 8],
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
        let (mut bytes, mut parts) = (State([0; TOTAL]), Vec::new());
        for (at, cell) in cells.into_iter().enumerate() {
            match cell {
                Cell::Byte(byte) => bytes.0[at] = byte,
                Cell::Part(id, k) => {
                    assert!(8 * k < terms[id.0 as usize].bits, "a byte that a term does not have");
                    parts.push((at, id, k));
                }
            }
        }
        Self { terms, bytes, parts, masks, flags, regions, target }
    }

    /// Whether terms were computed from what is not a number.
    pub fn is_symbolic(&self) -> bool {
        self.terms.iter().any(|term| !matches!(term.operation, Operation::Input(..) | Operation::Address(..)))
    }

    /// Returns the value of each term.
    fn values(&self, input: &State) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let [x, y] = term.operands.map(|lane| value(&values, lane));
            let value = match term.operation {
                Operation::Input(_, at) => input.word(at as usize, usize::from(term.bits / 8)),
                Operation::Address(region, offset) => self.regions[usize::from(region)].wrapping_add(offset as u64),
                operation => apply(operation, term.bits, x, y),
            };
            assert_eq!(value, word(value, term.bits), "a term is a word");
            values.push(value);
        }
        values
    }

    /// Compares with the state that the CPU is in after the same instructions.
    pub fn compare(&self, input: &State, result: &State) -> Result<(), String> {
        let values = self.values(input);
        let mut expected = self.bytes.clone();
        for &(at, id, k) in &self.parts {
            expected.0[at] = (values[id.0 as usize] >> (8 * k)) as u8;
        }
        for (k, lanes) in self.masks.iter().enumerate() {
            let mask = lanes.iter().enumerate().map(|(bit, &lane)| u64::from(value(&values, lane) != 0) << bit);
            let known = if lanes.is_empty() { result.word(MASKS + 8 * k, 8) } else { mask.sum() };
            expected.set(MASKS + 8 * k, known);
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

fn value(values: &[u64], lane: Lane) -> u64 {
    match lane {
        Lane::Number(number) => number,
        Lane::Term(id) => values[id.0 as usize],
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
