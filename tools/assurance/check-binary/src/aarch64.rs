//! Executes machine code of AArch64 on cells.
//!
//! Addresses, and the conditions of branches, have to be numbers or addresses of regions, as on
//! x86-64: a term there ends the execution.

mod access;
mod defined;
mod operand;
mod scalar;
#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests;
mod vector;

use std::collections::HashMap;

use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Instruction, Opcode, Operand, SIMDSizeCode};

use crate::cell::{self, Cell};
use crate::condition::Flags;
use crate::execution::{Call, Execution, RETURN, Stop};
use crate::library;
use crate::memory::{Memory, unknown};
use crate::term::{Lane, Terms};

use defined::is_defined;

/// The bytes of an instruction.
const LENGTH: u64 = 4;
/// The bytes of a vector register.
const WIDTH: usize = 16;
/// The number of the link register, which holds the address of return.
const LINK: usize = 30;
/// Where the stack pointer stands behind the general registers. As an operand, this number is that
/// of the stack pointer or of zero.
const STACK: usize = 31;
/// The alignment, in bytes, of a stack pointer by which an instruction addresses memory.
const STACK_ALIGNMENT: i64 = 16;
/// The number of registers for arguments.
const ARGUMENTS: usize = 8;
/// The general registers that belong to the caller.
const SAVED: std::ops::RangeInclusive<usize> = 19..=29;
/// The vector registers of which the lower half belongs to the caller.
const SAVED_HALVES: std::ops::RangeInclusive<usize> = 8..=15;

/// Executes a function.
pub fn execute<'a>(terms: &mut Terms, memory: Memory<'a>, next: u32, call: &Call<'_>) -> Execution<'a> {
    let mut machine = Machine::new(terms, memory, next);
    let outcome = machine.call(call);
    Execution { memory: machine.memory, executed: machine.executed, called: machine.called, outcome }
}

/// Decodes the instruction that bytes start with.
fn decode(code: &[u8]) -> Option<Instruction> {
    let word = u32::from_le_bytes(*code.first_chunk()?);
    let instruction = InstDecoder::default().decode(&mut U8Reader::new(code)).ok()?;
    is_defined(word, &instruction).then_some(instruction)
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
    /// The general registers and the stack pointer.
    general: [[Cell; 8]; 32],
    vectors: [[Cell; WIDTH]; 32],
    flags: Flags,
}

impl<'a, 'b> Machine<'a, 'b> {
    /// Returns a CPU whose registers hold unknown content.
    fn new(terms: &'b mut Terms, memory: Memory<'a>, mut next: u32) -> Self {
        let general = std::array::from_fn(|_| unknown_register(terms, &mut next));
        let vectors = std::array::from_fn(|_| unknown_register(terms, &mut next));
        let (executed, called, flags) = (HashMap::new(), Vec::new(), Flags::default());
        Self { terms, memory, executed, called, address: 0, next, general, vectors, flags }
    }

