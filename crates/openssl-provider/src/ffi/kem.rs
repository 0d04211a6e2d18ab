//! KEM: encapsulation and decapsulation.

use core::ffi::c_int;
use core::slice;
use std::ptr::null_mut;
use std::sync::Arc;

use crate::failure::Failure;
use crate::ffi::abi::{self, Dispatch, Param};
use crate::ffi::{answer, create, hand_over, take_back};
use crate::key::Key;
use crate::provider::Provider;

/// The functions of the operation, for every algorithm.
pub(crate) const FUNCTIONS: &[Dispatch] = &[
    abi::kem_newctx(new),
    abi::kem_freectx(free),
    abi::kem_dupctx(duplicate),
    abi::kem_encapsulate_init(encapsulate_init),
    abi::kem_encapsulate(encapsulate),
    abi::kem_decapsulate_init(decapsulate_init),
    abi::kem_decapsulate(decapsulate),
    Dispatch::END,
];

/// An operation with a key.
#[derive(Clone)]
pub(crate) struct Operation {
    provider: Arc<Provider>,
    key: Option<Key>,
}

impl Operation {
    fn key(&self) -> Result<&Key, Failure> {
        self.key.as_ref().ok_or(Failure::MissingKey)
    }
}

unsafe extern "C" fn new(context: *const Provider) -> *mut Operation {
    // SAFETY: The core passes the provider.
    unsafe { create(context, |provider| Ok(Operation { provider, key: None })) }
}

unsafe extern "C" fn free(operation: *mut Operation) {
    // SAFETY: The core passes an object of `new` or `duplicate` and forgets it.
    unsafe { take_back(operation) };
}

unsafe extern "C" fn duplicate(operation: *const Operation) -> *mut Operation {
    // SAFETY: The core passes an object of `new` or `duplicate`.
    let operation = unsafe { &*operation };
    answer(operation.provider.core(), null_mut(), || Ok(hand_over(operation.clone())))
}

unsafe extern "C" fn encapsulate_init(operation: *mut Operation, key: *const Key, _: *const Param) -> c_int {
    // SAFETY: The core passes an object of `new` or `duplicate`, and a key or null.
    let (operation, key) = unsafe { (&mut *operation, key.as_ref()) };
    let provider = Arc::clone(&operation.provider);
    answer(provider.core(), 0, || {
        let key = key.ok_or(Failure::MissingKey)?;
        key.public()?;
        operation.key = Some(key.part(true, false));
        Ok(1)
    })
}

unsafe extern "C" fn decapsulate_init(operation: *mut Operation, key: *const Key, _: *const Param) -> c_int {
    // SAFETY: The core passes an object of `new` or `duplicate`, and a key or null.
    let (operation, key) = unsafe { (&mut *operation, key.as_ref()) };
    let provider = Arc::clone(&operation.provider);
    answer(provider.core(), 0, || {
        let key = key.ok_or(Failure::MissingKey)?;
        key.secret()?;
        operation.key = Some(key.part(false, true));
        Ok(1)
    })
}

/// A buffer for a result: the place, and the place for its length.
#[derive(Clone, Copy)]
struct Buffer {
    bytes: *mut u8,
    length: *mut usize,
}

impl Buffer {
    /// Says how long the result is.
    ///
    /// # Safety
    ///
    /// `length` is null or a place for a number.
    unsafe fn announce(self, needed: usize) {
        if !self.length.is_null() {
            // SAFETY: By the contract.
            unsafe { self.length.write(needed) };
        }
    }

    /// Checks that the buffer has room, clears that and says how long the result is. A buffer
    /// without a length is taken to be long enough, as OpenSSL does.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Buffer`] if the buffer is too short, [`Failure::Core`] if there is none.
    ///
    /// # Safety
    ///
    /// `length` is null or the place of the length of the buffer at `bytes`, which is null or that
    /// long.
    unsafe fn clear(self, needed: usize) -> Result<(), Failure> {
        if self.bytes.is_null() {
            return Err(Failure::Core);
        }
        // SAFETY: By the contract.
        unsafe {
            let found = self.length.as_ref().copied().unwrap_or(needed);
            if found < needed {
                return Err(Failure::Buffer { needed, found });
            }
            self.announce(needed);
            self.bytes.write_bytes(0, needed);
        }
        Ok(())
    }

    /// Writes the result.
    ///
    /// # Safety
    ///
    /// The buffer has room.
    unsafe fn put(self, result: &[u8]) {
        // SAFETY: By the contract. The result is memory of this crate.
        unsafe { self.bytes.copy_from_nonoverlapping(result.as_ptr(), result.len()) };
    }
}

unsafe extern "C" fn encapsulate(
    operation: *const Operation,
    ciphertext: *mut u8,
    ciphertext_length: *mut usize,
    secret: *mut u8,
    secret_length: *mut usize,
) -> c_int {
    // SAFETY: The core passes an object of `new` or `duplicate`.
    let operation = unsafe { &*operation };
    answer(operation.provider.core(), 0, || {
        let key = operation.key()?;
        let lengths = (key.algorithm().ciphertext_bytes(), key.algorithm().shared_secret_bytes());
        let ciphertext = Buffer { bytes: ciphertext, length: ciphertext_length };
        let secret = Buffer { bytes: secret, length: secret_length };
        // SAFETY: The core passes two buffers with their lengths, or asks for the lengths alone.
        unsafe {
            if ciphertext.bytes.is_null() {
                ciphertext.announce(lengths.0);
                secret.announce(lengths.1);
                return Ok(1);
            }
            ciphertext.clear(lengths.0)?;
            secret.clear(lengths.1)?;
        }
        let (sealed, shared) = key.public()?.encapsulate()?;
        debug_assert_eq!((sealed.len(), shared.len()), lengths);
        // SAFETY: `clear` has checked both lengths, which those of the results are.
        unsafe {
            ciphertext.put(&sealed);
            secret.put(&shared);
        }
        Ok(1)
    })
}

unsafe extern "C" fn decapsulate(
    operation: *const Operation,
    secret: *mut u8,
    secret_length: *mut usize,
    ciphertext: *const u8,
    ciphertext_length: usize,
) -> c_int {
    // SAFETY: The core passes an object of `new` or `duplicate`.
    let operation = unsafe { &*operation };
    answer(operation.provider.core(), 0, || {
        let key = operation.key()?;
        let needed = key.algorithm().shared_secret_bytes();
        let secret = Buffer { bytes: secret, length: secret_length };
        // SAFETY: The core passes two buffers with their lengths, or asks for the length alone. The
        // ciphertext is copied, as nothing says that the buffers do not overlap.
        let ciphertext = unsafe {
            if secret.bytes.is_null() {
                secret.announce(needed);
                return Ok(1);
            }
            if ciphertext.is_null() {
                return Err(Failure::Core);
            }
            let ciphertext = slice::from_raw_parts(ciphertext, ciphertext_length).to_vec();
            secret.clear(needed)?;
            ciphertext
        };
        let shared = key.secret()?.decapsulate(&ciphertext)?;
        debug_assert_eq!(shared.len(), needed);
        // SAFETY: `clear` has checked the length, which that of the result is.
        unsafe { secret.put(&shared) };
        Ok(1)
    })
}
