//! The transform that the multipliers by Good-Thomas and Rader share.
//!
//! 4590 = 2 * 3^3 * 5 * 17, so that Z_4591 has a root of unity w of order 102, but no root whose
//! order is a larger power of two. Good-Thomas makes the transform of length 102 over chunks of 16
//! coefficients three-dimensional, and Rader's transform computes the dimension of length 17.
//!
//! ```text
//! Z_q[x]/(x^1632 - 1)
//!     -> Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^17 - 1, u1^3 - 1, u2^2 - 1)
//!     -> prod Z_q[x]/(x^16 - w^t), t < 102
//! ```
//!
//! The operands fill 48 of the 102 chunks, which are eight inputs of each column of 17. The forward
//! transform is compiled for the eight inputs of each column.
//!
//! The truncated transform has `PLACES` = 96 chunks instead of 102. As x^96 = u0^6, the six chunks
//! of u0 = 1 are the image modulo x^96 - 1, and the others are the image modulo
//! (x^1632 - 1)/(x^96 - 1) = Phi_17(x^96), of degree 1536. A product has degree at most 1520, so it
//! is the representative whose chunks from 96 on are zero, one chunk of each column.
//!
//! Bounds: requires centred operands; transformed operands are below 2926. The inverse requires
//! chunks up to 5461, because the transforms of length 6 add six of them; its result, times 102, is
//! below 2926.
//!
//! Sources: `[HLY24]`, section 4.4; `[Goo58]`, `[Rad68]`, `[AHY22]`.

use vectru_polymul::modular::{Constant, Modulus, Q4591, inverse, power, root_of_unity};
use vectru_polymul::multiplier::recipe::{Algorithm, Dimension, Transformation};
use vectru_polymul::multiplier::{Aligned, Map};
use vectru_polymul::ring::{Ring, Sntrup761};
use vectru_polymul::simd::{CHUNK, Simd, if_form};
use vectru_polymul::stage::good_thomas::GoodThomas;
use vectru_polymul::stage::rader::{self, Rader};

use crate::stage::radix_3_2::radix_3_2;

pub(crate) const Q: i64 = Q4591::Q as i64;
pub(crate) const ROOT: i64 = root_of_unity(102, Q);
/// The lengths of the three dimensions.
const LENGTHS: [usize; 3] = [17, 3, 2];
pub(crate) const INDEX: GoodThomas = GoodThomas::new(LENGTHS);
/// Chunks of x^1632 - 1.
pub(crate) const WHOLE: usize = INDEX.length();
/// Chunks of Phi_17(x^96).
pub(crate) const TRUNCATED: usize = WHOLE - 6;
/// Chunks that an operand of 761 coefficients fills.
pub(crate) const OCCUPIED: usize = Sntrup761::DEGREE.div_ceil(CHUNK);

/// Transformed chunks, of `OPERANDS` polynomials side by side.
pub(crate) type Chunks<C, const OPERANDS: usize, const PLACES: usize> = Aligned<[[[C; CHUNK]; OPERANDS]; PLACES]>;

/// The factor of the fold: the product is scaled by 102, the length, and by the 2^-16 of Montgomery
/// products.
pub(crate) const SCALE: Constant<Q4591> = Constant::new((1 << 16) * inverse(WHOLE as i64, Q));

pub(crate) const GOOD_THOMAS: Map = good_thomas(Dimension::Cyclic(LENGTHS[0]));
pub(crate) const RADER_17: Map = rader_17(Dimension::Cyclic(LENGTHS[0]));

/// Returns the map of Good-Thomas, with the dimension u0.
pub(crate) const fn good_thomas(u0: Dimension) -> Map {
    let dimensions = [u0, Dimension::Cyclic(LENGTHS[1]), Dimension::Cyclic(LENGTHS[2])];
    Map {
        name: "good-thomas",
        transformation: Transformation::GoodThomas { block: CHUNK, dimensions, overlap: 1 },
        source: "[Goo58]",
    }
}

