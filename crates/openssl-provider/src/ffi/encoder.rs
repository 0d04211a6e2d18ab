//! Encoders: from keys to files and to text.

use core::ffi::{c_int, c_void};
use std::sync::Arc;

use vectru::key_files::{PublicKeyFile, SecretKeyFile};

use crate::algorithm::Bytes;
use crate::failure::Failure;
use crate::ffi::abi::{
    self, CoreBio, Dispatch, INTEGER, Param, PassphraseCallback, SELECT_KEYPAIR, SELECT_PRIVATE_KEY, SELECT_PUBLIC_KEY,
    UTF8_STRING,
};
use crate::ffi::param::Values;
use crate::ffi::{answer, create, take_back};
use crate::key::Key;
use crate::provider::Provider;
use crate::text;

/// The state of an encoder.
pub(crate) struct Encoder {
    provider: Arc<Provider>,
    /// True if the core asked for an encrypted file.
    encrypted: bool,
}

/// A kind of output.
trait Output {
    /// The part of a key without which there is nothing to write, as a selection.
    const PART: c_int;

    /// Returns the output for a key.
    ///
    /// # Errors
    ///
    /// Returns an error if the key lacks the part, or its algorithm has no file format.
    fn of(key: &Key, selection: c_int) -> Result<Bytes, Failure>;
}

/// Returns the functions of an encoder.
const fn functions<O: Output>() -> [Dispatch; 7] {
    [
        abi::encoder_newctx(new),
        abi::encoder_freectx(free),
        abi::encoder_set_ctx_params(set_params),
        abi::encoder_settable_ctx_params(settable_params),
        abi::encoder_does_selection(does_selection::<O>),
        abi::encoder_encode(encode::<O>),
        Dispatch::END,
    ]
}

/// The encoder of public keys as SubjectPublicKeyInfo in DER.
pub(crate) const PUBLIC_DER: &[Dispatch] = &functions::<PublicDer>();
/// The encoder of public keys as SubjectPublicKeyInfo in PEM.
pub(crate) const PUBLIC_PEM: &[Dispatch] = &functions::<PublicPem>();
/// The encoder of key pairs as PKCS#8 in DER.
pub(crate) const PRIVATE_DER: &[Dispatch] = &functions::<PrivateDer>();
/// The encoder of key pairs as PKCS#8 in PEM.
pub(crate) const PRIVATE_PEM: &[Dispatch] = &functions::<PrivatePem>();
/// The encoder of keys as text.
pub(crate) const TEXT: &[Dispatch] = &functions::<Text>();

/// Returns the file of the public key.
fn public_file(key: &Key) -> Result<PublicKeyFile, Failure> {
    let algorithm = key.algorithm();
    if algorithm.group.is_some() {
        return Err(Failure::NoFormat);
    }
    Ok(PublicKeyFile::new(algorithm.set, key.public()?.as_bytes())?)
}

/// Returns the file of the secret key.
fn secret_file(key: &Key) -> Result<SecretKeyFile, Failure> {
    let algorithm = key.algorithm();
    if algorithm.group.is_some() {
        return Err(Failure::NoFormat);
    }
    Ok(SecretKeyFile::new(algorithm.set, &key.secret()?.to_bytes())?)
}

struct PublicDer;

impl Output for PublicDer {
    const PART: c_int = SELECT_PUBLIC_KEY;

    fn of(key: &Key, _: c_int) -> Result<Bytes, Failure> {
        Ok(Bytes::new(public_file(key)?.to_der()))
    }
}

struct PublicPem;

impl Output for PublicPem {
    const PART: c_int = SELECT_PUBLIC_KEY;

    fn of(key: &Key, _: c_int) -> Result<Bytes, Failure> {
        Ok(Bytes::new(public_file(key)?.to_pem().into_bytes()))
    }
}

struct PrivateDer;

impl Output for PrivateDer {
    const PART: c_int = SELECT_PRIVATE_KEY;

    fn of(key: &Key, _: c_int) -> Result<Bytes, Failure> {
        Ok(secret_file(key)?.to_der())
    }
}

struct PrivatePem;

impl Output for PrivatePem {
    const PART: c_int = SELECT_PRIVATE_KEY;

    fn of(key: &Key, _: c_int) -> Result<Bytes, Failure> {
        Ok(Bytes::new(secret_file(key)?.to_pem().as_bytes().to_vec()))
    }
}

struct Text;

impl Output for Text {
    const PART: c_int = SELECT_KEYPAIR;

    fn of(key: &Key, selection: c_int) -> Result<Bytes, Failure> {
        text::of(key, selection & SELECT_PRIVATE_KEY != 0)
    }
}

unsafe extern "C" fn new(context: *const Provider) -> *mut Encoder {
    // SAFETY: The core passes the provider.
    unsafe { create(context, |provider| Ok(Encoder { provider, encrypted: false })) }
}

unsafe extern "C" fn free(encoder: *mut Encoder) {
    // SAFETY: The core passes an object of `new` and forgets it.
    unsafe { take_back(encoder) };
}

unsafe extern "C" fn set_params(encoder: *mut Encoder, params: *const Param) -> c_int {
    // SAFETY: The core passes an object of `new` that no other thread uses, and a list.
    let (encoder, values) = unsafe { (&mut *encoder, Values::new(params)) };
    let provider = Arc::clone(&encoder.provider);
    answer(provider.core(), 0, || {
        if let Some(cipher) = values.text(c"cipher")? {
            encoder.encrypted = !cipher.is_empty();
        }
        Ok(1)
    })
}

unsafe extern "C" fn settable_params(_: *const Provider) -> *const Param {
    const PARAMS: &[Param] = &[
        Param::described(c"cipher", UTF8_STRING),
        Param::described(c"properties", UTF8_STRING),
        Param::described(c"save-parameters", INTEGER),
        Param::END,
    ];
    PARAMS.as_ptr()
}

unsafe extern "C" fn does_selection<O: Output>(_: *const Provider, selection: c_int) -> c_int {
    // Of a selection of both parts the secret one counts, as in OpenSSL's own encoders.
    let public = SELECT_PUBLIC_KEY * c_int::from(selection & SELECT_PRIVATE_KEY == 0);
    let parts = selection & (SELECT_PRIVATE_KEY | public);
    c_int::from(selection & SELECT_KEYPAIR == 0 || parts & O::PART != 0)
}

unsafe extern "C" fn encode<O: Output>(
    encoder: *const Encoder,
    stream: *mut CoreBio,
    key: *const Key,
    abstracted: *const Param,
    selection: c_int,
    _: Option<PassphraseCallback>,
    _: *mut c_void,
) -> c_int {
    // SAFETY: The core passes an object of `new`, and a key of this provider, or null with a key of
    // another provider as a list.
    let (encoder, key) = unsafe { (&*encoder, key.as_ref()) };
    let core = encoder.provider.core();
    answer(core, 0, || {
        let key = key.filter(|_| abstracted.is_null()).ok_or(Failure::Core)?;
        // Never a secret in the clear where the caller believes it encrypted.
        if encoder.encrypted && O::PART & SELECT_PRIVATE_KEY != 0 {
            return Err(Failure::Encryption);
        }
        let bytes = O::of(key, selection)?;
        // SAFETY: The core passes the stream.
        unsafe { core.write(stream, &bytes)? };
        Ok(1)
    })
}
