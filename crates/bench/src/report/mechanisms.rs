//! The mechanisms of a report: ratios, bars of each operation, and growth over the parameter sets.

use super::chart::{self, Bar, Line};
use super::{escape, grouped, table};
use crate::kem::{Figures, OPERATIONS, OURS, Row};
use crate::ratios::{Ratio, ratios};

/// How wide a ratio's set and operation are told apart: by the row that is compared with.
fn against(ratio: &Ratio<'_>) -> String {
    let Row { implementation, backend, set, .. } = *ratio.theirs;
    let foreign = if set == ratio.ours.set { String::new() } else { format!(" <b>{set}</b>") };
    let bytes = if ratio.from_bytes() { ", from bytes" } else { "" };
    format!("{implementation}{foreign} <small>{backend}{bytes}</small>")
}

/// A ratio's cell, green where vectru takes less.
fn ratio_cell(value: f64) -> String {
    let class = if value < 1.0 { "less" } else { "more" };
    format!("<span class=\"{class}\">{value:.2}</span>")
}

/// The table of ratios: a row for each operation, and columns for each backend.
pub(super) fn ratio_table(figures: &[Figures]) -> String {
    let all: Vec<Ratio<'_>> = figures.iter().flat_map(ratios).collect();
    let mut backends: Vec<&str> = Vec::new();
    for ratio in &all {
        if !backends.contains(&ratio.ours.backend) {
            backends.push(ratio.ours.backend);
        }
    }
    let mut headings = vec!["set".to_owned(), "operation".into(), "best peer".into(), "its median".into()];
    headings.push("without its random bytes".into());
    for backend in &backends {
        headings.extend([format!("vectru {backend}"), "ratio".into(), "derived ratio".into()]);
    }
    let key = |ratio: &Ratio<'_>| (ratio.ours.set, ratio.ours.operation, ratio.theirs.set);
    let mut keys = Vec::new();
    for ratio in &all {
        if !keys.contains(&key(ratio)) {
            keys.push(key(ratio));
        }
    }
    let rows: Vec<Vec<String>> = keys
        .into_iter()
        .filter_map(|wanted| {
            let of = |backend: &str| all.iter().find(|ratio| key(ratio) == wanted && ratio.ours.backend == backend);
            let first = backends.iter().find_map(|backend| of(backend))?;
            let theirs = first.theirs;
            let mut cells = vec![first.ours.set.into(), first.ours.operation.into(), against(first)];
            cells.push(grouped(theirs.summary.median));
            cells.push(theirs.without_random_bytes.map(grouped).unwrap_or_default());
            for backend in &backends {
                match of(backend) {
                    Some(ratio) => cells.extend([
                        grouped(ratio.ours.summary.median),
                        ratio_cell(ratio.measured()),
                        ratio.without_random_bytes().map(ratio_cell).unwrap_or_default(),
                    ]),
                    None => cells.extend([String::new(), String::new(), String::new()]),
                }
            }
            Some(cells)
        })
        .collect();
    let headings: Vec<_> = headings.iter().map(String::as_str).collect();
    table("ratios", &headings, 3, &rows)
}

/// The operations of some rows, in their order.
fn operations(rows: &[Row]) -> Vec<(&str, &str)> {
    let known = OPERATIONS.iter().copied().filter(|(name, _)| rows.iter().any(|row| row.operation == *name));
    let mut operations: Vec<_> = known.collect();
    for row in rows {
        if !operations.iter().any(|(name, _)| *name == row.operation) {
            operations.push((row.operation, row.operation));
        }
    }
    operations
}

/// The bars of every operation of a set. Rows of other sets that were measured in the same turns stand below.
pub(super) fn bars(figures: &Figures) -> String {
    let mut html = String::new();
    for (operation, text) in operations(&figures.rows) {
        let mut rows: Vec<&Row> = figures.rows.iter().filter(|row| row.operation == operation).collect();
        rows.sort_by_key(|row| (row.set != figures.set, row.summary.median));
        let full = chart::scale(rows.iter().map(|row| row.summary.median));
        let cells: Vec<_> = rows.iter().map(|row| bar_row(row, figures.set, full)).collect();
        html += &format!("<h4>{}</h4>\n", escape(text));
        html += &table(
            "bars",
            &["implementation", "path", "", "median", "quartiles", "min", "runs", "random bytes"],
            3,
            &cells,
        );
    }
    html
}

