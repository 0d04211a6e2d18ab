//! Keys in files: raw, in PEM or in DER.
//!
//! An input with the length of a raw key of the given set is a raw key. Otherwise it is PEM if a
//! line begins with `-----BEGIN `, or DER if it begins like a SEQUENCE. No key in PEM or DER has
//! the length of a raw key of any set.

use std::path::Path;

use vectru::Set;
use vectru::key_files::{KeyFileError, PublicKeyFile, SecretKeyFile};
use zeroize::Zeroizing;

use crate::arguments::KeyFormat;
use crate::failure::Failure;
use crate::files;
use crate::mechanism::{KeyPair, SecretBytes};

/// The greatest length of a key file, in bytes. The longest key has 4,200 bytes in PEM; other text
/// may precede it.
const LIMIT: usize = 1 << 16;

/// A function that returns the set and the bytes of a key in a document.
type Decode = fn(&[u8]) -> Result<(Set, SecretBytes), KeyFileError>;

/// A kind of key.
struct Kind {
    name: &'static str,
    /// Returns the length of a key, in bytes.
    length: fn(Set) -> usize,
    from_pem: Decode,
    from_der: Decode,
}

/// Returns the set and the bytes of a public key in a file.
fn public(file: &PublicKeyFile) -> (Set, SecretBytes) {
    (file.set(), file.as_bytes().to_vec().into())
}

/// Returns the set and the bytes of a secret key in a file.
fn secret(file: &SecretKeyFile) -> (Set, SecretBytes) {
    (file.set(), file.as_bytes().to_vec().into())
}

const PUBLIC: Kind = Kind {
    name: "public key",
    length: Set::public_key_bytes,
    from_pem: |text| PublicKeyFile::from_pem(text).map(|file| public(&file)),
    from_der: |document| PublicKeyFile::from_der(document).map(|file| public(&file)),
};

const SECRET: Kind = Kind {
    name: "secret key",
    length: Set::secret_key_bytes,
    from_pem: |text| SecretKeyFile::from_pem(text).map(|file| secret(&file)),
    from_der: |document| SecretKeyFile::from_der(document).map(|file| secret(&file)),
};

/// Reads a public key. Returns its set, which equals `set` if that is given, and its bytes.
pub(crate) fn read_public(path: &Path, set: Option<Set>) -> Result<(Set, SecretBytes), Failure> {
    PUBLIC.read(path, set)
}

/// Reads a secret key. Returns its set, which equals `set` if that is given, and its bytes.
pub(crate) fn read_secret(path: &Path, set: Option<Set>) -> Result<(Set, SecretBytes), Failure> {
    SECRET.read(path, set)
}

impl Kind {
    fn read(&self, path: &Path, set: Option<Set>) -> Result<(Set, SecretBytes), Failure> {
        let content = set.map_or(self.name.into(), |set| format!("{set} {}", self.name));
        let input = files::read_up_to(path, &content, LIMIT + 1)?;
        let bytes = &*input.bytes;
        if let Some(set) = set
            && bytes.len() == (self.length)(set)
        {
            return Ok((set, input.bytes));
        }
        let decode = match bytes.len() {
            ..=LIMIT if is_pem(bytes) => self.from_pem,
            ..=LIMIT if is_der(bytes) => self.from_der,
            _ => return Err(self.unknown(path, set, &input)),
        };
        let (found, key) = decode(bytes).map_err(|error| Failure::new(files::name(path), error))?;
        match set {
            Some(expected) if expected != found => Err(Failure::expected(
                files::name(path),
                format_args!("a {} of {expected} (--set)", self.name),
                format_args!("one of {found}"),
            )),
            _ => Ok((found, key)),
        }
    }

    /// Returns the failure of an input that is in no format.
    fn unknown(&self, path: &Path, set: Option<Set>, input: &files::Input) -> Failure {
        match set {
            Some(set) => {
                let length = (self.length)(set);
                let expected = format!("{length} bytes ({set} {}), PEM or DER", self.name);
                Failure::expected(files::name(path), expected, input.found(length))
            }
            None => {
                let expected = format!("a {} in PEM or DER (or --set and a raw one)", self.name);
                Failure::expected(files::name(path), expected, input.found(LIMIT))
            }
        }
    }
}

/// Returns true if a line begins as PEM does.
fn is_pem(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"-----BEGIN "))
}

/// Returns true if the bytes begin like a SEQUENCE of more than 127 bytes, valid or not.
fn is_der(bytes: &[u8]) -> bool {
    matches!(bytes, [0x30, 0x80..=0x84, ..])
}

/// Returns a key pair in a format: the public key, and the secret key.
pub(crate) fn encode(set: Set, pair: KeyPair, format: KeyFormat) -> Result<(Vec<u8>, SecretBytes), vectru::Error> {
    if format == KeyFormat::Raw {
        return Ok((pair.public_key, pair.secret_key));
    }
    let public = PublicKeyFile::new(set, &pair.public_key)?;
    let secret = SecretKeyFile::new(set, &pair.secret_key)?;
    Ok(match format {
        KeyFormat::Pem => (public.to_pem().into(), Zeroizing::new(secret.to_pem().as_bytes().to_vec())),
        _ => (public.to_der(), secret.to_der()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a raw key is recognised by its length alone.
    #[test]
    fn no_document_has_the_length_of_a_raw_key() {
        for set in Set::ALL {
            let public = PublicKeyFile::new(set, &vec![0; set.public_key_bytes()]).expect("the length is right");
            let secret = SecretKeyFile::new(set, &vec![0; set.secret_key_bytes()]).expect("the length is right");
            for other in Set::ALL {
                for length in [public.to_der().len(), public.to_pem().len()] {
                    assert_ne!(length, other.public_key_bytes(), "{set}, {other}");
                }
                for length in [secret.to_der().len(), secret.to_pem().len()] {
                    assert_ne!(length, other.secret_key_bytes(), "{set}, {other}");
                }
            }
        }
    }
}
