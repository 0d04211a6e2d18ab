//! Inputs, read up to their expected lengths.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use zeroize::Zeroizing;

use super::{STANDARD, unbuffered};
use crate::failure::Failure;

/// Tells whether the path names standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD) || cfg!(unix) && path == Path::new("/dev/stdin")
}

/// Returns the name of an input for messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".into() } else { path.display().to_string() }
}

/// Reads the input at `path`, which must consist of `length` bytes. `content` says what they are,
/// such as "sntrup761 public key".
pub(crate) fn read(path: &Path, content: &str, length: usize) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let unreadable =
        |error| Failure::expected(name(path), format_args!("a readable file ({content}, {length} bytes)"), error);
    let mut file =
        if is_standard_input(path) { unbuffered(io::stdin()) } else { File::open(path) }.map_err(unreadable)?;
    // One byte more than expected reveals a longer input, of which nothing else needs to be read.
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
        return Err(Failure::expected(name(path), format_args!("{length} bytes ({content})"), found));
    }
    bytes.truncate(length);
    Ok(bytes)
}
