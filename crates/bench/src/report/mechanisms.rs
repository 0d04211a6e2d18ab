//! The mechanisms of a report: ratios, bars of each operation, and growth over the parameter sets.

use super::chart::{self, Bar, Line};
use super::{escape, grouped, table};
use crate::kem::{Figures, ML_KEM, OPERATIONS, OURS, Row};
use crate::ratios::{Ratio, backends, ratios, takes_part};

/// What a ratio compares with.
fn peer(ratio: &Ratio<'_>) -> String {
    let Row { implementation, backend, .. } = *ratio.theirs;
    format!("{implementation} <small>{backend}{}</small>", if ratio.from_bytes() { FROM_BYTES } else { "" })
}

/// What is added to the path of a row that stands in for one with a prepared key.
const FROM_BYTES: &str = ", from bytes";

/// A ratio, green where vectru takes less.
fn ratio_text(value: f64) -> String {
    let class = if value < 1.0 { "less" } else { "more" };
    format!("<span class=\"{class}\">{value:.2}</span>")
}

/// The tables of ratios: beside the peers of each set, and beside ML-KEM-768.
pub(super) fn ratio_tables(figures: &[Figures]) -> String {
    let all: Vec<Ratio<'_>> = figures.iter().flat_map(ratios).collect();
    let (foreign, own): (Vec<_>, Vec<_>) = all.into_iter().partition(|ratio| ratio.theirs.set == ML_KEM);
    let mut html = ratio_table(&own);
    if !foreign.is_empty() {
        html += "<h3>Beside ML-KEM-768</h3>\n";
        html += &ratio_table(&foreign);
    }
    html
}

/// A row for each operation of a set, and columns for each backend.
fn ratio_table(ratios: &[Ratio<'_>]) -> String {
    let mut backends: Vec<&str> = Vec::new();
    let mut keys = Vec::new();
    let key = |ratio: &Ratio<'_>| (ratio.ours.set, ratio.ours.operation);
    for ratio in ratios {
        if !backends.contains(&ratio.ours.backend) {
            backends.push(ratio.ours.backend);
        }
        if !keys.contains(&key(ratio)) {
            keys.push(key(ratio));
        }
    }
    let mut headings: Vec<_> = ["set", "operation", "best peer", "its median", "derived"].map(String::from).into();
    for backend in &backends {
        headings.extend([format!("vectru {backend}"), "ratio".into(), "derived".into()]);
    }
    let rows = keys.into_iter().filter_map(|wanted| {
        let of = |backend: &str| ratios.iter().find(|ratio| key(ratio) == wanted && ratio.ours.backend == backend);
        let first = backends.iter().find_map(|backend| of(backend))?;
        let theirs = first.theirs;
        let mut cells = vec![first.ours.set.into(), first.ours.operation.into(), peer(first)];
        cells.push(grouped(theirs.summary.median));
        cells.push(theirs.with_generator.map(grouped).unwrap_or_default());
        for backend in &backends {
            let ratio = of(backend);
            cells.extend([
                ratio.map(|ratio| grouped(ratio.ours.summary.median)).unwrap_or_default(),
                ratio.map(|ratio| ratio_text(ratio.measured())).unwrap_or_default(),
                ratio.and_then(Ratio::with_generator).map(ratio_text).unwrap_or_default(),
            ]);
        }
        Some(cells)
    });
    let headings: Vec<_> = headings.iter().map(String::as_str).collect();
    table("ratios", &headings, 3, &rows.collect::<Vec<_>>())
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
        let takes_part = |row: &&Row| takes_part(row, operation, &figures.rows);
        let mut rows: Vec<&Row> = figures.rows.iter().filter(takes_part).collect();
        rows.sort_by_key(|row| (row.set != figures.set, row.summary.median));
        let own = rows.iter().filter(|row| row.set == figures.set);
        let full = chart::scale(own.map(|row| row.summary.median));
        let cells: Vec<_> = rows.iter().map(|row| bar_row(row, operation, figures.set, full)).collect();
        html += &format!("<h4>{}</h4>\n", escape(text));
        let headings = ["implementation", "", "median", "quartiles", "min", "runs", "own random bytes"];
        html += &table("bars mechanism", &headings, 2, &cells);
    }
    html
}

fn bar_row(row: &Row, operation: &str, set: &str, full: u64) -> Vec<String> {
    let summary = row.summary;
    let class = match (row.implementation == OURS, row.set == set) {
        (true, _) => "ours",
        (false, true) => "theirs",
        (false, false) => "other",
    };
    let foreign = if row.set == set { String::new() } else { format!(" <b>{}</b>", row.set) };
    let bytes = if row.operation == operation { "" } else { FROM_BYTES };
    let label = format!("{} {}: {} {}", row.implementation, row.backend, grouped(summary.median), row.unit);
    let bar = Bar {
        median: summary.median,
        lower_quartile: summary.lower_quartile,
        upper_quartile: summary.upper_quartile,
        pale: row.own_bytes.unwrap_or(0),
    };
    vec![
        format!("{}{foreign} <small>{}{bytes}</small>", row.implementation, row.backend),
        chart::bar(bar, class, full, &label),
        grouped(summary.median),
        format!("{} – {}", grouped(summary.lower_quartile), grouped(summary.upper_quartile)),
        grouped(summary.minimum),
        summary.runs.to_string(),
        row.own_bytes.map(|cost| format!("{} {}", row.rng, grouped(cost))).unwrap_or_default(),
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

/// How each operation grows over the degree, a plot for each family of more than one measured set. The portable backend is left out where
/// there are others.
pub(super) fn growth(figures: &[Figures]) -> String {
    let mut html = String::new();
    for (family, beginnings) in FAMILIES {
        let sets: Vec<_> = figures.iter().filter_map(|f| Some((degree(f.set, beginnings)?, f))).collect();
        if sets.len() < 2 {
            continue;
        }
        html += &format!("<h3>{family}</h3>\n<div class=\"plots\">\n");
        // A name has its colour in all plots of the family.
        let mut names = Vec::new();
        for (operation, text) in OPERATIONS {
            html += &plot(&sets, operation, text, &mut names);
        }
        html += "</div>\n";
    }
    html
}

fn plot(sets: &[(u64, &Figures)], operation: &str, text: &str, names: &mut Vec<String>) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for (degree, figures) in sets {
        let backends = backends(&figures.rows);
        let rows = figures.rows.iter().filter(|row| row.set == figures.set);
        for row in rows.filter(|row| takes_part(row, operation, &figures.rows)) {
            // A peer may take another path from set to set; vectru's backends are a line each.
            let name = match (row.implementation == OURS, backends.contains(&row.backend)) {
                (true, true) => format!("{OURS} {}", row.backend),
                (true, false) => continue,
                (false, _) => row.implementation.to_owned(),
            };
            let class = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if class == names.len() {
                names.push(name.clone());
            }
            let line = lines.iter().position(|line| line.class == class).unwrap_or(lines.len());
            if line == lines.len() {
                lines.push(Line { name, class, points: Vec::new() });
            }
            lines[line].points.push((*degree, row.summary.median));
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
