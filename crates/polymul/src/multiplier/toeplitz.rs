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
//! Plans are lists of layers. `toeplitz-tc` goes down to m = 16, as the source does; on
//! Neon an outer product of dimension 16 is three of dimension 8, the last layer of the source.
//! `toeplitz-outer` stops at a few times 16, where outer products that share their windows are
//! faster than another layer.
//!
//! An operand that is used several times is split once. Each layer of this split makes a use
//! faster, and makes the operand larger, so that it takes longer to make, to load and to wipe. A
//! plan may therefore leave its last layers to each use ([`AtUse`](crate::stage::toeplitz::AtUse)).
//!
//! Every step is linear modulo 2^16 in either operand. The result is scaled by 2^e, where e is the
//! number of bits that the layers lose: bits e to e + log2 q - 1 of a word are the coefficient.
//! This requires e + log2 q <= 16. A plan with a larger e does not compile, and neither does one
//! with N < n. Lanes wrap modulo 2^16, so no operand is too large. The result is 2^e times the
//! product by an identity of bilinear maps, which the proof checks at random points.
//!
//! [`toeplitz!`](crate::toeplitz!) states a multiplier in one line.
//!
//! Sources: `[CCH+23]`, sections 4.5 and 5.2.2, Algorithms 9 and 10, after `[Win80]`, `[IKPC20]`
//! and `[IKPC22]`. The programs of the layers, sums of outer products of dimension 16 and more, and
//! all plans of `toeplitz-outer` are this project's own.

mod rows;
mod statement;

use core::fmt::Debug;
use core::marker::PhantomData;

use super::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use super::{Aligned, BigByBig, ModuloWord, Multiplier, in_buffers, lost_bits, multiplies_in_place, zeros, zeta};
use crate::modular::Modulus;
use crate::ring::{Ring, padded};
use crate::simd::{Byte, CHUNK, Coefficient, Simd};
use crate::stage::accumulate::accumulate_words;
use crate::stage::toeplitz::{
    Chain, Layers, OUTER_PRODUCT, Rows, copy, copy_ordered, expand, multiply_all_at_end, order,
};
use crate::stage::toom_cook::store_coefficients;
use crate::stage::widen::widen;

/// The name, in recipes, of the map that writes an operand as a matrix or a vector.
const EXPAND: &str = "expand";

/// The multiplier for the ring `R` by the layers of the chain `C`. Prepared operands are split by
/// the layers of the chain `P`, which may leave the last layers of `C` to each use.
///
/// `N` is the dimension of the chain, `ENDS` the number of coefficients of all vectors at the end
/// of `P`, `SCRATCH` the number of coefficients of working memory, and `ROWS` that of products of
/// rows by a column. [`toeplitz!`](crate::toeplitz!) finds them.
#[derive(Clone, Copy, Debug)]
pub struct Toeplitz<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize>(
    PhantomData<(R, C, P, O)>,
);

/// The name and the source of a multiplier, where they differ from the default ones of its kind.
pub trait Origin: Copy + Debug + Send + Sync + 'static {
    /// The name that replaces `toeplitz-whole`, `toeplitz-tc` or `toeplitz-outer`.
    const NAME: Option<&'static str> = None;
    /// The source of the layers, if it is not the default one.
    const SOURCE: Option<&'static str> = None;
}

impl Origin for () {}

/// The origin of layers that are this project's own, in a kind of multiplier that has a source.
#[derive(Clone, Copy, Debug)]
pub struct ThisProject;

impl Origin for ThisProject {
    const SOURCE: Option<&'static str> = Some("this project");
}

/// The origin of the multipliers of rows by columns.
#[derive(Clone, Copy, Debug)]
pub struct RowsByColumns;

