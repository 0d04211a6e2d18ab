//! Decoders: from files in DER to keys. OpenSSL itself decodes PEM and decrypts.

use core::ffi::{c_int, c_void};
use std::sync::Arc;

use vectru::key_files::{KeyFileError, PublicKeyFile, SecretKeyFile};
use vectru::{Mechanism, Set};

use crate::algorithm::Algorithm;
use crate::failure::Failure;
use crate::ffi::abi::{
    self, Callback, CoreBio, Dispatch, OBJECT_PKEY, PassphraseCallback, SELECT_KEYPAIR, SELECT_PRIVATE_KEY,
    SELECT_PUBLIC_KEY,
};
use crate::ffi::param::Answers;
use crate::ffi::tables::Table;
use crate::ffi::{answer, create, hand_over, keymgmt, take_back};
use crate::key::Key;
use crate::provider::Provider;

/// The longest file, in bytes. No key of the provider has one half as long.
const LONGEST: usize = 8192;

impl<K: Mechanism, const IS_HYBRID: bool> Table<K, IS_HYBRID> {
    /// The decoder of public keys of the algorithm.
    pub(crate) const DECODE_PUBLIC: &'static [Dispatch] = &functions::<K, Public, IS_HYBRID>();
    /// The decoder of key pairs of the algorithm.
    pub(crate) const DECODE_PRIVATE: &'static [Dispatch] = &functions::<K, Private, IS_HYBRID>();
}

/// The state of a decoder.
pub(crate) struct Decoder {
    provider: Arc<Provider>,
    algorithm: Arc<Algorithm>,
}

/// A kind of file.
trait Input {
    /// The part of a key that the file has, as a selection.
    const PART: c_int;

    /// Sets an empty key to the one in a file. Returns false if the file has no key of the
    /// algorithm, and is one for another decoder.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has a key of the algorithm that is not valid.
    fn read(document: &[u8], key: &mut Key) -> Result<bool, Failure>;
}

/// SubjectPublicKeyInfo.
struct Public;

impl Input for Public {
    const PART: c_int = SELECT_PUBLIC_KEY;

    fn read(document: &[u8], key: &mut Key) -> Result<bool, Failure> {
        match PublicKeyFile::from_der(document) {
            Ok(file) if file.set() == key.algorithm().set => key.set_parts(Some(file.as_bytes()), None).map(|()| true),
            Ok(_) => Ok(false),
            Err(error) => refuse(error, key.algorithm().set),
        }
    }
}

/// PKCS#8.
struct Private;

impl Input for Private {
    const PART: c_int = SELECT_PRIVATE_KEY;

    fn read(document: &[u8], key: &mut Key) -> Result<bool, Failure> {
        match SecretKeyFile::from_der(document) {
            Ok(file) if file.set() == key.algorithm().set => key.set_parts(None, Some(file.as_bytes())).map(|()| true),
            Ok(_) => Ok(false),
            Err(error) => refuse(error, key.algorithm().set),
        }
    }
}

/// Refuses a file with a key of the set that is not valid, and passes others on.
fn refuse(error: KeyFileError, own: Set) -> Result<bool, Failure> {
    match error {
        KeyFileError::Key(error) if error.set == own => Err(Failure::Bytes(error)),
        _ => Ok(false),
    }
}

const fn functions<K: Mechanism, I: Input, const IS_HYBRID: bool>() -> [Dispatch; 6] {
    [
        abi::decoder_newctx(new::<K, IS_HYBRID>),
        abi::decoder_freectx(free),
        abi::decoder_does_selection(does_selection::<I>),
        abi::decoder_decode(decode::<I>),
        abi::decoder_export_object(export),
        Dispatch::END,
    ]
}

unsafe extern "C" fn new<K: Mechanism, const IS_HYBRID: bool>(context: *const Provider) -> *mut Decoder {
    // SAFETY: The core passes the provider.
    unsafe {
        create(context, |provider| {
            let algorithm = Arc::clone(provider.algorithm(K::SET, IS_HYBRID)?);
            Ok(Decoder { provider, algorithm })
        })
    }
}

unsafe extern "C" fn free(decoder: *mut Decoder) {
    // SAFETY: The core passes an object of `new` and forgets it.
    unsafe { take_back(decoder) };
}

unsafe extern "C" fn does_selection<I: Input>(_: *const Provider, selection: c_int) -> c_int {
    // No selection is any. Of a selection of both parts the secret one counts, as in OpenSSL's own
    // decoders: a public key is not taken for a key pair.
    let public = SELECT_PUBLIC_KEY * c_int::from(selection & SELECT_PRIVATE_KEY == 0);
    let parts = selection & (SELECT_PRIVATE_KEY | public);
    c_int::from(selection & SELECT_KEYPAIR == 0 || parts & I::PART != 0)
}

/// A key on its way to the core, which takes it by `keymgmt::load`, or does not.
struct Parcel {
    key: *mut Key,
}

impl Drop for Parcel {
    fn drop(&mut self) {
        // SAFETY: The key is from `hand_over`, and is null if the core has taken it.
        unsafe { take_back(self.key) };
    }
}

unsafe extern "C" fn decode<I: Input>(
    decoder: *const Decoder,
    stream: *mut CoreBio,
    _: c_int,
    callback: Option<Callback>,
    argument: *mut c_void,
    _: Option<PassphraseCallback>,
    _: *mut c_void,
) -> c_int {
    // SAFETY: The core passes an object of `new`.
    let Decoder { provider, algorithm } = unsafe { &*decoder };
    answer(provider.core(), 0, || {
        // 1 without a call means that another decoder may try.
        let callback = callback.ok_or(Failure::Core)?;
        // SAFETY: The core passes the stream.
        let Some(document) = (unsafe { provider.core().read_der(stream, LONGEST) }) else { return Ok(1) };
        let mut key = Key::empty(provider, algorithm);
        if !I::read(&document, &mut key)? {
            return Ok(1);
        }
        let name = provider.tables().name(algorithm)?;
        let mut parcel = Parcel { key: hand_over(key) };
        let reference = &raw mut parcel.key;
        // SAFETY: The core passes the function and its argument. The reference points to the
        // parcel's pointer, which lives longer than the call, and which nobody uses meanwhile but
        // `keymgmt::load`.
        Ok(unsafe {
            Answers::new()
                .integer(c"type", &OBJECT_PKEY)
                .text(c"data-type", name)
                .reference(c"reference", reference)
                .pass(callback, argument)
        })
    })
}

/// Passes the values of a key that another provider wants to import.
unsafe extern "C" fn export(
    decoder: *const Decoder,
    reference: *const c_void,
    size: usize,
    callback: Option<Callback>,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: The core passes an object of `new`, and the reference that `decode` passed to it.
    unsafe {
        let core = (*decoder).provider.core();
        if reference.is_null() || size != size_of::<*mut Key>() {
            core.raise(&Failure::Core);
            return 0;
        }
        let key = *reference.cast::<*const Key>();
        let selection = match key.as_ref() {
            None => return 0,
            Some(key) if key.has(true, true) => SELECT_PUBLIC_KEY | SELECT_PRIVATE_KEY,
            Some(_) => SELECT_PUBLIC_KEY,
        };
        keymgmt::export(key, selection, callback, argument)
    }
}
