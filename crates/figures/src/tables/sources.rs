//! The tables of the sources, with vectru's figures.
//!
//! A figure of vectru is a sum of terms, or such a sum divided by another. Rows of kind `source`
//! have it as `vectru tables` measured it. Where a source prints figures of a Cortex-A72, the terms
//! are also looked up among the rows of the model of that core.

use super::{Table, backends, grouped, or_dash};
use crate::rows::{Figures, Row};

/// The name of the core that is modelled, in the texts that name machines.
const MODELLED: &str = "Cortex-A72";

/// The printed figures of a table of a source, with vectru's in the model and on each backend.
pub(super) fn table(figures: &Figures, key: &str, number: &str) -> Table {
    let of_table = [("source", key), ("table", number)];
    let backends = backends(figures, "source", &of_table);
    let machine = figures.rows("source", &of_table).first().map_or("", |row| row.text("machine"));
    let printed = if machine.is_empty() { "printed".into() } else { format!("printed, {machine}") };
    let model = machine.contains(MODELLED).then(|| format!("{MODELLED}, modelled"));
    let headings = ["row".into(), printed].into_iter().chain(model.clone());
    let headings = headings.chain(backends.iter().map(|(_, heading)| heading.to_string()));
    let mut table = Table::new(headings.chain(["vectru's figure".into()]));
    for name in figures.values("source", &of_table, "row") {
        let rows = figures.rows("source", &[of_table[0], of_table[1], ("row", name)]);
        let Some(first) = rows.first() else { continue };
        let (from, to) = (value(first, "printed"), value(first, "printed_to"));
        let printed = if from == to { or_dash(from) } else { format!("{} to {}", or_dash(from), or_dash(to)) };
        let mut cells = vec![name.to_string(), printed];
        cells.extend(model.is_some().then(|| or_dash(modelled(figures, first))));
        cells.extend(backends.iter().map(|(backend, _)| {
            let row = rows.iter().find(|row| row.text("backend") == *backend);
            or_dash(row.and_then(|row| value(row, "median")))
        }));
        let differs = first.text("differs");
        let mark = if differs.is_empty() { String::new() } else { format!("; **another algorithm**: {differs}") };
        cells.push(first.text("ours").to_string() + &mark);
        table.rows.push(cells);
    }
    table
}

/// Writes a number or a fraction.
fn value(row: &Row, field: &str) -> Option<String> {
    match (row.number(field), row.fraction(field)) {
        (Some(number), _) => Some(grouped(number)),
        (None, fraction) => fraction.map(|fraction| format!("{fraction:.2}")),
    }
}

/// Writes vectru's figure in the model, if the model has all terms.
fn modelled(figures: &Figures, row: &Row) -> Option<String> {
    let sum = |field| -> Option<u64> {
        let terms = row.objects(field);
        if terms.is_empty() { None } else { terms.iter().map(|term| cycles(figures, term)).sum() }
    };
    let cycles = sum("terms")?;
    if row.objects("divisors").is_empty() {
        return Some(grouped(cycles));
    }
    Some(format!("{:.2}", cycles as f64 / sum("divisors")? as f64))
}

/// Returns the modelled cycles of a term.
fn cycles(figures: &Figures, term: &Row) -> Option<u64> {
    let find = |kind, names: &[&'static str]| {
        let fields: Vec<_> = names.iter().map(|name| (*name, term.text(name))).collect();
        figures.row(kind, &fields).and_then(|row| row.number("cycles"))
    };
    let has = |name| !term.text(name).is_empty();
    if has("map") {
        find("model-map", &["ring", "multiplier", "part", "map"])
    } else if has("primitive") {
        find("model-primitive", &["ring", "primitive"])
    } else if has("operation") && has("multiplier") {
        find("model-operation-by", &["set", "operation", "multiplier"])
    } else if has("operation") {
        find("model-operation", &["set", "operation", "part"])
    } else {
        // A row of kind `model` is a product of two operands, or of a big and a small one for a
        // multiplier that takes no others.
        let product =
            || if term.text("part").starts_with("product") { find("model", &["ring", "multiplier"]) } else { None };
        find("model-part", &["ring", "multiplier", "part"]).or_else(product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"
{"kind":"model","core":"cortex-a72","ring":"r","multiplier":"m","cycles":1000}
{"kind":"model-part","core":"cortex-a72","ring":"r","multiplier":"m","part":"base","cycles":200}
{"kind":"model-map","core":"cortex-a72","ring":"r","multiplier":"m","part":"base","map":"n","cycles":30}
{"kind":"model-operation-by","core":"cortex-a72","set":"s","operation":"o","multiplier":"m","cycles":4}
"#;

    fn line(row: &str, terms: &str, divisors: &str) -> String {
        let names = r#""source":"S","table":"T","machine":"a Cortex-A72","backend":"avx2""#;
        format!(
            r#"{{"kind":"source",{names},"row":"{row}","terms":{terms},"divisors":{divisors},"printed":1,"printed_to":1,"ours":"x"}}"#
        )
    }

    #[test]
    fn modelled_figures_are_sums_and_ratios_of_terms() {
        let [product, base, map, by] = [
            r#"{"ring":"r","multiplier":"m","part":"product"}"#,
            r#"{"ring":"r","multiplier":"m","part":"base"}"#,
            r#"{"ring":"r","multiplier":"m","part":"base","map":"n"}"#,
            r#"{"set":"s","operation":"o","multiplier":"m"}"#,
        ];
        let lines = [
            line("sum", &format!("[{product},{base},{map},{by}]"), "[]"),
            line("ratio", &format!("[{product}]"), &format!("[{base},{base}]")),
            line("none", "[]", "[]"),
            line("lacks one", &format!("[{base},{}]", base.replace("base", "fold")), "[]"),
        ];
        let figures = Figures::of(&(ROWS.to_owned() + &lines.join("\n"))).expect("rows");
        let cells: Vec<_> = table(&figures, "S", "T").rows.into_iter().map(|row| row[2].clone()).collect();
        assert_eq!(cells, ["1,234", "2.50", "-", "-"]);
    }
}
