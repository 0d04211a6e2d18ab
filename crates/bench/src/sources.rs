//! `vectru tables`: the tables of the sources, with vectru's own figures beside the printed ones.
//!
//! A [`Table`] has the printed figures as rows, each with its counterpart in vectru ([`Ours`]):
//! times of products, of single maps of a multiplier, of primitives, of whole mechanisms by a
//! chosen multiplier, and of the parts of their operations. The measurements take turns, on each
//! backend. A row whose counterpart is another algorithm than the source's says what differs.
//!
//! Printed figures are cycles of the machine that a table names. They and the ticks of this machine
//! are units of different length, so only ratios of rows can be compared.

mod cch23;
mod closed_forms;
mod hly24;
mod hwa24a;
mod hwa24b;
mod measured;
mod suggestions;

use serde::Serialize;
use vectru::Set;
use vectru::parts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::Part;

use crate::kem::Error;
use crate::measure::{Pace, Progress};
use crate::stopwatch::UNIT;
use crate::{Report, Setting, json_lines, report};

pub use closed_forms::{HEADINGS as CLOSED_FORM_HEADINGS, Sizes};
use measured::Measured;

/// A source, by its key in the bibliography.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The key, in lower case without signs: the name on the command line.
    pub name: &'static str,
    /// The key in the bibliography.
    pub key: &'static str,
    /// The tables.
    pub tables: &'static [Table],
}

/// The sources with printed figures.
pub const SOURCES: &[Source] = &[
    Source { name: "hly24", key: "HLY24", tables: hly24::TABLES },
    Source { name: "cch23", key: "CCH+23", tables: cch23::TABLES },
    Source { name: "hwa24b", key: "Hwa24b", tables: hwa24b::TABLES },
    Source { name: "hwa24a", key: "Hwa24a", tables: hwa24a::TABLES },
];

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
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The number, or the place of a figure in the text.
    pub number: &'static str,
    /// The subject.
    pub title: &'static str,
    /// The machine of the figures; empty for a table without figures.
    pub machine: &'static str,
    /// The rows.
    pub rows: &'static [Row],
}

impl Table {
    /// Returns the unit of the printed figures with their machine, or a note that there are no
    /// figures.
    pub(crate) fn printed(&self) -> String {
        if self.machine.is_empty() { "no figures".into() } else { format!("cycles of {}", self.machine) }
    }
}

/// A printed figure, and vectru's.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in the source.
    pub name: &'static str,
    /// The figure.
    pub printed: Printed,
    /// The counterpart.
    pub ours: Ours,
    /// The difference between the counterpart's algorithm and the source's; empty if they are the
    /// same.
    pub differs: &'static str,
}

/// A printed figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// Cycles, of all calls together if a table has several.
    Cycles(u64),
    /// A range of ratios of two times.
    Ratio(f64, f64),
    /// No figure: the table suggests what to compute.
    Nothing,
}

