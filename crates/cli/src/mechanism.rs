//! The mechanisms over bytes. Commands work on any parameter set and name none.

use std::fmt::Display;

use getrandom::SysRng;
use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::seed::Seed;
use vectru::{DecapsulationKey, EncapsulationKey, Error, GenerationError, Set};
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
    /// Returns the name of the multiplier that a backend runs for products in its ring.
    pub(crate) multiplier: fn(Backend) -> &'static str,
    /// The ring as a formula, such as `Z_4591[x]/(x^761 - x - 1)`.
    pub(crate) formula: &'static str,
    /// Generates a key pair.
    pub(crate) generate: fn() -> Outcome<KeyPair>,
    /// Returns the key pair of a seed.
    pub(crate) from_seed: fn(&Seed) -> KeyPair,
    /// Encapsulates a shared secret for a public key.
    pub(crate) encapsulate: fn(public_key: &[u8]) -> Outcome<Capsule>,
    /// Decapsulates the shared secret of a ciphertext.
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

impl KeyPair {
    fn of<M: vectru::Mechanism>(secret_key: &DecapsulationKey<M>, public_key: &EncapsulationKey<M>) -> Self {
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

/// Turns a mechanism of the library into one over bytes.
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
                Ok(KeyPair::of::<M>(&secret_key, &public_key))
            },
            from_seed: |seed| {
                let (secret_key, public_key) = seed.key_pair::<M>();
                KeyPair::of::<M>(&secret_key, &public_key)
            },
            encapsulate: |public_key| {
                let public_key = EncapsulationKey::<M>::from_bytes(public_key)?;
                let (ciphertext, shared_secret) = public_key.try_encapsulate(&mut SysRng)?;
                Ok(Capsule {
                    ciphertext: ciphertext.as_bytes().to_vec(),
                    shared_secret: shared_secret.as_bytes().to_vec().into(),
                })
            },
            decapsulate: |secret_key, ciphertext| {
                let secret_key = DecapsulationKey::<M>::from_bytes(secret_key)?;
                let ciphertext = Ciphertext::from_bytes(ciphertext)?;
                Ok(secret_key.decapsulate(&ciphertext).as_bytes().to_vec().into())
            },
        }
    }
}

impl Mechanism {
    /// Returns the mechanism of a parameter set.
    pub(crate) fn of(set: Set) -> Self {
        set.visit(OverBytes)
    }
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
