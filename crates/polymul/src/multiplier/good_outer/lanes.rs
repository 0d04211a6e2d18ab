//! The products that remain after the transforms, where they are computed in lanes.
//!
//! A column has n2 places, and the chunks of one place of all columns are multiplied together, one
//! in each lane: see [`lane_convolution`].
//!
//! Bounds and sources: those of [`lane_convolution`].

use super::{CHUNK, Even, GoodOuter, GoodOuterPlan, ModulusOf, even};
use crate::modular::{Constant, Modulus, inverse, power};
use crate::simd::Simd;
use crate::stage::lane_convolution::{self, halved_lane_convolutions, lane_convolutions};

/// The products that remain after the transforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Outer products of chunks.
    Outer,
    /// Products modulo x^16 - z, one in each lane: see [`lane_convolution`].
    Lanes,
    /// Products modulo x^8 - w and x^8 + w, one in each lane, where w^2 = z. Requires an odd number
    /// of columns, and u2 = 1: then z has an odd order, and roots.
    HalvesInLanes,
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> GoodOuter<P, CHUNKS, LENGTH> {
    /// For products in lanes, the weights of the places of each kind; or, where they are of halves,
    /// their roots w and the constants 1/(2 w).
    const LANE_TABLES: [lane_convolution::Table<ModulusOf<P>>; even::MOST] = {
        let q = ModulusOf::<P>::Q as i64;
        let mut tables =
            [const { lane_convolution::Table::new(&[Constant::ZERO; lane_convolution::MOST]) }; even::MOST];
        let mut place = 0;
        while place < Self::N2 {
            let [mut constants, mut inverses] = [[Constant::ZERO; lane_convolution::MOST]; 2];
            let mut column = 0;
            while column < Self::COLUMNS && column < lane_convolution::MOST {
                let weight = Self::WEIGHTS[column * Self::N2 + place];
                constants[column] = weight;
                if matches!(P::LEAVES, Leaves::HalvesInLanes) {
                    // The order of z divides the number of columns, which is odd.
                    let root = power(weight.value as i64, Self::COLUMNS.div_ceil(2) as u64, q);
                    constants[column] = Constant::new(root);
                    inverses[column] = Constant::new(inverse(2 * root, q));
                }
                column += 1;
            }
            tables[place] = lane_convolution::Table::new(&constants);
            if matches!(P::LEAVES, Leaves::HalvesInLanes) {
                tables[1] = lane_convolution::Table::new(&inverses);
            }
            place += 1;
        }
        tables
    };

    /// Checks that the plan has what its products in lanes require.
    pub(super) const fn check_lanes() {
        let few = Self::COLUMNS <= lane_convolution::MOST;
        match P::LEAVES {
            Leaves::Outer => {}
            Leaves::Lanes => assert!(P::EVEN.pairs() == 0 && few),
            Leaves::HalvesInLanes => assert!(matches!(P::EVEN, Even::One) && Self::COLUMNS % 2 == 1 && few),
        }
    }

    /// Multiplies the places in lanes, in place of `a`.
    #[inline(always)]
    pub(super) fn multiply_in_lanes<S: Simd>(simd: S, a: &mut [S::Coefficient], b: &[S::Coefficient]) {
        let (tables, stride) = (const { &Self::LANE_TABLES }, Self::N2 * CHUNK);
        if matches!(P::LEAVES, Leaves::HalvesInLanes) {
            let chunks = lane_convolution::Chunks { count: Self::COLUMNS, first: 0, stride };
            return halved_lane_convolutions(simd, chunks, [&tables[0], &tables[1]], a, b);
        }
        for place in Self::FIRST_WHOLE_PLACE..Self::N2 {
            let chunks = lane_convolution::Chunks { count: Self::COLUMNS, first: place * CHUNK, stride };
            lane_convolutions(simd, chunks, &tables[place], a, b);
        }
    }
}
