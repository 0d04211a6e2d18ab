//! The list of unsafe code in `docs/assurance/unsafe.md`, compared with the source.

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
    let page = fs::read_to_string(root.join("docs/assurance/unsafe.md")).expect("the page is there");
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
    let architecture = fs::read_to_string(root.join("docs/contributing/architecture.md")).expect("the page is there");
    let places = allowed(&architecture);
    let outside: Vec<_> = found.keys().filter(|file| !is_below(file, &places)).collect();
    assert!(places.len() > 4 && outside.is_empty(), "{outside:?} are not below {places:?}");
}

/// The places where the page on the architecture allows unsafe code: what is in code font in the
/// paragraph that says where it is denied.
fn allowed(page: &str) -> Vec<String> {
    let (_, paragraph) = page.split_once("\n`unsafe` is denied ").expect("the page says where it is denied");
    let paragraph = paragraph.split("\n\n").next().unwrap_or_default();
    let codes = paragraph.split('`').skip(1).step_by(2).map(|code| code.trim_end_matches(['/', '.']));
    codes.map(|code| format!("crates/{}", code.trim_end_matches(".rs"))).collect()
}

/// Returns true if a file is that of a module, or below it.
fn is_below(file: &str, modules: &[String]) -> bool {
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(['/', '.']);
    modules.iter().any(|module| file.strip_prefix(&**module).is_some_and(is_end))
}

#[test]
fn files_outside_of_the_places_are_noticed() {
    let places = allowed("a\n`unsafe` is denied but in\n`a/src/b/`, [`a/src/c.rs`](c.rs), `d`.\n\n`e` has none.");
    assert_eq!(places, ["crates/a/src/b", "crates/a/src/c", "crates/d"]);
    assert!(
        ["a/src/b.rs", "a/src/b/x.rs", "a/src/c.rs", "d/src/x.rs"]
            .iter()
            .all(|file| is_below(&format!("crates/{file}"), &places))
    );
    assert!(["a/src/bc.rs", "e/src/x.rs"].iter().all(|file| !is_below(&format!("crates/{file}"), &places)));
}

#[test]
fn each_form_counts_and_comments_do_not() {
    let forms = FORMS.map(|form| format!("    {form} x\n")).concat();
    assert_eq!(places(&forms), FORMS.len());
    assert_eq!(places("// unsafe { }\n/// unsafe fn\nlet unsafe_code = 1;\n"), 0);
}
