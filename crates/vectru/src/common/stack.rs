//! Operations whose stack is overwritten when they return.
//!
//! The secrets of an operation are copied in places that no type can wipe: the compiler spills
//! registers, and moves a value by copying it. All of these copies are in stack frames below the
//! caller of the operation. Hence the operation runs in a frame of its own, and when it has
//! returned, another function overwrites that stack with zeros.
//!
//! So a buffer that stays in the stack of an operation needs no wiping of its own. What is on the
//! heap, or is part of a key, is a [`Secret`](crate::common::secret::Secret).

use zeroize::optimization_barrier;

/// Returns the result of `operation`, and overwrites `extent` bytes of the stack below the caller
/// before it returns.
///
/// The result is written where the caller wants it, and nowhere above the overwritten stack: it is
/// the value of a call, which no statement follows.
#[inline(always)]
pub(crate) fn with_wiped_stack<T>(extent: usize, operation: impl FnOnce() -> T) -> T {
    let _overwrite = Overwrite { extent };
    apart(operation)
}

/// Returns the extent for an operation that does little but move a value of type T: room for four
/// copies.
#[cfg(feature = "_set")]
pub(crate) const fn moves<T>() -> usize {
    4 * size_of::<T>() + 1024
}

/// Runs `operation` in a frame below that of the caller.
#[inline(never)]
fn apart<T>(operation: impl FnOnce() -> T) -> T {
    operation()
}

/// Overwrites the stack when dropped.
struct Overwrite {
    extent: usize,
}

impl Drop for Overwrite {
    #[inline(always)]
    fn drop(&mut self) {
        // `tools/test-wiping --depths` measures what operations write to.
        if cfg!(not(vectru_stack_test)) {
            overwrite(self.extent);
        }
    }
}

/// The bytes of stack that one call of [`overwrite`] overwrites. A small block overshoots less, and
/// 2048 are overwritten in the least time. The block must not be aligned to more than a word: a gap
/// between two blocks would be left as it is.
const BLOCK: usize = if cfg!(feature = "small") { 512 } else { 2048 };

/// Overwrites at least `extent` bytes of the stack below the caller: one block in its own frame,
/// and the others by calling itself.
#[inline(never)]
fn overwrite(extent: usize) {
    let block = [0u8; BLOCK];
    optimization_barrier(&block);
    if extent > BLOCK {
        overwrite(extent - BLOCK);
    }
    // The frame is in use until here. Hence the call above is no jump to the beginning.
    optimization_barrier(&block);
}
