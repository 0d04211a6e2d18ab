//! `good-schoenhage-bruun`: big by big in `Z_q[x]/(x^p - x - 1)`, by a cyclic product of size 16 m 2^l with m odd.
//!
//! Good-Thomas separates the dimension m, which has a root of unity in Z_q, from the dimension 2^l, which has one only after
//! Schönhage's doubling: a power of x modulo x^32 + 1. Then x^32 + 1 splits by Bruun's butterflies, q being 7 modulo 8, so that products
//! of size 8 are left, half of what `schoenhage-nussbaumer` has.
//!
//! ```text
//! Z_q[x]/(x^(16 n) - 1) = (Z_q[x]/(x^16 - y))[y]/(y^n - 1),   n = m 2^l
//!     -> (Z_q[x]/(x^32 + 1))[u, w]/(u^m - 1, w^(2^l) - 1), y = u w
//!     -> prod (Z_q[x]/(x^32 + 1))[u, w]/(u - v^i, w - x^(j 64/2^l)), i < m, j < 2^l
//!     -> prod Z_q[x]/(x^8 +- a x^4 + b) x Z_q[x]/(x^8 +- c x^4 + b), n times
//! ```
//!
//! | ring | m, 2^l | coefficients | of a product | products of size 8 |
//! | --- | --- | --- | --- | --- |
//! | sntrup761 | 3, 32 | 1536 | 1521 | 384 |
//! | sntrup857 | 7, 16 | 1792 | 1713 | 448 |
//!
//! The operands fill half of the n chunks, and the lower half of the rings. A big operand begins with the transform of length
//! m, on chunks and not on rings, and of the first two layers of length 2^l half is a copy. Where m is 3, a small one begins with all
//! layers in 8 bits, without reductions, and ends with the transform of length m in 16 bits; a longer transform costs more on rings
//! than 8 bits save.
//!
//! The first map is a monomorphism, so the inverse is defined beyond its image as the linear map that is computed: y = x^16 by
//! overlapping sums, modulo x^(16 n) - 1. These come before the inverse transform of length m, where y is v^i w: so that transform is on
//! chunks too, and the price is a product by v^i of half the coefficients.
//!
//! Bounds, proved on interval lanes: operands centred; transformed operands and the cyclic product, unscaled, are Barrett-reduced, below
//! 2926 modulo 4591 and below 4000 modulo 5167; products are below 4000 and 5500; the result is centred. The small operand stays below 17
//! in 8 bits.
//!
//! Source: Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial Multipliers" (2024), section 4.3; for sntrup857 section 7 of the
//! long version, which has chunks of 8, modulo x^16 + 1. Overlapping before the last transform is ours.

pub mod plans;
#[cfg(all(test, not(vectru_without_proofs)))]
mod proof;
mod rings;

use core::marker::PhantomData;

use super::{Aligned, BigByBig, Map, Multiplier, Recipe, Symmetric, in_buffers, symmetric};
use crate::modular::{Constant, Modulus, inverse, power};
use crate::ring::Ring;
use crate::simd::{Byte, CHUNK, Coefficient, I8Vector, I16Vector, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::schoenhage::byte::{self, DEGREE, STRIDE};
use crate::stage::schoenhage::radix_4::{reading_shifts, two_layers};
use crate::stage::schoenhage::{GUARD, Shifts, fill_guard, forward_shifts, inverse_shifts, layer, load_shifted};
use crate::stage::transform::Transform;
use crate::stage::widen::widen;

use rings::{join, multiply, split};

/// What differs between rings.
pub trait Plan: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The transform of length m.
    type Odd: Transform;
    /// The root of unity v.
    const ROOT: i64;
    /// The forward and the inverse transform.
    const ODD: &'static [Self::Odd; 2];
    /// Whether the transform of a small operand begins in 8 bits: then that of length m, in 16 bits, is on rings and not on chunks.
    const SMALL_IN_BYTES: bool;
    /// The maps: Good-Thomas, the transform of length m, Schönhage, Bruun, the products.
    const MAPS: &'static [Map; 5];
    /// What the multiplier is.
    const RECIPE: Recipe;
}

type ModulusOf<P> = <<P as Plan>::Ring as Ring>::Modulus;

/// The multiplier of a plan: m is `ODD`, n is `ELEMENTS`, and there are l + 1 = `STEPS` tables of shifts, for each layer and after the
/// last; l is 4 or 5.
#[derive(Clone, Copy, Debug)]
pub struct GoodSchoenhageBruun<P, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>(PhantomData<P>);

/// Polynomials modulo x^32 + 1, each behind its guard.
type Elements<C, const ELEMENTS: usize> = Aligned<[[C; STRIDE]; ELEMENTS]>;

