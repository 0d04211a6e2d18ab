//! The layers of `docs/contributing/architecture.md`, compared with manifests and sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The types of the backends other than the portable one.
const BACKENDS: [&str; 4] = ["Avx2", "Avx512", "Neon", "Simd128"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the first table after a heading of the page, without its headings.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = read(&root().join("docs/contributing/architecture.md"));
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the heading");
    let lines = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    lines.skip(2).map(cells).collect()
}

/// The texts in code font.
fn codes(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The sources below a module, tests aside, with their paths.
fn sources(module: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let file = module.with_extension("rs");
    if file.is_file() && !file.ends_with("tests.rs") {
        let text = code(&read(&file));
        found.push((file, text));
    }
    let entries = fs::read_dir(module).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let modules: BTreeSet<_> = entries.map(|path| path.with_extension("")).collect();
    for module in modules.into_iter().filter(|module| !module.ends_with("tests")) {
        found.extend(sources(&module));
    }
    found
}

/// A source without comments and without its module of tests.
fn code(source: &str) -> String {
    let lines: Vec<_> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let is_test = |pair: &[&str]| pair[0].starts_with("#[cfg(") && pair[0].contains("test") && pair[1] == "mod tests {";
    let end = lines.windows(2).position(is_test).unwrap_or(lines.len());
    lines[..end].join("\n")
}

/// The modules that a source names by paths from the crate.
fn named(source: &str) -> BTreeSet<&str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
    source.split("crate::").skip(1).map(|rest| &rest[..end(rest)]).collect()
}

/// The modules that `lib.rs` re-exports, with the modules that have them.
fn reexports(library: &str) -> BTreeMap<&str, &str> {
    let paths = library.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')?.split_once("::"));
    paths.map(|(module, name)| (name, module)).collect()
}

/// Returns where a table of layers differs from what modules name: a row has its modules in code
/// font in the first cell, and in the last one those that they name, in bold if they are further
/// down.
fn defects(rows: &[Vec<String>], names: impl Fn(&str) -> BTreeSet<String>) -> Vec<String> {
    let layers: Vec<Vec<&str>> = rows.iter().map(|row| codes(&row[0])).collect();
    let mut defects = Vec::new();
    for (index, (row, modules)) in rows.iter().zip(&layers).enumerate() {
        let of: BTreeSet<String> = modules.iter().flat_map(|module| names(module)).collect();
        let level = |module: &str| layers.iter().position(|layer| layer.contains(&module));
        let named = of.iter().filter_map(|name| Some((name, level(name)?))).filter(|(_, level)| *level != index);
        let expected: BTreeSet<_> = named
            .map(|(name, level)| if level > index { format!("**`{name}`**") } else { format!("`{name}`") })
            .collect();
        let cell = row.last().and_then(|cell| cell.split(';').next()).unwrap_or_default();
        let found: BTreeSet<_> = cell.split(", ").filter(|name| name.contains('`')).map(String::from).collect();
        if found != expected {
            defects.push(format!("{}: expected {expected:?}, found {found:?}", modules.join(", ")));
        }
    }
    defects
}

/// Returns the defects of the table below a heading, for the modules of a crate.
fn defects_of(heading: &str, folder: &str) -> Vec<String> {
    let folder = root().join(folder);
    let library = read(&folder.join("lib.rs"));
    let owners = reexports(&library);
    let rows = rows(heading);
    let mut modules: BTreeSet<_> = rows.iter().flat_map(|row| codes(&row[0])).collect();
    for line in library.lines().filter_map(|line| line.strip_suffix(';')) {
        let (_, module) = line.split_once("mod ").unwrap_or_default();
        assert!(line.starts_with(' ') || module.is_empty() || modules.remove(module), "the page lacks {module}");
    }
    assert!(modules.is_empty(), "{modules:?} are not there");
    defects(&rows, |module| {
        let sources = sources(&folder.join(module));
        let named = sources.iter().flat_map(|(_, source)| named(source));
        named.map(|name| (*owners.get(name).unwrap_or(&name)).to_owned()).collect()
    })
}

