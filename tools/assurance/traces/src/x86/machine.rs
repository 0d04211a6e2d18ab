//! The registers of the traced program, and the change between it and this one.
//!
//! The traced program runs as translated blocks, which contain its own instructions. Between two
//! blocks all of its registers are in [`Registers`].

use std::cell::UnsafeCell;
use std::ptr::{addr_of, addr_of_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

use iced_x86::Register;

use crate::allocator::{self, Memory};

/// The numbers of registers in [`Registers::general`], which are those of machine code.
pub const RSP: usize = 4;
const RDI: usize = 7;

/// Bytes of the area of `xsave` for the parts that are saved.
const AREA: usize = 4096;

/// The registers of the traced program.
#[repr(C, align(64))]
pub struct Registers {
    area: [u8; AREA],
    pub general: [u64; 16],
    pub flags: u64,
    /// The stack pointer of this program while the other one runs.
    host_stack: u64,
    /// The translated block that runs next.
    code: u64,
}

/// What `xsave` saves: x87, SSE, AVX, and the three parts of AVX-512.
const PARTS: u32 = 0xe7;

static mut REGISTERS: Registers = Registers { area: [0; AREA], general: [0; 16], flags: 0, host_stack: 0, code: 0 };

std::arch::global_asm!(
    // Runs the block REGISTERS.code with the registers in REGISTERS.
    ".globl vectru_enter", ".hidden vectru_enter", ".globl vectru_leave", ".hidden vectru_leave",
    "vectru_enter:",
    "push rbx", "push rbp", "push r12", "push r13", "push r14", "push r15",
    "lea rcx, [rip + {registers}]",
    "mov [rcx + {area} + 136], rsp",
    "mov eax, {parts}", "xor edx, edx", "xrstor64 [rcx]",
    "push qword ptr [rcx + {area} + 128]", "popfq",
    "mov rax, [rcx + {area}]",
    "mov rdx, [rcx + {area} + 16]", "mov rbx, [rcx + {area} + 24]",
    "mov rsp, [rcx + {area} + 32]", "mov rbp, [rcx + {area} + 40]",
    "mov rsi, [rcx + {area} + 48]", "mov rdi, [rcx + {area} + 56]",
    "mov r8, [rcx + {area} + 64]", "mov r9, [rcx + {area} + 72]",
    "mov r10, [rcx + {area} + 80]", "mov r11, [rcx + {area} + 88]",
    "mov r12, [rcx + {area} + 96]", "mov r13, [rcx + {area} + 104]",
    "mov r14, [rcx + {area} + 112]", "mov r15, [rcx + {area} + 120]",
    "mov rcx, [rcx + {area} + 8]",
    "jmp [rip + {registers} + {area} + 144]",
    // Saves the registers to REGISTERS and returns from vectru_enter. Moves change no flag, and
    // nothing is pushed before the stack is this program's: the other one may use the 128 bytes
    // below its stack pointer.
    "vectru_leave:",
    "mov [rip + {registers} + {area} + 8], rcx",
    "lea rcx, [rip + {registers}]",
    "mov [rcx + {area}], rax",
    "mov [rcx + {area} + 16], rdx", "mov [rcx + {area} + 24], rbx",
    "mov [rcx + {area} + 32], rsp", "mov [rcx + {area} + 40], rbp",
    "mov [rcx + {area} + 48], rsi", "mov [rcx + {area} + 56], rdi",
    "mov [rcx + {area} + 64], r8", "mov [rcx + {area} + 72], r9",
    "mov [rcx + {area} + 80], r10", "mov [rcx + {area} + 88], r11",
    "mov [rcx + {area} + 96], r12", "mov [rcx + {area} + 104], r13",
    "mov [rcx + {area} + 112], r14", "mov [rcx + {area} + 120], r15",
    "mov rsp, [rcx + {area} + 136]",
    "pushfq", "pop qword ptr [rcx + {area} + 128]",
    "mov eax, {parts}", "xor edx, edx", "xsave64 [rcx]",
    "cld",
    "pop r15", "pop r14", "pop r13", "pop r12", "pop rbp", "pop rbx",
    "ret",
    registers = sym REGISTERS,
    area = const AREA,
    parts = const PARTS,
);

unsafe extern "C" {
    fn vectru_enter();
    fn vectru_leave();
}

/// Returns the address to which a translated block jumps at its end.
pub fn leave_address() -> u64 {
    vectru_leave as *const () as u64
}

impl Registers {
    /// Returns the registers between two blocks.
    pub fn current() -> &'static mut Self {
        // SAFETY: there is one thread, and the callers keep no reference while a block runs.
        unsafe { &mut *addr_of_mut!(REGISTERS) }
    }

    /// Returns the value of a general register; 0 for none, and for the bases of segments.
    pub fn value(&self, register: Register) -> u64 {
        general_number(register).map_or(0, |number| self.general[number])
    }

    /// Returns the bytes of a register of any kind.
    pub fn bytes(&self, register: Register) -> Vec<u8> {
        let full = register.full_register();
        if let Some(number) = general_number(full) {
            return self.general[number].to_le_bytes().to_vec();
        }
        let part = |component: usize, offset: usize, size: usize| {
            // A part that has its initial value may not be written.
            if self.area[512 + component / 8] >> (component % 8) & 1 == 0 {
                return vec![0; size];
            }
            self.area[offset..offset + size].to_vec()
        };
        let number = full.number();
        if full.is_zmm() && number < 16 {
            let mut bytes = part(1, 160 + 16 * number, 16);
            bytes.extend(part(2, area_offset(2) + 16 * number, 16));
            bytes.extend(part(6, area_offset(6) + 32 * number, 32));
            bytes
        } else if full.is_zmm() {
            part(7, area_offset(7) + 64 * (number - 16), 64)
        } else if full.is_k() {
            part(5, area_offset(5) + 8 * number, 8)
        } else {
            Vec::new()
        }
    }
}

