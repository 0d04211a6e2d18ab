//! `vectru tables`: the tables of the sources, with vectru's own figures beside the printed ones.
//!
//! A table has the printed figures as rows, each with its counterpart in vectru: times of products,
//! of single maps of a multiplier, of primitives, of whole mechanisms by a chosen multiplier, and of
//! the parts of their operations. The measurements take turns, on each backend. A row whose
//! counterpart is another algorithm than the source's says what differs. The tables are data, in the
//! files `sources/*.tsv`.
//!
//! Printed figures are cycles of the machine that a table names. They and the ticks of this machine
//! are units of different length, so only ratios of rows can be compared.

mod closed_forms;
mod measured;
mod read;

use std::sync::LazyLock;

use serde::Serialize;
use vectru_polymul::dispatch::Backend;

use crate::kem::Error;
use crate::measure::{Pace, Progress};
use crate::stopwatch::UNIT;
use crate::{Report, Setting, json_lines, report};

pub(crate) use closed_forms::HEADINGS as CLOSED_FORM_HEADINGS;
pub use closed_forms::Sizes;
use measured::Measured;

/// A source, by its key in the bibliography.
#[derive(Debug)]
pub struct Source {
    /// The key, in lower case without signs: the name on the command line.
    pub name: &'static str,
    /// The key in the bibliography.
    pub key: &'static str,
    /// The tables.
    tables: Vec<Table>,
}

/// The sources with printed figures.
pub static SOURCES: LazyLock<[Source; 4]> = LazyLock::new(|| {
    [
        ("hly24", "HLY24", include_str!("sources/hly24.tsv")),
        ("cch23", "CCH+23", include_str!("sources/cch23.tsv")),
        ("hwa24b", "Hwa24b", include_str!("sources/hwa24b.tsv")),
        ("hwa24a", "Hwa24a", include_str!("sources/hwa24a.tsv")),
    ]
    .map(|(name, key, text)| {
        let tables = read::tables(text).unwrap_or_else(|line| unreachable!("a test reads every line: {line}"));
        Source { name, key, tables }
    })
});

impl Source {
    /// Returns the numbers of the tables, and the name of the closed forms if the source has them.
    pub fn numbers(&self) -> impl Iterator<Item = &'static str> {
        let forms = self.has_closed_forms().then_some(closed_forms::NUMBER);
        self.tables.iter().map(|table| table.number).chain(forms)
    }

    /// Returns true for the slides, whose closed forms are evaluated.
    fn has_closed_forms(&self) -> bool {
        self.key == "Hwa24a"
    }
}

/// A printed table.
#[derive(Debug)]
pub(crate) struct Table {
    /// The number, or the place of a figure in the text.
    pub(crate) number: &'static str,
    /// The subject.
    pub(crate) title: &'static str,
    /// The machine of the figures; empty for a table without figures.
    machine: &'static str,
    /// The rows.
    rows: Vec<Row>,
}

impl Table {
    /// Returns the unit of the printed figures with their machine, or a note that there are no
    /// figures.
    pub(crate) fn printed(&self) -> String {
        if self.machine.is_empty() { "no figures".into() } else { format!("cycles of {}", self.machine) }
    }
}

/// A printed figure, and its counterpart in vectru.
#[derive(Debug, Serialize)]
struct Row {
    /// The name in the source.
    #[serde(skip)]
    name: &'static str,
    /// `cycles`, `ratio` or `none`.
    printed_unit: &'static str,
    /// The printed figure, or the lowest of a range; `None` (null) if none is printed.
    printed: Option<Value>,
    /// The highest of a range.
    printed_to: Option<Value>,
    /// The counterpart, or the reason why there is none.
    ours: String,
    /// The terms whose sum is the figure of the counterpart.
    terms: Vec<Term>,
    /// The terms by whose sum it is divided, if the figure is a ratio.
    divisors: Vec<Term>,
    /// The difference between the counterpart's algorithm and the source's; empty if they are the
    /// same.
    differs: &'static str,
}