/// Returns the map of Rader's transform, of the dimension u0.
pub(crate) const fn rader_17(u0: Dimension) -> Map {
    let dimensions = [u0, Dimension::NONE, Dimension::NONE];
    Map {
        name: "rader-17",
        transformation: Transformation::Transform {
            block: CHUNK,
            dimensions,
            quadratic: 0,
            algorithm: Algorithm::Rader,
        },
        source: "[Rad68]",
    }
}

pub(crate) const RADIX_3_2: Map = Map {
    name: "radix-(3, 2)",
    transformation: Transformation::Transform {
        block: CHUNK,
        dimensions: [Dimension::NONE, Dimension::Cyclic(LENGTHS[1]), Dimension::Cyclic(LENGTHS[2])],
        quadratic: 0,
        algorithm: Algorithm::Radix3,
    },
    source: "[DV78]",
};

/// Returns the map of the products in the rings modulo x^16 - w^i, for a root w of order `order`.
/// Powers w^i whose order divides `omitted` are left out.
pub(crate) const fn weighted_convolution(order: usize, omitted: usize) -> Map {
    Map {
        name: "weighted-convolution",
        transformation: Transformation::WeightedConvolutions {
            degree: CHUNK,
            order,
            omitted: [omitted, 0],
            extensions: None,
        },
        source: "[CCH+23]",
    }
}

/// Returns w^(e_l), the root of unity of dimension l.
const fn dimension_root(l: usize) -> i64 {
    power(ROOT, INDEX.idempotents()[l] as u64, Q)
}

static FORWARD_17: Rader<Q4591, 17, 8> = Rader::new(dimension_root(0));
pub(crate) static INVERSE_17: Rader<Q4591, 17, 8> = Rader::new(inverse(dimension_root(0), Q));
pub(crate) const FORWARD_3: Constant<Q4591> = Constant::new(dimension_root(1));
const INVERSE_3: Constant<Q4591> = Constant::new(inverse(dimension_root(1), Q));

/// Returns the exponent t of the chunk modulo x^16 - w^t at a place. The place is 6 i0 + 2 i1 + i2,
/// and t is the Good-Thomas image of (i0, i1, i2).
pub(crate) const fn exponent(place: usize) -> usize {
    INDEX.join([place / 6, place / 2 % 3, place % 2])
}

/// The weight w^t of each place.
pub(crate) static WEIGHTS: [Constant<Q4591>; WHOLE] = {
    let mut weights = [Constant::ZERO; WHOLE];
    let mut place = 0;
    while place < WHOLE {
        weights[place] = Constant::new(power(ROOT, exponent(place) as u64, Q));
        place += 1;
    }
    weights
};

/// The numbering of rows for the inverse transform of the column at place 2 i1 + i2. Input j is row
/// c j, and output i is the chunk of i0 = i / c, for a unit c modulo 17.
struct Order {
    rows: [[u8; 17]; 6],
    targets: [[u8; 17]; 6],
}

impl Order {
    const fn new(units: [usize; 6]) -> Self {
        let mut order = Self { rows: [[0; 17]; 6], targets: [[0; 17]; 6] };
        let mut place = 0;
        while place < 6 {
            let mut i0 = 0;
            while i0 < 17 {
                let i = units[place] * i0 % 17;
                order.rows[place][i0] = i as u8;
                order.targets[place][i] = INDEX.join([i0, place / 2, place % 2]) as u8;
                i0 += 1;
            }
            place += 1;
        }
        order
    }
}

static WHOLE_ORDER: Order = Order::new([1; 6]);

/// The order for the truncated inverse: output 16, which it makes zero, is the only chunk of the
/// column from 96 on.
static TRUNCATED_ORDER: Order = {
    let mut units = [1; 6];
    let mut place = 0;
    while place < 6 {
        while Order::new(units).targets[place][16] < TRUNCATED as u8 {
            units[place] += 1;
        }
        place += 1;
    }
    Order::new(units)
};

