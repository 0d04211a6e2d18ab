//! The proof for multipliers modulo 2^16: everything is linear in either operand, so what holds on all pairs of basis vectors
//! holds for all operands.
//!
//! The layers are proved in [`toom_cook`](crate::stage::toom_cook), and the ends of Toeplitz chains and a chain of two layers in
//! [`toeplitz`](crate::stage::toeplitz), each on all pairs. Here whole multipliers, before the fold, are compared with the
//! product: on every basis vector by vectors of random words, as a test, and on all pairs of basis vectors, as a long one. It is the
//! product in the ring where the unfolded one wraps around, and that of polynomials where it does not.

use std::vec::Vec;

use super::toeplitz::plans::*;
use super::toom_cook::{ToomCook677, ToomCook2021};
use crate::modular::{Modulus, centred};
use crate::multiplier::ModuloWord;
use crate::ring::{Polynomial, Ring};
use crate::simd::tests::{Check, Random, on_every_backend};
use crate::simd::{Machine, Shape};

/// The unfolded product of a transformed operand and `second`.
fn unfolded<M: ModuloWord, S: Machine>(simd: S, a: &M::Transformed<i16>, second: &M::Second<i16>) -> M::Unfolded<i16> {
    let (mut product, mut unfolded) = (M::zero_transformed(simd), M::zero_unfolded(simd));
    M::multiply_transformed(simd, a, second, &mut product);
    M::inverse(simd, &mut product, &mut unfolded);
    unfolded
}

/// The coefficients of a product that have a meaning.
const fn length(degree: usize, wraps: bool) -> usize {
    if wraps { degree } else { 2 * degree - 1 }
}

fn unit<R: Ring>(power: usize) -> Polynomial<R> {
    Polynomial::from_fn(|k| (k == power).into())
}

/// x^i times `b`, times 2^e, for every i below the degree: in parts, and in one piece.
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
                    b[(k + n - i) % n]
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

struct BasisByRandom<M>(core::marker::PhantomData<M>, bool);

impl<M: ModuloWord> Check for BasisByRandom<M>
where
    M::Unfolded<i16>: AsRef<[i16]>,
{
    fn check<S: Machine>(&self, simd: S) {
        let mut random = Random(8);
        let padded = M::Ring::ZERO.as_ref().len();
        for _ in 0..2 {
            let words: Vec<i16> =
                (0..padded).map(|k| if k < M::Ring::DEGREE { random.within(i16::MAX) } else { 0 }).collect();
            check_basis::<M, S>(simd, &words, self.1);
        }
    }
}

struct AllPairs<M>(core::marker::PhantomData<M>, bool);

impl<M: ModuloWord> Check for AllPairs<M>
where
    M::Unfolded<i16>: AsRef<[i16]>,
{
    fn check<S: Machine>(&self, simd: S) {
        if S::Shape::LANES < crate::simd::CHUNK {
            return;
        }
        let transformed: Vec<_> = (0..M::Ring::DEGREE)
            .map(|i| {
                let mut transformed = M::zero_transformed(simd);
                M::forward(simd, unit::<M::Ring>(i).padded(), &mut transformed);
                transformed
            })
            .collect();
        let n = M::Ring::DEGREE;
        for j in 0..n {
            let mut second = M::zero_second(simd);
            M::forward_second(simd, unit::<M::Ring>(j).padded(), &mut second);
            for (i, transformed) in transformed.iter().enumerate() {
                let product = unfolded::<M, S>(simd, transformed, &second);
                let power = if self.1 { (i + j) % n } else { i + j };
                let right = product.as_ref()[..length(n, self.1)]
                    .iter()
                    .enumerate()
                    .all(|(k, &found)| found == i16::from(k == power) << M::LOST_BITS);
                assert!(right, "{} on {}: x^{i} x^{j}", M::RECIPE.name, S::Shape::NAME);
            }
        }
    }
}

/// The fold of every word is the coefficient that it stands for.
fn check_fold<M: ModuloWord>()
where
    M::Unfolded<i16>: AsMut<[i16]>,
{
    struct Fold<M>(core::marker::PhantomData<M>);
    impl<M: ModuloWord> Check for Fold<M>
    where
        M::Unfolded<i16>: AsMut<[i16]>,
    {
        fn check<S: Machine>(&self, simd: S) {
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
    }
    on_every_backend(Fold::<M>(core::marker::PhantomData));
}

macro_rules! proofs {
    ($($name:ident: $multiplier:ty, $wraps:literal;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            #[cfg_attr(debug_assertions, ignore = "thousands of products: long without optimisation")]
            fn basis_by_random() {
                assert!(<$multiplier>::LOST_BITS <= <$multiplier>::SPARE_BITS);
                on_every_backend(BasisByRandom::<$multiplier>(core::marker::PhantomData, $wraps));
                check_fold::<$multiplier>();
            }

            #[test]
            #[ignore = "all pairs of basis vectors: a long test"]
            fn all_pairs() {
                on_every_backend(AllPairs::<$multiplier>(core::marker::PhantomData, $wraps));
            }
        }
    )*};
}

proofs! {
    tc_509: ToeplitzTc509, true;
    tc_677: ToeplitzTc677, true;
    tc_701: ToeplitzTc701, true;
    tc_821: ToeplitzTc821, true;
    outer_509: ToeplitzOuter509, true;
    outer_677: ToeplitzOuter677, true;
    outer_821: ToeplitzOuter821, true;
    outer_1229: ToeplitzOuter1229, true;
    outer_701: ToeplitzOuter701, true;
    outer_1373: ToeplitzOuter1373, true;
    toom_cook_677: ToomCook677, false;
    toom_cook_2021: ToomCook2021, false;
}
