//! Corrections: what a plan computes beside the cyclic product, or leaves out of it.

use super::GoodOuter;
use super::outline::Outline;
use super::plan::{GoodOuterPlan, ModulusOf};
use crate::modular::Constant;
use crate::multiplier::recipe::{Map, Transformation};
use crate::ring::Ring;
use crate::simd::{CHUNK, Simd};
use crate::stage::infinity::{Ends, keep_ends, multiply_ends, unwrap_ends};

/// A correction: the part of a product that is computed beside the cyclic product, or left out of
/// it.
///
/// The default is [`WrapAround`]; other crates may define their own.
pub trait Correction<P: GoodOuterPlan> {
    /// The number of chunks that a transformed operand or a product has for the correction, beside
    /// the chunks of the places.
    const CHUNKS: usize;
    /// The number of coefficients of a product that the image determines.
    const KNOWN: usize;
    /// The map of the correction, if it has one.
    const MAP: Option<Map>;
    /// True if the map follows the transforms, and false if it comes first.
    const FOLLOWS: bool = false;
    /// The first place of a column whose products are of whole chunks.
    const FIRST_WHOLE_PLACE: usize = 0;

    /// The largest magnitude that [`inverse`](Self::inverse) adds to a coefficient of the cyclic
    /// product.
    const BOUND: i64 = 0;

    /// Writes the correction of an operand, or changes its places.
    fn forward<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        places: &mut [[S::Coefficient; CHUNK]],
        correction: &mut [[S::Coefficient; CHUNK]],
    );

    /// Multiplies the correction of `a`, or some of its places, by the correction or the places of
    /// `b`. Each argument holds the places and the correction.
    fn multiply<S: Simd>(simd: S, a: [&mut [[S::Coefficient; CHUNK]]; 2], b: [&[[S::Coefficient; CHUNK]]; 2]);

    /// Recovers the product, times the [factor](GoodOuter::FACTOR), from the cyclic product and the
    /// correction. Writes every coefficient that the fold reads.
    fn inverse<S: Simd>(simd: S, correction: &[[S::Coefficient; CHUNK]], product: &mut [S::Coefficient]);
}

/// The default correction: the coefficients that wrap around, if there are any. See
/// [`infinity`](crate::stage::infinity).
#[derive(Clone, Copy, Debug)]
pub struct WrapAround;

impl WrapAround {
    /// Returns the ends, or `None` if the cyclic product is long enough.
    const fn ends<P: GoodOuterPlan>() -> Option<Ends> {
        let cyclic = GoodOuter::<P>::CYCLIC * CHUNK;
        if P::TWIST.is_none() && 2 * P::Ring::DEGREE - 1 > cyclic {
            Some(Ends::new(cyclic, P::Ring::DEGREE))
        } else {
            None
        }
    }
}

impl<P: GoodOuterPlan> Correction<P> for WrapAround {
    const CHUNKS: usize = match Self::ends::<P>() {
        Some(ends) => ends.chunks(),
        None => 0,
    };
    const KNOWN: usize = match Self::ends::<P>() {
        Some(ends) => ends.product(),
        None => GoodOuter::<P>::CYCLIC * CHUNK,
    };
    const BOUND: i64 = match Self::ends::<P>() {
        Some(ends) => Outline::correction(ends, GoodOuter::<P>::FACTOR, GoodOuter::<P>::Q),
        None => 0,
    };
    const MAP: Option<Map> = match Self::ends::<P>() {
        Some(ends) => {
            Some(Map { name: "infinity", transformation: Transformation::Infinity(ends), source: "[Too63], [Coo66]" })
        }
        None => None,
    };

    #[inline(always)]
    fn forward<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        _places: &mut [[S::Coefficient; CHUNK]],
        correction: &mut [[S::Coefficient; CHUNK]],
    ) {
        if let Some(ends) = const { Self::ends::<P>() } {
            keep_ends(simd, ends, operand, correction);
        }
    }

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        [_, a]: [&mut [[S::Coefficient; CHUNK]]; 2],
        [_, b]: [&[[S::Coefficient; CHUNK]]; 2],
    ) {
        if let Some(ends) = const { Self::ends::<P>() } {
            multiply_ends::<S, ModulusOf<P>>(simd, ends, a, b);
        }
    }

    #[inline(always)]
    fn inverse<S: Simd>(simd: S, correction: &[[S::Coefficient; CHUNK]], product: &mut [S::Coefficient]) {
        if let Some(ends) = const { Self::ends::<P>() } {
            let factor = const { Constant::<ModulusOf<P>>::new(GoodOuter::<P>::FACTOR) };
            unwrap_ends(simd, ends, correction, factor, product);
            // The ends may determine fewer coefficients than the fold reads, or more. The
            // coefficients beyond a product are zero.
            simd.clear(&mut product[2 * P::Ring::DEGREE - 1..]);
        } else {
            simd.clear(&mut product[GoodOuter::<P>::CYCLIC * CHUNK..]);
        }
    }
}
