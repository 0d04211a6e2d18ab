//! `good-thomas-two-primes`: big by small in the rings of NTRU Prime and NTRU, over the integers
//! modulo two 16-bit primes.
//!
//! A product of a centred operand and a small one has coefficients up to n floor(q / 2) before the
//! fold, for the degree n: 761 * 2295 = 1,746,495 for sntrup761. This is less than half of
//! 7681 * 10753, so that the residues modulo both primes determine it. Both primes are 1 modulo
//! 3 * 512, and the cyclic product of length 1536 has all the roots of unity that Z_4591 lacks: two
//! transforms of lengths that are powers of two replace one transform of length 17.
//!
//! ```text
//! Z[x]/(x^(512 m) - 1) -> Z_p[x]/(x^(512 m) - 1), p = p1, p2
//!     -> prod_(t < 16 m) Z_p[x]/(x^16 - w^t) x Z_p[x]/(x^16 + w^t),   w^(32 m) = 1,   m = 3, 5
//! ```
//!
//! | length | rings of degree | p1, p2 | largest coefficient | of p1 p2 |
//! | --- | --- | --- | --- | --- |
//! | 1536 = 3 * 512 | 653, 761 | 7681, 10753 | 1,746,495 | 1/47 |
//! | 1536 = 3 * 512 | 509, 677 of NTRU | 7681, 10753 | 693,248 | 1/119 |
//! | 2560 = 5 * 512 | 857, 953, 1013, 1277 | 7681, 8161 | 5,030,103 | 1/12 |
//! | 2560 = 5 * 512 | 821, 1229 of NTRU | 7681, 8161 | 2,516,992 | 1/24 |
//!
//! A product of two arbitrary operands in a ring of NTRU has coefficients up to n q^2/4, which two
//! 16-bit primes do not determine. The operands of ntruhrss701 are too large for these transforms:
//! the first layers add up eight coefficients, and 8 * 4096 = 2^15.
//!
//! The transform stops at 32 m polynomials of 16 coefficients (w has order 32 m), which outer
//! products multiply. 7681 and 10753 have roots of unity of order 512, but below 16 coefficients
//! the layers would permute lanes: four more layers in each of six transforms. Outer products need
//! 20 multiplications for 16 coefficients on AVX2. So a prime need only be 1 modulo 160 for length
//! 2560, as is 8161, modulo which Barrett reductions are nearly exact.
//!
//! The transforms leave the factor 32 m, and Montgomery's reduction the factor 2^-16. The small
//! operand is multiplied by the inverse of both in advance. The inverse transforms then return the
//! residues of the integers themselves, and the Chinese remainder theorem needs one Barrett product
//! modulo p2 and one modulo q. Where q is a power of two, a Barrett reduction modulo q is the
//! centred residue, and the fold ends with it.
//!
//! Small operands do not make this faster than a product of two big ones. For sntrup761 on AVX2 it
//! has 11,292 vector multiplications, including the fold; `good-rader-outer` has 6,544. Each
//! transform is computed twice, and so are the products. A forward transform has 1,896
//! multiplications for both primes together, and 1,322 with Rader's length 17; but the 96 products
//! modulo each prime have 4,416 together, and the 102 products modulo 4591 have 2,346. A small
//! operand saves none of them.
//!
//! Bounds, found by proofs: requires a centred operand and a small one. Transformed operands are
//! below 6000, products below 14,500, and residues before the Chinese remainder theorem at
//! most 6500. The product modulo q is so small that sums of three coefficients are below 2^15. The
//! result is centred. A second operand that is not small would leave the product undetermined, so
//! that [`SmallOperand`] is a type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_literature::GoodThomasTwoPrimes;
//! use vectru_polymul::{multiplier, ring::{Polynomial, Sntrup761}};
//! let big = Polynomial::<Sntrup761>::zero();
//! multiplier::multiply_with::<GoodThomasTwoPrimes<Sntrup761>>(&big, &big); // not small
//! ```
//!
//! ```compile_fail,E0308
//! use vectru_literature::GoodThomasTwoPrimes;
//! use vectru_polymul::multiplier::Multiplier;
//! use vectru_polymul::{ring::Sntrup1277, simd::portable::Portable};
//! type TwoPrimes = GoodThomasTwoPrimes<Sntrup1277, 5>;
//! let simd = <Portable>::new();
//! let (big, mut product) = (TwoPrimes::zero_transformed(simd), TwoPrimes::zero_transformed(simd));
//! TwoPrimes::multiply_transformed(simd, &big, &big, &mut product); // the second is not small
//! ```
//!
//! ```compile_fail,E0080
//! use vectru_literature::GoodThomasTwoPrimes;
//! use vectru_polymul::multiplier::Multiplier;
//! // Length 1536, where a product in the ring of sntrup1277 has 2553 coefficients.
//! let _ = GoodThomasTwoPrimes::<vectru_polymul::ring::Sntrup1277>::RECIPE;
//! ```
//!
//! Sources: `[BBC+20]` and `[BBCT22]` for two 16-bit primes and length 2560; `[CHK+21]` for NTRU,
//! by 16-bit primes; `[ACC+21]` for Good-Thomas of length 1536 over the integers; `[Pol71]`;
//! `[CCH+23]`, section 4.2, for outer products. Removing the factors in advance, the exact Barrett
//! product instead of a centred residue, and the prime 8161 are this project's own.

