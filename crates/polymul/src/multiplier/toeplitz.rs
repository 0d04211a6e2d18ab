//! Toeplitz products: big by big in `Z_q[x]/(x^n - zeta)`, zeta = 1 or -1, for q a power of two, by
//! Toeplitz matrices and vectors over Z_65536.
//!
//! The first operand is the matrix of its multiplication modulo x^n - zeta, circulant for zeta = 1
//! and negacyclic for zeta = -1, padded to a Toeplitz matrix of dimension N; the second is a
//! vector. Transposed layers of Toom-Cook split them down to a small dimension m, where products
//! are sums of outer products:
//!
//! ```text
//! Z_q[x]/(x^n - zeta) -> Toeplitz_N x R^N -> (Toeplitz_m x R^m)^P,   R = Z_65536
//! ```
//!
//! The [`plans`] are lists of layers. `toeplitz-tc` goes down to m = 16, as the source does; on
//! Neon an outer product of dimension 16 is three of dimension 8, the last layer of the source.
//! `toeplitz-outer` stops at a few times 16, where outer products that share their windows are
//! faster than another layer.
//!
//! An operand that is used several times is split once. Each layer that it is split by makes a use
//! faster and the operand larger, which then takes longer to make, to load and to wipe. So a plan
//! may leave its last layers to each use ([`AtUse`](crate::stage::toeplitz::AtUse)).
//!
//! Every step is linear modulo 2^16 in either operand. The result comes times 2^e, where e is the
//! number of bits that the layers lose: bits e to e + log2 q - 1 of a word are the coefficient.
//! This requires e + log2 q <= 16. A plan with a larger e does not compile, and neither does one
//! with N < n. Lanes wrap modulo 2^16, so that there are no bounds. That the result is 2^e times
//! the product is an identity of bilinear maps, which is proved on basis vectors.
//!
//! ```compile_fail,E0080
//! use vectru_polymul::multiplier::{Multiplier, toeplitz::{Toeplitz, plans::TooManyBits}};
//! // Two layers of Toom-5 and one of Toom-3 lose 7 bits, where coefficients modulo 2048 leave 5.
//! let _ = Toeplitz::<TooManyBits>::RECIPE;
//! ```
//!
//! ```compile_fail,E0080
//! use vectru_polymul::multiplier::{Multiplier, toeplitz::{Toeplitz, plans::TooSmall}};
//! // Matrices of dimension 480 have no place for the 677 coefficients of an operand.
//! let _ = Toeplitz::<TooSmall>::RECIPE;
//! ```
//!
//! Sources: `[CCH+23]`, sections 4.5 and 5.2.2, Algorithms 9 and 10, after `[Win80]`, `[IKPC20]`
//! and `[IKPC22]`. The programs of the layers, sums of outer products of dimension 16 and more, and
//! all plans of `toeplitz-outer` are this project's own.

pub mod plans;

use core::fmt::Debug;
use core::marker::PhantomData;

use super::recipe::{CoefficientRing, Map, Operands, Recipe, Safety};
use super::{BigByBig, ModuloWord, Multiplier, lost_bits, multiplies_in_place, zeta};
use crate::ring::Ring;
use crate::simd::{Buffer, Byte, Coefficient, Shape, Simd};
use crate::stage::accumulate::accumulate_words;
use crate::stage::toeplitz::{Chain, OUTER_PRODUCT, copy_ordered, expand, multiply_all_at_end, order};
use crate::stage::toom_cook::coefficients;
use crate::stage::widen::widen;

/// The name, in recipes, of the map that writes an operand as a matrix or a vector.
const EXPAND: &str = "expand";

/// A ring, and the chain of layers for it.
pub trait ToeplitzPlan: Copy + Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The layers.
    type Chain: Chain;
    /// The layers, of which the last may be left to each use of an operand.
    type Prepared: Chain;
    /// The name of the multiplier.
    const NAME: &'static str;
    /// The source of the layers.
    const SOURCE: &'static str;
    /// The maps.
    const CHAIN: &'static [Map];
    /// Memory for a vector: N coefficients.
    type Vector<C: Coefficient>: Buffer<C>;
    /// Memory for a matrix: 2 N coefficients.
    type Matrix<C: Coefficient>: Buffer<C>;
    /// Memory for the vectors at the end of [`Prepared`](Self::Prepared): its dimension times its
    /// products.
    type Vectors<C: Coefficient>: Buffer<C>;
    /// Memory for the matrices at the end of [`Prepared`](Self::Prepared): twice as many.
    type Matrices<C: Coefficient>: Buffer<C>;
    /// Working memory of the chain.
    type Scratch<C: Coefficient>: Buffer<C>;
}

