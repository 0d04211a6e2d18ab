//! Big by big in `Z_q[x]/(x^p - x - 1)`, by a cyclic product whose length is 16 times a divisor of q - 1, or of 8 (q - 1): `good-outer`, and
//! under their own names those that the paper suggests.
//!
//! Every NTRU Prime field has small prime divisors of q - 1, and no two of them the same: so the transform over chunks of 16
//! coefficients is chosen for each ring.
//!
//! ```text
//! Z_q[x]/(x^(16 n) - 1) = Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, u2^n2 - 1),   n = n0 n1 n2
//!                       -> prod R[x]/(x^16 - w0^i0 w1^i1 u2),   R = Z_q[u2]/(u2 - z) or a quadratic extension
//! ```
//!
//! n0 and n1 are odd and divide q - 1; n2 is a power of two, or a truncation of one ([`Even`]). Where q is 3 modulo 4 there is no root
//! of u2^2 + 1, and two chunks stay together: four products of chunks ([`quadratic_convolution`]). Beside the cyclic product there may be
//! something else ([`Rest`]): a product that is longer than it by a little has its ends computed apart, or is computed modulo x^64 - 1 as well; and a
//! cyclic product may be more than is needed.
//!
//! | ring | multiplier | n0, n1, n2 | coefficients | of a product | products of chunks |
//! | --- | --- | --- | --- | --- | --- |
//! | sntrup653 | `good-outer` | 7, 3, 4 | 1344 | 1305 | 84 |
//! | sntrup857 | `good-outer` | 7, 9, 2 | 2016 | 1713 | 126 |
//! | sntrup857 | `good-rader-outer` | 41, 3, 1 | 1968 | 1713 | 123 |
//! | sntrup953 | `good-outer` | 7, 3, 8 less 2 | 2016 | 1905 | 42 + 42 * 4 |
//! | sntrup1013 | `good-outer` | 13, 3, 4 | 2496 | 2025 | 156 |
//! | sntrup1013 | `truncated-rader` | 13, 3, 4 | 2496 - 312 | 2025 | 117, and 39 of size 8 |
//! | sntrup1277 | `good-outer` | 13, 3, 4 | 2496 + 57 | 2553 | 78 + 39 * 4 + 11 |
//! | sntrup1277 | `good-rader-bruun` | 13, 3, 8 less 4 | 2496 + 64 | 2553 | 78 * 4 + 16 |
//!
//! Bounds, proved on interval lanes: operands centred; every transform leaves reduced values; the result is centred.
//!
//! Source: the outer products and Good-Thomas as in Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial
//! Multipliers" (2024; long version), sections 4 and 7, and Table 12 for the sizes 1968, 2496 - 312 and 2496 + 64; the other sizes are ours.

pub mod even;
pub mod plans;
#[cfg(any(test, feature = "analysis"))]
mod proof;

use core::marker::PhantomData;

use super::{Aligned, BigByBig, Map, Multiplier, Recipe, Symmetric, in_buffers, symmetric};
use crate::modular::{Constant, LaneConstants, Modulus, inverse, power};
use crate::ring::Ring;
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::cyclic_factor;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::infinity::{Ends, keep_ends, multiply_ends, unwrap_ends};
use crate::stage::quadratic_convolution::{quadratic_convolution, quadratic_rows};
use crate::stage::transform::Transform;
use crate::stage::truncation::{self, Places};
use crate::stage::widen::widen;

pub use even::Even;

/// What is computed beside the cyclic product, or is not computed of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// The coefficients that wrap around: [`infinity`](crate::stage::infinity).
    Ends(Ends),
    /// The product modulo x^64 - 1, where the other is modulo x^n + 1: [`cyclic_factor`].
    CyclicFactor,
    /// The factor x^e + 1, 8 e = n, is left out: [`truncation`]. The places are those of u2 = 1.
    Truncation,
}

