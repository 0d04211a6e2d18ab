//! The proof of `good-schoenhage-bruun`, for the shape of every backend.

use std::vec::Vec;

use super::*;
use crate::analysis::interval::{Interval, Intervals, Log};
use crate::analysis::{self, proof};
use crate::modular::{centred, power};
use crate::ring::Small;
use crate::simd::portable::Portable;
use crate::simd::shape::Avx2Shape;
use crate::stage::schoenhage;

const COEFFICIENTS: usize = ELEMENTS * DEGREE;

/// Where coefficient k of the product of ring `ring` and factor `factor` is.
fn index(ring: usize, factor: usize, k: usize) -> usize {
    ((ring / GROUP * FACTORS + factor) * SIZE + k) * GROUP + ring % GROUP
}

/// The coordinates (ring, factor, k) of every index.
fn coordinates() -> Vec<(usize, usize, usize)> {
    let mut places = std::vec![(0, 0, 0); COEFFICIENTS];
    for place in 0..COEFFICIENTS {
        let (ring, factor, k) = (place / DEGREE, place / SIZE % FACTORS, place % SIZE);
        places[index(ring, factor, k)] = (ring, factor, k);
    }
    places
}

/// The exponent e of the point w = x^e of a ring.
fn exponent(ring: usize) -> usize {
    schoenhage::exponent(0, DEGREE, POINTS, 5, ring)
}

/// A power of x modulo x^32 + 1: its exponent below 32, and its sign.
fn signed(power: usize) -> (usize, i64) {
    (power % DEGREE, if (power / DEGREE).is_multiple_of(2) { 1 } else { -1 })
}

/// x^w modulo the factor x^8 - middle x^4 + 1 of x^32 + 1.
fn reduced(w: usize, factor: usize) -> [i64; SIZE] {
    let middle = MIDDLES[factor].value as i64;
    let mut residue = [0; SIZE];
    residue[0] = 1;
    for _ in 0..w {
        let carry = residue[SIZE - 1];
        residue.rotate_right(1);
        residue[0] = -carry;
        residue[4] = (residue[4] + middle * carry) % Q;
    }
    residue
}

/// x^k is y^t x^r with t = k / 16, and y = w3^i x^e: modulo each factor of x^32 + 1.
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    let t = k / CHUNK;
    let mut row = Vec::new();
    for ring in 0..ELEMENTS {
        let (w, sign) = signed(exponent(ring) * t + k % CHUNK);
        let factor_3 = power(ROOT_3, (ring / POINTS * t) as u64, Q);
        for factor in 0..FACTORS {
            for (k, value) in reduced(w, factor).into_iter().enumerate() {
                row.push((index(ring, factor, k), sign * factor_3 * value % Q));
            }
        }
    }
    row
}

/// The polynomials modulo x^32 + 1 that are 4 x^k modulo one factor and 0 modulo the others, at 8 `factor` + k: the inverse of
/// the matrix of residues, by Gauss.
fn bruun_inverse() -> Vec<[i64; DEGREE]> {
    let mut rows: Vec<[i64; 2 * DEGREE]> = (0..DEGREE)
        .map(|place| {
            let mut row = [0; 2 * DEGREE];
            for w in 0..DEGREE {
                row[w] = reduced(w, place / SIZE)[place % SIZE].rem_euclid(Q);
            }
            row[DEGREE + place] = 1;
            row
        })
        .collect();
    for column in 0..DEGREE {
        let pivot = (column..DEGREE).find(|&row| rows[row][column] != 0).expect("the factors are coprime");
        rows.swap(column, pivot);
        let scale = inverse(rows[column][column], Q);
        let scaled = rows[column].map(|value| value * scale % Q);
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if place == column {
                *row = scaled;
            } else {
                for (value, subtrahend) in row.iter_mut().zip(scaled) {
                    *value = (*value - factor * subtrahend).rem_euclid(Q);
                }
            }
        }
    }
    (0..DEGREE).map(|place| core::array::from_fn(|w| 4 * rows[w][DEGREE + place] % Q)).collect()
}

/// The inverse, times 384, of x^k modulo one factor in one ring: the polynomial p of Bruun's inverse times w3^(-i t) x^(-e t) at
/// y^t for every t, and y = x^16 modulo x^1536 - 1.
fn inverse_definition(bruun: &[[i64; DEGREE]], (ring, factor, k): (usize, usize, usize)) -> Vec<(usize, i64)> {
    let mut row = Vec::new();
    for t in 0..ELEMENTS {
        let factor_3 = power(ROOT_3, ((3 - ring / POINTS) * t) as u64, Q);
        let back = 2 * DEGREE - exponent(ring) * t % (2 * DEGREE);
        for (w, &value) in bruun[factor * SIZE + k].iter().enumerate() {
            let (w, sign) = signed(w + back);
            row.push(((t * CHUNK + w) % LENGTH, sign * factor_3 * value % Q));
        }
    }
    row
}

type Transformed = <GoodSchoenhageBruun as Multiplier>::Transformed<i16>;

fn flat(transformed: &Transformed) -> &[i16] {
    transformed.as_ref()
}

fn flat_mut(transformed: &mut Transformed) -> &mut [i16] {
    transformed.as_mut()
}

