//! The multipliers as a table: whoever has a multiplier's name finds its recipe, its proved bounds and its counted costs for
//! every backend, on any machine.

use core::fmt;

use super::{BigByBig, Map, ModuloWord, Multiplier, Recipe};
use crate::analysis::closed_form::Comparison;
use crate::analysis::interval::{Interval, Overflow};
use crate::analysis::{self, Bounds, Costs};
use crate::dispatch::Backend;
use crate::simd::Shape;
use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, PortableShape};

/// A multiplier in the catalogue.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What the multiplier is.
    pub recipe: Recipe,
    /// The bits of a coefficient in its transforms.
    pub coefficient_bits: usize,
    /// The closed forms that parts of its chain are to be compared with.
    pub comparisons: &'static [Comparison],
    proved: fn(Backend) -> Result<Proved, Overflow>,
    costs: fn(Backend) -> Costs,
}

/// Why no product of a multiplier can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// No lane can leave its range: the largest magnitudes.
    Bounds(Bounds),
    /// Lanes wrap modulo 2^16, in the ring that the multiplier computes in; its result comes times a power of two.
    LostBits {
        /// The bits lost to the power of two.
        lost: u32,
        /// The bits that may be lost.
        spare: u32,
    },
}

impl fmt::Display for Proved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bounds(bounds) => write!(formatter, "magnitudes of at most: {bounds}"),
            Self::LostBits { lost, spare } => {
                write!(formatter, "bits lost: {lost} of {spare}; lanes wrap modulo 2^16")
            }
        }
    }
}

// The lanes of the analysis take the portable backend's way and Neon's alike, so that one run serves both.
const _: () =
    assert!(PortableShape::LANES == NeonShape::LANES && PortableShape::MONTGOMERY_TERMS == NeonShape::MONTGOMERY_TERMS);

/// `$body` with the shape of `$backend`, as the lanes of the analysis know it, under the name `$shape`.
macro_rules! with_shape {
    ($backend:expr, $shape:ident => $body:expr) => {
        match $backend {
            Backend::Avx2 => {
                type $shape = Avx2Shape;
                $body
            }
            Backend::Avx512 => {
                type $shape = Avx512Shape;
                $body
            }
            Backend::Portable | Backend::Neon => {
                type $shape = PortableShape;
                $body
            }
        }
    };
}

impl Entry {
    /// The entry of a multiplier that takes two arbitrary operands.
    pub const fn big_by_big<M: BigByBig>() -> Self
    where
        M::Transformed<Interval>: AsRef<[Interval]>,
        M::Unfolded<Interval>: AsRef<[Interval]>,
    {
        Self {
            // Small operands may take another way.
            proved: |backend| {
                let small = with_shape!(backend, P => analysis::bounds_by_small::<M, P>());
                small.and_then(|_| with_shape!(backend, P => analysis::bounds::<M, P>())).map(Proved::Bounds)
            },
            costs: |backend| with_shape!(backend, P => analysis::costs::<M, P>()),
            ..Self::big_by_small::<M>()
        }
    }

    /// The entry of a multiplier whose second operand must be small.
    pub const fn big_by_small<M: Multiplier>() -> Self
    where
        M::Transformed<Interval>: AsRef<[Interval]>,
        M::Unfolded<Interval>: AsRef<[Interval]>,
    {
        Self {
            recipe: M::RECIPE,
            coefficient_bits: M::COEFFICIENT_BITS,
            comparisons: M::COMPARISONS,
            proved: |backend| with_shape!(backend, P => analysis::bounds_by_small::<M, P>()).map(Proved::Bounds),
            costs: |backend| with_shape!(backend, P => analysis::costs_by_small::<M, P>()),
        }
    }

    /// The entry of a multiplier over Z_65536.
    pub const fn modulo_word<M: ModuloWord>() -> Self {
        Self {
            recipe: M::RECIPE,
            coefficient_bits: M::COEFFICIENT_BITS,
            comparisons: M::COMPARISONS,
            proved: |_| Ok(Proved::LostBits { lost: M::LOST_BITS, spare: M::SPARE_BITS }),
            costs: |backend| with_shape!(backend, P => analysis::costs::<M, P>()),
        }
    }

    /// What is proved for the backend, whether this CPU has it or not: by interval lanes, where lanes must not overflow.
    ///
    /// # Errors
    ///
    /// The first [`Overflow`] that some operands could cause; the tests show that there is none.
    pub fn proved(&self, backend: Backend) -> Result<Proved, Overflow> {
        (self.proved)(backend)
    }

    /// What counting lanes count for the backend, whether this CPU has it or not.
    pub fn costs(&self, backend: Backend) -> Costs {
        (self.costs)(backend)
    }

    /// How many of the multiplier's coefficients a vector of the backend holds.
    pub fn lanes(&self, backend: Backend) -> usize {
        self.coefficients(with_shape!(backend, P => P::LANES))
    }

    /// How many of the multiplier's coefficients a vector of `lanes` 16-bit lanes holds.
    pub const fn coefficients(&self, lanes: usize) -> usize {
        lanes * 16 / self.coefficient_bits
    }

    /// Whether the map is friendly to the backend's vectors: it needs no permutation, as it treats whole vectors alike.
    pub fn is_friendly(&self, map: &Map, backend: Backend) -> bool {
        map.grain.is_multiple_of(self.lanes(backend))
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Entry").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}
