//! `good-thomas-two-primes`: big by small in `Z_4591[x]/(x^761 - x - 1)`, over the integers modulo 7681 and modulo 10753.
//!
//! A product of a centred operand and a small one has coefficients up to 761 * 2295 = 1,746,495 before it is folded: less than
//! half of 7681 * 10753, so its residues modulo both primes determine it. Both primes are 1 modulo 3 * 512, so the cyclic
//! product of size 1536 has all the roots of unity that 4591 lacks: two transforms of powers of two in place of one of length 17.
//!
//! ```text
//! Z[x]/(x^1536 - 1) -> Z_p[x]/(x^1536 - 1), p = 7681, 10753 -> prod_(t < 48) Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t)
//! ```
//!
//! The transform of 3 x 512 stops at 96 polynomials of 16 coefficients (w has order 96), which outer products multiply. All
//! 512 roots of unity would be there: but below 16 coefficients the layers would permute lanes, four more layers in each of
//! six transforms, where outer products take 20 multiplications for 16 coefficients on AVX2.
//!
//! The factors that transforms leave (96, and 2^-16 by Montgomery's reduction) are paid in advance, by the small operand: the
//! inverse transforms leave the integers' residues themselves, and the Chinese remainder theorem needs one Barrett product
//! modulo 10753 and one modulo 4591.
//!
//! Small operands do not make this faster than a product of two big ones: of vector multiplications, fold included, it
//! takes 11,292 on AVX2 where `good-rader-outer` takes 6,532. Each transform is done twice, and so are the products; the layers of
//! radix 2 are cheaper than Rader's 17 (1,896 for both primes against 1,310), but the 96 products modulo each prime
//! are 4,416 against 2,346, and a small operand saves none of them.
//!
//! Bounds, proved on interval lanes: operands centred (the second one small); transformed operands below 6000; products below
//! 14,500; residues before the Chinese remainder theorem at most 6500; the product modulo 4591 below 9000; the result centred. The
//! second operand must be small, or the product is not determined: [`SmallOperand`] is a type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_polymul::{multiplier::{self, GoodThomasTwoPrimes}, ring::{Polynomial, Sntrup761}};
//! let big = Polynomial::<Sntrup761>::zero();
//! multiplier::multiply_with::<GoodThomasTwoPrimes>(&big, &big); // not a multiplier for two big operands
//! ```
//!
//! ```compile_fail,E0308
//! use vectru_polymul::{multiplier::{GoodThomasTwoPrimes, Multiplier}, simd::portable::Portable};
//! let simd = <Portable>::new();
//! let (big, mut product) = (GoodThomasTwoPrimes::zero_transformed(simd), GoodThomasTwoPrimes::zero_transformed(simd));
//! GoodThomasTwoPrimes::multiply_transformed(simd, &big, &big, &mut product); // a big operand is no second one
//! ```
//!
//! Source: Alkim, Cheng, Chung, Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang, "Polynomial Multiplication in NTRU
//! Prime" (2021), for 3 x 512 over two primes; Hwang, Liu, Yang (2024) for outer products. Paying in advance, and the
//! exact Barrett product in place of a centred residue, are ours.

#[cfg(all(test, not(vectru_without_proofs)))]
mod proof;

use super::{Aligned, Map, Multiplier, Operands, Recipe};
use crate::analysis::closed_form::{ClosedForm, Comparison};
use crate::modular::{Constant, Modulus, Q4591, Q7681, Q10753, inverse, power};
use crate::ring::{Ring, Sntrup761};
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::chinese_remainder::{self, largest_integer};
use crate::stage::fold::fold;
use crate::stage::residues::Narrow;
use crate::stage::three_times_512::{self as three_times_512, LEAVES, SIZE, Tables, exponent};
use crate::stage::weighted_convolution::weighted_convolutions;
use crate::stage::widen::widen;

/// The largest coefficient of one product over the integers, before the fold.
const LARGEST_COEFFICIENT: i64 = Sntrup761::DEGREE as i64 * (Q4591::Q as i64 - 1) / 2;

/// The largest residues before the Chinese remainder theorem.
const RESIDUE: i64 = 6500;

/// How many products may be added before the sum is transformed back: the integer must stay determined.
pub const MOST_PRODUCTS: i64 = largest_integer::<Q7681, Q10753>(RESIDUE, RESIDUE) / LARGEST_COEFFICIENT;

/// Chunks whose rows are stored before the first of them is read.
const GROUP: usize = 16;

