//! `good-infinity-outer`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a cyclic product of length
//! 1440 = 9 * 5 * 2 * 16, which is too short, and the coefficients at both ends.
//!
//! 4590 = 2 * 3^3 * 5 * 17. The length 1632 = 17 * 3 * 2 * 16 needs transforms of length 17, which
//! are expensive. Length 1440 needs none: its transforms take 20 vector operations a chunk, where
//! those of 1632 take 30. But a product has 1521 coefficients, so that 81 of them wrap around. The
//! 80 highest and the lowest are computed apart, by 16 products of chunks, which makes the map an
//! isomorphism again ([`infinity`](crate::stage::infinity)).
//!
//! ```text
//! Z_q[x]_(< 1521) -> Z_q[x]/(x^1440 - 1) x Z_q^80 x Z_q
//! Z_q[x]/(x^1440 - 1) -> Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^9 - 1, u1^5 - 1, u2^2 - 1)
//!                     -> prod Z_q[x]/(x^16 - w^i), i < 90
//! ```
//!
//! The operands fill 48 of the 90 chunks, so that the transform of length 2 has a single input for
//! 42 of 45 pairs. The chunks for u2 = 1 and u2 = -1 are neighbours: a vector of two chunks holds
//! both.
//!
//! Bounds, proved on interval lanes: requires centred operands. Transformed operands are below
//! 8,600, and below 8,192 on Neon, whose outer products add up four of them in 16 bits. Products
//! are below 20,100, and products before the fold, unscaled, below 12,100. The result is centred.
//!
//! Sources: `[CCH+23]`, sections 4.2 and 5.3.2, for outer products after Good-Thomas; `[AHY22]`,
//! section 3.3, for Good-Thomas on vectors; `[Win78]` for length 5. The shortened cyclic product is
//! this project's own: see `docs/mathematics/shortened-cyclic-products.md`.

#[cfg(any(test, feature = "analysis"))]
mod proof;

use super::recipe::{Algorithm, ClosedForm, CoefficientRing, Comparison, Dimension, Safety, Transformation};
use super::{
    Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Symmetric, in_buffers, multiplies_in_place, symmetric,
};
use crate::modular::{Constant, Modulus, Q4591, inverse, power, root_of_unity};
use crate::ring::{Ring, Sntrup761};
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Pair, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::infinity::{Ends, keep_ends, multiply_ends, unwrap_ends};
use crate::stage::radix_5::{Radix5, radix_5};
use crate::stage::radix_9::{Radix9, radix_9};
use crate::stage::weighted_convolution::weighted_convolutions_in_place;
use crate::stage::widen::widen;

const Q: i64 = Q4591::Q as i64;
const ROOT: i64 = root_of_unity(90, Q);
/// The lengths of the three dimensions.
const LENGTHS: [usize; 3] = [9, 5, 2];
const INDEX: GoodThomas = GoodThomas::new(LENGTHS);
const LENGTH: usize = INDEX.length();
/// Places of two chunks, for u2 = 1 and u2 = -1. The place of (i0, i1) is 9 i1 + i0.
const PLACES: usize = LENGTH / 2;
/// Coefficients of a place.
const PLACE: usize = 2 * CHUNK;
/// The coefficients that wrap around.
const ENDS: Ends = Ends::new(LENGTH * CHUNK, Sntrup761::DEGREE);
/// Chunks that an operand of 761 coefficients fills.
const OCCUPIED: usize = Sntrup761::DEGREE.div_ceil(CHUNK);

/// Returns w^(e_l), the root of unity of dimension l.
const fn dimension_root(l: usize) -> i64 {
    power(ROOT, INDEX.idempotents()[l] as u64, Q)
}

static FORWARD_9: Radix9<Q4591> = Radix9::new(dimension_root(0));
static INVERSE_9: Radix9<Q4591> = Radix9::new(inverse(dimension_root(0), Q));
static FORWARD_5: Radix5<Q4591> = Radix5::new(dimension_root(1));
static INVERSE_5: Radix5<Q4591> = Radix5::new(inverse(dimension_root(1), Q));

/// Chunks whose rows are prepared before the first of them is used.
const BLOCK: usize = 10;

