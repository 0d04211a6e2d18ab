//! Known answers, for test suites.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vectru::Set;
use vectru::kat::{Answers, RngOrder, records, write_response};

use crate::count::Count;
use crate::failure::{Failure, unknown};
use crate::parameter_set::ParameterSet;

/// The number of a record, its seed, both keys, the ciphertext and the shared secret.
type Record<'py> = (usize, [Bound<'py, PyBytes>; 5]);

/// Returns the order of random draws of this name.
fn order(set: Set, name: &str) -> Result<RngOrder, Failure> {
    let orders = RngOrder::of(set);
    let found = orders.iter().find(|order| order.name() == name).copied();
    found.ok_or_else(|| unknown("order of random draws", orders.iter().map(|order| order.name()), name))
}

/// Returns the first `count` known answers of a parameter set.
#[pyfunction]
pub(crate) fn known_answers<'py>(
    py: Python<'py>,
    parameter_set: &Bound<'py, ParameterSet>,
    count: Count,
    order_name: &str,
) -> Result<Vec<Record<'py>>, Failure> {
    let set = parameter_set.get().set();
    let order = order(set, order_name)?;
    let count = count.of(set.secret_key_bytes())?;
    let all: Vec<_> = py.detach(|| records(set, order).take(count).collect());
    let in_python = |bytes: &[u8]| PyBytes::new(py, bytes);
    let row = |record: &vectru::kat::Record| {
        let fields = [&record.seed, &record.public_key[..], &record.secret_key, &record.ciphertext];
        let [seed, public_key, secret_key, ciphertext] = fields.map(in_python);
        (record.count, [seed, public_key, secret_key, ciphertext, in_python(&record.shared_secret)])
    };
    Ok(all.iter().map(row).collect())
}

/// Returns the text of an .rsp file of the first `count` known answers, as NIST's program prints
/// it.
#[pyfunction]
pub(crate) fn response(
    py: Python<'_>,
    parameter_set: &Bound<'_, ParameterSet>,
    count: Count,
    order_name: &str,
) -> Result<String, Failure> {
    let set = parameter_set.get().set();
    let order = order(set, order_name)?;
    let count = count.of(set.secret_key_bytes())?;
    py.detach(|| {
        let mut text = String::new();
        // A string takes any text.
        let _ = write_response(&mut text, set, order, count);
        Ok(text)
    })
}

/// Returns SHA-256 of the text of the 100 records that the submission and other implementations
/// have, in hexadecimal digits; `None` for a set without any.
#[pyfunction]
pub(crate) fn digest(
    parameter_set: &Bound<'_, ParameterSet>,
    order_name: &str,
) -> Result<Option<&'static str>, Failure> {
    let set = parameter_set.get().set();
    let order = order(set, order_name)?;
    Ok(Answers::of(set).map(|answers| answers.records(order)))
}
