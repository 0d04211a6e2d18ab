//! Measurements of vectru, side by side and interleaved.
//!
//! - [`multiply`]: the multipliers of a ring, whole and in parts;
//! - [`kem`]: the operations of a mechanism, and those of its peers if feature `peers` builds them
//!   in;
//! - [`parts`]: what each part of such an operation takes;
//! - `sources`: the tables of the sources, with vectru's figures beside the printed ones (feature
//!   `multipliers`);
//! - [`comparison`]: all of that in one process, as a table, as rows of JSON and as a page of HTML.
//!
//! Of a multiplier it also says how much of its stack a product touches ([`workspace`]).
//!
//! Every figure is the median, the minimum and the quartiles of [`RUNS`] runs, or of fewer where
//! one takes long ([`Pace`](measure::Pace)). What is compared takes turns in short bursts
//! ([`measure`]), so that a change of the clock rate or a busy neighbour meets all alike. Each
//! burst begins with a run that is not counted, which warms the caches and the branch predictors
//! for the counted ones.
//!
//! The unit is the tick of the time-stamp counter on x86-64, and the nanosecond elsewhere
//! ([`stopwatch`]).

pub mod comparison;
#[cfg(feature = "multipliers")]
pub mod counts;
pub mod kem;
pub mod measure;
pub mod multiply;
pub mod parts;
#[cfg(feature = "multipliers")]
pub mod plans;
pub mod ratios;
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

/// The findings of a benchmark.
pub trait Report {
    /// For people: a heading that says what the figures are, and a table.
    fn table(&self) -> String;

    /// For programs: one row of JSON a line.
    fn json(&self) -> String;
}

/// One row of JSON a line.
fn json_lines<R: serde::Serialize>(rows: &[R]) -> String {
    // Rows are made of text and numbers, for which serialisation has no errors.
    rows.iter().filter_map(|row| serde_json::to_string(row).ok()).map(|row| row + "\n").collect()
}

/// The examples of the README, as tests: this crate depends on both libraries.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
