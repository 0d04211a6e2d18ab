//! Nussbaumer's transform on words, for cores without vectors: 32 points over
//! Z_(2^32)\[y\]/(y^16 + 1), and Toeplitz products at the points.
//!
//! The multiplier only adds in its transforms, and multiplies words at the points. It is for rows
//! by a column, as schemes over module lattices need them: the entries of the column are
//! transformed to matrices, once for all rows; the entries of the rows are transformed to vectors,
//! whose products add up at the points.
//!
//! Source: `[HKS25]`.

use core::fmt::Debug;
use core::marker::PhantomData;

use super::module::RowsByColumn;
use super::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use super::{Aligned, BigByBig, ModuloWord, Multiplier, zeta};
use crate::ring::{Polynomial, Ring};
use crate::simd::{Byte, Coefficient, I32Word, Machine, Simd, Wide};
use crate::stage::nussbaumer_words::{
    DEGREE, POINTS, Points, SIZE, forward_end, forward_start, inverse_end, inverse_middle, inverse_start,
    store_centred, store_low,
};
use crate::stage::toeplitz_words::{END, MATRIX, PRODUCTS, VECTOR, put_vector, split_matrix, sums_of_products};
use crate::stage::toom_cook::store_coefficients;

/// The name of the transform.
const NUSSBAUMER: &str = "nussbaumer";
/// The name of the layers at the points.
const KARATSUBA: &str = "karatsuba";
/// The name of the products at the end.
const PRODUCT: &str = "product";

/// The vectors of a row's entry, one for each point.
type Vectors<C> = [[C; VECTOR]; POINTS];
/// The matrices of a column of `L` entries, for each point.
type Matrices<C, const L: usize> = [[[C; MATRIX]; L]; POINTS];

/// `nussbaumer-words` for a ring Z_q\[x\]/(x^256 + 1), q a power of two.
#[derive(Clone, Copy, Debug)]
pub struct NussbaumerWords<R>(PhantomData<R>);

impl<R: Ring> NussbaumerWords<R> {
    const CHECKED: u32 = {
        assert!(R::DEGREE == SIZE && zeta::<R>() == -1, "the ring is not modulo x^256 + 1");
        0
    };

    /// Computes the first three layers of an operand, whose coefficients `load` loads.
    #[inline(never)]
    fn start<S: Simd, C>(simd: S, load: impl Fn(S, &C) -> S::Word, operand: &[C], points: &mut Points<Wide<S>>) {
        let operand: &[C; SIZE] = operand.first_chunk().expect("an operand has 256 coefficients");
        S::Word::in_map(
            simd,
            NUSSBAUMER,
            #[inline(always)]
            || {
                forward_start(
                    simd,
                    #[inline(always)]
                    |k| load(simd, &operand[k]),
                    points,
                );
            },
        );
    }

    /// Computes the last two layers, to vectors.
    #[inline(never)]
    fn end_in_vectors<S: Simd>(simd: S, points: &Points<Wide<S>>, vectors: &mut Vectors<Wide<S>>) {
        S::Word::in_map(
            simd,
            NUSSBAUMER,
            #[inline(always)]
            || {
                forward_end(
                    simd,
                    points,
                    #[inline(always)]
                    |point, j, pair| put_vector::<S>(&mut vectors[point], j, pair),
                );
            },
        );
    }

    /// Computes the last two layers.
    #[inline(never)]
    fn end<S: Simd>(simd: S, points: &Points<Wide<S>>, result: &mut Points<Wide<S>>) {
        S::Word::in_map(
            simd,
            NUSSBAUMER,
            #[inline(always)]
            || {
                forward_end(
                    simd,
                    points,
                    #[inline(always)]
                    |point, j, [low, high]| {
                        low.store(&mut result[point][j]);
                        high.store(&mut result[point][j + 8]);
                    },
                );
            },
        );
    }

    /// Splits the matrices of the points of entry `entry` of a column.
    #[inline(never)]
    fn split<S: Simd, const L: usize>(
        simd: S,
        points: &Points<Wide<S>>,
        matrices: &mut Matrices<Wide<S>, L>,
        entry: usize,
    ) {
        S::Word::in_map(
            simd,
            KARATSUBA,
            #[inline(always)]
            || {
                for (point, matrices) in points.iter().zip(matrices) {
                    split_matrix(simd, point, &mut matrices[entry]);
                }
            },
        );
    }

