//! Two vectors side by side. An operation on the pair is the operation on both vectors, one after
//! the other.
//!
//! Each operation of a transform waits for the one before it. Backends whose vectors are shorter
//! than a chunk transform two vectors for each chunk. As a pair, their operations alternate, so
//! that each has time to finish while the other one starts.

use core::ops::{Add, Sub};

use super::{I16Vector, Simd};
use crate::modular::{Constant, Modulus};

/// Two vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<V>(pub(crate) V, pub(crate) V);

/// A number of registers that a kernel works on side by side.
pub(crate) trait Registers<S: Simd> {
    /// The vector.
    type Vector: I16Vector<Coefficient = S::Coefficient>;
    /// Returns the number of lanes of a vector.
    fn lanes(simd: S) -> usize;

    /// Returns a vector of zeros.
    fn zero(simd: S) -> Self::Vector;

    /// Loads [`lanes`](Self::lanes) consecutive coefficients.
    fn load(simd: S, source: &[S::Coefficient]) -> Self::Vector;

    /// Stores [`lanes`](Self::lanes) consecutive coefficients.
    fn store(simd: S, vector: Self::Vector, target: &mut [S::Coefficient]);

    /// Stores half of the coefficients at each index.
    fn store_halves(simd: S, vector: Self::Vector, target: &mut [S::Coefficient], low: usize, high: usize);
}

/// One register.
pub(crate) struct Single;

impl<S: Simd> Registers<S> for Single {
    type Vector = S::I16;

    #[inline(always)]
    fn lanes(simd: S) -> usize {
        simd.lanes()
    }

    #[inline(always)]
    fn zero(simd: S) -> S::I16 {
        simd.splat(0)
    }

    #[inline(always)]
    fn load(simd: S, source: &[S::Coefficient]) -> S::I16 {
        simd.load(source)
    }

    #[inline(always)]
    fn store(simd: S, vector: S::I16, target: &mut [S::Coefficient]) {
        simd.store(vector, target);
    }

    #[inline(always)]
    fn store_halves(simd: S, vector: S::I16, target: &mut [S::Coefficient], low: usize, high: usize) {
        simd.store_halves(vector, target, low, high);
    }
}

/// Two registers.
pub(crate) struct Double;

impl<S: Simd> Registers<S> for Double {
    type Vector = Pair<S::I16>;

    #[inline(always)]
    fn lanes(simd: S) -> usize {
        2 * simd.lanes()
    }

    #[inline(always)]
    fn zero(simd: S) -> Pair<S::I16> {
        Pair(simd.splat(0), simd.splat(0))
    }

    #[inline(always)]
    fn load(simd: S, source: &[S::Coefficient]) -> Pair<S::I16> {
        Pair(simd.load(source), simd.load(&source[simd.lanes()..]))
    }

    #[inline(always)]
    fn store(simd: S, vector: Pair<S::I16>, target: &mut [S::Coefficient]) {
        simd.store(vector.0, target);
        simd.store(vector.1, &mut target[simd.lanes()..]);
    }

    #[inline(always)]
    fn store_halves(simd: S, vector: Pair<S::I16>, target: &mut [S::Coefficient], low: usize, high: usize) {
        simd.store(vector.0, &mut target[low..]);
        simd.store(vector.1, &mut target[high..]);
    }
}

impl<V: I16Vector> Add for Pair<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }
}

impl<V: I16Vector> Sub for Pair<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }
}

impl<V: I16Vector> super::sealed::Sealed for Pair<V> {}

impl<V: I16Vector> I16Vector for Pair<V> {
    type Coefficient = V::Coefficient;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        Self(self.0.multiply_low(other.0), self.1.multiply_low(other.1))
    }

    #[inline(always)]
    fn multiply_add_low(self, x: Self, y: Self) -> Self {
        Self(self.0.multiply_add_low(x.0, y.0), self.1.multiply_add_low(x.1, y.1))
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        Self(self.0.shift_left(bits), self.1.shift_left(bits))
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(self.0.shift_right(bits), self.1.shift_right(bits))
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        Self(self.0.multiply_high_rounding(other.0), self.1.multiply_high_rounding(other.1))
    }

    #[inline(always)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        Self(self.0.barrett_multiply(constant), self.1.barrett_multiply(constant))
    }

    #[inline(always)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        Self(self.0.barrett_multiply_halves(low, high), self.1.barrett_multiply_halves(low, high))
    }

    #[inline(always)]
    fn barrett_multiply_add<M: Modulus>(self, factor: Self, constant: Constant<M>) -> Self {
        Self(self.0.barrett_multiply_add(factor.0, constant), self.1.barrett_multiply_add(factor.1, constant))
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        Self(self.0.barrett_reduce::<M>(), self.1.barrett_reduce::<M>())
    }

    #[inline(always)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        Self(self.0.barrett_reduce_coarsely::<M>(), self.1.barrett_reduce_coarsely::<M>())
    }

    #[inline(always)]
    fn centre<M: Modulus>(self) -> Self {
        Self(self.0.centre::<M>(), self.1.centre::<M>())
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let (mut first, mut second) = ([None; N], [None; N]);
        for i in 0..N {
            if let Some(Self(x, y)) = terms[i] {
                (first[i], second[i]) = (Some(x), Some(y));
            }
        }
        Self(V::inner_product(&first, constants), V::inner_product(&second, constants))
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        Self(
            self.0.barrett_multiply_lanes::<M>(values.0, quotients.0),
            self.1.barrett_multiply_lanes::<M>(values.1, quotients.1),
        )
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let (mut first, mut second) = ([None; N], [None; N]);
        for i in 0..N {
            if let Some((x, y)) = pairs[i] {
                (first[i], second[i]) = (Some((x.0, y.0)), Some((x.1, y.1)));
            }
        }
        Self(V::lane_products::<M, N>(first), V::lane_products::<M, N>(second))
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        Self(self.0.half_butterfly(), self.1.half_butterfly())
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        Self(V::select(mask.0, chosen.0, other.0), V::select(mask.1, chosen.1, other.1))
    }
}
