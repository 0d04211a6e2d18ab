//! What the key types of all families have, written once: conversions from and to bytes, comparison, the promise to wipe, and how they
//! are made where they stay, for they are large.

/// Makes what is there by `make`, or takes the error.
#[inline(always)]
pub(crate) fn in_place<K, E>(result: &mut Result<K, E>, make: impl FnOnce(&mut K) -> Result<(), E>) {
    if let Ok(key) = result
        && let Err(error) = make(key)
    {
        *result = Err(error);
    }
}

/// For the type `EncapsulationKey<P: Parameters>` where the macro is called.
macro_rules! encapsulation_key {
    () => {
        impl<P: Parameters> PartialEq for EncapsulationKey<P> {
            fn eq(&self, other: &Self) -> bool {
                self.bytes == other.bytes
            }
        }

        impl<P: Parameters> Eq for EncapsulationKey<P> {}

        impl<P: Parameters> AsRef<[u8]> for EncapsulationKey<P> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<P: Parameters> TryFrom<&[u8]> for EncapsulationKey<P> {
            type Error = crate::common::error::Error;
            fn try_from(bytes: &[u8]) -> Result<Self, crate::common::error::Error> {
                Self::from_bytes(bytes)
            }
        }
    };
}
pub(crate) use encapsulation_key;

/// For the type `DecapsulationKey<P: Parameters>` where the macro is called, every secret part of which wipes itself.
macro_rules! decapsulation_key {
    () => {
        impl<P: Parameters> zeroize::ZeroizeOnDrop for DecapsulationKey<P> {}

        impl<P: Parameters> TryFrom<&[u8]> for DecapsulationKey<P> {
            type Error = crate::common::error::Error;
            fn try_from(bytes: &[u8]) -> Result<Self, crate::common::error::Error> {
                Self::from_bytes(bytes)
            }
        }
    };
}
pub(crate) use decapsulation_key;
