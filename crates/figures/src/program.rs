//! The rows that the program prints alike on every machine: `docs/figures/program.jsonl`.
//!
//! Operations are counted on lanes of a backend's form and plans are ranked by these counts, so
//! that any CPU prints the rows of every backend. The stack of a product is measured by a program
//! with feature `multipliers`, on the backends that the CPU has. Other rows of stack stay as they
//! are.

use std::path::Path;
use std::process::Command;

use crate::Error;
use crate::rows::Row;

/// The path of the rows in the repository.
pub const FILE: &str = "docs/figures/program.jsonl";

/// The rings and backends whose plans are on a page.
const PLANS: [&str; 2] = [
    "--ring prime --modulus 4591 --degree 761 --backend avx2",
    "--ring cyclic --modulus 2048 --degree 677 --backend avx2",
];

/// The backends whose instructions are counted.
const COUNTED: [&str; 2] = ["avx512", "avx2"];

/// The kind of the rows of measured stack.
const WORKSPACE: &str = "workspace";

/// The feature of a program that measures stack, as its message without the feature names it.
const MULTIPLIERS: &str = "--features multipliers";

/// Returns the rows that a program prints, given those of [`FILE`]. The program is the command
/// line, built with feature `explain` or `multipliers`.
///
/// # Errors
///
/// Returns [`Error::Program`] if a command fails.
pub fn rows(program: &Path, old: &str) -> Result<String, Error> {
    let mut rows = print(program, "multipliers", "multiplier")?;
    let mut rings: Vec<_> = rows.iter().map(|row| field(row, "ring")).collect();
    rings.dedup();
    for ring in &rings {
        for backend in COUNTED {
            rows.extend(print(program, &format!("explain --costs --ring {ring} --backend {backend}"), "cost")?);
        }
    }
    for ring in PLANS {
        rows.extend(print(program, &format!("plan {ring}"), "plan")?);
    }
    let workspaces = match print(program, "bench multiply --ring sntrup761 --runs 1", WORKSPACE) {
        Err(Error::Program { defect, .. }) if defect.contains(MULTIPLIERS) => Vec::new(),
        workspaces => workspaces?,
    };
    rows.extend(with_others(workspaces, old));
    Ok(rows.into_iter().map(|row| row + "\n").collect())
}

/// Returns the rows of a kind that a command prints.
fn print(program: &Path, command: &str, kind: &str) -> Result<Vec<String>, Error> {
    let fail = |defect: &str| Error::Program { command: command.into(), defect: defect.into() };
    let output = Command::new(program).args(command.split(' ')).args(["--json", "-"]).output();
    let output = output.map_err(|error| fail(&error.to_string()))?;
    if !output.status.success() {
        return Err(fail(String::from_utf8_lossy(&output.stderr).trim()));
    }
    let rows = String::from_utf8_lossy(&output.stdout);
    Ok(rows.lines().filter(|row| field(row, "kind") == kind).map(String::from).collect())
}

/// Returns measured rows, and the old ones of the backends that were not measured, in one order.
fn with_others(mut measured: Vec<String>, old: &str) -> Vec<String> {
    let backends: Vec<_> = measured.iter().map(|row| field(row, "backend")).collect();
    let others =
        old.lines().filter(|row| field(row, "kind") == WORKSPACE && !backends.contains(&field(row, "backend")));
    measured.extend(others.map(String::from));
    measured.sort();
    measured
}

/// Returns the text of a field of a row.
fn field(row: &str, name: &str) -> String {
    Row::parse(row, "").map(|row| row.text(name).into()).unwrap_or_default()
}

/// Returns the name of the first row in which two files differ.
pub fn difference(old: &str, new: &str) -> Option<String> {
    let (mut old, mut new) = (old.lines(), new.lines());
    loop {
        let pair = (old.next(), new.next());
        if pair.0 != pair.1 {
            let row = pair.1.or(pair.0).unwrap_or_default();
            return Some(Row::parse(row, "").map_or_else(|defect| defect, |row| row.identity().join(", ")));
        }
        pair.0?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"{"kind":"workspace","ring":"r","multiplier":"m","backend":"avx2","bytes":4096}
{"kind":"workspace","ring":"r","multiplier":"m","backend":"avx512","bytes":8192}
"#;

    #[test]
    fn a_stale_count_is_named() {
        assert_eq!(difference(ROWS, ROWS), None);
        let named = |old: &str, new: &str| difference(old, new).expect("a difference");
        assert_eq!(named(ROWS, &ROWS.replace("8192", "8193")), "workspace, r, m, avx512");
        let shorter = ROWS.lines().next().expect("a row");
        assert_eq!((named(shorter, ROWS), named(ROWS, shorter)), {
            let name = String::from("workspace, r, m, avx512");
            (name.clone(), name)
        });
    }

    #[test]
    fn rows_of_absent_backends_stay() {
        let [measured, other] = [ROWS.lines().next(), ROWS.lines().last()].map(|row| row.expect("a row").to_owned());
        let new = measured.replace("4096", "12288");
        assert_eq!(with_others(vec![new.clone()], ROWS), [new, other]);
    }
}
