//! The dimension u2: a power of two, or a truncation of one, according to the roots that the ring
//! has.
//!
//! | kind | R\[u2\] or R\[z\] modulo | places |
//! | --- | --- | --- |
//! | [`Kind::One`] | u2 - 1 | u2 = 1: the dimension is absent |
//! | [`Kind::Two`] | u2^2 - 1 | u2 = 1, -1 |
//! | [`Kind::Four`] | u2^4 - 1 | u2 = 1, -1, i, -i |
//! | [`Kind::Power`] | u2^n - 1, n = 8, 16 or 32 | all roots, in the order of their factors |
//! | [`Kind::Gaussian`] | u2^4 - 1 | u2 = 1, -1; the pair modulo u2^2 + 1 |
//! | [`Kind::Fourth`] | z^4 + 1 | the pairs modulo z^2 + s z + 1 and z^2 - s z + 1, s^2 = 2 |
//! | [`Kind::Eighth`] | (z^2 - 1)(z^4 + 1) | z = 1, -1; the pairs of z^4 + 1 |
//! `Fourth` and `Eighth` are truncations: z^8 - 1 without the factor z^4 - 1 or z^2 + 1,
//! respectively. For these kinds, chunks are not reindexed by u2. With m = n0 n1 and z = x^(16 m),
//! chunk c + m k is the coefficient of z^k in column c. A column has four or six coefficients, of
//! which an operand fills three.
//!
//! # Substitutions
//!
//! Let u be a root of unity of order m, the factor of x^16 that belongs to the other dimensions,
//! and let y be a root of z^4 + 1. So y^4 = -1 and y^8 = 1. A substitution x^16 = y^e u turns
//! column c, which has the factor x^(16 c), into the column times y^(e c), and z = x^(16 m) into
//! y^(e m).
//!
//! | kind | m mod 8 | x^16 | z | factor of column c |
//! | --- | --- | --- | --- | --- |
//! | `Eighth` | 5 | y^5 u = -y u | y^(5 m) = y^25 = y | y^(5 c) |
//! | `Fourth` | 7 | y u | y^m = y^7 = 1/y | y^c |
//!
//! For `Fourth` the powers of 1/y are avoided by reversing the coefficients of the column: an
//! operand with three coefficients is then multiplied by y^(c - 2), and a product with four by
//! y^(c - 3).
//!
//! Modulo y^2 - t y + 1 with t^2 = 2, the powers of y are 1, y, t y - 1, y - t, and their
//! negatives. The derivation is in `docs/research/quadratic-extensions.md`.
//!
//! Sources: `[Bru78]` for the factors of z^4 + 1, as in `[BGM93]`; `[vdH04]` for truncation. The
//! substitutions are this project's own.

mod kernels;
mod kind;
mod pairs;

use crate::modular::{Constant, Modulus, power, root_of_unity};

pub use kind::Kind;

/// A kind of dimension u2, with the constants of its kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvenDimension<M> {
    /// No dimension u2.
    One,
    /// u2 = 1 and -1.
    Two,
    /// u2 = 1, -1, i and -i, with the constant i, a root of -1.
    Four(Constant<M>),
    /// The roots of u2^n - 1 for n = 8, 16 or 32.
    Power(Powers<M>),
    /// u2 = 1 and -1, and the pair modulo u2^2 + 1.
    Gaussian,
    /// z^4 + 1, with the constant s, a root of 2.
    Fourth(Constant<M>),
    /// The truncation of z^8 - 1, with the constant s, a root of 2.
    Eighth(Constant<M>),
}

/// The butterflies of u2^n - 1: in each layer, block b splits its modulus u^(2 m) - z^2 into
/// u^m - z and u^m + z, where z is root b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers<M> {
    /// w^k with the bits of b in reverse order as k, for b < n/2, where w is of order n.
    roots: [Constant<M>; MAX_PLACES / 2],
}

impl<M: Modulus> Powers<M> {
    /// Returns the butterflies for n = `length`.
    const fn new(length: usize) -> Self {
        let root = root_of_unity(length as u64, M::Q as i64);
        let (mut roots, bits) = ([Constant::ZERO; MAX_PLACES / 2], length.trailing_zeros() - 1);
        let mut block = 0;
        while block < length / 2 {
            let exponent = block.reverse_bits() >> (usize::BITS - bits);
            roots[block] = Constant::new(power(root, exponent as u64, M::Q as i64));
            block += 1;
        }
        Self { roots }
    }
}

/// The largest number of places of a column.
pub const MAX_PLACES: usize = 32;

impl<M: Modulus> EvenDimension<M> {
    /// Returns the constants for a kind.
    pub const fn new(kind: Kind) -> Self {
        match kind {
            Kind::One => Self::One,
            Kind::Two => Self::Two,
            Kind::Four(i) => Self::Four(Constant::new(i)),
            Kind::Power(length) => Self::Power(Powers::new(length)),
            Kind::Gaussian => Self::Gaussian,
            Kind::Fourth(s) => Self::Fourth(Constant::new(s)),
            Kind::Eighth(s) => Self::Eighth(Constant::new(s)),
        }
    }

    /// Returns the transform of a power of two with zeros as roots of unity, to count its
    /// operations.
    pub const fn without_roots() -> Self {
        Self::Power(Powers { roots: [Constant::ZERO; MAX_PLACES / 2] })
    }

    /// Returns the trace t of a pair modulo y^2 - t y + 1.
    pub const fn trace(&self, pair: usize) -> Constant<M> {
        match (self, pair) {
            (Self::Fourth(s) | Self::Eighth(s), 0) => s.negated(),
            (Self::Fourth(s) | Self::Eighth(s), _) => *s,
            _ => Constant::ZERO,
        }
    }

    /// Returns the number z for which x^16 is z u at a place, or z u y in a pair, where u is the
    /// product of the roots of the other dimensions.
    pub(super) const fn root(&self, place: usize) -> i64 {
        match (self, place) {
            (Self::Four(i), 2) => i.value as i64,
            (Self::Four(i), 3) => -(i.value as i64),
            (Self::Power(powers), _) => {
                let root = powers.roots[place / 2].value as i64;
                if place.is_multiple_of(2) { root } else { -root }
            }
            // y^5 = -y.
            (Self::Two | Self::Four(_) | Self::Gaussian, 1) | (Self::Eighth(_), 1..) => -1,
            _ => 1,
        }
    }
}
