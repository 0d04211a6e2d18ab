//! The documentation as a whole: tables are current, links lead somewhere, and citations have
//! entries.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use vectru_figures::Figures;
use vectru_figures::choice::{choices, defects};
use vectru_figures::pages::changes;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The pages of the repository.
fn all_pages() -> Vec<PathBuf> {
    vectru_figures::pages::all_pages(&root()).expect("the pages")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a page outside of code, without what is in backticks.
fn prose(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        let plain = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        (!fenced).then_some((index + 1, plain))
    })
}

/// The anchors that GitHub makes of the headings of a page.
fn anchors(text: &str) -> HashSet<String> {
    let (mut anchors, mut fenced) = (HashSet::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) else { continue };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let mut unique = anchor.clone();
        let mut count = 0;
        while !anchors.insert(unique.clone()) {
            count += 1;
            unique = format!("{anchor}-{count}");
        }
    }
    anchors
}

/// The targets of the links of a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

#[test]
fn tables_are_current() {
    let figures = Figures::read(&root().join("docs/figures")).expect("rows");
    let stale: Vec<_> = changes(&root(), &figures).expect("blocks").into_iter().map(|change| change.page).collect();
    assert!(stale.is_empty(), "`cargo run -p vectru-figures` writes {stale:?} anew");
}

