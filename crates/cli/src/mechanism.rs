//! The mechanisms over bytes, for commands that work with any parameter set.

use std::fmt::Display;

use getrandom::SysRng;
use vectru::dynamic::Pair;
use vectru::{Error, GenerationError, Set};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Bytes that are wiped when they are dropped.
pub(crate) type SecretBytes = Zeroizing<Vec<u8>>;

/// A key pair, in bytes.
#[derive(Debug)]
pub(crate) struct KeyPair {
    /// The encapsulation key.
    pub(crate) public_key: Vec<u8>,
    /// The decapsulation key.
    pub(crate) secret_key: SecretBytes,
}

impl KeyPair {
    /// Returns the bytes of a key pair.
    pub(crate) fn of((secret_key, public_key): &Pair) -> Self {
        Self { public_key: public_key.as_bytes().to_vec(), secret_key: secret_key.as_bytes().to_vec().into() }
    }
}

/// The result of encapsulation, in bytes.
#[derive(Debug)]
pub(crate) struct Capsule {
    /// The ciphertext.
    pub(crate) ciphertext: Vec<u8>,
    /// The shared secret.
    pub(crate) shared_secret: SecretBytes,
}

/// Generates a key pair.
pub(crate) fn generate(set: Set) -> Outcome<KeyPair> {
    Ok(KeyPair::of(&set.try_generate(&mut SysRng)?))
}

/// Encapsulates a shared secret for a public key.
pub(crate) fn encapsulate(set: Set, public_key: &[u8]) -> Outcome<Capsule> {
    let (ciphertext, shared_secret) = set.encapsulation_key(public_key)?.try_encapsulate(&mut SysRng)?;
    Ok(Capsule { ciphertext, shared_secret: shared_secret.as_bytes().to_vec().into() })
}

/// Decapsulates the shared secret of a ciphertext.
pub(crate) fn decapsulate(set: Set, secret_key: &[u8], ciphertext: &[u8]) -> Outcome<SecretBytes> {
    Ok(set.decapsulation_key(secret_key)?.decapsulate(ciphertext)?.as_bytes().to_vec().into())
}

/// The result of an operation.
pub(crate) type Outcome<T> = Result<T, Refusal>;

/// The reason why an operation has no result.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A key or ciphertext is not valid.
    Bytes(Error),
    /// The operating system does not provide random bytes.
    Random(getrandom::Error),
    /// The operating system's bytes are not random.
    Key(GenerationError<getrandom::Error>),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Bytes(error)
    }
}

impl From<GenerationError<getrandom::Error>> for Refusal {
    fn from(error: GenerationError<getrandom::Error>) -> Self {
        match error {
            GenerationError::Generator(error) => Self::Random(error),
            error => Self::Key(error),
        }
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Self {
        Self::Random(error)
    }
}

impl Refusal {
    /// Returns the failure to report if the bytes came from `source`.
    pub(crate) fn of(self, source: impl Display) -> Failure {
        match self {
            Self::Bytes(error) => Failure::new(source, error),
            Self::Random(error) => no_random_bytes(error),
            Self::Key(error) => Failure::new("random bytes", error),
        }
    }
}

/// Returns the failure of an operating system that does not provide random bytes.
pub(crate) fn no_random_bytes(error: getrandom::Error) -> Failure {
    Failure::expected("random bytes", "the operating system to provide them", error)
}