    /// Transforms an entry of a column, whose first layers `start` computes.
    #[inline(always)]
    fn forward_column<S: Simd, const L: usize>(
        simd: S,
        start: impl FnOnce(&mut Points<Wide<S>>),
        matrices: &mut Matrices<Wide<S>, L>,
        entry: usize,
    ) {
        with_points(
            simd,
            #[inline(always)]
            |[first, second]| {
                start(first);
                Self::end(simd, first, second);
                Self::split(simd, second, matrices, entry);
            },
        );
    }

    /// Transforms an entry of a row, whose first layers `start` computes.
    #[inline(always)]
    fn forward_row<S: Simd>(simd: S, start: impl FnOnce(&mut Points<Wide<S>>), vectors: &mut Vectors<Wide<S>>) {
        simd.with_wide_buffer(
            #[inline(always)]
            |points: &mut Aligned<Points<Wide<S>>>| {
                start(&mut points.0);
                Self::end_in_vectors(simd, &points.0, vectors);
            },
        );
    }

    /// Transforms an entry of a row.
    #[inline(never)]
    fn forward_entry<S: Simd>(simd: S, operand: &[S::Coefficient], vectors: &mut Vectors<Wide<S>>) {
        Self::forward_row(
            simd,
            #[inline(always)]
            |points| Self::start(simd, S::Word::load_narrow, operand, points),
            vectors,
        );
    }