/// What differs between rings.
pub trait GoodOuterPlan: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The transform of length n0.
    type First: Transform;
    /// The transform of length n1.
    type Second: Transform;
    /// n0, n1 and n2; for a truncated dimension n0, n1 and 1.
    const INDEX: GoodThomas;
    /// The roots of unity w0 and w1.
    const ROOTS: [i64; 2];
    /// The forward and the inverse transform of length n0.
    const FIRST: &'static [Self::First; 2];
    /// Those of length n1.
    const SECOND: &'static [Self::Second; 2];
    /// The dimension u2.
    const EVEN: Even<ModulusOf<Self>>;
    /// What there is beside the cyclic product.
    const REST: Rest;
    /// The maps: of the rest, of Good-Thomas, of u2, u1 and u0, of the products.
    const MAPS: &'static [Map; 6];
    /// What the multiplier is.
    const RECIPE: Recipe;
}

/// Coefficients of the longest operand.
const LONGEST: usize = 1280;

type ModulusOf<P> = <<P as GoodOuterPlan>::Ring as Ring>::Modulus;

/// The multiplier of a plan: `CHUNKS` chunks of a transformed operand, an even number, with those of the rest behind the others,
/// and `LENGTH` coefficients of a product.
#[derive(Clone, Copy, Debug)]
pub struct GoodOuter<P, const CHUNKS: usize, const LENGTH: usize>(PhantomData<P>);

type Chunks<C, const CHUNKS: usize> = Aligned<[[C; CHUNK]; CHUNKS]>;

