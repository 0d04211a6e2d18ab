//! Operands and definitions for the tests of the stages.

use std::vec::Vec;

use crate::modular::centred;

/// Returns `length` centred residues modulo q without a pattern, which depend on the seed.
pub fn residues(length: usize, seed: u32, q: i64) -> Vec<i16> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        centred((state >> 8).into(), q) as i16
    };
    (0..length).map(|_| next()).collect()
}

/// Returns the product of two polynomials over the integers.
pub fn product(a: &[i16], b: &[i16]) -> Vec<i64> {
    let mut product = std::vec![0; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            product[i + j] += i64::from(x) * i64::from(y);
        }
    }
    product
}

/// Returns the remainder of a polynomial modulo x^n - c.
pub fn remainder(polynomial: &[i64], n: usize, c: i64) -> Vec<i64> {
    let mut remainder = polynomial.to_vec();
    for k in (n..polynomial.len()).rev() {
        remainder[k - n] += c * remainder[k];
    }
    remainder.resize(n, 0);
    remainder
}

/// Checks that the numbers are congruent modulo q to the expected ones.
pub fn assert_congruent(found: &[i16], expected: impl IntoIterator<Item = i64>, q: i64) {
    let mut count = 0;
    for (k, (&found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(centred(found.into(), q), centred(expected, q), "number {k}");
        count = k + 1;
    }
    assert_eq!(count, found.len(), "numbers");
}
