//! The proof of `cooley-tukey`, for the shape of every backend.

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::analysis::count::{Counter, Counting};
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::modular::centred;
use crate::proof::{BasisProof, product_bound};
use crate::stage::negacyclic_256::ORDER;

fn assert_congruent(actual: &[i32], expected: &[i64], what: &str) {
    assert_eq!(actual.len(), expected.len());
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), P), centred(expected, P), "{what}: coefficient {index}");
    }
}

/// Checks the transform of x^k, as a big operand and as a small one: w^(t floor(k / 16)) x^(k mod
/// 16), its remainder modulo x^16 - w^t, in every leaf.
fn prove_forward<S: Shape>() {
    let simd = Arrays::<S>::new();
    for k in 0..SIZE {
        let (mut operand, mut small, mut expected, mut result) = ([0; SIZE], [0; SIZE], [0; SIZE], vec![0; SIZE]);
        (operand[k], small[k]) = (1, 1);
        for leaf in 0..LEAVES {
            let exponent = leaf_exponent(leaf) * (k / CHUNK);
            expected[leaf * CHUNK + k % CHUNK] = power(root(P), exponent as u64, P);
        }
        forward(simd, &operand, &mut result);
        assert_congruent(&result, &expected, S::NAME);
        let mut second = CooleyTukeyOnePrime::zero_second(simd);
        CooleyTukeyOnePrime::forward_small(simd, &small, &mut second);
        assert_congruent(second.0.0.as_flattened(), &expected, S::NAME);
    }
}

/// Checks the inverse transform, times 16: for x^r in the leaf of w^t, the sum of w^(-t s)
/// x^(16 s + r).
fn prove_inverse<S: Shape>() {
    let simd = Arrays::<S>::new();
    for index in 0..SIZE {
        let (mut transformed, mut expected, mut result) = ([0; SIZE], [0; SIZE], [0; SIZE]);
        transformed[index] = 1;
        inverse_transform(simd, &mut transformed, &mut result);
        for s in 0..LEAVES {
            let exponent = (ORDER - leaf_exponent(index / CHUNK)) * s;
            expected[s * CHUNK + index % CHUNK] = power(root(P), exponent as u64, P);
        }
        assert_congruent(&result, &expected, S::NAME);
    }
}

/// Checks that products are 2^-32 x^j x^k modulo x^16 - w^t in every leaf, and that no leaf depends
/// on another.
fn prove_products<S: Shape>() {
    let simd = Arrays::<S>::new();
    let image = |coefficient: &dyn Fn(usize) -> i32| -> Image<i32> {
        let mut image = CooleyTukeyOnePrime::zero_transformed(simd);
        image.0.as_flattened_mut().iter_mut().enumerate().for_each(|(i, target)| *target = coefficient(i));
        image
    };
    let multiply = |a: &Image<i32>, b: &Image<i32>| -> Vec<i32> {
        let mut product = CooleyTukeyOnePrime::zero_transformed(simd);
        CooleyTukeyOnePrime::multiply_transformed(simd, a, &SmallOperand(*b), &mut product);
        product.0.as_flattened().to_vec()
    };
    let montgomery = inverse((1 << 32) % P, P);
    for (j, k) in (0..CHUNK).flat_map(|j| (0..CHUNK).map(move |k| (j, k))) {
        let mut expected = [0; SIZE];
        for leaf in 0..LEAVES {
            let exponent = if j + k < CHUNK { 0 } else { leaf_exponent(leaf) };
            expected[leaf * CHUNK + (j + k) % CHUNK] = power(root(P), exponent as u64, P) * montgomery;
        }
        let product = multiply(&image(&|i| (i % CHUNK == j).into()), &image(&|i| (i % CHUNK == k).into()));
        assert_congruent(&product, &expected, S::NAME);
    }
    let all = image(&|i| i as i32 * 10_007 - 1_000_001);
    for leaf in 0..LEAVES {
        let one = image(&|i| if i / CHUNK == leaf { i as i32 + 1 } else { 0 });
        for (a, b) in [(&one, &all), (&all, &one)] {
            let product = multiply(a, b);
            let outside = product.iter().enumerate().filter(|(i, _)| i / CHUNK != leaf);
            assert!(outside.into_iter().all(|(_, &coefficient)| coefficient == 0), "{}: leaf {leaf}", S::NAME);
        }
    }
}

/// Checks that the inverse transform of products leaves coefficients as small as [`MOST_PRODUCTS`]
/// assumes.
fn coefficients_are_bounded<S: Shape>() {
    let (log, counter) = (Log::new(), Counter::new());
    let simd = Counting::new(Intervals::<S>::new(&log), &counter);
    let mut transformed = vec![Interval::symmetric(product_bound(SAFETY)); SIZE];
    let mut coefficients = vec![Interval::ZERO; SIZE];
    inverse_transform(simd, &mut transformed, &mut coefficients);
    assert_eq!(log.overflow(), None);
    assert!(coefficients.iter().map(|coefficient| coefficient.magnitude()).max() <= Some(UNSCALED));
}

/// Checks the integers that the last Barrett product finds, at the ends of their range and across
/// it, from representatives within the bound that can occur; and the fold of what they are.
fn prove_integers<S: Shape>() {
    let simd = Arrays::<S>::new();
    let largest = MOST_PRODUCTS * LARGEST;
    let unscale = centred(LEAVES as i64 * inverse((1 << 32) % P, P), P);
    let mut product = CooleyTukeyOnePrime::zero_unfolded(simd);
    for step in 0..4096 {
        let c = if step == 0 { largest } else { (step * 2_654_435_761) % (largest + 1) };
        for (index, coefficient) in product.0.as_flattened_mut().iter_mut().enumerate() {
            let sign = 1 - 2 * (index as i64 % 2);
            let least = centred(sign * c * unscale, P);
            let representative = least + (index as i64 % 19 - 9) * P;
            *coefficient = if representative.abs() <= UNSCALED { representative } else { least } as i32;
        }
        integers(simd, product.0.as_flattened_mut());
        let mut result = [0; SIZE];
        CooleyTukeyOnePrime::fold(simd, &mut product, &mut result);
        for (index, (&integer, &found)) in product.0.as_flattened().iter().zip(&result).enumerate() {
            let expected = c * (1 - 2 * (index as i64 % 2));
            assert_eq!(i64::from(integer), expected, "{}", S::NAME);
            assert_eq!(i64::from(found), centred(expected, Q8192::Q.into()), "{}", S::NAME);
        }
    }
}

impl BasisProof for CooleyTukeyOnePrime {
    fn prove<S: Shape>() {
        prove_forward::<S>();
        prove_inverse::<S>();
        prove_products::<S>();
        coefficients_are_bounded::<S>();
        prove_integers::<S>();
    }
}
