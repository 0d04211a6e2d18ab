//! Big by big in `Z_q[x]/(x^p - x - 1)`, by a cyclic product whose length is 16 times a divisor of
//! q - 1 or of 8 (q - 1): `good-outer`, and five multipliers of `[CCH+23]` under their own names.
//!
//! For the q of NTRU Prime, q - 1 has small prime divisors, which differ from ring to ring. So each
//! ring has dimensions of its own for the transform over chunks of 16 coefficients:
//!
//! ```text
//! Z_q[x]/(x^(16 n) - 1)
//!     = Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, u2^n2 - 1),   n = n0 n1 n2
//!     -> prod R[x]/(x^16 - w0^i0 w1^i1 u2)
//! ```
//!
//! where R is `Z_q[u2]/(u2 - z)` or a quadratic extension of Z_q. n0 and n1 are odd and divide q -
//! 1; n2 is a power of two, or a truncation of one ([`Even`]). If q is 3 modulo 4 there is no root
//! of u2^2 + 1, and two chunks hold an element of the extension, whose product is four products of
//! chunks ([`quadratic_convolution`]). A plan may compute more than the cyclic product, or less
//! ([`Rest`]): the ends of a product that is longer by a few coefficients, a product modulo x^64 -
//! 1, or a cyclic product without one of its factors.
//!
//! | ring | multiplier | n0, n1, n2 | coefficients | of a product | products of chunks |
//! | --- | --- | --- | --- | --- | --- |
//! | sntrup653 | `good-outer` | 7, 3, 4 | 1344 | 1305 | 84 |
//! | sntrup857 | `good-outer` | 7, 9, 2 | 2016 | 1713 | 126 |
//! | sntrup857 | `good-rader-outer` | 41, 3, 1 | 1968 | 1713 | 123 |
//! | sntrup857 | `good-rader-lanes` | 41, 3, 1 | 1968 | 1713 | 246 of size 8 in lanes |
//! | sntrup953 | `good-outer` | 7, 3, 8 less 2 | 2016 | 1905 | 42 + 42 * 4 |
//! | sntrup1013 | `good-outer` | 13, 3, 4 | 2496 | 2025 | 156 |
//! | sntrup1013 | `truncated-rader` | 13, 3, 4 | 2496 - 312 | 2025 | 117, and 39 of size 8 |
//! | sntrup1013 | `truncated-rader-lanes` | 13, 3, 4 | 2496 - 312 | 2025 | the same, in lanes |
//! | sntrup1277 | `good-outer` | 13, 3, 4 | 2496 + 57 | 2553 | 78 + 39 * 4 + 11 |
//! | sntrup1277 | `good-rader-bruun` | 13, 3, 8 less 4 | 2496 + 64 | 2553 | 78 * 4 + 16 |
//!
//! A plan that determines fewer coefficients than a product has does not compile:
//!
//! ```compile_fail,E0080
//! use vectru_polymul::multiplier::{Multiplier, good_outer::plans::TooShort};
//! // 11 * 3 * 2 * 16 = 1056 coefficients, where a product in the ring of sntrup653 has 1305.
//! let _ = TooShort::RECIPE;
//! ```
//!
//! Bounds, proved on interval lanes: requires centred operands. Every transform leaves reduced
//! values, and the result is centred.
//!
//! Sources: `[CCH+23]`, sections 4.2 and 5.3.2, for outer products after Good-Thomas and Rader, and
//! section 7 with Table 12 for the lengths 1968, 2496 - 312 and 2496 + 64, and for 2496 of
//! sntrup1013. The other lengths, the quadratic extensions and the ends are this project's own.

pub mod even;
mod lanes;
pub mod plans;
#[cfg(any(test, feature = "analysis"))]
mod proof;

use core::marker::PhantomData;

