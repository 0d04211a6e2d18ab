//! The incomplete negacyclic transform of size 256, which stops at polynomials of 16 coefficients.
//!
//! ```text
//! Z_p[x]/(x^256 + 1) -> prod_(t odd, t < 32) Z_p[x]/(x^16 - w^t),   w of order 32
//! ```
//!
//! These are the four layers of Cooley-Tukey that work on whole chunks: each splits x^(2n) - w^(2e)
//! into x^n - w^e and x^n + w^e = x^n - w^(e + 16), from x^256 - w^16 on. A vector of up to 16
//! lanes never mixes its lanes. In a vector of 32 lanes the last layer is a butterfly between its
//! halves.
//!
//! Operations: four layers of 128 products and 256 additions, as in the closed form for n = 256 and
//! m = 16, (n/2) lg(n/m) products and n lg(n/m) additions; plus reductions in 16-bit lanes.
//!
//! Bounds, found by proofs. In 16 bits, for the primes 6529 and 8161: requires centred operands
//! modulo 2^13, |a| <= 4096; returns |a| <= 4200, which outer products allow. The inverse requires
//! products |c| <= 8850; returns |c| <= 7800, times 16. In 32 bits no value leaves its range,
//! without any reduction.
//!
//! Layout: the leaf at place k is modulo x^16 - w^t with t = [`leaf_exponent`]`(k)`, which is the
//! order that the layers produce.
//!
//! Sources: `[CT65]`, `[GS66]`; `[CHK+21]` for Saber's ring by transforms modulo primes other than
//! the ring's modulus. This source and `[BHK+22]` stop at 4 coefficients or below, as
//! [`leaves_of_4`](super::leaves_of_4) does in 32 bits; stopping at 16 in 16 bits, for outer
//! products, is this project's own.

use crate::stage::residues::{Narrow, Residues};
use vectru_polymul::modular::{Constant, Modulus, inverse, power, root_of_unity};
use vectru_polymul::simd::{CHUNK, I16Vector, Simd, if_form, unroll};

/// Coefficients of a polynomial.
pub const SIZE: usize = 256;
/// Polynomials of 16 coefficients in the image.
pub const LEAVES: usize = SIZE / CHUNK;
/// The order of the root w.
pub const ORDER: usize = 2 * LEAVES;
/// Layers.
pub const LAYERS: usize = 4;
/// Coefficients of a block, which the last layer splits into two leaves.
pub const BLOCK: usize = 2 * CHUNK;
/// The names, in recipes, of the map that splits down to blocks and of the map that splits blocks.
pub const COOLEY_TUKEY_8: &str = "cooley-tukey-8";
/// The map that splits blocks: see [`COOLEY_TUKEY_8`].
pub const COOLEY_TUKEY_2: &str = "cooley-tukey-2";

/// Returns e < 32 for the node at `place` after `layer` layers, which is modulo x^n - w^e.
const fn exponent(layer: usize, place: usize) -> usize {
    if layer == 0 { LEAVES } else { exponent(layer - 1, place / 2) / 2 + place % 2 * LEAVES }
}

/// Returns t < 32 for the leaf at `place`, which is modulo x^16 - w^t.
pub const fn leaf_exponent(place: usize) -> usize {
    exponent(LAYERS, place)
}

/// Returns the root w modulo p.
pub const fn root(p: i64) -> i64 {
    root_of_unity(ORDER as u64, p)
}

/// The twiddle factors w^e of each layer, one for each node that it splits, prepared for products.
#[derive(Clone, Copy, Debug)]
pub struct Tables<K> {
    /// The factors of each layer, by node.
    pub layers: [[K; LEAVES / 2]; LAYERS],
}

