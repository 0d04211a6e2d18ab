//! Executes machine code of x86-64 on cells.
//!
//! Addresses, and what branches depend on, have to be numbers or addresses of regions: a term there
//! ends the execution, so that one execution is that of all operands, and neither a branch nor an
//! address depends on them.

mod bits;
mod scalar;
#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests;
mod vector;

use std::collections::HashMap;

use iced_x86::{Decoder, DecoderOptions, EncodingKind, FastFormatter, Instruction, Mnemonic, OpKind, Register};

use crate::cell::{self, Cell, ZERO};
use crate::execution::{Call, Execution, RETURN, Stop};
use crate::library;
use crate::memory::{Memory, unknown};
use crate::term::{Id, Lane, Operation, Terms};

/// The bytes of a vector register.
const WIDTH: usize = 64;

/// The numbers of the arguments' registers.
const ARGUMENTS: [usize; 6] = [7, 6, 2, 1, 8, 9];
/// The numbers of the registers that belong to the caller.
const SAVED: [usize; 6] = [3, 5, 12, 13, 14, 15];

/// A flag: a bit, or nothing if it is not defined.
type Flag = Option<bool>;

/// The flags that conditions read.
#[derive(Clone, Copy, Default)]
struct Flags {
    carry: Flag,
    zero: Flag,
    sign: Flag,
    overflow: Flag,
    parity: Flag,
    /// The operation that set them, if they depend on operands: an operation of this many bits, its
    /// operands and its result.
    last: Option<(Operation, u8, [Lane; 2], Lane)>,
}

/// The bytes below the stack pointer that handlers of signals leave alone.
const RED_ZONE: i64 = 128;

/// Executes a function.
pub fn execute<'a>(terms: &mut Terms, memory: Memory<'a>, next: u32, call: &Call<'_>) -> Execution<'a> {
    let mut machine = Machine::new(terms, memory, next);
    let outcome = machine.call(call);
    Execution { memory: machine.memory, executed: machine.executed, called: machine.called, outcome }
}

/// The state of a CPU, and the memory that it reaches.
struct Machine<'a, 'b> {
    terms: &'b mut Terms,
    memory: Memory<'a>,
    executed: HashMap<u64, u32>,
    called: Vec<&'static str>,
    address: u64,
    /// The number of the next unknown input.
    next: u32,
    general: [[Cell; 8]; 16],
    vectors: Vec<[Cell; WIDTH]>,
    /// Masks: for each element -1 or 0, as a number or as a term of the element's width.
    masks: [Vec<Lane>; 8],
    /// The elements of masks that were moved to general registers, by the unknown inputs that stand
    /// for the words there.
    moved_masks: HashMap<Id, Vec<Lane>>,
    flags: Flags,
}

impl<'a, 'b> Machine<'a, 'b> {
    /// Returns a CPU whose registers hold unknown content.
    fn new(terms: &'b mut Terms, memory: Memory<'a>, mut next: u32) -> Self {
        let mut fill = |size| unknown(terms, &mut next, size);
        let general = std::array::from_fn(|_| fill(8).try_into().expect("eight bytes"));
        let vectors = (0..32).map(|_| fill(WIDTH).try_into().expect("as many bytes as a register")).collect();
        Self {
            terms,
            memory,
            executed: HashMap::new(),
            called: Vec::new(),
            address: 0,
            next,
            general,
            vectors,
            masks: Default::default(),
            moved_masks: HashMap::new(),
            flags: Flags::default(),
        }
    }

