//! `two-primes-words`: big by small in Saber's ring on single words, over the integers modulo 3329
//! and 7681.
//!
//! ```text
//! Z[x]/(x^256 + 1) -> Z_p[x]/(x^256 + 1), p = 3329, 7681
//!     -> prod_(t odd, t < 128) Z_p[x]/(x^4 - w^t),   w^64 = -1
//! ```
//!
//! The product modulo x^256 + 1 of a centred operand and one with coefficients of magnitude up to s
//! has coefficients up to 256 * 4096 s. A row of l products has at most 12,582,912 in any of the
//! three sets, (l, s) = (2, 5), (3, 4) and (4, 3), and half of 3329 * 7681 is 12,785,024.5, so that
//! the residues modulo both primes determine it. Sums with l s > 12 would not be determined.
//!
//! A leaf multiplies by a Toeplitz matrix of dimension 4. Its seven diagonals are the coefficients
//! of the small operand, and three of them times w^t; they are computed once for all rows. The
//! products of a row add up in registers, in 32 bits, three before one Montgomery reduction. The
//! small operand is transformed times 2^32 / 64, which is what two Montgomery reductions and six
//! layers take away, so that the inverse transforms return the residues of the integers themselves.
//! The Montgomery product by this factor reduces the transform, too: a sum fits 32 bits because one
//! operand is below 0.53 p.
//!
//! Bounds, found by proofs: transformed big operands have 16 bits; diagonals modulo 7681 are below
//! 4100; a sum of three products is below 1.5 * 2^30. The proof covers products by any operand with
//! s = 5, and a test the bounds of the rows of the three sets.
//!
//! A second operand that is not small would leave the product undetermined, so that
//! [`SmallOperand`] is a type of its own.
//!
//! Sources: `[ACC+22]`, as `[Hwa24a]` compares it: the primes, the layers, reductions without long
//! products. `[CHK+21]` for Saber's products over the integers and for the sum of a row before the
//! inverse transform; `[Gar59]` for the recombination.

use vectru_polymul::modular::{Constant, Modulus, Q3329, Q7681, Q8192};
use vectru_polymul::multiplier::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use vectru_polymul::multiplier::{Aligned, Multiplier};
use vectru_polymul::ring::{Ring, Saber};
use vectru_polymul::simd::{Byte, Coefficient, I32Word, IntegerProduct, Simd, Wide};
use vectru_polymul::stage::toeplitz_words::leaf;

use crate::stage::negacyclic_words::{
    DEGREE, DIAGONALS, LEAVES, ORDER, SIZE, forward_end, forward_start, inverse_end, inverse_start, matrices,
};

/// The first prime: the Chinese remainder theorem begins with residues modulo it.
type First = Q3329;
/// The second prime.
type Second = Q7681;

/// The number of products that a sum may have before it is transformed back, for s = 3. With s = 4
/// it may have three of them, and with s = 5 two.
pub const MAX_PRODUCTS: usize = 4;

/// The number of products whose sum fits 32 bits, with what its Montgomery reduction subtracts.
const IN_A_SUM: usize = 3;

/// The name of the map from the integers.
const CHINESE_REMAINDER: &str = "chinese-remainder";
/// The name of the transform.
const COOLEY_TUKEY: &str = "cooley-tukey";
/// The name of the map of products.
const WEIGHTED_CONVOLUTION: &str = "weighted-convolution";

/// The leaves modulo both primes.
type Images<C> = Aligned<[[C; SIZE]; 2]>;
/// The diagonals of the leaves modulo one prime.
type Matrices<C> = [[C; DIAGONALS]; LEAVES];

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C>(Aligned<[Matrices<C>; 2]>);

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct TwoPrimesWords;

impl Multiplier for TwoPrimesWords {
    type Ring = Saber;
    type Transformed<C: Coefficient> = Images<C>;
    type Second<C: Coefficient> = SmallOperand<C>;
    /// The residues of the integers modulo both primes.
    type Unfolded<C: Coefficient> = Aligned<[[C::Wide; SIZE]; 2]>;

