//! Reciprocals modulo x^p - x - 1, in constant time.
//!
//! Bernstein, Yang, "Fast constant-time gcd computation and modular inversion" (TCHES 2019), sections 5 to 7.

pub(crate) mod big;
mod scalar;
pub(crate) mod small;
#[cfg(test)]
mod tests;
