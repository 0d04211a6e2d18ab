//! `good-rader-bruun`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a cyclic product of length
//! 1632 and products of size 8.
//!
//! ```text
//! Z_q[x]/(x^1632 - 1) -> prod Z_q[x]/(x^16 - w^t), t < 102
//! Z_q[x]/(x^16 - w^(2i)) -> Z_q[x]/(x^8 - w^i) x Z_q[x]/(x^8 + w^i)               (Cooley-Tukey)
//! Z_q[x]/(x^16 + w^(2i)) -> prod Z_q[x]/(x^8 +- s w^(26i) x^4 + w^(52i)), s = 1229       (Bruun)
//! ```
//!
//! where s^2 = 2. The first map is the transform of [`good-rader-outer`](crate::good_rader_outer).
//! As -1 is not a square modulo 4591, half of the polynomials x^16 - w^t have no factors x^8 - z;
//! Bruun's trinomials split them without square roots of -1. What remains are 96 products modulo
//! binomials of degree 8, 96 modulo trinomials of degree 8, and the six chunks of the row i0 = 0.
//! These do not fill vectors, and are outer products of size 16.
//!
//! The last step of the transform transposes the chunks that are split: a vector holds the same
//! coefficient of 16 chunks of one kind, one chunk in each lane. So the butterflies, the products
//! and the inverses do not move lanes. A transformed operand has the same layout on every backend:
//!
//! ```text
//! 6 chunks of row 0 | 3 groups of 16 chunks of even t | 3 groups of 16 chunks of odd t
//! group: the remainders modulo x^8 - z, or x^8 + alpha x^4 + beta: coefficient 0 of 16 chunks,
//!        coefficient 1, and so on; then the remainders modulo the other factor
//! ```
//!
//! Vectors have at most 16 lanes here: 48 chunks of a kind do not fill vectors of 32.
//!
//! Bounds, found by proofs: requires centred operands. Transformed operands are at most 7928, as
//! nothing is reduced after the split, products at most 12,708, and the cyclic product, unscaled,
//! is at most 2926. The result is centred.
//!
//! Sources: `[HLY24]`, section 4.4; `[Bru78]`; `[BGM93]` and `[BC87]` for the factors; `[CHK+21]`,
//! Algorithm 17, for products of size 8 in lanes.

mod tables;

use crate::stage::butterfly::{cooley_tukey, inverse_cooley_tukey};
use crate::stage::factor::Factor;
use crate::stage::trinomial_convolution::{Trinomial, trinomial_convolution};
use vectru_polymul::modular::{Constant, Q4591, inverse};
use vectru_polymul::multiplier::recipe::{CoefficientRing, Transformation};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Safety, Symmetric, symmetric, zeros,
};
use vectru_polymul::ring::{Ring, Sntrup761};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I16Vector, Simd, if_form};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::fold;
use vectru_polymul::stage::weighted_convolution::weighted_convolutions;
use vectru_polymul::stage::widen::widen;

use crate::good_rader::{
    Chunks, GOOD_THOMAS, OCCUPIED, Q, RADER_17, RADIX_3_2, WEIGHTS, WHOLE, forward, inverse_transform,
    weighted_convolution,
};
use crate::stage::bruun::{Bruun, InverseBruun, bruun, inverse_bruun};

/// The number of chunks of row i0 = 0, which are not split.
const ROW: usize = 6;
/// Chunks of each kind that are split.
const SPLIT: usize = (WHOLE - ROW) / 2;
/// Coefficients of the rings that a chunk is split into.
const SIZE: usize = CHUNK / 2;
/// Chunks of a group, which are side by side.
const GROUP: usize = 16;
/// Coefficients of a group.
const GROUP_LENGTH: usize = GROUP * CHUNK;
/// Coefficients of the remainders of a group modulo one factor of each chunk.
const PRODUCT: usize = GROUP_LENGTH / 2;
/// Groups of each kind.
const GROUPS: usize = SPLIT / GROUP;

/// The factor of the fold. The transforms leave 2 * 102, twice the factor of the other multipliers
/// by Rader: the split leaves 2.
const SCALE: Constant<Q4591> = {
    assert!(2 * Sntrup761::DEGREE - 1 <= WHOLE * CHUNK, "a product has more coefficients than the cyclic product");
    Constant::new((1 << 16) * inverse(2 * WHOLE as i64, Q))
};

const COOLEY_TUKEY: Map = Map {
    name: "cooley-tukey",
    transformation: Transformation::CooleyTukey { degree: SIZE, order: WHOLE, rings: SPLIT },
    source: "[CT65]",
};

