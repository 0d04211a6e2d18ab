//! Big by big in `Z_q[x]/(x^n - t)`, by a cyclic product whose length is 16 times a divisor of
//! q - 1 or of 8 (q - 1): `good-outer`, and `good-infinity-outer` for sntrup761.
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
//! 1; n2 is a power of two, or a truncation of one ([`Kind`]). If q is 3 modulo 4 there is no root
//! of u2^2 + 1, and two chunks hold an element of the extension, whose product is four products of
//! chunks ([`quadratic_convolution`](crate::stage::quadratic_convolution)). A plan may complete the
//! cyclic product by a [`Correction`]: by default the ends of a product that is longer by a few
//! coefficients.
//!
//! | ring | multiplier | n0, n1, n2 | coefficients | of a product | products of chunks |
//! | --- | --- | --- | --- | --- | --- |
//! | sntrup653 | `good-outer` | 7, 3, 4 | 1344 | 1305 | 84 |
//! | sntrup761 | `good-infinity-outer` | 9, 5, 2 | 1440 + 81 | 1521 | 90 + 16 |
//! | sntrup857 | `good-outer` | 7, 9, 2 | 2016 | 1713 | 126 |
//! | sntrup953 | `good-outer` | 7, 3, 8 less 2 | 2016 | 1905 | 42 + 42 * 4 |
//! | sntrup1013 | `good-outer` | 13, 3, 4 | 2496 | 2025 | 156 |
//! | sntrup1277 | `good-outer` | 13, 3, 4 | 2496 + 57 | 2553 | 78 + 39 * 4 + 11 |
//!
//! [`outer!`](crate::outer) declares a plan, which is the [`Multiplier`] itself. A plan of
//! [`native!`](crate::native) has a [`Twist`](crate::stage::twist::Twist) to one or two such cyclic
//! rings: their product is isomorphic to the ring, so that the length is not doubled. The parts are
//! separate: the plan and its numbers ([`GoodOuterPlan`], [`Outline`]), the recipe, and the
//! kernels, which are passes over the places.
//!
//! Bounds, found by proofs: requires centred operands, and the result is centred. The outline
//! places the Barrett reductions between the transforms by the exact bounds of each transform
//! ([`growth`](crate::stage::growth)): sntrup761 needs none.
//!
//! Sources: `[CCH+23]`, sections 4.2 and 5.3.2, for outer products after Good-Thomas and Rader, and
//! section 7 with Table 12 for the lengths 1968, 2496 - 312 and 2496 + 64, and for 2496 of
//! sntrup1013; `[AHY22]`, section 3.3, for Good-Thomas on vectors. The other lengths, the quadratic
//! extensions and the ends are this project's own; `docs/research/shortened-cyclic-products.md`
//! derives the ends.

mod correction;
mod even;
mod leaves;
mod native;
mod outer;
mod outline;
mod passes;
mod plan;
mod recipe;

use core::marker::PhantomData;

use super::recipe::{CoefficientRing, Operands, Recipe, Safety};
use super::{BigByBig, Multiplier, Symmetric, in_buffers, multiplies_in_place, symmetric, zeros};
use crate::ring::Ring;
use crate::simd::{Byte, CHUNK, Coefficient, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::fold::fold;
use crate::stage::widen::widen;

pub use correction::{Correction, WrapAround};
pub use even::{EvenDimension, Kind, MAX_PLACES, Powers};
pub use leaves::{Leaves, Outer, of_chunks};
pub use outline::{Lanes, Outline, Reductions};
pub use plan::{GoodOuterPlan, ModulusOf, check, padded};

/// The kernels of a plan, and the numbers that follow from it. The plan itself is the
/// [`Multiplier`].
#[derive(Debug)]
pub struct GoodOuter<P>(PhantomData<P>);

/// The name of the map of a twist.
const TWIST: &str = "twist";

/// The chunks of a transformed operand: the chunks of the places, and the chunks of the correction.
type Split<'a, C> = [&'a [[C; CHUNK]]; 2];
/// The chunks of a transformed operand, for writing.
type SplitMut<'a, C> = [&'a mut [[C; CHUNK]]; 2];

impl<P: GoodOuterPlan> GoodOuter<P> {
    /// Enters the map of the correction, if there is one.
    #[inline(always)]
    fn enter_rest<S: Simd>(simd: S) {
        if let Some(map) = <P::Correction as Correction<P>>::MAP {
            simd.enter(map.name);
        }
    }

