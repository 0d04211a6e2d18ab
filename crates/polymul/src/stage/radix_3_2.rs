//! Radix-(3, 2): the transform of length 6 as transforms of lengths 3 and 2, without twiddle factors.
//!
//! ```text
//! R[u1, u2]/(u1^3 - 1, u2^2 - 1) -> prod_(i1, i2) R[u1, u2]/(u1 - w^i1, u2 - (-1)^i2),   w^3 = 1
//! ```
//!
//! The transform of length 3 of (a, b, c) takes one multiplication, because 1 + w + w^2 = 0 (Dubois and
//! Venetsanopoulos 1978, equation 8): with t = w (b - c), it is (a + b + c, a - c + t, a - b - t).
//!
//! Bounds: inputs up to 2926; outputs are Barrett-reduced, below 2926.
//!
//! Source: Hwang, Liu, Yang (2024), sections 4.3 and 4.4.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Shape, Simd};

/// The transform of length 3 with the cube root of unity `root`. Outputs are not reduced: the sums of three
/// inputs, or two inputs and a Barrett product.
#[inline(always)]
pub fn radix_3<V: I16Vector, M: Modulus>([a, b, c]: [V; 3], root: Constant<M>) -> [V; 3] {
    let rotated = (b - c).barrett_multiply(root);
    [a + b + c, (a - c) + rotated, (a - b) - rotated]
}

/// The transform of length 6 over `row`, which holds chunk (i1, i2) at place 2 i1 + i2, each place being one chunk or
/// several side by side (`row.len() / 6` coefficients). In place.
#[inline(always)]
pub fn radix_3_2<S: Simd, M: Modulus>(simd: S, row: &mut [S::Coefficient], root: Constant<M>) {
    let place = row.len() / 6;
    if place < S::Shape::LANES {
        return both_halves(simd, row, root);
    }
    for start in (0..place).step_by(S::Shape::LANES) {
        let (mut evens, mut odds) = ([simd.splat(0); 3], [simd.splat(0); 3]);
        for i1 in 0..3 {
            evens[i1] = simd.load(&row[2 * i1 * place + start..]);
            odds[i1] = simd.load(&row[(2 * i1 + 1) * place + start..]);
        }
        let (evens, odds) = (radix_3(evens, root), radix_3(odds, root));
        for i1 in 0..3 {
            let (even, odd) = (evens[i1], odds[i1]);
            simd.store((even + odd).barrett_reduce::<M>(), &mut row[2 * i1 * place + start..]);
            simd.store((even - odd).barrett_reduce::<M>(), &mut row[(2 * i1 + 1) * place + start..]);
        }
    }
}

/// The same where one vector holds the chunks (i1, 0) and (i1, 1): the transform of length 2 is between its halves.
#[inline(always)]
fn both_halves<S: Simd, M: Modulus>(simd: S, row: &mut [S::Coefficient], root: Constant<M>) {
    assert_eq!((row.len(), S::Shape::LANES), (6 * CHUNK, 2 * CHUNK), "a vector holds two chunks of the row");
    let mut columns = [simd.splat(0); 3];
    for i1 in 0..3 {
        columns[i1] = simd.load(&row[2 * i1 * CHUNK..]);
    }
    let columns = radix_3(columns, root);
    for i1 in 0..3 {
        simd.store(columns[i1].half_butterfly().barrett_reduce::<M>(), &mut row[2 * i1 * CHUNK..]);
    }
}
