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
//! The forward transform adds products to each coefficient in each layer, below 0.8 p, and needs no
//! other reduction. The inverse adds up two coefficients in each layer: a pair of layers leaves
//! sums of four words, and products. The sums of its second pair are Barrett-reduced, and the
//! others fit words.
//!
//! Bounds, found by proofs, modulo 3329 and modulo 7681: requires |a| <= 4096 and returns 16-bit
//! coefficients. The inverse requires 16-bit coefficients, and returns words below 2^18, times 64.
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
/// The diagonals of the Toeplitz matrix of a leaf.
pub const DIAGONALS: usize = 2 * DEGREE - 1;
/// Coefficients of a node of the last pair of layers.
const BLOCK: usize = 4 * DEGREE;
/// Nodes of the three pairs of layers.
const NODES: usize = 1 + 4 + SIZE / BLOCK;
/// The butterflies in a pass of a loop.
const UNROLLED: usize = 4;

/// The factors of two layers under a node modulo x^4n - z_0^2: z_0, and those of its children, z_1
/// with z_1^2 = z_0 and z_2 with z_2^2 = -z_0. They are 2^16 times these numbers, for Montgomery
/// reductions.
type Factors = [i16; 3];

/// The factors of the prime `M`, by pair of layers and by node.
struct Tables<M>(PhantomData<M>);

impl<M: Modulus> Tables<M> {
    const ROOT: i64 = root_of_unity(ORDER as u64, M::Q as i64);
    const FORWARD: &'static [Factors; NODES] = &factors::<M>(Self::ROOT);
    const INVERSE: &'static [Factors; NODES] = &factors::<M>(inverse(Self::ROOT, M::Q as i64));
}

/// Loads the factors of a node.
#[inline(always)]
fn load_factors<S: Simd>(simd: S, [z0, z1, z2]: &Factors) -> [S::Word; 3] {
    [z0, z1, z2].map(
        #[inline(always)]
        |factor| S::Word::load_constant(simd, factor),
    )
}

/// Returns e < 128 for the node at `place` after `layer` layers, which is modulo x^n - w^e.
const fn exponent(layer: usize, place: usize) -> usize {
    if layer == 0 { LEAVES } else { exponent(layer - 1, place / 2) / 2 + place % 2 * LEAVES }
}

