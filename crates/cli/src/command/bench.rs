//! `vectru bench`: measures, prints a table, and writes rows of JSON and a page of HTML.

use std::io::{Stderr, Write};

use vectru_bench::comparison;
use vectru_bench::{Report, kem, parts};
#[cfg(feature = "multipliers")]
use vectru_bench::{measure::Pace, multiply};
use vectru_polymul::dispatch::Backend;

use super::report::{self, Wanted};
use crate::arguments::{Bench, Comparison, Rows};
use crate::failure::Failure;
use crate::mechanism::no_random_bytes;

mod progress;

use progress::Reporter;

/// Runs a benchmark on `backends`.
pub(super) fn run(command: &Bench, backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    match command {
        #[cfg(not(feature = "multipliers"))]
        Bench::Multiply { .. } => Err(super::without_multipliers("bench multiply")),
        #[cfg(feature = "multipliers")]
        Bench::Multiply { ring, options } => {
            let ring = &ring.ring;
            let bench = multiply::Bench::named(ring)
                .ok_or_else(|| Failure::expected("--ring", "a ring of `vectru multipliers`", ring))?;
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(ring, progress);
                let found = bench.run_at(backends, Pace::fixed(options.runs), report_progress);
                found.map_err(|error| unmeasured(error.into()))
            };
            report(&[report::rows(&options.rows)], &options.rows, measure, out)
        }
        Bench::Kem { set, rng, options } => {
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(set.set.name(), progress);
                kem::run(set.set, backends, *rng, options.runs, report_progress).map_err(unmeasured)
            };
            report(&[report::rows(&options.rows)], &options.rows, measure, out)
        }
        Bench::Parts { set, options } => {
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(set.set.name(), progress);
                parts::run(set.set, backends, options.runs, report_progress).map_err(unmeasured)
            };
            report(&[report::rows(&options.rows)], &options.rows, measure, out)
        }
    }
}

/// Compares vectru on `backends` with its peers.
pub(super) fn compare(arguments: &Comparison, backends: Vec<Backend>, out: &mut impl Write) -> Result<(), Failure> {
    let Comparison { all, html, options } = arguments;
    let page: Wanted<'_, comparison::Comparison> = ("--html", html.as_deref(), comparison::Comparison::html);
    let choice = comparison::Options { all: *all, backends, runs: options.runs };
    let measure = |reporter: &mut Reporter<_>| {
        comparison::run(&choice, &command_line(), &mut |progress| reporter.comparison(progress)).map_err(unmeasured)
    };
    report(&[page, report::rows(&options.rows)], &options.rows, measure, out)
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

/// Measures, with a line of progress, and writes the report.
fn report<R: Report>(
    wanted: &[Wanted<'_, R>],
    Rows { force, .. }: &Rows,
    measure: impl FnOnce(&mut Reporter<Stderr>) -> Result<R, Failure>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let measure = || {
        let mut reporter = Reporter::new();
        let report = measure(&mut reporter);
        reporter.end();
        report
    };
    report::write(wanted, *force, measure, out)
}
