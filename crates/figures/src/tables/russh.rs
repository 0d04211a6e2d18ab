//! The table of what the key exchange of sntrup761 and X25519 adds to a program of russh, which
//! `tools/run test-russh --measure` measures.

use super::{Table, grouped, or_dash};
use crate::rows::Figures;

/// The row of the program without the exchange, which is no addition.
const NONE: &str = "none";

/// The names of the codes in the table, by their names in the rows.
const CODES: [(&str, &str); 4] = [
    ("vectru", "vectru"),
    ("sntrup", "crate `sntrup`"),
    ("sntrup761", "crate `sntrup761`"),
    ("pqcrypto-ntruprime", "C of PQClean, by the crate `pqcrypto-ntruprime`"),
];

pub(super) fn costs(figures: &Figures) -> Table {
    let headings = ["code of sntrup761", "packages", "which", "processor time of their build, s", "program, kB"];
    let mut table = Table::new(headings);
    for row in figures.rows("russh", &[]) {
        let code = row.text("code");
        let number = |field| or_dash(row.number(field).map(grouped));
        let names = row.texts("names");
        let versions = names.iter().filter_map(|name| name.split_once('@'));
        let versions = versions.map(|(name, version)| format!("`{name}` {version}"));
        let name = CODES.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name);
        let name = if code == NONE { "without the exchange, in all" } else { name };
        let seconds = or_dash(row.fraction("seconds").map(|seconds| format!("{seconds:.1}")));
        let which = versions.collect::<Vec<_>>().join(", ");
        table.rows.push(vec![name.into(), number("packages"), which, seconds, number("kilobytes")]);
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    #[test]
    fn each_code_has_a_row() {
        let rows = [
            r#"{"kind":"russh","code":"none","packages":1200,"kilobytes":3000}"#,
            r#"{"kind":"russh","code":"sntrup","packages":2,"seconds":4.25,"kilobytes":99,"names":["a@1.0.0","b@2.0.0"]}"#,
        ];
        let table = render(&Figures::of(&rows.join("\n")).expect("two rows"), "russh").expect("a table");
        assert!(
            table.ends_with(
                "| without the exchange, in all | 1,200 |  | - | 3,000 |\n\
             | crate `sntrup` | 2 | `a` 1.0.0, `b` 2.0.0 | 4.2 | 99 |\n"
            ),
            "{table}"
        );
    }
}