mod primes;

use core::marker::PhantomData;

use crate::stage::residues::Narrow;
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::recipe::{ClosedForm, CoefficientRing, Comparison, Safety, Transformation};
use vectru_polymul::multiplier::{Aligned, Map, Multiplier, Operands, Recipe};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I16Vector, IntegerProduct, Simd};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::fold::{fold, fold_cyclic};
use vectru_polymul::stage::weighted_convolution::weighted_convolutions;

use crate::integers::{
    COOLEY_TUKEY_2, COOLEY_TUKEY_16, WEIGHTED_CONVOLUTION, chain, largest_coefficient, with_padded, with_widened,
};
use crate::stage::chinese_remainder::{self, largest_integer};
use crate::stage::odd_times_512::{self, Layout, POWER_OF_TWO};
use primes::{Constants, First, GROUP, Second};

pub use primes::{Primes, Size};

/// The largest residues before the Chinese remainder theorem.
const RESIDUE: i64 = 6500;

/// The transforms of a polynomial modulo both primes: 32 m chunks each.
type Images<C, const N: usize> = Aligned<[[[C; POWER_OF_TWO]; N]; 2]>;

/// The transform modulo one prime, or an operand or a product in its memory.
type Image<C, const N: usize> = Aligned<[[C; POWER_OF_TWO]; N]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C, const N: usize>(Images<C, N>);

/// The multiplier for the ring `R` by length 512 `N`: N is 3 for rings of degree up to 768, and 5
/// for degrees up to 1280.
#[derive(Clone, Copy, Debug)]
pub struct GoodThomasTwoPrimes<R, const N: usize = 3>(PhantomData<R>);

impl<R: Ring, const N: usize> GoodThomasTwoPrimes<R, N>
where
    Size<N>: Primes,
{
    /// The number of products that a sum may have before it is transformed back, so that its
    /// integers are determined.
    pub const MAX_PRODUCTS: i64 = {
        let most = largest_integer::<First<N>, Second<N>>(RESIDUE, RESIDUE) / largest_coefficient::<R, N>();
        assert!(most >= 2, "a sum of two products is not determined");
        let cyclic = matches!(R::TAIL, [(0, 1)]) && (R::Modulus::Q as u16).is_power_of_two();
        assert!(cyclic || matches!(R::TAIL, [(0, 1), (1, 1)]), "there are folds for NTRU Prime and NTRU");
        most
    };

    const CHAIN: &'static [Map] = &chain::<N>(Map {
        name: CHINESE_REMAINDER,
        transformation: Transformation::ChineseRemainder {
            length: Layout::<N>::SIZE,
            zeta: 1,
            primes: [First::<N>::Q as i64, Second::<N>::Q as i64],
            largest: largest_coefficient::<R, N>(),
            leaves: Layout::<N>::LEAVES,
        },
        source: "[Pol71]",
    });
}

/// The name of the map from the integers.
const CHINESE_REMAINDER: &str = "chinese-remainder";