impl<P: Plan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>
    GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    /// Points w.
    const POINTS: usize = ELEMENTS / ODD;
    /// Layers of Schönhage's transform: an odd one is done by itself, the others in pairs.
    const LAYERS: usize = STEPS - 1;
    const HAS_SINGLE_LAYER: bool = !Self::LAYERS.is_multiple_of(2);
    /// Chunks that an operand fills.
    const OCCUPIED: usize = P::Ring::DEGREE.div_ceil(CHUNK);
    const INDEX: GoodThomas = GoodThomas::new([ODD, Self::POINTS, 1]);

    const FORWARD: Shifts<ELEMENTS, STEPS> = forward_shifts([0; ODD], DEGREE);
    const INVERSE: Shifts<ELEMENTS, STEPS> = inverse_shifts([0; ODD], DEGREE);
    /// Where two layers are done in one pass: the third and the fourth forward, the first four back.
    const FORWARD_PAIR: [u8; ELEMENTS] = reading_shifts([&Self::FORWARD[2], &Self::FORWARD[3]]);
    const INVERSE_PAIRS: Shifts<ELEMENTS, 2> = [
        reading_shifts([&Self::INVERSE[0], &Self::INVERSE[1]]),
        reading_shifts([&Self::INVERSE[2], &Self::INVERSE[3]]),
    ];

    /// The powers of v.
    const ROOTS: [Constant<ModulusOf<P>>; ODD] = {
        let mut roots = [Constant::ZERO; ODD];
        let mut i = 0;
        while i < ODD {
            roots[i] = Constant::new(power(P::ROOT, i as u64, ModulusOf::<P>::Q as i64));
            i += 1;
        }
        roots
    };

    /// What the transforms leave: m, 2^l, and 2 for each of Bruun's two layers.
    const FACTOR: i64 = ELEMENTS as i64 * 4;

    /// What the fold makes up for: the transforms, and 2^-16 of the products.
    const SCALE: Constant<ModulusOf<P>> = {
        assert!(P::Odd::LENGTH == ODD && ELEMENTS == ODD << Self::LAYERS && (Self::LAYERS == 4 || Self::LAYERS == 5));
        assert!(2 * P::Ring::DEGREE - 1 <= ELEMENTS * CHUNK, "there is room for a product");
        assert!(2 * Self::OCCUPIED <= ELEMENTS, "the operands fill half of the chunks");
        Constant::new((1 << 16) * inverse(Self::FACTOR, ModulusOf::<P>::Q as i64))
    };

    /// The place of the element of u^i w^j.
    const fn place([i, j, _]: [usize; 3]) -> usize {
        i * Self::POINTS + j
    }

    /// The transforms of length m of the operand's chunks, and the first two layers of Schönhage's: those whose elements fill the
    /// lower half of their rings.
    #[inline(always)]
    fn first_layers<S: Simd>(simd: S, operand: &[S::Coefficient], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
        let zero = simd.splat(0);
        let quarter = Self::POINTS / 4;
        for j in 0..quarter {
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                let mut columns = [[zero; ODD]; 4];
                for part in 0..4 {
                    simd.enter(P::MAPS[0].name);
                    for t in (j + part * quarter..Self::OCCUPIED).step_by(Self::POINTS) {
                        columns[part][t % ODD] = simd.load(&operand[t * CHUNK + start..]);
                    }
                    simd.enter(P::MAPS[1].name);
                    P::ODD[0].on_vectors(simd, &mut columns[part]);
                }
                simd.enter(P::MAPS[2].name);
                for i in 0..ODD {
                    // With h = 2^l / 4: w^(4h) - 1 = (w^(2h) - 1)(w^(2h) + 1); then w^h -+ 1, and w^h -+ x^16.
                    let (even, odd) = (columns[0][i] + columns[2][i], columns[1][i] + columns[3][i]);
                    let (low, high) = (columns[0][i] - columns[2][i], columns[1][i] - columns[3][i]);
                    // The next two layers make sums of four.
                    let (low, high) = if P::Odd::REDUCES {
                        (low, high)
                    } else {
                        (low.barrett_reduce::<ModulusOf<P>>(), high.barrett_reduce::<ModulusOf<P>>())
                    };
                    let places = &mut elements[i * Self::POINTS + j..];
                    simd.store((even + odd).barrett_reduce::<ModulusOf<P>>(), &mut places[0][GUARD + start..]);
                    simd.store(zero, &mut places[0][GUARD + CHUNK + start..]);
                    simd.store((even - odd).barrett_reduce::<ModulusOf<P>>(), &mut places[quarter][GUARD + start..]);
                    simd.store(zero, &mut places[quarter][GUARD + CHUNK + start..]);
                    simd.store(low, &mut places[2 * quarter][GUARD + start..]);
                    simd.store(high, &mut places[2 * quarter][GUARD + CHUNK + start..]);
                    simd.store(low, &mut places[3 * quarter][GUARD + start..]);
                    simd.store(zero - high, &mut places[3 * quarter][GUARD + CHUNK + start..]);
                }
            }
        }
    }

    /// The other layers, from `even`: whether the elements are in `odd` at the end. Outputs are reduced.
    #[inline(always)]
    fn other_layers<S: Simd>(
        simd: S,
        even: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
        odd: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    ) -> bool {
        simd.enter(P::MAPS[2].name);
        for (element, &shift) in even.iter_mut().zip(const { &Self::FORWARD_PAIR }) {
            fill_guard(simd, element, shift);
        }
        let shifts = const { &Self::FORWARD };
        let (pair, next, distance) = ([&shifts[2], &shifts[3]], &shifts[4], Self::POINTS / 16);
        let last = !Self::HAS_SINGLE_LAYER;
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS>(simd, even, odd, distance, pair, next, false, last);
        if Self::HAS_SINGLE_LAYER {
            layer::<_, ModulusOf<P>, STRIDE, ELEMENTS>(simd, odd, even, 1, next, &shifts[STEPS - 1], true);
        }
        last
    }

    /// The transform of a small operand: Schönhage's in 8 bits, that of length m in 16.
    #[inline(always)]
    fn forward_bytes<S: Simd>(simd: S, operand: &[Byte<S>], elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS]) {
        let mut even = const { Aligned([[<S::Coefficient as Coefficient>::BYTE_ZERO; STRIDE]; ELEMENTS]) };
        simd.enter(P::MAPS[0].name);
        for t in 0..Self::OCCUPIED {
            let place = Self::place(Self::INDEX.split(t));
            even.0[place][GUARD..][..CHUNK].copy_from_slice(&operand[t * CHUNK..][..CHUNK]);
        }
        simd.enter(P::MAPS[2].name);
        let mut odd = even;
        let shifts = const { &Self::FORWARD };
        for first in (0..Self::LAYERS - 1).step_by(2) {
            let distance = Self::POINTS >> (first + 1);
            byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, distance, &shifts[first], &shifts[first + 1]);
            byte::layer::<S, ELEMENTS>(simd, &odd.0, &mut even.0, distance / 2, &shifts[first + 1], &shifts[first + 2]);
        }
        if Self::HAS_SINGLE_LAYER {
            byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, 1, &shifts[Self::LAYERS - 1], &shifts[Self::LAYERS]);
        }
        let source = if Self::HAS_SINGLE_LAYER { &odd.0 } else { &even.0 };
        simd.enter(P::MAPS[1].name);
        let lanes = S::Shape::LANES;
        for j in 0..Self::POINTS {
            for start in (0..DEGREE).step_by(2 * lanes) {
                let mut halves = [[simd.splat(0); ODD]; 2];
                for i in 0..ODD {
                    let place = i * Self::POINTS + j;
                    [halves[0][i], halves[1][i]] = S::I8::load(simd, &source[place][GUARD + start..]).widen();
                }
                for (h, half) in halves.iter_mut().enumerate() {
                    P::ODD[0].on_vectors(simd, half);
                    for i in 0..ODD {
                        let element = &mut elements[i * Self::POINTS + j];
                        simd.store(half[i], &mut element[GUARD + start + h * lanes..]);
                    }
                }
            }
        }
    }

    /// The inverse transform, times [`FACTOR`](Self::FACTOR).
    #[inline(always)]
    fn inverse_transform<S: Simd>(
        simd: S,
        transformed: &[[S::Coefficient; DEGREE]; ELEMENTS],
        [even, odd]: [&mut [[S::Coefficient; STRIDE]; ELEMENTS]; 2],
        result: &mut [[S::Coefficient; CHUNK]; ELEMENTS],
    ) {
        join::<S, ModulusOf<P>, ELEMENTS>(simd, transformed, even);
        simd.enter(P::MAPS[2].name);
        let simd = simd.narrow();
        let ([first, second], shifts) = (const { &Self::INVERSE_PAIRS }, const { &Self::INVERSE });
        for (element, &shift) in even.iter_mut().zip(first) {
            fill_guard(simd, element, shift);
        }
        let pairs = [[&shifts[0], &shifts[1]], [&shifts[2], &shifts[3]]];
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS>(simd, even, odd, 1, pairs[0], second, true, true);
        // A layer that is left adds to sums of four.
        let reduce = Self::HAS_SINGLE_LAYER;
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS>(simd, odd, even, 4, pairs[1], &shifts[4], true, reduce);
        let mut elements = even;
        if Self::HAS_SINGLE_LAYER {
            let distance = Self::POINTS / 2;
            layer::<_, ModulusOf<P>, _, _>(simd, elements, odd, distance, &shifts[4], &shifts[STEPS - 1], false);
            elements = odd;
        }
        Self::overlap(simd, elements, result);
    }

    /// From (Z_q[x]/(x^32 + 1))[w]/(w^(2^l) - 1) at each u = v^i to the chunks: y = x^16 = v^i w, so that the upper half of the element of w^j
    /// is added to the lower half of that of w^(j + 1), times v^i; and the inverse transforms of length m. In each, all elements
    /// have the same label.
    #[inline(always)]
    fn overlap<S: Simd>(
        simd: S,
        elements: &[[S::Coefficient; STRIDE]; ELEMENTS],
        result: &mut [[S::Coefficient; CHUNK]; ELEMENTS],
    ) {
        let shifts = const { &Self::INVERSE[STEPS - 1] };
        let roots = const { &Self::ROOTS };
        for j in 0..Self::POINTS {
            let before = (j + Self::POINTS - 1) % Self::POINTS;
            let (low_shift, high_shift) = (usize::from(shifts[j]), usize::from(shifts[before]));
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                simd.enter(P::MAPS[0].name);
                let mut chunks = [simd.splat(0); ODD];
                for i in 0..ODD {
                    let row = &elements[i * Self::POINTS..][..Self::POINTS];
                    let low = load_shifted(simd, &row[j], low_shift, start);
                    let high = load_shifted(simd, &row[before], high_shift, CHUNK + start);
                    let sum = if i == 0 { low + high } else { low.barrett_multiply_add(high, roots[i]) };
                    chunks[i] = if Self::HAS_SINGLE_LAYER { sum } else { sum.barrett_reduce::<ModulusOf<P>>() };
                }
                simd.enter(P::MAPS[1].name);
                P::ODD[1].on_vectors(simd, &mut chunks);
                for (i, chunk) in chunks.into_iter().enumerate() {
                    let reduced = if P::Odd::REDUCES { chunk } else { chunk.barrett_reduce::<ModulusOf<P>>() };
                    simd.store(reduced, &mut result[const { Self::INDEX }.join([i, j, 0])][start..]);
                }
            }
        }
    }
}

