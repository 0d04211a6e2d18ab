//! The state of a CPU that QEMU emulates, before and after instructions.
//!
//! One program runs all instructions. For each state it loads all registers, runs the instructions
//! that belong to the state, and stores the registers. Register 28 holds the address of the state
//! meanwhile, so that no instruction may use it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tests::emulated::{self, find, in_folder, run};

/// Where parts of a state lie: the general registers with the stack pointer, the flags, whether a
/// branch was taken, the address of the next code, the vector registers, and memory.
pub const GENERAL: usize = 0;
pub const FLAGS: usize = 256;
pub const TAKEN: usize = 264;
const NEXT: usize = 272;
pub const VECTORS: usize = 288;
pub const MEMORY: usize = 1024;
/// The bytes of each of the two regions of memory.
pub const REGION: usize = 512;
/// The bytes of a state.
pub const TOTAL: usize = MEMORY + 2 * REGION;

/// The register that holds the address of the state.
pub const RESERVED: u16 = 28;
/// The most instructions between two states.
pub const MAX_INSTRUCTIONS: usize = 8;

/// Where code, states, and the code after the last state lie.
const CODE: u64 = 0x100_0000;
const STATES: u64 = 0x1000_0000;
const FINISH: u64 = 0x40_0000;
/// Stands in the place of a taken branch if the instruction ended in a signal, as one does that the
/// CPU does not have.
pub const FAILED: u64 = 2;
/// Where a handler of signals finds register 28 and the program counter.
const REGISTER: usize = 176 + 8 + 8 * RESERVED as usize;
const COUNTER: usize = 176 + 8 + 8 * 32;
/// The bytes of the code for a list of instructions.
const STEP: u64 = 256;
/// The instructions that load the registers.
const LOADS: u64 = 36;

/// A state.
pub type State = emulated::State<TOTAL, 8>;

/// Returns the address of the first instruction of a list, by the list's number.
pub fn code_address(number: usize) -> u64 {
    CODE + STEP * number as u64 + 4 * LOADS
}

/// Returns the address of the memory of a state, by the state's number.
pub fn memory_address(number: usize) -> u64 {
    STATES + (TOTAL * number + MEMORY) as u64
}

/// The emulator and the assembler.
pub struct Emulator {
    emulator: PathBuf,
    compiler: PathBuf,
}

impl Emulator {
    /// Finds both, if they are installed.
    pub fn find() -> Option<Self> {
        Some(Self { emulator: find("qemu-aarch64")?, compiler: find("aarch64-linux-gnu-gcc")? })
    }

    /// Runs each list of instructions for the states that name its number.
    pub fn run(&self, lists: &[Vec<u32>], states: &[(usize, State)]) -> Vec<State> {
        let next = states.iter().skip(1).map(|(list, _)| code_address(*list) - 4 * LOADS).chain([FINISH]);
        let input = states.iter().zip(next).flat_map(|((_, state), next)| {
            let mut state = state.clone();
            state.set(NEXT, next);
            state.0
        });
        let input: Vec<u8> = input.collect();
        let output = in_folder("aarch64", |folder| {
            run(Command::new(&self.emulator).arg(self.build(folder, lists, states.len())), &input)
        });
        output.chunks(TOTAL).map(|state| emulated::State(state.try_into().expect("a whole state"))).collect()
    }

    /// Builds the program.
    fn build(&self, folder: &Path, lists: &[Vec<u32>], states: usize) -> PathBuf {
        let (source, program) = (folder.join("program.s"), folder.join("program"));
        fs::write(&source, text(lists, states)).expect("the folder is there");
        let status = Command::new(&self.compiler)
            .args(["-static", "-nostdlib", "-march=armv8-a"])
            .args([format!("-Wl,-Ttext={FINISH:#x},--section-start=.lists={CODE:#x}")])
            .arg(format!("-Wl,--section-start=.states={STATES:#x},--build-id=none"))
            .arg("-o")
            .args([&program, &source])
            .status()
            .expect("the compiler starts");
        assert!(status.success(), "the program is not assembled");
        program
    }
}

