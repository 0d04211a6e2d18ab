//! `good-rader-outer`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a cyclic product of length
//! 1632 = 17 * 3 * 2 * 16.
//!
//! ```text
//! Z_q[x]/(x^1632 - 1) -> prod Z_q[x]/(x^16 - w^t), t < 102
//! ```
//!
//! The transforms are by Good-Thomas and Rader, and the 102 products modulo x^16 - w^t are outer
//! products. A product has 1521 coefficients, so that 1632 are few more than needed. Schönhage's
//! and Nussbaumer's transforms, in contrast, double the number of coefficients.
//!
//! [`truncated-rader`](crate::truncated_rader) shares the code, with 96 of the 102 chunks. No other
//! number of chunks compiles:
//!
//! ```compile_fail,E0080
//! use vectru_literature::good_rader_outer::{RaderOuter, Whole};
//! use vectru_polymul::multiplier::Multiplier;
//! // 90 * 16 = 1440 coefficients, where a product in the ring of sntrup761 has 1521.
//! let _ = RaderOuter::<Whole, 90, 15>::RECIPE;
//! ```
//!
//! Bounds, found by proofs: requires centred operands. Transformed operands are below 2926,
//! products below 4386, and the cyclic product, unscaled, below 2926. The result is centred.
//!
//! Sources: `[CCH+23]`, section 5.3.2, for Good-Rader with outer products, and section 4.2 for
//! outer products; `[HLY24]`, section 4.4, for the transform.

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::good_rader::{
    Chunks, GOOD_THOMAS, OCCUPIED, Q, RADER_17, RADIX_3_2, SCALE, TRUNCATED, WEIGHTS, WHOLE, forward,
    inverse_transform, weighted_convolution,
};

use vectru_polymul::modular::Q4591;
use vectru_polymul::multiplier::recipe::{ClosedForm, CoefficientRing, Comparison, Safety};
use vectru_polymul::multiplier::{Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Symmetric, symmetric, zeros};
use vectru_polymul::ring::{Ring, Sntrup761};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, Simd, if_form};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::fold;
use vectru_polymul::stage::weighted_convolution::weighted_convolutions;
use vectru_polymul::stage::widen::widen;

/// The multiplier modulo x^1632 - 1.
pub type GoodRaderOuter = RaderOuter<Whole, WHOLE, 17>;

/// The plan of [`GoodRaderOuter`].
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl RaderOuterPlan for Whole {
    const NAME: &'static str = "good-rader-outer";
    const SOURCE: &'static str = "[CCH+23]";
    const CHAIN: &'static [Map] = &[GOOD_THOMAS, RADER_17, RADIX_3_2, weighted_convolution(WHOLE, 0)];
}

/// The description of a multiplier by Good-Thomas, Rader and outer products. Such multipliers
/// differ in the chunks that they compute.
pub trait RaderOuterPlan: Copy + Debug + Send + Sync + 'static {
    /// The multiplier's name.
    const NAME: &'static str;
    /// The key of its source in the bibliography.
    const SOURCE: &'static str;
    /// Its maps.
    const CHAIN: &'static [Map];
}

/// The Rader-based multiplier of a plan with `PLACES` chunks: 102 for the full cyclic product
/// modulo x^1632 - 1, 96 when the six chunks with u0 = 1 are left out. It prepares the rows of
/// `BLOCK` chunks before it multiplies the first of them.
#[derive(Clone, Copy, Debug)]
pub struct RaderOuter<P, const PLACES: usize, const BLOCK: usize>(PhantomData<P>);

impl<P: RaderOuterPlan, const PLACES: usize, const BLOCK: usize> Multiplier for RaderOuter<P, PLACES, BLOCK> {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Chunks<C, 1, PLACES>;
    type Second<C: Coefficient> = Chunks<C, 1, PLACES>;
    type Unfolded<C: Coefficient> = Aligned<[C; WHOLE * CHUNK]>;

    const RECIPE: Recipe = Recipe {
        name: P::NAME,
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(Q),
        source: P::SOURCE,
        chain: {
            assert!(PLACES == WHOLE || PLACES == TRUNCATED, "the transform is whole or truncated");
            assert!(
                2 * Sntrup761::DEGREE - 1 <= PLACES * CHUNK,
                "a product has more coefficients than the cyclic product"
            );
            P::CHAIN
        },
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[RADER_17.name, RADIX_3_2.name],
            form: ClosedForm::CooleyTukey { size: PLACES * CHUNK, leaf: CHUNK },
            copies: 1,
            note: "17 inputs of a Rader transform take 86 products and not 17 lg 17 / 2, but 54 of 102 inputs are zero; \
                   Montgomery sums do without reductions",
        }],
    };

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        // A vector of two chunks would hold two columns whose operands fill different inputs.
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || forward(simd, [operand], result),
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; OCCUPIED * CHUNK]) };
        widen(simd, operand, &mut widened.0);
        Self::forward(simd, &widened.0, result);
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                multiply::<S, PLACES, BLOCK>(
                    simd,
                    #[inline(always)]
                    |i| &a.0[i][0],
                    #[inline(always)]
                    |i| &b.0[i][0],
                    result,
                )
            },
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
        fold::<S, Sntrup761>(simd, WHOLE * CHUNK, &mut product.0, SCALE, result);
    }
}

impl<P: RaderOuterPlan, const PLACES: usize, const BLOCK: usize> Symmetric for RaderOuter<P, PLACES, BLOCK> {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: RaderOuterPlan, const PLACES: usize, const BLOCK: usize> BigByBig for RaderOuter<P, PLACES, BLOCK> {
    symmetric!();

    #[inline(never)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut product = Self::zero_transformed(simd);
                if_form!(S, simd, form => form.lanes == 2 * CHUNK, {
                    // A vector holds a chunk of each operand, so that both transforms together need
                    // the instructions of one.
                    let mut pair: Chunks<S::Coefficient, 2, PLACES> =
                        const { Aligned([[[S::ZERO; CHUNK]; 2]; PLACES]) };
                    forward(simd, [a, b], &mut pair);
                    multiply::<S, PLACES, BLOCK>(simd, |i| &pair.0[i][0], |i| &pair.0[i][1], &mut product);
                } else {
                    let mut left = Self::zero_transformed(simd);
                    let mut right = Self::zero_transformed(simd);
                    Self::forward(simd, a, &mut left);
                    Self::forward(simd, b, &mut right);
                    Self::multiply_transformed(simd, &left, &right, &mut product);
                });
                Self::inverse(simd, &mut product, result);
            },
        );
    }
}

/// Multiplies the chunks.
#[inline(always)]
fn multiply<'a, S: Simd, const PLACES: usize, const BLOCK: usize>(
    simd: S,
    a: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    b: impl Fn(usize) -> &'a [S::Coefficient; CHUNK],
    result: &mut Chunks<S::Coefficient, 1, PLACES>,
) where
    S::Coefficient: 'a,
{
    simd.enter(weighted_convolution(WHOLE, 0).name);
    let mut rows = [simd.zero_rows(); BLOCK];
    let (weights, _) = WEIGHTS[WHOLE - PLACES..].as_chunks::<BLOCK>();
    let (blocks, _) = result.0.as_flattened_mut().as_chunks_mut();
    for (block, (product, weights)) in blocks.iter_mut().zip(weights).enumerate() {
        weighted_convolutions(
            simd,
            #[inline(always)]
            |i| a(block * BLOCK + i),
            #[inline(always)]
            |i| b(block * BLOCK + i),
            weights,
            &mut rows,
            product,
        );
    }
}
