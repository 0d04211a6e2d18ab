//! `good-schoenhage-bruun`: big by big in `Z_q[x]/(x^p - x - 1)`, by a cyclic product of length
//! 16 m 2^l with an odd m.
//!
//! Good-Thomas separates the dimension m, which has a root of unity v in Z_q, from the dimension
//! 2^l. The dimension 2^l has a root of unity only after Schönhage's doubling: a power of x modulo
//! x^32 + 1. Then Bruun's butterflies split x^32 + 1, because q is 7 modulo 8. They leave products
//! of size 8, half as many as in [`schoenhage-nussbaumer`](crate::schoenhage_nussbaumer).
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
//! The operands fill half of the n chunks, and the lower half of the rings. The transform of a big
//! operand begins with length m, on chunks instead of rings, and half of the first two layers of
//! length 2^l is a copy. For m = 3, the transform of a small operand begins with all layers of
//! length 2^l in 8 bits, without reductions, and ends with length m in 16 bits. For a longer m, the
//! transform on rings would cost more than the layers in 8 bits save.
//!
//! The first map is a monomorphism, not an isomorphism. The inverse transform is a linear map that
//! substitutes y = x^16 by overlapping sums, modulo x^(16 n) - 1. These sums come before the
//! inverse transform of length m, where y is v^i w. So this transform is on chunks, too; the cost
//! is a product of half the coefficients by v^i.
//!
//! A plan whose cyclic product is shorter than a product in the ring does not compile:
//!
//! ```compile_fail,E0080
//! use vectru_literature::good_schoenhage_bruun::plans::TooShort;
//! use vectru_polymul::multiplier::Multiplier;
//! // 3 * 32 * 16 = 1536 coefficients, where a product in the ring of sntrup857 has 1713.
//! let _ = TooShort::RECIPE;
//! ```
//!
//! Bounds, found by proofs: requires centred operands. Transformed operands and the cyclic product,
//! unscaled, are Barrett-reduced, below 2926 modulo 4591 and below 4000 modulo 5167; products are
//! below 4000 and 5500. The result is centred. The small operand stays below 17 in 8 bits.
//!
//! Sources: `[HLY24]`, section 4.3, for sntrup761; `[CCH+23]`, section 7, for length 1792 of
//! sntrup857, with chunks of 8 modulo x^16 + 1; `[Sch77]`, `[Bru78]`, `[BGM93]`. Overlapping before
//! the inverse transform of length m is this project's own.

mod layers;
pub mod plans;
mod rings;

use core::marker::PhantomData;

use vectru_polymul::modular::{Constant, Modulus, inverse};
use vectru_polymul::multiplier::recipe::{
    Algorithm, CoefficientRing, Dimension, Map, Operands, Recipe, Safety, Transformation,
};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, Multiplier, Symmetric, in_buffers, multiplies_in_place, symmetric, zeros,
};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, Simd};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::fold;
use vectru_polymul::stage::transform::Transform;
use vectru_polymul::stage::widen::widen;

use crate::stage::bruun::negacyclic::Negacyclic;
use crate::stage::schoenhage::byte::{DEGREE, STRIDE};

use rings::{FACTORS, SIZE, join, multiply, split};

/// A ring, with the dimensions of its transform.
pub trait SchoenhagePlan: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The transform of length m.
    type Odd: Transform;
    /// The root of unity v.
    const ROOT: i64;
    /// The forward and the inverse transform.
    const ODD: &'static [Self::Odd; 2];
    /// True if the transform of a small operand begins in 8 bits. Its transform of length m, in 16
    /// bits, is then on rings instead of chunks.
    const SMALL_IN_BYTES: bool;
    /// The name of the map of the transform of length m.
    const ODD_NAME: &'static str;
    /// The source of the size.
    const SOURCE: &'static str;
}

type ModulusOf<P> = <<P as SchoenhagePlan>::Ring as Ring>::Modulus;

/// The multiplier of a plan: m is `ODD`, n is `ELEMENTS`, and there are l + 1 = `STEPS` tables of
/// shifts, one for each layer and one after the last; l is 4 or 5.
#[derive(Clone, Copy, Debug)]
pub struct GoodSchoenhageBruun<P, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>(PhantomData<P>);

