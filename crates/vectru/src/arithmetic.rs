//! Arithmetic with polynomials and words, without branches and indices that depend on them.

pub(crate) mod autovectorize;
#[cfg(feature = "_ntru")]
pub(crate) mod cyclotomic;
#[cfg(any(feature = "_sntrup", feature = "_ntru"))]
pub(crate) mod modulo_3;
#[cfg(any(feature = "_ntru", feature = "_module-lwr"))]
pub(crate) mod power_of_two;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod prime_ring;
pub(crate) mod product;
#[cfg(any(feature = "_sntrup", feature = "_ntru"))]
pub(crate) mod reciprocal;
#[cfg(any(feature = "_ntru-prime", feature = "_ntru"))]
pub(crate) mod sort;
