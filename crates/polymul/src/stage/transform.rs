//! Transforms of odd length: the dimensions of a Good-Thomas transform, one by one.
//!
//! ```text
//! R[u]/(u^n - 1) -> prod_(j < n) R[u]/(u - w^j),   (x_i) -> (sum_i x_i w^(ij))
//! w of order n;   n = 1, 3, 5, 9, 27 or an odd prime
//! ```
//!
//! Lengths 3, 5, 9 and 27 are [`radix_3`], [`radix_5`], [`radix_9`] and [`radix_27`], and odd
//! primes are [`rader`], whose files have the operations and sources. Length 1 is the identity.
//!
//! Bounds: see [`growth`](super::growth) for the inputs and outputs of each length.

use super::rader::{self, Rader};
use super::radix_3::radix_3;
use super::radix_5::{Radix5, radix_5, radix_5_rows};
use super::radix_9::{Radix9, radix_9, radix_9_rows};
use super::radix_27::{Radix27, radix_27};
use core::marker::PhantomData;

use crate::modular::{Constant, Modulus};
use crate::simd::{I16Vector, Loops, Simd, unroll};

/// A transform of a fixed length n. The transform for the inverse root is n times the inverse
/// transform.
pub trait Transform: Copy + Send + Sync + 'static {
    /// The modulus of the coefficients.
    type Modulus: Modulus;
    /// The length n.
    const LENGTH: usize;
    /// True if every output is Barrett-reduced. Otherwise outputs are sums of a few reduced values,
    /// so that the caller can add further values before it reduces.
    const REDUCES: bool;

    /// Transforms n vectors of any kind, in place, with the loops of the shape `P`.
    fn on_lanes<P: Loops, V: I16Vector>(&self, zero: V, vectors: &mut [V]);

    /// Computes `C` transforms at a time. `input` returns vector i of all of them, and `output`
    /// receives vector j of transform c, one transform after the other. Both get `data`. All inputs
    /// are read before the first output.
    fn columns<P: Loops, V: I16Vector, D: ?Sized, const C: usize>(
        &self,
        zero: V,
        data: &mut D,
        input: impl Fn(&D, usize) -> [V; C],
        output: impl Fn(&mut D, usize, usize, V),
    );

    /// Computes `C` transforms at a time, as [`columns`](Self::columns) does, but `output` receives
    /// vector j of all transforms.
    fn rows<P: Loops, V: I16Vector, D: ?Sized, const C: usize>(
        &self,
        zero: V,
        data: &mut D,
        input: impl Fn(&D, usize) -> [V; C],
        output: impl Fn(&mut D, usize, [V; C]),
    );

    /// Transforms the columns of n rows of `stride` coefficients, in place, if the backend has a
    /// form of its own for them, and returns true if it has. The outputs are reduced if `reduce` is
    /// true.
    #[inline(always)]
    fn in_rows<S: Simd>(&self, simd: S, reduce: bool, rows: &mut [S::Coefficient], stride: usize) -> bool {
        let _ = (simd, reduce, rows, stride);
        false
    }

    /// Transforms n vectors, in place.
    #[inline(always)]
    fn on_vectors<S: Simd>(&self, simd: S, vectors: &mut [S::I16]) {
        self.on_lanes::<S::Shape, _>(simd.splat(0), vectors);
    }

    /// Transforms n vectors in memory, in place: vector i starts at `data[i * stride]`.
    /// Barrett-reduces the inputs first if `REDUCE` is true, and reduces the outputs.
    #[inline(always)]
    fn in_place<S: Simd, const REDUCE: bool>(&self, simd: S, data: &mut [S::Coefficient], stride: usize) {
        self.columns::<S::Shape, S::I16, _, 1>(
            simd.splat(0),
            data,
            #[inline(always)]
            |data, i| {
                let vector = simd.load(&data[i * stride..]);
                [if const { REDUCE } { vector.barrett_reduce::<Self::Modulus>() } else { vector }]
            },
            #[inline(always)]
            |data, j, _, vector| {
                let output = if const { Self::REDUCES } { vector } else { vector.barrett_reduce::<Self::Modulus>() };
                simd.store(output, &mut data[j * stride..]);
            },
        );
    }
}

/// Loads the vectors of `$count` transforms.
macro_rules! gather {
    ($shape:ty, $length:tt, $count:ident, $vectors:ident, $data:ident, $input:ident) => {
        unroll!($shape, i < $length, {
            let column = $input($data, i);
            for c in 0..$count {
                $vectors[c][i] = column[c];
            }
        });
    };
}

