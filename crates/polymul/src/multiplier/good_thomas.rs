//! `good-thomas`: big by small in any ring of degree up to 768, over the integers modulo one prime of 25 bits.
//!
//! A product of a centred operand and a small one has coefficients up to n q / 2 before it is folded: 1,746,495 in
//! `Z_4591[x]/(x^761 - x - 1)`, 693,248 in `Z_2048[x]/(x^677 - 1)`. Modulo p = 33,550,849 they are determined, whatever q is,
//! and p is 1 modulo 1536, so that the cyclic product of size 1536 has its roots of unity.
//!
//! ```text
//! Z[x]/(x^1536 - 1) -> Z_p[x]/(x^1536 - 1) -> prod_(t < 48) Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t),   w^96 = 1
//! ```
//!
//! The size is v' * (512 / v') * 3 with leaves of v' = 16 coefficients in place of v = 4: every map up to the leaves works on
//! polynomials in x^16, so it needs no permutation on any backend, whose vectors have 4, 8 or 16 of these lanes, and the
//! transformed operand is the same on all of them. With leaves of 4 the two further layers would mix the lanes of the
//! wider vectors, or need a transposition; with leaves of 16 the products are 4 times as many. They are outer products of a
//! coefficient and a vector, summed in 64 bits: 36 multiplications for 8 coefficients on AVX2, where
//! leaves of 4 would take 12, the two layers in three transforms 12 more, and the permutations.
//!
//! Counted, in vector multiplications with the fold on AVX2: 13,760, of which 7,680 are outer products; two 16-bit primes
//! take 11,292. A lane of 32 bits takes twice the vectors, and x86 multiplies only every second of them at once. Neon
//! multiplies them all: there it is 23,784 against 25,656.
//!
//! No reduction stands in the forward transform: from 25 bits its sums grow to 29. The factors 96 and 2^-32 that the transforms
//! leave are paid by the Barrett product that ends the inverse, whose result is so small that it is the integer itself.
//! The [fold](fold_integers) takes the integers back to 16 bits.
//!
//! Bounds, proved on interval lanes: operands centred (the second one small); no 32-bit lane and no 64-bit sum overflows; the
//! result centred. The second operand must be small, or the product is not determined: [`SmallOperand`] is a type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_polymul::{multiplier::{self, GoodThomas}, ring::{Polynomial, Sntrup761}};
//! let big = Polynomial::<Sntrup761>::zero();
//! multiplier::multiply_with::<GoodThomas<Sntrup761>>(&big, &big); // not a multiplier for two big operands
//! ```
//!
//! ```compile_fail,E0308
//! use vectru_polymul::{multiplier::{GoodThomas, Multiplier}, ring::Sntrup761, simd::portable::Portable};
//! type M = GoodThomas<Sntrup761>;
//! let simd = <Portable>::new();
//! let (big, mut product) = (M::zero_transformed(simd), M::zero_transformed(simd));
//! M::multiply_transformed(simd, &big, &big, &mut product); // a big operand is no second one
//! ```
//!
//! Source: Alkim, Cheng, Chung, Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang, "Polynomial Multiplication in NTRU
//! Prime" (2021); Hwang, Liu, Yang (2024), section 4.2.

#[cfg(all(test, not(vectru_without_proofs)))]
mod proof;

use core::marker::PhantomData;

use super::{Aligned, Map, Multiplier, Operands, Recipe};
use crate::analysis::closed_form::{ClosedForm, Comparison};
use crate::modular::wide::{P25, WideConstant, WideModulus, barrett_bound};
use crate::modular::{Modulus, inverse, power, root_of_unity};
use crate::ring::Ring;
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{self, Byte, CHUNK, Coefficient, I32Vector, Simd};
use crate::stage::fold::{self, fold_integers};
use crate::stage::residues;
use crate::stage::three_times_512::{self as three_times_512, LEAVES, SIZE, Tables, exponent};
use crate::stage::wide_convolution::wide_convolutions;
use crate::stage::widen::widen;

const P: i64 = P25::P as i64;
const ROOT: i64 = root_of_unity(96, P);

type Lanes = residues::Wide<P25>;