/// Returns the index of the first node with `size` coefficients.
const fn first_node(size: usize) -> usize {
    // 0, 1 and 1 + 4.
    (SIZE / size) / 3
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

/// Returns x z modulo the prime, given 2^16 z.
#[inline(always)]
fn product<S: Simd, M: Modulus>(x: S::Word, factor: S::Word) -> S::Word {
    (x * factor).montgomery_reduce::<M>()
}

/// Computes two layers on four words.
#[inline(always)]
fn split<S: Simd, M: Modulus>(words: [S::Word; 4], [z0, z1, z2]: [S::Word; 3]) -> [S::Word; 4] {
    let [a, b, c, d] = S::Word::fence4(words);
    let (c, d) = (product::<S, M>(c, z0), product::<S, M>(d, z0));
    let [a, b, c, d] = S::Word::fence4([a + c, b + d, a - c, b - d]);
    let (b, d) = (product::<S, M>(b, z1), product::<S, M>(d, z2));
    S::Word::fence4([a + b, a - b, c + d, c - d])
}

/// Computes 4 times the inverse of [`split`], given the factors of the inverse.
#[inline(always)]
fn join<S: Simd, M: Modulus>(words: [S::Word; 4], [z0, z1, z2]: [S::Word; 3]) -> [S::Word; 4] {
    let [a, b, c, d] = S::Word::fence4(words);
    let [a, b, c, d] = S::Word::fence4([a + b, a - b, c + d, c - d]);
    let (b, d) = (product::<S, M>(b, z1), product::<S, M>(d, z2));
    let [a, b, c, d] = S::Word::fence4([a + c, b + d, a - c, b - d]);
    S::Word::fence4([a, b, product::<S, M>(c, z0), product::<S, M>(d, z0)])
}

/// Computes the first two layers. `load(k)` is the coefficient of x^k.
#[inline(always)]
pub fn forward_start<S: Simd, M: Modulus>(
    simd: S,
    load: impl Fn(usize) -> S::Word,
    result: &mut [S::Coefficient; SIZE],
) {
    let factors = load_factors(simd, &Tables::<M>::FORWARD[0]);
    for start in (0..SIZE / 4).step_by(UNROLLED) {
        for k in start..start + UNROLLED {
            let words = [load(k), load(k + SIZE / 4), load(k + SIZE / 2), load(k + 3 * SIZE / 4)];
            for (part, word) in split::<S, M>(words, factors).into_iter().enumerate() {
                word.store_low(&mut result[part * SIZE / 4 + k]);
            }
        }
    }
}

/// Computes the third and the fourth layer (`N` = 64), or the last two layers (`N` = 16), in place.
#[inline(always)]
fn forward_nodes<S: Simd, M: Modulus, const N: usize>(simd: S, coefficients: &mut [S::Coefficient; SIZE]) {
    let nodes = coefficients.as_chunks_mut::<N>().0.iter_mut();
    for (node, factors) in nodes.zip(&Tables::<M>::FORWARD[first_node(N)..]) {
        let factors = load_factors(simd, factors);
        for start in (0..N / 4).step_by(UNROLLED) {
            for k in start..start + UNROLLED {
                let load = |part: usize| S::Word::load_narrow(simd, &node[part * N / 4 + k]);
                let words = [load(0), load(1), load(2), load(3)];
                for (part, word) in split::<S, M>(words, factors).into_iter().enumerate() {
                    word.store_low(&mut node[part * N / 4 + k]);
                }
            }
        }
    }
}

/// Computes all layers but the first two, in place.
#[inline(always)]
pub fn forward_end<S: Simd, M: Modulus>(simd: S, coefficients: &mut [S::Coefficient; SIZE]) {
    forward_nodes::<S, M, { SIZE / 4 }>(simd, coefficients);
    forward_nodes::<S, M, { SIZE / 16 }>(simd, coefficients);
}

/// Computes the matrices of the leaves, whose diagonals are z b_1, z b_2, z b_3, b_0, b_1, b_2 and
/// b_3 for b modulo x^4 - z, times 2^-16 `factor`.
#[inline(always)]
pub fn matrices<S: Simd, M: Modulus>(
    simd: S,
    leaves: &[S::Coefficient; SIZE],
    factor: &i16,
    matrices: &mut [[S::Coefficient; DIAGONALS]; LEAVES],
) {
    let factor = S::Word::load_constant(simd, factor);
    let blocks = leaves.as_chunks::<BLOCK>().0.iter().zip(matrices.as_chunks_mut::<4>().0);
    for ((leaves, matrices), factors) in blocks.zip(&Tables::<M>::FORWARD[first_node(BLOCK)..]) {
        let leaves = leaves.as_chunks::<DEGREE>().0;
        for (pair, weight) in factors[1..].iter().enumerate() {
            let weight = S::Word::load_constant(simd, weight);
            for (leaf, weight) in [(2 * pair, weight), (2 * pair + 1, S::Word::zero(simd) - weight)] {
                let (leaf, matrix) = (&leaves[leaf], &mut matrices[leaf]);
                let load = |i: usize| S::Word::load_narrow(simd, &leaf[i]);
                let [a, b, c, d] = S::Word::fence4([load(0), load(1), load(2), load(3)]);
                let scaled = |word| product::<S, M>(word, factor);
                let words = S::Word::fence4([scaled(a), scaled(b), scaled(c), scaled(d)]);
                for (i, word) in words.into_iter().enumerate() {
                    word.store_low(&mut matrix[DEGREE - 1 + i]);
                    if i > 0 {
                        product::<S, M>(word, weight).store_low(&mut matrix[i - 1]);
                    }
                }
            }
        }
    }
}

/// Inverts the last two layers, times 4.
#[inline(always)]
pub fn inverse_start<S: Simd, M: Modulus>(simd: S, leaves: &[S::Coefficient; SIZE], result: &mut [Wide<S>; SIZE]) {
    let blocks = leaves.as_chunks::<BLOCK>().0.iter().zip(result.as_chunks_mut::<BLOCK>().0);
    for ((leaves, result), factors) in blocks.zip(&Tables::<M>::INVERSE[first_node(BLOCK)..]) {
        let factors = load_factors(simd, factors);
        for i in 0..DEGREE {
            let load = |leaf: usize| S::Word::load_narrow(simd, &leaves[leaf * DEGREE + i]);
            let words = [load(0), load(1), load(2), load(3)];
            for (part, word) in join::<S, M>(words, factors).into_iter().enumerate() {
                word.store(&mut result[part * DEGREE + i]);
            }
        }
    }
}

/// Inverts the third and the fourth layer in place (`N` = 64), or the first two (`N` = 256), times
/// 4. `reduce` receives the sums of four words.
#[inline(always)]
fn inverse_nodes<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    words: &mut [Wide<S>; SIZE],
    reduce: impl Fn(S::Word) -> S::Word,
) {
    for (node, factors) in words.as_chunks_mut::<N>().0.iter_mut().zip(&Tables::<M>::INVERSE[first_node(N)..]) {
        let factors = load_factors(simd, factors);
        for start in (0..N / 4).step_by(UNROLLED) {
            for k in start..start + UNROLLED {
                let load = |part: usize| S::Word::load(simd, &node[part * N / 4 + k]);
                let [a, b, c, d] = join::<S, M>([load(0), load(1), load(2), load(3)], factors);
                for (part, word) in [reduce(a), b, c, d].into_iter().enumerate() {
                    word.store(&mut node[part * N / 4 + k]);
                }
            }
        }
    }
}

/// Inverts all layers but the last two, times 16, in place.
#[inline(always)]
pub fn inverse_end<S: Simd, M: Modulus>(simd: S, words: &mut [Wide<S>; SIZE]) {
    inverse_nodes::<S, M, { SIZE / 4 }>(
        simd,
        words,
        #[inline(always)]
        |sum| sum.barrett_reduce::<M>(),
    );
    inverse_nodes::<S, M, SIZE>(
        simd,
        words,
        #[inline(always)]
        |sum| sum,
    );
}
