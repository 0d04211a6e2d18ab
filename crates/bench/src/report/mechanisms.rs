//! The mechanisms of a report: ratios, bars of each operation, and growth over the parameter sets.

use super::chart::{self, Bar, Line};
use super::{Kind, escape, grouped, in_nanoseconds, table};
use crate::kem::{Figures, ML_KEM, OPERATIONS, OURS, Row};
use crate::ratios::{Ratio, backends, ratios, takes_part};

/// Returns the cell of the peer that a ratio compares with.
fn peer(ratio: &Ratio<'_>) -> String {
    let Row { implementation, backend, .. } = *ratio.theirs;
    format!("{implementation} <small>{backend}{}</small>", if ratio.from_bytes() { FROM_BYTES } else { "" })
}

/// The mark of a row from bytes that replaces a row with a prepared key.
const FROM_BYTES: &str = ", from bytes";

/// Returns the cell of a ratio, green if vectru is faster.
fn ratio_text(value: f64) -> String {
    let class = if value < 1.0 { "less" } else { "more" };
    format!("<span class=\"{class}\">{value:.2}</span>")
}

/// Returns the tables of ratios: to the peers of each set, and to ML-KEM-768.
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

/// Returns a table with a row for each operation of a set and columns for each backend.
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
    let names = ["set", "operation"].map(|heading| (heading.to_owned(), Kind::Name));
    let peer_columns = [("best peer", Kind::Text), ("its median", Kind::First), ("derived", Kind::Number)];
    let peer_columns = peer_columns.map(|(heading, kind)| (heading.to_owned(), kind));
    let own_columns = backends.iter().flat_map(|backend| {
        let columns = [("ratio", Kind::Number), ("derived", Kind::Number)];
        [(format!("{OURS} {backend}"), Kind::First)].into_iter().chain(columns.map(|(text, kind)| (text.into(), kind)))
    });
    let columns: Vec<_> = names.into_iter().chain(peer_columns).chain(own_columns).collect();
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
    table("ratios", &columns, &rows.collect::<Vec<_>>())
}

/// Returns the operations of the rows, each with its name in texts: first the operations of
/// [`OPERATIONS`], in their order, then others.
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

/// Returns the bars of all operations of a set. Rows of other sets that were measured in the same
/// turns come last.
///
/// Medians in ticks of `rate` Hz are in nanoseconds, too.
pub(super) fn bars(figures: &Figures, rate: Option<u64>) -> String {
    let mut html = String::new();
    for (operation, text) in operations(&figures.rows) {
        let takes_part = |row: &&Row| takes_part(row, operation, &figures.rows);
        let mut rows: Vec<&Row> = figures.rows.iter().filter(takes_part).collect();
        rows.sort_by_key(|row| (row.set != figures.set, row.summary.median));
        let own = rows.iter().filter(|row| row.set == figures.set);
        let full = chart::scale(own.map(|row| row.summary.median));
        let cells: Vec<_> = rows.iter().map(|row| bar_row(row, operation, figures.set, full, rate)).collect();
        html += &format!("<h4>{}</h4>\n", escape(text));
        let columns = [
            ("implementation", Kind::Name),
            ("", Kind::Bar),
            ("median", Kind::Main),
            ("in ns", Kind::Number),
            ("quartiles", Kind::Number),
            ("min", Kind::Number),
            ("runs", Kind::Number),
            ("own random bytes", Kind::Number),
        ];
        html += &table("bars", &columns, &cells);
    }
    html
}

/// Returns the cells of a row of `operation`. A bar of length `full` fills its cell.
fn bar_row(row: &Row, operation: &str, set: &str, full: u64, rate: Option<u64>) -> Vec<String> {
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
        in_nanoseconds(Some(summary.median), rate),
        format!("{} – {}", grouped(summary.lower_quartile), grouped(summary.upper_quartile)),
        grouped(summary.minimum),
        summary.runs.to_string(),
        row.own_bytes.map(|cost| format!("{} {}", row.rng, grouped(cost))).unwrap_or_default(),
    ]
}

/// The families of parameter sets whose growth is drawn: the name of each family, and the
/// beginnings of its sets' names, up to the degree.
const FAMILIES: [(&str, &[&str]); 4] = [
    ("Streamlined NTRU Prime", &["sntrup"]),
    ("NTRU LPRime", &["ntrulpr"]),
    ("NTRU-HPS", &["ntruhps2048", "ntruhps4096"]),
    ("NTRU-HRSS", &["ntruhrss"]),
];

/// Returns the degree in the name of a set, which follows one of `beginnings`.
fn degree(set: &str, beginnings: &[&str]) -> Option<u64> {
    beginnings.iter().find_map(|beginning| set.strip_prefix(beginning)?.parse().ok())
}

/// The largest ratio of a line's height to the height of the lowest line. A higher line would
/// flatten the others.
const TALLEST: u64 = 8;

/// Returns plots of the time of each operation over the degree, for each family with more than one
/// measured set. The portable backend is omitted if there are others.
pub(super) fn growth(figures: &[Figures]) -> String {
    let mut html = String::new();
    for (family, beginnings) in FAMILIES {
        let sets: Vec<_> = figures.iter().filter_map(|f| Some((degree(f.set, beginnings)?, f))).collect();
        if sets.len() < 2 {
            continue;
        }
        html += &format!("<h3>{family}</h3>\n<div class=\"plots\">\n");
        // An implementation has the same colour in all plots of the family.
        let mut names = Vec::new();
        for (operation, text) in OPERATIONS {
            html += &plot(&sets, operation, text, &mut names);
        }
        html += "</div>\n";
    }
    html
}

/// Returns the plot of an operation. `names` are the implementations that have colours, in the
/// order of the colours.
fn plot(sets: &[(u64, &Figures)], operation: &str, text: &str, names: &mut Vec<String>) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for (degree, figures) in sets {
        let backends = backends(&figures.rows);
        let rows = figures.rows.iter().filter(|row| row.set == figures.set);
        for row in rows.filter(|row| takes_part(row, operation, &figures.rows)) {
            // Each backend of vectru has a line. A peer has one line, though its path may differ
            // between sets.
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
