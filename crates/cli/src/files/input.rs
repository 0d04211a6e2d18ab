//! Inputs, read up to their greatest lengths.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use zeroize::Zeroizing;

use super::{STANDARD, unbuffered};
use crate::failure::Failure;

/// Returns true if the path names standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD) || cfg!(unix) && path == Path::new("/dev/stdin")
}

/// Returns the name of an input for messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".into() } else { path.display().to_string() }
}

/// The part of an input that was read.
#[derive(Debug)]
pub(crate) struct Input {
    /// The bytes up to the limit.
    pub(crate) bytes: Zeroizing<Vec<u8>>,
    /// The length of the whole input, if it is a regular file.
    size: Option<u64>,
}

impl Input {
    /// Returns the length of the input for messages. `expected` is the greatest length that it
    /// might have.
    pub(crate) fn found(&self, expected: usize) -> String {
        match (self.bytes.len(), self.size) {
            (found, _) if found <= expected => format!("{found} bytes"),
            (_, Some(size)) => format!("{size} bytes"),
            (_, None) => "more".into(),
        }
    }
}

/// Reads the input at `path`, but at most `limit` bytes of it. `content` says what they are, such
/// as "sntrup761 public key".
pub(crate) fn read_up_to(path: &Path, content: impl Display, limit: usize) -> Result<Input, Failure> {
    let unreadable = |error| Failure::expected(name(path), format_args!("a readable file ({content})"), error);
    let mut file =
        if is_standard_input(path) { unbuffered(io::stdin()) } else { File::open(path) }.map_err(unreadable)?;
    let mut bytes = Zeroizing::new(vec![0; limit]);
    let mut found = 0;
    while found < bytes.len() {
        match file.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    bytes.truncate(found);
    let size = file.metadata().ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
    Ok(Input { bytes, size })
}

/// Reads the input at `path`, which must consist of `length` bytes. `content` says what they are,
/// such as "sntrup761 public key".
pub(crate) fn read(path: &Path, content: &str, length: usize) -> Result<Zeroizing<Vec<u8>>, Failure> {
    // One byte more than expected reveals a longer input, which need not be read further.
    let input = read_up_to(path, format_args!("{content}, {length} bytes"), length + 1)?;
    if input.bytes.len() != length {
        return Err(Failure::expected(name(path), format_args!("{length} bytes ({content})"), input.found(length)));
    }
    Ok(input.bytes)
}
