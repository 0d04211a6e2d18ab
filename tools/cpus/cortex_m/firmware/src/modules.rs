//! A matrix by a vector over Saber's ring, by each of its multipliers: the products that `[Hwa24a]`
//! compares on a Cortex-M3.
//!
//! The matrix has three rows, as that of Saber has. Its entries and those of the vector are
//! transformed once each. Each row is added up in the transformed domain and transformed back once.

use alloc::boxed::Box;
use core::hint::black_box;

use cortex_m_semihosting::hprintln;
use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::multiplier::Multiplier;
use vectru_polymul::ring::{Polynomial, Ring, Small};
use vectru_polymul::simd::Machine;

use crate::measured::measured;

/// The rank of Saber's module.
const RANK: usize = 3;

/// A matrix and a vector of small polynomials.
struct Operands<R: Ring> {
    matrix: [[Polynomial<R>; RANK]; RANK],
    vector: [Small<R>; RANK],
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
    let half = 1 << 12;
    let matrix = core::array::from_fn(|i| {
        core::array::from_fn(|j| Polynomial::from_fn(|k| ((k + 7 * i + j) * 99_991 % (2 * half)) as i16 - half as i16))
    });
    let vector = core::array::from_fn(|j| Small::from_fn(|k| ((k + j) % 9) as i8 - 4));
    let operands = Box::new(Operands::<M::Ring> { matrix, vector });
    let mut result = Box::new([Polynomial::zero(); RANK]);

    hprintln!("job module {} {} matrix-by-vector", M::RECIPE.ring, M::RECIPE.name);
    measured(&mut || dispatch::run(Product::<M>(black_box(&operands), &mut result)));
    for (row, sum) in operands.matrix.iter().zip(result.iter()) {
        let terms: [_; RANK] = core::array::from_fn(|j| row[j].schoolbook(&operands.vector[j].to_polynomial()));
        for k in 0..M::Ring::DEGREE {
            let expected: i32 = terms.iter().map(|term| i32::from(term[k])).sum();
            assert_eq!((i32::from(sum[k]) - expected) % (2 * half as i32), 0, "{}", M::RECIPE.name);
        }
    }

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
        $($(saber!(@one $ring $multiplier);)+)+
    };
    (@one Saber $multiplier:ident) => { jobs::<all::$multiplier>() };
    (@one $ring:ident $multiplier:ident) => {};
}

/// Runs both jobs of every multiplier.
pub(crate) fn run() {
    vectru_polymul::for_each_multiplier!(saber);
    vectru_literature::for_each_literature_multiplier!(saber);
}
