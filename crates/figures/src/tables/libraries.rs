//! vectru beside shared libraries, on each CPU that has a file of its own.

use super::{
    OPERATIONS, Table, best_peer_by, grouped, operation_parts, or_dash, ours, path, ratio, setting, vector_backends,
};
use crate::rows::{Figures, OURS, Row};

/// Returns the circumstances of each run.
pub(super) fn settings(figures: &Figures) -> Table {
    let mut tables = figures.libraries().iter().map(setting);
    let Some(mut table) = tables.next() else { return Table::new([""; 0]) };
    table.rows.extend(tables.flat_map(|table| table.rows));
    table
}

/// Returns the operations of all sets, each beside the best peer on each CPU: the least medians of a
/// turn, and their ratios.
pub(super) fn beside(figures: &Figures) -> Table {
    let mut table = Table::new(["set", "operation"]);
    let mut sets = Vec::new();
    for figures in figures.libraries() {
        let cpu = figures.row("setting", &[]).map_or("-", |row| row.text("cpu"));
        table.headings.extend([format!("best peer on {cpu}"), "its ticks".into()]);
        for set in figures.values("kem", &[("implementation", OURS)], "set") {
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        let backends = sets.first().map(|set| vector_backends(figures, set)).unwrap_or_default();
        table.headings.extend(backends.iter().map(|(_, heading)| heading.to_string()));
    }
    for set in sets {
        for (operation, text) in OPERATIONS {
            let (mut cells, mut has_peer) = (vec![set.to_string(), text.into()], false);
            for figures in figures.libraries() {
                let peer = best_peer_by(figures, set, operation, Row::quiet);
                has_peer |= peer.is_some();
                let theirs = peer.and_then(Row::quiet);
                cells.extend([or_dash(peer.map(path)), or_dash(theirs.map(grouped))]);
                for (backend, _) in vector_backends(figures, set) {
                    let ours = ours(figures, set, operation, backend).and_then(Row::quiet);
                    cells.push(ratio(ours, theirs));
                }
            }
            if has_peer {
                table.rows.push(cells);
            }
        }
    }
    table
}

/// Returns the parts of operations on each CPU whose run has them.
pub(super) fn parts(figures: &Figures) -> Table {
    let mut all = Table::new([""; 0]);
    for figures in figures.libraries() {
        let cpu = figures.row("setting", &[]).map_or("-", |row| row.text("cpu"));
        let table = operation_parts(figures);
        if all.rows.is_empty() {
            all.headings = ["CPU".to_string()].into_iter().chain(table.headings).collect();
        }
        all.rows.extend(table.rows.into_iter().map(|row| [cpu.to_string()].into_iter().chain(row).collect()));
    }
    all
}
