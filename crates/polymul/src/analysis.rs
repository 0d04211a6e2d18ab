//! The lanes that prove and count.
//!
//! Both implement the contract, so a multiplier runs on them unchanged:
//!
//! - [`interval`]: a lane is the set of values it can have; a run shows that no lane overflows for any admissible input,
//!   because no branch and no index depends on a coefficient;
//! - [`count`]: a lane is nothing; a run counts the operations.
//!
//! # What is proved
//!
//! For each multiplier, `cargo test` shows on the lanes of every backend's shape:
//!
//! 1. no 16-bit lane and no 32-bit sum overflows for any centred operands, and -2^15 never meets -2^15 in a rounding
//!    high product ([`bounds`]);
//! 2. the forward transform, the inverse and the fold agree with their definition on every basis vector, and the base
//!    multiplications on every pair of basis vectors. As each is congruent to a linear (bilinear) map wherever
//!    nothing overflows, they agree everywhere;
//! 3. every operation of every backend equals its portable meaning (on all 2^32 pairs of operands in the long tests), so
//!    that 1 and 2 carry over to registers.
//!
//! What is not proved: the compiler, the processor, and the correspondence of this prose with the code.

pub mod count;
pub mod interval;
#[cfg(test)]
pub(crate) mod proof;

use core::fmt::{self, Debug};

use crate::modular::Modulus;
use crate::multiplier::Multiplier;
use crate::ring::Ring;
use crate::simd::Shape;
use interval::{Interval, Intervals, Log, Overflow};

/// The largest magnitudes in a multiplier, for any centred operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// In transformed operands.
    pub transformed: i32,
    /// In products of transformed operands.
    pub product: i32,
    /// In the product before the fold.
    pub cyclic: i32,
    /// In the result.
    pub result: i32,
    /// In any 16-bit lane on the way.
    pub lane: i32,
    /// In any 32-bit sum on the way.
    pub sum: i64,
}

impl fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transformed, product, cyclic, result, lane, sum } = self;
        write!(
            formatter,
            "transformed {transformed}, product {product}, cyclic {cyclic}, result {result}; lanes {lane}, sums {sum}"
        )
    }
}

/// Runs the multiplier on intervals shaped like the backend `P`, which covers all centred operands.
///
/// ```
/// use vectru_polymul::{analysis, multiplier::GoodRaderOuter, simd::shape::Avx2Shape};
/// let bounds = analysis::bounds::<GoodRaderOuter, Avx2Shape>().expect("no lane overflows");
/// assert_eq!(bounds.result, 2295);
/// ```
///
/// # Errors
///
/// The first [`Overflow`] that some operands could cause.
pub fn bounds<M: Multiplier, P: Shape>() -> Result<Bounds, Overflow> {
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let half = (<M::Ring as Ring>::Modulus::Q as i32 - 1) / 2;
    let mut operand = [Interval::ZERO; LONGEST];
    let padded = <M::Ring as Ring>::ZERO.as_ref().len();
    operand[..<M::Ring as Ring>::DEGREE].fill(Interval::symmetric(half));
    let operand = &operand[..padded];

    let mut transformed = M::zero_transformed(simd);
    M::forward(simd, operand, &mut transformed);
    let mut product = M::zero_transformed(simd);
    M::multiply_transformed(simd, &transformed, &transformed, &mut product);
    let product_bound = magnitude(product.as_ref());
    let mut cyclic = M::zero_cyclic(simd);
    M::inverse(simd, &mut product, &mut cyclic);
    // The same product by the path that transforms both operands, which may differ.
    let mut together = M::zero_cyclic(simd);
    M::cyclic_product(simd, operand, operand, &mut together);
    let cyclic_bound = magnitude(cyclic.as_ref()).max(magnitude(together.as_ref()));
    let mut result = [Interval::ZERO; LONGEST];
    for product in [&mut cyclic, &mut together] {
        M::fold(simd, product, &mut result[..padded]);
    }
    match log.overflow() {
        Some(overflow) => Err(overflow),
        None => Ok(Bounds {
            transformed: magnitude(transformed.as_ref()),
            product: product_bound,
            cyclic: cyclic_bound,
            result: magnitude(&result),
            lane: log.largest_lane(),
            sum: log.largest_sum(),
        }),
    }
}

/// Coefficients of the longest padded polynomial.
const LONGEST: usize = 1536;

fn magnitude(coefficients: &[Interval]) -> i32 {
    coefficients.iter().map(|interval| interval.magnitude()).max().unwrap_or(0)
}
