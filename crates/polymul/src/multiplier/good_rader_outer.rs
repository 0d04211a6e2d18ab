//! `good-rader-outer`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a cyclic product of size 1632 = 17 * 3 * 2 * 16.
//!
//! 4590 = 2 * 3^3 * 5 * 17, so Z_4591 has a 102nd root of unity w and no larger power of two to use. Good-Thomas makes
//! the transform of length 102 over chunks of 16 coefficients three-dimensional; Rader does the dimension 17; the
//! 102 products modulo x^16 - w^i are outer products. No coefficient is added that the product does not have
//! (1521 of 1632), where Schönhage's and Nussbaumer's transforms double them.
//!
//! ```text
//! Z_q[x]/(x^1632 - 1) -> Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^17 - 1, u1^3 - 1, u2^2 - 1) -> prod Z_q[x]/(x^16 - w^i)
//! ```
//!
//! The operands fill 48 of the 102 chunks: in each column of 17, eight inputs, and the forward transform is compiled
//! for the eight of each column.
//!
//! Bounds, proved on interval lanes: operands centred; transformed operands below 2926; products below 4386;
//! the cyclic product, unscaled, below 2926; the result centred.
//!
//! Source: Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial Multipliers" (2024; long version):
//! Good-Rader with outer products.

#[cfg(test)]
mod proof;

