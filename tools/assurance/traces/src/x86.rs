//! Traces on x86-64.
//!
//!     vectru-traces [--traces N] [BACKEND...]
//!
//! Without backends it takes all that the CPU has. The exit status is 0 if no traces differ and the
//! planted leaks are found, 1 if not, and 77 if it cannot run.

mod instructions;
mod machine;
mod plants;
mod recorder;
mod translator;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use vectru::Set;
use vectru_polymul::dispatch::{self, Backend};

use crate::operations::{BATCHES, Batches, Single};
use recorder::{Outcome, Recorder, place};

/// The exit status of a check that cannot run.
const CANNOT_RUN: u8 = 77;

/// What the traces of a backend add up to.
#[derive(Default)]
struct Sum {
    sets: usize,
    operations: BTreeSet<&'static str>,
    traces: u64,
    executed: u64,
    differences: usize,
    gathers: u64,
    masked: u64,
    divisions: usize,
    unlisted: BTreeMap<String, BTreeSet<u64>>,
}

impl Sum {
    /// Adds the outcome of a set, and prints its differences.
    fn add(&mut self, set: Set, outcome: Outcome) {
        self.sets += 1;
        for difference in &outcome.differences {
            let place = place(difference.instruction);
            println!("  {set}, {}: different {:?} at {place}", difference.operation, difference.kind);
        }
        self.operations.extend(outcome.operations);
        self.traces += outcome.traces;
        self.executed += outcome.executed;
        self.differences += outcome.differences.len();
        self.gathers += outcome.gathers;
        self.masked += outcome.masked;
        self.divisions = self.divisions.max(outcome.divisions.len());
        for (name, sites) in outcome.unlisted {
            self.unlisted.entry(name).or_default().extend(sites);
        }
    }
}

/// Traces all sets on a backend. Returns their sum, and whether all is as it must be.
fn trace(recorder: &mut Recorder, backend: Backend, traces: u64) -> (Sum, bool) {
    dispatch::force(Some(backend)).expect("the backend is available");
    let mut sum = Sum::default();
    for set in Set::ALL {
        set.visit(Single { tracer: recorder, traces });
        if BATCHES.contains(&set.name()) {
            set.visit(Batches { tracer: recorder, traces });
        }
        sum.add(set, recorder.finish());
    }
    let mut is_right = sum.differences == 0;
    println!(
        "{backend}: {} sets, {} operations, {} traces, {} million instructions: {}",
        sum.sets,
        sum.operations.len(),
        sum.traces,
        sum.executed / 1_000_000,
        if is_right { "no difference".into() } else { format!("{} DIFFERENCES", sum.differences) }
    );
    println!(
        "{backend}: {} gathers and scatters with the same indices, {} accesses with the same masks, {} divisions with \
         the same operands",
        sum.gathers, sum.masked, sum.divisions
    );
    let unlisted: Vec<String> = sum.unlisted.iter().map(|(name, sites)| format!("{name} {}", sites.len())).collect();
    println!("{backend}: with different operands outside of Intel's list (places): {}", unlisted.join(", "));

    let unasked = recorder.unasked_features(backend);
    for (instruction, features) in &unasked {
        println!("  needs {}, which {backend} does not ask for: {}", features.join(" and "), place(*instruction));
        is_right = false;
    }
    if unasked.is_empty() {
        println!("{backend}: every instruction needs only features that the backend asks the CPU for");
    }
    plants::execute_unasked(recorder);
    let is_found = !recorder.unasked_features(backend).is_empty();
    println!("{backend}: the planted instruction without its feature is {}", found(is_found));
    is_right &= is_found;
    for plant in plants::of(backend) {
        let is_found = plant.is_found(recorder);
        println!("{backend}: the planted {} is {}", plant.name, found(is_found));
        is_right &= is_found;
    }
    (sum, is_right)
}

fn found(is_found: bool) -> &'static str {
    if is_found { "found" } else { "NOT found" }
}

/// Traces as the arguments say.
pub fn main() -> ExitCode {
    let mut traces = 4;
    let mut backends = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), argument.parse::<Backend>()) {
            ("--traces", _) => traces = arguments.next().and_then(|n| n.parse().ok()).expect("a number of traces"),
            (_, Ok(backend)) => backends.push(backend),
            (_, Err(error)) => panic!("{error}, found {argument}"),
        }
    }
    if backends.is_empty() {
        backends = Backend::available().collect();
        for missing in [Backend::Avx2, Backend::Avx512].into_iter().filter(|backend| !backend.is_available()) {
            println!("{missing}: cannot run: it is not on this CPU");
        }
    }
    if let Some(missing) = backends.iter().find(|backend| !backend.is_available()) {
        println!("cannot run: {missing} is not on this CPU");
        return ExitCode::from(CANNOT_RUN);
    }
    let mut recorder = match Recorder::new() {
        Ok(recorder) => recorder,
        Err(error) => {
            println!("cannot run: memory for translated code is denied: {error}");
            return ExitCode::from(CANNOT_RUN);
        }
    };
    let mut total = Sum::default();
    let mut is_right = true;
    for &backend in &backends {
        let (sum, right) = trace(&mut recorder, backend, traces);
        is_right &= right;
        total.sets = sum.sets;
        total.operations.extend(sum.operations);
        total.traces += sum.traces;
        total.executed += sum.executed;
        total.differences += sum.differences;
    }
    println!(
        "{} sets, {} operations, {} backends: {} traces, {} million instructions, {}",
        total.sets,
        total.operations.len(),
        backends.len(),
        total.traces,
        total.executed / 1_000_000,
        match (total.differences, is_right) {
            (0, true) => "no difference".to_string(),
            (0, false) => "FAILED".to_string(),
            (differences, _) => format!("{differences} DIFFERENCES"),
        }
    );
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
