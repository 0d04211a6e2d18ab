//! The last two layers of transforms over 32-bit residues, from polynomials of 16 coefficients to
//! leaves of 4, and products of leaves.
//!
//! ```text
//! Z_p[x]/(x^16 - r^4) -> Z_p[x]/(x^8 - r^2) x Z_p[x]/(x^8 + r^2)
//!                     -> prod_(m < 4) Z_p[x]/(x^4 - z_m),   z = (r, -r, i r, -i r),   i^2 = -1
//! ```
//!
//! A lane has a chunk of its own, so that no operation mixes lanes: 16 chunks are transposed when
//! they are loaded, and transposed back when the inverse stores them. A product of leaves is four
//! sums of products of vectors, in 64 bits, each with one Montgomery reduction. It leaves the
//! factor 2^-32. Sums of several products have one reduction for all.
//!
//! Operations, for 16 chunks: two layers of 32 products and 64 additions of four lanes, as in the
//! closed form, (n/2) lg(16/4) products and n lg(16/4) additions of n = 256 coefficients. A
//! product has 48 Barrett products of four lanes, by z.
//!
//! Bounds, where no sum leaves its range: a layer adds the bound of a Barrett product, and a layer
//! of the inverse doubles. Products require sums below 2^63.
//!
//! Layout: coefficient k of leaf m of all 16 chunks are 16 consecutive coefficients.
//!
//! Sources: `[CT65]`, `[GS66]`; leaves of 4 and their products as in `[BHK+22]`, `[CHK+21]` and
//! `[HLY24]`, section 4.2.

use vectru_polymul::modular::wide::{WideConstant, WideModulus};
use vectru_polymul::modular::{inverse, power, root_of_unity};
use vectru_polymul::multiplier::recipe::{Map, Transformation};
use vectru_polymul::simd::wide::{COLUMNS, LANE_ROWS};
use vectru_polymul::simd::{CHUNK, I32Vector, Simd, Wide, unroll};

/// The names, in recipes, of the layers that split chunks, and halves of chunks.
pub const COOLEY_TUKEY_TO_8: &str = "cooley-tukey-to-8";
/// The layer that splits halves of chunks: see [`COOLEY_TUKEY_TO_8`].
pub const COOLEY_TUKEY_TO_4: &str = "cooley-tukey-to-4";

/// Leaves of a chunk.
pub const LEAVES: usize = 4;
/// Coefficients of a leaf.
pub const LEAF: usize = COLUMNS;
/// Chunks that are transformed together: a multiple of the lanes of every backend.
pub const CHUNKS: usize = 16;
/// Coefficients of these chunks.
pub const SIZE: usize = CHUNKS * CHUNK;

/// The leaves of 16 chunks.
pub type Group<C> = [[[C; CHUNKS]; LEAF]; LEAVES];

/// A constant for each chunk of a group, prepared for products.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    values: [i32; CHUNKS],
    quotients: [i32; CHUNKS],
}

impl Constants {
    const ZERO: Self = Self { values: [0; CHUNKS], quotients: [0; CHUNKS] };

    const fn set<P: WideModulus>(&mut self, chunk: usize, value: i64) {
        let constant = WideConstant::<P>::new(value);
        self.values[chunk] = constant.value;
        self.quotients[chunk] = constant.quotient;
    }

    /// Returns vectors of the values and of the quotients, from chunk `start` on.
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, start: usize) -> [S::I32; 2] {
        [S::I32::load_table(simd, &self.values[start..]), S::I32::load_table(simd, &self.quotients[start..])]
    }
}

/// The constants of a group.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// z_m.
    weights: [Constants; LEAVES],
    /// r^2, of the layer that splits chunks.
    square: Constants,
    /// The inverses of z_0 and z_2.
    inverses: [Constants; 2],
    /// The inverse of r^2.
    inverse_square: Constants,
}

impl Tables {
    /// The constants 0.
    pub const ZERO: Self = Self {
        weights: [Constants::ZERO; LEAVES],
        square: Constants::ZERO,
        inverses: [Constants::ZERO; 2],
        inverse_square: Constants::ZERO,
    };

    /// Sets the constants of a chunk that is modulo x^16 - r^4, for the root r = `root`.
    pub const fn set<P: WideModulus>(&mut self, chunk: usize, root: i64) {
        let p = P::P as i64;
        let imaginary = root_of_unity(4, p);
        let (square, other) = (root * root % p, root * imaginary % p);
        self.weights[0].set::<P>(chunk, root);
        self.weights[1].set::<P>(chunk, -root);
        self.weights[2].set::<P>(chunk, other);
        self.weights[3].set::<P>(chunk, -other);
        self.square.set::<P>(chunk, square);
        self.inverses[0].set::<P>(chunk, inverse(root, p));
        self.inverses[1].set::<P>(chunk, inverse(other, p));
        self.inverse_square.set::<P>(chunk, inverse(square, p));
    }
}

