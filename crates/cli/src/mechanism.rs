//! The mechanisms over bytes: commands take any set and know none by name.

use std::fmt::Display;

use getrandom::SysRng;
use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{Error, Set};
use vectru_polymul::dispatch::Backend;
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Bytes that are wiped when they are dropped.
pub(crate) type SecretBytes = Zeroizing<Vec<u8>>;

/// A mechanism over bytes, with the operating system's random bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mechanism {
    /// The parameter set: its name and sizes.
    pub(crate) set: Set,
    /// The name of the multiplier that products of its ring run on a backend.
    pub(crate) multiplier: fn(Backend) -> &'static str,
    /// The ring, as a mathematician writes it.
    pub(crate) formula: &'static str,
    /// A new key pair.
    pub(crate) generate: fn() -> Outcome<KeyPair>,
    /// A shared secret and the ciphertext that carries it, for a public key.
    pub(crate) encapsulate: fn(public_key: &[u8]) -> Outcome<Capsule>,
    /// The shared secret of a ciphertext.
    pub(crate) decapsulate: fn(secret_key: &[u8], ciphertext: &[u8]) -> Outcome<SecretBytes>,
}

/// A key pair, in bytes.
#[derive(Debug)]
pub(crate) struct KeyPair {
    /// The encapsulation key.
    pub(crate) public_key: Vec<u8>,
    /// The decapsulation key.
    pub(crate) secret_key: SecretBytes,
}

/// What encapsulation gives, in bytes.
#[derive(Debug)]
pub(crate) struct Capsule {
    /// The ciphertext.
    pub(crate) ciphertext: Vec<u8>,
    /// The shared secret.
    pub(crate) shared_secret: SecretBytes,
}

/// Takes a mechanism as it is over bytes.
struct OverBytes;

impl Visitor for OverBytes {
    type Output = Mechanism;

    fn visit<M: vectru::Mechanism>(self) -> Mechanism {
        Mechanism {
            set: M::SET,
            multiplier: M::multiplier,
            formula: M::FORMULA,
            generate: || {
                let (secret_key, public_key) = M::try_generate(&mut SysRng)?;
                Ok(KeyPair {
                    public_key: M::public_key_bytes(&public_key).to_vec(),
                    secret_key: M::secret_key_bytes(&secret_key).to_vec().into(),
                })
            },
            encapsulate: |public_key| {
                let public_key = M::encapsulation_key(public_key)?;
                let (ciphertext, shared_secret) = M::try_encapsulate(&public_key, &mut SysRng)?;
                Ok(Capsule {
                    ciphertext: ciphertext.as_bytes().to_vec(),
                    shared_secret: shared_secret.as_bytes().to_vec().into(),
                })
            },
            decapsulate: |secret_key, ciphertext| {
                let secret_key = M::decapsulation_key(secret_key)?;
                let ciphertext = Ciphertext::from_bytes(ciphertext)?;
                Ok(M::decapsulate(&secret_key, &ciphertext).as_bytes().to_vec().into())
            },
        }
    }
}

impl Mechanism {
    /// The mechanism of a parameter set.
    pub(crate) fn of(set: Set) -> Self {
        set.visit(OverBytes)
    }

    /// The mechanism of the set that the user named.
    pub(crate) fn named(name: &str) -> Result<Self, Failure> {
        name.parse().map(Self::of).map_err(|_| {
            let names = Set::ALL.map(Set::name);
            Failure::expected("--set", format_args!("one of {}", names.join(", ")), name)
        })
    }
}

/// What an operation gives.
pub(crate) type Outcome<T> = Result<T, Refusal>;

/// Why an operation gives nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Bytes that were given are not what they were meant to be.
    Bytes(Error),
    /// The operating system gives no random bytes.
    Random(getrandom::Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Bytes(error)
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Self {
        Self::Random(error)
    }
}

impl Refusal {
    /// The failure to report, if the bytes came from `source`.
    pub(crate) fn of(self, source: impl Display) -> Failure {
        match self {
            Self::Bytes(error) => Failure::new(source, error),
            Self::Random(error) => no_random_bytes(error),
        }
    }
}

/// The failure of the operating system to give random bytes.
pub(crate) fn no_random_bytes(error: getrandom::Error) -> Failure {
    Failure::expected("random bytes", "the operating system to give them", error)
}
