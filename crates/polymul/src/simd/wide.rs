//! Vectors of signed 32-bit lanes, for products over the integers modulo one prime.
//!
//! A vector has half as many lanes as a vector of 16-bit lanes. The operations are the ones that a
//! transform modulo a prime below 2^26 needs, in the best form of each backend: x86 multiplies
//! 32-bit lanes to 64 bits only in the even lanes (`pmuldq`), and Neon has the rounding doubling
//! high product (`sqrdmulh`) and multiply-accumulate to 64 bits (`smlal`).
//!
//! [`PortableI32`] defines every operation, and a test compares the vectors of the backends with
//! it.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use super::portable::{Portable, PortableI16};
pub(super) use super::word::unused_bits;
use super::{IntegerProduct, Shape, Simd, Wide};
use crate::modular::wide::{WideConstant, WideModulus, barrett_multiply, montgomery_reduce};
use crate::modular::{self, Modulus};

#[cfg(test)]
mod tests;

/// The coefficients that each lane has in transposed loads and in
/// [`lane_products`](I32Vector::lane_products).
pub const COLUMNS: usize = 4;

/// The rows of an outer product of four coefficients, r_0 to r_6.
pub const LANE_ROWS: usize = 2 * COLUMNS - 1;

/// A vector of signed 32-bit lanes, made by a token of type `S` (see the glossary in
/// docs/contributing/glossary.md). `+` and `-` wrap modulo 2^32.
///
/// In the formulas below x_l is lane l of `self`, and n is the number of lanes
/// ([`Simd::wide_lanes`]), half the number of 16-bit lanes.
pub trait I32Vector<S: Simd>: super::sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// Returns a vector with `value` in every lane.
    fn splat(simd: S, value: i32) -> Self;

    /// Loads n consecutive 32-bit coefficients: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than n coefficients.
    fn load(simd: S, source: &[Wide<S>]) -> Self;

    /// Loads n consecutive 16-bit coefficients and extends their signs: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than n coefficients.
    fn load_narrow(simd: S, source: &[S::Coefficient]) -> Self;

    /// Stores n consecutive 32-bit coefficients: lane l goes to `target[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than n coefficients.
    fn store(self, target: &mut [Wide<S>]);

    /// Loads n consecutive numbers of a table: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than n numbers.
    fn load_table(simd: S, source: &[i32]) -> Self;

    /// Loads four consecutive coefficients per lane, transposed: lane l of vector k is
    /// `source[stride * l + k]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than stride (n - 1) + 4 coefficients.
    fn load_columns(simd: S, source: &[Wide<S>], stride: usize) -> [Self; COLUMNS];

    /// Stores four consecutive coefficients per lane, transposed: lane l of vector k goes to
    /// `target[stride * l + k]`. This is the inverse of [`load_columns`](Self::load_columns).
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than stride (n - 1) + 4 coefficients.
    fn store_columns(columns: [Self; COLUMNS], target: &mut [Wide<S>], stride: usize);

    /// Returns the Barrett product by the constant c, a representative of x_l c modulo p:
    ///
    /// ```text
    /// r_l = x_l c - p floor((x_l c' + 2^30) / 2^31),   c' = round(2^31 c / p)
    /// ```
    ///
    /// Any x_l is allowed; returns |r_l| <= [`barrett_bound`](crate::modular::wide::barrett_bound)
    /// of |x_l| and c.
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self;

    /// Returns the Barrett products by one constant for each lane: lane l of `values` is a constant,
    /// and lane l of `quotients` is its Barrett quotient.
    ///
    /// Requires quotients greater than -2^31, as those of constants are; returns lanes within the bounds of [`barrett_multiply`](Self::barrett_multiply).
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self;

    /// Returns the [Montgomery reductions](crate::modular::montgomery_reduce) modulo a 16-bit
    /// modulus q, representatives of 2^-16 x modulo q: of the lanes x of `low` in lanes 0 to n - 1,
    /// and of the lanes x of `high` in lanes n to 2 n - 1.
    ///
    /// Requires `montgomery_bound(|x|)` < 2^15; returns |r| <= `montgomery_bound(|x|)`.
    fn narrow<M: Modulus>(low: Self, high: Self) -> S::I16;

    /// Returns the centred representatives modulo a power of two q, in [-q/2, q/2): of the lanes of
    /// `low` in lanes 0 to n - 1, and of the lanes of `high` in lanes n to 2 n - 1.
    ///
    /// Does not compile for an odd q.
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> S::I16;

    /// Computes 2^-32 times a sum of L outer products of four coefficients in each lane, modulo p:
    /// vector k of the result is the [Montgomery reduction](montgomery_reduce) of the 64-bit sum
    ///
    /// ```text
    /// s_k = sum_(i < L) sum_(j < 4) a[i][j] rows[i][3 + k - j],   0 <= k < 4.
    /// ```
    ///
    /// Requires `montgomery_bound(|s_k|)` < 2^31; returns lanes of magnitude at most
    /// [`montgomery_bound`](crate::modular::wide::montgomery_bound) of |s_k|.
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS];

    /// Returns the vector unchanged. Its lanes are residues modulo p that equal the integers that
    /// `integers` names. The lanes of the proof demand that they are residues of these integers,
    /// and that no other integers have the same residues. On other lanes the call has no effect.
    #[inline(always)]
    fn lift<P: WideModulus>(self, integers: IntegerProduct) -> Self {
        let _ = integers;
        self
    }
}

