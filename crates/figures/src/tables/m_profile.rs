//! Tables of the jobs that the firmware executes on a Cortex-M3 and on a Cortex-M4.
//!
//! A row of kind `m-profile` has the name of its job, a description in words.

use super::{PRODUCT_PARTS, Table, grouped, or_dash};
use crate::rows::{Figures, Row};

/// The cores in the order of columns, with their headings.
const CORES: [(&str, &str); 2] = [("cortex-m3", "Cortex-M3"), ("cortex-m4", "Cortex-M4")];

/// The core whose stack and code the tables show, and its figure where there is only one column.
const FIRST: &str = CORES[0].0;

/// The kinds of instructions in the order of columns.
const KINDS: [&str; 7] = ["load", "store", "branch", "product", "long-product", "division", "other"];

/// Returns the row of a job.
fn row<'a>(figures: &'a Figures, core: &str, job: &str) -> Option<&'a Row> {
    figures.row("m-profile", &[("core", core), ("job", job)])
}

/// Writes a number of a job.
fn number(figures: &Figures, core: &str, job: &str, field: &str) -> String {
    or_dash(row(figures, core, job).and_then(|row| row.number(field)).map(grouped))
}

/// Returns the jobs whose names begin with `first` and end with `last`, without these words, in the
/// order of the rows.
fn names<'a>(figures: &'a Figures, first: &str, last: &str) -> Vec<&'a str> {
    let jobs = figures.values("m-profile", &[("core", FIRST)], "job");
    jobs.into_iter().filter_map(|job| job.strip_prefix(first)?.strip_suffix(last)).map(str::trim).collect()
}

/// Returns the multipliers of a ring with the products that tables show: of two arbitrary operands,
/// or by a small one if the multiplier accepts no other.
fn multipliers<'a>(figures: &'a Figures, ring: &str) -> Vec<(&'a str, &'static str)> {
    let prefix = format!("multiplier {ring} ");
    let whole = names(figures, &prefix, " product");
    let part = |name| if whole.contains(&name) { "product" } else { "product-by-small" };
    let mut found: Vec<_> =
        names(figures, &prefix, " product-by-small").into_iter().map(|name| (name, part(name))).collect();
    found.sort_by_key(|(name, part)| {
        row(figures, FIRST, &format!("{prefix}{name} {part}")).and_then(|row| row.number("cycles"))
    });
    found
}

/// Returns the cells of a job: the cycles on each core, the instructions, the stack, the code and
/// the tables on the first one.
fn job(figures: &Figures, job: &str) -> Vec<String> {
    let cycles = CORES.map(|(core, _)| number(figures, core, job, "cycles"));
    let sizes = ["instructions", "stack", "code", "tables"].map(|field| number(figures, FIRST, job, field));
    cycles.into_iter().chain(sizes).collect()
}

/// Returns the headings of the cells of a job.
fn headings() -> impl Iterator<Item = &'static str> {
    CORES.into_iter().map(|(_, heading)| heading).chain(["instructions", "stack", "code", "tables"])
}

pub(super) fn products(figures: &Figures, rings: &[&str]) -> Table {
    let mut table = Table::new(["ring", "multiplier"].into_iter().chain(headings()));
    for ring in rings {
        for (multiplier, part) in multipliers(figures, ring) {
            let by_small = if part == "product" { "" } else { " (by small)" };
            let cells = job(figures, &format!("multiplier {ring} {multiplier} {part}"));
            table.rows.push([ring.to_string(), format!("{multiplier}{by_small}")].into_iter().chain(cells).collect());
        }
    }
    table
}

pub(super) fn parts(figures: &Figures, rings: &[&str]) -> Table {
    let parts = &PRODUCT_PARTS[..PRODUCT_PARTS.len() - 1];
    let mut table = Table::new(["ring", "multiplier"].iter().chain(parts).copied());
    for ring in rings {
        for (multiplier, _) in multipliers(figures, ring) {
            let cycles = parts
                .iter()
                .map(|part| number(figures, FIRST, &format!("multiplier {ring} {multiplier} {part}"), "cycles"));
            table.rows.push([*ring, multiplier].map(String::from).into_iter().chain(cycles).collect());
        }
    }
    table
}

/// The rows of a matrix by a vector.
const ROWS: u64 = 3;

