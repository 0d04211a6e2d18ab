//! `good-schoenhage-outer`: big by big in `Z_5167[x]/(x^857 - x - 1)`, by a cyclic product of
//! length 1792 = 7 * 32 * 8 and outer products modulo x^16 + 1.
//!
//! ```text
//! Z_q[x]/(x^1792 - 1) = (Z_q[x]/(x^8 - y))[y]/(y^224 - 1)
//!     -> (Z_q[x]/(x^16 + 1))[u, w]/(u^7 - 1, w^32 - 1), y = u w
//!     -> prod Z_q[x]/(x^16 + 1), 224 times, where y = v^i x^j, i < 7, j < 32
//! ```
//!
//! v is a seventh root of unity. Chunks have 8 coefficients and elements 16, so that x has order
//! 32, and one vector of 16 lanes holds an element. In
//! [`good-schoenhage-bruun`](crate::good_schoenhage_bruun) chunks have 16 coefficients, and
//! elements 32.
//!
//! The inverse substitutes y = x^8: the upper half of the element of y^t is added to the lower half
//! of the element of y^(t + 1). Elements of even t and elements of odd t are stored separately,
//! each contiguously, so that this sum is a sum of two loads.
//!
//! Bounds, found by proofs: requires centred operands. Transformed operands are Barrett-reduced,
//! below 4100, products below 6700, and the cyclic product, unscaled, is a sum of two reduced
//! values. The result is centred.
//!
//! Sources: `[CCH+23]`, section 7 and Table 12; `[Sch77]`, `[Goo58]`, `[Rad68]`.

use vectru_polymul::modular::{Constant, Modulus, Q5167, inverse, root_of_unity};
use vectru_polymul::multiplier::recipe::{
    Algorithm, CoefficientRing, Dimension, Map, Operands, Recipe, Safety, Transformation,
};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, Multiplier, Symmetric, in_buffers, multiplies_in_place, symmetric, zeros,
};
use vectru_polymul::ring::{Ring, Sntrup857};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, Simd};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::fold;
use vectru_polymul::stage::good_thomas::GoodThomas;
use vectru_polymul::stage::rader::Rader;
use vectru_polymul::stage::transform::Transform;
use vectru_polymul::stage::weighted_convolution::weighted_convolutions_in_place;
use vectru_polymul::stage::widen::widen;

use crate::stage::schoenhage::{GUARD, Shifts, fill_guard, forward_shifts, inverse_shifts, layer, load_shifted};

const Q: i64 = Q5167::Q as i64;
/// Coefficients of a chunk of an operand.
const BLOCK: usize = CHUNK / 2;
/// The length of the odd transform.
const ODD: usize = 7;
/// The number of points of Schönhage's transform.
const POINTS: usize = 2 * CHUNK;
/// The number of tables of shifts: one for each layer of Schönhage's transform, and one after the
/// last.
const STEPS: usize = 6;
/// Elements, which are polynomials modulo x^16 + 1.
const ELEMENTS: usize = ODD * POINTS;
/// Coefficients of an element behind its guard.
const STRIDE: usize = GUARD + CHUNK;
/// Coefficients of a product.
const LENGTH: usize = ELEMENTS * BLOCK;
/// Elements whose rows are prepared before the first of them is used.
const GROUP: usize = 16;

/// The root of unity v.
const ROOT: i64 = root_of_unity(ODD as u64, Q);
type Odd = Rader<Q5167, 7, 3>;
static TRANSFORMS: [Odd; 2] = [Odd::new(ROOT), Odd::new(inverse(ROOT, Q))];
const INDEX: GoodThomas = GoodThomas::new([ODD, POINTS, 1]);
static FORWARD: Shifts<ELEMENTS, STEPS> = forward_shifts([0; ODD], CHUNK);
static INVERSE: Shifts<ELEMENTS, STEPS> = inverse_shifts([0; ODD], CHUNK);

/// The factor of the fold: the inverse of the factor of the transforms, times 2^16 for the 2^-16 of
/// Montgomery products.
const SCALE: Constant<Q5167> = {
    assert!(2 * Sntrup857::DEGREE - 1 <= LENGTH, "a product has more coefficients than the cyclic product");
    Constant::new((1 << 16) * inverse(ELEMENTS as i64, Q))
};

