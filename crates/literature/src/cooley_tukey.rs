//! `cooley-tukey`: big by small in Saber's ring, over the integers modulo one prime of 26 bits.
//!
//! A product modulo x^256 + 1 of a centred operand and a small one has coefficients up to
//! 256 * 4096 * 5 = 5,242,880. Their residues modulo p = 67,107,457 determine them, and also sums
//! of four products. p is 1 modulo 128, so that x^256 + 1 splits down to 4 coefficients:
//!
//! ```text
//! Z[x]/(x^256 + 1) -> Z_p[x]/(x^256 + 1) -> prod_(t odd, t < 128) Z_p[x]/(x^4 - w^t),   w^64 = -1
//! ```
//!
//! Four of the six layers work on polynomials in x^16, so that they move whole vectors on every
//! backend. The last two and the products have one polynomial of 16 coefficients in each lane
//! ([`leaves_of_4`]).
//!
//! No layer of the forward transform reduces. The Barrett product at the end of the inverse removes
//! the factors 64 and 2^-32, which the transforms and the products leave. Its result is so small
//! that it is the integer itself.
//!
//! Bounds, found by proofs: requires a centred operand and a small one. No 32-bit lane and no
//! 64-bit sum overflows. The result is centred. A second operand that is not small would leave the
//! product undetermined, so that [`SmallOperand`] is a type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_literature::CooleyTukeyOnePrime;
//! use vectru_polymul::{multiplier, ring::{Polynomial, Saber}};
//! let big = Polynomial::<Saber>::zero();
//! multiplier::multiply_with::<CooleyTukeyOnePrime>(&big, &big); // the second is not small
//! ```
//!
//! Sources: `[CHK+21]`, `[BHK+22]`.

use vectru_polymul::modular::wide::{P26, WideConstant, WideModulus, barrett_bound};
use vectru_polymul::modular::{Modulus, Q8192, inverse, power};
use vectru_polymul::multiplier::recipe::{
    ClosedForm, CoefficientRing, Comparison, Map, Operands, Recipe, Safety, Transformation,
};
use vectru_polymul::multiplier::{Aligned, Multiplier};
use vectru_polymul::ring::{Ring, Saber};
use vectru_polymul::simd::{Byte, Coefficient, I32Vector, IntegerProduct, Simd, Wide};
use vectru_polymul::stage::widen::widen;

use crate::cooley_tukey_two_primes::TRANSFORM;
use crate::integers::WEIGHTED_CONVOLUTION;
use crate::stage::leaves_of_4::{self, COOLEY_TUKEY_TO_4, COOLEY_TUKEY_TO_8, Group, LEAF, fourth_root};
use crate::stage::negacyclic_256::{
    self, BLOCK, COOLEY_TUKEY_2, COOLEY_TUKEY_8, LAYERS, LEAVES, ORDER, SIZE, Tables, leaf_exponent, root, twiddles,
};
use crate::stage::residues;

const P: i64 = P26::P as i64;

type Lanes = residues::Wide<P26>;

/// The constants of the transforms.
static FORWARD: Tables<WideConstant<P26>> = tables(root(P));
static INVERSE: Tables<WideConstant<P26>> = {
    let mut tables = tables(inverse(root(P), P));
    tables.layers[0][0] = SCALED_TWIDDLE;
    tables
};

/// Returns the twiddle factors of the powers of `root`.
const fn tables(root: i64) -> Tables<WideConstant<P26>> {
    let twiddles = twiddles(root, P);
    let mut layers = [[WideConstant::ZERO; LEAVES / 2]; LAYERS];
    let mut index = 0;
    while index < LAYERS * LEAVES / 2 {
        let (layer, place) = (index / (LEAVES / 2), index % (LEAVES / 2));
        layers[layer][place] = WideConstant::new(twiddles[layer][place]);
        index += 1;
    }
    Tables { layers }
}

/// The constants of the last two layers and of the products.
static LEAF_TABLES: leaves_of_4::Tables = {
    let root = fourth_root(root(P), ORDER, P);
    let mut tables = leaves_of_4::Tables::ZERO;
    let mut chunk = 0;
    while chunk < LEAVES {
        tables.set::<P26>(chunk, power(root, leaf_exponent(chunk) as u64, P));
        chunk += 1;
    }
    tables
};

