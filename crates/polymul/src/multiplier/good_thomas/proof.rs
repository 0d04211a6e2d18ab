//! The proof of `good-thomas`, for the shape of every backend.

use super::*;
use crate::analysis;
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::modular::centred;
use crate::ring::{Ntruhps2048677, Sntrup761};
use crate::simd::Shape;
use crate::simd::portable::Portable;

/// The exponent of the weight w^t of a leaf: -1 is w^48.
fn leaf_exponent(leaf: usize) -> usize {
    exponent(leaf / 2) + 48 * (leaf % 2)
}

fn assert_congruent(actual: &[i32], expected: &[i64], what: &str) {
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), P), centred(expected, P), "{what}: coefficient {index}");
    }
}

/// x^k modulo x^16 - w^t is w^(t floor(k / 16)) x^(k mod 16), in every leaf; as a big operand, and as a small one.
fn prove_forward<S: Shape>() {
    let simd = Portable::<S>::new();
    for k in 0..SIZE / 2 {
        let (mut operand, mut small, mut expected) = ([0; SIZE / 2], [0; SIZE / 2], [0; SIZE]);
        (operand[k], small[k]) = (1, 1);
        for leaf in 0..LEAVES {
            expected[leaf * CHUNK + k % CHUNK] = power(ROOT, (leaf_exponent(leaf) * (k / CHUNK)) as u64, P);
        }
        let (mut result, mut second) =
            (GoodThomas::<Sntrup761>::zero_transformed(simd), GoodThomas::<Sntrup761>::zero_second(simd));
        GoodThomas::<Sntrup761>::forward(simd, &operand, &mut result);
        GoodThomas::<Sntrup761>::forward_small(simd, &small, &mut second);
        assert_congruent(result.as_ref(), &expected, S::NAME);
        assert_congruent(second.0.as_ref(), &expected, S::NAME);
    }
}

/// The inverse, times 96: x^r in the leaf of w^t comes from the sum of w^(-t s) x^(16 s + r).
fn prove_inverse<S: Shape>() {
    let simd = Portable::<S>::new();
    for index in 0..SIZE {
        let (mut transformed, mut result, mut expected) = ([0; SIZE], [0; SIZE], [0; SIZE]);
        transformed[index] = 1;
        inverse_transform(simd, &mut transformed, &mut result);
        for s in 0..LEAVES {
            let exponent = (LEAVES - leaf_exponent(index / CHUNK)) * s;
            expected[s * CHUNK + index % CHUNK] = power(ROOT, exponent as u64, P);
        }
        assert_congruent(&result, &expected, S::NAME);
    }
}

/// 2^-32 x^j x^k modulo x^16 - w^t, in every leaf; and no leaf depends on another.
fn prove_products<S: Shape>() {
    let simd = Portable::<S>::new();
    let product = |a: &[[i32; CHUNK]; LEAVES], b: &[[i32; CHUNK]; LEAVES]| {
        let mut product = GoodThomas::<Sntrup761>::zero_transformed(simd);
        GoodThomas::<Sntrup761>::multiply_transformed(simd, &Aligned([*a]), &SmallOperand(Aligned([*b])), &mut product);
        product
    };
    let basis = |k: usize| [core::array::from_fn(|i| (i == k) as i32); LEAVES];
    let montgomery = inverse((1 << 32) % P, P);
    for j in 0..CHUNK {
        for k in 0..CHUNK {
            let mut expected = [0; SIZE];
            for leaf in 0..LEAVES {
                let weight = if j + k < CHUNK { 1 } else { power(ROOT, leaf_exponent(leaf) as u64, P) };
                expected[leaf * CHUNK + (j + k) % CHUNK] = weight * montgomery;
            }
            assert_congruent(product(&basis(j), &basis(k)).as_ref(), &expected, S::NAME);
        }
    }
    let all: [[i32; CHUNK]; LEAVES] =
        core::array::from_fn(|leaf| core::array::from_fn(|i| (leaf * CHUNK + i) as i32 * 10_007 - 7_000_001));
    for leaf in 0..LEAVES {
        let mut one = [[0; CHUNK]; LEAVES];
        one[leaf] = all[leaf];
        for product in [product(&one, &all), product(&all, &one)] {
            assert!((0..LEAVES).all(|other| other == leaf || product.0[0][other] == [0; CHUNK]), "{}", S::NAME);
        }
    }
}

/// What [`GoodThomas::MOST_PRODUCTS`] assumes of the inverse transform.
fn coefficients_are_bounded<S: Shape>(product: i64) {
    let log = Log::new();
    let mut coefficients = [Interval::ZERO; SIZE];
    inverse_transform(Intervals::<S>::new(&log), &mut [Interval::symmetric(product); SIZE], &mut coefficients);
    assert_eq!(log.overflow(), None);
    let largest = coefficients.iter().map(|coefficient| coefficient.magnitude()).max();
    std::println!("{}: the inverse leaves {largest:?}", S::NAME);
    assert!(largest <= Some(UNSCALED));
}

/// The integers that the last Barrett product must find, at the ends of their range and across it, from every
/// representative within the bound that could come.
fn prove_integers<R: Ring, S: Shape>() {
    let simd = Portable::<S>::new();
    let largest = GoodThomas::<R>::MOST_PRODUCTS * GoodThomas::<R>::LARGEST_COEFFICIENT;
    let scaled = |c: i64| centred(c * centred(LEAVES as i64 * inverse((1 << 32) % P, P), P), P);
    for step in 0..4096 {
        let c = if step == 0 { largest } else { (step * 2_654_435_761) % (largest + 1) };
        let mut product = [0; SIZE];
        for (index, coefficient) in product.iter_mut().enumerate() {
            let sign = 1 - 2 * (index as i64 % 2);
            let multiple = (index as i64 % 63 - 31) * P;
            let representative = scaled(sign * c) + multiple;
            *coefficient = if representative.abs() <= UNSCALED { representative } else { scaled(sign * c) } as i32;
        }
        integers(simd, &mut product);
        for (index, &found) in product.iter().enumerate() {
            let sign = 1 - 2 * (index as i64 % 2);
            assert_eq!(i64::from(found), sign * c, "{}", S::NAME);
        }
    }
}

fn prove_in<R: Ring<Modulus: fold::Residues>, S: Shape>() {
    let bounds = analysis::bounds_by_small::<GoodThomas<R>, S>().expect("no lane overflows");
    std::println!("{}: {bounds}", S::NAME);
    assert!(bounds.result == R::Modulus::Q as i64 / 2);
    coefficients_are_bounded::<S>(bounds.product);
    prove_integers::<R, S>();
    analysis::proof::fold::<GoodThomas<R>, S, i32>(1);
}

fn prove<S: Shape>() {
    prove_forward::<S>();
    prove_inverse::<S>();
    prove_products::<S>();
    prove_in::<Sntrup761, S>();
    prove_in::<Ntruhps2048677, S>();
}

crate::analysis::proof::for_every_shape!(prove);