/// The weight w^t of each chunk, with t the Good-Thomas image of (i0, i1, i2).
static WEIGHTS: [[Constant<Q4591>; BLOCK]; LENGTH / BLOCK] = {
    let mut weights = [[Constant::ZERO; BLOCK]; LENGTH / BLOCK];
    let mut chunk = 0;
    while chunk < LENGTH {
        weights[chunk / BLOCK][chunk % BLOCK] = Constant::new(power(ROOT, exponent(chunk) as u64, Q));
        chunk += 1;
    }
    weights
};

/// Returns the exponent t of the weight w^t of a chunk.
const fn exponent(chunk: usize) -> usize {
    INDEX.join([chunk / 2 % 9, chunk / 18, chunk % 2])
}

/// The factor that the transforms leave: their length. The 2^-16 of Montgomery products is in the
/// ends as well.
const FACTOR: Constant<Q4591> = Constant::new(LENGTH as i64);

/// The factor of the fold: the inverse of the length, times 2^16 for the 2^-16 of Montgomery
/// products.
const SCALE: Constant<Q4591> = {
    assert!(2 * Sntrup761::DEGREE - 1 <= ENDS.product(), "a product has more coefficients than its image determines");
    Constant::new((1 << 16) * inverse(LENGTH as i64, Q))
};

const INFINITY: Map =
    Map { name: "infinity", transformation: Transformation::Infinity(ENDS), source: "[Too63], [Coo66]" };

const GOOD_THOMAS: Map = Map {
    name: "good-thomas",
    transformation: Transformation::GoodThomas {
        block: CHUNK,
        dimensions: [Dimension::Cyclic(LENGTHS[0]), Dimension::Cyclic(LENGTHS[1]), Dimension::Cyclic(LENGTHS[2])],
        overlap: 1,
    },
    source: "[Goo58]",
};

const RADIX_5_2: Map = Map {
    name: "radix-(5, 2)",
    transformation: Transformation::Transform {
        block: CHUNK,
        dimensions: [Dimension::NONE, Dimension::Cyclic(LENGTHS[1]), Dimension::Cyclic(LENGTHS[2])],
        quadratic: 0,
        algorithm: Algorithm::Radix5,
    },
    source: "[Win78]",
};

const RADIX_9: Map = Map {
    name: "radix-9",
    transformation: Transformation::Transform {
        block: CHUNK,
        dimensions: [Dimension::Cyclic(LENGTHS[0]), Dimension::NONE, Dimension::NONE],
        quadratic: 0,
        algorithm: Algorithm::Radix9,
    },
    source: "[CT65]",
};

const WEIGHTED_CONVOLUTION: Map = Map {
    name: "weighted-convolution",
    transformation: Transformation::WeightedConvolutions { degree: CHUNK, order: LENGTH, omitted: 0, extensions: None },
    source: "[CCH+23]",
};

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodInfinityOuter;

/// A transformed operand or a product: the chunks of the cyclic product, then those of the ends.
type Chunks<C> = Aligned<[[C; CHUNK]; LENGTH + ENDS.chunks()]>;

impl Multiplier for GoodInfinityOuter {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Chunks<C>;
    type Second<C: Coefficient> = Chunks<C>;
    type Unfolded<C: Coefficient> = Aligned<[C; 1536]>;

    const RECIPE: Recipe = Recipe {
        name: "good-infinity-outer",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(Q),
        source: "this project",
        chain: &[INFINITY, GOOD_THOMAS, RADIX_5_2, RADIX_9, WEIGHTED_CONVOLUTION],
        safety: Safety::Bounded { transformed: 8600, product: 20_100, unfolded: 12_100 },
        comparisons: &[Comparison {
            maps: &[RADIX_5_2.name, RADIX_9.name],
            form: ClosedForm::CooleyTukey { size: LENGTH * CHUNK, leaf: CHUNK },
            copies: 1,
            note: "dimensions 5, 2 and 9 have no twiddle factors between them, and 42 of 90 inputs are zero; a product by a \
               constant and a reduction are counted as multiplications alike",
        }],
    };

