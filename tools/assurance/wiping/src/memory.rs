//! The memory that an operation leaves: the stack below its caller, and the freed blocks of the
//! heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::asm;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// An allocator that keeps freed blocks, with their contents, while an operation runs.
struct Keeping;

#[global_allocator]
static ALLOCATOR: Keeping = Keeping;

/// Whether freed blocks are kept.
static KEEPS: AtomicBool = AtomicBool::new(false);
/// The number of blocks that were freed while blocks are kept.
static FREED: AtomicUsize = AtomicUsize::new(0);
/// The most blocks that one operation may free.
const MOST_BLOCKS: usize = 1 << 16;
/// The address and the size of each kept block.
static BLOCKS: [(AtomicUsize, AtomicUsize); MOST_BLOCKS] =
    [const { (AtomicUsize::new(0), AtomicUsize::new(0)) }; MOST_BLOCKS];

// SAFETY: `System` allocates and frees. A kept block is freed by nobody, so that it stays
// allocated.
unsafe impl GlobalAlloc for Keeping {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A new block must not hold what the program had there before the operation.
        // SAFETY: the caller's promises are those that `System` demands.
        if KEEPS.load(Ordering::SeqCst) {
            unsafe { System.alloc_zeroed(layout) }
        } else {
            unsafe { System.alloc(layout) }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if KEEPS.load(Ordering::SeqCst) {
            let number = FREED.fetch_add(1, Ordering::SeqCst);
            assert!(number < MOST_BLOCKS, "an operation frees more than {MOST_BLOCKS} blocks");
            BLOCKS[number].0.store(block as usize, Ordering::SeqCst);
            BLOCKS[number].1.store(layout.size(), Ordering::SeqCst);
        } else {
            // SAFETY: the caller's promises are those that `System` demands.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

/// The memory that an operation leaves.
pub struct Left {
    /// The stack, from its deepest touched byte up to the frame that held the result.
    pub stack: Vec<u8>,
    /// The freed blocks of the heap, one after the other, with a gap in between.
    pub blocks: Vec<u8>,
    /// The number of bytes of stack that the operation touched below its caller.
    pub depth: usize,
}

impl Left {
    /// Returns whether the deepest stack that was written to is overwritten by zeros, but for the
    /// return addresses of the function that does so, whose frames leave nothing between them.
    pub fn is_overwritten(&self) -> bool {
        let deepest = |bytes: usize| &self.stack[..self.stack.len().min(bytes)];
        // An operation with fewer frames ends within these bytes, and reaches none of the deepest.
        let has_gap = self.depth > FRAMES && deepest(FRAMES)[OVERWRITTEN..].windows(4).any(|bytes| bytes == [PAINT; 4]);
        !has_gap && deepest(OVERWRITTEN).iter().filter(|&&byte| byte != 0).count() <= CALLS
    }
}

/// The bytes of the deepest stack that are looked at.
const OVERWRITTEN: usize = 1024;
/// The bytes of some frames of the function that overwrites it.
const FRAMES: usize = 4 * 2048;
/// The bytes of stack that calls below the last overwritten block write to.
const CALLS: usize = 32;

/// The size of the stack that is painted before an operation.
const PAINTED: usize = 4 << 20;
/// The stack of the thread that operations run on.
const THREAD: usize = PAINTED + (1 << 20);
/// The stack between the frames of this module, which go on using theirs, and those of the
/// operation.
const SPACER: usize = 64 << 10;
/// The gap between freed blocks where they are searched, so that no window is in two of them.
const GAP: usize = 64;
/// The byte of the paint.
const PAINT: u8 = 0xa5;

/// Runs `work` on a thread whose stack is large enough for [`left_by`].
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(THREAD).spawn_scoped(scope, work);
        match thread.expect("a thread can be started").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Returns the memory that `operation` leaves once its result is dropped. Runs on a thread of
/// [`on_large_stack`].
pub fn left_by<T>(operation: impl FnOnce() -> T) -> Left {
    let top = stack_pointer() - 4096;
    let bottom = top - PAINTED;
    paint(bottom, top);
    FREED.store(0, Ordering::SeqCst);
    let Frames { caller, top } = below_spacer(operation);
    KEEPS.store(false, Ordering::SeqCst);
    // SAFETY: the bytes are those of this thread's stack below its frames. This function and what
    // it calls use none of them, as their frames are not larger than the spacer.
    let stack = unsafe { std::slice::from_raw_parts(bottom as *const u8, top - bottom) };
    let unused = stack.iter().take_while(|&&byte| byte == PAINT).count();
    assert!(unused > 0, "an operation needs more stack than {PAINTED} bytes");
    let blocks = BLOCKS[..FREED.load(Ordering::SeqCst)].iter().map(|(address, size)| {
        let (address, size) = (address.load(Ordering::SeqCst), size.load(Ordering::SeqCst));
        // SAFETY: the block was given up by its owner, and nobody frees it.
        unsafe { std::slice::from_raw_parts(address as *const u8, size) }
    });
    let blocks = blocks.collect::<Vec<_>>().join(&[0; GAP][..]);
    Left { stack: stack[unused..].to_vec(), blocks, depth: caller - bottom - unused }
}

/// Paints the stack between two addresses below the caller's frame.
#[inline(never)]
fn paint(bottom: usize, top: usize) {
    // SAFETY: the bytes are those of this thread's stack below the frame of this function, which
    // calls nothing but the filling, whose frame is less than the 4096 bytes that `top` leaves.
    unsafe { std::ptr::write_bytes(bottom as *mut u8, PAINT, top - bottom) };
}

/// Addresses in the stack of an operation.
struct Frames {
    /// The stack pointer of the caller of the operation.
    caller: usize,
    /// The end of the caller's frame, which holds the result.
    top: usize,
}

/// Runs the operation below a spacer, and drops its result.
#[inline(never)]
fn below_spacer<T>(operation: impl FnOnce() -> T) -> Frames {
    let mut spacer = [0u8; SPACER];
    let top = black_box(&mut spacer).as_ptr() as usize;
    let caller = call(operation);
    black_box(&mut spacer);
    Frames { caller, top }
}

/// Runs the operation, and drops its result. Returns its stack pointer.
#[inline(never)]
fn call<T>(operation: impl FnOnce() -> T) -> usize {
    let caller = stack_pointer();
    KEEPS.store(true, Ordering::SeqCst);
    let result = apart(operation);
    black_box(&result);
    caller
}

/// Runs the operation in a frame of its own.
#[inline(never)]
fn apart<T>(operation: impl FnOnce() -> T) -> T {
    operation()
}

/// Returns the stack pointer of the calling function.
#[inline(always)]
fn stack_pointer() -> usize {
    let pointer: usize;
    // SAFETY: the instruction reads a register.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    // SAFETY: the instruction reads a register.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    pointer
}
