//! Truncation: a cyclic product without one of the factors of its modulus.
//!
//! ```text
//! R[x]/(x^(8 e) - 1) -> R[x]/((x^(8 e) - 1)/(x^e + 1)),   e = 8 m, m odd
//! ```
//!
//! The factor x^(2 e) - 1 = (x^e - 1)(x^e + 1) of the modulus is the product of the polynomials
//! x^16 - w^2 with w^m = 1. Each of these splits, and the second factor belongs to x^e + 1:
//!
//! ```text
//! x^16 - w^2 = (x^8 - w)(x^8 + w),   x^e + 1 = prod_(w^m = 1) (x^8 + w)
//! R[x]/(x^16 - w^2) -> R[x]/(x^8 - w),   low + high x^8 -> low + w high
//! ```
//!
//! So the chunks modulo x^16 - w^2 keep 8 coefficients, and their products are products modulo
//! x^8 - w, one chunk in each lane.
//!
//! The inverse of the whole transform, with arbitrary coefficients for the omitted ones, returns a
//! polynomial that is right modulo the truncated modulus. With z = x^e this modulus is
//! (z^8 - 1)/(z + 1) = z^7 - z^6 + z^5 - … - 1. For blocks c_0, …, c_7 of e coefficients, the
//! remainder, of degree below 7 e, is
//!
//! ```text
//! sum_(k < 8) c_k z^k -> sum_(k < 7) (c_k + (-1)^k c_7) z^k
//! ```
//!
//! Bounds: remainders are Barrett-reduced; products of reduced operands are below 0.8 q; the
//! results of the last map are Barrett-reduced.
//!
//! Sources: `[vdH04]` for truncated transforms; `[CCH+23]`, section 7 and Table 12, for this
//! modulus with e = 312, in the ring of sntrup1013.

use super::factor::Factor;
use super::trinomial_convolution::{Trinomial, trinomial_convolution};
use vectru_polymul::modular::{LaneConstants, Modulus};
use vectru_polymul::simd::{I16Vector, Simd};

/// The number of coefficients that a truncated chunk keeps.
pub const SIZE: usize = 8;
/// The largest number of truncated chunks.
pub const MAX_CHUNKS: usize = 64;

/// The positions of the truncated chunks, and their moduli: chunk l of `count` starts at
/// coefficient l `stride` and is taken modulo x^8 - w, with w constant l of `roots`.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a, M> {
    /// The number of truncated chunks, at least the lanes of a vector.
    pub count: usize,
    /// The distance between the starts of consecutive chunks, in coefficients.
    pub stride: usize,
    /// The root w of each chunk.
    pub roots: &'a LaneConstants<M, MAX_CHUNKS>,
}

/// Replaces each of the truncated chunks of `data` by its remainder modulo x^8 - w. Its upper 8
/// coefficients become zero.
#[inline(always)]
pub fn truncate<S: Simd, M: Modulus>(simd: S, places: Places<'_, M>, data: &mut [S::Coefficient]) {
    let Places { count, stride, roots } = places;
    let zero = simd.splat(0);
    for start in (0..count).step_by(simd.lanes()) {
        // The last vector may repeat chunks that are truncated already. Their upper halves are
        // zero, so they do not change.
        let start = start.min(count - simd.lanes());
        let place = &mut data[start * stride..];
        let (mut low, high) = (simd.load_columns(place, stride), simd.load_columns(&place[SIZE..], stride));
        let root = Factor::lanes(simd, roots, start);
        for k in 0..SIZE {
            low[k] = root.times_plus(high[k], low[k]).barrett_reduce::<M>();
        }
        simd.store_columns(low, place, stride);
        simd.store_columns([zero; SIZE], &mut place[SIZE..], stride);
    }
}

