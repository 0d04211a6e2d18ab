//! Traces on AArch64, which a plugin of qemu records and compares:
//! `tools/cpus/qemu/compare-traces.c`.
//!
//!     vectru-traces TRACES [branch|index|division]
//!
//! The program tells the plugin where a trace begins and ends by stores to [`MARKS`]. It prints the
//! names that belong to the numbers in the plugin's lines. With the name of a leak it traces that
//! alone.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use vectru::Set;

use crate::allocator;
use crate::leaks;
use crate::operations::{BATCHES, Batches, Single, Tracer};

/// A store to entry 0 ends a trace, one to entry k + 1 begins a trace of operation k, and one to the
/// last entry ends the traces of a set.
#[unsafe(no_mangle)]
static VECTRU_TRACE_MARKS: [AtomicU64; MARKS] = [const { AtomicU64::new(0) }; MARKS];
const MARKS: usize = 64;

fn mark(entry: usize) {
    VECTRU_TRACE_MARKS[entry].store(1, Ordering::SeqCst);
}

/// Marks traces, and numbers the operations.
#[derive(Default)]
struct Marker {
    operations: Vec<&'static str>,
}

impl Tracer for Marker {
    #[inline(never)]
    fn trace<R>(&mut self, operation: &'static str, call: impl FnOnce() -> R) -> R {
        let number = self.operations.iter().position(|&known| known == operation).unwrap_or_else(|| {
            println!("operation {}: {operation}", self.operations.len());
            self.operations.push(operation);
            self.operations.len() - 1
        });
        allocator::clear();
        allocator::enter();
        mark(number + 1);
        let result = call();
        mark(0);
        allocator::leave();
        result
    }
}

/// Marks the traces that the arguments name.
pub fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let traces = arguments.next().and_then(|traces| traces.parse().ok()).expect("a number of traces");
    let mut marker = Marker::default();
    if let Some(name) = arguments.next() {
        match name.as_str() {
            "branch" => leaks::trace(&mut marker, "the planted branch", leaks::branch),
            "index" => leaks::trace(&mut marker, "the planted index", leaks::index),
            "division" => leaks::trace(&mut marker, "the planted division", leaks::division),
            other => panic!("expected branch, index or division, found {other}"),
        }
        return ExitCode::SUCCESS;
    }
    for set in Set::ALL {
        println!("set {set}");
        set.visit(Single { tracer: &mut marker, traces });
        if BATCHES.contains(&set.name()) {
            set.visit(Batches { tracer: &mut marker, traces });
        }
        mark(MARKS - 1);
    }
    println!("{} sets, {} operations", Set::ALL.len(), marker.operations.len());
    ExitCode::SUCCESS
}
