//! Runs the checks of a program on all processors, and says what they found.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::execution::Backend;
use crate::image::Image;
use crate::product::{Executed, Outcome, Program};
use crate::ring::Ring;

/// The outcomes for a ring on a backend.
struct Row {
    ring: Ring,
    backend: &'static str,
    prepared_on: &'static str,
    outcomes: Vec<Outcome>,
    executed: Executed,
    seconds: f64,
}

/// The outcomes of a program.
pub struct Report {
    rows: Vec<Row>,
    seconds: f64,
}

impl Report {
    /// Checks the functions of rings on backends; `pairs` says whether also with operands that were
    /// prepared on another one of them.
    pub fn of(program: &Program<'_>, rings: &[Ring], backends: &[Backend], pairs: bool) -> Self {
        let start = Instant::now();
        let others = |backend: Backend| {
            let other = move |&other: &Backend| (other == backend || pairs).then_some((backend, other));
            backends.iter().filter_map(other)
        };
        let combinations: Vec<_> = backends.iter().flat_map(|&backend| others(backend)).collect();
        let tasks: Vec<_> =
            rings.iter().flat_map(|ring| combinations.iter().map(move |&combination| (ring, combination))).collect();
        let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(&(ring, ((number, backend), (other, prepared_on)))) =
                tasks.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let start = Instant::now();
                let (outcomes, executed) = program.check(ring, number, other);
                let (ring, seconds) = (ring.clone(), start.elapsed().as_secs_f64());
                let row = Row { ring, backend, prepared_on, outcomes, executed, seconds };
                row.print();
                rows.lock().expect("no thread panics with it").push(row);
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        let rows = rows.into_inner().expect("no thread panics with it");
        Self { rows, seconds: start.elapsed().as_secs_f64() }
    }

    /// Returns true if all was accepted.
    pub fn is_accepted(&self) -> bool {
        self.rows.iter().all(|row| row.outcomes.iter().all(|outcome| outcome.result.is_ok()))
    }

    /// Prints the sums, and what was not executed.
    pub fn print(&self, image: &Image, list: bool) {
        let mut addresses = BTreeSet::new();
        let mut called: BTreeSet<&str> = BTreeSet::new();
        let (mut products, mut accepted, mut instructions, mut terms) = (0, 0, 0, 0);
        for row in &self.rows {
            products += row.outcomes.len();
            accepted += row.outcomes.iter().filter(|outcome| outcome.result.is_ok()).count();
            instructions += row.executed.instructions;
            terms += row.executed.terms;
            addresses.extend(&row.executed.addresses);
            called.extend(&row.executed.called);
        }
        let others = image.multiplying_functions(&addresses);
        let names: Vec<_> = called.into_iter().collect();
        println!(
            "functions of other libraries, taken to do what they document: {}",
            if names.is_empty() { "none".into() } else { names.join(", ") }
        );
        println!("functions with products of vectors that were not executed: {}", others.len());
        if list {
            others.iter().for_each(|&address| println!("  {}", image.place(address)));
        }
        println!(
            "{accepted} of {products} products accepted: {} instructions of the program, {instructions} executed, {terms} terms, {:.0} seconds",
            addresses.len(),
            self.seconds
        );
    }
}

impl Row {
    /// Prints the row, and what was rejected.
    fn print(&self) {
        let accepted = self.outcomes.iter().filter(|outcome| outcome.result.is_ok()).count();
        println!(
            "{} {} on {}{}: {accepted} of {} products accepted, {:.1} seconds",
            self.ring.name,
            self.ring.formula(),
            self.backend,
            if self.prepared_on == self.backend {
                String::new()
            } else {
                format!(", prepared on {}", self.prepared_on)
            },
            self.outcomes.len(),
            self.seconds
        );
        for outcome in &self.outcomes {
            if let Err(reason) = &outcome.result {
                println!("  rejected: {}: {reason}", outcome.kind);
            }
        }
    }
}
