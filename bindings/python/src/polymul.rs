//! The functions of `vectru.polymul`: products, and what the catalogue knows of each multiplier.
//!
//! Arrays come as bytes, so that the extension does not depend on NumPy. Operands are no secrets
//! here: they are reduced and checked by branches, and stay in memory.

mod facts;
mod products;

use std::sync::{LazyLock, Mutex};

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::{Part, Source, Workbench};

use crate::failure::{Failure, unknown};

pub(crate) use facts::{bounds, counts, explain, multipliers, rings};
pub(crate) use products::{multiply, time_product_in_rust, times};

/// A multiplier with its memory.
struct Multiplier {
    entry: &'static Entry,
    source: &'static Source,
    /// The memory of the last product, for the next one.
    spare: Mutex<Option<Box<dyn Workbench>>>,
}

/// Every multiplier of the rings that are compiled, ring by ring.
static MULTIPLIERS: LazyLock<Vec<Multiplier>> = LazyLock::new(|| {
    let with_memory = |entry: &'static Entry| Multiplier { entry, source: entry.workbench(), spare: Mutex::new(None) };
    CATALOGUE.iter().map(with_memory).collect()
});

impl Multiplier {
    /// Returns the product by this multiplier as a part to run: of any two operands if the
    /// multiplier allows that, else by a small one.
    fn product(&self, bench: &dyn Workbench) -> Part {
        if bench.has(Part::Product) { Part::Product } else { Part::ProductBySmall }
    }

    /// Calls `work` with memory for products.
    fn with_memory<T>(&self, work: impl FnOnce(&mut dyn Workbench) -> T) -> T {
        // A product that panicked leaves memory that the next one overwrites.
        let spare = self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        let mut bench = spare.unwrap_or_else(|| self.source.build());
        let result = work(bench.as_mut());
        *self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(bench);
        result
    }
}

/// Returns the names of the rings, each once.
fn ring_names() -> Vec<&'static str> {
    let mut names: Vec<_> = MULTIPLIERS.iter().map(|multiplier| multiplier.entry.recipe.ring).collect();
    names.dedup();
    names
}

/// Returns the multipliers of a ring.
///
/// # Errors
///
/// Returns an error if no ring has this name.
fn of_ring(ring: &str) -> Result<Vec<&'static Multiplier>, Failure> {
    let found: Vec<_> = MULTIPLIERS.iter().filter(|multiplier| multiplier.entry.recipe.ring == ring).collect();
    if found.is_empty() { Err(unknown("ring", ring_names(), ring)) } else { Ok(found) }
}

/// Returns the multiplier of a ring by its name, or the one that the library uses on the backend.
///
/// # Errors
///
/// Returns an error if no ring or no multiplier of it has the name.
fn find(ring: &str, name: Option<&str>, backend: Backend) -> Result<&'static Multiplier, Failure> {
    let wanted = |multiplier: &&Multiplier| {
        let Multiplier { entry, .. } = multiplier;
        entry.recipe.ring == ring && name.map_or_else(|| entry.is_chosen(backend), |name| entry.recipe.name == name)
    };
    if let Some(found) = MULTIPLIERS.iter().find(wanted) {
        return Ok(found);
    }
    let names = of_ring(ring)?.into_iter().map(|multiplier| multiplier.entry.recipe.name);
    Err(unknown("multiplier", names, name.unwrap_or("none")))
}
