//! `vectru prove`: certificates of multipliers, for checkers that share no code with vectru.
//!
//! A certificate does not depend on the machine: every one writes those of all backends.

use std::io::Write;
use std::path::Path;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::dispatch::Backend;

use super::explain::entries;
use crate::arguments::Prove;
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};

/// Writes the certificate that the options name, or those of all chosen multipliers.
pub(super) fn run(options: &Prove, backend: Backend, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(directory) = &options.dir {
        return write_all(directory, options.force, out);
    }
    let Some(path) = &options.certificate else {
        return Err(Failure::expected("--certificate", "a file", "none"));
    };
    let named = entries(&options.ring.ring, options.multiplier.as_deref())?;
    let chosen = |entry: &&Entry| options.multiplier.is_some() || entry.is_chosen(backend);
    let Some(entry) = named.into_iter().find(chosen) else {
        return Err(Failure::expected("--ring", "a ring with a multiplier", &options.ring.ring));
    };
    write(entry, backend, path, options.force)
}

/// Writes the certificates of all chosen multipliers to `directory`, one for each form of vectors,
/// and prints their names.
fn write_all(directory: &Path, force: bool, out: &mut impl Write) -> Result<(), Failure> {
    files::check_directory("--dir", directory)?;
    let mut written = Vec::new();
    for entry in CATALOGUE.iter() {
        for backend in Backend::ALL.into_iter().filter(|&backend| entry.ships(backend)) {
            let form = backend.form().name;
            let name = format!("{}-{}-{form}", entry.recipe.ring, entry.recipe.name);
            if !written.contains(&name) {
                write(entry, backend, &directory.join(&name), force)?;
                writeln!(out, "{name}")?;
                written.push(name);
            }
        }
    }
    Ok(())
}

/// Writes the certificate of a multiplier for vectors of the backend.
fn write(entry: &Entry, backend: Backend, path: &Path, force: bool) -> Result<(), Failure> {
    files::check_writable(path, force)?;
    let name = entry.recipe.name;
    let certificate = entry.certificate(backend).map_err(|overflow| Failure::new(name, overflow))?;
    let text = certificate.ok_or_else(|| {
        let expected = "a multiplier modulo the q of its ring or modulo 2^16, or that of a module";
        Failure::expected("--multiplier", expected, format_args!("{name} over {}", entry.recipe.coefficient_ring))
    })?;
    files::write(&[Output { path, bytes: text.as_bytes(), secrecy: Secrecy::Public }], force)
}
