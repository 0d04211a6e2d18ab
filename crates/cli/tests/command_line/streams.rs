//! Tests standard input, standard output, pipes and devices instead of files.

use crate::support::Sandbox;

const SET: &str = "--set sntrup761";

/// Returns a sandbox with a key pair, a ciphertext and its secret. The public key and the
/// ciphertext were written to standard output.
fn with_keys() -> Sandbox {
    let sandbox = Sandbox::new();
    let public_key = sandbox.succeed_with(&format!("keygen {SET} --public-key - --secret-key sk"), &[]);
    assert_eq!(public_key.len(), 1158);
    let line = format!("encaps {SET} --public-key - --ciphertext - --shared-secret sent");
    let ciphertext = sandbox.succeed_with(&line, &public_key);
    assert_eq!(ciphertext.len(), 1039);
    sandbox.write("pk", public_key);
    sandbox.write("ct", ciphertext);
    sandbox
}

#[test]
fn an_exchange_over_standard_streams() {
    let sandbox = with_keys();
    let (secret_key, ciphertext, sent) = (sandbox.read("sk"), sandbox.read("ct"), sandbox.read("sent"));
    let decaps = |key: &str, ciphertext: &str, input: &[u8]| {
        let line = format!("decaps {SET} --secret-key {key} --ciphertext {ciphertext} --shared-secret -");
        sandbox.succeed_with(&line, input)
    };
    assert_eq!(decaps("sk", "ct", &[]), sent);
    assert_eq!(decaps("-", "ct", &secret_key), sent);
    assert_eq!(decaps("sk", "-", &ciphertext), sent);
    let line = format!("keygen {SET} --public-key public --secret-key -");
    assert_eq!(sandbox.succeed_with(&line, &[]).len(), 1763);
    assert_eq!(sandbox.names(), ["ct", "pk", "public", "sent", "sk"]);
}

#[test]
fn a_path_leads_to_a_file_named_by_a_dash() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.succeed(&format!("keygen {SET} --public-key ./- --secret-key sk")), "");
    assert_eq!(sandbox.names(), ["-", "sk"]);
}

#[test]
fn a_stream_has_one_use() {
    let sandbox = with_keys();
    let output = ["standard output: ", "expected one option at most that uses it"];
    let line = format!("keygen {SET} --public-key - --secret-key -");
    sandbox.fail(&line, &[&output[..], &["found --public-key and --secret-key"]].concat());
    let line = format!("encaps {SET} --public-key pk --ciphertext - --shared-secret -");
    sandbox.fail(&line, &[&output[..], &["found --ciphertext and --shared-secret"]].concat());
    let line = format!("decaps {SET} --secret-key - --ciphertext - --shared-secret s");
    let input = ["standard input: ", "expected one option at most that uses it", "found --secret-key and --ciphertext"];
    sandbox.fail(&line, &input);
}

#[test]
fn standard_input_has_the_expected_length() {
    let sandbox = with_keys();
    let line = format!("encaps {SET} --public-key - --ciphertext c --shared-secret s");
    let expected = "expected 1158 bytes (sntrup761 public key)";
    sandbox.fail_with(&line, &[], &["standard input: ", expected, "found 0 bytes"]);
    sandbox.fail_with(&line, &[0; 1157], &["standard input: ", expected, "found 1157 bytes"]);
    sandbox.fail_with(&line, &[0; 1159], &["standard input: ", expected, "found more"]);
    sandbox.fail_with(&line, &[0xFF; 1158], &["standard input: ", "coefficient out of range"]);
}

#[test]
fn rows_and_pages_take_the_place_of_tables() {
    let sandbox = Sandbox::new();
    let rows = sandbox.measure("bench kem --runs 1 --backend portable --json -");
    assert!(!rows.is_empty() && rows.lines().all(|row| row.starts_with('{') && row.ends_with('}')), "{rows}");
    let page = sandbox.measure("bench --runs 1 --backend portable --html - --json rows");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(sandbox.names(), ["rows"]);
}