    in_buffers!();

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; CHUNK]; LENGTH + ENDS.chunks()]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; 1536]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || forward(simd, operand, result),
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; OCCUPIED * CHUNK]) };
        widen(simd, operand, &mut widened.0);
        Self::forward(simd, &widened.0, result);
    }

    multiplies_in_place!();

    #[inline(never)]
    fn multiply_in_place<S: Simd>(
        simd: S,
        a: &mut Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || multiply(simd, a, b),
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, Q4591>(simd, sum.0.as_flattened_mut(), term.0.as_flattened());
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || inverse_transform(simd, transformed, &mut result.0),
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold(simd, &mut product.0, Sntrup761::DEGREE, SCALE, result);
    }
}

impl Symmetric for GoodInfinityOuter {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl BigByBig for GoodInfinityOuter {
    symmetric!();
}

/// The chunks of a place that a vector holds: both, the one for u2 = 1, or the one for u2 = -1.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selection {
    Both,
    Plus,
    Minus,
}

const BOTH: usize = Selection::Both as usize;
const PLUS: usize = Selection::Plus as usize;
const MINUS: usize = Selection::Minus as usize;

/// Returns the coefficients of a selection within its place.
#[inline(always)]
const fn range(selection: usize) -> core::ops::Range<usize> {
    match selection {
        BOTH => 0..PLACE,
        PLUS => 0..CHUNK,
        _ => CHUNK..PLACE,
    }
}

/// Transforms an operand.
#[inline(always)]
fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Chunks<S::Coefficient>) {
    let (cyclic, ends) = result.0.split_at_mut(LENGTH);
    simd.enter(INFINITY.name);
    keep_ends(simd, ENDS, operand, ends);
    let cyclic = cyclic.as_flattened_mut();
    simd.enter(RADIX_5_2.name);
    if const { S::Shape::LANES == PLACE } {
        forward_columns::<S, BOTH>(simd, operand, cyclic);
    } else {
        forward_columns::<S, PLUS>(simd, operand, cyclic);
        forward_columns::<S, MINUS>(simd, operand, cyclic);
    }
    simd.enter(RADIX_9.name);
    for row in cyclic.chunks_exact_mut(ROW) {
        for start in (0..PLACE).step_by(S::Shape::LANES) {
            let mut inputs = [simd.splat(0); 9];
            for i0 in 0..9 {
                inputs[i0] = simd.load(&row[PLACE * i0 + start..]);
            }
            let outputs = radix_9(inputs, &FORWARD_9);
            for i0 in 0..9 {
                simd.store(outputs[i0], &mut row[PLACE * i0 + start..]);
            }
        }
    }
}

#[inline(always)]
fn forward_columns<S: Simd, const SELECTION: usize>(
    simd: S,
    operand: &[S::Coefficient],
    result: &mut [S::Coefficient],
) {
    forward_column::<S, SELECTION, 0>(simd, operand, result);
    forward_column::<S, SELECTION, 1>(simd, operand, result);
    forward_column::<S, SELECTION, 2>(simd, operand, result);
    forward_column::<S, SELECTION, 3>(simd, operand, result);
    forward_column::<S, SELECTION, 4>(simd, operand, result);
    forward_column::<S, SELECTION, 5>(simd, operand, result);
    forward_column::<S, SELECTION, 6>(simd, operand, result);
    forward_column::<S, SELECTION, 7>(simd, operand, result);
    forward_column::<S, SELECTION, 8>(simd, operand, result);
}

