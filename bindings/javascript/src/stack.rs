//! The stack in the memory of WebAssembly, on which results are moved.
//!
//! The library overwrites the stack of its operations. A key or a shared secret that it returns is
//! moved by its caller, and each move leaves a copy behind.

use std::hint::black_box;

/// The bytes of stack for moves of a secret key: room for four copies of the largest one, of 45 kB,
/// in a stack of 1 MiB.
pub(crate) const KEYS: usize = 192 * 1024;

/// The bytes of stack for moves of a shared secret, and of its ciphertext.
pub(crate) const SHARED_SECRETS: usize = 16 * 1024;

/// Returns the result of `operation`, and overwrites `EXTENT` bytes of the stack below the caller.
#[inline(always)]
pub(crate) fn with_wiped_stack<const EXTENT: usize, T>(operation: impl FnOnce() -> T) -> T {
    let result = apart(operation);
    overwrite::<EXTENT>();
    result
}

/// Runs `operation` in a frame below that of the caller.
#[inline(never)]
fn apart<T>(operation: impl FnOnce() -> T) -> T {
    operation()
}

/// Overwrites `EXTENT` bytes of the stack below the caller with zeros.
#[inline(never)]
fn overwrite<const EXTENT: usize>() {
    black_box(&mut [0u8; EXTENT]);
}
