//! The table of what a batch saves.

use super::{BACKENDS, Table};
use crate::rows::{Figures, OURS, Row};

/// The schemes, each with the part of a name that its sets alone have.
const SCHEMES: [(&str, &str); 4] =
    [("Streamlined NTRU Prime", "sntrup"), ("NTRU LPRime", "ntrulpr"), ("NTRU", "ntruh"), ("Saber", "saber")];

/// The operations with the names of their columns.
const OPERATIONS: [(&str, &str); 3] =
    [("keygen", "key generation"), ("encaps", "encapsulation"), ("decaps", "decapsulation")];

/// Returns the times of operations in batches, divided by those of single operations: for each
/// scheme and backend the range over its sets in all runs.
pub(super) fn ratios(figures: &Figures) -> Table {
    let mut table = Table::new(["scheme", "backend"].into_iter().chain(OPERATIONS.map(|(_, heading)| heading)));
    for (scheme, name) in SCHEMES {
        for (backend, heading) in BACKENDS {
            let ranges = OPERATIONS.map(|(operation, _)| range(figures, name, operation, backend));
            if let Some(ranges) = ranges.into_iter().collect::<Option<Vec<_>>>() {
                table.rows.push([scheme, heading].map(String::from).into_iter().chain(ranges).collect());
            }
        }
    }
    table
}

/// Returns the least and the largest ratio of an operation on a backend, over the sets whose names
/// have a part.
fn range(figures: &Figures, name: &str, operation: &str, backend: &str) -> Option<String> {
    let in_batch = format!("{operation}-batch-32");
    let mut ratios = Vec::new();
    for figures in figures.runs() {
        let rows = |operation| {
            let fields = [("operation", operation), ("backend", backend), ("implementation", OURS)];
            figures.rows("kem", &fields).into_iter().filter(|row| row.text("set").contains(name))
        };
        for one in rows(operation) {
            let batch = rows(&in_batch).find(|row| row.text("set") == one.text("set"));
            let times = batch.and_then(Row::time).zip(one.time());
            ratios.extend(times.map(|(batch, one)| batch as f64 / one.max(1) as f64));
        }
    }
    let least = ratios.iter().copied().reduce(f64::min)?;
    let [least, most] = [least, ratios.into_iter().fold(least, f64::max)].map(|ratio| format!("{ratio:.2}"));
    Some(if least == most { least } else { format!("{least} to {most}") })
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use crate::rows::Figures;

    #[test]
    fn ratios_are_of_one_run_and_range_over_runs_and_sets() {
        let rows = |set: &str, [one, batch]: [u64; 2]| {
            let row = |operation: &str, quiet| {
                format!(
                    r#"{{"kind":"kem","set":"{set}","operation":"{operation}","implementation":"vectru","backend":"avx2","quiet":{quiet}}}"#
                )
            };
            let of =
                |operation: &str| row(operation, one) + "\n" + &row(&format!("{operation}-batch-32"), batch) + "\n";
            ["keygen", "encaps", "decaps"].map(of).concat()
        };
        let figures = Figures::of(&(rows("ntruhps", [100, 50]) + &rows("ntruhrss", [100, 60]))).expect("rows");
        let run = Figures::of(&(rows("ntruhps", [1000, 400]) + &rows("lightsaber", [100, 50]))).expect("rows");
        let table = render(&figures.with_libraries(vec![run]), "batches").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        let [range, one] = ["0.40 to 0.60", "0.50"];
        assert_eq!(
            lines,
            [
                format!("| NTRU | AVX2 | {range} | {range} | {range} |"),
                format!("| Saber | AVX2 | {one} | {one} | {one} |")
            ]
        );
    }
}