/// Replaces each of the truncated chunks of `a` by 2^-16 times its product with the same chunk of
/// `b`, modulo x^8 - w.
#[inline(always)]
pub fn multiply<S: Simd, M: Modulus>(simd: S, places: Places<'_, M>, a: &mut [S::Coefficient], b: &[S::Coefficient]) {
    let Places { count, stride, roots } = places;
    let last = count - simd.lanes();
    // The last vector shares chunks with the one before it, which overwrites them; so they are
    // loaded first.
    let last_factors = simd.load_columns(&a[last * stride..], stride);
    for start in (0..count).step_by(simd.lanes()) {
        let start = start.min(last);
        let left = if start == last { last_factors } else { simd.load_columns(&a[start * stride..], stride) };
        let right = simd.load_columns(&b[start * stride..], stride);
        let modulus = Trinomial { alpha: Factor::Zero, beta: Factor::lanes(simd, roots, start) };
        let product = trinomial_convolution(simd, left, right, modulus);
        simd.store_columns(product, &mut a[start * stride..], stride);
    }
}

/// Replaces the polynomial of eight blocks of e coefficients in `product` by its remainder modulo
/// z^7 - z^6 + … - 1, z = x^e. The eighth block becomes zero.
#[inline(always)]
pub fn complete<S: Simd, M: Modulus>(simd: S, e: usize, product: &mut [S::Coefficient]) {
    let simd = simd.narrow();
    let lanes = simd.narrow().lanes();
    let last = 7 * e;
    // (c_7 | -c_7), which is added to every pair of blocks. 2 e is a multiple of 16.
    let mut change = [S::ZERO; 2 * SIZE * MAX_CHUNKS];
    change[..e].copy_from_slice(&product[last..last + e]);
    for start in (0..e).step_by(lanes) {
        let start = start.min(e - lanes);
        let negative = simd.splat(0) - simd.load(&change[start..]);
        simd.store(negative, &mut change[e + start..]);
    }
    for pair in product[..8 * e].chunks_exact_mut(2 * e) {
        for start in (0..2 * e).step_by(lanes) {
            let sum = simd.load(&pair[start..]) + simd.load(&change[start..]);
            simd.store(sum.barrett_reduce::<M>(), &mut pair[start..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Constant, Q7177, inverse};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::{assert_congruent, product, remainder, residues};

    const Q: i64 = Q7177::Q as i64;
    /// The number of chunks is no multiple of the lanes.
    const COUNT: usize = 39;
    const STRIDE: usize = 2 * SIZE;

    fn root(chunk: usize) -> i64 {
        (chunk as i64 * 577 + 1229) % Q
    }

    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        let roots = LaneConstants::new(&core::array::from_fn(|chunk| Constant::new(root(chunk))));
        let places = Places { count: COUNT, stride: STRIDE, roots: &roots };
        let [mut a, b] = [1, 2].map(|seed| {
            let source = residues(COUNT * STRIDE, seed, Q);
            let mut found = source.clone();
            truncate::<_, Q7177>(simd, places, &mut found);
            for (chunk, (found, source)) in found.chunks(STRIDE).zip(source.chunks(STRIDE)).enumerate() {
                let source: std::vec::Vec<i64> = source.iter().map(|&c| c.into()).collect();
                assert_congruent(&found[..SIZE], remainder(&source, SIZE, root(chunk)), Q);
                assert_eq!(found[SIZE..], [0; SIZE]);
            }
            found
        });
        let factors = a.clone();
        multiply::<_, Q7177>(simd, places, &mut a, &b);
        let radix = inverse(1 << 16, Q);
        for (chunk, found) in a.chunks(STRIDE).enumerate() {
            let place = chunk * STRIDE..chunk * STRIDE + SIZE;
            let expected =
                product(&factors[place.clone()], &b[place]).iter().map(|c| c % Q).collect::<std::vec::Vec<_>>();
            assert_congruent(&found[..SIZE], remainder(&expected, SIZE, root(chunk)).iter().map(|c| c % Q * radix), Q);
        }

        // The last is the size for sntrup1013.
        for e in [24, 40, 312] {
            let source = residues(8 * e, 3, Q);
            let mut found = source.clone();
            complete::<_, Q7177>(simd, e, &mut found);
            let sign = |block: usize| if block.is_multiple_of(2) { 1 } else { -1 };
            let expected = (0..8 * e).map(|k| i64::from(source[k]) + sign(k / e) * i64::from(source[7 * e + k % e]));
            assert_congruent(&found, expected, Q);
        }
    }

    #[test]
    fn remainders_and_products_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
