//! Rings to plan for, and the arithmetic of their moduli.

use std::error::Error;
use std::fmt;

use vectru_catalogue::Entry;
use vectru_polymul::modular::square_root;

/// The polynomial that a ring is taken modulo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// x^n - 1, for a modulus that is a power of two: the rings of NTRU.
    Cyclic,
    /// x^p - x - 1, for a modulus that is an odd prime: the rings of NTRU Prime.
    Prime,
}

impl Kind {
    /// Returns the kind of the ring of a multiplier, if it is one of these.
    pub fn of(entry: &Entry) -> Option<Self> {
        match entry.tail {
            [(0, 1)] => Some(Self::Cyclic),
            [(0, 1), (1, 1)] => Some(Self::Prime),
            _ => None,
        }
    }
}

/// A ring to plan products in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    modulus: i64,
    degree: usize,
    kind: Kind,
}

/// The reason why there is no plan for a ring: what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplanned(&'static str);

impl fmt::Display for Unplanned {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl Error for Unplanned {}

/// The least odd modulus. Smaller ones would have other places for reductions in transforms than
/// those that are counted.
const LEAST_PRIME: i64 = 3939;
/// The end of the range of odd moduli: above it, sums of a few reduced values leave 16 bits.
const PRIMES_END: i64 = 8192;

impl Problem {
    /// Returns the ring Z_q\[x\]/(x^n - x - 1) or Z_q\[x\]/(x^n - 1), q = `modulus`, n = `degree`.
    ///
    /// ```
    /// use vectru_planner::{Kind, Problem};
    /// let ring = Problem::new(2048, 677, Kind::Cyclic)?;
    /// assert_eq!(ring.to_string(), "Z_2048[x]/(x^677 - 1)");
    /// assert!(Problem::new(4590, 761, Kind::Prime).is_err());
    /// # Ok::<(), vectru_planner::Unplanned>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unplanned`] if the modulus is not a prime between 3939 and 8191
    /// ([`Kind::Prime`]) or a power of two between 2 and 2^14 ([`Kind::Cyclic`]), or if the degree
    /// is not between 128 and 1280, or 2048 for [`Kind::Cyclic`].
    pub fn new(modulus: i64, degree: usize, kind: Kind) -> Result<Self, Unplanned> {
        match kind {
            Kind::Prime if !(LEAST_PRIME..PRIMES_END).contains(&modulus) || factors(modulus) != [(modulus, 1)] => {
                Err(Unplanned("a prime modulus between 3939 and 8191"))
            }
            Kind::Cyclic if !(2..=1 << 14).contains(&modulus) || modulus.count_ones() != 1 => {
                Err(Unplanned("a modulus that is a power of two between 2 and 16384"))
            }
            Kind::Prime if !(128..=1280).contains(&degree) => Err(Unplanned("a degree between 128 and 1280")),
            Kind::Cyclic if !(128..=2048).contains(&degree) => Err(Unplanned("a degree between 128 and 2048")),
            _ => Ok(Self { modulus, degree, kind }),
        }
    }

    /// Returns the modulus q.
    pub const fn modulus(&self) -> i64 {
        self.modulus
    }

    /// Returns the degree n.
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Returns the kind of ring.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of coefficients of a product before the fold.
    pub const fn product(&self) -> usize {
        2 * self.degree - 1
    }

    /// Returns the number of coefficients of an operand in memory.
    pub const fn padded(&self) -> usize {
        self.degree.next_multiple_of(32)
    }

    /// Returns 16 - log2 q for a power of two q.
    pub const fn spare_bits(&self) -> u32 {
        16 - self.modulus.trailing_zeros()
    }

    /// Returns true if Z_q has a root of unity of this order.
    pub const fn has_root(&self, order: usize) -> bool {
        self.modulus % 2 == 1 && (self.modulus - 1) % order as i64 == 0
    }

    /// Returns true if 2 is a square in Z_q and -1 is none, which Bruun's factors need.
    pub const fn has_bruun_factors(&self) -> bool {
        self.modulus % 8 == 7 && square_root(2, self.modulus).is_some()
    }

    /// Returns q - 1 as a product of prime powers, to print.
    pub fn order_of_units(&self) -> String {
        let powers = factors(self.modulus - 1);
        let powers = powers.iter().map(|&(prime, exponent)| match exponent {
            1 => prime.to_string(),
            _ => format!("{prime}^{exponent}"),
        });
        powers.collect::<Vec<_>>().join(" * ")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = match self.kind {
            Kind::Cyclic => "- 1",
            Kind::Prime => "- x - 1",
        };
        write!(formatter, "Z_{}[x]/(x^{} {tail})", self.modulus, self.degree)
    }
}

/// Returns the prime factors of `number` > 0, ascending, with their exponents.
fn factors(mut number: i64) -> Vec<(i64, u32)> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        let mut exponent = 0;
        while number % prime == 0 {
            (number, exponent) = (number / prime, exponent + 1);
        }
        if exponent > 0 {
            factors.push((prime, exponent));
        }
        prime += 1;
    }
    if number > 1 {
        factors.push((number, 1));
    }
    factors
}
