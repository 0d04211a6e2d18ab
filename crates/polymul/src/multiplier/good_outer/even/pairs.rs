//! The pairs of a truncated dimension: maps modulo z^4 + 1 = (z^2 + s z + 1)(z^2 - s z + 1).
//!
//! [`even`](super) states the bounds and the sources.

use crate::modular::{Constant, Modulus};
use crate::simd::I16Vector;

/// Returns (a + b y + c y^2) y^`turn` modulo y^2 + s y + 1 and modulo y^2 - s y + 1.
#[inline(always)]
pub(super) fn forward_pairs<V: I16Vector, M: Modulus>(
    zero: V,
    [a, b, c]: [V; 3],
    s: Constant<M>,
    turn: usize,
) -> [[V; 2]; 2] {
    // y^4 = -1.
    let [a, b, c] = if turn < 4 { [a, b, c] } else { [zero - a, zero - b, zero - c] };
    // The coefficients of 1 and y. Each is a part without the factor s, plus a multiple of the
    // trace (if there is one).
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
/// modulo y^4 + 1, whose pairs are given times y^`turn`.
#[inline(always)]
pub(super) fn inverse_pairs<V: I16Vector, M: Modulus>(
    zero: V,
    [first, second]: [[V; 2]; 2],
    s: Constant<M>,
    turn: usize,
) -> [V; 4] {
    let ([a1, b1], [a2, b2]) = (unturn(zero, first, s.negated(), turn), unturn(zero, second, s, turn));
    // 4 r2 and 4 r3 are s times differences of the two pairs.
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

/// Returns (a + b y) y^-turn modulo y^2 - trace y + 1, where trace^2 = 2, reduced.
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
