//! The dimension u2: a power of two, as far as the ring has roots for it.
//!
//! | kind | R\[u2\] or R\[z\] modulo | places |
//! | --- | --- | --- |
//! | [`Even::One`] | u2 - 1 | u2 = 1: the dimension is absent |
//! | [`Even::Two`] | u2^2 - 1 | u2 = 1, -1 |
//! | [`Even::Four`] | u2^4 - 1 | u2 = 1, -1, i, -i |
//! | [`Even::Gaussian`] | u2^4 - 1 | u2 = 1, -1; the pair modulo u2^2 + 1 |
//! | [`Even::Fourth`] | z^4 + 1 | the pairs modulo z^2 + s z + 1 and z^2 - s z + 1, s^2 = 2 |
//! | [`Even::Eighth`] | (z^2 - 1)(z^4 + 1) | z = 1, -1; the pairs of z^4 + 1 |
//!
//! `Fourth` and `Eighth` are truncations: z^8 - 1 without the factors z^4 - 1 and z^2 + 1. For them
//! the code does not reindex chunks by u2. With m = n0 n1 and z = x^(16 m), chunk c + m k is the
//! coefficient of z^k in column c. A column has four or six coefficients, of which an operand fills
//! three.
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
//! operand with three coefficients is then multiplied by y^(c - 2), and a product with four by y^(c
//! - 3).
//!
//! Modulo y^2 - t y + 1 with t^2 = 2, the powers of y are 1, y, t y - 1, y - t, and their
//! negatives. The derivation is in `docs/mathematics/quadratic-extensions.md`.
//!
//! Sources: `[Bru78]` for the factors of z^4 + 1, as in `[BGM93]`; `[vdH04]` for truncation. The
//! substitutions are this project's own.

use crate::modular::{Constant, Modulus};
use crate::multiplier::recipe::{Algorithm, Dimension};
use crate::simd::I16Vector;

/// A kind of dimension u2, with the root that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Even<M> {
    /// No dimension u2.
    One,
    /// u2 = 1 and -1.
    Two,
    /// u2 = 1, -1, i and -i, with the constant i, a root of -1.
    Four(Constant<M>),
    /// u2 = 1 and -1, and the pair modulo u2^2 + 1.
    Gaussian,
    /// z^4 + 1, with the constant s, a root of 2.
    Fourth(Constant<M>),
    /// The truncation of z^8 - 1, with the constant s, a root of 2.
    Eighth(Constant<M>),
}

/// The most places of a column.
pub const MOST: usize = 6;

impl<M: Modulus> Even<M> {
    /// Returns the number of places of a column.
    pub const fn length(&self) -> usize {
        self.dimension().degree()
    }

    /// Returns the number of pairs of places, each of a quadratic factor. They are the last places
    /// of a column.
    pub const fn pairs(&self) -> usize {
        match self {
            Self::One | Self::Two | Self::Four(_) => 0,
            Self::Gaussian => 1,
            Self::Fourth(_) | Self::Eighth(_) => 2,
        }
    }

    /// Returns true if Good-Thomas reindexes the chunks by u2, and false for a truncation.
    pub const fn is_cyclic(&self) -> bool {
        !matches!(self, Self::Fourth(_) | Self::Eighth(_))
    }

    /// Returns the modulus of the dimension, for recipes.
    pub const fn dimension(&self) -> Dimension {
        match self {
            Self::One => Dimension::NONE,
            Self::Two => Dimension::Cyclic(2),
            Self::Four(_) | Self::Gaussian => Dimension::Cyclic(4),
            Self::Fourth(_) => Dimension::Negacyclic(4),
            Self::Eighth(_) => Dimension::WithoutMiddle(2),
        }
    }

    /// Returns the formulas of the transform, for recipes.
    pub const fn algorithm(&self) -> Algorithm {
        if self.is_cyclic() { Algorithm::CooleyTukey } else { Algorithm::Bruun }
    }