/// Columns whose rows are prepared before the first of them is used.
const BLOCK: usize = 3;

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> GoodOuter<P, CHUNKS, LENGTH> {
    const N1: usize = P::Second::LENGTH;
    /// Places of a column.
    const N2: usize = P::EVEN.length();
    /// Of these, places for roots.
    const LINEAR: usize = Self::N2 - 2 * P::EVEN.pairs();
    /// Columns of chunks: (i0, i1) is column i0 n1 + i1.
    const COLUMNS: usize = P::First::LENGTH * Self::N1;
    /// Chunks of the transform, without those of the ends.
    const CYCLIC: usize = Self::COLUMNS * Self::N2;
    /// Chunks that an operand fills.
    const OCCUPIED: usize = P::Ring::DEGREE.div_ceil(CHUNK);

    /// What x^16 is at each place, or, in pairs, what it is times y.
    const WEIGHTS: [Constant<ModulusOf<P>>; CHUNKS] = {
        let q = ModulusOf::<P>::Q as i64;
        let mut weights = [Constant::ZERO; CHUNKS];
        let mut place = 0;
        while place < Self::CYCLIC {
            let (column, i2) = (place / Self::N2, place % Self::N2);
            let (i0, i1) = (column / Self::N1, column % Self::N1);
            let odd = power(P::ROOTS[0], i0 as u64, q) * power(P::ROOTS[1], i1 as u64, q) % q;
            weights[place] = Constant::new(odd * P::EVEN.root(i2));
            place += 1;
        }
        weights
    };

    /// Chunks of the rest.
    const REST: usize = match P::REST {
        Rest::Ends(ends) => ends.chunks(),
        Rest::CyclicFactor => cyclic_factor::CHUNKS,
        Rest::Nothing | Rest::Truncation => 0,
    };

    /// The first place of a column whose products are of chunks.
    const FIRST: usize = matches!(P::REST, Rest::Truncation) as usize;

    /// The e of a truncation.
    const OMITTED: usize = Self::COLUMNS * truncation::SIZE;

    /// The square roots of the weights of truncated places. There are odd numbers of columns.
    const TRUNCATED_ROOTS: LaneConstants<ModulusOf<P>, { truncation::MOST }> = {
        let mut roots = [Constant::ZERO; truncation::MOST];
        let mut column = 0;
        while column < Self::COLUMNS && column < truncation::MOST {
            let weight = Self::WEIGHTS[column * Self::N2].value as i64;
            roots[column] = Constant::new(power(weight, Self::COLUMNS.div_ceil(2) as u64, ModulusOf::<P>::Q as i64));
            column += 1;
        }
        LaneConstants::new(&roots)
    };

    /// The places that a truncation leaves half of.
    #[inline(always)]
    fn truncated_places() -> Places<'static, ModulusOf<P>> {
        Places { count: Self::COLUMNS, stride: Self::N2 * CHUNK, roots: const { &Self::TRUNCATED_ROOTS } }
    }

    /// What follows belongs to the map of the rest, if there is one.
    #[inline(always)]
    fn enter_rest<S: Simd>(simd: S) {
        if !matches!(P::REST, Rest::Nothing) {
            simd.enter(P::MAPS[0].name);
        }
    }

    /// The coefficients of a product that the images determine.
    const KNOWN: usize = match P::REST {
        Rest::Nothing => Self::CYCLIC * CHUNK,
        Rest::Ends(ends) => {
            assert!(ends.cyclic() == Self::CYCLIC * CHUNK, "the ends are those of this cyclic product");
            ends.product()
        }
        Rest::CyclicFactor => Self::CYCLIC * CHUNK + cyclic_factor::DEGREE,
        Rest::Truncation => Self::CYCLIC * CHUNK - Self::OMITTED,
    };

    /// What the transforms leave.
    const FACTOR: i64 = (Self::COLUMNS * P::EVEN.factor()) as i64;

    /// What the fold makes up for: the transforms, and 2^-16 of the products.
    const SCALE: Constant<ModulusOf<P>> = {
        assert!(CHUNKS >= Self::CYCLIC + Self::REST && Self::COLUMNS.is_multiple_of(BLOCK));
        assert!(P::EVEN.fits(Self::COLUMNS));
        assert!(CHUNKS.is_multiple_of(2), "two chunks may be a vector");
        assert!(2 * P::Ring::DEGREE - 1 <= LENGTH && Self::CYCLIC * CHUNK <= LENGTH, "there is room for a product");
        assert!(2 * P::Ring::DEGREE - 1 <= Self::KNOWN, "no coefficient of a product wraps around unseen");
        Constant::new((1 << 16) * inverse(Self::FACTOR, ModulusOf::<P>::Q as i64))
    };

    /// The chunks that belong to each column, of operands and of the product.
    const TARGETS: [[u16; even::MOST]; CHUNKS] = {
        let mut targets = [[0; even::MOST]; CHUNKS];
        let mut column = 0;
        while column < Self::COLUMNS {
            let (i0, i1) = (column / Self::N1, column % Self::N1);
            let mut i = 0;
            while i < Self::N2 {
                targets[column][i] = if P::EVEN.is_cyclic() {
                    P::INDEX.join([i0, i1, i]) as u16
                } else {
                    (P::INDEX.join([i0, i1, 0]) + Self::COLUMNS * i) as u16
                };
                i += 1;
            }
            column += 1;
        }
        targets
    };

    /// The transforms of the dimension u2, from the operand to the places.
    #[inline(always)]
    fn forward_columns<S: Simd>(simd: S, operand: &[S::Coefficient], places: &mut [[S::Coefficient; CHUNK]]) {
        simd.enter(P::MAPS[2].name);
        let zero = simd.splat(0);
        let targets = const { &Self::TARGETS };
        for (places, chunks) in places.chunks_exact_mut(Self::N2).zip(targets) {
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                let mut inputs = [zero; even::MOST];
                for (input, &chunk) in inputs[..Self::N2].iter_mut().zip(chunks) {
                    if usize::from(chunk) < Self::OCCUPIED {
                        *input = simd.load(&operand[usize::from(chunk) * CHUNK + start..]);
                    }
                }
                let outputs = P::EVEN.forward(zero, inputs, usize::from(chunks[0]));
                for (output, place) in outputs.into_iter().zip(&mut *places) {
                    simd.store(output, &mut place[start..]);
                }
            }
        }
    }

    /// Their inverses, from the places to the product.
    #[inline(always)]
    fn inverse_columns<S: Simd>(simd: S, places: &[[S::Coefficient; CHUNK]], result: &mut [S::Coefficient; LENGTH]) {
        simd.enter(P::MAPS[2].name);
        let zero = simd.splat(0);
        let targets = const { &Self::TARGETS };
        for (places, chunks) in places.chunks_exact(Self::N2).zip(targets) {
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                let mut inputs = [zero; even::MOST];
                for (input, place) in inputs.iter_mut().zip(places) {
                    *input = simd.load(&place[start..]);
                }
                let outputs = P::EVEN.inverse(zero, inputs, usize::from(chunks[0]));
                for (output, &chunk) in outputs[..Self::N2].iter().zip(chunks) {
                    let target = usize::from(chunk) * CHUNK + start;
                    simd.store(output.barrett_reduce::<ModulusOf<P>>(), &mut result[target..]);
                }
            }
        }
    }

    /// The transforms of lengths n1 and n0, in place, or their inverses, which reduce products.
    #[inline(always)]
    fn odd_transforms<S: Simd, const INVERSE: bool>(simd: S, places: &mut [S::Coefficient]) {
        if const { S::Shape::LANES > CHUNK && Self::N2 % 2 == 1 } {
            // Columns are not whole vectors.
            return Self::odd_transforms::<S::Narrow, INVERSE>(simd.narrow(), places);
        }
        let (first, second) = (&P::FIRST[usize::from(INVERSE)], &P::SECOND[usize::from(INVERSE)]);
        let (column, row) = (Self::N2 * CHUNK, Self::N1 * Self::N2 * CHUNK);
        simd.enter(P::MAPS[3].name);
        for row in places.chunks_exact_mut(row) {
            for start in (0..column).step_by(S::Shape::LANES) {
                second.in_place::<S, INVERSE>(simd, &mut row[start..], column);
            }
        }
        simd.enter(P::MAPS[4].name);
        for start in (0..row).step_by(S::Shape::LANES) {
            first.in_place::<S, false>(simd, &mut places[start..], row);
        }
    }

    /// The products of the places, in the place of `a`.
    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
        simd.enter(P::MAPS[5].name);
        let mut linear = [[simd.zero_rows(); 4]; BLOCK];
        let mut quadratic = [[[simd.zero_rows(); 3]; 2]; BLOCK];
        let weights = const { &Self::WEIGHTS };
        let factors = b.chunks_exact(BLOCK * Self::N2).zip(weights.chunks_exact(BLOCK * Self::N2));
        for (products, (factors, weights)) in a.chunks_exact_mut(BLOCK * Self::N2).zip(factors) {
            let columns = factors.chunks_exact(Self::N2).zip(weights.chunks_exact(Self::N2));
            for ((linear, quadratic), (factor, weight)) in linear.iter_mut().zip(&mut quadratic).zip(columns) {
                for (place, rows) in linear[..Self::LINEAR].iter_mut().enumerate().skip(Self::FIRST) {
                    simd.convolution_rows(&factor[place], weight[place], rows);
                }
                for (pair, rows) in quadratic[..P::EVEN.pairs()].iter_mut().enumerate() {
                    let (place, trace) = (Self::LINEAR + 2 * pair, P::EVEN.trace(pair));
                    quadratic_rows(simd, [&factor[place], &factor[place + 1]], weight[place], trace, rows);
                }
            }
            for ((linear, quadratic), product) in linear.iter().zip(&quadratic).zip(products.chunks_exact_mut(Self::N2))
            {
                let (roots, pairs) = product.split_at_mut(Self::LINEAR);
                for (product, rows) in roots.iter_mut().zip(linear).skip(Self::FIRST) {
                    *product = simd.outer_product::<ModulusOf<P>, 1>([&*product], [rows]);
                }
                for (pair, (product, rows)) in pairs.as_chunks_mut().0.iter_mut().zip(quadratic).enumerate() {
                    quadratic_convolution(simd, product, P::EVEN.trace(pair), rows);
                }
            }
        }
    }
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> Multiplier for GoodOuter<P, CHUNKS, LENGTH> {
    type Ring = P::Ring;
    type Transformed<C: Coefficient> = Chunks<C, CHUNKS>;
    type Second<C: Coefficient> = Chunks<C, CHUNKS>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH]>;

    const RECIPE: Recipe = {
        // A plan whose dimensions do not fit does not compile.
        let _ = Self::SCALE;
        P::RECIPE
    };

    in_buffers!();

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; CHUNK]; CHUNKS]) }
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
                let (cyclic, rest) = result.0.split_at_mut(Self::CYCLIC);
                Self::forward_columns(simd.narrow(), operand, cyclic);
                Self::odd_transforms::<S, false>(simd, cyclic.as_flattened_mut());
                Self::enter_rest(simd);
                match P::REST {
                    Rest::Nothing => {}
                    Rest::Ends(ends) => keep_ends(simd, ends, operand, &mut rest[..Self::REST]),
                    Rest::CyclicFactor => {
                        cyclic_factor::remainder::<S, ModulusOf<P>>(simd, operand, &mut rest.as_chunks_mut().0[0]);
                    }
                    Rest::Truncation => {
                        truncation::truncate(simd, Self::truncated_places(), cyclic.as_flattened_mut());
                    }
                }
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; LONGEST]) };
        widen(simd, operand, &mut widened.0);
        Self::forward(simd, &widened.0, result);
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
            || {
                let (cyclic, rest) = a.0.split_at_mut(Self::CYCLIC);
                let (b, b_rest) = b.0.split_at(Self::CYCLIC);
                Self::enter_rest(simd);
                match P::REST {
                    Rest::Nothing => {}
                    Rest::Ends(ends) => {
                        multiply_ends::<S, ModulusOf<P>>(simd, ends, &mut rest[..Self::REST], &b_rest[..Self::REST]);
                    }
                    Rest::CyclicFactor => {
                        let (a, b) = (&mut rest.as_chunks_mut().0[0], &b_rest.as_chunks().0[0]);
                        cyclic_factor::multiply::<S, ModulusOf<P>>(simd, a, b);
                    }
                    Rest::Truncation => {
                        let (a, b) = (cyclic.as_flattened_mut(), b.as_flattened());
                        truncation::multiply(simd, Self::truncated_places(), a, b);
                    }
                }
                Self::multiply(simd, cyclic, b);
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, ModulusOf<P>>(simd, sum.0.as_flattened_mut(), term.0.as_flattened());
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
                let (cyclic, rest) = transformed.0.split_at_mut(Self::CYCLIC);
                Self::odd_transforms::<S, true>(simd, cyclic.as_flattened_mut());
                Self::inverse_columns(simd.narrow(), cyclic, &mut result.0);
                Self::enter_rest(simd);
                match P::REST {
                    Rest::Nothing => {}
                    Rest::Ends(ends) => {
                        let factor = const { Constant::<ModulusOf<P>>::new(Self::FACTOR) };
                        unwrap_ends(simd, ends, rest, factor, &mut result.0);
                    }
                    Rest::CyclicFactor => {
                        let (rest, n) = (&rest.as_chunks().0[0], Self::CYCLIC * CHUNK);
                        cyclic_factor::combine::<S, ModulusOf<P>>(simd, rest, Self::FACTOR, &mut result.0, n);
                    }
                    Rest::Truncation => truncation::complete::<S, ModulusOf<P>>(simd, Self::OMITTED, &mut result.0),
                }
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold(simd, &mut product.0, P::Ring::DEGREE, Self::SCALE, result);
    }
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> Symmetric for GoodOuter<P, CHUNKS, LENGTH> {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> BigByBig for GoodOuter<P, CHUNKS, LENGTH> {
    symmetric!();
}
