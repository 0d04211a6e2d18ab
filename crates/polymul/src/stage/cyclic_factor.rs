//! A cyclic factor of small degree beside a large modulus: Chinese remainders that take a few additions a coefficient.
//!
//! ```text
//! R[x]/((x^n + 1)(x^64 - 1)) -> R[x]/(x^n + 1) x R[x]/(x^64 - 1),   64 a divisor of n
//! ```
//!
//! x^n + 1 is 2 modulo x^64 - 1. So the polynomial whose remainders are a and b is a + (x^n + 1) t, with t = (b - a mod (x^64 - 1))/2:
//! its lowest coefficients are those of a + t, its highest ones are t.
//!
//! The product modulo x^64 - 1 is that of four chunks by four: chunk k is the sum of the outer products of a_j with the rows
//! (b_(k - j - 1) | b_(k - j)), indices modulo 4, in 32 bits with one reduction.
//!
//! Bounds: operands centred, or transformed operands and cyclic products reduced; sums of 64 products of 0.64 q below 2^31 for q < 8,000; t is
//! below 1.1 q.
//!
//! Source: Hwang, Liu, Yang (2024; long version), section 7, has this modulus for Z_7879\[x\]/(x^1277 - x - 1).

use crate::modular::{Constant, Modulus, inverse, summable};
use crate::simd::{CHUNK, I16Vector, Shape, Simd};

/// Chunks of a residue modulo x^64 - 1.
pub const CHUNKS: usize = 4;
/// The degree of the factor.
pub const DEGREE: usize = CHUNKS * CHUNK;

/// The remainder of `source` modulo x^64 - 1, reduced. The length of `source` is a multiple of 64.
#[inline(always)]
pub fn remainder<S: Simd, M: Modulus>(
    simd: S,
    source: &[S::Coefficient],
    result: &mut [[S::Coefficient; CHUNK]; CHUNKS],
) {
    let lanes = S::Shape::LANES;
    for start in (0..DEGREE).step_by(lanes) {
        let mut sum = simd.splat(0);
        for (k, block) in source.chunks_exact(DEGREE).enumerate() {
            sum = sum + simd.load(&block[start..]);
            if k % (summable::<M>() - 1) == summable::<M>() - 2 {
                sum = sum.barrett_reduce::<M>();
            }
        }
        simd.store(sum.barrett_reduce::<M>(), &mut result.as_flattened_mut()[start..]);
    }
}

/// The product modulo x^64 - 1, times 2^-16, in the place of `a`.
#[inline(always)]
pub fn multiply<S: Simd, M: Modulus>(
    simd: S,
    a: &mut [[S::Coefficient; CHUNK]; CHUNKS],
    b: &[[S::Coefficient; CHUNK]; CHUNKS],
) {
    let mut rows = [simd.zero_rows(); CHUNKS];
    for d in 0..CHUNKS {
        simd.window_rows(&b[(d + CHUNKS - 1) % CHUNKS], &b[d], &mut rows[d]);
    }
    let [row_0, row_1, row_2, row_3] = &rows;
    let factors = [&a[0], &a[1], &a[2], &a[3]];
    *a = [
        simd.outer_product::<M, CHUNKS>(factors, [row_0, row_3, row_2, row_1]),
        simd.outer_product::<M, CHUNKS>(factors, [row_1, row_0, row_3, row_2]),
        simd.outer_product::<M, CHUNKS>(factors, [row_2, row_1, row_0, row_3]),
        simd.outer_product::<M, CHUNKS>(factors, [row_3, row_2, row_1, row_0]),
    ];
}

/// Makes of the remainder modulo x^n + 1 times `factor`, in the first n coefficients of `product`, and of `b`, the remainder modulo x^64 - 1, the polynomial
/// times `factor`, of n + 64 coefficients.
#[inline(always)]
pub fn combine<S: Simd, M: Modulus>(
    simd: S,
    b: &[[S::Coefficient; CHUNK]; CHUNKS],
    factor: i64,
    product: &mut [S::Coefficient],
    n: usize,
) {
    let half = inverse(2, M::Q as i64);
    let (of_a, of_b) = (Constant::<M>::new(-half), Constant::<M>::new(half * factor));
    let mut of_product = [[S::ZERO; CHUNK]; CHUNKS];
    remainder::<S, M>(simd, &product[..n], &mut of_product);
    let (of_product, b) = (of_product.as_flattened(), b.as_flattened());
    for start in (0..DEGREE).step_by(S::Shape::LANES) {
        let scaled = simd.load(&b[start..]).barrett_multiply(of_b);
        let t = scaled.barrett_multiply_add(simd.load(&of_product[start..]), of_a);
        let lowest = simd.load(&product[start..]) + t;
        simd.store(lowest.barrett_reduce::<M>(), &mut product[start..]);
        simd.store(t.barrett_reduce::<M>(), &mut product[n + start..]);
    }
}
