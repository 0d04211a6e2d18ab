//! The transforms between the chunks of an operand or a product and polynomials modulo x^32 + 1:
//! the transform of length m, and Schönhage's.
//!
//! ```text
//! (Z_q[x]/(x^16 - y))[y]/(y^n - 1)
//!     -> prod (Z_q[x]/(x^32 + 1))[u, w]/(u - v^i, w - x^(j 64/2^l)),   i < m, j < 2^l, y = u w
//! ```
//!
//! The inverse transforms compute n times the inverse of this map.
//!
//! Requires vectors of at most one chunk, so that the halves of a polynomial are different vectors.
//!
//! Bounds: requires centred operands. Polynomials modulo x^32 + 1 and the chunks of a product are
//! Barrett-reduced. Between reductions, a big operand and a product have at most three layers.
//!
//! [`good_schoenhage_bruun`](super) states the sources.

use vectru_polymul::modular::{Constant, Modulus, power};
use vectru_polymul::simd::{Aligned, Byte, CHUNK, Coefficient, I8Vector, I16Vector, Simd, unroll};
use vectru_polymul::stage::good_thomas::GoodThomas;
use vectru_polymul::stage::transform::Transform;

use super::{GoodSchoenhageBruun, ModulusOf, SchoenhagePlan};
use crate::stage::schoenhage::byte::{self, DEGREE, STRIDE};
use crate::stage::schoenhage::radix_4::{reading_shifts, two_layers};
use crate::stage::schoenhage::{GUARD, Shifts, fill_guard, forward_shifts, inverse_shifts, layer, load_shifted};

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>
    GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    /// The reindexing of chunks.
    const INDEX: GoodThomas = GoodThomas::new([ODD, Self::POINTS, 1]);

    const FORWARD: Shifts<ELEMENTS, STEPS> = forward_shifts([0; ODD], DEGREE);
    const INVERSE: Shifts<ELEMENTS, STEPS> = inverse_shifts([0; ODD], DEGREE);
    /// The shifts of two layers in one pass: the third and the fourth forward, the first four back.
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

    /// Returns the index in memory of the element of u^i w^j.
    const fn place([i, j, _]: [usize; 3]) -> usize {
        i * Self::POINTS + j
    }

    /// Computes the transforms of length m of the operand's chunks, and the first two layers of
    /// Schönhage's transform, whose elements fill the lower half of their rings.
    #[inline(always)]
    pub(super) fn first_layers<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    ) {
        let zero = simd.splat(0);
        let quarter = Self::POINTS / 4;
        unroll!(S::Shape, j < Self::POINTS / 4; at most 4, {
            for start in (0..CHUNK).step_by(simd.lanes()) {
                let mut columns = [[zero; ODD]; 4];
                unroll!(S::Shape, part < 4, {
                    simd.enter(Self::GOOD_THOMAS.name);
                    for t in (j + part * quarter..Self::OCCUPIED).step_by(Self::POINTS) {
                        columns[part][t % ODD] = simd.load(&operand[t * CHUNK + start..]);
                    }
                    simd.enter(Self::ODD_TRANSFORM.name);
                    P::ODD[0].on_vectors(simd, &mut columns[part]);
                });
                simd.enter(Self::SCHOENHAGE.name);
                for i in 0..ODD {
                    // With h = 2^l / 4, the layers are w^(4h) - 1 = (w^(2h) - 1)(w^(2h) + 1), then
                    // w^h -+ 1 and w^h -+ x^16.
                    let (even, odd) = (columns[0][i] + columns[2][i], columns[1][i] + columns[3][i]);
                    let (low, high) = (columns[0][i] - columns[2][i], columns[1][i] - columns[3][i]);
                    // The next two layers make sums of four.
                    let (low, high) = if const { P::Odd::REDUCES } {
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
        });
    }

    /// Computes the remaining layers of the elements in `even`. Returns the reduced elements, which
    /// are in one of both memories.
    #[inline(always)]
    pub(super) fn other_layers<'a, S: Simd>(
        simd: S,
        even: &'a mut [[S::Coefficient; STRIDE]; ELEMENTS],
        odd: &'a mut [[S::Coefficient; STRIDE]; ELEMENTS],
    ) -> &'a [[S::Coefficient; STRIDE]; ELEMENTS] {
        simd.enter(Self::SCHOENHAGE.name);
        for (element, &shift) in even.iter_mut().zip(const { &Self::FORWARD_PAIR }) {
            fill_guard(simd, element, shift);
        }
        let shifts = const { &Self::FORWARD };
        let (pair, next, distance) = ([&shifts[2], &shifts[3]], &shifts[4], Self::POINTS / 16);
        let last = !Self::HAS_SINGLE_LAYER;
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS, ODD>(simd, even, odd, distance, pair, next, false, last);
        if const { Self::HAS_SINGLE_LAYER } {
            layer::<_, ModulusOf<P>, STRIDE, ELEMENTS>(simd, odd, even, 1, next, &shifts[STEPS - 1], true);
        }
        if last { odd } else { even }
    }

    /// Computes the transform of a small operand: Schönhage's transform in 8 bits, then the
    /// transform of length m in 16 bits.
    #[inline(always)]
    pub(super) fn forward_bytes<S: Simd>(
        simd: S,
        operand: &[Byte<S>],
        elements: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    ) {
        let mut even = Aligned([[<S::Coefficient as Coefficient>::BYTE_ZERO; STRIDE]; ELEMENTS]);
        let mut odd = Aligned([[<S::Coefficient as Coefficient>::BYTE_ZERO; STRIDE]; ELEMENTS]);
        simd.enter(Self::GOOD_THOMAS.name);
        for t in 0..Self::OCCUPIED {
            let place = Self::place(Self::INDEX.split(t));
            even.0[place][GUARD..][..CHUNK].copy_from_slice(&operand[t * CHUNK..][..CHUNK]);
        }
        simd.enter(Self::SCHOENHAGE.name);
        let shifts = const { &Self::FORWARD };
        for first in (0..Self::LAYERS - 1).step_by(2) {
            let distance = Self::POINTS >> (first + 1);
            byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, distance, &shifts[first], &shifts[first + 1]);
            byte::layer::<S, ELEMENTS>(simd, &odd.0, &mut even.0, distance / 2, &shifts[first + 1], &shifts[first + 2]);
        }
        if const { Self::HAS_SINGLE_LAYER } {
            byte::layer::<S, ELEMENTS>(simd, &even.0, &mut odd.0, 1, &shifts[Self::LAYERS - 1], &shifts[Self::LAYERS]);
        }
        let source = if const { Self::HAS_SINGLE_LAYER } { &odd.0 } else { &even.0 };
        simd.enter(Self::ODD_TRANSFORM.name);
        let lanes = simd.lanes();
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

    /// Computes the inverse layers, times 2^l, of the elements in `even`. Returns the elements,
    /// which are in one of both memories.
    #[inline(always)]
    pub(super) fn inverse_layers<'a, S: Simd>(
        simd: S,
        even: &'a mut [[S::Coefficient; STRIDE]; ELEMENTS],
        odd: &'a mut [[S::Coefficient; STRIDE]; ELEMENTS],
    ) -> &'a [[S::Coefficient; STRIDE]; ELEMENTS] {
        simd.enter(Self::SCHOENHAGE.name);
        let ([first, second], shifts) = (const { &Self::INVERSE_PAIRS }, const { &Self::INVERSE });
        for (element, &shift) in even.iter_mut().zip(first) {
            fill_guard(simd, element, shift);
        }
        let pairs = [[&shifts[0], &shifts[1]], [&shifts[2], &shifts[3]]];
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS, ODD>(simd, even, odd, 1, pairs[0], second, true, true);
        // Sums of four are reduced before a layer adds to them.
        let reduce = Self::HAS_SINGLE_LAYER;
        two_layers::<_, ModulusOf<P>, STRIDE, ELEMENTS, ODD>(simd, odd, even, 4, pairs[1], &shifts[4], true, reduce);
        if const { Self::HAS_SINGLE_LAYER } {
            let distance = Self::POINTS / 2;
            layer::<_, ModulusOf<P>, _, _>(simd, even, odd, distance, &shifts[4], &shifts[STEPS - 1], false);
        }
        if const { Self::HAS_SINGLE_LAYER } { odd } else { even }
    }

    /// Maps (Z_q\[x\]/(x^32 + 1))\[w\]/(w^(2^l) - 1) at each u = v^i to the chunks of the product.
    /// As y = x^16 = v^i w, the upper half of the element of w^j, times v^i, is added to the lower
    /// half of the element of w^(j + 1). Then the inverse transforms of length m follow. Elements
    /// with the same j have the same shift. The chunks are reduced.
    #[inline(always)]
    pub(super) fn overlap<S: Simd>(
        simd: S,
        elements: &[[S::Coefficient; STRIDE]; ELEMENTS],
        result: &mut [[S::Coefficient; CHUNK]; ELEMENTS],
    ) {
        let shifts = const { &Self::INVERSE[STEPS - 1] };
        let roots = const { &Self::ROOTS };
        unroll!(S::Shape, j < Self::POINTS; at most 16, {
            let before = (j + Self::POINTS - 1) % Self::POINTS;
            let (low_shift, high_shift) = (usize::from(shifts[j]), usize::from(shifts[before]));
            for start in (0..CHUNK).step_by(simd.lanes()) {
                simd.enter(Self::GOOD_THOMAS.name);
                let mut chunks = [simd.splat(0); ODD];
                for i in 0..ODD {
                    let row = &elements[i * Self::POINTS..][..Self::POINTS];
                    let low = load_shifted(simd, &row[j], low_shift, start);
                    let high = load_shifted(simd, &row[before], high_shift, CHUNK + start);
                    let sum = if i == 0 { low + high } else { low.barrett_multiply_add(high, roots[i]) };
                    chunks[i] =
                        if const { Self::HAS_SINGLE_LAYER } { sum } else { sum.barrett_reduce::<ModulusOf<P>>() };
                }
                simd.enter(Self::ODD_TRANSFORM.name);
                P::ODD[1].on_vectors(simd, &mut chunks);
                for (i, chunk) in chunks.into_iter().enumerate() {
                    let reduced =
                        if const { P::Odd::REDUCES } { chunk } else { chunk.barrett_reduce::<ModulusOf<P>>() };
                    simd.store(reduced, &mut result[const { Self::INDEX }.join([i, j, 0])][start..]);
                }
            }
        });
    }
}
