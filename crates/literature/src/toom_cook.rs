//! Toom-Cook: big by big in `Z_q[x]/(x^n - 1)` for q a power of two, by products of polynomials
//! over Z_65536.
//!
//! Layers of Toom-Cook split both operands down to polynomials of 16 coefficients. Each lane
//! multiplies a pair of them:
//!
//! ```text
//! Z_q[x]/(x^n - 1) -> R[x]_(< N) -> (R[x]_(< 16))^P,   R = Z_65536
//! ```
//!
//! `toom-cook` has layers of 5, 3, 3 and 2 parts for ntruhps2048677, with 675 products of 8
//! coefficients at the end. `toom-cook-2021` has layers of 3, 4, 2 and 2 parts, with 315 products
//! of 16 coefficients; it was the state of the art before, and serves for comparison. Its operands
//! are padded to 768 coefficients here, with powers of two for all parts after the first layer. The
//! source pads parts of 60 coefficients to 64 two layers later, from 720; the number of products is
//! the same.
//!
//! As in Toeplitz products ([`toeplitz`](vectru_polymul::multiplier::toeplitz)), every step is
//! linear modulo 2^16 in either operand, and the result is scaled by 2^e. A multiplier compiles
//! only if e + log2 q <= 16 and N >= n.
//!
//! ```compile_fail,E0080
//! use vectru_literature::toom_cook::{TooSmall, ToomCook};
//! use vectru_polymul::multiplier::Multiplier;
//! // A chain for polynomials of 480 coefficients does not take the 677 of an operand.
//! let _ = ToomCook::<TooSmall>::RECIPE;
//! ```
//!
//! Sources: `[CCH+23]`, section 5.2.1, for `toom-cook`; `[NG21]` for `toom-cook-2021`; `[Too63]`,
//! `[Coo66]`, `[KO62]`, `[MKV20]`, `[KRS19]`.

use core::fmt::Debug;
use core::marker::PhantomData;

use vectru_polymul::multiplier::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, ModuloWord, Multiplier, Symmetric, lost_bits, multiplies_in_place, symmetric, zeros,
};
use vectru_polymul::ring::{self, Ring};
use vectru_polymul::simd::{Buffer, Byte, CHUNK, Coefficient, Simd};
use vectru_polymul::stage::accumulate::accumulate_words;
use vectru_polymul::stage::toeplitz::copy;
use vectru_polymul::stage::toom_cook::{Karatsuba, Layer, Toom3, Toom4, Toom5, coefficients};
use vectru_polymul::stage::widen::widen;

use crate::stage::toom_cook_product::{End, LANE_PRODUCT, ProductChain, Then, lane_products};

/// The number of products is padded to whole vectors of the widest backend.
const GROUP: usize = 2 * CHUNK;

/// A ring, and the chain of layers for it.
pub trait ToomCookPlan: Copy + Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The layers.
    type Chain: ProductChain;
    /// True if a product of 16 coefficients is three products of 8 coefficients, by Karatsuba.
    const KARATSUBA: bool;
    /// The name of the multiplier.
    const NAME: &'static str;
    /// The key of its source in the bibliography.
    const SOURCE: &'static str;
    /// The maps.
    const CHAIN: &'static [Map];
    /// Memory for an operand: N coefficients.
    type Operand<C: Coefficient>: Buffer<C>;
    /// Memory for a product: 2 N coefficients.
    type Product<C: Coefficient>: Buffer<C>;
    /// Memory for the values or the products at the end of the chain: 32 P coefficients, padded.
    type Products<C: Coefficient>: Buffer<C>;
    /// Working memory of the chain.
    type Scratch<C: Coefficient>: Buffer<C>;
}

/// Returns the map of a layer that splits polynomials into parts of `part` coefficients.
const fn polynomial_layer<L: Layer>(part: usize, source: &'static str) -> Map {
    Map {
        name: L::NAME,
        transformation: Transformation::PolynomialLayer { part, parts: L::PARTS, points: L::POINTS },
        source,
    }
}

