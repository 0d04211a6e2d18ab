//! Where the time of an operation goes, with feature `parts`.
//!
//! Operations are divided as the papers on these mechanisms divide them: into products, hashes, sorting and so on. Each piece of code that belongs to a
//! [`Part`] says so when it begins, and [`record`] adds up, on a clock that the caller brings, what each part takes while one operation runs.
//! A piece within a piece counts for itself only: so every moment belongs to one part, and the parts add up to the whole.
//!
//! Without the feature nothing is said and nothing costs anything; with it, but while nothing is recorded, a piece costs some instructions. Recording is
//! for one thread: work that feature `rayon` gives to others is not seen.

// Without the feature, parts are what pieces of code name, and nothing else.
#![cfg_attr(not(feature = "parts"), allow(dead_code, unreachable_pub))]

use core::fmt;

#[cfg(feature = "parts")]
mod recording;
#[cfg(feature = "parts")]
pub use recording::{Record, overhead, record};

/// A part of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Random bytes of the caller's generator.
    RandomBytes,
    /// The expansion of a seed by AES-256 in counter mode.
    Expansion,
    /// Sorting, which makes short polynomials.
    Sorting,
    /// Products in the ring, and transforms of operands for them.
    Multiplication,
    /// Reciprocals, with the products that they take.
    Inversion,
    /// Encoding and decoding.
    Coding,
    /// Hashes.
    Hashing,
    /// Everything else: sampling but for sorting, rounding, comparing, copying, wiping.
    Other,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::RandomBytes,
        Self::Expansion,
        Self::Sorting,
        Self::Multiplication,
        Self::Inversion,
        Self::Coding,
        Self::Hashing,
        Self::Other,
    ];

    /// Its name: lower case, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RandomBytes => "random-bytes",
            Self::Expansion => "expansion",
            Self::Sorting => "sorting",
            Self::Multiplication => "multiplication",
            Self::Inversion => "inversion",
            Self::Coding => "coding",
            Self::Hashing => "hashing",
            Self::Other => "other",
        }
    }

    /// Says that what follows belongs to this part, until the result is dropped.
    #[inline(always)]
    pub(crate) fn begin(self) -> Piece {
        #[cfg(feature = "parts")]
        return Piece(recording::switch(self));
        #[cfg(not(feature = "parts"))]
        Piece()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A piece of code that belongs to a part. It knows the part that goes on after it.
#[must_use]
#[derive(Debug)]
pub(crate) struct Piece(#[cfg(feature = "parts")] Part);

#[cfg(feature = "parts")]
impl Drop for Piece {
    #[inline(always)]
    fn drop(&mut self) {
        recording::switch(self.0);
    }
}
