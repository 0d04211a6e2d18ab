//! Checks that the benchmark measures all multipliers, and that they need little memory.
#![cfg(feature = "multipliers")]

use vectru_bench::multiply::Bench;
use vectru_catalogue::CATALOGUE;
use vectru_polymul::dispatch::Backend;

#[test]
fn every_recipe_is_measured() {
    for bench in Bench::all() {
        let figures = bench.run(&[Backend::Portable], 1).expect("every CPU has the portable backend");
        for recipe in CATALOGUE.iter().map(|entry| entry.recipe).filter(|recipe| recipe.ring == bench.ring()) {
            let measured = |part| figures.rows.iter().any(|row| row.multiplier == recipe.name && row.part == part);
            assert!(measured("product-by-small"), "{} of {}", recipe.name, recipe.ring);
        }
    }
    assert!(CATALOGUE.iter().all(|entry| Bench::named(entry.recipe.ring).is_some()));
}

/// Checks the stack that products touch, also against the rows of the documentation: another program
/// may need a page more or less. Builds without optimisation have larger frames and are not
/// measured; an emulator of another CPU may show the mappings of its own memory.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(debug_assertions)))]
#[test]
fn workspaces_are_small_and_those_of_the_documentation() {
    use vectru_bench::multiply::Workspace;

    let documented = include_str!("../../../docs/figures/program.jsonl");
    let mut compared = 0;
    for bench in Bench::all() {
        for backend in Backend::available() {
            let figures = bench.run(&[backend], 1).expect("the backend is available");
            for workspace in figures.workspaces {
                let bytes = workspace.bytes.expect("Linux tells");
                // The multipliers that dispatch chooses touch at most 32 KiB for operands of up to
                // 1024 coefficients.
                let chosen = figures.chosen.contains(&(backend, workspace.multiplier));
                let long = ["ntruhps40961229", "ntruhrss1373"].contains(&bench.ring());
                let limit = if chosen && !long { 32 << 10 } else { 64 << 10 };
                // The idle thread also touches the first two pages.
                let found = format!("{} of {} on {backend}: {bytes} bytes", workspace.multiplier, workspace.ring);
                assert!(bytes > 0 && bytes + (8 << 10) <= limit, "{found}");
                let row = serde_json::to_string(&Workspace { bytes: None, ..workspace }).expect("text");
                let row = row.trim_end_matches("null}");
                let rest = documented.lines().find_map(|line| line.strip_prefix(row));
                if let Some(rest) = rest {
                    let expected: u64 = rest.trim_end_matches('}').parse().expect("bytes");
                    assert!(bytes.abs_diff(expected) <= 4 << 10, "{found}, documented {expected}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 0);
}