const BRUUN: Map = Map {
    name: "bruun",
    transformation: Transformation::Bruun {
        degree: SIZE,
        order: WHOLE,
        rings: SPLIT,
        root_of_two: tables::SQUARE_ROOT_OF_2,
    },
    source: "[Bru78]",
};

/// The products of size 16, of the roots of order [`ROW`].
const WEIGHTED_CONVOLUTION: Map = weighted_convolution(ROW, 0);

const TRINOMIAL_CONVOLUTION: Map = Map {
    name: "trinomial-convolution",
    transformation: Transformation::TrinomialConvolutions { degree: SIZE, binomials: 2 * SPLIT, trinomials: 2 * SPLIT },
    source: "[HLY24]",
};

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodRaderBruun;

impl Multiplier for GoodRaderBruun {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Aligned<[C; WHOLE * CHUNK]>;
    type Second<C: Coefficient> = Aligned<[C; WHOLE * CHUNK]>;
    type Unfolded<C: Coefficient> = Aligned<[C; WHOLE * CHUNK]>;

    const RECIPE: Recipe = Recipe {
        name: "good-rader-bruun",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(Q),
        source: "[HLY24]",
        chain: &[GOOD_THOMAS, RADER_17, RADIX_3_2, COOLEY_TUKEY, BRUUN, WEIGHTED_CONVOLUTION, TRINOMIAL_CONVOLUTION],
        safety: Safety::Bounded,
        comparisons: &[],
    };

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        // A vector of two chunks would hold two columns whose operands fill different inputs.
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || {
                let mut chunks: Chunks<S::Coefficient, 1, WHOLE> = const { Aligned([[[S::ZERO; CHUNK]; 1]; WHOLE]) };
                forward(simd, [operand], &mut chunks);
                split::<_, 1>(simd, &chunks, 0, result);
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; OCCUPIED * CHUNK]) };
        widen(simd, operand, &mut widened.0);
        Self::forward(simd, &widened.0, result);
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || multiply(simd, &a.0, &b.0, &mut result.0),
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, Q4591>(simd, &mut sum.0, &term.0);
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut chunks = const { Aligned([[[S::ZERO; CHUNK]; 1]; WHOLE]) };
                merge(simd.narrow(), &transformed.0, &mut chunks);
                inverse_transform(simd, &mut chunks, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold::<S, Sntrup761>(simd, WHOLE * CHUNK, &mut product.0, SCALE, result);
    }
}

impl Symmetric for GoodRaderBruun {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl BigByBig for GoodRaderBruun {
    symmetric!();

    #[inline(never)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let mut left = Self::zero_transformed(simd);
        let mut right = Self::zero_transformed(simd);
        let mut product = Self::zero_transformed(simd);
        if_form!(S, simd, form => form.lanes == 2 * CHUNK, {
            // A vector holds a chunk of each operand, so that both transforms together need the
            // instructions of one.
            simd.vectorize(
                #[inline(always)]
                || {
                    let mut pair: Chunks<S::Coefficient, 2, WHOLE> = const { Aligned([[[S::ZERO; CHUNK]; 2]; WHOLE]) };
                    forward(simd, [a, b], &mut pair);
                    split::<_, 2>(simd.narrow(), &pair, 0, &mut left);
                    split::<_, 2>(simd.narrow(), &pair, 1, &mut right);
                },
            );
        } else {
            Self::forward(simd, a, &mut left);
            Self::forward(simd, b, &mut right);
        });
        Self::multiply_transformed(simd, &left, &right, &mut product);
        Self::inverse(simd, &mut product, result);
    }
}

/// Returns the start of the chunks of `kind` in group `group` from lane `start` on, in coefficients
/// of the transform of one polynomial. Every second chunk is of the kind.
#[inline(always)]
fn first_chunk(kind: usize, group: usize, start: usize) -> usize {
    (ROW + 2 * (GROUP * group + start) + kind) * CHUNK
}