impl<R: Ring, const N: usize> Multiplier for GoodThomasTwoPrimes<R, N>
where
    Size<N>: Primes,
{
    type Ring = R;
    type Transformed<C: Coefficient> = Images<C, N>;
    type Second<C: Coefficient> = SmallOperand<C, N>;
    type Unfolded<C: Coefficient> = Image<C, N>;

    const RECIPE: Recipe = Recipe {
        name: "good-thomas-two-primes",
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo_two(First::<N>::Q as i64, Second::<N>::Q as i64),
        source: "[ACC+21]",
        chain: Self::CHAIN,
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[COOLEY_TUKEY_16, COOLEY_TUKEY_2],
            form: ClosedForm::CooleyTukey { size: POWER_OF_TWO, leaf: CHUNK },
            copies: 2 * N,
            note: "both primes together; products by 1 and the layer whose upper half of inputs is zero cost nothing; reductions come on top",
        }],
    };

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[S::ZERO; POWER_OF_TWO]; N]; 2]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([[S::ZERO; POWER_OF_TWO]; N]) }
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        let [first, second] = &mut result.0;
        with_padded::<S, N>(
            simd,
            operand,
            #[inline(always)]
            |operand| {
                forward::<S, First<N>, N>(simd, operand, first.as_flattened_mut());
                forward::<S, Second<N>, N>(simd, operand, second.as_flattened_mut());
            },
        );
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let [first, second] = &mut result.0.0;
        with_widened::<S, N>(
            simd,
            operand,
            #[inline(always)]
            |widened| {
                simd.with_buffer(
                    #[inline(always)]
                    |scaled: &mut Image<S::Coefficient, N>| {
                        let scaled = scaled.as_mut();
                        forward_scaled::<S, First<N>, N>(simd, widened, scaled, first.as_flattened_mut());
                        forward_scaled::<S, Second<N>, N>(simd, widened, scaled, second.as_flattened_mut());
                    },
                );
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
        let ([a_first, a_second], [b_first, b_second]) = (&a.0, &b.0.0);
        let [first, second] = &mut result.0;
        multiply::<S, First<N>, N>(simd, a_first.as_flattened(), b_first.as_flattened(), first.as_flattened_mut());
        multiply::<S, Second<N>, N>(simd, a_second.as_flattened(), b_second.as_flattened(), second.as_flattened_mut());
    }

    /// Adds a product. A sum may have at most [`MAX_PRODUCTS`](Self::MAX_PRODUCTS) of them:
    /// beyond that its coefficients over the integers are not determined.
    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut sum.0;
        accumulate::<S, First<N>>(simd, first.as_flattened_mut(), term.0[0].as_flattened());
        accumulate::<S, Second<N>>(simd, second.as_flattened_mut(), term.0[1].as_flattened());
    }

    #[inline(always)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let [first, second] = &mut transformed.0;
        simd.with_buffer(
            #[inline(always)]
            |residues: &mut Image<S::Coefficient, N>| {
                let (result, residues) = (result.as_mut(), residues.as_mut());
                inverse_transform::<S, First<N>, N>(simd, first.as_flattened_mut(), result);
                inverse_transform::<S, Second<N>, N>(simd, second.as_flattened_mut(), residues);
                combine::<S, R, N>(simd, result, residues);
            },
        );
    }

    /// Computes the product modulo one prime after the other, in the same memory.
    #[inline(always)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.with_buffer(
            #[inline(always)]
            |residues: &mut Image<S::Coefficient, N>| {
                let (result, residues) = (result.as_mut(), residues.as_mut());
                residues_of_product::<S, N>(simd, a, b, result, residues);
                combine::<S, R, N>(simd, result, residues);
            },
        );
    }

    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        simd.with_buffer(kernel);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        const { assert!(Self::MAX_PRODUCTS > 0) };
        if const { R::TAIL.len() == 1 } {
            fold_cyclic::<S, R::Modulus>(simd, product.as_mut(), R::DEGREE, result);
        } else {
            fold::<S, R>(simd, Layout::<N>::SIZE, product.as_mut(), R::Modulus::ONE, result);
        }
    }
}

