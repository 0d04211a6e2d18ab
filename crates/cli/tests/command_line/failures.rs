//! Tests failures: status 2, one line that says what was expected and what was found, and no file
//! that is made, changed or left behind. [`Sandbox::fail`] checks all of that.

use crate::support::{Sandbox, backends};

const KEYGEN: &str = "keygen --set sntrup761 --public-key pk --secret-key sk";
const ENCAPS: &str = "encaps --set sntrup761 --public-key pk --ciphertext ct --shared-secret ss";
const DECAPS: &str = "decaps --set sntrup761 --secret-key sk --ciphertext ct --shared-secret received";

/// Returns a sandbox with a key pair, a ciphertext and its secret.
fn with_keys() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.succeed(KEYGEN);
    sandbox.succeed(ENCAPS);
    sandbox
}

#[test]
fn existing_files_stay() {
    let sandbox = with_keys();
    sandbox.fail(KEYGEN, &["pk: ", "expected no file", "--force", "found an existing file"]);
    sandbox.fail(ENCAPS, &["ct: ", "found an existing file"]);
    sandbox.write("received", "precious");
    sandbox.fail(DECAPS, &["received: ", "found an existing file"]);
    // If one of two outputs exists, the other is not made.
    sandbox.fail("keygen --set sntrup761 --public-key new --secret-key sk", &["sk: ", "found an existing file"]);
    sandbox.fail("keygen --set sntrup761 --public-key pk --secret-key new", &["pk: ", "found an existing file"]);
    sandbox.fail("bench kem --runs 1 --json pk", &["pk: ", "found an existing file"]);
    sandbox.fail("bench --runs 1 --json new --html pk", &["pk: ", "found an existing file"]);
}

#[test]
fn wrong_lengths() {
    let sandbox = with_keys();
    sandbox.write("short", [0; 17]);
    sandbox.write("long", [0; 5000]);
    sandbox.write("empty", []);
    for (name, found) in [("short", "found 17 bytes"), ("long", "found 5000 bytes"), ("empty", "found 0 bytes")] {
        let line = format!("encaps --set sntrup761 --public-key {name} --ciphertext c --shared-secret s");
        sandbox.fail(&line, &[&format!("{name}: "), "expected 1158 bytes (sntrup761 public key)", found]);
        let line = format!("decaps --set sntrup761 --secret-key {name} --ciphertext ct --shared-secret s");
        sandbox.fail(&line, &[&format!("{name}: "), "expected 1763 bytes (sntrup761 secret key)", found]);
        let line = format!("decaps --set sntrup761 --secret-key sk --ciphertext {name} --shared-secret s");
        sandbox.fail(&line, &[&format!("{name}: "), "expected 1039 bytes (sntrup761 ciphertext)", found]);
    }
}

#[cfg(unix)]
#[test]
fn endless_files_are_not_read_to_their_end() {
    let sandbox = Sandbox::new();
    let line = "encaps --set sntrup761 --public-key /dev/zero --ciphertext c --shared-secret s";
    sandbox.fail(line, &["/dev/zero: ", "expected 1158 bytes", "found more"]);
}

#[test]
fn wrong_contents() {
    let sandbox = with_keys();
    sandbox.write("ones", [0xFF; 1158]);
    let line = "encaps --set sntrup761 --public-key ones --ciphertext c --shared-secret s";
    sandbox.fail(line, &["ones: ", "coefficient out of range", "expected less than 4591", "found "]);

    let secret_key = sandbox.read("sk");
    let tampered = |at: usize, flip: u8| {
        let mut bytes = secret_key.clone();
        bytes[at] ^= flip;
        sandbox.write("bad", bytes);
    };
    let line = "decaps --set sntrup761 --secret-key bad --ciphertext ct --shared-secret s";
    // The key begins with f and 1/g, two bits for each coefficient. One of the four values is not a
    // coefficient.
    let mut bytes = secret_key.clone();
    bytes[0] = 0xFF;
    sandbox.write("bad", bytes);
    sandbox.fail(line, &["bad: ", "coefficient out of range", "expected ", "found "]);
    // The hash belongs to another public key.
    tampered(2 * 191 + 600, 1);
    sandbox.fail(line, &["bad: ", "expected ", "found "]);
    // The hash is changed.
    tampered(1762, 1);
    sandbox.fail(line, &["bad: ", "hash", "expected ", "found "]);
}