    /// Adds up the products of a row and a column at each point, to the first 16 of `WIDTH` words.
    /// `column(p, j)` is the matrix of entry j at point p.
    #[inline(always)]
    fn products<'a, S: Simd<Coefficient: 'a>, const L: usize, const WIDTH: usize>(
        simd: S,
        row: [&'a Vectors<Wide<S>>; L],
        column: impl Fn(usize, usize) -> &'a [Wide<S>; MATRIX],
        sums: &mut [[Wide<S>; WIDTH]; POINTS],
    ) {
        S::Word::in_map(
            simd,
            PRODUCT,
            #[inline(always)]
            || sums_of_products(simd, row, column, sums),
        );
    }

    /// Adds up the products of a row and a column.
    #[inline(never)]
    fn row_by_column<S: Simd, const L: usize>(
        simd: S,
        row: [&Vectors<Wide<S>>; L],
        column: &Matrices<Wide<S>, L>,
        sums: &mut Points<Wide<S>>,
    ) {
        if S::Word::sums_of_products(row, column, sums) {
            return;
        }
        Self::products(
            simd,
            row,
            #[inline(always)]
            |point, entry| &column[point][entry],
            sums,
        );
    }

    /// Inverts the last two layers.
    #[inline(never)]
    fn inverse_last<S: Simd, const WIDTH: usize>(
        simd: S,
        sums: &[[Wide<S>; WIDTH]; POINTS],
        points: &mut Points<Wide<S>>,
    ) {
        S::Word::in_map(
            simd,
            NUSSBAUMER,
            #[inline(always)]
            || inverse_start(simd, sums, points),
        );
    }

    /// Inverts the second and the third layer.
    #[inline(never)]
    fn inverse_middle<S: Simd>(simd: S, points: &Points<Wide<S>>, other: &mut Points<Wide<S>>) {
        S::Word::in_map(
            simd,
            NUSSBAUMER,
            #[inline(always)]
            || inverse_middle(simd, points, other),
        );
    }

    /// Inverts all layers, and writes coefficients by `put`.
    #[inline(always)]
    fn inverse_to<S: Simd, const WIDTH: usize>(
        simd: S,
        sums: &[[Wide<S>; WIDTH]; POINTS],
        result: &mut [S::Coefficient],
        put: impl Fn(S::Word, &mut S::Coefficient),
    ) {
        with_points(
            simd,
            #[inline(always)]
            |[first, second]| {
                Self::inverse_last(simd, sums, first);
                Self::inverse_middle(simd, first, second);
                S::Word::in_map(
                    simd,
                    NUSSBAUMER,
                    #[inline(always)]
                    || {
                        let result = &mut result[..SIZE];
                        inverse_end(
                            simd,
                            second,
                            #[inline(always)]
                            |k, word| put(word, &mut result[k]),
                        );
                    },
                );
            },
        );
    }

    /// Computes the inverse of a row, centred.
    #[inline(never)]
    fn inverse_centred<S: Simd>(simd: S, sums: &Points<Wide<S>>, result: &mut [S::Coefficient]) {
        Self::inverse_to(simd, sums, result, store_centred::<S, R::Modulus>);
    }

    /// Transforms a column of `L` entries, and runs `kernel` with its matrices and with memory for
    /// the products of a row.
    #[inline(always)]
    fn with_column<S: Simd, const L: usize>(
        simd: S,
        column: &[&[Byte<S>]],
        kernel: impl FnOnce(&Matrices<Wide<S>, L>, &mut Points<Wide<S>>),
    ) {
        simd.with_wide_buffer(
            #[inline(always)]
            |matrices: &mut Aligned<Matrices<Wide<S>, L>>| {
                for (entry, operand) in column[..L].iter().enumerate() {
                    Self::forward_column(
                        simd,
                        #[inline(always)]
                        |points| Self::start(simd, S::Word::load_byte, operand, points),
                        &mut matrices.0,
                        entry,
                    );
                }
                simd.with_wide_buffer(
                    #[inline(always)]
                    |products: &mut Aligned<Points<Wide<S>>>| kernel(&matrices.0, &mut products.0),
                );
            },
        );
    }

    /// Computes rows by a column of `L` entries.
    #[inline(never)]
    fn rows<'a, S: Simd<Coefficient: 'a>, const K: usize, const L: usize>(
        simd: S,
        row: impl Fn(usize, usize) -> &'a Aligned<Vectors<Wide<S>>>,
        column: &[&[Byte<S>]],
        sums: [&mut [S::Coefficient]; K],
    ) {
        Self::with_column::<S, L>(
            simd,
            column,
            #[inline(always)]
            |matrices, products| {
                for (i, sum) in sums.into_iter().enumerate() {
                    let mut entries = [&row(i, 0).0; L];
                    for (j, entry) in entries.iter_mut().enumerate() {
                        *entry = &row(i, j).0;
                    }
                    Self::row_by_column(simd, entries, matrices, products);
                    Self::inverse_centred(simd, products, sum);
                }
            },
        );
    }
}

/// Runs `kernel` with memory for two sets of points.
#[inline(always)]
fn with_points<S: Simd>(simd: S, kernel: impl FnOnce([&mut Points<Wide<S>>; 2])) {
    simd.with_wide_buffer(
        #[inline(always)]
        |first: &mut Aligned<Points<Wide<S>>>| {
            simd.with_wide_buffer(
                #[inline(always)]
                |second: &mut Aligned<Points<Wide<S>>>| kernel([&mut first.0, &mut second.0]),
            );
        },
    );
}

/// Returns the matrices of one entry as those of a column.
#[inline(always)]
fn column_of_one<C>(matrices: &mut [[C; MATRIX]; POINTS]) -> &mut Matrices<C, 1> {
    matrices.as_chunks_mut().0.first_chunk_mut().expect("there are as many points")
}

impl<R: Ring> Multiplier for NussbaumerWords<R> {
    type Ring = R;
    /// The matrices of the points; or, in the first 16 words of each, the products.
    type Transformed<C: Coefficient> = Aligned<[[C::Wide; MATRIX]; POINTS]>;
    /// The vectors of the points.
    type Second<C: Coefficient> = Aligned<Vectors<C::Wide>>;
    type Unfolded<C: Coefficient> = Aligned<[C; SIZE]>;

    const RECIPE: Recipe = Recipe {
        name: "nussbaumer-words",
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(1 << 32),
        source: "[HKS25]",
        chain: &[
            Map {
                name: NUSSBAUMER,
                transformation: Transformation::Nussbaumer { degree: DEGREE, points: POINTS, rings: 1 },
                source: "[Nus80]",
            },
            Map {
                name: "expand",
                transformation: Transformation::Expand { degree: DEGREE, zeta: -1, dimension: DEGREE },
                source: "[Win80]",
            },
            Map {
                name: KARATSUBA,
                transformation: Transformation::ToeplitzLayer { part: DEGREE / 2, parts: 2, points: 3 },
                source: "[CCH+23]",
            },
            Map {
                name: KARATSUBA,
                transformation: Transformation::ToeplitzLayer { part: END, parts: 2, points: 3 },
                source: "[CCH+23]",
            },
            Map {
                name: PRODUCT,
                transformation: Transformation::OuterProducts { dimension: END, products: PRODUCTS * POINTS },
                source: "this project",
            },
        ],
        safety: Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS },
        comparisons: &[],
    };