/// vectru's counterpart of a figure.
#[derive(Clone, Copy, Debug)]
pub enum Ours {
    /// Parts of a multiplier, each run as a whole; `Part::Product` is a product.
    Parts(Multiplier, &'static [Part]),
    /// Maps of a multiplier within its parts. A part that is named twice counts twice.
    Maps(Multiplier, &'static [(Part, &'static [&'static str])]),
    /// A primitive of a ring, as `vectru::primitives` names it.
    Primitive(&'static str, &'static str),
    /// An operation of a mechanism; if a multiplier is given, it computes all products in the ring.
    Operation(Set, &'static str, Option<&'static str>),
    /// A part of an operation of a mechanism with prepared keys.
    OfOperation(Set, &'static str, parts::Part),
    /// The ratio of two figures.
    Ratio(&'static Ours, &'static Ours),
    /// No counterpart, for this reason.
    None(&'static str),
}

/// A multiplier, by its ring and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplier {
    /// The ring's name.
    pub ring: &'static str,
    /// The name.
    pub name: &'static str,
}

/// Returns a row of cycles.
const fn row(name: &'static str, cycles: u64, ours: Ours) -> Row {
    Row { name, printed: Printed::Cycles(cycles), ours, differs: "" }
}

/// Returns a row of cycles whose counterpart is another algorithm.
const fn other(name: &'static str, cycles: u64, ours: Ours, differs: &'static str) -> Row {
    Row { name, printed: Printed::Cycles(cycles), ours, differs }
}

/// Returns the product of a multiplier.
const fn product(multiplier: Multiplier) -> Ours {
    Ours::Parts(multiplier, &[Part::Product])
}

/// Returns the product of a multiplier that accepts only small second operands.
const fn product_by_small(multiplier: Multiplier) -> Ours {
    Ours::Parts(multiplier, &[Part::ProductBySmall])
}

/// Declares multipliers of a ring that tables name.
macro_rules! multipliers {
    ($($constant:ident = $ring:literal, $name:literal;)*) => {
        $(const $constant: Multiplier = Multiplier { ring: $ring, name: $name };)*
    };
}

multipliers! {
    GOOD_RADER_BRUUN = "sntrup761", "good-rader-bruun";
    GOOD_RADER_OUTER = "sntrup761", "good-rader-outer";
    GOOD_SCHOENHAGE_BRUUN = "sntrup761", "good-schoenhage-bruun";
    GOOD_THOMAS = "sntrup761", "good-thomas";
    GOOD_THOMAS_TWO_PRIMES = "sntrup761", "good-thomas-two-primes";
    SCHOENHAGE_NUSSBAUMER = "sntrup761", "schoenhage-nussbaumer";
    TRUNCATED_RADER = "sntrup761", "truncated-rader";
    GOOD_THOMAS_TWO_PRIMES_NTRU = "ntruhps2048677", "good-thomas-two-primes";
    GOOD_THOMAS_NTRU = "ntruhps2048677", "good-thomas";
    TOEPLITZ_TC = "ntruhps2048677", "toeplitz-tc";
    TOOM_COOK = "ntruhps2048677", "toom-cook";
    TOOM_COOK_2021 = "ntruhps2048677", "toom-cook-2021";
    COOLEY_TUKEY_SABER = "saber", "cooley-tukey";
}

/// The machine of the tables of `[HLY24]` and `[CCH+23]`.
const CORTEX_A72: &str = "a Cortex-A72 at 1.5 GHz (Raspberry Pi 4)";

/// The choice of measurements.
#[derive(Clone, Debug)]
pub struct Options {
    /// The source.
    pub source: Source,
    /// The number of the only table, if one is chosen.
    pub table: Option<String>,
    /// The backends.
    pub backends: Vec<Backend>,
    /// The number of runs of each figure; slow figures have fewer.
    pub runs: usize,
    /// The sizes of the closed forms of the slides.
    pub sizes: Sizes,
}

/// A printed figure beside vectru's, or a value of a closed form.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// `source`.
    pub kind: &'static str,
    /// The source's key.
    pub source: &'static str,
    /// The number of the table.
    pub table: &'static str,
    /// The name of the row.
    pub row: &'static str,
    /// The machine of the printed figure.
    pub machine: &'static str,
    /// `cycles`, `ratio` or `none`.
    pub printed_unit: &'static str,
    /// The printed figure, or the lowest of a range; `None` (null) if none is printed.
    pub printed: Option<Value>,
    /// The highest of a range.
    pub printed_to: Option<Value>,
    /// vectru's measured counterpart, or the reason why there is none.
    pub ours: String,
    /// The terms whose sum is the figure of the counterpart.
    pub terms: Vec<Term>,
    /// The terms by whose sum it is divided, if the figure is a ratio.
    pub divisors: Vec<Term>,
    /// The difference between the counterpart's algorithm and the source's.
    pub differs: &'static str,
    /// The backend.
    pub backend: &'static str,
    /// The unit of the measured figure.
    pub unit: &'static str,
    /// The median, or the ratio of two; `None` (null) if nothing is measured.
    pub median: Option<Value>,
}

/// A term of a figure, by the names under which a model of a core has it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Term {
    /// A part of a multiplier.
    Part {
        /// The ring.
        ring: &'static str,
        /// The multiplier.
        multiplier: &'static str,
        /// The part.
        part: &'static str,
    },
    /// A map of a part of a multiplier.
    Map {
        /// The ring.
        ring: &'static str,
        /// The multiplier.
        multiplier: &'static str,
        /// The part.
        part: &'static str,
        /// The map.
        map: &'static str,
    },
    /// A primitive.
    Primitive {
        /// The ring.
        ring: &'static str,
        /// The primitive.
        primitive: &'static str,
    },
    /// An operation of a mechanism by a multiplier.
    Operation {
        /// The parameter set.
        set: &'static str,
        /// The operation.
        operation: &'static str,
        /// The multiplier; the chosen one if it is missing.
        multiplier: Option<&'static str>,
    },
    /// A part of an operation.
    OfOperation {
        /// The parameter set.
        set: &'static str,
        /// The operation.
        operation: &'static str,
        /// The part.
        part: &'static str,
    },
}

impl Ours {
    /// Returns the terms of the figure; for a ratio, those of the sum that is divided.
    fn terms(&self) -> Vec<Term> {
        match *self {
            Self::Parts(Multiplier { ring, name: multiplier }, parts) => {
                parts.iter().map(|part| Term::Part { ring, multiplier, part: part.name() }).collect()
            }
            Self::Maps(Multiplier { ring, name: multiplier }, maps) => {
                let all = maps.iter().flat_map(|(part, maps)| maps.iter().map(move |map| (part.name(), *map)));
                all.map(|(part, map)| Term::Map { ring, multiplier, part, map }).collect()
            }
            Self::Primitive(ring, primitive) => vec![Term::Primitive { ring, primitive }],
            Self::Operation(set, operation, multiplier) => {
                vec![Term::Operation { set: set.name(), operation, multiplier }]
            }
            Self::OfOperation(set, operation, part) => {
                vec![Term::OfOperation { set: set.name(), operation, part: part.name() }]
            }
            Self::Ratio(one, _) => one.terms(),
            Self::None(_) => Vec::new(),
        }
    }

    /// Returns the terms by whose sum a ratio is divided; nothing for other figures.
    fn divisors(&self) -> Vec<Term> {
        if let Self::Ratio(_, other) = self { other.terms() } else { Vec::new() }
    }
}

/// A figure: a time in whole units, or a ratio of two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A time.
    Time(u64),
    /// A ratio.
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

/// The tables of a source with their figures.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The circumstances.
    pub setting: Setting,
    /// The source.
    pub source: Source,
    /// The chosen tables.
    pub tables: Vec<Table>,
    /// The backends.
    pub backends: Vec<Backend>,
    /// One figure for each row and backend.
    pub figures: Vec<Figure>,
    /// The values of the closed forms, if the source has them.
    pub closed_forms: Vec<closed_forms::Row>,
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
    let tables: Vec<_> = source.tables.iter().copied().filter(|table| wanted(table.number)).collect();
    let backends: Vec<_> = backends.iter().copied().filter(|backend| backend.is_available()).collect();
    let needed: Vec<_> = tables.iter().flat_map(|table| table.rows).map(|row| row.ours).collect();
    let pace = Pace::within(BUDGET, *runs);
    let measured = measured::measure(&needed, &backends, pace, progress)?;
    let mut figures = Vec::new();
    for table in &tables {
        for row in table.rows {
            figures.extend(backends.iter().map(|&backend| figure(source.key, table, row, backend, &measured)));
        }
    }
    let closed_forms =
        if source.has_closed_forms() && wanted(closed_forms::NUMBER) { closed_forms::rows(*sizes) } else { Vec::new() };
    Ok(Figures { setting: Setting::of(command), source: *source, tables, backends, figures, closed_forms })
}

/// The time that all runs of one figure may take.
const BUDGET: std::time::Duration = std::time::Duration::from_millis(300);

fn figure(source: &'static str, table: &Table, row: &Row, backend: Backend, measured: &Measured) -> Figure {
    let (printed_unit, printed, printed_to) = match row.printed {
        Printed::Cycles(cycles) => ("cycles", Some(Value::Time(cycles)), Some(Value::Time(cycles))),
        Printed::Ratio(low, high) => ("ratio", Some(Value::Ratio(low)), Some(Value::Ratio(high))),
        Printed::Nothing => ("none", None, None),
    };
    Figure {
        kind: "source",
        source,
        table: table.number,
        row: row.name,
        machine: table.machine,
        printed_unit,
        printed,
        printed_to,
        ours: row.ours.to_string(),
        terms: row.ours.terms(),
        divisors: row.ours.divisors(),
        differs: row.differs,
        backend: backend.name(),
        unit: if matches!(row.ours, Ours::Ratio(..)) { "ratio" } else { UNIT },
        median: measured.of(&row.ours, backend),
    }
}

impl Figures {
    /// Returns the figure of a row on a backend.
    pub fn figure(&self, table: &Table, row: &Row, backend: Backend) -> Option<&Figure> {
        self.figures
            .iter()
            .find(|figure| (figure.table, figure.row, figure.backend) == (table.number, row.name, backend.name()))
    }

