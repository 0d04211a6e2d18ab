//! The commands that measure multipliers: `bench multiply`, `tables`, `bench kem --multiplier`.

use crate::support::{Sandbox, backends};

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

#[test]
fn rings_that_are_unknown_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fail("bench multiply --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
}