use super::{Aligned, BigByBig, Map, Multiplier, Operands, Recipe};
use crate::analysis::closed_form::{ClosedForm, Comparison};
use crate::modular::{Constant, Modulus, Q4591, inverse, power, root_of_unity};
use crate::ring::{Ring, Sntrup761};
use crate::simd::{Byte, CHUNK, Coefficient, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::rader::{self, Rader17};
use crate::stage::radix_3_2::radix_3_2;
use crate::stage::weighted_convolution::weighted_convolutions;
use crate::stage::widen::widen;

const Q: i64 = Q4591::Q as i64;
const ROOT: i64 = root_of_unity(102, Q);
const INDEX: GoodThomas = GoodThomas::new([17, 3, 2]);
const LENGTH: usize = INDEX.length();
/// Chunks that an operand of 761 coefficients fills.
const OCCUPIED: usize = Sntrup761::DEGREE.div_ceil(CHUNK);

/// w^(e_l), the root of unity of dimension l.
const fn dimension_root(l: usize) -> i64 {
    power(ROOT, INDEX.idempotents()[l] as u64, Q)
}

static FORWARD_17: Rader17<Q4591> = Rader17::new(dimension_root(0));
static INVERSE_17: Rader17<Q4591> = Rader17::new(inverse(dimension_root(0), Q));
const FORWARD_3: Constant<Q4591> = Constant::new(dimension_root(1));
const INVERSE_3: Constant<Q4591> = Constant::new(inverse(dimension_root(1), Q));

/// The chunk modulo x^16 - w^t, with t the Good-Thomas image of (i0, i1, i2), is at 6 i0 + 2 i1 + i2.
static WEIGHTS: [[Constant<Q4591>; BLOCK]; LENGTH / BLOCK] = {
    let mut weights = [[Constant::ZERO; BLOCK]; LENGTH / BLOCK];
    let mut place = 0;
    while place < LENGTH {
        let exponent = INDEX.join([place / 6, place / 2 % 3, place % 2]);
        weights[place / BLOCK][place % BLOCK] = Constant::new(power(ROOT, exponent as u64, Q));
        place += 1;
    }
    weights
};

/// Where the inverse transform's output i0 of the column at place 2 i1 + i2 goes: the chunk's number.
static TARGETS: [[u8; 17]; 6] = {
    let mut targets = [[0; 17]; 6];
    let mut place = 0;
    while place < 6 {
        let mut i0 = 0;
        while i0 < 17 {
            targets[place][i0] = INDEX.join([i0, place / 2, place % 2]) as u8;
            i0 += 1;
        }
        place += 1;
    }
    targets
};

/// Chunks whose rows are stored before the first of them is read.
const BLOCK: usize = 17;

/// What the transforms leave: the product comes out times 102 (its length) and 2^-16 (Montgomery).
const SCALE: Constant<Q4591> = Constant::new((1 << 16) * inverse(LENGTH as i64, Q));

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodRaderOuter;

/// 102 chunks, of `OPERANDS` polynomials side by side.
type Chunks<C, const OPERANDS: usize> = Aligned<[[[C; CHUNK]; OPERANDS]; LENGTH]>;

impl Multiplier for GoodRaderOuter {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Chunks<C, 1>;
    type Second<C: Coefficient> = Chunks<C, 1>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH * CHUNK]>;

    const RECIPE: Recipe = Recipe {
        name: "good-rader-outer",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: "Z_4591",
        source: "Hwang, Liu, Yang 2024",
        chain: &[
            Map {
                name: "good-thomas",
                domain: "Z_q[x]/(x^1632 - 1)",
                image: "Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^17 - 1, u1^3 - 1, u2^2 - 1)",
                twiddles: "",
                grain: CHUNK,
                source: "Good 1958",
            },
            Map {
                name: "rader-17",
                domain: "R[u0]/(u0^17 - 1)",
                image: "R[u0]/(u0 - w17^i0), i0 < 17",
                twiddles: "(w17^i +- w17^-i)/2 and sums of them",
                grain: CHUNK,
                source: "Rader 1968",
            },
            Map {
                name: "radix-(3, 2)",
                domain: "R[u1, u2]/(u1^3 - 1, u2^2 - 1)",
                image: "R[u1, u2]/(u1 - w3^i1, u2 - w2^i2), i1 < 3, i2 < 2",
                twiddles: "w3",
                grain: CHUNK,
                source: "Dubois, Venetsanopoulos 1978",
            },
            Map {
                name: "weighted-convolution",
                domain: "Z_q[x]/(x^16 - w102^i), i < 102",
                image: "the same",
                twiddles: "w102^i",
                grain: 1,
                source: "Hwang, Liu, Yang 2024",
            },
        ],
    };

    const COMPARISONS: &'static [Comparison] = &[Comparison {
        maps: &["rader-17", "radix-(3, 2)"],
        form: ClosedForm::CooleyTukey { size: LENGTH * CHUNK, leaf: CHUNK },
        copies: 1,
        note: "17 inputs of a Rader transform take 86 products and not 17 lg 17 / 2, but 54 of 102 inputs are zero; \
               Montgomery sums do without reductions",
    }];

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[S::ZERO; CHUNK]; 1]; LENGTH]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; LENGTH * CHUNK]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        // A vector of two chunks would hold two columns with different inputs occupied.
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || forward(simd, [operand], result),
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; OCCUPIED * CHUNK]) };
        simd.vectorize(
            #[inline(always)]
            || widen::<S>(operand, &mut widened.0),
        );
        Self::forward(simd, &widened.0, result);
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                multiply(
                    simd,
                    #[inline(always)]
                    |i| &a.0[i][0],
                    #[inline(always)]
                    |i| &b.0[i][0],
                    result,
                )
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || accumulate::<S, Q4591>(simd, sum.as_mut(), term.as_ref()),
        );
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
        simd.vectorize(
            #[inline(always)]
            || fold(simd, &mut product.0, Sntrup761::DEGREE, SCALE, result),
        );
    }
}

impl BigByBig for GoodRaderOuter {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }

    #[inline(never)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut product = Self::zero_transformed(simd);
                if S::Shape::LANES == 2 * CHUNK {
                    // One vector holds a chunk of each operand: both transforms for the instructions of one.
                    let mut pair: Chunks<S::Coefficient, 2> = const { Aligned([[[S::ZERO; CHUNK]; 2]; LENGTH]) };
                    forward(simd, [a, b], &mut pair);
                    multiply(simd, |i| &pair.0[i][0], |i| &pair.0[i][1], &mut product);
                } else {
                    let mut left = Self::zero_transformed(simd);
                    let mut right = Self::zero_transformed(simd);
                    Self::forward(simd, a, &mut left);
                    Self::forward(simd, b, &mut right);
                    Self::multiply_transformed(simd, &left, &right, &mut product);
                }
                Self::inverse(simd, &mut product, result);
            },
        );
    }
}

