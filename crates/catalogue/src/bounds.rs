//! Bounds: a multiplier on interval lanes, for all operands at once.
//!
//! No branch and no index depends on a coefficient, so one run covers every operand.

use std::fmt;

use vectru_polymul::analysis::interval::Overflow;
use vectru_polymul::analysis::recorded::{Tape, Traced};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{BigByBig, Multiplier};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;

use crate::run::{Run, operand};

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

/// Returns the bounds of products of any centred operand and any small one, on lanes of the shape
/// `P`.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds_by_small<M: Multiplier, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Traced>: AsRef<[Traced]>,
    M::Unfolded<Traced>: AsRef<[Traced]>,
{
    let run = Run::new(Tape::silent());
    let simd = run.lanes::<P>();
    let (big, small) = (operand::<M::Ring>(half::<M>()), operand::<M::Ring>(M::Ring::SMALL.into()));
    let mut second = M::zero_second(simd);
    M::forward_small(simd, &small, &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product_by_small(simd, &big, &small, &mut together);
    finish::<M, P>(&run, &second, together)
}

/// Returns the bounds of products of any two centred operands (|a_i|, |b_i| <= q/2), on lanes of
/// the shape `P`.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds<M: BigByBig, P: Shape>() -> Result<Bounds, Overflow>
where
    M::Transformed<Traced>: AsRef<[Traced]>,
    M::Unfolded<Traced>: AsRef<[Traced]>,
{
    let run = Run::new(Tape::silent());
    let simd = run.lanes::<P>();
    let big = operand::<M::Ring>(half::<M>());
    let mut second = M::zero_second(simd);
    M::forward_second(simd, &big, &mut second);
    let mut together = M::zero_unfolded(simd);
    M::unfolded_product(simd, &big, &big, &mut together);
    finish::<M, P>(&run, &second, together)
}

/// Returns the bounds of the product by parts, from the transformed second operand on, and of the
/// unfolded product `together`, which may have been computed along another path.
fn finish<M: Multiplier, P: Shape>(
    run: &Run,
    second: &M::Second<Traced>,
    mut together: M::Unfolded<Traced>,
) -> Result<Bounds, Overflow>
where
    M::Transformed<Traced>: AsRef<[Traced]>,
    M::Unfolded<Traced>: AsRef<[Traced]>,
{
    let (simd, log) = (run.lanes::<P>(), run.tape.log());
    let mut transformed = M::zero_transformed(simd);
    M::forward(simd, &operand::<M::Ring>(half::<M>()), &mut transformed);
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
    let mut result = operand::<M::Ring>(0);
    for product in [&mut unfolded, &mut together] {
        M::fold(simd, product, &mut result);
    }
    match log.overflow() {
        Some(overflow) => Err(overflow),
        None => Ok(Bounds {
            transformed: magnitude(transformed.as_ref()),
            product: product_bound,
            unfolded: unfolded_bound,
            result: magnitude(&result),
            lane: log.largest_lane(),
            sum: log.largest_sum(),
        }),
    }
}

/// Returns the largest magnitude of a centred coefficient.
pub(crate) fn half<M: Multiplier>() -> i64 {
    <M::Ring as Ring>::Modulus::Q as i64 / 2
}

/// Returns the largest magnitude of any coefficient.
fn magnitude(coefficients: &[Traced]) -> i64 {
    coefficients.iter().map(|coefficient| coefficient.interval().magnitude()).max().unwrap_or(0)
}