#[test]
fn unreadable_files() {
    let sandbox = with_keys();
    let encaps = |key: &str| format!("encaps --set sntrup761 --public-key {key} --ciphertext c --shared-secret s");
    sandbox.fail(&encaps("absent"), &["absent: ", "expected a readable file", "No such file"]);
    std::fs::create_dir(sandbox.path("directory")).expect("a directory can be made");
    sandbox.fail(&encaps("directory"), &["directory: ", "expected a readable file", "found "]);
    sandbox.fail(
        "decaps --set sntrup761 --secret-key sk --ciphertext absent --shared-secret s",
        &["absent: ", "expected a readable file", "found "],
    );
}

#[test]
fn places_where_no_file_can_be_made() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("directory")).expect("a directory can be made");
    let keygen = |secret_key: &str| format!("keygen --set sntrup761 --force --public-key pk --secret-key {secret_key}");
    sandbox.fail(&keygen("absent/sk"), &["absent/sk: ", "expected a directory absent", "found none"]);
    sandbox.fail(
        &keygen("directory"),
        &["directory: ", "expected a file, a pipe or a character device", "found a directory"],
    );
    sandbox.fail(&keygen("directory/.."), &["directory/..: ", "expected ", "found a directory"]);
    sandbox.fail(&keygen("pk"), &["pk: ", "expected different files", "found the same file"]);
    sandbox.fail(&keygen("directory/../pk"), &["expected different files", "found the same file"]);
}

#[cfg(unix)]
#[test]
fn links_are_not_replaced() {
    let sandbox = Sandbox::new();
    sandbox.write("target", "precious");
    std::os::unix::fs::symlink("target", sandbox.path("link")).expect("a link can be made");
    let line = "keygen --set sntrup761 --force --public-key pk --secret-key link";
    sandbox.fail(line, &["link: ", "expected a file, a pipe or a character device", "found a symbolic link"]);
}

#[test]
fn keys_are_not_replaced_by_what_is_made_with_them() {
    let sandbox = with_keys();
    sandbox.fail(
        "encaps --set sntrup761 --force --public-key pk --ciphertext pk --shared-secret s",
        &["pk: ", "expected different files for --public-key and --ciphertext"],
    );
    sandbox.fail(
        "decaps --set sntrup761 --force --secret-key sk --ciphertext ct --shared-secret sk",
        &["sk: ", "expected different files for --secret-key and --shared-secret"],
    );
}

#[test]
fn unknown_names() {
    let sandbox = Sandbox::new();
    for line in [
        "demo --set sntrup762",
        "keygen --set sntrup762 --public-key pk --secret-key sk",
        "encaps --set sntrup762 --public-key pk --ciphertext ct --shared-secret ss",
        "decaps --set sntrup762 --secret-key sk --ciphertext ct --shared-secret ss",
        "kat --set sntrup762",
        "bench kem --set sntrup762",
    ] {
        sandbox.fail(line, &["--set: ", "expected one of sntrup653, sntrup761, ", "found sntrup762"]);
    }
    sandbox.fail("explain --backend x", &["--backend: ", "expected one of portable", "found x"]);
    sandbox.fail("kat --set sntrup761 --rng-order x", &["--rng-order: ", "expected one of nist, one-shot", "found x"]);
    sandbox.fail("bench kem --rng dice", &["--rng: ", "expected one of chacha8, system", "found dice"]);
    let expected = "expected one of portable, avx2, avx512, neon";
    sandbox.fail("list --backend sse9", &["--backend: ", expected, "found sse9"]);
    sandbox.fail("--backend sse9 list", &["--backend: ", expected, "found sse9"]);
}

