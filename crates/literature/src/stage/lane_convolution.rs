//! Weighted convolutions with a ring in each lane: products of vectors by vectors, instead of outer
//! products.
//!
//! ```text
//! R[x]/(x^16 - z) x R[x]/(x^16 - z) -> R[x]/(x^16 - z),   (a, b) -> 2^-16 a b
//! ```
//!
//! Chunks are transposed to columns, so that a vector holds the same coefficient of as many chunks
//! as it has lanes. Each lane has its own weight z. Products are of size 16
//! ([`lane_convolutions`]), or of size 8 after a butterfly ([`halved_lane_convolutions`]):
//!
//! ```text
//! R[x]/(x^16 - w^2) -> R[x]/(x^8 - w) x R[x]/(x^8 + w)
//! ```
//!
//! The inverse of this map is not scaled by 2: products by 1/2 and by 1/(2 w) replace reductions.
//!
//! Operations for each vector of columns of size 16: 6 transpositions of 8 columns, 16 Barrett
//! products, 256 products in 32 bits and 16 Montgomery reductions. Of size 8: also 6
//! transpositions, 16 Barrett products and 16 reductions for the butterflies, 14 Barrett products,
//! 128 products in 32 bits and 16 Montgomery reductions, and 16 Barrett products for the inverse
//! butterflies.
//!
//! Bounds: requires |a|, |b| <= 8000. Sums of 16 products are below 2^31, and products of size 16
//! are Montgomery-reduced. Products of size 8 of reduced operands are below 0.8 q, and the results
//! of the inverse butterfly are Barrett products.
//!
//! Sources: `[CCH+23]`, section 7 and Table 12, which names vector-by-vector products for the rings
//! of sntrup857 and sntrup1013; `[HLY24]`, section 4.4, for products of size 8 in lanes; `[CT65]`
//! for the butterfly.

use super::butterfly::cooley_tukey;
use super::factor::Factor;
use super::trinomial_convolution::{Trinomial, trinomial_convolution};
use super::truncation::SIZE;
use vectru_polymul::modular::{Constant, LaneConstants, Modulus};
use vectru_polymul::simd::{CHUNK, I16Vector, Simd, unroll};

/// The name of the map of the products.
pub const LANE_CONVOLUTION: &str = "lane-convolution";
/// The name of the map of the butterflies.
pub const COOLEY_TUKEY: &str = "cooley-tukey";

/// The largest number of chunks of a kind.
pub const MAX_CHUNKS: usize = 128;

/// The constants of each chunk.
pub type Table<M> = LaneConstants<M, MAX_CHUNKS>;

/// Chunks at a constant distance.
#[derive(Clone, Copy, Debug)]
pub struct Chunks {
    /// The number of chunks, at least the lanes of a vector.
    pub count: usize,
    /// The first coefficient of the first chunk.
    pub first: usize,
    /// The distance between the starts of consecutive chunks, in coefficients.
    pub stride: usize,
}

/// A chunk in each lane: its lower and its upper half, coefficient by coefficient.
type Columns<V> = [[V; SIZE]; 2];

/// Loads the chunks of all lanes.
#[inline(always)]
fn load<S: Simd>(simd: S, data: &[S::Coefficient], stride: usize) -> Columns<S::I16> {
    [simd.load_columns(data, stride), simd.load_columns(&data[SIZE..], stride)]
}

/// Runs `product` on the vectors of columns of both operands, and replaces the columns of `a` by
/// its results. The last vector may share chunks with the one before it.
#[inline(always)]
fn in_lanes<S: Simd>(
    simd: S,
    chunks: Chunks,
    a: &mut [S::Coefficient],
    b: &[S::Coefficient],
    product: impl Fn(usize, Columns<S::I16>, Columns<S::I16>) -> Columns<S::I16>,
) {
    let Chunks { count, first, stride } = chunks;
    let last = count - simd.lanes();
    // These chunks may be overwritten before the last vector is multiplied.
    let last_factors = load(simd, &a[first + last * stride..], stride);
    for start in (0..count).step_by(simd.lanes()) {
        let start = start.min(last);
        let place = first + start * stride;
        let left = if start == last { last_factors } else { load(simd, &a[place..], stride) };
        let [low, high] = product(start, left, load(simd, &b[place..], stride));
        simd.store_columns(low, &mut a[place..], stride);
        simd.store_columns(high, &mut a[place + SIZE..], stride);
    }
}

/// Replaces each of the chunks of `a` by 2^-16 times its product with the same chunk of `b`, modulo
/// x^16 - z. For chunk l, z is constant l of `weights`.
#[inline(always)]
pub fn lane_convolutions<S: Simd, M: Modulus>(
    simd: S,
    chunks: Chunks,
    weights: &Table<M>,
    a: &mut [S::Coefficient],
    b: &[S::Coefficient],
) {
    simd.enter(LANE_CONVOLUTION);
    in_lanes(
        simd,
        chunks,
        a,
        b,
        #[inline(always)]
        |start, a, b| {
            let weight = Factor::lanes(simd, weights, start);
            // Entry 16 + d is b_d, and entry d is z b_d.
            let mut rows = [simd.splat(0); 2 * CHUNK];
            unroll!(S::Shape, d < 16, {
                let coefficient = b[d / SIZE][d % SIZE];
                rows[CHUNK + d] = coefficient;
                rows[d] = weight.times(simd, coefficient);
            });
            let mut result = [[simd.splat(0); SIZE]; 2];
            unroll!(S::Shape, k < 16, {
                let mut pairs = [None; CHUNK];
                unroll!(S::Shape, j < 16, {
                    pairs[j] = Some((a[j / SIZE][j % SIZE], rows[CHUNK + k - j]));
                });
                result[k / SIZE][k % SIZE] = S::I16::lane_products::<M, CHUNK>(pairs);
            });
            result
        },
    );
}

