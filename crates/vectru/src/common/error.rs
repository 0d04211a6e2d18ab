//! Errors of bytes that are no key, no ciphertext or no random bytes of a parameter set.

use core::convert::Infallible;
use core::fmt;

use crate::common::set::Set;

/// The kind of object that bytes were given for.
///
/// ```
/// assert_eq!(vectru::Object::PublicKey.to_string(), "public key");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Object {
    /// An encapsulation key.
    PublicKey,
    /// A decapsulation key.
    SecretKey,
    /// A ciphertext.
    Ciphertext,
    /// The random bytes of a key pair or of an encapsulation.
    RandomBytes,
}

impl fmt::Display for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PublicKey => "public key",
            Self::SecretKey => "secret key",
            Self::Ciphertext => "ciphertext",
            Self::RandomBytes => "random bytes",
        })
    }
}

/// The error of bytes that are not an object of a parameter set.
///
/// ```
/// use vectru::{ErrorKind, Object, Set, sntrup761::Ciphertext};
/// let error = Ciphertext::from_bytes(&[0; 1038]).unwrap_err();
/// assert_eq!((error.set, error.object), (Set::Sntrup761, Object::Ciphertext));
/// assert_eq!(error.kind, ErrorKind::Length { expected: 1039, found: 1038 });
/// let text = "sntrup761 ciphertext: wrong length: expected 1039 bytes, found 1038";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Error {
    /// The parameter set.
    pub set: Set,
    /// The object that the bytes were given for.
    pub object: Object,
    /// The reason.
    pub kind: ErrorKind,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}: {}", self.set, self.object, self.kind)
    }
}

impl core::error::Error for Error {}

/// The error of key generation whose generator of random bytes can fail or repeat itself.
///
/// ```
/// use rand_core::{TryCryptoRng, TryRng};
/// use vectru::{GenerationError, ntruhps2048677::try_generate};
///
/// /// A generator that is broken: all its bytes are zeros.
/// struct Zeros;
///
/// impl TryRng for Zeros {
///     type Error = core::convert::Infallible;
///     fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
///         Ok(0)
///     }
///     fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
///         Ok(0)
///     }
///     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
///         bytes.fill(0);
///         Ok(())
///     }
/// }
/// impl TryCryptoRng for Zeros {}
///
/// let error = try_generate(&mut Zeros).unwrap_err();
/// assert_eq!(error, GenerationError::Rejected { candidates: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerationError<E> {
    /// The generator of random bytes failed.
    Generator(E),
    /// No key pair can be made of the random bytes: see [`ErrorKind::Rejected`].
    Rejected {
        /// The number of candidates that were drawn.
        candidates: usize,
    },
    /// The buffer for a key does not have its length.
    Buffer(Error),
}

impl GenerationError<Infallible> {
    /// Panics with the text of the error, instead of returning a key pair.
    #[cold]
    pub(crate) fn panic<T>(self) -> T {
        panic!("{self}")
    }
}

impl GenerationError<ErrorKind> {
    /// Returns the reason, where given bytes replace a generator.
    pub(crate) const fn into_kind(self) -> ErrorKind {
        match self {
            Self::Generator(kind) => kind,
            Self::Rejected { candidates } => ErrorKind::Rejected { candidates },
            Self::Buffer(error) => error.kind,
        }
    }
}

impl<E: fmt::Display> fmt::Display for GenerationError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generator(error) => write!(formatter, "no random bytes: {error}"),
            &Self::Rejected { candidates } => ErrorKind::Rejected { candidates }.fmt(formatter),
            Self::Buffer(error) => error.fmt(formatter),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for GenerationError<E> {}

/// The error of an encapsulation whose generator of random bytes can fail, with a key that is given
/// as bytes or belongs to a hybrid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncapsulationError<E> {
    /// The generator of random bytes failed.
    Generator(E),
    /// The key is not one that can be used, or the buffer for the ciphertext does not have its
    /// length.
    Key(Error),
}

impl EncapsulationError<Infallible> {
    /// Returns the error of the key, as a generator of this kind does not fail.
    pub(crate) const fn into_key_error(self) -> Error {
        match self {
            Self::Key(error) => error,
            Self::Generator(never) => match never {},
        }
    }
}

impl<E: fmt::Display> fmt::Display for EncapsulationError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generator(error) => write!(formatter, "no random bytes: {error}"),
            Self::Key(error) => error.fmt(formatter),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for EncapsulationError<E> {}