    const RECIPE: Recipe = Recipe {
        name: "two-primes-words",
        ring: Saber::NAME,
        formula: Saber::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo_two(First::Q as i64, Second::Q as i64),
        source: "[ACC+22]",
        chain: &[
            Map {
                name: CHINESE_REMAINDER,
                transformation: Transformation::ChineseRemainder {
                    length: SIZE,
                    zeta: -1,
                    primes: [First::Q as i64, Second::Q as i64],
                    largest: SIZE as i64 * (Q8192::Q as i64 / 2) * Saber::SMALL as i64,
                    leaves: LEAVES,
                },
                source: "[Gar59]",
            },
            Map {
                name: COOLEY_TUKEY,
                transformation: Transformation::NegacyclicTransform { degree: DEGREE, points: LEAVES },
                source: "[CT65]",
            },
            Map {
                name: WEIGHTED_CONVOLUTION,
                transformation: Transformation::WeightedConvolutions {
                    degree: DEGREE,
                    order: ORDER,
                    omitted: [ORDER / 2, 0],
                    extensions: None,
                },
                source: "[ACC+22]",
            },
        ],
        safety: Safety::Bounded,
        comparisons: &[],
    };

    const COEFFICIENT_BITS: usize = 32;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; SIZE]; 2]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(_: S) -> Self::Second<S::Coefficient> {
        const { SmallOperand(Aligned([[[S::ZERO; DIAGONALS]; LEAVES]; 2])) }
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([[<S::Coefficient as Coefficient>::WIDE_ZERO; SIZE]; 2]) }
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        let operand: &[S::Coefficient; SIZE] = operand.first_chunk().expect("an operand has 256 coefficients");
        forward::<S, First>(simd, operand, &mut result.0[0]);
        forward::<S, Second>(simd, operand, &mut result.0[1]);
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let operand: &[Byte<S>; SIZE] = operand.first_chunk().expect("an operand has 256 coefficients");
        forward_small::<S, First>(simd, operand, &mut result.0.0[0]);
        forward_small::<S, Second>(simd, operand, &mut result.0.0[1]);
    }

    #[inline(always)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        Self::sum_of_products::<S, 1>(simd, [a], [b], result);
    }

    /// Adds up products, of which there may be as many as [`MAX_PRODUCTS`] says, with one reduction
    /// for each sum.
    #[inline(always)]
    fn sum_of_products<S: Simd, const L: usize>(
        simd: S,
        a: [&Self::Transformed<S::Coefficient>; L],
        b: [&Self::Second<S::Coefficient>; L],
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut result.0;
        sum::<S, First, L>(simd, a.map(|a| &a.0[0]), b.map(|b| &b.0.0[0]), first);
        sum::<S, Second, L>(simd, a.map(|a| &a.0[1]), b.map(|b| &b.0.0[1]), second);
    }

    /// Adds a product. A sum may have as many of them as [`MAX_PRODUCTS`] says: beyond that its
    /// coefficients over the integers are not determined.
    #[inline(always)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut sum.0;
        accumulate::<S, First>(simd, first, &term.0[0]);
        accumulate::<S, Second>(simd, second, &term.0[1]);
    }

    #[inline(always)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let [first, second] = &mut result.0;
        inverse::<S, First>(simd, &transformed.0[0], first);
        inverse::<S, Second>(simd, &transformed.0[1], second);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                S::Word::enter(simd, CHINESE_REMAINDER);
                let ([first, second], result) = (&product.0, &mut result[..SIZE]);
                for (k, result) in result.iter_mut().enumerate() {
                    let [c1, c2] = [S::Word::load(simd, &first[k]), S::Word::load(simd, &second[k])];
                    let integers = IntegerProduct { degree: SIZE, wrap: -1, first: k };
                    c1.recombine::<First, Second>(c2, integers).store_centred::<Q8192>(result);
                }
            },
        );
    }
}

/// Transforms an operand modulo one prime.
#[inline(never)]
fn forward<S: Simd, M: Modulus>(simd: S, operand: &[S::Coefficient; SIZE], result: &mut [S::Coefficient; SIZE]) {
    S::Word::in_map(
        simd,
        COOLEY_TUKEY,
        #[inline(always)]
        || {
            forward_start::<S, M>(
                simd,
                #[inline(always)]
                |k| S::Word::load_narrow(simd, &operand[k]),
                result,
            );
            forward_end::<S, M>(simd, result);
        },
    );
}

