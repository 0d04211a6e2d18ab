//! The proof of `good-outer` in every ring, for the shape of every backend.

use std::vec::Vec;

use super::*;
use crate::analysis::{self, proof};

/// The weight of a chunk, and the ring.
fn weight<P: Plan, const CHUNKS: usize, const LENGTH: usize>(chunk: usize) -> i64 {
    GoodOuter::<P, CHUNKS, LENGTH>::WEIGHTS[chunk].value.into()
}

fn prove_plan<P: Plan, const CHUNKS: usize, const LENGTH: usize, S: Shape>() {
    type M<P, const CHUNKS: usize, const LENGTH: usize> = GoodOuter<P, CHUNKS, LENGTH>;
    let q = ModulusOf::<P>::Q as i64;
    let bounds = analysis::bounds::<M<P, CHUNKS, LENGTH>, S>().expect("no lane overflows");
    std::println!("{} on {}: {bounds}", P::Ring::NAME, S::NAME);
    assert_eq!(bounds.result, (q - 1) / 2);
    analysis::bounds_by_small::<M<P, CHUNKS, LENGTH>, S>().expect("no lane overflows for small operands either");
    let weight = weight::<P, CHUNKS, LENGTH>;
    // All weights are different, so that the rings are those of x^(16 n) - 1.
    let mut weights: Vec<_> = (0..CHUNKS).map(weight).collect();
    weights.sort_unstable();
    weights.dedup();
    assert_eq!(weights.len(), CHUNKS);
    assert!(weights.iter().all(|&weight| power(weight, CHUNKS as u64, q) == 1));
    // x^k modulo x^16 - w is w^floor(k / 16) x^(k mod 16).
    proof::forward::<M<P, CHUNKS, LENGTH>, S>(|k| {
        (0..CHUNKS).map(|chunk| (chunk * CHUNK + k % CHUNK, power(weight(chunk), (k / CHUNK) as u64, q))).collect()
    });
    // The inverse, times n: from x^r modulo x^16 - w the sum of w^-s x^(16 s + r).
    proof::inverse::<M<P, CHUNKS, LENGTH>, S>(|index| {
        let value = |s: usize| power(weight(index / CHUNK), (CHUNKS - s) as u64, q);
        (0..CHUNKS).map(|s| (s * CHUNK + index % CHUNK, value(s))).collect()
    });
    let montgomery = inverse(1 << 16, q);
    proof::multiply::<M<P, CHUNKS, LENGTH>, S>(CHUNK, |j, k| {
        let factor = |chunk| if j + k < CHUNK { 1 } else { weight(chunk) };
        (0..CHUNKS).map(|chunk| (chunk * CHUNK + (j + k) % CHUNK, factor(chunk) * montgomery)).collect()
    });
    proof::fold::<M<P, CHUNKS, LENGTH>, S, i16>(M::<P, CHUNKS, LENGTH>::SCALE.value.into());
}

fn prove<S: Shape>() {
    prove_plan::<plans::Plan653, 84, 1344, S>();
    prove_plan::<plans::Plan857, 126, 2016, S>();
    prove_plan::<plans::Plan1013, 156, 2496, S>();
}

proof::for_every_shape!(prove);
