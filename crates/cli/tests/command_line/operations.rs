//! Key generation, encapsulation and decapsulation on files.

use crate::support::{Sandbox, backends, sets};

fn keygen(set: &str) -> String {
    format!("keygen --set {set} --public-key pk --secret-key sk")
}

fn encaps(set: &str) -> String {
    format!("encaps --set {set} --public-key pk --ciphertext ct --shared-secret sent")
}

fn decaps(set: &str) -> String {
    format!("decaps --set {set} --secret-key sk --ciphertext ct --shared-secret received")
}

#[test]
fn secrets_agree_across_all_pairs_of_backends() {
    let sandbox = Sandbox::new();
    let (backends, _) = backends(&sandbox);
    for set in sets(&sandbox) {
        for ours in &backends {
            for theirs in &backends {
                let silent = sandbox.succeed(&format!("{} --force --backend {ours}", keygen(&set)));
                assert!(silent.is_empty());
                sandbox.succeed(&format!("--backend {theirs} {} --force", encaps(&set)));
                sandbox.succeed(&format!("{} --force --backend {ours}", decaps(&set)));
                assert_eq!(sandbox.read("sent"), sandbox.read("received"));
                assert_eq!(sandbox.read("sent").len(), 32);
            }
        }
    }
    assert_eq!(sandbox.names(), ["ct", "pk", "received", "sent", "sk"]);
}

#[test]
fn sizes_are_those_of_the_list() {
    let sandbox = Sandbox::new();
    let list = sandbox.succeed("list");
    for set in sets(&sandbox) {
        sandbox.succeed(&format!("{} --force", keygen(&set)));
        sandbox.succeed(&format!("{} --force", encaps(&set)));
        let sizes: Vec<String> = ["pk", "sk", "ct", "sent"].map(|name| sandbox.read(name).len().to_string()).into();
        let row = list.lines().find(|line| line.starts_with(&set)).expect("the set is listed");
        assert!(
            row.split_whitespace().collect::<Vec<_>>().ends_with(&sizes.iter().map(String::as_str).collect::<Vec<_>>())
        );
    }
}

#[test]
fn a_tampered_ciphertext_has_another_secret_and_always_the_same() {
    let sandbox = Sandbox::new();
    for set in sets(&sandbox) {
        for line in [keygen(&set), encaps(&set)] {
            sandbox.succeed(&format!("{line} --force"));
        }
        let mut ciphertext = sandbox.read("ct");
        ciphertext[7] ^= 4;
        sandbox.write("ct", ciphertext);
        sandbox.succeed(&format!("{} --force", decaps(&set)));
        let first = sandbox.read("received");
        sandbox.succeed(&format!("{} --force", decaps(&set)));
        assert_eq!(first, sandbox.read("received"));
        assert_ne!(first, sandbox.read("sent"));
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_secrets() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    let mode = |name: &str| {
        let metadata = std::fs::metadata(sandbox.path(name)).expect("the file is there");
        metadata.permissions().mode() & 0o777
    };
    sandbox.write("ordinary", "");
    // In the second round, files with too many permissions are replaced.
    for force in ["", " --force"] {
        for line in [keygen("sntrup761"), encaps("sntrup761"), decaps("sntrup761")] {
            sandbox.succeed(&format!("{line}{force}"));
        }
        for secret in ["sk", "sent", "received"] {
            assert_eq!(mode(secret), 0o600, "{secret}");
            let open = std::fs::Permissions::from_mode(0o666);
            std::fs::set_permissions(sandbox.path(secret), open).expect("the mode can be changed");
        }
        for public in ["pk", "ct"] {
            assert_eq!(mode(public), mode("ordinary"), "{public}");
        }
    }
}

#[test]
fn paths_may_lead_elsewhere() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("keys")).expect("a directory can be made");
    sandbox.succeed("keygen --set sntrup761 --public-key keys/pk --secret-key ./keys/../sk");
    assert_eq!(sandbox.names(), ["keys", "sk"]);
    assert_eq!(sandbox.read("keys/pk").len(), 1158);
}
