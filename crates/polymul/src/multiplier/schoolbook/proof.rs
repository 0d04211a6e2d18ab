//! The proof of `schoolbook`. A product is bilinear, so that an identity that holds on all pairs of
//! basis vectors holds for all operands.
//!
//! [`multiply`] is given the number of chunks by value. It is compared with the definition on all
//! pairs of basis vectors for 1 to 6 chunks, which has every case of a sum of fours and of its rest,
//! and of windows at both ends. For the chunks of the ring it is compared on every basis vector by a
//! vector of random numbers.

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::{centred, inverse};
use crate::proof::{self, BasisProof};

/// Checks that the product of x^j and `b` is 2^-16 x^j b.
fn check<M: Modulus, P: Shape>(j: usize, b: &[[i16; CHUNK]]) {
    let (q, chunks) = (M::Q as i64, b.len());
    let montgomery = inverse(1 << 16, q);
    let mut a = vec![[0; CHUNK]; chunks];
    a[j / CHUNK][j % CHUNK] = 1;
    let mut result = vec![[7; CHUNK]; 2 * chunks];
    multiply::<_, M>(Arrays::<P>::new(), &a, b, &mut result);
    for (k, &found) in result.as_flattened().iter().enumerate() {
        let coefficient = k.checked_sub(j).and_then(|k| b.as_flattened().get(k)).copied().unwrap_or(0);
        let expected = centred(montgomery * coefficient as i64, q);
        assert_eq!(centred(found.into(), q), expected, "{}: {chunks} chunks, x^{j}, coefficient {k}", P::NAME);
    }
}

/// Checks all pairs of basis vectors of up to six chunks.
fn check_pairs<M: Modulus, P: Shape>() {
    for chunks in 1..=6 {
        for j in 0..chunks * CHUNK {
            for k in 0..chunks * CHUNK {
                let mut b = vec![[0; CHUNK]; chunks];
                b[k / CHUNK][k % CHUNK] = 1;
                check::<M, P>(j, &b);
            }
        }
    }
}

impl<R: Ring, const CHUNKS: usize> BasisProof for Schoolbook<R, CHUNKS> {
    fn prove<P: Shape>() {
        let length = 2 * CHUNKS * CHUNK;
        proof::forward::<Self, P>(|k| vec![(k, 1)]);
        proof::inverse::<Self, P>(|index| vec![(index, 1)]);
        proof::fold::<Self, P, i16>(Self::SCALE.value.into());
        proof::once(check_pairs::<R::Modulus, P>);
        // The multiplier and increment of Knuth's generator for 64 bits.
        let (mut state, q) = (8u64, R::Modulus::Q as u64);
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % q) as i16 - (q / 2) as i16
        };
        let numbers: Vec<i16> = (0..length / 2).map(|_| random()).collect();
        for j in 0..length / 2 {
            check::<R::Modulus, P>(j, numbers.as_chunks().0);
        }
    }
}
