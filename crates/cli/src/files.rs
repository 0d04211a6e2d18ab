//! Inputs and outputs: files, pipes, devices, and the standard streams.
//!
//! An input is read completely, but no more than one byte beyond its greatest length. An output
//! file is complete or absent: its bytes go to a file without a name, or with a temporary one,
//! which then gets its name. An existing file is replaced only if the user asks for it. A pipe or a
//! device is written in place.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

mod input;
mod output;
mod signals;
mod staged;

pub(crate) use input::{Input, name, read, read_up_to};
pub(crate) use output::{Output, Secrecy, check_writable, is_standard_output, write};

/// The path that names a standard stream.
const STANDARD: &str = "-";

/// Returns a file for a standard stream. Without a buffer no copy of a secret stays in memory.
#[cfg(unix)]
fn unbuffered(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// Returns a file for a standard stream. Without a buffer no copy of a secret stays in memory.
#[cfg(windows)]
fn unbuffered(stream: impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// Checks that no two of the paths name the same file, and that at most one input is standard input
/// and at most one output is standard output. Each path comes with the name of its option.
pub(crate) fn check_distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), Failure> {
    at_most_one(inputs, "standard input", input::is_standard_input)?;
    at_most_one(outputs, "standard output", is_standard_output)?;
    // A terminal may be both an input and an output, so inputs that are streams are not compared.
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

/// Checks that `path`, the value of an option, names a directory.
pub(crate) fn check_directory(option: &str, path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Ok(());
    }
    let found = if path.exists() { "something else" } else { "none" };
    Err(Failure::expected(option, format_args!("a directory {}", path.display()), found))
}

/// Checks that at most one of `paths` is the stream of this name.
fn at_most_one(paths: &[(&str, &Path)], stream: &str, is_stream: fn(&Path) -> bool) -> Result<(), Failure> {
    let options: Vec<_> = paths.iter().filter(|(_, path)| is_stream(path)).map(|(option, _)| *option).collect();
    if options.len() < 2 {
        return Ok(());
    }
    Err(Failure::expected(stream, "one option at most that uses it", options.join(" and ")))
}

/// Returns the path of a file with links resolved, as far as possible. The file need not exist.
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
