//! Radix-27: the transform of length 27, by nine transforms of length 3 and three of length 9.
//!
//! ```text
//! R[x]/(x^27 - 1) -> prod_(i < 3) R[x]/(x^9 - w^(9 i)) -> prod_(j < 27) R[x]/(x - w^j)
//! w of order 27
//! ```
//!
//! Write i = i0 + 9 i1 for the index of an input and j = j0 + 3 j1 for the index of an output. The
//! first layer transforms over i1, the twiddle factors w^(i0 j0) follow, and the second layer
//! transforms over i0.
//!
//! Operations: 55 products, one for each of nine transforms of length 3, 16 by twiddle factors and
//! ten for each of three transforms of length 9; and 26 Barrett reductions.
//!
//! Bounds: requires |x| <= 10,900; the transforms of length 9 have Barrett products and
//! Barrett-reduced values as inputs.
//!
//! Source: `[CT65]`; the transforms are [`radix_3`] and [`radix_9`].

use super::radix_3::radix_3;
use super::radix_9::{Radix9, radix_9};
use crate::modular::{Constant, Modulus, power};
use crate::simd::I16Vector;

/// The constants of a transform of length 27.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix27<M> {
    /// w^9, the cube root of unity.
    cube: Constant<M>,
    /// The transform of length 9, for w^3.
    ninth: Radix9<M>,
    /// w^(i0 j0) for j0 = 1 and 2.
    twiddles: [[Constant<M>; 9]; 2],
}

impl<M: Modulus> Radix27<M> {
    /// Returns the constants for the primitive root of unity `root` of order 27.
    ///
    /// For the inverse root, 1 / `root`, the transform is 27 times the inverse transform.
    pub const fn new(root: i64) -> Self {
        let q = M::Q as i64;
        let mut twiddles = [[Constant::ZERO; 9]; 2];
        let mut index = 0;
        while index < 18 {
            let (row, i0) = (index / 9, index % 9);
            twiddles[row][i0] = Constant::new(power(root, ((row + 1) * i0) as u64, q));
            index += 1;
        }
        Self { cube: Constant::new(power(root, 9, q)), ninth: Radix9::new(power(root, 3, q)), twiddles }
    }
}

/// Returns the transform of length 27, in each lane.
#[inline(always)]
pub fn radix_27<V: I16Vector, M: Modulus>(inputs: [V; 27], table: &Radix27<M>) -> [V; 27] {
    let mut rows = [[inputs[0]; 9]; 3];
    for i0 in 0..9 {
        let [y0, y1, y2] = radix_3([inputs[i0], inputs[i0 + 9], inputs[i0 + 18]], table.cube);
        rows[0][i0] = y0.barrett_reduce::<M>();
        // w^0 is 1.
        rows[1][i0] = if i0 == 0 { y1.barrett_reduce::<M>() } else { y1.barrett_multiply(table.twiddles[0][i0]) };
        rows[2][i0] = if i0 == 0 { y2.barrett_reduce::<M>() } else { y2.barrett_multiply(table.twiddles[1][i0]) };
    }
    let mut outputs = inputs;
    for j0 in 0..3 {
        let row = radix_9(rows[j0], &table.ninth);
        for j1 in 0..9 {
            outputs[j0 + 3 * j1] = row[j1];
        }
    }
    outputs
}
