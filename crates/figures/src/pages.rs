//! Pages, with the blocks of tables and the figures in them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tables::render;
use crate::{Error, Figures, inline};

const START: &str = "<!-- figures: ";
const START_END: &str = " -->";
const END: &str = "<!-- end of figures -->";
const INLINE_START: &str = "<!-- figure: ";
const INLINE_END: &str = "<!-- end -->";

/// A page whose tables or figures differ from what the rows make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path of the page.
    pub page: PathBuf,
    /// The first table or figure that differs, with its arguments.
    pub table: String,
    /// The page with all of them written anew.
    pub text: String,
}

/// Returns the pages of a repository whose tables or figures differ from what the rows make.
///
/// # Errors
///
/// Returns [`Error::File`] if a page cannot be read, and [`Error::Block`] if a block or a figure
/// cannot be filled.
pub fn changes(root: &Path, figures: &Figures) -> Result<Vec<Change>, Error> {
    let mut changes = Vec::new();
    for page in all_pages(root)? {
        let old = fs::read_to_string(&page).map_err(|cause| Error::File { path: page.clone(), cause })?;
        changes.extend(fill(&page, &old, figures)?);
    }
    Ok(changes)
}

/// Returns the pages of a repository, in its root and below `docs`.
///
/// # Errors
///
/// Returns [`Error::File`] if a folder cannot be read.
pub fn all_pages(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = entries(root)?;
    found.retain(|path| is_page(path));
    found.extend(pages(&root.join("docs"))?);
    Ok(found)
}

/// Returns the pages below a folder, in the order of their names.
fn pages(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(pages(&path)?);
        } else if is_page(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Returns the files and folders of a folder, in the order of their names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let fail = |cause| Error::File { path: folder.into(), cause };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        entries.push(entry.map_err(fail)?.path());
    }
    entries.sort();
    Ok(entries)
}

/// Returns true if the path names a page.
fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// Returns the change of a page, or nothing if all of its tables and figures are current.
fn fill(page: &Path, old: &str, figures: &Figures) -> Result<Option<Change>, Error> {
    let (mut text, mut stale) = (String::new(), None);
    let (mut lines, mut fenced) = (old.lines(), false);
    while let Some(line) = lines.next() {
        fenced ^= line.trim_start().starts_with("```");
        let new = if fenced { line.into() } else { fill_line(page, line, figures, &mut stale)? };
        text = text + &new + "\n";
        let Some(table) = line.strip_prefix(START).and_then(|rest| rest.strip_suffix(START_END)) else { continue };
        let fail = |defect: &str| Error::Block { page: page.into(), table: table.into(), defect: defect.into() };
        let mut before = String::new();
        loop {
            match lines.next() {
                Some(END) => break,
                Some(line) if !line.starts_with(START) => before = before + line + "\n",
                _ => return Err(fail(&format!("expected `{END}` after it"))),
            }
        }
        let after = render(figures, table).map_err(|defect| fail(&defect))?;
        if before != after && stale.is_none() {
            stale = Some(table.to_string());
        }
        text = text + &after + END + "\n";
    }
    Ok(stale.map(|table| Change { page: page.into(), table, text }))
}

/// Returns a line with its figures written anew, and notes the first that differs.
fn fill_line(page: &Path, line: &str, figures: &Figures, stale: &mut Option<String>) -> Result<String, Error> {
    let mut parts = line.split(INLINE_START);
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let fail = |figure: &str, defect: &str| {
            let (table, defect) = (figure.into(), defect.into());
            Err(Error::Block { page: page.into(), table, defect })
        };
        // In code it is a marker that a page describes.
        if text.matches('`').count() % 2 == 1 {
            text = text + INLINE_START + part;
            continue;
        }
        let Some((figure, rest)) = part.split_once(START_END) else { return fail(part, "expected ` -->` in its line") };
        let Some((before, rest)) = rest.split_once(INLINE_END) else {
            return fail(figure, &format!("expected `{INLINE_END}` in its line"));
        };
        // Markdown takes a line that begins with a comment for a block of HTML.
        if text.trim().is_empty() {
            return fail(figure, "expected a word before it in its line");
        }
        let after = match inline::render(figures, figure) {
            Ok(after) => after,
            Err(defect) => return fail(figure, &defect),
        };
        if before != after && stale.is_none() {
            *stale = Some(figure.into());
        }
        text = text + INLINE_START + figure + START_END + &after + INLINE_END + rest;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"{"kind":"workspace","ring":"r","multiplier":"m","backend":"avx2","bytes":12288}"#;
    const TABLE: &str = "| multiplier | AVX2 |\n| --- | --- |\n| m | 12 KiB |\n";

    fn filled(text: &str) -> Result<Option<Change>, Error> {
        fill(Path::new("page.md"), text, &Figures::of(ROWS)?)
    }

    #[test]
    fn a_block_is_written_once_and_is_current_then() {
        let page = |table: &str| format!("Text.\n\n{START}workspace r{START_END}\n{table}{END}\n\nMore.\n");
        let change = filled(&page("")).expect("a block").expect("a change");
        assert_eq!((change.text, change.table.as_str()), (page(TABLE), "workspace r"));
        assert_eq!(filled(&page(TABLE)).expect("a block"), None);
        assert!(filled(&page("| old |\n")).expect("a block").is_some());
        assert_eq!(filled("No block.\n").expect("no block"), None);
    }

    #[test]
    fn figures_in_prose_are_written_once_and_are_current_then() {
        let page = |of: &str, figure: &str| format!("It has <!-- figure: {of} -->{figure}<!-- end --> bytes.\n");
        let of = "value workspace ring=r of=bytes";
        let change = filled(&page(of, "12,287")).expect("a figure").expect("a change");
        assert_eq!((change.text, change.table.as_str()), (page(of, "12,288"), of));
        assert_eq!(filled(&page(of, "12,288")).expect("a figure"), None);
        assert_eq!(filled(&format!("```text\n{}```\n", page("x", "y"))).expect("code"), None);
        assert_eq!(filled(&format!("`{}` is code", page("x", "y").trim_end())).expect("code"), None);
        let defect = |text: &str| filled(text).expect_err("a defect").to_string();
        assert!(defect(&page("value workspace ring=s of=bytes", "1")).contains("there are no rows for it"));
        assert!(defect(&page(of, "1")[7..]).ends_with("expected a word before it in its line"));
        assert!(defect("a <!-- figure: value workspace -->1\n").ends_with("expected `<!-- end -->` in its line"));
    }

    #[test]
    fn defects_name_page_and_table() {
        let defect = |text: &str| filled(text).expect_err("a defect").to_string();
        assert_eq!(
            defect("<!-- figures: workspace r -->\n"),
            "page.md: table \"workspace r\": expected `<!-- end of figures -->` after it"
        );
        assert_eq!(
            defect(&format!("<!-- figures: workspace s -->\n{END}\n")),
            "page.md: table \"workspace s\": there are no rows for it"
        );
        assert_eq!(
            defect(&format!("<!-- figures: chairs -->\n{END}\n")),
            "page.md: table \"chairs\": there is no table of this name"
        );
    }
}
