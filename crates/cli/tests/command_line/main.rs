//! The program from the outside: its output, its files, its failures.

mod documentation;
mod failures;
mod known_answers;
mod operations;
mod reports;
mod streams;
mod support;
