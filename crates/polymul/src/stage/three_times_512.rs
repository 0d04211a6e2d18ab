//! The incomplete transform of size 1536 = 3 x 512 that stops at polynomials of 16 coefficients.
//!
//! ```text
//! Z_p[x]/(x^1536 - 1)  =  Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^3 - 1)
//!                      -> prod_t Z_p[x]/(x^32 - w^2t)                                t < 48, w of order 96
//!                      -> prod_t Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t)
//! ```
//!
//! Good-Thomas over blocks of 32 coefficients, Cooley-Tukey of length 16, radix 3, and one more layer of radix 2, which
//! divides the blocks: a vector of up to 16 lanes never mixes its lanes, and in one of 32 lanes that last layer is between
//! its halves. The power of two is 512 = 16 * 2 * 16 with leaves of 16: 5 of its 9 layers.
//!
//! Operands fill 24 of the 48 blocks, one of each pair (t, t + 24) that the first layer of radix 2 would add: there the layer
//! costs no addition, and its sign is in the twiddle factor.
//!
//! Closed form, for n = 1536 and leaf m = 16, in coefficients: n lg(512/m)/2 = 5 n / 2 products and n lg(512/m) = 5 n
//! additions for the power of two, and radix 3 with n / 3 products and 2 n additions (6 for 3). The first layer lacks its n additions;
//! products by 1 in the layers of length 16 are left out.
//!
//! Layout: block (k0, k1) of the image is at place 3 k0 + k1; in it first the polynomial modulo x^16 - w^t, then the one
//! modulo x^16 + w^t.
//!
//! Source: Good (1958), Cooley, Tukey (1965); for products over the integers modulo two such primes: Alkim, Cheng, Chung,
//! Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang, "Polynomial Multiplication in NTRU Prime" (2021).

use super::cooley_tukey::{self, CooleyTukey};
use super::good_thomas::GoodThomas;
use super::residues::{Narrow, Residues};
use crate::modular::wide::{WideConstant, WideModulus};
use crate::modular::{Constant, Modulus, barrett_bound, inverse, power, root_of_unity};
use crate::simd::{CHUNK, I16Vector, Shape, Simd, unroll};

/// Coefficients of the cyclic product.
pub const SIZE: usize = 1536;
/// Coefficients in a block.
const BLOCK: usize = 2 * CHUNK;
/// Polynomials of 16 coefficients in the image.
pub const LEAVES: usize = SIZE / CHUNK;
/// The reindexing of blocks.
const INDEX: GoodThomas = GoodThomas::new([16, 3, 1]);
/// Coefficients in a row: the blocks (k0, k1) of one k0.
const ROW: usize = 3 * BLOCK;

/// Block (t0, t1) is the polynomial times x^(32 t).
const BLOCKS: [[usize; 16]; 3] = {
    let mut blocks = [[0; 16]; 3];
    let mut t = 0;
    while t < 48 {
        let [t0, t1, _] = INDEX.split(t);
        blocks[t1][t0] = t;
        t += 1;
    }
    blocks
};

/// The t in 0..48 of the block at `place`: it is modulo x^32 - w^2t.
pub const fn exponent(place: usize) -> usize {
    INDEX.join([place / 3, place % 3, 0])
}

/// The one t0 of i and i + 8 whose block an operand fills, in column t1.
const fn occupied(column: usize, i: usize) -> usize {
    if BLOCKS[column][i] < 24 { i } else { i + 8 }
}

/// The numbers that a transform multiplies by, in [0, p).
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    /// The root of order 8 of the two transforms of length 8, which follow the first layer.
    pub root: i64,
    /// The cube root of unity.
    pub cube: i64,
    /// The first layer's twiddle factors for each t1.
    pub twists: [[i64; 8]; 3],
    /// +-w^t of the last layer, at each place.
    pub weights: [[i64; 3]; 16],
}

impl Factors {
    /// The factors of the forward transform by `w`, which has order 96. With their signs where blocks are empty.
    pub const fn forward(w: i64, p: i64) -> Self {
        let mut factors = Self::full(w, p);
        let mut column = 0;
        while column < 3 {
            let mut i = 0;
            while i < 8 {
                if occupied(column, i) != i {
                    factors.twists[column][i] = (p - factors.twists[column][i]) % p;
                }
                i += 1;
            }
            column += 1;
        }
        factors
    }

