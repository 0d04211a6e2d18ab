//! Errors as Python's exceptions, in the words of the library.

use std::fmt::Display;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use vectru::key_files::KeyFileError;
use vectru::seed::{Seed, SeedError};
use vectru::{EncapsulationError, Error, ErrorKind, GenerationError, Set};
use vectru_polymul::dispatch::Unavailable;

/// The reason why a function has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bytes are not a key, not a ciphertext or not random.
    Bytes(Error),
    /// Key generation has rejected this number of candidates.
    Rejected(usize),
    /// The operating system gives no random bytes.
    Random(getrandom::Error),
    /// Bytes are not a stored seed.
    Seed(SeedError),
    /// A document is not a key in DER or PEM: the message, what was expected and what was found.
    KeyFile(String, Option<String>, Option<String>),
    /// A secret key is encrypted, or is not, or by another password.
    Password(&'static str),
    /// A number of objects is negative.
    Negative(String),
    /// A key in a batch belongs to another parameter set.
    OtherSet { index: usize, expected: Set, found: Set },
    /// Two lists of a batch have different lengths.
    Count { keys: usize, ciphertexts: usize },
    /// No object of the kind has the name.
    Unknown { kind: &'static str, expected: String, found: String },
    /// This CPU lacks the backend.
    Unavailable(Unavailable),
    /// Operands of a product are not polynomials of the ring.
    #[cfg(feature = "polymul")]
    Operand(String),
    /// An exception of Python.
    Raised(PyErr),
}

/// Returns the failure of a name that is none of those expected.
pub(crate) fn unknown(
    kind: &'static str,
    expected: impl IntoIterator<Item = &'static str>,
    found: impl Display,
) -> Failure {
    let expected = expected.into_iter().collect::<Vec<_>>().join(", ");
    Failure::Unknown { kind, expected, found: found.to_string() }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error.kind {
            ErrorKind::OtherSet { index, found } => Self::OtherSet { index, expected: error.set, found },
            _ => Self::Bytes(error),
        }
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Self::Random(error)
    }
}

impl From<GenerationError<getrandom::Error>> for Failure {
    fn from(error: GenerationError<getrandom::Error>) -> Self {
        match error {
            GenerationError::Generator(error) => Self::Random(error),
            GenerationError::Rejected { candidates } => Self::Rejected(candidates),
            // Later versions may have others; a generator of random bytes is all that can fail.
            _ => Self::Random(getrandom::Error::UNEXPECTED),
        }
    }
}

impl From<EncapsulationError<getrandom::Error>> for Failure {
    fn from(error: EncapsulationError<getrandom::Error>) -> Self {
        match error {
            EncapsulationError::Generator(error) => error.into(),
            EncapsulationError::Key(error) => error.into(),
        }
    }
}

impl From<SeedError> for Failure {
    fn from(error: SeedError) -> Self {
        Self::Seed(error)
    }
}

impl From<KeyFileError> for Failure {
    fn from(error: KeyFileError) -> Self {
        let message = error.to_string();
        match error {
            KeyFileError::Key(error) => error.into(),
            KeyFileError::Label { expected, found } => Self::KeyFile(message, Some(expected.into()), Some(found)),
            KeyFileError::UnknownAlgorithm { found } => Self::KeyFile(message, None, Some(found.to_string())),
            _ => Self::KeyFile(message, None, None),
        }
    }
}

impl From<Unavailable> for Failure {
    fn from(error: Unavailable) -> Self {
        Self::Unavailable(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| failure.exception(py).unwrap_or_else(|error| error))
    }
}

impl Failure {
    /// Returns the exception, or the one of its making.
    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let details = PyDict::new(py);
        let (class, message) = match self {
            Self::Bytes(error) => {
                details.set_item("parameter_set", error.set.name())?;
                details.set_item("object", error.object.to_string())?;
                (of_kind(error.kind, &details)?, error.to_string())
            }
            Self::Rejected(candidates) => {
                let kind = ErrorKind::Rejected { candidates };
                (of_kind(kind, &details)?, kind.to_string())
            }
            Self::Random(error) => return Ok(PyOSError::new_err(format!("no random bytes: {error}"))),
            Self::Seed(error) => {
                let (expected, found) = match error {
                    SeedError::Length { found } => (Seed::BYTES, Some(found)),
                    SeedError::Version { found } => (Seed::VERSION.into(), Some(found.into())),
                    _ => (Seed::BYTES, None),
                };
                details.set_item("expected", expected)?;
                details.set_item("found", found)?;
                ("SeedError", error.to_string())
            }
            Self::KeyFile(message, expected, found) => {
                details.set_item("expected", expected)?;
                details.set_item("found", found)?;
                ("KeyFileError", message)
            }
            Self::Password(message) => ("PasswordError", format!("secret key: {message}")),
            Self::Negative(found) => {
                details.set_item("expected", 0)?;
                details.set_item("found", &found)?;
                ("CountError", format!("wrong count: expected 0 or more, found {found}"))
            }
            Self::OtherSet { index, expected, found } => {
                details.set_item("parameter_set", expected.name())?;
                details.set_item("expected", expected.name())?;
                details.set_item("found", found.name())?;
                details.set_item("index", index)?;
                ("ParameterSetError", format!("key {index}: expected a key of {expected}, found one of {found}"))
            }
            Self::Count { keys, ciphertexts } => {
                details.set_item("expected", keys)?;
                details.set_item("found", ciphertexts)?;
                ("LengthError", format!("wrong number of ciphertexts: expected {keys}, found {ciphertexts}"))
            }
            Self::Unknown { kind, expected, found } => {
                let message = format!("unknown {kind}: expected {expected}, found {found}");
                details.set_item("expected", expected)?;
                details.set_item("found", found)?;
                ("UnknownNameError", message)
            }
            Self::Unavailable(error) => {
                details.set_item("expected", error.expected.name())?;
                details.set_item("found", error.found.name())?;
                ("UnavailableError", error.to_string())
            }
            #[cfg(feature = "polymul")]
            Self::Operand(message) => ("OperandError", message),
            Self::Raised(error) => return Ok(error),
        };
        let class = py.import("vectru.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), Some(&details))?))
    }
}

/// Returns the name of the exception of a kind of error, and writes what the kind says to
/// `details`.
fn of_kind(kind: ErrorKind, details: &Bound<'_, PyDict>) -> PyResult<&'static str> {
    let (class, expected, found) = match kind {
        ErrorKind::Length { expected, found } => ("LengthError", Some(expected), Some(found)),
        ErrorKind::TooFewBytes { needed, found } => ("TooFewBytesError", Some(needed), Some(found)),
        ErrorKind::Rejected { candidates } => ("RejectedError", None, Some(candidates)),
        ErrorKind::CoefficientOutOfRange { index, expected_below, found } => {
            details.set_item("index", index)?;
            ("CoefficientError", Some(expected_below as usize), Some(found as usize))
        }
        ErrorKind::SmallCoefficientOutOfRange => ("CoefficientError", None, None),
        ErrorKind::SecretCoefficientOutOfRange { limit } => ("CoefficientError", Some(limit), None),
        ErrorKind::Padding => ("PaddingError", None, None),
        ErrorKind::Weight { expected, found } => ("WeightError", Some(expected), Some(found)),
        ErrorKind::PublicKeyHash => ("PublicKeyHashError", None, None),
        _ => ("VectruError", None, None),
    };
    details.set_item("expected", expected)?;
    details.set_item("found", found)?;
    Ok(class)
}
