//! Every failure: status 2, one line that says what was expected and found, and no file made, changed or left behind.
//! [`Room::fail`] checks all of that.

use crate::support::{Room, backends};

const KEYGEN: &str = "keygen --set sntrup761 --public-key pk --secret-key sk";
const ENCAPS: &str = "encaps --set sntrup761 --public-key pk --ciphertext ct --shared-secret ss";
const DECAPS: &str = "decaps --set sntrup761 --secret-key sk --ciphertext ct --shared-secret received";

/// A room with a key pair, a ciphertext and its secret.
fn furnished() -> Room {
    let room = Room::new();
    room.succeed(KEYGEN);
    room.succeed(ENCAPS);
    room
}

#[test]
fn existing_files_stay() {
    let room = furnished();
    room.fail(KEYGEN, &["pk: ", "expected no file", "--force", "found an existing file"]);
    room.fail(ENCAPS, &["ct: ", "found an existing file"]);
    room.write("received", "precious");
    room.fail(DECAPS, &["received: ", "found an existing file"]);
    // One of two outputs exists: the other is not made.
    room.fail("keygen --set sntrup761 --public-key new --secret-key sk", &["sk: ", "found an existing file"]);
    room.fail("keygen --set sntrup761 --public-key pk --secret-key new", &["pk: ", "found an existing file"]);
    room.fail("bench multiply --runs 1 --json pk", &["pk: ", "found an existing file"]);
    room.fail("bench --runs 1 --json new --html pk", &["pk: ", "found an existing file"]);
}

#[test]
fn wrong_lengths() {
    let room = furnished();
    room.write("short", [0; 17]);
    room.write("long", [0; 5000]);
    room.write("empty", []);
    for (name, found) in [("short", "found 17 bytes"), ("long", "found 5000 bytes"), ("empty", "found 0 bytes")] {
        let line = format!("encaps --set sntrup761 --public-key {name} --ciphertext c --shared-secret s");
        room.fail(&line, &[&format!("{name}: "), "expected 1158 bytes (sntrup761 public key)", found]);
        let line = format!("decaps --set sntrup761 --secret-key {name} --ciphertext ct --shared-secret s");
        room.fail(&line, &[&format!("{name}: "), "expected 1763 bytes (sntrup761 secret key)", found]);
        let line = format!("decaps --set sntrup761 --secret-key sk --ciphertext {name} --shared-secret s");
        room.fail(&line, &[&format!("{name}: "), "expected 1039 bytes (sntrup761 ciphertext)", found]);
    }
}

#[cfg(unix)]
#[test]
fn endless_files_are_not_read_to_their_end() {
    let room = Room::new();
    let line = "encaps --set sntrup761 --public-key /dev/zero --ciphertext c --shared-secret s";
    room.fail(line, &["/dev/zero: ", "expected 1158 bytes", "found more"]);
}

#[test]
fn wrong_contents() {
    let room = furnished();
    room.write("ones", [0xFF; 1158]);
    let line = "encaps --set sntrup761 --public-key ones --ciphertext c --shared-secret s";
    room.fail(line, &["ones: ", "coefficient out of range", "expected less than 4591", "found "]);

    let secret_key = room.read("sk");
    let tampered = |at: usize, flip: u8| {
        let mut bytes = secret_key.clone();
        bytes[at] ^= flip;
        room.write("bad", bytes);
    };
    let line = "decaps --set sntrup761 --secret-key bad --ciphertext ct --shared-secret s";
    // f and 1/g, two bits a coefficient: one of the four values is no coefficient.
    let mut bytes = secret_key.clone();
    bytes[0] = 0xFF;
    room.write("bad", bytes);
    room.fail(line, &["bad: ", "coefficient out of range", "expected ", "found "]);
    // A public key that is not the hashed one.
    tampered(2 * 191 + 600, 1);
    room.fail(line, &["bad: ", "expected ", "found "]);
    // A hash that is not the public key's.
    tampered(1762, 1);
    room.fail(line, &["bad: ", "hash", "expected ", "found "]);
}

#[test]
fn unreadable_files() {
    let room = furnished();
    let encaps = |key: &str| format!("encaps --set sntrup761 --public-key {key} --ciphertext c --shared-secret s");
    room.fail(&encaps("absent"), &["absent: ", "expected a readable file", "No such file"]);
    std::fs::create_dir(room.path("directory")).expect("a directory can be made");
    room.fail(&encaps("directory"), &["directory: ", "expected a readable file", "found "]);
    room.fail(
        "decaps --set sntrup761 --secret-key sk --ciphertext absent --shared-secret s",
        &["absent: ", "expected a readable file", "found "],
    );
}

