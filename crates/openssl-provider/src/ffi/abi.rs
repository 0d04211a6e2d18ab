//! The types and function ids of OpenSSL's provider interface, as far as the provider uses them.
//!
//! The names of OpenSSL, from `openssl/core.h` and `openssl/core_dispatch.h`, stand in backquotes.
//! All have been the same since OpenSSL 3.0. An entry of a dispatch table is made by a function of
//! its own, which takes a function of the signature that belongs to the id and no other.

use core::ffi::{c_char, c_int, c_uint, c_void};
use core::mem::transmute;
use core::ptr::null;

use crate::ffi::decoder::Decoder;
use crate::ffi::encoder::Encoder;
use crate::ffi::kem::Operation;
use crate::ffi::keymgmt::Generation;
use crate::key::Key;
use crate::provider::Provider;

/// `OSSL_CORE_HANDLE`: what the core knows a provider by.
#[repr(C)]
pub(crate) struct CoreHandle {
    _opaque: [u8; 0],
}

/// `OSSL_CORE_BIO`: a stream of the core.
#[repr(C)]
pub(crate) struct CoreBio {
    _opaque: [u8; 0],
}

/// `OSSL_PARAM`: a named value that is passed in or asked for. A list ends with a null `key`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) key: *const c_char,
    pub(crate) data_type: c_uint,
    pub(crate) data: *mut c_void,
    pub(crate) data_size: usize,
    pub(crate) return_size: usize,
}

/// `OSSL_PARAM_INTEGER`, the first of the types of a [`Param`].
pub(crate) const INTEGER: c_uint = 1;
/// `OSSL_PARAM_UNSIGNED_INTEGER`.
pub(crate) const UNSIGNED_INTEGER: c_uint = 2;
/// `OSSL_PARAM_UTF8_STRING`.
pub(crate) const UTF8_STRING: c_uint = 4;
/// `OSSL_PARAM_OCTET_STRING`.
pub(crate) const OCTET_STRING: c_uint = 5;
/// `OSSL_PARAM_UTF8_PTR`.
pub(crate) const UTF8_PTR: c_uint = 6;

/// `OSSL_PARAM_UNMODIFIED`: the return size of a [`Param`] that nobody answered.
pub(crate) const UNMODIFIED: usize = usize::MAX;

/// `OSSL_DISPATCH`: a function and its id. A list ends with the id 0.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Dispatch {
    pub(crate) function_id: c_int,
    pub(crate) function: Option<unsafe extern "C" fn()>,
}

impl Dispatch {
    /// The end of a list.
    pub(crate) const END: Self = Self { function_id: 0, function: None };
}

/// `OSSL_ALGORITHM`: an implementation, with its names and properties. A list ends with null names.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct AlgorithmEntry {
    pub(crate) names: *const c_char,
    pub(crate) properties: *const c_char,
    pub(crate) implementation: *const Dispatch,
    pub(crate) description: *const c_char,
}

impl AlgorithmEntry {
    /// The end of a list.
    pub(crate) const END: Self =
        Self { names: null(), properties: null(), implementation: null(), description: null() };
}

/// `OSSL_ITEM`: a number and its text. A list ends with 0 and null.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) id: c_uint,
    pub(crate) text: *const c_char,
}

/// `OSSL_CALLBACK`: a function of the core that takes a list of values.
pub(crate) type Callback = unsafe extern "C" fn(params: *const Param, argument: *mut c_void) -> c_int;

/// `OSSL_PASSPHRASE_CALLBACK`: a function of the core that asks for a passphrase.
pub(crate) type PassphraseCallback = unsafe extern "C" fn(
    passphrase: *mut c_char,
    size: usize,
    length: *mut usize,
    params: *const Param,
    argument: *mut c_void,
) -> c_int;

// Operations that a provider is queried for.

/// `OSSL_OP_KEYMGMT`.
pub(crate) const OP_KEYMGMT: c_int = 10;
/// `OSSL_OP_KEM`.
pub(crate) const OP_KEM: c_int = 14;
/// `OSSL_OP_ENCODER`.
pub(crate) const OP_ENCODER: c_int = 20;
/// `OSSL_OP_DECODER`.
pub(crate) const OP_DECODER: c_int = 21;

// Parts of a key, as bits of a selection.

/// `OSSL_KEYMGMT_SELECT_PRIVATE_KEY`.
pub(crate) const SELECT_PRIVATE_KEY: c_int = 1;
/// `OSSL_KEYMGMT_SELECT_PUBLIC_KEY`.
pub(crate) const SELECT_PUBLIC_KEY: c_int = 2;
/// `OSSL_KEYMGMT_SELECT_KEYPAIR`.
pub(crate) const SELECT_KEYPAIR: c_int = SELECT_PRIVATE_KEY | SELECT_PUBLIC_KEY;

