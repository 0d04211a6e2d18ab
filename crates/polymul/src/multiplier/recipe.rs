//! A multiplier as data: what it multiplies, by which chain of maps, and where it comes from.

use core::fmt;

/// A multiplier's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The ring, as a mathematician writes it.
    pub formula: &'static str,
    /// Which operands it accepts.
    pub operands: Operands,
    /// The ring of coefficients that it computes in.
    pub coefficient_ring: &'static str,
    /// Where it was described.
    pub source: &'static str,
    /// The maps, in the order of the forward transform; products and the inverse follow.
    pub chain: &'static [Map],
    /// The reason why no product goes wrong.
    pub safety: Safety,
    /// The closed forms to compare parts of the chain with.
    pub comparisons: &'static [Comparison],
}

/// The reason why no product of a multiplier goes wrong, as its author states it. The catalogue proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// No lane leaves its range. The magnitudes hold for all operands; others may rely on them.
    Bounded {
        /// The largest coefficient of a transformed operand.
        transformed: i64,
        /// The largest coefficient of a product of transformed operands, or of a sum of such products.
        product: i64,
        /// The largest coefficient of a product before the fold.
        unfolded: i64,
    },
    /// Lanes wrap modulo 2^16, in the ring that the multiplier computes in; its result comes times 2^lost.
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
    /// The number of such transforms that the maps are.
    pub copies: usize,
    /// The reason why counted operations differ from it.
    pub note: &'static str,
}

/// A transform whose operations have a closed form: of `size` coefficients, down to leaves of `leaf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedForm {
    /// Cooley-Tukey in radix 2. For a size that is no power of two times the leaf it is the number of
    /// operations that a transform by butterflies would take, if there were one of that size.
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

/// One map of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// The map's name, that of its stage.
    pub name: &'static str,
    /// The ring that it starts from.
    pub domain: &'static str,
    /// The ring that it leads to.
    pub image: &'static str,
    /// What it multiplies by; empty if nothing.
    pub twiddles: &'static str,
    /// How many consecutive coefficients it treats alike: it works on polynomials in x^grain. A map is friendly to vectors of
    /// v lanes if v divides its grain: it needs no permutation then (Hwang, Liu, Yang 2024, section 4.1).
    pub grain: usize,
    /// Where it was described.
    pub source: &'static str,
}

/// The operands that a multiplier accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Both have arbitrary coefficients.
    BigByBig,
    /// One has coefficients -1, 0 and 1.
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