fn bar_row(row: &Row, set: &str, full: u64) -> Vec<String> {
    let summary = row.summary;
    let class = match (row.implementation == OURS, row.set == set) {
        (true, _) => "ours",
        (false, true) => "theirs",
        (false, false) => "other",
    };
    let foreign = if row.set == set { String::new() } else { format!(" <b>{}</b>", row.set) };
    let label = format!("{} {}: {} {}", row.implementation, row.backend, grouped(summary.median), row.unit);
    let bar = Bar {
        median: summary.median,
        lower_quartile: summary.lower_quartile,
        upper_quartile: summary.upper_quartile,
        pale: row.random_bytes.unwrap_or(0),
    };
    let rng = match row.random_bytes {
        Some(cost) => format!("{} {}", row.rng, grouped(cost)),
        None => row.rng.into(),
    };
    vec![
        format!("{}{foreign}", row.implementation),
        row.backend.into(),
        chart::bar(bar, class, full, &label),
        grouped(summary.median),
        format!("{} – {}", grouped(summary.lower_quartile), grouped(summary.upper_quartile)),
        grouped(summary.minimum),
        summary.runs.to_string(),
        rng,
    ]
}

/// The families of parameter sets whose growth is drawn: the beginnings of their names, before the degree, and a name.
const FAMILIES: [(&str, &[&str]); 4] = [
    ("Streamlined NTRU Prime", &["sntrup"]),
    ("NTRU LPRime", &["ntrulpr"]),
    ("NTRU-HPS", &["ntruhps2048", "ntruhps4096"]),
    ("NTRU-HRSS", &["ntruhrss"]),
];

/// The degree in a set's name, after one of `beginnings`.
fn degree(set: &str, beginnings: &[&str]) -> Option<u64> {
    beginnings.iter().find_map(|beginning| set.strip_prefix(beginning)?.parse().ok())
}

/// Lines that reach beyond this multiple of the lowest one's end would flatten the others.
const TALLEST: u64 = 8;

/// How each operation grows over the degree, a plot for each family of more than one measured set.
pub(super) fn growth(figures: &[Figures]) -> String {
    let mut html = String::new();
    for (family, beginnings) in FAMILIES {
        let sets: Vec<_> = figures.iter().filter_map(|f| Some((degree(f.set, beginnings)?, f))).collect();
        if sets.len() < 2 {
            continue;
        }
        html += &format!("<h3>{family}</h3>\n<div class=\"plots\">\n");
        for (operation, text) in OPERATIONS {
            html += &plot(&sets, operation, text);
        }
        html += "</div>\n";
    }
    html
}

fn plot(sets: &[(u64, &Figures)], operation: &str, text: &str) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for (degree, figures) in sets {
        for row in figures.rows.iter().filter(|row| row.set == figures.set && row.operation == operation) {
            // A peer may take another path from set to set; vectru's backends are a line each.
            let name = if row.implementation == OURS {
                format!("{OURS} {}", row.backend)
            } else {
                row.implementation.to_owned()
            };
            let point = (*degree, row.summary.median);
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None => lines.push(Line { name, points: vec![point] }),
            }
        }
    }
    for line in &mut lines {
        line.points.sort_unstable();
    }
    let height = |line: &Line| line.points.iter().map(|(_, y)| *y).max().unwrap_or(0);
    let limit = lines.iter().map(height).min().unwrap_or(0).saturating_mul(TALLEST);
    let (drawn, left_out): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| height(line) <= limit);
    let mut title = text.to_owned();
    if !left_out.is_empty() {
        let names: Vec<_> = left_out.into_iter().map(|line| line.name).collect();
        title += &format!(" (too high to draw: {})", names.join(", "));
    }
    chart::lines(&drawn, "degree", &title)
}
