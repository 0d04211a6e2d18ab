//! The table of the documentation: the stack of each operation of each set.

use std::collections::BTreeMap;

use vectru::Set;
use vectru_polymul::dispatch::Backend;

/// A figure may differ by this from the one in the documentation, in 1/1024 of it, as the
/// compiler's frames differ a little between builds.
const TOLERANCE: usize = 50;

/// The tolerance for an operation that overwrites nothing, so that its stack is only what the
/// compiler gave to its frames: it depends on the backends of the CPU and on the sets of the build.
const TOLERANCE_OF_FRAMES: usize = 128;

/// The operations of the table, their headings, and the tolerance of their figures.
const COLUMNS: [(&str, &str, usize); 11] = [
    ("generate", "generate", TOLERANCE),
    ("encapsulation_key", "load a public key", TOLERANCE_OF_FRAMES),
    ("decapsulation_key", "load a secret key", TOLERANCE),
    ("encapsulate", "encapsulate", TOLERANCE),
    ("decapsulate, honest", "decapsulate", TOLERANCE),
    ("prepare", "prepare a secret key", TOLERANCE),
    ("prepared encapsulate", "encapsulate, prepared", TOLERANCE),
    ("prepared decapsulate, honest", "decapsulate, prepared", TOLERANCE),
    ("generate_many", "generate many", TOLERANCE),
    ("encapsulate_many", "encapsulate many", TOLERANCE),
    ("decapsulate_many", "decapsulate many", TOLERANCE),
];

/// The lines before and after the table.
const MARKS: [&str; 2] = ["<!-- stack: written by tools/run test-wiping --write -->\n", "<!-- end of stack -->\n"];

/// The stack that each operation of each set writes to, in bytes: the most of all backends.
#[derive(Default)]
pub struct Depths(BTreeMap<(&'static str, String), usize>);

impl Depths {
    /// Adds a measurement.
    pub fn add(&mut self, set: Set, operation: &str, depth: usize) {
        let deepest = self.0.entry((set.name(), operation.into())).or_default();
        *deepest = depth.max(*deepest);
    }

    /// Returns the figures of a set.
    fn row(&self, set: Set) -> [usize; COLUMNS.len()] {
        COLUMNS.map(|(operation, ..)| self.0[&(set.name(), operation.to_owned())])
    }

    /// Returns `text` with its table replaced by the measured one.
    pub fn write(&self, text: &str) -> String {
        let [start, end] = bounds(text);
        let mut table = String::from("| set |");
        COLUMNS.iter().for_each(|(_, heading, _)| table += &format!(" {heading} |"));
        table += "\n|";
        (0..=COLUMNS.len()).for_each(|_| table += " --- |");
        for set in Set::ALL {
            table += &format!("\n| {} |", set.name());
            self.row(set).iter().for_each(|depth| table += &format!(" {} |", grouped(*depth)));
        }
        format!("{}{table}\n{}", &text[..start], &text[end..])
    }

    /// Returns a line for each figure of the table in `text` that is not the measured one. An
    /// operation that overwrites nothing may need less stack on a CPU that lacks AVX-512: the table
    /// has the most of all backends.
    pub fn check(&self, text: &str) -> Vec<String> {
        let has_all = Backend::available().any(|backend| backend == Backend::Avx512);
        let [start, end] = bounds(text);
        let mut wrong = Vec::new();
        for set in Set::ALL {
            let name = format!("| {} |", set.name());
            let row = text[start..end].lines().find(|line| line.starts_with(&name)).unwrap_or_default();
            let figures = row.split('|').skip(2).map(|cell| cell.trim().replace(',', "").parse().unwrap_or(0));
            for ((measured, stated), (_, heading, tolerance)) in self.row(set).into_iter().zip(figures).zip(COLUMNS) {
                let may_be_less = tolerance == TOLERANCE_OF_FRAMES && !has_all;
                if measured.abs_diff(stated) * 1024 > stated * tolerance && !(may_be_less && measured < stated) {
                    wrong.push(format!("{} {heading}: {measured} bytes of stack, and not {stated}", set.name()));
                }
            }
            if row.is_empty() {
                wrong.push(format!("{} is not in the table", set.name()));
            }
        }
        wrong
    }
}

/// Returns the place of the table in the text.
fn bounds(text: &str) -> [usize; 2] {
    let place = |mark| text.find(mark).unwrap_or_else(|| panic!("the document has no line {mark}"));
    [place(MARKS[0]) + MARKS[0].len(), place(MARKS[1])]
}

/// Returns the number with a comma between groups of three digits.
fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", grouped(number / 1000), number % 1000) }
}
