//! The names of liboqs, for programs that ask it for mechanisms of NTRU Prime, NTRU and Saber.
//! Saber has the names of liboqs 0.7, the last version with it.
//!
//! | names | module |
//! | --- | --- |
//! | `OQS_KEM_new`, `OQS_KEM_keypair`, … | this one |
//! | `OQS_KEM_ntruprime_sntrup761_keypair`, … | [`sets`] |
//! | `OQS_init`, `OQS_version`, `OQS_MEM_malloc`, `OQS_randombytes`, … | [`common`] |
//! | `OQS_SIG_alg_count`, …: there are no signatures | [`signatures`] |
//!
//! [`OQS_KEM`] has the layout of liboqs from 0.15 on. Programs that were compiled with an older
//! header must call the functions and not the members.

// The names in C.
#![allow(non_camel_case_types, non_snake_case)]

use core::ffi::{CStr, c_char, c_int};

use sets::KEMS;

pub mod common;
pub mod sets;
pub mod signatures;

/// The result of a function of liboqs: `OQS_SUCCESS` or `OQS_ERROR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum OQS_STATUS {
    /// The function failed.
    OQS_ERROR = -1,
    /// The function succeeded.
    OQS_SUCCESS = 0,
    /// No function returns it, but programs compare with it.
    OQS_EXTERNAL_LIB_ERROR_OPENSSL = 50,
}

impl OQS_STATUS {
    /// The status of a code of this library.
    fn of(code: c_int) -> Self {
        if code == crate::status::VECTRU_OK { Self::OQS_SUCCESS } else { Self::OQS_ERROR }
    }
}

/// A function that generates a key pair.
pub type Keypair = unsafe extern "C" fn(public_key: *mut u8, secret_key: *mut u8) -> OQS_STATUS;
/// A function that makes a key pair of a seed.
pub type KeypairDerand = unsafe extern "C" fn(public_key: *mut u8, secret_key: *mut u8, seed: *const u8) -> OQS_STATUS;
/// A function that encapsulates.
pub type Encaps =
    unsafe extern "C" fn(ciphertext: *mut u8, shared_secret: *mut u8, public_key: *const u8) -> OQS_STATUS;
/// A function that encapsulates with a seed.
pub type EncapsDerand = unsafe extern "C" fn(
    ciphertext: *mut u8,
    shared_secret: *mut u8,
    public_key: *const u8,
    seed: *const u8,
) -> OQS_STATUS;
/// A function that decapsulates.
pub type Decaps =
    unsafe extern "C" fn(shared_secret: *mut u8, ciphertext: *const u8, secret_key: *const u8) -> OQS_STATUS;

/// A mechanism, in the layout of liboqs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OQS_KEM {
    /// The identifier, for instance "sntrup761".
    pub method_name: *const c_char,
    /// The version of the specification.
    pub alg_version: *const c_char,
    /// The category of security that the submission to NIST claims, 1 to 5.
    pub claimed_nist_level: u8,
    /// True: every mechanism is secure against chosen ciphertexts.
    pub ind_cca: bool,
    /// The length of a public key, in bytes.
    pub length_public_key: usize,
    /// The length of a secret key, in bytes.
    pub length_secret_key: usize,
    /// The length of a ciphertext, in bytes.
    pub length_ciphertext: usize,
    /// The length of a shared secret, in bytes.
    pub length_shared_secret: usize,
    /// 0: key pairs are not made of seeds.
    pub length_keypair_seed: usize,
    /// 0: ciphertexts are not made of seeds.
    pub length_encaps_seed: usize,
    /// Returns `OQS_ERROR`.
    pub keypair_derand: KeypairDerand,
    /// Generates a key pair.
    pub keypair: Keypair,
    /// Returns `OQS_ERROR`.
    pub encaps_derand: EncapsDerand,
    /// Encapsulates.
    pub encaps: Encaps,
    /// Decapsulates.
    pub decaps: Decaps,
}

// SAFETY: the texts that it points to live as long as the program, and nothing changes it.
unsafe impl Sync for OQS_KEM {}