/// 2^32 / 64, for the factors 64 and 2^-32 of the transforms and the products.
const SCALING: i64 = (1 << 32) % P * inverse((SIZE / LEAF) as i64, P) % P;
/// The factors of the last Barrett products, of the sums and of the differences of the last layer.
const SCALE: WideConstant<P26> = WideConstant::new(SCALING);
/// See [`SCALE`].
const SCALED_TWIDDLE: WideConstant<P26> = WideConstant::new(twiddles(inverse(root(P), P), P)[0][0] * SCALING);
/// A bound of the coefficients that the inverse transform leaves.
const UNSCALED: i64 = 9 << 27;
/// The largest coefficient of one product over the integers.
const LARGEST: i64 = Saber::DEGREE as i64 * (Q8192::Q as i64 / 2) * Saber::SMALL as i64;

/// The number of products that a sum may have before it is transformed back. The Barrett product
/// that scales must differ from the integer to which it is congruent by less than p.
pub const MAX_PRODUCTS: i64 = {
    let (sums, differences) = (barrett_bound(UNSCALED, SCALE), barrett_bound(UNSCALED, SCALED_TWIDDLE));
    let most = (P - 1 - if sums > differences { sums } else { differences }) / LARGEST;
    assert!(most >= 4, "a sum of four products is not determined");
    most
};

/// The transform of a polynomial.
type Image<C> = Aligned<Group<C>>;

/// The coefficients of a polynomial.
type Polynomial<C> = Aligned<[C; SIZE]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C>(Image<C>);

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct CooleyTukeyOnePrime;

/// The name of the map from the integers.
const INTEGERS: &str = "integers";

impl Multiplier for CooleyTukeyOnePrime {
    type Ring = Saber;
    type Transformed<C: Coefficient> = Image<C::Wide>;
    type Second<C: Coefficient> = SmallOperand<C::Wide>;
    type Unfolded<C: Coefficient> = Polynomial<C::Wide>;

    const RECIPE: Recipe = Recipe {
        name: "cooley-tukey",
        ring: Saber::NAME,
        formula: Saber::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo(P),
        source: "[CHK+21]",
        chain: &{
            let [blocks, chunks, _] = TRANSFORM;
            let [halves, leaves] = leaves_of_4::layers(ORDER, LEAVES);
            let integers = Map {
                name: INTEGERS,
                transformation: Transformation::Integers {
                    length: SIZE,
                    zeta: -1,
                    prime: P,
                    largest: LARGEST,
                    leaves: SIZE / LEAF,
                },
                source: "[CHK+21]",
            };
            let products = Map {
                name: WEIGHTED_CONVOLUTION,
                transformation: Transformation::WeightedConvolutions {
                    degree: LEAF,
                    order: LEAF * ORDER,
                    omitted: [LEAF * ORDER / 2, 0],
                    extensions: None,
                },
                source: "[BHK+22]",
            };
            [integers, blocks, chunks, halves, leaves, products]
        },
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[COOLEY_TUKEY_8, COOLEY_TUKEY_2, COOLEY_TUKEY_TO_8, COOLEY_TUKEY_TO_4],
            form: ClosedForm::CooleyTukey { size: SIZE, leaf: LEAF },
            copies: 1,
            note: "a product modulo a 32-bit prime takes more instructions than a Barrett product of 16 bits",
        }],
    };

    const COEFFICIENT_BITS: usize = 32;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[<S::Coefficient as Coefficient>::WIDE_ZERO; leaves_of_4::CHUNKS]; LEAF]; leaves_of_4::LEAVES]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([<S::Coefficient as Coefficient>::WIDE_ZERO; SIZE]) }
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        forward(simd, operand, &mut result.0);
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Aligned<[S::Coefficient; SIZE]>| {
                widen(simd, operand, &mut widened.0);
                forward(simd, &widened.0, &mut result.0.0);
            },
        );
    }

    #[inline(always)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        Self::sum_of_products(simd, [a], [b], result);
    }

    #[inline(never)]
    fn sum_of_products<S: Simd, const L: usize>(
        simd: S,
        a: [&Self::Transformed<S::Coefficient>; L],
        b: [&Self::Second<S::Coefficient>; L],
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        const { assert!(L as i64 <= MAX_PRODUCTS, "the sum is not determined") };
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(WEIGHTED_CONVOLUTION);
                leaves_of_4::multiply::<S, P26, L>(
                    simd,
                    a.map(|a| &a.0),
                    b.map(|b| &b.0.0),
                    &LEAF_TABLES,
                    &mut result.0,
                );
            },
        );
    }

    /// Adds a product. A sum may have at most [`MAX_PRODUCTS`] of them: beyond that its
    /// coefficients over the integers are not determined.
    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(WEIGHTED_CONVOLUTION);
                let (sum, term) = (sum.0.as_flattened_mut().as_flattened_mut(), term.0.as_flattened().as_flattened());
                for start in (0..SIZE).step_by(simd.wide_lanes()) {
                    let total = S::I32::load(simd, &sum[start..]) + S::I32::load(simd, &term[start..]);
                    total.barrett_multiply(WideConstant::<P26>::ONE).store(&mut sum[start..]);
                }
            },
        );
    }

    #[inline(always)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.with_wide_buffer(
            #[inline(always)]
            |chunks: &mut Polynomial<Wide<S>>| inverse_transform(simd, &transformed.0, &mut chunks.0, &mut result.0),
        );
    }

    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        simd.with_wide_buffer(kernel);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                let product = &product.0;
                for start in (0..SIZE).step_by(simd.lanes()) {
                    let low = S::I32::load(simd, &product[start..]);
                    let high = S::I32::load(simd, &product[start + simd.wide_lanes()..]);
                    simd.store(S::I32::narrow_centred::<Q8192>(low, high), &mut result[start..]);
                }
            },
        );
    }
}

