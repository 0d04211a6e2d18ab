//! Executes machine code of Armv7-M, in Thumb-2, on cells.
//!
//! Addresses, and the conditions of branches, have to be numbers or addresses of regions, as on
//! x86-64: a term there ends the execution. An instruction that a condition of an operand turns off
//! writes general registers alone.

mod access;
mod branch;
mod instruction;
mod operand;
mod parts;
mod product;
mod scalar;
mod single;
mod table;
#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests;

use std::collections::HashMap;

use crate::cell::{self, Cell};
use crate::condition::Flags;
use crate::execution::{Call, Execution, Stop};
use crate::lanes::select;
use crate::memory::{Memory, unknown};
use crate::term::{Lane, Terms};

use instruction::Instruction;

/// The bits of an address.
pub const POINTER_BITS: u8 = 32;
/// The alignment, in bytes, of the stack where a function is called.
pub const STACK_ALIGNMENT: usize = 8;

/// Where a function returns to: addresses of the system that hold no code.
const RETURN: u64 = 0xe000_0000;
/// The stack pointer, the link register and the program counter among the registers.
const STACK: usize = 13;
const LINK: usize = 14;
const COUNTER: usize = 15;
/// The bytes of a register.
const WIDTH: usize = 4;
/// The number of registers for arguments, and of bytes of stack for another one.
const ARGUMENTS: usize = 4;
/// The registers that belong to the caller: general ones, and those for floating-point numbers.
const SAVED: std::ops::RangeInclusive<usize> = 4..=11;
const SAVED_SINGLES: std::ops::RangeInclusive<usize> = 16..=31;
/// The condition that always holds.
const ALWAYS: u8 = 14;

/// The address of the code that a pointer to a function names: bit 0 says that it is Thumb.
pub fn code_address(pointer: u64) -> u64 {
    pointer & !1
}

/// Executes a function.
pub fn execute<'a>(terms: &mut Terms, memory: Memory<'a>, next: u32, call: &Call<'_>) -> Execution<'a> {
    let mut machine = Machine::new(terms, memory, next);
    let outcome = machine.call(call);
    Execution { memory: machine.memory, executed: machine.executed, called: Vec::new(), outcome }
}

/// The cells of a register.
type Register = [Cell; WIDTH];

/// The state of a CPU, and the memory that it reaches.
struct Machine<'a, 'b> {
    terms: &'b mut Terms,
    memory: Memory<'a>,
    executed: HashMap<u64, u32>,
    address: u64,
    /// The general registers, the stack pointer and the link register.
    general: [Register; 15],
    /// The registers for floating-point numbers, which hold words.
    singles: [Register; 32],
    flags: Flags,
    /// A mask of the lanes for which the last operation on lanes of this many bytes has set its
    /// flags, if one has.
    reached: Option<(usize, Register)>,
    /// The conditions of the next instructions, as the CPU keeps them: four bits for a condition,
    /// and a bit for each instruction behind the next one, which ends with a 1. Zero in no block.
    block: u8,
    /// Where the instruction jumps to, if it does.
    target: Option<u64>,
    /// True while an instruction is executed whose condition depends on an operand.
    is_in_doubt: bool,
}

impl<'a, 'b> Machine<'a, 'b> {
    /// Returns a CPU whose registers hold unknown content.
    fn new(terms: &'b mut Terms, memory: Memory<'a>, mut next: u32) -> Self {
        let mut register = |_| unknown(terms, &mut next, WIDTH).try_into().expect("as many bytes as a register");
        let (general, singles) = (std::array::from_fn(&mut register), std::array::from_fn(&mut register));
        let (executed, flags) = (HashMap::new(), Flags::default());
        Self {
            terms,
            memory,
            executed,
            address: 0,
            general,
            singles,
            flags,
            reached: None,
            block: 0,
            target: None,
            is_in_doubt: false,
        }
    }