    /// The factors of the inverse transform.
    pub const fn inverse(w: i64, p: i64) -> Self {
        Self::full(inverse(w, p), p)
    }

    const fn full(w: i64, p: i64) -> Self {
        let [e0, e1, _] = INDEX.idempotents();
        let (root_16, cube) = (power(w, 2 * e0 as u64, p), power(w, 2 * e1 as u64, p));
        let mut twists = [[0; 8]; 3];
        let mut i = 0;
        while i < 24 {
            twists[i / 8][i % 8] = power(root_16, (i % 8) as u64, p);
            i += 1;
        }
        let mut weights = [[0; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = power(w, exponent(place) as u64, p);
            place += 1;
        }
        Self { root: power(root_16, 2, p), cube, twists, weights }
    }
}

/// The constants of a transform.
#[derive(Clone, Copy, Debug)]
pub struct Tables<K> {
    /// The transform of the sums of the first layer, whose outputs are even.
    pub even: CooleyTukey<K, 8>,
    /// That of the differences, whose outputs are odd.
    pub odd: CooleyTukey<K, 8>,
    /// As in [`Factors`].
    pub cube: K,
    /// As in [`Factors`].
    pub twists: [[K; 8]; 3],
    /// As in [`Factors`].
    pub weights: [[K; 3]; 16],
}

/// The most that the transforms of length 16 leave in a 16-bit lane.
const COLUMN_LIMIT: i64 = 6500;
/// The most that the radix 3 of the inverse leaves in a 16-bit lane.
const ROW_LIMIT: i64 = 6500;

/// The root w of order 96.
pub const fn root<M: Modulus>() -> i64 {
    root_of_unity(96, M::Q as i64)
}

impl<M: Modulus> Tables<Constant<M>> {
    /// The forward transform, for centred operands.
    pub const fn forward() -> Self {
        let centred = (M::Q as i64 - 1) / 2;
        Self::new(Factors::forward(root::<M>(), M::Q as i64), centred, centred)
    }

    /// The inverse transform.
    pub const fn inverse() -> Self {
        Self::new(Factors::inverse(root::<M>(), M::Q as i64), 2 * ROW_LIMIT, 2 * ROW_LIMIT)
    }

    /// With the bounds of what the transform of the sums reads, and of what the twiddle factors multiply.
    const fn new(factors: Factors, sums: i64, differences: i64) -> Self {
        let mut twists = [[Constant::ZERO; 8]; 3];
        let mut twisted = [0; 8];
        let mut i = 0;
        while i < 24 {
            let twist = Constant::<M>::new(factors.twists[i / 8][i % 8]);
            twists[i / 8][i % 8] = twist;
            let bound = if twist.value == 1 { differences } else { barrett_bound(differences, twist) };
            if bound > twisted[i % 8] {
                twisted[i % 8] = bound;
            }
            i += 1;
        }
        let mut weights = [[Constant::ZERO; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = Constant::new(factors.weights[place / 3][place % 3]);
            place += 1;
        }
        Self {
            even: CooleyTukey::new(factors.root, [sums; 8], COLUMN_LIMIT),
            odd: CooleyTukey::new(factors.root, twisted, COLUMN_LIMIT),
            cube: Constant::new(factors.cube),
            twists,
            weights,
        }
    }
}

impl<P: WideModulus> Tables<WideConstant<P>> {
    /// The forward transform modulo a 32-bit prime.
    pub const fn forward() -> Self {
        let p = P::P as i64;
        Self::new(Factors::forward(root_of_unity(96, p), p))
    }

    /// The inverse transform modulo a 32-bit prime.
    pub const fn inverse() -> Self {
        let p = P::P as i64;
        Self::new(Factors::inverse(root_of_unity(96, p), p))
    }

