//! Bounds: the largest magnitudes in the parts of a multiplier, over all operands, from the lanes
//! of the proof.

use std::fmt;

use vectru_polymul::analysis::{Cell, Lanes, Overflow, Run};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{BigByBig, Multiplier};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Form;

/// The largest magnitudes in a multiplier, for any centred operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest coefficient of a transformed operand.
    pub transformed: i64,
    /// The largest coefficient of a product of transformed operands.
    pub product: i64,
    /// The largest coefficient of a product before the fold.
    pub unfolded: i64,
    /// The largest coefficient of a result.
    pub result: i64,
    /// The largest 16-bit lane in the computation.
    pub lane: i64,
    /// The largest 32-bit sum of products in the computation.
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

/// Returns the bounds of products of any centred operand and any small one, on lanes of the
/// form.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds_by_small<M: Multiplier>(form: Form) -> Result<Bounds, Overflow>
where
    M::Transformed<Cell>: AsRef<[Cell]>,
    M::Unfolded<Cell>: AsRef<[Cell]>,
{
    let run = Run::bounds();
    let (simd, small) = (Lanes::new(&run, &form), operand::<M::Ring>(&run, M::Ring::SMALL.into()));
    let mut second = M::zero_second(simd);
    M::forward_small(simd, &small, &mut second);
    of_parts::<M>(simd, &run, &second)
}

/// Returns the bounds of products of any two centred operands (|a_i|, |b_i| <= q/2), on lanes of
/// the form.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn bounds<M: BigByBig>(form: Form) -> Result<Bounds, Overflow>
where
    M::Transformed<Cell>: AsRef<[Cell]>,
    M::Unfolded<Cell>: AsRef<[Cell]>,
{
    let run = Run::bounds();
    let simd = Lanes::new(&run, &form);
    let mut second = M::zero_second(simd);
    M::forward_second(simd, &operand::<M::Ring>(&run, half::<M>()), &mut second);
    of_parts::<M>(simd, &run, &second)
}

/// Returns the bounds of the product by the transformed second operand, part by part.
fn of_parts<M: Multiplier>(simd: Lanes<'_>, run: &Run, second: &M::Second<Cell>) -> Result<Bounds, Overflow>
where
    M::Transformed<Cell>: AsRef<[Cell]>,
    M::Unfolded<Cell>: AsRef<[Cell]>,
{
    let (mut transformed, mut product) = (M::zero_transformed(simd), M::zero_transformed(simd));
    let (mut unfolded, mut result) = (M::zero_unfolded(simd), vec![Cell::ZERO; M::Ring::ZERO.as_ref().len()]);
    M::forward(simd, &operand::<M::Ring>(run, half::<M>()), &mut transformed);
    M::multiply_transformed(simd, &transformed, second, &mut product);
    let largest_product = run.magnitude(product.as_ref());
    M::inverse(simd, &mut product, &mut unfolded);
    let largest_unfolded = run.magnitude(unfolded.as_ref());
    M::fold(simd, &mut unfolded, &mut result);
    run.overflow().map_or_else(
        || {
            Ok(Bounds {
                transformed: run.magnitude(transformed.as_ref()),
                product: largest_product,
                unfolded: largest_unfolded,
                result: run.magnitude(&result),
                lane: run.largest_lane(),
                sum: run.largest_sum(),
            })
        },
        Err,
    )
}

/// Returns the largest magnitude of a centred coefficient.
pub(crate) fn half<M: Multiplier>() -> i64 {
    <M::Ring as Ring>::Modulus::Q as i64 / 2
}

/// Returns the operand that stands for all polynomials of the ring whose coefficients have at most
/// the magnitude `bound`.
fn operand<R: Ring>(run: &Run, bound: i64) -> Vec<Cell> {
    {
        let mut cells = run.bounded(bound, R::DEGREE);
        cells.resize(R::ZERO.as_ref().len(), Cell::ZERO);
        cells
    }
}
