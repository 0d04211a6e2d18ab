//! Files: read whole and never beyond the length they should have; written whole or not at all.
//!
//! An output is written to a temporary file in its own directory and then renamed, so that no reader ever sees half
//! of it, and nothing is left behind on a failure. An existing file is replaced only if the user says so.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Reads the file at `path`, which must hold `length` bytes: `what`, as in "sntrup761 public key".
pub(crate) fn read(path: &Path, what: &str, length: usize) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let unreadable = |error| Failure::file(path, format_args!("a readable file ({what}, {length} bytes)"), error);
    let mut file = File::open(path).map_err(unreadable)?;
    // One byte more than expected tells a longer file, of which nothing else needs to be read.
    let mut bytes = Zeroizing::new(vec![0; length + 1]);
    let mut found = 0;
    while found < bytes.len() {
        match file.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    if found != length {
        let size = file.metadata().ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
        let found = match size {
            _ if found < length => format!("{found} bytes"),
            Some(size) => format!("{size} bytes"),
            None => "more".into(),
        };
        return Err(Failure::file(path, format_args!("{length} bytes ({what})"), found));
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// Whether others may read an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// Only the owner reads and writes it.
    Secret,
    /// The permissions of any new file.
    Public,
}

/// A file to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    /// Where.
    pub(crate) path: &'a Path,
    /// What.
    pub(crate) bytes: &'a [u8],
    /// Who may read it.
    pub(crate) secrecy: Secrecy,
}

/// Writes all of `outputs`, or none of them.
///
/// With `force`, existing files are replaced; should a later rename fail then, the earlier ones are not undone but
/// their files removed. So outputs come in the order in which they can be made again: a public key is also in
/// the secret key.
pub(crate) fn write(outputs: &[Output<'_>], force: bool) -> Result<(), Failure> {
    let mut staged = Vec::with_capacity(outputs.len());
    for output in outputs {
        check_writable(output.path, force)?;
        staged.push((output.path, stage(output)?));
    }
    for (index, (path, file)) in staged.into_iter().enumerate() {
        let renamed = if force { file.persist(path) } else { file.persist_noclobber(path) };
        if let Err(error) = renamed {
            for earlier in &outputs[..index] {
                // Nothing more can be done about a file that cannot be removed, and the first failure is the one to report.
                let _ = fs::remove_file(earlier.path);
            }
            return Err(if error.error.kind() == ErrorKind::AlreadyExists {
                exists(path)
            } else {
                Failure::file(path, "to create it", error.error)
            });
        }
    }
    Ok(())
}

/// Checks, before any work is done, that an output may be written to `path`: nothing is there, or with `force` at most
/// a regular file.
pub(crate) fn check_writable(path: &Path, force: bool) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            let found = if metadata.is_dir() { "a directory" } else { "something else" };
            Err(Failure::file(path, "no file or a regular file", found))
        }
        Ok(_) if !force => Err(exists(path)),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound && path.file_name().is_some() => {
            let directory = directory(path);
            if directory.is_dir() {
                Ok(())
            } else {
                Err(Failure::file(path, format_args!("a directory {}", directory.display()), "none"))
            }
        }
        Err(error) => Err(Failure::file(path, "the name of a file to create", error)),
    }
}

/// Checks that no two of `paths`, each with the name of its option, are the same file.
pub(crate) fn check_distinct(paths: &[(&str, &Path)]) -> Result<(), Failure> {
    let places: Vec<PathBuf> = paths.iter().map(|(_, path)| place(path)).collect();
    for (index, (option, path)) in paths.iter().enumerate() {
        if let Some(earlier) = places[..index].iter().position(|place| *place == places[index]) {
            let expected = format!("different files for {} and {option}", paths[earlier].0);
            return Err(Failure::file(path, expected, "the same file"));
        }
    }
    Ok(())
}

/// The file's place in the file system, whether it exists or not, as far as that can be told.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let directory = directory(path);
        directory.canonicalize().unwrap_or_else(|_| directory.into()).join(path.file_name().unwrap_or_default())
    })
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn exists(path: &Path) -> Failure {
    Failure::file(path, "no file (or --force to replace it)", "an existing file")
}

/// Writes an output to a temporary file beside its place, which vanishes unless it is renamed.
fn stage(output: &Output<'_>) -> Result<NamedTempFile, Failure> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".vectru-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's mask applies to both.
        let mode = if output.secrecy == Secrecy::Secret { 0o600 } else { 0o666 };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let write = || {
        let mut file = builder.tempfile_in(directory(output.path))?;
        file.write_all(output.bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    write().map_err(|error: std::io::Error| Failure::file(output.path, "to create it", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All outputs or none: the second cannot be made where the first now is, so the first is taken back.
    #[test]
    fn a_failed_output_takes_the_others_with_it() {
        let room = tempfile::TempDir::new().expect("a temporary directory can be made");
        let path = room.path().join("output");
        let output = Output { path: &path, bytes: b"secret", secrecy: Secrecy::Secret };
        let failure = write(&[output, output], false).expect_err("the name is taken");
        assert!(failure.to_string().ends_with("expected no file (or --force to replace it), found an existing file"));
        assert_eq!(fs::read_dir(room.path()).expect("the room can be listed").count(), 0);
    }
}
