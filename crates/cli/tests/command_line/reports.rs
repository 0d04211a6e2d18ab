//! The commands that print reports: `demo`, `list`, `multipliers`, `explain`, `bench`.

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
fn multipliers_are_described() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed("multipliers");
    for part in ["good-rader-outer\n", "Z_4591[x]/(x^761 - x - 1)", "big by big", "chain", "-> "] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    for part in text.split("\n\n") {
        for field in ["  ring  ", "  operands  ", "  coefficients  ", "  source  ", "  chain\n"] {
            assert!(part.contains(field), "{field:?} is not in {part}");
        }
    }
}

/// Returns the rings and names of the multipliers, as the program lists them.
fn multipliers(sandbox: &Sandbox) -> Vec<(String, String)> {
    let text = sandbox.succeed("multipliers");
    let named = |part: &str| {
        let (name, ring) = (part.lines().next()?, part.lines().find_map(|line| line.strip_prefix("  ring          "))?);
        Some((ring.split(',').next()?.to_owned(), name.to_owned()))
    };
    text.split("\n\n").map(|part| named(part).expect("a name and a ring")).collect()
}

#[test]
fn every_multiplier_is_explained_for_every_backend() {
    let sandbox = Sandbox::new();
    for backend in ["portable", "avx2", "avx512", "neon"] {
        let all = sandbox.succeed(&format!("explain --ring sntrup761 --backend {backend}"));
        let mut one_by_one = Vec::new();
        for (ring, multiplier) in multipliers(&sandbox) {
            let line = format!("explain --ring {ring} --multiplier {multiplier} --backend {backend}");
            let text = sandbox.succeed(&line);
            assert!(text.starts_with(&format!("{multiplier} on {backend}\n")), "{text}");
            let parts = ["operands", "proved", "domain", "image", "twiddles", "friendly", "fold", "product-by-small"];
            for part in parts {
                assert!(text.contains(part), "{part:?} is not in {text}");
            }
            if ring == "sntrup761" {
                one_by_one.push(text);
            }
        }
        assert_eq!(all, one_by_one.join("\n"));
    }
}

#[test]
fn friendliness_depends_on_the_vector() {
    let sandbox = Sandbox::new();
    let explain = |backend| sandbox.succeed(&format!("explain --multiplier good-rader-outer --backend {backend}"));
    assert_eq!(explain("neon").matches("friendly  yes: in polynomials in x^16").count(), 3);
    assert_eq!(explain("avx512").matches("friendly  no: in polynomials in x^16").count(), 3);
}

#[test]
fn costs_are_compared() {
    let sandbox = Sandbox::new();
    for (ring, multiplier) in multipliers(&sandbox) {
        let text = sandbox.succeed(&format!("explain --ring {ring} --costs --backend portable"));
        assert!(text.lines().any(|line| line.starts_with(&format!("{multiplier} ")) && line.contains(" forward ")));
    }
    let text = sandbox.succeed("explain --costs --backend portable");
    // The closed forms 1632 lg 102 / 2 and 1632 lg 102, and 1632 l / 2 and 1632 l with l = lg 1632
    // / lg 16, which the source prints.
    for part in ["5445", "10889", "2177", "4354", "cooley-tukey", "counted"] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
}

#[test]
fn benchmarks_write_a_row_for_each_figure() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    let unit = if cfg!(target_arch = "x86_64") { "ticks" } else { "nanoseconds" };

    let table = sandbox.measure("bench multiply --ring sntrup761 --runs 5 --json multiply.json");
    let rows = String::from_utf8(sandbox.read("multiply.json")).expect("JSON is UTF-8");
    for backend in &backends {
        for part in ["forward", "base", "inverse", "fold", "product"] {
            let start = format!(
                r#"{{"kind":"multiply","ring":"sntrup761","multiplier":"good-rader-outer","backend":"{backend}","part":"{part}","unit":"{unit}","median":"#
            );
            assert_eq!(rows.lines().filter(|row| row.starts_with(&start) && row.ends_with(r#","runs":5}"#)).count(), 1);
        }
    }
    assert!(rows.lines().all(|row| row.starts_with('{') && row.ends_with('}')));
    let workspaces =
        rows.lines().filter(|row| row.starts_with(r#"{"kind":"workspace","ring":"sntrup761","multiplier":""#));
    assert!(workspaces.count() >= backends.len());
    // Each of the two tables has a title, a blank line, headings and a rule. A blank line separates
    // the tables, and a second line of the first title says what dispatch chooses.
    assert_eq!(table.lines().count(), rows.lines().count() + 10, "{table}");

    sandbox.measure("bench kem --set sntrup761 --runs 5 --json kem.json");
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
    sandbox.measure("bench multiply --runs 1 --json rows --backend portable");
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
