//! The tables, as Markdown.
//!
//! Medians are in the unit of the rows, which the text around a table names. A dash stands for a
//! figure without a row.

mod assurance;
mod batches;
mod bounds;
mod javascript;
mod libraries;
mod m_profile;
mod mutation;
mod program;
mod python;
mod russh;
mod sources;
mod webassembly;

use crate::rows::{Figures, OURS, Row};

/// The name of ML-KEM-768 among the parameter sets.
const ML_KEM: &str = "mlkem768";

/// The backends in the order of columns, with their headings.
const BACKENDS: [(&str, &str); 4] =
    [("avx512", "AVX-512"), ("avx2", "AVX2"), ("neon", "Neon"), ("portable", "portable")];

/// The operations in the order of rows and columns, with their names in tables.
const OPERATIONS: [(&str, &str); 8] = [
    ("keygen", "key generation"),
    ("encaps", "encapsulation, prepared key"),
    ("encaps-from-bytes", "encapsulation from the key's bytes"),
    ("decaps", "decapsulation, prepared key"),
    ("decaps-from-bytes", "decapsulation from the key's bytes"),
    ("keygen-batch-32", "key generation in batches of 32"),
    ("encaps-batch-32", "encapsulation in batches of 32"),
    ("decaps-batch-32", "decapsulation in batches of 32"),
];

/// The operations that every peer has.
const FROM_BYTES: [&str; 3] = ["keygen", "encaps-from-bytes", "decaps-from-bytes"];

/// The parts of an operation in the order of columns.
const PARTS: [&str; 10] = [
    "random-bytes",
    "expansion",
    "sorting",
    "multiplication",
    "inversion",
    "coding",
    "hashing",
    "other",
    "sum",
    "whole",
];

/// The parts of a product in the order of columns.
const PRODUCT_PARTS: [&str; 6] = ["forward", "forward-small", "base", "inverse", "fold", "product"];

