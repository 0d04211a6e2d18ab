//! The tables and figures of the documentation, generated from rows of measured figures.
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
//! line of a block names the table and its arguments, as [`tables::render`] lists them. Figures in
//! prose stand in markers of their own, as [`inline`] describes; others are an error, by [`prose`].

pub mod choice;
pub mod error;
pub mod inline;
pub mod pages;
pub mod prose;
pub mod rows;
pub mod tables;

pub use error::Error;
pub use rows::Figures;
