//! `vectru fingerprint`: a short name of a public key, to compare over another channel.

use std::io::Write;

use sha2::{Digest, Sha256};
use vectru::key_files::PublicKeyFile;

use crate::arguments::Fingerprint;
use crate::failure::Failure;
use crate::{files, key_file};

/// Prints the set of a key and the SHA-256 digest of its SubjectPublicKeyInfo in DER, for a key in
/// any format.
pub(super) fn run(options: &Fingerprint, out: &mut impl Write) -> Result<(), Failure> {
    let (set, key) = key_file::read_public(&options.file, options.set.set)?;
    let file = PublicKeyFile::new(set, &key).map_err(|error| Failure::new(files::name(&options.file), error))?;
    write!(out, "{set} SHA-256 ")?;
    for byte in Sha256::digest(file.to_der()) {
        write!(out, "{byte:02x}")?;
    }
    Ok(writeln!(out)?)
}