/// Renders a table, by its name and arguments.
///
/// | table | rows and columns |
/// | --- | --- |
/// | `setting FILE …` | the circumstances of some runs |
/// | `peers SET` | the operations of a set and of its best peer |
/// | `ml-kem SET` | the operations of a set and of the fastest ML-KEM-768 |
/// | `best-peers` | all sets from bytes, each beside its best peer |
/// | `batches` | operations in batches of 32, divided by single ones, by schemes and backends |
/// | `mechanisms` | all sets, backends and operations on each CPU |
/// | `libraries` | all sets, each beside its best peer, in the runs beside shared libraries |
/// | `libraries SET …` | some sets in these runs |
/// | `libraries-ml-kem SET` | the operations of a set and of the fastest ML-KEM-768 in these runs |
/// | `operation-parts` | the parts of operations on each CPU: least medians of a turn |
/// | `products RING …` | the products of all multipliers of some rings |
/// | `small-products RING …` | the products by a small second operand of all multipliers of some rings |
/// | `product-parts RING BACKEND` | the parts of the products of a ring |
/// | `multiples RING MULTIPLIER` | products by small operands and of transformed ones, divided by those of a multiplier |
/// | `multipliers` | the multipliers of all rings, with their maps and sources |
/// | `chains RING …` | the chains of maps of the multipliers of some rings, with the products at their end |
/// | `chains RING … MULTIPLIER …` | the chains of some of these multipliers |
/// | `choice` | the multiplier that dispatch chooses for each ring and backend |
/// | `workspace RING` | the stack that products touch |
/// | `instructions RING` | the counted instructions of products and of their parts |
/// | `instructions RING MULTIPLIER …` | the counted instructions of some multipliers |
/// | `bounds` | the products that dispatch chooses, beside their bounds by the ports of the core |
/// | `plans DEGREE BACKEND` | the plans for the ring of a degree, the best first |
/// | `source KEY NUMBER` | the printed figures of a table of a source, and vectru's, also those of a model of the core that a source prints for |
/// | `model RING …` | the products of some rings in a model of a core |
/// | `model-parts RING …` | the parts of these products |
/// | `model-operations` | the parts of operations in a model of a core |
/// | `calibration` | printed cycles of published code, and the cycles of the model |
/// | `m-profile-products RING …` | the products of some rings on a Cortex-M3 and a Cortex-M4 |
/// | `m-profile-parts RING …` | the parts of these products on the Cortex-M3 |
/// | `m-profile-modules RING` | a matrix by a vector over a ring, and the printed cycles of the slides |
/// | `m-profile-rows RING` | matrices of several sizes by vectors, by multipliers of rows by a column |
/// | `m-profile-kinds RING` | the instructions of these products by kind, on the Cortex-M3 |
/// | `m-profile-operations` | the operations of mechanisms, beside printed cycles |
/// | `m-profile-form FORM` | the operations of devices in a form: `small`, `balanced` or `fast` |
/// | `webassembly` | products in WebAssembly, with the vectors of simd128 and without them |
/// | `javascript-setting` | the circumstances of the measurement in Node.js |
/// | `javascript` | the operations of the npm package beside liboqs in WebAssembly |
/// | `assurance-run` | the circumstances of the last runs of all checks |
/// | `assurance PART …` | the checks of some parts of the claims, with their figures |
/// | `assurance-long` | the checks that have been run in their long form |
/// | `mutation` | what tests noticed of the mutants of each group |
/// | `build-times` | how long builds and checks take |
/// | `python-calls` | what a call from Python costs |
/// | `russh` | what a key exchange by each code of sntrup761 adds to a program of russh |
///
/// # Errors
///
/// Returns a message if there is no such table, or if there are no rows for it.
pub fn render(figures: &Figures, table: &str) -> Result<String, String> {
    let mut words = table.split(' ');
    let name = words.next().unwrap_or_default();
    let arguments: Vec<_> = words.collect();
    let table = match (name, &arguments[..]) {
        ("setting", files) => setting(figures, files),
        ("peers", [set]) => beside(figures, set, set),
        ("ml-kem", [set]) => beside(figures, set, ML_KEM),
        ("best-peers", []) => best_peers(figures),
        ("batches", []) => batches::ratios(figures),
        ("mechanisms", []) => mechanisms(figures),
        ("libraries", sets) => libraries::beside(figures, sets),
        ("libraries-ml-kem", [set]) => libraries::beside_ml_kem(figures, set),
        ("operation-parts", []) => operation_parts(figures),
        ("products", rings @ [_, ..]) => products(figures, rings, "product"),
        ("small-products", rings @ [_, ..]) => products(figures, rings, "product-by-small"),
        ("product-parts", [ring, backend]) => product_parts(figures, ring, backend),
        ("multiples", [ring, multiplier]) => multiples(figures, ring, multiplier),
        ("multipliers", []) => program::multipliers(figures),
        ("chains", names @ [_, ..]) => program::chains(figures, names),
        ("choice", []) => program::choice(figures),
        ("workspace", [ring]) => program::workspace(figures, ring),
        ("instructions", [ring, multipliers @ ..]) => program::instructions(figures, ring, multipliers),
        ("bounds", []) => bounds::products(figures),
        ("plans", [degree, backend]) => program::plans(figures, degree, backend),
        ("source", [key, number @ ..]) => sources::table(figures, key, &number.join(" ")),
        ("model", rings @ [_, ..]) => model(figures, rings),
        ("model-parts", rings @ [_, ..]) => model_parts(figures, rings),
        ("model-operations", []) => model_operations(figures),
        ("calibration", []) => calibration(figures),
        ("m-profile-products", rings @ [_, ..]) => m_profile::products(figures, rings),
        ("m-profile-parts", rings @ [_, ..]) => m_profile::parts(figures, rings),
        ("m-profile-modules", [ring]) => m_profile::modules(figures, ring),
        ("m-profile-rows", [ring]) => m_profile::rows_by_column(figures, ring),
        ("m-profile-kinds", [ring]) => m_profile::kinds(figures, ring),
        ("m-profile-operations", []) => m_profile::operations(figures),
        ("m-profile-form", [form]) => m_profile::form(figures, form),
        ("webassembly", []) => webassembly::products(figures),
        ("javascript-setting", []) => javascript::setting(figures),
        ("javascript", []) => javascript::beside_liboqs(figures),
        ("assurance-run", []) => assurance::run(figures),
        ("assurance", parts @ [_, ..]) => assurance::checks(figures, parts),
        ("assurance-long", []) => assurance::long(figures),
        ("mutation", []) => mutation::groups(figures),
        ("build-times", []) => build_times(figures),
        ("python-calls", []) => python::calls(figures),
        ("russh", []) => russh::costs(figures),
        _ => return Err("there is no table of this name".into()),
    };
    if table.rows.is_empty() { Err("there are no rows for it".into()) } else { Ok(table.markdown()) }
}

