//! Reports: tables on standard output, and other outputs of the same figures.

use std::io::Write;
use std::path::Path;

use vectru_bench::Report;

use crate::arguments::{Page, Rows};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};

/// An output of a report: its option, its path if it is wanted, and its text.
pub(super) type Wanted<'a, R> = (&'static str, Option<&'a Path>, Box<dyn Fn(&R) -> String>);

/// Returns the output of rows of JSON.
pub(super) fn rows<R: Report + 'static>(options: &Rows) -> Wanted<'_, R> {
    ("--json", options.json.as_deref(), Box::new(R::json))
}

/// Returns the output of a page of HTML.
pub(super) fn page<R: 'static>(options: &Page, html: impl Fn(&R) -> String + 'static) -> Wanted<'_, R> {
    ("--html", options.html.as_deref(), Box::new(html))
}

/// Makes a report, prints its table, and writes the outputs, which are checked before `make`
/// starts. There is no table if one of them goes to standard output.
pub(super) fn write<R: Report>(
    wanted: &[Wanted<'_, R>],
    force: bool,
    make: impl FnOnce() -> Result<R, Failure>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wanted: Vec<_> = wanted.iter().filter_map(|(option, path, text)| Some((*option, (*path)?, text))).collect();
    files::check_distinct(&[], &wanted.iter().map(|(option, path, _)| (*option, *path)).collect::<Vec<_>>())?;
    for (_, path, _) in &wanted {
        files::check_writable(path, force)?;
    }
    let report = make()?;
    if !wanted.iter().any(|(_, path, _)| files::is_standard_output(path)) {
        write!(out, "{}", report.table())?;
    }
    let texts: Vec<_> = wanted.iter().map(|(_, path, text)| (path, text(&report))).collect();
    let outputs: Vec<_> =
        texts.iter().map(|(path, text)| Output { path, bytes: text.as_bytes(), secrecy: Secrecy::Public }).collect();
    files::write(&outputs, force)
}
