//! `vectru kat` and `vectru selftest`, on every backend of this CPU.
//! `crates/vectru/tests/data/README.md` states the origin of the known answers.

use crate::support::{Sandbox, backends, sets};
use sha2::{Digest, Sha256};

const HEADER: &str = "# kem/sntrup761\n\n";

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the records without the header, joined by blank lines, which is the form that liboqs
/// hashes.
fn records(response: &str) -> &str {
    let records = response.strip_prefix(HEADER).expect("the response begins with its header");
    records.strip_suffix('\n').expect("a blank line follows each record")
}

#[test]
fn the_first_records_are_those_of_the_files() {
    let sandbox = Sandbox::new();
    let nist = include_str!("../../../vectru/tests/data/sntrup761.nist.first3.rsp");
    let one_shot = include_str!("../../../vectru/tests/data/sntrup761.one-shot.first3.rsp");
    let (backends, _) = backends(&sandbox);
    for backend in backends {
        let kat = |order: &str| sandbox.succeed(&format!("kat --set sntrup761 --count 3 {order} --backend {backend}"));
        assert_eq!(kat("--rng-order nist"), nist);
        assert_eq!(kat(""), nist);
        assert_eq!(records(&kat("--rng-order one-shot")), one_shot);
    }
    assert_eq!(sandbox.succeed("kat --set sntrup761 --count 0"), HEADER);
}

#[test]
fn the_hashes_of_all_records() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    for backend in backends {
        let kat =
            |order: &str| sandbox.succeed(&format!("kat --set sntrup761 --rng-order {order} --backend {backend}"));
        let nist = kat("nist");
        assert_eq!(sha256(&nist), "e720b256c12c50fa4281708342aae2c6a47b01ae83b152f3fd03d7680e376172");
        assert_eq!(sha256(records(&nist)), "497090f27b0e1d15a4a36aaee674b3131d859fdcb864a4ecbc50b184d5515461");
        let one_shot = kat("one-shot");
        assert_eq!(sha256(records(&one_shot)), "36e1e53d4e6e295e8fb804449958ad9a3719aa350e91933c65791b9117382d57");
    }
}

#[test]
fn the_files_of_ntru() {
    let sandbox = Sandbox::new();
    for (set, whole) in [
        ("ntruhps2048677", "0e1d2eccfbc6e4f4d6f139b21de27417316202a5c113602d25704316aebb9303"),
        ("ntruhrss701", "1e7c8e02f7dc1a9796332d60d1b08995fff5dfe81f2ae7394ec2f4816dedf4b6"),
    ] {
        let nist = sandbox.succeed(&format!("kat --set {set}"));
        assert_eq!(sha256(&nist), whole);
        assert_eq!(sandbox.succeed(&format!("kat --set {set} --rng-order nist")), nist);
    }
}

/// Returns true if the set draws no lists of words, as the sets of NTRU and Saber.
fn has_one_order(set: &str) -> bool {
    set.starts_with("ntruh") || set.ends_with("saber")
}

#[test]
fn ntru_and_saber_have_one_order_of_random_draws() {
    let sandbox = Sandbox::new();
    for set in sets(&sandbox) {
        let line = format!("kat --set {set} --count 0 --rng-order one-shot");
        if has_one_order(&set) {
            let expected = format!("{set} has one order of random draws");
            sandbox.fail(&line, &["--rng-order: ", "expected nist", &expected, "found one-shot"]);
        } else {
            assert_eq!(sandbox.succeed(&line), format!("# kem/{set}\n\n"));
        }
    }
}

#[test]
fn the_self_test_checks_every_set_on_every_backend() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    let report = sandbox.succeed("selftest");
    for backend in &backends {
        for set in sets(&sandbox) {
            let orders: &[&str] = if has_one_order(&set) { &["nist order"] } else { &["nist order", "one-shot order"] };
            for &check in orders.iter().chain(&["implicit rejection"]) {
                let line = report.lines().find(|line| {
                    let mut words = line.split_whitespace();
                    words.next() == Some(backend) && words.next() == Some(&set) && line.contains(check)
                });
                assert!(line.is_some_and(|line| line.ends_with(" ok")), "{backend} {set} {check}: {report}");
            }
        }
    }
    // Only the best backend is tested: the others take longer.
    let best = backends.last().expect("there is a backend");
    let forced = sandbox.succeed(&format!("selftest --backend {best}"));
    let own = report.lines().filter(|line| line.starts_with(best)).count();
    assert!(forced.ends_with(&format!("All {own} checks passed.\n")), "{forced}");
    assert!(forced.lines().take(own).all(|line| line.starts_with(best)), "{forced}");
}
