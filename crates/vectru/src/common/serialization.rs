//! Keys and ciphertexts in the data formats of `serde`: as hexadecimal digits where people read the
//! format, else as bytes.

use serde::Deserializer;
use serde::de::Error as _;
use zeroize::Zeroizing;

use crate::common::error::Error;
use crate::common::parameters::Array;

/// Deserializes the bytes of an array of type A, and makes an object of them.
///
/// # Errors
///
/// Returns the error of the format, or that of `make`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>, A: Array<u8>, T>(
    deserializer: D,
    make: impl FnOnce(&[u8]) -> Result<T, Error>,
) -> Result<T, D::Error> {
    // The bytes of a secret key are wiped.
    let mut buffer = Zeroizing::new(A::ZERO);
    let bytes = serdect::array::deserialize_hex_or_bin((*buffer).as_mut(), deserializer)?;
    make(bytes).map_err(D::Error::custom)
}