pub(super) fn modules(figures: &Figures, ring: &str) -> Table {
    let mut table = Table::new(["multiplier"]);
    for (_, heading) in CORES {
        table.headings.extend([heading.into(), format!("{heading}, transforms"), format!("{heading}, products")]);
    }
    table.headings.extend(["stack", "code", "printed", "printed, transforms", "printed, products"].map(String::from));
    for multiplier in names(figures, &format!("module {ring} "), " matrix-by-vector") {
        let of = |part| format!("module {ring} {multiplier} {part}");
        let mut cells = vec![multiplier.to_string()];
        for (core, _) in CORES {
            let cycles = |part| row(figures, core, &of(part)).and_then(|row| row.number("cycles"));
            let (whole, products) = (cycles("matrix-by-vector"), cycles("row").map(|cycles| ROWS * cycles));
            let transforms = whole.zip(products).and_then(|(whole, products)| whole.checked_sub(products));
            cells.extend([whole, transforms, products].map(|cycles| or_dash(cycles.map(grouped))));
        }
        cells.extend(["stack", "code"].map(|field| number(figures, FIRST, &of("matrix-by-vector"), field)));
        cells.extend(["matrix-by-vector", "transforms", "products"].map(|part| {
            let printed = figures.row("m-profile-printed", &[("core", FIRST), ("job", &of(part))]);
            or_dash(printed.and_then(|row| row.number("cycles")).map(grouped))
        }));
        table.rows.push(cells);
    }
    table
}

/// The sizes of matrices, rows by columns, with the jobs that multiply by them.
const SIZES: [(&str, &str); 5] = [
    ("1 x 3", "rows-1x3"),
    ("2 x 2", "rows-2x2"),
    ("3 x 3", "matrix-by-vector"),
    ("4 x 3", "rows-4x3"),
    ("4 x 4", "rows-4x4"),
];

pub(super) fn rows_by_column(figures: &Figures, ring: &str) -> Table {
    let mut table = Table::new(["multiplier", "size"].into_iter().chain(CORES.map(|(_, heading)| heading)));
    for multiplier in names(figures, &format!("module {ring} "), " rows-4x3") {
        for (size, job) in SIZES {
            let job = format!("module {ring} {multiplier} {job}");
            let cycles = CORES.map(|(core, _)| number(figures, core, &job, "cycles"));
            table.rows.push([multiplier, size].map(String::from).into_iter().chain(cycles).collect());
        }
    }
    table
}

pub(super) fn kinds(figures: &Figures, ring: &str) -> Table {
    let mut table = Table::new(["multiplier", "instructions"].into_iter().chain(KINDS));
    for multiplier in names(figures, &format!("module {ring} "), " matrix-by-vector") {
        let job = format!("module {ring} {multiplier} matrix-by-vector");
        let counts = ["instructions"].into_iter().chain(KINDS).map(|field| number(figures, FIRST, &job, field));
        table.rows.push([multiplier.to_string()].into_iter().chain(counts).collect());
    }
    table
}

pub(super) fn operations(figures: &Figures) -> Table {
    let mut table = Table::new(["set", "operation"].into_iter().chain(headings()));
    for (_, heading) in CORES {
        table.headings.push(format!("printed, {heading}"));
    }
    for name in names(figures, "mechanism ", "") {
        let name_of_job = format!("mechanism {name}");
        let (set, operation) = name.split_once(' ').unwrap_or((name, ""));
        let mut cells: Vec<_> =
            [set, operation].map(String::from).into_iter().chain(job(figures, &name_of_job)).collect();
        cells.extend(CORES.map(|(core, _)| {
            let printed = figures.row("m-profile-printed", &[("core", core), ("job", &name_of_job)]);
            let text =
                printed.and_then(|row| Some(format!("{} [{}]", grouped(row.number("cycles")?), row.text("source"))));
            or_dash(text)
        }));
        table.rows.push(cells);
    }
    table
}

/// The core of devices in a form.
const DEVICE: &str = CORES[1].0;

