//! A factor of a butterfly: 0, a sign, one constant for all lanes, or one constant for each lane.

use vectru_polymul::modular::{Constant, LaneConstants, Modulus};
use vectru_polymul::simd::{I16Vector, Simd};

/// A factor modulo q. A kernel is compiled for the kind of each of its factors, so that products by
/// 0, 1 and -1 cost nothing.
#[derive(Clone, Copy, Debug)]
pub enum Factor<V, M> {
    /// 0.
    Zero,
    /// 1.
    One,
    /// -1.
    MinusOne,
    /// One constant for all lanes.
    Constant(Constant<M>),
    /// One constant for each lane.
    Lanes {
        /// The centred constants c.
        values: V,
        /// Their Barrett quotients, round(2^15 c / q).
        quotients: V,
    },
}

impl<V, M: Modulus> Factor<V, M> {
    /// Returns the factor that is `constant` in every lane: [`Zero`](Self::Zero),
    /// [`One`](Self::One) and [`MinusOne`](Self::MinusOne) for 0, 1 and -1.
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
    /// Returns the factor whose lane l is constant `start` + l of `table`.
    #[inline(always)]
    pub fn lanes<S: Simd<I16 = V>, const N: usize>(simd: S, table: &LaneConstants<M, N>, start: usize) -> Self {
        Self::Lanes {
            values: simd.load_table(&table.values[start..]),
            quotients: simd.load_table(&table.quotients[start..]),
        }
    }

    /// Returns a vector congruent to the factor times x.
    ///
    /// Bounds: |x| for a sign; the bound of a Barrett product for a constant.
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

    /// Returns a vector congruent to `sum` plus the factor times x. Its bound is the sum of the
    /// bounds of `sum` and of the product.
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
