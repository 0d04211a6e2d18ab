//! Pages, with the blocks of tables in them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tables::render;
use crate::{Error, Figures};

const START: &str = "<!-- figures: ";
const START_END: &str = " -->";
const END: &str = "<!-- end of figures -->";

/// A page whose tables differ from what the rows make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path of the page.
    pub page: PathBuf,
    /// The first table that differs, with its arguments.
    pub table: String,
    /// The page with all of its tables written anew.
    pub text: String,
}

/// Returns the pages of a repository whose tables differ from what the rows make.
///
/// # Errors
///
/// Returns [`Error::File`] if a page cannot be read, and [`Error::Block`] if a block cannot be
/// filled.
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

/// Returns the change of a page, or nothing if all of its tables are current.
fn fill(page: &Path, old: &str, figures: &Figures) -> Result<Option<Change>, Error> {
    let (mut text, mut stale) = (String::new(), None);
    let mut lines = old.lines();
    while let Some(line) = lines.next() {
        text = text + line + "\n";
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
