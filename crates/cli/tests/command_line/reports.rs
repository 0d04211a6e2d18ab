//! The commands that print: `demo`, `list`, `multipliers`, `bench`.

use crate::support::{Room, backends, sets};

#[test]
fn demo_shows_that_secrets_agree() {
    let room = Room::new();
    let (backends, _) = backends(&room);
    let best = backends.last().expect("there is a backend");
    assert!(room.succeed("demo").contains(&format!("backend {best} ")));
    for set in sets(&room) {
        for backend in &backends {
            let demo = room.succeed(&format!("demo --set {set} --backend {backend}"));
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
    let room = Room::new();
    for backend in backends(&room).0 {
        let list = room.succeed(&format!("list --backend {backend}"));
        let chosen: Vec<_> = list.lines().filter(|line| line.ends_with("chosen")).collect();
        assert_eq!(chosen.len(), 1);
        assert!(chosen[0].starts_with(&backend));
    }
}

#[test]
fn multipliers_are_described() {
    let room = Room::new();
    let text = room.succeed("multipliers");
    for part in ["good-rader-outer\n", "Z_4591[x]/(x^761 - x - 1)", "big by big", "chain", "-> "] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    for part in text.split("\n\n") {
        for field in ["  ring  ", "  operands  ", "  coefficients  ", "  source  ", "  chain\n"] {
            assert!(part.contains(field), "{field:?} is not in {part}");
        }
    }
}

#[test]
fn benchmarks_write_a_row_for_each_figure() {
    let room = Room::new();
    let (backends, _) = backends(&room);
    let unit = if cfg!(target_arch = "x86_64") { "ticks" } else { "nanoseconds" };

    let table = room.succeed("bench multiply --ring sntrup761 --runs 5 --json multiply.json");
    let rows = String::from_utf8(room.read("multiply.json")).expect("JSON is UTF-8");
    for backend in &backends {
        for part in ["forward", "base", "inverse", "fold", "product"] {
            let start = format!(
                r#"{{"kind":"multiply","ring":"sntrup761","multiplier":"good-rader-outer","backend":"{backend}","part":"{part}","unit":"{unit}","median":"#
            );
            assert_eq!(rows.lines().filter(|row| row.starts_with(&start) && row.ends_with(r#","runs":5}"#)).count(), 1);
        }
    }
    assert!(rows.lines().all(|row| row.starts_with('{') && row.ends_with('}')));
    assert_eq!(table.lines().count(), rows.lines().count() + 4, "{table}");

    room.succeed("bench kem --set sntrup761 --runs 5 --json kem.json");
    let rows = String::from_utf8(room.read("kem.json")).expect("JSON is UTF-8");
    for backend in &backends {
        for operation in ["keygen", "encaps", "decaps"] {
            let start = format!(
                r#"{{"kind":"kem","set":"sntrup761","operation":"{operation}","backend":"{backend}","rng":"chacha8","unit":"{unit}","median":"#
            );
            assert_eq!(rows.lines().filter(|row| row.starts_with(&start)).count(), 1, "{rows}");
        }
    }
}

#[test]
fn benchmarks_keep_to_the_backend_that_was_asked_for() {
    let room = Room::new();
    room.succeed("bench multiply --runs 1 --json rows --backend portable");
    room.succeed("bench kem --rng system --runs 1 --json rows --force --backend portable");
    let rows = String::from_utf8(room.read("rows")).expect("JSON is UTF-8");
    assert!(rows.lines().all(|row| row.contains(r#""backend":"portable""#) && row.contains(r#""rng":"system""#)));
}

#[test]
fn help_and_version_are_no_failures() {
    let room = Room::new();
    assert!(room.succeed("--help").contains("Usage: vectru"));
    assert!(room.succeed("keygen --help").contains("--secret-key"));
    assert!(room.succeed("--version").starts_with("vectru "));
}
