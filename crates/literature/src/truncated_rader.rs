//! `truncated-rader`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a product modulo Phi_17(x^96),
//! of degree 1536.
//!
//! ```text
//! Z_q[x]/Phi_17(x^96) -> prod Z_q[x]/(x^96 - w17^j), 0 < j < 17
//!                     -> prod Z_q[x]/(x^16 - w^t), 96 values of t
//! ```
//!
//! As polynomials in y = x^96 the operands have 8 coefficients, each of 96 coefficients in x, and
//! the transform of length 17 leaves out the point y = 1.
//!
//! The code is shared with [`good-rader-outer`](crate::good_rader_outer), without the six chunks of
//! u0 = 1. Modulo x^1632 - 1, x^96 is u0^6, so that the chunks of u0 = 1 are the image modulo
//! x^96 - 1, and the others are the image modulo (x^1632 - 1)/(x^96 - 1) = Phi_17(x^96). No twist
//! is needed between lengths 17 and 6: a root of x^96 = w17^j is the power u0 = w17^(3 j), because
//! 3 * 6 = 1 modulo 17. Good-Thomas accounts for it by numbering the chunks, and Rader's transform
//! is in u0 instead of y.
//!
//! The differences are these:
//!
//! - Output 0 of the forward transform is not computed.
//! - There are 96 products of size 16 instead of 102.
//! - The inverse transform of length 17 has 16 inputs. Its result is the representative of degree
//!   below 1536, in which one coefficient of each column is zero: the coefficient whose chunk is 96
//!   or higher.
//!
//! [`good-rader-outer`](crate::good_rader_outer) states the bounds.
//!
//! Sources: `[Hwa24b]` for the product modulo Phi_17(x^96); `[CCH+23]`, section 5.3.2, which names
//! the truncation of x^1632 - 1 as future work; `[vdH04]` for truncation. The choice of the
//! representative inside Rader's transform is this project's own.

use vectru_polymul::multiplier::recipe::{Dimension, Map};

use crate::good_rader::{RADIX_3_2, TRUNCATED, WHOLE, good_thomas, rader_17, weighted_convolution};
use crate::good_rader_outer::{RaderOuter, RaderOuterPlan};

/// The multiplier.
pub type TruncatedRader = RaderOuter<Truncated, TRUNCATED, 16>;

/// The plan of [`TruncatedRader`].
#[derive(Clone, Copy, Debug)]
pub struct Truncated;

impl RaderOuterPlan for Truncated {
    const NAME: &'static str = "truncated-rader";
    const SOURCE: &'static str = "[Hwa24b]";
    const CHAIN: &'static [Map] = &[
        good_thomas(Dimension::Cyclotomic(17)),
        rader_17(Dimension::Cyclotomic(17)),
        RADIX_3_2,
        weighted_convolution(WHOLE, WHOLE - TRUNCATED),
    ];
}
