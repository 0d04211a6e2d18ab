//! The fold: reduction modulo x^p - x - 1 of a product of degree at most 2 p - 2.
//!
//! ```text
//! Z_q[x]_(< 2p - 1) -> Z_q[x]/(x^p - x - 1),   (c_j) -> (c_j + c_(j + p) + c_(j + p - 1))_(j < p)
//! ```
//!
//! because x^(p + i) = x^(i + 1) + x^i; the third term is absent for j = 0. In the same pass, one
//! Barrett product multiplies by a constant and reduces. The constant undoes the factors that the
//! transforms left: the length of the transform, and the Montgomery factor 2^-16.
//!
//! A product over the integers is folded in 32 bits and then reduced modulo q. Its ring may also be
//! Z_q\[x\]/(x^n - 1), where the fold is (c_j) -> (c_j + c_(j + n))_(j < n). There q is a power of
//! two, modulo which a Barrett reduction is the centred residue.
//!
//! Bounds: requires sums of three coefficients below 2^15, or below 2^31 in 32 bits; returns
//! centred coefficients, |c| <= (q - 1)/2 for odd q.
//!
//! Operations for each vector: two additions, one Barrett product, and the centring.

use crate::modular::{Constant, Modulus, Q2048, Q4096, Q4591, Q4621, Q5167, Q6343, Q7177, Q7879, Q8192};
use crate::ring::Ring;
use crate::simd::{CHUNK, Coefficient, I16Vector, I32Vector, Pair, Shape, Simd, Wide};

/// Writes `scale` times the fold of `product` to the first `degree` coefficients of `result`, and
/// zeros to the rest. Overwrites `product[degree - 1]`.
///
/// Requires a length of `result` that is a multiple of the lanes and of a chunk, and at least
/// `degree`, and at least `degree + result.len()` coefficients in `product`.
#[inline(always)]
pub fn fold<S: Simd, M: Modulus>(
    simd: S,
    product: &mut [S::Coefficient],
    degree: usize,
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            let lanes = S::Shape::LANES;
            let step = if const { S::Shape::SHORT } { CHUNK } else { lanes };
            let last = (degree - 1) / step * step;
            // c_(p - 1) is a term of coefficient p - 1, but not the third term of coefficient 0. So
            // the vector (or chunk) of coefficient p - 1 comes first, and then c_(p - 1) becomes
            // zero.
            fold_vectors(simd, product, last, degree, scale, &mut result[last..]);
            product[degree - 1] = S::ZERO;
            fold_vectors(simd, product, 0, degree, scale, &mut result[..last]);
            for padding in &mut result[degree..] {
                *padding = S::ZERO;
            }
        },
    );
}

/// Writes the vectors of the result from coefficient `first` on.
#[inline(always)]
fn fold_vectors<S: Simd, M: Modulus>(
    simd: S,
    product: &[S::Coefficient],
    first: usize,
    degree: usize,
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    let lanes = S::Shape::LANES;
    let own = product[first..].chunks_exact(lanes);
    let above = product[first + degree..].chunks_exact(lanes);
    let beside = product[first + degree - 1..].chunks_exact(lanes);
    if const { S::Shape::SHORT } {
        // The product of a chunk is computed beside the centring of the chunk before it.
        let mut next = scaled_sum(simd, &product[first..], degree, scale);
        let chunks = result.len() / CHUNK;
        for (index, target) in result.chunks_exact_mut(CHUNK).enumerate() {
            let scaled = next;
            if index + 1 < chunks {
                next = scaled_sum(simd, &product[first + CHUNK * (index + 1)..], degree, scale);
            }
            let Pair(low, high) = scaled.centre::<M>();
            simd.store(low, target);
            simd.store(high, &mut target[lanes..]);
        }
        return;
    }
    for (((target, own), above), beside) in result.chunks_exact_mut(lanes).zip(own).zip(above).zip(beside) {
        let sum = simd.load(own) + simd.load(above) + simd.load(beside);
        simd.store(sum.barrett_multiply(scale).centre::<M>(), target);
    }
}

