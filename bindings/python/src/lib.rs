//! The extension module `vectru._vectru`, on which the Python package `vectru` stands.
//!
//! Its classes are the same for all parameter sets, as the keys of `vectru::dynamic` are. Names,
//! types and documentation for users are in `python/vectru`; docs/users/python.md shows the
//! package.

mod backends;
mod bytes;
mod count;
mod failure;
mod key_files;
mod keys;
mod known_answers;
mod parameter_set;
#[cfg(feature = "polymul")]
mod polymul;
mod timing;

/// The extension module. It needs no lock of Python: its objects are frozen, and what they make
/// later stands in cells that are written once.
#[pyo3::pymodule(gil_used = false)]
mod _vectru {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::backends::{all_backends, backend, backends, force_backend};
    #[pymodule_export]
    use crate::key_files::{public_key_from_der, public_key_from_pem, secret_key_from_der, secret_key_from_pem};
    #[pymodule_export]
    use crate::keys::{PublicKey, SecretKey};
    #[pymodule_export]
    use crate::known_answers::{digest, known_answers, response};
    #[pymodule_export]
    use crate::parameter_set::{ParameterSet, parameter_sets};
    #[cfg(feature = "polymul")]
    #[pymodule_export]
    use crate::polymul::{bounds, counts, explain, multipliers, multiply, rings, time_product_in_rust, times};
    #[pymodule_export]
    use crate::timing::time_in_rust;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
