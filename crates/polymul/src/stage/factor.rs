//! What a butterfly multiplies by: nothing, a sign, one constant, or a constant a lane.

use crate::modular::{Constant, LaneConstants, Modulus};
use crate::simd::{I16Vector, Simd};

/// A factor modulo q. Kernels are compiled for the kind of each factor, and multiply only where they must.
#[derive(Clone, Copy, Debug)]
pub enum Factor<V, M> {
    /// 0.
    Zero,
    /// 1.
    One,
    /// -1.
    MinusOne,
    /// The same constant in every lane.
    Constant(Constant<M>),
    /// A constant a lane.
    Lanes {
        /// The constants.
        values: V,
        /// Their quotients.
        quotients: V,
    },
}

impl<V, M: Modulus> Factor<V, M> {
    /// The same constant in every lane, or nothing or a sign if it is 0, 1 or -1.
    pub const fn of(constant: Constant<M>) -> Self {
        match constant.value {
            0 => Self::Zero,
            1 => Self::One,
            -1 => Self::MinusOne,
            _ => Self::Constant(constant),
        }
    }
}

impl<V: I16Vector, M: Modulus> Factor<V, M> {
    /// The constants of `table` from `start` on, one a lane.
    #[inline(always)]
    pub fn lanes<S: Simd<I16 = V>, const N: usize>(simd: S, table: &LaneConstants<M, N>, start: usize) -> Self {
        Self::Lanes {
            values: simd.load_table(&table.values[start..]),
            quotients: simd.load_table(&table.quotients[start..]),
        }
    }

    /// Congruent to the factor times x; a sign keeps the bound, a constant gives that of a Barrett product.
    #[inline(always)]
    pub fn times<S: Simd<I16 = V>>(self, simd: S, x: V) -> V {
        match self {
            Self::Zero => simd.splat(0),
            Self::One => x,
            Self::MinusOne => simd.splat(0) - x,
            Self::Constant(constant) => x.barrett_multiply(constant),
            Self::Lanes { values, quotients } => x.barrett_multiply_lanes::<M>(values, quotients),
        }
    }

    /// Congruent to `sum` plus the factor times x.
    #[inline(always)]
    pub fn times_plus(self, x: V, sum: V) -> V {
        match self {
            Self::Zero => sum,
            Self::One => sum + x,
            Self::MinusOne => sum - x,
            Self::Constant(constant) => sum.barrett_multiply_add(x, constant),
            Self::Lanes { values, quotients } => sum + x.barrett_multiply_lanes::<M>(values, quotients),
        }
    }
}
