//! KEYMGMT: making, changing and asking keys.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::ffi::CStr;
use std::sync::Arc;

use vectru::Mechanism;

use crate::algorithm::Algorithm;
use crate::failure::Failure;
use crate::ffi::abi::{
    self, Callback, Dispatch, INTEGER, OCTET_STRING, Param, SELECT_KEYPAIR, SELECT_PRIVATE_KEY, SELECT_PUBLIC_KEY,
    UTF8_STRING,
};
use crate::ffi::param::{Answers, Questions, Values};
use crate::ffi::tables::Table;
use crate::ffi::{answer, create, hand_over, quietly, take_back};
use crate::key::{ENCODED_PUBLIC_KEY, GROUP, Key, PRIVATE_KEY, PUBLIC_KEY};
use crate::provider::Provider;

impl<K: Mechanism, const IS_HYBRID: bool> Table<K, IS_HYBRID> {
    /// The functions that handle keys of the algorithm.
    pub(crate) const KEYMGMT: &'static [Dispatch] = &[
        abi::keymgmt_new(new::<K, IS_HYBRID>),
        abi::keymgmt_free(free),
        abi::keymgmt_gen_init(generation::<K, IS_HYBRID>),
        abi::keymgmt_gen_set_params(set_generation_params),
        abi::keymgmt_gen_settable_params(settable_generation_params),
        abi::keymgmt_gen(generate),
        abi::keymgmt_gen_cleanup(free_generation),
        abi::keymgmt_load(load),
        abi::keymgmt_get_params(get_params),
        abi::keymgmt_gettable_params(gettable_params),
        abi::keymgmt_set_params(set_params),
        abi::keymgmt_settable_params(settable_params),
        abi::keymgmt_has(has),
        abi::keymgmt_validate(validate),
        abi::keymgmt_match(matches),
        abi::keymgmt_import(import),
        abi::keymgmt_import_types(types),
        abi::keymgmt_export(export),
        abi::keymgmt_export_types(types),
        abi::keymgmt_dup(duplicate),
        Dispatch::END,
    ];
}

/// Splits a selection: the public key, the secret key.
const fn parts(selection: c_int) -> (bool, bool) {
    (selection & SELECT_PUBLIC_KEY != 0, selection & SELECT_PRIVATE_KEY != 0)
}

unsafe extern "C" fn new<K: Mechanism, const IS_HYBRID: bool>(context: *const Provider) -> *mut Key {
    // SAFETY: The core passes the provider.
    unsafe { create(context, |provider| Ok(Key::empty(&provider, provider.algorithm(K::SET, IS_HYBRID)?))) }
}

unsafe extern "C" fn free(key: *mut Key) {
    // SAFETY: The core passes a key that a function of this crate returned, and forgets it.
    unsafe { take_back(key) };
}

/// The generation of a key.
pub(crate) struct Generation {
    provider: Arc<Provider>,
    algorithm: Arc<Algorithm>,
    /// True if a key pair is wanted, and false if an empty key is, which the core sets to a
    /// received one.
    pair: bool,
}

impl Generation {
    /// Accepts the parameters: a group may be named, and it is the algorithm's.
    fn set(&self, values: Values<'_>) -> Result<(), Failure> {
        match values.text(GROUP)? {
            Some(name) if !name.eq_ignore_ascii_case(self.algorithm.name().as_bytes()) => {
                Err(Failure::Parameter(GROUP))
            }
            _ => Ok(()),
        }
    }
}

unsafe extern "C" fn generation<K: Mechanism, const IS_HYBRID: bool>(
    context: *const Provider,
    selection: c_int,
    params: *const Param,
) -> *mut Generation {
    // SAFETY: The core passes the provider and a list.
    unsafe {
        create(context, |provider| {
            let algorithm = Arc::clone(provider.algorithm(K::SET, IS_HYBRID)?);
            let generation = Generation { provider, algorithm, pair: selection & SELECT_KEYPAIR != 0 };
            generation.set(Values::new(params))?;
            Ok(generation)
        })
    }
}

