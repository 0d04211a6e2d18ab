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

/// The name of the set and the first bytes.
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

/// The name of the set, and nothing secret.
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

/// The name of the set, and nothing secret.
impl<S: Mechanism> fmt::Debug for PreparedDecapsulationKey<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Prepared{:?}", self.key())
    }
}

#[cfg(feature = "serde")]
mod serialization {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serdect::array::serialize_hex_lower_or_bin;

    use super::{DecapsulationKey, EncapsulationKey, Mechanism, moves, with_wiped_stack};
    use crate::common::serialization::deserialize;

    impl<K: Mechanism> Serialize for EncapsulationKey<K> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize_hex_lower_or_bin(self, serializer)
        }
    }

    impl<'de, K: Mechanism> Deserialize<'de> for EncapsulationKey<K> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserialize::<D, K::PublicKeyBytes, _>(deserializer, Self::from_bytes)
        }
    }

    impl<K: Mechanism> Serialize for DecapsulationKey<K> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize_hex_lower_or_bin(&self.as_bytes(), serializer)
        }
    }

    impl<'de, K: Mechanism> Deserialize<'de> for DecapsulationKey<K> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            with_wiped_stack(moves::<Self>(), || deserialize::<D, K::SecretKeyBytes, _>(deserializer, Self::from_bytes))
        }
    }
}
