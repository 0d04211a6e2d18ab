//! `good-schoenhage-bruun`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a cyclic product of size 1536 = 3 * 32 * 16.
//!
//! Good-Thomas separates the dimension 3, which has a root of unity in Z_4591, from the dimension 32, which has one only after
//! Schönhage's doubling: x^2 modulo x^32 + 1. Then x^32 + 1 splits by Bruun's butterflies, so that 384 products of size 8 are left,
//! half of what `schoenhage-nussbaumer` has.
//!
//! ```text
//! Z_q[x]/(x^1536 - 1) = (Z_q[x]/(x^16 - y))[y]/(y^96 - 1)
//!     -> (Z_q[x]/(x^32 + 1))[u, w]/(u^3 - 1, w^32 - 1), y = u w
//!     -> prod (Z_q[x]/(x^32 + 1))[u, w]/(u - w3^i, w - x^(2j)), 3 times 32
//!     -> prod Z_q[x]/(x^8 +- 58 x^4 + 1) x Z_q[x]/(x^8 +- 2116 x^4 + 1), 96 times
//! ```
//!
//! The operands fill 48 of the 96 chunks, and the lower half of the rings. A big operand begins with the transform of length
//! 3, on 48 chunks and not 96 rings, and of the first two layers of length 32 half is a copy. A small one begins with five
//! layers in 8 bits, without reductions, and ends with the transform of length 3 in 16 bits.
//!
//! The first map is a monomorphism, so the inverse is defined beyond its image as the linear map that is computed: y = x^16 by
//! overlapping sums, modulo x^1536 - 1.
//!
//! Bounds, proved on interval lanes: operands centred; transformed operands below 2700; products below 4000; the cyclic
//! product, unscaled, below 2926; the result centred. The small operand stays below 17 in 8 bits.
//!
//! Source: Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial Multipliers" (2024), section 4.3.

#[cfg(all(test, not(vectru_without_proofs)))]
mod proof;

use super::{Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Symmetric, symmetric};
use crate::modular::{Constant, Modulus, Q4591, inverse, root_of_unity};
use crate::ring::{Ring, Sntrup761};
use crate::simd::{Byte, CHUNK, Coefficient, I8Vector, I16Vector, Shape, Simd, unroll};
use crate::stage::accumulate::accumulate;
use crate::stage::bruun::{Bruun, InverseBruun, bruun, inverse_bruun};
use crate::stage::factor::Factor;
use crate::stage::fold::fold;
use crate::stage::radix_3_2::radix_3;
use crate::stage::schoenhage::byte::{self, DEGREE, STRIDE};
use crate::stage::schoenhage::radix_4::{reading_shifts, two_layers};
use crate::stage::schoenhage::{GUARD, Shifts, fill_guard, forward_shifts, inverse_shifts, layer, load_shifted};
use crate::stage::trinomial_convolution::{Trinomial, trinomial_convolution};

const Q: i64 = Q4591::Q as i64;
/// Points w = x^(2j).
const POINTS: usize = 32;
/// The element of u^i w^j is at 32 i + j.
const ELEMENTS: usize = 3 * POINTS;
/// Chunks that an operand fills.
const OCCUPIED: usize = Sntrup761::DEGREE.div_ceil(CHUNK);
const LENGTH: usize = ELEMENTS * CHUNK;
/// Coefficients of a base product.
const SIZE: usize = 8;
/// Base products of a ring.
const FACTORS: usize = DEGREE / SIZE;
/// Rings whose products are side by side.
const GROUP: usize = 2 * CHUNK;

static FORWARD: Shifts<ELEMENTS, 6> = forward_shifts([0; 3], DEGREE);
static INVERSE: Shifts<ELEMENTS, 6> = inverse_shifts([0; 3], DEGREE);
/// Where two layers are done in one pass: the third and the fourth forward, the first four back.
static FORWARD_PAIR: [u8; ELEMENTS] = reading_shifts([&FORWARD[2], &FORWARD[3]]);
static INVERSE_PAIRS: Shifts<ELEMENTS, 2> =
    [reading_shifts([&INVERSE[0], &INVERSE[1]]), reading_shifts([&INVERSE[2], &INVERSE[3]])];