/// Declares plans. Each has a ring, a name, a source, the dimensions with the layers between them,
/// and the layer within lanes, if there is one.
macro_rules! plans {
    ($($(#[$doc:meta])* $plan:ident: $ring:ident, $name:literal, $source:literal,
        $($whole:literal = $layer:ident * $part:literal),+ $(, lanes by $in_lanes:ident)?;
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        impl ToomCookPlan for $plan {
            type Ring = ring::$ring;
            type Chain = plans!(@chain $($layer)+);
            const KARATSUBA: bool = {
                let layers: &[&str] = &[$(<$in_lanes as Layer>::NAME)?];
                !layers.is_empty()
            };
            type Operand<C: Coefficient> = Aligned<[C; <Self::Chain as ProductChain>::SIZE]>;
            type Product<C: Coefficient> = Aligned<[C; 2 * <Self::Chain as ProductChain>::SIZE]>;
            type Products<C: Coefficient> =
                Aligned<[C; 2 * CHUNK * <Self::Chain as ProductChain>::PRODUCTS.next_multiple_of(GROUP)]>;
            type Scratch<C: Coefficient> = Aligned<[C; <Self::Chain as ProductChain>::SCRATCH]>;

            const NAME: &'static str = $name;
            const SOURCE: &'static str = $source;
            const CHAIN: &'static [Map] = &[
                $({
                    // The dimensions must agree with the chain.
                    assert!($whole == <$layer as Layer>::PARTS * $part);
                    polynomial_layer::<$layer>($part, $source)
                },)+
                $(polynomial_layer::<$in_lanes>(CHUNK / <$in_lanes as Layer>::PARTS, $source),)?
                Map {
                    name: LANE_PRODUCT,
                    transformation: Transformation::LaneProducts {
                        degree: CHUNK $(/ <$in_lanes as Layer>::PARTS)?,
                        products: <Self::Chain as ProductChain>::PRODUCTS $(* <$in_lanes as Layer>::POINTS)?,
                    },
                    source: $source,
                },
            ];
        }
    )*};
    (@chain $layer:ident $($rest:ident)*) => { Then<$layer, plans!(@chain $($rest)*)> };
    (@chain) => { End };
}

plans! {
    /// ntruhps2048677: 225 products of dimension 16, 675 of dimension 8, 5 bits of 5.
    ToomCook533: Ntruhps2048677, "toom-cook", "[CCH+23]",
        720 = Toom5 * 144, 144 = Toom3 * 48, 48 = Toom3 * 16, lanes by Karatsuba;
    /// ntruhps2048677: 315 products of dimension 16, 4 bits of 5.
    ToomCook3422: Ntruhps2048677, "toom-cook-2021", "[NG21]",
        768 = Toom3 * 256, 256 = Toom4 * 64, 64 = Karatsuba * 32, 32 = Karatsuba * 16;
    /// Dimension 480, which is too small for ntruhps2048677: it does not compile to a multiplier.
    TooSmall: Ntruhps2048677, "too-small", "this project", 480 = Toom5 * 96, 96 = Toom3 * 32, 32 = Karatsuba * 16;
}

/// The multiplier of a plan.
#[derive(Clone, Copy, Debug)]
pub struct ToomCook<P>(PhantomData<P>);

/// `toom-cook` for ntruhps2048677.
pub type ToomCook677 = ToomCook<ToomCook533>;
/// `toom-cook-2021` for ntruhps2048677.
pub type ToomCook2021 = ToomCook<ToomCook3422>;

