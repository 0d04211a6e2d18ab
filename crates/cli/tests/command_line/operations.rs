//! Key generation, encapsulation and decapsulation on files.

use crate::support::{Room, backends, sets};

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
    let room = Room::new();
    let (backends, _) = backends(&room);
    for set in sets(&room) {
        for ours in &backends {
            for theirs in &backends {
                let silent = room.succeed(&format!("{} --force --backend {ours}", keygen(&set)));
                assert!(silent.is_empty());
                room.succeed(&format!("--backend {theirs} {} --force", encaps(&set)));
                room.succeed(&format!("{} --force --backend {ours}", decaps(&set)));
                assert_eq!(room.read("sent"), room.read("received"));
                assert_eq!(room.read("sent").len(), 32);
            }
        }
    }
    assert_eq!(room.names(), ["ct", "pk", "received", "sent", "sk"]);
}

#[test]
fn sizes_are_those_of_the_list() {
    let room = Room::new();
    let list = room.succeed("list");
    for set in sets(&room) {
        room.succeed(&format!("{} --force", keygen(&set)));
        room.succeed(&format!("{} --force", encaps(&set)));
        let sizes: Vec<String> = ["pk", "sk", "ct", "sent"].map(|name| room.read(name).len().to_string()).into();
        let row = list.lines().find(|line| line.starts_with(&set)).expect("the set is listed");
        assert!(
            row.split_whitespace().collect::<Vec<_>>().ends_with(&sizes.iter().map(String::as_str).collect::<Vec<_>>())
        );
    }
}

#[test]
fn a_tampered_ciphertext_has_another_secret_and_always_the_same() {
    let room = Room::new();
    for set in sets(&room) {
        for line in [keygen(&set), encaps(&set)] {
            room.succeed(&format!("{line} --force"));
        }
        let mut ciphertext = room.read("ct");
        ciphertext[7] ^= 4;
        room.write("ct", ciphertext);
        room.succeed(&format!("{} --force", decaps(&set)));
        let first = room.read("received");
        room.succeed(&format!("{} --force", decaps(&set)));
        assert_eq!(first, room.read("received"));
        assert_ne!(first, room.read("sent"));
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_secrets() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let mode = |name: &str| {
        let metadata = std::fs::metadata(room.path(name)).expect("the file is there");
        metadata.permissions().mode() & 0o777
    };
    room.write("ordinary", "");
    // The second time, files with too many permissions are replaced.
    for force in ["", " --force"] {
        for line in [keygen("sntrup761"), encaps("sntrup761"), decaps("sntrup761")] {
            room.succeed(&format!("{line}{force}"));
        }
        for secret in ["sk", "sent", "received"] {
            assert_eq!(mode(secret), 0o600, "{secret}");
            let open = std::fs::Permissions::from_mode(0o666);
            std::fs::set_permissions(room.path(secret), open).expect("the mode can be changed");
        }
        for public in ["pk", "ct"] {
            assert_eq!(mode(public), mode("ordinary"), "{public}");
        }
    }
}

#[test]
fn paths_may_lead_elsewhere() {
    let room = Room::new();
    std::fs::create_dir(room.path("keys")).expect("a directory can be made");
    room.succeed("keygen --set sntrup761 --public-key keys/pk --secret-key ./keys/../sk");
    assert_eq!(room.names(), ["keys", "sk"]);
    assert_eq!(room.read("keys/pk").len(), 1158);
}
