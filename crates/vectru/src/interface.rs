//! The public interface of the parameter sets.

#[cfg(feature = "hybrid")]
pub mod hybrid;
#[cfg(feature = "kat")]
pub mod kat;
#[cfg(feature = "pkcs8")]
pub mod key_files;
#[cfg(feature = "parts")]
pub mod primitives;
#[cfg(feature = "seed")]
pub mod seed;
mod sets;
#[cfg(feature = "ssh")]
pub mod ssh;
#[cfg(all(feature = "kem", feature = "_sntrup"))]
pub mod traits;

pub use sets::*;