    /// Calls a function and runs until it returns.
    ///
    /// The registers that belong to the caller and the stack pointer have to be what the convention
    /// demands.
    fn call(&mut self, call: &Call<'_>) -> Result<(), Stop> {
        let end = |reason: &str| Stop { address: RETURN, instruction: "the end".into(), reason: reason.into() };
        if call.arguments.len() > ARGUMENTS {
            return Err(end("too many arguments"));
        }
        for (register, &argument) in call.arguments.iter().enumerate() {
            self.general[register] = register_of(argument);
        }
        let (stack, top) = call.stack;
        self.general[STACK] = register_of(self.terms.address(stack, top));
        self.general[LINK] = register_of(Lane::Number(RETURN));
        let (general, vectors) = (self.general, self.vectors);
        self.address = call.function;
        let mut decoded: HashMap<u64, Instruction> = HashMap::new();
        while self.address != RETURN {
            let stop = |reason: &str| Stop { address: self.address, instruction: String::new(), reason: reason.into() };
            let instruction = match decoded.get(&self.address) {
                Some(instruction) => *instruction,
                None => {
                    let code = self.memory.image.code(self.address).ok_or_else(|| stop("no code is there"))?;
                    let instruction = decode(code).ok_or_else(|| stop("no instruction"))?;
                    decoded.insert(self.address, instruction);
                    instruction
                }
            };
            self.terms.address = self.address;
            // Nothing below the stack pointer is kept.
            let pointer = cell::lane(self.terms, &self.general[STACK]);
            if let Some(place) = self.terms.as_address(pointer) {
                self.memory.set_stack(place);
            }
            *self.executed.entry(self.address).or_default() += 1;
            let next = self.execute(&instruction);
            let next = next.and_then(|target| self.outside(target.unwrap_or(self.address + LENGTH)));
            self.address =
                next.map_err(|reason| Stop { address: self.address, instruction: instruction.to_string(), reason })?;
        }
        // A move makes one term of the parts that an unknown register has.
        let mut is_same = |x: &[Cell; 8], y: &[Cell; 8]| cell::lane(self.terms, x) == cell::lane(self.terms, y);
        if !is_same(&self.general[STACK], &general[STACK]) {
            return Err(end("the stack pointer is not what it was"));
        }
        let is_kept = SAVED.into_iter().all(|k| is_same(&self.general[k], &general[k]))
            && SAVED_HALVES.into_iter().all(|k| self.vectors[k][..8] == vectors[k][..8]);
        if !is_kept {
            return Err(end("a register that belongs to the caller is not what it was"));
        }
        Ok(())
    }

    /// Does what a function of another library documents, if a jump leads to one, and returns where
    /// the execution goes on.
    fn outside(&mut self, target: u64) -> Result<u64, String> {
        let Some(name) = self.memory.image.import(target) else { return Ok(target) };
        let arguments = [0, 1, 2].map(|register| self.general[register]);
        let name = library::call(self.terms, &mut self.memory, name, arguments)?;
        self.called.push(name);
        let back = self.number_of(LINK, "a return to an address")?;
        // All registers that a function may change.
        for register in (1..*SAVED.start()).chain([LINK]) {
            self.general[register] = unknown_register(self.terms, &mut self.next);
        }
        for (register, vector) in self.vectors.iter_mut().enumerate() {
            let kept = if SAVED_HALVES.contains(&register) { 8 } else { 0 };
            let cells: [Cell; WIDTH] = unknown_register(self.terms, &mut self.next);
            vector[kept..].copy_from_slice(&cells[kept..]);
        }
        self.flags = Flags::default();
        Ok(back)
    }

    fn number_of(&self, register: usize, what: &str) -> Result<u64, String> {
        cell::number(&self.general[register])
            .ok_or_else(|| format!("{what} that depends on an operand or on what is unknown"))
    }

    /// Executes an instruction, and returns where it jumps to.
    fn execute(&mut self, i: &Instruction) -> Result<Option<u64>, String> {
        if let Some(target) = self.execute_branch(i)? {
            return Ok(target);
        }
        let is_done = self.execute_access(i)? || self.execute_scalar(i)?;
        if !is_done {
            self.execute_vector(i)?;
        }
        Ok(None)
    }
}

fn unknown_register<const N: usize>(terms: &mut Terms, next: &mut u32) -> [Cell; N] {
    unknown(terms, next, N).try_into().expect("as many bytes as a register")
}

/// Returns the cells of a general register with this content.
fn register_of(lane: Lane) -> [Cell; 8] {
    cell::of_lanes([lane], 8).try_into().expect("eight bytes")
}

/// Returns true if code has a product of vectors of 16-bit lanes.
pub fn has_products(code: &[u8]) -> bool {
    use Opcode::*;
    code.chunks_exact(LENGTH as usize).filter_map(decode).any(|i| {
        let multiplies = matches!(
            i.opcode,
            MUL | MLA
                | MLS
                | SQDMULH
                | SQRDMULH
                | SMULL
                | SMULL2
                | SMLAL
                | SMLAL2
                | SMLSL
                | SMLSL2
                | UMULL
                | UMULL2
                | UMLAL
                | UMLAL2
        );
        multiplies && matches!(i.operands[1], Operand::SIMDRegisterElements(.., SIMDSizeCode::H))
    })
}