unsafe extern "C" fn free_generation(generation: *mut Generation) {
    // SAFETY: The core passes an object of `generation` and forgets it.
    unsafe { take_back(generation) };
}

unsafe extern "C" fn set_generation_params(generation: *mut Generation, params: *const Param) -> c_int {
    // SAFETY: The core passes an object of `generation` and a list.
    let (generation, values) = unsafe { (&*generation, Values::new(params)) };
    answer(generation.provider.core(), 0, || generation.set(values).map(|()| 1))
}

unsafe extern "C" fn settable_generation_params(_: *mut Generation, _: *const Provider) -> *const Param {
    const PARAMS: &[Param] = &[Param::described(GROUP, UTF8_STRING), Param::END];
    PARAMS.as_ptr()
}

unsafe extern "C" fn generate(generation: *mut Generation, _: Option<Callback>, _: *mut c_void) -> *mut Key {
    // SAFETY: The core passes an object of `generation`.
    let Generation { provider, algorithm, pair } = unsafe { &*generation };
    answer(provider.core(), null_mut(), || {
        let key = if *pair { Key::generate(provider, algorithm)? } else { Key::empty(provider, algorithm) };
        Ok(hand_over(key))
    })
}

/// Takes the key that a decoder passes to the core by reference: the bytes of a pointer, which the
/// decoder sees set to null.
unsafe extern "C" fn load(reference: *const c_void, size: usize) -> *mut Key {
    if reference.is_null() || size != size_of::<*mut Key>() {
        return null_mut();
    }
    // SAFETY: The core passes the reference that it got from a decoder of this crate, which points
    // to a pointer of the decoder's own, without using it otherwise.
    unsafe { reference.cast::<*mut Key>().cast_mut().replace(null_mut()) }
}

unsafe extern "C" fn get_params(key: *const Key, params: *mut Param) -> c_int {
    // SAFETY: The core passes a key and a list.
    let (key, mut questions) = unsafe { (&*key, Questions::new(params)) };
    answer(key.provider().core(), 0, || {
        let algorithm = key.algorithm();
        questions.integer(c"bits", number(8 * algorithm.public_key_bytes()).into())?;
        questions.integer(c"security-bits", algorithm.security_bits().into())?;
        questions.integer(c"max-size", number(algorithm.ciphertext_bytes()).into())?;
        for name in [ENCODED_PUBLIC_KEY, PUBLIC_KEY] {
            questions.octets(name, || key.public().ok().map(|public| public.as_bytes()))?;
        }
        questions.octets(PRIVATE_KEY, || key.secret_bytes().map(Copied))?;
        Ok(1)
    })
}

/// Secret bytes as a value that is asked for.
struct Copied(crate::algorithm::Bytes);

