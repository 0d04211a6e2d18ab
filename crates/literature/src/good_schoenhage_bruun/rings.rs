//! The rings Z_q[x]/(x^32 + 1) in which Schönhage's transform ends, split into factors for products
//! of size 8, with one ring in each lane.
//!
//! ```text
//! Z_q[x]/(x^32 + 1) -> Z_q[x]/(x^8 +- a x^4 + b) x Z_q[x]/(x^8 +- c x^4 + b)
//! ```
//!
//! [`negacyclic`] is this map with x instead of x^4. Groups of 32 rings are side by side, so that a
//! vector of any width has the same coefficient of each of its rings. The last group may have 16
//! rings.
//!
//! Bounds: requires inputs below 5,500 to split and to join; the results of both are
//! Barrett-reduced.
//!
//! Sources: `[Bru78]`, `[Mur96]`; `[HLY24]`, section 4.3.

use crate::stage::trinomial_convolution::trinomial_convolution;
use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::{CHUNK, Simd, unroll};

use crate::stage::bruun::negacyclic::{self, Negacyclic};
use crate::stage::schoenhage::GUARD;
use crate::stage::schoenhage::byte::{DEGREE, STRIDE};

/// The name of the map of Bruun's butterflies.
pub(super) const BRUUN: &str = "bruun";
/// The name of the map of the products.
pub(super) const TRINOMIAL_CONVOLUTION: &str = "trinomial-convolution";

/// Coefficients of a base product.
pub(super) const SIZE: usize = 8;
/// Base products of a ring.
pub(super) const FACTORS: usize = DEGREE / SIZE;
/// Rings of a group, which are side by side.
pub(super) const GROUP: usize = 2 * CHUNK;

/// Returns the number of rings in whole groups. At most 16 rings remain.
pub(super) const fn in_groups(rings: usize) -> usize {
    rings - rings % GROUP
}

/// A group of rings: for each factor, coefficient k of ring r is at `[k][r]`.
type Group<C, const WIDTH: usize> = [[[C; WIDTH]; SIZE]; FACTORS];

#[inline(always)]
fn groups<C, const WIDTH: usize>(rings: &[[C; DEGREE]]) -> &[Group<C, WIDTH>] {
    rings.as_flattened().as_chunks().0.as_chunks().0.as_chunks().0
}

#[inline(always)]
fn groups_mut<C, const WIDTH: usize>(rings: &mut [[C; DEGREE]]) -> &mut [Group<C, WIDTH>] {
    rings.as_flattened_mut().as_chunks_mut().0.as_chunks_mut().0.as_chunks_mut().0
}

/// Computes Bruun's butterflies: from the 32 coefficients of each ring, which are behind a guard,
/// to four polynomials of 8 coefficients.
#[inline(always)]
pub(super) fn split<S: Simd, M: Modulus, const RINGS: usize>(
    simd: S,
    elements: &[[S::Coefficient; STRIDE]; RINGS],
    result: &mut [[S::Coefficient; DEGREE]; RINGS],
) {
    simd.enter(BRUUN);
    let (elements, other_elements) = elements.split_at(const { in_groups(RINGS) });
    let (result, other_results) = result.split_at_mut(const { in_groups(RINGS) });
    split_groups::<S, M, GROUP>(simd, elements, result);
    split_groups::<_, M, CHUNK>(simd.narrow(), other_elements, other_results);
}

#[inline(always)]
fn split_groups<S: Simd, M: Modulus, const WIDTH: usize>(
    simd: S,
    elements: &[[S::Coefficient; STRIDE]],
    result: &mut [[S::Coefficient; DEGREE]],
) {
    for (elements, group) in elements.chunks_exact(WIDTH).zip(groups_mut::<_, WIDTH>(result)) {
        for start in (0..WIDTH).step_by(simd.lanes()) {
            let elements = elements[start..].as_flattened();
            let mut x = [[simd.splat(0); SIZE]; FACTORS];
            for u in 0..FACTORS {
                x[u] = simd.load_columns(&elements[GUARD + u * SIZE..], STRIDE);
            }
            unroll!(S::Shape, v < 4, {
                let powers = [x[0][v], x[0][v + 4], x[1][v], x[1][v + 4], x[2][v], x[2][v + 4], x[3][v], x[3][v + 4]];
                let images = negacyclic::split::<S, M>(simd, powers);
                unroll!(S::Shape, f < 4, {
                    simd.store(images[f][0], &mut group[f][v][start..]);
                    simd.store(images[f][1], &mut group[f][v + 4][start..]);
                });
            });
        }
    }
}

