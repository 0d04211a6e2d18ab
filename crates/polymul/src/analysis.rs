//! The lanes that prove and count.
//!
//! Both implement the contract, so a multiplier runs on them unchanged:
//!
//! - [`interval`]: a lane is the set of values it can have; a run shows that no lane overflows for any admissible input,
//!   because no branch and no index depends on a coefficient;
//! - [`count`]: a lane is nothing; a run counts the operations, map by map ([`costs`]). The formulas to compare with are in
//!   [`closed_form`].
//!
//! # What is proved
//!
//! For each multiplier, `cargo test` shows on the lanes of every backend's shape:
//!
//! 1. no 16-bit lane and no 32-bit sum (no 32-bit lane and no 64-bit sum) overflows for any centred operands, and -2^15 never meets -2^15 in a rounding
//!    high product ([`bounds`], [`bounds_by_small`]);
//! 2. the forward transform, the inverse and the fold agree with their definition on every basis vector, and the base
//!    multiplications on every pair of basis vectors. As each is congruent to a linear (bilinear) map wherever
//!    nothing overflows, they agree everywhere;
//! 3. every operation of every backend equals its portable meaning (on all 2^32 pairs of operands in the long tests), so
//!    that 1 and 2 carry over to registers.
//!
//! What is not proved: the compiler, the processor, and the correspondence of this prose with the code.

mod account;
pub mod closed_form;
mod cost;
pub mod count;
pub mod interval;
#[cfg(all(test, not(vectru_without_proofs)))]
pub(crate) mod proof;

use core::fmt::{self, Debug};

use crate::modular::Modulus;
use crate::multiplier::{BigByBig, Multiplier};
use crate::ring::Ring;
use crate::simd::Shape;
pub use cost::{Costs, costs, costs_by_small};
use interval::{Interval, Intervals, Log, Overflow};

/// The largest magnitudes in a multiplier, for any centred operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// In transformed operands.
    pub transformed: i64,
    /// In products of transformed operands.
    pub product: i64,
    /// In the product before the fold.
    pub unfolded: i64,
    /// In the result.
    pub result: i64,
    /// In any 16-bit lane on the way.
    pub lane: i64,
    /// In any 32-bit sum on the way.
    pub sum: i64,
}

impl fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transformed, product, unfolded, result, lane, sum } = self;
        write!(
            formatter,
            "transformed {transformed}, product {product}, unfolded {unfolded}, result {result}; lanes {lane}, sums {sum}"
        )
    }
}

/// Runs the multiplier on intervals shaped like the backend `P`, which covers every centred first operand and every small
/// second one.
///
/// ```
/// use vectru_polymul::{analysis, multiplier::GoodRaderOuter, simd::shape::Avx2Shape};
/// let bounds = analysis::bounds_by_small::<GoodRaderOuter, Avx2Shape>().expect("no lane overflows");
/// assert_eq!(bounds.result, 2295);
/// ```
///
/// # Errors
///
/// The first [`Overflow`] that some operands could cause.
pub fn bounds_by_small<M: Multiplier, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Interval>: AsRef<[Interval]>,
    M::Unfolded<Interval>: AsRef<[Interval]>,
{
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let (big, small) = (operand::<M>(half::<M>()), operand::<M>(1));
    let mut second = M::zero_second(simd);
    M::forward_small(simd, small.as_slice(), &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product_by_small(simd, big.as_slice(), small.as_slice(), &mut together);
    finish::<M, P>(&log, &big, &second, together)
}

/// The same for every two centred operands.
///
/// # Errors
///
/// The first [`Overflow`] that some operands could cause.
pub fn bounds<M: BigByBig, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Interval>: AsRef<[Interval]>,
    M::Unfolded<Interval>: AsRef<[Interval]>,
{
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let big = operand::<M>(half::<M>());
    let mut second = M::zero_second(simd);
    M::forward_second(simd, big.as_slice(), &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product(simd, big.as_slice(), big.as_slice(), &mut together);
    finish::<M, P>(&log, &big, &second, together)
}

/// The product by parts and the product as a whole, which may take different paths, from the transformed second operand
/// on.
fn finish<M: Multiplier, P: Shape>(
    log: &Log,
    big: &Operand,
    second: &M::Second<Interval>,
    mut together: M::Unfolded<Interval>,
) -> Result<Bounds, Overflow>
where
    M::Transformed<Interval>: AsRef<[Interval]>,
    M::Unfolded<Interval>: AsRef<[Interval]>,
{
    let simd = Intervals::<P>::new(log);
    let mut transformed = M::zero_transformed(simd);
    M::forward(simd, big.as_slice(), &mut transformed);
    let mut product = M::zero_transformed(simd);
    M::multiply_transformed(simd, &transformed, second, &mut product);
    let product_bound = magnitude(product.as_ref());
    let mut sum = product;
    M::accumulate(simd, &mut sum, &product);
    let sum_bound = magnitude(sum.as_ref());
    log.require("accumulate", sum_bound, product_bound);
    let mut unfolded = M::zero_unfolded(simd);
    M::inverse(simd, &mut product, &mut unfolded);
    let unfolded_bound = magnitude(unfolded.as_ref()).max(magnitude(together.as_ref()));
    let mut result = Operand { coefficients: [Interval::ZERO; LONGEST], ..*big };
    for product in [&mut unfolded, &mut together] {
        M::fold(simd, product, &mut result.coefficients[..big.padded]);
    }
    match log.overflow() {
        Some(overflow) => Err(overflow),
        None => Ok(Bounds {
            transformed: magnitude(transformed.as_ref()),
            product: product_bound,
            unfolded: unfolded_bound,
            result: magnitude(result.as_slice()),
            lane: log.largest_lane(),
            sum: log.largest_sum(),
        }),
    }
}

/// The largest magnitude of a centred coefficient.
fn half<M: Multiplier>() -> i64 {
    <M::Ring as Ring>::Modulus::Q as i64 / 2
}

/// An operand on intervals, of the ring's padded length.
struct Operand {
    coefficients: [Interval; LONGEST],
    padded: usize,
}

impl Operand {
    fn as_slice(&self) -> &[Interval] {
        &self.coefficients[..self.padded]
    }
}

/// Every polynomial of the ring with coefficients up to `bound`.
fn operand<M: Multiplier>(bound: i64) -> Operand {
    let mut coefficients = [Interval::ZERO; LONGEST];
    coefficients[..<M::Ring as Ring>::DEGREE].fill(Interval::symmetric(bound));
    Operand { coefficients, padded: <M::Ring as Ring>::ZERO.as_ref().len() }
}

/// Coefficients of the longest padded polynomial.
const LONGEST: usize = 1536;

fn magnitude(coefficients: &[Interval]) -> i64 {
    coefficients.iter().map(|interval| interval.magnitude()).max().unwrap_or(0)
}
