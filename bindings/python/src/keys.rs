//! Public and secret keys.

use std::sync::OnceLock;

use getrandom::SysRng;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple, PyType};
use subtle::ConstantTimeEq;
use vectru::SharedSecret;
use vectru::dynamic::{DecapsulationKey, EncapsulationKey};

use crate::bytes::{Input, each};
use crate::count::Count;
use crate::failure::Failure;
use crate::key_files::{public_key_file, secret_key_to_der, secret_key_to_pem};
use crate::parameter_set::ParameterSet;

/// Returns the named tuple of a shared secret and its ciphertext.
pub(crate) fn encapsulation<'py>(
    py: Python<'py>,
    (ciphertext, shared): &(Vec<u8>, SharedSecret),
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "vectru._results", "Encapsulation")?;
    class.call1((secret(py, shared), PyBytes::new(py, ciphertext)))
}

/// Returns the named tuples of a batch.
pub(crate) fn encapsulations<'py>(
    py: Python<'py>,
    sent: &[(Vec<u8>, SharedSecret)],
) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
    Ok(sent.iter().map(|one| encapsulation(py, one)).collect::<PyResult<_>>()?)
}

/// Returns a shared secret in Python.
pub(crate) fn secret<'py>(py: Python<'py>, secret: &SharedSecret) -> Bound<'py, PyBytes> {
    PyBytes::new(py, secret.as_bytes())
}

/// Returns the keys of an iterable, as `of_key` returns them of an object of the class T.
pub(crate) fn keys<T, K>(objects: &Bound<'_, PyAny>, of_key: impl Fn(&T) -> K) -> PyResult<Vec<K>>
where
    T: pyo3::PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync,
{
    objects.try_iter()?.map(|object| Ok(of_key(object?.cast::<T>()?.get()))).collect()
}

/// A public key, which encapsulates.
#[pyclass(frozen, module = "vectru")]
pub(crate) struct PublicKey {
    loaded: EncapsulationKey,
    prepared: OnceLock<EncapsulationKey>,
}

impl PublicKey {
    pub(crate) const fn new(loaded: EncapsulationKey) -> Self {
        Self { loaded, prepared: OnceLock::new() }
    }

    /// Returns the key, prepared if it was.
    pub(crate) fn key(&self) -> &EncapsulationKey {
        self.prepared.get().unwrap_or(&self.loaded)
    }
}

#[pymethods]
impl PublicKey {
    /// The parameter set of the key.
    #[getter]
    fn parameter_set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, ParameterSet>> {
        ParameterSet::of(py, self.loaded.set())
    }

    /// Returns the bytes of the key, as the specification encodes it.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.loaded.as_bytes())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    /// Prepares the key for many uses: each use is then faster, and the key needs several times the
    /// memory. Its bytes stay the same.
    fn prepare(&self, py: Python<'_>) {
        py.detach(|| self.prepared.get_or_init(|| self.loaded.prepare()));
    }

    /// Returns the key as SubjectPublicKeyInfo in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        Ok(PyBytes::new(py, &public_key_file(&self.loaded)?.to_der()))
    }

    /// Returns the key as SubjectPublicKeyInfo in PEM.
    fn to_pem<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        Ok(PyBytes::new(py, public_key_file(&self.loaded)?.to_pem().as_bytes()))
    }

    /// Returns a new shared secret and the ciphertext that carries it.
    fn encapsulate<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(encapsulation(py, &self.key().try_encapsulate(&mut SysRng)?)?)
    }

    /// Returns the shared secret and the ciphertext of given random bytes, for tests and known
    /// answers.
    fn encapsulate_from<'py>(&self, py: Python<'py>, random: Input<'_>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(encapsulation(py, &self.key().encapsulate_from(&random)?)?)
    }

    /// Returns `count` new shared secrets with their ciphertexts, in less time than one by one.
    ///
    /// Other threads run meanwhile.
    fn encapsulate_batch<'py>(&self, py: Python<'py>, count: Count) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
        let count = count.of(self.loaded.set().ciphertext_bytes())?;
        encapsulations(py, &py.detach(|| self.key().try_encapsulate_many(&mut SysRng, count))?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().loaded == self.loaded)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.to_bytes(py).hash()
    }

    fn __repr__(&self) -> String {
        let first: String = self.loaded.as_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("<vectru.PublicKey {} {first}..>", self.loaded.set())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let load = self.parameter_set(py)?.getattr("public_key_from_bytes")?;
        Ok((load, PyTuple::new(py, [self.to_bytes(py)])?))
    }
}