/// The tables of a prime.
struct Prime<M> {
    forward: Tables<Constant<M>>,
    inverse: Tables<Constant<M>>,
    /// The weights of the convolutions, +-w^t, by place.
    weights: [[Constant<M>; GROUP]; LEAVES / GROUP],
    /// 2^16 / 96, by which the small operand is multiplied.
    scale: i16,
}

impl<M: Modulus> Prime<M> {
    const fn new() -> Self {
        let q = M::Q as i64;
        let root = three_times_512::root::<M>();
        let mut weights = [[Constant::ZERO; GROUP]; LEAVES / GROUP];
        let mut leaf = 0;
        while leaf < LEAVES {
            let weight = Constant::new(power(root, exponent(leaf / 2) as u64, q));
            weights[leaf / GROUP][leaf % GROUP] = if leaf % 2 == 0 { weight } else { weight.negated() };
            leaf += 1;
        }
        let scale = Constant::<M>::new((1 << 16) * inverse(LEAVES as i64, q));
        Self {
            forward: Tables::<Constant<M>>::forward(),
            inverse: Tables::<Constant<M>>::inverse(),
            weights,
            scale: scale.value,
        }
    }
}

static FIRST: Prime<Q7681> = Prime::new();
static SECOND: Prime<Q10753> = Prime::new();

/// The transforms of a polynomial modulo both primes: 96 chunks each.
type Images<C> = Aligned<[[[C; CHUNK]; LEAVES]; 2]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C>(Images<C>);

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct GoodThomasTwoPrimes;

impl Multiplier for GoodThomasTwoPrimes {
    type Ring = Sntrup761;
    type Transformed<C: Coefficient> = Images<C>;
    type Second<C: Coefficient> = SmallOperand<C>;
    type Unfolded<C: Coefficient> = Aligned<[C; SIZE]>;

    const RECIPE: Recipe = Recipe {
        name: "good-thomas-two-primes",
        ring: Sntrup761::NAME,
        formula: Sntrup761::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: "Z_7681 x Z_10753",
        source: "Alkim, Cheng, Chung, Evkan, Huang, Hwang, Li, Niederhagen, Shih, Wälde, Yang 2021",
        chain: &[
            Map {
                name: "chinese-remainder",
                domain: "Z[x]/(x^1536 - 1), coefficients below 7681 * 10753 / 2",
                image: "Z_p[x]/(x^1536 - 1), p = 7681, 10753",
                twiddles: "2^16 / 96 on the small operand; 7681^-1 mod 10753 on the way back",
                grain: 1536,
                source: "Pollard 1971",
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

    const COMPARISONS: &'static [Comparison] = &[Comparison {
        maps: &["cooley-tukey-16", "cooley-tukey-2"],
        form: ClosedForm::CooleyTukey { size: 512, leaf: CHUNK },
        copies: 6,
        note: "both primes together; products by 1 and the layer whose upper half of inputs is zero cost nothing; reductions come on top",
    }];

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[S::ZERO; CHUNK]; LEAVES]; 2]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; SIZE]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        let [first, second] = &mut result.0;
        forward(simd, operand, &FIRST, first.as_flattened_mut());
        forward(simd, operand, &SECOND, second.as_flattened_mut());
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; SIZE / 2]) };
        let mut scaled = const { [Aligned([S::ZERO; SIZE / 2]); 2] };
        widen(simd, operand, &mut widened.0);
        simd.vectorize(
            #[inline(always)]
            || {
                scale(simd, &widened.0, FIRST.scale, &mut scaled[0].0);
                scale(simd, &widened.0, SECOND.scale, &mut scaled[1].0);
            },
        );
        let [first, second] = &mut result.0.0;
        forward(simd, &scaled[0].0, &FIRST, first.as_flattened_mut());
        forward(simd, &scaled[1].0, &SECOND, second.as_flattened_mut());
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut result.0;
        multiply(simd, &a.0[0], &b.0.0[0], &FIRST, first);
        multiply(simd, &a.0[1], &b.0.0[1], &SECOND, second);
    }

    /// A sum may hold [`MOST_PRODUCTS`] products at most: beyond that its coefficients over the integers are not determined.
    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut sum.0;
        accumulate::<S, Q7681>(simd, first.as_flattened_mut(), term.0[0].as_flattened());
        accumulate::<S, Q10753>(simd, second.as_flattened_mut(), term.0[1].as_flattened());
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let [first, second] = &mut transformed.0;
        let mut residues = Self::zero_unfolded(simd);
        inverse_transform(simd, first.as_flattened_mut(), &FIRST, &mut result.0);
        inverse_transform(simd, second.as_flattened_mut(), &SECOND, &mut residues.0);
        combine(simd, &mut result.0, &residues.0);
    }

    /// One prime after the other, in the same memory.
    #[inline(never)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let mut residues = Self::zero_unfolded(simd);
        let mut widened = const { Aligned([S::ZERO; SIZE / 2]) };
        let mut memory = const { [Aligned([[S::ZERO; CHUNK]; LEAVES]); 3] };
        widen(simd, b, &mut widened.0);
        product_modulo(simd, a, &widened.0, &FIRST, &mut memory, &mut result.0);
        product_modulo(simd, a, &widened.0, &SECOND, &mut memory, &mut residues.0);
        combine(simd, &mut result.0, &residues.0);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold(simd, &mut product.0, Sntrup761::DEGREE, Q4591::ONE, result);
    }
}