/// Computes the transforms of lengths 5 and 2 of the chunks t = `COLUMN` modulo 9.
#[inline(always)]
fn forward_column<S: Simd, const SELECTION: usize, const COLUMN: usize>(
    simd: S,
    operand: &[S::Coefficient],
    result: &mut [S::Coefficient],
) {
    if const { S::Shape::SHORT } {
        let mut inputs = [zero_pair(simd); 5];
        for i1 in 0..5 {
            let chunk = column_chunk(COLUMN, i1);
            let first = radix_2_input::<S, SELECTION>(simd, operand, chunk, 0);
            inputs[i1] = Pair(first, radix_2_input::<S, SELECTION>(simd, operand, chunk, S::Shape::LANES));
        }
        let outputs = radix_5(inputs, &FORWARD_5);
        for i1 in 0..5 {
            let target = &mut result[PLACE * (9 * i1 + COLUMN) + range(SELECTION).start..];
            simd.store(outputs[i1].0, target);
            simd.store(outputs[i1].1, &mut target[S::Shape::LANES..]);
        }
        return;
    }
    for start in range(SELECTION).step_by(S::Shape::LANES) {
        let mut inputs = [simd.splat(0); 5];
        for i1 in 0..5 {
            inputs[i1] = radix_2_input::<S, SELECTION>(simd, operand, column_chunk(COLUMN, i1), start % CHUNK);
        }
        let outputs = radix_5(inputs, &FORWARD_5);
        for i1 in 0..5 {
            simd.store(outputs[i1], &mut result[PLACE * (9 * i1 + COLUMN) + start..]);
        }
    }
}

/// Returns the chunk below 45 that is `i0` modulo 9 and `i1` modulo 5.
const fn column_chunk(i0: usize, i1: usize) -> usize {
    INDEX.join([i0, i1, 0]) % PLACES
}

/// Returns the transform of length 2 of the chunks t and t + 45, of which one is even: their sum,
/// and the even one minus the odd one.
#[inline(always)]
fn radix_2_input<S: Simd, const SELECTION: usize>(
    simd: S,
    operand: &[S::Coefficient],
    t: usize,
    start: usize,
) -> S::I16 {
    let chunk = &operand[t * CHUNK + start..];
    let odd = !t.is_multiple_of(2);
    let partner = (t + PLACES < OCCUPIED).then(|| &operand[(t + PLACES) * CHUNK + start..]);
    if const { SELECTION == BOTH } {
        let difference = match partner {
            Some(partner) => simd.load_halves(chunk, partner).half_butterfly(),
            None => simd.load_halves(chunk, chunk),
        };
        // (1 | -1)
        let signs = simd.splat(1).half_butterfly() - simd.splat(1);
        return if odd { difference.multiply_low(signs) } else { difference };
    }
    let vector = simd.load(chunk);
    match (partner, SELECTION == MINUS, odd) {
        (None, false, _) | (None, true, false) => vector,
        (None, true, true) => simd.splat(0) - vector,
        (Some(partner), false, _) => vector + simd.load(partner),
        (Some(partner), true, false) => vector - simd.load(partner),
        (Some(partner), true, true) => simd.load(partner) - vector,
    }
}

/// Multiplies: the 90 chunks and the ends, in place of `a`.
#[inline(always)]
fn multiply<S: Simd>(simd: S, a: &mut Chunks<S::Coefficient>, b: &Chunks<S::Coefficient>) {
    let (cyclic, ends) = a.0.split_at_mut(LENGTH);
    let (b, b_ends) = b.0.split_at(LENGTH);
    simd.enter(INFINITY.name);
    multiply_ends::<S, Q4591>(simd, ENDS, ends, b_ends);
    simd.enter(WEIGHTED_CONVOLUTION.name);
    let mut rows = [simd.zero_rows(); BLOCK];
    let (blocks, _) = cyclic.as_chunks_mut();
    for (block, (product, weights)) in blocks.iter_mut().zip(&WEIGHTS).enumerate() {
        weighted_convolutions_in_place(
            simd,
            #[inline(always)]
            |i| &b[block * BLOCK + i],
            weights,
            &mut rows,
            product,
        );
    }
}