/// A term of a figure, by the names under which a model of a core has it, too.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Term {
    /// A part of a multiplier, run as a whole.
    Part { ring: &'static str, multiplier: &'static str, part: &'static str },
    /// A map within a part of a multiplier.
    Map { ring: &'static str, multiplier: &'static str, part: &'static str, map: &'static str },
    /// A primitive.
    Primitive { ring: &'static str, primitive: &'static str },
    /// An operation of a mechanism. The multiplier computes all products in the ring.
    Operation { set: &'static str, operation: &'static str, multiplier: &'static str },
    /// A part of an operation with prepared keys.
    OfOperation { set: &'static str, operation: &'static str, part: &'static str },
}

/// A figure: a time in whole units, or a ratio of two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Value {
    Time(u64),
    Ratio(f64),
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time(time) => write!(formatter, "{time}"),
            Self::Ratio(ratio) => write!(formatter, "{ratio:.2}"),
        }
    }
}

/// The choice of measurements.
#[derive(Clone, Debug)]
pub struct Options {
    /// The source.
    pub source: &'static Source,
    /// The number of the only table, if one is chosen.
    pub table: Option<String>,
    /// The backends.
    pub backends: Vec<Backend>,
    /// The number of runs of each figure; slow figures have fewer.
    pub runs: usize,
    /// The sizes of the closed forms of the slides.
    pub sizes: Sizes,
}

/// A row of JSON: a printed figure beside vectru's on a backend.
#[derive(Debug, Serialize)]
struct Figure {
    kind: &'static str,
    source: &'static str,
    table: &'static str,
    row: &'static str,
    machine: &'static str,
    #[serde(flatten)]
    content: &'static Row,
    backend: &'static str,
    unit: &'static str,
    /// The median, or the ratio of two; `None` (null) if nothing is measured.
    median: Option<Value>,
}

/// The tables of a source with their figures.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The circumstances.
    pub(crate) setting: Setting,
    /// The source.
    pub(crate) source: &'static Source,
    /// The chosen tables.
    pub(crate) tables: Vec<&'static Table>,
    backends: Vec<Backend>,
    measured: Measured,
    /// The values of the closed forms, if the source has them.
    pub(crate) closed_forms: Vec<closed_forms::Row>,
}

/// Measures the counterparts of the figures in the tables of a source.
///
/// # Errors
///
/// Returns an error if the operating system provides no random bytes, or if a backend is no longer
/// available.
pub fn run(options: &Options, command: &str, progress: &mut dyn FnMut(Progress)) -> Result<Figures, Error> {
    let Options { source, table, backends, runs, sizes } = options;
    let wanted = |number: &str| table.as_deref().is_none_or(|only| only.eq_ignore_ascii_case(number));
    let tables: Vec<_> = source.tables.iter().filter(|table| wanted(table.number)).collect();
    let backends: Vec<_> = backends.iter().copied().filter(|backend| backend.is_available()).collect();
    let rows = tables.iter().flat_map(|table| &table.rows);
    let measured = measured::measure(rows, &backends, Pace::within(BUDGET, *runs), progress)?;
    let has_forms = source.has_closed_forms() && wanted(closed_forms::NUMBER);
    let closed_forms = if has_forms { closed_forms::rows(*sizes) } else { Vec::new() };
    Ok(Figures { setting: Setting::of(command), source, tables, backends, measured, closed_forms })
}

/// The time that all runs of one figure may take.
const BUDGET: std::time::Duration = std::time::Duration::from_millis(300);

