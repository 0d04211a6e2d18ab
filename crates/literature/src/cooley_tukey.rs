//! `cooley-tukey`: big by small in Saber's ring, over the integers modulo one prime of 26 bits.
//!
//! A product modulo x^256 + 1 of a centred operand and a small one has coefficients up to
//! 256 * 4096 * 5 = 5,242,880. Their residues modulo p = 67,108,289 determine them, and also sums
//! of four products. p is 1 modulo 32, so that x^256 + 1 splits down to 16 coefficients:
//!
//! ```text
//! Z[x]/(x^256 + 1) -> Z_p[x]/(x^256 + 1) -> prod_(t odd, t < 32) Z_p[x]/(x^16 - w^t),   w^16 = -1
//! ```
//!
//! `[CHK+21]` and `[BHK+22]` transform down to 4 coefficients. Every map here works on polynomials
//! in x^16, so that it moves whole vectors on every backend, and the products are outer products
//! with sums in 64 bits, as in [`good_thomas`](crate::good_thomas).
//!
//! No layer of the forward transform reduces. The Barrett product at the end of the inverse removes
//! the factors 16 and 2^-32, which the transforms and the products leave. Its result is so small
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
//! Sources: `[CHK+21]`, `[BHK+22]`; `[CCH+23]`, section 4.4, for outer products.

use vectru_polymul::modular::wide::{P26, WideConstant, WideModulus, barrett_bound};
use vectru_polymul::modular::{Modulus, Q8192, inverse, power};
use vectru_polymul::multiplier::recipe::{
    ClosedForm, CoefficientRing, Comparison, Map, Operands, Recipe, Safety, Transformation,
};
use vectru_polymul::multiplier::{Aligned, Multiplier};
use vectru_polymul::ring::{Ring, Saber};
use vectru_polymul::simd::wide::WIDE_ROWS;
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I32Vector, IntegerProduct, Simd, Wide};
use vectru_polymul::stage::widen::widen;

use crate::cooley_tukey_two_primes::TRANSFORM;
use crate::integers::WEIGHTED_CONVOLUTION;
use crate::stage::negacyclic_256::{
    self, COOLEY_TUKEY_2, COOLEY_TUKEY_8, LAYERS, LEAVES, SIZE, Tables, leaf_exponent, root, twiddles,
};
use crate::stage::residues;
use crate::stage::wide_convolution::wide_convolutions;

const P: i64 = P26::P as i64;

type Lanes = residues::Wide<P26>;

/// The constants of the transforms.
static FORWARD: Tables<WideConstant<P26>> = tables(root(P));
static INVERSE: Tables<WideConstant<P26>> = tables(inverse(root(P), P));

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

/// The weights w^t of the convolutions, by place.
static WEIGHTS: [WideConstant<P26>; LEAVES] = {
    let mut weights = [WideConstant::ZERO; LEAVES];
    let mut leaf = 0;
    while leaf < LEAVES {
        weights[leaf] = WideConstant::new(power(root(P), leaf_exponent(leaf) as u64, P));
        leaf += 1;
    }
    weights
};

/// The factor of the last Barrett product: 2^32 / 16, for the factors 16 and 2^-32 of the
/// transforms and the products.
const SCALE: WideConstant<P26> = WideConstant::new((1 << 32) % P * inverse(LEAVES as i64, P));
/// A bound of the coefficients that the inverse transform leaves.
const UNSCALED: i64 = 1 << 29;
/// The largest coefficient of one product over the integers.
const LARGEST: i64 = Saber::DEGREE as i64 * (Q8192::Q as i64 / 2) * Saber::SMALL as i64;

/// The number of products that a sum may have before it is transformed back. The Barrett product
/// that scales must differ from the integer to which it is congruent by less than p.
pub const MAX_PRODUCTS: i64 = {
    let most = (P - 1 - barrett_bound(UNSCALED, SCALE)) / LARGEST;
    assert!(most >= 4, "a sum of four products is not determined");
    most
};

