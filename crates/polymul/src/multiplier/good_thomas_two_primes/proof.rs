//! The proof of `good-thomas-two-primes`, for the shape of every backend.

use std::vec::Vec;

use super::*;
use crate::analysis;
use crate::modular::centred;
use crate::simd::portable::Portable;

/// The exponent of the weight w^t of a leaf: -1 is w^48.
fn leaf_exponent(leaf: usize) -> usize {
    exponent(leaf / 2) + 48 * (leaf % 2)
}

fn assert_congruent<M: Modulus>(actual: &[i16], expected: &[i64], what: &str) {
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), M::Q.into()), centred(expected, M::Q.into()), "{what}: coefficient {index}");
    }
}

/// x^k modulo x^16 - w^t is w^(t floor(k / 16)) x^(k mod 16), in every leaf.
fn prove_forward<P: Shape, M: Modulus>(prime: &'static Prime<M>) {
    let (simd, root, q) = (Portable::<P>::new(), three_times_512::root::<M>(), M::Q as i64);
    for k in 0..SIZE / 2 {
        let (mut operand, mut result, mut expected) = ([0; SIZE / 2], [0; SIZE], [0; SIZE]);
        operand[k] = 1;
        forward(simd, &operand, prime, &mut result);
        for leaf in 0..LEAVES {
            expected[leaf * CHUNK + k % CHUNK] = power(root, (leaf_exponent(leaf) * (k / CHUNK)) as u64, q);
        }
        assert_congruent::<M>(&result, &expected, P::NAME);
    }
}

/// The inverse, times 96: x^r in the leaf of w^t comes from the sum of w^(-t s) x^(16 s + r).
fn prove_inverse<P: Shape, M: Modulus>(prime: &'static Prime<M>) {
    let (simd, root, q) = (Portable::<P>::new(), three_times_512::root::<M>(), M::Q as i64);
    for index in 0..SIZE {
        let (mut transformed, mut result, mut expected) = ([0; SIZE], [0; SIZE], [0; SIZE]);
        transformed[index] = 1;
        inverse_transform(simd, &mut transformed, prime, &mut result);
        for s in 0..LEAVES {
            let exponent = (LEAVES - leaf_exponent(index / CHUNK)) * s;
            expected[s * CHUNK + index % CHUNK] = power(root, exponent as u64, q);
        }
        assert_congruent::<M>(&result, &expected, P::NAME);
    }
}

/// 2^-16 x^j x^k modulo x^16 - w^t, in every leaf; and no leaf depends on another.
fn prove_products<P: Shape, M: Modulus>(prime: &'static Prime<M>) {
    let (simd, root, q) = (Portable::<P>::new(), three_times_512::root::<M>(), M::Q as i64);
    let basis = |k: usize| core::array::from_fn::<_, LEAVES, _>(|_| core::array::from_fn(|i| (i == k) as i16));
    let montgomery = inverse(1 << 16, q);
    let mut product = [[0; CHUNK]; LEAVES];
    for j in 0..CHUNK {
        for k in 0..CHUNK {
            multiply(simd, &basis(j), &basis(k), prime, &mut product);
            let mut expected = [0; SIZE];
            for leaf in 0..LEAVES {
                let weight = if j + k < CHUNK { 1 } else { power(root, leaf_exponent(leaf) as u64, q) };
                expected[leaf * CHUNK + (j + k) % CHUNK] = weight * montgomery;
            }
            assert_congruent::<M>(product.as_flattened(), &expected, P::NAME);
        }
    }
    let all: [[i16; CHUNK]; LEAVES] =
        core::array::from_fn(|leaf| core::array::from_fn(|i| ((leaf * CHUNK + i) % 2003) as i16 - 1001));
    for leaf in 0..LEAVES {
        let mut one = [[0; CHUNK]; LEAVES];
        one[leaf] = all[leaf];
        for (a, b) in [(&one, &all), (&all, &one)] {
            multiply(simd, a, b, prime, &mut product);
            assert!((0..LEAVES).all(|other| other == leaf || product[other] == [0; CHUNK]), "{}: leaf {leaf}", P::NAME);
        }
    }
}

/// The small operand in the second place is scaled by 2^16 / 96 modulo each prime.
fn prove_small<P: Shape>() {
    let simd = Portable::<P>::new();
    for k in 0..Sntrup761::DEGREE {
        let (mut big, mut small) = ([0; SIZE / 2], [0; SIZE / 2]);
        (big[k], small[k]) = (1, 1);
        let mut transformed = GoodThomasTwoPrimes::zero_transformed(simd);
        let mut second = GoodThomasTwoPrimes::zero_second(simd);
        GoodThomasTwoPrimes::forward(simd, &big, &mut transformed);
        GoodThomasTwoPrimes::forward_small(simd, &small, &mut second);
        let scaled = |image: usize, scale: i16| -> Vec<i64> {
            transformed.0[image].as_flattened().iter().map(|&value| value as i64 * scale as i64).collect()
        };
        assert_congruent::<Q7681>(second.0.0[0].as_flattened(), &scaled(0, FIRST.scale), P::NAME);
        assert_congruent::<Q10753>(second.0.0[1].as_flattened(), &scaled(1, SECOND.scale), P::NAME);
    }
}

fn prove<P: Shape>() {
    let bounds = analysis::bounds_by_small::<GoodThomasTwoPrimes, P>().expect("no lane overflows");
    std::println!("{}: {bounds}", P::NAME);
    assert!(bounds.transformed < 6000 && bounds.product < 14_500 && bounds.unfolded < 9000 && bounds.result == 2295);
    residues_are_bounded::<P>(bounds.product);
    prove_forward::<P, Q7681>(&FIRST);
    prove_forward::<P, Q10753>(&SECOND);
    prove_inverse::<P, Q7681>(&FIRST);
    prove_inverse::<P, Q10753>(&SECOND);
    prove_products::<P, Q7681>(&FIRST);
    prove_products::<P, Q10753>(&SECOND);
    prove_small::<P>();
    analysis::proof::fold::<GoodThomasTwoPrimes, P, i16>(1);
}

/// What the Chinese remainder theorem assumes of the inverse transforms.
fn residues_are_bounded<P: Shape>(product: i64) {
    use crate::analysis::interval::{Interval, Intervals, Log};
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let product = [Interval::symmetric(product); SIZE];
    let mut residues = [[Interval::ZERO; SIZE]; 2];
    inverse_transform(simd, &mut product.clone(), &FIRST, &mut residues[0]);
    inverse_transform(simd, &mut product.clone(), &SECOND, &mut residues[1]);
    assert_eq!(log.overflow(), None);
    assert!(residues.as_flattened().iter().all(|residue| residue.magnitude() <= RESIDUE));
}

crate::analysis::proof::for_every_shape!(prove);

/// Sums of products have room, and scales undo what the transforms leave.
#[test]
fn sums_and_scales() {
    const { assert!(MOST_PRODUCTS >= 2) };
    std::println!("{MOST_PRODUCTS} products");
    assert_eq!(centred(FIRST.scale as i64 * LEAVES as i64 - (1 << 16), Q7681::Q.into()), 0);
    assert_eq!(centred(SECOND.scale as i64 * LEAVES as i64 - (1 << 16), Q10753::Q.into()), 0);
}
