//! Radix-(3, 2): the transform of length 6, by transforms of lengths 3 and 2.
//!
//! ```text
//! R[u1, u2]/(u1^3 - 1, u2^2 - 1) -> prod_(i1 < 3, i2 < 2) R[u1, u2]/(u1 - w^i1, u2 - (-1)^i2)
//! w of order 3
//! ```
//!
//! The lengths are coprime, so there are no twiddle factors between the two dimensions. The
//! transform of length 3 needs one product: see [`radix_3`](vectru_polymul::stage::radix_3).
//!
//! Operations on a row of six chunks: two products and six Barrett reductions for each lane.
//!
//! Bounds, for q = 4591: requires |x| <= 2926, the largest Barrett-reduced value; outputs are
//! reduced again.
//!
//! Sources: `[AHY22]`, section 2.6, as in `[HLY24]`, section 4.4, and `[CCH+23]`, section 5.3.2.

use vectru_polymul::modular::{Constant, Modulus};
use vectru_polymul::simd::{CHUNK, I16Vector, Simd, unroll};
use vectru_polymul::stage::radix_3::radix_3;

/// Transforms a row of six places, in place. Place 2 i1 + i2 holds input (i1, i2), and output
/// (i1, i2) afterwards.
///
/// A place is one chunk, or several chunks side by side (`row.len() / 6` coefficients), each of
/// which is transformed.
#[inline(always)]
pub fn radix_3_2<S: Simd, M: Modulus>(simd: S, row: &mut [S::Coefficient], root: Constant<M>) {
    let place = row.len() / 6;
    if place < simd.lanes() {
        return both_halves(simd, row, root);
    }
    for start in (0..place).step_by(simd.lanes()) {
        let (mut evens, mut odds) = ([simd.splat(0); 3], [simd.splat(0); 3]);
        unroll!(S::Shape, i1 < 3, {
            evens[i1] = simd.load(&row[2 * i1 * place + start..]);
            odds[i1] = simd.load(&row[(2 * i1 + 1) * place + start..]);
        });
        let (evens, odds) = (radix_3(evens, root), radix_3(odds, root));
        unroll!(S::Shape, i1 < 3, {
            let (even, odd) = (evens[i1], odds[i1]);
            simd.store((even + odd).barrett_reduce::<M>(), &mut row[2 * i1 * place + start..]);
            simd.store((even - odd).barrett_reduce::<M>(), &mut row[(2 * i1 + 1) * place + start..]);
        });
    }
}

/// Transforms a row of six chunks on vectors of two chunks, (i1, 0) and (i1, 1): the transform of
/// length 2 is a butterfly between the halves of a vector.
#[inline(always)]
fn both_halves<S: Simd, M: Modulus>(simd: S, row: &mut [S::Coefficient], root: Constant<M>) {
    assert_eq!((row.len(), simd.lanes()), (6 * CHUNK, 2 * CHUNK), "a vector holds two chunks of the row");
    let mut columns = [simd.splat(0); 3];
    unroll!(S::Shape, i1 < 3, {
        columns[i1] = simd.load(&row[2 * i1 * CHUNK..]);
    });
    let columns = radix_3(columns, root);
    unroll!(S::Shape, i1 < 3, {
        simd.store(columns[i1].half_butterfly().barrett_reduce::<M>(), &mut row[2 * i1 * CHUNK..]);
    });
}