/// Transforms the operands, whose chunks are side by side in the result.
///
/// It is not inlined: straight-line code for each of six columns takes seconds to compile, and
/// several multipliers share it.
#[inline(never)]
pub(crate) fn forward<S: Simd, const OPERANDS: usize, const PLACES: usize>(
    simd: S,
    operands: [&[S::Coefficient]; OPERANDS],
    result: &mut Chunks<S::Coefficient, OPERANDS, PLACES>,
) {
    simd.vectorize(
        #[inline(always)]
        || forward_columns(simd, operands, result),
    );
}

/// Transforms the operands column by column, then row by row.
#[inline(always)]
fn forward_columns<S: Simd, const OPERANDS: usize, const PLACES: usize>(
    simd: S,
    operands: [&[S::Coefficient]; OPERANDS],
    result: &mut Chunks<S::Coefficient, OPERANDS, PLACES>,
) {
    let flat = result.0.as_flattened_mut().as_flattened_mut();
    simd.enter(RADER_17.name);
    forward_column::<S, OPERANDS, PLACES, 0>(simd, operands, flat);
    forward_column::<S, OPERANDS, PLACES, 1>(simd, operands, flat);
    forward_column::<S, OPERANDS, PLACES, 2>(simd, operands, flat);
    forward_column::<S, OPERANDS, PLACES, 3>(simd, operands, flat);
    forward_column::<S, OPERANDS, PLACES, 4>(simd, operands, flat);
    forward_column::<S, OPERANDS, PLACES, 5>(simd, operands, flat);
    simd.enter(RADIX_3_2.name);
    for row in flat.chunks_exact_mut(6 * OPERANDS * CHUNK) {
        radix_3_2(simd, row, FORWARD_3);
    }
}

/// Computes Rader's transform of the chunks t = `COLUMN` modulo 6. It is compiled for the eight of
/// them that operands fill. It is not inlined, because the compiler takes far longer for all six
/// columns in one function.
#[inline(never)]
fn forward_column<S: Simd, const OPERANDS: usize, const PLACES: usize, const COLUMN: usize>(
    simd: S,
    operands: [&[S::Coefficient]; OPERANDS],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let place = OPERANDS * CHUNK;
            let [_, i1, i2] = INDEX.split(COLUMN);
            for start in (0..place).step_by(simd.lanes()) {
                let mut inputs = [None; 17];
                for t in (COLUMN..OCCUPIED).step_by(6) {
                    let input = if_form!(S, simd, form => form.lanes == 2 * CHUNK, {
                        simd.load_halves(&operands[0][t * CHUNK..], &operands[OPERANDS - 1][t * CHUNK..])
                    } else {
                        simd.load(&operands[start / CHUNK][t * CHUNK + start % CHUNK..])
                    });
                    inputs[INDEX.split(t)[0]] = Some(input);
                }
                let outputs = if const { PLACES == WHOLE } {
                    rader::transform(simd, inputs, &FORWARD_17)
                } else {
                    rader::truncated_transform(simd, inputs, &FORWARD_17)
                };
                let first = (WHOLE - PLACES) / 6;
                for i0 in first..17 {
                    simd.store(outputs[i0], &mut result[(6 * (i0 - first) + 2 * i1 + i2) * place + start..]);
                }
            }
        },
    );
}

/// Transforms back, which leaves the factor 102. The truncated transform writes zeros to the last
/// six chunks of the result. Like [`forward`], the function is not inlined.
#[inline(never)]
pub(crate) fn inverse_transform<S: Simd, const PLACES: usize>(
    simd: S,
    transformed: &mut Chunks<S::Coefficient, 1, PLACES>,
    result: &mut [S::Coefficient; WHOLE * CHUNK],
) {
    simd.vectorize(
        #[inline(always)]
        || inverse_rows(simd, transformed, result),
    );
}