/// Returns the twiddle factors of the powers of `root` modulo p, layer by layer.
pub const fn twiddles(root: i64, p: i64) -> [[i64; LEAVES / 2]; LAYERS] {
    let mut layers = [[0; LEAVES / 2]; LAYERS];
    let mut index = 0;
    while index < LAYERS * LEAVES / 2 {
        let (layer, place) = (index / (LEAVES / 2), index % (LEAVES / 2));
        if place < 1 << layer {
            layers[layer][place] = power(root, exponent(layer + 1, 2 * place) as u64, p);
        }
        index += 1;
    }
    layers
}

impl<M: Modulus> Tables<Constant<M>> {
    /// Returns the constants of the forward transform.
    pub const fn forward() -> Self {
        Self::new(root(M::Q as i64))
    }

    /// Returns the constants of the inverse transform.
    pub const fn inverse() -> Self {
        Self::new(inverse(root(M::Q as i64), M::Q as i64))
    }

    const fn new(root: i64) -> Self {
        let twiddles = twiddles(root, M::Q as i64);
        let mut layers = [[Constant::ZERO; LEAVES / 2]; LAYERS];
        let mut index = 0;
        while index < LAYERS * LEAVES / 2 {
            let (layer, place) = (index / (LEAVES / 2), index % (LEAVES / 2));
            layers[layer][place] = Constant::new(twiddles[layer][place]);
            index += 1;
        }
        Self { layers }
    }
}

/// Transforms down to blocks: three layers over the eight blocks.
#[inline(always)]
pub fn forward_blocks<S: Simd, F: Residues<S>>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    simd.enter(COOLEY_TUKEY_8);
    let (operand, result) = (&operand[..SIZE], &mut result[..SIZE]);
    for start in (0..BLOCK).step_by(F::lanes(simd)) {
        let mut blocks = [F::zero(simd); 8];
        unroll!(S::Shape, i < 8, {
            blocks[i] = F::load_operand(simd, &operand[i * BLOCK + start..]);
        });
        unroll!(S::Shape, layer < 3, {
            let distance = 4 >> layer;
            unroll!(S::Shape, pair < 4, {
                let (node, low) = (pair / distance, 2 * pair - pair % distance);
                let (a, b) = (blocks[low], F::multiply(blocks[low + distance], tables.layers[layer][node]));
                blocks[low] = a + b;
                blocks[low + distance] = a - b;
            });
        });
        unroll!(S::Shape, i < 8, {
            F::store(simd, blocks[i], &mut result[i * BLOCK + start..]);
        });
    }
}

/// Computes 8 times the inverse of [`forward_blocks`]. Stores what `finish` returns for each vector,
/// the index of its block, and its place there. The vectors of the upper four blocks are Barrett
/// products.
#[inline(always)]
pub fn inverse_blocks<S: Simd, F: Residues<S>>(
    simd: S,
    blocks: &[F::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
    finish: impl Fn(F::Vector, usize, usize) -> F::Vector,
) {
    let (source, result) = (&blocks[..SIZE], &mut result[..SIZE]);
    for start in (0..BLOCK).step_by(F::lanes(simd)) {
        simd.enter(COOLEY_TUKEY_8);
        let mut blocks = [F::zero(simd); 8];
        unroll!(S::Shape, i < 8, {
            blocks[i] = F::load(simd, &source[i * BLOCK + start..]);
        });
        unroll!(S::Shape, step < 3, {
            let (layer, distance) = (2 - step, 1 << step);
            unroll!(S::Shape, pair < 4, {
                let (node, low) = (pair / distance, 2 * pair - pair % distance);
                let (mut a, b) = (blocks[low], blocks[low + distance]);
                if step == 2 && low == 0 && F::CRAMPED {
                    // These are sums of four values. With the one that is reduced, no sum leaves 16
                    // bits.
                    a = F::reduce(a);
                }
                blocks[low] = a + b;
                blocks[low + distance] = F::multiply(a - b, tables.layers[layer][node]);
            });
        });
        unroll!(S::Shape, i < 8, {
            F::store(simd, finish(blocks[i], i, start), &mut result[i * BLOCK + start..]);
        });
    }
}

/// Splits blocks into leaves, in place: the last layer. Requires vectors of at most 16 lanes.
#[inline(always)]
pub fn forward_leaves<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, blocks: &mut [F::Coefficient]) {
    simd.enter(COOLEY_TUKEY_2);
    for (block, &twiddle) in blocks.chunks_exact_mut(BLOCK).zip(&tables.layers[LAYERS - 1]) {
        for start in (0..CHUNK).step_by(F::lanes(simd)) {
            let low = F::load(simd, &block[start..]);
            let high = F::multiply(F::load(simd, &block[CHUNK + start..]), twiddle);
            let (sum, difference) = (low + high, low - high);
            let (sum, difference) =
                if F::CRAMPED { (F::reduce(sum), F::reduce(difference)) } else { (sum, difference) };
            F::store(simd, sum, &mut block[start..]);
            F::store(simd, difference, &mut block[CHUNK + start..]);
        }
    }
}

