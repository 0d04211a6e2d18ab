//! The list of unsafe code in `docs/unsafe.md`, compared with the source.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The forms of the keyword.
const FORMS: [&str; 6] = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern", "unsafe("];

/// Returns how often the keyword stands in a source, comments aside.
fn places(source: &str) -> usize {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| FORMS.iter().map(|form| line.matches(form).count()).sum::<usize>()).sum()
}

/// Adds the files of a folder that have unsafe code, with their number of places.
fn collect(folder: &Path, root: &Path, found: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        // This file has the forms as text.
        if path.ends_with("figures/tests/unsafe_code.rs") {
            continue;
        }
        if path.is_dir() {
            collect(&path, root, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let count = places(&fs::read_to_string(&path).expect("the file is text"));
            if count > 0 {
                let name = path.strip_prefix(root).expect("the file is below the root").display().to_string();
                found.insert(name, count);
            }
        }
    }
}

#[test]
fn the_page_lists_all_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/unsafe.md")).expect("the page is there");
    let mut listed = BTreeMap::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| `crates/")) {
        let mut cells = row.split(" | ").map(|cell| cell.trim_matches([' ', '|', '`']));
        let (file, count) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        let classes = cells.next().unwrap_or_default();
        for class in classes.split(", ") {
            assert!(page.contains(&format!("\n### {class}\n")), "{file}: no argument for the class {class:?}");
        }
        listed.insert(format!("crates/{file}"), count.parse::<usize>().expect("a number of places"));
    }
    let mut found = BTreeMap::new();
    collect(&root.join("crates"), &root, &mut found);
    assert_eq!(listed, found);
}

#[test]
fn each_form_counts_and_comments_do_not() {
    let forms = FORMS.map(|form| format!("    {form} x\n")).concat();
    assert_eq!(places(&forms), FORMS.len());
    assert_eq!(places("// unsafe { }\n/// unsafe fn\nlet unsafe_code = 1;\n"), 0);
}
