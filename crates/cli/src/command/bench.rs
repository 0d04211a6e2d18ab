//! `vectru bench`: measures, prints a table, and writes rows of JSON and a page of HTML.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use vectru_bench::comparison::{self, Progress};
#[cfg(feature = "multipliers")]
use vectru_bench::multiply;
use vectru_bench::{Report, kem, parts};
use vectru_polymul::dispatch::Backend;

use crate::arguments::{Bench, BenchOptions, Comparison};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::mechanism::{Mechanism, no_random_bytes};

/// Runs a benchmark on `backends`.
pub(super) fn run(command: &Bench, backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    match command {
        #[cfg(not(feature = "multipliers"))]
        Bench::Multiply { .. } => Err(super::without_multipliers("bench multiply")),
        #[cfg(feature = "multipliers")]
        Bench::Multiply { ring, options } => {
            let bench = multiply::Bench::named(ring).ok_or_else(|| {
                Failure::expected("--ring", format_args!("one of {}", multiply::Bench::names()), ring)
            })?;
            let measure = || bench.run(backends, options.runs).map_err(|error| unmeasured(error.into()));
            report(&[rows(options)], options.force, measure, out)
        }
        Bench::Kem { set, rng, options } => {
            let set = Mechanism::named(set)?.set;
            let rng: kem::RngSource =
                rng.parse().map_err(|_| Failure::expected("--rng", kem::RngSource::NAMES, rng))?;
            let measure = || kem::run(set, backends, rng, options.runs).map_err(unmeasured);
            report(&[rows(options)], options.force, measure, out)
        }
        Bench::Parts { set, options } => {
            let set = Mechanism::named(set)?.set;
            let measure = || parts::run(set, backends, options.runs).map_err(unmeasured);
            report(&[rows(options)], options.force, measure, out)
        }
    }
}

/// Measures vectru on `backends` beside its peers, or everything.
pub(super) fn compare(arguments: &Comparison, backends: Vec<Backend>, out: &mut impl Write) -> Result<(), Failure> {
    let Comparison { all, html, options } = arguments;
    if let (Some(html), Some(json)) = (html, &options.json) {
        files::check_distinct(&[("--html", html), ("--json", json)])?;
    }
    let page: Wanted<'_, comparison::Comparison> = (html.as_deref(), comparison::Comparison::html);
    let wanted = comparison::Options { all: *all, backends, runs: options.runs };
    let measure = || {
        let found = comparison::run(&wanted, &command_line(), &mut show);
        clear();
        found.map_err(unmeasured)
    };
    report(&[page, rows(options)], options.force, measure, out)
}

/// The command line as the user knows it, whatever the program's path is.
fn command_line() -> String {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once("vectru".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Shows how far the measurement is, on one line that is written anew, if there is a terminal to see it.
fn show(progress: Progress) {
    let Progress { name, step, steps, share } = progress;
    if io::stderr().is_terminal() {
        // Nothing depends on it.
        let _ =
            write!(io::stderr(), "\r\x1b[Kmeasuring {name} ({} of {steps}), {:.0} percent", step + 1, share * 100.0);
    }
}

/// Takes that line away.
fn clear() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// The failure of a measurement.
fn unmeasured(error: kem::Error) -> Failure {
    match error {
        kem::Error::RandomBytes(error) => no_random_bytes(error),
        error => Failure::new("bench", error),
    }
}

/// A file that is made of what was measured, if it has a name.
type Wanted<'a, R> = (Option<&'a Path>, fn(&R) -> String);

/// The rows of JSON.
fn rows<R: Report>(options: &BenchOptions) -> Wanted<'_, R> {
    (options.json.as_deref(), R::json)
}

/// Measures, with the output files checked before the time is spent.
fn report<R: Report>(
    wanted: &[Wanted<'_, R>],
    force: bool,
    measure: impl FnOnce() -> Result<R, Failure>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wanted: Vec<_> = wanted.iter().filter_map(|(path, make)| Some(((*path)?, make))).collect();
    for (path, _) in &wanted {
        files::check_writable(path, force)?;
    }
    let report = measure()?;
    write!(out, "{}", report.table())?;
    let texts: Vec<_> = wanted.iter().map(|(path, make)| (path, make(&report))).collect();
    let outputs: Vec<_> =
        texts.iter().map(|(path, text)| Output { path, bytes: text.as_bytes(), secrecy: Secrecy::Public }).collect();
    files::write(&outputs, force)
}
