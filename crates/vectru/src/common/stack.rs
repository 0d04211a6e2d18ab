//! Operations whose stack is overwritten when they return.
//!
//! The secrets of an operation are copied in places that no type can wipe: the compiler spills
//! registers, and moves a value by copying it. All of these copies are in stack frames below the
//! caller of the operation. Hence the operation runs in a frame of its own, and when it has
//! returned, another function overwrites that stack with zeros.
//!
//! So a buffer that stays in the stack of an operation needs no wiping of its own; keys, shared
//! secrets and what is on the heap wipe themselves. The extent that each operation overwrites is
//! measured. Programs that move keys use the same function with an extent of their own.

use core::hint::black_box;
use core::mem::MaybeUninit;

use vectru_polymul::simd::clear;
use zeroize::optimization_barrier;

/// Returns the result of `operation`, and overwrites `extent` bytes of the stack below the caller
/// before it returns.
///
/// The operations of this crate overwrite their stack by themselves. A program needs this function
/// for what it does with secrets on its own: if it moves a key out of a `Result` and into a `Box`,
/// each move leaves a copy, and [`moves`] is the extent that reaches all of them.
///
/// The result is written where the caller wants it, and nowhere above the overwritten stack: it is
/// the value of a call, which no statement follows. An extent that is too large costs time, and
/// overflows the stack if the thread has less.
///
/// # Examples
///
/// ```
/// use vectru::sntrup761::DecapsulationKey;
/// use vectru::stack::{moves, with_wiped_stack};
///
/// fn load(bytes: &[u8]) -> Result<Box<DecapsulationKey>, vectru::Error> {
///     with_wiped_stack(moves::<DecapsulationKey>(), || {
///         Ok(Box::new(DecapsulationKey::from_bytes(bytes)?))
///     })
/// }
/// assert!(load(&[0; 10]).is_err());
/// ```
#[inline(always)]
pub fn with_wiped_stack<T>(extent: usize, operation: impl FnOnce() -> T) -> T {
    let _overwrite = Overwrite { extent };
    apart(operation)
}

/// Returns the extent, in bytes, for an operation that does little but move a value of type T: room
/// for four copies.
pub const fn moves<T>() -> usize {
    4 * size_of::<T>() + 1024
}

/// Runs `operation` in a frame below the frame of the caller.
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
        // `tools/run test-wiping --depths` measures what operations write to.
        if cfg!(not(vectru_stack_test)) {
            // The compiler could make a copy of the function for a constant, with another frame.
            overwrite(self.extent, black_box(BLOCK));
            overwrite_edges(self.extent);
        }
    }
}

/// The bytes of stack that one call of [`overwrite`] overwrites. A small block overshoots less, and
/// 2048 are overwritten in the least time.
const BLOCK: usize = if cfg!(feature = "balanced") { 512 } else { 2048 };

/// The least bytes of the frame with a block. Beside it are the return address and both arguments,
/// which alignment rounds up to four words; WebAssembly keeps none of them in linear memory.
const FRAME: usize = if cfg!(target_family = "wasm") { BLOCK } else { BLOCK + 4 * size_of::<usize>() };

/// The bytes at the low end of a block, where gaps between the blocks of earlier calls are, by
/// [`overwrite_edges`].
const EDGE: usize = 128;

/// Overwrites at least `extent` bytes of the stack below the caller, or of each block the first
/// `each` bytes alone: one block in its own frame, and the others by calling itself.
#[inline(never)]
fn overwrite(extent: usize, each: usize) {
    let mut block = [const { MaybeUninit::<u64>::uninit() }; BLOCK / 8];
    clear(&mut block[..each.min(BLOCK) / 8]);
    optimization_barrier(&block);
    if extent > FRAME {
        overwrite(extent - FRAME, each);
    }
    // The frame is in use until here. Hence the call above is no jump to the beginning.
    optimization_barrier(&block);
}

/// Overwrites the gaps that [`overwrite`] leaves between its blocks.
///
/// The size of a frame is a multiple of 8 or 16 bytes. Where a block and the registers that are
/// saved beside it are not, up to 15 bytes are in use for nothing, and stay as they are. In frames
/// that are shifted by the one of this function, these bytes are at the low end of a block.
#[inline(never)]
fn overwrite_edges(extent: usize) {
    let shift = [0u8; EDGE / 4];
    optimization_barrier(&shift);
    overwrite(extent, black_box(EDGE));
    optimization_barrier(&shift);
}