impl AsRef<[u8]> for Copied {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Returns a length as C has it. Lengths of keys are below 2^16.
fn number(length: usize) -> c_int {
    length.try_into().unwrap_or(c_int::MAX)
}

unsafe extern "C" fn gettable_params(_: *const Provider) -> *const Param {
    const PARAMS: &[Param] = &[
        Param::described(c"bits", INTEGER),
        Param::described(c"security-bits", INTEGER),
        Param::described(c"max-size", INTEGER),
        Param::described(ENCODED_PUBLIC_KEY, OCTET_STRING),
        Param::described(PUBLIC_KEY, OCTET_STRING),
        Param::described(PRIVATE_KEY, OCTET_STRING),
        Param::END,
    ];
    PARAMS.as_ptr()
}

unsafe extern "C" fn set_params(key: *mut Key, params: *const Param) -> c_int {
    // SAFETY: The core passes a key that no other thread uses, and a list.
    let (key, values) = unsafe { (&mut *key, Values::new(params)) };
    let provider = Arc::clone(key.provider());
    answer(provider.core(), 0, || {
        if let Some(bytes) = values.octets(ENCODED_PUBLIC_KEY)? {
            key.set_public(bytes)?;
        }
        Ok(1)
    })
}

unsafe extern "C" fn settable_params(_: *const Provider) -> *const Param {
    const PARAMS: &[Param] = &[Param::described(ENCODED_PUBLIC_KEY, OCTET_STRING), Param::END];
    PARAMS.as_ptr()
}

unsafe extern "C" fn has(key: *const Key, selection: c_int) -> c_int {
    // SAFETY: The core passes a key or null.
    let key = unsafe { key.as_ref() };
    let (public, secret) = parts(selection);
    c_int::from(key.is_some_and(|key| key.has(public, secret)))
}

unsafe extern "C" fn validate(key: *const Key, selection: c_int, _: c_int) -> c_int {
    // SAFETY: The core passes a key.
    let key = unsafe { &*key };
    answer(key.provider().core(), 0, || {
        let (public, secret) = parts(selection);
        if !key.has(public, secret) {
            return Err(Failure::MissingKey);
        }
        // Each part was checked when it was set.
        if public && secret {
            key.check_pair()?;
        }
        Ok(1)
    })
}

unsafe extern "C" fn matches(one: *const Key, other: *const Key, selection: c_int) -> c_int {
    // SAFETY: The core passes two keys or null.
    let (one, other) = unsafe { (one.as_ref(), other.as_ref()) };
    quietly(0, || match (one, other) {
        (Some(one), Some(other)) => c_int::from(one.matches(other, selection & SELECT_KEYPAIR != 0)),
        _ => 0,
    })
}

unsafe extern "C" fn import(key: *mut Key, selection: c_int, params: *const Param) -> c_int {
    // SAFETY: The core passes a key that no other thread uses, and a list.
    let (key, values) = unsafe { (&mut *key, Values::new(params)) };
    let provider = Arc::clone(key.provider());
    answer(provider.core(), 0, || {
        let (public, secret) = parts(selection);
        let value = |name: &'static CStr, wanted: bool| if wanted { values.octets(name) } else { Ok(None) };
        key.set_parts(value(PUBLIC_KEY, public)?, value(PRIVATE_KEY, secret)?)?;
        Ok(1)
    })
}

/// Passes the values of a key to the core.
///
/// # Safety
///
/// `key` is a key, `callback` and `argument` are what the core passes.
pub(crate) unsafe extern "C" fn export(
    key: *const Key,
    selection: c_int,
    callback: Option<Callback>,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: The core passes a key.
    let key = unsafe { &*key };
    answer(key.provider().core(), 0, || {
        let (public, secret) = parts(selection);
        let callback = callback.ok_or(Failure::Core)?;
        let mut answers = Answers::new();
        if public {
            answers = answers.octets(PUBLIC_KEY, key.public()?.as_bytes());
        }
        let bytes = key.secret_bytes();
        if let Some(bytes) = bytes.as_ref().filter(|_| secret) {
            answers = answers.octets(PRIVATE_KEY, bytes);
        }
        // SAFETY: The core passes the function and its argument.
        Ok(unsafe { answers.pass(callback, argument) })
    })
}

/// The parameters that `import` takes and `export` gives for a selection.
unsafe extern "C" fn types(selection: c_int) -> *const Param {
    const NONE: &[Param] = &[Param::END];
    const PUBLIC: &[Param] = &[Param::described(PUBLIC_KEY, OCTET_STRING), Param::END];
    const PRIVATE: &[Param] = &[Param::described(PRIVATE_KEY, OCTET_STRING), Param::END];
    const BOTH: &[Param] =
        &[Param::described(PUBLIC_KEY, OCTET_STRING), Param::described(PRIVATE_KEY, OCTET_STRING), Param::END];
    match parts(selection) {
        (false, false) => NONE,
        (true, false) => PUBLIC,
        (false, true) => PRIVATE,
        (true, true) => BOTH,
    }
    .as_ptr()
}

unsafe extern "C" fn duplicate(key: *const Key, selection: c_int) -> *mut Key {
    // SAFETY: The core passes a key.
    let key = unsafe { &*key };
    answer(key.provider().core(), null_mut(), || {
        let (public, secret) = parts(selection);
        Ok(hand_over(key.part(public, secret)))
    })
}
