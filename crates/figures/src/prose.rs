//! Figures that are typed into prose, where they would not follow the rows.

use std::fs;
use std::path::Path;

use crate::Error;
use crate::pages::all_pages;

/// Words for numbers of percent and of units of time.
const NUMBERS: [&str; 18] = [
    "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "sixty", "half",
];

/// The first letters of units that words count, too.
const WORD_UNITS: [&str; 5] = ["percent", "second", "minute", "hour", "millisecond"];

/// Units of what is measured or counted.
const UNITS: [&str; 20] = [
    "ticks",
    "cycles",
    "instructions",
    "times",
    "lines",
    "ms",
    "us",
    "ns",
    "µs",
    "kB",
    "KiB",
    "MB",
    "MiB",
    "percent",
    "second",
    "seconds",
    "minute",
    "minutes",
    "milliseconds",
    "microseconds",
];

const FRACTIONS: [&str; 7] = ["third", "quarter", "fourth", "fifth", "sixth", "eighth", "tenth"];

/// Texts with numbers that no measurement gives: the page, the text, and where its number is from.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("README.md", "24 KiB of stack", "the limit of tools/run cortex-m --form small"),
    ("docs/assurance/bad-input.md", "less than 95 percent", "the limit of tools/run test-mutants"),
    ("docs/contributing/benchmarks.md", "0.1 seconds", "PART in crates/bench/src/comparison.rs"),
    ("docs/contributing/benchmarks.md", "turns of four milliseconds", "TURN in tools/cpus/wasm/bench.mjs"),
    ("docs/contributing/benchmarks.md", "for 0.4 seconds", "WARM_UP in tools/cpus/wasm/bench.mjs"),
    ("docs/research/cortex-a72.md", "37,318 cycles", "printed in [CCH+23]"),
    ("docs/research/figures.md", "less than 64 KiB", "the limit of crates/bench/tests/multiply.rs"),
    ("docs/research/figures.md", "less than 32 KiB", "the limit of crates/bench/tests/multiply.rs"),
    ("docs/research/figures.md", "3 percent more than its row", "the limit of tools/run test-aarch64 --count"),
    ("docs/research/ntru.md", "4.7 times 5,242,880", "computed from the two primes"),
    ("docs/research/planner.md", "an eighth root of unity", "an ordinal number"),
    ("docs/research/planner.md", "more than 10 percent", "DIFFERENCE in crates/planner/tests/measured.rs"),
    ("docs/research/quadratic-extensions.md", "a third reduction", "an ordinal number"),
    ("docs/research/reciprocals.md", "1.333 p^2, 0.44 of", "computed from the formula above it"),
    ("docs/users/c.md", "liboqs 0.7", "a version"),
    ("docs/users/c.md", "liboqs from 0.15 on", "a version"),
    ("docs/users/python.md", "above 3 us", "the limit of bindings/python/bench/interface.py"),
    ("docs/users/rustls.md", "rustls 0.23", "a version"),
    ("docs/users/ssh.md", "liboqs 0.13", "a version"),
];

/// A word of prose, with the number of its line.
type Word<'a> = (usize, &'a str);

/// Returns the defects of `docs/`, `README.md` and `SOUNDNESS.md`.
///
/// # Errors
///
/// Returns [`Error::File`] if a page cannot be read.
pub fn defects(root: &Path) -> Result<Vec<String>, Error> {
    let mut pages = Vec::new();
    for page in all_pages(root)? {
        let name = page.strip_prefix(root).unwrap_or(&page).display().to_string();
        if name.starts_with("docs/") || ["README.md", "SOUNDNESS.md"].contains(&&*name) {
            pages.push((name, fs::read_to_string(&page).map_err(|cause| Error::File { path: page.clone(), cause })?));
        }
    }
    Ok(check(pages.iter().map(|(name, text)| (&**name, &**text)), ALLOWED))
}

/// Returns the defects of some pages, which are given by name and text: figures outside of what is
/// generated, of tables, of code and of the allowances; and allowances that are not needed.
fn check<'a>(pages: impl IntoIterator<Item = (&'a str, &'a str)>, allowed: &[(&str, &str, &str)]) -> Vec<String> {
    let mut used = vec![false; allowed.len()];
    let mut defects = Vec::new();
    for (page, text) in pages {
        for (first, paragraph) in paragraphs(text) {
            let words = words(first, &paragraph);
            for (start, length) in figures(&words) {
                let permits = |(of, text, _): &(&str, &str, &str)| {
                    let text: Vec<_> = text.split(' ').collect();
                    let covers = |(at, window): (usize, &[Word])| {
                        let equal = window.iter().zip(&text).all(|((_, word), text)| trimmed(word) == trimmed(text));
                        equal && at <= start && start + length <= at + text.len()
                    };
                    *of == page && words.windows(text.len()).enumerate().any(covers)
                };
                match allowed.iter().position(permits) {
                    Some(index) => used[index] = true,
                    None => {
                        let figure: Vec<_> = words[start..start + length].iter().map(|(_, word)| *word).collect();
                        defects.push(format!("{page}:{}: {}", words[start].0, figure.join(" ")));
                    }
                }
            }
        }
    }
    let unused = allowed.iter().zip(used).filter(|(_, used)| !used);
    defects.extend(unused.map(|((page, text, _), _)| format!("{page}: the allowance for \"{text}\" is not needed")));
    defects
}