    const COEFFICIENT_BITS: usize = 32;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[<S::Coefficient as Coefficient>::WIDE_ZERO; MATRIX]; POINTS]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(_: S) -> Self::Second<S::Coefficient> {
        const { Aligned([[<S::Coefficient as Coefficient>::WIDE_ZERO; VECTOR]; POINTS]) }
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; SIZE]) }
    }

    #[inline(always)]
    fn with_operands<S: Simd>(
        simd: S,
        kernel: impl FnOnce(&mut Self::Transformed<S::Coefficient>, &mut Self::Second<S::Coefficient>),
    ) {
        simd.with_wide_buffer(
            #[inline(always)]
            |product| {
                simd.with_wide_buffer(
                    #[inline(always)]
                    |second| kernel(product, second),
                );
            },
        );
    }

    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        simd.with_buffer(kernel);
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        Self::forward_column(
            simd,
            #[inline(always)]
            |points| Self::start(simd, S::Word::load_narrow, operand, points),
            column_of_one(&mut result.0),
            0,
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        Self::forward_row(
            simd,
            #[inline(always)]
            |points| Self::start(simd, S::Word::load_byte, operand, points),
            &mut result.0,
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
        Self::products(
            simd,
            b.map(|vectors| &vectors.0),
            #[inline(always)]
            |point, entry| &a[entry].0[point],
            &mut result.0,
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        S::Word::enter(simd, PRODUCT);
        for (sum, term) in sum.0.iter_mut().zip(&term.0) {
            for (sum, term) in sum[..DEGREE].iter_mut().zip(term) {
                (S::Word::load(simd, sum) + S::Word::load(simd, term)).store(sum);
            }
        }
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::inverse_to(simd, &transformed.0, &mut result.0, store_low::<S>);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                store_coefficients(simd, &product.0, [Self::LOST_BITS, Self::SPARE_BITS], &mut result[..SIZE]);
            },
        );
    }
}

impl<R: Ring> BigByBig for NussbaumerWords<R> {
    #[inline(always)]
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>) {
        Self::forward_entry(simd, operand, &mut result.0);
    }
}

/// The words have 32 bits, of which the transform loses five, and the unfolded product has the
/// other bits modulo 2^16.
impl<R: Ring> ModuloWord for NussbaumerWords<R> {
    const LOST_BITS: u32 = Self::CHECKED;
}

impl<R: Ring> RowsByColumn for NussbaumerWords<R> {
    #[inline(always)]
    fn rows_by_column<'a, S: Simd<Coefficient: 'a>, const K: usize>(
        simd: S,
        row: impl Fn(usize, usize) -> &'a Self::Second<S::Coefficient>,
        column: &[&[Byte<S>]],
        sums: [&mut [S::Coefficient]; K],
    ) {
        match column.len() {
            1 => Self::rows::<S, K, 1>(simd, row, column, sums),
            2 => Self::rows::<S, K, 2>(simd, row, column, sums),
            3 => Self::rows::<S, K, 3>(simd, row, column, sums),
            _ => Self::rows::<S, K, 4>(simd, row, column, sums),
        }
    }

    /// Transforms the column once for all rows.
    #[inline(always)]
    fn row_by_row<S: Machine, const L: usize>(
        simd: S,
        height: usize,
        mut write: impl FnMut(usize, usize, &mut Polynomial<R>),
        column: [&[Byte<S>]; L],
        mut finish: impl FnMut(usize, &mut Polynomial<R>),
    ) {
        Self::with_column::<S, L>(
            simd,
            &column,
            #[inline(always)]
            |matrices, products| {
                simd.with_wide_buffer(
                    #[inline(always)]
                    |row: &mut Aligned<[Vectors<i32>; L]>| {
                        let mut polynomial = Polynomial::zero();
                        for i in 0..height {
                            for (j, vectors) in row.0.iter_mut().enumerate() {
                                write(i, j, &mut polynomial);
                                Self::forward_entry(simd, polynomial.padded(), vectors);
                            }
                            Self::row_by_column(simd, row.0.each_ref(), matrices, products);
                            Self::inverse_centred(simd, products, polynomial.padded_mut());
                            finish(i, &mut polynomial);
                        }
                    },
                );
            },
        );
    }
}
