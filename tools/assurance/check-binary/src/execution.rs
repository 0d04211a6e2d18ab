//! Executes a function by the rules of the architecture that its program is for.

use std::collections::HashMap;

use crate::memory::Memory;
use crate::term::{Lane, Terms};
use crate::{aarch64, thumb, wasm, x86};

/// Where a function returns to.
pub const RETURN: u64 = 0x6666_0000_0000;

/// A backend: its number and its name.
pub type Backend = (u8, &'static str);

/// An architecture that programs are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    X86_64,
    AArch64,
    /// Armv7-M, in Thumb-2.
    Thumb,
    /// WebAssembly, with instructions on vectors or without them.
    Wasm {
        vectors: bool,
    },
}

impl Architecture {
    /// Returns the backends of programs for it.
    pub fn backends(self) -> &'static [Backend] {
        match self {
            Self::X86_64 => &[(1, "portable"), (2, "avx2"), (3, "avx512")],
            Self::AArch64 => &[(1, "portable"), (4, "neon")],
            Self::Thumb | Self::Wasm { vectors: false } => &[(1, "portable")],
            Self::Wasm { vectors: true } => &[(1, "portable"), (5, "simd128")],
        }
    }

    /// Returns the bits of an address.
    pub fn pointer_bits(self) -> u8 {
        match self {
            Self::X86_64 | Self::AArch64 => 64,
            Self::Thumb => thumb::POINTER_BITS,
            Self::Wasm { .. } => wasm::POINTER_BITS,
        }
    }

    /// Returns the alignment of the stack where a function is called, by the convention of C.
    pub fn stack_alignment(self) -> usize {
        match self {
            Self::X86_64 | Self::AArch64 | Self::Wasm { .. } => 16,
            Self::Thumb => thumb::STACK_ALIGNMENT,
        }
    }

    /// Returns true if code has a product of vectors of 16-bit lanes.
    pub fn has_products(self, code: &[u8]) -> bool {
        match self {
            Self::X86_64 => x86::has_products(code),
            Self::AArch64 => aarch64::has_products(code),
            Self::Thumb => thumb::has_products(code),
            Self::Wasm { .. } => wasm::has_products(code),
        }
    }

    /// Executes a function. Unknown content has numbers from `next` on.
    pub fn execute<'a>(self, terms: &mut Terms, memory: Memory<'a>, next: u32, call: &Call<'_>) -> Execution<'a> {
        match self {
            Self::X86_64 => x86::execute(terms, memory, next, call),
            Self::AArch64 => aarch64::execute(terms, memory, next, call),
            Self::Thumb => thumb::execute(terms, memory, next, call),
            Self::Wasm { .. } => wasm::execute(terms, memory, next, call),
        }
    }
}

/// A call of a function by the convention of C.
pub struct Call<'a> {
    /// The address of the function.
    pub function: u64,
    /// Pointers and numbers.
    pub arguments: &'a [Lane],
    /// The stack pointer: the region of the stack, and an offset that is as aligned as the
    /// convention demands. All that lies below it may be written.
    pub stack: (u16, i64),
}

/// The instruction that stopped an execution.
#[derive(Debug)]
pub struct Stop {
    /// The address of the instruction.
    pub address: u64,
    /// The instruction.
    pub instruction: String,
    /// Why it cannot be executed for all operands.
    pub reason: String,
}

/// What an execution leaves behind.
pub struct Execution<'a> {
    /// The memory.
    pub memory: Memory<'a>,
    /// The number of executions of each instruction, by address.
    pub executed: HashMap<u64, u32>,
    /// The functions of other libraries that were called.
    pub called: Vec<&'static str>,
    /// Whether the function returned, and kept the registers of its caller.
    pub outcome: Result<(), Stop>,
}
