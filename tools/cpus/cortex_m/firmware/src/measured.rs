//! The two points between which a job runs.

use core::hint::black_box;

/// Runs a task. Its entry and its return are the two points.
#[inline(never)]
pub(crate) fn measured(task: &mut dyn FnMut()) {
    task();
    // The task returns here, not to the caller: the entry stores the address to return to.
    black_box(());
}
