//! The reasons why a function of the provider fails, as OpenSSL's error queue shows them.

use core::ffi::{CStr, c_uint};
use core::fmt;

/// A failure. The core gets its [`reason`](Self::reason) and, where there is more to say, its text.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The provider has a mistake that made it panic.
    Panicked,
    /// The operating system gave no random bytes.
    RandomBytes(getrandom::Error),
    /// Bytes are not a key or a ciphertext.
    Bytes(vectru::Error),
    /// The buffer of the caller is too small.
    Buffer { needed: usize, found: usize },
    /// The key has no public part, or no secret one.
    MissingKey,
    /// The keys are not a pair.
    NoPair,
    /// A parameter has another type than its name demands, or a value that it cannot have.
    Parameter(&'static CStr),
    /// An encrypted file was asked for.
    Encryption,
    /// The algorithm has no object identifier, hence no file format.
    NoFormat,
    /// A stream of the core cannot be written to.
    Output,
    /// A pointer that must not be null is null, or the core lacks a function.
    Core,
}

/// The text of each reason; the reason is the index and 1.
pub(crate) const REASONS: [&CStr; 11] = [
    c"internal error of the provider",
    c"no random bytes",
    c"invalid bytes",
    c"buffer too small",
    c"the key lacks the part that is needed",
    c"the public key and the private key do not belong together",
    c"invalid parameter",
    c"encrypted output is not supported",
    c"the algorithm has no file format",
    c"cannot write",
    c"unexpected call",
];

impl Failure {
    /// Returns the number of the reason, from 1.
    pub(crate) const fn reason(&self) -> c_uint {
        match self {
            Self::Panicked => 1,
            Self::RandomBytes(_) => 2,
            Self::Bytes(_) => 3,
            Self::Buffer { .. } => 4,
            Self::MissingKey => 5,
            Self::NoPair => 6,
            Self::Parameter(_) => 7,
            Self::Encryption => 8,
            Self::NoFormat => 9,
            Self::Output => 10,
            Self::Core => 11,
        }
    }
}

/// Writes the details that the reason lacks, or nothing if it has them all.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RandomBytes(error) => error.fmt(formatter),
            Self::Bytes(error) => error.fmt(formatter),
            Self::Buffer { needed, found } => write!(formatter, "{needed} bytes needed, {found} found"),
            Self::Parameter(name) => formatter.write_str(&name.to_string_lossy()),
            Self::Encryption => formatter.write_str("write the key unencrypted into `openssl pkcs8 -topk8`"),
            _ => Ok(()),
        }
    }
}

impl From<vectru::Error> for Failure {
    fn from(error: vectru::Error) -> Self {
        Self::Bytes(error)
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Self::RandomBytes(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_text() {
        let failures = [
            Failure::Panicked,
            Failure::RandomBytes(getrandom::Error::UNSUPPORTED),
            Failure::Buffer { needed: 2, found: 1 },
            Failure::MissingKey,
            Failure::NoPair,
            Failure::Parameter(c"group"),
            Failure::Encryption,
            Failure::NoFormat,
            Failure::Output,
            Failure::Core,
        ];
        let mut reasons: Vec<_> = failures.iter().map(Failure::reason).collect();
        reasons.push(3); // Of `Failure::Bytes`.
        reasons.sort_unstable();
        assert!(reasons.into_iter().eq(1..=REASONS.len() as c_uint));
    }
}
