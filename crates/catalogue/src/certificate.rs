//! Certificates: the vector operations of a multiplier as data, with the bounds of their results.
//!
//! docs/certificates.md describes the format, and what a checker has to do.

use std::array;
use std::fmt::Display;

use vectru_polymul::analysis::{Cell, Claims, Lanes, Overflow, Run, Tape};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::module::LARGEST_RANK;
use vectru_polymul::multiplier::{BigByBig, Multiplier, Safety};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Form;

use crate::bounds::half;

/// Returns the certificate of a multiplier that takes any two operands, on lanes of the form.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn certificate<M: BigByBig>(form: Form) -> Result<String, Overflow> {
    let (big, small) = (half::<M>(), M::Ring::SMALL.into());
    let (claims, arithmetic) = match M::RECIPE.safety {
        Safety::Bounded => (Claims::Intervals, "prime"),
        Safety::Wrapping { .. } => (Claims::Nothing, "words"),
    };
    let mut text = head::<M>(form, arithmetic);
    let mut record = |name, bounds: &[i64], kernel: Kernel| {
        text.push_str(&run::<M::Ring>(form, name, claims, bounds, kernel)?);
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

/// Returns whether [`sums_certificate`] knows the arithmetic of the multiplier: over the integers
/// modulo two primes, in a ring Z_q\[x\]/(x^n + 1) whose product wraps around before the integers
/// are reduced modulo q, a power of two.
pub(crate) const fn has_sums_certificate<M: Multiplier>() -> bool {
    let two_primes = M::RECIPE.coefficient_ring.two_moduli().is_some();
    two_primes && matches!(M::Ring::TAIL, [(0, -1)]) && <M::Ring as Ring>::Modulus::Q.count_ones() == 1
}

/// Returns the certificate of a multiplier over the integers modulo two primes: of products of a
/// centred operand and a small one, and of the sums of such products that a module needs.
///
/// # Errors
///
/// Returns the first [`Overflow`] that some operands could cause.
pub(crate) fn sums_certificate<M: Multiplier>(form: Form) -> Result<String, Overflow> {
    let [first, second] = M::RECIPE.coefficient_ring.two_moduli().expect("the multiplier has two primes");
    let mut text = head::<M>(form, format_args!("integers {first} {second}"));
    let pair = [half::<M>(), M::Ring::SMALL.into()];
    let mut record = |name: &str, terms: usize, kernel: Kernel| {
        text.push_str(&run::<M::Ring>(form, name, Claims::Intervals, pair.repeat(terms).as_slice(), kernel)?);
        Ok(())
    };
    record("product-by-small", 1, |simd, operands, result| {
        M::product_by_small(simd, &operands[0], &operands[1], result);
    })?;
    const { assert!(LARGEST_RANK == 4) };
    record("sum-of-2-products-by-small", 2, sum_of_products::<M, 2>)?;
    record("sum-of-3-products-by-small", 3, sum_of_products::<M, 3>)?;
    record("sum-of-4-products-by-small", 4, sum_of_products::<M, 4>)?;
    Ok(text)
}

/// Computes the sum of `L` products of an operand and a small one, which is transformed back once.
fn sum_of_products<M: Multiplier, const L: usize>(simd: Lanes<'_>, operands: &[Vec<Cell>], result: &mut [Cell]) {
    let big: [_; L] = array::from_fn(|i| {
        let mut transformed = M::zero_transformed(simd);
        M::forward(simd, &operands[2 * i], &mut transformed);
        transformed
    });
    let small: [_; L] = array::from_fn(|i| {
        let mut transformed = M::zero_second(simd);
        M::forward_small(simd, &operands[2 * i + 1], &mut transformed);
        transformed
    });
    let (mut sum, mut unfolded) = (M::zero_transformed(simd), M::zero_unfolded(simd));
    M::sum_of_products(simd, big.each_ref(), small.each_ref(), &mut sum);
    M::inverse(simd, &mut sum, &mut unfolded);
    M::fold(simd, &mut unfolded, result);
}

/// Returns the first lines of the certificate of a multiplier.
fn head<M: Multiplier>(form: Form, arithmetic: impl Display) -> String {
    format!(
        "vectru certificate 1\nmultiplier {}\nring {} modulus {} degree {}\nlanes {}\narithmetic {arithmetic}\n",
        M::RECIPE.name,
        M::Ring::NAME,
        <M::Ring as Ring>::Modulus::Q,
        M::Ring::DEGREE,
        form.name,
    )
}

/// A computation on operands that writes the result.
type Kernel = fn(Lanes<'_>, &[Vec<Cell>], &mut [Cell]);

/// Returns the record of a computation named `name`, whose operands have coefficients of at most
/// these magnitudes: a, b, c and so on.
fn run<R: Ring>(form: Form, name: &str, claims: Claims, bounds: &[i64], kernel: Kernel) -> Result<String, Overflow> {
    let run = Run::recorded(Tape::new(claims));
    let (degree, length) = (R::DEGREE, R::ZERO.as_ref().len());
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let operands: Vec<_> =
        names.iter().zip(bounds).map(|(name, &bound)| run.operand(name, bound, degree, length)).collect();
    let mut result = vec![Cell::ZERO; length];
    kernel(Lanes::new(&run, &form), &operands, &mut result);
    match run.overflow().filter(|_| claims == Claims::Intervals) {
        Some(overflow) => Err(overflow),
        None => Ok(format!("run {name}\n{}", run.finish(&result[..degree]))),
    }
}
