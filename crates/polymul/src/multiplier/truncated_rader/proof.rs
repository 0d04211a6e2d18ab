//! The proof of `truncated-rader`, for the shape of every backend.

use alloc::vec::Vec;

use super::super::good_rader::{Chunks, Q, ROOT, SCALE, exponent, forward};
use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::{centred, inverse, power};
use crate::multiplier::Aligned;
use crate::proof::{self, BasisProof};
use crate::ring::{Ring, Sntrup761};
use crate::simd::{CHUNK, Shape};

/// Returns the exponent t of chunk `place` of the 96.
fn kept(place: usize) -> usize {
    exponent(place + WHOLE - TRUNCATED)
}

/// Returns the transform of x^k: w^(t floor(k / 16)) x^(k mod 16), its remainder modulo x^16 - w^t,
/// in every chunk.
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    let value = |place| power(ROOT, (kept(place) * (k / CHUNK)) as u64, Q);
    (0..TRUNCATED).map(|place| (place * CHUNK + k % CHUNK, value(place))).collect()
}

/// Returns the inverse transform of a basis vector, times 102: for x^r in the chunk of w^t, the sum
/// of w^(-t s) x^(16 s + r), s < 102. Modulo Phi_17(x^96), x^(1536 + k) is the negative of the sum
/// of x^(96 i + k), i < 16.
fn inverse_definition(index: usize) -> Vec<(usize, i64)> {
    let t = kept(index / CHUNK);
    let value = |s| power(ROOT, ((WHOLE - t) * s) as u64, Q);
    (0..TRUNCATED).map(|s| (s * CHUNK + index % CHUNK, value(s) - value(TRUNCATED + s % 6))).collect()
}

/// Returns 2^-16 x^j x^k modulo x^16 - w^t, in every chunk.
fn multiply_definition(j: usize, k: usize) -> Vec<(usize, i64)> {
    let montgomery = inverse(1 << 16, Q);
    let weight = |place| if j + k < CHUNK { 1 } else { power(ROOT, kept(place) as u64, Q) };
    (0..TRUNCATED).map(|place| (place * CHUNK + (j + k) % CHUNK, weight(place) * montgomery)).collect()
}

/// Checks that the transform of two operands at once, whose chunks one vector holds, is the
/// transform of each.
fn prove_forward_of_two_operands<P: Shape>() {
    let simd = Arrays::<P>::new();
    for k in 0..Sntrup761::DEGREE {
        let mut basis = [0; 768];
        basis[k] = 1;
        let mut pair: Chunks<i16, 2, TRUNCATED> = Aligned([[[0; CHUNK]; 2]; TRUNCATED]);
        forward(simd, [&[0; 768], &basis], &mut pair);
        assert!(pair.0.iter().all(|chunks| chunks[0] == [0; CHUNK]));
        for (index, value) in forward_definition(k) {
            assert_eq!(centred(pair.0[index / CHUNK][1][index % CHUNK].into(), Q), centred(value, Q));
        }
    }
}

impl BasisProof for TruncatedRader {
    fn prove<P: Shape>() {
        if P::LANES == 2 * CHUNK {
            prove_forward_of_two_operands::<P>();
        }
        proof::forward::<TruncatedRader, P>(forward_definition);
        proof::inverse::<TruncatedRader, P>(inverse_definition);
        proof::multiply::<TruncatedRader, P>(CHUNK, multiply_definition);
        proof::fold::<TruncatedRader, P, i16>(SCALE.value.into());
    }
}
