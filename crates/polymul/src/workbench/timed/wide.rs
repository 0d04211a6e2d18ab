//! Vectors of 32-bit lanes of the timed token.

use core::ops::{Add, Sub};

use super::Timed;
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::sealed::Sealed;
use crate::simd::wide::{COLUMNS, LANE_ROWS};
use crate::simd::{I32Vector, Simd, Wide};

super::vectors! {
    /// A vector of 32-bit lanes.
    TimedI32: I32;
}

impl<'a, S: Simd<Coefficient = i16>> I32Vector<Timed<'a, S>> for TimedI32<S> {
    #[inline(always)]
    fn splat(simd: Timed<'a, S>, value: i32) -> Self {
        Self(S::I32::splat(simd.simd, value))
    }

    #[inline(always)]
    fn load(simd: Timed<'a, S>, source: &[Wide<S>]) -> Self {
        Self(S::I32::load(simd.simd, source))
    }

    #[inline(always)]
    fn load_narrow(simd: Timed<'a, S>, source: &[S::Coefficient]) -> Self {
        Self(S::I32::load_narrow(simd.simd, source))
    }

    #[inline(always)]
    fn store(self, target: &mut [Wide<S>]) {
        self.0.store(target);
    }

    #[inline(always)]
    fn barrett_multiply<P: WideModulus>(self, constant: WideConstant<P>) -> Self {
        Self(self.0.barrett_multiply(constant))
    }

    #[inline(always)]
    fn load_table(simd: Timed<'a, S>, source: &[i32]) -> Self {
        Self(S::I32::load_table(simd.simd, source))
    }

    #[inline(always)]
    fn load_columns(simd: Timed<'a, S>, source: &[Wide<S>], stride: usize) -> [Self; COLUMNS] {
        S::I32::load_columns(simd.simd, source, stride).map(Self)
    }

    #[inline(always)]
    fn store_columns(columns: [Self; COLUMNS], target: &mut [Wide<S>], stride: usize) {
        S::I32::store_columns(columns.map(|column| column.0), target, stride);
    }

    #[inline(always)]
    fn barrett_multiply_lanes<P: WideModulus>(self, values: Self, quotients: Self) -> Self {
        Self(self.0.barrett_multiply_lanes::<P>(values.0, quotients.0))
    }

    #[inline(always)]
    fn lane_products<P: WideModulus, const L: usize>(
        a: [[Self; COLUMNS]; L],
        rows: [[Self; LANE_ROWS]; L],
    ) -> [Self; COLUMNS] {
        S::I32::lane_products::<P, L>(a.map(|a| a.map(|x| x.0)), rows.map(|rows| rows.map(|row| row.0))).map(Self)
    }

    #[inline(always)]
    fn narrow<M: Modulus>(low: Self, high: Self) -> S::I16 {
        S::I32::narrow::<M>(low.0, high.0)
    }

    #[inline(always)]
    fn narrow_centred<M: Modulus>(low: Self, high: Self) -> S::I16 {
        S::I32::narrow_centred::<M>(low.0, high.0)
    }
}