/// Transforms a small operand to the matrices of the leaves modulo one prime.
#[inline(never)]
fn forward_small<S: Simd, M: Modulus>(simd: S, operand: &[Byte<S>; SIZE], result: &mut Matrices<S::Coefficient>) {
    // A Montgomery reduction of these matrices takes 2^16 away, and that of a sum the rest.
    let factor = const { &Constant::<M>::new((1 << 32) / LEAVES as i64).value };
    simd.with_buffer(
        #[inline(always)]
        |leaves: &mut Aligned<[S::Coefficient; SIZE]>| {
            S::Word::in_map(
                simd,
                COOLEY_TUKEY,
                #[inline(always)]
                || {
                    forward_start::<S, M>(
                        simd,
                        #[inline(always)]
                        |k| S::Word::load_byte(simd, &operand[k]),
                        &mut leaves.0,
                    );
                    forward_end::<S, M>(simd, &mut leaves.0);
                    matrices::<S, M>(simd, &leaves.0, factor, result);
                },
            );
        },
    );
}

/// Adds up `L` products modulo one prime, leaf by leaf.
#[inline(never)]
fn sum<S: Simd, M: Modulus, const L: usize>(
    simd: S,
    a: [&[S::Coefficient; SIZE]; L],
    b: [&Matrices<S::Coefficient>; L],
    result: &mut [S::Coefficient; SIZE],
) {
    const { assert!(0 < L && L <= MAX_PRODUCTS) };
    S::Word::in_map(
        simd,
        WEIGHTED_CONVOLUTION,
        #[inline(always)]
        || {
            for (place, result) in result.as_chunks_mut::<DEGREE>().0.iter_mut().enumerate() {
                let zero = [S::Word::zero(simd); DEGREE];
                let (mut sums, mut reduced) = (zero, zero);
                for entry in 0..L {
                    let vector = &a[entry].as_chunks::<DEGREE>().0[place];
                    let matrix = &b[entry][place];
                    let load = |i: usize| S::Word::load_narrow(simd, &vector[i]);
                    let vector = S::Word::fence4([load(0), load(1), load(2), load(3)]);
                    let diagonal = |index: usize| S::Word::load_narrow(simd, &matrix[index]);
                    if entry == IN_A_SUM {
                        for (reduced, sum) in reduced.iter_mut().zip(sums) {
                            *reduced = sum.montgomery_reduce::<M>();
                        }
                    }
                    sums = if entry % IN_A_SUM == 0 {
                        leaf::<S, true>(sums, diagonal, vector)
                    } else {
                        leaf::<S, false>(sums, diagonal, vector)
                    };
                }
                for ((sum, reduced), target) in sums.into_iter().zip(reduced).zip(result) {
                    let sum = sum.montgomery_reduce::<M>();
                    let sum = if L > IN_A_SUM { (reduced + sum).barrett_reduce::<M>() } else { sum };
                    sum.store_low(target);
                }
            }
        },
    );
}

/// Adds a product modulo one prime.
#[inline(never)]
fn accumulate<S: Simd, M: Modulus>(simd: S, sum: &mut [S::Coefficient; SIZE], term: &[S::Coefficient; SIZE]) {
    S::Word::in_map(
        simd,
        WEIGHTED_CONVOLUTION,
        #[inline(always)]
        || {
            for (sum, term) in sum.iter_mut().zip(term) {
                let both = S::Word::load_narrow(simd, sum) + S::Word::load_narrow(simd, term);
                both.barrett_reduce::<M>().store_low(sum);
            }
        },
    );
}

/// Transforms back modulo one prime.
#[inline(never)]
fn inverse<S: Simd, M: Modulus>(simd: S, leaves: &[S::Coefficient; SIZE], result: &mut [Wide<S>; SIZE]) {
    S::Word::in_map(
        simd,
        COOLEY_TUKEY,
        #[inline(always)]
        || {
            inverse_start::<S, M>(simd, leaves, result);
            inverse_end::<S, M>(simd, result);
        },
    );
}

#[cfg(test)]
mod tests {
    use core::array;

    use super::*;
    use vectru_polymul::analysis::{Cell, Lanes, Run};
    use vectru_polymul::dispatch::Backend;
    use vectru_polymul::modular::centred;
    use vectru_polymul::ring::{Polynomial, Small};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::PortableShape;

