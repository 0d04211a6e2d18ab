//! Common parts of all schemes: the table of parameter sets, bytes of keys and ciphertexts, errors,
//! secrets and random bytes.

#[macro_use]
pub(crate) mod table;
#[macro_use]
mod unroll;

pub(crate) mod ciphertext;
pub(crate) mod comparison;
pub(crate) mod declassify;
pub(crate) mod error;
pub(crate) mod given_bytes;
pub(crate) mod parameters;
pub mod parts;
pub(crate) mod random;
pub(crate) mod secret;
pub(crate) mod set;
pub(crate) mod shared_secret;
pub mod stack;
#[cfg(feature = "getrandom")]
pub(crate) mod system_rng;
