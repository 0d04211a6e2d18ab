//! Arithmetic with polynomials and words, without branches and indices that depend on them.

pub(crate) mod autovectorize;
#[cfg(feature = "_ntru")]
pub(crate) mod cyclotomic;
#[cfg(any(feature = "_sntrup", feature = "_ntru"))]
pub(crate) mod modulo_3;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod prime_ring;
pub(crate) mod product;
#[cfg(any(feature = "_sntrup", feature = "_ntru"))]
pub(crate) mod reciprocal;
pub(crate) mod sort;
