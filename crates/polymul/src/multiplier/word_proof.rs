//! The proof for multipliers modulo 2^16. They are bilinear, so that an identity that holds on all
//! pairs of basis vectors holds for all operands.
//!
//! The layers are proved in [`toom_cook`](crate::stage::toom_cook), the ends of Toeplitz chains and
//! a chain of two layers in [`toeplitz`](crate::stage::toeplitz), each on all pairs, and the
//! transforms by powers of a variable in [`word_transform`](crate::stage::word_transform). Here
//! whole multipliers, before the fold, are compared with the product of every basis vector by
//! vectors of random words: with the product in the ring where the unfolded product wraps around,
//! and with that of polynomials where it does not. The long tests of the catalogue compare all
//! pairs of basis vectors.

use alloc::vec::Vec;

use super::toeplitz::{Toeplitz, ToeplitzPlan};
use super::toom_cook::{ToomCook, ToomCookPlan};
use super::word_transform::{Transform, WordTransform};
use super::{ModuloWord, zeta};
use crate::analysis::arrays::Arrays;
use crate::modular::{Modulus, centred};
use crate::proof::BasisProof;
use crate::ring::{Polynomial, Ring};
use crate::simd::{Machine, Shape};

/// Returns the unfolded product of a transformed operand and `second`.
fn unfolded<M: ModuloWord, S: Machine>(simd: S, a: &M::Transformed<i16>, second: &M::Second<i16>) -> M::Unfolded<i16> {
    let (mut product, mut unfolded) = (M::zero_transformed(simd), M::zero_unfolded(simd));
    M::multiply_transformed(simd, a, second, &mut product);
    M::inverse(simd, &mut product, &mut unfolded);
    unfolded
}

/// Returns the number of coefficients of a product that have a meaning.
const fn length(degree: usize, wraps: bool) -> usize {
    if wraps { degree } else { 2 * degree - 1 }
}

fn unit<R: Ring>(power: usize) -> Polynomial<R> {
    Polynomial::from_fn(|k| (k == power).into())
}

/// Checks x^i times `b`, times 2^e, for every i below the degree: by parts, and as a whole.
fn check_basis<M: ModuloWord, S: Machine>(simd: S, b: &[i16], wraps: bool)
where
    M::Unfolded<i16>: AsRef<[i16]>,
{
    let n = M::Ring::DEGREE;
    let mut second = M::zero_second(simd);
    M::forward_second(simd, b, &mut second);
    for i in 0..n {
        let a = unit::<M::Ring>(i);
        let mut transformed = M::zero_transformed(simd);
        M::forward(simd, a.padded(), &mut transformed);
        let mut whole = M::zero_unfolded(simd);
        M::unfolded_product(simd, a.padded(), b, &mut whole);
        let mut prepared = M::zero_unfolded(simd);
        M::unfolded_product_by_transformed(simd, b, &transformed, &mut prepared);
        for found in [unfolded::<M, S>(simd, &transformed, &second), whole, prepared] {
            for (k, &found) in found.as_ref()[..length(n, wraps)].iter().enumerate() {
                let shifted = if wraps {
                    let wrapped = if k < i { zeta::<M::Ring>() } else { 1 };
                    wrapped.wrapping_mul(b[(k + n - i) % n])
                } else if (i..i + n).contains(&k) {
                    b[k - i]
                } else {
                    0
                };
                let expected = shifted << M::LOST_BITS;
                assert_eq!(found, expected, "{} on {}: x^{i}, coefficient {k}", M::RECIPE.name, S::Shape::NAME);
            }
        }
    }
}

/// Checks every basis vector by vectors of random words, and the fold of every word.
fn prove<M: ModuloWord, S: Shape>(wraps: bool)
where
    M::Unfolded<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let simd = Arrays::<S>::new();
    let padded = M::Ring::ZERO.as_ref().len();
    // The multiplier and increment of Knuth's generator for 64 bits, of which the upper bits are
    // good.
    let mut state = 8u64;
    let mut word = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as i16
    };
    for _ in 0..2 {
        let words: Vec<i16> = (0..padded).map(|k| if k < M::Ring::DEGREE { word() } else { 0 }).collect();
        check_basis::<M, _>(simd, &words, wraps);
    }
    check_fold::<M, _>(simd);
}

/// Checks that the fold of every word is the coefficient that it stands for.
fn check_fold<M: ModuloWord, S: Machine>(simd: S)
where
    M::Unfolded<i16>: AsMut<[i16]>,
{
    let q = <M::Ring as Ring>::Modulus::Q as i64;
    let words: Vec<i16> = (0..=u16::MAX).map(|word| word as i16).collect();
    for words in words.chunks(M::Ring::DEGREE) {
        let mut unfolded = M::zero_unfolded(simd);
        unfolded.as_mut()[..words.len()].copy_from_slice(words);
        let mut result = Polynomial::<M::Ring>::zero();
        M::fold(simd, &mut unfolded, result.padded_mut());
        for (&word, &found) in words.iter().zip(result.coefficients()) {
            let expected = centred((word as u16 >> M::LOST_BITS).into(), q);
            assert_eq!(i64::from(found), expected, "{} on {}: {word}", M::RECIPE.name, S::Shape::NAME);
        }
        assert!(result.padded()[M::Ring::DEGREE..].iter().all(|&padding| padding == 0));
    }
}

impl<P: ToeplitzPlan> BasisProof for Toeplitz<P> {
    fn prove<S: Shape>() {
        prove::<Self, S>(true);
    }
}

impl<P: ToomCookPlan> BasisProof for ToomCook<P> {
    fn prove<S: Shape>() {
        prove::<Self, S>(false);
    }
}

impl<T: Transform> BasisProof for WordTransform<T> {
    fn prove<S: Shape>() {
        prove::<Self, S>(true);
    }
}
