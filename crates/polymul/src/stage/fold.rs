//! The fold: reduction of a product of degree at most 2n - 2 by the polynomial of a ring.
//!
//! | polynomial | x^(n + i) | coefficient j of the fold |
//! | --- | --- | --- |
//! | x^n - x - 1 | x^(i + 1) + x^i | c_j + c_(j + n) + c_(j + n - 1), without the third term for j = 0 |
//! | x^n - 1 | x^i | c_j + c_(j + n) |
//! | x^n + 1 | -x^i | c_j - c_(j + n) |
//! | x^n - s x^m + 1, n = 2m, s = 1 or -1 | s x^(m + i) - x^i | c_j - c_(j + n) - s c_(j + n + m) for j < m, c_j + s c_(j + m) for j >= m |
//!
//! In the last row x^(n + m) = -s, so the upper half of the coefficients from c_n on is folded only
//! once. In the same pass, one Barrett product multiplies by a constant and reduces. The constant
//! undoes the factors that the transforms left: the length of the transform, and the Montgomery
//! factor 2^-16.
//!
//! If q is a power of two, a Barrett reduction is the centred residue.
//!
//! Bounds: requires sums of three coefficients below 2^15; returns centred coefficients,
//! |c| <= (q - 1)/2 for odd q.
//!
//! Operations for each vector: one or two additions, one Barrett product, and the centring.

use crate::modular::{Constant, Modulus};
use crate::ring::{Ring, Tail, padded};
use crate::simd::{CHUNK, I16Vector, Pair, Simd, if_form};

/// Writes `scale` times the fold of `product` in the ring `R` to the first n coefficients of
/// `result`, and zeros to the rest. May overwrite `product[n - 1]`.
///
/// The multiplier wrote the first `written` coefficients of `product`, at least 2n - 1, which
/// covers all coefficients of a product. The fold reads n coefficients and then as many as the
/// padded length of the ring, and clears the unwritten ones.
///
/// Requires the padded length of the ring in `result`, and n coefficients more in `product`. Does
/// not compile for a ring whose polynomial is not in the table.
#[inline(always)]
pub fn fold<S: Simd, R: Ring>(
    simd: S,
    written: usize,
    product: &mut [S::Coefficient],
    scale: Constant<R::Modulus>,
    result: &mut [S::Coefficient],
) {
    let length = padded(R::DEGREE);
    if written < R::DEGREE + length {
        simd.clear(&mut product[written..R::DEGREE + length]);
    }
    fold_by(simd, const { Tail::of::<R>() }, R::DEGREE, product, scale, &mut result[..length]);
}

/// Folds as [`fold`] does, by a polynomial of degree `degree` that is an argument. All coefficients
/// that it reads must have been written.
///
/// Requires a length of `result` that is a multiple of the lanes and of a chunk, and at least
/// `degree`; at least `degree + result.len()` coefficients in `product`; for a trinomial also m at
/// least the lanes and a chunk.
#[inline(always)]
pub fn fold_by<S: Simd, M: Modulus>(
    simd: S,
    tail: Tail,
    degree: usize,
    product: &mut [S::Coefficient],
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            let step = if_form!(S, simd, form => form.short, { CHUNK } else { simd.lanes() });
            match tail {
                Tail::Prime => {
                    let last = (degree - 1) / step * step;
                    let terms = |first: usize| [(first, 1), (first + degree, 1), (first + degree - 1, 1)];
                    // c_(n - 1) is a term of coefficient n - 1, but not the third term of
                    // coefficient 0. So the vector (or chunk) of coefficient n - 1 comes first, and
                    // then c_(n - 1) becomes zero.
                    write(simd, product, terms(last), scale, &mut result[last..]);
                    product[degree - 1] = S::ZERO;
                    write(simd, product, terms(0), scale, &mut result[..last]);
                }
                Tail::Cyclic => write(simd, product, [(0, 1), (degree, 1)], scale, result),
                Tail::Negacyclic => write(simd, product, [(0, 1), (degree, -1)], scale, result),
                Tail::Trinomial(s) => {
                    let m = degree / 2;
                    let (lower, upper) = result[..degree].split_at_mut(m);
                    // The last vector (or chunk) of a half may overlap the one before it.
                    let rest = if m.is_multiple_of(step) { 0 } else { step };
                    for (first, length) in [(0, m / step * step), (m - rest, rest)] {
                        let terms = [(first, 1), (first + degree, -1), (first + degree + m, -s)];
                        write(simd, product, terms, scale, &mut lower[first..][..length]);
                        write(
                            simd,
                            product,
                            [(first + m, 1), (first + degree, s)],
                            scale,
                            &mut upper[first..][..length],
                        );
                    }
                }
            }
            simd.clear(&mut result[degree..]);
        },
    );
}

