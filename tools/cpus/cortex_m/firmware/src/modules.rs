//! A matrix by a vector over Saber's ring, by each of its multipliers: the products that `[Hwa24a]`
//! compares on a Cortex-M3.
//!
//! The matrix has three rows, as that of Saber has. Its entries and those of the vector are
//! transformed once each. Each row is added up in the transformed domain and transformed back once.

use alloc::boxed::Box;
use core::hint::black_box;

use cortex_m_semihosting::hprintln;
use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::multiplier::{Multiplier, RowsByColumn};
use vectru_polymul::ring::{Polynomial, Ring, Small};
use vectru_polymul::simd::Machine;

use crate::measured::measured;

/// The rank of Saber's module.
const RANK: usize = 3;
/// Half of Saber's modulus.
const HALF: usize = 1 << 12;

/// A matrix and a vector of small polynomials.
struct Operands<R: Ring, const K: usize = RANK, const L: usize = RANK> {
    matrix: [[Polynomial<R>; L]; K],
    vector: [Small<R>; L],
}

impl<R: Ring, const K: usize, const L: usize> Operands<R, K, L> {
    fn new() -> Self {
        let matrix = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                Polynomial::from_fn(|k| ((k + 7 * i + j) * 99_991 % (2 * HALF)) as i16 - HALF as i16)
            })
        });
        Self { matrix, vector: core::array::from_fn(|j| Small::from_fn(|k| ((k + j) % 9) as i8 - 4)) }
    }

    /// Compares a product with the schoolbook products.
    fn check(&self, result: &[Polynomial<R>; K], name: &str) {
        for (row, sum) in self.matrix.iter().zip(result) {
            let terms: [_; L] = core::array::from_fn(|j| row[j].schoolbook(&self.vector[j].to_polynomial()));
            for k in 0..R::DEGREE {
                let expected: i32 = terms.iter().map(|term| i32::from(term[k])).sum();
                assert_eq!((i32::from(sum[k]) - expected) % (2 * HALF as i32), 0, "{name}");
            }
        }
    }
}

/// A matrix by a vector.
struct Product<'a, M: Multiplier>(&'a Operands<M::Ring>, &'a mut [Polynomial<M::Ring>; RANK]);

impl<M: Multiplier> Task for Product<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let Self(operands, result) = self;
        let mut vector = [M::zero_second(simd); RANK];
        for (small, transformed) in operands.vector.iter().zip(&mut vector) {
            M::forward_small(simd, small.padded(), transformed);
        }
        let mut row = [M::zero_transformed(simd); RANK];
        let mut sum = M::zero_transformed(simd);
        let mut unfolded = M::zero_unfolded(simd);
        for (entries, result) in operands.matrix.iter().zip(result) {
            for (entry, transformed) in entries.iter().zip(&mut row) {
                M::forward(simd, entry.padded(), transformed);
            }
            M::sum_of_products(simd, row.each_ref(), vector.each_ref(), &mut sum);
            M::inverse(simd, &mut sum, &mut unfolded);
            M::fold(simd, &mut unfolded, result.padded_mut());
        }
    }
}

/// A matrix by a vector in one call, which transforms the vector once for all rows.
struct ProductOfRows<'a, M: RowsByColumn, const K: usize, const L: usize> {
    operands: &'a Operands<M::Ring, K, L>,
    entries: &'a mut [[M::Second<i16>; L]; K],
    result: &'a mut [Polynomial<M::Ring>; K],
}

impl<M: RowsByColumn, const K: usize, const L: usize> Task for ProductOfRows<'_, M, K, L> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let Self { operands, entries, result } = self;
        for (polynomial, transformed) in operands.matrix.iter().flatten().zip(entries.as_flattened_mut()) {
            M::forward_second(simd, polynomial.padded(), transformed);
        }
        let column = operands.vector.each_ref().map(|small| small.padded());
        let sums = result.each_mut().map(|sum| sum.padded_mut());
        M::rows_by_column::<S, K>(simd, |i, j| &entries[i][j], &column, sums);
    }
}

