//! `schoenhage-nussbaumer`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a product modulo
//! (x^1024 + 1)(x^512 - 1).
//!
//! Both transforms multiply by powers of a variable only, and both double the number of
//! coefficients: the 768 of an operand become 3072 and then 6144, in 768 negacyclic products of
//! size 8. This was the state of the art on AVX2 before `[HLY24]`, and serves for comparison.
//!
//! ```text
//! Z_q[x]/((x^1024 + 1)(x^512 - 1)) = (Z_q[x]/(x^32 - y))[y]/((y^32 + 1)(y^16 - 1))
//!     -> (Z_q[x]/(x^64 + 1))[y]/((y^32 + 1)(y^16 - 1))
//!     -> prod (Z_q[x]/(x^64 + 1))[y]/(y - x^e), 48 exponents e
//!     -> prod (Z_q[z]/(z^8 + 1))[x]/(x - z^k), 48 times 16 exponents k
//! ```
//!
//! Schönhage's transform is truncated: y^16 - 1 has the 16 points with e = 0 modulo 8, and
//! y^32 + 1 = (y^16 - x^32)(y^16 + x^32) the 32 points with e = 2 modulo 4. An operand has 24
//! chunks of 32 coefficients, each the lower half of its ring. Modulo y^16 -+ x^32 the first layer
//! is a copy.
//!
//! The first maps are monomorphisms, not isomorphisms. The inverse transform is a linear map: the
//! interpolation in y, and the substitution x^32 = y by overlapping sums, without the coefficients
//! from x^1536 on, which are zero in products.
//!
//! Bounds, found by proofs: requires centred operands. Transformed operands are below 11,000;
//! products are below 17,000 before their reduction and below 2700 after it; the product, unscaled,
//! is below 2926. The result is centred.
//!
//! Sources: `[BBCT22]`, as `[HLY24]`, section 4.3, recalls it; `[Sch77]`, `[Nus80]`; `[vdH04]` for
//! truncation.

use crate::stage::factor::Factor;
use crate::stage::trinomial_convolution::{Trinomial, trinomial_convolution};
use vectru_polymul::modular::{Constant, Modulus, Q4591, inverse};
use vectru_polymul::multiplier::recipe::{ClosedForm, CoefficientRing, Comparison, Safety, Transformation};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Symmetric, multiplies_in_place, symmetric, zeros,
};
use vectru_polymul::ring::{Ring, Sntrup761};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I16Vector, Simd};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::fold;
use vectru_polymul::stage::widen::widen;

use crate::stage::nussbaumer::{self, POINTS, Polynomials, SIZE};
use crate::stage::schoenhage::radix_4::{reading_shifts, two_layers};
use crate::stage::schoenhage::{GUARD, Shifts, fill_guard, forward_shifts, inverse_shifts, load_shifted};

/// The degree of the ring in which x is a root of unity: x^64 = -1.
const DEGREE: usize = 64;
/// Coefficients of a chunk of the operand.
const HALF: usize = DEGREE / 2;
/// Elements modulo each of y^16 - 1, y^16 - x^32 and y^16 + x^32.
const BLOCK: usize = 16;
const ELEMENTS: usize = 3 * BLOCK;
const STRIDE: usize = GUARD + DEGREE;
/// Groups of 16 rings.
const GROUPS: usize = ELEMENTS / CHUNK;
/// The exponents e of y^16 - x^e.
const ROOTS: [usize; 3] = [0, 32, 96];
static FORWARD: Shifts<ELEMENTS, 5> = forward_shifts(ROOTS, DEGREE);
static INVERSE: Shifts<ELEMENTS, 5> = inverse_shifts(ROOTS, DEGREE);
/// The shifts of two layers in one pass: the first two, and the others.
static FORWARD_PAIRS: Shifts<ELEMENTS, 2> =
    [reading_shifts([&FORWARD[0], &FORWARD[1]]), reading_shifts([&FORWARD[2], &FORWARD[3]])];
static INVERSE_PAIRS: Shifts<ELEMENTS, 2> =
    [reading_shifts([&INVERSE[0], &INVERSE[1]]), reading_shifts([&INVERSE[2], &INVERSE[3]])];