/// Transforms an operand.
#[inline(never)]
fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Group<Wide<S>>) {
    simd.with_wide_buffer(
        #[inline(always)]
        |chunks: &mut Polynomial<Wide<S>>| {
            simd.vectorize(
                #[inline(always)]
                || {
                    negacyclic_256::forward_blocks::<S, Lanes>(simd, operand, &FORWARD, &mut chunks.0);
                    negacyclic_256::forward_leaves::<S, Lanes>(simd, &FORWARD, &mut chunks.0);
                    leaves_of_4::forward::<S, P26>(simd, &chunks.0, &LEAF_TABLES, result);
                },
            );
        },
    );
}

/// Transforms back, and replaces residues modulo p, scaled by 64 and 2^-32, by the integers that
/// they determine. Overwrites `chunks`.
#[inline(never)]
fn inverse_transform<S: Simd>(simd: S, image: &Group<Wide<S>>, chunks: &mut [Wide<S>], product: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            leaves_of_4::inverse_leaves::<S, P26, true>(simd, image, &LEAF_TABLES, chunks);
            negacyclic_256::inverse_leaves::<S, Lanes>(simd, &INVERSE, chunks);
            negacyclic_256::inverse_blocks::<S, Lanes>(
                simd,
                chunks,
                &INVERSE,
                product,
                #[inline(always)]
                |vector, block, start| {
                    simd.enter(INTEGERS);
                    let residues = if block < 4 { vector.barrett_multiply(SCALE) } else { vector };
                    residues.lift::<P26>(IntegerProduct { degree: SIZE, wrap: -1, first: block * BLOCK + start })
                },
            );
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::analysis::{self, Cell, Run};
    use vectru_polymul::simd::shape::{NeonShape, Shape};

    #[test]
    fn the_modulus_is_a_prime_with_its_root() {
        assert!((2..8193).all(|divisor| P % divisor != 0));
        assert_eq!(power(root(P), LEAVES as u64, P), P - 1);
        assert_eq!(power(fourth_root(root(P), ORDER, P), (SIZE / LEAF) as u64, P), P - 1);
    }

    /// Checks the counts: six layers of products, and of twice as many additions, of vectors of 4
    /// lanes. A product is three multiplications and no addition.
    #[test]
    fn operations_are_the_closed_form() {
        let run = Run::bounds();
        let simd = analysis::Lanes::new(&run, &NeonShape::FORM);
        let mut image = [Cell::ZERO; SIZE];
        negacyclic_256::forward_blocks::<_, Lanes>(simd, &[Cell::ZERO; SIZE], &FORWARD, &mut image);
        negacyclic_256::forward_leaves::<_, Lanes>(simd, &FORWARD, &mut image);
        let mut leaves = CooleyTukeyOnePrime::zero_transformed(simd);
        leaves_of_4::forward::<_, P26>(simd, &image, &LEAF_TABLES, &mut leaves.0);
        let vectors = (SIZE / 4) as u32;
        assert_eq!(run.counts().multiplications, 3 * 6 * vectors / 2);
        assert_eq!(run.counts().additions, 6 * vectors);
    }
}
