//! The entry point of the module, and the functions of the provider itself.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;
use std::sync::Arc;

use crate::algorithm::Algorithm;
use crate::failure::{Failure, REASONS};
use crate::ffi::abi::{self, AlgorithmEntry, Callback, CoreHandle, Dispatch, INTEGER, Item, Param, TLS1_3, UTF8_PTR};
use crate::ffi::core::Core;
use crate::ffi::param::{Answers, Questions};
use crate::ffi::{answer, provider, quietly};
use crate::pool::FIGURES;
use crate::provider::Provider;

/// The functions of the provider.
const FUNCTIONS: &[Dispatch] = &[
    abi::provider_teardown(teardown),
    abi::provider_gettable_params(gettable_params),
    abi::provider_get_params(get_params),
    abi::provider_query_operation(query_operation),
    abi::provider_get_reason_strings(get_reason_strings),
    abi::provider_get_capabilities(get_capabilities),
    Dispatch::END,
];

/// Makes a provider for the core that loads the module: the one function that the module exports.
/// Returns 1, or 0 if a setting has no meaning.
///
/// # Safety
///
/// The core calls it as `OSSL_provider_init` in `openssl/core.h` says.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn OSSL_provider_init(
    handle: *const CoreHandle,
    functions: *const Dispatch,
    out: *mut *const Dispatch,
    context: *mut *const Provider,
) -> c_int {
    let made = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: The core passes its handle and its functions.
        let core = unsafe { Core::new(handle, functions) };
        Provider::new(core)
    }));
    match made {
        Ok(Ok(provider)) => {
            // SAFETY: The core passes places for both results.
            unsafe {
                *out = FUNCTIONS.as_ptr();
                *context = Arc::into_raw(Arc::new(provider));
            }
            1
        }
        Ok(Err((core, failure))) => {
            quietly((), || core.raise(&failure));
            0
        }
        Err(_) => 0,
    }
}

/// The core unloads the provider.
unsafe extern "C" fn teardown(context: *const Provider) {
    quietly((), || {
        // SAFETY: It is the pointer that `OSSL_provider_init` made, and the core gives its share
        // back.
        let provider = unsafe { Arc::from_raw(context) };
        provider.clear();
    });
}

unsafe extern "C" fn gettable_params(_: *const Provider) -> *const Param {
    const PARAMS: &[Param] = &[
        Param::described(FIGURES[0], INTEGER),
        Param::described(FIGURES[1], INTEGER),
        Param::described(FIGURES[2], INTEGER),
        Param::described(FIGURES[3], INTEGER),
        Param::described(c"name", UTF8_PTR),
        Param::described(c"version", UTF8_PTR),
        Param::described(c"buildinfo", UTF8_PTR),
        Param::described(c"status", INTEGER),
        Param::END,
    ];
    PARAMS.as_ptr()
}

/// The version of this crate.
const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no null byte"),
};

unsafe extern "C" fn get_params(context: *const Provider, params: *mut Param) -> c_int {
    // SAFETY: The core passes the provider.
    let provider = unsafe { provider(context) };
    answer(provider.core(), 0, || {
        // SAFETY: The core passes a list.
        let mut questions = unsafe { Questions::new(params) };
        questions.constant(c"name", c"vectru: NTRU Prime, NTRU and Saber")?;
        questions.constant(c"version", VERSION)?;
        questions.constant(c"buildinfo", VERSION)?;
        questions.integer(c"status", 1)?;
        for (index, name) in FIGURES.into_iter().enumerate() {
            let figures = provider.algorithms().iter().map(|algorithm| algorithm.pool().figures()[index]);
            questions.integer(name, figures.sum())?;
        }
        Ok(1)
    })
}

unsafe extern "C" fn query_operation(
    context: *const Provider,
    operation: c_int,
    no_store: *mut c_int,
) -> *const AlgorithmEntry {
    // SAFETY: The core passes the provider, and a place for a number or null.
    unsafe {
        if !no_store.is_null() {
            *no_store = 0;
        }
        provider(context).tables().operation(operation)
    }
}

/// The texts of the reasons, as the core wants them.
struct Reasons([Item; REASONS.len() + 1]);

// SAFETY: The pointers are to constants.
unsafe impl Sync for Reasons {}

static REASON_STRINGS: Reasons = {
    let mut items = [const { Item { id: 0, text: null() } }; REASONS.len() + 1];
    let mut index = 0;
    while index < REASONS.len() {
        items[index] = Item { id: index as c_uint + 1, text: REASONS[index].as_ptr() };
        index += 1;
    }
    Reasons(items)
};

unsafe extern "C" fn get_reason_strings(_: *const Provider) -> *const Item {
    REASON_STRINGS.0.as_ptr()
}

unsafe extern "C" fn get_capabilities(
    context: *const Provider,
    capability: *const c_char,
    callback: Option<Callback>,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: The core passes the provider.
    let provider = unsafe { provider(context) };
    answer(provider.core(), 0, || {
        // SAFETY: The core passes a string or null.
        if capability.is_null() || unsafe { CStr::from_ptr(capability) } != c"TLS-GROUP" {
            return Ok(0);
        }
        let callback = callback.ok_or(Failure::Core)?;
        for algorithm in provider.algorithms() {
            // SAFETY: The core passes the function and its argument.
            if unsafe { pass_group(algorithm, callback, argument) } == Some(0) {
                return Ok(0);
            }
        }
        Ok(1)
    })
}

/// Passes the TLS group of an algorithm to the core, if it is one.
///
/// # Safety
///
/// `callback` and `argument` are what the core passes.
unsafe fn pass_group(algorithm: &Algorithm, callback: Callback, argument: *mut c_void) -> Option<c_int> {
    let group = algorithm.group?;
    let name = CString::new(group.name).ok()?;
    let (code_point, security_bits) = (c_uint::from(group.code_point), algorithm.security_bits().unsigned_abs());
    // From TLS 1.3 on, never in DTLS, which OpenSSL has no version 1.3 of: 0 is no limit, -1 none.
    let answers = Answers::new()
        .text(c"tls-group-name", &name)
        .text(c"tls-group-name-internal", &name)
        .text(c"tls-group-alg", &name)
        .unsigned(c"tls-group-id", &code_point)
        .unsigned(c"tls-group-sec-bits", &security_bits)
        .unsigned(c"tls-group-is-kem", &1)
        .integer(c"tls-min-tls", &TLS1_3)
        .integer(c"tls-max-tls", &0)
        .integer(c"tls-min-dtls", &-1)
        .integer(c"tls-max-dtls", &-1);
    // SAFETY: The caller has the same contract.
    Some(unsafe { answers.pass(callback, argument) })
}
