//! The runs of vectru beside shared libraries, each on a CPU of its own.

use super::{ML_KEM, OPERATIONS, Table, best_peer_by, cpu, grouped, or_dash, ours, path, ratio, vector_backends};
use crate::rows::{Figures, OURS, Row};

/// Returns the sets of vectru in all runs.
fn all_sets(figures: &Figures) -> Vec<&str> {
    let mut sets = Vec::new();
    for set in figures.libraries().iter().flat_map(|figures| figures.values("kem", &[("implementation", OURS)], "set"))
    {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// Returns the operations of some sets, or of all if none is named, each beside the best peer on
/// each CPU.
pub(super) fn beside(figures: &Figures, sets: &[&str]) -> Table {
    let sets = if sets.is_empty() { all_sets(figures) } else { sets.to_vec() };
    beside_peers_of(figures, &sets, |set| set)
}

/// Returns the operations of a set, each beside that of the fastest ML-KEM-768 on each CPU.
pub(super) fn beside_ml_kem(figures: &Figures, set: &str) -> Table {
    beside_peers_of(figures, &[set], |_| ML_KEM)
}

/// Returns the operations of some sets, each beside the best peer on each CPU, which has the set
/// that `others` names: the least medians of a turn, and their ratios.
fn beside_peers_of<'a>(figures: &'a Figures, sets: &[&'a str], others: fn(&'a str) -> &'a str) -> Table {
    let mut table = Table::new(["set", "operation"]);
    let mut runs = Vec::new();
    for figures in figures.libraries() {
        let backends = vector_backends(figures);
        table.headings.extend([format!("best peer on {}", cpu(figures)), "its ticks".into()]);
        table.headings.extend(backends.iter().flat_map(|(_, heading)| [heading.to_string(), "ratio".into()]));
        runs.push((figures, backends));
    }
    for set in sets {
        for (operation, text) in OPERATIONS {
            let (mut cells, mut has_peer) = (vec![set.to_string(), text.into()], false);
            for (figures, backends) in &runs {
                let peer = best_peer_by(figures, others(set), operation, Row::quiet);
                has_peer |= peer.is_some();
                let theirs = peer.and_then(Row::quiet);
                cells.extend([or_dash(peer.map(|row| path(row, operation))), or_dash(theirs.map(grouped))]);
                for (backend, _) in backends {
                    let ours = ours(figures, set, operation, backend).and_then(Row::quiet);
                    cells.extend([or_dash(ours.map(grouped)), ratio(ours, theirs)]);
                }
            }
            if has_peer {
                table.rows.push(cells);
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::mechanisms;
    use super::*;

    fn run(cpu: &str, rows: &[[&str; 5]]) -> Figures {
        let mut text = format!(r#"{{"kind":"setting","cpu":"{cpu}"}}"#);
        for [set, operation, implementation, backend, quiet] in rows {
            text += &format!(
                "\n{{\"kind\":\"kem\",\"set\":\"{set}\",\"operation\":\"{operation}\",\
                 \"implementation\":\"{implementation}\",\"backend\":\"{backend}\",\"quiet\":{quiet}}}"
            );
        }
        Figures::of(&text).expect("rows")
    }

    #[test]
    fn each_cpu_has_its_columns_and_its_best_peer() {
        let narrow = run("A", &[["s", "encaps", OURS, "avx2", "100"], ["s", "encaps-from-bytes", "p", "c", "400"]]);
        let wide = run(
            "B",
            &[
                ["s", "encaps", OURS, "avx512", "50"],
                ["s", "encaps", OURS, "avx2", "60"],
                ["s", "encaps", "q", "c", "40"],
                ["t", "encaps", OURS, "avx2", "70"],
                ["t", "encaps", "q", "c", "100"],
            ],
        );
        let figures = Figures::default().with_libraries(vec![narrow, wide]);
        let expected = "| set | operation | best peer on A | its ticks | AVX2 | ratio | best peer on B | its ticks | \
                        AVX-512 | ratio | AVX2 | ratio |\n";
        let table = beside(&figures, &[]).markdown();
        assert!(table.starts_with(expected), "{table}");
        assert!(
            table.contains("prepared key | `p` (c) from bytes | 400 | 100 | 0.25 | `q` (c) | 40 | 50 | **1.25** |")
        );
        assert!(table.ends_with("| - | - | - | - | `q` (c) | 100 | - | - | 70 | 0.70 |\n"), "{table}");
        let of_one_cpu = beside(&figures, &["t"]).markdown();
        assert!(of_one_cpu.starts_with(expected) && of_one_cpu.lines().count() == 3, "{of_one_cpu}");
        assert!(mechanisms(&figures).markdown().contains("| B | t | avx2 | - | 70 |"));
    }
}
