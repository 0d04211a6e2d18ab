//! Runs machine code on this CPU, from a state of all registers to the state after it.
//!
//! A state is one block of bytes: registers, flags, and two regions of memory. It is copied to
//! pages next to the code, so that the regions have fixed addresses and what is written outside of
//! them is seen.

use std::arch::naked_asm;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::cell::Cell;
use crate::image::Image;

/// Where the vector registers lie in a state, 64 bytes each.
pub const VECTORS: usize = 0;
/// Where the general registers lie, 8 bytes each. That of the stack pointer stays as it is.
pub const GENERAL: usize = VECTORS + 32 * 64;
/// Where the masks lie, 8 bytes each.
pub const MASKS: usize = GENERAL + 16 * 8;
/// Where the flags lie.
pub const FLAGS: usize = MASKS + 8 * 8;
/// Where the two regions lie.
pub const MEMORY: usize = FLAGS + 64;
/// The bytes of a region.
pub const REGION: usize = 512;
/// The bytes of a state.
pub const TOTAL: usize = MEMORY + 2 * REGION;

/// The flags that a state may set: carry, parity, adjust, zero, sign, overflow.
pub const STATUS: u64 = 0x8d5;

const PAGE: usize = 4096;

/// A state of the CPU and of memory.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct State(pub [u8; TOTAL]);

impl State {
    /// Returns the word of up to eight bytes at a place.
    pub fn word(&self, at: usize, bytes: usize) -> u64 {
        self.0[at..at + bytes].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// Sets the word of eight bytes at a place.
    pub fn set(&mut self, at: usize, value: u64) {
        self.0[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
}

/// Returns true if this CPU has the registers of AVX-512.
pub fn is_wide() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// Pages for code, for a state, and for constants.
pub struct Native {
    base: *mut u8,
    /// The program that the constants belong to.
    pub image: Image,
    /// The content of everything that instructions do not use.
    pub background: State,
    /// The background as cells.
    pub cells: Vec<Cell>,
}

impl Native {
    /// Maps pages with these constants, of which the first ones are in registers, too.
    pub fn new(constants: &[u8; PAGE]) -> Self {
        assert!(is_x86_feature_detected!("avx2"), "a CPU with AVX2 is needed to compare with");
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new pages are asked for, at any address.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), 3 * PAGE, protection, flags, -1, 0) };
        assert_ne!(base, libc::MAP_FAILED, "no pages");
        let base = base.cast::<u8>();
        // SAFETY: the third page is writable, as long as the constants, and not in use.
        unsafe { std::ptr::copy_nonoverlapping(constants.as_ptr(), base.add(2 * PAGE), PAGE) };
        let background = State(*constants.first_chunk().expect("a page is longer than a state"));
        let cells = background.0.iter().map(|&byte| Cell::Byte(byte)).collect();
        Self { base, image: image(base as u64 + 2 * PAGE as u64, constants), background, cells }
    }

    /// Returns the address of code.
    pub fn code(&self) -> u64 {
        self.base as u64
    }

    /// Returns the address of a place of the state.
    pub fn address(&self, at: usize) -> u64 {
        self.base as u64 + (PAGE + at) as u64
    }

    /// Returns the address of the constants.
    pub fn constants(&self) -> u64 {
        self.address(PAGE)
    }

