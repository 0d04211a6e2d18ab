//! The time-stamp counter of x86-64, for benchmarks.
//!
//! The counter has a constant rate, which is neither the clock rate of the core nor a round number
//! per second. Compare ticks with ticks of the same machine only.
#![allow(unsafe_code)]

use core::arch::x86_64::{_mm_lfence, _rdtsc};

/// Returns the time-stamp counter in ticks, read after all earlier instructions have finished and
/// before any later one starts.
///
/// ```
/// let start = vectru_polymul::simd::ticks::read();
/// assert!(vectru_polymul::simd::ticks::read() > start);
/// ```
#[inline]
pub fn read() -> u64 {
    // SAFETY: every x86-64 CPU has both instructions, and neither accesses memory.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}
