//! Products of rows of polynomials, and their times.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::centred;
use vectru_polymul::workbench::{Part, Source, Workbench};

use super::{Multiplier, find, of_ring};
use crate::backends::named;
use crate::count::Count;
use crate::failure::Failure;
use crate::timing::seconds;

/// The unit of [`times`].
#[cfg(target_arch = "x86_64")]
const UNIT: &str = "ticks";
#[cfg(not(target_arch = "x86_64"))]
const UNIT: &str = "nanoseconds";

/// Returns the operand of these bytes: 16-bit coefficients in the machine's byte order, in rows of
/// `columns` coefficients. Each coefficient is replaced by the residue modulo q that is nearest to
/// 0.
///
/// # Errors
///
/// Returns an error if the rows do not have the degree of the ring.
fn operand(bytes: &[u8], columns: usize, source: &Source) -> Result<Vec<i16>, Failure> {
    let q = source.modulus;
    let (lowest, highest) = (-(q / 2), (q - 1) / 2);
    let coefficients = bytes.chunks_exact(2).map(|pair| i16::from_ne_bytes([pair[0], pair[1]]));
    let mut coefficients: Vec<_> = coefficients.collect();
    if columns != source.degree || !coefficients.len().is_multiple_of(columns) {
        let degree = source.degree;
        return Err(Failure::Operand(format!("expected {degree} coefficients of a polynomial, found {columns}")));
    }
    for coefficient in &mut coefficients {
        let value = i64::from(*coefficient);
        if value < lowest || value > highest {
            *coefficient = centred(value, q) as i16;
        }
    }
    Ok(coefficients)
}

/// Checks that all coefficients are small, as some multipliers require of the second operand.
fn check_small(coefficients: &[i16], multiplier: &Multiplier) -> Result<(), Failure> {
    let Source { small, degree, .. } = *multiplier.source;
    match coefficients.iter().position(|value| value.unsigned_abs() > small.unsigned_abs().into()) {
        None => Ok(()),
        Some(index) => Err(Failure::Operand(format!(
            "{} multiplies by small polynomials: expected magnitudes up to {small}, found {} at x^{} of row {}",
            multiplier.entry.recipe.name,
            coefficients[index],
            index % degree,
            index / degree
        ))),
    }
}

/// Sets the second operand of a product.
fn set_second(bench: &mut dyn Workbench, part: Part, row: &[i16]) {
    match part {
        Part::Product => bench.set_operand(1, &|k| row[k]),
        _ => bench.set_small(&|k| row[k] as i8),
    }
}

/// Writes the product of each row of `a` by the row of `b` of the same index, or by the only one.
fn products(multiplier: &Multiplier, backend: Backend, a: &[i16], b: &[i16], result: &mut [u8]) -> Result<(), Failure> {
    let degree = multiplier.source.degree;
    multiplier.with_memory(|bench| {
        let part = multiplier.product(bench);
        if part == Part::ProductBySmall {
            check_small(b, multiplier)?;
        }
        let (left, right) = (a.len() / degree, b.len() / degree);
        for (index, target) in result.chunks_exact_mut(2 * degree).enumerate() {
            let row = |operand: &'_ [i16], rows: usize| {
                let start = if rows == 1 { 0 } else { index * degree };
                start..(start + degree).min(operand.len())
            };
            if index == 0 || left > 1 {
                let a = &a[row(a, left)];
                bench.set_operand(0, &|k| a[k]);
            }
            if index == 0 || right > 1 {
                set_second(bench, part, &b[row(b, right)]);
            }
            bench.run(backend, part)?;
            for (pair, coefficient) in target.chunks_exact_mut(2).zip(bench.result()) {
                pair.copy_from_slice(&coefficient.to_ne_bytes());
            }
        }
        Ok(())
    })
}

