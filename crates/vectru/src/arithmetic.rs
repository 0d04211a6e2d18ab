//! Arithmetic with polynomials and words, without branches and indices that depend on them.

pub(crate) mod autovectorize;
pub(crate) mod cyclotomic;
pub(crate) mod modulo_3;
pub(crate) mod power_of_two;
pub(crate) mod prime_ring;
pub(crate) mod product;
pub(crate) mod reciprocal;
pub(crate) mod sort;
