//! The proof of `good-outer` and its relatives in every ring, for the shape of every backend.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::centred;
use crate::proof::{self, BasisProof};

/// Pairs (index, value) of the non-zero coefficients.
type Row = Vec<(usize, i64)>;

/// The constants of a multiplier that its definition needs.
trait Definition: Symmetric<Ring: Ring> {
    const CYCLIC: usize;
    const LINEAR: usize;
    const N2: usize;
    const FACTOR: i64;
    const REST: Rest;
    fn weight(place: usize) -> i64;
    fn trace(pair: usize) -> i64;
    /// Returns the root w of a place modulo x^8 - w, where the whole chunk would be modulo x^16 -
    /// w^2.
    fn truncated_root(place: usize) -> Option<i64>;
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> Definition for GoodOuter<P, CHUNKS, LENGTH> {
    const CYCLIC: usize = Self::CYCLIC;
    const LINEAR: usize = Self::LINEAR;
    const N2: usize = Self::N2;
    const FACTOR: i64 = Self::FACTOR;
    const REST: Rest = P::REST;

    fn weight(place: usize) -> i64 {
        Self::WEIGHTS[place].value.into()
    }

    fn trace(pair: usize) -> i64 {
        P::EVEN.trace(pair).value.into()
    }

    fn truncated_root(place: usize) -> Option<i64> {
        let truncated = matches!(P::REST, Rest::Truncation) && place.is_multiple_of(Self::N2);
        truncated.then(|| Self::TRUNCATED_ROOTS.values[place / Self::N2].into())
    }
}

fn modulus<M: Multiplier>() -> i64 {
    <M::Ring as Ring>::Modulus::Q.into()
}

/// Returns the number of the pair that a place belongs to, within its column.
fn pair<M: Definition>(place: usize) -> Option<usize> {
    (place % M::N2).checked_sub(M::LINEAR).map(|offset| offset / 2)
}

/// Returns a + b y times y, where y^2 = trace y - 1.
fn times_y([a, b]: [i64; 2], trace: i64, q: i64) -> [i64; 2] {
    [-b, (a + trace * b) % q]
}

/// Returns the image of x^(16 t) in every place: a power of the weight, or of the weight times y.
fn chunk_image<M: Definition>(t: usize) -> Row {
    let q = modulus::<M>();
    let mut row = Row::new();
    let mut place = 0;
    while place < M::CYCLIC {
        let power = power(M::weight(place), t as u64, q);
        match pair::<M>(place) {
            None => row.push((place, power)),
            Some(pair) => {
                let y = (0..t).fold([1, 0], |y, _| times_y(y, M::trace(pair), q));
                row.extend([(place, power * y[0] % q), (place + 1, power * y[1] % q)]);
                place += 1;
            }
        }
        place += 1;
    }
    row
}

/// Returns the image of x^k in every ring.
fn image<M: Definition>(chunk_images: &[Row], k: usize) -> Row {
    let q = modulus::<M>();
    let mut row = Row::new();
    for &(place, value) in &chunk_images[k / CHUNK] {
        row.push(match M::truncated_root(place) {
            None => (place * CHUNK + k % CHUNK, value),
            Some(root) => (place * CHUNK + k % truncation::SIZE, power(root, (k / truncation::SIZE) as u64, q)),
        });
    }
    if let Rest::CyclicFactor = M::REST {
        row.push((M::CYCLIC * CHUNK + k % cyclic_factor::DEGREE, 1));
    }
    row
}

/// Returns the transform of x^k as an operand, with its ends.
fn forward_definition<M: Definition>(chunk_images: &[Row], k: usize) -> Row {
    let mut row = image::<M>(chunk_images, k);
    if let Rest::Ends(ends) = M::REST {
        match k.checked_sub(ends.base()) {
            _ if k == 0 => row.push((M::CYCLIC * CHUNK, 1)),
            Some(above) if above > 0 => row.push((M::CYCLIC * CHUNK + above, 1)),
            _ => {}
        }
    }
    row
}

/// Returns the image of x^k as a product, with its ends, which are other coefficients than those of
/// an operand.
fn product_definition<M: Definition>(chunk_images: &[Row], k: usize) -> Row {
    let mut row = image::<M>(chunk_images, k);
    if let Rest::Ends(ends) = M::REST {
        let cyclic = M::CYCLIC * CHUNK;
        match k {
            0 => row.push((cyclic + ends.high() * CHUNK, 1)),
            _ if k > cyclic => row.push((k - 1, 1)),
            _ => {}
        }
    }
    row
}

/// Returns true if a coefficient of a transformed product has a meaning.
fn is_meaningful<M: Definition>(index: usize) -> bool {
    match M::REST {
        Rest::Nothing => index < M::CYCLIC * CHUNK,
        // The last chunk of the ends has one coefficient with a meaning.
        Rest::Ends(ends) => index <= (M::CYCLIC + ends.high()) * CHUNK,
        Rest::CyclicFactor => index < M::CYCLIC * CHUNK + cyclic_factor::DEGREE,
        Rest::Truncation => M::truncated_root(index / CHUNK).is_none() || index % CHUNK < truncation::SIZE,
    }
}

/// Checks the inverse transform of every basis vector. Its image by the definition of the forward
/// transform of a product is that vector, times the factor, and it has no more coefficients than
/// there are basis vectors. As the transform is an isomorphism, no other polynomial with as many
/// coefficients has this image.
fn check_inverse<M: Definition, S: Shape>(chunk_images: &[Row])
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
    M::Unfolded<i16>: AsRef<[i16]>,
{
    let (simd, q) = (Arrays::<S>::new(), modulus::<M>());
    let length = M::zero_transformed(simd).as_ref().len();
    let dimension = (0..length).filter(|&index| is_meaningful::<M>(index)).count();
    for index in (0..length).filter(|&index| is_meaningful::<M>(index)) {
        let mut transformed = M::zero_transformed(simd);
        transformed.as_mut()[index] = 1;
        let mut unfolded = M::zero_unfolded(simd);
        M::inverse(simd, &mut transformed, &mut unfolded);
        let mut image = alloc::vec![0; length];
        for (k, &coefficient) in unfolded.as_ref().iter().enumerate().filter(|(_, coefficient)| **coefficient != 0) {
            assert!(k < dimension, "{}: {index} has a coefficient {k}", S::NAME);
            for (place, value) in product_definition::<M>(chunk_images, k) {
                image[place] += coefficient as i64 * value;
            }
        }
        for (place, value) in image.into_iter().enumerate() {
            let expected = if place == index { M::FACTOR } else { 0 };
            assert_eq!(centred(value, q), centred(expected, q), "{}: {index} at {place}", S::NAME);
        }
    }
}

/// Checks the products of x^j and x^k, and of their multiples by y, in all places of a kind at
/// once; and that no place depends on that of another ring.
fn check_products<M: Definition, S: Shape>()
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let q = modulus::<M>();
    let montgomery = inverse(1 << 16, q);
    // The ring of a place, and the power of y whose coefficient it has.
    let split = |place: usize| match pair::<M>(place) {
        None => (place, 0),
        Some(pair) => {
            let first = place / M::N2 * M::N2 + M::LINEAR + 2 * pair;
            (first, place - first)
        }
    };
    let position = |index: usize| {
        let (ring, y) = split(index / CHUNK);
        if is_meaningful::<M>(index) { (ring, y * CHUNK + index % CHUNK) } else { (ring, 2 * CHUNK) }
    };
    proof::multiply_rings::<M, S>(2 * CHUNK, M::CYCLIC * CHUNK, position, |j, k| {
        let (powers, overflow) = (j / CHUNK + k / CHUNK, (j % CHUNK + k % CHUNK) / CHUNK);
        let degree = (j % CHUNK + k % CHUNK) % CHUNK;
        let mut row = Row::new();
        for place in (0..M::CYCLIC).filter(|&place| split(place).1 == 0) {
            if let Some(root) = M::truncated_root(place) {
                if j.max(k) < truncation::SIZE {
                    let factor = power(root, ((j + k) / truncation::SIZE) as u64, q);
                    row.push((place * CHUNK + (j + k) % truncation::SIZE, factor * montgomery % q));
                }
                continue;
            }
            let factor = if overflow == 1 { M::weight(place) * montgomery % q } else { montgomery };
            match pair::<M>(place) {
                None if powers == 0 => row.push((place * CHUNK + degree, factor)),
                None => {}
                Some(pair) => {
                    let y = (0..powers + overflow).fold([1, 0], |y, _| times_y(y, M::trace(pair), q));
                    row.push((place * CHUNK + degree, factor * y[0]));
                    row.push(((place + 1) * CHUNK + degree, factor * y[1]));
                }
            }
        }
        row
    });
}

