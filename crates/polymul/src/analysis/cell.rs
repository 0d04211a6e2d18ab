//! Coefficients in the memory of a run.

use crate::simd::Coefficient;

/// A coefficient in memory: the number of a lane that a run has computed. Coefficients of 8, 16 and
/// 32 bits have this same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub(super) u32);

impl Cell {
    /// The coefficient 0.
    pub const ZERO: Self = Self(0);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Coefficient for Cell {
    type Byte = Self;
    type Wide = Self;

    const ZERO: Self = Self::ZERO;
    const UNSPECIFIED: Self = Self(1);
    const BYTE_ZERO: Self = Self::ZERO;
    const WIDE_ZERO: Self = Self::ZERO;
    const WIDE_UNSPECIFIED: Self = Self(2);

    fn widen(byte: Self) -> Self {
        byte
    }
}
