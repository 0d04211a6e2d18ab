//! vectru beside shared libraries, on each CPU that has a file of its own.

use super::{
    OPERATIONS, PART_HEADINGS, Table, best_peer_by, grouped, known_parts, or_dash, ours, part_rows, path, ratio,
    setting, vector_backends,
};
use crate::rows::{Figures, OURS, Row};

/// Returns the circumstances of each run.
pub(super) fn settings(figures: &Figures) -> Table {
    let mut tables = figures.libraries().iter().map(setting);
    let Some(mut table) = tables.next() else { return Table::new([""; 0]) };
    table.rows.extend(tables.flat_map(|table| table.rows));
    table
}

/// Returns the name of the CPU of a run.
fn cpu(figures: &Figures) -> &str {
    figures.row("setting", &[]).map_or("-", |row| row.text("cpu"))
}

/// Returns the sets of vectru in a run.
fn sets(figures: &Figures) -> Vec<&str> {
    figures.values("kem", &[("implementation", OURS)], "set")
}

/// Returns the operations of all sets, each beside the best peer on each CPU: the least medians of
/// a turn, and their ratios.
pub(super) fn beside(figures: &Figures) -> Table {
    let mut table = Table::new(["set", "operation"]);
    let mut all_sets = Vec::new();
    let mut runs = Vec::new();
    for figures in figures.libraries() {
        let sets = sets(figures);
        let backends = sets.first().map(|set| vector_backends(figures, set)).unwrap_or_default();
        table.headings.extend([format!("best peer on {}", cpu(figures)), "its ticks".into()]);
        table.headings.extend(backends.iter().map(|(_, heading)| heading.to_string()));
        runs.push((figures, backends));
        for set in sets {
            if !all_sets.contains(&set) {
                all_sets.push(set);
            }
        }
    }
    for set in all_sets {
        for (operation, text) in OPERATIONS {
            let (mut cells, mut has_peer) = (vec![set.to_string(), text.into()], false);
            for (figures, backends) in &runs {
                let peer = best_peer_by(figures, set, operation, Row::quiet);
                has_peer |= peer.is_some();
                let theirs = peer.and_then(Row::quiet);
                cells.extend([or_dash(peer.map(path)), or_dash(theirs.map(grouped))]);
                for (backend, _) in backends {
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
    let parts = known_parts(figures.libraries());
    let mut table = Table::new(["CPU"].into_iter().chain(PART_HEADINGS).chain(parts.iter().copied()));
    for figures in figures.libraries() {
        let rows = part_rows(figures, &parts).into_iter();
        table.rows.extend(rows.map(|row| [cpu(figures).to_string()].into_iter().chain(row).collect()));
    }
    table
}
