//! The proof of `good-schoenhage-outer`, for the shape of every backend.

use alloc::vec::Vec;

use super::*;
use crate::modular::{centred, power};
use crate::proof::{self, BasisProof};
use crate::stage::schoenhage;

/// Pairs (index, value) of the non-zero coefficients.
type Row = Vec<(usize, i64)>;

/// Returns the exponent below 16 and the sign of a power of x modulo x^16 + 1.
fn signed(power: usize) -> (usize, i64) {
    (power % CHUNK, if (power / CHUNK).is_multiple_of(2) { 1 } else { -1 })
}

/// Returns the exponent e of the point w = x^e of a ring.
fn exponent(ring: usize) -> usize {
    schoenhage::exponent(0, CHUNK, POINTS, STEPS - 1, ring)
}

/// Returns the transform of x^k. With t = floor(k / 8) and r = k mod 8 it is y^t x^r with y =
/// v^i x^e.
fn forward_definition(k: usize) -> Row {
    let t = k / BLOCK;
    let mut row = Row::new();
    for ring in 0..ELEMENTS {
        let (w, sign) = signed(exponent(ring) * t + k % BLOCK);
        row.push((ring * CHUNK + w, sign * power(ROOT, (ring / POINTS * t) as u64, Q)));
    }
    row
}

/// Returns the inverse transform, times 224, of x^w in a ring: v^(-i t) x^(w - e t) at y^t for
/// every t, and y = x^8 modulo x^1792 - 1.
fn inverse_definition(index: usize) -> Row {
    let (ring, w) = (index / CHUNK, index % CHUNK);
    let mut row = Row::new();
    for t in 0..ELEMENTS {
        let back = 2 * CHUNK - exponent(ring) * t % (2 * CHUNK);
        let (w, sign) = signed(w + back);
        let root = power(inverse(ROOT, Q), (ring / POINTS * t) as u64, Q);
        row.push(((t * BLOCK + w) % LENGTH, sign * root));
    }
    row
}

/// Checks that the definitions belong together: the inverse of the product of transforms is the
/// product, times the factor that the fold takes off. This is bilinear, so that pairs of basis
/// vectors suffice; these pairs meet many chunks and wraps.
fn check_inverse_of_products() {
    let degree = Sntrup857::DEGREE;
    for (i, j) in (0..degree).step_by(95).map(|i| (i, (i * 37 + 5) % degree)) {
        // Each transform is a monomial in every ring.
        let (a, b) = (forward_definition(i), forward_definition(j));
        let mut result = alloc::vec![0; LENGTH];
        for ((index, value), (other, factor)) in a.into_iter().zip(b) {
            let (w, sign) = signed(index % CHUNK + other % CHUNK);
            for (power, image) in inverse_definition(index / CHUNK * CHUNK + w) {
                result[power] = (result[power] + value * factor % Q * sign * image) % Q;
            }
        }
        for (power, value) in result.into_iter().enumerate() {
            let expected = if power == i + j { ELEMENTS as i64 } else { 0 };
            assert_eq!(centred(value, Q), centred(expected, Q), "x^{i} x^{j}: x^{power}");
        }
    }
    assert_eq!(centred(i64::from(SCALE.value) * ELEMENTS as i64 - (1 << 16), Q), 0);
}

impl BasisProof for GoodSchoenhageOuter857 {
    fn prove<S: Shape>() {
        check_inverse_of_products();
        proof::forward::<Self, S>(forward_definition);
        proof::inverse::<Self, S>(inverse_definition);
        let montgomery = inverse(1 << 16, Q);
        proof::multiply::<Self, S>(CHUNK, |j, k| {
            let (w, sign) = signed(j + k);
            (0..ELEMENTS).map(|ring| (ring * CHUNK + w, sign * montgomery)).collect()
        });
        proof::fold::<Self, S, i16>(SCALE.value.into());
    }
}
