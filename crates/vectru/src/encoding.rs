//! Polynomials as bytes.
//!
//! | module | polynomials | bytes |
//! | --- | --- | --- |
//! | [`big`] | elements of R_q of NTRU Prime: p residues modulo q | [mixed radix](mixed_radix) |
//! | [`rounded`] | rounded elements: p residues modulo (q + 2)/3 | [mixed radix](mixed_radix) |
//! | [`small`] | coefficients -1, 0 and 1 | digits of two bits, four a byte |
//! | [`bit_packed`] | elements of R_q of NTRU | log q bits a coefficient |
//! | [`ternary`] | coefficients -1, 0 and 1 | digits of base 3, five a byte |
//! | [`bit_strings`] | polynomials of Saber | as many bits a coefficient as it has |

#[cfg(feature = "_sntrup")]
pub(crate) mod big;
#[cfg(feature = "_ntru")]
pub(crate) mod bit_packed;
#[cfg(any(feature = "_ntru", feature = "_module-lwr"))]
pub(crate) mod bit_strings;
#[cfg(feature = "_ntru-prime")]
mod coefficients;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod mixed_radix;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod rounded;
#[cfg(feature = "_ntru-prime")]
pub(crate) mod small;
#[cfg(feature = "_ntru")]
pub(crate) mod ternary;