/// A secret key, which decapsulates. It is wiped when nothing refers to it any more.
#[pyclass(frozen, module = "vectru")]
pub(crate) struct SecretKey {
    loaded: DecapsulationKey,
    prepared: OnceLock<DecapsulationKey>,
    /// The public key, made when it is first asked for.
    public_key: PyOnceLock<Py<PublicKey>>,
}

impl SecretKey {
    pub(crate) const fn new(loaded: DecapsulationKey) -> Self {
        Self { loaded, prepared: OnceLock::new(), public_key: PyOnceLock::new() }
    }

    /// Returns the key, prepared if it was.
    pub(crate) fn key(&self) -> &DecapsulationKey {
        self.prepared.get().unwrap_or(&self.loaded)
    }
}

#[pymethods]
impl SecretKey {
    /// The parameter set of the key.
    #[getter]
    fn parameter_set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, ParameterSet>> {
        ParameterSet::of(py, self.loaded.set())
    }

    /// The public key of the pair.
    #[getter]
    fn public_key(&self, py: Python<'_>) -> PyResult<Py<PublicKey>> {
        let make = || Py::new(py, PublicKey::new(self.loaded.to_encapsulation_key()));
        let key = self.public_key.get_or_try_init(py, make)?;
        Ok(key.clone_ref(py))
    }

    /// Returns the bytes of the key, as the specification encodes it. They are secret, and Python
    /// does not wipe them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.loaded.as_bytes())
    }

    /// Returns the key as PKCS#8 in DER, encrypted if there is a password.
    ///
    /// Other threads run meanwhile.
    #[pyo3(signature = (password = None))]
    fn to_der<'py>(&self, py: Python<'py>, password: Option<Input<'_>>) -> Result<Bound<'py, PyBytes>, Failure> {
        let document = py.detach(|| secret_key_to_der(&self.loaded, password.as_deref()))?;
        Ok(PyBytes::new(py, &document))
    }

    /// Returns the key as PKCS#8 in PEM, encrypted if there is a password.
    ///
    /// Other threads run meanwhile.
    #[pyo3(signature = (password = None))]
    fn to_pem<'py>(&self, py: Python<'py>, password: Option<Input<'_>>) -> Result<Bound<'py, PyBytes>, Failure> {
        let text = py.detach(|| secret_key_to_pem(&self.loaded, password.as_deref()))?;
        Ok(PyBytes::new(py, text.as_bytes()))
    }

    /// Prepares the key for many uses: each use is then faster, and the key needs several times the
    /// memory. Its bytes stay the same.
    fn prepare(&self, py: Python<'_>) {
        py.detach(|| self.prepared.get_or_init(|| self.loaded.prepare()));
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// A ciphertext that no encapsulation made is no error: it has a pseudorandom shared secret.
    fn decapsulate<'py>(&self, py: Python<'py>, ciphertext: Input<'_>) -> Result<Bound<'py, PyBytes>, Failure> {
        Ok(secret(py, &self.key().decapsulate(&ciphertext)?))
    }

    /// Returns the shared secret of each ciphertext, in less time than one by one.
    ///
    /// Other threads run meanwhile.
    fn decapsulate_batch<'py>(
        &self,
        py: Python<'py>,
        ciphertexts: &Bound<'py, PyAny>,
    ) -> Result<Vec<Bound<'py, PyBytes>>, Failure> {
        let ciphertexts = each(ciphertexts)?;
        let secrets =
            py.detach(|| self.key().decapsulate_many(ciphertexts.iter().map(|ciphertext| &ciphertext[..])))?;
        Ok(secrets.iter().map(|shared| secret(py, shared)).collect())
    }

    /// Compares in constant time.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| {
            let other = &other.get().loaded;
            other.set() == self.loaded.set() && other.as_bytes().ct_eq(self.loaded.as_bytes()).into()
        })
    }

    fn __repr__(&self) -> String {
        format!("<vectru.SecretKey {}>", self.loaded.set())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a secret key is not pickled or copied: to_bytes() returns its bytes"))
    }
}
