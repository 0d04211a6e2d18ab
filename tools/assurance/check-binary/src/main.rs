//! Proves the products of a program from its machine code.
//!
//! ```text
//! check-binary [--ring NAME]... [--backend NAME]... [--pairs] [--list] PROGRAM
//! ```
//!
//! PROGRAM is a program, a shared library or a module of WebAssembly that contains vectru. Each
//! function that its marks name is executed on symbolic operands, instruction by instruction as it
//! lies in the program, and the terms of its result are proved to be the product in the ring. The
//! exit status is 0 if all are accepted, 1 if one is not, and 2 if the program cannot be checked.

mod aarch64;
mod cell;
mod condition;
mod execution;
mod form;
mod image;
mod lanes;
mod library;
mod mark;
mod memory;
mod product;
mod random;
mod report;
mod ring;
mod statement;
mod term;
#[cfg(test)]
mod tests;
mod thumb;
mod wasm;
mod words;
mod x86;

use std::path::PathBuf;
use std::process::ExitCode;

use image::Image;
use mark::Marks;
use product::Program;
use report::Report;

/// The command line.
#[derive(Default)]
struct Arguments {
    rings: Vec<String>,
    backends: Vec<String>,
    pairs: bool,
    list: bool,
    program: PathBuf,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut programs = Vec::new();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("expected a name after {word}, found the end"));
            match word.as_str() {
                "--ring" => arguments.rings.push(value()?),
                "--backend" => arguments.backends.push(value()?),
                "--pairs" => arguments.pairs = true,
                "--list" => arguments.list = true,
                _ if word.starts_with('-') => {
                    return Err(format!("expected --ring, --backend, --pairs, --list or a program, found {word}"));
                }
                _ => programs.push(word),
            }
        }
        let [program] = programs.as_slice() else {
            return Err(format!("expected one program, found {}", programs.len()));
        };
        arguments.program = program.into();
        Ok(arguments)
    }
}

fn main() -> ExitCode {
    let outcome = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| check(&arguments));
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("check-binary: {reason}");
            ExitCode::from(2)
        }
    }
}

fn check(arguments: &Arguments) -> Result<bool, String> {
    let image = Image::read(&arguments.program)?;
    let marks = Marks::read(&image)?;
    let mut rings: Vec<_> = marks.functions.iter().map(|function| function.ring.clone()).collect();
    rings.dedup();
    rings.retain(|ring| arguments.rings.is_empty() || arguments.rings.contains(&ring.name));
    if let Some(name) = arguments.rings.iter().find(|name| !rings.iter().any(|ring| ring.name == **name)) {
        return Err(format!("expected a ring of the program, found {name}"));
    }
    if rings.is_empty() {
        return Err("the program has no product".into());
    }
    let mut backends = image.architecture.backends().to_vec();
    let names = backends.iter().map(|backend| backend.1).collect::<Vec<_>>().join(", ");
    if let Some(other) = arguments.backends.iter().find(|name| !backends.iter().any(|backend| backend.1 == **name)) {
        return Err(format!("expected a backend of {names}, found {other}"));
    }
    backends.retain(|backend| arguments.backends.is_empty() || arguments.backends.contains(&backend.1.into()));
    let program = Program { image: &image, marks: &marks };
    let report = Report::of(&program, &rings, &backends, arguments.pairs);
    report.print(&image, arguments.list);
    Ok(report.is_accepted())
}
