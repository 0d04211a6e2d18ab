//! Proves the products of a program from its machine code.
//!
//!     check-binary [--ring NAME]... [--backend NAME]... PROGRAM
//!
//! PROGRAM is a program or a shared library that contains vectru.

mod cell;
mod form;
mod image;
mod mark;
mod memory;
mod product;
mod random;
mod statement;
mod term;
mod words;
mod x86;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use image::Image;
use mark::Marks;
use product::{BACKENDS, Checker};

fn main() -> ExitCode {
    let (mut rings, mut backends, mut kinds, mut program) = (Vec::new(), Vec::new(), Vec::new(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--ring" => rings.extend(arguments.next()),
            "--backend" => backends.extend(arguments.next()),
            "--kind" => kinds.extend(arguments.next()),
            _ => program = Some(argument),
        }
    }
    let Some(program) = program else {
        eprintln!("expected a program, found none");
        return ExitCode::from(2);
    };
    match check(Path::new(&program), &rings, &backends, &kinds) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn check(program: &Path, rings: &[String], backends: &[String], kinds: &[String]) -> Result<bool, String> {
    let image = Image::read(program)?;
    let marks = Marks::read(&image)?;
    println!("{} functions", marks.functions.len());
    let mut accepted = true;
    for function in &marks.functions {
        if !rings.is_empty() && !rings.contains(&function.ring.name) {
            continue;
        }
        if !kinds.is_empty() && !kinds.contains(&format!("{:?}", function.kind)) {
            continue;
        }
        for (number, backend) in BACKENDS {
            if !backends.is_empty() && !backends.iter().any(|name| name == backend) {
                continue;
            }
            let start = Instant::now();
            let mut checker = Checker::new(&image, &marks);
            let Some(outcome) = checker.check(function, number, number) else { continue };
            let executed = &checker.executed;
            println!(
                "{} {:?} {backend}: {} ({} instructions, {} terms, {:.1} s)",
                function.ring.name,
                function.kind,
                match &outcome {
                    Ok(()) => "accepted",
                    Err(reason) => reason,
                },
                executed.instructions,
                executed.terms,
                start.elapsed().as_secs_f64()
            );
            accepted &= outcome.is_ok();
        }
    }
    Ok(accepted)
}
