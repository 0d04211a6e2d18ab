//! Transforms of odd length in place: the dimensions of a Good-Thomas transform, one by one.
//!
//! ```text
//! R[u]/(u^n - 1) -> prod_(j < n) R[u]/(u - w^j),   (x_i) -> (sum_i x_i w^(ij))
//! w of order n;   n = 3, 9 or an odd prime
//! ```
//!
//! Length 3 is [`radix_3`], length 9 is [`radix_9`], and odd primes are [`rader`], whose files have
//! the operations and sources.
//!
//! Bounds: requires Barrett-reduced inputs. Outputs that are stored to memory are Barrett-reduced.

use super::rader::{self, Rader};
use super::radix_3_2::radix_3;
use super::radix_9::{Radix9, radix_9};
use crate::modular::{Constant, Modulus};
use crate::simd::{I16Vector, Simd, unroll};

/// A transform of a fixed length n. The inverse transform, times n, is the transform for the
/// inverse of the root.
pub trait Transform: Copy + Send + Sync + 'static {
    /// The length n.
    const LENGTH: usize;
    /// True if [`on_vectors`](Self::on_vectors) returns Barrett-reduced vectors. Otherwise it
    /// returns sums of a few reduced values, so that the caller can add others before it reduces.
    const REDUCES: bool;

    /// Transforms n vectors, in place.
    fn on_vectors<S: Simd>(&self, simd: S, vectors: &mut [S::I16]);

    /// Transforms n vectors in memory, in place: vector i starts at `data[i * stride]`.
    /// Barrett-reduces the inputs first if `REDUCE` is true.
    fn in_place<S: Simd, const REDUCE: bool>(&self, simd: S, data: &mut [S::Coefficient], stride: usize);
}

/// Implements [`Transform::in_place`] for a transform of length N.
#[inline(always)]
fn strided<S: Simd, M: Modulus, T: Transform, const REDUCE: bool, const N: usize>(
    simd: S,
    transform: &T,
    data: &mut [S::Coefficient],
    stride: usize,
) {
    let mut vectors = [simd.splat(0); N];
    unroll!(S::Shape, i < N, {
        let vector = simd.load(&data[i * stride..]);
        vectors[i] = if const { REDUCE } { vector.barrett_reduce::<M>() } else { vector };
    });
    transform.on_vectors(simd, &mut vectors);
    unroll!(S::Shape, i < N, {
        let output = if const { T::REDUCES } { vectors[i] } else { vectors[i].barrett_reduce::<M>() };
        simd.store(output, &mut data[i * stride..]);
    });
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

impl<M: Modulus> Transform for Radix3<M> {
    const LENGTH: usize = 3;
    const REDUCES: bool = false;

    #[inline(always)]
    fn on_vectors<S: Simd>(&self, _: S, vectors: &mut [S::I16]) {
        let outputs = radix_3([vectors[0], vectors[1], vectors[2]], self.0);
        vectors.copy_from_slice(&outputs);
    }

    #[inline(always)]
    fn in_place<S: Simd, const REDUCE: bool>(&self, simd: S, data: &mut [S::Coefficient], stride: usize) {
        strided::<S, M, _, REDUCE, 3>(simd, self, data, stride);
    }
}

impl<M: Modulus> Transform for Radix9<M> {
    const LENGTH: usize = 9;
    const REDUCES: bool = false;

    #[inline(always)]
    fn on_vectors<S: Simd>(&self, _: S, vectors: &mut [S::I16]) {
        let mut inputs = [vectors[0]; 9];
        inputs.copy_from_slice(vectors);
        vectors.copy_from_slice(&radix_9(inputs, self));
    }

    #[inline(always)]
    fn in_place<S: Simd, const REDUCE: bool>(&self, simd: S, data: &mut [S::Coefficient], stride: usize) {
        strided::<S, M, _, REDUCE, 9>(simd, self, data, stride);
    }
}

impl<M: Modulus, const N: usize, const H: usize> Transform for Rader<M, N, H> {
    const LENGTH: usize = N;
    const REDUCES: bool = true;

    #[inline(always)]
    fn on_vectors<S: Simd>(&self, simd: S, vectors: &mut [S::I16]) {
        let mut inputs = [None; N];
        unroll!(S::Shape, i < N, {
            inputs[i] = Some(vectors[i]);
        });
        vectors.copy_from_slice(&rader::transform(simd, inputs, self));
    }

    #[inline(always)]
    fn in_place<S: Simd, const REDUCE: bool>(&self, simd: S, data: &mut [S::Coefficient], stride: usize) {
        strided::<S, M, _, REDUCE, N>(simd, self, data, stride);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4621, Q5167, Q7177, power, root_of_unity};
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