const ROOT_3: i64 = root_of_unity(3, Q);
const FORWARD_3: Constant<Q4591> = Constant::new(ROOT_3);
const INVERSE_3: Constant<Q4591> = Constant::new(inverse(ROOT_3, Q));

/// 1229^2 = 2, so x^32 + 1 = (x^16 + 1229 x^8 + 1)(x^16 - 1229 x^8 + 1); then 58^2 = 2 - 1229 and 2116^2 = 2 + 1229.
const ALPHAS: [i64; 3] = [1229, 58, 2116];
/// What x^4 is multiplied by in x^8 = ... - 1, for each factor of x^32 + 1.
static MIDDLES: [Constant<Q4591>; FACTORS] =
    [Constant::new(-ALPHAS[1]), Constant::new(ALPHAS[1]), Constant::new(-ALPHAS[2]), Constant::new(ALPHAS[2])];

/// What the transforms leave: 3, 32, and 2 for each of Bruun's two layers.
const FACTOR: i64 = 3 * 32 * 4;
const SCALE: Constant<Q4591> = Constant::new((1 << 16) * inverse(FACTOR, Q));

/// The place of the element that has chunk t: u^t w^t.
const fn place(t: usize) -> usize {
    t % 3 * POINTS + t % POINTS
}

type Elements<C> = Aligned<[[C; STRIDE]; ELEMENTS]>;
/// All rings' coefficients: that of x^(8u + v) of ring r is at `[u][r][v]`.
type Polynomials<C> = Aligned<[[[C; SIZE]; ELEMENTS]; FACTORS]>;
/// For each group of 32 rings and each factor, coefficient k of ring r is at `[k][r]`.
type Products<C> = Aligned<[[[C; GROUP]; SIZE]; ELEMENTS / GROUP * FACTORS]>;

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodSchoenhageBruun;

impl Multiplier for GoodSchoenhageBruun {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Products<C>;
    type Second<C: Coefficient> = Products<C>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH]>;

    const RECIPE: Recipe = Recipe {
        name: "good-schoenhage-bruun",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: "Z_4591",
        source: "Hwang, Liu, Yang 2024",
        chain: &[
            Map {
                name: "good-thomas",
                domain: "Z_q[x]/(x^1536 - 1)",
                image: "Z_q[x, u, w]/(x^16 - u w, u^3 - 1, w^32 - 1)",
                twiddles: "",
                grain: CHUNK,
                source: "Good 1958",
            },
            Map {
                name: "radix-3",
                domain: "R[u]/(u^3 - 1)",
                image: "R[u]/(u - w3^i), i < 3",
                twiddles: "w3",
                grain: CHUNK,
                source: "Dubois, Venetsanopoulos 1978",
            },
            Map {
                name: "schoenhage",
                domain: "Z_q[x, w]/(x^16 - u w, w^32 - 1)",
                image: "Z_q[x, w]/(x^32 + 1, w - x^(2j)), j < 32",
                twiddles: "x^(2j)",
                grain: CHUNK,
                source: "Schönhage 1977",
            },
            Map {
                name: "bruun",
                domain: "Z_q[x]/(x^32 + 1)",
                image: "Z_q[x]/(x^8 +- 58 x^4 + 1) x Z_q[x]/(x^8 +- 2116 x^4 + 1)",
                twiddles: "1229, 58, 2116 and their squares",
                grain: 1,
                source: "Bruun 1978, Murakami 1996",
            },
            Map {
                name: "trinomial-convolution",
                domain: "Z_q[x]/(x^8 + alpha x^4 + 1), 384 times",
                image: "the same",
                twiddles: "alpha",
                grain: 1,
                source: "Hwang, Liu, Yang 2024",
            },
        ],
    };

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[S::ZERO; GROUP]; SIZE]; ELEMENTS / GROUP * FACTORS]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; LENGTH]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut even: Elements<_> = const { Aligned([[S::ZERO; STRIDE]; ELEMENTS]) };
                let mut odd = even;
                let narrow = simd.narrow();
                first_layers(narrow, operand, &mut even.0);
                simd.enter("schoenhage");
                for (element, &shift) in even.0.iter_mut().zip(&FORWARD_PAIR) {
                    fill_guard(narrow, element, shift);
                }
                let [_, _, third, fourth, fifth, last] = &FORWARD;
                let shifts = [third, fourth];
                two_layers::<_, Q4591, STRIDE, ELEMENTS>(narrow, &even.0, &mut odd.0, 2, shifts, fifth, false, false);
                layer::<_, Q4591, STRIDE, ELEMENTS>(narrow, &odd.0, &mut even.0, 1, fifth, last, true);
                split(simd, &even.0, result);
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut elements: Elements<_> = const { Aligned([[S::ZERO; STRIDE]; ELEMENTS]) };
                forward_bytes(simd.narrow(), operand, &mut elements.0);
                split(simd, &elements.0, result);
            },
        );
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        *result = *a;
        Self::multiply_in_place(simd, result, b);
    }

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
        fold(simd, &mut product.0, Sntrup761::DEGREE, SCALE, result);
    }
}

