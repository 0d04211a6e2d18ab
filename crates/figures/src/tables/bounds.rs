//! The table of bounds by ports.

use super::{BACKENDS, Table, grouped, multiplied, or_dash};
use crate::rows::{Figures, Row};

/// Returns the products that dispatch chooses: the cycles that the ports of the core take at least
/// for their instructions, and the cycles that were measured. Those are ticks of the time-stamp
/// counter, by the rates that the run has found for the counter and for the clock of the core. A
/// run of code with another bound has no ratio.
pub(super) fn products(figures: &Figures) -> Table {
    let headings = ["ring", "multiplier", "backend", "core", "bound, cycles", "its limit", "cycles", "ratio"];
    let mut table = Table::new(headings);
    for (run, bound) in figures.rows_of_runs("bound") {
        let [ring, multiplier, backend, core, part] =
            ["ring", "multiplier", "backend", "core", "part"].map(|field| bound.text(field));
        if figures.chosen(ring, backend) != Some(multiplier) {
            continue;
        }
        let counted = [("ring", ring), ("multiplier", multiplier), ("backend", backend), ("part", part)];
        let bounds = figures.row("cost", &counted).map(|row| row.objects("bounds")).unwrap_or_default();
        let Some(current) = bounds.iter().find(|row| row.text("core") == core) else { continue };
        let setting = run.row("setting", &[("file", bound.text("file"))]);
        let rate = |field| setting.and_then(|row| row.number(field)).map(|rate| rate as f64);
        let ticks = multiplied(run, [ring, multiplier, backend, part]).and_then(Row::time);
        let cycles = ticks.zip(rate("cycle_rate")).zip(rate("tick_rate"));
        let cycles = cycles.map(|((ticks, cycle_rate), tick_rate)| ticks as f64 * cycle_rate / tick_rate);
        let least = current.number("cycles");
        let heading = BACKENDS.iter().find(|(name, _)| *name == backend).map_or(backend, |(_, heading)| heading);
        let measured = cycles.filter(|_| bound.number("cycles") == least);
        let ratio = measured.zip(least).map(|(cycles, least)| format!("{:.2}", cycles / least.max(1) as f64));
        let mut cells = [ring, multiplier, heading, core].map(String::from).to_vec();
        cells.extend([or_dash(least.map(grouped)), current.text("limit").into()]);
        cells.extend([or_dash(cycles.map(|cycles| grouped(cycles.round() as u64))), or_dash(ratio)]);
        table.rows.push(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use crate::rows::Figures;

    #[test]
    fn ticks_become_cycles_and_only_the_same_bound_has_a_ratio() {
        let row = |bound: u64| {
            let rows = [
                r#"{"kind":"setting","tick_rate":2000000000,"cycle_rate":3000000000}"#,
                r#"{"kind":"multiply","ring":"r","multiplier":"m","backend":"avx2","part":"product","median":2000}"#,
                r#"{"kind":"bound","ring":"r","multiplier":"m","backend":"avx2","part":"product","core":"Zen 3","cycles":1500,"limit":"loads"}"#,
                r#"{"kind":"multiplier","ring":"r","multiplier":"m","chosen":["avx2"]}"#,
                r#"{"kind":"cost","ring":"r","multiplier":"m","backend":"avx2","part":"product","bounds":[{"core":"Zen 3","cycles":BOUND,"limit":"loads"}]}"#,
            ];
            let figures = Figures::of(&rows.join("\n").replace("BOUND", &bound.to_string())).expect("rows");
            render(&figures, "bounds").expect("a table").lines().last().map(String::from)
        };
        assert_eq!(row(1500).as_deref(), Some("| r | m | AVX2 | Zen 3 | 1,500 | loads | 3,000 | 2.00 |"));
        assert_eq!(row(1400).as_deref(), Some("| r | m | AVX2 | Zen 3 | 1,400 | loads | 3,000 | - |"));
    }
}