/// Returns `scale` times the first 16 coefficients of the fold, in two vectors.
#[inline(always)]
fn scaled_sum<S: Simd, M: Modulus>(
    simd: S,
    product: &[S::Coefficient],
    degree: usize,
    scale: Constant<M>,
) -> Pair<S::I16> {
    let (own, above, beside) = (product, &product[degree..], &product[degree - 1..]);
    let high = S::Shape::LANES;
    let sums = Pair(
        simd.load(own) + simd.load(above) + simd.load(beside),
        simd.load(&own[high..]) + simd.load(&above[high..]) + simd.load(&beside[high..]),
    );
    sums.barrett_multiply(scale)
}

/// Writes the fold of `product` modulo x^n - 1, with n = `degree`, to `result`: its centred
/// coefficients modulo a power of two, and zeros from the degree on.
///
/// Requires sums of two coefficients below 2^15, a length of `result` that is a multiple of the
/// lanes and at least `degree`, and at least `degree + result.len()` coefficients in `product`.
/// Returns |c| <= q/2.
#[inline(always)]
pub fn fold_cyclic<S: Simd, M: Modulus>(
    simd: S,
    product: &[S::Coefficient],
    degree: usize,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            for start in (0..result.len()).step_by(S::Shape::LANES) {
                let sum = simd.load(&product[start..]) + simd.load(&product[degree + start..]);
                simd.store(sum.barrett_reduce::<M>(), &mut result[start..]);
            }
            result[degree..].fill(S::ZERO);
        },
    );
}

/// A modulus to which 32-bit integers can be reduced.
pub trait Residues: Modulus {
    /// Returns the centred residues of the lanes of `low`, then of those of `high`.
    fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16;
}

/// Implements [`Residues`] for odd moduli, by Montgomery reductions.
macro_rules! odd {
    ($($modulus:ty),*) => {$(
        impl Residues for $modulus {
            #[inline(always)]
            fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16 {
                let montgomery = const { Constant::<Self>::new(1 << 16) };
                S::I32::narrow::<Self>(low, high).barrett_multiply(montgomery).centre::<Self>()
            }
        }
    )*};
}

/// Implements [`Residues`] for powers of two, by dropping bits.
macro_rules! powers_of_two {
    ($($modulus:ty),*) => {$(
        impl Residues for $modulus {
            #[inline(always)]
            fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16 {
                S::I32::narrow_centred::<Self>(low, high)
            }
        }
    )*};
}

odd!(Q4621, Q4591, Q5167, Q6343, Q7177, Q7879);
powers_of_two!(Q2048, Q4096, Q8192);

/// Writes the fold of `product`, a product over the integers, in the ring `R` to `result`: its
/// centred coefficients, and zeros from the degree on. May overwrite `product[degree - 1]`.
///
/// Requires sums of three coefficients below 2^31, a length of `result` that is a multiple of the
/// lanes and at least the degree, and at least `R::DEGREE + result.len()` coefficients in
/// `product`.
#[inline(always)]
pub fn fold_integers<S: Simd, R: Ring<Modulus: Residues>>(
    simd: S,
    product: &mut [Wide<S>],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            let last = (R::DEGREE - 1) / S::Shape::LANES * S::Shape::LANES;
            fold_wide_vectors::<S, R>(simd, product, last, &mut result[last..]);
            if R::TAIL.len() == 2 {
                // c_(p - 1) is no third term of coefficient 0, as in `fold`.
                product[R::DEGREE - 1] = S::Coefficient::WIDE_ZERO;
            }
            fold_wide_vectors::<S, R>(simd, product, 0, &mut result[..last]);
            result[R::DEGREE..].fill(S::ZERO);
        },
    );
}

/// Writes the vectors of the result from coefficient `first` on.
#[inline(always)]
fn fold_wide_vectors<S: Simd, R: Ring<Modulus: Residues>>(
    simd: S,
    product: &[Wide<S>],
    first: usize,
    result: &mut [S::Coefficient],
) {
    for (index, target) in result.chunks_exact_mut(S::Shape::LANES).enumerate() {
        let at = first + index * S::Shape::LANES;
        let (low, high) = (wide_sum::<S, R>(simd, product, at), wide_sum::<S, R>(simd, product, at + S::I32::LANES));
        let centred = R::Modulus::residues::<S>(low, high);
        simd.store(centred, target);
    }
}