/// A table of texts.
struct Table {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new<T: Into<String>>(headings: impl IntoIterator<Item = T>) -> Self {
        Self { headings: headings.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_string(); self.headings.len()];
        [line(&self.headings), line(&rule)].into_iter().chain(self.rows.iter().map(|row| line(row))).collect()
    }
}

/// Writes a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".into())
}

/// Writes a median, and the minimum in parentheses.
fn median(row: Option<&Row>) -> String {
    or_dash(row.and_then(|row| {
        let minimum = row.number("min").map(|minimum| format!(" ({})", grouped(minimum)));
        Some(grouped(row.number("median")?) + &minimum.unwrap_or_default())
    }))
}

/// Writes the ratio of two medians, in bold if the first is larger.
fn ratio(ours: Option<u64>, theirs: Option<u64>) -> String {
    let ratio = ours.zip(theirs).map(|(ours, theirs)| ours as f64 / theirs.max(1) as f64);
    or_dash(ratio.map(|ratio| if ratio > 1.005 { format!("**{ratio:.2}**") } else { format!("{ratio:.2}") }))
}

/// Returns the backends of some rows, in the order of columns, with their headings.
fn backends(figures: &Figures, kind: &str, fields: &[(&str, &str)]) -> Vec<(&'static str, &'static str)> {
    let known = figures.values(kind, fields, "backend");
    BACKENDS.into_iter().filter(|(name, _)| known.contains(name)).collect()
}

/// Returns the backends of vectru's mechanisms in a run, except the portable one.
fn vector_backends(figures: &Figures) -> Vec<(&'static str, &'static str)> {
    let mut found = backends(figures, "kem", &[("implementation", OURS)]);
    found.retain(|(name, _)| *name != "portable");
    found
}

/// Returns the row of vectru.
fn ours<'a>(figures: &'a Figures, set: &str, operation: &str, backend: &str) -> Option<&'a Row> {
    let fields = [("set", set), ("operation", operation), ("implementation", OURS), ("backend", backend)];
    figures.row("kem", &fields)
}

/// Returns the row of the peer that is fastest if all draw random bytes from one generator. A peer
/// without prepared keys takes part in an operation with prepared keys by its figure from bytes.
fn best_peer<'a>(figures: &'a Figures, set: &str, operation: &str) -> Option<&'a Row> {
    best_peer_by(figures, set, operation, Row::comparable)
}

/// Returns the row of the best peer by another figure of its rows.
fn best_peer_by<'a>(
    figures: &'a Figures,
    set: &str,
    operation: &str,
    figure: fn(&Row) -> Option<u64>,
) -> Option<&'a Row> {
    let mut rows: Vec<&Row> = Vec::new();
    for peer in figures.values("kem", &[("set", set)], "implementation").into_iter().filter(|name| *name != OURS) {
        let of = |operation: &str| -> Vec<&'a Row> {
            let fields = [("set", set), ("operation", operation), ("implementation", peer)];
            figures.rows("kem", &fields)
        };
        let own = of(operation);
        rows.extend(if own.is_empty() { of(&format!("{operation}-from-bytes")) } else { own });
    }
    rows.into_iter().filter(|row| figure(row).is_some()).min_by_key(|row| figure(row))
}

