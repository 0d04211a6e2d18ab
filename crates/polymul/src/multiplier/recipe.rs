//! Recipes: a multiplier as data, with its ring, its chain of maps, its bounds and its source.

mod display;
mod transformation;

use core::fmt;

pub use display::{Domain, Image, Twiddles};
pub use transformation::{Algorithm, Dimension, Extensions, Transformation};

/// The description of a multiplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// The name of the ring.
    pub ring: &'static str,
    /// The ring in mathematical notation.
    pub formula: &'static str,
    /// The operands that it accepts.
    pub operands: Operands,
    /// The ring of coefficients that it computes in.
    pub coefficient_ring: CoefficientRing,
    /// The key of the source in the bibliography, or "this project".
    pub source: &'static str,
    /// The maps, in the order of the forward transform; products and the inverse follow.
    pub chain: &'static [Map],
    /// The reason why every product is right.
    pub safety: Safety,
    /// The closed forms to compare parts of the chain with.
    pub comparisons: &'static [Comparison],
}

/// The reason why every product of a multiplier is right, as its author states it. The catalogue
/// proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// No lane leaves its range.
    Bounded,
    /// Lanes wrap modulo 2^16, in the ring that the multiplier computes in. Its result is scaled by
    /// 2^lost.
    Wrapping {
        /// The bits that the layers lose.
        lost: u32,
        /// The bits that may be lost: 16 - log2 q.
        spare: u32,
    },
}

/// A closed form to compare a part of a multiplier's chain with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The names of the maps that the transform consists of.
    pub maps: &'static [&'static str],
    /// The closed form.
    pub form: ClosedForm,
    /// The number of transforms of this form that the maps consist of.
    pub copies: usize,
    /// The reason why counted operations differ from the closed form.
    pub note: &'static str,
}

/// A transform whose operations have a closed form: of `size` coefficients, down to leaves of
/// `leaf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedForm {
    /// Cooley-Tukey in radix 2. For a size that is not a power of two times the leaf, the formula
    /// is evaluated at that size, although no transform by butterflies has it.
    CooleyTukey {
        /// The coefficients n of a polynomial.
        size: usize,
        /// The coefficients m of a leaf, 1 for a complete transform.
        leaf: usize,
    },
    /// Schönhage or Nussbaumer as the source counts them.
    Nussbaumer {
        /// The coefficients n of a polynomial.
        size: usize,
        /// The coefficients m of a leaf, 2 for a complete transform.
        leaf: usize,
    },
    /// Schönhage or Nussbaumer with each addition of two coefficients counted.
    NussbaumerButterflies {
        /// The coefficients n of a polynomial.
        size: usize,
        /// The coefficients m of a leaf, 2 for a complete transform.
        leaf: usize,
    },
}

/// A map of a chain.
///
/// ```
/// use vectru_polymul::multiplier::{GoodInfinityOuter, Multiplier};
/// let radix_9 = GoodInfinityOuter::RECIPE.chain[4];
/// assert_eq!(radix_9.domain().to_string(), "R[u0]/(u0^9 - 1)");
/// assert_eq!(radix_9.image().to_string(), "R[u0]/(u0 - w9^i0), i0 < 9");
/// assert_eq!(radix_9.grain(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// The name of the map and of its stage, by which kernels enter it.
    pub name: &'static str,
    /// The map itself, with its sizes and constants.
    pub transformation: Transformation,
    /// The key of its source in the bibliography.
    pub source: &'static str,
}

impl Map {
    /// Returns the ring that the map starts from, to print.
    pub const fn domain(&self) -> Domain {
        Domain(self.transformation)
    }

    /// Returns the ring that the map leads to, to print.
    pub const fn image(&self) -> Image {
        Image(self.transformation)
    }

    /// Returns the constants that the map multiplies by, to print; `None` if there are none.
    pub const fn twiddles(&self) -> Option<Twiddles> {
        if self.transformation.has_twiddles() { Some(Twiddles(self.transformation)) } else { None }
    }

    /// Returns the grain: the number g of coefficients that the map treats alike, because it works
    /// on polynomials in x^g.
    ///
    /// A map is friendly to vectors of v coefficients if v divides its grain: it moves whole
    /// vectors only (`[HLY24]`, section 4.1). Its arithmetic may still permute lanes, where
    /// products have twice the width of a lane, and so may a change of layout for the next map.
    pub const fn grain(&self) -> usize {
        self.transformation.grain()
    }
}

/// The ring of coefficients: Z_m, or Z_m x Z_n for two primes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoefficientRing {
    moduli: [i64; 2],
}

impl CoefficientRing {
    /// Z_65536, the ring of 16-bit lanes that wrap.
    pub const WORD: Self = Self::modulo(1 << 16);

    /// Returns Z_m.
    pub const fn modulo(m: i64) -> Self {
        Self { moduli: [m, 1] }
    }

    /// Returns Z_m x Z_n.
    pub const fn modulo_two(m: i64, n: i64) -> Self {
        Self { moduli: [m, n] }
    }

    /// Returns the primes of a multiplier over the integers, for products modulo q.
    #[cfg(any(test, feature = "analysis"))]
    pub(crate) fn primes(self, q: i64) -> alloc::vec::Vec<u32> {
        let primes = self.moduli.into_iter().filter(|&modulus| modulus != q && modulus % 2 == 1 && modulus > 1);
        primes.map(|prime| prime as u32).collect()
    }

    /// Returns m and n if the ring is Z_m x Z_n.
    pub const fn two_moduli(self) -> Option<[i64; 2]> {
        match self.moduli {
            [_, 1] => None,
            moduli => Some(moduli),
        }
    }
}

impl fmt::Display for CoefficientRing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moduli {
            [m, 1] => write!(formatter, "Z_{m}"),
            [m, n] => write!(formatter, "Z_{m} x Z_{n}"),
        }
    }
}

/// The operands that a multiplier accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Two operands with arbitrary coefficients.
    BigByBig,
    /// An arbitrary operand, and one with small coefficients:
    /// [`Ring::SMALL`](crate::ring::Ring::SMALL).
    BigBySmall,
}

impl fmt::Display for Operands {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::BigByBig => "big by big",
            Self::BigBySmall => "big by small",
        })
    }
}
