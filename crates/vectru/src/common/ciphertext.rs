//! What encapsulation sends.

use crate::common::error::{Error, Object};
#[cfg(all(feature = "_set", feature = "alloc"))]
use crate::common::parameters::Array;
use crate::common::parameters::{ParameterSet, exactly};

/// A ciphertext: any bytes of the right length. Whether it is one that encapsulation makes, only decapsulation can
/// tell, and it does not say: it returns a secret that the sender of a wrong ciphertext does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ciphertext<P: ParameterSet> {
    bytes: P::CiphertextBytes,
}

impl<P: ParameterSet> Ciphertext<P> {
    /// The ciphertext with these bytes.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::new([7; 1039]).as_bytes(), [7; 1039]);
    /// ```
    pub const fn new(bytes: P::CiphertextBytes) -> Self {
        Self { bytes }
    }

    /// Memory for a ciphertext.
    #[cfg(all(feature = "_set", feature = "alloc"))]
    pub(crate) fn zero() -> Self {
        Self { bytes: P::CiphertextBytes::ZERO }
    }

    /// The bytes, to be written.
    #[cfg(all(feature = "_set", feature = "alloc"))]
    pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8] {
        self.bytes.as_mut()
    }

    /// The ciphertext with these bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the length is not that of the parameter set.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::from_bytes(&[7; 1039])?, Ciphertext::new([7; 1039]));
    /// assert!(Ciphertext::from_bytes(&[7; 1040]).is_err());
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { bytes: exactly(bytes, Object::Ciphertext)? })
    }

    /// The bytes.
    ///
    /// ```
    /// use vectru::sntrup761::Ciphertext;
    /// assert_eq!(Ciphertext::new([7; 1039]).to_bytes(), [7; 1039]);
    /// ```
    pub fn to_bytes(&self) -> P::CiphertextBytes {
        self.bytes
    }

    /// The bytes, in place.
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
