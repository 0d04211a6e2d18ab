//! Targets that give arbitrary bytes to vectru, and check what it does with them.
//!
//! Each target gives bytes to the library in one way, and panics if the library breaks a promise.
//! `cargo fuzz` searches for bytes that make a target panic: see `fuzz/`. It keeps bytes that take
//! different paths in `fuzz/corpus/TARGET`, and a test runs all of them.
//!
//! ```
//! let longest = [7; 3000];
//! for target in vectru_inputs::TARGETS {
//!     (target.run)(&longest);
//! }
//! ```

use vectru::{Error, Object, Set};

mod decapsulate;
mod exchange;
mod files;
mod load;
mod multiply;

/// A way to give bytes to the library.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the fuzz target and of the folder of its corpus.
    pub name: &'static str,
    /// Gives bytes to the library.
    ///
    /// # Panics
    ///
    /// Panics if the library breaks a promise.
    pub run: fn(&[u8]),
    /// True if the first byte chooses a parameter set.
    pub chooses_set: bool,
}

/// The targets.
pub const TARGETS: &[Target] = &[
    Target { name: "load", run: load::run, chooses_set: true },
    Target { name: "decapsulate", run: decapsulate::run, chooses_set: true },
    Target { name: "exchange", run: exchange::run, chooses_set: true },
    Target { name: "files", run: files::run, chooses_set: false },
    Target { name: "multiply", run: multiply::run, chooses_set: true },
];

/// Runs the target named `name`.
///
/// # Panics
///
/// Panics if there is no such target, or if the library breaks a promise.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("the name of a target");
    (target.run)(bytes);
}

/// Returns the set that the first byte chooses, and the other bytes.
fn choose(bytes: &[u8]) -> Option<(Set, &[u8])> {
    let (&choice, rest) = bytes.split_first()?;
    let sets = Set::ALL;
    Some((sets[choice as usize % sets.len()], rest))
}

/// Returns `length` bytes: the first bytes of `bytes`, followed by zeros if there are too few.
fn fit(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut fitted = bytes[..length.min(bytes.len())].to_vec();
    fitted.resize(length, 0);
    fitted
}

/// Returns `bytes`, with `changes` added bit by bit (exclusive or) from the start.
fn change(bytes: &[u8], changes: &[u8]) -> Vec<u8> {
    bytes.iter().zip(fit(changes, bytes.len())).map(|(byte, change)| byte ^ change).collect()
}

/// Checks that an error names the set and one of the given objects.
fn check_error(error: Error, set: Set, objects: &[Object]) {
    assert!(error.set == set && objects.contains(&error.object), "{error}");
    assert!(error.to_string().starts_with(set.name()));
}