/// The reason of an [`Error`].
///
/// ```
/// let kind = vectru::ErrorKind::Weight { expected: 286, found: 1 };
/// assert_eq!(kind.to_string(), "wrong weight: expected 286 nonzero coefficients, found 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There are more or fewer bytes than the object has in this parameter set.
    Length {
        /// The length of the object, in bytes.
        expected: usize,
        /// The length found, in bytes.
        found: usize,
    },
    /// Random bytes ran out before the key pair was made.
    TooFewBytes {
        /// The number of bytes that are needed at least.
        needed: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// No key pair can be made of the random bytes, because they are not random. In Streamlined
    /// NTRU Prime none of the [32 candidates](crate#random-bytes) for g is invertible; in NTRU f or
    /// g, the only candidates, is 0. Uniform bytes lead there with probability below 2^-128.
    Rejected {
        /// The number of candidates that were drawn.
        candidates: usize,
    },
    /// A coefficient of a public key is out of range: it is not a residue modulo q or, in a rounded
    /// element, not a residue modulo (q + 2)/3.
    CoefficientOutOfRange {
        /// The power of x that the coefficient belongs to.
        index: usize,
        /// The modulus, q or (q + 2)/3. Coefficients are encoded as residues below it.
        expected_below: u32,
        /// The number found.
        found: u32,
    },
    /// A digit of a secret key is not one of the three that encode -1, 0 and 1, or there are more
    /// digits than coefficients. The error does not say which digit, as digits are secret.
    SmallCoefficientOutOfRange,
    /// A coefficient of the secret vector of Saber has a magnitude above mu/2. The error does not
    /// say which coefficient, as coefficients are secret.
    SecretCoefficientOutOfRange {
        /// mu/2.
        limit: usize,
    },
    /// A bit behind the last coefficient of an encoded element of R_q is set.
    Padding,
    /// The short polynomial of a secret key, f or a, has another weight than the parameter set
    /// demands.
    Weight {
        /// The number of nonzero coefficients in this parameter set.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The hash in a secret key does not match the public key in it.
    PublicKeyHash,
    /// The X25519 part of a hybrid's public key or ciphertext is a point of low order: the shared
    /// secret of X25519 is 0.
    LowOrder,
    /// A key of a batch belongs to another set.
    OtherSet {
        /// The index of the key.
        index: usize,
        /// The set of the key.
        found: Set,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(formatter, "wrong length: expected {expected} bytes, found {found}")
            }
            Self::TooFewBytes { needed, found } => {
                write!(formatter, "too few: expected {needed} bytes or more, found {found}")
            }
            Self::Rejected { candidates } => write!(
                formatter,
                "not random: expected a candidate that makes a key pair, found {candidates} that do not"
            ),
            Self::CoefficientOutOfRange { index, expected_below, found } => write!(
                formatter,
                "coefficient out of range: expected less than {expected_below} at x^{index}, found {found}"
            ),
            Self::SmallCoefficientOutOfRange => {
                formatter.write_str("coefficient out of range: expected the digits 0, 1 and 2 only, found another")
            }
            Self::SecretCoefficientOutOfRange { limit } => {
                write!(formatter, "coefficient out of range: expected magnitudes up to {limit}, found a larger one")
            }
            Self::Padding => formatter
                .write_str("wrong padding: expected zeros in the bits behind the last coefficient, found others"),
            Self::Weight { expected, found } => {
                write!(formatter, "wrong weight: expected {expected} nonzero coefficients, found {found}")
            }
            Self::PublicKeyHash => formatter
                .write_str("wrong hash of the public key: expected that of the public key within, found another"),
            Self::OtherSet { index, found } => {
                write!(formatter, "wrong set: expected keys of this set, found one of {found} at index {index}")
            }
            Self::LowOrder => {
                formatter.write_str("wrong X25519 part: expected a point of large order, found one of low order")
            }
        }
    }
}

impl core::error::Error for ErrorKind {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn errors_say_what_was_expected_and_found() {
        let texts = [
            (ErrorKind::Length { expected: 2, found: 1 }, "wrong length: expected 2 bytes, found 1"),
            (ErrorKind::TooFewBytes { needed: 2, found: 1 }, "too few: expected 2 bytes or more, found 1"),
            (
                ErrorKind::Rejected { candidates: 32 },
                "not random: expected a candidate that makes a key pair, found 32 that do not",
            ),
            (
                ErrorKind::CoefficientOutOfRange { index: 3, expected_below: 4591, found: 4600 },
                "coefficient out of range: expected less than 4591 at x^3, found 4600",
            ),
            (
                ErrorKind::SmallCoefficientOutOfRange,
                "coefficient out of range: expected the digits 0, 1 and 2 only, found another",
            ),
            (
                ErrorKind::SecretCoefficientOutOfRange { limit: 5 },
                "coefficient out of range: expected magnitudes up to 5, found a larger one",
            ),
            (ErrorKind::Padding, "wrong padding: expected zeros in the bits behind the last coefficient, found others"),
            (ErrorKind::Weight { expected: 286, found: 1 }, "wrong weight: expected 286 nonzero coefficients, found 1"),
            (
                ErrorKind::PublicKeyHash,
                "wrong hash of the public key: expected that of the public key within, found another",
            ),
            (ErrorKind::LowOrder, "wrong X25519 part: expected a point of large order, found one of low order"),
        ];
        for (kind, text) in texts {
            assert_eq!(kind.to_string(), text);
            for set in Set::ALL {
                let error = Error { set, object: Object::SecretKey, kind };
                assert_eq!(error.to_string(), alloc::format!("{set} secret key: {text}"));
            }
        }
    }
}