impl<P: Plan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> Multiplier
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    type Ring = P::Ring;
    type Transformed<C: Coefficient> = Aligned<[[C; DEGREE]; ELEMENTS]>;
    type Second<C: Coefficient> = Self::Transformed<C>;
    type Unfolded<C: Coefficient> = Aligned<[[C; CHUNK]; ELEMENTS]>;

    const RECIPE: Recipe = P::RECIPE;

    in_buffers!();

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; DEGREE]; ELEMENTS]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([[S::ZERO; CHUNK]; ELEMENTS]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        in_elements(
            simd,
            #[inline(always)]
            |[even, odd]| {
                Self::first_layers(simd.narrow(), operand, even);
                let elements = if Self::other_layers(simd.narrow(), even, odd) { odd } else { even };
                split::<S, ModulusOf<P>, ELEMENTS>(simd, elements, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        if P::SMALL_IN_BYTES {
            in_elements(
                simd,
                #[inline(always)]
                |[elements, _]| {
                    Self::forward_bytes(simd.narrow(), operand, elements);
                    split::<S, ModulusOf<P>, ELEMENTS>(simd, elements, &mut result.0);
                },
            );
        } else {
            simd.with_buffer(
                #[inline(always)]
                |widened: &mut Self::Unfolded<S::Coefficient>| {
                    widen(simd, operand, widened.as_mut());
                    Self::forward(simd, widened.as_ref(), result);
                },
            );
        }
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
            || multiply::<S, ModulusOf<P>, ELEMENTS>(simd, &mut a.0, &b.0),
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, ModulusOf<P>>(simd, sum.as_mut(), term.as_ref());
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        in_elements(
            simd,
            #[inline(always)]
            |elements| Self::inverse_transform(simd, &transformed.0, elements, &mut result.0),
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold(simd, product.as_mut(), P::Ring::DEGREE, Self::SCALE, result);
    }
}

impl<P: Plan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> Symmetric
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: Plan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> BigByBig
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    symmetric!();
}

/// Runs `kernel`, compiled with the backend's features, with memory for elements twice, which it writes before it reads.
#[inline(always)]
fn in_elements<S: Simd, const ELEMENTS: usize>(
    simd: S,
    kernel: impl FnOnce([&mut [[S::Coefficient; STRIDE]; ELEMENTS]; 2]),
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.with_buffer(
                #[inline(always)]
                |even: &mut Elements<S::Coefficient, ELEMENTS>| {
                    simd.with_buffer(
                        #[inline(always)]
                        |odd: &mut Elements<S::Coefficient, ELEMENTS>| kernel([&mut even.0, &mut odd.0]),
                    );
                },
            );
        },
    );
}
