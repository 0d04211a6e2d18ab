//! Certificates: the vector operations of a multiplier as data, with the bounds of their results.
//!
//! docs/certificates.md describes the format, and what a checker has to do.

use std::fmt::Write;

use vectru_polymul::analysis::interval::Overflow;
use vectru_polymul::analysis::recorded::{Claims, Tape, Traced};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{BigByBig, Safety};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;

use crate::bounds::half;
use crate::run::{Lanes, Run, named_operand};

/// Returns the certificate of a multiplier that takes any two operands, on lanes of the shape `P`.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn certificate<M: BigByBig, P: Shape>() -> Result<String, Overflow> {
    let (big, small) = (half::<M>(), M::Ring::SMALL.into());
    let (claims, arithmetic) = match M::RECIPE.safety {
        Safety::Bounded { .. } => (Claims::Intervals, "prime"),
        Safety::Wrapping { .. } => (Claims::Nothing, "words"),
    };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "vectru certificate 1\nmultiplier {}\nring {} modulus {} degree {}\nlanes {}\narithmetic {}\n",
        M::RECIPE.name,
        M::Ring::NAME,
        <M::Ring as Ring>::Modulus::Q,
        M::Ring::DEGREE,
        P::NAME,
        arithmetic,
    );
    let mut record = |name, bounds: &[i64], kernel: Kernel<P>| {
        text.push_str(&run::<M::Ring, P>(name, claims, bounds, kernel)?);
        Ok(())
    };
    record("product", &[big, big], |simd, operands, result| {
        M::product(simd, &operands[0], &operands[1], result);
    })?;
    record("product-by-small", &[big, small], |simd, operands, result| {
        M::product_by_small(simd, &operands[0], &operands[1], result);
    })?;
    record("product-by-transformed", &[big, big], |simd, operands, result| {
        let mut transformed = M::zero_transformed(simd);
        M::forward(simd, &operands[1], &mut transformed);
        M::product_by_transformed(simd, &operands[0], &transformed, result);
    })?;
    record("inner-product", &[big; 4], |simd, operands, result| {
        let mut transformed = [M::zero_transformed(simd); 2];
        M::forward(simd, &operands[1], &mut transformed[0]);
        M::forward(simd, &operands[3], &mut transformed[1]);
        M::inner_product(simd, [&operands[0], &operands[2]], transformed.each_ref(), result);
    })?;
    Ok(text)
}

/// A computation on operands that writes the result.
type Kernel<P> = fn(Lanes<'_, P>, &[Vec<Traced>], &mut [Traced]);

/// Returns the record of a computation named `name`, whose operands have coefficients of at most
/// these magnitudes: a, b, c and so on.
fn run<R: Ring, P: Shape>(name: &str, claims: Claims, bounds: &[i64], kernel: Kernel<P>) -> Result<String, Overflow> {
    let run = Run::new(Tape::new(claims));
    let operands: Vec<_> = ["a", "b", "c", "d"]
        .iter()
        .zip(bounds)
        .map(|(operand, &bound)| named_operand::<R>(&run.tape, operand, bound))
        .collect();
    let mut result = vec![Traced::ZERO; R::ZERO.as_ref().len()];
    kernel(run.lanes(), &operands, &mut result);
    match run.tape.log().overflow().filter(|_| claims == Claims::Intervals) {
        Some(overflow) => Err(overflow),
        None => Ok(format!("run {name}\n{}", run.tape.finish(&result[..R::DEGREE]))),
    }
}
