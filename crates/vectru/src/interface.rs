//! The public interface of the parameter sets.

#[cfg(all(feature = "hybrid", feature = "_set"))]
pub mod hybrid;
#[cfg(feature = "kat")]
pub mod kat;
#[cfg(all(feature = "pkcs8", feature = "_set"))]
pub mod key_files;
pub mod mechanism;
#[cfg(feature = "parts")]
pub mod primitives;
#[cfg(all(feature = "seed", feature = "_set"))]
pub mod seed;
pub(crate) mod sets;
#[cfg(feature = "ssh")]
pub mod ssh;
#[cfg(all(feature = "kem", feature = "_sntrup"))]
pub mod traits;
