//! The proof of `schoenhage-nussbaumer`, for the shape of every backend.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::centred;
use crate::proof::{self, BasisProof};
use crate::stage::schoenhage;

/// Returns the index of coefficient u of the product in element `element` at point `place`.
fn index(element: usize, place: usize, u: usize) -> usize {
    let row = element / CHUNK * (POINTS / 2) + place / 2;
    (row * SIZE + u) * 2 * CHUNK + place % 2 * CHUNK + element % CHUNK
}

/// Returns the exponent e of the point y = x^e of an element.
fn exponent(element: usize) -> usize {
    schoenhage::exponent(ROOTS[element / BLOCK], DEGREE, BLOCK, 4, element)
}

/// Returns the exponent below `degree` and the sign of a power of a root of -1.
fn signed(power: usize, degree: usize) -> (usize, i64) {
    (power % degree, if (power / degree).is_multiple_of(2) { 1 } else { -1 })
}

/// Returns the transform of x^k = y^(k / 32) x^(k mod 32). At y = x^e it is a power x^w, which is
/// z^(w / 8) x^(w mod 8), and at x = z^p a power of z.
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    let mut row = Vec::new();
    for element in 0..ELEMENTS {
        let (w, sign) = signed(exponent(element) * (k / HALF) + k % HALF, DEGREE);
        for place in 0..POINTS {
            let (u, inner) = signed(w / SIZE + nussbaumer::point(place) * (w % SIZE), SIZE);
            row.push((index(element, place, u), sign * inner));
        }
    }
    row
}

/// Returns the inverse transform of z^u at x = z^p, y = x^e. The residue in y is the sum of
/// x^(8 (u - p v) + v) over v < 16. The interpolation in y maps each of its terms x^w y^c to
/// x^(w + 32 c), below x^1536.
fn inverse_definition(element: usize, place: usize, u: usize) -> Vec<(usize, i64)> {
    let mut row = Vec::new();
    for v in 0..POINTS {
        let residue = SIZE * (u + POINTS * POINTS - nussbaumer::point(place) * v) + v;
        for i in 0..BLOCK {
            let w = residue + 2 * DEGREE * BLOCK - exponent(element) * i % (2 * DEGREE);
            // Modulo y^16 - 1, y^16 - x^32, y^16 + x^32: (chunk, shift, factor).
            let back = 3 * HALF;
            let terms: &[(usize, usize, i64)] = match element / BLOCK {
                0 => &[(0, 0, 2), (2, 0, 2)],
                1 => &[(0, 0, 1), (0, back, -1), (1, back, 2), (2, 0, -1), (2, back, -1)],
                _ => &[(0, 0, 1), (0, back, 1), (1, back, -2), (2, 0, -1), (2, back, 1)],
            };
            for &(chunk, shift, factor) in terms {
                let (w, sign) = signed(w + shift, DEGREE);
                let power = w + HALF * (BLOCK * chunk + i);
                if power < LENGTH {
                    row.push((power, sign * factor));
                }
            }
        }
    }
    row
}

/// Runs over the coordinates of every index.
fn coordinates() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..ELEMENTS).flat_map(|element| (0..POINTS).flat_map(move |place| (0..SIZE).map(move |u| (element, place, u))))
}

type Transformed = <SchoenhageNussbaumer as Multiplier>::Transformed<i16>;

fn flat(transformed: &Transformed) -> &[i16] {
    transformed.as_ref()
}

fn flat_mut(transformed: &mut Transformed) -> &mut [i16] {
    transformed.as_mut()
}

/// Checks that products are 2^-16 z^j z^k modulo z^8 + 1 in every lane at once, and that no product
/// depends on another.
fn prove_products<P: Shape>() {
    let simd = Arrays::<P>::new();
    let q = Q4591::Q as i64;
    let zero = || SchoenhageNussbaumer::zero_transformed(simd);
    let product = |a: &_, b: &_| {
        let mut product = zero();
        SchoenhageNussbaumer::multiply_transformed(simd, a, b, &mut product);
        product
    };
    let every = |power: usize| {
        let mut operand = zero();
        for (element, place, u) in coordinates().filter(|&(_, _, u)| u == power) {
            flat_mut(&mut operand)[index(element, place, u)] = 1;
        }
        operand
    };
    let montgomery = inverse(1 << 16, q);
    for (j, k) in (0..SIZE).flat_map(|j| (0..SIZE).map(move |k| (j, k))) {
        let found = product(&every(j), &every(k));
        let (power, sign) = signed(j + k, SIZE);
        for (element, place, u) in coordinates() {
            let expected = if u == power { sign * montgomery } else { 0 };
            assert_eq!(centred(flat(&found)[index(element, place, u)].into(), q), centred(expected, q));
        }
    }
    let mut all = zero();
    for (place, coefficient) in flat_mut(&mut all).iter_mut().enumerate() {
        *coefficient = (place % 2003) as i16 - 1001;
    }
    for (element, place, u) in coordinates() {
        let mut one = zero();
        flat_mut(&mut one)[index(element, place, u)] = 1;
        for mut product in [product(&one, &all), product(&all, &one)] {
            for u in 0..SIZE {
                flat_mut(&mut product)[index(element, place, u)] = 0;
            }
            assert!(flat(&product).iter().all(|&coefficient| coefficient == 0), "{element}, {place} and another");
        }
    }
}

/// Checks that the definitions belong together: the inverse of the product of transforms is the
/// product, times the factor that the fold takes off. This is bilinear, so that pairs of basis
/// vectors suffice; these pairs meet every chunk and every wrap.
fn prove_inverse_of_products() {
    let row = |k: usize| {
        let mut dense = alloc::vec![0; ELEMENTS * POINTS * SIZE];
        for (index, value) in forward_definition(k) {
            dense[index] += value;
        }
        dense
    };
    for (j, k) in (0..Sntrup761::DEGREE).step_by(19).map(|j| (j, (j * 37 + 5) % Sntrup761::DEGREE)) {
        let (a, b) = (row(j), row(k));
        let mut result = alloc::vec![0; LENGTH];
        for (element, place, _) in coordinates().filter(|&(_, _, u)| u == 0) {
            for (s, t) in (0..SIZE).flat_map(|s| (0..SIZE).map(move |t| (s, t))) {
                let factor = a[index(element, place, s)] * b[index(element, place, t)];
                if factor != 0 {
                    let (u, sign) = signed(s + t, SIZE);
                    for (power, value) in inverse_definition(element, place, u) {
                        result[power] += factor * sign * value;
                    }
                }
            }
        }
        assert!(result.iter().enumerate().all(|(power, &value)| value == if power == j + k { FACTOR } else { 0 }));
    }
    assert_eq!(centred(SCALE.value as i64 * FACTOR - (1 << 16), Q4591::Q as i64), 0);
}

impl BasisProof for SchoenhageNussbaumer {
    fn prove<P: Shape>() {
        prove_inverse_of_products();
        proof::forward::<SchoenhageNussbaumer, P>(forward_definition);
        let mut places = alloc::vec![(0, 0, 0); ELEMENTS * POINTS * SIZE];
        for (element, place, u) in coordinates() {
            places[index(element, place, u)] = (element, place, u);
        }
        proof::inverse::<SchoenhageNussbaumer, P>(|index| {
            let (element, place, u) = places[index];
            inverse_definition(element, place, u)
        });
        prove_products::<P>();
        proof::fold::<SchoenhageNussbaumer, P, i16>(SCALE.value.into());
    }
}