/// `OSSL_OBJECT_PKEY`: the type of an object that is a key.
pub(crate) const OBJECT_PKEY: c_int = 2;

/// `TLS1_3_VERSION`.
pub(crate) const TLS1_3: c_int = 0x0304;

// Functions of the core, by their ids.

/// `OSSL_FUNC_CORE_GET_PARAMS`.
pub(crate) const CORE_GET_PARAMS: c_int = 2;
pub(crate) type CoreGetParams = unsafe extern "C" fn(*const CoreHandle, *mut Param) -> c_int;
/// `OSSL_FUNC_CORE_NEW_ERROR`.
pub(crate) const CORE_NEW_ERROR: c_int = 5;
pub(crate) type CoreNewError = unsafe extern "C" fn(*const CoreHandle);
/// `OSSL_FUNC_CORE_VSET_ERROR`.
pub(crate) const CORE_VSET_ERROR: c_int = 7;
/// The last argument is a `va_list`.
pub(crate) type CoreVsetError = unsafe extern "C" fn(*const CoreHandle, u32, *const c_char, *mut c_void);
/// `OSSL_FUNC_BIO_READ_EX`.
pub(crate) const BIO_READ_EX: c_int = 42;
pub(crate) type BioReadEx = unsafe extern "C" fn(*mut CoreBio, *mut c_void, usize, *mut usize) -> c_int;
/// `OSSL_FUNC_BIO_WRITE_EX`.
pub(crate) const BIO_WRITE_EX: c_int = 43;
pub(crate) type BioWriteEx = unsafe extern "C" fn(*mut CoreBio, *const c_void, usize, *mut usize) -> c_int;