/// Coefficients of the product.
const LENGTH: usize = ELEMENTS * HALF;
/// The factor that the layers and the interpolation in y leave.
const FACTOR: i64 = 64 * POINTS as i64;
const SCALE: Constant<Q4591> = {
    assert!(2 * Sntrup761::DEGREE - 1 <= LENGTH, "a product has more coefficients than the cyclic product");
    Constant::new((1 << 16) * inverse(FACTOR, Q4591::Q as i64))
};

type Elements<C> = Aligned<[[C; STRIDE]; ELEMENTS]>;

const SCHOENHAGE: Map = Map {
    name: "schoenhage",
    transformation: Transformation::TruncatedSchoenhage { block: HALF, points: BLOCK, roots: ROOTS },
    source: "[Sch77]",
};

const NUSSBAUMER: Map = Map {
    name: "nussbaumer",
    transformation: Transformation::Nussbaumer { degree: SIZE, points: POINTS, rings: ELEMENTS },
    source: "[Nus80]",
};

const NEGACYCLIC_CONVOLUTION: Map = Map {
    name: "negacyclic-convolution",
    transformation: Transformation::NegacyclicConvolutions { degree: SIZE, products: ELEMENTS * POINTS },
    source: "[BBCT22]",
};

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct SchoenhageNussbaumer;

impl Multiplier for SchoenhageNussbaumer {
    type Ring = Sntrup761;
    /// The [`Points`](nussbaumer::Points) of each group of 16 rings.
    type Transformed<C: Coefficient> = Aligned<[[[C; 2 * CHUNK]; SIZE]; GROUPS * POINTS / 2]>;
    type Second<C: Coefficient> = Self::Transformed<C>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH]>;

    const RECIPE: Recipe = Recipe {
        name: "schoenhage-nussbaumer",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(Q4591::Q as i64),
        source: "[BBCT22]",
        chain: &[SCHOENHAGE, NUSSBAUMER, NEGACYCLIC_CONVOLUTION],
        safety: Safety::Bounded,
        comparisons: &[
            Comparison {
                maps: &[NUSSBAUMER.name],
                form: ClosedForm::NussbaumerButterflies { size: DEGREE, leaf: SIZE },
                copies: ELEMENTS,
                note: "two Barrett reductions a coefficient pair of the first layer that adds",
            },
            Comparison {
                maps: &[NUSSBAUMER.name],
                form: ClosedForm::Nussbaumer { size: DEGREE, leaf: SIZE },
                copies: ELEMENTS,
                note: "the source counts a butterfly once, and the layer that only copies too",
            },
        ],
    };

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || forward(simd, operand, result),
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; LENGTH / 2]) };
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
            || multiply(simd, &mut a.0, &b.0),
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, Q4591>(simd, sum.as_mut(), term.as_ref());
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
        fold::<S, Sntrup761>(simd, LENGTH, &mut product.0, SCALE, result);
    }
}