impl Origin for RowsByColumns {
    const NAME: Option<&'static str> = Some("toeplitz-rows");
    const SOURCE: Option<&'static str> = Some("this project");
}

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize>
    Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    /// The bits that the layers lose. A multiplier that loses too many does not compile.
    #[doc(hidden)]
    pub const CHECKED: u32 = {
        let _ = zeta::<R>();
        assert!(
            R::Modulus::Q as u16 & (R::Modulus::Q as u16 - 1) == 0,
            "Toeplitz products need a modulus that is a power of two"
        );
        assert!(N >= padded(R::DEGREE), "the matrix has fewer rows than an operand has coefficients and padding");
        assert!(C::SIZE == N && P::SIZE == N && P::LOST_BITS == C::LOST_BITS, "both chains split the same matrix");
        assert!(ENDS == ends::<P>() && SCRATCH == scratch::<C, P>(), "the memory is that of the chains");
        assert!(ROWS == rows_scratch::<P>(), "the memory is that of the chain");
        lost_bits::<R>(C::LOST_BITS)
    };

    /// The default name and source of multipliers with these layers.
    const KIND: (&'static str, &'static str) = match C::LAYERS.list() {
        [] => ("toeplitz-whole", "[Win80]"),
        _ if C::END == CHUNK => ("toeplitz-tc", "[CCH+23]"),
        _ => ("toeplitz-outer", "this project"),
    };

    /// The maps, with unused entries behind them.
    const MAPS: [Map; Layers::MAX_LENGTH + 2] = {
        let transformation = Transformation::Expand { degree: R::DEGREE, zeta: zeta::<R>(), dimension: N };
        let mut maps = [Map { name: EXPAND, transformation, source: "[Win80]" }; Layers::MAX_LENGTH + 2];
        let (layers, mut part, mut index) = (C::LAYERS, N, 0);
        while index < layers.list().len() {
            let (name, parts, points) = layers.list()[index];
            part /= parts;
            index += 1;
            let transformation = Transformation::ToeplitzLayer { part, parts, points };
            maps[index] = Map { name, transformation, source: "[CCH+23]" };
        }
        let transformation = Transformation::OuterProducts { dimension: C::END, products: C::PRODUCTS };
        maps[index + 1] = Map { name: OUTER_PRODUCT, transformation, source: "[CCH+23]" };
        maps
    };

    /// Returns the number of coefficients of an operand, with the padding. It is a constant to the
    /// compiler, which therefore omits bounds checks in loops over slices of this length.
    #[inline(always)]
    fn padded_length() -> usize {
        R::ZERO.as_ref().len()
    }

    /// Runs `kernel` with working memory for the chain.
    #[inline(always)]
    fn with_scratch<S: Simd>(simd: S, kernel: impl FnOnce(&mut [S::Coefficient])) {
        simd.with_buffer(
            #[inline(always)]
            |scratch: &mut Aligned<[S::Coefficient; SCRATCH]>| kernel(scratch.as_mut()),
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
            |matrix: &mut Aligned<[[S::Coefficient; N]; 2]>| {
                simd.enter(EXPAND);
                expand(simd, &operand[..Self::padded_length()], R::DEGREE, const { zeta::<R>() }, matrix.as_mut());
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| kernel(matrix.as_ref(), scratch),
                );
            },
        );
    }

    /// Splits a vector. Operands of both sizes share this function.
    #[inline(never)]
    fn split<S: Simd>(simd: S, vector: &[S::Coefficient], vectors: &mut Aligned<[S::Coefficient; ENDS]>) {
        simd.vectorize(
            #[inline(always)]
            || {
                // A chain without layers enters no map to copy the vector.
                simd.enter(EXPAND);
                Self::with_scratch(
                    simd,
                    #[inline(always)]
                    |scratch| P::split_vector(simd, &vector[..N], vectors.as_mut(), scratch),
                );
            },
        );
    }

    /// Replaces the vector by its product with the operand, before the fold. Vectors of both sizes
    /// share this function.
    #[inline(never)]
    fn multiply<S: Simd>(simd: S, a: &[S::Coefficient], vector: &mut Aligned<[S::Coefficient; N]>) {
        simd.vectorize(
            #[inline(always)]
            || {
                Self::with_matrix(
                    simd,
                    a,
                    #[inline(always)]
                    |matrix, scratch| C::multiply(simd, matrix, vector.as_mut(), scratch),
                );
            },
        );
    }

    /// Writes the operand as a vector, in the order in which products read it.
    #[inline(always)]
    fn load<S: Simd>(simd: S, operand: &[S::Coefficient], vector: &mut Aligned<[S::Coefficient; N]>) {
        Self::write(simd, operand, vector, copy_ordered);
    }

    /// Writes the operand as a vector, with the coefficients that `copy` writes.
    #[inline(always)]
    fn write<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        vector: &mut Aligned<[S::Coefficient; N]>,
        copy: impl FnOnce(S, &[S::Coefficient], &mut [S::Coefficient]),
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(EXPAND);
                let operand = &operand[..Self::padded_length()];
                copy(simd, operand, vector.as_mut());
                simd.clear(&mut vector.as_mut()[operand.len()..]);
            },
        );
    }

    /// Writes the small operand as a vector.
    #[inline(always)]
    fn write_small<S: Simd>(simd: S, operand: &[Byte<S>], vector: &mut Aligned<[S::Coefficient; N]>) {
        let operand = &operand[..Self::padded_length()];
        widen(simd, operand, vector.as_mut());
        simd.clear(&mut vector.as_mut()[operand.len()..]);
    }
}

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize> Multiplier
    for Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    type Ring = R;
    /// The matrices at the end of the chain; or, in the first half, the products.
    type Transformed<T: Coefficient> = Aligned<[[T; ENDS]; 2]>;
    /// The vectors at the end of the chain.
    type Second<T: Coefficient> = Aligned<[T; ENDS]>;
    type Unfolded<T: Coefficient> = Aligned<[T; N]>;

    const RECIPE: Recipe = Recipe {
        name: match O::NAME {
            Some(name) => name,
            None => Self::KIND.0,
        },
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::WORD,
        source: match O::SOURCE {
            Some(source) => source,
            None => Self::KIND.1,
        },
        chain: const { &Self::MAPS }.split_at(C::LAYERS.list().len() + 2).0,
        safety: Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS },
        comparisons: &[],
    };

    in_buffers!();

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                Self::with_matrix(
                    simd,
                    operand,
                    #[inline(always)]
                    |matrix, scratch| P::split_matrix(simd, matrix, result.as_mut(), scratch),
                );
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |vector| {
                Self::write_small(simd, operand, vector);
                Self::split(simd, vector.as_ref(), result);
            },
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
                    |product: &mut Aligned<[S::Coefficient; N]>| {
                        let (a, b) = (a.as_mut(), b.as_ref());
                        let (count, product) = (P::PRODUCTS, &mut product.as_mut()[..P::END]);
                        Self::with_scratch(
                            simd,
                            #[inline(always)]
                            |scratch| multiply_all_at_end::<S, P>(simd, a, b, count, product, scratch),
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
        let length = P::END * P::PRODUCTS;
        simd.enter(OUTER_PRODUCT);
        accumulate_words(simd.narrow(), &mut sum.0.as_flattened_mut()[..length], &term.0.as_flattened()[..length]);
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
                    |scratch| P::merge(simd, transformed.as_ref(), result.as_mut(), scratch),
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
                store_coefficients(simd, product.as_ref(), [Self::LOST_BITS, Self::SPARE_BITS], result);
                simd.clear(&mut result[R::DEGREE..]);
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
        Self::write_small(simd, b, result);
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(EXPAND);
                order(simd, &mut result.as_mut()[..Self::padded_length()]);
            },
        );
        Self::multiply(simd, a, result);
    }
}

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize> ModuloWord
    for Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    const LOST_BITS: u32 = Self::CHECKED;
}

