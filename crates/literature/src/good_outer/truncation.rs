//! A plan whose cyclic product lacks the factor x^e + 1, where 8 e is its length: see
//! [`truncation`]. The factor belongs to the places of u2 = 1.

use crate::stage::truncation::{self, Places};
use vectru_polymul::modular::{Constant, LaneConstants, power};
use vectru_polymul::multiplier::good_outer::{Correction, GoodOuter, GoodOuterPlan, ModulusOf};
use vectru_polymul::multiplier::recipe::{Map, Transformation};
use vectru_polymul::simd::{CHUNK, Simd};

/// The correction of a product without the factor x^e + 1.
#[derive(Clone, Copy, Debug)]
pub struct Truncation;

impl Truncation {
    /// The degree e of the factor that is left out.
    const fn omitted<P: GoodOuterPlan>() -> usize {
        GoodOuter::<P>::COLUMNS * truncation::SIZE
    }

    /// The square roots of the weights of truncated places. They exist because the number of
    /// columns is odd.
    const fn roots<P: GoodOuterPlan>() -> LaneConstants<ModulusOf<P>, { truncation::MAX_CHUNKS }> {
        let columns = GoodOuter::<P>::COLUMNS;
        assert!(columns % 2 == 1 && columns <= truncation::MAX_CHUNKS);
        let (mut roots, mut column) = ([Constant::ZERO; truncation::MAX_CHUNKS], 0);
        while column < columns {
            let weight = P::WEIGHTS[column * GoodOuter::<P>::N2].value as i64;
            roots[column] = Constant::new(power(weight, columns.div_ceil(2) as u64, GoodOuter::<P>::Q));
            column += 1;
        }
        LaneConstants::new(&roots)
    }

    /// Returns the places whose chunks a truncation halves.
    #[inline(always)]
    fn places<P: GoodOuterPlan>() -> Places<'static, ModulusOf<P>> {
        Places {
            count: GoodOuter::<P>::COLUMNS,
            stride: GoodOuter::<P>::N2 * CHUNK,
            roots: const { &Self::roots::<P>() },
        }
    }
}

impl<P: GoodOuterPlan> Correction<P> for Truncation {
    const CHUNKS: usize = 0;
    const KNOWN: usize = GoodOuter::<P>::CYCLIC * CHUNK - Self::omitted::<P>();
    const MAP: Option<Map> = Some(Map {
        name: "truncation",
        transformation: Transformation::Truncation { degree: truncation::SIZE, order: GoodOuter::<P>::COLUMNS },
        source: "[vdH04], [CCH+23]",
    });
    const FOLLOWS: bool = true;
    const FIRST_WHOLE_PLACE: usize = 1;

    #[inline(always)]
    fn forward<S: Simd>(
        simd: S,
        _operand: &[S::Coefficient],
        places: &mut [[S::Coefficient; CHUNK]],
        _correction: &mut [[S::Coefficient; CHUNK]],
    ) {
        truncation::truncate(simd, Self::places::<P>(), places.as_flattened_mut());
    }

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        [a, _]: [&mut [[S::Coefficient; CHUNK]]; 2],
        [b, _]: [&[[S::Coefficient; CHUNK]]; 2],
    ) {
        truncation::multiply(simd, Self::places::<P>(), a.as_flattened_mut(), b.as_flattened());
    }

    #[inline(always)]
    fn inverse<S: Simd>(simd: S, _: &[[S::Coefficient; CHUNK]], product: &mut [S::Coefficient]) {
        truncation::complete::<S, ModulusOf<P>>(simd, Self::omitted::<P>(), product);
    }
}
