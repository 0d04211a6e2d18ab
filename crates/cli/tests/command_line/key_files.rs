//! Keys in PEM and DER, fingerprints and seeds.

use sha2::{Digest, Sha256};

use crate::support::{Sandbox, sets};

const ENCAPS: &str = "encaps --public-key pk --ciphertext ct --shared-secret sent";
const DECAPS: &str = "decaps --secret-key sk --ciphertext ct --shared-secret received";

fn keygen(set: &str, format: &str) -> String {
    format!("keygen --set {set} --format {format} --public-key pk --secret-key sk")
}

/// Returns a sandbox with the key pair of one seed in each format: `pk.raw`, `sk.pem`, …
fn with_keys(set: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("seed", [1; 33]);
    for format in ["raw", "pem", "der"] {
        let keys = format!("--public-key pk.{format} --secret-key sk.{format}");
        sandbox.succeed(&format!("keygen --set {set} --seed seed --format {format} {keys}"));
    }
    sandbox
}

#[test]
fn an_exchange_with_keys_in_each_format() {
    let sandbox = Sandbox::new();
    for set in sets(&sandbox) {
        for format in ["raw", "pem", "der"] {
            assert_eq!(sandbox.succeed(&format!("{} --force", keygen(&set, format))), "");
            // Raw keys need --set; for others it is optional.
            for option in [format!("--set {set}"), String::new()] {
                if format == "raw" && option.is_empty() {
                    continue;
                }
                sandbox.succeed(&format!("{ENCAPS} {option} --force"));
                sandbox.succeed(&format!("{DECAPS} {option} --force"));
                assert_eq!(sandbox.read("sent"), sandbox.read("received"));
            }
        }
    }
}

#[test]
fn formats_hold_the_same_keys() {
    let sandbox = with_keys("ntruhps2048677");
    let text = |name| String::from_utf8(sandbox.read(name)).expect("PEM is text");
    assert!(text("pk.pem").starts_with("-----BEGIN PUBLIC KEY-----\n"));
    assert!(text("pk.pem").ends_with("\n-----END PUBLIC KEY-----\n"));
    assert!(text("sk.pem").starts_with("-----BEGIN PRIVATE KEY-----\n"));
    assert!(sandbox.read("pk.der").ends_with(&sandbox.read("pk.raw")));
    assert!(sandbox.read("sk.der").ends_with(&sandbox.read("sk.raw")));
}

#[test]
fn keys_come_and_go_by_standard_streams() {
    let sandbox = Sandbox::new();
    for format in ["pem", "der"] {
        let line = format!("keygen --set sntrup761 --format {format} --force --public-key - --secret-key sk");
        let public_key = sandbox.succeed_with(&line, &[]);
        let line = "encaps --force --public-key - --ciphertext ct --shared-secret sent";
        sandbox.succeed_with(line, &public_key);
        let line = "decaps --secret-key - --ciphertext ct --shared-secret -";
        assert_eq!(sandbox.succeed_with(line, &sandbox.read("sk")), sandbox.read("sent"));
        sandbox.write("pk", &public_key);
        assert_eq!(sandbox.succeed_with("fingerprint -", &public_key), sandbox.succeed("fingerprint pk").as_bytes());
    }
}

/// Checks that the fingerprint is the digest of the DER file, so that `sha256sum` computes it, too.
#[test]
fn fingerprints_are_those_of_the_document() {
    for set in ["sntrup761", "ntrulpr653", "ntruhrss701"] {
        let sandbox = with_keys(set);
        let digest = Sha256::digest(sandbox.read("pk.der"));
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = format!("{set} SHA-256 {digest}\n");
        assert_eq!(sandbox.succeed("fingerprint pk.pem"), expected);
        assert_eq!(sandbox.succeed("fingerprint pk.der"), expected);
        assert_eq!(sandbox.succeed(&format!("fingerprint --set {set} pk.raw")), expected);
        sandbox
            .fail("fingerprint pk.raw", &["pk.raw: ", "expected a public key in PEM or DER (or --set and a raw one)"]);
        sandbox.fail("fingerprint sk.pem", &["sk.pem: ", "expected BEGIN PUBLIC KEY, found BEGIN PRIVATE KEY"]);
    }
}

#[test]
fn a_seed_makes_the_same_keys_again() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.succeed("seed seed"), "");
    let seed = sandbox.read("seed");
    assert_eq!((seed.len(), seed[0]), (33, 1));
    for set in sets(&sandbox) {
        let keygen = |options: &str| {
            sandbox.succeed(&format!("{} --force {options}", keygen(&set, "raw")));
            (sandbox.read("pk"), sandbox.read("sk"))
        };
        let pair = keygen("--seed seed");
        assert_eq!(pair, keygen("--seed seed --backend portable"));
        assert_ne!(pair, keygen(""));
    }
    // A seed through standard streams.
    let seed = sandbox.succeed_with("seed -", &[]);
    let line = "keygen --set sntrup761 --seed - --public-key - --secret-key sk --force";
    assert_eq!(sandbox.succeed_with(line, &seed), sandbox.succeed_with(line, &seed));
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_seeds_and_secret_keys() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    sandbox.succeed("seed seed");
    sandbox.succeed(&keygen("sntrup761", "pem"));
    for secret in ["seed", "sk"] {
        let metadata = std::fs::metadata(sandbox.path(secret)).expect("the file is there");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{secret}");
    }
}

