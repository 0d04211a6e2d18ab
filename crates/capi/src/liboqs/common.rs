//! Functions of liboqs that belong to no mechanism: versions, memory and random bytes.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::{mem, ptr, slice};
use std::sync::atomic::{AtomicPtr, Ordering};

use getrandom::SysRng;
use rand_core::TryRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

use super::OQS_STATUS;
use crate::random::vectru_random;

/// Does nothing: no preparation is needed.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_init() {}

/// Does nothing: nothing is kept for a thread.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_thread_stop() {}

/// Does nothing: nothing is kept for the program.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_destroy() {}

/// Returns the version of liboqs whose interface this is.
#[unsafe(no_mangle)]
pub extern "C" fn OQS_version() -> *const c_char {
    c"0.16.0".as_ptr()
}

/// Returns memory for `size` bytes, or null if there is none left.
///
/// # Safety
///
/// There is nothing to promise: the pointer must be checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_malloc(size: usize) -> *mut c_void {
    // SAFETY: any size can be asked for.
    unsafe { libc::malloc(size) }
}

/// Returns zeros for `count` elements of `size` bytes, or null if there is no memory left.
///
/// # Safety
///
/// There is nothing to promise: the pointer must be checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_calloc(count: usize, size: usize) -> *mut c_void {
    // SAFETY: any size can be asked for.
    unsafe { libc::calloc(count, size) }
}

/// Returns a copy of a text, or null if there is no memory left.
///
/// # Safety
///
/// `text` must be a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_strdup(text: *const c_char) -> *mut c_char {
    // SAFETY: as the caller promises.
    unsafe { libc::strdup(text) }
}

/// Compares `length` bytes in constant time. Returns 0 if they are equal, else 1.
///
/// # Safety
///
/// Both pointers must point to as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_secure_bcmp(left: *const c_void, right: *const c_void, length: usize) -> c_int {
    if length == 0 {
        return 0;
    }
    // SAFETY: as the caller promises.
    let [left, right] = [left, right].map(|bytes| unsafe { slice::from_raw_parts(bytes.cast::<u8>(), length) });
    (!bool::from(left.ct_eq(right))).into()
}

/// Overwrites `length` bytes by zeros. The compiler does not remove it.
///
/// # Safety
///
/// `bytes` must be null or point to as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_cleanse(bytes: *mut c_void, length: usize) {
    if !bytes.is_null() {
        // SAFETY: as the caller promises.
        unsafe { slice::from_raw_parts_mut(bytes.cast::<u8>(), length) }.zeroize();
    }
}

/// Overwrites `length` bytes by zeros, and frees them. A null pointer is ignored.
///
/// # Safety
///
/// `bytes` must be null or memory of `OQS_MEM_malloc` with as many bytes that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_secure_free(bytes: *mut c_void, length: usize) {
    // SAFETY: as the caller promises.
    unsafe {
        OQS_MEM_cleanse(bytes, length);
        libc::free(bytes);
    }
}

/// Frees memory. A null pointer is ignored.
///
/// # Safety
///
/// `bytes` must be null or memory of `OQS_MEM_malloc` that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_MEM_insecure_free(bytes: *mut c_void) {
    // SAFETY: as the caller promises.
    unsafe { libc::free(bytes) }
}

/// A source of random bytes in liboqs: it fills `length` bytes.
pub type Source = Option<unsafe extern "C" fn(bytes: *mut u8, length: usize)>;

/// The program's own source, or null for the operating system's.
static CUSTOM: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Returns the source of random bytes that is in use, for the functions of this library.
pub(super) fn source() -> (vectru_random, *mut c_void) {
    (Some(draw), CUSTOM.load(Ordering::Acquire))
}

/// Draws from the program's own source, which `custom` is, or from the operating system's.
unsafe extern "C" fn draw(custom: *mut c_void, bytes: *mut u8, length: usize) -> c_int {
    // SAFETY: `OQS_randombytes_custom_algorithm` has stored a function or null, both of which this
    // type has.
    let custom = unsafe { mem::transmute::<*mut c_void, Source>(custom) };
    // SAFETY: whoever calls gives as many bytes, which the function fills.
    unsafe {
        match custom {
            Some(custom) => {
                custom(bytes, length);
                0
            }
            None if length == 0 => 0,
            None => SysRng.try_fill_bytes(slice::from_raw_parts_mut(bytes, length)).is_err().into(),
        }
    }
}

/// Fills `length` bytes with random ones.
///
/// The process ends if the operating system has none, as there is no way to say so.
///
/// # Safety
///
/// `bytes` must point to as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_randombytes(bytes: *mut u8, length: usize) {
    // SAFETY: as the caller promises.
    if unsafe { draw(CUSTOM.load(Ordering::Acquire), bytes, length) } != 0 {
        std::process::abort();
    }
}

/// Takes random bytes from the named source from now on. "system" is the only one.
///
/// # Safety
///
/// `algorithm` must be null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_randombytes_switch_algorithm(algorithm: *const c_char) -> OQS_STATUS {
    // SAFETY: as the caller promises.
    if algorithm.is_null() || unsafe { CStr::from_ptr(algorithm) } != c"system" {
        return OQS_STATUS::OQS_ERROR;
    }
    CUSTOM.store(ptr::null_mut(), Ordering::Release);
    OQS_STATUS::OQS_SUCCESS
}

/// Takes random bytes from a function of the program from now on, in all threads.
///
/// # Safety
///
/// `algorithm` must fill the bytes that it is given, in any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OQS_randombytes_custom_algorithm(algorithm: Source) {
    CUSTOM.store(algorithm.map_or(ptr::null_mut(), |function| function as *mut c_void), Ordering::Release);
}