/// Returns the vector of sums, before reduction modulo q, of the folded coefficients from `at` on.
#[inline(always)]
fn wide_sum<S: Simd, R: Ring>(simd: S, product: &[Wide<S>], at: usize) -> S::I32 {
    // In the ring, x^n is 1 or x + 1.
    let has_x = const {
        assert!(matches!(R::TAIL, [(0, 1)] | [(0, 1), (1, 1)]));
        R::TAIL.len() == 2
    };
    let sum = S::I32::load(simd, &product[at..]) + S::I32::load(simd, &product[at + R::DEGREE..]);
    if has_x { sum + S::I32::load(simd, &product[at + R::DEGREE - 1..]) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::centred;
    use crate::ring::{Ntruhps2048509, Sntrup653};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Straight};
    use crate::stage::samples::residues;

    /// Returns coefficient k of the fold modulo x^p - tail, for the tail 1 or x + 1.
    fn folded(product: &[i64], degree: usize, has_x: bool, k: usize) -> i64 {
        let beside = if has_x && k > 0 { product[degree + k - 1] } else { 0 };
        product[k] + product[degree + k] + beside
    }

    /// Checks centred coefficients, and that zeros follow.
    fn assert_folded(result: &[i16], product: &[i64], degree: usize, has_x: bool, scale: i64, q: i64) {
        for (k, &found) in result.iter().enumerate() {
            let expected = if k < degree { centred(scale * folded(product, degree, has_x, k), q) } else { 0 };
            // Both q/2 and -q/2 are centred.
            let found = i64::from(found);
            assert!(found == expected || (q % 2 == 0 && found == q / 2 && expected == -q / 2), "{k}: {found}");
        }
    }

    /// A product of two polynomials of degree below `degree`, and zeros.
    fn of_product(degree: usize, length: usize, seed: u32, q: i64) -> std::vec::Vec<i16> {
        let mut product = residues(2 * degree - 1, seed, q);
        product.resize(length, 0);
        product
    }

    fn check<P: Shape>() {
        let (simd, scale) = (Portable::<P>::new(), Constant::<Q4591>::new(1229));
        // The last coefficient is the first of a chunk, the last of a chunk, and between.
        for degree in [33, 37, 48] {
            let mut product = of_product(degree, degree + 64, degree as u32, 4591);
            let wide: std::vec::Vec<i64> = product.iter().map(|&c| c.into()).collect();
            let mut result = [1; 64];
            fold(simd, &mut product, degree, scale, &mut result);
            assert_folded(&result, &wide, degree, true, 1229, 4591);

            let product = of_product(degree, degree + 64, degree as u32, 8192);
            let wide: std::vec::Vec<i64> = product.iter().map(|&c| c.into()).collect();
            fold_cyclic::<_, Q2048>(simd, &product, degree, &mut result);
            assert_folded(&result, &wide, degree, false, 1, 2048);
        }
        check_integers::<P, Sntrup653>(true);
        check_integers::<P, Ntruhps2048509>(false);
    }

    fn check_integers<P: Shape, R: Ring<Modulus: Residues>>(has_x: bool) {
        let (simd, length) = (Portable::<P>::new(), R::ZERO.as_ref().len());
        let small = of_product(R::DEGREE, R::DEGREE + length, 3, 1 << 15);
        let mut product: std::vec::Vec<i32> = small.iter().map(|&c| i32::from(c) * 40_000).collect();
        let wide: std::vec::Vec<i64> = product.iter().map(|&c| c.into()).collect();
        let mut result = std::vec![1; length];
        fold_integers::<_, R>(simd, &mut product, &mut result);
        assert_folded(&result, &wide, R::DEGREE, has_x, 1, R::Modulus::Q.into());
    }

    #[test]
    fn folds_are_the_definition() {
        check::<NeonShape>();
        check::<Straight<NeonShape>>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