#[test]
fn wrong_seeds() {
    let sandbox = Sandbox::new();
    sandbox.succeed("seed seed");
    sandbox.fail("seed seed", &["seed: ", "expected no file", "found an existing file"]);
    sandbox.succeed("seed seed --force");
    sandbox.write("short", [1; 32]);
    sandbox.write("new", [2; 33]);
    let line = "keygen --set sntrup761 --public-key pk --secret-key sk --seed";
    sandbox.fail(&format!("{line} short"), &["short: ", "expected 33 bytes (seed)", "found 32 bytes"]);
    sandbox.fail(&format!("{line} new"), &["new: ", "wrong version: expected 1, found 2"]);
    sandbox.fail(&format!("{line} absent"), &["absent: ", "expected a readable file (seed, 33 bytes)"]);
    let line = "keygen --set sntrup761 --force --public-key pk --secret-key seed --seed seed";
    sandbox.fail(line, &["seed: ", "expected different files for --seed and --secret-key"]);
}

#[test]
fn wrong_key_files() {
    let sandbox = with_keys("sntrup761");
    let encaps = |key: &str| format!("encaps --public-key {key} --ciphertext c --shared-secret s");
    let decaps = |key: &str| format!("decaps --secret-key {key} --ciphertext ct --shared-secret s");

    // The set is in the file, and --set must agree.
    let other = format!("{} --set sntrup653", encaps("pk.pem"));
    sandbox.fail(&other, &["pk.pem: ", "expected a public key of sntrup653 (--set), found one of sntrup761"]);
    let other = format!("{} --set sntrup653", decaps("sk.der"));
    sandbox.fail(&other, &["sk.der: ", "expected a secret key of sntrup653 (--set), found one of sntrup761"]);

    // Raw keys do not name a set, and seeds are not keys.
    let unknown = ["expected a public key in PEM or DER (or --set and a raw one)", "found 1158 bytes"];
    sandbox.fail(&encaps("pk.raw"), &[&["pk.raw: "], &unknown[..]].concat());
    sandbox.fail(&decaps("seed"), &["seed: ", "expected a secret key in PEM or DER", "found 33 bytes"]);
    sandbox.fail(
        &format!("{} --set sntrup761", encaps("seed")),
        &["expected 1158 bytes (sntrup761 public key), PEM or DER"],
    );

    // One kind of key instead of the other.
    sandbox.fail(&encaps("sk.pem"), &["sk.pem: ", "expected BEGIN PUBLIC KEY, found BEGIN PRIVATE KEY"]);
    sandbox.fail(&decaps("pk.pem"), &["pk.pem: ", "expected BEGIN PRIVATE KEY, found BEGIN PUBLIC KEY"]);
    sandbox.fail(&encaps("sk.der"), &["sk.der: ", "wrong structure: expected a key in DER"]);
    sandbox.fail(&decaps("pk.der"), &["pk.der: ", "wrong structure: expected a key in DER"]);

    // Damage.
    let (der, pem) = (sandbox.read("pk.der"), String::from_utf8(sandbox.read("pk.pem")).expect("PEM is text"));
    let refused = |bytes: &[u8], parts: &[&str]| {
        sandbox.write("bad", bytes);
        for set in ["", " --set sntrup761"] {
            sandbox.fail(&format!("{}{set}", encaps("bad")), &[&["bad: ", "expected ", "found "], parts].concat());
        }
    };
    refused(&der[..der.len() - 1], &["wrong structure"]);
    refused(&[&der[..], &[0]].concat(), &["wrong structure"]);
    refused(pem.replace("END PUBLIC", "END").as_bytes(), &["wrong text"]);
    refused(pem.replace("PUBLIC", "EC PUBLIC").as_bytes(), &["expected BEGIN PUBLIC KEY, found BEGIN EC PUBLIC KEY"]);
    refused(format!("{pem}{pem}").as_bytes(), &["wrong text"]);
    let mut algorithm = der.clone();
    algorithm[19] = 9;
    refused(&algorithm, &["unknown algorithm", "found 1.3.6.1.4.1.22554.5.7.2.9"]);
    let mut coefficients = der.clone();
    coefficients[29..].fill(0xff);
    refused(&coefficients, &["coefficient out of range"]);
    // No key is as long as this text.
    sandbox.write("bad", "-----BEGIN PUBLIC KEY-----\n".repeat(4000));
    sandbox.fail(&encaps("bad"), &["bad: ", "found 108000 bytes"]);
    sandbox.fail(
        "keygen --set sntrup761 --format xml --public-key p --secret-key s",
        &["--format: ", "expected one of raw, pem, der", "found xml"],
    );
}

/// Checks that text may precede the key, as OpenSSL prints it.
#[test]
fn text_before_a_key_is_ignored() {
    let sandbox = with_keys("sntrup761");
    let pem = String::from_utf8(sandbox.read("pk.pem")).expect("PEM is text");
    sandbox.write("commented", format!("A key of mine\n{}", pem.replace('\n', "\r\n")));
    assert_eq!(sandbox.succeed("fingerprint commented"), sandbox.succeed("fingerprint pk.der"));
}
