//! The times of operations when they are called from Rust, beside which the cost of a call from
//! Python is measured.

use std::hint::black_box;
use std::time::Instant;

use getrandom::SysRng;
use pyo3::prelude::*;
use vectru::Mechanism;
use vectru::mechanism::Visitor;

use crate::failure::{Failure, unknown};
use crate::parameter_set::ParameterSet;

/// Returns the seconds of `runs` runs of `work`.
pub(crate) fn seconds<T, E>(runs: usize, mut work: impl FnMut() -> Result<T, E>) -> Result<f64, E> {
    let start = Instant::now();
    for _ in 0..runs {
        black_box(work()?);
    }
    Ok(start.elapsed().as_secs_f64())
}

/// An operation of the library that is run many times.
struct Runs<'a> {
    operation: &'a str,
    runs: usize,
}

impl Visitor for Runs<'_> {
    type Output = Result<f64, Failure>;

    fn visit<K: Mechanism>(self) -> Self::Output {
        let rng = &mut SysRng;
        let (secret_key, public_key) = K::try_generate(rng)?;
        match self.operation {
            "generate" => seconds(self.runs, || Ok(K::try_generate(rng)?)),
            "encapsulate" => seconds(self.runs, || Ok(public_key.try_encapsulate(rng)?)),
            "decapsulate" => {
                let (ciphertext, _) = public_key.try_encapsulate(rng)?;
                seconds(self.runs, || Ok(secret_key.decapsulate(black_box(&ciphertext))))
            }
            found => Err(unknown("operation", ["generate", "encapsulate", "decapsulate"], found)),
        }
    }
}

/// Returns the seconds of `runs` runs of an operation by the functions of the library, without
/// Python's objects.
#[pyfunction]
pub(crate) fn time_in_rust(
    parameter_set: &Bound<'_, ParameterSet>,
    operation: &str,
    runs: usize,
) -> Result<f64, Failure> {
    parameter_set.get().set().visit(Runs { operation, runs })
}