/// Returns the name of a peer with the code path that it takes on the CPU, and "from bytes" if such
/// a figure stands in for an operation with prepared keys.
fn path(row: &Row, operation: &str) -> String {
    let stands_in = if row.text("operation") == operation { "" } else { " from bytes" };
    format!("`{}` ({}){stands_in}", row.text("implementation"), row.text("backend"))
}

/// Returns the circumstances of the runs of some files.
fn setting(figures: &Figures, files: &[&str]) -> Table {
    let mut table = Table::new(["rows", "CPU", "date", "versions", "command"]);
    for (_, row) in figures.rows_of_runs("setting").filter(|(_, row)| files.contains(&row.text("file"))) {
        let processors = row.number("processors").map(|count| format!(", {count} processors")).unwrap_or_default();
        let peers = row.texts("peers").join(", ");
        let versions = [format!("vectru {}", row.text("vectru")), row.text("rustc").into(), peers];
        let versions: Vec<_> = versions.into_iter().filter(|version| !version.is_empty()).collect();
        table.rows.push(vec![
            format!("`{}`", row.text("file")),
            format!("{}{processors}, {}", row.text("cpu"), row.text("system")),
            row.text("date").into(),
            versions.join("; "),
            format!("`{}`", row.text("command")),
        ]);
    }
    table
}

fn beside(figures: &Figures, set: &str, peers: &str) -> Table {
    let backends = vector_backends(figures);
    let headings = ["operation"].into_iter().chain(backends.iter().map(|(_, heading)| *heading));
    let headings = headings.chain(["best peer", "its median", "with ChaCha8"]).map(String::from);
    let ratios = backends.iter().map(|(_, heading)| format!("ratio, {heading}"));
    let mut table = Table::new(headings.chain(ratios));
    for (operation, text) in OPERATIONS {
        let Some(peer) = best_peer(figures, peers, operation) else { continue };
        let medians = backends
            .iter()
            .map(|(backend, _)| ours(figures, set, operation, backend).and_then(|row| row.number("median")));
        let medians: Vec<_> = medians.collect();
        let mut cells = vec![text.to_string()];
        cells.extend(medians.iter().map(|median| or_dash(median.map(grouped))));
        cells.push(path(peer, operation));
        cells.push(or_dash(peer.number("median").map(grouped)));
        cells.push(peer.number("with_generator").map(grouped).unwrap_or_default());
        cells.extend(medians.iter().map(|median| ratio(*median, peer.comparable())));
        table.rows.push(cells);
    }
    table
}

fn best_peers(figures: &Figures) -> Table {
    let sets = figures.values("kem", &[("implementation", OURS)], "set");
    let backends = vector_backends(figures);
    let mut table = Table::new(["set", "operation", "best peer", "its median"]);
    table.headings.extend(backends.iter().flat_map(|(_, heading)| [heading.to_string(), "ratio".into()]));
    for set in sets {
        for operation in FROM_BYTES {
            let Some(peer) = best_peer(figures, set, operation) else { continue };
            let theirs = peer.comparable();
            let mut cells = vec![set.into(), operation.into(), path(peer, operation), or_dash(theirs.map(grouped))];
            for (backend, _) in &backends {
                let ours = ours(figures, set, operation, backend).and_then(|row| row.number("median"));
                cells.extend([or_dash(ours.map(grouped)), ratio(ours, theirs)]);
            }
            table.rows.push(cells);
        }
    }
    table
}

fn mechanisms(figures: &Figures) -> Table {
    let operations = OPERATIONS.map(|(operation, _)| operation);
    let mut table = Table::new(["CPU", "set", "backend"].into_iter().chain(operations));
    for figures in figures.runs() {
        for set in figures.values("kem", &[("implementation", OURS)], "set") {
            for (backend, _) in backends(figures, "kem", &[("set", set), ("implementation", OURS)]) {
                let ticks = operations
                    .map(|operation| or_dash(ours(figures, set, operation, backend).and_then(Row::time).map(grouped)));
                let names = [cpu(figures), set, backend].map(String::from);
                table.rows.push(names.into_iter().chain(ticks).collect());
            }
        }
    }
    table
}