/// Computes the product modulo both primes.
#[inline(never)]
fn residues_of_product<S: Simd, const N: usize>(
    simd: S,
    a: &[S::Coefficient],
    b: &[Byte<S>],
    first: &mut [S::Coefficient],
    second: &mut [S::Coefficient],
) where
    Size<N>: Primes,
{
    with_padded::<S, N>(
        simd,
        a,
        #[inline(always)]
        |a| {
            with_widened::<S, N>(
                simd,
                b,
                #[inline(always)]
                |b| {
                    simd.with_buffer(
                        #[inline(always)]
                        |images: &mut Images<S::Coefficient, N>| {
                            product_modulo::<S, First<N>, N>(simd, a, b, images, first);
                            product_modulo::<S, Second<N>, N>(simd, a, b, images, second);
                        },
                    );
                },
            );
        },
    );
}

/// Computes the product modulo one prime. The contents of `images` do not matter.
#[inline(always)]
fn product_modulo<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
    images: &mut Images<S::Coefficient, N>,
    result: &mut [S::Coefficient],
) {
    let [right, product] = &mut images.0;
    let (right, product) = (right.as_flattened_mut(), product.as_flattened_mut());
    // Before the product is written, its memory holds the scaled operand; the memory of the result
    // holds the transform of the other operand.
    forward_scaled::<S, M, N>(simd, b, product, right);
    forward::<S, M, N>(simd, a, result);
    multiply::<S, M, N>(simd, result, right, product);
    inverse_transform::<S, M, N>(simd, product, result);
}

/// Transforms an operand modulo one prime.
#[inline(never)]
fn forward<S: Simd, M: Modulus, const N: usize>(simd: S, operand: &[S::Coefficient], result: &mut [S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            let tables = Constants::<M, N>::FORWARD;
            odd_times_512::forward_columns::<S, Narrow<M>, N>(simd, operand, tables, result);
            odd_times_512::forward_rows_narrow(simd, tables, result);
        },
    );
}

/// Transforms a small operand, times the inverse of the factor that the transforms leave. Its
/// coefficients are -1, 0 and 1, so this product is exact. The scaled operand is at the start of
/// `scaled`.
#[inline(always)]
fn forward_scaled<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    scaled: &mut [S::Coefficient],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(CHINESE_REMAINDER);
            let scale = simd.splat(Constants::<M, N>::SCALE);
            let lanes = simd.lanes();
            for (scaled, operand) in scaled.chunks_exact_mut(lanes).zip(operand.chunks_exact(lanes)) {
                simd.store(simd.load(operand).multiply_low(scale), scaled);
            }
        },
    );
    forward::<S, M, N>(simd, scaled, result);
}

/// Multiplies the leaves modulo one prime, times 2^-16.
#[inline(never)]
fn multiply<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(WEIGHTED_CONVOLUTION);
            let mut rows = [simd.zero_rows(); GROUP];
            let (a, b) = (a.as_chunks().0.as_chunks::<GROUP>().0, b.as_chunks().0.as_chunks::<GROUP>().0);
            let products = result.as_chunks_mut().0.as_chunks_mut::<GROUP>().0;
            let weights = Constants::<M, N>::WEIGHTS.as_flattened();
            for ((product, (a, b)), weights) in products.iter_mut().zip(a.iter().zip(b)).zip(weights) {
                weighted_convolutions(
                    simd,
                    #[inline(always)]
                    |i| &a[i],
                    #[inline(always)]
                    |i| &b[i],
                    weights,
                    &mut rows,
                    product,
                );
            }
        },
    );
}

/// Transforms back modulo one prime, times 32 m. Overwrites `transformed`.
#[inline(never)]
fn inverse_transform<S: Simd, M: Modulus, const N: usize>(
    simd: S,
    transformed: &mut [S::Coefficient],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let tables = Constants::<M, N>::INVERSE;
            odd_times_512::inverse_rows_narrow(simd, tables, transformed);
            odd_times_512::inverse_columns::<S, Narrow<M>, N>(
                simd,
                transformed,
                tables,
                result,
                #[inline(always)]
                |vector, _| vector,
            );
        },
    );
}

/// Combines the residues modulo both primes, and replaces `first` by the result.
#[inline(never)]
fn combine<S: Simd, R: Ring, const N: usize>(simd: S, first: &mut [S::Coefficient], second: &[S::Coefficient])
where
    Size<N>: Primes,
{
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(CHINESE_REMAINDER);
            let integers = IntegerProduct { degree: first.len(), wrap: 1, first: 0 };
            chinese_remainder::combine::<S, First<N>, Second<N>, R::Modulus>(simd, first, second, integers);
        },
    );
}
