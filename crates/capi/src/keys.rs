//! Keys that are loaded once and used often: they are decoded, checked and transformed when they
//! are loaded. Threads may share them.

use core::ffi::{c_int, c_void};
use core::ptr;

use vectru::SharedSecret;
use vectru::dynamic::{DecapsulationKey, EncapsulationKey};

use crate::border::{Input, Output};
use crate::calls;
use crate::kem::{set, vectru_kem};
use crate::random::{Random, vectru_random};
use crate::status::VECTRU_ERROR_NULL;

/// A loaded public key.
#[allow(non_camel_case_types)] // The name in C.
pub struct vectru_ek {
    kem: &'static vectru_kem,
    key: EncapsulationKey,
}

/// A loaded secret key, which is wiped when it is freed.
#[allow(non_camel_case_types)] // The name in C.
pub struct vectru_dk {
    kem: &'static vectru_kem,
    key: DecapsulationKey,
}

impl core::fmt::Debug for vectru_ek {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("vectru_ek").field(self.kem).finish()
    }
}

impl core::fmt::Debug for vectru_dk {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("vectru_dk").field(self.kem).finish()
    }
}

impl vectru_ek {
    /// # Safety
    ///
    /// The caller promises what [`call`](crate::border::call) requires of the buffer.
    pub(crate) unsafe fn load(kem: Option<&'static vectru_kem>, key: Option<&mut *mut Self>, public: Input) -> c_int {
        let Some(key) = key else { return VECTRU_ERROR_NULL };
        let mut loaded = None;
        // SAFETY: as the caller promises.
        let code = unsafe {
            calls::load(set(kem), &mut loaded, public, |set, bytes| Ok(set.encapsulation_key(bytes)?.prepare()))
        };
        *key = match (kem, loaded) {
            (Some(kem), Some(key)) => Box::into_raw(Box::new(Self { kem, key })),
            _ => ptr::null_mut(),
        };
        code
    }
}

impl vectru_dk {
    /// # Safety
    ///
    /// The caller promises what [`call`](crate::border::call) requires of the buffer.
    pub(crate) unsafe fn load(kem: Option<&'static vectru_kem>, key: Option<&mut *mut Self>, secret: Input) -> c_int {
        let Some(key) = key else { return VECTRU_ERROR_NULL };
        let mut loaded = None;
        // SAFETY: as the caller promises.
        let code = unsafe {
            calls::load(set(kem), &mut loaded, secret, |set, bytes| Ok(set.decapsulation_key(bytes)?.prepare()))
        };
        *key = match (kem, loaded) {
            (Some(kem), Some(key)) => Box::into_raw(Box::new(Self { kem, key })),
            _ => ptr::null_mut(),
        };
        code
    }
}

/// Returns the parameter set of a key, or null if `key` is null.
///
/// # Safety
///
/// `key` must be null or a loaded key that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_ek_kem(key: Option<&vectru_ek>) -> Option<&'static vectru_kem> {
    key.map(|key| key.kem)
}

/// Returns the parameter set of a key, or null if `key` is null.
///
/// # Safety
///
/// `key` must be null or a loaded key that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_dk_kem(key: Option<&vectru_dk>) -> Option<&'static vectru_kem> {
    key.map(|key| key.kem)
}

/// Frees a key. A null pointer is ignored.
///
/// # Safety
///
/// `key` must be null or a loaded key that is not freed, and that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_ek_free(key: *mut vectru_ek) {
    if !key.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller promises the rest.
        drop(unsafe { Box::from_raw(key) });
    }
}

/// Wipes and frees a key. A null pointer is ignored.
///
/// # Safety
///
/// `key` must be null or a loaded key that is not freed, and that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_dk_free(key: *mut vectru_dk) {
    if !key.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller promises the rest.
        drop(unsafe { Box::from_raw(key) });
    }
}

/// Makes a new shared secret and its ciphertext, with random bytes of the operating system. The
/// buffers have the lengths of the key's parameter set.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_ek_encaps(ct: *mut u8, ss: *mut u8, key: Option<&vectru_ek>) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { encaps(ct, ss, key, Random::System) }
}

/// Makes a new shared secret and its ciphertext, with random bytes of `random`, which is called
/// with `context`.
///
/// # Safety
///
/// See the rules of every function. `random` must fill the bytes that it is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_ek_encaps_with(
    ct: *mut u8,
    ss: *mut u8,
    key: Option<&vectru_ek>,
    random: vectru_random,
    context: *mut c_void,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { encaps(ct, ss, key, Random::Caller(random, context)) }
}

unsafe fn encaps(ct: *mut u8, ss: *mut u8, key: Option<&vectru_ek>, random: Random<'_>) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { calls::loaded_encaps(key.map(|key| &key.key), random, sent(key, ct, ss, 1)) }
}

/// Returns the buffers of encapsulations. Without a key nobody knows the length of a ciphertext.
fn sent(key: Option<&vectru_ek>, ct: *mut u8, ss: *mut u8, count: usize) -> [Output; 2] {
    let length = key.map_or(0, |key| key.key.set().ciphertext_bytes());
    [Output::many(ct, length, count), Output::many(ss, SharedSecret::BYTES, count)]
}

/// Makes `count` shared secrets and their ciphertexts, one after the other in `cts` and `sss`.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_ek_encaps_many(
    cts: *mut u8,
    sss: *mut u8,
    key: Option<&vectru_ek>,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { calls::loaded_encaps_many(key.map(|key| &key.key), sent(key, cts, sss, count), count) }
}

/// Computes the shared secret of a ciphertext. The buffers have the lengths of the key's parameter
/// set.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_dk_decaps(ss: *mut u8, ct: *const u8, key: Option<&vectru_dk>) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { vectru_dk_decaps_many(ss, ct, key, 1) }
}

/// Computes the shared secrets of `count` ciphertexts, which are one after the other in `cts`.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_dk_decaps_many(
    sss: *mut u8,
    cts: *const u8,
    key: Option<&vectru_dk>,
    count: usize,
) -> c_int {
    let shared = Output::many(sss, SharedSecret::BYTES, count);
    let key = key.map(|key| &key.key);
    let ciphertexts = Input::many(cts, key.map_or(0, |key| key.set().ciphertext_bytes()), count);
    // SAFETY: as the caller promises.
    unsafe {
        if count == 1 {
            calls::loaded_decaps(key, shared, ciphertexts)
        } else {
            calls::loaded_decaps_many(key, shared, ciphertexts, count)
        }
    }
}
