//! The allocator: while a traced operation runs it gives memory from the start of a fixed area, so
//! that all traces of an operation have the same addresses.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Memory of this program, on pages of its own.
#[repr(align(4096))]
pub struct Memory<const N: usize>(pub UnsafeCell<[u8; N]>);

// SAFETY: there is one thread.
unsafe impl<const N: usize> Sync for Memory<N> {}

/// Bytes of the area.
const SIZE: usize = 64 << 20;

static AREA: Memory<SIZE> = Memory(UnsafeCell::new([0; SIZE]));
static USED: AtomicUsize = AtomicUsize::new(0);
static IS_TRACED: AtomicBool = AtomicBool::new(false);

/// Gives the area free, before a trace: the results of the one before must be dropped.
pub fn clear() {
    USED.store(0, Ordering::Relaxed);
}

/// Starts to give memory from the area.
pub fn enter() {
    IS_TRACED.store(true, Ordering::Relaxed);
}

/// Ends to give memory from the area.
pub fn leave() {
    IS_TRACED.store(false, Ordering::Relaxed);
}

/// The allocator of this program.
pub struct Allocator;

// SAFETY: memory from the area is given once between two calls of `clear`, and the callers of
// `clear` have dropped what they got before. All else is the system's.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !IS_TRACED.load(Ordering::Relaxed) {
            // SAFETY: as for the caller.
            return unsafe { System.alloc(layout) };
        }
        let start = AREA.0.get() as usize;
        // Alignments are powers of 2. A division here would stand among those of the operations.
        let at = (start + USED.load(Ordering::Relaxed) + layout.align() - 1) & !(layout.align() - 1);
        if at + layout.size() > start + SIZE {
            return std::ptr::null_mut();
        }
        USED.store(at + layout.size() - start, Ordering::Relaxed);
        at as *mut u8
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let start = AREA.0.get() as usize;
        if !(start..start + SIZE).contains(&(pointer as usize)) {
            // SAFETY: the system gave the memory.
            unsafe { System.dealloc(pointer, layout) }
        }
    }
}
