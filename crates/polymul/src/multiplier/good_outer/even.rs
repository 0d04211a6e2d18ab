//! The dimension u2: a power of two, as far as the ring has roots for it.
//!
//! | kind | R\[u2\] modulo | places |
//! | --- | --- | --- |
//! | [`Even::Two`] | u2^2 - 1 | u2 = 1, -1 |
//! | [`Even::Four`] | u2^4 - 1 | u2 = 1, -1, i, -i |
//! | [`Even::Gaussian`] | u2^4 - 1 | u2 = 1, -1; modulo u2^2 + 1 |
//! | [`Even::Eighth`] | (z^2 - 1)(z^4 + 1) | z = 1, -1; modulo z^2 + s z + 1; modulo z^2 - s z + 1, where s^2 = 2 |
//!
//! The last one is truncated: of z^8 - 1 it lacks the factor z^2 + 1. It has no Good-Thomas: with m = n0 n1 and z = x^(16 m), chunk
//! c + m k is the coefficient of z^k in column c, and x^16 is y^5 times the other roots of unity, where y is the image of z: as
//! 5 m is 1 modulo 8, x^(16 m) is y. So column c comes times y^(5 c). Of the six coefficients an operand has three.
//!
//! Modulo y^2 - a y + 1 with a^2 = 2 the powers of y are 1, y, a y - 1, y - a, and the negatives of these.
//!
//! Source: Bruun (1978) for the factors of z^4 + 1; van der Hoeven (2004) for truncation.

use crate::modular::{Constant, Modulus};
use crate::simd::I16Vector;

/// The kinds, with the roots that they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Even<M> {
    /// u2 = 1 and -1.
    Two,
    /// u2 = 1, -1, i and -i, with the constant i, a root of -1.
    Four(Constant<M>),
    /// u2 = 1 and -1, and the rest of u2^4 - 1 as it is.
    Gaussian,
    /// The truncation of z^8 - 1, with the constant s, a root of 2.
    Eighth(Constant<M>),
}

/// The most places of a column.
pub(super) const MOST: usize = 6;

impl<M: Modulus> Even<M> {
    /// The places of a column.
    pub const fn length(&self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four(_) | Self::Gaussian => 4,
            Self::Eighth(_) => 6,
        }
    }

    /// How many pairs of places belong to one quadratic factor: the last ones.
    pub const fn pairs(&self) -> usize {
        match self {
            Self::Two | Self::Four(_) => 0,
            Self::Gaussian => 1,
            Self::Eighth(_) => 2,
        }
    }

    /// Whether places of a column are chunks by Good-Thomas.
    pub(super) const fn is_cyclic(&self) -> bool {
        !matches!(self, Self::Eighth(_))
    }

    /// The coefficient a of a pair modulo y^2 - a y + 1.
    pub(super) const fn trace(&self, pair: usize) -> Constant<M> {
        match (self, pair) {
            (Self::Eighth(s), 0) => s.negated(),
            (Self::Eighth(s), _) => *s,
            _ => Constant::ZERO,
        }
    }

    /// What x^16 is at a place, up to the roots of the other dimensions: this number, times y in pairs.
    pub(super) const fn root(&self, place: usize) -> i64 {
        match (self, place) {
            (Self::Four(i), 2) => i.value as i64,
            (Self::Four(i), 3) => -(i.value as i64),
            // y^5 = -y.
            (_, 1) | (Self::Eighth(_), 2..) => -1,
            _ => 1,
        }
    }

    /// What [`inverse`](Self::inverse) leaves.
    pub(super) const fn factor(&self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four(_) | Self::Gaussian | Self::Eighth(_) => 4,
        }
    }

    /// From the chunks of the column whose first one is chunk `column` to its places, the first [`length`](Self::length) vectors of both. Outputs are not reduced.
    #[inline(always)]
    pub(super) fn forward<V: I16Vector>(&self, zero: V, inputs: [V; MOST], column: usize) -> [V; MOST] {
        let [a, b, c, d, e, f] = inputs;
        match self {
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
            Self::Eighth(s) => {
                let turn = 5 * column % 8;
                let even = a + c;
                let linear = [even + b, if turn.is_multiple_of(2) { even - b } else { b - even }];
                // y^4 = -1.
                let [a, b, c] = if turn < 4 { [a, b, c] } else { [zero - a, zero - b, zero - c] };
                // a + b y + c y^2 times y^turn: coefficients 1 and y, each without a factor s and with it for the trace s, if there is one.
                let (low, low_scaled, high, high_scaled) = match turn % 4 {
                    0 => (a - c, None, b, Some(c)),
                    1 => (zero - b, Some(zero - c), a + c, Some(b)),
                    2 => (zero - (a + c), Some(zero - b), b, Some(a)),
                    _ => (zero - b, Some(zero - a), a - c, None),
                };
                let ([low_minus, low_plus], [high_minus, high_plus]) =
                    (with_traces(low, low_scaled, *s), with_traces(high, high_scaled, *s));
                [linear[0], linear[1], low_minus, high_minus, low_plus, high_plus]
            }
        }
    }

    /// Back from its places to the chunks of the column whose first one is chunk `column`, times [`factor`](Self::factor). Outputs are not reduced.
    #[inline(always)]
    pub(super) fn inverse<V: I16Vector>(&self, zero: V, inputs: [V; MOST], column: usize) -> [V; MOST] {
        let [a, b, c, d, e, f] = inputs;
        match self {
            Self::Two => [a + b, a - b, c, d, e, f],
            Self::Four(i) => {
                let (even, odd) = ([a + b, c + d], [a - b, (c - d).barrett_multiply(i.negated())]);
                [even[0] + even[1], odd[0] + odd[1], even[0] - even[1], odd[0] - odd[1], e, f]
            }
            Self::Gaussian => {
                let (even, odd) = ([a + b, c + c], [a - b, d + d]);
                [even[0] + even[1], odd[0] + odd[1], even[0] - even[1], odd[0] - odd[1], e, f]
            }
            Self::Eighth(s) => {
                let turn = 5 * column % 8;
                let (even, odd) = if turn.is_multiple_of(2) { (a + b, a - b) } else { (a - b, a + b) };
                let ([a1, b1], [a2, b2]) = (unturn(zero, [c, d], s.negated(), turn), unturn(zero, [e, f], *s, turn));
                // With P = p0 + … + p5 z^5: 4 p2 and 4 p3 are s times differences of the pairs, and the rest follows from sums.
                let (p2, p3) = ((b2 - b1).barrett_multiply(*s), (a1 - a2).barrett_multiply(*s));
                let (a, b) = (a1 + a2, b1 + b2);
                [even + a, (odd + b) - p3, p2, p3, (even - a) - p2, odd - b]
            }
        }
    }
}

/// plain - s scaled and plain + s scaled.
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

/// a + b y times y^-turn modulo y^2 - trace y + 1, where trace^2 = 2; reduced.
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
