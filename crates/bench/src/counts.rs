//! The counted operations of multipliers as rows.

use serde::Serialize;
use vectru_catalogue::Entry;
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::Part;

use crate::json_lines;
use crate::ports::{OnCore, bounds};

/// The counts of a part of a product, or of a whole product.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `cost`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// The name of the backend in whose vectors the operations are counted.
    pub backend: &'static str,
    /// The part, as in the [table of measured parts](crate::multiply).
    pub part: &'static str,
    /// Multiplications of any kind, with or without accumulation.
    pub multiplications: u32,
    /// Additions, subtractions, shifts, comparisons and selections.
    pub additions: u32,
    /// Instructions that move lanes.
    pub permutations: u32,
    /// Loads of vectors, and broadcasts from memory.
    pub loads: u32,
    /// Stores of vectors.
    pub stores: u32,
    /// The bounds by ports of a whole product, on the cores whose ports are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<OnCore>,
}

/// Returns the counts of multipliers as rows of JSON, one on each line.
///
/// ```
/// use vectru_catalogue::CATALOGUE;
/// use vectru_polymul::dispatch::Backend;
///
/// let entries: Vec<_> = CATALOGUE.iter().take(1).collect();
/// let json = vectru_bench::counts::json(&entries, Backend::Avx2);
/// assert!(json.starts_with(r#"{"kind":"cost","ring":"sntrup653","multiplier":""#));
/// ```
pub fn json(entries: &[&Entry], backend: Backend) -> String {
    let mut rows = Vec::new();
    for entry in entries {
        for (part, accounts) in entry.costs(backend).all() {
            let total = accounts.total();
            let Counts { multiplications, additions, permutations, loads, stores } = total;
            let bounds = if part == Part::Product.name() { bounds(backend, total) } else { Vec::new() };
            let (ring, multiplier, backend) = (entry.recipe.ring, entry.recipe.name, backend.name());
            rows.push(Row {
                kind: "cost",
                ring,
                multiplier,
                backend,
                part,
                multiplications,
                additions,
                permutations,
                loads,
                stores,
                bounds,
            });
        }
    }
    json_lines(&rows)
}