    /// Without reductions in the transforms of length 16: their inputs grow by 2^4, products aside.
    const fn new(factors: Factors) -> Self {
        let mut roots = [WideConstant::ZERO; 8];
        let mut twists = [[WideConstant::ZERO; 8]; 3];
        let mut i = 0;
        while i < 24 {
            roots[i % 8] = WideConstant::new(power(factors.root, (i % 8) as u64, P::P as i64));
            twists[i / 8][i % 8] = WideConstant::new(factors.twists[i / 8][i % 8]);
            i += 1;
        }
        let mut weights = [[WideConstant::ZERO; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = WideConstant::new(factors.weights[place / 3][place % 3]);
            place += 1;
        }
        let plan = CooleyTukey::unreduced(roots);
        Self { even: plan, odd: plan, cube: WideConstant::new(factors.cube), twists, weights }
    }
}

/// The forward transforms of length 16, of an operand of 768 coefficients.
#[inline(always)]
pub fn forward_columns<S: Simd, F: Residues<S>>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    forward_column::<S, F, 0>(simd, operand, tables, result);
    forward_column::<S, F, 1>(simd, operand, tables, result);
    forward_column::<S, F, 2>(simd, operand, tables, result);
}

#[inline(always)]
fn forward_column<S: Simd, F: Residues<S>, const COLUMN: usize>(
    simd: S,
    operand: &[S::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    for start in (0..BLOCK).step_by(F::LANES) {
        let mut inputs = [F::zero(simd); 8];
        unroll!(S::Shape, i < 8, {
            let block = const { BLOCKS[COLUMN] }[occupied(COLUMN, i)];
            inputs[i] = F::load_operand(simd, &operand[block * BLOCK + start..]);
        });
        let evens = cooley_tukey::transform::<S, F, 8>(inputs, &tables.even);
        unroll!(S::Shape, m < 8, {
            F::store(simd, evens[m], &mut result[2 * m * ROW + COLUMN * BLOCK + start..]);
        });
        unroll!(S::Shape, i < 8, {
            // Only for i = 0 and a block with t0 = 0 is the factor 1.
            if i != 0 || occupied(COLUMN, 0) != 0 {
                inputs[i] = F::multiply(inputs[i], tables.twists[COLUMN][i]);
            }
        });
        let odds = cooley_tukey::transform::<S, F, 8>(inputs, &tables.odd);
        unroll!(S::Shape, m < 8, {
            F::store(simd, odds[m], &mut result[(2 * m + 1) * ROW + COLUMN * BLOCK + start..]);
        });
    }
}

/// The inverse transforms of length 16, times 16, from the rows to the product in order.
#[inline(always)]
pub fn inverse_columns<S: Simd, F: Residues<S>>(
    simd: S,
    rows: &[F::Coefficient],
    tables: &Tables<F::Constant>,
    result: &mut [F::Coefficient],
) {
    simd.enter("cooley-tukey-16");
    for column in 0..3 {
        for start in (0..BLOCK).step_by(F::LANES) {
            let at = column * BLOCK + start;
            let (mut sums, mut differences) = ([F::zero(simd); 8], [F::zero(simd); 8]);
            unroll!(S::Shape, i < 8, {
                sums[i] = F::load(simd, &rows[i * ROW + at..]) + F::load(simd, &rows[(i + 8) * ROW + at..]);
            });
            let evens = cooley_tukey::transform::<S, F, 8>(sums, &tables.even);
            unroll!(S::Shape, m < 8, {
                F::store(simd, evens[m], &mut result[BLOCKS[column][2 * m] * BLOCK + start..]);
            });
            unroll!(S::Shape, i < 8, {
                // Loaded again: sixteen inputs and their sums have no room in sixteen registers.
                let difference = F::load(simd, &rows[i * ROW + at..]) - F::load(simd, &rows[(i + 8) * ROW + at..]);
                differences[i] = if i == 0 { difference } else { F::multiply(difference, tables.twists[0][i]) };
            });
            let odds = cooley_tukey::transform::<S, F, 8>(differences, &tables.odd);
            unroll!(S::Shape, m < 8, {
                F::store(simd, odds[m], &mut result[BLOCKS[column][2 * m + 1] * BLOCK + start..]);
            });
        }
    }
}

/// Radix 3, as in [`radix_3`](super::radix_3_2::radix_3).
#[inline(always)]
fn radix_3<S: Simd, F: Residues<S>>([a, b, c]: [F::Vector; 3], cube: F::Constant) -> [F::Vector; 3] {
    let rotated = F::multiply(b - c, cube);
    [a + b + c, (a - c) + rotated, (a - b) - rotated]
}

/// Radix 3 and the last layer, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn forward_rows<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, rows: &mut [F::Coefficient]) {
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); 3], [F::zero(simd); 3]);
            simd.enter("radix-3");
            for k1 in 0..3 {
                lows[k1] = F::load(simd, &row[k1 * BLOCK + start..]);
                highs[k1] = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
            }
            let (lows, highs) = (radix_3::<S, F>(lows, tables.cube), radix_3::<S, F>(highs, tables.cube));
            simd.enter("cooley-tukey-2");
            for k1 in 0..3 {
                let high = F::multiply(highs[k1], weights[k1]);
                let (sum, difference) = (lows[k1] + high, lows[k1] - high);
                let (sum, difference) =
                    if F::CRAMPED { (F::reduce(sum), F::reduce(difference)) } else { (sum, difference) };
                F::store(simd, sum, &mut row[k1 * BLOCK + start..]);
                F::store(simd, difference, &mut row[k1 * BLOCK + CHUNK + start..]);
            }
        }
    }
}

