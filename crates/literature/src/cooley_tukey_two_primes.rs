//! `cooley-tukey-two-primes`: big by small in Saber's ring, over the integers modulo two 16-bit
//! primes.
//!
//! The product modulo x^256 + 1 of a centred operand and one with coefficients of magnitude up to s
//! has coefficients up to 256 * 4096 s: 5,242,880 for LightSaber's s = 5, and no more than
//! 12,582,912 for the sum of l products in a row of any of the three sets, (l, s) = (2, 5), (3, 4)
//! and (4, 3). Half of 6529 * 8161 is 26,641,584, so that the residues modulo both primes determine
//! them.
//!
//! ```text
//! Z[x]/(x^256 + 1) -> Z_p[x]/(x^256 + 1), p = 6529, 8161
//!     -> prod_(t odd, t < 32) Z_p[x]/(x^16 - w^t),   w^16 = -1
//! ```
//!
//! The transform stops at 16 coefficients, so that p need only be 1 modulo 32. Of these primes 6529
//! and 8161 have the best Barrett reductions: 2^15 / p is nearly an integer, 5 and 4, and the
//! reduction of any 16-bit x returns |r| <= 3387 and 4204, hardly more than p/2. So a sum of four
//! products of reduced operands fits one 32-bit sum, with one Montgomery reduction.
//!
//! The transforms leave the factor 16, and Montgomery's reduction the factor 2^-16. The small
//! operand is multiplied by the inverse of both in advance, so that the inverse transforms return
//! the residues of the integers themselves. Modulo 2^13 a Barrett product is exact, and so is the
//! Barrett reduction that centres the result.
//!
//! Bounds, found by proofs: requires a centred operand and a small one, up to s = 5. Transformed
//! operands are at most 4200, products and sums of up to [`MAX_PRODUCTS`] of them at most 8850, and
//! residues before the Chinese remainder theorem at most 7800. The result is centred. A second
//! operand that is not small would leave the product undetermined, so that [`SmallOperand`] is a
//! type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_literature::CooleyTukeyTwoPrimes;
//! use vectru_polymul::{multiplier, ring::{Polynomial, Saber}};
//! let big = Polynomial::<Saber>::zero();
//! multiplier::multiply_with::<CooleyTukeyTwoPrimes>(&big, &big); // the second is not small
//! ```
//!
//! Sources: `[CHK+21]` for Saber's products over the integers and for the sum of a row before the
//! inverse transform, `[Hwa24a]` for two 16-bit primes in Saber after other authors, `[Pol71]`;
//! `[CCH+23]`, section 4.2, for outer products. The primes are this project's own, as are the parts
//! that `good_thomas_two_primes` names as such.

use core::marker::PhantomData;

use crate::stage::chinese_remainder::{self, largest_integer};
use crate::stage::negacyclic_256::{
    self, COOLEY_TUKEY_2, COOLEY_TUKEY_8, LEAVES, ORDER, SIZE, Tables, leaf_exponent, root,
};
use crate::stage::residues::Narrow;
use vectru_polymul::modular::{Constant, Modulus, Q6529, Q8161, Q8192, inverse, power};
use vectru_polymul::multiplier::recipe::{
    ClosedForm, CoefficientRing, Comparison, Map, Operands, Recipe, Safety, Transformation,
};
use vectru_polymul::multiplier::{Aligned, Multiplier};
use vectru_polymul::ring::{Ring, Saber};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I16Vector, IntegerProduct, Simd};
use vectru_polymul::stage::accumulate::accumulate;
use vectru_polymul::stage::widen::widen;

/// The first prime: the Chinese remainder theorem begins with residues modulo it.
type First = Q6529;
/// The second prime.
type Second = Q8161;

/// The largest residues before the Chinese remainder theorem.
const RESIDUE: i64 = 7800;
/// The largest coefficient of one product over the integers.
const LARGEST: i64 = Saber::DEGREE as i64 * (Q8192::Q as i64 / 2) * Saber::SMALL as i64;

/// The number of products that a sum may have before it is transformed back, so that its integers
/// are determined and its 32-bit sums can be reduced.
pub const MAX_PRODUCTS: usize = {
    let most = largest_integer::<First, Second>(RESIDUE, RESIDUE) / LARGEST;
    assert!(most >= 4, "a sum of four products is not determined");
    4
};

/// The transforms of a polynomial modulo both primes.
type Images<C> = Aligned<[[C; SIZE]; 2]>;

/// The transform modulo one prime, or an operand or a product in its memory.
type Image<C> = Aligned<[C; SIZE]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C>(Images<C>);

impl<C> AsRef<[C]> for SmallOperand<C> {
    fn as_ref(&self) -> &[C] {
        self.0.as_ref()
    }
}

impl<C> AsMut<[C]> for SmallOperand<C> {
    fn as_mut(&mut self) -> &mut [C] {
        self.0.as_mut()
    }
}

/// The multiplier.
#[derive(Clone, Copy, Debug)]
pub struct CooleyTukeyTwoPrimes;

