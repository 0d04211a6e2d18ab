//! Outputs: new files, complete or absent, and streams.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::signals::Signals;
use super::staged::Staged;
use super::{STANDARD, directory, unbuffered};
use crate::failure::Failure;

/// The readers of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy {
    /// Only the owner reads and writes the file.
    Secret,
    /// The file has the permissions of any new file.
    Public,
}

/// Bytes to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    /// The file, or the stream.
    pub(crate) path: &'a Path,
    /// The bytes.
    pub(crate) bytes: &'a [u8],
    /// The readers of the file. A stream keeps the readers that it has.
    pub(crate) secrecy: Secrecy,
}

/// The destination of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    /// A file that is not there, or that may be replaced.
    File,
    /// A pipe or a character device, which is written in place.
    Stream,
    /// Standard output.
    Standard,
}

/// Returns true if the path names standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD) || cfg!(unix) && path == Path::new("/dev/stdout")
}

/// Writes all of `outputs`. Makes none of their files if one of the outputs fails.
///
/// First all files are written without their names, then the streams are written, then the files
/// are named. With `force`, existing files are replaced. If a name cannot be given, the files that
/// already have theirs are removed, and files that they have replaced are lost. So the outputs
/// should come in the order in which they can be restored: a secret key contains the public key,
/// which comes first.
pub(crate) fn write(outputs: &[Output<'_>], force: bool) -> Result<(), Failure> {
    // Dropped after the files.
    let mut signals = Signals::default();
    let (mut files, mut streams) = (Vec::with_capacity(outputs.len()), Vec::new());
    for output in outputs {
        match destination(output.path, force)? {
            Destination::File => files.push((output.path, stage(output, &mut signals)?)),
            stream => streams.push((output, stream)),
        }
    }
    for (output, stream) in streams {
        pour(output, stream)?;
    }
    let mut named = Vec::with_capacity(files.len());
    for (path, file) in files {
        if let Err(error) = file.persist(path, force, &mut signals) {
            for earlier in named {
                // If a file cannot be removed, the first failure is still the one to report.
                let _ = fs::remove_file(earlier);
            }
            return Err(if error.kind() == ErrorKind::AlreadyExists {
                exists(path)
            } else {
                Failure::file(path, "to create it", error)
            });
        }
        named.push(path);
    }
    Ok(())
}

/// Checks that an output may be written to `path`, before any work is done. The path may name
/// standard output, a pipe, a character device, a file that does not exist or, with `force`, a
/// regular file.
pub(crate) fn check_writable(path: &Path, force: bool) -> Result<(), Failure> {
    destination(path, force).map(|_| ())
}

/// Returns the destination that the path names.
fn destination(path: &Path, force: bool) -> Result<Destination, Failure> {
    if is_standard_output(path) {
        return if standard_output_was_closed() {
            Err(Failure::expected(
                "standard output",
                "an open one",
                "a closed one, or /dev/null opened for reading and writing",
            ))
        } else {
            Ok(Destination::Standard)
        };
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            if force {
                Ok(Destination::File)
            } else {
                Err(exists(path))
            }
        }
        Ok(link) => {
            // A link may lead to a stream. A link to a file is refused, because the user may mean
            // the link or the file.
            let target = fs::metadata(path).ok();
            if target.as_ref().is_some_and(is_stream) {
                return Ok(Destination::Stream);
            }
            let found = match target {
                Some(target) if target.is_dir() => "a directory",
                _ if link.is_symlink() => "a symbolic link",
                _ => "something else",
            };
            Err(Failure::file(path, "a file, a pipe or a character device", found))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && path.file_name().is_some() => {
            let directory = directory(path);
            if directory.is_dir() {
                Ok(Destination::File)
            } else {
                Err(Failure::file(path, format_args!("a directory {}", directory.display()), "none"))
            }
        }
        Err(error) => Err(Failure::file(path, "the name of a file to create", error)),
    }
}

/// Returns true if standard output was closed when the program started, so that all output would be
/// lost. Rust then opens /dev/null instead, for reading and writing. The `> /dev/null` of a shell
/// opens it only for writing. A caller that opens it for both, to discard an output, can name
/// /dev/null as the output's file instead.
#[cfg(unix)]
fn standard_output_was_closed() -> bool {
    use std::io::Read;
    use std::os::unix::fs::MetadataExt;
    let null = fs::metadata("/dev/null").map(|null| (null.dev(), null.ino())).ok();
    unbuffered(io::stdout()).is_ok_and(|mut file| {
        let found = file.metadata().map(|found| (found.dev(), found.ino())).ok();
        found == null && file.read(&mut [0]).is_ok()
    })
}

/// Returns false: on other systems Rust does not replace closed streams.
#[cfg(not(unix))]
fn standard_output_was_closed() -> bool {
    false
}

/// Returns true if this is a pipe or a character device. A block device is neither: its bytes would
/// be overwritten.
#[cfg(unix)]
fn is_stream(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_fifo() || metadata.file_type().is_char_device()
}

/// Returns false: other systems have no pipes or character devices among their files.
#[cfg(not(unix))]
fn is_stream(_: &Metadata) -> bool {
    false
}

/// Returns the failure of an output whose file exists.
fn exists(path: &Path) -> Failure {
    Failure::file(path, "no file (or --force to replace it)", "an existing file")
}

/// Writes an output to a file that has no name yet.
fn stage(output: &Output<'_>, signals: &mut Signals) -> Result<Staged, Failure> {
    Staged::write(output.path, output.bytes, output.secrecy, signals)
        .map_err(|error| Failure::file(output.path, "to create it", error))
}

/// Writes an output to a stream. If the reader has closed the stream this fails, because the bytes
/// are lost.
fn pour(output: &Output<'_>, stream: Destination) -> Result<(), Failure> {
    let standard = stream == Destination::Standard;
    let open = || if standard { unbuffered(io::stdout()) } else { File::options().write(true).open(output.path) };
    open().and_then(|mut file| file.write_all(output.bytes)).map_err(|error| {
        let name = if standard { "standard output".into() } else { output.path.display().to_string() };
        Failure::expected(name, format_args!("to write {} bytes to it", output.bytes.len()), error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the first output is removed if the second one cannot be written.
    #[test]
    fn a_failed_output_takes_the_others_with_it() {
        let directory = tempfile::TempDir::new().expect("a temporary directory can be made");
        let path = directory.path().join("output");
        let output = Output { path: &path, bytes: b"secret", secrecy: Secrecy::Secret };
        let failure = write(&[output, output], false).expect_err("the name is taken");
        assert!(failure.to_string().ends_with("expected no file (or --force to replace it), found an existing file"));
        assert_eq!(fs::read_dir(directory.path()).expect("the directory can be listed").count(), 0);
    }
}