/// Returns the CPU of the mechanisms, or of the parts of their operations.
fn cpu(figures: &Figures) -> &str {
    let file = ["kem", "parts"].into_iter().find_map(|kind| figures.row(kind, &[])).map_or("", |row| row.text("file"));
    figures.row("setting", &[("file", file)]).map_or("-", |row| row.text("cpu"))
}

fn operation_parts(figures: &Figures) -> Table {
    let known: Vec<_> = figures.runs().flat_map(|figures| figures.values("parts", &[], "part")).collect();
    let parts: Vec<_> = PARTS.into_iter().filter(|part| known.contains(part)).collect();
    let mut table = Table::new(["CPU", "set", "operation", "backend"].into_iter().chain(parts.iter().copied()));
    for figures in figures.runs() {
        for set in figures.values("parts", &[], "set") {
            for (backend, _) in backends(figures, "parts", &[("set", set)]) {
                for operation in figures.values("parts", &[("set", set), ("backend", backend)], "operation") {
                    let ticks = parts.iter().map(|part| {
                        let fields = [("set", set), ("backend", backend), ("operation", operation), ("part", *part)];
                        let row = figures.row("parts", &fields);
                        row.and_then(|row| row.quiet()).map(grouped).unwrap_or_default()
                    });
                    let names = [cpu(figures), set, operation, backend].map(String::from);
                    table.rows.push(names.into_iter().chain(ticks).collect());
                }
            }
        }
    }
    table
}

/// Returns the row of a part of a multiplier.
fn multiplied<'a>(figures: &'a Figures, fields: [&str; 4]) -> Option<&'a Row> {
    let [ring, multiplier, backend, part] = fields;
    let fields = [("ring", ring), ("multiplier", multiplier), ("backend", backend), ("part", part)];
    figures.row("multiply", &fields)
}

/// Returns the row of a product: of two arbitrary operands, or by a small one if the multiplier
/// accepts no other.
fn product<'a>(figures: &'a Figures, ring: &str, multiplier: &str, backend: &str) -> Option<&'a Row> {
    let of = |part| multiplied(figures, [ring, multiplier, backend, part]);
    of("product").or_else(|| of("product-by-small"))
}

fn products(figures: &Figures, rings: &[&str], part: &str) -> Table {
    let mut columns = Vec::new();
    for ring in rings {
        columns.extend(backends(figures, "multiply", &[("ring", ring)]));
    }
    let columns: Vec<_> = BACKENDS.into_iter().filter(|backend| columns.contains(backend)).collect();
    let mut table = Table::new(["ring", "multiplier"].into_iter().chain(columns.iter().map(|(_, heading)| *heading)));
    for ring in rings {
        let mut lines = Vec::new();
        for multiplier in figures.values("multiply", &[("ring", ring)], "multiplier") {
            let of = |backend| match part {
                "product" => product(figures, ring, multiplier, backend),
                part => multiplied(figures, [ring, multiplier, backend, part]),
            };
            let rows: Vec<_> = columns.iter().map(|(backend, _)| of(backend)).collect();
            let Some(first) = rows.iter().flatten().next() else { continue };
            let by_small = if first.text("part") == part { "" } else { " (by small)" };
            let mut cells = vec![ring.to_string(), format!("{multiplier}{by_small}")];
            cells.extend(rows.iter().map(|row| median(*row)));
            lines.push((first.number("median"), cells));
        }
        lines.sort_by_key(|(median, _)| *median);
        table.rows.extend(lines.into_iter().map(|(_, cells)| cells));
    }
    table
}

