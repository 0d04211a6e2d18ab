//! Records of the operation that runs on a thread.

use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::Part;

/// The time of each part of an operation, in units of the clock.
///
/// ```
/// use std::{sync::LazyLock, time::Instant};
/// use vectru::{parts::{Part, record}, sntrup761};
///
/// static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// let mut rng = vectru::system_rng();
/// let (_, key) = sntrup761::generate(&mut rng);
/// let clock = || START.elapsed().as_nanos() as u64;
/// let (capsule, times) = record(clock, || key.encapsulate(&mut rng));
/// assert!(times.of(Part::Hashing) > 0 && times.of(Part::Inversion) == 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Record {
    clock: fn() -> u64,
    /// The reading of the clock when the current part began.
    since: u64,
    current: Part,
    times: [u64; Part::ALL.len()],
    switches: [u32; Part::ALL.len()],
}

impl Record {
    /// Returns the time of a part, in units of the clock.
    ///
    /// ```
    /// use vectru::parts::{Part, record};
    /// let (_, times) = record(|| 0, || ()); // a clock that stands still
    /// assert_eq!(times.of(Part::Other), 0);
    /// ```
    pub const fn of(&self, part: Part) -> u64 {
        self.times[part as usize]
    }

    /// Returns the number of times that the part began or continued. Each of them adds [`overhead`]
    /// to its time.
    ///
    /// ```
    /// use vectru::parts::{Part, record};
    /// let (_, times) = record(|| 0, || ());
    /// assert_eq!(times.switches(Part::Hashing), 0);
    /// ```
    pub const fn switches(&self, part: Part) -> u32 {
        self.switches[part as usize]
    }

    /// Ends the current part and begins `part`.
    fn switch(&mut self, part: Part) {
        let now = (self.clock)();
        self.times[self.current as usize] += now.wrapping_sub(self.since);
        self.switches[part as usize] += 1;
        (self.since, self.current) = (now, part);
    }
}

std::thread_local! {
    static RECORD: Cell<Option<Record>> = const { Cell::new(None) };
}

/// The number of threads that record. While it is 0, no thread looks for its record.
static RECORDING: AtomicUsize = AtomicUsize::new(0);

/// Runs `operation`, and returns its result and the time of each part on `clock`.
///
/// ```
/// let (sum, _) = vectru::parts::record(|| 0, || 1 + 1);
/// assert_eq!(sum, 2);
/// ```
pub fn record<R>(clock: fn() -> u64, operation: impl FnOnce() -> R) -> (R, Record) {
    /// Ends the record, also if the operation panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            RECORD.set(None);
            RECORDING.fetch_sub(1, Ordering::Relaxed);
        }
    }

    let none = [0; Part::ALL.len()];
    let empty = Record { clock, since: clock(), current: Part::Other, times: none, switches: [0; Part::ALL.len()] };
    RECORDING.fetch_add(1, Ordering::Relaxed);
    let end = End;
    RECORD.set(Some(empty));
    let result = operation();
    // There is a record: only `End` removes it.
    let mut record = RECORD.get().unwrap_or(empty);
    record.switch(Part::Other);
    drop(end);
    (result, record)
}

/// Returns the time that recording adds to a part each time that it begins or continues: the
/// shortest time of an empty piece, in units of the clock.
///
/// ```
/// assert_eq!(vectru::parts::overhead(|| 0), 0);
/// ```
pub fn overhead(clock: fn() -> u64) -> u64 {
    (0..1000).map(|_| record(clock, || drop(Part::Hashing.begin())).1.of(Part::Hashing)).min().unwrap_or(0)
}

/// A piece of code that belongs to a part. It remembers the part that continues after it.
#[must_use]
#[derive(Debug)]
pub(crate) struct Piece(Part);

impl Part {
    /// Marks the beginning of a piece of this part, which ends when the result is dropped.
    #[inline(always)]
    pub(crate) fn begin(self) -> Piece {
        Piece(switch(self))
    }
}

impl Drop for Piece {
    #[inline(always)]
    fn drop(&mut self) {
        switch(self.0);
    }
}

/// Continues with `part`. Returns the part before.
#[inline(always)]
fn switch(part: Part) -> Part {
    if RECORDING.load(Ordering::Relaxed) == 0 { part } else { switch_recorded(part) }
}

/// Continues with `part` in the record of this thread, if there is one. Returns the part before.
#[cold]
fn switch_recorded(part: Part) -> Part {
    let Some(mut record) = RECORD.get() else { return part };
    let before = record.current;
    record.switch(part);
    RECORD.set(Some(record));
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicU64;

    /// A clock that advances by one each time it is read.
    fn clock() -> u64 {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        READINGS.fetch_add(1, Ordering::Relaxed)
    }

    #[test]
    fn pieces_count_for_themselves() {
        let (found, record) = record(clock, || {
            let _piece = Part::Inversion.begin();
            let inner = Part::Multiplication.begin();
            drop(inner);
            7
        });
        assert_eq!(found, 7);
        let switches = |part| record.switches(part);
        assert_eq!((switches(Part::Inversion), switches(Part::Multiplication), switches(Part::Hashing)), (2, 1, 0));
        // Other tests do not read this clock.
        assert_eq!((record.of(Part::Inversion), record.of(Part::Multiplication), record.of(Part::Other)), (2, 1, 2));
        let sum: u64 = Part::ALL.iter().map(|&part| record.of(part)).sum();
        assert_eq!(sum, 5);
    }

    #[test]
    fn nothing_is_recorded_afterwards() {
        let (_, first) = record(clock_that_stands, || ());
        drop(Part::Hashing.begin());
        assert_eq!(first.switches(Part::Hashing), 0);
        assert!(RECORD.get().is_none());
    }

    fn clock_that_stands() -> u64 {
        0
    }
}