/// The constants of the prime `M`.
struct Constants<M>(PhantomData<M>);

impl<M: Modulus> Constants<M> {
    const Q: i64 = M::Q as i64;
    const FORWARD: &'static Tables<Constant<M>> = &Tables::<Constant<M>>::forward();
    const INVERSE: &'static Tables<Constant<M>> = &Tables::<Constant<M>>::inverse();

    /// The weights w^t of the convolutions, by place.
    const WEIGHTS: &'static [Constant<M>; LEAVES] = &{
        let mut weights = [Constant::ZERO; LEAVES];
        let mut leaf = 0;
        while leaf < LEAVES {
            weights[leaf] = Constant::new(power(root(Self::Q), leaf_exponent(leaf) as u64, Self::Q));
            leaf += 1;
        }
        weights
    };

    /// The factor of the small operand: 2^16 / 16.
    const SCALE: Constant<M> = Constant::new((1 << 16) * inverse(LEAVES as i64, Self::Q));
}

/// The name of the map of products.
const WEIGHTED_CONVOLUTION: &str = "weighted-convolution";

/// The name of the map from the integers.
const CHINESE_REMAINDER: &str = "chinese-remainder";

/// The maps after the one from the integers.
pub const TRANSFORM: [Map; 3] = [
    Map {
        name: COOLEY_TUKEY_8,
        transformation: Transformation::NegacyclicTransform { degree: 2 * CHUNK, points: LEAVES / 2 },
        source: "[CT65]",
    },
    Map {
        name: COOLEY_TUKEY_2,
        transformation: Transformation::CooleyTukey { degree: CHUNK, order: ORDER, rings: LEAVES / 2 },
        source: "[CT65]",
    },
    Map {
        name: WEIGHTED_CONVOLUTION,
        transformation: Transformation::WeightedConvolutions {
            degree: CHUNK,
            order: ORDER,
            omitted: [ORDER / 2, 0],
            extensions: None,
        },
        source: "[CCH+23]",
    },
];

impl Multiplier for CooleyTukeyTwoPrimes {
    type Ring = Saber;
    type Transformed<C: Coefficient> = Images<C>;
    type Second<C: Coefficient> = SmallOperand<C>;
    type Unfolded<C: Coefficient> = Image<C>;

    const RECIPE: Recipe = Recipe {
        name: "cooley-tukey-two-primes",
        ring: Saber::NAME,
        formula: Saber::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo_two(First::Q as i64, Second::Q as i64),
        source: "[CHK+21]",
        chain: &{
            let [blocks, leaves, products] = TRANSFORM;
            let integers = Map {
                name: CHINESE_REMAINDER,
                transformation: Transformation::ChineseRemainder {
                    length: SIZE,
                    zeta: -1,
                    primes: [First::Q as i64, Second::Q as i64],
                    largest: LARGEST,
                    leaves: LEAVES,
                },
                source: "[Pol71]",
            };
            [integers, blocks, leaves, products]
        },
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[COOLEY_TUKEY_8, COOLEY_TUKEY_2],
            form: ClosedForm::CooleyTukey { size: SIZE, leaf: CHUNK },
            copies: 2,
            note: "both primes together; reductions come on top",
        }],
    };

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; SIZE]; 2]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; SIZE]) }
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        let [first, second] = &mut result.0;
        forward::<S, First>(simd, operand, first);
        forward::<S, Second>(simd, operand, second);
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let [first, second] = &mut result.0.0;
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Image<S::Coefficient>| {
                let widened = widened.as_mut();
                widen(simd, operand, widened);
                forward_scaled::<S, First>(simd, widened, first);
                forward_scaled::<S, Second>(simd, widened, second);
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
        Self::sum_of_products::<S, 1>(simd, [a], [b], result);
    }

    /// Adds up products, of which there may be at most [`MAX_PRODUCTS`], with one reduction for
    /// each sum.
    #[inline(always)]
    fn sum_of_products<S: Simd, const L: usize>(
        simd: S,
        a: [&Self::Transformed<S::Coefficient>; L],
        b: [&Self::Second<S::Coefficient>; L],
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut result.0;
        sum::<S, First, 0, L>(simd, a, b, first);
        sum::<S, Second, 1, L>(simd, a, b, second);
    }

    /// Adds a product. A sum may have at most [`MAX_PRODUCTS`] of them: beyond that its
    /// coefficients over the integers are not determined.
    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        let [first, second] = &mut sum.0;
        simd.enter(WEIGHTED_CONVOLUTION);
        accumulate::<S, First>(simd, first, &term.0[0]);
        accumulate::<S, Second>(simd, second, &term.0[1]);
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
            |residues: &mut Image<S::Coefficient>| {
                let (result, residues) = (result.as_mut(), residues.as_mut());
                inverse_transform::<S, First>(simd, first, result);
                inverse_transform::<S, Second>(simd, second, residues);
                combine(simd, result, residues);
            },
        );
    }

    #[inline(always)]
    fn with_operands<S: Simd>(
        simd: S,
        kernel: impl FnOnce(&mut Self::Transformed<S::Coefficient>, &mut Self::Second<S::Coefficient>),
    ) {
        simd.with_buffer(
            #[inline(always)]
            |product| {
                let mut second = Self::zero_second(simd);
                kernel(product, &mut second);
            },
        );
    }

    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        simd.with_buffer(kernel);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                for start in (0..SIZE).step_by(simd.lanes()) {
                    // For q = 2^13 the reduction is exact: floor(x / q + 1/2) q is subtracted.
                    let centred = simd.load(&product.as_ref()[start..]).barrett_reduce::<Q8192>();
                    simd.store(centred, &mut result[start..]);
                }
            },
        );
    }
}