    /// Calls a function, with the return address on the stack, and runs until it returns.
    ///
    /// The callee-saved registers and the stack pointer have to be what the convention demands.
    fn call(&mut self, call: &Call<'_>) -> Result<(), Stop> {
        let end = |reason: &str| Stop { address: RETURN, instruction: "the end".into(), reason: reason.into() };
        if call.arguments.len() > ARGUMENTS.len() {
            return Err(end("too many arguments"));
        }
        for (&register, &argument) in ARGUMENTS.iter().zip(call.arguments) {
            self.general[register] = self.cells8(argument);
        }
        let (stack, top) = call.stack;
        let pointer = self.terms.address(stack, top);
        self.general[4] = self.cells8(pointer);
        let return_address = self.cells8(Lane::Number(RETURN));
        self.push(&return_address).map_err(|reason| end(&reason))?;
        let saved = SAVED.map(|register| (register, self.general[register]));
        self.address = call.function;
        let mut decoded: HashMap<u64, Instruction> = HashMap::new();
        while self.address != RETURN {
            let instruction = match decoded.get(&self.address) {
                Some(instruction) => *instruction,
                None => {
                    let stop = |reason: &str| Stop {
                        address: self.address,
                        instruction: String::new(),
                        reason: reason.into(),
                    };
                    let code = self.memory.image.code(self.address).ok_or_else(|| stop("no code is there"))?;
                    let mut decoder = Decoder::with_ip(64, code, self.address, DecoderOptions::NONE);
                    let instruction = decoder.decode();
                    decoded.insert(self.address, instruction);
                    instruction
                }
            };
            self.terms.address = self.address;
            self.keep_stack(RED_ZONE);
            *self.executed.entry(self.address).or_default() += 1;
            let next =
                self.execute(&instruction).and_then(|target| self.outside(target.unwrap_or(instruction.next_ip())));
            self.address = next.map_err(|reason| {
                let mut text = String::new();
                FastFormatter::new().format(&instruction, &mut text);
                Stop { address: self.address, instruction: text, reason }
            })?;
        }
        if self.lane_of(4) != pointer {
            return Err(end("the stack pointer is not what it was"));
        }
        if saved.iter().any(|&(register, cells)| self.general[register] != cells) {
            return Err(end("a register that belongs to the caller is not what it was"));
        }
        Ok(())
    }

    /// Keeps this many bytes of the stack below the stack pointer, and none further down.
    fn keep_stack(&mut self, bytes: i64) {
        if let Cell::Part(id, 0) = self.general[4][0]
            && let Some((region, offset)) = self.terms.as_address(Lane::Term(id))
        {
            self.memory.set_stack((region, offset - bytes));
        }
    }

    fn cells8(&self, lane: Lane) -> [Cell; 8] {
        cell::of_lanes([lane], 8).try_into().expect("eight bytes")
    }

    fn lane_of(&mut self, register: usize) -> Lane {
        cell::lane(self.terms, &self.general[register])
    }

    fn number_of(&mut self, register: usize, what: &str) -> Result<u64, String> {
        cell::number(&self.general[register])
            .ok_or_else(|| format!("{what} that depends on an operand or on what is unknown"))
    }

    /// Does what a function of another library documents, if a jump leads to one, and returns where
    /// the execution goes on.
    fn outside(&mut self, target: u64) -> Result<u64, String> {
        let Some(name) = self.memory.image.import(target) else { return Ok(target) };
        let arguments = [7, 6, 2].map(|register| self.general[register]);
        let name = library::call(self.terms, &mut self.memory, name, arguments)?;
        self.called.push(name);
        self.keep_stack(0);
        let to = self.lane_of(7);
        // All registers that a function may change.
        for register in [1, 2, 6, 7, 8, 9, 10, 11] {
            self.general[register] = unknown(self.terms, &mut self.next, 8).try_into().expect("eight bytes");
        }
        for vector in &mut self.vectors {
            *vector = unknown(self.terms, &mut self.next, WIDTH).try_into().expect("as many bytes as a register");
        }
        self.masks = Default::default();
        self.flags = Flags::default();
        self.general[0] = self.cells8(to);
        self.pop()?.ok_or_else(|| "a return to an unknown address".into())
    }

    /// Takes a word from the stack, if it is a number.
    fn pop(&mut self) -> Result<Option<u64>, String> {
        Ok(cell::number(&self.pop_cells()?))
    }

    fn pop_cells(&mut self) -> Result<Vec<Cell>, String> {
        let pointer = self.lane_of(4);
        let cells = self.memory.load(self.terms, pointer, 8)?;
        let pointer = self.terms.make(Operation::Add, 64, pointer, Lane::Number(8));
        self.general[4] = self.cells8(pointer);
        Ok(cells)
    }

    fn push(&mut self, cells: &[Cell]) -> Result<(), String> {
        let pointer = self.lane_of(4);
        let pointer = self.terms.make(Operation::Subtract, 64, pointer, Lane::Number(8));
        self.general[4] = self.cells8(pointer);
        self.memory.store(self.terms, pointer, cells)
    }

