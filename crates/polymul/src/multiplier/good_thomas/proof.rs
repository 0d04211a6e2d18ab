//! The proof of `good-thomas`, for the shape of every backend: of the transforms for each length,
//! of integers and folds for each ring.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::analysis::count::{Counter, Counting};
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::modular::centred;
use crate::proof::{self, BasisProof, product_bound};
use crate::simd::Shape;

fn root<const N: usize>() -> i64 {
    Layout::<N>::root(P)
}

fn assert_congruent(actual: &[i32], expected: &[i64], what: &str) {
    assert_eq!(actual.len(), expected.len());
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), P), centred(expected, P), "{what}: coefficient {index}");
    }
}

/// Checks the transform of x^k, as a big operand and as a small one: w^(t floor(k / 16)) x^(k mod
/// 16), its remainder modulo x^16 - w^t, in every leaf.
fn prove_forward<S: Shape, const N: usize>() {
    let simd = Arrays::<S>::new();
    for k in 0..Layout::<N>::OPERAND {
        let mut operand = alloc::vec![0; Layout::<N>::OPERAND];
        let mut small = alloc::vec![0; Layout::<N>::OPERAND];
        let mut expected = alloc::vec![0; Layout::<N>::SIZE];
        (operand[k], small[k]) = (1, 1);
        for leaf in 0..Layout::<N>::LEAVES {
            let exponent = Layout::<N>::leaf_exponent(leaf) * (k / CHUNK);
            expected[leaf * CHUNK + k % CHUNK] = power(root::<N>(), exponent as u64, P);
        }
        let mut result = alloc::vec![0; Layout::<N>::SIZE];
        forward::<_, N>(simd, &operand, &mut result);
        assert_congruent(&result, &expected, S::NAME);
        forward_small::<_, N>(simd, &small, &mut result);
        assert_congruent(&result, &expected, S::NAME);
    }
}

/// Checks the inverse transform, times 32 m: for x^r in the leaf of w^t, the sum of w^(-t s) x^(16
/// s + r).
fn prove_inverse<S: Shape, const N: usize>() {
    let simd = Arrays::<S>::new();
    let leaves = Layout::<N>::LEAVES;
    for index in 0..Layout::<N>::SIZE {
        let mut transformed = alloc::vec![0; Layout::<N>::SIZE];
        let mut expected = alloc::vec![0; Layout::<N>::SIZE];
        let mut result = transformed.clone();
        transformed[index] = 1;
        inverse_transform::<_, N>(simd, &mut transformed, &mut result);
        for s in 0..leaves {
            let exponent = (leaves - Layout::<N>::leaf_exponent(index / CHUNK)) * s;
            expected[s * CHUNK + index % CHUNK] = power(root::<N>(), exponent as u64, P);
        }
        assert_congruent(&result, &expected, S::NAME);
    }
}

/// Checks that products are 2^-32 x^j x^k modulo x^16 - w^t in every leaf, and that no leaf depends
/// on another.
fn prove_products<S: Shape, const N: usize>() {
    let simd = Arrays::<S>::new();
    let mut product = alloc::vec![0; Layout::<N>::SIZE];
    let basis = |k: usize| -> Vec<i32> { (0..Layout::<N>::SIZE).map(|i| (i % CHUNK == k).into()).collect() };
    let montgomery = inverse((1 << 32) % P, P);
    for j in 0..CHUNK {
        for k in 0..CHUNK {
            let mut expected = alloc::vec![0; Layout::<N>::SIZE];
            for leaf in 0..Layout::<N>::LEAVES {
                let exponent = if j + k < CHUNK { 0 } else { Layout::<N>::leaf_exponent(leaf) };
                expected[leaf * CHUNK + (j + k) % CHUNK] = power(root::<N>(), exponent as u64, P) * montgomery;
            }
            multiply::<_, N>(simd, &basis(j), &basis(k), &mut product);
            assert_congruent(&product, &expected, S::NAME);
        }
    }
    let all: Vec<_> = (0..Layout::<N>::SIZE).map(|i| i as i32 * 10_007 - 7_000_001).collect();
    for leaf in (0..Layout::<N>::SIZE).step_by(CHUNK) {
        let mut one = alloc::vec![0; Layout::<N>::SIZE];
        one[leaf..leaf + CHUNK].copy_from_slice(&all[leaf..leaf + CHUNK]);
        for (a, b) in [(&one, &all), (&all, &one)] {
            multiply::<_, N>(simd, a, b, &mut product);
            product[leaf..leaf + CHUNK].fill(0);
            assert!(product.iter().all(|&coefficient| coefficient == 0), "{}", S::NAME);
        }
    }
}

/// Checks that the inverse transform of products leaves coefficients as small as
/// [`GoodThomas::MOST_PRODUCTS`] assumes.
fn coefficients_are_bounded<S: Shape, const N: usize>() {
    let (log, counter) = (Log::new(), Counter::new());
    let simd = Counting::new(Intervals::<S>::new(&log), &counter);
    let mut transformed = alloc::vec![Interval::symmetric(product_bound(safety::<N>())); Layout::<N>::SIZE];
    let mut coefficients = alloc::vec![Interval::ZERO; Layout::<N>::SIZE];
    inverse_transform::<_, N>(simd, &mut transformed, &mut coefficients);
    assert_eq!(log.overflow(), None);
    let largest = coefficients.iter().map(|coefficient| coefficient.magnitude()).max();
    assert!(largest <= Some(Constants::<N>::UNSCALED));
}

/// Checks the integers that the last Barrett product finds, at the ends of their range and across
/// it, from every representative within the bound that can occur.
fn prove_integers<R: Ring, S: Shape, const N: usize>() {
    let simd = Arrays::<S>::new();
    let largest = GoodThomas::<R, N>::MOST_PRODUCTS * largest_coefficient::<R, N>();
    let unscale = centred(Layout::<N>::LEAVES as i64 * inverse((1 << 32) % P, P), P);
    let scaled = |c: i64| centred(c * unscale, P);
    let mut product = alloc::vec![0; Layout::<N>::SIZE];
    for step in 0..4096 {
        let c = if step == 0 { largest } else { (step * 2_654_435_761) % (largest + 1) };
        for (index, coefficient) in product.iter_mut().enumerate() {
            let sign = 1 - 2 * (index as i64 % 2);
            let multiple = (index as i64 % 95 - 47) * P;
            let representative = scaled(sign * c) + multiple;
            let possible = representative.abs() <= Constants::<N>::UNSCALED;
            *coefficient = if possible { representative } else { scaled(sign * c) } as i32;
        }
        integers::<_, N>(simd, &mut product);
        for (index, &found) in product.iter().enumerate() {
            let sign = 1 - 2 * (index as i64 % 2);
            assert_eq!(i64::from(found), sign * c, "{}", S::NAME);
        }
    }
}

/// Checks everything that is the same for all rings.
fn prove_transforms<S: Shape, const N: usize>() {
    prove_forward::<S, N>();
    prove_inverse::<S, N>();
    prove_products::<S, N>();
    coefficients_are_bounded::<S, N>();
}

impl<R: Ring<Modulus: fold::Residues>, const N: usize> BasisProof for GoodThomas<R, N> {
    fn prove<S: Shape>() {
        proof::once(prove_transforms::<S, N>);
        prove_integers::<R, S, N>();
        proof::fold::<Self, S, i32>(1);
    }
}
