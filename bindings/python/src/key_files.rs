//! Keys in DER and PEM, and secret keys under a password.
//!
//! Documents are those of `vectru::key_files`. An encrypted secret key is an
//! EncryptedPrivateKeyInfo of PKCS#8, by PBES2 of PKCS#5: it is written with a key that PBKDF2 with
//! HMAC-SHA-256 derives from the password in 600,000 rounds, and AES-256 in CBC mode, which OpenSSL
//! and pyca/cryptography read. Keys that were derived by scrypt are read, too.

use getrandom::SysRng;
use pkcs8::der::pem::{self, LineEnding, PemLabel};
use pkcs8::der::{Decode, SecretDocument};
use pkcs8::pkcs5::{EncryptionScheme, Error as PasswordBasedError, pbes2};
use pkcs8::{EncryptedPrivateKeyInfoRef, Error, PrivateKeyInfoRef};
use pyo3::prelude::*;
use pyo3::types::PyString;
use vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use vectru::key_files::{KeyFileError, PublicKeyFile, SecretKeyFile};
use zeroize::Zeroizing;

use crate::bytes::Input;
use crate::failure::Failure;
use crate::keys::{PublicKey, SecretKey};

/// The largest 128 N r p of scrypt, which are the bytes that its arrays take at most: a file names
/// its parameters, and should not exhaust the machine's memory.
const SCRYPT_MEMORY: u64 = 1 << 28;

/// A PEM text: a `str`, or a bytes-like object.
pub(crate) struct Text<'a>(Input<'a>);

impl<'a> FromPyObject<'a, '_> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            let text = Zeroizing::new(text.extract::<String>()?);
            return Ok(Self(Input::Copied(text.as_bytes().to_vec().into())));
        }
        Ok(Self(object.extract()?))
    }
}

/// Returns the file of a public key.
pub(crate) fn public_key_file(key: &EncapsulationKey) -> Result<PublicKeyFile, Failure> {
    Ok(PublicKeyFile::new(key.set(), key.as_bytes())?)
}

/// Returns the PKCS#8 document of a secret key, encrypted if there is a password.
pub(crate) fn secret_key_to_der(
    key: &DecapsulationKey,
    password: Option<&[u8]>,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let document = SecretKeyFile::new(key.set(), key.as_bytes())?.to_der();
    let Some(password) = password else { return Ok(document) };
    if password.is_empty() {
        return Err(Failure::Password("expected a password of 1 byte or more, found 0"));
    }
    let encrypt = || -> Result<SecretDocument, Error> {
        let parameters = pbes2::Parameters::generate_pbkdf2(&mut SysRng)?;
        PrivateKeyInfoRef::from_der(&document)?.encrypt_with_params(parameters, password)
    };
    encrypt().map(|encrypted| encrypted.to_bytes()).map_err(|error| Failure::KeyFile(error.to_string(), None, None))
}

/// Returns the PEM text of a secret key, encrypted if there is a password.
pub(crate) fn secret_key_to_pem(key: &DecapsulationKey, password: Option<&[u8]>) -> Result<Zeroizing<String>, Failure> {
    if password.is_none() {
        return Ok(SecretKeyFile::new(key.set(), key.as_bytes())?.to_pem());
    }
    let document = secret_key_to_der(key, password)?;
    let text = pem::encode_string(EncryptedPrivateKeyInfoRef::PEM_LABEL, LineEnding::LF, &document);
    Ok(Zeroizing::new(text.map_err(|error| Failure::from(KeyFileError::Pem(error)))?))
}

/// Returns the key in a file, decoded and checked.
fn secret_key(file: &SecretKeyFile) -> Result<SecretKey, Failure> {
    Ok(SecretKey::new(file.set().decapsulation_key(file.as_bytes())?))
}