#[test]
fn places_where_no_file_can_be_made() {
    let room = Room::new();
    std::fs::create_dir(room.path("directory")).expect("a directory can be made");
    let keygen = |secret_key: &str| format!("keygen --set sntrup761 --force --public-key pk --secret-key {secret_key}");
    room.fail(&keygen("absent/sk"), &["absent/sk: ", "expected a directory absent", "found none"]);
    room.fail(&keygen("directory"), &["directory: ", "expected no file or a regular file", "found a directory"]);
    room.fail(&keygen("directory/.."), &["directory/..: ", "expected ", "found a directory"]);
    room.fail(&keygen("pk"), &["pk: ", "expected different files", "found the same file"]);
    room.fail(&keygen("directory/../pk"), &["expected different files", "found the same file"]);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    let room = Room::new();
    room.write("target", "precious");
    std::os::unix::fs::symlink("target", room.path("link")).expect("a link can be made");
    let line = "keygen --set sntrup761 --force --public-key pk --secret-key link";
    room.fail(line, &["link: ", "expected no file or a regular file", "found something else"]);
    let line = "keygen --set sntrup761 --force --public-key pk --secret-key /dev/null";
    room.fail(line, &["/dev/null: ", "expected no file or a regular file", "found something else"]);
}

#[test]
fn keys_are_not_replaced_by_what_is_made_with_them() {
    let room = furnished();
    room.fail(
        "encaps --set sntrup761 --force --public-key pk --ciphertext pk --shared-secret s",
        &["pk: ", "expected different files for --public-key and --ciphertext"],
    );
    room.fail(
        "decaps --set sntrup761 --force --secret-key sk --ciphertext ct --shared-secret sk",
        &["sk: ", "expected different files for --secret-key and --shared-secret"],
    );
}

#[test]
fn unknown_names() {
    let room = Room::new();
    for line in [
        "demo --set sntrup762",
        "keygen --set sntrup762 --public-key pk --secret-key sk",
        "encaps --set sntrup762 --public-key pk --ciphertext ct --shared-secret ss",
        "decaps --set sntrup762 --secret-key sk --ciphertext ct --shared-secret ss",
        "kat --set sntrup762",
        "bench kem --set sntrup762",
    ] {
        room.fail(line, &["--set: ", "expected one of sntrup653, sntrup761, ", "found sntrup762"]);
    }
    room.fail("explain --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
    room.fail("explain --multiplier x", &["--multiplier: ", "expected one of good-infinity-outer", "found x"]);
    room.fail("explain --backend x", &["--backend: ", "expected one of portable", "found x"]);
    room.fail("bench multiply --ring x", &["--ring: ", "expected one of sntrup653", "found x"]);
    room.fail("kat --set sntrup761 --rng-order x", &["--rng-order: ", "expected one of nist, one-shot", "found x"]);
    room.fail("bench kem --rng dice", &["--rng: ", "expected chacha8 or system", "found dice"]);
    let expected = "expected one of portable, avx2, avx512, neon";
    room.fail("list --backend sse9", &["--backend: ", expected, "found sse9"]);
    room.fail("--backend sse9 list", &["--backend: ", expected, "found sse9"]);
}

#[test]
fn backends_that_this_cpu_lacks() {
    let room = Room::new();
    let (present, absent) = backends(&room);
    assert!(!absent.is_empty(), "no CPU has both AVX2 and Neon");
    for name in absent {
        let expected = format!("expected a backend of this CPU ({})", present.join(", "));
        for command in ["demo", "list", KEYGEN, "selftest", "kat --set sntrup761", "bench multiply"] {
            let line = format!("{command} --backend {name}");
            room.fail(&line, &["--backend: ", &expected, &format!("found {name}")]);
        }
    }
}

#[test]
fn wrong_usage() {
    let room = Room::new();
    room.fail("", &["subcommand"]);
    room.fail("bench dance", &["unrecognized subcommand 'dance'"]);
    room.fail("bench --all multiply", &["--all: ", "after the command", "found it before"]);
    room.fail("bench --runs 3 kem --runs 1", &["--runs: ", "after the command", "found it before"]);
    room.fail("bench --json a --html a", &["a: ", "expected different files for --html and --json"]);
    room.fail("dance", &["unrecognized subcommand 'dance'"]);
    room.fail("keygen --set sntrup761 --public-key pk", &["--secret-key <FILE>"]);
    room.fail("demo --set", &["--set <SET>"]);
    room.fail("kat --set sntrup761 --count many", &["--count <COUNT>", "many"]);
    room.fail("bench multiply --runs 0", &["--runs <RUNS>", "expected 1 to"]);
}

#[test]
fn file_names_with_line_breaks_make_no_second_line() {
    let room = Room::new();
    let mut command = room.command("encaps --set sntrup761 --ciphertext c --shared-secret s --public-key");
    let output = command.arg("two\nlines").output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
    assert_eq!((output.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
    assert!(error.contains("two\\nlines: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_or_closed() {
    use std::process::Stdio;
    let room = Room::new();
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let output = room.command("kat --set sntrup761 --count 1").stdout(full).output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
    assert_eq!((output.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
    assert!(error.contains("standard output: expected "), "{error}");

    // Whoever reads the output has had enough, as `head` does: no report.
    let mut command = room.command("kat --set sntrup761 --count 100");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