/// Writes `scale` times the sum of `terms`, centred. A term is an index in `product`, from which
/// its coefficients are read, and a sign, 1 or -1. The sign of the first term is 1.
#[inline(always)]
fn write<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    product: &[S::Coefficient],
    terms: [(usize, i16); N],
    scale: Constant<M>,
    result: &mut [S::Coefficient],
) {
    let lanes = simd.lanes();
    let chunks = result.len() / CHUNK;
    if_form!(S, simd, form => form.short, {
        if chunks > 0 {
            // The product of a chunk is computed beside the centring of the chunk before it.
            let mut next = scaled_pair(simd, product, terms, 0, scale);
            for (index, target) in result.chunks_exact_mut(CHUNK).enumerate() {
                let current = next;
                if index + 1 < chunks {
                    next = scaled_pair(simd, product, terms, CHUNK * (index + 1), scale);
                }
                let Pair(low, high) = current.centre::<M>();
                simd.store(low, target);
                simd.store(high, &mut target[lanes..]);
            }
            return;
        }
    } else {});
    // Side by side, the iterators compare their lengths once, instead of a check at each load.
    let length = result.len();
    let source = |(first, _): (usize, i16)| product[first..][..length].chunks_exact(lanes);
    let add = |sum: S::I16, term: &[S::Coefficient], (_, sign): (usize, i16)| {
        if sign == 1 { sum + simd.load(term) } else { sum - simd.load(term) }
    };
    let finish = |sum: S::I16, target: &mut [S::Coefficient]| {
        simd.store(sum.barrett_multiply_centred(scale), target);
    };
    match *terms.as_slice() {
        [own, second] => {
            for ((target, x), y) in result.chunks_exact_mut(lanes).zip(source(own)).zip(source(second)) {
                finish(add(simd.load(x), y, second), target);
            }
        }
        [own, second, third] => {
            let sources = source(own).zip(source(second)).zip(source(third));
            for (target, ((x, y), z)) in result.chunks_exact_mut(lanes).zip(sources) {
                finish(add(add(simd.load(x), y, second), z, third), target);
            }
        }
        _ => unreachable!("a fold has two terms or three"),
    }
}

/// Returns `scale` times the sum of 16 coefficients of each of `terms`, from `at` on, in two
/// vectors.
#[inline(always)]
fn scaled_pair<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    product: &[S::Coefficient],
    terms: [(usize, i16); N],
    at: usize,
    scale: Constant<M>,
) -> Pair<S::I16> {
    Pair(sum(simd, product, terms, at), sum(simd, product, terms, at + simd.lanes())).barrett_multiply(scale)
}

/// Returns the sum of the coefficients of `terms`, from `at` on, in one vector.
#[inline(always)]
fn sum<S: Simd, const N: usize>(simd: S, product: &[S::Coefficient], terms: [(usize, i16); N], at: usize) -> S::I16 {
    let mut sum = simd.load(&product[terms[0].0 + at..]);
    for &(first, sign) in &terms[1..] {
        let term = simd.load(&product[first + at..]);
        sum = if sign == 1 { sum + term } else { sum - term };
    }
    sum
}

