//! Toom-Cook: big by big in `Z_q[x]/(x^n - 1)` for q a power of two, by products of polynomials over Z_65536.
//!
//! Both operands go through layers of Toom-Cook down to dimension 16; there each lane multiplies a pair:
//!
//! ```text
//! Z_q[x]/(x^n - 1) -> R[x]_(<N) -> (R[x]_(<16))^P,   R = Z_65536
//! ```
//!
//! `toom-cook` has the layers 5, 3, 3 and 2 for ntruhps2048677, with 675 products of dimension 8; `toom-cook-2021`, 3, 4, 2 and 2 with
//! products of dimension 16, is the earlier state of the art, kept as the measure. Its parts are padded to powers of two here,
//! where the source has parts of 60 and pads them to 64 two layers later: 315 products in place of 315, 768 coefficients in place of
//! 720.
//!
//! As for Toeplitz products ([`toeplitz`](super::toeplitz)), every step is linear modulo 2^16 in either operand, the result comes times
//! 2^e, and e + log2 q <= 16 is an assertion at compile time.
//!
//! Source: Hwang, Liu, Yang (2024), section 5.2.1; Nguyen, Gaj, "Fast NEON-based multiplication for lattice-based NIST post-quantum
//! cryptography finalists" (2021).

use core::fmt::Debug;
use core::marker::PhantomData;

use super::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use super::{Aligned, BigByBig, ModuloWord, Multiplier, Symmetric, lost_bits, symmetric};
use crate::ring::{self, Ring};
use crate::simd::{Buffer, Byte, CHUNK, Coefficient, Shape, Simd};
use crate::stage::accumulate::accumulate_words;
use crate::stage::toeplitz::copy;
use crate::stage::toom_cook::{Karatsuba, Layer, Toom3, Toom4, Toom5, coefficients};
use crate::stage::toom_cook_product::{End, LANE_PRODUCT, ProductChain, Then, lane_products};
use crate::stage::widen::widen;

/// Products are padded to whole vectors of the widest backend.
const GROUP: usize = 2 * CHUNK;

/// A ring, and the chain of layers for it.
pub trait ToomCookPlan: Copy + Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The layers.
    type Chain: ProductChain;
    /// Whether a product of dimension 16 is three of dimension 8.
    const KARATSUBA: bool;
    /// The multiplier's name.
    const NAME: &'static str;
    /// The key of its source in the bibliography.
    const SOURCE: &'static str;
    /// The maps.
    const CHAIN: &'static [Map];
    /// N coefficients.
    type Operand<C: Coefficient>: Buffer<C>;
    /// 2 N coefficients.
    type Product<C: Coefficient>: Buffer<C>;
    /// 32 P coefficients, padded.
    type Products<C: Coefficient>: Buffer<C>;
    /// What the chain works in.
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

/// Declares plans: the ring, the name, whether products of dimension 16 are split, and the dimensions with the layers between them.
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
                    // The dimensions are those of the chain.
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
            assert!(P::Chain::SIZE >= P::Ring::DEGREE, "the operands have room");
            Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS }
        },
        comparisons: &[],
    };

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

    #[inline(always)]
    fn zero_second<S: Simd>(_: S) -> Self::Second<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

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
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut padded = P::Operand::filled(S::ZERO);
        widen(simd, operand, padded.as_mut());
        Self::split(simd, &padded, result);
    }

    #[inline(always)]
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
                simd.enter(LANE_PRODUCT);
                let (a, b, lanes) = (a.as_mut(), b.as_ref(), S::Shape::LANES);
                // From the last one on: products take the place of factors that are behind them.
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

    /// x^n = 1.
    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                let product = product.as_ref();
                for start in (0..result.len()).step_by(S::Shape::LANES) {
                    let sum = simd.load(&product[start..]) + simd.load(&product[P::Ring::DEGREE + start..]);
                    simd.store(coefficients(sum, Self::LOST_BITS, Self::SPARE_BITS), &mut result[start..]);
                }
                result[P::Ring::DEGREE..].fill(S::ZERO);
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
