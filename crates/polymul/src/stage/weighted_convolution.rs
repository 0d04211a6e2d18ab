//! Weighted convolutions of size 16: the products that remain after the transform.
//!
//! ```text
//! R[x]/(x^16 - z) x R[x]/(x^16 - z) -> R[x]/(x^16 - z),   (a, b) -> 2^-16 a b
//! ```
//!
//! for one weight z a chunk, by outer products: coefficient k is `sum_(j <= k) a_j b_(k-j) + z sum_(j > k) a_j
//! b_(16+k-j)`, so with the rows (z b | b) each a_j multiplies one window of 16 consecutive rows. The sums are exact
//! in 32 bits; one Montgomery reduction ends each, which leaves the factor 2^-16.
//!
//! Bounds: inputs up to 2926 (both operands) give sums below 16 * 2926^2 < 2^27.1 and results below 4386.
//!
//! The rows of a block of chunks are prepared before any of them is used: a row that was just stored would still be
//! on its way to memory, and a load across several such stores waits (measured: up to 3.4 times as long). Where windows
//! need no such loads, the two passes are shorter chains of dependent operations than one pass (measured: 1.2 times
//! as fast).
//!
//! Source: Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial Multipliers" (long version), on outer products;
//! the blocks are ours.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, Simd};

/// Products of `BLOCK` consecutive chunks: `product[i] = 2^-16 a[i] b[i] mod (x^16 - weights[i])`. What `rows` holds
/// before does not matter.
#[inline(always)]
pub fn weighted_convolutions<'a, S: Simd, M: Modulus, const BLOCK: usize>(
    simd: S,
    a: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    b: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    weights: &[Constant<M>; BLOCK],
    rows: &mut [S::Rows; BLOCK],
    product: &mut [[S::Coefficient; CHUNK]; BLOCK],
) where
    S::Coefficient: 'a,
{
    for i in 0..BLOCK {
        product[i] = *a(i);
    }
    weighted_convolutions_in_place(simd, b, weights, rows, product);
}

/// The same where `product` holds a before.
#[inline(always)]
pub fn weighted_convolutions_in_place<'a, S: Simd, M: Modulus, const BLOCK: usize>(
    simd: S,
    b: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    weights: &[Constant<M>; BLOCK],
    rows: &mut [S::Rows; BLOCK],
    product: &mut [[S::Coefficient; CHUNK]; BLOCK],
) where
    S::Coefficient: 'a,
{
    for i in 0..BLOCK {
        simd.convolution_rows(b(i), weights[i], &mut rows[i]);
    }
    for i in 0..BLOCK {
        product[i] = simd.outer_product::<M, 1>([&product[i]], [&rows[i]]);
    }
}
