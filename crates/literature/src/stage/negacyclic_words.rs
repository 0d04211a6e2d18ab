//! The incomplete negacyclic transform of size 256 on words, which stops at polynomials of 4
//! coefficients.
//!
//! ```text
//! Z_p[x]/(x^256 + 1) -> prod_(t odd, t < 128) Z_p[x]/(x^4 - w^t),   w of order 128
//! ```
//!
//! Six layers split x^(2n) - w^(2e) into x^n - w^e and x^n + w^e = x^n - w^(e + 64), from
//! x^256 - w^64 on. They are computed two at a time on four words, which are loaded and stored once
//! for two layers, with the three twiddle factors of a node: four words, three factors, the prime
//! and its inverse fit the registers of a core that has thirteen. Coefficients have 16 bits in
//! memory. Products by twiddle factors are Montgomery reductions, so that no product has more than
//! 32 bits.
//!
//! The forward transform adds products below 0.59 p to each coefficient in each layer, and needs no
//! other reduction. The inverse adds up two coefficients in each layer. Barrett reductions keep the
//! sums of its second pair of layers within 16 bits more than p has; other coefficients are
//! products.
//!
//! Bounds, found by proofs, modulo 3329 and modulo 7681: requires |a| <= 4096 and returns 16-bit
//! coefficients. The inverse requires 16-bit coefficients, and returns words below 2^18, times 64.
//!
//! Layout: the leaf at place 4 k + j belongs to node k of the last pair of layers, and is modulo
//! x^4 - z_1, x^4 + z_1, x^4 - z_2 and x^4 + z_2 for j = 0 to 3, z_1 and z_2 the last two
//! [`Factors`] of the node.
//!
//! Sources: `[CT65]`, `[GS66]`; `[ACC+22]` for these primes, and for Montgomery and Barrett
//! reductions without long products on the Cortex-M3.

use core::marker::PhantomData;

use vectru_polymul::modular::{Constant, Modulus, inverse, power, root_of_unity};
use vectru_polymul::simd::{I32Word, Simd, Wide};

/// Coefficients of a polynomial.
pub const SIZE: usize = 256;
/// Coefficients of a leaf.
pub const DEGREE: usize = 4;
/// Leaves.
pub const LEAVES: usize = SIZE / DEGREE;
/// The order of the root w.
pub const ORDER: usize = 2 * LEAVES;
/// Nodes of the last pair of layers.
pub const BLOCKS: usize = LEAVES / 4;
/// Coefficients of a node of the last pair of layers.
const BLOCK: usize = SIZE / BLOCKS;
/// Nodes of the three pairs of layers.
const NODES: usize = 1 + 4 + BLOCKS;

/// The factors of two layers under a node modulo x^4n - z_0^2: z_0, and those of its children, z_1
/// with z_1^2 = z_0 and z_2 with z_2^2 = -z_0. They have the form of Montgomery products.
pub type Factors = [i16; 3];

/// The factors of the prime `M`.
#[derive(Clone, Copy, Debug)]
pub struct Tables<M>(PhantomData<M>);

impl<M: Modulus> Tables<M> {
    const FORWARD: &'static [Factors; NODES] = &factors::<M>(root_of_unity(ORDER as u64, M::Q as i64));
    const INVERSE: &'static [Factors; NODES] =
        &factors::<M>(inverse(root_of_unity(ORDER as u64, M::Q as i64), M::Q as i64));

    /// Returns the factors of a node of the last pair of layers.
    #[inline(always)]
    pub const fn last(block: usize) -> &'static Factors {
        &Self::FORWARD[NODES - BLOCKS + block]
    }
}

/// Returns e < 128 for the node at `place` after `layer` layers, which is modulo x^n - w^e.
const fn exponent(layer: usize, place: usize) -> usize {
    if layer == 0 { LEAVES } else { exponent(layer - 1, place / 2) / 2 + place % 2 * LEAVES }
}

/// Returns the factors of all nodes, for the powers of `root`.
const fn factors<M: Modulus>(root: i64) -> [Factors; NODES] {
    let (mut factors, mut node, mut layer, mut place) = ([[0; 3]; NODES], 0, 0, 0);
    while node < NODES {
        let exponents =
            [exponent(layer + 1, 2 * place), exponent(layer + 2, 4 * place), exponent(layer + 2, 4 * place + 2)];
        let mut index = 0;
        while index < 3 {
            let power = power(root, exponents[index] as u64, M::Q as i64);
            factors[node][index] = Constant::<M>::new(power).montgomery;
            index += 1;
        }
        (node, place) = (node + 1, place + 1);
        if place == 1 << layer {
            (layer, place) = (layer + 2, 0);
        }
    }
    factors
}

/// Computes two layers on four words.
#[inline(always)]
fn split<S: Simd, M: Modulus>([a, b, c, d]: [S::Word; 4], [z0, z1, z2]: Factors) -> [S::Word; 4] {
    let [a, b, c, d] = S::Word::fence4([a, b, c, d]);
    let (c, d) = (c.montgomery_multiply::<M>(z0), d.montgomery_multiply::<M>(z0));
    let [a, b, c, d] = S::Word::fence4([a + c, b + d, a - c, b - d]);
    let (b, d) = (b.montgomery_multiply::<M>(z1), d.montgomery_multiply::<M>(z2));
    S::Word::fence4([a + b, a - b, c + d, c - d])
}

