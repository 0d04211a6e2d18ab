//! The parts of an operation and the time of each (feature `parts`).
//!
//! Operations are divided as in the papers on these mechanisms: into products, hashes, sorting and
//! so on. Each piece of code that belongs to a [`Part`] marks its beginning and its end. [`record`]
//! runs an operation and adds up the time of each part, on a clock that the caller provides. A
//! piece within a piece counts for its own part alone, so that every moment belongs to one part,
//! and the parts add up to the whole.
//!
//! Without the feature the marks cost nothing. With the feature, a mark costs some instructions
//! while nothing is recorded. A record covers one thread: work that feature `rayon` gives to other
//! threads is not recorded.

use core::fmt;

#[cfg_attr(not(feature = "parts"), path = "parts/unrecorded.rs")]
mod recording;

pub use recording::*;

/// A part of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Drawing random bytes from the caller's generator.
    RandomBytes,
    /// Expanding seeds: by AES-256 in counter mode, or by SHAKE128.
    Expansion,
    /// Sorting, which makes short polynomials.
    Sorting,
    /// Products in the ring, and transforms of their operands.
    Multiplication,
    /// Reciprocals, with the products that they need.
    Inversion,
    /// Encoding and decoding.
    Coding,
    /// Hashes.
    Hashing,
    /// Everything else: sampling without sorting, rounding, comparing, copying, wiping.
    Other,
}

impl Part {
    /// All parts.
    ///
    /// ```
    /// # #[cfg(feature = "parts")] {
    /// use vectru::parts::Part;
    /// assert!(Part::ALL.contains(&Part::Hashing));
    /// # }
    /// ```
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

    /// Returns the name, in lower case with hyphens.
    ///
    /// ```
    /// # #[cfg(feature = "parts")]
    /// assert_eq!(vectru::parts::Part::RandomBytes.name(), "random-bytes");
    /// ```
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
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
