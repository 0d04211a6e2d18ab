//! The commands that look at multipliers: `multipliers`, `explain`, `plan`, `bench multiply`.

use crate::support::{Sandbox, backends};

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

/// Returns all backends; the backends of this CPU come first.
fn all_backends(sandbox: &Sandbox) -> Vec<String> {
    let (present, absent) = backends(sandbox);
    [present, absent].concat()
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
    for backend in all_backends(&sandbox) {
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
fn plans_are_ranked_for_every_backend() {
    let sandbox = Sandbox::new();
    for backend in all_backends(&sandbox) {
        let text = sandbox.succeed(&format!("plan --ring prime --modulus 4591 --degree 761 --backend {backend}"));
        let chosen = text.lines().find(|line| line.contains("good-infinity-outer, chosen")).expect("the choice");
        // The multiplier that dispatch chooses has the fewest instructions.
        assert!(chosen.trim_start().starts_with("1 "), "{text}");
        for part in ["schoenhage-nussbaumer", "good-thomas-two-primes", "Maps of plan 1", "is compiled in"] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }
    let text = sandbox.succeed("plan --ring cyclic --modulus 2048 --degree 743 --backend avx2 --json plans.jsonl");
    for part in
        ["A crate that multiplies by plan 1", "ring!", "multiply_by! { Cyclic743: Toeplitz743 }", "by Toom", "prove!"]
    {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let text = sandbox.succeed("plan --ring trinomial --modulus 3457 --degree 576 --backend neon");
    assert!(text.contains("pub Native576: Trinomial576 = 9 * 1 * 2;"), "{text}");
    let rows = String::from_utf8(sandbox.read("plans.jsonl")).expect("JSON is UTF-8");
    assert!(
        rows.starts_with(r#"{"kind":"plan","ring":"Z_2048[x]/(x^743 - 1)","modulus":2048,"degree":743,"#),
        "{rows}"
    );
    assert_eq!(rows.lines().count(), 10, "{rows}");
}

#[test]
fn rings_without_plans_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fail("plan --ring prime --modulus 4590 --degree 761", &["the ring", "an odd prime modulus", "4590"]);
    sandbox.fail("plan --ring cyclic --modulus 2048 --degree 9999", &["the ring", "a degree", "9999"]);
    sandbox.fail("plan --ring prime --modulus 4591 --degree 761 --rank 0", &["--rank", "1 to", "found 0"]);
}

#[test]
fn friendliness_depends_on_the_vector() {
    let sandbox = Sandbox::new();
    let explain = |backend| sandbox.succeed(&format!("explain --multiplier good-rader-outer --backend {backend}"));
    assert_eq!(explain("neon").matches("friendly  yes: in polynomials in x^16").count(), 3);
    assert_eq!(explain("avx512").matches("friendly  no: in polynomials in x^16").count(), 3);
    // Powers of x are negacyclic shifts of 32 coefficients, of which only 16 are not zero at first.
    for (backend, friendly) in [("avx2", "yes"), ("avx512", "no")] {
        let text = sandbox.succeed(&format!("explain --multiplier good-schoenhage-bruun --backend {backend}"));
        let line = format!("friendly  {friendly}: in negacyclic shifts of 32 coefficients");
        assert!(text.contains(&line), "{line:?} is not in {text}");
    }
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
fn counts_are_written_as_rows() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed("explain --costs --backend neon --json counts.jsonl");
    let rows = String::from_utf8(sandbox.read("counts.jsonl")).expect("JSON is UTF-8");
    let start = r#"{"kind":"cost","ring":"sntrup761","multiplier":"good-thomas","backend":"neon","part":"#;
    let row = rows.lines().find(|row| row.starts_with(&format!(r#"{start}"product-by-small","#))).expect("a row");
    let count = |name: &str| {
        let (_, rest) = row.split_once(&format!(r#""{name}":"#)).expect("a count");
        rest.split([',', '}']).next().expect("a number").to_owned()
    };
    let counts = ["multiplications", "additions", "permutations", "loads", "stores"].map(count);
    let printed = text.lines().find(|line| line.starts_with("good-thomas ") && line.contains(" product-by-small "));
    let printed: Vec<_> = printed.expect("the line").split_whitespace().skip(2).collect();
    assert_eq!(printed, counts);
    assert_eq!(sandbox.succeed("explain --costs --backend neon --json -"), rows);
}

#[test]
fn benchmarks_of_multipliers_write_a_row_for_each_figure() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    let unit = if cfg!(target_arch = "x86_64") { "ticks" } else { "nanoseconds" };

    let table = sandbox.measure("bench multiply --ring sntrup761 --runs 5 --json multiply.json --html multiply.html");
    assert_eq!(table.contains(" in ns "), unit == "ticks", "{table}");
    let page = String::from_utf8(sandbox.read("multiply.html")).expect("HTML is UTF-8");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Z_4591[x]/(x^761 - x - 1)"), "{page}");
    assert_eq!(page.contains(">in ns</th>"), unit == "ticks", "{page}");
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
    // Each table has a title, a blank line, headings and a rule. A blank line separates the tables,
    // and a second line of the first title says what dispatch chooses. The third table is there if
    // the ports of this CPU are known.
    let others = if rows.contains(r#"{"kind":"bound","#) { 15 } else { 10 };
    assert_eq!(table.lines().count(), rows.lines().count() + others, "{table}");

    sandbox.measure("bench multiply --runs 1 --json rows --backend portable");
    let rows = String::from_utf8(sandbox.read("rows")).expect("JSON is UTF-8");
    assert!(rows.lines().all(|row| row.contains(r#""backend":"portable""#)));
}

#[test]
fn wrong_names_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fail("explain --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
    sandbox.fail("explain --multiplier x", &["--multiplier: ", "expected one of ", "found x"]);
    let of_other_ring = &["--multiplier: ", "expected one of good-infinity-outer", "found toeplitz-outer"];
    sandbox.fail("explain --multiplier toeplitz-outer", of_other_ring);
    sandbox.fail("explain --backend x", &["--backend: ", "expected one of portable", "found x"]);
    sandbox.fail("bench multiply --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
}

#[test]
fn tables_of_sources_stand_beside_the_figures_of_this_cpu() {
    let sandbox = Sandbox::new();
    let line = "tables hwa24a -n 1024 -m 8 --runs 2 --backend portable --json rows --html page.html";
    let text = sandbox.measure(line);
    for part in ["[Hwa24a, Story]", "Phi_17(x^96), small products", "2958", "portable", "3 T. + T# C(m)", "0.188"] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let rows = String::from_utf8(sandbox.read("rows")).expect("JSON is UTF-8");
    let start = r#"{"kind":"source","source":"Hwa24a","table":"Story","row":"Phi_17(x^96), total","machine":"a Haswell","printed_unit":"cycles","printed":12336,"#;
    assert_eq!(rows.lines().filter(|row| row.starts_with(start)).count(), 1, "{rows}");
    assert_eq!(rows.lines().filter(|row| row.starts_with(r#"{"kind":"closed-form","#)).count(), 4, "{rows}");
    let page = String::from_utf8(sandbox.read("page.html")).expect("HTML is UTF-8");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("12336") && page.contains("closed-forms"), "{page}");
}

#[test]
fn a_table_may_be_chosen() {
    let sandbox = Sandbox::new();
    let line = |number: &str| {
        let arguments = ["tables", "cch23", "--runs", "1", "--backend", "portable", "--table", number];
        let output = sandbox.command("").args(arguments).output().expect("the program starts");
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    };
    let text = line("table 15, toom-cook");
    assert!(text.contains("schoolbook_8x8") && !text.contains("tmvp2_8x8"), "{text}");
    sandbox.fail("tables hly25", &["expected one of hly24, cch23, hwa24b, hwa24a", "found hly25"]);
    sandbox.fail("tables hly24 --table 99", &["--table", "Table 5", "found 99"]);
    sandbox.fail("tables hwa24a -n 8 -m 16", &["-m", "at most 8", "found 16"]);
    sandbox.fail("tables hwa24a -n 12", &["a power of two", "found 12"]);
}

#[test]
fn mechanisms_are_measured_with_a_multiplier() {
    let sandbox = Sandbox::new();
    sandbox.measure("bench kem --multiplier good-rader-outer --runs 1 --json rows --backend portable");
    let rows = String::from_utf8(sandbox.read("rows")).expect("JSON is UTF-8");
    assert!(rows.lines().all(|row| row.contains(r#""multiplier":"good-rader-outer""#)), "{rows}");
    let line = "bench kem --multiplier good-thomas --runs 1 --backend portable";
    sandbox.fail(line, &["expected a multiplier of the ring for any two operands", "found good-thomas"]);
}