const GOOD_THOMAS: Map = Map {
    name: "good-thomas",
    transformation: Transformation::GoodThomas {
        block: BLOCK,
        dimensions: [Dimension::Cyclic(ODD), Dimension::Cyclic(POINTS), Dimension::NONE],
        overlap: 1,
    },
    source: "[Goo58]",
};

const RADER_7: Map = Map {
    name: "rader-7",
    transformation: Transformation::Transform {
        block: BLOCK,
        dimensions: [Dimension::Cyclic(ODD), Dimension::NONE, Dimension::NONE],
        quadratic: 0,
        algorithm: Algorithm::of_odd_length(ODD),
    },
    source: "[Rad68]",
};

const SCHOENHAGE: Map = Map {
    name: "schoenhage",
    transformation: Transformation::Schoenhage { block: BLOCK, points: POINTS, copies: ODD },
    source: "[Sch77]",
};

const NEGACYCLIC_CONVOLUTION: Map = Map {
    name: "negacyclic-convolution",
    transformation: Transformation::NegacyclicConvolutions { degree: CHUNK, products: ELEMENTS },
    source: "[CCH+23]",
};

/// Polynomials modulo x^16 + 1, each behind its guard.
type Elements<C> = Aligned<[[C; STRIDE]; ELEMENTS]>;

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodSchoenhageOuter857;

