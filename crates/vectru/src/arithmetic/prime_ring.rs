//! The rings of NTRU Prime, with the arrays whose lengths follow from their degree p.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{self, Ring};

use crate::common::parameters::{Array, Sealed};

/// A field `R_q = Z_q[x]/(x^p - x - 1)` of NTRU Prime. Only this crate implements it.
///
/// ```
/// use vectru::prime::{Array, PrimeRing};
/// use vectru_polymul::ring::Sntrup761;
/// assert_eq!(<Sntrup761 as PrimeRing>::List::LENGTH, 4 * 761);
/// assert_eq!(<Sntrup761 as PrimeRing>::SmallBytes::LENGTH, 191);
/// ```
pub trait PrimeRing: Ring + Sealed {
    /// The random bytes of p words: 4 p bytes.
    type List: Array<u8>;
    /// p words of 32 bits.
    type Words: Array<u32>;
    /// p residues modulo q or a smaller modulus.
    type Residues: Array<u16>;
    /// An encoded small polynomial: a byte for every four coefficients.
    type SmallBytes: Array<u8>;
}

/// Implements [`PrimeRing`] for rings.
macro_rules! implement {
    ($($ring:ident)*) => {$(
        impl Sealed for ring::$ring {}

        impl PrimeRing for ring::$ring {
            type List = [u8; 4 * <Self as Ring>::DEGREE];
            type Words = [u32; <Self as Ring>::DEGREE];
            type Residues = [u16; <Self as Ring>::DEGREE];
            type SmallBytes = [u8; <Self as Ring>::DEGREE.div_ceil(4)];
        }
    )*};
}

implement!(Sntrup653 Sntrup761 Sntrup857 Sntrup953 Sntrup1013 Sntrup1277);

/// Returns (q - 1)/2.
pub(crate) const fn half<R: Ring>() -> i16 {
    (R::Modulus::Q - 1) / 2
}
