//! The table of the times of calls from Python, which `bindings/python/bench/interface.py`
//! measures.

use super::{Table, or_dash};
use crate::rows::Figures;

pub(super) fn calls(figures: &Figures) -> Table {
    let headings = ["set or ring", "operation", "from Python, us", "from Rust, us", "the call, us", "middle half, us"];
    let mut table = Table::new(headings);
    for row in figures.rows("python", &[]) {
        let number = |field| or_dash(row.fraction(field).map(|value| value.to_string()));
        let spread = format!("{} to {}", number("lower_quartile"), number("upper_quartile"));
        let figures = ["python", "rust", "cost"].map(number);
        let names = [row.text("of"), row.text("operation")].map(|name| format!("`{name}`"));
        table.rows.push(names.into_iter().chain(figures).chain([spread]).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    #[test]
    fn each_operation_has_a_row() {
        let row = r#"{"kind":"python","of":"saber","operation":"generate","backend":"avx2","python":9.5,"rust":8,"cost":1.25,"lower_quartile":1,"upper_quartile":2}"#;
        let table = render(&Figures::of(row).expect("a row"), "python-calls").expect("a table");
        assert!(table.ends_with("| `saber` | `generate` | 9.5 | 8 | 1.25 | 1 to 2 |\n"), "{table}");
    }
}