/// Returns the program's text.
fn text(lists: &[Vec<u32>], states: usize) -> String {
    let size = TOTAL * states;
    let mut text = format!(
        "    .text
        // Writes the states.
        ldr x19, =states
        ldr x20, ={size}
    1:  mov x0, #1
        mov x1, x19
        mov x2, x20
        mov x8, #64
        svc #0
        cmp x0, #0
        b.le fail
        add x19, x19, x0
        subs x20, x20, x0
        b.ne 1b
        mov x0, #0
        mov x8, #93
        svc #0
    fail:
        mov x0, #1
        mov x8, #93
        svc #0
        .global _start
    _start:
        ldr x19, =states
        ldr x20, ={size}
    2:  mov x0, #0
        mov x1, x19
        mov x2, x20
        mov x8, #63
        svc #0
        cmp x0, #0
        b.le fail
        add x19, x19, x0
        subs x20, x20, x0
        b.ne 2b
        // Signals are handled on a stack of their own.
        adr x0, alternative
        mov x1, #0
        mov x8, #132
        svc #0
        mov x19, #4
    3:  mov x0, x19
        adr x1, action
        mov x2, #0
        mov x3, #8
        mov x8, #134
        svc #0
        add x19, x19, #7
        cmp x19, #11
        b.le 3b
        ldr x28, =states
        ldr x0, =lists
        br x0
        // Notes that an instruction has ended in a signal, and goes on behind it.
    handle:
        ldr x0, [x2, #{REGISTER}]
        mov x1, #{FAILED}
        str x1, [x0, #{TAKEN}]
        ldr x0, =save
        str x0, [x2, #{COUNTER}]
        ret
        .balign 8
    action:
        .quad handle, 0x08000004, 0, 0
    alternative:
        .quad signals, 0, 65536
        .ltorg
        .section .signals, \"aw\", @nobits
    signals:
        .skip 65536
        .section .states, \"aw\", @nobits
    states:
        .skip {size}
        .section .lists, \"ax\", @progbits
    lists:
"
    );
    for list in lists {
        write!(text, "        .balign {STEP}\n{}", load()).expect("it is text");
        list.iter().for_each(|word| writeln!(text, "        .inst {word:#x}").expect("it is text"));
        writeln!(text, "        b save\n        str x28, [x28, #{TAKEN}]\n        b save").expect("it is text");
    }
    text + &save()
}

/// The instructions that load all registers.
fn load() -> String {
    let mut text = String::new();
    for k in (0..32).step_by(2) {
        writeln!(text, "        ldp q{k}, q{}, [x28, #{}]", k + 1, VECTORS + 16 * k).expect("it is text");
    }
    writeln!(text, "        ldp x0, x1, [x28, #248]\n        mov sp, x0\n        msr nzcv, x1").expect("it is text");
    for k in (0..28).step_by(2) {
        writeln!(text, "        ldp x{k}, x{}, [x28, #{}]", k + 1, GENERAL + 8 * k).expect("it is text");
    }
    text + "        ldp x29, x30, [x28, #232]\n        nop\n        nop\n"
}

/// The code that stores all registers and goes on with the next state.
fn save() -> String {
    let mut text = "    save:\n".to_owned();
    for k in (0..32).step_by(2) {
        writeln!(text, "        stp q{k}, q{}, [x28, #{}]", k + 1, VECTORS + 16 * k).expect("it is text");
    }
    for k in (0..28).step_by(2) {
        writeln!(text, "        stp x{k}, x{}, [x28, #{}]", k + 1, GENERAL + 8 * k).expect("it is text");
    }
    writeln!(
        text,
        "        stp x29, x30, [x28, #232]
        mov x0, sp
        mrs x1, nzcv
        stp x0, x1, [x28, #248]
        ldr x0, [x28, #{NEXT}]
        add x28, x28, #{TOTAL}
        br x0"
    )
    .expect("it is text");
    text
}