/// Computes 2 times the inverse of [`forward_leaves`], in place. Requires vectors of at most 16
/// lanes.
#[inline(always)]
pub fn inverse_leaves<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, blocks: &mut [F::Coefficient]) {
    simd.enter(COOLEY_TUKEY_2);
    for (block, &twiddle) in blocks.chunks_exact_mut(BLOCK).zip(&tables.layers[LAYERS - 1]) {
        for start in (0..CHUNK).step_by(F::lanes(simd)) {
            let low = F::load(simd, &block[start..]);
            let high = F::load(simd, &block[CHUNK + start..]);
            let sum = if F::CRAMPED { F::reduce(low + high) } else { low + high };
            F::store(simd, sum, &mut block[start..]);
            F::store(simd, F::multiply(low - high, twiddle), &mut block[CHUNK + start..]);
        }
    }
}

/// Computes [`forward_leaves`] in 16 bits, for vectors of any length.
#[inline(always)]
pub fn forward_leaves_narrow<S: Simd, M: Modulus>(
    simd: S,
    tables: &Tables<Constant<M>>,
    blocks: &mut [S::Coefficient],
) {
    if_form!(S, simd, form => form.lanes <= CHUNK, {
        return forward_leaves::<S, Narrow<M>>(simd, tables, blocks);
    } else {});
    simd.enter(COOLEY_TUKEY_2);
    for (block, &twiddle) in blocks.chunks_exact_mut(BLOCK).zip(&tables.layers[LAYERS - 1]) {
        let halves = simd.load(block).barrett_multiply_halves(M::ONE, twiddle);
        simd.store(halves.half_butterfly().barrett_reduce::<M>(), block);
    }
}

/// Computes [`inverse_leaves`] in 16 bits, for vectors of any length.
#[inline(always)]
pub fn inverse_leaves_narrow<S: Simd, M: Modulus>(
    simd: S,
    tables: &Tables<Constant<M>>,
    blocks: &mut [S::Coefficient],
) {
    if_form!(S, simd, form => form.lanes <= CHUNK, {
        return inverse_leaves::<S, Narrow<M>>(simd, tables, blocks);
    } else {});
    simd.enter(COOLEY_TUKEY_2);
    for (block, &twiddle) in blocks.chunks_exact_mut(BLOCK).zip(&tables.layers[LAYERS - 1]) {
        let halves = simd.load(block).half_butterfly();
        simd.store(halves.barrett_multiply_halves(M::ONE, twiddle), block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::Q8161;

    #[test]
    fn roots_and_leaves() {
        let q = i64::from(Q8161::Q);
        assert_eq!(power(root(q), LEAVES as u64, q), q - 1);
        let mut exponents: [usize; LEAVES] = core::array::from_fn(leaf_exponent);
        exponents.sort_unstable();
        assert_eq!(exponents, core::array::from_fn(|i| 2 * i + 1));
    }
}