    /// Checks rows of `L` products by small operands of magnitude up to `s`, on lanes of the
    /// analysis: no operation leaves its range, and the residues determine the integers.
    fn check_rows<const L: usize>(s: i64) {
        let (run, form) = (Run::bounds(), Backend::Portable.form());
        let simd = Lanes::new(&run, &form);
        let big = [(); L].map(|()| {
            let mut transformed = TwoPrimesWords::zero_transformed(simd);
            TwoPrimesWords::forward(simd, &run.bounded(i64::from(Q8192::Q) / 2, SIZE), &mut transformed);
            transformed
        });
        let small = [(); L].map(|()| {
            let mut transformed = TwoPrimesWords::zero_second(simd);
            TwoPrimesWords::forward_small(simd, &run.bounded(s, SIZE), &mut transformed);
            transformed
        });
        let (mut sum, mut unfolded) = (TwoPrimesWords::zero_transformed(simd), TwoPrimesWords::zero_unfolded(simd));
        TwoPrimesWords::sum_of_products(simd, big.each_ref(), small.each_ref(), &mut sum);
        TwoPrimesWords::inverse(simd, &mut sum, &mut unfolded);
        let largest = L as i64 * s * SIZE as i64 * i64::from(Q8192::Q / 2);
        // A Barrett reduction of less than 2^14 returns at most (p' + 2^14 / 2^12) / 2.
        let [p, other] = [First::Q, Second::Q].map(i64::from);
        assert!(largest + run.magnitude(&unfolded.0[0]) + p * (other / 2 + 2) < p * other, "{L} products, s = {s}");
        TwoPrimesWords::fold(simd, &mut unfolded, &mut [Cell::ZERO; SIZE]);
        assert_eq!(run.overflow(), None, "{L} products, s = {s}");
    }

    /// Compares rows of `L` products by operands of magnitude up to `s` with the sums of products:
    /// of the largest integers, and of others.
    fn compare_rows<const L: usize>(s: i8) {
        let simd = Portable::<PortableShape>::new();
        for row in 0..20 {
            let number = |k: usize| ((k + 1000 * row) as u32).wrapping_mul(2_654_435_761) >> 16;
            let big: [Polynomial<Saber>; L] = array::from_fn(|j| {
                Polynomial::from_fn(|k| if row == 0 { -4096 } else { (number(k + 300 * j) % 8192) as i16 - 4096 })
            });
            let small: [Small<Saber>; L] = array::from_fn(|j| {
                let other = |k| (number(k + 77 * j) % (2 * s as u32 + 1)) as i8 - s;
                Small::from_fn(|k| if row == 0 { s } else { other(k) })
            });
            let big_images = big.each_ref().map(|operand| {
                let mut transformed = TwoPrimesWords::zero_transformed(simd);
                TwoPrimesWords::forward(simd, operand.padded(), &mut transformed);
                transformed
            });
            let small_images = small.each_ref().map(|operand| {
                let mut transformed = TwoPrimesWords::zero_second(simd);
                TwoPrimesWords::forward_small(simd, operand.padded(), &mut transformed);
                transformed
            });
            let (mut sum, mut unfolded) = (TwoPrimesWords::zero_transformed(simd), TwoPrimesWords::zero_unfolded(simd));
            TwoPrimesWords::sum_of_products(simd, big_images.each_ref(), small_images.each_ref(), &mut sum);
            TwoPrimesWords::inverse(simd, &mut sum, &mut unfolded);
            let mut result = [0; SIZE];
            TwoPrimesWords::fold(simd, &mut unfolded, &mut result);
            let terms: [_; L] = array::from_fn(|j| big[j].schoolbook(&small[j].to_polynomial()));
            for (k, &coefficient) in result.iter().enumerate() {
                let expected = terms.iter().map(|term| i64::from(term[k])).sum();
                assert_eq!(i64::from(coefficient), centred(expected, 8192), "{L} products, s = {s}, row {row}");
            }
        }
    }

    #[test]
    fn rows_of_all_sets_are_determined() {
        check_rows::<2>(5);
        check_rows::<3>(4);
        check_rows::<4>(3);
    }

    #[test]
    fn rows_are_sums_of_products() {
        compare_rows::<1>(5);
        compare_rows::<2>(5);
        compare_rows::<3>(4);
        compare_rows::<4>(3);
    }
}
