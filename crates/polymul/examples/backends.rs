//! Asks for a product on each backend, and prints a line for each: its result is right, or the
//! reason why the backend is refused. The last line names the chosen backend.
//!
//! `cargo run --release --example backends`; `tools/run test-memory-safety masked` runs it on
//! emulated CPUs that lack features.

use vectru_polymul::dispatch::{self, Backend, Task};
use vectru_polymul::multiplier::multiply;
use vectru_polymul::ring::{Polynomial, Sntrup761};
use vectru_polymul::simd::Machine;

/// A task that reports that it has run.
struct Runs;

impl Task for Runs {
    type Output = bool;
    fn run<S: Machine>(self, _: S) -> bool {
        true
    }
}

fn main() {
    let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16 - 380);
    let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
    let expected = a.schoolbook(&b);
    for backend in Backend::ALL {
        match (dispatch::force(Some(backend)), backend.run(Runs)) {
            (Ok(()), Ok(true)) => {
                let result = if multiply(&a, &b) == expected { "right" } else { "WRONG" };
                println!("{backend}: {result}");
            }
            (Err(forced), Err(run)) if forced == run => println!("{backend}: refused: {forced}"),
            (forced, run) => println!("{backend}: CONTRADICTORY: {forced:?}, {run:?}"),
        }
    }
    match dispatch::force(None) {
        Ok(()) => println!("chosen: {}", dispatch::backend()),
        Err(error) => println!("chosen: REFUSED: {error}"),
    }
}