/// The forward transform of the operands, whose chunks are side by side in the result.
#[inline(always)]
fn forward<S: Simd, const OPERANDS: usize>(
    simd: S,
    operands: [&[S::Coefficient]; OPERANDS],
    result: &mut Chunks<S::Coefficient, OPERANDS>,
) {
    simd.enter("rader-17");
    let flat = result.0.as_flattened_mut().as_flattened_mut();
    forward_column::<S, OPERANDS, 0>(simd, operands, flat);
    forward_column::<S, OPERANDS, 1>(simd, operands, flat);
    forward_column::<S, OPERANDS, 2>(simd, operands, flat);
    forward_column::<S, OPERANDS, 3>(simd, operands, flat);
    forward_column::<S, OPERANDS, 4>(simd, operands, flat);
    forward_column::<S, OPERANDS, 5>(simd, operands, flat);
    simd.enter("radix-(3, 2)");
    for row in flat.chunks_exact_mut(6 * OPERANDS * CHUNK) {
        radix_3_2(simd, row, FORWARD_3);
    }
}

/// Rader's transform of the chunks t = `COLUMN` modulo 6, which is compiled for the eight of them that operands fill.
#[inline(always)]
fn forward_column<S: Simd, const OPERANDS: usize, const COLUMN: usize>(
    simd: S,
    operands: [&[S::Coefficient]; OPERANDS],
    result: &mut [S::Coefficient],
) {
    let place = OPERANDS * CHUNK;
    let [_, i1, i2] = INDEX.split(COLUMN);
    for start in (0..place).step_by(S::Shape::LANES) {
        let mut inputs = [None; 17];
        for t in (COLUMN..OCCUPIED).step_by(6) {
            inputs[INDEX.split(t)[0]] = Some(if S::Shape::LANES == 2 * CHUNK {
                simd.load_halves(&operands[0][t * CHUNK..], &operands[OPERANDS - 1][t * CHUNK..])
            } else {
                simd.load(&operands[start / CHUNK][t * CHUNK + start % CHUNK..])
            });
        }
        let outputs = rader::transform(simd, inputs, &FORWARD_17);
        for (i0, output) in outputs.into_iter().enumerate() {
            simd.store(output, &mut result[(6 * i0 + 2 * i1 + i2) * place + start..]);
        }
    }
}

/// The 102 products.
#[inline(always)]
fn multiply<'a, S: Simd>(
    simd: S,
    a: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    b: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    result: &mut Chunks<S::Coefficient, 1>,
) where
    S::Coefficient: 'a,
{
    simd.enter("weighted-convolution");
    let mut rows = [simd.zero_rows(); BLOCK];
    let (blocks, _) = result.0.as_flattened_mut().as_chunks_mut();
    for (block, (product, weights)) in blocks.iter_mut().zip(&WEIGHTS).enumerate() {
        weighted_convolutions(
            simd,
            #[inline(always)]
            |i| a(block * BLOCK + i),
            #[inline(always)]
            |i| b(block * BLOCK + i),
            weights,
            &mut rows,
            product,
        );
    }
}

/// The inverse transform, times 102.
#[inline(always)]
fn inverse_transform<S: Simd>(
    simd: S,
    transformed: &mut Chunks<S::Coefficient, 1>,
    result: &mut [S::Coefficient; LENGTH * CHUNK],
) {
    simd.enter("radix-(3, 2)");
    let flat = transformed.0.as_flattened_mut().as_flattened_mut();
    for row in flat.chunks_exact_mut(6 * CHUNK) {
        radix_3_2(simd, row, INVERSE_3);
    }
    simd.enter("rader-17");
    for start in (0..6 * CHUNK).step_by(S::Shape::LANES) {
        let place = start / CHUNK;
        let mut inputs = [None; 17];
        for i0 in 0..17 {
            inputs[i0] = Some(simd.load(&flat[6 * CHUNK * i0 + start..]));
        }
        let outputs = rader::transform(simd, inputs, &INVERSE_17);
        for (i0, output) in outputs.into_iter().enumerate() {
            let target = TARGETS[place][i0] as usize * CHUNK;
            if S::Shape::LANES == 2 * CHUNK {
                let odd_target = TARGETS[place + 1][i0] as usize * CHUNK;
                simd.store_halves(output, result, target, odd_target);
            } else {
                simd.store(output, &mut result[target + start % CHUNK..]);
            }
        }
    }
}