#[cfg(unix)]
mod unix {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn standard_output_has_a_path() {
        let sandbox = with_keys();
        let line = format!("decaps {SET} --secret-key sk --ciphertext /dev/stdin --shared-secret /dev/stdout");
        assert_eq!(sandbox.succeed_with(&line, &sandbox.read("ct")), sandbox.read("sent"));
        let line = format!("keygen {SET} --public-key - --secret-key /dev/stdout");
        sandbox.fail(&line, &["standard output: ", "found --public-key and --secret-key"]);
    }

    #[test]
    fn a_redirected_output_is_written_where_it_is() {
        let sandbox = Sandbox::new();
        sandbox.write("log", "before\n");
        let log = std::fs::File::options().append(true).open(sandbox.path("log")).expect("the file is there");
        let line = format!("keygen {SET} --public-key /dev/stdout --secret-key sk");
        assert!(sandbox.command(&line).stdout(log).status().expect("the program starts").success());
        let log = sandbox.read("log");
        assert!(log.starts_with(b"before\n") && log.len() == 7 + 1158);
    }

    #[test]
    fn devices_and_pipes_are_written_in_place() {
        let sandbox = Sandbox::new();
        let keygen = |public_key: &str, name: &str| {
            let line = format!("keygen {SET} --public-key {public_key} --secret-key {name}");
            assert_eq!(sandbox.succeed(&line), "");
        };
        std::os::unix::fs::symlink("/dev/null", sandbox.path("link")).expect("a link can be made");
        keygen("/dev/null", "a");
        keygen("link", "b");
        assert!(sandbox.path("link").is_symlink());

        assert!(Command::new("mkfifo").arg(sandbox.path("pipe")).status().expect("mkfifo starts").success());
        let mut reader = Command::new("cat");
        let reader = reader.arg(sandbox.path("pipe")).stdout(Stdio::piped()).spawn().expect("cat starts");
        keygen("pipe", "c");
        assert_eq!(reader.wait_with_output().expect("cat ends").stdout.len(), 1158);
        assert_eq!(sandbox.names(), ["a", "b", "c", "link", "pipe"]);
    }

    #[test]
    fn a_closed_output_is_noticed() {
        let sandbox = Sandbox::new();
        let keygen = |public_key: &str, redirection: &str| {
            let program = sandbox.command(&format!("keygen {SET} --public-key {public_key} --secret-key sk"));
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("exec \"$0\" \"$@\" {redirection}")]);
            shell.arg(program.get_program()).args(program.get_args()).current_dir(sandbox.path("."));
            let output = shell.output().expect("the shell starts");
            (output.status.code(), String::from_utf8(output.stderr).expect("the report is UTF-8"))
        };
        for path in ["-", "/dev/stdout"] {
            let (status, error) = keygen(path, ">&-");
            assert_eq!((status, error.matches('\n').count()), (Some(2), 1), "{error}");
            assert!(error.contains("standard output: expected an open one, found a closed one"), "{error}");
            assert!(sandbox.names().is_empty());
        }
        // An output that a shell discards, and a file while standard output is closed.
        assert_eq!(keygen("- --force", ">/dev/null"), (Some(0), String::new()));
        assert_eq!(keygen("pk --force", ">&-"), (Some(0), String::new()));
        assert_eq!(sandbox.names(), ["pk", "sk"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_stream_that_fails_leaves_no_file() {
        let sandbox = Sandbox::new();
        let full = ["/dev/full: ", "expected to write 1158 bytes to it", "found No space left"];
        sandbox.fail(&format!("keygen {SET} --public-key /dev/full --secret-key sk"), &full);

        // A reader that has closed the pipe does not receive the key, so this is a failure, too.
        let mut command = sandbox.command(&format!("keygen {SET} --public-key - --secret-key sk"));
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let output = command.stdout(writer).output().expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
        assert_eq!((output.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
        assert!(error.contains("standard output: expected to write 1158 bytes to it"), "{error}");
        assert!(sandbox.names().is_empty());
    }
}
