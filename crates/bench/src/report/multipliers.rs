//! The multipliers of a report: stacks of their parts, and every figure.

use super::chart;
use super::{escape, grouped, table};
use crate::multiply::{Figures, Row};

/// The parts that a product by a small operand is made of, in their order, with the class of each.
const PARTS: [(&str, &str); 5] =
    [("forward", "part0"), ("forward-small", "part1"), ("base", "part2"), ("inverse", "part3"), ("fold", "part4")];

/// What they add up to.
const WHOLE: &str = "product-by-small";

/// The colours of the parts.
pub(super) fn legend() -> String {
    let parts: String =
        PARTS.iter().map(|(part, class)| format!("<li><span class=\"swatch {class}\"></span>{part}</li>")).collect();
    format!("<ul class=\"legend\">{parts}</ul>\n")
}

/// A ring's multipliers on each backend as stacks of their parts, and every figure in a table that folds.
pub(super) fn stacks(figures: &Figures) -> String {
    let mut html = format!("<p>{}</p>\n", escape(figures.formula));
    for (backend, chosen) in &figures.chosen {
        let rows: Vec<&Row> = figures.rows.iter().filter(|row| row.backend == backend.name()).collect();
        let mut multipliers: Vec<&str> = rows.iter().map(|row| row.multiplier).collect();
        multipliers.dedup();
        let median = |multiplier: &str, part: &str| {
            rows.iter().find(|row| row.multiplier == multiplier && row.part == part).map(|row| row.summary.median)
        };
        let sum = |multiplier: &str| PARTS.iter().filter_map(|(part, _)| median(multiplier, part)).sum::<u64>();
        multipliers.sort_by_key(|multiplier| median(multiplier, WHOLE));
        let full = chart::scale(
            multipliers.iter().map(|multiplier| sum(multiplier).max(median(multiplier, WHOLE).unwrap_or(0))),
        );
        let cells: Vec<_> = multipliers
            .iter()
            .map(|multiplier| {
                let parts: Vec<_> =
                    PARTS.iter().filter_map(|(part, class)| Some((*class, median(multiplier, part)?))).collect();
                let whole = median(multiplier, WHOLE);
                let label = format!("{multiplier} on {backend}: parts {}", grouped(sum(multiplier)));
                let name = if multiplier == chosen { format!("<b>{multiplier}</b>") } else { (*multiplier).into() };
                vec![
                    name,
                    chart::stack(&parts, whole, full, &label),
                    grouped(sum(multiplier)),
                    whole.map(grouped).unwrap_or_default(),
                    median(multiplier, "product").map(grouped).unwrap_or_default(),
                ]
            })
            .collect();
        html += &format!("<h4>{backend}</h4>\n");
        html += &table("bars multiplier", &["multiplier", "", "sum of parts", WHOLE, "product"], 2, &cells);
    }
    html + &every_figure(figures)
}

fn every_figure(figures: &Figures) -> String {
    let headings = ["multiplier", "backend", "part", "median", "lower quartile", "upper quartile", "min", "runs"];
    let rows: Vec<_> = figures
        .rows
        .iter()
        .map(|row| {
            let summary = row.summary;
            let mut cells = [row.multiplier, row.backend, row.part].map(String::from).to_vec();
            let times = [summary.median, summary.lower_quartile, summary.upper_quartile, summary.minimum];
            cells.extend(times.map(grouped));
            cells.push(summary.runs.to_string());
            cells
        })
        .collect();
    let workspaces: Vec<_> = figures
        .workspaces
        .iter()
        .map(|row| vec![row.multiplier.into(), row.backend.into(), row.bytes.map(grouped).unwrap_or_default()])
        .collect();
    format!(
        "<details><summary>Every figure of {}</summary>\n{}<p>Workspace: the stack that a product touches, in bytes</p>\n{}</details>\n",
        figures.ring,
        table("figures", &headings, 3, &rows),
        table("figures", &["multiplier", "backend", "bytes"], 2, &workspaces)
    )
}
