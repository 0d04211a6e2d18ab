//! Tables of the npm package and of another one, in Node.js.

use super::{OPERATIONS, Table, or_dash};
use crate::rows::{Figures, OURS, Row};

/// The other package.
const PEER: &str = "liboqs-js";

/// Returns the name of the operation from bytes, which the other package has instead of
/// `operation`.
fn from_bytes(operation: &str) -> String {
    match operation {
        "keygen" => operation.into(),
        _ if operation.ends_with("-from-bytes") => operation.into(),
        _ => format!("{operation}-from-bytes"),
    }
}

pub(super) fn setting(figures: &Figures) -> Table {
    let mut table = Table::new(["CPU", "Node.js", "compared with", "date"]);
    for row in figures.rows("javascript-setting", &[]) {
        table.rows.push(["cpu", "node", "peer", "date"].map(|field| row.text(field).into()).into());
    }
    table
}

pub(super) fn beside_liboqs(figures: &Figures) -> Table {
    let mut table = Table::new(["set", "operation", "vectru", "liboqs-js", "ratio"]);
    let fraction = |row: Option<&Row>| row.and_then(|row| row.fraction("median"));
    let cell = |median: Option<f64>| or_dash(median.map(|median| format!("{median:.0}")));
    for set in figures.values("javascript", &[], "set") {
        for (operation, heading) in OPERATIONS {
            let of = |implementation: &str, operation: &str| {
                let fields = [("set", set), ("operation", operation), ("implementation", implementation)];
                fraction(figures.row("javascript", &fields))
            };
            let Some(ours) = of(OURS, operation) else { continue };
            let theirs = of(PEER, &from_bytes(operation));
            let ratio = or_dash(theirs.map(|theirs| format!("{:.2}", ours / theirs)));
            table.rows.push([set.into(), heading.into(), cell(Some(ours)), cell(theirs), ratio].into());
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    #[test]
    fn loaded_keys_are_compared_with_operations_from_bytes() {
        let row = |operation: &str, implementation: &str, median: f64| {
            format!(
                r#"{{"kind":"javascript","set":"s","operation":"{operation}","implementation":"{implementation}","median":{median}}}"#
            )
        };
        let rows = [row("encaps", "vectru", 25.0), row("encaps-from-bytes", "liboqs-js", 100.4)].join("\n");
        let table = render(&Figures::of(&rows).expect("rows"), "javascript").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(lines, ["| s | encapsulation, prepared key | 25 | 100 | 0.25 |"]);
    }
}
