//! Shared libraries that the user names.

use std::path::Path;

use vectru_bench::kem::Library;

use crate::failure::Failure;

/// Loads a library `loads` times.
#[allow(unsafe_code)] // The user vouches for the library.
pub(super) fn open(path: &Path, loads: usize) -> Result<Library, Failure> {
    // SAFETY: by naming a library the user vouches for its functions, as the help of the option
    // says. No other code of the program can know what they do.
    unsafe { Library::open(path, loads) }.map_err(|error| Failure::new(path.display(), error))
}
