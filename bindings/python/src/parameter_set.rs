//! Parameter sets.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use vectru::Set;
use vectru::seed::Seed;

use crate::bytes::{Input, each};
use crate::failure::Failure;
use crate::keys::{Pair, PublicKey, SecretKey, keys, pair, secret};
use crate::operations::{Operations, operations};

/// A parameter set. There is one object for each.
#[pyclass(frozen, module = "vectru")]
pub(crate) struct ParameterSet(&'static dyn Operations);

/// The object of each parameter set, in the order of `Set::ALL`.
static PARAMETER_SETS: PyOnceLock<Vec<Py<ParameterSet>>> = PyOnceLock::new();

fn all(py: Python<'_>) -> PyResult<&[Py<ParameterSet>]> {
    let make = || Set::ALL.into_iter().map(|set| Py::new(py, ParameterSet(operations(set)))).collect();
    Ok(PARAMETER_SETS.get_or_try_init(py, || -> PyResult<Vec<_>> { make() })?)
}

/// Returns all parameter sets.
#[pyfunction]
pub(crate) fn parameter_sets(py: Python<'_>) -> PyResult<Vec<Bound<'_, ParameterSet>>> {
    Ok(all(py)?.iter().map(|set| set.bind(py).clone()).collect())
}

impl ParameterSet {
    /// Returns the object of a parameter set.
    pub(crate) fn of(py: Python<'_>, set: Set) -> PyResult<Bound<'_, Self>> {
        let found = all(py)?.iter().find(|object| object.get().set() == set);
        match found {
            Some(object) => Ok(object.bind(py).clone()),
            None => Bound::new(py, Self(operations(set))),
        }
    }

    /// Returns the set by which the library names it.
    pub(crate) fn set(&self) -> Set {
        self.0.set()
    }
}

#[pymethods]
impl ParameterSet {
    /// The name in the specification, in lower case.
    #[getter]
    fn name(&self) -> &'static str {
        self.set().name()
    }

    /// The ring in mathematical notation.
    #[getter]
    fn ring(&self) -> &'static str {
        self.0.ring()
    }

    /// The object identifier of keys in key files, in dotted notation.
    #[getter]
    fn object_identifier(&self) -> &'static str {
        self.set().object_identifier()
    }

    /// The category of security that the submission to NIST claims, 1 to 5.
    #[getter]
    fn category(&self) -> u8 {
        self.set().category()
    }

    /// The length of a public key in bytes.
    #[getter]
    fn public_key_bytes(&self) -> usize {
        self.set().public_key_bytes()
    }

    /// The length of a secret key in bytes.
    #[getter]
    fn secret_key_bytes(&self) -> usize {
        self.set().secret_key_bytes()
    }

    /// The length of a ciphertext in bytes.
    #[getter]
    fn ciphertext_bytes(&self) -> usize {
        self.set().ciphertext_bytes()
    }

    /// The length of a shared secret in bytes: 32.
    #[getter]
    fn shared_secret_bytes(&self) -> usize {
        self.set().shared_secret_bytes()
    }

    /// The number of random bytes that `generate_from` takes if it rejects no candidate.
    #[getter]
    fn key_random_bytes(&self) -> usize {
        self.0.random_bytes()[0]
    }

    /// The number of further random bytes that `generate_from` takes for each candidate that it
    /// rejects. 0 for a set that takes any random bytes.
    #[getter]
    fn candidate_random_bytes(&self) -> usize {
        self.0.random_bytes()[1]
    }

    /// The number of random bytes that `encapsulate_from` takes.
    #[getter]
    fn encapsulation_random_bytes(&self) -> usize {
        self.0.random_bytes()[2]
    }

    /// Generates a key pair with random bytes of the operating system.
    ///
    /// Other threads run meanwhile.
    fn generate(&self, py: Python<'_>) -> Result<SecretKey, Failure> {
        py.detach(|| self.0.generate()).map(SecretKey::new)
    }

    /// Makes the key pair of given random bytes, for tests and known answers.
    ///
    /// Bytes behind those that it takes are ignored.
    fn generate_from(&self, py: Python<'_>, random: Input<'_>) -> Result<SecretKey, Failure> {
        py.detach(|| self.0.generate_from(&random)).map(SecretKey::new)
    }

    /// Makes the key pair of a stored seed: the version, a byte 1, and 32 secret random bytes.
    ///
    /// Equal seeds give equal key pairs. The expansion is that of the Rust module
    /// `vectru::seed`.
    fn generate_from_seed(&self, py: Python<'_>, seed: Input<'_>) -> Result<SecretKey, Failure> {
        let seed = Seed::from_bytes(&seed)?;
        Ok(SecretKey::new(py.detach(|| self.0.generate_from_seed(&seed))?))
    }

    /// Generates `count` key pairs, in less time than one by one.
    ///
    /// Other threads run meanwhile.
    fn generate_batch(&self, py: Python<'_>, count: usize) -> Result<Vec<SecretKey>, Failure> {
        Ok(py.detach(|| self.0.generate_batch(count))?.into_iter().map(SecretKey::new).collect())
    }

    /// Loads a public key: decodes, checks and transforms it for all its uses.
    fn public_key_from_bytes(&self, data: Input<'_>) -> Result<PublicKey, Failure> {
        self.0.public_key(&data).map(PublicKey)
    }

    /// Loads a secret key: decodes, checks and transforms it for all its uses.
    fn secret_key_from_bytes(&self, data: Input<'_>) -> Result<SecretKey, Failure> {
        self.0.secret_key(&data).map(SecretKey::new)
    }

    /// Returns a ciphertext and its shared secret for each of the public keys, all of this set.
    ///
    /// Other threads run meanwhile.
    fn encapsulate_batch<'py>(
        &self,
        py: Python<'py>,
        public_keys: &Bound<'py, PyAny>,
    ) -> Result<Vec<Pair<'py>>, Failure> {
        let keys = keys(public_keys, |key: &PublicKey| key.0.clone())?;
        let all = py.detach(|| self.0.encapsulate_batch(&keys))?;
        Ok(all.iter().map(|sent| pair(py, sent)).collect())
    }

    /// Returns the shared secret of each ciphertext by the secret key beside it, all of this set.
    ///
    /// Other threads run meanwhile.
    fn decapsulate_batch<'py>(
        &self,
        py: Python<'py>,
        secret_keys: &Bound<'py, PyAny>,
        ciphertexts: &Bound<'py, PyAny>,
    ) -> Result<Vec<Bound<'py, PyBytes>>, Failure> {
        let keys = keys(secret_keys, |key: &SecretKey| key.key.clone())?;
        let ciphertexts = each(ciphertexts)?;
        let secrets = py.detach(|| self.0.decapsulate_batch(&keys, &ciphertexts))?;
        Ok(secrets.iter().map(|shared| secret(py, shared)).collect())
    }

    fn __repr__(&self) -> String {
        format!("vectru.{}", self.name())
    }

    /// The name by which the package has the set.
    fn __reduce__(&self) -> &'static str {
        self.name()
    }
}
