//! Compares traces of the mechanisms under different secrets: every instruction, every address,
//! every index of a gather, and every operand of an instruction whose time may depend on it.
//!
//! On x86-64 the program traces itself. On AArch64 it marks what a plugin of qemu traces, and in
//! WebAssembly what its rewritten module reports to JavaScript.

mod allocator;
mod leaks;
mod operations;

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "aarch64")]
use aarch64 as architecture;
#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(target_arch = "wasm32")]
use wasm as architecture;
#[cfg(target_arch = "x86_64")]
mod x86;
#[cfg(target_arch = "x86_64")]
use x86 as architecture;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> std::process::ExitCode {
    architecture::main()
}
