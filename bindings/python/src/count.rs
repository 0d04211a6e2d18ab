//! Numbers of objects that a caller asks for.

use pyo3::exceptions::{PyMemoryError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::failure::Failure;

/// The number of objects of a batch or of records.
pub(crate) struct Count(Result<usize, Failure>);

impl FromPyObject<'_, '_> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match object.extract::<usize>() {
            Ok(count) => Ok(Self(Ok(count))),
            Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => Err(error),
            // An integer that is negative, or larger than any memory.
            Err(_) if object.lt(PyInt::new(object.py(), 0))? => Ok(Self(Err(Failure::Negative(object.to_string())))),
            Err(_) => Ok(Self(Ok(usize::MAX))),
        }
    }
}

impl Count {
    /// Returns the number, if there is memory for as many objects of some bytes.
    ///
    /// # Errors
    ///
    /// Returns the exception `CountError` if the number is negative, and `MemoryError` if there is
    /// no memory.
    pub(crate) fn of(self, bytes: usize) -> Result<usize, Failure> {
        let count = self.0?;
        let room = Vec::<u8>::new().try_reserve_exact(count.saturating_mul(bytes));
        room.map_err(|_| PyMemoryError::new_err(format!("no memory for {count} objects of {bytes} bytes")))?;
        Ok(count)
    }
}
