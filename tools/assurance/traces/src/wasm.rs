//! Traces in WebAssembly, where JavaScript records what the rewritten module reports: see
//! `tools/cpus/wasm-steps`, which rewrites it.
//!
//!     vectru-traces TRACES BACKEND [branch|index|division|stack]
//!
//! With the name of a leak it traces that alone.

use std::hint::black_box;
use std::process::ExitCode;

use vectru::Set;
use vectru_polymul::dispatch::{self, Backend};

use crate::allocator;
use crate::leaks;
use crate::operations::{BATCHES, Batches, Single, Tracer};

#[link(wasm_import_module = "trace")]
unsafe extern "C" {
    /// Receives the operand of an instruction. Only the rewritten code calls it, besides a call
    /// that makes the module import it.
    safe fn step(site: u32, operand: u32);
    /// Begins a trace of an operation, whose name has this address and length. Below the address
    /// `stack` nothing of the stack in linear memory is in use.
    safe fn begin(name: *const u8, length: usize, stack: *const u8);
    /// Ends the trace.
    safe fn end();
    /// Begins the traces of a set, whose name has this address and length.
    safe fn set(name: *const u8, length: usize);
}

/// Tells JavaScript where traces begin and end.
struct Marker;

impl Tracer for Marker {
    #[inline(never)]
    fn trace<R>(&mut self, operation: &'static str, call: impl FnOnce() -> R) -> R {
        allocator::clear();
        allocator::enter();
        begin(operation.as_ptr(), operation.len(), below());
        let result = call();
        end();
        allocator::leave();
        result
    }
}

/// Returns an address in a frame below that of the caller.
#[inline(never)]
fn below() -> *const u8 {
    let byte = 0;
    black_box(&raw const byte)
}

/// Leaves a secret on the stack.
#[inline(never)]
fn stack(secret: &[u8; 32]) -> u64 {
    let copies = [secret[0] | 1; 4096];
    black_box(&copies)[1].into()
}

/// Makes the traces that the arguments name.
pub fn main() -> ExitCode {
    step(0, 0);
    let mut arguments = std::env::args().skip(1);
    let traces = arguments.next().and_then(|traces| traces.parse().ok()).expect("a number of traces");
    let backend: Backend = arguments.next().and_then(|name| name.parse().ok()).expect("a backend");
    dispatch::force(Some(backend)).expect("the module has the backend");
    if let Some(name) = arguments.next() {
        set(name.as_ptr(), name.len());
        match name.as_str() {
            "branch" => leaks::trace(&mut Marker, "the planted branch", leaks::branch),
            "index" => leaks::trace(&mut Marker, "the planted index", leaks::index),
            "division" => leaks::trace(&mut Marker, "the planted division", leaks::division),
            "stack" => leaks::trace(&mut Marker, "the planted secret on the stack", stack),
            other => panic!("expected branch, index, division or stack, found {other}"),
        }
        return ExitCode::SUCCESS;
    }
    for one in Set::ALL {
        set(one.name().as_ptr(), one.name().len());
        one.visit(Single { tracer: &mut Marker, traces });
        if BATCHES.contains(&one.name()) {
            one.visit(Batches { tracer: &mut Marker, traces });
        }
    }
    ExitCode::SUCCESS
}
