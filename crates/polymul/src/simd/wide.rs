//! Vectors of signed 32-bit lanes, for products over the integers modulo one prime.
//!
//! A vector has half as many lanes as one of 16 bits. The operations are the few that a transform modulo a prime needs, each
//! with the form that its backend is best at: x86 multiplies 32-bit lanes to 64 bits in the even lanes only
//! (`vpmuldq`), Neon has the rounding doubling high product and multiply-accumulate to 64 bits.
//!
//! [`PortableI32`] is the meaning of every operation; a test compares the backends' vectors with it.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use super::portable::{Portable, PortableI16};
use super::{CHUNK, Shape, Simd, Wide};
use crate::modular::wide::{WideConstant, WideModulus, barrett_multiply, montgomery_reduce};
use crate::modular::{self, Modulus};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2I32;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512I32;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use neon::NeonI32;

/// Rows (z b | b) of an outer product of 32-bit coefficients, and one more that is loaded and not used.
pub const WIDE_ROWS: usize = 2 * CHUNK + 1;

/// A vector of signed 32-bit lanes, made with a token of type `S`. `+` and `-` wrap modulo 2^32.
pub trait I32Vector<S: Simd>: super::sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// Lanes in a vector: half of those of 16 bits.
    const LANES: usize = S::Shape::LANES / 2;

    /// A vector with `value` in every lane.
    fn splat(simd: S, value: i32) -> Self;

    /// Loads the first [`LANES`](Self::LANES) coefficients of `source`.
    ///
    /// # Panics
    ///
    /// If `source` is shorter.
    fn load(simd: S, source: &[Wide<S>]) -> Self;

    /// Loads coefficients of 16 bits, with their signs.
    ///
    /// # Panics
    ///
    /// If `source` is shorter than a vector.
    fn load_narrow(simd: S, source: &[S::Coefficient]) -> Self;

    /// Stores all lanes to the start of `target`.
    ///
    /// # Panics
    ///
    /// If `target` is shorter than a vector.
    fn store(self, target: &mut [Wide<S>]);

    /// The Barrett product: congruent to `self` times `constant`, bounded by
    /// [`barrett_bound`](crate::modular::wide::barrett_bound).
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self;

    /// The Montgomery reductions modulo a 16-bit modulus of the lanes of `low`, then of those of `high`: congruent to them
    /// times 2^-16, bounded by [`montgomery_bound`](crate::modular::montgomery_bound).
    fn narrow<M: Modulus>(low: Self, high: Self) -> S::I16;

    /// The centred residues modulo a power of two of the lanes of `low`, then of those of `high`.
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> S::I16;

    /// The outer product of [`Simd::outer_product`] on 32-bit coefficients: sums of 16 products in 64 bits, then a Montgomery
    /// reduction of each, which leaves the factor 2^-32.
    fn outer_product<P: WideModulus>(
        simd: S,
        a: &[Wide<S>; CHUNK],
        rows: &[Wide<S>; WIDE_ROWS],
        product: &mut [Wide<S>; CHUNK],
    );
}

/// The bits of 32 that a residue modulo a power of two does not need.
const fn unused_bits<M: Modulus>() -> u32 {
    assert!(M::Q % 2 == 0, "the modulus is a power of two");
    32 - M::Q.trailing_zeros()
}

/// A vector of the portable backend: the first half of the lanes that its shape makes.
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
    fn outer_product<M: WideModulus>(
        _: Portable<P>,
        a: &[i32; CHUNK],
        rows: &[i32; WIDE_ROWS],
        product: &mut [i32; CHUNK],
    ) {
        let mut sums = [0i64; CHUNK];
        for j in 0..CHUNK {
            for k in 0..CHUNK {
                sums[k] = sums[k].wrapping_add(a[j] as i64 * rows[CHUNK + k - j] as i64);
            }
        }
        for k in 0..CHUNK {
            product[k] = montgomery_reduce::<M>(sums[k]);
        }
    }
}