/// Checks the products modulo x^64 - 1, and that they depend on nothing else.
fn check_cyclic_factor<M: Definition, S: Shape>()
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let (simd, q) = (Arrays::<S>::new(), modulus::<M>());
    let cyclic = M::CYCLIC * CHUNK;
    let basis = |index: usize, other: i16| {
        let mut operand = M::zero_transformed(simd);
        operand.as_mut()[..cyclic].fill(other);
        operand.as_mut()[cyclic + index] = 1;
        operand
    };
    for j in 0..cyclic_factor::DEGREE {
        for k in 0..cyclic_factor::DEGREE {
            let mut product = M::zero_transformed(simd);
            M::multiply_transformed(simd, &basis(j, 0), M::as_second(&basis(k, 7)), &mut product);
            let (others, found) = product.as_ref().split_at(cyclic);
            assert!(others.iter().all(|&coefficient| coefficient == 0));
            for (degree, &found) in found.iter().enumerate() {
                let expected = if degree == (j + k) % cyclic_factor::DEGREE { inverse(1 << 16, q) } else { 0 };
                assert_eq!(centred(found.into(), q), centred(expected, q), "{}: {j} {k}", S::NAME);
            }
        }
    }
}

/// Checks the products of ends: those of the coefficients above the base that lie beyond the cyclic
/// product, and that of the lowest coefficients.
fn check_ends<M: Definition, S: Shape>(ends: Ends)
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let (simd, q) = (Arrays::<S>::new(), modulus::<M>());
    let (cyclic, high) = (M::CYCLIC * CHUNK, ends.high() * CHUNK);
    let basis = |index: usize, other: i16| {
        let mut operand = M::zero_transformed(simd);
        operand.as_mut()[..cyclic].fill(other);
        operand.as_mut()[cyclic + index] = 1;
        operand
    };
    let montgomery = inverse(1 << 16, q);
    for j in 0..=high {
        for k in 0..=high {
            let mut expected = alloc::vec![0; high + 1];
            match (j, k) {
                (0, 0) => expected[high] = montgomery,
                (1.., 1..) if j + k > high => expected[j + k - high - 1] = montgomery,
                _ => {}
            }
            let mut product = M::zero_transformed(simd);
            M::multiply_transformed(simd, &basis(j, 0), M::as_second(&basis(k, 7)), &mut product);
            let (others, found) = product.as_ref().split_at(cyclic);
            assert!(others.iter().all(|&coefficient| coefficient == 0));
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(centred((*found).into(), q), centred(expected, q), "{}: {j} {k}", S::NAME);
            }
        }
    }
}