    /// Returns the square of the traces of the pairs.
    pub const fn trace_square(&self) -> usize {
        if self.is_cyclic() { 0 } else { 2 }
    }

    /// Returns the trace t of a pair modulo y^2 - t y + 1.
    pub(super) const fn trace(&self, pair: usize) -> Constant<M> {
        match (self, pair) {
            (Self::Fourth(s) | Self::Eighth(s), 0) => s.negated(),
            (Self::Fourth(s) | Self::Eighth(s), _) => *s,
            _ => Constant::ZERO,
        }
    }

    /// Returns the number z for which x^16 is z u at a place, or z u y in a pair, where u is the
    /// root of the other dimensions.
    pub(super) const fn root(&self, place: usize) -> i64 {
        match (self, place) {
            (Self::Four(i), 2) => i.value as i64,
            (Self::Four(i), 3) => -(i.value as i64),
            // y^5 = -y.
            (Self::Two | Self::Four(_) | Self::Gaussian, 1) | (Self::Eighth(_), 1..) => -1,
            _ => 1,
        }
    }

    /// Returns the factor that [`inverse`](Self::inverse) leaves.
    pub(super) const fn factor(&self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four(_) | Self::Gaussian | Self::Fourth(_) | Self::Eighth(_) => 4,
        }
    }

    /// Returns true if the number of columns has the remainder modulo 8 that a truncation requires.
    pub const fn fits(&self, columns: usize) -> bool {
        match self {
            Self::Fourth(_) => columns % 8 == 7,
            Self::Eighth(_) => columns % 8 == 5,
            _ => true,
        }
    }

    /// Transforms a column, whose first chunk is chunk `column`, to its places. Takes and returns
    /// the first [`length`](Self::length) vectors. Outputs are not reduced.
    #[inline(always)]
    pub fn forward<V: I16Vector>(&self, zero: V, inputs: [V; MOST], column: usize) -> [V; MOST] {
        let [a, b, c, d, e, f] = inputs;
        match self {
            Self::One => inputs,
            Self::Two => [a + b, a - b, c, d, e, f],
            Self::Four(i) => {
                let rotated = (b - d).barrett_multiply(*i);
                let (even, odd, difference) = (a + c, b + d, a - c);
                [even + odd, even - odd, difference + rotated, difference - rotated, e, f]
            }
            Self::Gaussian => {
                let (even, odd) = (a + c, b + d);
                [even + odd, even - odd, a - c, b - d, e, f]
            }
            Self::Fourth(s) => {
                let [first, second] = forward_pairs(zero, [c, b, a], *s, (column + 6) % 8);
                [first[0], first[1], second[0], second[1], e, f]
            }
            Self::Eighth(s) => {
                let turn = 5 * column % 8;
                let even = a + c;
                let [first, second] = forward_pairs(zero, [a, b, c], *s, turn);
                let odd = if turn.is_multiple_of(2) { even - b } else { b - even };
                [even + b, odd, first[0], first[1], second[0], second[1]]
            }
        }
    }

    /// Transforms the places of a column, whose first chunk is chunk `column`, back to its chunks,
    /// times `factor`. Outputs are not reduced.
    #[inline(always)]
    pub fn inverse<V: I16Vector>(&self, zero: V, inputs: [V; MOST], column: usize) -> [V; MOST] {
        let [a, b, c, d, e, f] = inputs;
        match self {
            Self::One => inputs,
            Self::Two => [a + b, a - b, c, d, e, f],
            Self::Four(i) => {
                let (even, odd) = ([a + b, c + d], [a - b, (c - d).barrett_multiply(i.negated())]);
                [even[0] + even[1], odd[0] + odd[1], even[0] - even[1], odd[0] - odd[1], e, f]
            }
            Self::Gaussian => {
                let (even, odd) = ([a + b, c + c], [a - b, d + d]);
                [even[0] + even[1], odd[0] + odd[1], even[0] - even[1], odd[0] - odd[1], e, f]
            }
            Self::Fourth(s) => {
                let [a, b, r2, r3] = inverse_pairs(zero, [[a, b], [c, d]], *s, (column + 5) % 8);
                [r3, r2, (b + b) - r3, (a + a) + r2, e, f]
            }
            Self::Eighth(s) => {
                let turn = 5 * column % 8;
                let (even, odd) = if turn.is_multiple_of(2) { (a + b, a - b) } else { (a - b, a + b) };
                let [a, b, p2, p3] = inverse_pairs(zero, [[c, d], [e, f]], *s, turn);
                // For a product p0 + … + p5 z^5, these coefficients follow from sums with p2 and
                // p3.
                [even + a, (odd + b) - p3, p2, p3, (even - a) - p2, odd - b]
            }
        }
    }
}

