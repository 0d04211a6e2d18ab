//! The tables of the documentation, generated from rows of measured figures.
//!
//! `docs/figures/*.jsonl` contains rows of JSON, one on each line, as `vectru bench … --json`
//! writes them. A page of `docs/` contains blocks
//!
//! ```text
//! <!-- figures: peers sntrup761 -->
//! (a table)
//! <!-- end of figures -->
//! ```
//!
//! `cargo run -p vectru-figures` rewrites the table of every block from the rows;
//! `cargo run -p vectru-figures -- --check` reports the first block whose table differs. The first
//! line of a block names the table and its arguments, as [`tables::render`] lists them.

pub mod choice;
pub mod error;
pub mod pages;
pub mod program;
pub mod rows;
pub mod tables;

pub use error::Error;
pub use rows::Figures;
