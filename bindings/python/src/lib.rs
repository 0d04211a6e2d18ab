//! The extension module `vectru._vectru`, on which the Python package `vectru` stands.
//!
//! Its classes are the same for all parameter sets, as the keys of `vectru::dynamic` are. Names,
//! types and documentation for users are in `python/vectru`; docs/users/python.md shows the
//! package.

mod backends;
mod bytes;
mod failure;
mod keys;
mod known_answers;
mod parameter_set;
#[cfg(feature = "polymul")]
mod polymul;
mod timing;

/// The extension module.
#[pyo3::pymodule]
mod _vectru {
    #[pymodule_export]
    use crate::backends::{all_backends, backend, backends, force_backend};
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
}
