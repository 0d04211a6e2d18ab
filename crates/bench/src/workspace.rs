//! Workspace: the stack that a computation touches.
//!
//! The computation runs in its own thread, on a stack that was not used before. The operating
//! system makes a page of such a stack resident when it is first touched. Linux reports the number
//! of resident bytes of the mapping that contains the address of a local variable: `Rss` in
//! `/proc/self/smaps`. While the thread waits, another thread reads this number. The resident bytes
//! of a thread with an empty task are subtracted. The figure is in whole pages.
//!
//! The figure is `None` on other systems, and if the stack consists of huge pages.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::Builder;

/// The stack of the next measured thread. The C library gives a thread the stack of an earlier one,
/// of which pages may be resident, if it is large enough and less than four times as large. So each
/// stack is a little larger than the one before, and the first ones are smaller than a quarter of a
/// default stack. They are also smaller than a huge page.
static STACK: AtomicUsize = AtomicUsize::new(384 << 10);
const STEP: usize = 4 << 10;

/// Returns the bytes of stack that `task` touches, in whole pages, or `None` if they cannot be
/// measured.
///
/// ```
/// use vectru_bench::workspace::workspace;
/// let used = workspace(|| {
///     std::hint::black_box([1_u8; 40_000]);
/// });
/// println!("{used:?}");
/// ```
pub fn workspace(task: impl FnOnce() + Send) -> Option<u64> {
    static BASELINE: OnceLock<Option<u64>> = OnceLock::new();
    let baseline = (*BASELINE.get_or_init(|| touched(|| ())))?;
    Some(touched(task)?.saturating_sub(baseline))
}

/// Returns the resident bytes of the stack of a thread that runs only `task`.
fn touched(task: impl FnOnce() + Send) -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let (report, reported) = channel();
    let (release, released) = channel::<()>();
    let size = STACK.fetch_add(STEP, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let measured = Builder::new().stack_size(size).spawn_scoped(scope, move || {
            let local = 0_u8;
            task();
            // A failure means that nobody waits for the answer.
            let _ = report.send(&raw const local as usize);
            // The call ends when the other side has read the figure and dropped its end.
            let _ = released.recv();
        });
        measured.ok()?;
        let address = reported.recv().ok()?;
        let resident = resident(&std::fs::read_to_string("/proc/self/smaps").ok()?, address);
        drop(release);
        resident
    })
}

/// Returns the resident bytes of the mapping that contains `address`.
fn resident(maps: &str, address: usize) -> Option<u64> {
    let mut lines = maps.lines().skip_while(|line| !range(line).is_some_and(|range| range.contains(&address))).skip(1);
    let mut field = |name: &str| {
        // Fields come in this order, and the next mapping begins with a range.
        let line = lines.by_ref().take_while(|line| range(line).is_none()).find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    let resident = field("Rss:")?;
    (field("AnonHugePages:")? == 0).then_some(resident << 10)
}

/// Returns the addresses of a mapping, if the line begins one: `7f00-7fff rw-p …`.
fn range(line: &str) -> Option<std::ops::Range<usize>> {
    let (start, end) = line.split_whitespace().next()?.split_once('-')?;
    Some(usize::from_str_radix(start, 16).ok()?..usize::from_str_radix(end, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_belong_to_the_mapping_of_the_address() {
        let maps = "\
1000-2000 rw-p 00000000 00:00 0
Rss:                   4 kB
AnonHugePages:         0 kB
2000-9000 rw-p 00000000 00:00 0  [stack]
Size:                 28 kB
Rss:                  12 kB
AnonHugePages:         0 kB
9000-a000 rw-p 00000000 00:00 0
Rss:                   4 kB
AnonHugePages:      2048 kB
a000-b000 rw-p 00000000 00:00 0
Size:                  4 kB
";
        assert_eq!(resident(maps, 0x1fff), Some(4 << 10));
        assert_eq!(resident(maps, 0x2000), Some(12 << 10));
        assert_eq!(resident(maps, 0x9000), None);
        assert_eq!(resident(maps, 0xa000), None);
        assert_eq!(resident(maps, 0xb000), None);
    }

    /// An emulator of another CPU may show the mappings of its own memory instead, so the test runs
    /// on one CPU architecture only.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[test]
    fn what_is_touched_is_found() {
        fn touch<const BYTES: usize>() {
            let mut bytes = [0_u8; BYTES];
            std::hint::black_box(&mut bytes);
        }
        let empty = workspace(|| ()).expect("Linux tells");
        assert!(empty <= 16 << 10, "{empty}");
        for (found, expected) in [(workspace(touch::<20_000>), 20_000), (workspace(touch::<60_000>), 60_000)] {
            let found = found.expect("Linux tells");
            // Its first and last pages are shared with what the empty task touches.
            assert!((expected - (8 << 10)..expected + (16 << 10)).contains(&found), "{found} for {expected}");
        }
    }
}
