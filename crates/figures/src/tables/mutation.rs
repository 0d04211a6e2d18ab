//! The table of the mutants that tests noticed, which `tools/run test-mutants` writes.

use super::{Table, grouped, or_dash};
use crate::rows::{Figures, Row};

pub(super) fn groups(figures: &Figures) -> Table {
    let mut table = Table::new(["group", "mutants", "do not compile", "equivalent", "caught of the others", "date"]);
    for row in figures.rows("mutation", &[]) {
        let number = |field| or_dash(row.number(field).map(grouped));
        let mutants = format!("{} of {}", number("mutants"), number("of"));
        let cells = [
            row.text("group").into(),
            mutants,
            number("unviable"),
            number("equivalent"),
            or_dash(caught(row)),
            row.text("date").into(),
        ];
        table.rows.push(cells.into());
    }
    table
}

/// Writes how many of the mutants that compile and differ from the code were caught.
fn caught(row: &Row) -> Option<String> {
    let [mutants, caught] = ["mutants", "caught"].map(|field| row.number(field));
    let (mutants, caught) = (mutants?, caught?);
    let viable = mutants.checked_sub(row.number("unviable")?)?.checked_sub(row.number("equivalent")?)?;
    let percent = 100.0 * caught as f64 / viable.max(1) as f64;
    Some(format!("{} of {} ({percent:.1} percent)", grouped(caught), grouped(viable)))
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    #[test]
    fn those_that_compile_and_differ_are_counted() {
        let row = r#"{"kind":"mutation","group":"g","mutants":1010,"of":2000,"caught":950,"equivalent":4,"unviable":6,"date":"d"}"#;
        let table = render(&Figures::of(row).expect("a row"), "mutation").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| g | 1,010 of 2,000 | 6 | 4 | 950 of 1,000 (95.0 percent) | d |"));
    }
}
