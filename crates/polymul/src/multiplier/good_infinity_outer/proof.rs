//! The proof of `good-infinity-outer`, for the shape of every backend, and a test that the proof
//! can fail.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::centred;
use crate::proof::{self, BasisProof};

/// Coefficients of the cyclic part; those of the ends follow.
const CYCLIC: usize = LENGTH * CHUNK;
/// The index of coefficient 0 of a product.
const LOWEST: usize = CYCLIC + 80;
/// The first index of coefficients without meaning.
const MEANINGLESS: usize = LOWEST + 1;

/// Returns the transform of x^k: in every chunk w^(t floor(k / 16)) x^(k mod 16), its remainder
/// modulo x^16 - w^t; and a coefficient of the ends if k is 0 or above 680.
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    let value = |chunk| power(ROOT, (exponent(chunk) * (k / CHUNK)) as u64, Q);
    let mut row: Vec<_> = (0..LENGTH).map(|chunk| (chunk * CHUNK + k % CHUNK, value(chunk))).collect();
    match k {
        0 => row.push((CYCLIC, 1)),
        681.. => row.push((CYCLIC + k - 680, 1)),
        _ => {}
    }
    row
}

/// Returns the inverse transform of a basis vector, times 90. The cyclic part determines the
/// coefficients 0 to 1439, from which the coefficients at the ends are subtracted where they
/// wrapped around.
fn inverse_definition(index: usize) -> Vec<(usize, i64)> {
    match index {
        0..CYCLIC => {
            let t = exponent(index / CHUNK);
            let value = |s| power(ROOT, ((LENGTH - t) * s) as u64, Q);
            let coefficients = (0..LENGTH).map(|s| (s * CHUNK + index % CHUNK, value(s)));
            // The coefficient 0 is another's; what was found in its place belongs to x^1440.
            coefficients.map(|(k, value)| (if k == 0 { CYCLIC } else { k }, value)).collect()
        }
        CYCLIC..LOWEST => {
            let high = index - CYCLIC + 1;
            alloc::vec![(CYCLIC + high, LENGTH as i64), (high, -(LENGTH as i64))]
        }
        LOWEST => alloc::vec![(0, LENGTH as i64), (CYCLIC, -(LENGTH as i64))],
        _ => Vec::new(),
    }
}

/// Returns 2^-16 x^j x^k modulo x^16 - w^t, in every chunk.
fn multiply_definition(j: usize, k: usize) -> Vec<(usize, i64)> {
    let montgomery = inverse(1 << 16, Q);
    let weight = |chunk| if j + k < CHUNK { 1 } else { power(ROOT, exponent(chunk) as u64, Q) };
    (0..LENGTH).map(|chunk| (chunk * CHUNK + (j + k) % CHUNK, weight(chunk) * montgomery)).collect()
}

/// Checks the products of ends: 2^-16 x^(680 + j) x^(680 + k) for j, k > 0 if that is above x^1440,
/// and 2^-16 x^0 x^0. The cyclic part and the ends do not influence each other.
fn check_ends<P: Shape>() {
    let simd = Arrays::<P>::new();
    let basis = |index: usize, other: i16| {
        let mut operand = GoodInfinityOuter::zero_transformed(simd);
        operand.0.as_flattened_mut()[..CYCLIC].fill(other);
        operand.0.as_flattened_mut()[CYCLIC + index] = 1;
        operand
    };
    let product = |a: &Chunks<i16>, b: &Chunks<i16>| {
        let mut product = GoodInfinityOuter::zero_transformed(simd);
        GoodInfinityOuter::multiply_transformed(simd, a, b, &mut product);
        product
    };
    let montgomery = inverse(1 << 16, Q);
    for j in 0..=80 {
        for k in 0..=80 {
            let mut expected = [0; CHUNK * ENDS.chunks()];
            match (j, k) {
                (0, 0) => expected[80] = montgomery,
                (1.., 1..) if j + k > 80 => expected[j + k - 81] = montgomery,
                _ => {}
            }
            let product = product(&basis(j, 0), &basis(k, 7));
            let (cyclic, ends) = product.0.as_flattened().split_at(CYCLIC);
            assert!(cyclic.iter().all(|&coefficient| coefficient == 0));
            for (found, expected) in ends.iter().zip(&expected[..=80]) {
                assert_eq!(centred((*found).into(), Q), centred(*expected, Q), "{}: {j} {k}", P::NAME);
            }
        }
    }
}

impl BasisProof for GoodInfinityOuter {
    fn prove<P: Shape>() {
        proof::forward::<GoodInfinityOuter, P>(forward_definition);
        proof::inverse::<GoodInfinityOuter, P>(inverse_definition);
        proof::multiply_blocks::<GoodInfinityOuter, P>(CHUNK, CYCLIC, multiply_definition);
        check_ends::<P>();
        // Padding coefficients do not affect the result.
        assert!((MEANINGLESS..CYCLIC + CHUNK * ENDS.chunks()).all(|index| inverse_definition(index).is_empty()));
        proof::fold::<GoodInfinityOuter, P, i16>(SCALE.value.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::interval::{Interval, Intervals, Log};
    use crate::simd::shape::Avx2Shape;

    /// The proof can fail: without the reductions within transforms of length 5, those of length 9
    /// could leave 16 bits. 7700 is the bound of a transform of length 5 for the inputs of this
    /// chain, which are up to about 5,342.
    #[test]
    fn a_missing_reduction_is_caught() {
        let overflow_for = |bound| {
            let log = Log::new();
            let simd = Intervals::<Avx2Shape>::new(&log);
            let input = simd.load(&[Interval::symmetric(bound); CHUNK]);
            radix_9([input; 9], &FORWARD_9);
            log.overflow()
        };
        assert_eq!(overflow_for(7700), None);
        assert!(overflow_for(2295 + 4 * 2500).is_some());
    }
}
