//! The time-stamp counter of x86-64, for benchmarks.
//!
//! It counts at a constant rate, which is neither the core's clock nor a round fraction of a second: compare ticks
//! with ticks, of one machine.
#![allow(unsafe_code)]

use core::arch::x86_64::{_mm_lfence, _rdtsc};

/// The time-stamp counter, read after every earlier instruction has finished and before any later one starts.
///
/// ```
/// let start = vectru_polymul::simd::ticks::read();
/// assert!(vectru_polymul::simd::ticks::read() > start);
/// ```
#[inline]
pub fn read() -> u64 {
    // SAFETY: every x86-64 CPU has both instructions. Neither touches memory that Rust knows of.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}
