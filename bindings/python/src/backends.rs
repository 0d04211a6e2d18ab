//! The instruction sets that the process computes with.

use pyo3::prelude::*;
use vectru_polymul::dispatch::{self, Backend};

use crate::failure::{Failure, unknown};

/// Returns the backend of this name, or the one that the process uses.
///
/// # Errors
///
/// Returns an error if no backend has this name.
pub(crate) fn named(name: Option<&str>) -> Result<Backend, Failure> {
    let Some(name) = name else { return Ok(dispatch::backend()) };
    name.parse().map_err(|_| unknown("backend", Backend::ALL.map(Backend::name), name))
}

/// Returns the names of all backends, on this CPU or not, the least capable first.
#[pyfunction]
pub(crate) fn all_backends() -> Vec<&'static str> {
    Backend::ALL.map(Backend::name).to_vec()
}

/// Returns the names of the backends of this CPU, the least capable first.
#[pyfunction]
pub(crate) fn backends() -> Vec<&'static str> {
    Backend::available().map(Backend::name).collect()
}

/// Returns the name of the backend that the process uses.
#[pyfunction]
pub(crate) fn backend() -> &'static str {
    dispatch::backend().name()
}

/// Makes the process use a backend; without a name, the best of this CPU.
#[pyfunction]
#[pyo3(signature = (name = None))]
pub(crate) fn force_backend(name: Option<&str>) -> Result<(), Failure> {
    let backend = name.map(|name| named(Some(name))).transpose()?;
    Ok(dispatch::force(backend)?)
}
