//! Measurements of vectru and of other implementations, interleaved.
//!
//! - [`multiply`]: the multipliers of a ring, whole and in parts;
//! - [`kem`]: the operations of a mechanism, and of its peers with feature `peers`;
//! - [`parts`]: the time of each part of an operation;
//! - `ports`: the cycles that a core takes at least for a product (feature `multipliers`);
//! - `sources`: the tables of the sources, with vectru's figures beside the printed ones (feature
//!   `multipliers`);
//! - [`comparison`]: mechanisms and multipliers in one process, as a table, as rows of JSON and as
//!   a page of HTML.
//!
//! [`workspace`] measures how much stack a product of a multiplier touches.
//!
//! A figure has the median, the minimum and the quartiles of [`RUNS`] runs, or of fewer runs if one
//! takes long ([`Pace`](measure::Pace)). The compared computations take turns in short bursts
//! ([`measure`]), so that a change of the clock rate or other work of the machine affects all of
//! them alike. Each burst begins with a run that is not counted; it warms the caches and the branch
//! predictors.
//!
//! The unit is the tick of the time-stamp counter on x86-64, and the nanosecond elsewhere
//! ([`stopwatch`]).

pub mod comparison;
#[cfg(feature = "catalogue")]
pub mod counts;
pub mod kem;
pub mod measure;
pub mod multiply;
pub mod parts;
#[cfg(feature = "catalogue")]
pub mod plans;
#[cfg(feature = "catalogue")]
pub mod ports;
pub mod ratios;
#[cfg(feature = "catalogue")]
pub mod recipes;
mod report;
mod setting;
#[cfg(feature = "multipliers")]
pub mod sources;
pub mod stopwatch;
mod table;
pub mod workspace;

pub use measure::{RUNS, Summary};
pub use setting::Setting;
pub use table::Table;

/// The results of a benchmark.
pub trait Report {
    /// Returns the results for people: a heading that names the figures, and a table.
    fn table(&self) -> String;

    /// Returns the results for programs: one row of JSON on each line.
    fn json(&self) -> String;
}

/// Returns the rows as JSON, one on each line.
fn json_lines<R: serde::Serialize>(rows: &[R]) -> String {
    // Rows consist of text and numbers, whose serialisation does not fail.
    rows.iter().filter_map(|row| serde_json::to_string(row).ok()).map(|row| row + "\n").collect()
}

/// The examples of the README, as tests: this crate depends on both libraries.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
