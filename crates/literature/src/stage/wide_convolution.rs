//! Weighted convolutions of size 16 on 32-bit coefficients, by outer products.
//!
//! ```text
//! R[x]/(x^16 - z) x R[x]/(x^16 - z) -> R[x]/(x^16 - z),   (a, b) -> 2^-32 a b,   R = Z/p
//! ```
//!
//! As in the [`weighted_convolution`](vectru_polymul::stage::weighted_convolution) of 16 bits, each
//! coefficient a_j multiplies a window of 16 consecutive rows of (z b | b). The sums of 16 products
//! are exact in 64 bits. One Montgomery reduction ends each sum and leaves the factor 2^-32.
//!
//! Bounds: requires |a|, |b| <= 2^29.4, so that the sums fit 64 bits. The rows z b are Barrett
//! products.
//!
//! Source: `[CCH+23]`, section 4.4, Algorithm 6.

use crate::stage::residues::Residues;
use vectru_polymul::modular::wide::{WideConstant, WideModulus};
use vectru_polymul::simd::wide::WIDE_ROWS;
use vectru_polymul::simd::{self, CHUNK, I32Vector, Simd};

use super::residues::Wide;

/// Computes the products of `GROUP` chunks: `product[i] = 2^-32 a[i] b[i] mod (x^16 - weights[i])`.
/// `rows` is working memory: the rows of all chunks are stored before the first of them is read.
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
        for start in (0..CHUNK).step_by(simd.wide_lanes()) {
            let vector = <Wide<P> as Residues<S>>::load(simd, &b[i][start..]);
            vector.barrett_multiply(weights[i]).store(&mut rows[i][start..]);
            vector.store(&mut rows[i][CHUNK + start..]);
        }
    }
    for i in 0..GROUP {
        S::I32::outer_product::<P>(simd, &a[i], &rows[i], &mut product[i]);
    }
}