impl<P: ToomCookPlan> ToomCook<P> {
    #[inline(always)]
    fn split<S: Simd>(simd: S, operand: &P::Operand<S::Coefficient>, values: &mut P::Products<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let values = &mut values.as_mut()[..CHUNK * P::Chain::PRODUCTS];
                simd.with_buffer(
                    #[inline(always)]
                    |scratch: &mut P::Scratch<_>| P::Chain::split(simd, operand.as_ref(), values, scratch.as_mut()),
                );
            },
        );
    }
}

impl<P: ToomCookPlan> Multiplier for ToomCook<P> {
    type Ring = P::Ring;
    /// The values, 16 coefficients each, in the first half; or the products.
    type Transformed<C: Coefficient> = P::Products<C>;
    type Second<C: Coefficient> = P::Products<C>;
    type Unfolded<C: Coefficient> = P::Product<C>;

    const RECIPE: Recipe = Recipe {
        name: P::NAME,
        ring: P::Ring::NAME,
        formula: P::Ring::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::WORD,
        source: P::SOURCE,
        chain: P::CHAIN,
        safety: {
            assert!(P::Chain::SIZE >= P::Ring::DEGREE, "an operand is longer than the chain is for");
            Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS }
        },
        comparisons: &[],
    };

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        let mut padded = P::Operand::filled(S::ZERO);
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(P::CHAIN[0].name);
                copy(simd, operand, padded.as_mut());
            },
        );
        Self::split(simd, &padded, result);
        // The other half has room for products.
        simd.clear(&mut result.as_mut()[CHUNK * P::Chain::PRODUCTS..]);
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut padded = P::Operand::filled(S::ZERO);
        widen(simd, operand, padded.as_mut());
        Self::split(simd, &padded, result);
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
                simd.enter(LANE_PRODUCT);
                let (a, b, lanes) = (a.as_mut(), b.as_ref(), simd.lanes());
                // The last products are computed first: they overwrite only factors of products
                // that are done.
                for first in (0..P::Chain::PRODUCTS).step_by(lanes).rev() {
                    let (factors, products) = a.split_at_mut(2 * CHUNK * first);
                    let (left, right) = (CHUNK * first, &b[CHUNK * first..]);
                    if first == 0 {
                        let mut copied = [S::ZERO; CHUNK * GROUP];
                        copied[..CHUNK * lanes].copy_from_slice(&products[..CHUNK * lanes]);
                        Self::multiply_lanes(simd, &copied, right, products);
                    } else {
                        Self::multiply_lanes(simd, &factors[left..], right, products);
                    }
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
        simd.enter(LANE_PRODUCT);
        accumulate_words(simd, sum.as_mut(), term.as_ref());
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
                simd.with_buffer(
                    #[inline(always)]
                    |scratch: &mut P::Scratch<_>| {
                        P::Chain::join(simd, transformed.as_ref(), result.as_mut(), scratch.as_mut());
                    },
                );
            },
        );
    }

    /// Folds by x^n = 1.
    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                let product = product.as_ref();
                for start in (0..result.len()).step_by(simd.lanes()) {
                    let sum = simd.load(&product[start..]) + simd.load(&product[P::Ring::DEGREE + start..]);
                    simd.store(coefficients(sum, Self::LOST_BITS, Self::SPARE_BITS), &mut result[start..]);
                }
                simd.clear(&mut result[P::Ring::DEGREE..]);
            },
        );
    }
}

impl<P: ToomCookPlan> ToomCook<P> {
    #[inline(always)]
    fn multiply_lanes<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], products: &mut [S::Coefficient]) {
        if const { P::KARATSUBA } {
            lane_products::<S, true>(simd, a, b, products);
        } else {
            lane_products::<S, false>(simd, a, b, products);
        }
    }
}

impl<P: ToomCookPlan> ModuloWord for ToomCook<P> {
    const LOST_BITS: u32 = lost_bits::<P::Ring>(P::Chain::LOST_BITS);
}

impl<P: ToomCookPlan> Symmetric for ToomCook<P> {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: ToomCookPlan> BigByBig for ToomCook<P> {
    symmetric!();
}
