//! The program from the outside: what it prints, which files it makes, and how it fails.

mod failures;
mod known_answers;
mod operations;
mod reports;
mod support;