impl Multiplier for GoodSchoenhageOuter857 {
    type Ring = Sntrup857;
    type Transformed<C: Coefficient> = Aligned<[[C; CHUNK]; ELEMENTS]>;
    type Second<C: Coefficient> = Self::Transformed<C>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH]>;

    const RECIPE: Recipe = Recipe {
        name: "good-schoenhage-outer",
        ring: Sntrup857::NAME,
        formula: Sntrup857::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(Q),
        source: "[CCH+23]",
        chain: &[GOOD_THOMAS, RADER_7, SCHOENHAGE, NEGACYCLIC_CONVOLUTION],
        safety: Safety::Bounded,
        comparisons: &[],
    };

    in_buffers!();

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        in_elements(
            simd.narrow(),
            #[inline(always)]
            |simd, [even, odd]| {
                split(simd, operand, even);
                layers(simd, even, odd, [16, 8, 4, 2, 1], &FORWARD);
                for (element, target) in odd.iter().zip(&mut result.0) {
                    target.copy_from_slice(&element[GUARD..]);
                }
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Self::Unfolded<S::Coefficient>| {
                widen(simd, operand, widened.as_mut());
                Self::forward(simd, widened.as_ref(), result);
            },
        );
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
            || {
                simd.enter(NEGACYCLIC_CONVOLUTION.name);
                let weights = const { &[Constant::<Q5167>::new(-1); GROUP] };
                let mut rows = [simd.zero_rows(); GROUP];
                for (product, factors) in a.0.as_chunks_mut::<GROUP>().0.iter_mut().zip(b.0.as_chunks::<GROUP>().0) {
                    weighted_convolutions_in_place(
                        simd,
                        #[inline(always)]
                        |i| &factors[i],
                        weights,
                        &mut rows,
                        product,
                    );
                }
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, Q5167>(simd, sum.as_mut(), term.as_ref());
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        in_elements(
            simd.narrow(),
            #[inline(always)]
            |simd, [even, odd]| {
                for (element, source) in even.iter_mut().zip(&transformed.0) {
                    element[GUARD..].copy_from_slice(source);
                }
                layers(simd, even, odd, [1, 2, 4, 8, 16], &INVERSE);
                overlap(simd, odd, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold::<S, Sntrup857>(simd, LENGTH, product.as_mut(), SCALE, result);
    }
}

impl Symmetric for GoodSchoenhageOuter857 {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl BigByBig for GoodSchoenhageOuter857 {
    symmetric!();
}

/// Runs `kernel`, compiled with the features of the backend, with two memories for elements.
/// Requires a kernel that writes the memory before it reads it.
#[inline(always)]
fn in_elements<S: Simd>(simd: S, kernel: impl FnOnce(S, [&mut [[S::Coefficient; STRIDE]; ELEMENTS]; 2])) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.with_buffer(
                #[inline(always)]
                |even: &mut Elements<S::Coefficient>| {
                    simd.with_buffer(
                        #[inline(always)]
                        |odd: &mut Elements<S::Coefficient>| kernel(simd, [&mut even.0, &mut odd.0]),
                    );
                },
            );
        },
    );
}

/// Writes the chunks of the operand to the lower halves of elements and computes the transforms of
/// length 7. The upper halves become zero, and the elements are reduced.
#[inline(always)]
fn split<S: Simd>(simd: S, operand: &[S::Coefficient], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
    simd.enter(GOOD_THOMAS.name);
    for t in 0..ELEMENTS {
        let [i, j, _] = INDEX.split(t);
        let element = &mut elements[i * POINTS + j][GUARD..];
        simd.clear(element);
        if t < Sntrup857::DEGREE.div_ceil(BLOCK) {
            element[..BLOCK].copy_from_slice(&operand[t * BLOCK..][..BLOCK]);
        }
    }
    simd.enter(RADER_7.name);
    for j in 0..POINTS {
        for start in (0..BLOCK).step_by(simd.lanes()) {
            let data = &mut elements[j..].as_flattened_mut()[GUARD + start..];
            TRANSFORMS[0].in_place::<S, false>(simd, data, POINTS * STRIDE);
        }
    }
}

/// Computes five layers of Schönhage's transform or of its inverse, at these distances, of the
/// elements in `even`. The results, reduced, are in `odd`. Requires |x| <= 6700.
#[inline(always)]
fn layers<S: Simd>(
    simd: S,
    even: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    odd: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    distances: [usize; STEPS - 1],
    shifts: &Shifts<ELEMENTS, STEPS>,
) {
    simd.enter(SCHOENHAGE.name);
    for (element, &shift) in even.iter_mut().zip(&shifts[0]) {
        fill_guard(simd, element, shift);
    }
    // Two layers quadruple magnitudes.
    layer::<_, Q5167, STRIDE, ELEMENTS>(simd, even, odd, distances[0], &shifts[0], &shifts[1], false);
    layer::<_, Q5167, STRIDE, ELEMENTS>(simd, odd, even, distances[1], &shifts[1], &shifts[2], true);
    layer::<_, Q5167, STRIDE, ELEMENTS>(simd, even, odd, distances[2], &shifts[2], &shifts[3], false);
    layer::<_, Q5167, STRIDE, ELEMENTS>(simd, odd, even, distances[3], &shifts[3], &shifts[4], false);
    layer::<_, Q5167, STRIDE, ELEMENTS>(simd, even, odd, distances[4], &shifts[4], &shifts[5], true);
}

/// Computes the inverse transforms of length 7 and substitutes y = x^8.
#[inline(always)]
fn overlap<S: Simd>(simd: S, elements: &[[S::Coefficient; STRIDE]; ELEMENTS], result: &mut [S::Coefficient; LENGTH]) {
    simd.with_buffer(
        #[inline(always)]
        |apart: &mut Aligned<[[S::Coefficient; CHUNK]; ELEMENTS + 2]>| {
            // The last element of odd t is repeated before the first one.
            let (evens, odds) = apart.0.split_at_mut(ELEMENTS / 2);
            for j in 0..POINTS {
                let shift = usize::from(INVERSE[STEPS - 1][j]);
                for start in (0..CHUNK).step_by(simd.lanes()) {
                    simd.enter(RADER_7.name);
                    let mut columns = [simd.splat(0); ODD];
                    for i in 0..ODD {
                        columns[i] = load_shifted(simd, &elements[i * POINTS + j], shift, start);
                    }
                    TRANSFORMS[1].on_vectors(simd, &mut columns);
                    for i in 0..ODD {
                        let t = INDEX.join([i, j, 0]);
                        let targets = if t.is_multiple_of(2) { &mut evens[t / 2] } else { &mut odds[t / 2 + 1] };
                        simd.store(columns[i], &mut targets[start..]);
                    }
                }
            }
            odds[0] = odds[ELEMENTS / 2];
            simd.enter(GOOD_THOMAS.name);
            let (evens, odds) = (evens.as_flattened(), &odds.as_flattened()[BLOCK..]);
            for start in (0..LENGTH).step_by(simd.lanes()) {
                simd.store(simd.load(&evens[start..]) + simd.load(&odds[start..]), &mut result[start..]);
            }
        },
    );
}