/// The transform of a polynomial, or an operand or a product in its memory.
type Image<C> = Aligned<[[C; CHUNK]; LEAVES]>;

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
    type Unfolded<C: Coefficient> = Image<C::Wide>;

    const RECIPE: Recipe = Recipe {
        name: "cooley-tukey",
        ring: Saber::NAME,
        formula: Saber::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo(P),
        source: "[CHK+21]",
        chain: &{
            let [blocks, leaves, products] = TRANSFORM;
            let integers = Map {
                name: INTEGERS,
                transformation: Transformation::Integers {
                    length: SIZE,
                    zeta: -1,
                    prime: P,
                    largest: LARGEST,
                    leaves: LEAVES,
                },
                source: "[CHK+21]",
            };
            [integers, blocks, leaves, products]
        },
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[COOLEY_TUKEY_8, COOLEY_TUKEY_2],
            form: ClosedForm::CooleyTukey { size: SIZE, leaf: CHUNK },
            copies: 1,
            note: "a product modulo a 32-bit prime takes more instructions than a Barrett product of 16 bits",
        }],
    };

    const COEFFICIENT_BITS: usize = 32;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[<S::Coefficient as Coefficient>::WIDE_ZERO; CHUNK]; LEAVES]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(simd: S) -> Self::Unfolded<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        forward(simd, operand, result.0.as_flattened_mut());
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Aligned<[S::Coefficient; SIZE]>| {
                widen(simd, operand, &mut widened.0);
                forward(simd, &widened.0, result.0.0.as_flattened_mut());
            },
        );
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(WEIGHTED_CONVOLUTION);
                let mut rows = [[<S::Coefficient as Coefficient>::WIDE_ZERO; WIDE_ROWS]; LEAVES];
                wide_convolutions(simd, &a.0, &b.0.0, &WEIGHTS, &mut rows, &mut result.0);
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
                let (sum, term) = (sum.0.as_flattened_mut(), term.0.as_flattened());
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
        let result = result.0.as_flattened_mut();
        inverse_transform(simd, transformed.0.as_flattened_mut(), result);
        integers(simd, result);
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
                let product = product.0.as_flattened();
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
fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            negacyclic_256::forward_blocks::<S, Lanes>(simd, operand, &FORWARD, result);
            negacyclic_256::forward_leaves::<S, Lanes>(simd, &FORWARD, result);
        },
    );
}

/// Transforms back, times 16. Overwrites `transformed`.
#[inline(never)]
fn inverse_transform<S: Simd>(simd: S, transformed: &mut [Wide<S>], result: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            negacyclic_256::inverse_leaves::<S, Lanes>(simd, &INVERSE, transformed);
            negacyclic_256::inverse_blocks::<S, Lanes>(simd, transformed, &INVERSE, result);
        },
    );
}

/// Replaces residues modulo p, scaled by 16 and 2^-32, by the integers that they determine.
#[inline(never)]
fn integers<S: Simd>(simd: S, product: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(INTEGERS);
            for (index, vector) in product.chunks_exact_mut(simd.wide_lanes()).enumerate() {
                let residues = S::I32::load(simd, vector).barrett_multiply(SCALE);
                let integers = IntegerProduct { degree: SIZE, wrap: -1, first: index * simd.wide_lanes() };
                residues.lift::<P26>(integers).store(vector);
            }
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
    }

    /// Checks the counts: four layers of products, and of twice as many additions, of vectors of 4
    /// lanes. A product is three multiplications and no addition.
    #[test]
    fn operations_are_the_closed_form() {
        let run = Run::bounds();
        let simd = analysis::Lanes::new(&run, &NeonShape::FORM);
        let mut image = [Cell::ZERO; SIZE];
        negacyclic_256::forward_blocks::<_, Lanes>(simd, &[Cell::ZERO; SIZE], &FORWARD, &mut image);
        negacyclic_256::forward_leaves::<_, Lanes>(simd, &FORWARD, &mut image);
        let vectors = (SIZE / 4) as u32;
        assert_eq!(run.counts().multiplications, 3 * 4 * vectors / 2);
        assert_eq!(run.counts().additions, 4 * vectors);
    }
}