/// Returns the products of rows of coefficients. `columns` is the number of coefficients of a row
/// of each operand.
#[pyfunction]
#[pyo3(signature = (ring, columns, a, b, multiplier = None, backend = None))]
pub(crate) fn multiply<'py>(
    py: Python<'py>,
    ring: &str,
    columns: (usize, usize),
    a: &[u8],
    b: &[u8],
    multiplier: Option<&str>,
    backend: Option<&str>,
) -> Result<Bound<'py, PyByteArray>, Failure> {
    let backend = named(backend)?;
    let multiplier = find(ring, multiplier, backend)?;
    let (a, b) = (operand(a, columns.0, multiplier.source)?, operand(b, columns.1, multiplier.source)?);
    let (left, right) = (a.len() / multiplier.source.degree, b.len() / multiplier.source.degree);
    if left != right && left != 1 && right != 1 {
        return Err(Failure::Operand(format!("expected as many rows in both operands, found {left} and {right}")));
    }
    let rows = if left == 1 { right } else { left };
    let length = 2 * rows * multiplier.source.degree;
    // A single product is faster than a turn of the other threads would be.
    if rows == 1 {
        let mut result = Ok(());
        let array = PyByteArray::new_with(py, length, |bytes| {
            result = products(multiplier, backend, &a, &b, bytes);
            Ok(())
        })?;
        return result.map(|()| array);
    }
    let bytes = py.detach(|| -> Result<_, Failure> {
        let mut bytes = vec![0; length];
        products(multiplier, backend, &a, &b, &mut bytes)?;
        Ok(bytes)
    })?;
    Ok(PyByteArray::new(py, &bytes))
}

/// Returns a reading of the clock in the unit of [`times`].
fn reading(start: Instant) -> u64 {
    #[cfg(target_arch = "x86_64")]
    let reading = vectru_polymul::simd::ticks::read();
    #[cfg(not(target_arch = "x86_64"))]
    let reading = start.elapsed().as_nanos() as u64;
    let _ = start;
    reading
}

/// Returns the unit, and the times of products of each multiplier of a ring by a small operand. All
/// take turns, so that a change of the clock rate meets all alike; the first run of a turn is not
/// counted. The time of reading the clock is subtracted.
#[pyfunction]
#[pyo3(signature = (ring, runs, backend = None))]
pub(crate) fn times<'py>(
    py: Python<'py>,
    ring: &str,
    runs: Count,
    backend: Option<&str>,
) -> Result<(&'static str, Bound<'py, PyDict>), Failure> {
    let backend = named(backend)?;
    let multipliers = of_ring(ring)?;
    let runs = runs.of(multipliers.len() * size_of::<u64>())?;
    let all = py.detach(|| -> Result<Vec<Vec<u64>>, Failure> {
        let start = Instant::now();
        let nothing = || -> u64 {
            let before = reading(start);
            reading(start).saturating_sub(before)
        };
        let overhead = (0..1000).map(|_| nothing()).min().unwrap_or(0);
        let mut benches: Vec<_> = multipliers.iter().map(|multiplier| multiplier.source.build()).collect();
        for bench in &mut benches {
            bench.set_operand(0, &|k| (k * 37 % 1000) as i16 - 500);
            bench.set_small(&|k| (k % 3) as i8 - 1);
        }
        let mut times = vec![Vec::new(); benches.len()];
        for _ in 0..runs {
            for (bench, times) in benches.iter_mut().zip(&mut times) {
                bench.run(backend, Part::ProductBySmall)?;
                let before = reading(start);
                bench.run(backend, Part::ProductBySmall)?;
                times.push(reading(start).saturating_sub(before).saturating_sub(overhead));
            }
        }
        Ok(times)
    })?;
    let result = PyDict::new(py);
    for (multiplier, times) in multipliers.iter().zip(all) {
        result.set_item(multiplier.entry.recipe.name, times)?;
    }
    Ok((UNIT, result))
}

/// Returns the seconds of `runs` products in a ring that are computed as [`multiply`] computes one,
/// without Python's objects.
#[pyfunction]
pub(crate) fn time_product_in_rust(ring: &str, runs: usize) -> Result<f64, Failure> {
    let backend = named(None)?;
    let multiplier = find(ring, None, backend)?;
    multiplier.with_memory(|bench| {
        seconds(runs, || {
            bench.set_operand(0, &|k| (k % 1000) as i16 - 500);
            bench.set_operand(1, &|k| (k % 3) as i16 - 1);
            Ok(bench.run(backend, Part::Product)?)
        })
    })
}
