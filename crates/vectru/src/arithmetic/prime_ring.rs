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

/// Implements [`PrimeRing`] for the rings in the table of sets, which are those of Streamlined NTRU
/// Prime.
macro_rules! rings {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal,
        object identifier: $object_identifier:literal,
        $family:ident $parameters:tt;
    )*) => {
        $(rings!(@ $set, $family $parameters);)*
    };
    (@ $ring:ident, streamlined { p: $p:literal, $($rest:tt)* }) => {
        impl Sealed for ring::$ring {}

        impl PrimeRing for ring::$ring {
            type List = [u8; 4 * $p];
            type Words = [u32; $p];
            type Residues = [u16; $p];
            type SmallBytes = [u8; usize::div_ceil($p, 4)];
        }
    };
    (@ $set:ident, $family:ident $parameters:tt) => {};
}

for_each_set!(rings);

/// Returns (q - 1)/2.
pub(crate) const fn half<R: Ring>() -> i16 {
    (R::Modulus::Q - 1) / 2
}