/// Checks that no two places give x^16 the same minimal polynomial. So the rings have no common
/// factor, and the transform is an isomorphism.
fn places_are_different<M: Definition>() {
    let q = modulus::<M>();
    let mut rings: Vec<_> = (0..M::CYCLIC)
        .map(|place| {
            // x^16 - w, or x^32 - w t x^16 + w^2.
            let weight = M::weight(place);
            match pair::<M>(place) {
                None => (centred(weight, q), None),
                Some(pair) => (centred(weight * M::trace(pair), q), Some(centred(weight * weight, q))),
            }
        })
        .collect();
    rings.sort_unstable();
    rings.dedup();
    let pairs = (M::N2 - M::LINEAR) / 2;
    assert_eq!(rings.len(), M::CYCLIC / M::N2 * (M::LINEAR + pairs));
}

impl<P: GoodOuterPlan, const CHUNKS: usize, const LENGTH: usize> BasisProof for GoodOuter<P, CHUNKS, LENGTH> {
    fn prove<S: Shape>() {
        let chunks = LENGTH / CHUNK;
        let chunk_images: Vec<_> = (0..chunks).map(chunk_image::<Self>).collect();
        places_are_different::<Self>();
        proof::forward::<Self, S>(|k| forward_definition::<Self>(&chunk_images, k));
        check_inverse::<Self, S>(&chunk_images);
        check_products::<Self, S>();
        match P::REST {
            Rest::Ends(ends) => check_ends::<Self, S>(ends),
            Rest::CyclicFactor => check_cyclic_factor::<Self, S>(),
            Rest::Nothing | Rest::Truncation => {}
        }
        proof::fold::<Self, S, i16>(Self::SCALE.value.into());
    }
}
