//! The public interface of the parameter sets.

#[cfg(all(feature = "_set", feature = "alloc"))]
pub(crate) mod batch;
#[cfg(feature = "kat")]
pub mod kat;
pub mod mechanism;
pub(crate) mod sets;
#[cfg(all(feature = "kem", feature = "_sntrup"))]
pub mod traits;
