//! The tables of a source as a text of columns between tabs: see `cch23.tsv`.
//!
//! A line that begins with `#` is a comment. An empty line stands before each table. Its first line
//! has three columns: the number, the subject, and the machine of the figures, if any are printed.
//! Each further line is a row:
//!
//! 1. the name in the source;
//! 2. the printed figure: cycles, of all calls together if a table has several; a range of ratios
//!    of two times, as `1.99 to 2.16`; or `-` if the table only suggests what to compute;
//! 3. vectru's counterpart, in one of the forms below, or `none: ` and the reason why there is none;
//! 4. the difference between the counterpart's algorithm and the source's, if there is one;
//! 5. the feature without which the row is left out, if there is one: `printed`.
//!
//! | counterpart | time |
//! | --- | --- |
//! | `PART + PART of RING/MULTIPLIER` | of parts of a multiplier, each run as a whole; `product` is a part, too |
//! | `MAP + MAP in PART + MAP in PART, of RING/MULTIPLIER` | of maps within parts of a multiplier |
//! | `PRIMITIVE of RING` | of a primitive, as `vectru::primitives` names it |
//! | `OPERATION of SET by MULTIPLIER` | of an operation; the multiplier computes all products in the ring |
//! | `PART in OPERATION of SET` | of a part of an operation with prepared keys |
//! | `COUNTERPART, divided by COUNTERPART` | the ratio of two times |
//!
//! What is named twice counts twice.

use super::{Row, Table, Term, Value};

/// Returns the tables of a text, or the first line that has another form.
pub(super) fn tables(text: &'static str) -> Result<Vec<Table>, &'static str> {
    let mut tables = Vec::new();
    for block in text.split("\n\n") {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let Some(first) = lines.next() else { continue };
        let [number, title, machine] = columns(first).ok_or(first)?;
        let rows: Result<Vec<_>, _> = lines.map(|line| row(line).ok_or(line)).collect();
        let rows = rows?.into_iter().filter(|(_, feature)| feature.is_empty() || cfg!(feature = "printed"));
        tables.push(Table { number, title, machine, rows: rows.map(|(row, _)| row).collect() });
    }
    Ok(tables)
}

/// Returns the columns of a line, empty where the line ends before.
fn columns<const N: usize>(line: &'static str) -> Option<[&'static str; N]> {
    let mut columns = line.split('\t');
    let found = std::array::from_fn(|_| columns.next().unwrap_or(""));
    columns.next().is_none().then_some(found)
}

/// Returns a row and its feature.
fn row(line: &'static str) -> Option<(Row, &'static str)> {
    let [name, printed, ours, differs, feature] = columns(line)?;
    let (low, high) = printed.split_once(" to ").unwrap_or((printed, printed));
    let printed_unit = match printed {
        "-" => "none",
        _ if printed.contains('.') => "ratio",
        _ => "cycles",
    };
    let value = |text: &str| {
        Some(match printed_unit {
            "none" => None,
            "ratio" => Some(Value::Ratio(text.parse().ok()?)),
            _ => Some(Value::Time(text.parse().ok()?)),
        })
    };
    let (printed, printed_to) = (value(low)?, value(high)?);
    let (label, terms, divisors) = if ours.starts_with("none: ") {
        (ours.to_owned(), Vec::new(), Vec::new())
    } else {
        // The ring of a multiplier goes without saying.
        let label = ours.replace(" + ", ", ");
        let words: Vec<_> = label.split(' ').map(|word| word.split_once('/').map_or(word, |(_, name)| name)).collect();
        let (one, other) = ours.split_once(", divided by ").map_or((ours, None), |(one, other)| (one, Some(other)));
        (words.join(" "), terms(one)?, other.map_or(Some(Vec::new()), terms)?)
    };
    Some((Row { name, printed_unit, printed, printed_to, ours: label, terms, divisors, differs }, feature))
}

/// Returns the terms of a counterpart that is no ratio.
fn terms(text: &'static str) -> Option<Vec<Term>> {
    let (names, of) = text.rsplit_once(" of ")?;
    if let Some((set, multiplier)) = of.split_once(" by ") {
        return Some(vec![Term::Operation { set, operation: names, multiplier }]);
    }
    let Some((ring, multiplier)) = of.split_once('/') else {
        return Some(vec![match names.split_once(" in ") {
            Some((part, operation)) => Term::OfOperation { set: of, operation, part },
            None => Term::Primitive { ring: of, primitive: names },
        }]);
    };
    let mut within = None;
    let names = names.trim_end_matches(',').rsplit(" + ").map(|name| {
        // Maps of one part stand before its name.
        let (name, part) = name.split_once(" in ").map_or((name, within), |(map, part)| (map, Some(part)));
        within = part;
        part.map_or(Term::Part { ring, multiplier, part: name }, |part| Term::Map { ring, multiplier, part, map: name })
    });
    let terms: Vec<_> = names.collect();
    Some(terms.into_iter().rev().collect())
}
