//! The value zero of numbers and arrays, as a constant.
//!
//! A value that is built only from constants is written once, at its final address, without a copy
//! from a temporary.

use super::Aligned;

/// A type with a value in which all numbers are zero.
///
/// ```
/// use vectru_polymul::simd::Zero;
/// assert_eq!(<[[i16; 3]; 2]>::ZERO, [[0; 3]; 2]);
/// ```
pub trait Zero: Copy {
    /// The value in which all numbers are zero.
    const ZERO: Self;

    /// Replaces all numbers by zero.
    #[inline]
    fn clear(&mut self) {
        *self = Self::ZERO;
    }
}

/// Implements [`Zero`] for primitive integers.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Zero for $number {
            const ZERO: Self = 0;
        }
    )*};
}
numbers!(u8 i8 u16 i16 u32 i32);

impl<T: Zero, const N: usize> Zero for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

impl<T: Zero> Zero for Aligned<T> {
    const ZERO: Self = Self(T::ZERO);
}