/// Implements [`Transform`] for a type with its length, by an expression that transforms an array
/// of this length.
macro_rules! transforms {
    ($([$($parameter:tt)*] $type:ty, $length:tt, $reduces:literal: |$table:ident, $shape:ident, $zero:ident, $inputs:ident| $outputs:expr
        $(, in rows by $in_rows:ident)?;)*) => {$(
        impl<M: Modulus $($parameter)*> Transform for $type {
            type Modulus = M;
            const LENGTH: usize = $length;
            const REDUCES: bool = $reduces;

            $(
                #[inline(always)]
                fn in_rows<S: Simd>(&self, simd: S, reduce: bool, rows: &mut [S::Coefficient], stride: usize) -> bool {
                    $in_rows(simd, self, reduce, rows, stride)
                }
            )?

            #[inline(always)]
            fn on_lanes<$shape: Loops, V: I16Vector>(&self, $zero: V, vectors: &mut [V]) {
                let $table = self;
                let mut array = [$zero; $length];
                array.copy_from_slice(vectors);
                let $inputs = &array;
                let outputs: [V; $length] = $outputs;
                vectors.copy_from_slice(&outputs);
            }

            #[inline(always)]
            fn columns<$shape: Loops, V: I16Vector, D: ?Sized, const C: usize>(
                &self,
                $zero: V,
                data: &mut D,
                input: impl Fn(&D, usize) -> [V; C],
                output: impl Fn(&mut D, usize, usize, V),
            ) {
                let $table = self;
                let mut vectors = [[$zero; $length]; C];
                gather!($shape, $length, C, vectors, data, input);
                for c in 0..C {
                    let $inputs = &vectors[c];
                    let outputs: [V; $length] = $outputs;
                    unroll!($shape, j < $length, { output(data, j, c, outputs[j]); });
                }
            }

            #[inline(always)]
            fn rows<$shape: Loops, V: I16Vector, D: ?Sized, const C: usize>(
                &self,
                $zero: V,
                data: &mut D,
                input: impl Fn(&D, usize) -> [V; C],
                output: impl Fn(&mut D, usize, [V; C]),
            ) {
                let $table = self;
                let mut vectors = [[$zero; $length]; C];
                gather!($shape, $length, C, vectors, data, input);
                for c in 0..C {
                    let $inputs = &vectors[c];
                    vectors[c] = $outputs;
                }
                unroll!($shape, j < $length, {
                    let mut row = [$zero; C];
                    for c in 0..C {
                        row[c] = vectors[c][j];
                    }
                    output(data, j, row);
                });
            }
        }
    )*};
}

transforms! {
    [] Identity<M>, 1, false: |_table, P, zero, inputs| *inputs;
    [] Radix3<M>, 3, false: |table, P, zero, inputs| radix_3(*inputs, table.0);
    [] Radix5<M>, 5, false: |table, P, zero, inputs| radix_5(*inputs, table), in rows by radix_5_rows;
    [] Radix9<M>, 9, false: |table, P, zero, inputs| radix_9(*inputs, table), in rows by radix_9_rows;
    [] Radix27<M>, 27, false: |table, P, zero, inputs| radix_27(*inputs, table);
    [, const N: usize, const H: usize] Rader<M, N, H>, N, true: |table, P, zero, inputs| {
        let mut present = [None; N];
        unroll!(P, i < N, { present[i] = Some(inputs[i]); });
        rader::transform_vectors::<P, V, M, N, H>(zero, present, table)
    };
}

/// The transform of length 1, which stands for an absent dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<M>(PhantomData<M>);

impl<M: Modulus> Identity<M> {
    /// Returns the transform for the root of unity 1.
    pub const fn new(_: i64) -> Self {
        Self(PhantomData)
    }
}

/// The transform of length 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix3<M>(Constant<M>);

impl<M: Modulus> Radix3<M> {
    /// Returns the transform for the cube root of unity `root`.
    pub const fn new(root: i64) -> Self {
        Self(Constant::new(root))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, Q4621, Q5167, Q7177, power, root_of_unity};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape, Shape};

    fn check_basis<T: Transform, M: Modulus, P: Shape>(transform: T, root: i64) {
        let (simd, q) = (Portable::<P>::new(), M::Q as i64);
        for i in 0..T::LENGTH {
            let mut data = std::vec![0; T::LENGTH * P::LANES];
            data[i * P::LANES..][..P::LANES].fill(1);
            transform.in_place::<_, false>(simd, &mut data, P::LANES);
            for (j, output) in data.chunks(P::LANES).enumerate() {
                let expected = power(root, (i * j) as u64, q);
                assert!(output.iter().all(|&y| (y as i64 - expected).rem_euclid(q) == 0), "{} {i} {j}", T::LENGTH);
            }
        }
    }

    fn check<P: Shape>() {
        const CUBE: i64 = root_of_unity(3, 4621);
        check_basis::<_, Q4621, P>(Radix3::<Q4621>::new(CUBE), CUBE);
        const NINTH: i64 = root_of_unity(9, 5167);
        check_basis::<_, Q5167, P>(Radix9::<Q5167>::new(NINTH), NINTH);
        const FIFTH: i64 = root_of_unity(5, 4591);
        check_basis::<_, Q4591, P>(Radix5::<Q4591>::new(FIFTH), FIFTH);
        const TWENTY_SEVENTH: i64 = root_of_unity(27, 4591);
        check_basis::<_, Q4591, P>(Radix27::<Q4591>::new(TWENTY_SEVENTH), TWENTY_SEVENTH);
        check_basis::<_, Q4591, P>(Identity::<Q4591>::new(1), 1);
        const SEVENTH: i64 = root_of_unity(7, 5167);
        check_basis::<_, Q5167, P>(Rader::<Q5167, 7, 3>::new(SEVENTH), SEVENTH);
        const THIRTEENTH: i64 = root_of_unity(13, 7177);
        check_basis::<_, Q7177, P>(Rader::<Q7177, 13, 6>::new(THIRTEENTH), THIRTEENTH);
    }

    #[test]
    fn transforms_are_the_definition_on_every_basis_vector() {
        check::<Avx2Shape>();
        check::<NeonShape>();
    }
}