/// Returns a fourth root of w = `root`, of the given order, modulo p: a power of a root of unity of
/// four times the order.
pub const fn fourth_root(root: i64, order: usize, p: i64) -> i64 {
    let generator = root_of_unity(4 * order as u64, p);
    let mut exponent = 1;
    while power(generator, 4 * exponent, p) != root {
        exponent += 1;
        assert!(exponent < order as u64, "w has no fourth root");
    }
    power(generator, exponent, p)
}

/// Returns the maps of a chain: the two layers after `rings` rings modulo x^16 - w^t, w of the given
/// order.
pub const fn layers(order: usize, rings: usize) -> [Map; 2] {
    const fn layer(name: &'static str, degree: usize, order: usize, rings: usize) -> Map {
        Map { name, transformation: Transformation::CooleyTukey { degree, order, rings }, source: "[CT65]" }
    }
    [layer(COOLEY_TUKEY_TO_8, 2 * LEAF, 2 * order, rings), layer(COOLEY_TUKEY_TO_4, LEAF, 4 * order, 2 * rings)]
}

/// Splits 16 chunks into leaves.
#[inline(always)]
pub fn forward<S: Simd, P: WideModulus>(simd: S, chunks: &[Wide<S>], tables: &Tables, group: &mut Group<Wide<S>>) {
    let chunks = &chunks[..SIZE];
    for start in (0..CHUNKS).step_by(simd.wide_lanes()) {
        simd.enter(COOLEY_TUKEY_TO_8);
        let [values, quotients] = tables.square.load(simd, start);
        let twiddles = [tables.weights[0].load(simd, start), tables.weights[2].load(simd, start)];
        let mut parts = [[S::I32::splat(simd, 0); LEAF]; LEAVES];
        unroll!(S::Shape, m < 4, {
            parts[m] = S::I32::load_columns(simd, &chunks[CHUNK * start + LEAF * m..], CHUNK);
        });
        unroll!(S::Shape, k < 4, {
            unroll!(S::Shape, m < 2, {
                let product = parts[m + 2][k].barrett_multiply_lanes::<P>(values, quotients);
                (parts[m][k], parts[m + 2][k]) = (parts[m][k] + product, parts[m][k] - product);
            });
        });
        simd.enter(COOLEY_TUKEY_TO_4);
        unroll!(S::Shape, k < 4, {
            unroll!(S::Shape, m < 2, {
                let [values, quotients] = twiddles[m];
                let product = parts[2 * m + 1][k].barrett_multiply_lanes::<P>(values, quotients);
                (parts[2 * m][k] + product).store(&mut group[2 * m][k][start..]);
                (parts[2 * m][k] - product).store(&mut group[2 * m + 1][k][start..]);
            });
        });
    }
}

/// Computes 4 times the inverse of [`forward`]. With `REDUCED`, the coefficients of x^0 to x^3 of
/// each chunk, which are sums of four, are reduced.
#[inline(always)]
pub fn inverse_leaves<S: Simd, P: WideModulus, const REDUCED: bool>(
    simd: S,
    group: &Group<Wide<S>>,
    tables: &Tables,
    chunks: &mut [Wide<S>],
) {
    let chunks = &mut chunks[..SIZE];
    for start in (0..CHUNKS).step_by(simd.wide_lanes()) {
        simd.enter(COOLEY_TUKEY_TO_4);
        let [values, quotients] = tables.inverse_square.load(simd, start);
        let twiddles = [tables.inverses[0].load(simd, start), tables.inverses[1].load(simd, start)];
        let mut parts = [[S::I32::splat(simd, 0); LEAF]; LEAVES];
        unroll!(S::Shape, k < 4, {
            unroll!(S::Shape, m < 2, {
                let [values, quotients] = twiddles[m];
                let plus = S::I32::load(simd, &group[2 * m][k][start..]);
                let minus = S::I32::load(simd, &group[2 * m + 1][k][start..]);
                parts[2 * m][k] = plus + minus;
                parts[2 * m + 1][k] = (plus - minus).barrett_multiply_lanes::<P>(values, quotients);
            });
        });
        simd.enter(COOLEY_TUKEY_TO_8);
        unroll!(S::Shape, k < 4, {
            unroll!(S::Shape, m < 2, {
                let difference = parts[m][k] - parts[m + 2][k];
                parts[m][k] = parts[m][k] + parts[m + 2][k];
                parts[m + 2][k] = difference.barrett_multiply_lanes::<P>(values, quotients);
            });
            if REDUCED {
                parts[0][k] = parts[0][k].barrett_multiply(WideConstant::<P>::ONE);
            }
        });
        unroll!(S::Shape, m < 4, {
            S::I32::store_columns(parts[m], &mut chunks[CHUNK * start + LEAF * m..], CHUNK);
        });
    }
}

