//! The table of products in WebAssembly.

use super::{Table, grouped, median, or_dash, ratio};
use crate::rows::Figures;

/// Returns the products of multipliers on simd128, and by the same multiplier on the portable
/// backend: in a module without simd128, and in the module with simd128.
pub(super) fn products(figures: &Figures) -> Table {
    let headings = ["ring", "multiplier", "simd128", "portable", "ratio", "portable backend, built with simd128"];
    let mut table = Table::new(headings);
    for ring in figures.values("webassembly", &[], "ring") {
        for multiplier in figures.values("webassembly", &[("ring", ring)], "multiplier") {
            let row = |module, backend| {
                let fields = [("ring", ring), ("multiplier", multiplier), ("module", module), ("backend", backend)];
                figures.row("webassembly", &fields)
            };
            let rows = [row("simd128", "simd128"), row("portable", "portable"), row("simd128", "portable")];
            let [vectors, portable, built_with] = rows.map(|row| row.and_then(|row| row.number("median")));
            let mut cells = vec![ring.to_string(), multiplier.to_string(), median(rows[0]), median(rows[1])];
            cells.push(ratio(vectors, portable));
            cells.push(or_dash(built_with.map(grouped)));
            table.rows.push(cells);
        }
    }
    table
}