impl Figures {
    /// Returns the figures of each row on each backend.
    fn figures(&self) -> Vec<Figure> {
        let rows = self.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        let figure = |table: &Table, row: &'static Row, backend: Backend| Figure {
            kind: "source",
            source: self.source.key,
            table: table.number,
            row: row.name,
            machine: table.machine,
            content: row,
            backend: backend.name(),
            unit: if row.divisors.is_empty() { UNIT } else { "ratio" },
            median: self.measured.of(row, backend),
        };
        rows.flat_map(|(table, row)| self.backends.iter().map(move |&backend| figure(table, row, backend))).collect()
    }

    /// Returns the headings and rows of a table, as texts.
    pub(crate) fn cells(&self, table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
        let backends = self.backends.iter().map(|backend| backend.name().to_owned());
        let headings = ["row".into(), "printed".into()].into_iter().chain(backends).chain(["ours".into()]).collect();
        let cell = |value: Option<Value>| value.map_or_else(|| "-".into(), |value| value.to_string());
        let rows = table.rows.iter().map(|row| {
            let (low, high) = (cell(row.printed), cell(row.printed_to));
            let printed = if low == high { low } else { format!("{low} to {high}") };
            let medians = self.backends.iter().map(|&backend| cell(self.measured.of(row, backend)));
            [row.name.into(), printed].into_iter().chain(medians).chain([row.ours.clone()]).collect()
        });
        (headings, rows.collect())
    }

    /// Returns the report as a page of HTML that loads no other file.
    pub fn html(&self) -> String {
        report::sources::page(self)
    }
}

impl Report for Figures {
    fn table(&self) -> String {
        let mut text = String::new();
        for table in &self.tables {
            let (headings, rows) = self.cells(table);
            let mut lines = crate::Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
            rows.into_iter().for_each(|row| lines.row(row));
            text += &format!(
                "[{}, {}] {}\nprinted: {}; measured: {UNIT}\n\n{lines}\n",
                self.source.key,
                table.number,
                table.title,
                table.printed()
            );
        }
        if !self.closed_forms.is_empty() {
            text += &closed_forms::text(&self.closed_forms);
        }
        text
    }

    fn json(&self) -> String {
        json_lines(std::slice::from_ref(&self.setting)) + &json_lines(&self.figures()) + &json_lines(&self.closed_forms)
    }
}

#[cfg(test)]
mod tests {
    use vectru::Set;
    use vectru::primitives::Primitive;
    use vectru_catalogue::CATALOGUE;
    use vectru_polymul::workbench::Part;

    use super::*;
    use crate::kem::OPERATIONS;

    /// Asserts that a term names what there is.
    fn check(term: &Term) {
        let entry = |ring: &str, name: &str| {
            CATALOGUE.iter().find(|entry| (entry.recipe.ring, entry.recipe.name) == (ring, name))
        };
        let part_is_known = |part: &str| Part::ALL.iter().any(|known| known.name() == part);
        let is_known = match *term {
            Term::Part { ring, multiplier, part } => entry(ring, multiplier).is_some() && part_is_known(part),
            Term::Map { ring, multiplier, part, map } => {
                let chain = entry(ring, multiplier).map_or(&[][..], |entry| entry.recipe.chain);
                part_is_known(part) && (map == "fold" || chain.iter().any(|known| known.name == map))
            }
            Term::Primitive { ring, primitive } => {
                Primitive::all().iter().any(|known| (known.ring, known.name) == (ring, primitive))
            }
            Term::Operation { set, operation, multiplier } => {
                // A set of NTRU LPRime has the ring of Streamlined NTRU Prime.
                let ring = set.replace("ntrulpr", "sntrup");
                set.parse::<Set>().is_ok()
                    && OPERATIONS.iter().any(|(known, _)| *known == operation)
                    && multiplier.split(" with ").all(|name| entry(&ring, name).is_some())
            }
            Term::OfOperation { set, operation, part } => {
                let parts = vectru::parts::Part::ALL.map(|known| known.name());
                set.parse::<Set>().is_ok()
                    && ["keygen", "encaps", "decaps"].contains(&operation)
                    && parts.contains(&part)
            }
        };
        assert!(is_known, "{term:?}");
    }

    #[test]
    fn every_row_names_what_there_is_and_every_row_once() {
        // The tables of [CCH+23] have seven rows that feature `printed` compiles.
        let left_out = if cfg!(feature = "printed") { 0 } else { 7 };
        let counts = SOURCES.each_ref().map(|source| {
            for table in &source.tables {
                for (index, row) in table.rows.iter().enumerate() {
                    row.terms.iter().chain(&row.divisors).for_each(check);
                    assert_eq!(row.terms.is_empty(), row.ours.len() > 16 && row.ours.starts_with("none: "), "{row:?}");
                    assert_eq!(row.printed_unit == "none", table.machine.is_empty(), "{row:?}");
                    let again = table.rows[..index].iter().any(|other| other.name == row.name);
                    assert!(!again, "{}, {}: {}", source.key, table.number, row.name);
                }
            }
            (source.name, source.tables.len(), source.tables.iter().map(|table| table.rows.len()).sum::<usize>())
        });
        assert_eq!(counts, [("hly24", 7, 91), ("cch23", 20, 188 - left_out), ("hwa24b", 1, 7), ("hwa24a", 1, 6)]);
    }