    /// Returns the headings and rows of a table, as texts.
    pub fn cells(&self, table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
        let backends = self.backends.iter().map(|backend| backend.name().to_owned());
        let headings = ["row".into(), "printed".into()].into_iter().chain(backends).chain(["ours".into()]).collect();
        let rows = table.rows.iter().map(|row| {
            let figures = self.backends.iter().map(|&backend| {
                let median = self.figure(table, row, backend).and_then(|figure| figure.median);
                median.map_or_else(|| "-".into(), |median| median.to_string())
            });
            let printed = match row.printed {
                Printed::Cycles(cycles) => cycles.to_string(),
                Printed::Ratio(low, high) if low == high => format!("{low:.2}"),
                Printed::Ratio(low, high) => format!("{low:.2} to {high:.2}"),
                Printed::Nothing => "-".into(),
            };
            [row.name.into(), printed].into_iter().chain(figures).chain([row.ours.to_string()]).collect()
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
        json_lines(std::slice::from_ref(&self.setting)) + &json_lines(&self.figures) + &json_lines(&self.closed_forms)
    }
}

impl std::fmt::Display for Ours {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Parts(multiplier, parts) => {
                let names: Vec<_> = parts.iter().map(|part| part.name()).collect();
                write!(formatter, "{} of {}", names.join(", "), multiplier.name)
            }
            Self::Maps(multiplier, maps) => {
                let names: Vec<_> =
                    maps.iter().map(|(part, maps)| format!("{} in {}", maps.join(", "), part.name())).collect();
                write!(formatter, "{}, of {}", names.join(", "), multiplier.name)
            }
            Self::Primitive(ring, name) => write!(formatter, "{name} of {ring}"),
            Self::Operation(set, operation, Some(multiplier)) => {
                write!(formatter, "{operation} of {} by {multiplier}", set.name())
            }
            Self::Operation(set, operation, None) => write!(formatter, "{operation} of {}", set.name()),
            Self::OfOperation(set, operation, part) => write!(formatter, "{part} in {operation} of {}", set.name()),
            Self::Ratio(one, other) => write!(formatter, "{one}, divided by {other}"),
            Self::None(reason) => write!(formatter, "none: {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use vectru_catalogue::CATALOGUE;

    use super::*;
    use crate::kem::OPERATIONS;

    fn check(ours: &Ours) {
        match ours {
            Ours::Parts(multiplier, _) => assert!(entry(multiplier).is_some(), "{ours}"),
            Ours::Maps(multiplier, maps) => {
                let entry = entry(multiplier).unwrap_or_else(|| panic!("{ours}"));
                for name in maps.iter().flat_map(|(_, maps)| *maps).filter(|name| **name != "fold") {
                    assert!(entry.recipe.chain.iter().any(|map| map.name == *name), "{ours}: {name}");
                }
            }
            Ours::Primitive(ring, name) => {
                let known = vectru::primitives::Primitive::all();
                assert!(known.iter().any(|primitive| (primitive.ring, primitive.name) == (*ring, *name)), "{ours}");
            }
            Ours::Operation(_, operation, multiplier) => {
                assert!(OPERATIONS.iter().any(|(name, _)| name == operation), "{ours}");
                let known = |name: &str| CATALOGUE.iter().any(|entry| entry.recipe.name == name);
                assert!(multiplier.is_none_or(|names| names.split(" with ").all(known)), "{ours}");
            }
            Ours::OfOperation(_, operation, _) => assert!(["keygen", "encaps", "decaps"].contains(operation), "{ours}"),
            Ours::Ratio(one, other) => [one, other].into_iter().for_each(|ours| check(ours)),
            Ours::None(reason) => assert!(reason.len() > 10, "{reason}"),
        }
    }

    fn entry(multiplier: &Multiplier) -> Option<&'static vectru_catalogue::Entry> {
        CATALOGUE.iter().find(|entry| (entry.recipe.ring, entry.recipe.name) == (multiplier.ring, multiplier.name))
    }

    #[test]
    fn every_row_names_what_there_is_and_every_row_once() {
        for source in SOURCES {
            for table in source.tables {
                for (index, row) in table.rows.iter().enumerate() {
                    check(&row.ours);
                    let again = table.rows[..index].iter().any(|other| other.name == row.name);
                    assert!(!again, "{}, {}: {}", source.key, table.number, row.name);
                }
            }
        }
    }

    fn measured(source: Source, table: Option<&str>) -> Figures {
        let (backends, sizes) = (vec![Backend::Portable], Sizes::default());
        let options = Options { source, table: table.map(String::from), backends, runs: 1, sizes };
        run(&options, "vectru tables", &mut |_| ()).expect("the portable backend is always there")
    }

    #[test]
    fn every_row_has_its_figure() {
        for source in SOURCES {
            let found = measured(*source, None);
            let (text, json, html) = (found.table(), found.json(), found.html());
            assert!(html.starts_with("<!DOCTYPE html>"));
            assert_eq!(found.tables.len(), source.tables.len());
            for (table, row) in found.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row))) {
                let names = format!("{}, {}, {}", source.key, table.number, row.name);
                let figure = found.figure(table, row, Backend::Portable).unwrap_or_else(|| panic!("{names}"));
                // A part may be so short that a run takes less time than reading the clock.
                let untimed = matches!(row.ours, Ours::Maps(..)) && !cfg!(feature = "printed");
                let missing = untimed || matches!(row.ours, Ours::None(_) | Ours::OfOperation(..));
                assert!(figure.median.is_some() || missing, "{names}");
                assert!(text.contains(row.name) && json.contains(row.name) && html.contains(table.title), "{names}");
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
        for source in SOURCES {
            let path = format!("{}/../../docs/figures/{}.jsonl", env!("CARGO_MANIFEST_DIR"), source.name);
            let text = std::fs::read_to_string(path).expect("the rows of the source");
            let rows: Vec<serde_json::Value> =
                text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
            for table in source.tables.iter().filter(|table| !table.machine.is_empty()) {
                let mut found: Vec<_> = rows.iter().filter(|row| row["table"] == table.number).cloned().collect();
                found.retain(|row| row["backend"] == Backend::Portable.name());
                let found: Vec<_> = found.into_iter().map(without_measurements).collect();
                let measured = Measured::default();
                let figures = table.rows.iter().map(|row| figure(source.key, table, row, Backend::Portable, &measured));
                let expected = figures.map(|figure| serde_json::to_value(figure).expect("a row"));
                assert_eq!(found, expected.map(without_measurements).collect::<Vec<_>>(), "{}", table.number);
            }
        }
    }

    #[test]
    fn a_table_is_found_by_its_number() {
        let slides = SOURCES.iter().find(|source| source.name == "hwa24a").expect("the slides");
        let (story, forms) = (measured(*slides, Some("story")), measured(*slides, Some("Comparison")));
        assert_eq!((story.tables.len(), story.closed_forms.len()), (1, 0));
        assert_eq!((forms.tables.len(), forms.closed_forms.len()), (0, 4));
        assert_eq!(slides.numbers().collect::<Vec<_>>(), ["Story", "Comparison"]);
    }
}
