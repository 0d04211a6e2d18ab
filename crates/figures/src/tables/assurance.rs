//! Tables of the checks that `tools/run assure` runs.

use super::Table;
use crate::rows::{Figures, Row};

/// Writes a time in minutes and seconds.
fn minutes(seconds: Option<u64>) -> String {
    super::or_dash(seconds.map(|seconds| format!("{}:{:02}", seconds / 60, seconds % 60)))
}

/// Returns the beginning of the name of the tree that was checked, as git abbreviates it.
fn tree(row: &Row) -> String {
    let name = row.text("tree");
    if name.is_empty() { "-".into() } else { format!("`{}`", name.get(..12).unwrap_or(name)) }
}

/// Returns the figure of a check. A check that did not pass stands out.
fn figure(row: &Row) -> String {
    let figure = row.text("figure").replace('|', "\\|");
    match row.text("status") {
        "ok" => figure,
        status => format!("**{status}**: {figure}"),
    }
}

pub(super) fn run(figures: &Figures) -> Table {
    let mut table = Table::new(["CPU", "date", "compiler", "tree", "checks", "minutes of a processor"]);
    let rows = figures.rows("assurance", &[]);
    let setting = |row: &Row| {
        let processors = row.number("processors").map(|count| format!(", {count} processors")).unwrap_or_default();
        let cpu = format!("{}{processors}, {}", row.text("cpu"), row.text("system"));
        [cpu, row.text("date").into(), row.text("rustc").into(), tree(row)]
    };
    for (index, row) in rows.iter().enumerate() {
        let same = |other: &&Row| setting(other) == setting(row);
        if rows[..index].iter().copied().any(|other| same(&other)) {
            continue;
        }
        let all: Vec<_> = rows.iter().copied().filter(same).collect();
        let seconds = all.iter().filter_map(|row| row.number("cpu_seconds")).sum();
        table.rows.push(setting(row).into_iter().chain([all.len().to_string(), minutes(Some(seconds))]).collect());
    }
    table
}

pub(super) fn checks(figures: &Figures, parts: &[&str]) -> Table {
    let mut table = Table::new(["check", "what it shows", "result", "minutes", "date", "tree"]);
    for part in parts {
        for row in figures.rows("assurance", &[("part", part)]) {
            let minutes = minutes(row.number("seconds"));
            let cells = [row.text("check"), row.text("what"), &figure(row), &minutes, row.text("date"), &tree(row)];
            table.rows.push(cells.map(Into::into).into());
        }
    }
    table
}

pub(super) fn long(figures: &Figures) -> Table {
    let mut table = Table::new(["check", "result of its long form", "minutes", "date", "tree"]);
    for row in figures.rows("assurance-long", &[]) {
        let minutes = minutes(row.number("seconds"));
        let cells = [row.text("check"), &figure(row), &minutes, row.text("date"), &tree(row)];
        table.rows.push(cells.map(Into::into).into());
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    #[test]
    fn checks_that_did_not_pass_stand_out() {
        let check = |name: &str, status: &str| {
            format!(
                r#"{{"kind":"assurance","check":"{name}","part":"p","what":"w","status":"{status}","seconds":61,"figure":"|f|","date":"d","tree":"0123456789abcdef"}}"#
            )
        };
        let rows = [check("a", "ok"), check("b", "cannot run")].join("\n");
        let table = render(&Figures::of(&rows).expect("rows"), "assurance p").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                r"| a | w | \|f\| | 1:01 | d | `0123456789ab` |",
                r"| b | w | **cannot run**: \|f\| | 1:01 | d | `0123456789ab` |",
            ]
        );
    }

    #[test]
    fn long_forms_have_a_table_of_their_own() {
        let row = r#"{"kind":"assurance-long","check":"a","status":"ok","seconds":3600,"figure":"f","date":"d"}"#;
        let table = render(&Figures::of(row).expect("a row"), "assurance-long").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| a | f | 60:00 | d | - |"));
        assert!(render(&Figures::of(row).expect("a row"), "assurance p").is_err());
    }

    #[test]
    fn a_run_is_of_one_machine_day_and_tree() {
        let check = |name: &str, date: &str| {
            format!(
                r#"{{"kind":"assurance","check":"{name}","part":"p","cpu":"c","processors":2,"system":"s","rustc":"r","date":"{date}","tree":"t","cpu_seconds":61}}"#
            )
        };
        let rows = [check("a", "1"), check("b", "2"), check("d", "1")].join("\n");
        let table = render(&Figures::of(&rows).expect("rows"), "assurance-run").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            ["| c, 2 processors, s | 1 | r | `t` | 2 | 2:02 |", "| c, 2 processors, s | 2 | r | `t` | 1 | 1:01 |"]
        );
    }
}
