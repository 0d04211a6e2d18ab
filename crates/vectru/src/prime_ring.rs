//! The rings of NTRU Prime, with the arrays whose lengths follow from their degree p.

use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring;

use crate::parameters::{Array, Sealed};

/// A field `Z_q[x]/(x^p - x - 1)` of NTRU Prime. Only this crate implements it.
///
/// ```
/// use vectru::prime::{Array, PrimeRing};
/// use vectru_polymul::ring::Sntrup761;
/// assert_eq!(<Sntrup761 as PrimeRing>::List::LENGTH, 4 * 761);
/// assert_eq!(<Sntrup761 as PrimeRing>::SmallBytes::LENGTH, 191);
/// ```
pub trait PrimeRing: Multiply + Sealed {
    /// The random bytes of p words.
    type List: Array<u8>;
    /// p words.
    type Words: Array<u32>;
    /// p residues modulo q or less.
    type Residues: Array<u16>;
    /// An encoded small polynomial: four coefficients a byte.
    type SmallBytes: Array<u8>;
}

/// Declares rings and their degrees.
macro_rules! rings {
    ($($ring:ident $streamlined:literal $lprime:literal: $degree:literal;)*) => {$(
        #[cfg(any(feature = $streamlined, feature = $lprime))]
        impl Sealed for ring::$ring {}

        #[cfg(any(feature = $streamlined, feature = $lprime))]
        impl PrimeRing for ring::$ring {
            type List = [u8; 4 * $degree];
            type Words = [u32; $degree];
            type Residues = [u16; $degree];
            type SmallBytes = [u8; usize::div_ceil($degree, 4)];
        }
    )*};
}

rings! {
    Sntrup653 "sntrup653" "ntrulpr653": 653;
    Sntrup761 "sntrup761" "ntrulpr761": 761;
    Sntrup857 "sntrup857" "ntrulpr857": 857;
    Sntrup953 "sntrup953" "ntrulpr953": 953;
    Sntrup1013 "sntrup1013" "ntrulpr1013": 1013;
    Sntrup1277 "sntrup1277" "ntrulpr1277": 1277;
}