impl Symmetric for GoodSchoenhageBruun {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl BigByBig for GoodSchoenhageBruun {
    symmetric!();
}

/// The transforms of length 3 of the operand's chunks, and the first two layers of length 32: those whose elements fill the
/// lower half of their rings.
#[inline(always)]
fn first_layers<S: Simd>(simd: S, operand: &[S::Coefficient], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
    let zero = simd.splat(0);
    for j in 0..POINTS / 4 {
        for start in (0..CHUNK).step_by(S::Shape::LANES) {
            let mut columns = [[zero; 3]; 4];
            for quarter in 0..4 {
                simd.enter("good-thomas");
                let mut inputs = [zero; 3];
                for t in (j + quarter * (POINTS / 4)..OCCUPIED).step_by(POINTS) {
                    inputs[t % 3] = simd.load(&operand[t * CHUNK + start..]);
                }
                simd.enter("radix-3");
                columns[quarter] = radix_3(inputs, FORWARD_3);
            }
            simd.enter("schoenhage");
            for i in 0..3 {
                // w^32 - 1 = (w^16 - 1)(w^16 + 1); then w^8 -+ 1, and w^8 -+ x^16.
                let (even, odd) = (columns[0][i] + columns[2][i], columns[1][i] + columns[3][i]);
                let (low, high) = (columns[0][i] - columns[2][i], columns[1][i] - columns[3][i]);
                let (low, high) = (low.barrett_reduce::<Q4591>(), high.barrett_reduce::<Q4591>());
                let places = &mut elements[i * POINTS + j..];
                simd.store((even + odd).barrett_reduce::<Q4591>(), &mut places[0][GUARD + start..]);
                simd.store((even - odd).barrett_reduce::<Q4591>(), &mut places[8][GUARD + start..]);
                simd.store(low, &mut places[16][GUARD + start..]);
                simd.store(high, &mut places[16][GUARD + CHUNK + start..]);
                simd.store(low, &mut places[24][GUARD + start..]);
                simd.store(zero - high, &mut places[24][GUARD + CHUNK + start..]);
            }
        }
    }
}

/// The transform of a small operand: of length 32 in 8 bits, of length 3 in 16.
#[inline(always)]
fn forward_bytes<S: Simd>(simd: S, operand: &[Byte<S>], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
    let mut even = const { Aligned([[<S::Coefficient as Coefficient>::BYTE_ZERO; STRIDE]; ELEMENTS]) };
    simd.enter("good-thomas");
    for t in 0..OCCUPIED {
        even.0[place(t)][GUARD..][..CHUNK].copy_from_slice(&operand[t * CHUNK..][..CHUNK]);
    }
    simd.enter("schoenhage");
    let mut odd = even;
    byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, 16, &FORWARD[0], &FORWARD[1]);
    byte::layer::<S, ELEMENTS>(simd, &odd.0, &mut even.0, 8, &FORWARD[1], &FORWARD[2]);
    byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, 4, &FORWARD[2], &FORWARD[3]);
    byte::layer::<S, ELEMENTS>(simd, &odd.0, &mut even.0, 2, &FORWARD[3], &FORWARD[4]);
    byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, 1, &FORWARD[4], &FORWARD[5]);
    simd.enter("radix-3");
    let lanes = S::Shape::LANES;
    for j in 0..POINTS {
        for start in (0..DEGREE).step_by(2 * lanes) {
            let mut halves = [[simd.splat(0); 3]; 2];
            for i in 0..3 {
                let [low, high] = S::I8::load(simd, &odd.0[i * POINTS + j][GUARD + start..]).widen();
                halves[0][i] = low;
                halves[1][i] = high;
            }
            for h in 0..2 {
                let outputs = radix_3(halves[h], FORWARD_3);
                for i in 0..3 {
                    simd.store(outputs[i], &mut elements[i * POINTS + j][GUARD + start + h * lanes..]);
                }
            }
        }
    }
}