static FORWARD: Tables<WideConstant<P25>> = Tables::<WideConstant<P25>>::forward();
static INVERSE: Tables<WideConstant<P25>> = Tables::<WideConstant<P25>>::inverse();

/// Chunks whose rows are stored before the first of them is read.
const GROUP: usize = 8;

/// The weights of the convolutions, +-w^t, by place.
static WEIGHTS: [[WideConstant<P25>; GROUP]; LEAVES / GROUP] = {
    let mut weights = [[WideConstant::ZERO; GROUP]; LEAVES / GROUP];
    let mut leaf = 0;
    while leaf < LEAVES {
        let weight = WideConstant::new(power(ROOT, exponent(leaf / 2) as u64, P));
        weights[leaf / GROUP][leaf % GROUP] = if leaf % 2 == 0 { weight } else { weight.negated() };
        leaf += 1;
    }
    weights
};

/// 2^32 / 96: what the transforms leave.
const SCALE: WideConstant<P25> = WideConstant::new((1 << 32) % P * inverse(LEAVES as i64, P));

/// The largest coefficient that the inverse transform leaves.
const UNSCALED: i64 = 1 << 30;

/// The transform of a polynomial: 96 chunks.
type Image<C> = Aligned<[[[C; CHUNK]; LEAVES]; 1]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C>(Image<C>);

/// The multiplier for the ring `R`, of degree 768 at most.
#[derive(Clone, Copy, Debug)]
pub struct GoodThomas<R>(PhantomData<R>);

impl<R: Ring> GoodThomas<R> {
    /// The largest coefficient of one product over the integers, before the fold.
    const LARGEST_COEFFICIENT: i64 = R::DEGREE as i64 * (R::Modulus::Q as i64 / 2);

    /// How many products may be added before the sum is transformed back: the Barrett product that scales and the integer
    /// that it is congruent to must differ by less than p.
    pub const MOST_PRODUCTS: i64 = {
        let most = (P - 1 - barrett_bound(UNSCALED, SCALE)) / Self::LARGEST_COEFFICIENT;
        assert!(most >= 2 && 2 * R::DEGREE <= SIZE, "sums of products have room, and so has a product");
        most
    };
}

impl<R: Ring<Modulus: fold::Residues>> Multiplier for GoodThomas<R> {
    type Ring = R;
    type Transformed<C: Coefficient> = Image<C::Wide>;
    type Second<C: Coefficient> = SmallOperand<C::Wide>;
    type Unfolded<C: Coefficient> = Aligned<[C::Wide; SIZE]>;

    const RECIPE: Recipe = Recipe {
        name: "good-thomas",
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: "Z_33550849",
        source: "Alkim, Cheng, Chung, Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang 2021",
        chain: &[
            Map {
                name: "integers",
                domain: "Z[x]/(x^1536 - 1), coefficients below p / 4",
                image: "Z_p[x]/(x^1536 - 1), p = 33550849",
                twiddles: "2^32 / 96 on the way back",
                grain: 1536,
                source: "Alkim et al. 2021",
            },
            Map {
                name: "good-thomas",
                domain: "Z_p[x]/(x^1536 - 1)",
                image: "Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^3 - 1)",
                twiddles: "",
                grain: 32,
                source: "Good 1958",
            },
            Map {
                name: "cooley-tukey-16",
                domain: "R[u0]/(u0^16 - 1)",
                image: "R[u0]/(u0 - w16^i0), i0 < 16",
                twiddles: "w16^i",
                grain: 32,
                source: "Gentleman, Sande 1966",
            },
            Map {
                name: "radix-3",
                domain: "R[u1]/(u1^3 - 1)",
                image: "R[u1]/(u1 - w3^i1), i1 < 3",
                twiddles: "w3",
                grain: 32,
                source: "Dubois, Venetsanopoulos 1978",
            },
            Map {
                name: "cooley-tukey-2",
                domain: "Z_p[x]/(x^32 - w48^t), t < 48",
                image: "Z_p[x]/(x^16 - w96^t) x Z_p[x]/(x^16 + w96^t)",
                twiddles: "w96^t",
                grain: CHUNK,
                source: "Cooley, Tukey 1965",
            },
            Map {
                name: "weighted-convolution",
                domain: "Z_p[x]/(x^16 -+ w96^t), t < 48",
                image: "the same",
                twiddles: "+-w96^t",
                grain: 1,
                source: "Hwang, Liu, Yang 2024",
            },
        ],
    };