#[test]
fn backends_that_this_cpu_lacks() {
    let sandbox = Sandbox::new();
    let (present, absent) = backends(&sandbox);
    assert!(!absent.is_empty(), "no CPU has both AVX2 and Neon");
    for name in absent {
        let expected = format!("expected a backend of this CPU ({})", present.join(", "));
        for command in ["demo", "list", KEYGEN, "selftest", "kat --set sntrup761", "bench kem"] {
            let line = format!("{command} --backend {name}");
            sandbox.fail(&line, &["--backend: ", &expected, &format!("found {name}")]);
        }
    }
}

#[test]
fn wrong_usage() {
    let sandbox = Sandbox::new();
    sandbox.fail("--backend portable", &["subcommand"]);
    sandbox.fail("bench dance", &["unrecognized subcommand 'dance'"]);
    sandbox.fail("bench --all multiply", &["--all: ", "after the command", "found before it"]);
    sandbox.fail("bench --runs 3 kem --runs 1", &["--runs: ", "after the command", "found before it"]);
    sandbox.fail("bench --json a --html a", &["a: ", "expected different files for --html and --json"]);
    let both = ["standard output: ", "expected one option at most", "found --html and --json"];
    sandbox.fail("bench --json - --html -", &both);
    sandbox.fail("dance", &["unrecognized subcommand 'dance'"]);
    sandbox.fail("keygen --set sntrup761 --public-key pk", &["--secret-key <FILE>"]);
    sandbox.fail("demo --set", &["--set: ", "expected one of sntrup653", "found none"]);
    sandbox.fail("demo --backend", &["--backend: ", "expected one of portable", "found none"]);
    sandbox.fail("kat --set sntrup761 --count many", &["--count: ", "expected a whole number", "found many"]);
    sandbox.fail("bench kem --runs 0", &["--runs: ", "expected 1 to 10000000", "found 0"]);
    sandbox.fail("completions", &["<SHELL>"]);
    sandbox.fail("completions dance", &["<SHELL>: ", "expected one of bash, ", "found dance"]);
    sandbox.fail("man --force", &["--dir <DIRECTORY>"]);
    sandbox.fail("man --dir absent", &["--dir: ", "expected a directory absent", "found none"]);
}

#[test]
fn misspelt_words_have_a_tip() {
    let sandbox = Sandbox::new();
    sandbox.fail("kegen", &["unrecognized subcommand 'kegen'", "tip: a similar subcommand exists: 'keygen'"]);
    sandbox.fail("bench multipl", &["tip: a similar subcommand exists: 'multiply'"]);
    sandbox.fail("demo --sett x", &["unexpected argument '--sett' found", "tip: a similar argument exists: '--set'"]);
    sandbox.fail("demo --set sntrup762", &["found sntrup762", "tip: a similar value exists: 'sntrup761'"]);
    sandbox.fail("demo --backend portble", &["found portble", "tip: a similar value exists: 'portable'"]);
}