/// Polynomials modulo x^32 + 1, each behind its guard.
type Elements<C, const ELEMENTS: usize> = Aligned<[[C; STRIDE]; ELEMENTS]>;

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>
    GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    /// The number of points w.
    const POINTS: usize = ELEMENTS / ODD;
    /// The layers of Schönhage's transform. They are computed in pairs; if their number is odd, one
    /// is computed alone.
    const LAYERS: usize = STEPS - 1;
    const HAS_SINGLE_LAYER: bool = !Self::LAYERS.is_multiple_of(2);
    /// Chunks that an operand fills.
    const OCCUPIED: usize = P::Ring::DEGREE.div_ceil(CHUNK);

    const GOOD_THOMAS: Map = Map {
        name: "good-thomas",
        transformation: Transformation::GoodThomas {
            block: CHUNK,
            dimensions: [Dimension::Cyclic(ODD), Dimension::Cyclic(Self::POINTS), Dimension::NONE],
            overlap: ODD,
        },
        source: "[Goo58]",
    };

    const ODD_TRANSFORM: Map = Map {
        name: P::ODD_NAME,
        transformation: Transformation::Transform {
            block: CHUNK,
            dimensions: [Dimension::Cyclic(ODD), Dimension::NONE, Dimension::NONE],
            quadratic: 0,
            algorithm: Algorithm::of_odd_length(ODD),
        },
        source: if ODD == 3 { "[DV78]" } else { "[Rad68]" },
    };

    const SCHOENHAGE: Map = Map {
        name: "schoenhage",
        transformation: Transformation::Schoenhage { block: CHUNK, points: Self::POINTS, copies: ODD },
        source: "[Sch77]",
    };

    const BRUUN: Map = Map {
        name: rings::BRUUN,
        transformation: Transformation::BruunNegacyclic {
            degree: SIZE,
            rings: ELEMENTS,
            alphas: Negacyclic::<ModulusOf<P>>::ALPHAS,
            constant: Negacyclic::<ModulusOf<P>>::CONSTANT,
        },
        source: "[Bru78], [Mur96]",
    };

    const TRINOMIAL_CONVOLUTION: Map = Map {
        name: rings::TRINOMIAL_CONVOLUTION,
        transformation: Transformation::TrinomialConvolutions {
            degree: SIZE,
            binomials: 0,
            trinomials: ELEMENTS * FACTORS,
        },
        source: "[HLY24]",
    };

    const CHAIN: &'static [Map] =
        &[Self::GOOD_THOMAS, Self::ODD_TRANSFORM, Self::SCHOENHAGE, Self::BRUUN, Self::TRINOMIAL_CONVOLUTION];

    /// The factor that the transforms leave: m, 2^l, and 2 for each of Bruun's two layers.
    const FACTOR: i64 = ELEMENTS as i64 * 4;

    /// The factor of the fold: the inverse of the factor of the transforms, times 2^16 for the
    /// 2^-16 of Montgomery products.
    const SCALE: Constant<ModulusOf<P>> = {
        assert!(P::Odd::LENGTH == ODD && ELEMENTS == ODD << Self::LAYERS && (Self::LAYERS == 4 || Self::LAYERS == 5));
        assert!(2 * P::Ring::DEGREE - 1 <= ELEMENTS * CHUNK, "a product is longer than its memory");
        assert!(2 * Self::OCCUPIED <= ELEMENTS, "an operand fills more than half of the chunks");
        Constant::new((1 << 16) * inverse(Self::FACTOR, ModulusOf::<P>::Q as i64))
    };
}

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> Multiplier
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    type Ring = P::Ring;
    type Transformed<C: Coefficient> = Aligned<[[C; DEGREE]; ELEMENTS]>;
    type Second<C: Coefficient> = Self::Transformed<C>;
    type Unfolded<C: Coefficient> = Aligned<[[C; CHUNK]; ELEMENTS]>;

    const RECIPE: Recipe = {
        // A plan whose dimensions do not fit does not compile.
        let _ = Self::SCALE;
        Recipe {
            name: "good-schoenhage-bruun",
            ring: P::Ring::NAME,
            formula: P::Ring::FORMULA,
            operands: Operands::BigByBig,
            coefficient_ring: CoefficientRing::modulo(ModulusOf::<P>::Q as i64),
            source: P::SOURCE,
            chain: Self::CHAIN,
            safety: Safety::Bounded,
            comparisons: &[],
        }
    };

    in_buffers!();

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        in_elements(
            simd,
            #[inline(always)]
            |[even, odd]| {
                Self::first_layers(simd.narrow(), operand, even);
                let elements = Self::other_layers(simd.narrow(), even, odd);
                split::<S, ModulusOf<P>, ELEMENTS>(simd, elements, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        if const { P::SMALL_IN_BYTES } {
            simd.vectorize(
                #[inline(always)]
                || {
                    simd.with_buffer(
                        #[inline(always)]
                        |elements: &mut Elements<S::Coefficient, ELEMENTS>| {
                            Self::forward_bytes(simd.narrow(), operand, &mut elements.0);
                            split::<S, ModulusOf<P>, ELEMENTS>(simd, &elements.0, &mut result.0);
                        },
                    );
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

    multiplies_in_place!();

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
            |[even, odd]| {
                join::<S, ModulusOf<P>, ELEMENTS>(simd, &transformed.0, even);
                let elements = Self::inverse_layers(simd.narrow(), even, odd);
                Self::overlap(simd.narrow(), elements, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold::<S, P::Ring>(simd, ELEMENTS * CHUNK, product.as_mut(), Self::SCALE, result);
    }
}

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> Symmetric
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> BigByBig
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    symmetric!();
}

/// Runs `kernel`, compiled with the features of the backend, with two memories for elements.
/// Requires a kernel that writes the memory before it reads it.
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