/// Transforms an operand modulo one prime.
#[inline(never)]
fn forward<S: Simd, M: Modulus>(simd: S, operand: &[S::Coefficient], result: &mut [S::Coefficient; SIZE]) {
    simd.vectorize(
        #[inline(always)]
        || {
            let tables = Constants::<M>::FORWARD;
            negacyclic_256::forward_blocks::<S, Narrow<M>>(simd, operand, tables, result);
            negacyclic_256::forward_leaves_narrow(simd, tables, result);
        },
    );
}

/// Transforms a small operand modulo one prime, times the inverse of the factor that the transforms
/// leave.
#[inline(always)]
fn forward_scaled<S: Simd, M: Modulus>(simd: S, operand: &[S::Coefficient], result: &mut [S::Coefficient; SIZE]) {
    simd.with_buffer(
        #[inline(always)]
        |scaled: &mut Image<S::Coefficient>| {
            let scaled = scaled.as_mut();
            simd.vectorize(
                #[inline(always)]
                || {
                    simd.enter(CHINESE_REMAINDER);
                    for start in (0..SIZE).step_by(simd.lanes()) {
                        let product = simd.load(&operand[start..]).barrett_multiply(Constants::<M>::SCALE);
                        simd.store(product, &mut scaled[start..]);
                    }
                },
            );
            forward::<S, M>(simd, scaled, result);
        },
    );
}

/// Adds up `L` products modulo the prime `M`, whose images have the index `PRIME`, leaf by leaf,
/// times 2^-16. With more than one product, the sums are Barrett-reduced, so that they are within
/// the bounds of one product.
#[inline(never)]
fn sum<S: Simd, M: Modulus, const PRIME: usize, const L: usize>(
    simd: S,
    a: [&Images<S::Coefficient>; L],
    b: [&SmallOperand<S::Coefficient>; L],
    result: &mut [S::Coefficient; SIZE],
) {
    const { assert!(L <= MAX_PRODUCTS) };
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(WEIGHTED_CONVOLUTION);
            // The rows of all leaves are stored before the first of them is read.
            let mut rows = [[simd.zero_rows(); L]; LEAVES];
            for leaf in 0..LEAVES {
                for i in 0..L {
                    let b = &b[i].0.0[PRIME].as_chunks().0[leaf];
                    simd.convolution_rows(b, Constants::<M>::WEIGHTS[leaf], &mut rows[leaf][i]);
                }
            }
            for leaf in 0..LEAVES {
                let mut left = [&a[0].0[PRIME].as_chunks().0[leaf]; L];
                let mut right = [&rows[leaf][0]; L];
                for i in 1..L {
                    left[i] = &a[i].0[PRIME].as_chunks().0[leaf];
                    right[i] = &rows[leaf][i];
                }
                result[CHUNK * leaf..][..CHUNK].copy_from_slice(&simd.outer_product::<M, L>(left, right));
            }
            if const { L > 1 } {
                for start in (0..SIZE).step_by(simd.lanes()) {
                    simd.store(simd.load(&result[start..]).barrett_reduce::<M>(), &mut result[start..]);
                }
            }
        },
    );
}

/// Transforms back modulo one prime, times 16. Overwrites `transformed`.
#[inline(never)]
fn inverse_transform<S: Simd, M: Modulus>(
    simd: S,
    transformed: &mut [S::Coefficient; SIZE],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let tables = Constants::<M>::INVERSE;
            negacyclic_256::inverse_leaves_narrow(simd, tables, transformed);
            negacyclic_256::inverse_blocks::<S, Narrow<M>>(
                simd,
                transformed,
                tables,
                result,
                #[inline(always)]
                |vector, block, _| if block < 4 { vector.barrett_reduce::<M>() } else { vector },
            );
        },
    );
}

/// Combines the residues modulo both primes, and replaces `first` by the result.
#[inline(never)]
fn combine<S: Simd>(simd: S, first: &mut [S::Coefficient], second: &[S::Coefficient]) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(CHINESE_REMAINDER);
            let integers = IntegerProduct { degree: SIZE, wrap: -1, first: 0 };
            chinese_remainder::combine::<S, First, Second, Q8192>(simd, first, second, integers);
        },
    );
}