/// Returns the key in an encrypted document.
fn decrypt(document: &EncryptedPrivateKeyInfoRef<'_>, password: Option<&[u8]>) -> Result<SecretKey, Failure> {
    let password = password.ok_or(Failure::Password("encrypted: expected a password, found none"))?;
    if let EncryptionScheme::Pbes2(pbes2::Parameters { kdf: pbes2::Kdf::Scrypt(scrypt), .. }) =
        &document.encryption_algorithm
    {
        let memory = [128, scrypt.block_size.into(), scrypt.parallelization.into()]
            .into_iter()
            .fold(scrypt.cost_parameter, u64::saturating_mul);
        if memory > SCRYPT_MEMORY {
            let message =
                format!("wrong encryption: expected scrypt with at most {SCRYPT_MEMORY} bytes, found {memory}");
            return Err(Failure::KeyFile(message, Some(SCRYPT_MEMORY.to_string()), Some(memory.to_string())));
        }
    }
    // A wrong password gives bytes that are padded by chance in one of 256 cases, and then no key.
    const WRONG: Failure = Failure::Password("wrong password: expected another, or the file is damaged");
    let decrypted = match document.decrypt(password) {
        Ok(decrypted) => decrypted,
        Err(Error::EncryptedPrivateKey(PasswordBasedError::DecryptFailed) | Error::Asn1(_)) => return Err(WRONG),
        Err(error) => return Err(Failure::KeyFile(format!("wrong encryption: {error}"), None, None)),
    };
    match SecretKeyFile::from_der(decrypted.as_bytes()) {
        Err(KeyFileError::Der(_)) => Err(WRONG),
        file => secret_key(&file?),
    }
}

/// Loads the public key in a SubjectPublicKeyInfo in DER, of any parameter set: decodes and checks
/// it.
#[pyfunction]
pub(crate) fn public_key_from_der(data: Input<'_>) -> Result<PublicKey, Failure> {
    let file = PublicKeyFile::from_der(&data)?;
    Ok(PublicKey::new(file.set().encapsulation_key(file.as_bytes())?))
}

/// Loads the public key in a SubjectPublicKeyInfo in PEM, of any parameter set: decodes and checks
/// it.
#[pyfunction]
pub(crate) fn public_key_from_pem(data: Text<'_>) -> Result<PublicKey, Failure> {
    let file = PublicKeyFile::from_pem(&*data.0)?;
    Ok(PublicKey::new(file.set().encapsulation_key(file.as_bytes())?))
}

/// Loads the secret key in a PKCS#8 document in DER, of any parameter set: decrypts it by the
/// password if it is encrypted, decodes and checks it.
///
/// Other threads run meanwhile.
#[pyfunction]
#[pyo3(signature = (data, password = None))]
pub(crate) fn secret_key_from_der(
    py: Python<'_>,
    data: Input<'_>,
    password: Option<Input<'_>>,
) -> Result<SecretKey, Failure> {
    py.detach(|| match EncryptedPrivateKeyInfoRef::from_der(&data) {
        Ok(encrypted) => decrypt(&encrypted, password.as_deref()),
        Err(_) => not_encrypted(&SecretKeyFile::from_der(&data)?, password.is_some()),
    })
}

/// Loads the secret key in a PKCS#8 document in PEM, of any parameter set: decrypts it by the
/// password if it is encrypted, decodes and checks it.
///
/// Other threads run meanwhile.
#[pyfunction]
#[pyo3(signature = (data, password = None))]
pub(crate) fn secret_key_from_pem(
    py: Python<'_>,
    data: Text<'_>,
    password: Option<Input<'_>>,
) -> Result<SecretKey, Failure> {
    let data = data.0;
    py.detach(|| match SecretKeyFile::from_pem(&*data) {
        Err(KeyFileError::Label { found, .. }) if found == EncryptedPrivateKeyInfoRef::PEM_LABEL => {
            let (_, document) = pem::decode_vec(data.trim_ascii_end()).map_err(KeyFileError::Pem)?;
            let encrypted = EncryptedPrivateKeyInfoRef::from_der(&document).map_err(KeyFileError::Der)?;
            decrypt(&encrypted, password.as_deref())
        }
        file => not_encrypted(&file?, password.is_some()),
    })
}

/// Returns the key in a file that is not encrypted.
fn not_encrypted(file: &SecretKeyFile, has_password: bool) -> Result<SecretKey, Failure> {
    if has_password {
        return Err(Failure::Password("not encrypted: expected no password, found one"));
    }
    secret_key(file)
}