fn product_parts(figures: &Figures, ring: &str, backend: &str) -> Table {
    let mut table = Table::new(["multiplier"].into_iter().chain(PRODUCT_PARTS));
    for multiplier in figures.values("multiply", &[("ring", ring), ("backend", backend)], "multiplier") {
        let medians = PRODUCT_PARTS.map(|part| {
            let row = multiplied(figures, [ring, multiplier, backend, part]);
            or_dash(row.and_then(|row| row.number("median")).map(grouped))
        });
        table.rows.push([multiplier.to_string()].into_iter().chain(medians).collect());
    }
    table
}

fn multiples(figures: &Figures, ring: &str, divisor: &str) -> Table {
    let backends = backends(figures, "multiply", &[("ring", ring)]).into_iter().filter(|(name, _)| *name != "portable");
    let parts = [("product-by-small", "product by small"), ("base", "of transformed operands")];
    let columns: Vec<_> = backends
        .flat_map(|(backend, name)| parts.map(|(part, text)| (backend, part, format!("{name}, {text}"))))
        .collect();
    let mut table = Table::new(["multiplier"].into_iter().chain(columns.iter().map(|(.., heading)| &**heading)));
    let time = |multiplier, backend, part| {
        multiplied(figures, [ring, multiplier, backend, part]).and_then(|row| row.number("median"))
    };
    for multiplier in figures.values("multiply", &[("ring", ring)], "multiplier") {
        let ratios = columns.iter().map(|(backend, part, _)| {
            let times = time(multiplier, backend, part).zip(time(divisor, backend, part));
            or_dash(times.map(|(time, divisor)| format!("{:.2}", time as f64 / divisor.max(1) as f64)))
        });
        table.rows.push([multiplier.to_string()].into_iter().chain(ratios).collect());
    }
    table
}

fn model(figures: &Figures, rings: &[&str]) -> Table {
    let mut table = Table::new(["ring", "multiplier", "cycles", "instructions", "cycles of the multiplying pipe"]);
    for ring in rings {
        for row in figures.rows("model", &[("ring", ring)]) {
            let numbers =
                ["cycles", "instructions", "multiply_pipe"].map(|field| or_dash(row.number(field).map(grouped)));
            table.rows.push([*ring, row.text("multiplier")].map(String::from).into_iter().chain(numbers).collect());
        }
    }
    table
}

fn model_parts(figures: &Figures, rings: &[&str]) -> Table {
    let parts = &PRODUCT_PARTS[..PRODUCT_PARTS.len() - 1];
    let mut table = Table::new(["ring", "multiplier"].iter().chain(parts).copied());
    for ring in rings {
        for multiplier in figures.values("model-part", &[("ring", ring)], "multiplier") {
            let cycles = |part: &&str| {
                let fields = [("ring", *ring), ("multiplier", multiplier), ("part", *part)];
                or_dash(figures.row("model-part", &fields).and_then(|row| row.number("cycles")).map(grouped))
            };
            table
                .rows
                .push([*ring, multiplier].map(String::from).into_iter().chain(parts.iter().map(cycles)).collect());
        }
    }
    table
}

fn model_operations(figures: &Figures) -> Table {
    let known = figures.values("model-operation", &[], "part");
    let parts: Vec<_> = PARTS.into_iter().filter(|part| known.contains(part)).collect();
    let mut table = Table::new(["set", "operation"].into_iter().chain(parts.iter().copied()));
    for set in figures.values("model-operation", &[], "set") {
        for operation in figures.values("model-operation", &[("set", set)], "operation") {
            let cycles = parts.iter().map(|part| {
                let fields = [("set", set), ("operation", operation), ("part", *part)];
                let row = figures.row("model-operation", &fields);
                row.and_then(|row| row.number("cycles")).map(grouped).unwrap_or_default()
            });
            table.rows.push([set, operation].into_iter().map(String::from).chain(cycles).collect());
        }
    }
    table
}

