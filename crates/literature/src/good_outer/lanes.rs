//! The products that remain after the transforms, where they are computed in lanes.
//!
//! A column has n2 places, and the chunks of one place of all columns are multiplied together, one
//! in each lane: see [`lane_convolution`].
//!
//! [`lane_convolution`] states the bounds and the sources.

use crate::stage::lane_convolution::{
    self, COOLEY_TUKEY, LANE_CONVOLUTION, Table, halved_lane_convolutions, lane_convolutions,
};
use vectru_polymul::modular::{Constant, inverse, power};
use vectru_polymul::multiplier::good_outer::{
    Correction, GoodOuter, GoodOuterPlan, Kind, Leaves, MAX_PLACES, ModulusOf, of_chunks,
};
use vectru_polymul::multiplier::recipe::{Map, Transformation};
use vectru_polymul::simd::{CHUNK, Simd};

/// Products modulo x^16 - z, one in each lane. Requires a plan without pairs of places.
#[derive(Clone, Copy, Debug)]
pub struct Lanes;

/// Products modulo x^8 - w and x^8 + w, one in each lane, where w^2 = z. Requires an odd number of
/// columns, and u2 = 1, so that z has an odd order and therefore square roots.
#[derive(Clone, Copy, Debug)]
pub struct HalvesInLanes;

/// The columns whose products are computed together.
const fn chunks<P: GoodOuterPlan>(place: usize) -> lane_convolution::Chunks {
    lane_convolution::Chunks {
        count: GoodOuter::<P>::COLUMNS,
        first: place * CHUNK,
        stride: GoodOuter::<P>::N2 * CHUNK,
    }
}

impl Lanes {
    /// The weights of the places of each kind.
    const fn tables<P: GoodOuterPlan>() -> [Table<ModulusOf<P>>; MAX_PLACES] {
        assert!(P::KIND.pairs() == 0 && GoodOuter::<P>::COLUMNS <= lane_convolution::MAX_CHUNKS);
        let mut tables = [const { Table::new(&[Constant::ZERO; lane_convolution::MAX_CHUNKS]) }; MAX_PLACES];
        let mut place = 0;
        while place < GoodOuter::<P>::N2 {
            let mut constants = [Constant::ZERO; lane_convolution::MAX_CHUNKS];
            let mut column = 0;
            while column < GoodOuter::<P>::COLUMNS {
                constants[column] = P::WEIGHTS[column * GoodOuter::<P>::N2 + place];
                column += 1;
            }
            tables[place] = Table::new(&constants);
            place += 1;
        }
        tables
    }
}

impl<P: GoodOuterPlan> Leaves<P> for Lanes {
    const MAP: Map = Map { name: LANE_CONVOLUTION, transformation: of_chunks::<P>(), source: "[CCH+23]" };

    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
        let tables = const { &Self::tables::<P>() };
        for place in <P::Correction as Correction<P>>::FIRST_WHOLE_PLACE..GoodOuter::<P>::N2 {
            lane_convolutions(simd, chunks::<P>(place), &tables[place], a.as_flattened_mut(), b.as_flattened());
        }
    }
}

impl HalvesInLanes {
    /// The roots w of the weights, and the constants 1/(2 w).
    const fn tables<P: GoodOuterPlan>() -> [Table<ModulusOf<P>>; 2] {
        let (columns, q) = (GoodOuter::<P>::COLUMNS, GoodOuter::<P>::Q);
        assert!(matches!(P::KIND, Kind::One) && columns % 2 == 1 && columns <= lane_convolution::MAX_CHUNKS);
        let [mut constants, mut inverses] = [[Constant::ZERO; lane_convolution::MAX_CHUNKS]; 2];
        let mut column = 0;
        while column < columns {
            // The order of z divides the number of columns, which is odd.
            let root = power(P::WEIGHTS[column].value as i64, columns.div_ceil(2) as u64, q);
            constants[column] = Constant::new(root);
            inverses[column] = Constant::new(inverse(2 * root, q));
            column += 1;
        }
        [Table::new(&constants), Table::new(&inverses)]
    }
}

impl<P: GoodOuterPlan> Leaves<P> for HalvesInLanes {
    const BEFORE: Option<Map> = Some(Map {
        name: COOLEY_TUKEY,
        transformation: Transformation::CooleyTukey {
            degree: CHUNK / 2,
            order: 2 * GoodOuter::<P>::CYCLIC,
            rings: GoodOuter::<P>::CYCLIC,
        },
        source: "[CT65]",
    });
    const MAP: Map = Map {
        name: LANE_CONVOLUTION,
        transformation: Transformation::WeightedConvolutions {
            degree: CHUNK / 2,
            order: 2 * GoodOuter::<P>::CYCLIC,
            omitted: [0; 2],
            extensions: None,
        },
        source: "[CCH+23]",
    };

    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
        let [roots, inverses] = const { &Self::tables::<P>() };
        let chunks = const { chunks::<P>(0) };
        halved_lane_convolutions(simd, chunks, [roots, inverses], a.as_flattened_mut(), b.as_flattened());
    }
}
