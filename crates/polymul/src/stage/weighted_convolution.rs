//! Weighted convolutions of size 16 by outer products: the products that remain after a transform
//! over chunks.
//!
//! ```text
//! R[x]/(x^16 - z) x R[x]/(x^16 - z) -> R[x]/(x^16 - z),   (a, b) -> 2^-16 a b
//! c_k = sum_(j <= k) a_j b_(k - j) + z sum_(j > k) a_j b_(16 + k - j)
//! ```
//!
//! with a weight z for each chunk. Each a_j multiplies one window of 16 consecutive *rows*, which
//! are the 32 coefficients (z b | b): row 16 + k - j for coefficient k. The sums are exact in 32
//! bits. One Montgomery reduction ends each sum and leaves the factor 2^-16.
//!
//! Operations for each chunk: 16 Barrett products by z, 256 products in 32 bits and 16 Montgomery
//! reductions.
//!
//! Bounds, for q = 4591: requires |a|, |b| <= 2926; the sums are below 16 * 2926^2 < 2^27.1, and
//! |c| < 4386.
//!
//! The rows of a block of chunks are prepared before any of them is read. A row that was just
//! stored would still be on its way to memory, and a load that spans several such stores waits for
//! them (measured: up to 3.4 times as long). Where a backend needs no such loads, two passes have
//! shorter chains of dependent operations than one pass (measured: 1.2 times as fast). Where two
//! vectors hold a chunk, both passes go by pairs of chunks.
//!
//! Sources: `[CCH+23]`, sections 4.3 and 4.4, Algorithm 6, and section 5.3.2 for size 16; `[CF94]`
//! for weighted convolutions. Preparing the rows of a block first is this project's own.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, Shape, Simd};

/// Computes the products of `BLOCK` chunks: `product[i] = 2^-16 a(i) b(i) mod (x^16 - weights[i])`.
/// `rows` is working memory.
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

/// Replaces each of `BLOCK` chunks by its product:
/// `product[i] = 2^-16 product[i] b(i) mod (x^16 - weights[i])`. `rows` is working memory.
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
    if const { S::Shape::SHORT && BLOCK.is_multiple_of(2) } {
        let (weights, rows) = (weights.as_chunks().0, rows.as_chunks_mut().0);
        for (i, (weights, rows)) in weights.iter().zip(&mut *rows).enumerate() {
            simd.pair_of_convolution_rows([b(2 * i), b(2 * i + 1)], weights, rows);
        }
        for (product, rows) in product.as_chunks_mut().0.iter_mut().zip(rows) {
            simd.pair_of_outer_products::<M>(product, rows);
        }
        return;
    }
    for i in 0..BLOCK {
        simd.convolution_rows(b(i), weights[i], &mut rows[i]);
    }
    for i in 0..BLOCK {
        product[i] = simd.outer_product::<M, 1>([&product[i]], [&rows[i]]);
    }
}