/// Declares the functions that make entries of a dispatch table, each with OpenSSL's name, the id
/// and the signature of the function that OpenSSL calls by it.
macro_rules! entries {
    ($($constructor:ident $name:literal $id:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {$(
        #[doc = concat!("Returns the entry `", $name, "`.")]
        pub(crate) const fn $constructor(function: unsafe extern "C" fn($($argument),*) $(-> $result)?) -> Dispatch {
            // SAFETY: All function pointers have the same representation. OpenSSL converts this one
            // back, to the signature that belongs to the id, before it calls it.
            let function = unsafe {
                transmute::<unsafe extern "C" fn($($argument),*) $(-> $result)?, unsafe extern "C" fn()>(function)
            };
            Dispatch { function_id: $id, function: Some(function) }
        }
    )*};
}

entries! {
    provider_teardown "OSSL_FUNC_PROVIDER_TEARDOWN" 1024: fn(*const Provider);
    provider_gettable_params "OSSL_FUNC_PROVIDER_GETTABLE_PARAMS" 1025: fn(*const Provider) -> *const Param;
    provider_get_params "OSSL_FUNC_PROVIDER_GET_PARAMS" 1026: fn(*const Provider, *mut Param) -> c_int;
    provider_query_operation "OSSL_FUNC_PROVIDER_QUERY_OPERATION" 1027:
        fn(*const Provider, c_int, *mut c_int) -> *const AlgorithmEntry;
    provider_get_reason_strings "OSSL_FUNC_PROVIDER_GET_REASON_STRINGS" 1029: fn(*const Provider) -> *const Item;
    provider_get_capabilities "OSSL_FUNC_PROVIDER_GET_CAPABILITIES" 1030:
        fn(*const Provider, *const c_char, Option<Callback>, *mut c_void) -> c_int;

    keymgmt_new "OSSL_FUNC_KEYMGMT_NEW" 1: fn(*const Provider) -> *mut Key;
    keymgmt_gen_init "OSSL_FUNC_KEYMGMT_GEN_INIT" 2: fn(*const Provider, c_int, *const Param) -> *mut Generation;
    keymgmt_gen_set_params "OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS" 4: fn(*mut Generation, *const Param) -> c_int;
    keymgmt_gen_settable_params "OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS" 5:
        fn(*mut Generation, *const Provider) -> *const Param;
    keymgmt_gen "OSSL_FUNC_KEYMGMT_GEN" 6: fn(*mut Generation, Option<Callback>, *mut c_void) -> *mut Key;
    keymgmt_gen_cleanup "OSSL_FUNC_KEYMGMT_GEN_CLEANUP" 7: fn(*mut Generation);
    keymgmt_load "OSSL_FUNC_KEYMGMT_LOAD" 8: fn(*const c_void, usize) -> *mut Key;
    keymgmt_free "OSSL_FUNC_KEYMGMT_FREE" 10: fn(*mut Key);
    keymgmt_get_params "OSSL_FUNC_KEYMGMT_GET_PARAMS" 11: fn(*const Key, *mut Param) -> c_int;
    keymgmt_gettable_params "OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS" 12: fn(*const Provider) -> *const Param;
    keymgmt_set_params "OSSL_FUNC_KEYMGMT_SET_PARAMS" 13: fn(*mut Key, *const Param) -> c_int;
    keymgmt_settable_params "OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS" 14: fn(*const Provider) -> *const Param;
    keymgmt_has "OSSL_FUNC_KEYMGMT_HAS" 21: fn(*const Key, c_int) -> c_int;
    keymgmt_validate "OSSL_FUNC_KEYMGMT_VALIDATE" 22: fn(*const Key, c_int, c_int) -> c_int;
    keymgmt_match "OSSL_FUNC_KEYMGMT_MATCH" 23: fn(*const Key, *const Key, c_int) -> c_int;
    keymgmt_import "OSSL_FUNC_KEYMGMT_IMPORT" 40: fn(*mut Key, c_int, *const Param) -> c_int;
    keymgmt_import_types "OSSL_FUNC_KEYMGMT_IMPORT_TYPES" 41: fn(c_int) -> *const Param;
    keymgmt_export "OSSL_FUNC_KEYMGMT_EXPORT" 42: fn(*const Key, c_int, Option<Callback>, *mut c_void) -> c_int;
    keymgmt_export_types "OSSL_FUNC_KEYMGMT_EXPORT_TYPES" 43: fn(c_int) -> *const Param;
    keymgmt_dup "OSSL_FUNC_KEYMGMT_DUP" 44: fn(*const Key, c_int) -> *mut Key;

    kem_newctx "OSSL_FUNC_KEM_NEWCTX" 1: fn(*const Provider) -> *mut Operation;
    kem_encapsulate_init "OSSL_FUNC_KEM_ENCAPSULATE_INIT" 2:
        fn(*mut Operation, *const Key, *const Param) -> c_int;
    kem_encapsulate "OSSL_FUNC_KEM_ENCAPSULATE" 3:
        fn(*const Operation, *mut u8, *mut usize, *mut u8, *mut usize) -> c_int;
    kem_decapsulate_init "OSSL_FUNC_KEM_DECAPSULATE_INIT" 4:
        fn(*mut Operation, *const Key, *const Param) -> c_int;
    kem_decapsulate "OSSL_FUNC_KEM_DECAPSULATE" 5:
        fn(*const Operation, *mut u8, *mut usize, *const u8, usize) -> c_int;
    kem_freectx "OSSL_FUNC_KEM_FREECTX" 6: fn(*mut Operation);
    kem_dupctx "OSSL_FUNC_KEM_DUPCTX" 7: fn(*const Operation) -> *mut Operation;

    encoder_newctx "OSSL_FUNC_ENCODER_NEWCTX" 1: fn(*const Provider) -> *mut Encoder;
    encoder_freectx "OSSL_FUNC_ENCODER_FREECTX" 2: fn(*mut Encoder);
    encoder_set_ctx_params "OSSL_FUNC_ENCODER_SET_CTX_PARAMS" 5: fn(*mut Encoder, *const Param) -> c_int;
    encoder_settable_ctx_params "OSSL_FUNC_ENCODER_SETTABLE_CTX_PARAMS" 6: fn(*const Provider) -> *const Param;
    encoder_does_selection "OSSL_FUNC_ENCODER_DOES_SELECTION" 10: fn(*const Provider, c_int) -> c_int;
    encoder_encode "OSSL_FUNC_ENCODER_ENCODE" 11: fn(
        *const Encoder, *mut CoreBio, *const Key, *const Param, c_int, Option<PassphraseCallback>, *mut c_void
    ) -> c_int;

    decoder_newctx "OSSL_FUNC_DECODER_NEWCTX" 1: fn(*const Provider) -> *mut Decoder;
    decoder_freectx "OSSL_FUNC_DECODER_FREECTX" 2: fn(*mut Decoder);
    decoder_does_selection "OSSL_FUNC_DECODER_DOES_SELECTION" 10: fn(*const Provider, c_int) -> c_int;
    decoder_decode "OSSL_FUNC_DECODER_DECODE" 11: fn(
        *const Decoder, *mut CoreBio, c_int, Option<Callback>, *mut c_void, Option<PassphraseCallback>, *mut c_void
    ) -> c_int;
    decoder_export_object "OSSL_FUNC_DECODER_EXPORT_OBJECT" 20:
        fn(*const Decoder, *const c_void, usize, Option<Callback>, *mut c_void) -> c_int;
}