/// Computes 4 times the inverse of [`split`], given the factors of the inverse.
#[inline(always)]
fn join<S: Simd, M: Modulus>([a, b, c, d]: [S::Word; 4], [z0, z1, z2]: Factors) -> [S::Word; 4] {
    let [a, b, c, d] = S::Word::fence4([a, b, c, d]);
    let [a, b, c, d] = S::Word::fence4([a + b, a - b, c + d, c - d]);
    let (b, d) = (b.montgomery_multiply::<M>(z1), d.montgomery_multiply::<M>(z2));
    let [a, b, c, d] = S::Word::fence4([a + c, b + d, a - c, b - d]);
    S::Word::fence4([a, b, c.montgomery_multiply::<M>(z0), d.montgomery_multiply::<M>(z0)])
}

/// Computes the first two layers. `load(k)` is the coefficient of x^k.
#[inline(always)]
pub fn forward_start<S: Simd, M: Modulus>(load: impl Fn(usize) -> S::Word, result: &mut [S::Coefficient; SIZE]) {
    for k in 0..SIZE / 4 {
        let words = [load(k), load(k + SIZE / 4), load(k + SIZE / 2), load(k + 3 * SIZE / 4)];
        for (part, word) in split::<S, M>(words, Tables::<M>::FORWARD[0]).into_iter().enumerate() {
            word.store_low(&mut result[part * SIZE / 4 + k]);
        }
    }
}

/// Computes the third and the fourth layer, in place.
#[inline(always)]
pub fn forward_middle<S: Simd, M: Modulus>(simd: S, coefficients: &mut [S::Coefficient; SIZE]) {
    for (node, factors) in coefficients.as_chunks_mut::<{ SIZE / 4 }>().0.iter_mut().zip(&Tables::<M>::FORWARD[1..]) {
        for k in 0..BLOCK {
            let load = |part: usize| S::Word::load_narrow(simd, &node[part * BLOCK + k]);
            let words = [load(0), load(1), load(2), load(3)];
            for (part, word) in split::<S, M>(words, *factors).into_iter().enumerate() {
                word.store_low(&mut node[part * BLOCK + k]);
            }
        }
    }
}

/// Computes the last two layers. `put(block, i, words)` receives coefficient i of the four leaves of
/// a block.
#[inline(always)]
pub fn forward_end<S: Simd, M: Modulus>(
    simd: S,
    coefficients: &[S::Coefficient; SIZE],
    mut put: impl FnMut(usize, usize, [S::Word; 4]),
) {
    for (block, coefficients) in coefficients.as_chunks::<BLOCK>().0.iter().enumerate() {
        let factors = Tables::<M>::last(block);
        for i in 0..DEGREE {
            let load = |leaf: usize| S::Word::load_narrow(simd, &coefficients[leaf * DEGREE + i]);
            put(block, i, split::<S, M>([load(0), load(1), load(2), load(3)], *factors));
        }
    }
}

/// Inverts the last two layers, times 4.
#[inline(always)]
pub fn inverse_start<S: Simd, M: Modulus>(simd: S, leaves: &[S::Coefficient; SIZE], result: &mut [Wide<S>; SIZE]) {
    let blocks = leaves.as_chunks::<BLOCK>().0.iter().zip(result.as_chunks_mut::<BLOCK>().0);
    for ((leaves, result), factors) in blocks.zip(&Tables::<M>::INVERSE[NODES - BLOCKS..]) {
        for i in 0..DEGREE {
            let load = |leaf: usize| S::Word::load_narrow(simd, &leaves[leaf * DEGREE + i]);
            let words = [load(0), load(1), load(2), load(3)];
            for (part, word) in join::<S, M>(words, *factors).into_iter().enumerate() {
                word.store(&mut result[part * DEGREE + i]);
            }
        }
    }
}

/// Inverts the third and the fourth layer in place, times 4.
#[inline(always)]
pub fn inverse_middle<S: Simd, M: Modulus>(simd: S, words: &mut [Wide<S>; SIZE]) {
    for (node, factors) in words.as_chunks_mut::<{ SIZE / 4 }>().0.iter_mut().zip(&Tables::<M>::INVERSE[1..]) {
        for k in 0..BLOCK {
            let load = |part: usize| S::Word::load(simd, &node[part * BLOCK + k]);
            let [a, b, c, d] = join::<S, M>([load(0), load(1), load(2), load(3)], *factors);
            for (part, word) in [a.barrett_reduce::<M>(), b, c, d].into_iter().enumerate() {
                word.store(&mut node[part * BLOCK + k]);
            }
        }
    }
}

/// Inverts the first two layers in place, times 4.
#[inline(always)]
pub fn inverse_end<S: Simd, M: Modulus>(simd: S, words: &mut [Wide<S>; SIZE]) {
    for k in 0..SIZE / 4 {
        let load = |part: usize| S::Word::load(simd, &words[part * SIZE / 4 + k]);
        let joined = join::<S, M>([load(0), load(1), load(2), load(3)], Tables::<M>::INVERSE[0]);
        for (part, word) in joined.into_iter().enumerate() {
            word.store(&mut words[part * SIZE / 4 + k]);
        }
    }
}
