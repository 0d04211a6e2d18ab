//! Every multiplier on every backend against the schoolbook product, for extreme operands and random ones: in one call, by
//! its parts, and as a sum of products.

use core::marker::PhantomData;
use std::vec::Vec;

use super::*;
use crate::modular::{Modulus, centred};
use crate::ring;
use crate::simd::Shape;
use crate::simd::tests::{Check, Random, on_every_backend};

/// The largest coefficient, and the least.
fn range<R: Ring>() -> [i16; 2] {
    [(R::Modulus::Q - 1) / 2, -(R::Modulus::Q / 2)]
}

fn big_operands<R: Ring>() -> Vec<Polynomial<R>> {
    let (mut random, [half, least]) = (Random(4), range::<R>());
    let mut operands = std::vec![
        Polynomial::from_fn(|_| half),
        Polynomial::from_fn(|_| least),
        Polynomial::from_fn(|k| if k % 2 == 0 { half } else { least }),
        Polynomial::from_fn(|k| (k == R::DEGREE - 1).into()),
    ];
    operands.extend((0..2).map(|_| Polynomial::from_fn(|_| random.within(half))));
    operands
}

fn small_operands<R: Ring>() -> Vec<Small<R>> {
    let mut random = Random(5);
    let mut operands = std::vec![
        Small::from_fn(|_| 1),
        Small::from_fn(|_| -1),
        Small::from_fn(|k| if k % 2 == 0 { 1 } else { -1 }),
        Small::from_fn(|k| (k == R::DEGREE - 1).into()),
    ];
    operands.extend((0..2).map(|_| Small::from_fn(|_| random.within(1) as i8)));
    operands
}

/// The product of a and the transformed `second`, and twice that as a sum of products.
fn by_parts<M: Multiplier, S: Machine>(
    simd: S,
    a: &Polynomial<M::Ring>,
    second: &M::Second<i16>,
) -> [Polynomial<M::Ring>; 2] {
    let (mut left, mut product) = (M::zero_transformed(simd), M::zero_transformed(simd));
    M::forward(simd, a.padded(), &mut left);
    M::multiply_transformed(simd, &left, second, &mut product);
    let mut sum = product;
    M::accumulate(simd, &mut sum, &product);
    [product, sum].map(|mut product| {
        let (mut unfolded, mut result) = (M::zero_unfolded(simd), Polynomial::zero());
        M::inverse(simd, &mut product, &mut unfolded);
        M::fold(simd, &mut unfolded, result.padded_mut());
        result
    })
}

fn assert_products<M: Multiplier, S: Machine>(found: [Polynomial<M::Ring>; 3], expected: &Polynomial<M::Ring>) {
    let [whole, once, twice] = found;
    let q = <M::Ring as Ring>::Modulus::Q.into();
    let doubled = Polynomial::from_fn(|k| centred(2 * expected[k] as i64, q) as i16);
    for (found, expected) in [(whole, expected), (once, expected), (twice, &doubled)] {
        assert_eq!(&found, expected, "{} on {}", M::RECIPE.name, S::Shape::NAME);
        assert!(found.padded()[M::Ring::DEGREE..].iter().all(|&padding| padding == 0));
    }
}

/// Products by small operands.
pub(super) fn check_by_small<M: Multiplier>() {
    struct Products<M>(PhantomData<M>);
    impl<M: Multiplier> Check for Products<M> {
        fn check<S: Machine>(&self, simd: S) {
            for b in small_operands::<M::Ring>() {
                let mut second = M::zero_second(simd);
                M::forward_small(simd, b.padded(), &mut second);
                for a in big_operands::<M::Ring>() {
                    let expected = a.schoolbook(&b.to_polynomial());
                    let mut whole = Polynomial::zero();
                    M::product_by_small(simd, a.padded(), b.padded(), whole.padded_mut());
                    let [once, twice] = by_parts::<M, S>(simd, &a, &second);
                    assert_products::<M, S>([whole, once, twice], &expected);
                }
            }
        }
    }
    on_every_backend(Products::<M>(PhantomData));
}

/// Products of two operands of any size, and products by small ones.
pub(super) fn check<M: BigByBig>() {
    struct Products<M>(PhantomData<M>);
    impl<M: BigByBig> Check for Products<M> {
        fn check<S: Machine>(&self, simd: S) {
            for b in big_operands::<M::Ring>() {
                let mut second = M::zero_second(simd);
                M::forward_second(simd, b.padded(), &mut second);
                for a in big_operands::<M::Ring>() {
                    let expected = a.schoolbook(&b);
                    let mut whole = Polynomial::zero();
                    M::product(simd, a.padded(), b.padded(), whole.padded_mut());
                    let [once, twice] = by_parts::<M, S>(simd, &a, &second);
                    assert_products::<M, S>([whole, once, twice], &expected);
                }
            }
        }
    }
    on_every_backend(Products::<M>(PhantomData));
    check_by_small::<M>();
}

#[test]
fn good_infinity_outer() {
    check::<GoodInfinityOuter>();
}

#[test]
fn good_outer() {
    check::<GoodOuter653>();
    check::<GoodOuter857>();
    check::<GoodOuter953>();
    check::<GoodOuter1013>();
    check::<GoodOuter1277>();
}

#[test]
fn good_rader_bruun() {
    check::<GoodRaderBruun>();
}

#[test]
fn good_rader_outer() {
    check::<GoodRaderOuter>();
}

#[test]
fn good_schoenhage_bruun() {
    check::<GoodSchoenhageBruun761>();
    check::<GoodSchoenhageBruun857>();
}

#[test]
fn schoenhage_nussbaumer() {
    check::<SchoenhageNussbaumer>();
}

#[test]
fn truncated_rader() {
    check::<TruncatedRader>();
}

#[test]
fn good_thomas() {
    check_by_small::<GoodThomas<ring::Sntrup653>>();
    check_by_small::<GoodThomas<ring::Sntrup761>>();
    check_by_small::<GoodThomas<ring::Sntrup857, 5>>();
    check_by_small::<GoodThomas<ring::Sntrup953, 5>>();
    check_by_small::<GoodThomas<ring::Sntrup1013, 5>>();
    check_by_small::<GoodThomas<ring::Sntrup1277, 5>>();
    check_by_small::<GoodThomas<ring::Ntruhps2048509>>();
    check_by_small::<GoodThomas<ring::Ntruhps2048677>>();
    check_by_small::<GoodThomas<ring::Ntruhps4096821, 5>>();
    check_by_small::<GoodThomas<ring::Ntruhps40961229, 5>>();
    check_by_small::<GoodThomas<ring::Ntruhrss701>>();
}

#[test]
fn good_thomas_two_primes() {
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup653>>();
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup761>>();
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup857, 5>>();
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup953, 5>>();
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup1013, 5>>();
    check_by_small::<GoodThomasTwoPrimes<ring::Sntrup1277, 5>>();
}

#[test]
fn toeplitz() {
    check::<ToeplitzTc509>();
    check::<ToeplitzTc677>();
    check::<ToeplitzTc701>();
    check::<ToeplitzTc821>();
    check::<ToeplitzOuter509>();
    check::<ToeplitzOuter677>();
    check::<ToeplitzOuter701>();
    check::<ToeplitzOuter821>();
    check::<ToeplitzOuter1229>();
    check::<ToeplitzOuter1373>();
}

#[test]
fn toom_cook() {
    check::<ToomCook677>();
    check::<ToomCook2021>();
}