    /// Transforms an operand to the places of all cyclic products.
    #[inline(always)]
    fn forward_parts<S: Simd>(simd: S, operand: &[S::Coefficient], places: &mut [S::Coefficient]) {
        let Some(twist) = P::TWIST else {
            return Self::forward_passes(simd, operand, places);
        };
        for (factor, places) in places.chunks_exact_mut(const { Self::PART * CHUNK }).enumerate() {
            simd.with_buffer(
                #[inline(always)]
                |twisted: &mut P::Operand<S::Coefficient>| {
                    simd.enter(TWIST);
                    twist.forward(simd, operand, factor, twisted.as_mut());
                    Self::forward_passes(simd, twisted.as_ref(), places);
                },
            );
        }
    }

    /// Splits a transformed operand.
    #[inline(always)]
    fn split<C: Coefficient>(chunks: &P::Chunks<C>) -> Split<'_, C> {
        let (places, correction) = chunks.as_ref().as_chunks().0.split_at(Self::CYCLIC);
        [places, &correction[..<P::Correction as Correction<P>>::CHUNKS]]
    }

    /// Splits a transformed operand, for writing.
    #[inline(always)]
    fn split_mut<C: Coefficient>(chunks: &mut P::Chunks<C>) -> SplitMut<'_, C> {
        let (places, correction) = chunks.as_mut().as_chunks_mut().0.split_at_mut(Self::CYCLIC);
        [places, &mut correction[..<P::Correction as Correction<P>>::CHUNKS]]
    }
}

impl<P: GoodOuterPlan> Multiplier for P {
    type Ring = P::Ring;
    type Transformed<C: Coefficient> = P::Chunks<C>;
    type Second<C: Coefficient> = P::Chunks<C>;
    type Unfolded<C: Coefficient> = P::Product<C>;

    const RECIPE: Recipe = {
        // A plan whose dimensions do not fit does not compile.
        let _ = GoodOuter::<P>::SCALE;
        Recipe {
            name: P::NAME,
            ring: P::Ring::NAME,
            formula: P::Ring::FORMULA,
            operands: Operands::BigByBig,
            coefficient_ring: CoefficientRing::modulo(GoodOuter::<P>::Q),
            source: P::SOURCE,
            chain: GoodOuter::<P>::CHAIN,
            safety: Safety::Bounded,
            comparisons: &[],
        }
    };

    in_buffers!();

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                // The last chunk, for vectors of two chunks.
                let padding = const { (GoodOuter::<P>::CYCLIC + <P::Correction as Correction<P>>::CHUNKS) * CHUNK };
                simd.clear(&mut result.as_mut()[padding..]);
                let [places, correction] = GoodOuter::<P>::split_mut(result);
                GoodOuter::<P>::forward_parts(simd, operand, places.as_flattened_mut());
                GoodOuter::<P>::enter_rest(simd);
                <P::Correction as Correction<P>>::forward(simd, operand, places, correction);
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut P::Operand<S::Coefficient>| {
                widen(simd, operand, widened.as_mut());
                Self::forward(simd, widened.as_ref(), result);
            },
        );
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
                let ([places, correction], [b_places, b_correction]) =
                    (GoodOuter::<P>::split_mut(a), GoodOuter::<P>::split(b));
                GoodOuter::<P>::enter_rest(simd);
                <P::Correction as Correction<P>>::multiply(simd, [&mut *places, correction], [b_places, b_correction]);
                simd.enter(const { <P::Leaves as Leaves<P>>::MAP.name });
                <P::Leaves as Leaves<P>>::multiply(simd, places, b_places);
            },
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
        simd.vectorize(
            #[inline(always)]
            || {
                let [places, correction] = GoodOuter::<P>::split_mut(transformed);
                let length = const { GoodOuter::<P>::PART * CHUNK };
                let parts = places.as_flattened_mut().chunks_exact_mut(length);
                for (places, result) in parts.zip(result.as_mut().chunks_mut(length)) {
                    GoodOuter::<P>::inverse_passes(simd, places, result);
                }
                GoodOuter::<P>::enter_rest(simd);
                <P::Correction as Correction<P>>::inverse(simd, correction, result.as_mut());
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        let Some(twist) = P::TWIST else {
            return fold::<S, P::Ring>(
                simd,
                <P::Correction as Correction<P>>::KNOWN,
                product.as_mut(),
                GoodOuter::<P>::SCALE,
                result,
            );
        };
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(TWIST);
                twist.inverse(simd, product.as_ref(), result);
            },
        );
    }
}

impl<P: GoodOuterPlan> Symmetric for P {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: GoodOuterPlan> BigByBig for P {
    symmetric!();
}