fn calibration(figures: &Figures) -> Table {
    let mut table = Table::new(["source", "code", "instructions", "printed cycles", "modelled", "ratio"]);
    for row in figures.rows("calibration", &[]) {
        let [printed, cycles] = ["printed", "cycles"].map(|field| row.number(field));
        let ratio =
            cycles.zip(printed).map(|(cycles, printed)| format!("{:.2}", cycles as f64 / printed.max(1) as f64));
        let numbers = [row.number("instructions"), printed, cycles].map(|number| or_dash(number.map(grouped)));
        let texts = [format!("[{}]", row.text("source")), row.text("code").into()];
        table.rows.push(texts.into_iter().chain(numbers).chain([or_dash(ratio)]).collect());
    }
    table
}

fn build_times(figures: &Figures) -> Table {
    let mut table = Table::new(["what", "CPU", "wall time", "CPU time"]);
    let fields = ["what", "cpu", "wall", "processor"];
    table.rows.extend(figures.rows("build", &[]).iter().map(|row| fields.map(|field| row.text(field).into()).into()));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kem(set: &str, implementation: &str, backend: &str, operation: &str, rest: &str) -> String {
        format!(
            r#"{{"kind":"kem","set":"{set}","operation":"{operation}","implementation":"{implementation}","backend":"{backend}",{rest}}}"#
        )
    }

    fn multiply(multiplier: &str, backend: &str, part: &str, median: u64) -> String {
        format!(
            r#"{{"kind":"multiply","ring":"r","multiplier":"{multiplier}","backend":"{backend}","part":"{part}","median":{median},"min":1}}"#
        )
    }

    fn rendered(rows: &[String], table: &str) -> String {
        render(&Figures::of(&rows.join("\n")).expect("rows"), table).expect("a table")
    }

    #[test]
    fn the_best_peer_is_chosen_with_one_generator_and_stands_in_from_bytes() {
        let rows = [
            kem("s", OURS, "portable", "encaps", r#""median":9000"#),
            kem("s", OURS, "avx2", "encaps", r#""median":1000"#),
            kem("s", "own", "c", "encaps-from-bytes", r#""median":4000,"with_generator":2000"#),
            kem("s", "prepared", "avx2", "encaps", r#""median":2500"#),
            kem("s", "prepared", "avx2", "encaps-from-bytes", r#""median":1500"#),
            kem(ML_KEM, "other", "avx2", "encaps", r#""median":900"#),
        ];
        let expected = "| operation | AVX2 | best peer | its median | with ChaCha8 | ratio, AVX2 |\n\
                        | --- | --- | --- | --- | --- | --- |\n\
                        | encapsulation, prepared key | 1,000 | `own` (c) from bytes | 4,000 | 2,000 | 0.50 |\n\
                        | encapsulation from the key's bytes | - | `prepared` (avx2) | 1,500 |  | - |\n";
        assert_eq!(rendered(&rows, "peers s"), expected);
        assert!(rendered(&rows, "ml-kem s").ends_with("| 1,000 | `other` (avx2) | 900 |  | **1.11** |\n"));
        assert!(
            rendered(&rows, "best-peers").contains("| s | encaps-from-bytes | `prepared` (avx2) | 1,500 | - | - |")
        );
        assert!(rendered(&rows, "mechanisms").contains("| s | portable | - | 9,000 | - |"));
    }

    #[test]
    fn products_are_sorted_and_say_where_they_are_by_small_operands() {
        let rows = [
            multiply("slow", "avx2", "product-by-small", 2000),
            multiply("fast", "avx2", "product", 1000),
            multiply("fast", "avx2", "product-by-small", 1100),
            multiply("fast", "avx2", "base", 300),
            multiply("fast", "portable", "product", 1_234_567),
            r#"{"kind":"cost","ring":"r","multiplier":"fast","backend":"avx2","part":"product","instructions":4000}"#
                .into(),
        ];
        let expected = "| ring | multiplier | AVX2 | portable |\n\
                        | --- | --- | --- | --- |\n\
                        | r | fast | 1,000 (1) | 1,234,567 (1) |\n\
                        | r | slow (by small) | 2,000 (1) | - |\n";
        assert_eq!(rendered(&rows, "products r"), expected);
        assert!(rendered(&rows, "small-products r").contains("| r | fast | 1,100 (1) | - |\n| r | slow | 2,000"));
        assert!(rendered(&rows, "multiples r fast").ends_with("| slow | 1.82 | - |\n| fast | 1.00 | 1.00 |\n"));
        assert!(rendered(&rows, "product-parts r avx2").ends_with("| fast | - | - | 300 | - | - | 1,000 |\n"));
        assert!(rendered(&rows, "instructions r").ends_with("| AVX2 | fast | - | - | - | - | - | 4,000 |\n"));
    }

    #[test]
    fn parts_and_settings_have_the_columns_that_rows_have() {
        let rows = [
            r#"{"kind":"setting","cpu":"CPU","processors":2,"system":"linux","date":"today","vectru":"1","rustc":"rustc 2","peers":["a 1","b 2"],"command":"vectru bench"}"#,
            r#"{"kind":"parts","set":"s","operation":"encaps","backend":"avx2","part":"whole","median":40,"quiet":30}"#,
            r#"{"kind":"parts","set":"s","operation":"encaps","backend":"avx2","part":"hashing","median":20,"quiet":20}"#,
            r#"{"kind":"model","core":"c","ring":"r","multiplier":"m","cycles":5,"instructions":4000}"#,
            r#"{"kind":"model-part","core":"c","ring":"r","multiplier":"m","part":"base","cycles":3000}"#,
            r#"{"kind":"model-operation","core":"c","set":"s","operation":"encaps","part":"hashing","cycles":7000}"#,
            r#"{"kind":"calibration","core":"c","source":"ABC","code":"x","printed":2000,"cycles":1900}"#,
        ]
        .map(String::from);
        assert_eq!(
            rendered(&rows, "operation-parts"),
            "| CPU | set | operation | backend | hashing | whole |\n| --- | --- | --- | --- | --- | --- |\n\
             | CPU | s | encaps | avx2 | 20 | 30 |\n"
        );
        assert!(rendered(&rows, "setting rows.jsonl").ends_with(
            "| `rows.jsonl` | CPU, 2 processors, linux | today | vectru 1; rustc 2; a 1, b 2 | `vectru bench` |\n"
        ));
        assert!(rendered(&rows, "model r").ends_with("| r | m | 5 | 4,000 | - |\n"));
        assert!(rendered(&rows, "model-parts r").ends_with("| r | m | - | - | 3,000 | - | - |\n"));
        assert!(rendered(&rows, "model-operations").ends_with("| s | encaps | 7,000 |\n"));
        assert!(rendered(&rows, "calibration").ends_with("| [ABC] | x | - | 2,000 | 1,900 | 0.95 |\n"));
    }

    #[test]
    fn unknown_tables_and_tables_without_rows_are_defects() {
        let defect = |table| render(&Figures::default(), table).expect_err("a defect");
        assert_eq!(defect("products"), "there is no table of this name");
        assert_eq!(defect("products r"), "there are no rows for it");
    }

    #[test]
    fn tables_of_sources_have_printed_and_measured_figures() {
        let row = |row: &str, printed: &str, backend: &str, median: &str| {
            format!(
                r#"{{"kind":"source","source":"S24","table":"Table 5","row":"{row}","printed":{printed},"printed_to":{printed},"ours":"o","backend":"{backend}","median":{median}}}"#
            )
        };
        let rows =
            [row("a", "1234", "avx2", "5678"), row("a", "1234", "portable", "9"), row("b", "1.5", "avx2", "null")];
        let figures = Figures::of(&rows.join("\n")).expect("three rows");
        let expected = "| row | printed | AVX2 | portable | vectru's figure |\n| --- | --- | --- | --- | --- |\n\
                        | a | 1,234 | 5,678 | 9 | o |\n| b | 1.50 | - | - | o |\n";
        assert_eq!(render(&figures, "source S24 Table 5").expect("a table"), expected);
        assert!(render(&figures, "source S24 Table 6").is_err());
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
