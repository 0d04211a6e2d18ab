//! The proof of `good-rader-outer`, for the shape of every backend, and tests that the proof can
//! fail.

use alloc::vec::Vec;

use super::super::good_rader::{ROOT, exponent};
use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::{centred, inverse, power};
use crate::proof::{self, BasisProof};
use crate::simd::Shape;

/// Returns the transform of x^k: w^(t floor(k / 16)) x^(k mod 16), its remainder modulo x^16 - w^t,
/// in every chunk.
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    let value = |place| power(ROOT, (exponent(place) * (k / CHUNK)) as u64, Q);
    (0..WHOLE).map(|place| (place * CHUNK + k % CHUNK, value(place))).collect()
}

/// Returns the inverse transform of a basis vector, times 102: for x^r in the chunk of w^t, the sum
/// of w^(-t s) x^(16 s + r).
fn inverse_definition(index: usize) -> Vec<(usize, i64)> {
    let t = exponent(index / CHUNK);
    let value = |s| power(ROOT, ((WHOLE - t) * s) as u64, Q);
    (0..WHOLE).map(|s| (s * CHUNK + index % CHUNK, value(s))).collect()
}

/// Returns 2^-16 x^j x^k modulo x^16 - w^t, in every chunk.
fn multiply_definition(j: usize, k: usize) -> Vec<(usize, i64)> {
    let montgomery = inverse(1 << 16, Q);
    let weight = |place| if j + k < CHUNK { 1 } else { power(ROOT, exponent(place) as u64, Q) };
    (0..WHOLE).map(|place| (place * CHUNK + (j + k) % CHUNK, weight(place) * montgomery)).collect()
}

/// Checks that the transform of two operands at once, whose chunks one vector holds, is the
/// transform of each.
fn prove_forward_of_two_operands<P: Shape>() {
    let simd = Arrays::<P>::new();
    for k in 0..Sntrup761::DEGREE {
        let (mut basis, zero) = ([0; 768], [0; 768]);
        basis[k] = 1;
        for operand in 0..2 {
            let operands = if operand == 0 { [&basis[..], &zero] } else { [&zero[..], &basis] };
            let mut pair: Chunks<i16, 2, WHOLE> = Aligned([[[0; CHUNK]; 2]; WHOLE]);
            forward(simd, operands, &mut pair);
            assert!(pair.0.iter().all(|chunks| chunks[1 - operand] == [0; CHUNK]));
            for (index, value) in forward_definition(k) {
                let actual = pair.0[index / CHUNK][operand][index % CHUNK];
                assert_eq!(centred(actual.into(), Q), centred(value, Q));
            }
        }
    }
}

impl BasisProof for GoodRaderOuter {
    fn prove<P: Shape>() {
        assert_eq!(centred(SCALE.value as i64 * WHOLE as i64 - (1 << 16), Q), 0);
        if P::LANES == 2 * CHUNK {
            prove_forward_of_two_operands::<P>();
        }
        proof::forward::<GoodRaderOuter, P>(forward_definition);
        proof::inverse::<GoodRaderOuter, P>(inverse_definition);
        proof::multiply::<GoodRaderOuter, P>(CHUNK, multiply_definition);
        proof::fold::<GoodRaderOuter, P, i16>(SCALE.value.into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::good_rader::{FORWARD_3, INVERSE_17};
    use super::*;
    use crate::analysis::interval::{Interval, Intervals, Log, Overflow};
    use crate::simd::shape::Avx2Shape;
    use crate::stage::rader;
    use crate::stage::radix_3_2::{radix_3, radix_3_2};

    /// A copy of the transform of length 6 that lacks its last reduction.
    fn radix_3_2_without_reduction<S: Simd>(simd: S, row: &mut [S::Coefficient]) {
        for start in (0..CHUNK).step_by(S::Shape::LANES) {
            let chunk = |place: usize| simd.load(&row[place * CHUNK + start..]);
            let evens = radix_3([chunk(0), chunk(2), chunk(4)], FORWARD_3);
            let odds = radix_3([chunk(1), chunk(3), chunk(5)], FORWARD_3);
            for i1 in 0..3 {
                simd.store(evens[i1] + odds[i1], &mut row[2 * i1 * CHUNK + start..]);
                simd.store(evens[i1] - odds[i1], &mut row[(2 * i1 + 1) * CHUNK + start..]);
            }
        }
    }

    /// The proof can fail: without the last reduction of the transform of length 6, the sums of the
    /// outer products could leave 32 bits.
    #[test]
    fn a_missing_reduction_is_caught() {
        fn overflow_of_product(broken: bool) -> Option<Overflow> {
            let log = Log::new();
            let simd = Intervals::<Avx2Shape>::new(&log);
            let mut row = [Interval::symmetric(2926); 6 * CHUNK];
            if broken {
                radix_3_2_without_reduction(simd, &mut row);
            } else {
                radix_3_2(simd, &mut row, FORWARD_3);
            }
            let (chunks, _) = row.as_chunks::<CHUNK>();
            let mut rows = simd.zero_rows();
            simd.convolution_rows(&chunks[0], WEIGHTS[0], &mut rows);
            simd.outer_product::<Q4591, 1>([&chunks[0]], [&rows]);
            log.overflow()
        }
        assert_eq!(overflow_of_product(false), None);
        let overflow = overflow_of_product(true).expect("the broken bound is found");
        assert_eq!(overflow.operation, "outer_product");
    }

    /// The proof can fail: a transform of length 17 whose sums are not reduced could leave 16 bits.
    #[test]
    fn larger_inputs_are_caught() {
        let overflow_for = |bound| {
            let log = Log::new();
            let simd = Intervals::<Avx2Shape>::new(&log);
            let input = simd.load(&[Interval::symmetric(bound); CHUNK]);
            rader::transform(simd, [Some(input); 17], &INVERSE_17);
            log.overflow()
        };
        assert_eq!(overflow_for(2926), None);
        assert!(overflow_for(3 * 2926).is_some());
    }
}
