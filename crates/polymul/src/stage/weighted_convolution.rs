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
//! them (measured: up to 3.4 times as long). On a backend without such loads, two passes have
//! shorter chains of dependent operations than one pass (measured: 1.2 times as fast). Where two
//! vectors hold a chunk, both passes handle two chunks at a time.
//!
//! Sources: `[CCH+23]`, sections 4.3 and 4.4, Algorithm 6, and section 5.3.2 for size 16; `[CF94]`
//! for weighted convolutions. Preparing the rows of a block first is this project's own.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, Simd, if_form};

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

/// Replaces as many chunks as there are weights by their products: `product[i] = 2^-16 product[i]
/// b[i] mod (x^16 - weights[i])`. `rows` is working memory for as many chunks.
#[inline(always)]
pub fn weighted_convolutions_of_slices<S: Simd, M: Modulus>(
    simd: S,
    b: &[[S::Coefficient; CHUNK]],
    weights: &[Constant<M>],
    rows: &mut [S::Rows],
    product: &mut [[S::Coefficient; CHUNK]],
) {
    let rows = &mut rows[..weights.len()];
    if_form!(S, simd, form => form.lanes < CHUNK, {
        let ((b_pairs, b), (weight_pairs, weights)) = (b.as_chunks(), weights.as_chunks());
        let ((row_pairs, rows), (product_pairs, product)) = (rows.as_chunks_mut(), product.as_chunks_mut());
        for ((b, weights), rows) in b_pairs.iter().zip(weight_pairs).zip(&mut *row_pairs) {
            let [low, high] = b;
            simd.pair_of_convolution_rows([low, high], weights, rows);
        }
        for (product, rows) in product_pairs.iter_mut().zip(&*row_pairs) {
            simd.pair_of_outer_products::<M>(product, rows);
        }
        one_by_one(simd, b, weights, rows, product);
    } else {
        one_by_one(simd, b, weights, rows, product);
    });
}

/// Computes the products of [`weighted_convolutions_of_slices`] chunk by chunk.
#[inline(always)]
fn one_by_one<S: Simd, M: Modulus>(
    simd: S,
    b: &[[S::Coefficient; CHUNK]],
    weights: &[Constant<M>],
    rows: &mut [S::Rows],
    product: &mut [[S::Coefficient; CHUNK]],
) {
    for ((b, &weight), rows) in b.iter().zip(weights).zip(&mut *rows) {
        simd.convolution_rows(b, weight, rows);
    }
    for (product, rows) in product.iter_mut().zip(&*rows) {
        *product = simd.outer_product::<M, 1>([&*product], [rows]);
    }
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
    if_form!(S, simd, form => BLOCK.is_multiple_of(2) && form.short, {
        let (weights, rows) = (weights.as_chunks().0, rows.as_chunks_mut().0);
        for (i, (weights, rows)) in weights.iter().zip(&mut *rows).enumerate() {
            simd.pair_of_convolution_rows([b(2 * i), b(2 * i + 1)], weights, rows);
        }
        for (product, rows) in product.as_chunks_mut().0.iter_mut().zip(rows) {
            simd.pair_of_outer_products::<M>(product, rows);
        }
        return;
    } else {});
    for i in 0..BLOCK {
        simd.convolution_rows(b(i), weights[i], &mut rows[i]);
    }
    for i in 0..BLOCK {
        product[i] = simd.outer_product::<M, 1>([&product[i]], [&rows[i]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, inverse};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape, Straight};
    use crate::stage::samples::{assert_congruent, product, remainder, residues};

    const Q: i64 = Q4591::Q as i64;

    fn check_block<P: Shape, const BLOCK: usize>() {
        let simd = Portable::<P>::new();
        let [a, b] = [1, 2].map(|seed| residues(BLOCK * CHUNK, seed, Q));
        let (a, b) = (a.as_chunks().0, b.as_chunks().0);
        let weight = |chunk: usize| (chunk as i64 * 577 + 1229) % Q;
        let weights = core::array::from_fn(|chunk| Constant::<Q4591>::new(weight(chunk)));
        let (mut rows, mut found) = ([simd.zero_rows(); BLOCK], [[0; CHUNK]; BLOCK]);
        weighted_convolutions(simd, |i| &a[i], |i| &b[i], &weights, &mut rows, &mut found);
        let radix = inverse(1 << 16, Q);
        for (chunk, found) in found.iter().enumerate() {
            let expected = remainder(&product(&a[chunk], &b[chunk]), CHUNK, weight(chunk));
            assert_congruent(found, expected.iter().map(|c| c % Q * radix), Q);
        }
    }

    fn check<P: Shape>() {
        check_block::<P, 1>();
        check_block::<P, 3>();
        check_block::<P, 6>();
    }

    #[test]
    fn products_are_the_definition() {
        check::<NeonShape>();
        check::<Straight<NeonShape>>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
