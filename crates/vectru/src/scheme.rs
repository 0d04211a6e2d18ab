//! The schemes, generic over their parameter sets.

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod draws;
pub(crate) mod extents;
#[cfg(feature = "_module-lwr")]
pub mod module_lwr;
#[cfg(feature = "_ntru")]
pub mod ntru;
#[cfg(feature = "_ntrulpr")]
pub mod ntrulpr;
#[cfg(feature = "_ntru-prime")]
pub mod prime;
#[cfg(feature = "_sntrup")]
pub mod streamlined;
