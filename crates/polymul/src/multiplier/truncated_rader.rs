//! `truncated-rader`: big by big in `Z_4591[x]/(x^761 - x - 1)`, by a product modulo Phi_17(x^96), of degree 1536.
//!
//! ```text
//! Z_q[x]/Phi_17(x^96) -> prod Z_q[x]/(x^96 - w17^j), 0 < j < 17 -> prod Z_q[x]/(x^16 - w^t), 96 values of t
//! ```
//!
//! The operands are 8 chunks of 96 coefficients in x^96 = y, and the transform of length 17 leaves out y = 1.
//!
//! It is [`good-rader-outer`](super::good_rader_outer) without row i0 = 0, and that is how it is written: x^96 = u0^6 there, so the row
//! u0 = 1 is the image modulo x^96 - 1, and the other rows are that modulo (x^1632 - 1)/(x^96 - 1) = Phi_17(x^96). The root
//! of x^96 = w17^j that a transform of length 6 would be twisted by is the power u0 = w17^(3 j), as 18 = 1 modulo 17: Good-Thomas takes
//! that twist into the numbering of the chunks, and Rader's transform is of u0 in place of y. What differs:
//!
//! - forward, output 0 is not computed;
//! - 96 products of size 16 in place of 102;
//! - inverse, the transform of length 17 takes 16 inputs, and its result is the representative of degree below 1536: in every
//!   column, the one coefficient that belongs to a chunk from 96 on is zero.
//!
//! Bounds: as there.
//!
//! Source: Hwang (2024) for the transform modulo Phi_17(x^96); Hwang, Liu, Yang (2024), section 5.3.2, name the truncation of
//! x^1632 - 1 as future work; van der Hoeven (2004) for truncation. Choosing the representative inside Rader's transform
//! is ours.

#[cfg(any(test, feature = "analysis"))]
mod proof;

use super::good_rader::{RADIX_3_2, TRUNCATED, WHOLE, good_thomas, rader_17, weighted_convolution};
use super::good_rader_outer::{RaderOuter, RaderOuterPlan};
use super::recipe::{Dimension, Map};

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
