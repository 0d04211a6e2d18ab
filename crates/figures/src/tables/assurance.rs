//! Tables of the checks that `tools/assure` runs.

use super::Table;
use crate::rows::Figures;

/// Writes a time in minutes and seconds.
fn minutes(seconds: Option<u64>) -> String {
    super::or_dash(seconds.map(|seconds| format!("{}:{:02}", seconds / 60, seconds % 60)))
}

pub(super) fn run(figures: &Figures) -> Table {
    let mut table = Table::new(["CPU", "date", "compiler", "command", "checks", "minutes"]);
    for row in figures.rows("assurance-run", &[]) {
        let processors = row.number("processors").map(|count| format!(", {count} processors")).unwrap_or_default();
        table.rows.push(vec![
            format!("{}{processors}, {}", row.text("cpu"), row.text("system")),
            row.text("date").into(),
            row.text("rustc").into(),
            format!("`{}`", row.text("command")),
            figures.rows("assurance", &[]).len().to_string(),
            minutes(row.number("seconds")),
        ]);
    }
    table
}

pub(super) fn checks(figures: &Figures, parts: &[&str]) -> Table {
    let mut table = Table::new(["check", "what it shows", "figure of the last run", "minutes"]);
    for part in parts {
        for row in figures.rows("assurance", &[("part", part)]) {
            let figure = match row.text("status") {
                "ok" => row.text("figure").into(),
                status => format!("**{status}**: {}", row.text("figure")),
            };
            let cells = [row.text("check").into(), row.text("what").into(), figure, minutes(row.number("seconds"))];
            table.rows.push(cells.into());
        }
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
                r#"{{"kind":"assurance","check":"{name}","part":"p","what":"w","status":"{status}","seconds":61,"figure":"f"}}"#
            )
        };
        let rows = [check("a", "ok"), check("b", "cannot run")].join("\n");
        let table = render(&Figures::of(&rows).expect("rows"), "assurance p").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(lines, ["| a | w | f | 1:01 |", "| b | w | **cannot run**: f | 1:01 |"]);
    }
}
