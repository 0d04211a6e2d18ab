//! Keys of all schemes, in two states.
//!
//! | state | contents | made by |
//! | --- | --- | --- |
//! | [`EncapsulationKey`], [`DecapsulationKey`] | checked bytes, decoded polynomials | generation, `from_bytes` |
//! | [`PreparedEncapsulationKey`], [`PreparedDecapsulationKey`] | transforms and hashes beside them | `prepare` |
//!
//! A scheme contributes the data of both states and functions on them: see
//! [`Mechanism`](crate::Mechanism).

mod conversions;
pub(crate) mod decapsulation;
pub(crate) mod encapsulation;
mod parts;

pub use decapsulation::{AnyDecapsulationKey, DecapsulationKey, PreparedDecapsulationKey};
pub use encapsulation::{AnyEncapsulationKey, EncapsulationKey, PreparedEncapsulationKey};
pub(crate) use parts::Parts;
pub(crate) use parts::WithPublicKey;

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