/// Writes the fold of `product` modulo x^n - 1, with n = `degree`, to `result`: the coefficients,
/// centred modulo a power of two, and zeros from the degree on.
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
            for start in (0..result.len()).step_by(simd.lanes()) {
                let sum = simd.load(&product[start..]) + simd.load(&product[degree + start..]);
                simd.store(sum.barrett_reduce::<M>(), &mut result[start..]);
            }
            simd.clear(&mut result[degree..]);
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q2048, centred};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape, Straight};
    use crate::stage::samples::residues;

    /// Checks that `result` is the centred remainder of `scale` times `product` modulo x^n - tail,
    /// and that zeros follow.
    fn assert_folded(result: &[i16], product: &[i64], degree: usize, tail: &[(usize, i64)], scale: i64, q: i64) {
        let mut remainder = product.to_vec();
        for power in (degree..product.len()).rev() {
            let replaced = core::mem::take(&mut remainder[power]);
            tail.iter().for_each(|&(k, c)| remainder[power - degree + k] += c * replaced);
        }
        for (k, &found) in result.iter().enumerate() {
            let expected = if k < degree { centred(scale * remainder[k], q) } else { 0 };
            // Both q/2 and -q/2 are centred.
            let found = i64::from(found);
            assert!(found == expected || (q % 2 == 0 && found == q / 2 && expected == -q / 2), "{k}: {found}");
        }
    }

    /// A product of two polynomials of degree below `degree`, followed by arbitrary numbers, as
    /// memory may hold.
    fn of_product(degree: usize, length: usize, seed: u32, q: i64) -> std::vec::Vec<i16> {
        let mut product = residues(2 * degree - 1, seed, q);
        product.resize(length, 1000);
        product
    }

    fn check<R: Ring, P: Shape>() {
        let (simd, scale, q) = (Portable::<P>::new(), Constant::new(1229), R::Modulus::Q.into());
        let padded = padded(R::DEGREE);
        let mut product = of_product(R::DEGREE, R::DEGREE + padded, R::DEGREE as u32, q);
        let wide: std::vec::Vec<i64> = product[..2 * R::DEGREE - 1].iter().map(|&c| c.into()).collect();
        let mut result = std::vec![1; padded];
        fold::<_, R>(simd, wide.len(), &mut product, scale, &mut result);
        assert_folded(&result, &wide, R::DEGREE, R::TAIL, 1229, q);
    }

    fn check_cyclic<P: Shape>() {
        let simd = Portable::<P>::new();
        for degree in [33, 37, 48] {
            let mut product = of_product(degree, degree + 64, degree as u32, 8192);
            product[2 * degree - 1..].fill(0);
            let wide: std::vec::Vec<i64> = product[..2 * degree - 1].iter().map(|&c| c.into()).collect();
            let mut result = [1; 64];
            fold_cyclic::<_, Q2048>(simd, &product, degree, &mut result);
            assert_folded(&result, &wide, degree, &[(0, 1)], 1, 2048);
        }
    }

    crate::ring! {
        // The last coefficient is the first of a chunk, the last of a chunk, and one in between.
        Prime33 = Z/4591[x]/(x^33 - x - 1);
        Prime37 = Z/4591[x]/(x^37 - x - 1);
        Prime48 = Z/4591[x]/(x^48 - x - 1);
        Cyclic37 = Z/4591[x]/(x^37 - 1);
        Negacyclic48 = Z/4591[x]/(x^48 + 1);
        Minus96 = Z/3457[x]/(x^96 - x^48 + 1);
        Plus96 = Z/3457[x]/(x^96 + x^48 + 1);
        // m is a multiple of the lanes of the widest vectors, and of no power of two.
        Minus128 = Z/3457[x]/(x^128 - x^64 + 1);
        Minus106 = Z/3457[x]/(x^106 - x^53 + 1);
    }

    fn check_all<P: Shape>() {
        check::<Prime33, P>();
        check::<Prime37, P>();
        check::<Prime48, P>();
        check::<Cyclic37, P>();
        check::<Negacyclic48, P>();
        check::<Minus96, P>();
        check::<Plus96, P>();
        check::<Minus128, P>();
        check::<Minus106, P>();
        check_cyclic::<P>();
    }

    #[test]
    fn folds_are_the_definition() {
        check_all::<NeonShape>();
        check_all::<Straight<NeonShape>>();
        check_all::<Avx2Shape>();
        check_all::<Avx512Shape>();
    }
}
