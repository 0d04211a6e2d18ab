//! Infinity and zero: the coefficients of a product at both ends, which let a cyclic product be shorter than the product.
//!
//! ```text
//! R[x]_(< 1521) -> R[x]/(x^1440 - 1) x R^80 x R,   c -> (c mod x^1440 - 1, (c_1441, …, c_1520), c_0)
//! ```
//!
//! is an isomorphism: modulo x^1440 - 1 the coefficients c_1440 to c_1520 fall onto c_0 to c_80, and what the other two
//! components know takes them apart: c_k - c_(k + 1440) for k > 0, and c_1440 = (c_0 + c_1440) - c_0. In the language of
//! Toom-Cook these are the value at 0, and the value at infinity with multiplicity 80.
//!
//! An operand a of degree 760 keeps (a_0, a_681, …, a_760): a coefficient c_(1440 + k) is the sum of a_i b_j over
//! i + j = 1440 + k, for k > 0 over i, j > 680 only. Chunk m of these 80 is a sum of 5 - m outer products. In all that
//! is 15 products of chunks, and one for c_0, where six chunks more would be needed to avoid the wraparound.
//!
//! The idea of evaluation at infinity is Toom's (1963) and Cook's (1966); its use to shorten a Good-Thomas transform
//! is ours.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Shape, Simd};

/// Chunks that an operand keeps: a_0, a_681 to a_760, zeros. A product has c_1441 to c_1520, c_0, and 15 numbers without
/// meaning.
pub const CHUNKS: usize = 6;

/// Chunks of coefficients at infinity.
const HIGH: usize = 5;

/// What the wraparound reaches: the length of the cyclic product.
const LENGTH: usize = 1440;

/// The first coefficient of an operand that is kept, less one.
const BASE: usize = LENGTH / 2 - 40;

/// Keeps in `ends`, [`CHUNKS`] chunks, the ends of `operand`, which has 768 coefficients, zero from 761 on.
#[inline(always)]
pub fn keep_ends<S: Simd>(simd: S, operand: &[S::Coefficient], ends: &mut [[S::Coefficient; CHUNK]]) {
    let simd = simd.narrow();
    let lanes = <<S as Simd>::Narrow as Simd>::Shape::LANES;
    let (ends, kept) = (ends.as_flattened_mut(), &operand[BASE..]);
    simd.store(simd.splat(0), &mut ends[CHUNKS * CHUNK - lanes..]);
    for start in (0..kept.len() - lanes).step_by(lanes) {
        simd.store(simd.load(&kept[start..]), &mut ends[start..]);
    }
    simd.store(simd.load(&kept[kept.len() - lanes..]), &mut ends[kept.len() - lanes..]);
    ends[0] = operand[0];
}

/// The ends of the product, times 2^-16, of operands whose ends are `a` and `b`, in the place of `a`.
#[inline(always)]
pub fn multiply_ends<S: Simd, M: Modulus>(simd: S, a: &mut [[S::Coefficient; CHUNK]], b: &[[S::Coefficient; CHUNK]]) {
    let zero = [S::ZERO; CHUNK];
    // Row 0 of rows[4], b_0, is one that outer products do not read.
    let mut rows = [simd.zero_rows(); HIGH];
    for d in 0..HIGH {
        simd.window_rows(&b[4 - d], &b[5 - d], &mut rows[d]);
    }
    let mut lowest = simd.zero_rows();
    simd.window_rows(&zero, &b[0], &mut lowest);
    let (factors, _) = a.as_flattened()[1..].as_chunks();
    let [a0, a1, a2, a3, a4] = [&factors[0], &factors[1], &factors[2], &factors[3], &factors[4]];
    let [r0, r1, r2, r3, r4] = &rows;
    let product = [
        simd.outer_product::<M, 5>([a0, a1, a2, a3, a4], [r0, r1, r2, r3, r4]),
        simd.outer_product::<M, 4>([a1, a2, a3, a4], [r0, r1, r2, r3]),
        simd.outer_product::<M, 3>([a2, a3, a4], [r0, r1, r2]),
        simd.outer_product::<M, 2>([a3, a4], [r0, r1]),
        simd.outer_product::<M, 1>([a4], [r0]),
        // Coefficient 0 of the product of (a_0, …) and (b_0, …) is a_0 b_0; the others have no meaning.
        simd.outer_product::<M, 1>([&a[0]], [&lowest]),
    ];
    a.copy_from_slice(&product);
}

/// Takes apart what fell together in `product`, whose first 1440 coefficients are those of the cyclic product times
/// `factor`, by the ends of the product, which get the same factor: all 1521 coefficients times `factor`.
#[inline(always)]
pub fn unwrap_ends<S: Simd, M: Modulus>(
    simd: S,
    ends: &[[S::Coefficient; CHUNK]],
    factor: Constant<M>,
    product: &mut [S::Coefficient],
) {
    let simd = simd.narrow();
    let lanes = <<S as Simd>::Narrow as Simd>::Shape::LANES;
    let mut lowest = [S::ZERO; CHUNK];
    for start in (0..CHUNK).step_by(lanes) {
        let scaled = simd.load(&ends[HIGH][start..]).barrett_multiply(factor);
        simd.store(scaled, &mut lowest[start..]);
    }
    // c_1440; what stands behind it is overwritten.
    let highest = simd.load(product) - simd.load(&lowest);
    simd.store(highest.barrett_reduce::<M>(), &mut product[LENGTH..]);
    let ends = ends.as_flattened();
    for start in (0..HIGH * CHUNK).step_by(lanes) {
        let high = simd.load(&ends[start..]).barrett_multiply(factor);
        simd.store(high, &mut product[LENGTH + 1 + start..]);
        let low = simd.load(&product[1 + start..]) - high;
        simd.store(low, &mut product[1 + start..]);
    }
    product[0] = lowest[0];
}