/// The multiplier of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Toeplitz<P>(PhantomData<P>);

impl<P: ToeplitzPlan> Toeplitz<P> {
    /// Returns the number of coefficients of an operand, with the padding. The compiler knows it,
    /// and checks no bounds in loops over slices of this length.
    #[inline(always)]
    fn padded_length() -> usize {
        P::Ring::ZERO.as_ref().len()
    }

    /// Runs `kernel` with working memory for the chain.
    #[inline(always)]
    fn with_scratch<S: Simd>(simd: S, kernel: impl FnOnce(&mut [S::Coefficient])) {
        simd.with_buffer(
            #[inline(always)]
            |scratch: &mut P::Scratch<_>| kernel(scratch.as_mut()),
        );
    }

    /// Runs `kernel` with the matrix of an operand and working memory for the chain.
    #[inline(always)]
    fn with_matrix<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        kernel: impl FnOnce(&[S::Coefficient], &mut [S::Coefficient]),
    ) {
        simd.with_buffer(
            #[inline(always)]
            |matrix: &mut P::Matrix<_>| {
                simd.enter(EXPAND);
                expand(
                    simd,
                    &operand[..Self::padded_length()],
                    P::Ring::DEGREE,
                    const { zeta::<P::Ring>() },
                    matrix.as_mut(),
                );
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| kernel(matrix.as_ref(), scratch),
                );
            },
        );
    }

    /// Splits the vector that `load` writes.
    #[inline(always)]
    fn split_loaded<S: Simd>(
        simd: S,
        load: impl FnOnce(&mut P::Vector<S::Coefficient>),
        vectors: &mut P::Vectors<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.with_buffer(
                    #[inline(always)]
                    |vector: &mut P::Vector<_>| {
                        // A chain without layers enters no map to copy the vector.
                        simd.enter(EXPAND);
                        load(vector);
                        Self::with_scratch(
                            simd,
                            #[inline(always)]
                            |scratch| P::Prepared::split_vector(simd, vector.as_ref(), vectors.as_mut(), scratch),
                        );
                    },
                );
            },
        );
    }

    /// Replaces the vector by its product with the operand, before the fold.
    #[inline(always)]
    fn multiply<S: Simd>(simd: S, a: &[S::Coefficient], vector: &mut P::Vector<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                Self::with_matrix(
                    simd,
                    a,
                    #[inline(always)]
                    |matrix, scratch| P::Chain::multiply(simd, matrix, vector.as_mut(), scratch),
                );
            },
        );
    }

    /// Writes the operand as a vector.
    #[inline(always)]
    fn load<S: Simd>(simd: S, operand: &[S::Coefficient], vector: &mut P::Vector<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(EXPAND);
                let operand = &operand[..Self::padded_length()];
                copy_ordered(simd, operand, vector.as_mut());
                vector.as_mut()[operand.len()..].fill(S::ZERO);
            },
        );
    }

    /// Writes the small operand as a vector.
    #[inline(always)]
    fn load_small<S: Simd>(simd: S, operand: &[Byte<S>], vector: &mut P::Vector<S::Coefficient>) {
        let operand = &operand[..Self::padded_length()];
        widen(simd, operand, vector.as_mut());
        vector.as_mut()[operand.len()..].fill(S::ZERO);
        if const { S::Shape::LOADS_WINDOWS } {
            simd.vectorize(
                #[inline(always)]
                || {
                    simd.enter(EXPAND);
                    order(simd, &mut vector.as_mut()[..operand.len()]);
                },
            );
        }
    }
}

impl<P: ToeplitzPlan> Multiplier for Toeplitz<P> {
    type Ring = P::Ring;
    /// The matrices at the end of the chain; or, in the first half, the products.
    type Transformed<C: Coefficient> = P::Matrices<C>;
    /// The vectors at the end of the chain.
    type Second<C: Coefficient> = P::Vectors<C>;
    type Unfolded<C: Coefficient> = P::Vector<C>;

