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

pub(crate) mod big;
pub(crate) mod bit_packed;
pub(crate) mod bit_strings;
mod coefficients;
pub(crate) mod mixed_radix;
pub(crate) mod rounded;
pub(crate) mod small;
pub(crate) mod ternary;
