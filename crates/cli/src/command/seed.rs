//! `vectru seed`: a seed, from which `vectru keygen` makes a key pair.

use getrandom::SysRng;
use vectru::seed::Seed;

use crate::arguments::SeedFile;
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::mechanism::no_random_bytes;

/// Makes a seed.
pub(super) fn run(options: &SeedFile) -> Result<(), Failure> {
    files::check_writable(&options.file, options.force)?;
    let seed = Seed::try_generate(&mut SysRng).map_err(no_random_bytes)?;
    let bytes = seed.to_bytes();
    files::write(&[Output { path: &options.file, bytes: &*bytes, secrecy: Secrecy::Secret }], options.force)
}
