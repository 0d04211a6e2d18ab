//! What one coefficient is in memory, in each width that lanes have.

use core::fmt::Debug;

/// A coefficient of 16 bits, and its relatives of 8 and of 32: numbers in memory; on the lanes of the analysis
/// intervals, or nothing.
pub trait Coefficient: Copy + Debug + Send + Sync + 'static {
    /// The coefficient of 8 bits: of a small operand, with values -1, 0 and 1.
    type Byte: Copy + Debug + Send + Sync + 'static;
    /// The coefficient of 32 bits: of a product over the integers.
    type Wide: Copy + Debug + Send + Sync + 'static;

    /// The coefficient 0.
    const ZERO: Self;
    /// What memory has that nobody wrote: any number, and a proof must hold for all of them.
    const UNSPECIFIED: Self;
    /// The coefficient 0 of 8 bits.
    const BYTE_ZERO: Self::Byte;
    /// The coefficient 0 in 32 bits.
    const WIDE_ZERO: Self::Wide;
    /// What memory of 32-bit coefficients has that nobody wrote.
    const WIDE_UNSPECIFIED: Self::Wide;

    /// The same value in 16 bits.
    fn widen(byte: Self::Byte) -> Self;
}

impl Coefficient for i16 {
    type Byte = i8;
    type Wide = i32;

    const ZERO: i16 = 0;
    const UNSPECIFIED: i16 = 0x5a5a;
    const BYTE_ZERO: i8 = 0;
    const WIDE_ZERO: i32 = 0;
    const WIDE_UNSPECIFIED: i32 = 0x5a5a_5a5a;

    #[inline(always)]
    fn widen(byte: i8) -> i16 {
        byte.into()
    }
}

/// The 8-bit coefficients of a token.
pub type Byte<S> = <<S as super::Simd>::Coefficient as Coefficient>::Byte;

/// The 32-bit coefficients of a token.
pub type Wide<S> = <<S as super::Simd>::Coefficient as Coefficient>::Wide;
