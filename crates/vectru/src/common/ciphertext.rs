//! Ciphertexts.

use core::fmt;

use crate::common::error::{Error, ErrorKind, Object};
use crate::common::parameters::{Array, ParameterSet};

/// A ciphertext of the parameter set P: any bytes of the right length.
///
/// Decapsulation alone can tell whether encapsulation made a ciphertext, and does not say. For any
/// other ciphertext it returns a secret that the sender cannot know.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ciphertext<P: ParameterSet> {
    pub(crate) bytes: P::CiphertextBytes,
}

impl<P: ParameterSet> Ciphertext<P> {
    /// Returns the ciphertext with these bytes.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::new([7; 1039]).as_bytes(), [7; 1039]);
    /// ```
    pub const fn new(bytes: P::CiphertextBytes) -> Self {
        Self { bytes }
    }

    /// Memory for a ciphertext.
    pub(crate) const ZERO: Self = Self { bytes: P::CiphertextBytes::ZERO };

    /// Returns the bytes of a ciphertext as an array.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `bytes` does not have the length of a ciphertext.
    pub(crate) fn array_of(bytes: &[u8]) -> Result<&P::CiphertextBytes, Error> {
        P::CiphertextBytes::of(bytes).ok_or(Error {
            set: P::SET,
            object: Object::Ciphertext,
            kind: ErrorKind::Length { expected: P::CiphertextBytes::LENGTH, found: bytes.len() },
        })
    }

    /// Returns the ciphertext with these bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `bytes` does not have the length of a ciphertext of the
    /// parameter set.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::from_bytes(&[7; 1039])?, Ciphertext::new([7; 1039]));
    /// assert!(Ciphertext::from_bytes(&[7; 1040]).is_err());
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::array_of(bytes).copied().map(Self::new)
    }

    /// Returns a copy of the bytes.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::new([7; 1039]).to_bytes(), [7; 1039]);
    /// ```
    pub fn to_bytes(&self) -> P::CiphertextBytes {
        self.bytes
    }

    /// Returns the bytes.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::new([7; 1039]).as_bytes().len(), 1039);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

impl<P: ParameterSet> AsRef<[u8]> for Ciphertext<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<P: ParameterSet> TryFrom<&[u8]> for Ciphertext<P> {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

/// Shows the name of the set and the first bytes.
impl<P: ParameterSet> fmt::Debug for Ciphertext<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Ciphertext({}, ", P::SET)?;
        self.as_bytes().iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}