    /// Sets the code, which a return follows.
    pub fn set(&mut self, code: &[u8]) {
        assert!(code.len() < PAGE, "long code");
        self.protect(libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: the first page is writable, longer than the code, and not in use.
        unsafe {
            std::ptr::copy_nonoverlapping(code.as_ptr(), self.base, code.len());
            *self.base.add(code.len()) = 0xc3;
        }
        self.protect(libc::PROT_READ | libc::PROT_EXEC);
    }

    fn protect(&self, protection: i32) {
        // SAFETY: the page belongs to this mapping, and nothing refers to it.
        let result = unsafe { libc::mprotect(self.base.cast(), PAGE, protection) };
        assert_eq!(result, 0, "the protection of a page");
    }

    /// Runs the code.
    pub fn run(&mut self, state: &State) -> State {
        let mut result = state.clone();
        let function = if is_wide() { run_wide } else { run_narrow };
        // SAFETY: the second page is as long as a state, and aligned. The code is an instruction
        // sequence that the executor has accepted: it reads and writes registers but the stack
        // pointer, and memory inside of the state, reads constants, and ends with a return. The
        // function saves what belongs to its caller.
        unsafe {
            let place = self.base.add(PAGE);
            std::ptr::copy_nonoverlapping(state.0.as_ptr(), place, TOTAL);
            function(place, self.base);
            std::ptr::copy_nonoverlapping(place, result.0.as_mut_ptr(), TOTAL);
        }
        result
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        // SAFETY: the mapping belongs to this value, and nothing refers to it.
        unsafe { libc::munmap(self.base.cast(), 3 * PAGE) };
    }
}

/// Loads all registers from a state, calls code, and stores all registers.
macro_rules! stub {
    ($name:ident, $load:literal, $store:literal) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(state: *mut u8, code: *const u8) {
            naked_asm!(
                ".irp r, rbx, rbp, r12, r13, r14, r15, rdi, rsi",
                "push \\r",
                ".endr",
                $load,
                "push qword ptr [rdi + {flags}]",
                "popfq",
                ".irp r, 8, 9, 10, 11, 12, 13, 14, 15",
                "mov r\\r, [rdi + {general} + 8 * \\r]",
                ".endr",
                "mov rax, [rdi + {general}]",
                "mov rcx, [rdi + {general} + 8]",
                "mov rdx, [rdi + {general} + 16]",
                "mov rbx, [rdi + {general} + 24]",
                "mov rbp, [rdi + {general} + 40]",
                "mov rsi, [rdi + {general} + 48]",
                "mov rdi, [rdi + {general} + 56]",
                "call [rsp]",
                "push rdi",
                "mov rdi, [rsp + 16]",
                ".irp r, 8, 9, 10, 11, 12, 13, 14, 15",
                "mov [rdi + {general} + 8 * \\r], r\\r",
                ".endr",
                "mov [rdi + {general}], rax",
                "mov [rdi + {general} + 8], rcx",
                "mov [rdi + {general} + 16], rdx",
                "mov [rdi + {general} + 24], rbx",
                "mov [rdi + {general} + 40], rbp",
                "mov [rdi + {general} + 48], rsi",
                "pop qword ptr [rdi + {general} + 56]",
                "pushfq",
                "pop qword ptr [rdi + {flags}]",
                $store,
                "vzeroupper",
                ".irp r, rsi, rdi, r15, r14, r13, r12, rbp, rbx",
                "pop \\r",
                ".endr",
                "ret",
                general = const GENERAL,
                flags = const FLAGS,
            )
        }
    };
}

stub!(
    run_wide,
    ".irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, \
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vmovdqu64 zmm\\r, [rdi + 64 * \\r]
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    kmovq k\\r, [rdi + {general} + 128 + 8 * \\r]
    .endr",
    ".irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, \
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vmovdqu64 [rdi + 64 * \\r], zmm\\r
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    kmovq [rdi + {general} + 128 + 8 * \\r], k\\r
    .endr"
);

stub!(
    run_narrow,
    ".irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqu ymm\\r, [rdi + 64 * \\r]
    .endr",
    ".irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqu [rdi + 64 * \\r], ymm\\r
    .endr"
);

/// Returns a program that consists of constants at an address: a file of the ELF format with one
/// segment, and an empty section of marks.
fn image(address: u64, constants: &[u8]) -> Image {
    const NAMES: &[u8] = b"\0vectru_entries\0.shstrtab\0";
    const HEADERS: u64 = 64 + 56 + 3 * 64;
    let (names, data) = (HEADERS, HEADERS + 64);
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    let mut put = |bytes: usize, values: &[u64]| {
        values.iter().for_each(|value| file.extend_from_slice(&value.to_le_bytes()[..bytes]));
    };
    // A program at fixed addresses, of x86-64; the header's size, and those of its tables.
    put(2, &[2, 62]);
    put(4, &[1]);
    put(8, &[0, 64, 64 + 56]);
    put(4, &[0]);
    put(2, &[64, 56, 1, 64, 3, 2]);
    // A segment to be loaded and read.
    put(4, &[1, 4]);
    let size = constants.len() as u64;
    put(8, &[data, address, address, size, size, 1]);
    // No section, the marks, the names of sections.
    for (name, kind, size) in [(0, 0, 0), (1, 1, 0), (16, 3, NAMES.len() as u64)] {
        put(4, &[name, kind]);
        put(8, &[0, 0, names, size]);
        put(4, &[0, 0]);
        put(8, &[1, 0]);
    }
    file.extend_from_slice(NAMES);
    file.resize(data as usize, 0);
    file.extend_from_slice(constants);

    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("check-binary-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    fs::write(&path, file).expect("a directory for temporary files");
    let image = Image::read(&path).expect("a program");
    fs::remove_file(&path).expect("the file that was written");
    image
}