/// Returns the number of a general register in machine code.
pub fn general_number(register: Register) -> Option<usize> {
    let full = register.full_register();
    full.is_gpr64().then(|| full.number())
}

/// Returns the offset of a part in the area of `xsave`.
fn area_offset(component: usize) -> usize {
    static OFFSETS: [AtomicUsize; 8] = [const { AtomicUsize::new(0) }; 8];
    match OFFSETS[component].load(Ordering::Relaxed) {
        0 => {
            #[allow(unused_unsafe)] // Compilers newer than the minimum know CPUID to be safe.
            // SAFETY: a CPU with parts beyond SSE has this leaf.
            let offset = unsafe { std::arch::x86_64::__cpuid_count(0xd, component as u32) }.ebx as usize;
            OFFSETS[component].store(offset, Ordering::Relaxed);
            offset
        }
        offset => offset,
    }
}

/// Runs a translated block.
///
/// # Safety
///
/// `code` must be the translation of the block where the traced program goes on.
pub unsafe fn run_block(code: *const u8) {
    Registers::current().code = code as u64;
    allocator::enter();
    // SAFETY: the block ends with a jump to `vectru_leave`, by the promise of the caller.
    unsafe { vectru_enter() };
    allocator::leave();
}

/// Bytes of the stack of the traced program.
const STACK: usize = 8 << 20;

static STACK_MEMORY: Memory<STACK> = Memory(UnsafeCell::new([0; STACK]));

/// The address to which the traced function returns.
pub const END: u64 = 0x7ead_0000_0000_0bad;

/// Prepares the registers for a call of a function with one argument. Stack and memory of the
/// traced program start at the same addresses each time.
pub fn prepare(argument: *mut ()) {
    allocator::clear();
    let registers = Registers::current();
    registers.area = [0; AREA];
    // The control words of x87 and SSE that the system starts a program with.
    registers.area[0..2].copy_from_slice(&0x37f_u16.to_le_bytes());
    registers.area[24..28].copy_from_slice(&0x1f80_u32.to_le_bytes());
    registers.general = [0; 16];
    registers.flags = 0x202;
    registers.general[RDI] = argument as u64;
    // SAFETY: no block runs; the stack is this program's own memory.
    unsafe {
        let stack = STACK_MEMORY.0.get().cast::<u8>();
        let top = stack.add(STACK - 4096);
        // What earlier calls left must not make a difference.
        top.sub(1 << 20).write_bytes(0, 1 << 20);
        top.sub(8).cast::<u64>().write(END);
        registers.general[RSP] = top as u64 - 8;
    }
}

/// Bytes of translated code.
pub const CODE: usize = 64 << 20;
/// Words in which translated blocks store registers.
pub const SLOTS: usize = 2048;

static CODE_MEMORY: Memory<CODE> = Memory(UnsafeCell::new([0; CODE]));
static SLOT_MEMORY: Memory<{ 8 * SLOTS }> = Memory(UnsafeCell::new([0; 8 * SLOTS]));

/// Returns memory for translated code, which may be executed.
///
/// # Errors
///
/// Returns the error of the system if it denies that.
pub fn code_memory() -> Result<*mut u8, std::io::Error> {
    let code = CODE_MEMORY.0.get().cast::<u8>();
    // SAFETY: the pages are this program's, and hold nothing yet.
    match unsafe { libc::mprotect(code.cast(), CODE, libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC) } {
        0 => Ok(code),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// Returns the address of the slots.
pub fn slots_address() -> u64 {
    SLOT_MEMORY.0.get() as u64
}

/// Returns what the last block stored.
pub fn slots() -> &'static [u64; SLOTS] {
    // SAFETY: no block runs while the slots are read.
    unsafe { &*SLOT_MEMORY.0.get().cast() }
}

unsafe extern "C" {
    static __executable_start: u8;
    static etext: u8;
}

/// Returns the addresses of this program's machine code.
pub fn program() -> std::ops::Range<u64> {
    addr_of!(__executable_start) as u64..addr_of!(etext) as u64
}