use super::recipe::{Algorithm, CoefficientRing, Dimension, Extensions, Map, Operands, Recipe, Safety, Transformation};
use super::{Aligned, BigByBig, Multiplier, Symmetric, in_buffers, multiplies_in_place, symmetric};
use crate::modular::{Constant, LaneConstants, Modulus, inverse, power};
use crate::ring::Ring;
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::cyclic_factor;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::infinity::{Ends, keep_ends, multiply_ends, unwrap_ends};
use crate::stage::lane_convolution::{COOLEY_TUKEY, LANE_CONVOLUTION};
use crate::stage::quadratic_convolution::{quadratic_convolution, quadratic_rows};
use crate::stage::transform::Transform;
use crate::stage::truncation::{self, Places};
use crate::stage::widen::widen;

pub use even::Even;
pub use lanes::Leaves;

/// The part of a product that is computed beside the cyclic one, or left out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// The coefficients that wrap around are computed: see [`infinity`](crate::stage::infinity).
    Ends(Ends),
    /// The product modulo x^64 - 1 is computed, beside that modulo x^n + 1: see [`cyclic_factor`].
    CyclicFactor,
    /// The factor x^e + 1, where 8 e = n, is left out: see [`truncation`]. It belongs to the places
    /// of u2 = 1.
    Truncation,
}

/// A ring, with the dimensions of its transform.
pub trait GoodOuterPlan: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The transform of the dimension u0, of length n0.
    type Transform0: Transform;
    /// The transform of the dimension u1, of length n1.
    type Transform1: Transform;
    /// n0, n1 and n2; for a truncated dimension u2, which is none of Good-Thomas, n0, n1 and 1.
    const INDEX: GoodThomas;
    /// The roots of unity w0 and w1.
    const ROOTS: [i64; 2];
    /// The forward and the inverse transform of the dimension u0.
    const TRANSFORMS_0: &'static [Self::Transform0; 2];
    /// The forward and the inverse transform of the dimension u1.
    const TRANSFORMS_1: &'static [Self::Transform1; 2];
    /// The dimension u2.
    const EVEN: Even<ModulusOf<Self>>;
    /// The part of the product that is computed beside the cyclic one, or left out of it.
    const REST: Rest;
    /// The products. Where they are in lanes, there are no pairs of places.
    const LEAVES: Leaves;
    /// The names of the maps of the dimensions u0, u1 and u2.
    const MAP_NAMES: [&'static str; 3];
    /// The name of the multiplier.
    const NAME: &'static str;
    /// The source of the dimensions.
    const SOURCE: &'static str;
    /// The proved bounds.
    const SAFETY: Safety;
}

/// The maps of a multiplier, as its kernels enter them.
struct Maps {
    rest: Map,
    good_thomas: Map,
    transform_0: Map,
    transform_1: Map,
    even: Map,
    halves: Map,
    products: Map,
}

/// Coefficients of the longest operand.
const LONGEST: usize = 1280;

type ModulusOf<P> = <<P as GoodOuterPlan>::Ring as Ring>::Modulus;

/// The multiplier of a plan. A transformed operand has `CHUNKS` chunks, an even number, those of
/// the rest behind the others; a product has `LENGTH` coefficients.
#[derive(Clone, Copy, Debug)]
pub struct GoodOuter<P, const CHUNKS: usize, const LENGTH: usize>(PhantomData<P>);

type Chunks<C, const CHUNKS: usize> = Aligned<[[C; CHUNK]; CHUNKS]>;