/// Writes the operations of devices in a form: for each set the bytes of the program, and the stack
/// and the cycles of each operation.
pub(super) fn form(figures: &Figures, form: &str) -> Table {
    const OPERATIONS: [&str; 3] = ["keygen", "encaps", "decaps"];
    let mut table = Table::new(["set", "flash"]);
    for field in ["stack", "cycles"] {
        table.headings.extend(OPERATIONS.map(|operation| format!("{field}, {operation}")));
    }
    let jobs = figures.values("m-profile", &[("core", DEVICE)], "job");
    let set = |job: &'_ str| Some(job.strip_prefix(form)?.strip_prefix(' ')?.strip_suffix(" keygen")?.to_string());
    for set in jobs.into_iter().filter_map(set) {
        let of = |operation: &str, field| number(figures, DEVICE, &format!("{form} {set} {operation}"), field);
        let mut cells = vec![set.clone(), of("keygen", "flash")];
        for field in ["stack", "cycles"] {
            cells.extend(OPERATIONS.map(|operation| of(operation, field)));
        }
        table.rows.push(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::rows::Figures;
    use crate::tables::render;

    fn row(core: &str, job: &str, cycles: u64) -> String {
        format!(
            r#"{{"kind":"m-profile","core":"{core}","job":"{job}","cycles":{cycles},"instructions":7,"load":3,"stack":1024,"code":2048,"tables":16}}"#
        )
    }

    fn figures(rows: &[String]) -> Figures {
        Figures::of(&rows.join("\n")).expect("rows")
    }

    #[test]
    fn products_are_in_the_order_of_cycles() {
        let figures = figures(&[
            row("cortex-m3", "multiplier r slow product-by-small", 3000),
            row("cortex-m3", "multiplier r slow product", 3001),
            row("cortex-m3", "multiplier r fast product-by-small", 20),
            row("cortex-m4", "multiplier r fast product-by-small", 10),
            row("cortex-m3", "multiplier r fast forward", 5),
        ]);
        let table = render(&figures, "m-profile-products r").expect("a table");
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(lines[0], "| r | fast (by small) | 20 | 10 | 7 | 1,024 | 2,048 | 16 |");
        assert_eq!(lines[1], "| r | slow | 3,001 | - | 7 | 1,024 | 2,048 | 16 |");
        let table = render(&figures, "m-profile-parts r").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| r | fast | 5 | - | - | - | - |"));
    }

    #[test]
    fn transforms_are_what_products_leave() {
        let printed =
            r#"{"kind":"m-profile-printed","core":"cortex-m3","source":"s","job":"module r m products","cycles":5}"#;
        let figures = figures(&[
            row("cortex-m3", "module r m matrix-by-vector", 1000),
            row("cortex-m3", "module r m row", 100),
            printed.into(),
        ]);
        let table = render(&figures, "m-profile-modules r").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| m | 1,000 | 700 | 300 | - | - | - | 1,024 | 2,048 | - | - | 5 |"));
        let table = render(&figures, "m-profile-kinds r").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| m | 7 | 3 | - | - | - | - | - | - |"));
    }

    #[test]
    fn sizes_of_matrices_are_in_order() {
        let figures = figures(&[
            row("cortex-m3", "module r m matrix-by-vector", 900),
            row("cortex-m3", "module r m rows-4x3", 1200),
            row("cortex-m4", "module r m rows-4x3", 1100),
            row("cortex-m3", "module r other matrix-by-vector", 1000),
        ]);
        let table = render(&figures, "m-profile-rows r").expect("a table");
        let lines: Vec<_> = table.lines().skip(4).collect();
        assert_eq!(lines, ["| m | 3 x 3 | 900 | - |", "| m | 4 x 3 | 1,200 | 1,100 |", "| m | 4 x 4 | - | - |"]);
    }

    #[test]
    fn devices_have_a_row_for_each_set() {
        let row = |core, operation, cycles| {
            row(core, &format!("balanced a {operation}"), cycles)
                .replace(r#""tables":16"#, r#""tables":16,"flash":9000"#)
        };
        let figures =
            figures(&[row("cortex-m4", "keygen", 10), row("cortex-m4", "encaps", 20), row("cortex-m3", "decaps", 7)]);
        let table = render(&figures, "m-profile-form balanced").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| a | 9,000 | 1,024 | 1,024 | - | 10 | 20 | - |"));
        assert!(render(&figures, "m-profile-form small").is_err());
    }

    #[test]
    fn operations_are_beside_printed_ones() {
        let printed =
            r#"{"kind":"m-profile-printed","core":"cortex-m4","source":"s","job":"mechanism a encaps","cycles":5}"#;
        let figures = figures(&[row("cortex-m3", "mechanism a encaps", 1000), printed.into()]);
        let table = render(&figures, "m-profile-operations").expect("a table");
        assert_eq!(table.lines().nth(2), Some("| a | encaps | 1,000 | - | 7 | 1,024 | 2,048 | 16 | - | 5 [s] |"));
    }
}
