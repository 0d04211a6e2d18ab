//! The commands that look at multipliers: `multipliers`, `explain`, `plan`.

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
    let rows = sandbox.succeed("multipliers --json -");
    assert_eq!(rows.matches(r#"{"kind":"multiplier","ring":"#).count(), text.split("\n\n").count());
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
fn wrong_names_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fail("explain --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
    sandbox.fail("explain --multiplier x", &["--multiplier: ", "expected one of ", "found x"]);
    let of_other_ring = &["--multiplier: ", "expected one of good-infinity-outer", "found toeplitz-outer"];
    sandbox.fail("explain --multiplier toeplitz-outer", of_other_ring);
    sandbox.fail("explain --backend x", &["--backend: ", "expected one of portable", "found x"]);
}
