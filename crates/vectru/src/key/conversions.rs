//! Conversion, comparison and formatting of keys.

use core::{fmt, hash};

use super::{DecapsulationKey, EncapsulationKey, PreparedDecapsulationKey, PreparedEncapsulationKey};
use crate::common::error::Error;
use crate::common::stack::{moves, with_wiped_stack};
use crate::mechanism::Mechanism;

impl<S: Mechanism> PartialEq for EncapsulationKey<S> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<S: Mechanism> Eq for EncapsulationKey<S> {}

impl<S: Mechanism> hash::Hash for EncapsulationKey<S> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl<S: Mechanism> AsRef<[u8]> for EncapsulationKey<S> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<S: Mechanism> TryFrom<&[u8]> for EncapsulationKey<S> {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

/// Shows the name of the set and the first bytes.
impl<S: Mechanism> fmt::Debug for EncapsulationKey<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", S::SET)?;
        self.as_bytes().iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}

impl<S: Mechanism> fmt::Debug for PreparedEncapsulationKey<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Prepared{:?}", self.key())
    }
}

impl<S: Mechanism> Clone for DecapsulationKey<S> {
    fn clone(&self) -> Self {
        with_wiped_stack(moves::<Self>(), || Self { bytes: self.bytes.clone(), parts: self.parts.clone() })
    }
}

impl<S: Mechanism> zeroize::ZeroizeOnDrop for DecapsulationKey<S> {}

impl<S: Mechanism> TryFrom<&[u8]> for DecapsulationKey<S> {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

/// Shows the name of the set, and nothing secret.
impl<S: Mechanism> fmt::Debug for DecapsulationKey<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey({}, secret)", S::SET)
    }
}

impl<S: Mechanism> Clone for PreparedDecapsulationKey<S> {
    fn clone(&self) -> Self {
        with_wiped_stack(moves::<Self>(), || Self { key: self.key.clone(), prepared: self.prepared.clone() })
    }
}

impl<S: Mechanism> zeroize::ZeroizeOnDrop for PreparedDecapsulationKey<S> {}

/// Shows the name of the set, and nothing secret.
impl<S: Mechanism> fmt::Debug for PreparedDecapsulationKey<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Prepared{:?}", self.key())
    }
}
