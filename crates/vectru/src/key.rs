//! Keys of all schemes, in two states.
//!
//! - [`EncapsulationKey`] and [`DecapsulationKey`], which generation and `from_bytes` make, are
//!   checked bytes and the polynomials that they encode.
//! - [`PreparedEncapsulationKey`] and [`PreparedDecapsulationKey`], which `prepare` makes, also
//!   have transforms and hashes.
//!
//! A scheme contributes the data of both states and functions on them: see
//! [`Mechanism`](crate::Mechanism).

use crate::common::error::ErrorKind;

#[cfg(feature = "alloc")]
mod boxed;
mod conversions;
pub(crate) mod decapsulation;
pub(crate) mod encapsulation;
mod parts;
#[cfg(feature = "serde")]
mod serialization;

pub use decapsulation::{AnyDecapsulationKey, DecapsulationKey, PreparedDecapsulationKey};
pub use encapsulation::{AnyEncapsulationKey, EncapsulationKey, PreparedEncapsulationKey};
pub(crate) use parts::Parts;
pub(crate) use parts::WithPublicKey;

/// Returns the result of decoding a part of a [`DecapsulationKey`], which cannot fail: the key was
/// generated, or checked when it was loaded.
#[inline(always)]
pub(crate) fn checked<T>(result: Result<T, ErrorKind>) -> T {
    match result {
        Ok(result) => result,
        Err(_) => unreachable!("the key was generated, or checked when it was loaded"),
    }
}

/// Makes a key where it stays: calls `make` with the key in `result`, and replaces it by an error.
/// To return it from `make` would leave a copy of a secret key for each frame.
#[inline(always)]
pub(crate) fn in_place<K, E>(result: &mut Result<K, E>, make: impl FnOnce(&mut K) -> Result<(), E>) {
    if let Ok(key) = result
        && let Err(error) = make(key)
    {
        *result = Err(error);
    }
}
