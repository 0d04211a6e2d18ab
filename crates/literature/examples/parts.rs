//! Runs a part of a multiplier a given number of times. `tools/run cortex-a72` models the function
//! `measured` of this program.
//!
//! ```text
//! parts                            writes the rings, the multipliers and their parts
//! parts RING N MULTIPLIER PART     runs a part of a multiplier N times
//! ```

use std::error::Error;

use vectru_literature::workbench::all;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::Part;

/// Runs a task. It is a separate function, so that the program can be traced from the start of the
/// task to its end.
#[inline(never)]
fn measured(task: &mut dyn FnMut()) {
    task();
}

/// Writes a line for each part: ring, multiplier, part.
fn list() {
    for source in all() {
        let bench = source.build();
        for part in Part::ALL.iter().filter(|part| bench.has(**part)) {
            println!("{} {} {}", source.recipe.ring, source.recipe.name, part.name());
        }
    }
}

/// Runs a part `count` times on the best backend.
fn run(ring: &str, count: usize, multiplier: &str, part: &str) -> Result<(), Box<dyn Error>> {
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
        measured(&mut || result = bench.run(Backend::best(), part));
        result?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => list(),
        [ring, count, multiplier, part] => run(ring, count.parse()?, multiplier, part)?,
        _ => return Err("expected nothing, or a ring, a number, a multiplier and a part".into()),
    }
    Ok(())
}
