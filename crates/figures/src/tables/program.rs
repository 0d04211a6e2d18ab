//! The tables of rows that the program prints alike on every machine: multipliers, plans, counted
//! instructions, stack.

use super::{PRODUCT_PARTS, Table, backends, grouped, or_dash};
use crate::rows::{Figures, Row};

/// The backends in the order of columns, with their headings, for the choice of multipliers.
const CHOICE: [(&str, &str); 5] =
    [("avx512", "AVX-512"), ("avx2", "AVX2"), ("neon", "Neon"), ("simd128", "simd128"), ("portable", "portable")];

/// The maps that only change the form of an operand before the transforms.
const ENTRIES: [&str; 4] = ["infinity", "integers", "chinese-remainder", "expand"];

/// The last words of the names of maps that multiply.
const PRODUCTS: [&str; 2] = ["convolution", "product"];

/// Returns a table of the texts of each row, where rows that differ by their rings alone are one.
fn by_rings(headings: &[&str], rows: Vec<(&str, Vec<String>)>) -> Table {
    let mut table = Table::new(headings.iter().copied());
    for (ring, cells) in rows {
        match table.rows.iter_mut().find(|row| row[1..] == cells) {
            Some(row) => row[0] += &format!(", {ring}"),
            None => table.rows.push([vec![ring.into()], cells].concat()),
        }
    }
    table
}

/// Returns the names of the maps of a multiplier.
fn map_names(row: &Row) -> String {
    row.maps().iter().map(|[name, ..]| *name).collect::<Vec<_>>().join(", ")
}

/// Returns the chains of the multipliers of some rings: of all, or of those whose names are given.
pub(super) fn chains(figures: &Figures, names: &[&str]) -> Table {
    let mut rows = figures.rows("multiplier", &[]);
    let (rings, multipliers): (Vec<_>, Vec<_>) =
        names.iter().partition(|name| rows.iter().any(|row| row.text("ring") == **name));
    rows.retain(|row| {
        let [ring, multiplier] = ["ring", "multiplier"].map(|field| row.text(field));
        rings.contains(&&ring) && (multipliers.is_empty() || multipliers.contains(&&multiplier))
    });
    let headings = ["ring", "multiplier", "operands", "R", "first ring", "maps", "products", "lost, spare bits"];
    let mut table = Table::new(headings);
    for row in rows {
        let maps = row.maps();
        let first = maps.iter().find(|[name, ..]| !ENTRIES.contains(name)).map(|[_, domain, _]| domain.to_string());
        let products = maps.iter().filter(|[name, ..]| PRODUCTS.iter().any(|end| name.ends_with(end)));
        let products: Vec<_> = products.map(|[_, domain, _]| *domain).collect();
        let bits = row.number("lost").zip(row.number("spare")).map(|(lost, spare)| format!("{lost}, {spare}"));
        let [ring, multiplier, operands, coefficients] =
            ["ring", "multiplier", "operands", "coefficients"].map(|field| row.text(field).to_owned());
        let chain = [or_dash(first), map_names(row), products.join("; "), or_dash(bits)];
        table.rows.push([ring, format!("`{multiplier}`"), operands, coefficients].into_iter().chain(chain).collect());
    }
    table
}

/// Returns the multipliers of all rings with the names of their maps.
pub(super) fn multipliers(figures: &Figures) -> Table {
    let mut rows = figures.rows("multiplier", &[]);
    rows.sort_by_key(|row| row.text("multiplier"));
    let cells = |row: &Row| vec![format!("`{}`", row.text("multiplier")), map_names(row), row.text("source").into()];
    let rows = rows.into_iter().map(|row| (row.text("ring"), cells(row)));
    by_rings(&["rings", "multiplier", "maps", "source"], rows.collect())
}

/// Returns the multiplier that dispatch chooses for each ring on each backend.
pub(super) fn choice(figures: &Figures) -> Table {
    let headings: Vec<_> = ["rings"].into_iter().chain(CHOICE.iter().map(|(_, heading)| *heading)).collect();
    let rings = figures.values("multiplier", &[], "ring").into_iter().map(|ring| {
        let chosen = CHOICE.iter().map(|(backend, _)| or_dash(figures.chosen(ring, backend).map(String::from)));
        (ring, chosen.collect())
    });
    by_rings(&headings, rings.collect())
}

/// Returns the stack that products touch.
pub(super) fn workspace(figures: &Figures, ring: &str) -> Table {
    let columns = backends(figures, "workspace", &[("ring", ring)]);
    let mut table = Table::new(["multiplier"].into_iter().chain(columns.iter().map(|(_, heading)| *heading)));
    for multiplier in figures.values("workspace", &[("ring", ring)], "multiplier") {
        let sizes = columns.iter().map(|(backend, _)| {
            let fields = [("ring", ring), ("multiplier", multiplier), ("backend", *backend)];
            let row = figures.row("workspace", &fields);
            or_dash(row.and_then(|row| row.number("bytes")).map(|bytes| format!("{} KiB", bytes / 1024)))
        });
        table.rows.push([multiplier.to_string()].into_iter().chain(sizes).collect());
    }
    table
}

/// Returns the counted instructions of products and of their parts, on each backend the product with
/// the fewest first.
pub(super) fn instructions(figures: &Figures, ring: &str, wanted: &[&str]) -> Table {
    let mut table = Table::new(["backend", "multiplier"].into_iter().chain(PRODUCT_PARTS));
    for (backend, heading) in backends(figures, "cost", &[("ring", ring)]) {
        let counted = |multiplier, part| {
            let fields = [("ring", ring), ("multiplier", multiplier), ("backend", backend), ("part", part)];
            figures.row("cost", &fields).and_then(Row::instructions)
        };
        let product = |multiplier| counted(multiplier, "product").or_else(|| counted(multiplier, "product-by-small"));
        let mut multipliers = figures.values("cost", &[("ring", ring), ("backend", backend)], "multiplier");
        multipliers.retain(|multiplier| wanted.is_empty() || wanted.contains(multiplier));
        multipliers.sort_by_key(|multiplier| product(multiplier));
        for multiplier in multipliers {
            let counts = PRODUCT_PARTS.map(|part| {
                or_dash(if part == "product" { product(multiplier) } else { counted(multiplier, part) }.map(grouped))
            });
            table.rows.push([heading, multiplier].map(String::from).into_iter().chain(counts).collect());
        }
    }
    table
}

/// Returns the plans for the ring of a degree, the best first.
pub(super) fn plans(figures: &Figures, degree: &str, backend: &str) -> Table {
    let mut table = Table::new(["rank", "plan", "operands", "instructions", "compiled as"]);
    let of_degree = |row: &&Row| row.number("degree").is_some_and(|number| number.to_string() == degree);
    for row in figures.rows("plan", &[("backend", backend)]).into_iter().filter(of_degree) {
        let [rank, total] = ["rank", "total"].map(|field| or_dash(row.number(field).map(grouped)));
        let [plan, operands, multiplier] = ["plan", "operands", "multiplier"].map(|field| row.text(field));
        let multiplier = or_dash(Some(multiplier.into()).filter(|_| !multiplier.is_empty()));
        table.rows.push(vec![rank, plan.into(), operands.into(), total, multiplier]);
    }
    table
}
