//! `vectru bench`: measures, prints a table, and writes rows of JSON and a page of HTML.

use std::io::{Stderr, Write};
use std::path::Path;

use vectru_bench::comparison;
use vectru_bench::measure::Pace;
use vectru_bench::{Report, kem, multiply, parts};
use vectru_polymul::dispatch::Backend;

use crate::arguments::{Bench, BenchOptions, Comparison};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::mechanism::no_random_bytes;

mod progress;

use progress::Teller;

/// Runs a benchmark on `backends`.
pub(super) fn run(command: &Bench, backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Bench::Multiply { ring, options } => {
            let bench = multiply::Bench::named(ring)
                .ok_or_else(|| Failure::expected("--ring", format_args!("one of {}", multiply::names()), ring))?;
            let measure = |teller: &mut Teller<_>| {
                Ok(bench.run_at(backends, Pace::fixed(options.runs), &mut |news| teller.single(ring, news)))
            };
            report(&[rows(options)], options.force, measure, out)
        }
        Bench::Kem { set, rng, options } => {
            let measure = |teller: &mut Teller<_>| {
                let tell = &mut |news| teller.single(set.set.name(), news);
                kem::run(set.set, backends, *rng, options.runs, tell).map_err(unmeasured)
            };
            report(&[rows(options)], options.force, measure, out)
        }
        Bench::Parts { set, options } => {
            let measure = |teller: &mut Teller<_>| {
                let tell = &mut |news| teller.single(set.set.name(), news);
                parts::run(set.set, backends, options.runs, tell).map_err(unmeasured)
            };
            report(&[rows(options)], options.force, measure, out)
        }
    }
}

/// Measures vectru on `backends` beside its peers, or everything.
pub(super) fn compare(arguments: &Comparison, backends: Vec<Backend>, out: &mut impl Write) -> Result<(), Failure> {
    let Comparison { all, html, options } = arguments;
    let page: Wanted<'_, comparison::Comparison> = ("--html", html.as_deref(), comparison::Comparison::html);
    let choice = comparison::Options { all: *all, backends, runs: options.runs };
    let measure = |teller: &mut Teller<_>| {
        comparison::run(&choice, &command_line(), &mut |news| teller.comparison(news)).map_err(unmeasured)
    };
    report(&[page, rows(options)], options.force, measure, out)
}

/// Returns the command line with the name of the program instead of its path.
fn command_line() -> String {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once("vectru".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Returns the failure of a measurement.
fn unmeasured(error: kem::Error) -> Failure {
    match error {
        kem::Error::RandomBytes(error) => no_random_bytes(error),
        error => Failure::new("bench", error),
    }
}

/// An output that is made of a report: its option, its path if it is wanted, and its text.
type Wanted<'a, R> = (&'static str, Option<&'a Path>, fn(&R) -> String);

/// Returns the output of rows of JSON.
fn rows<R: Report>(options: &BenchOptions) -> Wanted<'_, R> {
    ("--json", options.json.as_deref(), R::json)
}

/// Measures, and writes the outputs and the table. The outputs are checked before the time is spent. Where one of them is
/// standard output, the table is left out.
fn report<R: Report>(
    wanted: &[Wanted<'_, R>],
    force: bool,
    measure: impl FnOnce(&mut Teller<Stderr>) -> Result<R, Failure>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wanted: Vec<_> = wanted.iter().filter_map(|(option, path, make)| Some((*option, (*path)?, make))).collect();
    files::check_distinct(&[], &wanted.iter().map(|(option, path, _)| (*option, *path)).collect::<Vec<_>>())?;
    for (_, path, _) in &wanted {
        files::check_writable(path, force)?;
    }
    let mut teller = Teller::new();
    let report = measure(&mut teller);
    teller.end();
    let report = report?;
    if !wanted.iter().any(|(_, path, _)| files::is_standard_output(path)) {
        write!(out, "{}", report.table())?;
    }
    let texts: Vec<_> = wanted.iter().map(|(_, path, make)| (path, make(&report))).collect();
    let outputs: Vec<_> =
        texts.iter().map(|(path, text)| Output { path, bytes: text.as_bytes(), secrecy: Secrecy::Public }).collect();
    files::write(&outputs, force)
}