/// Columns whose rows are prepared before the first of them is used.
const BLOCK: usize = 3;

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> GoodOuter<P, CHUNKS, LENGTH> {
    const N1: usize = P::Transform1::LENGTH;
    /// Places of a column.
    const N2: usize = P::EVEN.length();
    /// Places of a column that are rings of their own, not halves of a pair.
    const LINEAR: usize = Self::N2 - 2 * P::EVEN.pairs();
    /// Columns of chunks. Column i0 n1 + i1 is that of (i0, i1).
    const COLUMNS: usize = P::Transform0::LENGTH * Self::N1;
    /// Chunks of the cyclic product.
    const CYCLIC: usize = Self::COLUMNS * Self::N2;
    /// Chunks that an operand fills.
    const OCCUPIED: usize = P::Ring::DEGREE.div_ceil(CHUNK);

    /// The weight of each place: x^16, or in pairs x^16 / y.
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
    const REST_CHUNKS: usize = match P::REST {
        Rest::Ends(ends) => ends.chunks(),
        Rest::CyclicFactor => cyclic_factor::CHUNKS,
        Rest::Nothing | Rest::Truncation => 0,
    };

    /// The first place of a column whose products are of whole chunks.
    const FIRST_WHOLE_PLACE: usize = matches!(P::REST, Rest::Truncation) as usize;

    /// The degree e of the factor that a truncation leaves out.
    const OMITTED: usize = Self::COLUMNS * truncation::SIZE;

    /// The square roots of the weights of truncated places. They exist because the number of
    /// columns is odd.
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

    /// Returns the places of which a truncation keeps half.
    #[inline(always)]
    fn truncated_places() -> Places<'static, ModulusOf<P>> {
        Places { count: Self::COLUMNS, stride: Self::N2 * CHUNK, roots: const { &Self::TRUNCATED_ROOTS } }
    }

    /// Enters the map of the rest, if there is one.
    #[inline(always)]
    fn enter_rest<S: Simd>(simd: S) {
        if !matches!(P::REST, Rest::Nothing) {
            simd.enter(Self::MAPS.rest.name);
        }
    }

    /// The number of coefficients of a product that the image determines.
    const KNOWN: usize = match P::REST {
        Rest::Nothing => Self::CYCLIC * CHUNK,
        Rest::Ends(ends) => {
            assert!(ends.cyclic() == Self::CYCLIC * CHUNK, "the ends are those of this cyclic product");
            ends.product()
        }
        Rest::CyclicFactor => Self::CYCLIC * CHUNK + cyclic_factor::DEGREE,
        Rest::Truncation => Self::CYCLIC * CHUNK - Self::OMITTED,
    };

    const MAPS: Maps = Maps {
        rest: match P::REST {
            Rest::Nothing => Map { name: "", transformation: Self::PRODUCTS, source: "" },
            Rest::Ends(ends) => {
                Map { name: "infinity", transformation: Transformation::Infinity(ends), source: "[Too63], [Coo66]" }
            }
            Rest::CyclicFactor => Map {
                name: "cyclic-factor",
                transformation: Transformation::CyclicFactor {
                    negacyclic: Self::CYCLIC * CHUNK,
                    cyclic: cyclic_factor::DEGREE,
                },
                source: "[CCH+23]",
            },
            Rest::Truncation => Map {
                name: "truncation",
                transformation: Transformation::Truncation { degree: truncation::SIZE, order: Self::COLUMNS },
                source: "[vdH04], [CCH+23]",
            },
        },
        good_thomas: Map {
            name: "good-thomas",
            transformation: Transformation::GoodThomas { block: CHUNK, dimensions: Self::DIMENSIONS, overlap: 1 },
            source: "[Goo58]",
        },
        transform_0: Map {
            name: P::MAP_NAMES[0],
            transformation: Self::transform(0, Algorithm::of_odd_length(P::Transform0::LENGTH), 0),
            source: "[Rad68]",
        },
        transform_1: Map {
            name: P::MAP_NAMES[1],
            transformation: Self::transform(1, Algorithm::of_odd_length(P::Transform1::LENGTH), 0),
            source: if P::Transform1::LENGTH == 3 { "[DV78]" } else { "[CT65]" },
        },
        even: Map {
            name: P::MAP_NAMES[2],
            transformation: Self::transform(2, P::EVEN.algorithm(), P::EVEN.pairs()),
            source: if P::EVEN.is_cyclic() { "[CT65]" } else { "[Bru78], [vdH04]" },
        },
        halves: Map {
            name: COOLEY_TUKEY,
            transformation: Transformation::CooleyTukey {
                degree: CHUNK / 2,
                order: 2 * Self::CYCLIC,
                rings: Self::CYCLIC,
            },
            source: "[CT65]",
        },
        products: Map {
            name: match P::LEAVES {
                Leaves::Outer => "weighted-convolution",
                Leaves::Lanes | Leaves::HalvesInLanes => LANE_CONVOLUTION,
            },
            transformation: Self::PRODUCTS,
            source: "[CCH+23]",
        },
    };

    const DIMENSIONS: [Dimension; 3] =
        [Dimension::Cyclic(P::Transform0::LENGTH), Dimension::Cyclic(P::Transform1::LENGTH), P::EVEN.dimension()];

    /// Returns the transform of one dimension.
    const fn transform(index: usize, algorithm: Algorithm, quadratic: usize) -> Transformation {
        let mut dimensions = [Dimension::NONE; 3];
        dimensions[index] = Self::DIMENSIONS[index];
        Transformation::Transform { block: CHUNK, dimensions, quadratic, algorithm }
    }

    const PRODUCTS: Transformation = match P::LEAVES {
        Leaves::Outer | Leaves::Lanes => Transformation::WeightedConvolutions {
            degree: CHUNK,
            order: Self::COLUMNS * Self::LINEAR,
            omitted: if Self::FIRST_WHOLE_PLACE > 0 { Self::COLUMNS } else { 0 },
            extensions: if P::EVEN.pairs() > 0 {
                Some(Extensions { order: Self::COLUMNS, trace_square: P::EVEN.trace_square() })
            } else {
                None
            },
        },
        Leaves::HalvesInLanes => Transformation::WeightedConvolutions {
            degree: CHUNK / 2,
            order: 2 * Self::CYCLIC,
            omitted: 0,
            extensions: None,
        },
    };

    const CHAIN: &'static [Map] = match (P::REST, P::EVEN, P::LEAVES) {
        (Rest::Nothing, Even::One, Leaves::HalvesInLanes) => {
            const {
                let Maps { good_thomas, transform_1, transform_0, halves, products, .. } = Self::MAPS;
                &[good_thomas, transform_1, transform_0, halves, products]
            }
        }
        (Rest::Nothing, Even::One, _) => {
            const {
                let Maps { good_thomas, transform_1, transform_0, products, .. } = Self::MAPS;
                &[good_thomas, transform_1, transform_0, products]
            }
        }
        (Rest::Nothing, ..) => {
            const {
                let Maps { good_thomas, even, transform_1, transform_0, products, .. } = Self::MAPS;
                &[good_thomas, even, transform_1, transform_0, products]
            }
        }
        (Rest::Truncation, ..) => {
            const {
                let Maps { rest, good_thomas, even, transform_1, transform_0, products, .. } = Self::MAPS;
                &[good_thomas, even, transform_1, transform_0, rest, products]
            }
        }
        (Rest::Ends(_) | Rest::CyclicFactor, ..) => {
            const {
                let Maps { rest, good_thomas, even, transform_1, transform_0, products, .. } = Self::MAPS;
                &[rest, good_thomas, even, transform_1, transform_0, products]
            }
        }
    };

    /// The factor that the transforms leave.
    const FACTOR: i64 = (Self::COLUMNS * P::EVEN.factor()) as i64;

    /// The factor of the fold: the inverse of that of the transforms, times 2^16 for the 2^-16 of
    /// Montgomery products.
    const SCALE: Constant<ModulusOf<P>> = {
        assert!(CHUNKS >= Self::CYCLIC + Self::REST_CHUNKS && Self::COLUMNS.is_multiple_of(BLOCK));
        assert!(P::EVEN.fits(Self::COLUMNS));
        Self::check_lanes();
        assert!(CHUNKS.is_multiple_of(2), "a vector may be two chunks, so that their number is even");
        assert!(
            2 * P::Ring::DEGREE - 1 <= LENGTH && Self::CYCLIC * CHUNK <= LENGTH,
            "a product is longer than its memory"
        );
        assert!(2 * P::Ring::DEGREE - 1 <= Self::KNOWN, "a product has more coefficients than its image determines");
        Constant::new((1 << 16) * inverse(Self::FACTOR, ModulusOf::<P>::Q as i64))
    };

    /// The chunks of each column, of operands and of the product.
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

    /// Computes the transforms of the dimension u2, from the operand to the places.
    #[inline(always)]
    fn forward_columns<S: Simd>(simd: S, operand: &[S::Coefficient], places: &mut [[S::Coefficient; CHUNK]]) {
        simd.enter(Self::MAPS.even.name);
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

    /// Computes the inverse transforms of the dimension u2, from the places to the product.
    #[inline(always)]
    fn inverse_columns<S: Simd>(simd: S, places: &[[S::Coefficient; CHUNK]], result: &mut [S::Coefficient; LENGTH]) {
        simd.enter(Self::MAPS.even.name);
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

    /// Computes the transforms of lengths n1 and n0 in place; or their inverses, which reduce
    /// products first.
    #[inline(always)]
    fn odd_transforms<S: Simd, const INVERSE: bool>(simd: S, places: &mut [S::Coefficient]) {
        if const { S::Shape::LANES > CHUNK && Self::N2 % 2 == 1 } {
            // Columns are not whole vectors.
            return Self::odd_transforms::<S::Narrow, INVERSE>(simd.narrow(), places);
        }
        let (first, second) = (&P::TRANSFORMS_0[usize::from(INVERSE)], &P::TRANSFORMS_1[usize::from(INVERSE)]);
        let (column, row) = (Self::N2 * CHUNK, Self::N1 * Self::N2 * CHUNK);
        simd.enter(Self::MAPS.transform_1.name);
        for row in places.chunks_exact_mut(row) {
            for start in (0..column).step_by(S::Shape::LANES) {
                second.in_place::<S, INVERSE>(simd, &mut row[start..], column);
            }
        }
        simd.enter(Self::MAPS.transform_0.name);
        for start in (0..row).step_by(S::Shape::LANES) {
            first.in_place::<S, false>(simd, &mut places[start..], row);
        }
    }

    /// Multiplies the places, in place of `a`.
    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
        if !matches!(P::LEAVES, Leaves::Outer) {
            return Self::multiply_in_lanes(simd, a.as_flattened_mut(), b.as_flattened());
        }
        simd.enter(Self::MAPS.products.name);
        let mut linear = [[simd.zero_rows(); 4]; BLOCK];
        let mut quadratic = [[[simd.zero_rows(); 3]; 2]; BLOCK];
        let weights = const { &Self::WEIGHTS };
        let factors = b.chunks_exact(BLOCK * Self::N2).zip(weights.chunks_exact(BLOCK * Self::N2));
        for (products, (factors, weights)) in a.chunks_exact_mut(BLOCK * Self::N2).zip(factors) {
            let columns = factors.chunks_exact(Self::N2).zip(weights.chunks_exact(Self::N2));
            for ((linear, quadratic), (factor, weight)) in linear.iter_mut().zip(&mut quadratic).zip(columns) {
                for (place, rows) in linear[..Self::LINEAR].iter_mut().enumerate().skip(Self::FIRST_WHOLE_PLACE) {
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
                for (product, rows) in roots.iter_mut().zip(linear).skip(Self::FIRST_WHOLE_PLACE) {
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
        Recipe {
            name: P::NAME,
            ring: P::Ring::NAME,
            formula: P::Ring::FORMULA,
            operands: Operands::BigByBig,
            coefficient_ring: CoefficientRing::modulo(ModulusOf::<P>::Q as i64),
            source: P::SOURCE,
            chain: Self::CHAIN,
            safety: P::SAFETY,
            comparisons: &[],
        }
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
                    Rest::Ends(ends) => keep_ends(simd, ends, operand, &mut rest[..Self::REST_CHUNKS]),
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
                let (cyclic, rest) = a.0.split_at_mut(Self::CYCLIC);
                let (b, b_rest) = b.0.split_at(Self::CYCLIC);
                Self::enter_rest(simd);
                match P::REST {
                    Rest::Nothing => {}
                    Rest::Ends(ends) => {
                        multiply_ends::<S, ModulusOf<P>>(
                            simd,
                            ends,
                            &mut rest[..Self::REST_CHUNKS],
                            &b_rest[..Self::REST_CHUNKS],
                        );
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
