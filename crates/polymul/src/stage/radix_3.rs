//! Radix 3: the transform of length 3, by one product.
//!
//! ```text
//! R[u]/(u^3 - 1) -> prod_(i < 3) R[u]/(u - w^i),   w of order 3
//! (a, b, c)      -> (a + b + c, a - c + t, a - b - t),   t = w (b - c)
//! ```
//!
//! One product is enough, because 1 + w + w^2 = 0.
//!
//! Bounds: outputs are not reduced. Output 0 is the sum of three inputs, the others are sums of two
//! inputs and a Barrett product.
//!
//! Sources: `[DV78]`, equation 8, for one product instead of two, as in `[HLY24]`, section 4.3, and
//! `[HY22]`, equation 5, as in `[CCH+23]`, section 5.3.1.

use crate::modular::{Constant, Modulus};
use crate::simd::I16Vector;

/// Returns the transform of length 3, in each lane, for the cube root of unity `root`.
#[inline(always)]
pub fn radix_3<V: I16Vector, M: Modulus>([a, b, c]: [V; 3], root: Constant<M>) -> [V; 3] {
    let rotated = (b - c).barrett_multiply(root);
    [a + b + c, (a - c) + rotated, (a - b) - rotated]
}