    #[test]
    fn a_line_of_another_form_is_an_error() {
        for line in ["a\tcycles\tsort of sntrup761", "a\t1\tsort", "a\t1", "a\t1.5 to\tsort of x", "a\t1\tb of c\t\t\t"]
        {
            let text: &'static str = format!("# Comment.\n\nTable 1\ttitle\n{line}\n").leak();
            assert_eq!(read::tables(text).err(), Some(line));
        }
    }

    fn measured(source: &'static Source, table: Option<&str>) -> Figures {
        let (backends, sizes) = (vec![Backend::Portable], Sizes::default());
        let options = Options { source, table: table.map(String::from), backends, runs: 1, sizes };
        run(&options, "vectru tables", &mut |_| ()).expect("the portable backend is always there")
    }

    #[test]
    fn every_row_has_its_figure() {
        for source in &*SOURCES {
            let found = measured(source, None);
            let (text, json, html) = (found.table(), found.json(), found.html());
            assert!(html.starts_with("<!DOCTYPE html>"));
            assert_eq!(found.tables.len(), source.tables.len());
            for (table, row) in found.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row))) {
                // A part may be so short that a run takes less time than reading the clock.
                let untimed = matches!(*row.terms, [Term::Map { .. }, ..]) && !cfg!(feature = "printed");
                let missing = untimed || matches!(*row.terms, [] | [Term::OfOperation { .. }]);
                assert!(found.measured.of(row, Backend::Portable).is_some() || missing, "{}: {row:?}", source.key);
                assert!(text.contains(row.name) && json.contains(row.name) && html.contains(table.title), "{row:?}");
            }
        }
    }

    /// Compares the rows of `docs/figures` with the tables: all that is not measured must agree.
    /// Tables without printed figures have other rows without feature `printed`.
    #[test]
    fn rows_of_figures_are_those_of_the_tables() {
        let without_measurements = |mut row: serde_json::Value| {
            let fields = row.as_object_mut().expect("a row is an object");
            fields.retain(|field, _| !["backend", "unit", "median"].contains(&field.as_str()));
            row
        };
        for source in &*SOURCES {
            let path = format!("{}/../../docs/figures/{}.jsonl", env!("CARGO_MANIFEST_DIR"), source.name);
            let text = std::fs::read_to_string(path).expect("the rows of the source");
            let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a row"));
            let of_tables = rows.filter(|row| row["backend"] == Backend::Portable.name() && row["machine"] != "");
            let expected = Figures {
                setting: Setting::of("vectru tables"),
                source,
                tables: source.tables.iter().filter(|table| !table.machine.is_empty()).collect(),
                backends: vec![Backend::Portable],
                measured: Measured::default(),
                closed_forms: Vec::new(),
            };
            let expected = expected.figures().into_iter().map(|figure| serde_json::to_value(figure).expect("a row"));
            let expected: Vec<_> = expected.map(without_measurements).collect();
            assert_eq!(of_tables.map(without_measurements).collect::<Vec<_>>(), expected, "{}", source.key);
        }
    }

    #[test]
    fn a_table_is_found_by_its_number() {
        let slides = SOURCES.iter().find(|source| source.name == "hwa24a").expect("the slides");
        let (story, forms) = (measured(slides, Some("story")), measured(slides, Some("Comparison")));
        assert_eq!((story.tables.len(), story.closed_forms.len()), (1, 0));
        assert_eq!((forms.tables.len(), forms.closed_forms.len()), (0, 4));
        assert_eq!(slides.numbers().collect::<Vec<_>>(), ["Story", "Comparison"]);
    }
}