/// Splits the chunks of one of the operands.
#[inline(always)]
fn split<S: Simd, const OPERANDS: usize>(
    simd: S,
    chunks: &Chunks<S::Coefficient, OPERANDS, WHOLE>,
    operand: usize,
    result: &mut Aligned<[S::Coefficient; WHOLE * CHUNK]>,
) {
    let (row, groups) = result.0.split_at_mut(ROW * CHUNK);
    for place in 0..ROW {
        row[place * CHUNK..][..CHUNK].copy_from_slice(&chunks.0[place][operand]);
    }
    let chunks = chunks.0.as_flattened().as_flattened();
    let (evens, odds) = groups.split_at_mut(GROUPS * GROUP_LENGTH);
    let stride = 2 * OPERANDS * CHUNK;
    simd.enter(COOLEY_TUKEY.name);
    for (group, target) in evens.chunks_exact_mut(GROUP_LENGTH).enumerate() {
        for start in (0..GROUP).step_by(simd.lanes()) {
            let source = &chunks[OPERANDS * first_chunk(0, group, start) + operand * CHUNK..];
            let (low, high) = (simd.load_columns(source, stride), simd.load_columns(&source[8..], stride));
            let z = Factor::lanes(simd, &tables::Z, GROUP * group + start);
            for k in 0..8 {
                let [plus, minus] = cooley_tukey::<S, Q4591>(simd, [low[k], high[k]], z);
                simd.store(plus, &mut target[GROUP * k + start..]);
                simd.store(minus, &mut target[PRODUCT + GROUP * k + start..]);
            }
        }
    }
    simd.enter(BRUUN.name);
    for (group, target) in odds.chunks_exact_mut(GROUP_LENGTH).enumerate() {
        for start in (0..GROUP).step_by(simd.lanes()) {
            let source = &chunks[OPERANDS * first_chunk(1, group, start) + operand * CHUNK..];
            let (low, high) = (simd.load_columns(source, stride), simd.load_columns(&source[8..], stride));
            let lane = GROUP * group + start;
            let by = Bruun::<S::I16, Q4591> {
                alpha: Factor::lanes(simd, &tables::ALPHA, lane),
                minus_beta: Factor::lanes(simd, &tables::MINUS_BETA, lane),
                alpha_beta: Factor::lanes(simd, &tables::ALPHA_BETA, lane),
                remainder: Factor::lanes(simd, &tables::BETA, lane),
            };
            for k in 0..4 {
                let [plus, minus] = bruun(simd, [low[k], low[k + 4], high[k], high[k + 4]], by);
                simd.store(plus[0], &mut target[GROUP * k + start..]);
                simd.store(plus[1], &mut target[GROUP * (k + 4) + start..]);
                simd.store(minus[0], &mut target[PRODUCT + GROUP * k + start..]);
                simd.store(minus[1], &mut target[PRODUCT + GROUP * (k + 4) + start..]);
            }
        }
    }
}

/// Inverts [`split`], times 2.
#[inline(always)]
fn merge<S: Simd>(
    simd: S,
    transformed: &[S::Coefficient; WHOLE * CHUNK],
    chunks: &mut Chunks<S::Coefficient, 1, WHOLE>,
) {
    let chunks = chunks.0.as_flattened_mut().as_flattened_mut();
    let (row, groups) = transformed.split_at(ROW * CHUNK);
    let (evens, odds) = groups.split_at(GROUPS * GROUP_LENGTH);
    simd.enter(COOLEY_TUKEY.name);
    for (start, row) in row.chunks_exact(simd.lanes()).enumerate() {
        let chunk = simd.load(row);
        simd.store((chunk + chunk).barrett_reduce::<Q4591>(), &mut chunks[start * simd.lanes()..]);
    }
    for (group, source) in evens.chunks_exact(GROUP_LENGTH).enumerate() {
        for start in (0..GROUP).step_by(simd.lanes()) {
            let by = Factor::lanes(simd, &tables::Z_INVERSE, GROUP * group + start);
            let (mut low, mut high) = ([simd.splat(0); 8], [simd.splat(0); 8]);
            for k in 0..8 {
                let images =
                    [simd.load(&source[GROUP * k + start..]), simd.load(&source[PRODUCT + GROUP * k + start..])];
                let [sum, difference] = inverse_cooley_tukey::<S, Q4591>(simd, images, by);
                (low[k], high[k]) = (sum.barrett_reduce::<Q4591>(), difference);
            }
            let target = &mut chunks[first_chunk(0, group, start)..];
            simd.store_columns(low, target, 2 * CHUNK);
            simd.store_columns(high, &mut target[8..], 2 * CHUNK);
        }
    }
    simd.enter(BRUUN.name);
    for (group, source) in odds.chunks_exact(GROUP_LENGTH).enumerate() {
        for start in (0..GROUP).step_by(simd.lanes()) {
            let lane = GROUP * group + start;
            let by = InverseBruun::<S::I16, Q4591> {
                alpha_inverse: Factor::lanes(simd, &tables::ALPHA_INVERSE, lane),
                beta: Factor::lanes(simd, &tables::BETA, lane),
                alpha_beta_inverse: Factor::lanes(simd, &tables::ALPHA_BETA_INVERSE, lane),
                minus_remainder: Factor::lanes(simd, &tables::MINUS_BETA, lane),
            };
            let (mut low, mut high) = ([simd.splat(0); 8], [simd.splat(0); 8]);
            for k in 0..4 {
                let mut images = [[simd.splat(0); 2]; 2];
                for part in 0..2 {
                    for half in 0..2 {
                        let at = PRODUCT * part + GROUP * (k + 4 * half) + start;
                        images[part][half] = simd.load(&source[at..]);
                    }
                }
                let merged = inverse_bruun(simd, images, by);
                (low[k], low[k + 4]) = (merged[0].barrett_reduce::<Q4591>(), merged[1].barrett_reduce::<Q4591>());
                (high[k], high[k + 4]) = (merged[2], merged[3]);
            }
            let target = &mut chunks[first_chunk(1, group, start)..];
            simd.store_columns(low, target, 2 * CHUNK);
            simd.store_columns(high, &mut target[8..], 2 * CHUNK);
        }
    }
}

