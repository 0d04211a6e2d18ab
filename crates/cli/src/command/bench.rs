//! `vectru bench`: measures, prints a table, and writes rows of JSON and a page of HTML.

use std::io::{Stderr, Write};
#[cfg(not(feature = "libraries"))]
use std::path::Path;

use vectru::Set;
use vectru_bench::comparison;
use vectru_bench::{Report, Setting, kem, multiply, parts};
#[cfg(feature = "multipliers")]
use vectru_bench::{measure::Pace, sources};
use vectru_polymul::dispatch::Backend;

use super::report::{self, Wanted};
#[cfg(feature = "multipliers")]
use crate::arguments::Tables;
use crate::arguments::{Bench, BenchOptions, Comparison, Page, Peers, Rows};
use crate::failure::Failure;
use crate::mechanism::no_random_bytes;

#[cfg(feature = "libraries")]
mod libraries;
mod progress;

#[cfg(feature = "libraries")]
use libraries::open;
use progress::Reporter;

/// Runs a benchmark on `backends`.
pub(super) fn run(command: &Bench, backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    match command {
        #[cfg(not(feature = "multipliers"))]
        Bench::Multiply { .. } => Err(super::without_feature("bench multiply", "multipliers")),
        #[cfg(feature = "multipliers")]
        Bench::Multiply { ring, page, options } => {
            let ring = &ring.ring;
            let bench = multiply::Bench::named(ring)
                .ok_or_else(|| Failure::expected("--ring", "a ring of `vectru multipliers`", ring))?;
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(ring, progress);
                let found = bench.run_at(backends, Pace::fixed(options.runs), report_progress);
                found.map_err(|error| unmeasured(error.into()))
            };
            let html = |figures: &multiply::Figures| html_of(Vec::new(), vec![figures.clone()]);
            report(&[report::page(page, html), report::rows(&options.rows)], &options.rows, measure, out)
        }
        Bench::Kem { set, rng, multiplier, page, options } => {
            let multiplier = multiplier.as_deref().map(known_multiplier).transpose()?;
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(set.set.name(), progress);
                kem::run(set.set, backends, *rng, multiplier, options.runs, report_progress).map_err(unmeasured)
            };
            let html = |figures: &kem::Figures| html_of(vec![figures.clone()], Vec::new());
            report(&[report::page(page, html), report::rows(&options.rows)], &options.rows, measure, out)
        }
        Bench::Parts { set, options } => {
            let measure = |reporter: &mut Reporter<_>| {
                let report_progress = &mut |progress| reporter.single(set.set.name(), progress);
                parts::run(set.set, backends, options.runs, report_progress).map_err(unmeasured)
            };
            report(&[report::rows(&options.rows)], &options.rows, measure, out)
        }
        Bench::Peers(Peers { libraries, all, sets, loads, page, options }) => {
            let libraries = libraries.iter().map(|path| open(path, *loads)).collect::<Result<Vec<_>, _>>()?;
            let sets = if *all {
                Set::ALL.to_vec()
            } else if !sets.is_empty() {
                sets.clone()
            } else if libraries.is_empty() {
                comparison::CHOICE.to_vec()
            } else {
                Set::ALL.into_iter().filter(|set| libraries.iter().any(|library| library.has(*set))).collect()
            };
            let (runs, backends) = (options.runs, backends.to_vec());
            let choice = comparison::Options { sets, multipliers: false, backends, libraries, runs };
            run_comparison(&choice, page, options, out)
        }
    }
}

/// Returns the failure of a library, in a program that loads none.
#[cfg(not(feature = "libraries"))]
fn open(_: &Path, _: usize) -> Result<kem::Library, Failure> {
    Err(Failure::expected("--library", "a program built with `--features libraries`", "one built without"))
}

/// Compares vectru on `backends` with the peers that are built in.
pub(super) fn compare(arguments: &Comparison, backends: Vec<Backend>, out: &mut impl Write) -> Result<(), Failure> {
    let Comparison { all, page, options } = arguments;
    let sets = if *all { Set::ALL.to_vec() } else { comparison::CHOICE.to_vec() };
    let (libraries, runs) = (Vec::new(), options.runs);
    let choice = comparison::Options { sets, multipliers: *all, backends, libraries, runs };
    run_comparison(&choice, page, options, out)
}

/// Returns the page of a mechanism's or a ring's figures.
fn html_of(kem: Vec<kem::Figures>, multiply: Vec<multiply::Figures>) -> String {
    comparison::Comparison { setting: Setting::of(&command_line()), kem, multiply }.html()
}

/// Runs a comparison, and writes its table, its rows and its page.
fn run_comparison(
    choice: &comparison::Options,
    page: &Page,
    options: &BenchOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let page = report::page(page, comparison::Comparison::html);
    let measure = |reporter: &mut Reporter<_>| {
        comparison::run(choice, &command_line(), &mut |progress| reporter.comparison(progress)).map_err(unmeasured)
    };
    report(&[page, report::rows(&options.rows)], &options.rows, measure, out)
}

/// Measures the counterparts of the figures in the tables of a source.
#[cfg(feature = "multipliers")]
pub(super) fn tables(arguments: &Tables, backends: Vec<Backend>, out: &mut impl Write) -> Result<(), Failure> {
    let Tables { source, table, n, m, page, options } = arguments;
    let known = sources::SOURCES.iter().find(|known| known.name == source);
    let source = known.ok_or_else(|| Failure::expected("source", "a source of `vectru tables --help`", source))?;
    if let Some(number) = table {
        let numbers: Vec<_> = source.numbers().collect();
        if !numbers.iter().any(|known| known.eq_ignore_ascii_case(number)) {
            return Err(Failure::expected("--table", format_args!("one of {}", numbers.join("; ")), number));
        }
    }
    if m > n {
        return Err(Failure::expected("-m", format_args!("at most {n}, the value of -n"), m));
    }
    let page = report::page(page, sources::Figures::html);
    let sizes = sources::Sizes { size: *n, leaf: *m };
    let choice = sources::Options { source, table: table.clone(), backends, runs: options.runs, sizes };
    let measure = |reporter: &mut Reporter<_>| {
        let report_progress = &mut |progress| reporter.single(source.key, progress);
        sources::run(&choice, &command_line(), report_progress).map_err(unmeasured)
    };
    report(&[page, report::rows(&options.rows)], &options.rows, measure, out)
}

/// Returns the catalogue's name of a multiplier.
#[cfg(feature = "multipliers")]
fn known_multiplier(name: &str) -> Result<&'static str, Failure> {
    let known = vectru_catalogue::CATALOGUE.iter().map(|entry| entry.recipe.name).find(|known| *known == name);
    known.ok_or_else(|| Failure::expected("--multiplier", "a multiplier of `vectru multipliers`", name))
}

#[cfg(not(feature = "multipliers"))]
fn known_multiplier(_: &str) -> Result<&'static str, Failure> {
    Err(super::without_feature("bench kem --multiplier", "multipliers"))
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