/// Replaces `a` in each lane by the product 2^-16 a b.
#[inline(always)]
pub(super) fn multiply<S: Simd, M: Modulus, const RINGS: usize>(
    simd: S,
    a: &mut [[S::Coefficient; DEGREE]; RINGS],
    b: &[[S::Coefficient; DEGREE]; RINGS],
) {
    simd.enter(TRINOMIAL_CONVOLUTION);
    let (a, others_of_a) = a.split_at_mut(const { in_groups(RINGS) });
    let (b, others_of_b) = b.split_at(const { in_groups(RINGS) });
    multiply_groups::<S, M, GROUP>(simd, a, b);
    multiply_groups::<_, M, CHUNK>(simd.narrow(), others_of_a, others_of_b);
}

#[inline(always)]
fn multiply_groups<S: Simd, M: Modulus, const WIDTH: usize>(
    simd: S,
    a: &mut [[S::Coefficient; DEGREE]],
    b: &[[S::Coefficient; DEGREE]],
) {
    for (a, b) in groups_mut::<_, WIDTH>(a).iter_mut().zip(groups::<_, WIDTH>(b)) {
        for f in 0..FACTORS {
            let (a, b) = (&mut a[f], &b[f]);
            for start in (0..WIDTH).step_by(simd.lanes()) {
                let (mut left, mut right) = ([simd.splat(0); SIZE], [simd.splat(0); SIZE]);
                for k in 0..SIZE {
                    left[k] = simd.load(&a[k][start..]);
                    right[k] = simd.load(&b[k][start..]);
                }
                let product = trinomial_convolution(simd, left, right, Negacyclic::<M>::trinomial(f));
                for k in 0..SIZE {
                    simd.store(product[k], &mut a[k][start..]);
                }
            }
        }
    }
}

/// Computes Bruun's inverse butterflies, times 4.
#[inline(always)]
pub(super) fn join<S: Simd, M: Modulus, const RINGS: usize>(
    simd: S,
    transformed: &[[S::Coefficient; DEGREE]; RINGS],
    elements: &mut [[S::Coefficient; STRIDE]; RINGS],
) {
    simd.enter(BRUUN);
    let (transformed, others) = transformed.split_at(const { in_groups(RINGS) });
    let (elements, other_elements) = elements.split_at_mut(const { in_groups(RINGS) });
    join_groups::<S, M, GROUP>(simd, transformed, elements);
    join_groups::<_, M, CHUNK>(simd.narrow(), others, other_elements);
}

#[inline(always)]
fn join_groups<S: Simd, M: Modulus, const WIDTH: usize>(
    simd: S,
    transformed: &[[S::Coefficient; DEGREE]],
    elements: &mut [[S::Coefficient; STRIDE]],
) {
    for (group, elements) in groups::<_, WIDTH>(transformed).iter().zip(elements.chunks_exact_mut(WIDTH)) {
        for start in (0..WIDTH).step_by(simd.lanes()) {
            let elements = elements[start..].as_flattened_mut();
            let mut x = [[simd.splat(0); SIZE]; FACTORS];
            unroll!(S::Shape, v < 4, {
                let mut images = [[simd.splat(0); 2]; FACTORS];
                unroll!(S::Shape, f < 4, {
                    images[f] = [simd.load(&group[f][v][start..]), simd.load(&group[f][v + 4][start..])];
                });
                let powers = negacyclic::join::<S, M>(simd, images);
                [x[0][v], x[0][v + 4], x[1][v], x[1][v + 4], x[2][v], x[2][v + 4], x[3][v], x[3][v + 4]] = powers;
            });
            for u in 0..FACTORS {
                simd.store_columns(x[u], &mut elements[GUARD + u * SIZE..], STRIDE);
            }
        }
    }
}
