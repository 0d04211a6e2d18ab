//! Shared secrets.

use core::fmt;

use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::common::secret::Secret;

/// The 32 secret bytes that both parties share. They are compared in constant time, wiped when
/// dropped, and not shown by `Debug`.
///
/// ```
/// let mut rng = vectru::system_rng();
/// let (_, key) = vectru::sntrup761::generate(&mut rng);
/// let (_, secret) = key.encapsulate(&mut rng);
/// assert_eq!(secret.as_bytes(), &secret.to_bytes());
/// assert_eq!(format!("{secret:?}"), "SharedSecret(..)");
/// ```
#[derive(Clone)]
pub struct SharedSecret(Secret<[u8; Self::BYTES]>);

impl SharedSecret {
    /// The length of a shared secret of any parameter set, in bytes.
    pub const BYTES: usize = 32;

    /// Returns the shared secret with these bytes.
    pub(crate) const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(Secret::new(bytes))
    }

    /// Returns memory for a shared secret.
    pub(crate) const fn zero() -> Self {
        Self::new([0; Self::BYTES])
    }

    /// Returns the bytes.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// let (_, secret) = key.encapsulate(&mut vectru::system_rng());
    /// assert_eq!(secret.as_bytes().len(), 32);
    /// ```
    pub fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Returns a copy of the bytes. The caller should wipe it.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// let (_, secret) = key.encapsulate(&mut vectru::system_rng());
    /// assert_eq!(secret.to_bytes(), *secret.as_bytes());
    /// ```
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        *self.0
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.as_bytes().ct_eq(other.as_bytes())
    }
}

impl PartialEq for SharedSecret {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for SharedSecret {}

impl AsRef<[u8]> for SharedSecret {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Zeroize for SharedSecret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SharedSecret(..)")
    }
}
