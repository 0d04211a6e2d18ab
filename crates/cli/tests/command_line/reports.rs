//! The commands that print reports on mechanisms: `demo`, `list`, `bench`.

use crate::support::{Sandbox, backends, sets};

#[test]
fn demo_shows_that_secrets_agree() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    let best = backends.last().expect("there is a backend");
    assert!(sandbox.succeed("demo").contains(&format!("backend {best} ")));
    for set in sets(&sandbox) {
        for backend in &backends {
            let demo = sandbox.succeed(&format!("demo --set {set} --backend {backend}"));
            assert!(demo.starts_with(&format!("{set}: ")), "{demo}");
            for part in [
                &format!("backend {backend} "),
                "multiplier ",
                "key generation",
                "encapsulation",
                "decapsulation",
                "Both shared secrets agree.",
            ] {
                assert!(demo.contains(part), "{part:?} is not in {demo}");
            }
        }
    }
}

#[test]
fn list_marks_the_chosen_backend() {
    let sandbox = Sandbox::new();
    for backend in backends(&sandbox).0 {
        let list = sandbox.succeed(&format!("list --backend {backend}"));
        let chosen: Vec<_> = list.lines().filter(|line| line.ends_with("chosen")).collect();
        assert_eq!(chosen.len(), 1);
        assert!(chosen[0].starts_with(&backend));
    }
}

#[test]
fn benchmarks_write_a_row_for_each_figure() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    let unit = if cfg!(target_arch = "x86_64") { "ticks" } else { "nanoseconds" };

    let table = sandbox.measure("bench kem --set sntrup761 --runs 5 --json kem.json --html kem.html");
    assert_eq!(table.contains(" in ns "), unit == "ticks", "{table}");
    let page = String::from_utf8(sandbox.read("kem.html")).expect("HTML is UTF-8");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Decapsulation, prepared key"), "{page}");
    assert_eq!(page.contains(">in ns</th>"), unit == "ticks", "{page}");
    let rows = String::from_utf8(sandbox.read("kem.json")).expect("JSON is UTF-8");
    for backend in &backends {
        for operation in ["keygen", "encaps", "decaps"] {
            let start = format!(
                r#"{{"kind":"kem","set":"sntrup761","operation":"{operation}","implementation":"vectru","backend":"{backend}","rng":"chacha8","unit":"{unit}","median":"#
            );
            assert_eq!(rows.lines().filter(|row| row.starts_with(&start)).count(), 1, "{rows}");
        }
    }
}

#[test]
fn benchmarks_keep_to_the_backend_that_was_asked_for() {
    let sandbox = Sandbox::new();
    sandbox.measure("bench kem --runs 1 --json rows --backend portable");
    sandbox.measure("bench --backend portable kem --rng system --runs 1 --json rows --force");
    let rows = String::from_utf8(sandbox.read("rows")).expect("JSON is UTF-8");
    assert!(rows.lines().all(|row| row.contains(r#""backend":"portable""#) && row.contains(r#""rng":"system""#)));
}

#[test]
fn a_comparison_writes_its_report() {
    let sandbox = Sandbox::new();
    let line = "bench --runs 1 --backend portable --html report.html --json rows";
    let table = sandbox.measure(line);
    for part in [line, "sntrup761, in ", "ntruhps2048677, in "] {
        assert!(table.contains(part), "{part:?} is not in {table}");
    }
    let rows = String::from_utf8(sandbox.read("rows")).expect("JSON is UTF-8");
    assert!(rows.starts_with(r#"{"kind":"setting","#), "{rows}");
    let page = String::from_utf8(sandbox.read("report.html")).expect("HTML is UTF-8");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n") && page.contains(line));
    for (set, operation) in [("sntrup761", "keygen"), ("ntruhps2048677", "decaps")] {
        let start = format!(r#"{{"kind":"kem","set":"{set}","operation":"{operation}","implementation":"vectru","#);
        assert_eq!(rows.lines().filter(|row| row.starts_with(&start)).count(), 1, "{rows}");
        assert!(page.contains(set));
    }
    // Without feature `peers` the report says how to get peers; with it the peers are there.
    assert_eq!(table.contains("--features peers"), !rows.contains(r#""implementation":"sntrup""#));
}
