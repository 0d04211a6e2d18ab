//! Keys and ciphertexts in the data formats of `serde`: as hexadecimal digits where people read the
//! format, else as bytes.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serdect::array::serialize_hex_lower_or_bin;
use zeroize::Zeroizing;

use super::{DecapsulationKey, EncapsulationKey};
use crate::common::ciphertext::Ciphertext;
use crate::common::error::Error;
use crate::common::parameters::{Array, ParameterSet};
use crate::common::stack::{moves, with_wiped_stack};
use crate::mechanism::Mechanism;

/// Deserializes the bytes of an array of type A, and makes an object of them.
///
/// # Errors
///
/// Returns the error of the format, or that of `make`.
fn deserialize<'de, D: Deserializer<'de>, A: Array<u8>, T>(
    deserializer: D,
    make: impl FnOnce(&[u8]) -> Result<T, Error>,
) -> Result<T, D::Error> {
    // The bytes of a secret key are wiped.
    let mut buffer = Zeroizing::new(A::ZERO);
    let bytes = serdect::array::deserialize_hex_or_bin((*buffer).as_mut(), deserializer)?;
    make(bytes).map_err(D::Error::custom)
}

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

impl<P: ParameterSet> Serialize for Ciphertext<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hex_lower_or_bin(self, serializer)
    }
}

impl<'de, P: ParameterSet> Deserialize<'de> for Ciphertext<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<D, P::CiphertextBytes, _>(deserializer, Self::from_bytes)
    }
}
