//! Plants faults in the operations of the catalogue's multipliers, runs the proofs with each fault,
//! and prints the faults that no proof notices and nothing explains.
//!
//! ```text
//! faults [STEP [WORD...]]     faults in one operation of STEP, 50 if it is not there, of the
//!                             multipliers with a WORD in their names, or of those that dispatch
//!                             chooses on some backend
//! ```
//!
//! A fault takes 10 to 200 ms, and a multiplier has up to 100,000 operations. The program runs on
//! all cores, and ends with status 1 if such a fault remains.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::dispatch::Backend;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let step: usize = arguments.next().map_or(Ok(50), |step| step.parse())?;
    let words: Vec<_> = arguments.collect();
    let is_meant = |entry: &&Entry| {
        let name = format!("{} {}", entry.recipe.ring, entry.recipe.name);
        if words.is_empty() {
            Backend::ALL.into_iter().any(|backend| entry.ships(backend))
        } else {
            words.iter().any(|word| name.contains(word.as_str()))
        }
    };
    let rest = Mutex::new(CATALOGUE.iter().filter(is_meant));
    let next = || rest.lock().ok()?.next();
    let totals = Mutex::new([0; 4]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(entry) = next() {
                    let outcome = entry.subject().plant_faults(0, step);
                    let counts = [
                        outcome.noticed,
                        outcome.same_polynomial,
                        outcome.without_influence,
                        outcome.unexplained.len(),
                    ];
                    if let Ok(mut totals) = totals.lock() {
                        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
                        println!("{} {}: {}", entry.recipe.ring, entry.recipe.name, Counts(counts));
                        outcome.unexplained.iter().for_each(|fault| println!("  {fault}"));
                    }
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    println!("{}", Counts(totals));
    // A run without faults shows nothing, so it fails.
    Ok(ExitCode::from(u8::from(totals[0] == 0 || totals[3] > 0)))
}

/// The numbers of outcomes, to be displayed.
struct Counts([usize; 4]);

impl std::fmt::Display for Counts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [noticed, same, without, unexplained] = self.0;
        write!(
            formatter,
            "{noticed} faults noticed; explained: {same} leave all polynomials, {without} have no influence; \
             {unexplained} unexplained"
        )
    }
}