impl Symmetric for SchoenhageNussbaumer {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl BigByBig for SchoenhageNussbaumer {
    symmetric!();
}

/// Transforms an operand.
#[inline(always)]
fn forward<S: Simd>(
    simd: S,
    operand: &[S::Coefficient],
    result: &mut Aligned<[[[S::Coefficient; 2 * CHUNK]; SIZE]; GROUPS * POINTS / 2]>,
) {
    simd.enter(SCHOENHAGE.name);
    let mut even: Elements<_> = const { Aligned([[S::ZERO; STRIDE]; ELEMENTS]) };
    let mut odd = even;
    spread(simd, operand, &mut even.0);
    let [first, second, third, fourth, last] = &FORWARD;
    let next = &FORWARD_PAIRS[1];
    two_layers::<S, Q4591, STRIDE, ELEMENTS, 1>(simd, &even.0, &mut odd.0, 4, [first, second], next, false, true);
    two_layers::<S, Q4591, STRIDE, ELEMENTS, 1>(simd, &odd.0, &mut even.0, 1, [third, fourth], last, false, false);
    simd.enter(NUSSBAUMER.name);
    // Sixteen rings fill half of the widest vector, and 48 rings are not a whole number of the
    // widest vectors.
    let simd = simd.narrow();
    let mut polynomials = const { Aligned([[[S::ZERO; SIZE]; CHUNK]; SIZE]) };
    let (points, _) = result.0.as_chunks_mut();
    for (group, points) in points.iter_mut().enumerate() {
        gather(simd, &even.0[group * CHUNK..], &mut polynomials.0);
        nussbaumer::forward::<_, Q4591>(simd, &polynomials.0, points, true);
    }
}

/// Writes the chunks of the operand modulo y^16 - 1, y^16 - x^32 and y^16 + x^32.
#[inline(always)]
fn spread<S: Simd>(simd: S, operand: &[S::Coefficient], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
    for i in 0..BLOCK {
        for start in (0..HALF).step_by(simd.lanes()) {
            let low = simd.load(&operand[i * HALF + start..]);
            simd.store(low, &mut elements[BLOCK + i][GUARD + start..]);
            simd.store(low, &mut elements[2 * BLOCK + i][GUARD + start..]);
            if i < BLOCK / 2 {
                let high = simd.load(&operand[(BLOCK + i) * HALF + start..]);
                simd.store(low + high, &mut elements[i][GUARD + start..]);
                simd.store(high, &mut elements[BLOCK + i][GUARD + HALF + start..]);
                simd.store(simd.splat(0) - high, &mut elements[2 * BLOCK + i][GUARD + HALF + start..]);
            } else {
                simd.store(low, &mut elements[i][GUARD + start..]);
            }
        }
    }
    for (element, &shift) in elements.iter_mut().zip(&FORWARD_PAIRS[0]) {
        fill_guard(simd, element, shift);
    }
}

/// Regroups the first 16 elements by their coefficients at x^(8u) to x^(8u + 7).
#[inline(always)]
fn gather<S: Simd>(simd: S, elements: &[[S::Coefficient; STRIDE]], polynomials: &mut Polynomials<S::Coefficient>) {
    let lanes = simd.lanes();
    for (r, element) in elements[..CHUNK].iter().enumerate() {
        for start in (0..DEGREE).step_by(lanes) {
            let (u, vector) = (start / SIZE, simd.load(&element[GUARD + start..]));
            if lanes == 2 * SIZE {
                let (low, high) = ((u * CHUNK + r) * SIZE, ((u + 1) * CHUNK + r) * SIZE);
                simd.store_halves(vector, polynomials.as_flattened_mut().as_flattened_mut(), low, high);
            } else {
                simd.store(vector, &mut polynomials[u][r]);
            }
        }
    }
}

/// Inverts [`gather`].
#[inline(always)]
fn scatter<S: Simd>(simd: S, polynomials: &Polynomials<S::Coefficient>, elements: &mut [[S::Coefficient; STRIDE]]) {
    let lanes = simd.lanes();
    for (r, element) in elements[..CHUNK].iter_mut().enumerate() {
        for start in (0..DEGREE).step_by(lanes) {
            let u = start / SIZE;
            let vector = if lanes == 2 * SIZE {
                simd.load_halves(&polynomials[u][r], &polynomials[u + 1][r])
            } else {
                simd.load(&polynomials[u][r])
            };
            simd.store(vector, &mut element[GUARD + start..]);
        }
    }
}

/// Computes the 768 products, one in each lane, and replaces `a` by them.
#[inline(always)]
fn multiply<S: Simd>(
    simd: S,
    a: &mut [[[S::Coefficient; 2 * CHUNK]; SIZE]],
    b: &[[[S::Coefficient; 2 * CHUNK]; SIZE]],
) {
    simd.enter(NEGACYCLIC_CONVOLUTION.name);
    let negacyclic = Trinomial::<_, Q4591> { alpha: Factor::Zero, beta: Factor::MinusOne };
    for (a, b) in a.iter_mut().zip(b) {
        for start in (0..2 * CHUNK).step_by(simd.lanes()) {
            let (mut left, mut right) = ([simd.splat(0); SIZE], [simd.splat(0); SIZE]);
            for u in 0..SIZE {
                left[u] = simd.load(&a[u][start..]);
                right[u] = simd.load(&b[u][start..]);
            }
            let product = trinomial_convolution(simd, left, right, negacyclic);
            for u in 0..SIZE {
                simd.store(product[u].barrett_reduce::<Q4591>(), &mut a[u][start..]);
            }
        }
    }
}

/// Transforms back, times 64 * 16.
#[inline(always)]
fn inverse_transform<S: Simd>(
    simd: S,
    transformed: &mut Aligned<[[[S::Coefficient; 2 * CHUNK]; SIZE]; GROUPS * POINTS / 2]>,
    result: &mut [S::Coefficient; LENGTH],
) {
    let mut even: Elements<_> = const { Aligned([[S::ZERO; STRIDE]; ELEMENTS]) };
    let mut odd = even;
    simd.enter(NUSSBAUMER.name);
    let narrow = simd.narrow();
    let mut polynomials = const { Aligned([[[S::ZERO; SIZE]; CHUNK]; SIZE]) };
    let (points, _) = transformed.0.as_chunks_mut();
    for (group, points) in points.iter_mut().enumerate() {
        nussbaumer::inverse::<_, Q4591>(narrow, points, &mut polynomials.0);
        scatter(narrow, &polynomials.0, &mut even.0[group * CHUNK..]);
    }
    simd.enter(SCHOENHAGE.name);
    for (element, &shift) in even.0.iter_mut().zip(&INVERSE_PAIRS[0]) {
        fill_guard(simd, element, shift);
    }
    let [first, second, third, fourth, last] = &INVERSE;
    let next = &INVERSE_PAIRS[1];
    two_layers::<S, Q4591, STRIDE, ELEMENTS, 1>(simd, &even.0, &mut odd.0, 1, [first, second], next, true, true);
    two_layers::<S, Q4591, STRIDE, ELEMENTS, 1>(simd, &odd.0, &mut even.0, 4, [third, fourth], last, true, true);
    interpolate(simd, &even.0, &mut odd.0);
    overlap(simd, &odd.0, result);
}

/// Returns 64 times the polynomial in y with the residues 16 P modulo y^16 - 1, 16 Q modulo
/// y^16 - x^32 and 16 R modulo y^16 + x^32.
///
/// Modulo y^32 + 1 it is low + high y^16, where 2 low = Q + R and 2 x^32 high = Q - R. The
/// remaining part is a multiple of y^32 + 1, which is 2 modulo y^16 - 1. So it is
/// (P - low - high)/2 times y^32 + 1.
#[inline(always)]
fn interpolate<S: Simd>(
    simd: S,
    residues: &[[S::Coefficient; STRIDE]; ELEMENTS],
    elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
) {
    for i in 0..BLOCK {
        let [p, q, r] = [i, BLOCK + i, 2 * BLOCK + i];
        let shift = |place: usize| INVERSE[4][place] as usize;
        for start in (0..DEGREE).step_by(simd.lanes()) {
            let low =
                load_shifted(simd, &residues[q], shift(q), start) + load_shifted(simd, &residues[r], shift(r), start);
            // Here x^-32 is x^96.
            let high = load_shifted(simd, &residues[q], shift(q) + 3 * HALF, start)
                - load_shifted(simd, &residues[r], shift(r) + 3 * HALF, start);
            let p = load_shifted(simd, &residues[p], shift(p), start);
            let twice = p + p;
            simd.store(twice + (low - high), &mut elements[i][GUARD + start..]);
            simd.store(high + high, &mut elements[BLOCK + i][GUARD + start..]);
            simd.store(twice - (low + high), &mut elements[2 * BLOCK + i][GUARD + start..]);
        }
    }
}

/// Substitutes y = x^32: adds the upper half of each element to the lower half of the next.
#[inline(always)]
fn overlap<S: Simd>(simd: S, elements: &[[S::Coefficient; STRIDE]; ELEMENTS], result: &mut [S::Coefficient; LENGTH]) {
    for i in 0..ELEMENTS {
        for start in (0..HALF).step_by(simd.lanes()) {
            let mut sum = simd.load(&elements[i][GUARD + start..]);
            if i > 0 {
                sum = sum + simd.load(&elements[i - 1][GUARD + HALF + start..]);
            }
            simd.store(sum.barrett_reduce::<Q4591>(), &mut result[i * HALF + start..]);
        }
    }
}