#[test]
fn the_choice_of_multipliers_follows_its_rule() {
    let figures = Figures::read(&root().join("docs/figures")).expect("rows");
    assert!(choices(&figures, &figures).len() >= 4 * 13);
    assert!(figures.libraries().iter().all(|run| choices(&figures, run).len() >= 2 * 13));
    let defects = defects(&figures);
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut broken = Vec::new();
    for page in all_pages() {
        let text = read(&page);
        for (number, line) in prose(&text) {
            for link in links(&line).filter(|link| !link.contains("://")) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
                let found = target.exists() && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
                if !found {
                    broken.push(format!("{}:{number}: {link}", page.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "links to nothing:\n{}", broken.join("\n"));
}

/// Returns true if a text in code font, without arguments, is a path of two names or more.
fn is_path(text: &str) -> bool {
    let named = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    text.contains('/') && text.trim_end_matches('/').split('/').all(named) && !text.starts_with("target/")
}

/// The paths of a page, in code font or as texts of links, with the targets of these links.
fn paths(text: &str) -> Vec<(usize, String, Option<&str>)> {
    let (mut found, mut fenced) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced {
            continue;
        }
        let target = |rest: &'_ str| -> Option<usize> { rest.starts_with("](").then(|| rest.find(')')).flatten() };
        let mut rest = line;
        while let Some((_, tail)) = rest.split_once('`') {
            let Some((code, after)) = tail.split_once('`') else { break };
            let path = code.split(' ').next().unwrap_or_default();
            let link = target(after).map(|end| &after[2..end]);
            if is_path(path) || link.is_some() && path.ends_with(".rs") {
                found.push((index + 1, path.trim_end_matches('/').to_owned(), link));
            }
            rest = after;
        }
        for (at, _) in line.match_indices(".md](") {
            let start = line[..at].rfind('[').map_or(0, |start| start + 1);
            let link = target(&line[at + 3..]).map(|end| &line[at + 5..at + 3 + end]);
            found.push((index + 1, line[start..at + 3].to_owned(), link));
        }
    }
    found
}

/// Returns the paths of a page that are not the ends of paths in the repository, and those that are
/// texts of links to something else.
fn wrong_paths(page: &Path, text: &str, files: &HashSet<PathBuf>) -> Vec<String> {
    let is_wrong = |(_, path, link): &(usize, String, Option<&str>)| match link {
        Some(link) if link.contains("://") => false,
        Some(link) => {
            let mut target = page.with_file_name("");
            for name in Path::new(link.split('#').next().unwrap_or_default()).components() {
                match name {
                    Component::ParentDir => _ = target.pop(),
                    name => target.push(name),
                }
            }
            !target.ends_with(path)
        }
        None => !files.iter().any(|file| file.ends_with(path)),
    };
    let wrong = paths(text).into_iter().filter(is_wrong);
    wrong.map(|(line, path, _)| format!("{}:{line}: {path}", page.display())).collect()
}

/// Adds the files and folders below a folder, with their paths from the root.
fn collect_files(folder: &Path, found: &mut HashSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_ours =
            !path.file_name().is_some_and(|name| ["target", ".git", "node_modules"].iter().any(|other| name == *other));
        if path.is_dir() && is_ours {
            collect_files(&path, found);
        }
        found.insert(path);
    }
}

#[test]
fn paths_in_pages_are_those_of_files() {
    let mut files = HashSet::new();
    collect_files(&root(), &mut files);
    let wrong: Vec<_> = all_pages().iter().flat_map(|page| wrong_paths(page, &read(page), &files)).collect();
    assert!(wrong.is_empty(), "paths to nothing, or texts of links to something else:\n{}", wrong.join("\n"));
}

#[test]
fn paths_to_nothing_are_noticed() {
    let files = ["/r/crates/a/src/b.rs", "/r/docs/c/d.md"].map(PathBuf::from).into_iter().collect();
    let wrong = |text: &str| wrong_paths(Path::new("/r/docs/c/page.md"), text, &files);
    for right in [
        "`crates/a/src/b.rs` and `src/b.rs --check`",
        "[`src/b.rs`](../../crates/a/src/b.rs#L1)",
        "[`b.rs`](../../crates/a/src/b.rs), [d.md](d.md#e)",
        "`x / y`, `Z_3[x]/x`, `target/a`",
        "```sh\na/b\n`a/b`\n```",
    ] {
        assert!(wrong(right).is_empty(), "{right}: {:?}", wrong(right));
    }
    for text in [
        "`crates/a/b.rs`",
        "`a/src/c.rs x`",
        "[`src/c.rs`](../../crates/a/src/b.rs)",
        "[`c.rs`](../../crates/a/src/b.rs)",
        "see [e.md](d.md)",
    ] {
        assert_eq!(wrong(text).len(), 1, "{text}");
    }
}

#[test]
fn the_index_lists_every_page() {
    let index = root().join("docs/README.md");
    let listed: HashSet<_> = links(&read(&index)).map(|link| index.with_file_name(link)).collect();
    let pages = all_pages().into_iter().filter(|page| page.starts_with(root().join("docs")) && *page != index);
    let missing: Vec<_> = pages.filter(|page| !listed.contains(page)).collect();
    assert!(missing.is_empty(), "docs/README.md lacks {missing:?}");
}

#[test]
fn prose_is_at_most_100_columns_wide() {
    let mut wide = Vec::new();
    for page in all_pages() {
        for (index, line) in read(&page).lines().enumerate() {
            let free = ['|', '{', '<'].iter().any(|start| line.starts_with(*start)) || line.contains("://");
            if !free && line.chars().count() > 100 {
                wide.push(format!("{}:{}", page.display(), index + 1));
            }
        }
    }
    assert!(wide.is_empty(), "lines of more than 100 columns:\n{}", wide.join("\n"));
}

/// Returns true if a text in brackets is a key of the bibliography: letters, some of them capitals,
/// and two digits, and perhaps a small letter.
fn is_key(text: &str) -> bool {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (letters, rest) = text.split_at(digits);
    let (digits, last) = rest.split_at(rest.len().min(2));
    letters.len() >= 2
        && letters.chars().all(|c| c.is_ascii_alphabetic() || c == '+')
        && letters.contains(|c: char| c.is_ascii_uppercase())
        && digits.len() == 2
        && digits.chars().all(|c| c.is_ascii_digit())
        && (last.is_empty() || last.len() == 1 && last.chars().all(|c| c.is_ascii_lowercase()))
}

/// The keys that a text cites, as `[key]` or as `[key, section 1]`.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    let keys = text.split('[').skip(1).filter_map(|rest| rest.split_once([',', ']']));
    keys.map(|(key, _)| key).filter(|key| is_key(key))
}

/// The keys of the bibliography, in its order.
fn entries() -> Vec<String> {
    let text = read(&root().join("docs/research/bibliography.md"));
    let first = |line: &str| line.strip_prefix("| ").and_then(|rest| rest.split_once(" |")).map(|(key, _)| key.into());
    text.lines().filter_map(first).filter(|key: &String| is_key(key)).collect()
}

#[test]
fn the_bibliography_is_in_the_order_of_its_keys() {
    let keys = entries();
    let mut sorted = keys.clone();
    sorted.sort_by_key(|key| key.to_lowercase());
    sorted.dedup();
    assert!(keys.len() > 50 && keys == sorted);
}

