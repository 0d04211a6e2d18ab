//! The interface to OpenSSL: tables, parameters, and the functions that OpenSSL calls.
//!
//! # What the functions may assume
//!
//! Every function that OpenSSL calls is unsafe, since it believes the pointers that it gets. The
//! reasons of its unsafe blocks appeal to the following promises of OpenSSL's documentation
//! (provider-base(7), provider-keymgmt(7), provider-kem(7), provider-encoder(7),
//! provider-decoder(7)).
//!
//! 1. *Contexts.* The pointer to the provider, to a key or to another object of this crate is one
//!    that a function of this crate returned. Nobody uses it after the function that frees it, or
//!    changes it while another thread uses it.
//! 2. *Lists.* A list of parameters is null or ends with a null key. Each key is a string that ends
//!    with a null byte. `data` is null or points to `data_size` bytes of the type of the parameter.
//!    They live, and are not written by others, until the function returns.
//! 3. *Buffers.* A buffer is null or as long as the length beside it says.
//! 4. *Functions.* The functions of the core are those of the signatures in `core_dispatch.h`. They
//!    can be called on any thread, as long as the provider is loaded.
//!
//! # Panics
//!
//! No function lets a panic out: [`answer`] catches it and reports it to the core as an error.

pub(crate) mod abi;
pub(crate) mod core;
pub(crate) mod decoder;
pub(crate) mod encoder;
pub(crate) mod entry;
pub(crate) mod kem;
pub(crate) mod keymgmt;
pub(crate) mod param;
pub(crate) mod tables;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::Arc;

use crate::failure::Failure;
use crate::ffi::core::Core;
use crate::provider::Provider;

/// Returns the result of `work`. If it fails or panics, the core is told and gets `failed`.
///
/// A panic leaves no object in a state that others must not see. Keys change by one assignment of
/// new parts. The store of a pool may lose key pairs, and its lock is poisoned, which makes the
/// pool unused.
fn answer<T>(core: &Core, failed: T, work: impl FnOnce() -> Result<T, Failure>) -> T {
    let caught = catch_unwind(AssertUnwindSafe(|| work().map_err(|failure| core.raise(&failure))));
    match caught {
        Ok(Ok(result)) => result,
        Ok(Err(())) => failed,
        Err(_) => {
            core.raise_panic();
            failed
        }
    }
}

/// Does `work`, which has no core to report to, or returns `failed` if it panics.
fn quietly<T>(failed: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(failed)
}

/// Hands an object over to the core.
fn hand_over<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Drops an object that was handed over to the core. Null is nothing.
///
/// # Safety
///
/// `object` is null or from [`hand_over`], and nobody uses it from now on.
unsafe fn take_back<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: By the contract, the pointer is that of a box, and nobody else has it.
        quietly((), || drop(unsafe { Box::from_raw(object) }));
    }
}

/// Returns the provider that the core passes.
///
/// # Safety
///
/// `provider` is the context that `OSSL_provider_init` gave to the core, and the provider is
/// loaded.
unsafe fn provider<'a>(provider: *const Provider) -> &'a Provider {
    // SAFETY: By the contract, it points to the provider in an `Arc` of which the core has a share.
    unsafe { &*provider }
}

/// Returns a share of the provider that the core passes.
///
/// # Safety
///
/// That of [`provider`].
unsafe fn share(provider: *const Provider) -> Arc<Provider> {
    // SAFETY: By the contract, the pointer is that of an `Arc` of which the core has a share.
    unsafe {
        Arc::increment_strong_count(provider);
        Arc::from_raw(provider)
    }
}

/// Creates an object for the core, or returns null.
///
/// # Safety
///
/// That of [`provider`].
unsafe fn create<T>(provider: *const Provider, make: impl FnOnce(Arc<Provider>) -> Result<T, Failure>) -> *mut T {
    // SAFETY: This function has the same contract.
    let provider = unsafe { share(provider) };
    let again = Arc::clone(&provider);
    answer(provider.core(), null_mut(), || make(again).map(hand_over))
}