/// Transforms back, times 90.
#[inline(always)]
fn inverse_transform<S: Simd>(simd: S, transformed: &mut Chunks<S::Coefficient>, result: &mut [S::Coefficient; 1536]) {
    let (cyclic, ends) = transformed.0.split_at_mut(LENGTH);
    let cyclic = cyclic.as_flattened_mut();
    simd.enter(RADIX_5_2.name);
    if const { S::Shape::LANES == PLACE } {
        for start in (0..9 * PLACE).step_by(PLACE) {
            let mut inputs = [simd.splat(0); 5];
            for i1 in 0..5 {
                inputs[i1] = simd.load(&cyclic[ROW * i1 + start..]).barrett_reduce::<Q4591>().half_butterfly();
            }
            store_column(simd, radix_5(inputs, &INVERSE_5), &mut cyclic[start..]);
        }
    } else if const { S::Shape::SHORT } {
        for place in (0..9 * PLACE).step_by(PLACE) {
            for start in (place..place + CHUNK).step_by(S::Shape::LANES) {
                let mut inputs = [zero_pair(simd); 5];
                for i1 in 0..5 {
                    let plus = simd.load(&cyclic[ROW * i1 + start..]).barrett_reduce::<Q4591>();
                    let minus = simd.load(&cyclic[ROW * i1 + start + CHUNK..]).barrett_reduce::<Q4591>();
                    inputs[i1] = Pair(plus + minus, plus - minus);
                }
                let outputs = radix_5(inputs, &INVERSE_5);
                for i1 in 0..5 {
                    simd.store(outputs[i1].0, &mut cyclic[ROW * i1 + start..]);
                    simd.store(outputs[i1].1, &mut cyclic[ROW * i1 + start + CHUNK..]);
                }
            }
        }
    } else {
        for place in (0..9 * PLACE).step_by(PLACE) {
            for start in (place..place + CHUNK).step_by(S::Shape::LANES) {
                let (mut even, mut odd) = ([simd.splat(0); 5], [simd.splat(0); 5]);
                for i1 in 0..5 {
                    let plus = simd.load(&cyclic[ROW * i1 + start..]).barrett_reduce::<Q4591>();
                    let minus = simd.load(&cyclic[ROW * i1 + start + CHUNK..]).barrett_reduce::<Q4591>();
                    (even[i1], odd[i1]) = (plus + minus, plus - minus);
                }
                store_column(simd, radix_5(even, &INVERSE_5), &mut cyclic[start..]);
                store_column(simd, radix_5(odd, &INVERSE_5), &mut cyclic[start + CHUNK..]);
            }
        }
    }
    simd.enter(RADIX_9.name);
    for (row, targets) in cyclic.chunks_exact(ROW).zip(&TARGETS) {
        for start in (0..PLACE).step_by(S::Shape::LANES) {
            let mut inputs = [simd.splat(0); 9];
            for i0 in 0..9 {
                inputs[i0] = simd.load(&row[PLACE * i0 + start..]);
            }
            let outputs = radix_9(inputs, &INVERSE_9);
            for i0 in 0..9 {
                if const { S::Shape::LANES == PLACE } {
                    let [even, odd] = targets[i0].map(usize::from);
                    simd.store_halves(outputs[i0], result, even, odd);
                } else {
                    let target = usize::from(targets[i0][start / CHUNK]);
                    simd.store(outputs[i0], &mut result[target + start % CHUNK..]);
                }
            }
        }
    }
    simd.enter(INFINITY.name);
    unwrap_ends(simd, ENDS, ends, FACTOR, result);
    // The fold reads these.
    result[2 * Sntrup761::DEGREE - 1..].fill(S::ZERO);
}

/// Returns two vectors of zeros.
#[inline(always)]
fn zero_pair<S: Simd>(simd: S) -> Pair<S::I16> {
    Pair(simd.splat(0), simd.splat(0))
}

/// Stores the outputs of a transform of length 5, a row apart.
#[inline(always)]
fn store_column<S: Simd>(simd: S, outputs: [S::I16; 5], column: &mut [S::Coefficient]) {
    for i1 in 0..5 {
        simd.store(outputs[i1], &mut column[ROW * i1..]);
    }
}

/// Coefficients of the nine places of a transform of length 9.
const ROW: usize = 9 * PLACE;

/// The starts of the even and of the odd chunk that are i0 modulo 9 and i1 modulo 5, as
/// `TARGETS[i1][i0]`, in coefficients of the product.
static TARGETS: [[[u16; 2]; 9]; 5] = {
    let mut targets = [[[0; 2]; 9]; 5];
    let mut place = 0;
    while place < PLACES {
        let (i0, i1) = (place % 9, place / 9);
        targets[i1][i0] = [(INDEX.join([i0, i1, 0]) * CHUNK) as u16, (INDEX.join([i0, i1, 1]) * CHUNK) as u16];
        place += 1;
    }
    targets
};
