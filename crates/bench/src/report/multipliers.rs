//! The multipliers of a report: bars of their parts, and all figures.

use super::chart;
use super::{Kind, escape, grouped, in_nanoseconds, table};
use crate::multiply::{Figures, Row};

/// The parts of a product by a small operand in their order, with their classes in the style sheet.
const PARTS: [(&str, &str); 5] =
    [("forward", "part0"), ("forward-small", "part1"), ("base", "part2"), ("inverse", "part3"), ("fold", "part4")];

/// The whole product by a small operand, to which the parts add up.
const WHOLE: &str = "product-by-small";

/// Returns the legend of the parts and their colours.
pub(super) fn legend() -> String {
    let parts: String =
        PARTS.iter().map(|(part, class)| format!("<li><span class=\"swatch {class}\"></span>{part}</li>")).collect();
    format!("<ul class=\"legend\">{parts}</ul>\n")
}

/// Returns the multipliers of a ring on each backend as bars of their parts, and all figures in a
/// folding table. Times in ticks of `rate` Hz are in nanoseconds, too.
pub(super) fn stacks(figures: &Figures, rate: Option<u64>) -> String {
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
                let mark = if multiplier == chosen { " <small>chosen</small>" } else { "" };
                vec![
                    format!("{multiplier}{mark}"),
                    chart::stack(&parts, whole, full, &label),
                    whole.map(grouped).unwrap_or_default(),
                    in_nanoseconds(whole, rate),
                    grouped(sum(multiplier)),
                    median(multiplier, "product").map(grouped).unwrap_or_default(),
                ]
            })
            .collect();
        html += &format!("<h4>{backend}</h4>\n");
        let columns = [
            ("multiplier", Kind::Name),
            ("", Kind::Bar),
            (WHOLE, Kind::Main),
            ("in ns", Kind::Number),
            ("sum of parts", Kind::Number),
            ("product", Kind::Number),
        ];
        html += &table("bars", &columns, &cells);
    }
    html + &every_figure(figures, rate)
}

/// Returns all figures of a ring, folded.
fn every_figure(figures: &Figures, rate: Option<u64>) -> String {
    let names = ["multiplier", "backend", "part"].map(|heading| (heading, Kind::Name));
    let numbers =
        ["median", "in ns", "lower quartile", "upper quartile", "min", "runs"].map(|heading| (heading, Kind::Number));
    let workspace = [("multiplier", Kind::Name), ("backend", Kind::Name), ("bytes", Kind::Number)];
    let rows: Vec<_> = figures
        .rows
        .iter()
        .map(|row| {
            let summary = row.summary;
            let mut cells = [row.multiplier, row.backend, row.part].map(String::from).to_vec();
            cells.extend([grouped(summary.median), in_nanoseconds(Some(summary.median), rate)]);
            cells.extend([summary.lower_quartile, summary.upper_quartile, summary.minimum].map(grouped));
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
        "<details><summary>Every figure of {}</summary>\n{}\
         <p>Workspace: the stack that a product touches, in bytes</p>\n{}</details>\n",
        figures.ring,
        table("figures", &[&names[..], &numbers].concat(), &rows),
        table("figures", &workspace, &workspaces)
    )
}