/// Bruun's butterflies of every ring: from its 32 coefficients to four polynomials of 8.
#[inline(always)]
fn split<S: Simd>(simd: S, elements: &[[S::Coefficient; STRIDE]; ELEMENTS], result: &mut Products<S::Coefficient>) {
    simd.enter("bruun");
    let mut polynomials: Polynomials<_> = const { Aligned([[[S::ZERO; SIZE]; ELEMENTS]; FACTORS]) };
    gather(simd.narrow(), elements, &mut polynomials);
    for ring in (0..ELEMENTS).step_by(S::Shape::LANES) {
        let mut x = [[simd.splat(0); SIZE]; FACTORS];
        for u in 0..FACTORS {
            x[u] = simd.load_transposed(&polynomials.0[u].as_flattened()[ring * SIZE..]);
        }
        let rows = &mut result.0[ring / GROUP * FACTORS..][..FACTORS];
        unroll!(S::Shape, v < 4, {
            let first = const { Bruun::<S::I16, Q4591>::new(ALPHAS[0], 1) };
            let [even, even_negative] = bruun(simd, [x[0][v], x[1][v], x[2][v], x[3][v]], first);
            let [odd, odd_negative] = bruun(simd, [x[0][v + 4], x[1][v + 4], x[2][v + 4], x[3][v + 4]], first);
            let positive = const { Bruun::<S::I16, Q4591>::new(ALPHAS[1], 1) };
            let negative = const { Bruun::<S::I16, Q4591>::new(ALPHAS[2], 1) };
            let [a, b] = bruun(simd, [even[0], odd[0], even[1], odd[1]], positive);
            let [c, d] = bruun(simd, [even_negative[0], odd_negative[0], even_negative[1], odd_negative[1]], negative);
            let factors = [a, b, c, d];
            unroll!(S::Shape, f < 4, {
                simd.store(factors[f][0].barrett_reduce::<Q4591>(), &mut rows[f][v][ring % GROUP..]);
                simd.store(factors[f][1].barrett_reduce::<Q4591>(), &mut rows[f][v + 4][ring % GROUP..]);
            });
        });
    }
}

