//! Why bytes are not a key or a ciphertext.

use core::fmt;

/// What the bytes were meant to be.
///
/// ```
/// assert_eq!(vectru::Object::PublicKey.to_string(), "public key");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Object {
    /// An encapsulation key.
    PublicKey,
    /// A decapsulation key.
    SecretKey,
    /// A ciphertext.
    Ciphertext,
}

impl fmt::Display for Object {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PublicKey => "public key",
            Self::SecretKey => "secret key",
            Self::Ciphertext => "ciphertext",
        })
    }
}

/// Why bytes are not what they were meant to be.
///
/// ```
/// use vectru::{Error, Object, sntrup761};
/// let error = sntrup761::Ciphertext::from_bytes(&[0; 1038]).unwrap_err();
/// assert_eq!(error, Error::Length { object: Object::Ciphertext, expected: 1039, found: 1038 });
/// assert_eq!(error.to_string(), "ciphertext: wrong length: expected 1039 bytes, found 1038");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The length is not that of the parameter set.
    Length {
        /// What the bytes were meant to be.
        object: Object,
        /// The length of the parameter set, in bytes.
        expected: usize,
        /// The length found, in bytes.
        found: usize,
    },
    /// A public key holds a coefficient that is out of range: no residue modulo q, or, of a rounded element, none modulo
    /// (q + 2)/3.
    CoefficientOutOfRange {
        /// What the bytes were meant to be.
        object: Object,
        /// The power of x that the coefficient belongs to.
        index: usize,
        /// q, or (q + 2)/3: coefficients are encoded as the residues below.
        expected_below: u32,
        /// The value found.
        found: u32,
    },
    /// A secret key holds a digit that is none of the three coefficients -1, 0 and 1, or more digits than coefficients.
    /// Which one is not said, as the digits are secret.
    SmallCoefficientOutOfRange {
        /// What the bytes were meant to be.
        object: Object,
    },
    /// A bit behind the last coefficient of an encoded element of R_q is set.
    Padding {
        /// What the bytes were meant to be.
        object: Object,
    },
    /// The short polynomial of a secret key, f or a, has not the number of nonzero coefficients that the parameter set
    /// demands.
    Weight {
        /// What the bytes were meant to be.
        object: Object,
        /// The number of nonzero coefficients of the parameter set.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The hash within a secret key is not that of the public key within it.
    PublicKeyHash {
        /// What the bytes were meant to be.
        object: Object,
    },
}

impl Error {
    #[cfg(feature = "_ntru-prime")]
    /// The same error, found in a part of `whole`.
    pub(crate) fn within(mut self, whole: Object) -> Self {
        match &mut self {
            Self::Length { object, .. }
            | Self::CoefficientOutOfRange { object, .. }
            | Self::SmallCoefficientOutOfRange { object }
            | Self::Padding { object }
            | Self::Weight { object, .. }
            | Self::PublicKeyHash { object } => *object = whole,
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { object, expected, found } => {
                write!(formatter, "{object}: wrong length: expected {expected} bytes, found {found}")
            }
            Self::CoefficientOutOfRange { object, index, expected_below, found } => write!(
                formatter,
                "{object}: coefficient out of range: expected less than {expected_below} at x^{index}, found {found}"
            ),
            Self::SmallCoefficientOutOfRange { object } => write!(
                formatter,
                "{object}: coefficient out of range: expected the digits 0, 1 and 2 only, found another"
            ),
            Self::Padding { object } => write!(
                formatter,
                "{object}: wrong padding: expected zeros in the bits behind the last coefficient, found others"
            ),
            Self::Weight { object, expected, found } => {
                write!(formatter, "{object}: wrong weight: expected {expected} nonzero coefficients, found {found}")
            }
            Self::PublicKeyHash { object } => write!(
                formatter,
                "{object}: wrong hash of the public key: expected that of the public key within, found another"
            ),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn errors_say_what_was_expected_and_found() {
        let object = Object::PublicKey;
        let texts = [
            (Error::Length { object, expected: 2, found: 1 }, "wrong length: expected 2 bytes, found 1"),
            (
                Error::CoefficientOutOfRange { object, index: 3, expected_below: 4591, found: 4600 },
                "coefficient out of range: expected less than 4591 at x^3, found 4600",
            ),
            (
                Error::SmallCoefficientOutOfRange { object },
                "coefficient out of range: expected the digits 0, 1 and 2 only, found another",
            ),
            (
                Error::Padding { object },
                "wrong padding: expected zeros in the bits behind the last coefficient, found others",
            ),
            (
                Error::Weight { object, expected: 286, found: 1 },
                "wrong weight: expected 286 nonzero coefficients, found 1",
            ),
            (
                Error::PublicKeyHash { object },
                "wrong hash of the public key: expected that of the public key within, found another",
            ),
        ];
        for (error, text) in texts {
            assert_eq!(error.to_string().strip_prefix("public key: "), Some(text));
            #[cfg(feature = "_ntru-prime")]
            assert!(error.within(Object::SecretKey).to_string().starts_with("secret key: "));
        }
    }
}
