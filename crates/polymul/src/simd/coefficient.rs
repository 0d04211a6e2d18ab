//! Coefficients in memory, in each width that lanes have: 8, 16 and 32 bits.

use core::fmt::Debug;

/// A coefficient of 16 bits, with the types of 8-bit and 32-bit coefficients that belong to it.
///
/// The coefficients of backends are numbers; the coefficients of the analysis are indices of lanes.
pub trait Coefficient: Copy + Debug + Send + Sync + 'static {
    /// The 8-bit coefficient of a small operand.
    type Byte: Copy + Debug + Send + Sync + 'static;
    /// The 32-bit coefficient of a product over the integers.
    type Wide: Copy + Debug + Send + Sync + 'static;

    /// The 16-bit coefficient 0.
    const ZERO: Self;
    /// The content of unwritten 16-bit memory. For the analysis it is an unknown word, so that
    /// proofs hold for any content.
    const UNSPECIFIED: Self;
    /// The 8-bit coefficient 0.
    const BYTE_ZERO: Self::Byte;
    /// The 32-bit coefficient 0.
    const WIDE_ZERO: Self::Wide;
    /// The content of unwritten 32-bit memory. For the analysis it is an unknown number of 32 bits.
    const WIDE_UNSPECIFIED: Self::Wide;

    /// Returns the 16-bit coefficient with the value of an 8-bit one.
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

/// The 8-bit coefficient of the vectors of a token `S`.
pub type Byte<S> = <<S as super::Simd>::Coefficient as Coefficient>::Byte;

/// The 32-bit coefficient of the vectors of a token `S`.
pub type Wide<S> = <<S as super::Simd>::Coefficient as Coefficient>::Wide;