/// Every ring's coefficients by those at x^(8u).
#[inline(always)]
fn gather<S: Simd>(
    simd: S,
    elements: &[[S::Coefficient; STRIDE]; ELEMENTS],
    polynomials: &mut Polynomials<S::Coefficient>,
) {
    let lanes = S::Shape::LANES;
    for (r, element) in elements.iter().enumerate() {
        for start in (0..DEGREE).step_by(lanes) {
            let (u, vector) = (start / SIZE, simd.load(&element[GUARD + start..]));
            if lanes == 2 * SIZE {
                let (low, high) = ((u * ELEMENTS + r) * SIZE, ((u + 1) * ELEMENTS + r) * SIZE);
                simd.store_halves(vector, polynomials.as_mut(), low, high);
            } else {
                simd.store(vector, &mut polynomials.0[u][r]);
            }
        }
    }
}

/// What [`gather`] reads.
#[inline(always)]
fn scatter<S: Simd>(
    simd: S,
    polynomials: &Polynomials<S::Coefficient>,
    elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
) {
    let lanes = S::Shape::LANES;
    for (r, element) in elements.iter_mut().enumerate() {
        for start in (0..DEGREE).step_by(lanes) {
            let u = start / SIZE;
            let vector = if lanes == 2 * SIZE {
                simd.load_halves(&polynomials.0[u][r], &polynomials.0[u + 1][r])
            } else {
                simd.load(&polynomials.0[u][r])
            };
            simd.store(vector, &mut element[GUARD + start..]);
        }
    }
}

/// The 384 products, one a lane, in place of `a`.
#[inline(always)]
fn multiply<S: Simd>(simd: S, a: &mut Products<S::Coefficient>, b: &Products<S::Coefficient>) {
    simd.enter("trinomial-convolution");
    for (row, (a, b)) in a.0.iter_mut().zip(&b.0).enumerate() {
        let modulus = Trinomial { alpha: Factor::Constant(MIDDLES[row % FACTORS]), beta: Factor::MinusOne };
        for start in (0..GROUP).step_by(S::Shape::LANES) {
            let (mut left, mut right) = ([simd.splat(0); SIZE], [simd.splat(0); SIZE]);
            for k in 0..SIZE {
                left[k] = simd.load(&a[k][start..]);
                right[k] = simd.load(&b[k][start..]);
            }
            let product = trinomial_convolution(simd, left, right, modulus);
            for k in 0..SIZE {
                simd.store(product[k], &mut a[k][start..]);
            }
        }
    }
}

/// The inverse transform, times 384.
#[inline(always)]
fn inverse_transform<S: Simd>(simd: S, transformed: &Products<S::Coefficient>, result: &mut [S::Coefficient; LENGTH]) {
    let mut even: Elements<_> = const { Aligned([[S::ZERO; STRIDE]; ELEMENTS]) };
    let mut odd = even;
    join(simd, transformed, &mut even.0);
    simd.enter("schoenhage");
    let simd = simd.narrow();
    for (element, &shift) in even.0.iter_mut().zip(&INVERSE_PAIRS[0]) {
        fill_guard(simd, element, shift);
    }
    let [first, second, third, fourth, fifth, _] = &INVERSE;
    let next = &INVERSE_PAIRS[1];
    two_layers::<_, Q4591, STRIDE, ELEMENTS>(simd, &even.0, &mut odd.0, 1, [first, second], next, true, true);
    two_layers::<_, Q4591, STRIDE, ELEMENTS>(simd, &odd.0, &mut even.0, 4, [third, fourth], fifth, true, true);
    last_layers(simd, &even.0, &mut odd.0);
    simd.enter("good-thomas");
    overlap(simd, &odd.0, result);
}

