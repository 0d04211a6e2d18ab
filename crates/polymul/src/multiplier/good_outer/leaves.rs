//! The products that remain after the transforms.

use super::GoodOuter;
use super::correction::Correction;
use super::plan::{GoodOuterPlan, ModulusOf};
use crate::multiplier::recipe::{Extensions, Map, Transformation};
use crate::simd::{CHUNK, Simd};
use crate::stage::quadratic_convolution::{quadratic_convolution, quadratic_rows};
use crate::stage::weighted_convolution::weighted_convolutions_of_slices;

/// The products that remain after the transforms.
///
/// The default is [`Outer`]; other crates may define their own.
pub trait Leaves<P: GoodOuterPlan> {
    /// The map between the transforms and the products that belongs to these products, if there is
    /// one.
    const BEFORE: Option<Map> = None;
    /// The map of the products.
    const MAP: Map;

    /// Replaces the places of `a` by their products with the places of `b`.
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]);
}

/// Returns the products of places, of whole chunks.
pub const fn of_chunks<P: GoodOuterPlan>() -> Transformation {
    let columns = GoodOuter::<P>::COLUMNS;
    let order = match P::TWIST {
        Some(twist) => twist.orders(),
        None if <P::Correction as Correction<P>>::FIRST_WHOLE_PLACE > 0 => {
            (columns * GoodOuter::<P>::LINEAR, [columns, 0])
        }
        None => (columns * GoodOuter::<P>::LINEAR, [0; 2]),
    };
    Transformation::WeightedConvolutions {
        degree: CHUNK,
        order: order.0,
        omitted: order.1,
        extensions: if P::KIND.pairs() > 0 {
            Some(Extensions { order: GoodOuter::<P>::COLUMNS, trace_square: P::KIND.trace_square() })
        } else {
            None
        },
    }
}

/// Outer products of chunks.
#[derive(Clone, Copy, Debug)]
pub struct Outer;

/// Chunks whose rows are prepared before the first of them is used, if there are no pairs.
const BLOCK: usize = 10;
/// Columns whose rows are prepared before the first of them is used, if there are pairs.
const COLUMNS: usize = 3;

impl<P: GoodOuterPlan> Leaves<P> for Outer {
    const MAP: Map = Map { name: "weighted-convolution", transformation: of_chunks::<P>(), source: "[CCH+23]" };

    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
        let weights = P::WEIGHTS;
        if const { P::KIND.pairs() == 0 && <P::Correction as Correction<P>>::FIRST_WHOLE_PLACE == 0 } {
            if simd.weighted_convolutions(a, b, weights) {
                return;
            }
            let mut rows = [simd.zero_rows(); BLOCK];
            let factors = b.chunks(BLOCK).zip(weights.chunks(BLOCK));
            for (product, (factor, weights)) in a.chunks_mut(BLOCK).zip(factors) {
                weighted_convolutions_of_slices(simd, factor, weights, &mut rows, product);
            }
            return;
        }
        let (n2, linear_places, skipped) =
            const { (GoodOuter::<P>::N2, GoodOuter::<P>::LINEAR, <P::Correction as Correction<P>>::FIRST_WHOLE_PLACE) };
        let mut linear = [[simd.zero_rows(); 4]; COLUMNS];
        let mut quadratic = [[[simd.zero_rows(); 3]; 2]; COLUMNS];
        let factors = b.chunks(COLUMNS * n2).zip(weights.chunks(COLUMNS * n2));
        for (products, (factors, weights)) in a.chunks_mut(COLUMNS * n2).zip(factors) {
            let columns = factors.chunks_exact(n2).zip(weights.chunks_exact(n2));
            for ((linear, quadratic), (factor, weight)) in linear.iter_mut().zip(&mut quadratic).zip(columns) {
                for (place, rows) in linear[..linear_places].iter_mut().enumerate().skip(skipped) {
                    simd.convolution_rows(&factor[place], weight[place], rows);
                }
                if const { P::KIND.pairs() > 0 } {
                    for (pair, rows) in quadratic[..P::KIND.pairs()].iter_mut().enumerate() {
                        let (place, trace) = (linear_places + 2 * pair, P::EVEN.trace(pair));
                        quadratic_rows(simd, [&factor[place], &factor[place + 1]], weight[place], trace, rows);
                    }
                }
            }
            for ((linear, quadratic), product) in linear.iter().zip(&quadratic).zip(products.chunks_exact_mut(n2)) {
                let (roots, pairs) = product.split_at_mut(linear_places);
                for (product, rows) in roots.iter_mut().zip(linear).skip(skipped) {
                    *product = simd.outer_product::<ModulusOf<P>, 1>([&*product], [rows]);
                }
                if const { P::KIND.pairs() > 0 } {
                    for (pair, (product, rows)) in pairs.as_chunks_mut().0.iter_mut().zip(quadratic).enumerate() {
                        quadratic_convolution(simd, product, P::EVEN.trace(pair), rows);
                    }
                }
            }
        }
    }
}
