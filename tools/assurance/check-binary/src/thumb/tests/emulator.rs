//! The state of a CPU that QEMU emulates, before and after instructions.
//!
//! One program runs all instructions. For each state it loads all registers, runs the instructions
//! that belong to the state, and stores the registers. Register 10 holds the address of the state
//! meanwhile, so that no instruction may use it. The CPU is one of Armv7-A, which has every
//! instruction of the table, with the same meaning.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tests::emulated::{self, find, in_folder, run};

/// Where parts of a state lie: the general registers with the stack pointer and the link register,
/// the flags, whether a branch was taken, the address of the next code, the registers for
/// floating-point numbers, and memory.
pub const GENERAL: usize = 0;
pub const FLAGS: usize = 60;
pub const TAKEN: usize = 64;
const NEXT: usize = 68;
pub const SINGLES: usize = 72;
pub const MEMORY: usize = 256;
/// The bytes of each of the two regions of memory.
pub const REGION: usize = 512;
/// The bytes of a state.
pub const TOTAL: usize = MEMORY + 2 * REGION;

/// The register that holds the address of the state.
pub const RESERVED: usize = 10;

/// Where code, states, and the code after the last state lie.
const CODE: u64 = 0x100_0000;
const STATES: u64 = 0x1000_0000;
const FINISH: u64 = 0x40_0000;
/// The bytes of the code for a list of instructions, and of those that load the registers.
const STEP: u64 = 128;
const LOADS: u64 = 64;

/// A state.
pub type State = emulated::State<TOTAL, 4>;

/// Returns the address of the first instruction of a list, by the list's number.
pub fn code_address(number: usize) -> u64 {
    CODE + STEP * number as u64 + LOADS
}

/// Returns the address of the memory of a state, by the state's number.
pub fn memory_address(number: usize) -> u64 {
    STATES + (TOTAL * number + MEMORY) as u64
}

/// The emulator, the assembler and the linker.
pub struct Emulator {
    emulator: PathBuf,
    assembler: PathBuf,
    linker: PathBuf,
}

impl Emulator {
    /// Finds them, if they are installed.
    pub fn find() -> Option<Self> {
        let (assembler, linker) = (find("arm-none-eabi-as")?, find("arm-none-eabi-ld")?);
        Some(Self { emulator: find("qemu-arm")?, assembler, linker })
    }

    /// Runs each list of instructions for the states that name its number.
    pub fn run(&self, lists: &[Vec<u8>], states: &[(usize, State)]) -> Vec<State> {
        let next = states.iter().skip(1).map(|(list, _)| code_address(*list) - LOADS).chain([FINISH]);
        let input = states.iter().zip(next).flat_map(|((_, state), next)| {
            let mut state = state.clone();
            state.set(NEXT, next | 1);
            state.0
        });
        let input: Vec<u8> = input.collect();
        let output = in_folder("thumb", |folder| {
            let program = self.build(folder, lists, states);
            run(Command::new(&self.emulator).args(["-cpu", "cortex-a15"]).arg(program), &input)
        });
        output.chunks(TOTAL).map(|state| emulated::State(state.try_into().expect("a whole state"))).collect()
    }

    /// Builds the program.
    fn build(&self, folder: &Path, lists: &[Vec<u8>], states: &[(usize, State)]) -> PathBuf {
        let [source, object, program] = ["program.s", "program.o", "program"].map(|name| folder.join(name));
        fs::write(&source, text(lists, states)).expect("the folder is there");
        let run = |command: &mut Command| {
            assert!(command.status().expect("the tool starts").success(), "the program is not built");
        };
        run(Command::new(&self.assembler)
            .args(["-mcpu=cortex-a15", "-mfpu=neon-vfpv4", "-o"])
            .args([&object, &source]));
        run(Command::new(&self.linker)
            .args([format!("-Ttext={FINISH:#x}"), format!("--section-start=.lists={CODE:#x}")])
            .args([format!("--section-start=.states={STATES:#x}"), "-o".into()])
            .args([&program, &object]));
        program
    }
}

/// Returns the program's text.
fn text(lists: &[Vec<u8>], states: &[(usize, State)]) -> String {
    let size = TOTAL * states.len();
    let first = code_address(states[0].0) - LOADS;
    let whole = |what: &str, number: u32| {
        format!(
            "        ldr r4, =states
        ldr r5, ={size}
    1:  movs r0, #{}
        mov r1, r4
        mov r2, r5
        movs r7, #{number}
        svc #0
        cmp r0, #0
        ble fail
        add r4, r4, r0
        subs r5, r5, r0
        bne 1b
        {what}
",
            u32::from(number == 4)
        )
    };
    let mut text = format!(
        "    .syntax unified
        .thumb
        .text
        // Writes the states.
{}
    fail:
        movs r0, #1
        movs r7, #1
        svc #0
        .thumb_func
        .global _start
    _start:
{}
        ldr r10, =states
        ldr r0, ={first:#x} + 1
        bx r0
        .ltorg
        .section .states, \"aw\", %nobits
    states:
        .skip {size}
        .section .lists, \"ax\", %progbits
",
        whole("movs r0, #0\n movs r7, #1\n svc #0", 4),
        whole("", 3)
    );
    for list in lists {
        writeln!(
            text,
            "        .balign {STEP}
    2:  ldr r0, [r10, #{FLAGS}]
        msr APSR_nzcvqg, r0
        add.w r0, r10, #{SINGLES}
        vldmia r0, {{s0-s31}}
        ldr r0, [r10, #52]
        mov sp, r0
        ldr.w lr, [r10, #56]
        ldr.w r11, [r10, #44]
        ldr.w r12, [r10, #48]
        ldmia.w r10, {{r0-r9}}
        .fill ({LOADS} - (. - 2b)) / 2, 2, 0xbf00"
        )
        .expect("it is text");
        let bytes: Vec<_> = list.iter().map(u8::to_string).collect();
        writeln!(text, "        .byte {}", bytes.join(", ")).expect("it is text");
        writeln!(text, "        b.w save\n        str.w r10, [r10, #{TAKEN}]\n        b.w save").expect("it is text");
    }
    writeln!(
        text,
        "    .balign 4
    save:
        stmia.w r10, {{r0-r9}}
        str.w r11, [r10, #44]
        str.w r12, [r10, #48]
        mov r0, sp
        str.w r0, [r10, #52]
        str.w lr, [r10, #56]
        mrs r0, APSR
        str.w r0, [r10, #{FLAGS}]
        add.w r0, r10, #{SINGLES}
        vstmia r0, {{s0-s31}}
        ldr.w r0, [r10, #{NEXT}]
        add.w r10, r10, #{TOTAL}
        bx r0"
    )
    .expect("it is text");
    text
}