/// The inverse of the last layer and of radix 3, times 6, in place, where a vector has at most 16 lanes.
#[inline(always)]
pub fn inverse_rows<S: Simd, F: Residues<S>>(simd: S, tables: &Tables<F::Constant>, rows: &mut [F::Coefficient]) {
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        for start in (0..CHUNK).step_by(F::LANES) {
            let (mut lows, mut highs) = ([F::zero(simd); 3], [F::zero(simd); 3]);
            simd.enter("cooley-tukey-2");
            for k1 in 0..3 {
                let low = F::load(simd, &row[k1 * BLOCK + start..]);
                let high = F::load(simd, &row[k1 * BLOCK + CHUNK + start..]);
                lows[k1] = F::reduce(low + high);
                highs[k1] = F::multiply(low - high, weights[k1]);
            }
            simd.enter("radix-3");
            let (lows, highs) = (radix_3::<S, F>(lows, tables.cube), radix_3::<S, F>(highs, tables.cube));
            for k1 in 0..3 {
                let (low, high) =
                    if F::CRAMPED { (F::reduce(lows[k1]), F::reduce(highs[k1])) } else { (lows[k1], highs[k1]) };
                F::store(simd, low, &mut row[k1 * BLOCK + start..]);
                F::store(simd, high, &mut row[k1 * BLOCK + CHUNK + start..]);
            }
        }
    }
}

/// [`forward_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 6500, outputs reduced.
#[inline(always)]
pub fn forward_rows_narrow<S: Simd, M: Modulus>(simd: S, tables: &Tables<Constant<M>>, rows: &mut [S::Coefficient]) {
    if S::Shape::LANES <= CHUNK {
        return forward_rows::<S, Narrow<M>>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        simd.enter("radix-3");
        let mut blocks = [simd.splat(0); 3];
        for k1 in 0..3 {
            blocks[k1] = simd.load(&row[k1 * BLOCK..]);
        }
        let blocks = radix_3::<S, Narrow<M>>(blocks, tables.cube);
        simd.enter("cooley-tukey-2");
        for k1 in 0..3 {
            let halves = blocks[k1].barrett_multiply_halves(M::ONE, weights[k1]);
            simd.store(halves.half_butterfly().barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        }
    }
}

/// [`inverse_rows`] in 16 bits, for vectors of every length.
///
/// Bounds: inputs up to 13,800, the products of reduced operands; outputs reduced.
#[inline(always)]
pub fn inverse_rows_narrow<S: Simd, M: Modulus>(simd: S, tables: &Tables<Constant<M>>, rows: &mut [S::Coefficient]) {
    if S::Shape::LANES <= CHUNK {
        return inverse_rows::<S, Narrow<M>>(simd, tables, rows);
    }
    for (row, weights) in rows.chunks_exact_mut(ROW).zip(&tables.weights) {
        simd.enter("cooley-tukey-2");
        let mut blocks = [simd.splat(0); 3];
        for k1 in 0..3 {
            let halves = simd.load(&row[k1 * BLOCK..]).half_butterfly();
            blocks[k1] = halves.barrett_multiply_halves(M::ONE, weights[k1]);
        }
        simd.enter("radix-3");
        let blocks = radix_3::<S, Narrow<M>>(blocks, tables.cube);
        for k1 in 0..3 {
            simd.store(blocks[k1].barrett_reduce::<M>(), &mut row[k1 * BLOCK..]);
        }
    }
}