    /// Calls a function and runs until it returns.
    ///
    /// The registers that belong to the caller and the stack pointer have to be what the convention
    /// demands.
    fn call(&mut self, call: &Call<'_>) -> Result<(), Stop> {
        let end = |reason: &str| Stop { address: RETURN, instruction: "the end".into(), reason: reason.into() };
        let (stack, top) = call.stack;
        // The arguments for which there is no register lie on the stack.
        let top =
            top - (call.arguments.len().saturating_sub(ARGUMENTS) * WIDTH).next_multiple_of(STACK_ALIGNMENT) as i64;
        for (k, &argument) in call.arguments.iter().enumerate() {
            let cells = register_of(argument);
            if k < ARGUMENTS {
                self.general[k] = cells;
            } else {
                let place = self.terms.address(stack, top + (WIDTH * (k - ARGUMENTS)) as i64);
                self.memory.store(self.terms, place, &cells).map_err(|reason| end(&reason))?;
            }
        }
        self.general[STACK] = register_of(self.terms.address(stack, top));
        self.general[LINK] = register_of(Lane::Number(RETURN | 1));
        let (general, singles) = (self.general, self.singles);
        self.address = code_address(call.function);
        let mut decoded: HashMap<u64, Instruction> = HashMap::new();
        while self.address != RETURN {
            let stop = |reason: &str| Stop { address: self.address, instruction: String::new(), reason: reason.into() };
            let instruction = match decoded.get(&self.address) {
                Some(instruction) => *instruction,
                None => {
                    let code = self.memory.image.code(self.address).ok_or_else(|| stop("no code is there"))?;
                    let word = instruction::shown(code);
                    let instruction = Instruction::of(code).ok_or_else(|| stop(&format!("{word}: no rule")))?;
                    decoded.insert(self.address, instruction);
                    instruction
                }
            };
            self.terms.address = self.address;
            *self.executed.entry(self.address).or_default() += 1;
            let next = self.follow_stack().and_then(|()| self.execute(&instruction));
            self.address =
                next.map_err(|reason| Stop { address: self.address, instruction: instruction.to_string(), reason })?;
        }
        // A move makes one term of the parts that an unknown register has.
        let mut is_same = |x: &Register, y: &Register| cell::lane(self.terms, x) == cell::lane(self.terms, y);
        if !is_same(&self.general[STACK], &general[STACK]) {
            return Err(end("the stack pointer is not what it was"));
        }
        let is_kept = SAVED.into_iter().all(|k| is_same(&self.general[k], &general[k]))
            && SAVED_SINGLES.into_iter().all(|k| is_same(&self.singles[k], &singles[k]));
        if !is_kept {
            return Err(end("a register that belongs to the caller is not what it was"));
        }
        Ok(())
    }

    /// Nothing below the stack pointer is kept, as handlers of interrupts write there. Its lower
    /// bits are zero on every CPU.
    fn follow_stack(&mut self) -> Result<(), String> {
        let pointer = cell::lane(self.terms, &self.general[STACK]);
        let Some((region, offset)) = self.terms.as_address(pointer) else { return Ok(()) };
        if offset % WIDTH as i64 != 0 {
            return Err("a stack pointer that is not aligned".into());
        }
        self.memory.set_stack((region, offset));
        Ok(())
    }

    /// Executes an instruction, and returns where the execution goes on.
    fn execute(&mut self, i: &Instruction) -> Result<u64, String> {
        let condition = if self.block == 0 { ALWAYS } else { self.block >> 4 };
        let (block, next) = (self.block, self.address + i.length);
        self.target = None;
        if block == 0 || condition == ALWAYS {
            (i.rule)(self, i)?;
        } else {
            match self.flags.condition(self.terms, condition)? {
                (Lane::Number(0), _) => {}
                (Lane::Number(_), _) => (i.rule)(self, i)?,
                (Lane::Term(_), _) => self.execute_in_doubt(i, condition)?,
            }
        }
        if block != 0 {
            self.block = if block & 7 == 0 { 0 } else { block & 0xe0 | block << 1 & 0x1f };
        }
        Ok(self.target.unwrap_or(next))
    }

    /// Executes an instruction whose condition depends on an operand: what it writes is selected.
    fn execute_in_doubt(&mut self, i: &Instruction, condition: u8) -> Result<(), String> {
        let mask = self.flags.mask(self.terms, condition, 8 * WIDTH as u8)?;
        let (general, others) = (self.general, (self.singles, self.flags, self.reached));
        self.is_in_doubt = true;
        let outcome = (i.rule)(self, i);
        self.is_in_doubt = false;
        outcome?;
        let is_same = (self.singles, self.flags, self.reached) == others && self.general[STACK] == general[STACK];
        if self.target.is_some() || !is_same {
            return Err("a condition that depends on an operand".into());
        }
        for (k, before) in general.into_iter().enumerate() {
            if self.general[k] != before {
                let [new, old] = [self.general[k], before].map(|cells| cell::lane(self.terms, &cells));
                self.general[k] = register_of(select(self.terms, 8 * WIDTH as u8, mask, new, old));
            }
        }
        Ok(())
    }
}

/// Returns the cells of a register with this content.
fn register_of(lane: Lane) -> Register {
    cell::of_lanes([lane], WIDTH).try_into().expect("four bytes")
}

/// Returns true if code has a product of the DSP extension, or one of 64 bits.
pub fn has_products(code: &[u8]) -> bool {
    let mut at = 0;
    while let Some(code) = code.get(at..).filter(|code| code.len() >= 2) {
        let instruction = Instruction::of(code);
        if instruction.is_some_and(|i| i.name.starts_with("sm")) {
            return true;
        }
        at += instruction::length(code);
    }
    false
}

/// Returns the text of the instruction that code starts with, and the letter of the table for a bit
/// of its bytes.
#[cfg(test)]
pub fn field_of_bit(code: &[u8], bit: usize) -> Option<(String, char)> {
    let i = Instruction::of(code)?;
    let letters: Vec<char> = table::TABLE[i.row].0.chars().filter(|c| *c != ' ').collect();
    // Half words are written with the highest bit first.
    let letter = *letters.get(bit / 16 * 16..)?.get(15 - bit % 16)?;
    Some((i.to_string(), letter))
}
