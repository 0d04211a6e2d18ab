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