/// A row of the matrix by the vector, both transformed.
struct Row<'a, M: Multiplier> {
    row: &'a [M::Transformed<i16>; RANK],
    vector: &'a [M::Second<i16>; RANK],
    sum: &'a mut M::Transformed<i16>,
}

impl<M: Multiplier> Task for Row<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::sum_of_products(simd, self.row.each_ref(), self.vector.each_ref(), self.sum);
    }
}

/// Memory for the operands and the sum of a row, zero.
struct Zero<M>(core::marker::PhantomData<M>);

impl<M: Multiplier> Task for Zero<M> {
    type Output = (M::Transformed<i16>, M::Second<i16>);

    fn run<S: Machine<Coefficient = i16>>(self, simd: S) -> Self::Output {
        (M::zero_transformed(simd), M::zero_second(simd))
    }
}

/// Runs both jobs of a multiplier.
fn jobs<M: Multiplier>() {
    let operands = Box::new(Operands::<M::Ring>::new());
    let mut result = Box::new([Polynomial::zero(); RANK]);
    hprintln!("job module {} {} matrix-by-vector", M::RECIPE.ring, M::RECIPE.name);
    measured(&mut || dispatch::run(Product::<M>(black_box(&operands), &mut result)));
    operands.check(&result, M::RECIPE.name);
    row::<M>();
}

/// Runs the jobs of a multiplier of rows by a column: matrices of K rows and L columns.
fn jobs_of_rows<M: RowsByColumn>() {
    job_of_rows::<M, RANK, RANK>("matrix-by-vector");
    job_of_rows::<M, 1, 3>("rows-1x3");
    job_of_rows::<M, 2, 2>("rows-2x2");
    job_of_rows::<M, 4, 3>("rows-4x3");
    job_of_rows::<M, 4, 4>("rows-4x4");
}

/// Runs a job of a multiplier of rows by a column. The memory of the transformed entries is the
/// caller's.
fn job_of_rows<M: RowsByColumn, const K: usize, const L: usize>(job: &str) {
    let operands = Box::new(Operands::<M::Ring, K, L>::new());
    let mut result = Box::new([Polynomial::zero(); K]);
    let (_, second) = dispatch::run(Zero::<M>(core::marker::PhantomData));
    let mut entries = Box::new([[second; L]; K]);
    hprintln!("job module {} {} {}", M::RECIPE.ring, M::RECIPE.name, job);
    measured(&mut || {
        let operands = black_box(&*operands);
        dispatch::run(ProductOfRows::<M, K, L> { operands, entries: &mut entries, result: &mut result });
    });
    operands.check(&result, M::RECIPE.name);
}

/// Runs the job of the products of a row.
fn row<M: Multiplier>() {
    let (sum, second) = dispatch::run(Zero::<M>(core::marker::PhantomData));
    let mut memory = Box::new(([sum; RANK], [second; RANK], sum));
    hprintln!("job module {} {} row", M::RECIPE.ring, M::RECIPE.name);
    measured(&mut || {
        let (row, vector, sum) = &mut *memory;
        dispatch::run(Row::<M> { row, vector, sum });
    });
}

/// The multipliers of both lists.
mod all {
    pub(crate) use vectru_literature::*;
    pub(crate) use vectru_polymul::multiplier::*;
}

/// Runs the jobs of all multipliers of a list for Saber's ring.
macro_rules! saber {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        $($(saber!(@one $kind $ring $multiplier);)+)+
    };
    (@one rows_by_column Saber NussbaumerWordsSaber) => {
        jobs_of_rows::<all::NussbaumerWordsSaber>();
        row::<all::NussbaumerWordsSaber>();
    };
    // Its rows share layers, which the products of a row alone would repeat.
    (@one rows_by_column Saber $multiplier:ident) => { jobs_of_rows::<all::$multiplier>() };
    (@one $kind:ident Saber $multiplier:ident) => { jobs::<all::$multiplier>() };
    (@one $kind:ident $ring:ident $multiplier:ident) => {};
}

/// Runs the jobs of every multiplier.
pub(crate) fn run() {
    vectru_polymul::for_each_multiplier!(saber);
    vectru_literature::for_each_literature_multiplier!(saber);
}
