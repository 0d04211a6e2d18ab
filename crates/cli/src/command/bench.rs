//! `vectru bench`: measures, prints a table, and writes rows of JSON.

use std::io::Write;
use std::path::Path;

use vectru_bench::{Report, kem, multiply};
use vectru_polymul::dispatch::Backend;

use crate::arguments::{Bench, BenchOptions};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::mechanism::{Mechanism, no_random_bytes};

/// Runs a benchmark on `backends`.
pub(super) fn run(command: &Bench, backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Bench::Multiply { ring, options } => {
            let bench = multiply::Bench::named(ring)
                .ok_or_else(|| Failure::expected("--ring", format_args!("one of {}", multiply::names()), ring))?;
            report(options, || Ok(bench.run(backends, options.runs)), out)
        }
        Bench::Kem { set, rng, options } => {
            let set = Mechanism::named(set)?.set;
            let rng: kem::RngSource =
                rng.parse().map_err(|_| Failure::expected("--rng", kem::RngSource::NAMES, rng))?;
            report(options, || kem::run(set, backends, rng, options.runs).map_err(no_random_bytes), out)
        }
    }
}

/// Measures, with the output file checked before the time is spent.
fn report<R: Report>(
    options: &BenchOptions,
    measure: impl FnOnce() -> Result<R, Failure>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let json: Option<&Path> = options.json.as_deref();
    if let Some(path) = json {
        files::check_writable(path, options.force)?;
    }
    let report = measure()?;
    write!(out, "{}", report.table())?;
    if let Some(path) = json {
        let rows = report.json();
        files::write(&[Output { path, bytes: rows.as_bytes(), secrecy: Secrecy::Public }], options.force)?;
    }
    Ok(())
}
