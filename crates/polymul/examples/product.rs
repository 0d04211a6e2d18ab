//! Multiplies two polynomials of a ring a given number of times: `tools/run test-aarch64 --count`
//! counts the instructions of this program, and `tools/run cortex-a72` models its function
//! `measured`.
//!
//! ```text
//! product             writes the names of the rings, and of their multipliers on Neon
//! product RING N      multiplies N times, by the multiplier that dispatch chooses
//! ```
//!
//! The example `parts` of `vectru-literature` runs parts of any multiplier.

use std::error::Error;
use std::hint::black_box;

use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Multiply, chosen, multiply};
use vectru_polymul::ring::{self, Polynomial};

/// Runs a task. It is a separate function, so that the program can be traced from the start of the
/// task to its end.
#[inline(never)]
fn measured(task: &mut dyn FnMut()) {
    task();
}

/// Multiplies `count` times in the ring.
fn run<R: Multiply>(count: usize) {
    let operand = Polynomial::<R>::from_fn(|k| k as i16 % 1000);
    for _ in 0..count {
        measured(&mut || {
            black_box(multiply(black_box(&operand), black_box(&operand)));
        });
    }
}

/// The name, the name of the multiplier on Neon, and the function of a ring.
type Entry = (&'static str, &'static str, fn(usize));

/// Declares the entries from the list of multipliers.
macro_rules! rings {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        vec![$(
            #[cfg(feature = $feature)]
            ($feature, chosen::<ring::$ring>(Backend::Neon).name, run::<ring::$ring> as fn(usize)),
        )+]
    };
}

fn main() -> Result<(), Box<dyn Error>> {
    let rings: Vec<Entry> = vectru_polymul::for_each_multiplier!(rings);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => rings.iter().for_each(|(ring, multiplier, _)| println!("{ring} {multiplier}")),
        [ring, count] => {
            let (_, _, run) = rings.iter().find(|(name, ..)| name == ring).ok_or("no such ring is compiled")?;
            run(count.parse()?);
        }
        _ => return Err("expected nothing, or a ring and a number".into()),
    }
    Ok(())
}
