//! Parameter sets.

use getrandom::SysRng;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use vectru::Set;
use vectru::seed::Seed;

use crate::bytes::{Input, each};
use crate::count::Count;
use crate::failure::Failure;
use crate::keys::{PublicKey, SecretKey, encapsulations, keys, secret};

/// A parameter set. There is one object for each.
#[pyclass(frozen, module = "vectru")]
pub(crate) struct ParameterSet(Set);

/// The object of each parameter set, in the order of `Set::ALL`.
static PARAMETER_SETS: PyOnceLock<Vec<Py<ParameterSet>>> = PyOnceLock::new();

fn all(py: Python<'_>) -> PyResult<&[Py<ParameterSet>]> {
    let make = || Set::ALL.into_iter().map(|set| Py::new(py, ParameterSet(set))).collect();
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
            None => Bound::new(py, Self(set)),
        }
    }

    /// Returns the set by which the library names it.
    pub(crate) fn set(&self) -> Set {
        self.0
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
        self.0.formula()
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

    /// The number of random bytes that `generate_from` uses if it rejects no candidate.
    #[getter]
    fn key_random_bytes(&self) -> usize {
        self.0.key_random_bytes()
    }

    /// The number of further random bytes that `generate_from` uses for each candidate that it
    /// rejects: 0 for a set that accepts any random bytes.
    #[getter]
    fn candidate_random_bytes(&self) -> usize {
        self.0.candidate_random_bytes()
    }

    /// The number of random bytes that `encapsulate_from` uses.
    #[getter]
    fn encapsulation_random_bytes(&self) -> usize {
        self.0.encapsulation_random_bytes()
    }

    /// Generates a key pair with random bytes of the operating system.
    ///
    /// Other threads run meanwhile.
    fn generate(&self, py: Python<'_>) -> Result<SecretKey, Failure> {
        Ok(SecretKey::new(py.detach(|| self.0.try_generate(&mut SysRng))?.0))
    }

    /// Makes the key pair of given random bytes, for tests and known answers.
    ///
    /// Further bytes are ignored.
    fn generate_from(&self, py: Python<'_>, random: Input<'_>) -> Result<SecretKey, Failure> {
        Ok(SecretKey::new(py.detach(|| self.0.generate_from(&random))?.0))
    }

    /// Makes the key pair of a stored seed: the version, a byte 1, and 32 secret random bytes.
    ///
    /// Equal seeds give equal key pairs. The Rust module `vectru::seed` defines the expansion.
    fn generate_from_seed(&self, py: Python<'_>, seed: Input<'_>) -> Result<SecretKey, Failure> {
        let seed = Seed::from_bytes(&seed)?;
        Ok(SecretKey::new(py.detach(|| self.0.generate_from_seed(&seed)).0))
    }

    /// Generates `count` key pairs, in less time than one by one.
    ///
    /// Other threads run meanwhile.
    fn generate_batch(&self, py: Python<'_>, count: Count) -> Result<Vec<SecretKey>, Failure> {
        let count = count.of(self.0.secret_key_bytes())?;
        let pairs = py.detach(|| self.0.try_generate_many(&mut SysRng, count))?;
        Ok(pairs.into_iter().map(|(key, _)| SecretKey::new(key)).collect())
    }

    /// Loads a public key: decodes and checks it.
    fn public_key_from_bytes(&self, data: Input<'_>) -> Result<PublicKey, Failure> {
        Ok(PublicKey::new(self.0.encapsulation_key(&data)?))
    }

    /// Loads a secret key: decodes and checks it.
    fn secret_key_from_bytes(&self, data: Input<'_>) -> Result<SecretKey, Failure> {
        Ok(SecretKey::new(self.0.decapsulation_key(&data)?))
    }

    /// Returns a shared secret and its ciphertext for each of the public keys, all of this set.
    ///
    /// Other threads run meanwhile.
    fn encapsulate_batch<'py>(
        &self,
        py: Python<'py>,
        public_keys: &Bound<'py, PyAny>,
    ) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
        let keys = keys(public_keys, |key: &PublicKey| key.key().clone())?;
        encapsulations(py, &py.detach(|| self.0.try_encapsulate_many(&keys, &mut SysRng))?)
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
        let keys = keys(secret_keys, |key: &SecretKey| key.key().clone())?;
        let ciphertexts = each(ciphertexts)?;
        if keys.len() != ciphertexts.len() {
            return Err(Failure::Count { keys: keys.len(), ciphertexts: ciphertexts.len() });
        }
        let pairs = keys.iter().zip(ciphertexts.iter().map(|ciphertext| &ciphertext[..]));
        let secrets = py.detach(|| self.0.decapsulate_many(pairs))?;
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
