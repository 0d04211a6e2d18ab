//! Runs an operation of a mechanism twice, with the same random bytes in every run.
//! `tools/run cortex-a72` models its function `measured`.
//!
//! ```text
//! operation SET OPERATION                keygen, encaps or decaps
//! operation SET OPERATION READING...     writes what each part takes, where the clock reads these
//! ```
//!
//! The model runs it a second time, with the cycles of its function `clock` as readings.

use std::error::Error;
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::parts::{Part, Record, record};
use vectru::{Mechanism, Set};

/// The readings of the clock in an operation.
static READINGS: OnceLock<Vec<u64>> = OnceLock::new();

/// The number of readings since the operation began.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Returns the next reading. It is a function of its own, so that the model finds it.
#[inline(never)]
fn clock() -> u64 {
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    READINGS.get().and_then(|readings| readings.get(next)).copied().unwrap_or(0)
}

/// Records a task. It is a function of its own, so that a program can be traced from the start of
/// the task to its end.
#[inline(never)]
fn measured(task: &mut dyn FnMut()) -> Record {
    record(clock, task).1
}

/// Runs the named operation twice and returns the record of the second run.
struct Operation<'a>(&'a str);

impl Visitor for Operation<'_> {
    type Output = Option<Record>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        let rng = || NistDrbg::new(&[1; 48]);
        let (secret_key, public_key) = M::generate(&mut rng());
        let (ciphertext, _) = public_key.encapsulate(&mut rng());
        let mut task: Box<dyn FnMut()> = match self.0 {
            "keygen" => Box::new(|| drop(black_box(M::generate(&mut rng())))),
            "encaps" => Box::new(|| drop(black_box(black_box(&public_key).encapsulate(&mut rng())))),
            "decaps" => Box::new(|| drop(black_box(secret_key.decapsulate(black_box(&ciphertext))))),
            _ => return None,
        };
        measured(&mut task);
        NEXT.store(0, Ordering::Relaxed);
        Some(measured(&mut task))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set, operation, readings @ ..] = arguments.as_slice() else {
        return Err("expected a set, an operation, and readings".into());
    };
    READINGS.get_or_init(|| readings.iter().filter_map(|reading| reading.parse().ok()).collect());
    let set: Set = set.parse()?;
    let times = set.visit(Operation(operation)).ok_or("expected keygen, encaps or decaps")?;
    for part in Part::ALL {
        println!("{} {}", part.name(), times.of(part));
    }
    Ok(())
}
