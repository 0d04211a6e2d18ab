//! Gives files that fuzzing has found to commands, as each kind of input. A command must succeed,
//! or fail with one line.

use std::fs;
use std::path::Path;

use crate::support::Sandbox;

#[test]
fn files_of_the_corpus_make_one_line_at_most() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/files");
    let sandbox = Sandbox::new();
    fs::write(sandbox.path("ct"), [7; 1039]).expect("the file can be written");
    let mut failures = 0;
    for entry in fs::read_dir(corpus).expect("the corpus can be listed") {
        let file = entry.expect("the corpus can be listed").path();
        fs::copy(&file, sandbox.path("input")).expect("the file can be copied");
        for line in [
            "fingerprint input",
            "encaps --public-key input --ciphertext c --shared-secret s --force",
            "encaps --set sntrup761 --public-key input --ciphertext c --shared-secret s --force",
            "decaps --secret-key input --ciphertext ct --shared-secret s --force",
            "keygen --set ntrulpr761 --seed input --public-key pk --secret-key sk --force",
        ] {
            let output = sandbox.run(line);
            let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
            let lines = error.matches('\n').count();
            let expected = [(Some(0), 0), (Some(2), 1)];
            assert!(expected.contains(&(output.status.code(), lines)), "{}: {line}: {error}", file.display());
            failures += lines;
        }
    }
    assert!(failures > 0, "the corpus has files that are refused");
}