/// Transforms back row by row, then column by column.
#[inline(always)]
fn inverse_rows<S: Simd, const PLACES: usize>(
    simd: S,
    transformed: &mut Chunks<S::Coefficient, 1, PLACES>,
    result: &mut [S::Coefficient; WHOLE * CHUNK],
) {
    let flat = transformed.0.as_flattened_mut().as_flattened_mut();
    simd.enter(RADIX_3_2.name);
    for row in flat.chunks_exact_mut(6 * CHUNK) {
        radix_3_2(simd, row, INVERSE_3);
    }
    simd.enter(RADER_17.name);
    if const { PLACES == WHOLE } {
        inverse_whole(simd, flat, result);
    } else {
        if_form!(S, simd, form => form.lanes == 2 * CHUNK, {
            inverse_pair::<S, 0>(simd, flat, result);
            inverse_pair::<S, 2>(simd, flat, result);
            inverse_pair::<S, 4>(simd, flat, result);
        } else {
            inverse_truncated(simd, flat, result);
        });
    }
}

/// Computes Rader's inverse of every column.
#[inline(always)]
fn inverse_whole<S: Simd>(simd: S, rows: &[S::Coefficient], result: &mut [S::Coefficient; WHOLE * CHUNK]) {
    for start in (0..6 * CHUNK).step_by(simd.lanes()) {
        let mut inputs = [None; 17];
        for j in 0..17 {
            inputs[j] = Some(simd.load(&rows[6 * CHUNK * j + start..]));
        }
        let outputs = rader::transform(simd, inputs, &INVERSE_17);
        for i in 0..17 {
            store_output(simd, outputs[i], result, &WHOLE_ORDER, start, i);
        }
    }
}

/// Computes Rader's truncated inverse of every column by one function: the rows of each column are
/// numbered so that output 16 is the absent one.
#[inline(always)]
fn inverse_truncated<S: Simd>(simd: S, rows: &[S::Coefficient], result: &mut [S::Coefficient; WHOLE * CHUNK]) {
    for start in (0..6 * CHUNK).step_by(simd.lanes()) {
        let mut inputs = [None; 17];
        for j in 1..17 {
            let row = TRUNCATED_ORDER.rows[start / CHUNK][j] as usize;
            inputs[j] = Some(simd.load(&rows[6 * CHUNK * (row - 1) + start..]));
        }
        let outputs = rader::truncated_inverse(simd, inputs, &INVERSE_17, [16; 2]);
        for i in 0..16 {
            store_output(simd, outputs[i], result, &TRUNCATED_ORDER, start, i);
        }
    }
}

/// Computes the truncated inverse of the columns at `PLACE` and `PLACE` + 1, which one vector
/// holds. It is compiled for the absent outputs of both. A separate numbering for each half would
/// need loads of half a vector, which take longer than three copies of the code.
#[inline(always)]
fn inverse_pair<S: Simd, const PLACE: usize>(
    simd: S,
    rows: &[S::Coefficient],
    result: &mut [S::Coefficient; WHOLE * CHUNK],
) {
    let start = PLACE * CHUNK;
    let mut inputs = [None; 17];
    for j in 1..17 {
        inputs[j] = Some(simd.load(&rows[6 * CHUNK * (j - 1) + start..]));
    }
    let absent = const { [absent(PLACE), absent(PLACE + 1)] };
    let outputs = rader::truncated_inverse(simd, inputs, &INVERSE_17, absent);
    for i in 0..17 {
        store_output(simd, outputs[i], result, &WHOLE_ORDER, start, i);
    }
}

/// Returns the output i0 of the column at `place` that the truncated inverse makes zero.
const fn absent(place: usize) -> usize {
    let mut i0 = 0;
    while INDEX.join([i0, place / 2, place % 2]) < TRUNCATED {
        i0 += 1;
    }
    i0
}

/// Stores output i of the column at `start` to its chunk.
#[inline(always)]
fn store_output<S: Simd>(
    simd: S,
    output: S::I16,
    result: &mut [S::Coefficient; WHOLE * CHUNK],
    order: &Order,
    start: usize,
    i: usize,
) {
    let place = start / CHUNK;
    let target = order.targets[place][i] as usize * CHUNK;
    if_form!(S, simd, form => form.lanes == 2 * CHUNK, {
        simd.store_halves(output, result, target, order.targets[place + 1][i] as usize * CHUNK);
    } else {
        simd.store(output, &mut result[target + start % CHUNK..]);
    });
}
