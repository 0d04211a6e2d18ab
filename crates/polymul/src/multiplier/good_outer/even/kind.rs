//! The kinds of the dimension u2, as numbers.
//!
//! [`even`](super) states the sources.

use crate::modular::{root_of_unity, square_root};
use crate::multiplier::recipe::{Algorithm, Dimension};
use crate::stage::growth::{LANE, larger, product, reduced};

/// A kind of dimension u2, with the root modulo q that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No dimension u2.
    One,
    /// u2 = 1 and -1.
    Two,
    /// u2 = 1, -1, i and -i, with i, a root of -1.
    Four(i64),
    /// The roots of u2^n - 1 for n = 8, 16 or 32.
    Power(usize),
    /// u2 = 1 and -1, and the pair modulo u2^2 + 1.
    Gaussian,
    /// z^4 + 1, with s, a root of 2.
    Fourth(i64),
    /// The truncation of z^8 - 1, with s, a root of 2.
    Eighth(i64),
}

impl Kind {
    /// Returns the kind with `places` places beside `columns` columns, with its roots of unity
    /// modulo the prime q: `places` is 1, 2, 4, 6, 8, 16 or 32.
    ///
    /// # Panics
    ///
    /// Panics with an explanation if q lacks the roots.
    pub const fn new(places: usize, columns: usize, q: i64) -> Self {
        match places {
            1 => Self::One,
            2 => Self::Two,
            4 if q % 4 == 1 => Self::Four(root_of_unity(4, q)),
            4 => Self::Gaussian,
            6 => {
                assert!(q % 8 == 7, "n2 = 6 takes a root of 2 and none of -1: q must be 7 modulo 8");
                let kind = Self::Eighth(root_of_two(q));
                assert!(kind.fits(columns), "n2 = 6 takes a number n0 n1 of columns that is 5 modulo 8");
                kind
            }
            8 | 16 | 32 => {
                assert!(
                    (q - 1) % places as i64 == 0,
                    "n2 does not divide q - 1: there is no root of unity of order n2"
                );
                Self::Power(places)
            }
            _ => panic!("n2 must be 1, 2, 4, 6, 8, 16 or 32"),
        }
    }

    /// Returns z^4 + 1 modulo q.
    pub const fn fourth(q: i64) -> Self {
        Self::Fourth(root_of_two(q))
    }

    /// Returns the number of places of a column.
    pub const fn length(self) -> usize {
        self.dimension().degree()
    }

    /// Returns the number of pairs of places. Each pair belongs to a quadratic factor; the pairs
    /// are the last places of a column.
    pub const fn pairs(self) -> usize {
        match self {
            Self::One | Self::Two | Self::Four(_) | Self::Power(_) => 0,
            Self::Gaussian => 1,
            Self::Fourth(_) | Self::Eighth(_) => 2,
        }
    }

    /// Returns the number of places that are rings by themselves, not halves of a pair.
    pub const fn linear(self) -> usize {
        self.length() - 2 * self.pairs()
    }

    /// Returns true if Good-Thomas reindexes the chunks by u2, and false for a truncation.
    pub const fn is_cyclic(self) -> bool {
        !matches!(self, Self::Fourth(_) | Self::Eighth(_))
    }

    /// Returns true if a vector of two chunks transforms both side by side.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Two | Self::Four(_) | Self::Gaussian)
    }

    /// Returns the modulus of the dimension, for recipes.
    pub const fn dimension(self) -> Dimension {
        match self {
            Self::One => Dimension::NONE,
            Self::Two => Dimension::Cyclic(2),
            Self::Four(_) | Self::Gaussian => Dimension::Cyclic(4),
            Self::Power(length) => Dimension::Cyclic(length),
            Self::Fourth(_) => Dimension::Negacyclic(4),
            Self::Eighth(_) => Dimension::WithoutMiddle(2),
        }
    }

    /// Returns the name of the transform, for recipes. For an absent dimension it is the name of
    /// the reindexing.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "good-thomas",
            Self::Two => "radix-2",
            Self::Four(_) => "radix-4",
            Self::Power(_) => "cooley-tukey",
            Self::Gaussian => "radix-(2, 2)",
            Self::Fourth(_) | Self::Eighth(_) => "bruun",
        }
    }

    /// Returns the formulas of the transform, for recipes.
    pub const fn algorithm(self) -> Algorithm {
        if self.is_cyclic() { Algorithm::CooleyTukey } else { Algorithm::Bruun }
    }

    /// Returns the square of the trace of every pair.
    pub const fn trace_square(self) -> usize {
        if self.is_cyclic() { 0 } else { 2 }
    }

    /// Returns the factor that the inverse transform leaves.
    pub const fn factor(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four(_) | Self::Gaussian | Self::Fourth(_) | Self::Eighth(_) => 4,
            Self::Power(length) => length,
        }
    }

    /// Returns true if the number of columns has the remainder modulo 8 that a truncation requires.
    pub const fn fits(self, columns: usize) -> bool {
        match self {
            Self::Fourth(_) => columns % 8 == 7,
            Self::Eighth(_) => columns % 8 == 5,
            _ => true,
        }
    }

    /// Returns the bound of the places of a column of an operand that fills `present` of its chunks
    /// with coefficients of at most `magnitude`.
    pub const fn forward_bound(self, present: usize, magnitude: i64, q: i64) -> i64 {
        let all = present as i64 * magnitude;
        match self {
            Self::One | Self::Two | Self::Gaussian => all,
            Self::Four(i) => {
                let (mut bound, mut odd) = (all, 1);
                while odd <= present as i64 && odd <= 2 {
                    // On vectors of two chunks both differences are multiplied: one by i, the other
                    // by 1.
                    let even = all - odd * magnitude;
                    bound = larger(bound, larger(even, reduced(even, q)) + product(odd * magnitude, i, q));
                    odd += 1;
                }
                bound
            }
            // One chunk of a pair is multiplied by s.
            Self::Fourth(s) | Self::Eighth(s) => larger(all, all - magnitude + product(magnitude, s, q)),
            // Each layer after the first adds a reduced value.
            Self::Power(_) => 5 * magnitude,
        }
    }

    /// Returns the largest magnitude that is allowed of the inverse transform's inputs.
    pub const fn largest(self, q: i64) -> i64 {
        match self {
            Self::One => LANE,
            Self::Two => LANE / 2,
            Self::Four(_) | Self::Gaussian | Self::Power(_) => LANE / 4,
            Self::Fourth(_) | Self::Eighth(_) => reduced(LANE, q),
        }
    }

    /// Returns the bound of the chunks that the inverse transform returns, for inputs of at most
    /// `magnitude`. Of a truncation only this is known: the chunks fit a lane.
    pub const fn inverse_bound(self, magnitude: i64, q: i64) -> i64 {
        match self {
            Self::One => magnitude,
            Self::Two => 2 * magnitude,
            Self::Four(i) => larger(4 * magnitude, 2 * magnitude + product(2 * magnitude, -i, q)),
            Self::Gaussian => 4 * magnitude,
            // Every second layer reduces. If the number of layers is odd, the last one does not.
            Self::Power(length) => (q + ((8 * magnitude * q) >> 16)) << (length.trailing_zeros() % 2),
            Self::Fourth(_) | Self::Eighth(_) => LANE,
        }
    }
}

/// Returns a square root of 2 modulo q.
const fn root_of_two(q: i64) -> i64 {
    square_root(2, q).expect("2 is a square modulo q")
}