impl<R, C, P, O, const N: usize, const ENDS: usize, const SCRATCH: usize, const ROWS: usize> BigByBig
    for Toeplitz<R, C, P, O, N, ENDS, SCRATCH, ROWS>
where
    R: Ring,
    C: Chain,
    P: Rows,
    O: Origin,
{
    #[inline(never)]
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>) {
        if N == Self::padded_length() {
            return Self::split(simd, operand, result);
        }
        simd.with_buffer(
            #[inline(always)]
            |vector: &mut Aligned<[S::Coefficient; N]>| {
                Self::write(simd, operand, vector, copy);
                Self::split(simd, vector.as_ref(), result);
            },
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
                    |scratch| P::multiply_split(simd, b.as_ref(), result.as_mut(), scratch),
                );
            },
        );
    }
}

/// Returns the number of coefficients of all vectors at the end of a chain.
#[doc(hidden)]
pub const fn ends<P: Chain>() -> usize {
    P::END * P::PRODUCTS
}

/// Returns the number of coefficients of working memory that is enough for either chain.
#[doc(hidden)]
pub const fn scratch<C: Chain, P: Chain>() -> usize {
    if C::SCRATCH > P::SCRATCH { C::SCRATCH } else { P::SCRATCH }
}

/// Returns the number of coefficients of working memory for products of rows by a column.
#[doc(hidden)]
pub const fn rows_scratch<P: Rows>() -> usize {
    P::ROWS_SCRATCH_AT_END
}

/// Returns the number of chunks of the dimension to which layers of these parts split `dimension`.
///
/// # Panics
///
/// Panics if the parts do not divide `dimension`, or if the quotient is no multiple of a chunk.
#[doc(hidden)]
pub const fn leaf(dimension: usize, parts: &[usize]) -> usize {
    let (mut divisor, mut index) = (CHUNK, 0);
    while index < parts.len() {
        divisor *= parts[index];
        index += 1;
    }
    assert!(
        dimension.is_multiple_of(divisor),
        "the parts of the layers do not divide the dimension to a multiple of 16"
    );
    dimension / divisor
}