#[test]
fn file_names_with_line_breaks_make_no_second_line() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("encaps --set sntrup761 --ciphertext c --shared-secret s --public-key");
    let output = command.arg("two\nlines").output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
    assert_eq!((output.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
    assert!(error.contains("two\\nlines: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_or_closed() {
    use std::process::Stdio;
    let sandbox = Sandbox::new();
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let output = sandbox.command("kat --set sntrup761 --count 1").stdout(full).output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
    assert_eq!((output.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
    assert!(error.contains("standard output: expected "), "{error}");

    // A reader that closes the pipe early, as `head` does, gets no report.
    let mut command = sandbox.command("kat --set sntrup761 --count 100");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// Checks that the program leaves no files except the requested ones, and these complete, however
/// it ends.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_program_leaves_complete_files_alone() {
    use rustix::fs::{Mode, OFlags};
    let sandbox = Sandbox::new();
    if rustix::fs::open(sandbox.path("."), OFlags::TMPFILE | OFlags::WRONLY, Mode::RUSR).is_err() {
        // The file system has no files without names.
        return;
    }
    for step in 0..120 {
        let sandbox = Sandbox::new();
        let mut child = sandbox.command(KEYGEN).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_micros(100 * step));
        child.kill().expect("the program can be killed");
        child.wait().expect("the program has ended");
        check_complete(&sandbox);
    }
}

/// Checks that there are no files except complete public and secret keys of sntrup761.
#[cfg(target_os = "linux")]
fn check_complete(sandbox: &Sandbox) {
    for entry in std::fs::read_dir(sandbox.path(".")).expect("the directory can be listed") {
        let entry = entry.expect("the directory can be listed");
        let length = entry.metadata().expect("the file is there").len();
        let found = (entry.file_name().into_string().expect("a name of the test"), length);
        assert!([("pk".into(), 1158), ("sk".into(), 1763)].contains(&found), "{found:?}");
    }
}

/// Checks that signals that a program can catch leave no new files, also when old files are
/// replaced.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_told_to_end_leaves_complete_files_alone() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::os::unix::process::ExitStatusExt;
    let sandbox = Sandbox::new();
    sandbox.succeed(KEYGEN);
    let mut ended = 0;
    for (step, signal) in [Signal::TERM, Signal::INT, Signal::HUP].into_iter().cycle().take(120).enumerate() {
        let mut child = sandbox.command(&format!("{KEYGEN} --force")).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_micros(100 * step as u64));
        kill_process(Pid::from_child(&child), signal).expect("the program was not waited for");
        let status = child.wait().expect("the program has ended");
        assert!(status.success() || status.signal() == Some(signal.as_raw()), "{status}");
        ended += !status.success() as usize;
        check_complete(&sandbox);
    }
    assert!(ended > 0, "no signal came in time");
}

/// Checks a limit of the size of files, which ends the program at each of its writes, and between
/// any two blocks of a write.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_ends_at_a_write_leaves_complete_files_alone() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;
    let mut ended = 0;
    // The limit in blocks of 512 bytes: from none to all blocks of both files.
    for blocks in 0..=4 {
        let sandbox = Sandbox::new();
        let keygen = sandbox.command(KEYGEN);
        let mut shell = Command::new("sh");
        shell.current_dir(sandbox.path(".")).args(["-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"]);
        let status = shell.arg(keygen.get_program()).args(keygen.get_args()).status().expect("the shell starts");
        let killed = status.signal().is_some() || status.code().is_some_and(|code| code > 128);
        assert!(killed || status.code() == Some(2) || status.success(), "{status}");
        ended += !status.success() as usize;
        check_complete(&sandbox);
        // A public key may be complete without its secret key, but not the other way round.
        assert!(!sandbox.path("sk").exists() || sandbox.path("pk").exists());
    }
    assert!(ended > 0, "no limit was reached");
}

/// Checks that a program that is built without the multipliers says how to get them.
#[cfg(not(feature = "explain"))]
#[test]
fn commands_of_recipes_need_their_feature() {
    let sandbox = Sandbox::new();
    for command in ["multipliers", "explain", "plan --ring prime --modulus 4591 --degree 761"] {
        sandbox.fail(command, &["--features explain"]);
    }
}

#[cfg(not(feature = "multipliers"))]
#[test]
fn measurements_of_multipliers_need_their_feature() {
    let sandbox = Sandbox::new();
    for command in ["bench multiply", "tables hly24", "bench kem --multiplier good-outer"] {
        sandbox.fail(command, &["--features multipliers"]);
    }
}
