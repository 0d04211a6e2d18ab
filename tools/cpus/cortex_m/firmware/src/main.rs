//! Runs multipliers and mechanisms on a Cortex-M3 or a Cortex-M4 between two points that
//! `tools/run cortex-m` recognises, and checks every result.
//!
//! For each job the firmware prints a line, `job` and a name in words, and calls [`measured::measured`] once.
//! Before the jobs, it compares those operations of the backend that are made for the target with
//! their definitions. A wrong result ends it with an error; `passed` is the last line of a run
//! without one.
//!
//! | job | computation | checked against |
//! | --- | --- | --- |
//! | `multiplier RING NAME PART` | a part of a multiplier, or a product | the schoolbook product |
//! | `module RING NAME PART` | a matrix by a vector, or a row of a matrix | sums of them |
//! | `mechanism SET OPERATION` | key generation, encapsulation, decapsulation | the known answers |
#![no_std]
#![no_main]

extern crate alloc;

mod answers;
mod generator;
mod measured;
mod mechanisms;
mod modules;
mod multipliers;
mod operations;

use cortex_m as _;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;
use static_alloc::Bump;

/// The heap, for operands, workbenches, and records of known answers. Nothing is given back.
#[global_allocator]
static HEAP: Bump<[u8; 3 << 20]> = Bump::uninit();

#[entry]
fn main() -> ! {
    operations::run();
    multipliers::run();
    modules::run();
    mechanisms::run();
    hprintln!("passed");
    debug::exit(debug::EXIT_SUCCESS);
    unreachable!("the emulator has ended");
}
