//! The program from the outside: its output, its files, its failures.

mod documentation;
mod failures;
mod hostile_files;
mod key_files;
mod known_answers;
#[cfg(feature = "multipliers")]
mod measurements;
#[cfg(feature = "explain")]
mod multipliers;
mod operations;
mod reports;
mod streams;
mod support;