    const RECIPE: Recipe = Recipe {
        name: P::NAME,
        ring: P::Ring::NAME,
        formula: P::Ring::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::WORD,
        source: P::SOURCE,
        chain: P::CHAIN,
        safety: {
            assert!(P::Chain::SIZE >= P::Ring::DEGREE, "the matrix has fewer rows than the ring has coefficients");
            assert!(P::Prepared::SIZE == P::Chain::SIZE && P::Prepared::LOST_BITS == P::Chain::LOST_BITS);
            Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS }
        },
        comparisons: &[],
    };

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

    #[inline(always)]
    fn zero_second<S: Simd>(_: S) -> Self::Second<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        Buffer::filled(S::ZERO)
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                Self::with_matrix(
                    simd,
                    operand,
                    #[inline(always)]
                    |matrix, scratch| P::Prepared::split_matrix(simd, matrix, result.as_mut(), scratch),
                );
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        Self::split_loaded(
            simd,
            #[inline(always)]
            |vector| Self::load_small(simd, operand, vector),
            result,
        );
    }

    multiplies_in_place!();

    #[inline(never)]
    fn multiply_in_place<S: Simd>(
        simd: S,
        a: &mut Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.with_buffer(
                    #[inline(always)]
                    |product: &mut P::Vector<_>| {
                        let (a, b) = (a.as_mut(), b.as_ref());
                        let (count, product) = (P::Prepared::PRODUCTS, &mut product.as_mut()[..P::Prepared::END]);
                        Self::with_scratch(
                            simd,
                            #[inline(always)]
                            |scratch| multiply_all_at_end::<S, P::Prepared>(simd, a, b, count, product, scratch),
                        );
                    },
                );
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        // The products are whole chunks, which need not fill the widest vectors.
        let length = P::Prepared::END * P::Prepared::PRODUCTS;
        simd.enter(OUTER_PRODUCT);
        accumulate_words(simd.narrow(), &mut sum.as_mut()[..length], &term.as_ref()[..length]);
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                // A chain without layers enters no map to copy the product.
                simd.enter(OUTER_PRODUCT);
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| P::Prepared::merge(simd, transformed.as_ref(), result.as_mut(), scratch),
                );
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                let result = &mut result[..Self::padded_length()];
                for start in (0..result.len()).step_by(S::Shape::LANES) {
                    let word = simd.load(&product.as_ref()[start..]);
                    simd.store(coefficients(word, Self::LOST_BITS, Self::SPARE_BITS), &mut result[start..]);
                }
                result[P::Ring::DEGREE..].fill(S::ZERO);
            },
        );
    }

    #[inline(never)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::load_small(simd, b, result);
        Self::multiply(simd, a, result);
    }

    #[inline(always)]
    fn product_by_small<S: Simd>(simd: S, a: &[S::Coefficient], b: &[Byte<S>], result: &mut [S::Coefficient]) {
        simd.with_buffer(
            #[inline(always)]
            |unfolded| {
                Self::unfolded_product_by_small(simd, a, b, unfolded);
                Self::fold(simd, unfolded, result);
            },
        );
    }
}

impl<P: ToeplitzPlan> ModuloWord for Toeplitz<P> {
    const LOST_BITS: u32 = lost_bits::<P::Ring>(P::Chain::LOST_BITS);
}

impl<P: ToeplitzPlan> BigByBig for Toeplitz<P> {
    #[inline(never)]
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>) {
        Self::split_loaded(
            simd,
            #[inline(always)]
            |vector| Self::load(simd, operand, vector),
            result,
        );
    }

    #[inline(never)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::load(simd, b, result);
        Self::multiply(simd, a, result);
    }

    #[inline(always)]
    fn product<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], result: &mut [S::Coefficient]) {
        simd.with_buffer(
            #[inline(always)]
            |unfolded| {
                Self::unfolded_product(simd, a, b, unfolded);
                Self::fold(simd, unfolded, result);
            },
        );
    }

    #[inline(never)]
    fn unfolded_product_by_transformed<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::load(simd, a, result);
        simd.vectorize(
            #[inline(always)]
            || {
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| P::Prepared::multiply_split(simd, b.as_ref(), result.as_mut(), scratch),
                );
            },
        );
    }
}