/// Returns a + b y + c y^2 times y^`turn` modulo y^2 + s y + 1 and y^2 - s y + 1.
#[inline(always)]
fn forward_pairs<V: I16Vector, M: Modulus>(zero: V, [a, b, c]: [V; 3], s: Constant<M>, turn: usize) -> [[V; 2]; 2] {
    // y^4 = -1.
    let [a, b, c] = if turn < 4 { [a, b, c] } else { [zero - a, zero - b, zero - c] };
    // The coefficients of 1 and y: each without a factor s, and its multiple of the trace, if there
    // is one.
    let (low, low_scaled, high, high_scaled) = match turn % 4 {
        0 => (a - c, None, b, Some(c)),
        1 => (zero - b, Some(zero - c), a + c, Some(b)),
        2 => (zero - (a + c), Some(zero - b), b, Some(a)),
        _ => (zero - b, Some(zero - a), a - c, None),
    };
    let ([low_minus, low_plus], [high_minus, high_plus]) =
        (with_traces(low, low_scaled, s), with_traces(high, high_scaled, s));
    [[low_minus, high_minus], [low_plus, high_plus]]
}

/// Returns 2 (r0 - r2), 2 (r1 + r3), 4 r2 and 4 r3 for a remainder r0 + r1 y + r2 y^2 + r3 y^3
/// modulo y^4 + 1, whose pairs come times y^`turn`.
#[inline(always)]
fn inverse_pairs<V: I16Vector, M: Modulus>(
    zero: V,
    [first, second]: [[V; 2]; 2],
    s: Constant<M>,
    turn: usize,
) -> [V; 4] {
    let ([a1, b1], [a2, b2]) = (unturn(zero, first, s.negated(), turn), unturn(zero, second, s, turn));
    // 4 r2 and 4 r3 are s times differences of the pairs.
    let (r2, r3) = ((b2 - b1).barrett_multiply(s), (a1 - a2).barrett_multiply(s));
    [a1 + a2, b1 + b2, r2, r3]
}

/// Returns plain - s scaled and plain + s scaled.
#[inline(always)]
fn with_traces<V: I16Vector, M: Modulus>(plain: V, scaled: Option<V>, s: Constant<M>) -> [V; 2] {
    match scaled {
        Some(scaled) => {
            let scaled = scaled.barrett_multiply(s);
            [plain - scaled, plain + scaled]
        }
        None => [plain, plain],
    }
}

/// Returns a + b y times y^-turn modulo y^2 - trace y + 1, where trace^2 = 2; reduced.
#[inline(always)]
fn unturn<V: I16Vector, M: Modulus>(zero: V, [a, b]: [V; 2], trace: Constant<M>, turn: usize) -> [V; 2] {
    let [a, b] = if turn < 4 { [a, b] } else { [zero - a, zero - b] };
    let result = match turn % 4 {
        0 => [a, b],
        1 => [b + a.barrett_multiply(trace), zero - a],
        2 => [a + b.barrett_multiply(trace), zero - (b + a.barrett_multiply(trace))],
        _ => [b, zero - (a + b.barrett_multiply(trace))],
    };
    [result[0].barrett_reduce::<M>(), result[1].barrett_reduce::<M>()]
}