/// 2^-16 x^j x^k modulo the factor, in every lane at once, and no product depends on another.
fn prove_products<P: Shape>(coordinates: &[(usize, usize, usize)]) {
    let simd = Portable::<P>::new();
    let zero = || GoodSchoenhageBruun::zero_transformed(simd);
    let product = |a: &_, b: &_| {
        let mut product = zero();
        GoodSchoenhageBruun::multiply_transformed(simd, a, b, &mut product);
        product
    };
    let every = |power: usize| {
        let mut operand = zero();
        for (coefficient, &(_, _, k)) in flat_mut(&mut operand).iter_mut().zip(coordinates) {
            *coefficient = (k == power).into();
        }
        operand
    };
    let montgomery = inverse(1 << 16, Q);
    for (i, j) in (0..SIZE).flat_map(|i| (0..SIZE).map(move |j| (i, j))) {
        let expected: Vec<_> = (0..FACTORS).map(|factor| reduced(i + j, factor)).collect();
        for (&found, &(_, factor, k)) in flat(&product(&every(i), &every(j))).iter().zip(coordinates) {
            assert_eq!(centred(found.into(), Q), centred(expected[factor][k] * montgomery, Q));
        }
    }
    let mut all = zero();
    for (place, coefficient) in flat_mut(&mut all).iter_mut().enumerate() {
        *coefficient = (place % 2003) as i16 - 1001;
    }
    for (place, &(ring, factor, _)) in coordinates.iter().enumerate() {
        let mut one = zero();
        flat_mut(&mut one)[place] = 1;
        for mut product in [product(&one, &all), product(&all, &one)] {
            for k in 0..SIZE {
                flat_mut(&mut product)[index(ring, factor, k)] = 0;
            }
            assert!(flat(&product).iter().all(|&coefficient| coefficient == 0), "{ring}, {factor} and another");
        }
    }
}

/// The transform that begins in 8 bits is the same map.
fn prove_forward_small<P: Shape>() {
    let simd = Portable::<P>::new();
    for k in 0..Sntrup761::DEGREE {
        let operand = Small::<Sntrup761>::from_fn(|i| (i == k).into());
        let mut found = GoodSchoenhageBruun::zero_second(simd);
        GoodSchoenhageBruun::forward_small(simd, operand.padded(), &mut found);
        let mut expected = std::vec![0; COEFFICIENTS];
        for (index, value) in forward_definition(k) {
            expected[index] += value;
        }
        for (&found, expected) in flat(&found).iter().zip(expected) {
            assert_eq!(centred(found.into(), Q), centred(expected, Q), "x^{k}");
        }
    }
}

fn prove<P: Shape>() {
    let bounds = analysis::bounds::<GoodSchoenhageBruun, P>().expect("no lane overflows");
    std::println!("{}: {bounds}", P::NAME);
    assert!(bounds.transformed <= 2700 && bounds.product <= 4000 && bounds.unfolded <= 2926 && bounds.result == 2295);
    analysis::bounds_by_small::<GoodSchoenhageBruun, P>().expect("no lane overflows for small operands either");
    proof::forward::<GoodSchoenhageBruun, P>(forward_definition);
    prove_forward_small::<P>();
    let (coordinates, bruun) = (coordinates(), bruun_inverse());
    proof::inverse::<GoodSchoenhageBruun, P>(|index| inverse_definition(&bruun, coordinates[index]));
    prove_products::<P>(&coordinates);
    proof::fold::<GoodSchoenhageBruun, P, i16>(SCALE.value.into());
}

proof::for_every_shape!(prove);

/// The definitions belong together: the inverse of the product of transforms is the product, times the factor that the scale
/// undoes. Bilinear, so on pairs of basis vectors; here on pairs that meet many chunks and wraps.
#[test]
fn inverse_of_products_is_the_product() {
    let bruun = bruun_inverse();
    for (i, j) in (0..Sntrup761::DEGREE).step_by(95).map(|i| (i, (i * 37 + 5) % Sntrup761::DEGREE)) {
        let (mut a, mut b) = (std::vec![0; COEFFICIENTS], std::vec![0; COEFFICIENTS]);
        for (dense, k) in [(&mut a, i), (&mut b, j)] {
            for (index, value) in forward_definition(k) {
                dense[index] += value;
            }
        }
        let mut result = std::vec![0; LENGTH];
        for (ring, factor) in (0..ELEMENTS).flat_map(|ring| (0..FACTORS).map(move |factor| (ring, factor))) {
            let mut product = [0; SIZE];
            for (s, t) in (0..SIZE).flat_map(|s| (0..SIZE).map(move |t| (s, t))) {
                let scale = a[index(ring, factor, s)] * b[index(ring, factor, t)] % Q;
                for (sum, value) in product.iter_mut().zip(reduced(s + t, factor)) {
                    *sum = (*sum + scale * value) % Q;
                }
            }
            for (k, scale) in product.into_iter().enumerate().filter(|&(_, scale)| scale != 0) {
                for (power, value) in inverse_definition(&bruun, (ring, factor, k)) {
                    result[power] = (result[power] + scale * value) % Q;
                }
            }
        }
        for (power, value) in result.into_iter().enumerate() {
            assert_eq!(centred(value, Q), if power == i + j { FACTOR } else { 0 }, "x^{i} x^{j}: x^{power}");
        }
    }
    assert_eq!(centred(SCALE.value as i64 * FACTOR - (1 << 16), Q), 0);
}

/// Each sum in 8 bits has at most 16 terms, for 16 chunks of a dimension of 32 are occupied: a larger operand would not fit.
#[test]
fn bytes_suffice_for_small_operands_only() {
    let overflow_for = |bound| {
        let log = Log::new();
        let simd = Intervals::<Avx2Shape>::new(&log);
        let mut elements = std::vec![[Interval::ZERO; STRIDE]; ELEMENTS];
        let elements: &mut [_; ELEMENTS] = elements.as_mut_slice().try_into().expect("as many elements");
        forward_bytes(simd, &[Interval::symmetric(bound); OCCUPIED * CHUNK], elements);
        log.overflow()
    };
    assert_eq!(overflow_for(7), None);
    let overflow = overflow_for(16).expect("a larger operand does not fit");
    assert!(overflow.operation.ends_with("in 8 bits"));
}
