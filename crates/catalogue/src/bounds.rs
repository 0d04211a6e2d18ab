//! Bounds: a multiplier on interval lanes, for all operands at once.
//!
//! No branch and no index depends on a coefficient, so one run covers every operand.

use std::fmt;

use vectru_polymul::analysis::count::{Counter, Counting};
use vectru_polymul::analysis::interval::{Interval, Intervals, Log, Overflow};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{BigByBig, Multiplier};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;

use crate::cost::LONGEST;

/// The largest magnitudes in a multiplier, for any centred operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest coefficient of a transformed operand.
    pub transformed: i64,
    /// The largest coefficient of a product of transformed operands, or of a sum of two.
    pub product: i64,
    /// The largest coefficient of a product before the fold.
    pub unfolded: i64,
    /// The largest coefficient of a result.
    pub result: i64,
    /// The largest 16-bit lane on the way.
    pub lane: i64,
    /// The largest 32-bit sum of products on the way.
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

/// Returns the bounds of products of any centred operand and any small one, by running the multiplier on intervals shaped
/// like the backend of shape `P`.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds_by_small<M: Multiplier, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Interval>: AsRef<[Interval]>,
    M::Unfolded<Interval>: AsRef<[Interval]>,
{
    let log = Log::new();
    let counter = Counter::new();
    let simd = Counting::new(Intervals::<P>::new(&log), &counter);
    let (big, small) = (operand::<M>(half::<M>()), operand::<M>(1));
    let mut second = M::zero_second(simd);
    M::forward_small(simd, small.as_slice(), &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product_by_small(simd, big.as_slice(), small.as_slice(), &mut together);
    finish::<M, P>(&log, &big, &second, together)
}

/// Returns the bounds of products of any two centred operands (|a_i|, |b_i| <= q/2), by running the multiplier on intervals
/// shaped like the backend of shape `P`.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds<M: BigByBig, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Interval>: AsRef<[Interval]>,
    M::Unfolded<Interval>: AsRef<[Interval]>,
{
    let log = Log::new();
    let counter = Counter::new();
    let simd = Counting::new(Intervals::<P>::new(&log), &counter);
    let big = operand::<M>(half::<M>());
    let mut second = M::zero_second(simd);
    M::forward_second(simd, big.as_slice(), &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product(simd, big.as_slice(), big.as_slice(), &mut together);
    finish::<M, P>(&log, &big, &second, together)
}

/// Runs the product by parts, from the transformed second operand on, and folds it and the product as a whole: they may
/// take different paths.
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
    let counter = Counter::new();
    let simd = Counting::new(Intervals::<P>::new(log), &counter);
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

/// Returns the largest magnitude of a centred coefficient.
fn half<M: Multiplier>() -> i64 {
    <M::Ring as Ring>::Modulus::Q as i64 / 2
}

/// An operand on intervals, with `padded` coefficients.
struct Operand {
    coefficients: [Interval; LONGEST],
    padded: usize,
}

impl Operand {
    fn as_slice(&self) -> &[Interval] {
        &self.coefficients[..self.padded]
    }
}

/// Returns the operand that stands for every polynomial of the ring with coefficients up to `bound`.
fn operand<M: Multiplier>(bound: i64) -> Operand {
    let mut coefficients = [Interval::ZERO; LONGEST];
    coefficients[..<M::Ring as Ring>::DEGREE].fill(Interval::symmetric(bound));
    Operand { coefficients, padded: <M::Ring as Ring>::ZERO.as_ref().len() }
}

/// Returns the largest magnitude of any coefficient.
fn magnitude(coefficients: &[Interval]) -> i64 {
    coefficients.iter().map(|interval| interval.magnitude()).max().unwrap_or(0)
}
