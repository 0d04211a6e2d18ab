//! The commands: one file for each, or for a few that belong together.

use std::io::Write;

use crate::arguments::{Arguments, Command};
use crate::failure::Failure;
use vectru_polymul::dispatch::{self, Backend};

mod bench;
mod completions;
mod demo;
#[cfg(feature = "explain")]
mod explain;
mod fingerprint;
mod kat;
mod keys;
mod list;
mod man;
#[cfg(feature = "explain")]
mod multipliers;
#[cfg(feature = "explain")]
mod plan;
mod report;
mod seed;
mod selftest;

/// Runs the command that the arguments name.
pub(crate) fn run(arguments: Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let forced = arguments.backend;
    // Counts and proofs are the same on every CPU, so these commands accept backends that this CPU
    // lacks.
    let on_any = matches!(arguments.command, Command::Explain(_) | Command::Plan(_));
    if let Some(backend) = forced.filter(|_| !on_any) {
        force(backend)?;
    }
    match arguments.command {
        Command::Demo { set } => demo::run(set.set, out),
        Command::List => list::run(out),
        Command::Keygen(options) => keys::generate(&options),
        Command::Encaps(options) => keys::encapsulate(&options),
        Command::Decaps(options) => keys::decapsulate(&options),
        Command::Seed(options) => seed::run(&options),
        Command::Fingerprint(options) => fingerprint::run(&options, out),
        Command::Kat(options) => kat::run(&options, out),
        Command::Selftest => selftest::run(&backends(forced), out),
        #[cfg(feature = "explain")]
        Command::Multipliers(rows) => multipliers::run(&rows, out),
        #[cfg(feature = "explain")]
        Command::Explain(options) => explain::run(&options, forced.unwrap_or_else(dispatch::backend), out),
        #[cfg(feature = "explain")]
        Command::Plan(options) => plan::run(&options, forced.unwrap_or_else(dispatch::backend), out),
        #[cfg(not(feature = "explain"))]
        Command::Multipliers(_) => Err(without_feature("multipliers", "explain")),
        #[cfg(not(feature = "explain"))]
        Command::Explain(_) => Err(without_feature("explain", "explain")),
        #[cfg(not(feature = "explain"))]
        Command::Plan(_) => Err(without_feature("plan", "explain")),
        Command::Bench { alone: Some(options), comparison } => {
            comparison.absent()?;
            bench::run(&options, &backends(forced), out)
        }
        Command::Bench { alone: None, comparison } => bench::compare(&comparison, backends(forced), out),
        #[cfg(feature = "multipliers")]
        Command::Tables(options) => bench::tables(&options, backends(forced), out),
        #[cfg(not(feature = "multipliers"))]
        Command::Tables(_) => Err(without_feature("tables", "multipliers")),
        Command::Completions { shell } => completions::run(shell, out),
        Command::Man(options) => man::run(&options, out),
    }
}

/// Returns the failure of a command in a program without the feature that it needs.
#[cfg(not(feature = "multipliers"))]
fn without_feature(command: &str, feature: &str) -> Failure {
    Failure::expected(command, format_args!("a program built with `--features {feature}`"), "one built without")
}

/// Makes all computations of the process run on this backend.
fn force(backend: Backend) -> Result<(), Failure> {
    dispatch::force(Some(backend)).map_err(|_| {
        let names: Vec<_> = Backend::available().map(Backend::name).collect();
        Failure::expected("--backend", format_args!("a backend of this CPU ({})", names.join(", ")), backend)
    })
}

/// Returns the backends that a command compares: all of this CPU, or the one that the arguments
/// name.
fn backends(forced: Option<Backend>) -> Vec<Backend> {
    forced.map_or_else(|| Backend::available().collect(), |backend| vec![backend])
}