/// The sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_citation_has_an_entry() {
    let keys: HashSet<_> = entries().into_iter().collect();
    let root = root();
    let this = root.join(file!());
    let files = sources(&root.join("crates")).into_iter().chain(sources(&root.join("tools"))).chain(all_pages());
    let mut missing: HashMap<String, PathBuf> = HashMap::new();
    for path in files.filter(|path| *path != this) {
        for key in cited(&read(&path)).filter(|key| !keys.contains(*key)) {
            missing.insert(key.into(), path.clone());
        }
    }
    assert!(missing.is_empty(), "cited without an entry in docs/research/bibliography.md: {missing:?}");
}

/// The parts of a source on the page of sources: of each row the name of the part, where it is, and
/// what differs.
fn parts_of_source(key: &str) -> Vec<[String; 3]> {
    let text = read(&root().join("docs/research/sources.md"));
    let section = text.split("\n## ").find(|section| section.starts_with(key)).expect("a section for the source");
    let rows = section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let cells = |row: &str| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim_matches([' ', '|']).to_owned());
        [(); 3].map(|()| cells.next().unwrap_or_default())
    };
    rows.map(cells).filter(|[part, ..]| part != "part").collect()
}

#[test]
fn every_part_of_a_source_has_code_or_a_reason() {
    for key in ["HLY24", "CCH+23", "Hwa24b", "Hwa24a"] {
        let parts = parts_of_source(key);
        assert!(parts.len() > 5, "{key}: {parts:?}");
        for [part, place, difference] in parts {
            let linked = place.contains("](") || place.starts_with("as in [");
            let reason = place.strip_prefix("no code").is_some_and(|rest| rest.len() + difference.len() > 20);
            assert!(linked || reason, "{key}, {part}: {place}");
        }
    }
}

#[test]
fn every_table_and_algorithm_of_a_source_has_a_part() {
    for (key, tables, algorithms) in [("HLY24", 8, 7), ("CCH+23", 19, 16)] {
        let parts: Vec<_> = parts_of_source(key).into_iter().map(|[part, ..]| part).collect();
        for (kind, count) in [("Table", tables), ("Algorithm", algorithms)] {
            let named: HashSet<usize> = parts.iter().flat_map(|part| numbers_after(part, kind)).collect();
            let missing: Vec<_> = (1..=count).filter(|number| !named.contains(number)).collect();
            assert!(missing.is_empty(), "{key} has no part for {kind} {missing:?}");
        }
    }
}

/// The numbers after a word and after its plural: "Tables 4 and 5", "Algorithms 13 to 16".
fn numbers_after(part: &str, kind: &str) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::new();
    let mut through = false;
    let Some((_, rest)) = part.split_once(kind) else { return numbers };
    for word in rest.trim_start_matches('s').split_whitespace() {
        match word.trim_end_matches([',', ';']).parse() {
            Ok(last) if through => numbers.extend(numbers.last().map_or(last, |first| first + 1)..=last),
            Ok(number) => numbers.push(number),
            Err(_) if word == "to" => through = true,
            Err(_) if word == "and" => through = false,
            Err(_) => break,
        }
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        through = false;
        if word.ends_with([',', ';']) {
            break;
        }
    }
    numbers
}

#[test]
fn numbers_are_read() {
    assert_eq!(numbers_after("1.3.3, Tables 4 and 5, Toom-4 of 8", "Table"), [4, 5]);
    assert_eq!(numbers_after("C, Algorithms 13 to 16", "Algorithm"), [13, 14, 15, 16]);
    assert_eq!(numbers_after("4.4, Algorithm 6, Figures 3 and 4", "Algorithm"), [6]);
    assert!(numbers_after("4.4, Figures 3 and 4", "Table").is_empty());
}

#[test]
fn keys_are_told_from_code() {
    assert!(["HLY24", "CCH+23", "MVdO14", "vdH04", "Hwa24a", "GS66"].into_iter().all(is_key));
    assert!(["i16", "u64", "HLY2024", "A", "x86", "0i16; 32", "W16"].into_iter().all(|text| !is_key(text)));
    assert_eq!(cited("see `[HLY24]`, [CCH+23, section 7] and [i16]").collect::<Vec<_>>(), ["HLY24", "CCH+23"]);
}
