//! Conversions, comparison and wiping of the keys of all families.

/// Makes a key where it stays, as keys are large: calls `make` with the key in `result`, and
/// replaces it by an error.
#[inline(always)]
pub(crate) fn in_place<K, E>(result: &mut Result<K, E>, make: impl FnOnce(&mut K) -> Result<(), E>) {
    if let Ok(key) = result
        && let Err(error) = make(key)
    {
        *result = Err(error);
    }
}

/// Implements the traits of a public key for the type `EncapsulationKey<P: Parameters>` at the
/// place of the call.
macro_rules! encapsulation_key {
    () => {
        impl<P: Parameters> PartialEq for EncapsulationKey<P> {
            fn eq(&self, other: &Self) -> bool {
                self.bytes == other.bytes
            }
        }

        impl<P: Parameters> Eq for EncapsulationKey<P> {}

        impl<P: Parameters> core::hash::Hash for EncapsulationKey<P> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.bytes.hash(state);
            }
        }

        impl<P: Parameters> AsRef<[u8]> for EncapsulationKey<P> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<P: Parameters> TryFrom<&[u8]> for EncapsulationKey<P> {
            type Error = crate::common::error::Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                Self::from_bytes(bytes)
            }
        }

        #[cfg(feature = "serde")]
        impl<P: Parameters> serde::Serialize for EncapsulationKey<P> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serdect::array::serialize_hex_lower_or_bin(self, serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, P: Parameters> serde::Deserialize<'de> for EncapsulationKey<P> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::common::serialization::deserialize::<D, P::PublicKeyBytes, _>(deserializer, Self::from_bytes)
            }
        }
    };
}
pub(crate) use encapsulation_key;

/// Implements the traits of a secret key for the type `DecapsulationKey<P: Parameters>` at the
/// place of the call, which names the fields. Each secret part of the type must wipe itself.
macro_rules! decapsulation_key {
    ($($field:ident),+) => {
        impl<P: Parameters> Clone for DecapsulationKey<P> {
            fn clone(&self) -> Self {
                with_wiped_stack(moves::<Self>(), || Self { $($field: self.$field.clone()),+ })
            }
        }

        impl<P: Parameters> zeroize::ZeroizeOnDrop for DecapsulationKey<P> {}

        impl<P: Parameters> TryFrom<&[u8]> for DecapsulationKey<P> {
            type Error = crate::common::error::Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                Self::from_bytes(bytes)
            }
        }

        /// The name of the set, and nothing secret.
        impl<P: Parameters> core::fmt::Debug for DecapsulationKey<P> {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(formatter, "DecapsulationKey({}, secret)", P::SET)
            }
        }

        #[cfg(feature = "serde")]
        impl<P: Parameters> serde::Serialize for DecapsulationKey<P> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serdect::array::serialize_hex_lower_or_bin(&self.as_bytes(), serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, P: Parameters> serde::Deserialize<'de> for DecapsulationKey<P> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                with_wiped_stack(moves::<Self>(), || {
                    crate::common::serialization::deserialize::<D, P::SecretKeyBytes, _>(deserializer, Self::from_bytes)
                })
            }
        }
    };
}
pub(crate) use decapsulation_key;
