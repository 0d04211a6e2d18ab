//! The clock of the benchmarks.

use std::hint::black_box;
use std::sync::LazyLock;
use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

/// The unit of [`Stopwatch::time`]: `ticks` of the time-stamp counter on x86-64, `nanoseconds`
/// elsewhere.
pub const UNIT: &str = if cfg!(target_arch = "x86_64") { "ticks" } else { "nanoseconds" };

/// A clock that knows the time of reading it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    overhead: u64,
}

impl Stopwatch {
    /// Returns a clock. Its overhead is the shortest time of an empty task.
    pub fn new() -> Self {
        let raw = Self { overhead: 0 };
        let overhead = (0..10_000).map(|_| raw.time(|| ()).1).min().unwrap_or(0);
        Self { overhead }
    }

    /// Returns the result of `work` and its time, in [`UNIT`]s, without the overhead of the clock.
    #[inline]
    pub fn time<T>(&self, work: impl FnOnce() -> T) -> (T, u64) {
        // Earlier stores, such as stores of operands, must not compete with the work, so the fence
        // waits until they have left the store buffer.
        fence(Ordering::SeqCst);
        let start = reading();
        let result = work();
        // The counters of two processors may differ by a little; a run that moves between them can
        // end before it began.
        let elapsed = reading().saturating_sub(start);
        (result, elapsed.saturating_sub(self.overhead))
    }
}

/// Returns the reading of the clock, in [`UNIT`]s since an arbitrary time.
#[cfg(target_arch = "x86_64")]
pub fn reading() -> u64 {
    vectru_polymul::simd::ticks::read()
}

/// Returns the reading of the clock, in [`UNIT`]s since an arbitrary time.
#[cfg(not(target_arch = "x86_64"))]
pub fn reading() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Returns the rate of the time-stamp counter in Hz, measured over 20 milliseconds at the first
/// call; `None` if [`UNIT`] is the nanosecond.
pub fn tick_rate() -> Option<u64> {
    static RATE: LazyLock<u64> = LazyLock::new(|| {
        let (start, first) = (Instant::now(), reading());
        std::thread::sleep(Duration::from_millis(20));
        let (elapsed, last) = (start.elapsed(), reading());
        (last.saturating_sub(first) as f64 / elapsed.as_secs_f64()) as u64
    });
    (UNIT == "ticks").then(|| *RATE)
}

/// Returns the rate of the core's clock in Hz, measured at the first call; `None` if [`UNIT`] is
/// the nanosecond. A product of two words takes three cycles on the cores of `ports`, and each one
/// waits here for the one before.
pub fn cycle_rate() -> Option<u64> {
    const PRODUCTS: u64 = 100_000;
    static TICKS: LazyLock<u64> = LazyLock::new(|| {
        let stopwatch = Stopwatch::new();
        let square = || (0..PRODUCTS).fold(black_box(3u64), |word, _| word.wrapping_mul(word));
        let times = (0..50).map(|_| {
            let (word, ticks) = stopwatch.time(square);
            black_box(word);
            ticks
        });
        times.min().unwrap_or(0).max(1)
    });
    tick_rate().map(|rate| (3.0 * PRODUCTS as f64 * rate as f64 / *TICKS as f64) as u64)
}

/// Returns a time in nanoseconds, for a counter of `rate` Hz.
pub fn nanoseconds(ticks: u64, rate: u64) -> u64 {
    (ticks as f64 * 1e9 / rate as f64).round() as u64
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_become_nanoseconds() {
        assert_eq!(nanoseconds(7, 2_000_000_000), 4);
        assert_eq!(nanoseconds(24_000, 2_400_000_000), 10_000);
        assert_eq!(tick_rate(), tick_rate());
    }

    #[test]
    fn more_work_takes_longer() {
        let stopwatch = Stopwatch::new();
        let sum = |count: u64| (0..count).fold(0u64, |sum, k| black_box(sum ^ k));
        let shortest = |count| (0..20).map(|_| stopwatch.time(|| sum(count)).1).min();
        assert!(shortest(100_000) > shortest(100));
    }
}
