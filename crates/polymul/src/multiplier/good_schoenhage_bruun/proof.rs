//! The proof of `good-schoenhage-bruun` in every ring, for the shape of every backend.

use alloc::vec::Vec;

use super::rings::{FACTORS, GROUP, SIZE, in_groups};
use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::{centred, power};
use crate::proof::{self, BasisProof};
use crate::ring::Small;
use crate::simd::Shape;
use crate::stage::bruun::negacyclic::Negacyclic;
use crate::stage::schoenhage;

/// Pairs (index, value) of the non-zero coefficients.
type Row = Vec<(usize, i64)>;

/// Returns the exponent below 32 and the sign of a power of x modulo x^32 + 1.
fn signed(power: usize) -> (usize, i64) {
    (power % DEGREE, if (power / DEGREE).is_multiple_of(2) { 1 } else { -1 })
}

/// Returns x^w modulo the factor x^8 - middle x^4 + constant of x^32 + 1.
fn reduced<M: Modulus>(w: usize, factor: usize) -> [i64; SIZE] {
    let middle = i64::from(Negacyclic::<M>::MIDDLES[factor].value);
    let mut residue = [0; SIZE];
    residue[0] = 1;
    for _ in 0..w {
        let carry = residue[SIZE - 1];
        residue.rotate_right(1);
        residue[0] = -Negacyclic::<M>::CONSTANT * carry;
        residue[4] = (residue[4] + middle * carry) % i64::from(M::Q);
    }
    residue
}