/// Returns the paragraphs of a page with the numbers of their first lines: no headings, no tables,
/// no blocks of code.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut fenced): (Vec<(usize, String)>, bool) = (Vec::new(), false);
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        let is_prose = !fenced && !fence && !line.trim().is_empty() && !line.starts_with(['|', '#', '<']);
        match found.last_mut() {
            Some((_, paragraph)) if inside && is_prose => *paragraph = format!("{paragraph}\n{line}"),
            _ if is_prose => found.push((index + 1, line.into())),
            _ => {}
        }
        inside = is_prose;
    }
    found
}

/// Returns the words of a paragraph. Code is one word, and generated figures and the targets of
/// links are left out.
fn words(first: usize, paragraph: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = paragraph;
    let line = |rest: &str| first + paragraph[..paragraph.len() - rest.len()].matches('\n').count();
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        rest = &rest[start..];
        let skip = |end: &str| rest[1..].find(end).map_or(rest.len(), |at| 1 + at + end.len());
        let length = if rest.starts_with("<!-- ") {
            skip("<!-- end -->")
        } else if rest.starts_with('`') {
            words.push((line(rest), "`"));
            skip("`")
        } else if rest.starts_with("](") {
            skip(")")
        } else {
            let end = |(at, c): &(usize, char)| {
                *at > 0
                    && (c.is_whitespace()
                        || *c == '`'
                        || rest[*at..].starts_with("](")
                        || rest[*at..].starts_with("<!--"))
            };
            let length = rest.char_indices().find(end).map_or(rest.len(), |(at, _)| at);
            words.push((line(rest), &rest[..length]));
            length
        };
        rest = &rest[length..];
    }
    words
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '`')
}

/// Returns where figures start, and how many words they have.
fn figures(words: &[Word]) -> Vec<(usize, usize)> {
    let word = |index: usize| words.get(index).map_or("", |(_, word)| trimmed(word));
    let is_figure = |index: usize| {
        let (number, unit) = (word(index), word(index + 1));
        let digits = number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | ':'))
            && number.matches('.').count() < 2;
        let named = NUMBERS.contains(&number.to_lowercase().as_str());
        // After code a number below 1 is that of a version.
        let fraction = digits && number.starts_with("0.") && !(index > 0 && word(index - 1).ends_with('`'));
        // "A second" is an ordinal number, unless it ends a clause.
        let ordinal = ["a", "A"].contains(&number) && unit == "second" && words[index + 1].1 == "second";
        let measured = digits && UNITS.contains(&unit)
            || named && !ordinal && WORD_UNITS.iter().any(|start| unit == *start || unit == format!("{start}s"))
            || named && FRACTIONS.iter().any(|fraction| unit == *fraction || unit == format!("{fraction}s"));
        // Growth that was measured has a broken exponent.
        let exponent = number.split_once('^').is_some_and(|(_, power)| power.contains('.'));
        measured.then_some(2).or((fraction || exponent).then_some(1))
    };
    (0..words.len()).filter_map(|index| Some((index, is_figure(index)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        check([("page", text)], &[])
    }

    #[test]
    fn typed_figures_are_found() {
        for figure in [
            "43 percent",
            "three percent",
            "0.53",
            "1.4 times",
            "26 ticks",
            "a third",
            "two fifths",
            "30:29 minutes",
            "p^1.4",
        ] {
            assert_eq!(found(&format!("Text.\n\nIt takes\n**{figure}** more.\n")), [format!("page:4: **{figure}**")]);
        }
        assert_eq!(found("a second, and 128\nkB"), ["page:1: a second,", "page:1: 128 kB"]);
    }

    #[test]
    fn other_numbers_are_not() {
        for text in [
            "16 lanes of 32 bits",
            "a second one",
            "`rand_core` 0.10",
            "0.13.0",
            "code `0.5`, a [link](0.5)",
            "| 0.5 | 3 ticks |",
            "# 0.5",
            "```text\n0.5\n```",
            "it takes <!-- figure: ratio kem / a=b -->0.97<!-- end --> of",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn allowances_are_for_their_text_and_needed() {
        let allowed = [("page", "at most 24 KiB of stack", "a limit"), ("page", "at most 0.5", "a limit")];
        let page = "It takes at most\n24 KiB of stack, and not 24 KiB of code.\n";
        assert_eq!(
            check([("page", page)], &allowed),
            ["page:2: 24 KiB", "page: the allowance for \"at most 0.5\" is not needed"]
        );
    }
}
