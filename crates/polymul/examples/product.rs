//! Multiplies two polynomials of a ring a given number of times: the program whose instructions
//! `tools/count-aarch64` counts, and whose function `measured` `tools/cortex-a72` models.
//!
//! ```text
//! product                            writes the names of the rings, and of their multipliers on Neon
//! product RING N                     multiplies N times, by the multiplier that dispatch chooses
//! product --parts                    writes the rings, the multipliers and their parts
//! product RING N MULTIPLIER PART     runs a part of a multiplier N times
//! ```
//!
//! Parts take feature `workbench`.

use std::error::Error;
use std::hint::black_box;

use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Multiply, chosen, multiply};
use vectru_polymul::ring::{self, Polynomial};

/// Runs a task. It is a function of its own, so that a program can be traced from the start of the
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

/// The parts of all multipliers.
#[cfg(feature = "workbench")]
mod parts {
    use std::error::Error;

    use vectru_polymul::dispatch::Backend;
    use vectru_polymul::workbench::{Part, all};

    /// Writes a line for each part: ring, multiplier, part.
    pub(crate) fn list() {
        for source in all() {
            let bench = source.build();
            for part in Part::ALL.iter().filter(|part| bench.has(**part)) {
                println!("{} {} {}", source.recipe.ring, source.recipe.name, part.name());
            }
        }
    }

    /// Runs a part `count` times on the best backend.
    pub(crate) fn run(ring: &str, count: usize, multiplier: &str, part: &str) -> Result<(), Box<dyn Error>> {
        let source = all()
            .find(|source| source.recipe.ring == ring && source.recipe.name == multiplier)
            .ok_or("no such multiplier is compiled")?;
        let part = *Part::ALL.iter().find(|one| one.name() == part).ok_or("no such part")?;
        let mut bench = source.build();
        for which in 0..2 {
            bench.set_operand(which, &|k| k as i16 % 1000);
        }
        bench.set_small(&|k| 1 - (k % 3) as i8);
        for _ in 0..count {
            let mut result = Ok(());
            super::measured(&mut || result = bench.run(Backend::best(), part));
            result?;
        }
        Ok(())
    }
}

/// The parts of no multiplier.
#[cfg(not(feature = "workbench"))]
mod parts {
    use std::error::Error;

    /// Writes nothing.
    pub(crate) fn list() {}

    /// Fails.
    pub(crate) fn run(_: &str, _: usize, _: &str, _: &str) -> Result<(), Box<dyn Error>> {
        Err("expected feature `workbench`".into())
    }
}

/// The name, the name of the multiplier on Neon, and the function of a ring.
type Entry = (&'static str, &'static str, fn(usize));

/// Declares the entries from the list of multipliers.
macro_rules! rings {
    ($($feature:literal $ring:ident: $chosen:ident $(, $other:ident: $($backend:ident)|+)?;
        $($(#[$only:meta])? $kind:ident $multiplier:ident),+;)+) => {
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
        [list] if list == "--parts" => parts::list(),
        [ring, count, multiplier, part] => parts::run(ring, count.parse()?, multiplier, part)?,
        [ring, count] => {
            let (_, _, run) = rings.iter().find(|(name, ..)| name == ring).ok_or("no such ring is compiled")?;
            run(count.parse()?);
        }
        _ => return Err("expected nothing, --parts, or a ring, a number, and a part or none".into()),
    }
    Ok(())
}
