//! The integers modulo which a run knows its lanes.
//!
//! A lane of value v is *known* as the polynomial F in the coefficients of the operands if v is
//! congruent to F(a, b). F itself is not computed: the run has its residues at *points*, which
//! assign a residue to each coefficient of the operands.

/// The residues of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Modulo an odd prime below 2^26. A lane is known modulo the prime, or not at all.
    Prime(u32),
    /// Modulo 2^32. A lane is known modulo 2^k for some k from 0 to 32.
    Words,
}

/// The extent to which a lane is known: 0 for not at all, 1 for modulo the prime, or the number k
/// of bits.
pub(crate) type Known = u8;

impl Arithmetic {
    /// Returns the arithmetic in which products modulo q are proved.
    pub(crate) const fn modulo(q: i64) -> Self {
        if q % 2 == 0 { Self::Words } else { Self::Prime(q as u32) }
    }

    /// Returns a number of uniform points: a polynomial that is not zero, of degree at most 1 in
    /// each operand, vanishes at all of them with a probability of at most 2^-128.
    ///
    /// Modulo a prime p it vanishes at one point with a probability of at most 2/p, by the lemma of
    /// Schwartz and Zippel. Modulo a power of two it is 2^t D, where D is not zero modulo 2, and
    /// vanishes modulo 2 with a probability of at most 3/4.
    pub(crate) const fn points(self) -> usize {
        match self {
            Self::Words => 309,
            // (2/3)^219 < 2^-128
            Self::Prime(3) => 219,
            Self::Prime(p) => {
                // (p/2)^n >= 2^(n bits) >= 2^128
                let bits = (p / 2).ilog2() as usize;
                128_usize.div_ceil(bits)
            }
        }
    }

    /// Returns the extent to which a lane is known whose value equals the polynomial.
    pub(crate) const fn everything(self) -> Known {
        match self {
            Self::Prime(_) => 1,
            Self::Words => 32,
        }
    }

    /// Returns the extent to which the representatives modulo q of numbers are known, if the
    /// numbers are known to the extent `known`.
    pub(crate) const fn after_reduction(self, known: Known, q: i64) -> Known {
        match self {
            Self::Prime(p) if p as i64 == q => known,
            Self::Prime(_) => 0,
            Self::Words => min(known, q.trailing_zeros() as Known),
        }
    }

    /// Returns the extent to which numbers are known after they wrap around in words of `bits`
    /// bits, if they are known to the extent `known`.
    pub(crate) const fn after_wrapping(self, known: Known, bits: u32) -> Known {
        match self {
            Self::Prime(_) => 0,
            Self::Words => min(known, bits as Known),
        }
    }

    /// Returns the extent to which the products of numbers by `factor` are known, if the numbers
    /// are known to the extent `known`.
    pub(crate) const fn after_scaling(self, known: Known, factor: i64) -> Known {
        match self {
            Self::Prime(_) => known,
            Self::Words if factor == 0 => 32,
            Self::Words => min(32, known + min(32, factor.trailing_zeros() as Known)),
        }
    }

    /// Returns the residue of a number.
    pub(crate) const fn residue(self, number: i64) -> u32 {
        match self {
            Self::Prime(p) => number.rem_euclid(p as i64) as u32,
            Self::Words => number as u32,
        }
    }

    /// Returns true if `number` is congruent to `residue`, to the extent `known`.
    pub(crate) const fn agrees(self, known: Known, residue: u32, number: i64) -> bool {
        let difference = self.residue(number).wrapping_sub(residue);
        match self {
            Self::Prime(_) => known == 0 || difference == 0,
            Self::Words => known == 0 || difference << (32 - known) == 0,
        }
    }

    /// Adds `factor` times `terms` to `sums`.
    pub(crate) fn add_scaled(self, sums: &mut [u32], terms: &[u32], factor: u32) {
        match self {
            Self::Words => {
                for (sum, &term) in sums.iter_mut().zip(terms) {
                    *sum = sum.wrapping_add(factor.wrapping_mul(term));
                }
            }
            Self::Prime(p) => {
                for (sum, &term) in sums.iter_mut().zip(terms) {
                    *sum = ((u64::from(*sum) + u64::from(factor) * u64::from(term)) % u64::from(p)) as u32;
                }
            }
        }
    }

    /// Adds products to sums that are not reduced. Requires at most 2^11 products in a sum.
    pub(crate) fn add_products(self, sums: &mut [u64], x: &[u32], y: &[u32]) {
        for ((sum, &x), &y) in sums.iter_mut().zip(x).zip(y) {
            *sum = sum.wrapping_add(u64::from(x) * u64::from(y));
        }
    }

    /// Writes the residues of `factor` times the sums.
    pub(crate) fn reduce_sums(self, residues: &mut [u32], sums: &[u64], factor: u32) {
        for (residue, &sum) in residues.iter_mut().zip(sums) {
            *residue = match self {
                Self::Words => factor.wrapping_mul(sum as u32),
                Self::Prime(p) => (sum % u64::from(p) * u64::from(factor) % u64::from(p)) as u32,
            };
        }
    }
}

const fn min(a: Known, b: Known) -> Known {
    if a < b { a } else { b }
}