    /// Returns the number of a general register, and the first byte and the number of bytes of the
    /// part that is named.
    fn part(register: Register) -> (usize, usize, usize) {
        let first = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH).into();
        (register.full_register().number(), first, register.size())
    }

    /// Returns the address of an instruction's operand in memory.
    fn effective_address(&mut self, i: &Instruction) -> Result<Lane, String> {
        if !matches!(i.segment_prefix(), Register::None | Register::CS | Register::DS | Register::ES | Register::SS) {
            return Err("an address of the memory of a thread".into());
        }
        let mut total = Lane::Number(0);
        let is_relative = matches!(i.memory_base(), Register::None | Register::RIP | Register::EIP);
        for (register, scale) in [(i.memory_base(), 1), (i.memory_index(), i.memory_index_scale())] {
            if register == Register::None || (scale == 1 && is_relative && register == i.memory_base()) {
                continue;
            }
            if register.size() != 8 {
                return Err("an address of less than 64 bits".into());
            }
            let lane = self.lane_of(register.number());
            let scaled = self.terms.make(Operation::Multiply, 64, lane, Lane::Number(scale.into()));
            total = self.terms.make(Operation::Add, 64, total, scaled);
        }
        Ok(self.terms.make(Operation::Add, 64, total, Lane::Number(i.memory_displacement64())))
    }

    /// Returns the bytes of operand k.
    fn size(&self, i: &Instruction, k: u32) -> usize {
        match i.op_kind(k) {
            OpKind::Register => i.op_register(k).size(),
            OpKind::Memory if i.is_broadcast() => self.size(i, 0),
            OpKind::Memory => i.memory_size().size(),
            _ => self.size(i, 0),
        }
    }

    /// Reads operand k.
    fn read(&mut self, i: &Instruction, k: u32) -> Result<Vec<Cell>, String> {
        let size = self.size(i, k);
        self.read_part(i, k, size)
    }

    /// Reads the first bytes of operand k.
    fn read_part(&mut self, i: &Instruction, k: u32, size: usize) -> Result<Vec<Cell>, String> {
        match i.op_kind(k) {
            OpKind::Register => {
                let register = i.op_register(k);
                if register.is_gpr() {
                    let (number, first, of) = Self::part(register);
                    return Ok(self.general[number][first..first + of.min(size)].to_vec());
                }
                if register.is_vector_register() {
                    return Ok(self.vectors[register.number()][..size].to_vec());
                }
                Err("an operand in a register of this kind".into())
            }
            OpKind::Memory => {
                let address = self.effective_address(i)?;
                if i.is_broadcast() {
                    let element = i.memory_size().element_size();
                    let cells = self.memory.load(self.terms, address, element)?;
                    return Ok(cells.repeat(size / element));
                }
                self.memory.load(self.terms, address, size)
            }
            _ => {
                let value = i.try_immediate(k).map_err(|error| error.to_string())?;
                Ok(value.to_le_bytes()[..size.min(8)].iter().map(|&byte| Cell::Byte(byte)).collect())
            }
        }
    }

    /// Returns an immediate operand.
    fn immediate(&self, i: &Instruction, k: u32) -> Result<usize, String> {
        i.try_immediate(k).map(|value| value as u8 as usize).map_err(|error| error.to_string())
    }

    /// Writes a general register or memory.
    fn write(&mut self, i: &Instruction, k: u32, cells: &[Cell]) -> Result<(), String> {
        if i.op_kind(k) == OpKind::Memory {
            let address = self.effective_address(i)?;
            return self.memory.store(self.terms, address, cells);
        }
        let register = i.op_register(k);
        if !register.is_gpr() {
            return Err("a result in a register of this kind".into());
        }
        let (number, first, size) = Self::part(register);
        self.general[number][first..first + size].copy_from_slice(&cells[..size]);
        if size == 4 {
            self.general[number][4..].fill(ZERO);
        }
        Ok(())
    }

    /// Executes an instruction, and returns where it jumps to.
    fn execute(&mut self, i: &Instruction) -> Result<Option<u64>, String> {
        if i.has_lock_prefix() || i.has_xacquire_prefix() || i.has_xrelease_prefix() {
            return Err("a prefix without a rule".into());
        }
        if i.mnemonic() == Mnemonic::INVALID {
            return Err("no instruction".into());
        }
        if i.encoding() == EncodingKind::Legacy
            && let Some(target) = self.execute_scalar(i)?
        {
            return Ok(target);
        }
        if i.encoding() != EncodingKind::VEX || !self.execute_bits(i)? {
            self.execute_vector(i)?;
        }
        Ok(None)
    }
}

/// Returns true if code has a product of vectors of 16-bit lanes.
pub fn has_products(code: &[u8]) -> bool {
    use Mnemonic::*;
    Decoder::new(64, code, DecoderOptions::NONE).iter().any(|instruction| {
        matches!(
            instruction.mnemonic(),
            Pmullw | Vpmullw | Pmulhw | Vpmulhw | Pmulhrsw | Vpmulhrsw | Pmaddwd | Vpmaddwd | Vpdpwssd
        )
    })
}
