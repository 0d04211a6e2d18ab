//! Bytes-like arguments.
//!
//! The stable interface of Python 3.9 has no buffers. A `bytes` is borrowed; any other object with
//! a buffer is copied by Python, and the copies are wiped.

use std::ops::Deref;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PySlice};
use zeroize::Zeroizing;

/// The bytes of a bytes-like argument, in the order of its items.
pub(crate) enum Input<'a> {
    /// The bytes of a `bytes`, which does not change.
    Borrowed(&'a [u8]),
    /// A copy of the bytes of another object.
    Copied(Zeroizing<Vec<u8>>),
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

impl<'a> FromPyObject<'a, '_> for Input<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.extract::<&'a [u8]>() {
            return Ok(Self::Borrowed(bytes));
        }
        if let Ok(array) = object.cast::<PyByteArray>() {
            return Ok(Self::Copied(array.to_vec().into()));
        }
        copied(&object).map(Self::Copied)
    }
}

/// Returns a copy of the bytes of any object with a buffer of items of one byte.
fn copied(object: &Bound<'_, PyAny>) -> PyResult<Zeroizing<Vec<u8>>> {
    let Ok(view) = PyMemoryView::from(object) else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a bytes-like object, found {found}")));
    };
    let item_size: usize = view.getattr("itemsize")?.extract()?;
    if item_size != 1 {
        return Err(PyTypeError::new_err(format!("expected items of 1 byte, found items of {item_size} bytes")));
    }
    let array = PyByteArray::from(view.as_any())?;
    let bytes = Zeroizing::new(array.to_vec());
    let zeros = PyBytes::new_with(object.py(), bytes.len(), |_| Ok(()))?;
    array.set_item(PySlice::full(object.py()), zeros)?;
    Ok(bytes)
}

/// Returns copies of the bytes of each object of an iterable.
pub(crate) fn each(objects: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u8>>> {
    objects.try_iter()?.map(|object| Ok(object?.extract::<Input<'_>>()?.to_vec())).collect()
}