    const COEFFICIENT_BITS: usize = 32;

    const COMPARISONS: &'static [Comparison] = &[Comparison {
        maps: &["cooley-tukey-16", "cooley-tukey-2"],
        form: ClosedForm::CooleyTukey { size: 512, leaf: CHUNK },
        copies: 3,
        note: "a product modulo a 32-bit prime takes more instructions than a Barrett product of 16 bits; products by 1 and the layer whose upper half of inputs is zero cost nothing",
    }];

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[<S::Coefficient as Coefficient>::WIDE_ZERO; CHUNK]; LEAVES]; 1]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([<S::Coefficient as Coefficient>::WIDE_ZERO; SIZE]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        if operand.len() >= SIZE / 2 {
            return transform(simd, operand, result);
        }
        let mut padded = const { Aligned([S::ZERO; SIZE / 2]) };
        padded.0[..operand.len()].copy_from_slice(operand);
        transform(simd, &padded.0, result);
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; SIZE / 2]) };
        widen(simd, operand, &mut widened.0);
        transform(simd, &widened.0, &mut result.0);
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
                simd.enter("weighted-convolution");
                let mut rows = [[<S::Coefficient as Coefficient>::WIDE_ZERO; WIDE_ROWS]; GROUP];
                let ([a], [b], [product]) = (&a.0, &b.0.0, &mut result.0);
                let groups = a.as_chunks::<GROUP>().0.iter().zip(b.as_chunks::<GROUP>().0);
                for ((product, (a, b)), weights) in product.as_chunks_mut().0.iter_mut().zip(groups).zip(&WEIGHTS) {
                    wide_convolutions(simd, a, b, weights, &mut rows, product);
                }
            },
        );
    }

    /// A sum may hold [`MOST_PRODUCTS`](Self::MOST_PRODUCTS) products at most: beyond that its coefficients over the integers are not determined.
    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let sum = sum.0.as_flattened_mut().as_flattened_mut();
                let term = term.0.as_flattened().as_flattened();
                for start in (0..SIZE).step_by(S::I32::LANES) {
                    let total = S::I32::load(simd, &sum[start..]) + S::I32::load(simd, &term[start..]);
                    total.barrett_multiply(WideConstant::<P25>::ONE).store(&mut sum[start..]);
                }
            },
        );
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let transformed = transformed.0.as_flattened_mut().as_flattened_mut();
        simd.vectorize(
            #[inline(always)]
            || {
                inverse_transform(simd, transformed, &mut result.0);
                integers(simd, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        const { assert!(Self::MOST_PRODUCTS > 0) };
        fold_integers::<S, R>(simd, &mut product.0, result);
    }
}

/// The forward transform of an operand of 768 coefficients.
#[inline(never)]
fn transform<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Image<simd::Wide<S>>) {
    simd.vectorize(
        #[inline(always)]
        || {
            let result = result.0.as_flattened_mut().as_flattened_mut();
            three_times_512::forward_columns::<S, Lanes>(simd, operand, &FORWARD, result);
            three_times_512::forward_rows::<S, Lanes>(simd, &FORWARD, result);
        },
    );
}

/// The inverse transform, times 96.
#[inline(always)]
fn inverse_transform<S: Simd>(simd: S, transformed: &mut [simd::Wide<S>], result: &mut [simd::Wide<S>]) {
    three_times_512::inverse_rows::<S, Lanes>(simd, &INVERSE, transformed);
    three_times_512::inverse_columns::<S, Lanes>(simd, transformed, &INVERSE, result);
}

/// From residues modulo p, times 96 2^-32, to the integers that they are, in place.
#[inline(always)]
fn integers<S: Simd>(simd: S, product: &mut [simd::Wide<S>; SIZE]) {
    simd.enter("integers");
    for start in (0..SIZE).step_by(S::I32::LANES) {
        S::I32::load(simd, &product[start..]).barrett_multiply(SCALE).store(&mut product[start..]);
    }
}