/// Computes the sums of `L` products of leaves, times 2^-32.
#[inline(always)]
pub fn multiply<S: Simd, P: WideModulus, const L: usize>(
    simd: S,
    a: [&Group<Wide<S>>; L],
    b: [&Group<Wide<S>>; L],
    tables: &Tables,
    product: &mut Group<Wide<S>>,
) {
    let zero = S::I32::splat(simd, 0);
    for m in 0..LEAVES {
        for start in (0..CHUNKS).step_by(simd.wide_lanes()) {
            let [values, quotients] = tables.weights[m].load(simd, start);
            let (mut vectors, mut rows) = ([[zero; LEAF]; L], [[zero; LANE_ROWS]; L]);
            for i in 0..L {
                unroll!(S::Shape, k < 4, {
                    vectors[i][k] = S::I32::load(simd, &a[i][m][k][start..]);
                    rows[i][LEAF - 1 + k] = S::I32::load(simd, &b[i][m][k][start..]);
                    if k > 0 {
                        rows[i][k - 1] = rows[i][LEAF - 1 + k].barrett_multiply_lanes::<P>(values, quotients);
                    }
                });
            }
            let sums = S::I32::lane_products::<P, L>(vectors, rows);
            unroll!(S::Shape, k < 4, {
                sums[k].store(&mut product[m][k][start..]);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use vectru_polymul::modular::wide::P25;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::{product, remainder, residues};

    use super::*;

    /// Checks that the inverse of the sum of two products is four times the sum, by the definition,
    /// modulo x^16 - r^4 for another r in each chunk.
    fn check<F: Shape, const REDUCED: bool>() {
        let (simd, p) = (Portable::<F>::new(), i64::from(P25::P));
        let root = |chunk: usize| power(3, 1 + chunk as u64, p);
        let mut tables = Tables::ZERO;
        (0..CHUNKS).for_each(|chunk| tables.set::<P25>(chunk, root(chunk)));
        let operands = [1, 2, 3, 4].map(|seed| residues(SIZE, seed, 30_000));
        let images = operands.each_ref().map(|operand| {
            let mut image = [[[0; CHUNKS]; LEAF]; LEAVES];
            let wide: std::vec::Vec<i32> = operand.iter().map(|&coefficient| coefficient.into()).collect();
            forward::<_, P25>(simd, &wide, &tables, &mut image);
            image
        });
        let [a, b, c, d] = &images;
        let (mut sum, mut found) = ([[[0; CHUNKS]; LEAF]; LEAVES], [0; SIZE]);
        multiply::<_, P25, 2>(simd, [a, c], [b, d], &tables, &mut sum);
        inverse_leaves::<_, P25, REDUCED>(simd, &sum, &tables, &mut found);
        let scale = inverse(4, p) * ((1 << 32) % p) % p;
        for chunk in 0..CHUNKS {
            let place = chunk * CHUNK..(chunk + 1) * CHUNK;
            let weight = power(root(chunk), 4, p);
            let product = |x: usize, y: usize| {
                let product = product(&operands[x][place.clone()], &operands[y][place.clone()]);
                remainder(&product.iter().map(|c| c % p).collect::<std::vec::Vec<_>>(), CHUNK, weight)
            };
            for ((x, y), &found) in product(0, 1).into_iter().zip(product(2, 3)).zip(&found[place.clone()]) {
                assert_eq!((x + y - i64::from(found) * scale) % p, 0);
            }
        }
    }

    #[test]
    fn sums_of_products_are_the_definition() {
        check::<NeonShape, true>();
        check::<Avx2Shape, false>();
        check::<Avx512Shape, true>();
    }

    #[test]
    fn roots_are_fourth_roots() {
        let p = i64::from(P25::P);
        let root = power(root_of_unity(384, p), 4 * 7, p);
        assert_eq!(power(fourth_root(root, 96, p), 4, p), root);
    }
}
