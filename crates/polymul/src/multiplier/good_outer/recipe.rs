//! The recipe of a plan: its chain of maps.

use super::correction::Correction;
use super::even::Kind;
use super::leaves::Leaves;
use super::plan::GoodOuterPlan;
use super::{GoodOuter, TWIST};
use crate::multiplier::recipe::{Algorithm, Dimension, Map, Transformation};
use crate::simd::CHUNK;
use crate::stage::transform::Transform;

/// The maps of a chain, in the order of the forward transform.
struct Chain {
    maps: [Map; 9],
    length: usize,
}

impl Chain {
    /// Returns the chain with `map` added, if there is one.
    const fn with(mut self, map: Option<Map>) -> Self {
        if let Some(map) = map {
            self.maps[self.length] = map;
            self.length += 1;
        }
        self
    }
}

impl<P: GoodOuterPlan> GoodOuter<P> {
    /// The name of the map of the dimension u2, or of the reindexing if the dimension is absent.
    pub(super) const EVEN_NAME: &'static str = P::KIND.name();

    const DIMENSIONS: [Dimension; 3] = [Dimension::Cyclic(Self::N0), Dimension::Cyclic(Self::N1), P::KIND.dimension()];

    const GOOD_THOMAS: Map = Map {
        name: "good-thomas",
        transformation: Transformation::GoodThomas { block: CHUNK, dimensions: Self::DIMENSIONS, overlap: 1 },
        source: "[Goo58]",
    };

    /// Returns the transform of one dimension.
    const fn transform(index: usize, algorithm: Algorithm, quadratic: usize) -> Transformation {
        let mut dimensions = [Dimension::NONE; 3];
        dimensions[index] = Self::DIMENSIONS[index];
        Transformation::Transform { block: CHUNK, dimensions, quadratic, algorithm }
    }

    /// Returns the transform of an odd dimension, or `None` for length 1.
    const fn odd_map(index: usize, length: usize) -> Option<Map> {
        if length == 1 {
            return None;
        }
        let algorithm = Algorithm::of_odd_length(length);
        let source = match algorithm {
            Algorithm::Radix3 => "[DV78]",
            Algorithm::Radix5 => "[Win78]",
            Algorithm::Rader => "[Rad68]",
            _ => "[CT65]",
        };
        Some(Map { name: P::MAP_NAMES[index], transformation: Self::transform(index, algorithm, 0), source })
    }

    const ALL: Chain = {
        let correction = <P::Correction as Correction<P>>::MAP;
        let (first, last) =
            if <P::Correction as Correction<P>>::FOLLOWS { (None, correction) } else { (correction, None) };
        let twist = match P::TWIST {
            Some(twist) => Some(Map {
                name: TWIST,
                transformation: Transformation::Twist {
                    degree: twist.length(),
                    order: twist.order(),
                    trace: twist.trace(),
                },
                source: "[CF94], [LS19]",
            }),
            None => None,
        };
        let even = match P::KIND {
            Kind::One => None,
            even => Some(Map {
                name: even.name(),
                transformation: Self::transform(2, even.algorithm(), even.pairs()),
                source: if even.is_cyclic() { "[CT65]" } else { "[Bru78], [vdH04]" },
            }),
        };
        Chain { maps: [Self::GOOD_THOMAS; 9], length: 0 }
            .with(first)
            .with(twist)
            .with(Some(Self::GOOD_THOMAS))
            .with(even)
            .with(Self::odd_map(1, P::Transform1::LENGTH))
            .with(Self::odd_map(0, P::Transform0::LENGTH))
            .with(last)
            .with(<P::Leaves as Leaves<P>>::BEFORE)
            .with(Some(<P::Leaves as Leaves<P>>::MAP))
    };

    /// The chain of maps.
    pub(super) const CHAIN: &'static [Map] = {
        let maps: &[Map] = const { &Self::ALL.maps };
        maps.split_at(Self::ALL.length).0
    };
}
