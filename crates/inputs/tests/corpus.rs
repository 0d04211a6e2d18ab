//! Runs every target on every file of its corpus, for every set.

use std::fs;
use std::path::{Path, PathBuf};

use vectru::Set;
use vectru_inputs::{TARGETS, Target};

/// Returns the folder of cargo-fuzz.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Returns the files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.sort();
    files
}

#[test]
fn corpora_hold() {
    let (mut count, mut bytes) = (0, 0);
    for Target { name, run, chooses_set } in TARGETS {
        let corpus = files(&fuzz().join("corpus").join(name));
        assert!(corpus.len() >= 5, "{name}: {} files", corpus.len());
        for file in corpus {
            let mut input = fs::read(&file).expect("the file can be read");
            (count, bytes) = (count + 1, bytes + input.len());
            eprintln!("{}", file.display());
            run(&input);
            let choices = if *chooses_set && !input.is_empty() { Set::ALL.len() as u8 } else { 0 };
            for choice in 0..choices {
                input[0] = choice;
                run(&input);
            }
        }
    }
    println!("{} targets, {count} files, {bytes} bytes: no promise is broken", TARGETS.len());
    assert!(bytes < 300_000, "the corpora have {bytes} bytes");
}

/// Checks that cargo-fuzz has a program for each target.
#[test]
fn fuzz_targets_are_all_targets() {
    let programs = files(&fuzz().join("fuzz_targets"));
    let programs: Vec<_> = programs.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let mut names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    names.sort_unstable();
    assert_eq!(programs, names);
}
