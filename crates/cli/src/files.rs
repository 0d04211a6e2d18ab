//! Inputs and outputs: files, pipes, devices, and the standard streams.
//!
//! An input is read completely, and never beyond the length that it should have. A file is written completely or not at
//! all: its bytes go to a temporary file in the same directory, which is then renamed, so that no reader sees half of it
//! and a failure leaves nothing behind. An existing file is replaced only if the user says so. A pipe or a device is
//! written in place.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

mod input;
mod output;

pub(crate) use input::{name, read};
pub(crate) use output::{Output, Secrecy, check_writable, is_standard_output, write};

/// The path that names a standard stream.
const STANDARD: &str = "-";

/// Returns a file of the same stream, which has no buffer of its own: a secret that passes through leaves no copy.
#[cfg(unix)]
fn unbuffered(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// Returns a file of the same stream, which has no buffer of its own: a secret that passes through leaves no copy.
#[cfg(windows)]
fn unbuffered(stream: impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// Checks that no two of these paths, each with the name of its option, are the same file, and that at most one input is
/// standard input and at most one output standard output.
pub(crate) fn check_distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), Failure> {
    at_most_one(inputs, "standard input", input::is_standard_input)?;
    at_most_one(outputs, "standard output", is_standard_output)?;
    // A terminal may be read and written, so only files of different directions are compared.
    let is_stream = |path: &Path| path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let inputs = inputs.iter().filter(|(_, path)| !input::is_standard_input(path) && !is_stream(path));
    let outputs = outputs.iter().filter(|(_, path)| !is_standard_output(path));
    let mut earlier: Vec<(PathBuf, &str)> = Vec::new();
    for (option, path) in inputs.chain(outputs) {
        let location = location(path);
        if let Some((_, other)) = earlier.iter().find(|(other, _)| *other == location) {
            return Err(Failure::file(path, format_args!("different files for {other} and {option}"), "the same file"));
        }
        earlier.push((location, option));
    }
    Ok(())
}

/// Checks that at most one of `paths` is the stream of this name.
fn at_most_one(paths: &[(&str, &Path)], stream: &str, is_stream: fn(&Path) -> bool) -> Result<(), Failure> {
    let options: Vec<_> = paths.iter().filter(|(_, path)| is_stream(path)).map(|(option, _)| *option).collect();
    if options.len() < 2 {
        return Ok(());
    }
    Err(Failure::expected(stream, "one option at most that uses it", options.join(" and ")))
}

/// Returns the absolute path of a file, which need not exist, without links as far as they can be followed.
fn location(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let directory = directory(path);
        directory.canonicalize().unwrap_or_else(|_| directory.into()).join(path.file_name().unwrap_or_default())
    })
}

/// Returns the directory of the file, `.` if the path names none.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