/// Returns the polynomials modulo x^32 + 1 that are 4 x^k modulo one factor and 0 modulo the
/// others, at index 8 `factor` + k: the inverse of the matrix of residues, by Gaussian elimination.
fn bruun_inverse<M: Modulus>() -> Vec<[i64; DEGREE]> {
    let q = i64::from(M::Q);
    let mut rows: Vec<[i64; 2 * DEGREE]> = (0..DEGREE)
        .map(|place| {
            let mut row = [0; 2 * DEGREE];
            for w in 0..DEGREE {
                row[w] = reduced::<M>(w, place / SIZE)[place % SIZE].rem_euclid(q);
            }
            row[DEGREE + place] = 1;
            row
        })
        .collect();
    for column in 0..DEGREE {
        let pivot = (column..DEGREE).find(|&row| rows[row][column] != 0).expect("the factors are coprime");
        rows.swap(column, pivot);
        let scale = inverse(rows[column][column], q);
        let scaled = rows[column].map(|value| value * scale % q);
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if place == column {
                *row = scaled;
            } else {
                for (value, subtrahend) in row.iter_mut().zip(scaled) {
                    *value = (*value - factor * subtrahend).rem_euclid(q);
                }
            }
        }
    }
    (0..DEGREE).map(|place| core::array::from_fn(|w| 4 * rows[w][DEGREE + place] % q)).collect()
}

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>
    GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    const Q: i64 = ModulusOf::<P>::Q as i64;
    const COEFFICIENTS: usize = ELEMENTS * DEGREE;
    const LENGTH: usize = ELEMENTS * CHUNK;
    /// Returns the index of coefficient k of the product in ring `ring` modulo factor `factor`.
    fn index(ring: usize, factor: usize, k: usize) -> usize {
        let width = if ring < in_groups(ELEMENTS) { GROUP } else { CHUNK };
        ring / GROUP * GROUP * DEGREE + (factor * SIZE + k) * width + ring % GROUP
    }

    /// Returns the coordinates (ring, factor, k) of every index.
    fn coordinates() -> Vec<(usize, usize, usize)> {
        let mut places = alloc::vec![None; Self::COEFFICIENTS];
        for place in 0..Self::COEFFICIENTS {
            let (ring, factor, k) = (place / DEGREE, place / SIZE % FACTORS, place % SIZE);
            places[Self::index(ring, factor, k)] = Some((ring, factor, k));
        }
        places.into_iter().map(|place| place.expect("no two have the same index")).collect()
    }

    /// Returns the exponent e of the point w = x^e of a ring.
    fn exponent(ring: usize) -> usize {
        schoenhage::exponent(0, DEGREE, Self::POINTS, Self::LAYERS, ring)
    }

    /// Returns v^(i t) in a ring whose root of unity is v^i; or the inverse, for the inverse of v.
    fn root(root: i64, ring: usize, t: usize) -> i64 {
        power(root, (ring / Self::POINTS * t) as u64, Self::Q)
    }

    /// Returns the transform of x^k. With t = floor(k / 16) and r = k mod 16 it is y^t x^r with y =
    /// v^i x^e, modulo each factor of x^32 + 1.
    fn forward_definition(k: usize) -> Row {
        let t = k / CHUNK;
        let mut row = Row::new();
        for ring in 0..ELEMENTS {
            let (w, sign) = signed(Self::exponent(ring) * t + k % CHUNK);
            for factor in 0..FACTORS {
                for (k, value) in reduced::<ModulusOf<P>>(w, factor).into_iter().enumerate() {
                    row.push((Self::index(ring, factor, k), sign * Self::root(P::ROOT, ring, t) * value % Self::Q));
                }
            }
        }
        row
    }

    /// Returns the inverse transform, times 4 n, of x^k modulo one factor in one ring. For the
    /// polynomial p of Bruun's inverse it has v^(-i t) x^(-e t) p at y^t for every t, and y = x^16
    /// modulo x^(16 n) - 1.
    fn inverse_definition(bruun: &[[i64; DEGREE]], (ring, factor, k): (usize, usize, usize)) -> Row {
        let mut row = Row::new();
        for t in 0..ELEMENTS {
            let root = Self::root(inverse(P::ROOT, Self::Q), ring, t);
            let back = 2 * DEGREE - Self::exponent(ring) * t % (2 * DEGREE);
            for (w, &value) in bruun[factor * SIZE + k].iter().enumerate() {
                let (w, sign) = signed(w + back);
                row.push(((t * CHUNK + w) % Self::LENGTH, sign * root * value % Self::Q));
            }
        }
        row
    }

    /// Checks that products are 2^-16 x^i x^j modulo the factor, in every lane at once, and that no
    /// product depends on another.
    fn prove_products<S: Shape>(coordinates: &[(usize, usize, usize)]) {
        let position = |index: usize| {
            let (ring, factor, k) = coordinates[index];
            (ring * FACTORS + factor, k)
        };
        let montgomery = inverse(1 << 16, Self::Q);
        proof::multiply_in::<Self, S>(SIZE, position, |i, j| {
            let mut row = Row::new();
            for (ring, factor) in (0..ELEMENTS).flat_map(|ring| (0..FACTORS).map(move |factor| (ring, factor))) {
                for (k, value) in reduced::<ModulusOf<P>>(i + j, factor).into_iter().enumerate() {
                    row.push((Self::index(ring, factor, k), value * montgomery));
                }
            }
            row
        });
    }

    /// Checks that the transform that begins in 8 bits is the same map.
    fn prove_forward_small<S: Shape>() {
        let simd = Arrays::<S>::new();
        for k in 0..P::Ring::DEGREE {
            let operand = Small::<P::Ring>::from_fn(|i| (i == k).into());
            let mut found = Self::zero_second(simd);
            Self::forward_small(simd, operand.padded(), &mut found);
            let mut expected = alloc::vec![0; Self::COEFFICIENTS];
            for (index, value) in Self::forward_definition(k) {
                expected[index] += value;
            }
            for (&found, expected) in found.0.as_flattened().iter().zip(expected) {
                assert_eq!(centred(found.into(), Self::Q), centred(expected, Self::Q), "x^{k}");
            }
        }
    }

    /// Checks that the definitions belong together: the inverse of the product of transforms is the
    /// product, times the factor that the fold takes off. This is bilinear, so that pairs of basis
    /// vectors suffice; these pairs meet many chunks and wraps.
    fn check_inverse_of_products() {
        let (degree, q) = (P::Ring::DEGREE, Self::Q);
        let bruun = bruun_inverse::<ModulusOf<P>>();
        for (i, j) in (0..degree).step_by(95).map(|i| (i, (i * 37 + 5) % degree)) {
            let (mut a, mut b) = (alloc::vec![0; Self::COEFFICIENTS], alloc::vec![0; Self::COEFFICIENTS]);
            for (dense, k) in [(&mut a, i), (&mut b, j)] {
                for (index, value) in Self::forward_definition(k) {
                    dense[index] += value;
                }
            }
            let mut result = alloc::vec![0; Self::LENGTH];
            for (ring, factor) in (0..ELEMENTS).flat_map(|ring| (0..FACTORS).map(move |factor| (ring, factor))) {
                let mut product = [0; SIZE];
                for (s, t) in (0..SIZE).flat_map(|s| (0..SIZE).map(move |t| (s, t))) {
                    let scale = a[Self::index(ring, factor, s)] * b[Self::index(ring, factor, t)] % q;
                    for (sum, value) in product.iter_mut().zip(reduced::<ModulusOf<P>>(s + t, factor)) {
                        *sum = (*sum + scale * value) % q;
                    }
                }
                for (k, scale) in product.into_iter().enumerate().filter(|&(_, scale)| scale != 0) {
                    for (power, value) in Self::inverse_definition(&bruun, (ring, factor, k)) {
                        result[power] = (result[power] + scale * value) % q;
                    }
                }
            }
            for (power, value) in result.into_iter().enumerate() {
                let expected = if power == i + j { Self::FACTOR } else { 0 };
                assert_eq!(centred(value, q), expected, "x^{i} x^{j}: x^{power}");
            }
        }
        assert_eq!(centred(i64::from(Self::SCALE.value) * Self::FACTOR - (1 << 16), q), 0);
    }
}

impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize> BasisProof
    for GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
{
    fn prove<S: Shape>() {
        Self::check_inverse_of_products();
        proof::forward::<Self, S>(Self::forward_definition);
        Self::prove_forward_small::<S>();
        let (coordinates, bruun) = (Self::coordinates(), bruun_inverse::<ModulusOf<P>>());
        proof::inverse::<Self, S>(|index| Self::inverse_definition(&bruun, coordinates[index]));
        Self::prove_products::<S>(&coordinates);
        proof::fold::<Self, S, i16>(Self::SCALE.value.into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::plans::GoodSchoenhageBruun761;
    use super::*;
    use crate::analysis::interval::{Interval, Intervals, Log, Overflow};
    use crate::simd::shape::Avx2Shape;

    impl<P: SchoenhagePlan, const ODD: usize, const ELEMENTS: usize, const STEPS: usize>
        GoodSchoenhageBruun<P, ODD, ELEMENTS, STEPS>
    {
        /// The terms of the longest sum in a small operand's transform of length 2^l: chunks of the
        /// same u^i.
        const TERMS: i64 = Self::OCCUPIED.div_ceil(ODD) as i64;

        /// Returns the first overflow of 8 bits in the transform of operands up to `bound`.
        fn overflow_in_bytes(bound: i64) -> Option<Overflow> {
            let log = Log::new();
            let simd = Intervals::<Avx2Shape>::new(&log);
            let mut elements = alloc::vec![[Interval::ZERO; STRIDE]; ELEMENTS];
            let elements: &mut [_; ELEMENTS] = elements.as_mut_slice().try_into().expect("as many elements");
            Self::forward_bytes(simd, &alloc::vec![Interval::symmetric(bound); Self::OCCUPIED * CHUNK], elements);
            log.overflow()
        }

        /// Checks that a larger operand would not fit 8 bits.
        fn check_bytes() {
            let largest = i64::from(i8::MAX) / Self::TERMS;
            assert_eq!(Self::overflow_in_bytes(largest), None);
            let overflow = Self::overflow_in_bytes(largest + 1).expect("a larger operand does not fit");
            assert!(overflow.operation.ends_with("in 8 bits"));
        }
    }

    #[test]
    fn bytes_suffice_for_small_operands_only() {
        GoodSchoenhageBruun761::check_bytes();
    }
}