#[test]
fn modules_name_what_the_page_says() {
    assert_eq!(defects_of("The engine", "crates/polymul/src"), [""; 0]);
    assert_eq!(defects_of("The mechanisms", "crates/vectru/src"), [""; 0]);
}

#[test]
fn crates_depend_on_those_above() {
    let rows = rows("Crates");
    let crates: Vec<_> = rows.iter().map(|row| codes(&row[0])[0]).collect();
    let mut folders: Vec<_> = fs::read_dir(root().join("crates"))
        .expect("crates")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    folders.sort();
    let mut sorted = crates.clone();
    sorted.sort_unstable();
    assert!(folders.iter().eq(&sorted), "{folders:?}");
    for (index, name) in crates.iter().enumerate() {
        let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
        let wrong =
            dependencies(&manifest).into_iter().find(|other| *other != *name && !crates[..index].contains(other));
        assert_eq!(wrong, None, "{name}");
    }
}

/// The crates of the workspace among the dependencies of a manifest, those of tests included.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_end_matches(']').ends_with("dependencies");
        }
        let name = line.split([' ', '.', '=']).next().unwrap_or_default();
        if inside && name == "vectru" {
            found.push(name);
        }
        found.extend(name.strip_prefix("vectru-").filter(|_| inside));
    }
    found
}

#[test]
fn code_names_backends_where_the_page_says() {
    let engine = root().join("crates/polymul/src");
    let places = ["simd.rs", "simd/shape.rs", "dispatch.rs", "shipped.rs"].map(|place| engine.join(place));
    let own = BACKENDS.map(|backend| engine.join("simd").join(backend.to_lowercase()));
    for name in ["polymul", "literature", "catalogue", "planner", "vectru"] {
        for (path, source) in sources(&root().join("crates").join(name).join("src")) {
            let module = path.with_extension("");
            let is_place = places.contains(&path) || own.iter().any(|own| module.starts_with(own));
            assert!(is_place || backends(&source).is_empty(), "{} names {:?}", path.display(), backends(&source));
        }
    }
}

/// The backends that a source names.
fn backends(source: &str) -> Vec<&str> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| BACKENDS.contains(word)).collect()
}

#[test]
fn differences_are_noticed() {
    let rows = |names: [&str; 2]| -> Vec<Vec<String>> {
        vec![vec!["[`a`](a.rs), `b`".into(), names[0].into()], vec!["`c`".into(), names[1].into()]]
    };
    let names = |module: &str| match module {
        "c" => code("// crate::d\nuse crate::a::{self};\n#[cfg(test)]\nmod tests {\nuse crate::b;"),
        "b" => "crate::a::f(); $crate::c::g()".into(),
        _ => String::new(),
    };
    let defects = |cells| defects(&rows(cells), |module| named(&names(module)).into_iter().map(String::from).collect());
    assert!(defects(["**`c`**; the engine", "`a`"]).is_empty());
    for cells in [["`c`", "`a`"], ["", "`a`"], ["**`c`**", ""], ["**`c`**", "`a`, `b`"]] {
        assert_eq!(defects(cells).len(), 1, "{cells:?}");
    }
    assert_eq!(reexports("pub use a::b;\npub use c;\n"), BTreeMap::from([("b", "a")]));
    let manifest = "[package]\nname = 1\n[dependencies]\nvectru-a = 1\nvectru.workspace = true\n[target.x.dev-dependencies]\nvectru-b = 2\n[features]\nvectru-c = []\n";
    assert_eq!(dependencies(manifest), ["a", "vectru", "b"]);
    assert_eq!(backends("Backend::Avx2, simd::neon, Neon::new()"), ["Avx2", "Neon"]);
}
