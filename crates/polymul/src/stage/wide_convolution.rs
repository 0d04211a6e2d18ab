//! Weighted convolutions of size 16 on 32-bit coefficients.
//!
//! ```text
//! R[x]/(x^16 - z) x R[x]/(x^16 - z) -> R[x]/(x^16 - z),   (a, b) -> 2^-32 a b,   R = Z/p
//! ```
//!
//! as the [`weighted_convolution`](super::weighted_convolution) of 16 bits: outer products over the rows (z b | b), with
//! sums of 16 products in 64 bits and one Montgomery reduction of each.
//!
//! Bounds: the sums stay in 64 bits for operands up to 2^29.4; the rows (z b) are reduced.

use super::residues::{Residues, Wide};
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{self, CHUNK, I32Vector, Simd};

/// The products modulo x^16 - z for each z of `weights`; the rows of a group are stored before one is read.
#[inline(always)]
pub fn wide_convolutions<S: Simd, P: WideModulus, const GROUP: usize>(
    simd: S,
    a: &[[simd::Wide<S>; CHUNK]; GROUP],
    b: &[[simd::Wide<S>; CHUNK]; GROUP],
    weights: &[WideConstant<P>; GROUP],
    rows: &mut [[simd::Wide<S>; WIDE_ROWS]; GROUP],
    product: &mut [[simd::Wide<S>; CHUNK]; GROUP],
) {
    for i in 0..GROUP {
        for start in (0..CHUNK).step_by(S::I32::LANES) {
            let vector = <Wide<P> as Residues<S>>::load(simd, &b[i][start..]);
            vector.barrett_multiply(weights[i]).store(&mut rows[i][start..]);
            vector.store(&mut rows[i][CHUNK + start..]);
        }
    }
    for i in 0..GROUP {
        S::I32::outer_product::<P>(simd, &a[i], &rows[i], &mut product[i]);
    }
}
