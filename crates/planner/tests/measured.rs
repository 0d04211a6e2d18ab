//! Checks that the order of plans agrees with measurements.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use vectru_catalogue::CATALOGUE;
use vectru_planner::{Plan, Problem, plans};
use vectru_polymul::dispatch::Backend;

/// The backends whose counts and figures are compared. Portable code is compiled to other vectors
/// than the counted ones, and no Arm machine was measured.
const BACKENDS: [Backend; 2] = [Backend::Avx2, Backend::Avx512];

/// The ratio of counts from which measurements must agree: a difference of 10 percent.
const DIFFERENCE: f64 = 1.1;

fn repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the median of a product of the plan's multiplier in the rows of figures, if there is
/// one.
fn median(rows: &[Value], plan: &Plan, backend: Backend) -> Option<f64> {
    let recipe = plan.multiplier?.recipe;
    let part = if plan.takes_any_operands() { "product" } else { "product-by-small" };
    let wanted = [
        ("kind", "multiply"),
        ("ring", recipe.ring),
        ("multiplier", recipe.name),
        ("backend", backend.name()),
        ("part", part),
    ];
    let found = rows.iter().find(|row| wanted.iter().all(|&(field, value)| row[field] == value))?;
    found["median"].as_f64()
}

/// A pair of multipliers whose order by counts differs from the measured order.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Exception {
    ring: String,
    backend: String,
    fewer_instructions: String,
    faster: String,
}

/// Returns the exceptions that the page names: the rows of the table with these four columns and a
/// cause.
fn named() -> BTreeSet<Exception> {
    let page = repository("docs/research/planner.md");
    let table = page.split("## Where counts and measurement differ").nth(1).expect("the page has the section");
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(2);
    let mut named = BTreeSet::new();
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [ring, backends, fewer_instructions, faster, cause] = cells[..] else { panic!("{row}") };
        assert!(!cause.is_empty(), "{row}");
        for backend in backends.split(", ") {
            let [ring, backend, fewer_instructions, faster] =
                [ring, backend, fewer_instructions, faster].map(String::from);
            named.insert(Exception {
                ring,
                backend: backend.to_lowercase().replace('-', ""),
                fewer_instructions,
                faster,
            });
        }
    }
    named
}

#[test]
fn order_of_compiled_plans_is_the_measured_one() {
    let rows = repository("docs/figures/bench.jsonl");
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).expect("a row of JSON")).collect();
    let mut rings: Vec<_> = CATALOGUE.iter().filter_map(Problem::of).collect();
    rings.dedup();
    let (mut compared, mut exceptions) = (0, BTreeSet::new());
    for problem in rings {
        for backend in BACKENDS {
            let plans = plans(&problem, backend);
            let measured: Vec<_> =
                plans.iter().filter_map(|plan| Some((plan, median(&rows, plan, backend)?))).collect();
            for (index, (slow, slow_ticks)) in measured.iter().enumerate() {
                for (fast, fast_ticks) in &measured[..index] {
                    if f64::from(slow.total()) <= DIFFERENCE * f64::from(fast.total()) {
                        continue;
                    }
                    compared += 1;
                    if slow_ticks <= fast_ticks {
                        let name = |plan: &Plan| plan.multiplier.map_or("", |entry| entry.recipe.name).to_string();
                        exceptions.insert(Exception {
                            ring: fast.multiplier.map_or("", |entry| entry.recipe.ring).into(),
                            backend: backend.name().into(),
                            fewer_instructions: name(fast),
                            faster: name(slow),
                        });
                    }
                }
            }
        }
    }
    assert_eq!(exceptions, named(), "of {compared} pairs");
    assert!(compared > 100, "{compared} pairs");
}
