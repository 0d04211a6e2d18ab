//! Common parts of all schemes: the table of parameter sets, bytes of keys and ciphertexts, errors,
//! secrets and random bytes.

#[macro_use]
mod table;
#[cfg(feature = "_set")]
#[macro_use]
mod unroll;

pub(crate) mod ciphertext;
#[cfg(feature = "_set")]
pub(crate) mod declassify;
pub(crate) mod error;
#[cfg(feature = "_set")]
pub(crate) mod given_bytes;
#[cfg(feature = "_set")]
pub(crate) mod key;
pub(crate) mod parameters;
pub mod parts;
pub(crate) mod random;
pub(crate) mod secret;
#[cfg(feature = "serde")]
pub(crate) mod serialization;
pub(crate) mod set;
pub(crate) mod shared_secret;
pub mod stack;