/// A small operand times the factor that the transforms leave: exact, as it is -1, 0 or 1.
#[inline(always)]
fn scale<S: Simd>(simd: S, operand: &[S::Coefficient], scale: i16, scaled: &mut [S::Coefficient]) {
    simd.enter("chinese-remainder");
    for start in (0..SIZE / 2).step_by(S::Shape::LANES) {
        simd.store(simd.load(&operand[start..]).multiply_low(simd.splat(scale)), &mut scaled[start..]);
    }
}

/// The product modulo one prime, in order. What `memory` holds before does not matter.
#[inline(always)]
fn product_modulo<S: Simd, M: Modulus>(
    simd: S,
    a: &[S::Coefficient],
    b: &[S::Coefficient; SIZE / 2],
    prime: &'static Prime<M>,
    memory: &mut [Aligned<[[S::Coefficient; CHUNK]; LEAVES]>; 3],
    result: &mut [S::Coefficient; SIZE],
) {
    let [left, right, product] = memory;
    forward(simd, a, prime, left.0.as_flattened_mut());
    // The result is not needed yet: its beginning is room for the scaled operand.
    let (scaled, _) = result.split_at_mut(SIZE / 2);
    simd.vectorize(
        #[inline(always)]
        || scale(simd, b, prime.scale, scaled),
    );
    forward(simd, scaled, prime, right.0.as_flattened_mut());
    multiply(simd, &left.0, &right.0, prime, &mut product.0);
    inverse_transform(simd, product.0.as_flattened_mut(), prime, result);
}

/// The Chinese remainder theorem, into `first`.
#[inline(never)]
fn combine<S: Simd>(simd: S, first: &mut [S::Coefficient; SIZE], second: &[S::Coefficient; SIZE]) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("chinese-remainder");
            chinese_remainder::combine::<S, Q7681, Q10753, Q4591>(simd, first, second);
        },
    );
}

/// The forward transform modulo one prime.
#[inline(never)]
fn forward<S: Simd, M: Modulus>(
    simd: S,
    operand: &[S::Coefficient],
    prime: &'static Prime<M>,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            three_times_512::forward_columns::<S, Narrow<M>>(simd, operand, &prime.forward, result);
            three_times_512::forward_rows_narrow(simd, &prime.forward, result);
        },
    );
}

/// The 96 products modulo one prime.
#[inline(never)]
fn multiply<S: Simd, M: Modulus>(
    simd: S,
    a: &[[S::Coefficient; CHUNK]; LEAVES],
    b: &[[S::Coefficient; CHUNK]; LEAVES],
    prime: &'static Prime<M>,
    result: &mut [[S::Coefficient; CHUNK]; LEAVES],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("weighted-convolution");
            let mut rows = [simd.zero_rows(); GROUP];
            let (groups, _) = result.as_chunks_mut();
            for (group, (product, weights)) in groups.iter_mut().zip(&prime.weights).enumerate() {
                weighted_convolutions(
                    simd,
                    #[inline(always)]
                    |i| &a[group * GROUP + i],
                    #[inline(always)]
                    |i| &b[group * GROUP + i],
                    weights,
                    &mut rows,
                    product,
                );
            }
        },
    );
}

/// The inverse transform modulo one prime, times 96.
#[inline(never)]
fn inverse_transform<S: Simd, M: Modulus>(
    simd: S,
    transformed: &mut [S::Coefficient],
    prime: &'static Prime<M>,
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            three_times_512::inverse_rows_narrow(simd, &prime.inverse, transformed);
            three_times_512::inverse_columns::<S, Narrow<M>>(simd, transformed, &prime.inverse, result);
        },
    );
}
