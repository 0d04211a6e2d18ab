//! The public interface of the parameter sets.

#[cfg(feature = "hybrid")]
pub mod hybrid;
#[cfg(feature = "kat")]
pub mod kat;
pub mod mechanism;
pub(crate) mod sets;
#[cfg(feature = "ssh")]
pub mod ssh;
#[cfg(all(feature = "kem", feature = "_sntrup"))]
pub mod traits;