/// Multiplies in the six rings of degree 16 and in the 192 rings of degree 8.
#[inline(always)]
fn multiply<S: Simd>(
    simd: S,
    a: &[S::Coefficient; WHOLE * CHUNK],
    b: &[S::Coefficient; WHOLE * CHUNK],
    result: &mut [S::Coefficient; WHOLE * CHUNK],
) {
    let ((a_row, a_groups), (b_row, b_groups)) = (a.split_at(ROW * CHUNK), b.split_at(ROW * CHUNK));
    let (row, groups) = result.split_at_mut(ROW * CHUNK);
    simd.enter(WEIGHTED_CONVOLUTION.name);
    let ((a_chunks, _), (b_chunks, _)) = (a_row.as_chunks(), b_row.as_chunks());
    let (products, _) = row.as_chunks_mut();
    for (products, weights) in products.as_chunks_mut::<ROW>().0.iter_mut().zip(WEIGHTS.as_chunks().0) {
        weighted_convolutions(
            simd,
            #[inline(always)]
            |i| &a_chunks[i],
            #[inline(always)]
            |i| &b_chunks[i],
            weights,
            &mut [simd.zero_rows(); ROW],
            products,
        );
    }
    simd.enter(TRINOMIAL_CONVOLUTION.name);
    let half = GROUPS * GROUP_LENGTH;
    for start in (0..half).step_by(GROUP_LENGTH) {
        let lane = start / CHUNK;
        for offset in (0..GROUP).step_by(simd.lanes()) {
            let (at, lane) = (start + offset, lane + offset);
            let (z, minus_z) = (Factor::lanes(simd, &tables::Z, lane), Factor::lanes(simd, &tables::MINUS_Z, lane));
            let (alpha, minus_alpha) =
                (Factor::lanes(simd, &tables::ALPHA, lane), Factor::lanes(simd, &tables::MINUS_ALPHA, lane));
            let beta = Factor::lanes(simd, &tables::MINUS_BETA, lane);
            size_8_products(simd, a_groups, b_groups, groups, at, Trinomial { alpha: Factor::Zero, beta: z });
            let modulus = Trinomial { alpha: Factor::Zero, beta: minus_z };
            size_8_products(simd, a_groups, b_groups, groups, at + PRODUCT, modulus);
            let modulus = Trinomial { alpha: minus_alpha, beta };
            size_8_products(simd, a_groups, b_groups, groups, at + half, modulus);
            let modulus = Trinomial { alpha, beta };
            size_8_products(simd, a_groups, b_groups, groups, at + half + PRODUCT, modulus);
        }
    }
}

/// Multiplies in the rings of degree 8 whose first coefficients are at `start`.
#[inline(always)]
fn size_8_products<S: Simd>(
    simd: S,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
    result: &mut [S::Coefficient],
    start: usize,
    modulus: Trinomial<S::I16, Q4591>,
) {
    let (mut left, mut right) = ([simd.splat(0); 8], [simd.splat(0); 8]);
    for k in 0..8 {
        left[k] = simd.load(&a[GROUP * k + start..]);
        right[k] = simd.load(&b[GROUP * k + start..]);
    }
    let product = trinomial_convolution(simd, left, right, modulus);
    for k in 0..8 {
        simd.store(product[k], &mut result[GROUP * k + start..]);
    }
}
