//! The table of bounds by ports.

use super::{BACKENDS, Table, grouped, multiplied, or_dash};
use crate::rows::{Figures, Row};

/// Returns the products that dispatch chooses: the cycles that the ports of the core take at least
/// for their instructions, and the cycles that were measured. Those are ticks of the time-stamp
/// counter, by the rates that the run has found for the counter and for the clock of the core.
pub(super) fn products(figures: &Figures) -> Table {
    let headings = ["ring", "multiplier", "backend", "core", "bound, cycles", "its limit", "cycles", "ratio"];
    let mut table = Table::new(headings);
    for (figures, bound) in figures.rows_of_runs("bound") {
        let [ring, multiplier, backend, core, limit] =
            ["ring", "multiplier", "backend", "core", "limit"].map(|field| bound.text(field));
        let setting = figures.row("setting", &[("file", bound.text("file"))]);
        let rate = |field| setting.and_then(|row| row.number(field)).map(|rate| rate as f64);
        let ticks = multiplied(figures, [ring, multiplier, backend, bound.text("part")]).and_then(Row::time);
        let cycles = ticks.zip(rate("cycle_rate")).zip(rate("tick_rate"));
        let cycles = cycles.map(|((ticks, cycle_rate), tick_rate)| ticks as f64 * cycle_rate / tick_rate);
        let least = bound.number("cycles");
        let heading = BACKENDS.iter().find(|(name, _)| *name == backend).map_or(backend, |(_, heading)| heading);
        let ratio = cycles.zip(least).map(|(cycles, least)| format!("{:.2}", cycles / least.max(1) as f64));
        let mut cells = [ring, multiplier, heading, core].map(String::from).to_vec();
        cells.extend([or_dash(least.map(grouped)), limit.into()]);
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
    fn ticks_become_cycles() {
        let rows = [
            r#"{"kind":"setting","tick_rate":2000000000,"cycle_rate":3000000000}"#,
            r#"{"kind":"multiply","ring":"r","multiplier":"m","backend":"avx2","part":"product","median":2000}"#,
            r#"{"kind":"bound","ring":"r","multiplier":"m","backend":"avx2","part":"product","core":"Zen 3","cycles":1500,"limit":"loads"}"#,
        ];
        let figures = Figures::of(&rows.join("\n")).expect("rows");
        let table = render(&figures, "bounds").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| r | m | AVX2 | Zen 3 | 1,500 | loads | 3,000 | 2.00 |"));
    }
}
