//! Programs that an emulator of another CPU runs on states.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

/// The state of a CPU: registers of this many bytes, and more.
#[derive(Clone)]
pub struct State<const TOTAL: usize, const REGISTER: usize>(pub [u8; TOTAL]);

impl<const TOTAL: usize, const REGISTER: usize> State<TOTAL, REGISTER> {
    /// Returns a word of up to eight bytes.
    pub fn word(&self, at: usize, size: usize) -> u64 {
        self.0[at..at + size].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// Writes a register.
    pub fn set(&mut self, at: usize, value: u64) {
        self.0[at..at + REGISTER].copy_from_slice(&value.to_le_bytes()[..REGISTER]);
    }
}

/// Finds a program, if it is installed.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.exists())
}

/// Does something in a folder that is removed afterwards.
pub fn in_folder<T>(name: &str, work: impl FnOnce(&Path) -> T) -> T {
    let folder = env::temp_dir().join(format!("vectru-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the program");
    let result = work(&folder);
    fs::remove_dir_all(&folder).expect("the folder is there");
    result
}

/// Runs a command that reads its input to the end, and returns what it writes, which is as long.
pub fn run(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the emulator starts");
    let mut to = child.stdin.take().expect("it is piped");
    let mut output = Vec::with_capacity(input.len());
    thread::scope(|scope| {
        scope.spawn(move || to.write_all(input).expect("the program reads its states"));
        child.stdout.take().expect("it is piped").read_to_end(&mut output).expect("the program writes its states");
    });
    let status = child.wait().expect("it was started");
    assert!(status.success() && output.len() == input.len(), "the emulated program ends with {status}");
    output
}
