//! Tests the times of maps: runs with a clock compute the same results as runs without one, and
//! name maps of the recipe.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use vectru_literature::workbench::all;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::Part;

/// A clock that advances by one each time it is read.
fn clock() -> u64 {
    static READINGS: AtomicU64 = AtomicU64::new(0);
    READINGS.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn timed_products_are_products_with_the_maps_of_the_recipe() {
    let mut timed = BTreeSet::new();
    for source in all() {
        let mut bench = source.build();
        bench.set_operand(0, &|k| (k % 1000) as i16);
        bench.set_operand(1, &|k| (k % 777) as i16 - 300);
        bench.set_small(&|k| (k % 3) as i8 - 1);
        for backend in Backend::available() {
            for part in [Part::Product, Part::ProductBySmall] {
                if !bench.has(part) {
                    continue;
                }
                let found = bench.run_timed(backend, part, clock).expect("the backend is available");
                let Some(times) = found else { continue };
                timed.insert((source.recipe.ring, source.recipe.name));
                let names = format!("{} on {backend}, {}", source.recipe.name, part.name());
                let expected = if part == Part::Product { bench.schoolbook() } else { bench.schoolbook_by_small() };
                assert_eq!(bench.result(), expected, "{names}");
                assert_eq!(times[0].map, "", "{names}");
                for time in &times[1..] {
                    let known = source.recipe.chain.iter().any(|map| map.name == time.map) || time.map == "fold";
                    // A clock that is read twice for each entry advances by one within it.
                    assert!(known && time.entries > 0 && time.time >= u64::from(time.entries), "{names}: {time:?}");
                }
                assert!(times.iter().any(|time| time.map == "fold") || times.len() > 2, "{names}: {times:?}");
            }
        }
    }
    let expected = [
        ("ntruhps2048677", "toeplitz-tc"),
        ("ntruhps2048677", "toom-cook"),
        ("sntrup761", "good-rader-bruun"),
        ("sntrup761", "good-rader-outer"),
        ("sntrup761", "good-schoenhage-bruun"),
    ];
    let compiled = |&(ring, _): &(&str, &str)| all().any(|source| source.recipe.ring == ring);
    assert_eq!(timed, expected.into_iter().filter(compiled).collect());
}