/// A vector of the portable backend: the first half of an array of [`Shape::LANES`] lanes; the
/// other half is 0.
#[derive(Clone, Copy, Debug)]
pub struct PortableI32<P: Shape>(P::Lanes<i32>, PhantomData<P>);

impl<P: Shape> PortableI32<P> {
    #[inline(always)]
    fn from_lanes(mut lane: impl FnMut(usize) -> i32) -> Self {
        Self(P::lanes(|l| if l < P::LANES / 2 { lane(l) } else { 0 }), PhantomData)
    }

    #[inline(always)]
    fn lane(&self, index: usize) -> i32 {
        self.0.as_ref()[index]
    }
}

impl<P: Shape> Add for PortableI32<P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_lanes(|l| self.lane(l).wrapping_add(other.lane(l)))
    }
}

impl<P: Shape> Sub for PortableI32<P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_lanes(|l| self.lane(l).wrapping_sub(other.lane(l)))
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for PortableI32<P> {}

impl<P: Shape> I32Vector<Portable<P>> for PortableI32<P> {
    #[inline(always)]
    fn splat(_: Portable<P>, value: i32) -> Self {
        Self::from_lanes(|_| value)
    }

    #[inline(always)]
    fn load(_: Portable<P>, source: &[i32]) -> Self {
        let source = &source[..P::LANES / 2];
        Self::from_lanes(|l| source[l])
    }

    #[inline(always)]
    fn load_narrow(_: Portable<P>, source: &[i16]) -> Self {
        let source = &source[..P::LANES / 2];
        Self::from_lanes(|l| source[l].into())
    }

    #[inline(always)]
    fn store(self, target: &mut [i32]) {
        target[..P::LANES / 2].copy_from_slice(&self.0.as_ref()[..P::LANES / 2]);
    }

    #[inline(always)]
    fn barrett_multiply<M: WideModulus>(self, constant: WideConstant<M>) -> Self {
        Self::from_lanes(|l| barrett_multiply(self.lane(l), constant))
    }

    #[inline(always)]
    fn load_table(simd: Portable<P>, source: &[i32]) -> Self {
        Self::load(simd, source)
    }

    #[inline(always)]
    fn load_columns(_: Portable<P>, source: &[i32], stride: usize) -> [Self; COLUMNS] {
        let source = &source[..stride * (P::LANES / 2 - 1) + COLUMNS];
        core::array::from_fn(|k| Self::from_lanes(|l| source[stride * l + k]))
    }

    #[inline(always)]
    fn store_columns(columns: [Self; COLUMNS], target: &mut [i32], stride: usize) {
        for (k, column) in columns.iter().enumerate() {
            for l in 0..P::LANES / 2 {
                target[stride * l + k] = column.lane(l);
            }
        }
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: WideModulus>(self, values: Self, quotients: Self) -> Self {
        Self::from_lanes(|l| {
            barrett_multiply::<M>(self.lane(l), WideConstant::from_parts(values.lane(l), quotients.lane(l)))
        })
    }

    #[inline(always)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> PortableI16<P> {
        let half = P::LANES / 2;
        PortableI16(P::lanes(|l| {
            modular::montgomery_reduce::<M>(if l < half { low.lane(l) } else { high.lane(l - half) })
        }))
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> PortableI16<P> {
        let (half, unused) = (P::LANES / 2, unused_bits::<M>());
        let centred = |lane: i32| (lane << unused >> unused) as i16;
        PortableI16(P::lanes(|l| centred(if l < half { low.lane(l) } else { high.lane(l - half) })))
    }

    #[inline(always)]
    fn lane_products<M: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        core::array::from_fn(|k| {
            Self::from_lanes(|l| {
                let mut sum = 0i64;
                for i in 0..L {
                    for j in 0..COLUMNS {
                        let product = a[i][j].lane(l) as i64 * rows[i][COLUMNS - 1 + k - j].lane(l) as i64;
                        sum = sum.wrapping_add(product);
                    }
                }
                montgomery_reduce::<M>(sum)
            })
        })
    }
}
