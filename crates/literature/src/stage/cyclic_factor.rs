//! A cyclic factor of small degree beside a large modulus: Chinese remainders that cost a few
//! additions for each coefficient.
//!
//! ```text
//! R[x]/((x^n + 1)(x^64 - 1)) -> R[x]/(x^n + 1) x R[x]/(x^64 - 1),   64 a divisor of n
//! ```
//!
//! Modulo x^64 - 1, the factor x^n + 1 is 2. So the polynomial with the remainders a and b is
//!
//! ```text
//! a + (x^n + 1) t,   t = (b - a mod (x^64 - 1)) / 2
//! ```
//!
//! Its lowest 64 coefficients are the lowest 64 of a + t, its highest 64 are t, and the others are
//! the coefficients of a.
//!
//! The product modulo x^64 - 1 is a product of four chunks by four: chunk k is the sum over j of
//! the outer products of a_j with the rows (b_(k - j - 1) | b_(k - j)), indices modulo 4, in 32
//! bits with one reduction.
//!
//! Bounds: requires centred or Barrett-reduced coefficients. The sums of 64 products of magnitudes
//! up to 0.64 q are below 2^31 for q < 8000; |t| < 1.1 q; results are Barrett-reduced, except that
//! products are Montgomery-reduced.
//!
//! Source: `[CCH+23]`, section 7 and Table 12, for this modulus with n = 2496, in the ring of
//! sntrup1277.

use vectru_polymul::modular::{Constant, Modulus, inverse, summable};
use vectru_polymul::simd::{CHUNK, I16Vector, Simd};

/// Chunks of a residue modulo x^64 - 1.
pub const CHUNKS: usize = 4;
/// The degree of the factor x^64 - 1.
pub const DEGREE: usize = CHUNKS * CHUNK;

/// Writes the remainder of `source` modulo x^64 - 1, Barrett-reduced, to `result`. Requires a
/// length of `source` that is a multiple of 64.
#[inline(always)]
pub fn remainder<S: Simd, M: Modulus>(
    simd: S,
    source: &[S::Coefficient],
    result: &mut [[S::Coefficient; CHUNK]; CHUNKS],
) {
    let lanes = simd.lanes();
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

/// Replaces `a` by 2^-16 a b modulo x^64 - 1.
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

/// Recovers the polynomial c of n + 64 coefficients, times `factor`, from its remainders.
///
/// The first n coefficients of `product` are `factor` times c modulo x^n + 1, and `b` is c modulo
/// x^64 - 1. Writes n + 64 coefficients to `product`.
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
    for start in (0..DEGREE).step_by(simd.lanes()) {
        let scaled = simd.load(&b[start..]).barrett_multiply(of_b);
        let t = scaled.barrett_multiply_add(simd.load(&of_product[start..]), of_a);
        let lowest = simd.load(&product[start..]) + t;
        simd.store(lowest.barrett_reduce::<M>(), &mut product[start..]);
        simd.store(t.barrett_reduce::<M>(), &mut product[n + start..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Q7879, centred};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::{self, assert_congruent, residues};

    const Q: i64 = Q7879::Q as i64;

    fn wide(polynomial: &[i16]) -> std::vec::Vec<i64> {
        polynomial.iter().map(|&c| c.into()).collect()
    }

    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        let source = residues(16 * DEGREE, 1, Q);
        let mut found = [[0; CHUNK]; CHUNKS];
        // The sum of so many residues of the largest magnitude needs reductions in between.
        for source in [std::vec![Q7879::Q / 2; 16 * DEGREE], source] {
            remainder::<_, Q7879>(simd, &source, &mut found);
            assert_congruent(found.as_flattened(), samples::remainder(&wide(&source), DEGREE, 1), Q);
        }

        let (mut a, b) = (found, [0, 1, 2, 3].map(|chunk| *residues(CHUNK, 7 + chunk, Q).as_array().expect("a chunk")));
        let expected = samples::remainder(&samples::product(a.as_flattened(), b.as_flattened()), DEGREE, 1);
        multiply::<_, Q7879>(simd, &mut a, &b);
        let radix = inverse(1 << 16, Q);
        assert_congruent(a.as_flattened(), expected.iter().map(|&c| centred(c, Q) * radix), Q);

        let (n, factor) = (2 * DEGREE, 1000);
        let polynomial = wide(&residues(n + DEGREE, 3, Q));
        let mut product: std::vec::Vec<i16> =
            samples::remainder(&polynomial, n, -1).iter().map(|&c| centred(factor * c, Q) as i16).collect();
        product.resize(n + DEGREE, 1);
        let mut of_factor = [[0; CHUNK]; CHUNKS];
        for (c, residue) in of_factor.as_flattened_mut().iter_mut().zip(samples::remainder(&polynomial, DEGREE, 1)) {
            *c = centred(residue, Q) as i16;
        }
        combine::<_, Q7879>(simd, &of_factor, factor, &mut product, n);
        assert_congruent(&product, polynomial.iter().map(|&c| factor * c), Q);
    }

    #[test]
    fn remainders_products_and_combination_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
