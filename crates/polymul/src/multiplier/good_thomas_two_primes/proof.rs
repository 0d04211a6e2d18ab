//! The proof of `good-thomas-two-primes`, for the shape of every backend: of the transforms for
//! each prime and length, and of the rest for each ring.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::analysis::count::{Counter, Counting};
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::modular::{centred, inverse, power};
use crate::proof::{self, BasisProof, product_bound};

fn assert_congruent<M: Modulus>(actual: &[i16], expected: &[i64], what: &str) {
    assert_eq!(actual.len(), expected.len());
    for (index, (&actual, &expected)) in actual.iter().zip(expected).enumerate() {
        assert_eq!(centred(actual.into(), M::Q.into()), centred(expected, M::Q.into()), "{what}: coefficient {index}");
    }
}

/// Returns w^exponent.
fn root_power<M: Modulus, const N: usize>(exponent: usize) -> i64 {
    power(Layout::<N>::root(M::Q.into()), exponent as u64, M::Q.into())
}

/// Checks the transform of x^k: w^(t floor(k / 16)) x^(k mod 16), its remainder modulo x^16 - w^t,
/// in every leaf. That of the small operand is scaled by 2^16 / (32 m).
fn prove_forward<P: Shape, M: Modulus, const N: usize>() {
    let simd = Arrays::<P>::new();
    let scale = (1 << 16) * inverse(Layout::<N>::LEAVES as i64, M::Q.into());
    for k in 0..Layout::<N>::OPERAND {
        let mut operand = alloc::vec![0; Layout::<N>::OPERAND];
        let mut expected = alloc::vec![0; Layout::<N>::SIZE];
        let (mut result, mut scaled) = (alloc::vec![0; Layout::<N>::SIZE], alloc::vec![0; Layout::<N>::SIZE]);
        operand[k] = 1;
        for leaf in 0..Layout::<N>::LEAVES {
            expected[leaf * CHUNK + k % CHUNK] = root_power::<M, N>(Layout::<N>::leaf_exponent(leaf) * (k / CHUNK));
        }
        forward::<_, M, N>(simd, &operand, &mut result);
        assert_congruent::<M>(&result, &expected, P::NAME);
        forward_scaled::<_, M, N>(simd, &operand, &mut scaled, &mut result);
        let expected: Vec<_> = expected.into_iter().map(|value| value * scale % i64::from(M::Q)).collect();
        assert_congruent::<M>(&result, &expected, P::NAME);
    }
}

/// Checks the inverse transform, times 32 m: for x^r in the leaf of w^t, the sum of w^(-t s) x^(16
/// s + r).
fn prove_inverse<P: Shape, M: Modulus, const N: usize>() {
    let simd = Arrays::<P>::new();
    let leaves = Layout::<N>::LEAVES;
    for index in 0..Layout::<N>::SIZE {
        let (mut transformed, mut result) = (alloc::vec![0; Layout::<N>::SIZE], alloc::vec![0; Layout::<N>::SIZE]);
        let mut expected = alloc::vec![0; Layout::<N>::SIZE];
        transformed[index] = 1;
        inverse_transform::<_, M, N>(simd, &mut transformed, &mut result);
        for s in 0..leaves {
            let exponent = (leaves - Layout::<N>::leaf_exponent(index / CHUNK)) * s;
            expected[s * CHUNK + index % CHUNK] = root_power::<M, N>(exponent);
        }
        assert_congruent::<M>(&result, &expected, P::NAME);
    }
}

/// Checks that products are 2^-16 x^j x^k modulo x^16 - w^t in every leaf, and that no leaf depends
/// on another.
fn prove_products<P: Shape, M: Modulus, const N: usize>() {
    let simd = Arrays::<P>::new();
    let basis = |k: usize| -> Vec<i16> { (0..Layout::<N>::SIZE).map(|i| (i % CHUNK == k).into()).collect() };
    let montgomery = inverse(1 << 16, M::Q.into());
    let mut product = alloc::vec![0; Layout::<N>::SIZE];
    for j in 0..CHUNK {
        for k in 0..CHUNK {
            multiply::<_, M, N>(simd, &basis(j), &basis(k), &mut product);
            let mut expected = alloc::vec![0; Layout::<N>::SIZE];
            for leaf in 0..Layout::<N>::LEAVES {
                let exponent = if j + k < CHUNK { 0 } else { Layout::<N>::leaf_exponent(leaf) };
                expected[leaf * CHUNK + (j + k) % CHUNK] = root_power::<M, N>(exponent) * montgomery;
            }
            assert_congruent::<M>(&product, &expected, P::NAME);
        }
    }
    let all: Vec<_> = (0..Layout::<N>::SIZE).map(|i| (i % 2003) as i16 - 1001).collect();
    for leaf in (0..Layout::<N>::SIZE).step_by(CHUNK) {
        let mut one = alloc::vec![0; Layout::<N>::SIZE];
        one[leaf..leaf + CHUNK].copy_from_slice(&all[leaf..leaf + CHUNK]);
        for (a, b) in [(&one, &all), (&all, &one)] {
            multiply::<_, M, N>(simd, a, b, &mut product);
            product[leaf..leaf + CHUNK].fill(0);
            assert!(product.iter().all(|&coefficient| coefficient == 0), "{}: leaf {leaf}", P::NAME);
        }
    }
}

/// Checks that the inverse transforms leave residues as small as the Chinese remainder theorem
/// assumes.
fn residues_are_bounded<P: Shape, M: Modulus, const N: usize>() {
    let (log, counter) = (Log::new(), Counter::new());
    let simd = Counting::new(Intervals::<P>::new(&log), &counter);
    let mut product = alloc::vec![Interval::symmetric(product_bound(safety::<N>())); Layout::<N>::SIZE];
    let mut residues = alloc::vec![Interval::ZERO; Layout::<N>::SIZE];
    inverse_transform::<_, M, N>(simd, &mut product, &mut residues);
    assert_eq!(log.overflow(), None);
    let largest = residues.iter().map(|residue| residue.magnitude()).max();
    assert!(largest <= Some(RESIDUE));
}

/// Checks everything that is the same for all rings, modulo the prime `M`.
fn prove_transforms<P: Shape, M: Modulus, const N: usize>() {
    prove_forward::<P, M, N>();
    prove_inverse::<P, M, N>();
    prove_products::<P, M, N>();
    residues_are_bounded::<P, M, N>();
}

impl<R: Ring, const N: usize> BasisProof for GoodThomasTwoPrimes<R, N>
where
    Size<N>: Primes,
{
    fn prove<P: Shape>() {
        proof::once(prove_transforms::<P, First<N>, N>);
        proof::once(prove_transforms::<P, Second<N>, N>);
        proof::fold::<Self, P, i16>(1);
    }
}
