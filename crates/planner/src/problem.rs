//! Rings to plan for, and the arithmetic of their moduli.

use std::error::Error;
use std::fmt;

use vectru_catalogue::Entry;
use vectru_polymul::modular::square_root;
use vectru_polymul::ring::Tail;

/// A ring to plan products in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    modulus: i64,
    degree: usize,
    tail: Tail,
}

/// The error of a ring that the planner does not accept, with the expected property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplanned(&'static str);

impl fmt::Display for Unplanned {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl Error for Unplanned {}

/// The largest modulus of [`ring!`](vectru_polymul::ring!).
const MAX_MODULUS: i64 = 1 << 14;

impl Problem {
    /// Returns the ring Z_q\[x\]/(x^n - t(x)), q = `modulus`, n = `degree`.
    ///
    /// ```
    /// use vectru_planner::{Problem, Tail};
    /// let ring = Problem::new(3457, 864, Tail::Trinomial(1))?;
    /// assert_eq!(ring.to_string(), "Z_3457[x]/(x^864 - x^432 + 1)");
    /// assert!(Problem::new(4590, 761, Tail::Prime).is_err());
    /// # Ok::<(), vectru_planner::Unplanned>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unplanned`] unless the modulus is an odd prime below 2^14, or, for x^n - 1 and
    /// x^n + 1, a power of two from 2 to 2^14. Also returns it if the degree is not between 128 and
    /// 2048, or is odd for a trinomial.
    pub fn new(modulus: i64, degree: usize, tail: Tail) -> Result<Self, Unplanned> {
        let is_small = (2..=MAX_MODULUS).contains(&modulus);
        let is_prime = is_small && modulus % 2 == 1 && factors(modulus) == [(modulus, 1)];
        let is_power = is_small && modulus.count_ones() == 1;
        match tail {
            Tail::Prime | Tail::Trinomial(_) if !is_prime => Err(Unplanned("an odd prime modulus below 16384")),
            Tail::Cyclic | Tail::Negacyclic if !is_prime && !is_power => {
                Err(Unplanned("a modulus that is an odd prime below 16384, or a power of two from 2 to 16384"))
            }
            _ if !(128..=2048).contains(&degree) => Err(Unplanned("a degree between 128 and 2048")),
            Tail::Trinomial(_) if degree % 2 == 1 => Err(Unplanned("an even degree")),
            _ => Ok(Self { modulus, degree, tail }),
        }
    }

    /// Returns the ring of a multiplier, if it is within the limits.
    pub fn of(entry: &Entry) -> Option<Self> {
        Self::new(entry.modulus, entry.degree, Tail::of_pairs(entry.tail, entry.degree)?).ok()
    }

    /// Returns the modulus q.
    pub const fn modulus(&self) -> i64 {
        self.modulus
    }

    /// Returns the degree n.
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Returns the polynomial t(x).
    pub const fn tail(&self) -> Tail {
        self.tail
    }

    /// Returns true if the modulus is a prime, and false if it is a power of two.
    pub const fn is_prime(&self) -> bool {
        self.modulus % 2 == 1
    }

    /// Returns the polynomial x^n - t(x), to print.
    pub fn polynomial(&self) -> String {
        let n = self.degree;
        match self.tail {
            Tail::Prime => format!("x^{n} - x - 1"),
            Tail::Cyclic => format!("x^{n} - 1"),
            Tail::Negacyclic => format!("x^{n} + 1"),
            Tail::Trinomial(s) => format!("x^{n} {} x^{} + 1", if s == 1 { '-' } else { '+' }, n / 2),
        }
    }

    /// Returns true if the polynomial of the ring is x^n - zeta, where n = `degree`.
    pub(crate) fn is_modulo(&self, degree: usize, zeta: i16) -> bool {
        self.degree == degree && self.tail.zeta() == Some(zeta)
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
        self.is_prime() && (self.modulus - 1) % order as i64 == 0
    }

    /// Returns true if 2 is a square in Z_q and -1 is not, as Bruun's factors require.
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
        write!(formatter, "Z_{}[x]/({})", self.modulus, self.polynomial())
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