/// Returns the mechanism with this identifier.
///
/// # Safety
///
/// `name` is null or a text that ends with a zero byte.
unsafe fn find(name: *const c_char) -> Option<&'static OQS_KEM> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees a text, and the names of the mechanisms are texts.
    unsafe { KEMS.iter().find(|kem| CStr::from_ptr(kem.method_name) == CStr::from_ptr(name)) }
}

/// Returns the number of mechanisms.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_KEM_alg_count() -> c_int {
    KEMS.len() as c_int
}

/// Returns the identifier of the mechanism with this index, or null if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_KEM_alg_identifier(index: usize) -> *const c_char {
    KEMS.get(index).map_or(core::ptr::null(), |kem| kem.method_name)
}

/// Returns 1 if there is a mechanism with this identifier, else 0.
///
/// # Safety
///
/// `method_name` must be null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_alg_is_enabled(method_name: *const c_char) -> c_int {
    // SAFETY: the caller guarantees that `method_name` is null or a text.
    unsafe { find(method_name) }.is_some().into()
}

/// Returns the mechanism with this identifier, or null if there is none. `OQS_KEM_free` frees it.
///
/// # Safety
///
/// `method_name` must be null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_new(method_name: *const c_char) -> *mut OQS_KEM {
    // SAFETY: the caller guarantees that `method_name` is null or a text.
    unsafe { find(method_name) }.map_or(core::ptr::null_mut(), new)
}

/// Returns a copy of a mechanism in memory of `malloc`, or null if there is none left.
fn new(kem: &OQS_KEM) -> *mut OQS_KEM {
    // SAFETY: any size can be asked for.
    let copy = unsafe { common::OQS_MEM_malloc(size_of::<OQS_KEM>()) }.cast::<OQS_KEM>();
    if !copy.is_null() {
        // SAFETY: `malloc` returned as many bytes, aligned for any type of C.
        unsafe { copy.write(*kem) };
    }
    copy
}

/// Frees a mechanism. A null pointer is ignored.
///
/// # Safety
///
/// `kem` must be null or a mechanism of `OQS_KEM_new` that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_free(kem: *mut OQS_KEM) {
    // SAFETY: the caller guarantees that `kem` is null or comes from `OQS_KEM_new`.
    unsafe { common::OQS_MEM_insecure_free(kem.cast()) }
}

/// Generates a key pair.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_keypair(
    kem: Option<&OQS_KEM>,
    public_key: *mut u8,
    secret_key: *mut u8,
) -> OQS_STATUS {
    // SAFETY: the caller guarantees the lengths of all buffers.
    kem.map_or(OQS_STATUS::OQS_ERROR, |kem| unsafe { (kem.keypair)(public_key, secret_key) })
}

/// Returns `OQS_ERROR`: key pairs are not made of seeds.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_keypair_derand(
    _: Option<&OQS_KEM>,
    _public_key: *mut u8,
    _secret_key: *mut u8,
    _seed: *const u8,
) -> OQS_STATUS {
    OQS_STATUS::OQS_ERROR
}

/// Makes a new shared secret and its ciphertext.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_encaps(
    kem: Option<&OQS_KEM>,
    ciphertext: *mut u8,
    shared_secret: *mut u8,
    public_key: *const u8,
) -> OQS_STATUS {
    // SAFETY: the caller guarantees the lengths of all buffers.
    kem.map_or(OQS_STATUS::OQS_ERROR, |kem| unsafe { (kem.encaps)(ciphertext, shared_secret, public_key) })
}

/// Returns `OQS_ERROR`: ciphertexts are not made of seeds.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_encaps_derand(
    _: Option<&OQS_KEM>,
    _ciphertext: *mut u8,
    _shared_secret: *mut u8,
    _public_key: *const u8,
    _seed: *const u8,
) -> OQS_STATUS {
    OQS_STATUS::OQS_ERROR
}

/// Computes the shared secret of a ciphertext.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_KEM_decaps(
    kem: Option<&OQS_KEM>,
    shared_secret: *mut u8,
    ciphertext: *const u8,
    secret_key: *const u8,
) -> OQS_STATUS {
    // SAFETY: the caller guarantees the lengths of all buffers.
    kem.map_or(OQS_STATUS::OQS_ERROR, |kem| unsafe { (kem.decaps)(shared_secret, ciphertext, secret_key) })
}
