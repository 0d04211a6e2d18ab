//! The hashes of the schemes, of one message or of several side by side.

#[cfg(any(feature = "_ntru", all(feature = "_ntru-prime", feature = "alloc")))]
pub(crate) mod multi_buffer;
#[cfg(feature = "_ntru")]
pub(crate) mod ntru;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod ntru_prime;