/// Replaces each of the chunks of `a` by 2^-16 times its product with the same chunk of `b`, modulo
/// x^16 - w^2, by products modulo x^8 - w and x^8 + w. For chunk l, w is constant l of `roots`.
/// `inverses` are the constants 1/(2 w).
#[inline(always)]
pub fn halved_lane_convolutions<S: Simd, M: Modulus>(
    simd: S,
    chunks: Chunks,
    [roots, inverses]: [&Table<M>; 2],
    a: &mut [S::Coefficient],
    b: &[S::Coefficient],
) {
    simd.enter(COOLEY_TUKEY);
    let half = const { Constant::<M>::new((M::Q as i64 + 1) / 2) };
    in_lanes(
        simd,
        chunks,
        a,
        b,
        #[inline(always)]
        |start, a, b| {
            let (root, inverse) = (Factor::lanes(simd, roots, start), Factor::lanes(simd, inverses, start));
            simd.enter(COOLEY_TUKEY);
            let (a, b) = (halves(simd, a, root), halves(simd, b, root));
            simd.enter(LANE_CONVOLUTION);
            let minus_root = match root {
                Factor::Lanes { values, quotients } => {
                    Factor::Lanes { values: simd.splat(0) - values, quotients: simd.splat(0) - quotients }
                }
                other => other,
            };
            let modulus = |beta| Trinomial::<_, M> { alpha: Factor::Zero, beta };
            let plus = trinomial_convolution(simd, a[0], b[0], modulus(root));
            let minus = trinomial_convolution(simd, a[1], b[1], modulus(minus_root));
            simd.enter(COOLEY_TUKEY);
            let mut result = [[simd.splat(0); SIZE]; 2];
            unroll!(S::Shape, k < 8, {
                result[0][k] = (plus[k] + minus[k]).barrett_multiply(half);
                result[1][k] = inverse.times(simd, plus[k] - minus[k]);
            });
            result
        },
    );
}

/// Returns the remainders modulo x^8 - w and x^8 + w, reduced.
#[inline(always)]
fn halves<S: Simd, M: Modulus>(simd: S, [low, high]: Columns<S::I16>, root: Factor<S::I16, M>) -> Columns<S::I16> {
    let mut result = [[simd.splat(0); SIZE]; 2];
    unroll!(S::Shape, k < 8, {
        let [plus, minus] = cooley_tukey::<S, M>(simd, [low[k], high[k]], root);
        result[0][k] = plus.barrett_reduce::<M>();
        result[1][k] = minus.barrett_reduce::<M>();
    });
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Q7177, inverse};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::{assert_congruent, product, remainder, residues};

    const Q: i64 = Q7177::Q as i64;
    /// The number of chunks is no multiple of the lanes, and there are coefficients around them.
    const CHUNKS: Chunks = Chunks { count: 39, first: 8, stride: 24 };
    const LENGTH: usize = 8 + 39 * 24;

    fn root(chunk: usize) -> i64 {
        (chunk as i64 * 577 + 1229) % Q
    }

    fn table(constant: impl Fn(i64) -> i64) -> Table<Q7177> {
        LaneConstants::new(&core::array::from_fn(|chunk| Constant::new(constant(root(chunk)))))
    }

    /// Checks products modulo x^16 - z, with z = `weight` of the root of a chunk, and that the
    /// coefficients around the chunks do not change.
    fn check_products(multiply: impl FnOnce(&mut [i16], &[i16]), weight: impl Fn(i64) -> i64) {
        let [a, b] = [1, 2].map(|seed| residues(LENGTH, seed, Q));
        let mut found = a.clone();
        multiply(&mut found, &b);
        let radix = inverse(1 << 16, Q);
        assert_eq!(found[..CHUNKS.first], a[..CHUNKS.first]);
        for chunk in 0..CHUNKS.count {
            let start = CHUNKS.first + chunk * CHUNKS.stride;
            let (place, behind) = (start..start + CHUNK, start + CHUNK..start + CHUNKS.stride);
            let expected = remainder(&product(&a[place.clone()], &b[place.clone()]), CHUNK, weight(root(chunk)));
            assert_congruent(&found[place], expected.iter().map(|c| c % Q * radix), Q);
            assert_eq!(found[behind.clone()], a[behind]);
        }
    }

    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        let (roots, inverses) = (table(|w| w), table(|w| inverse(2 * w, Q)));
        check_products(|a, b| lane_convolutions(simd, CHUNKS, &roots, a, b), |w| w);
        check_products(|a, b| halved_lane_convolutions(simd, CHUNKS, [&roots, &inverses], a, b), |w| w * w % Q);
    }

    #[test]
    fn products_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