/// The last inverse layer of length 32, and the inverse transforms of length 3. In each, the three elements have the same label.
#[inline(always)]
fn last_layers<S: Simd>(
    simd: S,
    source: &[[S::Coefficient; STRIDE]; ELEMENTS],
    target: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
) {
    for j in 0..POINTS / 2 {
        let shift = INVERSE[4][POINTS / 2 + j] as usize;
        for start in (0..DEGREE).step_by(S::Shape::LANES) {
            let (mut sums, mut differences) = ([simd.splat(0); 3], [simd.splat(0); 3]);
            simd.enter("schoenhage");
            for i in 0..3 {
                let low = simd.load(&source[i * POINTS + j][GUARD + start..]);
                let high = load_shifted(simd, &source[i * POINTS + POINTS / 2 + j], shift, start);
                (sums[i], differences[i]) = (low + high, low - high);
            }
            simd.enter("radix-3");
            let (sums, differences) = (radix_3(sums, INVERSE_3), radix_3(differences, INVERSE_3));
            for i in 0..3 {
                simd.store(sums[i], &mut target[i * POINTS + j][GUARD + start..]);
                simd.store(differences[i], &mut target[i * POINTS + POINTS / 2 + j][GUARD + start..]);
            }
        }
    }
    for (element, &shift) in target.iter_mut().zip(&INVERSE[5]) {
        fill_guard(simd, element, shift);
    }
}

/// Bruun's inverse butterflies, times 4.
#[inline(always)]
fn join<S: Simd>(simd: S, transformed: &Products<S::Coefficient>, elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
    simd.enter("bruun");
    let mut polynomials: Polynomials<_> = const { Aligned([[[S::ZERO; SIZE]; ELEMENTS]; FACTORS]) };
    for ring in (0..ELEMENTS).step_by(S::Shape::LANES) {
        let rows = &transformed.0[ring / GROUP * FACTORS..][..FACTORS];
        let mut x = [[simd.splat(0); SIZE]; FACTORS];
        unroll!(S::Shape, v < 4, {
            let mut factors = [[simd.splat(0); 2]; 4];
            unroll!(S::Shape, f < 4, {
                factors[f][0] = simd.load(&rows[f][v][ring % GROUP..]);
                factors[f][1] = simd.load(&rows[f][v + 4][ring % GROUP..]);
            });
            let positive = const { InverseBruun::<S::I16, Q4591>::new(ALPHAS[1], 1) };
            let negative = const { InverseBruun::<S::I16, Q4591>::new(ALPHAS[2], 1) };
            let [p0, p1, p2, p3] = inverse_bruun(simd, [factors[0], factors[1]], positive);
            let [n0, n1, n2, n3] = inverse_bruun(simd, [factors[2], factors[3]], negative);
            let first = const { InverseBruun::<S::I16, Q4591>::new(ALPHAS[0], 1) };
            let even = inverse_bruun(simd, [[p0, p2], [n0, n2]], first);
            let odd = inverse_bruun(simd, [[p1, p3], [n1, n3]], first);
            unroll!(S::Shape, u < 4, {
                x[u][v] = even[u].barrett_reduce::<Q4591>();
                x[u][v + 4] = odd[u].barrett_reduce::<Q4591>();
            });
        });
        for u in 0..FACTORS {
            simd.store_transposed(x[u], &mut polynomials.0[u].as_flattened_mut()[ring * SIZE..]);
        }
    }
    scatter(simd.narrow(), &polynomials, elements);
}

/// y = x^16: the upper half of the element of each chunk is added to the lower half of the next.
#[inline(always)]
fn overlap<S: Simd>(simd: S, elements: &[[S::Coefficient; STRIDE]; ELEMENTS], result: &mut [S::Coefficient; LENGTH]) {
    for t in 0..ELEMENTS {
        let (here, before) = (place(t), place((t + ELEMENTS - 1) % ELEMENTS));
        for start in (0..CHUNK).step_by(S::Shape::LANES) {
            let low = load_shifted(simd, &elements[here], INVERSE[5][here] as usize, start);
            let high = load_shifted(simd, &elements[before], INVERSE[5][before] as usize, CHUNK + start);
            simd.store((low + high).barrett_reduce::<Q4591>(), &mut result[t * CHUNK + start..]);
        }
    }
}
