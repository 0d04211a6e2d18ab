//! A parameter set by its name, at run time. Every buffer comes with its length, which is checked.

use core::ffi::{CStr, c_char, c_int, c_void};

use vectru::{Set, SharedSecret};

use crate::border::{Input, Output};
use crate::calls;
use crate::keys::{vectru_dk, vectru_ek};
use crate::random::{Random, vectru_random};
use crate::sets::KEMS;
use crate::single;

/// A parameter set. The library owns it; it is valid for the life of the program.
#[allow(non_camel_case_types)] // The name in C.
pub struct vectru_kem {
    pub(crate) name: &'static CStr,
    pub(crate) set: Set,
}

impl core::fmt::Debug for vectru_kem {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("vectru_kem").field(&self.name).finish()
    }
}

impl vectru_kem {
    /// A parameter set, whose name ends with a zero byte.
    pub(crate) const fn new(name: &'static str, set: Set) -> Self {
        match CStr::from_bytes_with_nul(name.as_bytes()) {
            Ok(name) => Self { name, set },
            Err(_) => panic!("a name has one zero byte, at its end"),
        }
    }
}

/// Returns a parameter set by value.
pub(crate) fn set(kem: Option<&'static vectru_kem>) -> Option<Set> {
    kem.map(|kem| kem.set)
}

/// Returns the parameter set of this name, for instance "sntrup761", or null if there is none.
///
/// # Safety
///
/// `name` must be null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_by_name(name: *const c_char) -> Option<&'static vectru_kem> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees a text that ends with a zero byte.
    let name = unsafe { CStr::from_ptr(name) };
    KEMS.iter().copied().find(|kem| kem.name == name)
}

/// Returns the number of parameter sets.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_count() -> usize {
    KEMS.len()
}

/// Returns the parameter set with this index, or null if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_at(index: usize) -> Option<&'static vectru_kem> {
    KEMS.get(index).copied()
}

/// Returns the name of a parameter set, or null if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_name(kem: Option<&'static vectru_kem>) -> *const c_char {
    kem.map_or(core::ptr::null(), |kem| kem.name.as_ptr())
}

/// Returns the length of a public key in bytes, or 0 if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_publickeybytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.public_key_bytes())
}

/// Returns the length of a secret key in bytes, or 0 if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_secretkeybytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.secret_key_bytes())
}

/// Returns the length of a ciphertext in bytes, or 0 if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_ciphertextbytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.ciphertext_bytes())
}

/// Returns the length of a shared secret in bytes, which is 32 for every set, or 0 if `kem` is
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_bytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |_| SharedSecret::BYTES)
}

/// Returns the number of bytes that `vectru_kem_keypair_from` needs if it rejects no candidate, or
/// 0 if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_keypairrandombytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.key_random_bytes())
}

/// Returns the number of further bytes that `vectru_kem_keypair_from` needs for each candidate that
/// it rejects, or 0 if `kem` is null or the set rejects none.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_candidaterandombytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.candidate_random_bytes())
}

/// Returns the number of bytes that `vectru_kem_encaps_from` needs, or 0 if `kem` is null.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_kem_encapsrandombytes(kem: Option<&'static vectru_kem>) -> usize {
    kem.map_or(0, |kem| kem.set.encapsulation_random_bytes())
}

/// Generates a key pair with random bytes of the operating system.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_keypair(
    kem: Option<&'static vectru_kem>,
    pk: *mut u8,
    pk_length: usize,
    sk: *mut u8,
    sk_length: usize,
) -> c_int {
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { keypair(kem, Random::System, Output::new(pk, pk_length), Output::new(sk, sk_length)) }
}

/// Generates a key pair with random bytes of `random`, which is called with `context`.
///
/// # Safety
///
/// See the rules of every function. `random` must fill the bytes that it is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_keypair_with(
    kem: Option<&'static vectru_kem>,
    pk: *mut u8,
    pk_length: usize,
    sk: *mut u8,
    sk_length: usize,
    random: vectru_random,
    context: *mut c_void,
) -> c_int {
    let random = Random::Caller(random, context);
    // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills its bytes.
    unsafe { keypair(kem, random, Output::new(pk, pk_length), Output::new(sk, sk_length)) }
}

unsafe fn keypair(kem: Option<&'static vectru_kem>, random: Random<'_>, public: Output, secret: Output) -> c_int {
    // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills its bytes.
    unsafe { single::keypair(set(kem), random, public, secret) }
}

/// Makes the key pair of given random bytes, for tests and known answers.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_keypair_from(
    kem: Option<&'static vectru_kem>,
    pk: *mut u8,
    pk_length: usize,
    sk: *mut u8,
    sk_length: usize,
    random: *const u8,
    random_length: usize,
) -> c_int {
    let (public, secret) = (Output::new(pk, pk_length), Output::new(sk, sk_length));
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { single::keypair_from(set(kem), public, secret, Input::new(random, random_length)) }
}

/// Makes a new shared secret and its ciphertext for a public key, with random bytes of the
/// operating system.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_encaps(
    kem: Option<&'static vectru_kem>,
    ct: *mut u8,
    ct_length: usize,
    ss: *mut u8,
    ss_length: usize,
    pk: *const u8,
    pk_length: usize,
) -> c_int {
    let sent = [Output::new(ct, ct_length), Output::new(ss, ss_length)];
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { encaps(kem, Random::System, sent, Input::new(pk, pk_length)) }
}

/// Makes a new shared secret and its ciphertext for a public key, with random bytes of `random`,
/// which is called with `context`.
///
/// # Safety
///
/// See the rules of every function. `random` must fill the bytes that it is given.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // Each buffer comes with its length.
pub unsafe extern "C" fn vectru_kem_encaps_with(
    kem: Option<&'static vectru_kem>,
    ct: *mut u8,
    ct_length: usize,
    ss: *mut u8,
    ss_length: usize,
    pk: *const u8,
    pk_length: usize,
    random: vectru_random,
    context: *mut c_void,
) -> c_int {
    let sent = [Output::new(ct, ct_length), Output::new(ss, ss_length)];
    // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills its bytes.
    unsafe { encaps(kem, Random::Caller(random, context), sent, Input::new(pk, pk_length)) }
}

unsafe fn encaps(kem: Option<&'static vectru_kem>, random: Random<'_>, sent: [Output; 2], public: Input) -> c_int {
    // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills its bytes.
    unsafe { single::encaps(set(kem), random, sent, public) }
}

/// Makes the shared secret and the ciphertext of given random bytes, for tests and known answers.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // Each buffer comes with its length.
pub unsafe extern "C" fn vectru_kem_encaps_from(
    kem: Option<&'static vectru_kem>,
    ct: *mut u8,
    ct_length: usize,
    ss: *mut u8,
    ss_length: usize,
    pk: *const u8,
    pk_length: usize,
    random: *const u8,
    random_length: usize,
) -> c_int {
    let sent = [Output::new(ct, ct_length), Output::new(ss, ss_length)];
    let (public, random) = (Input::new(pk, pk_length), Input::new(random, random_length));
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { single::encaps_from(set(kem), sent, public, random) }
}

/// Computes the shared secret of a ciphertext. A ciphertext that no encapsulation made is no error:
/// it has a pseudorandom shared secret.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_decaps(
    kem: Option<&'static vectru_kem>,
    ss: *mut u8,
    ss_length: usize,
    ct: *const u8,
    ct_length: usize,
    sk: *const u8,
    sk_length: usize,
) -> c_int {
    let shared = Output::new(ss, ss_length);
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { single::decaps(set(kem), shared, Input::new(ct, ct_length), Input::new(sk, sk_length)) }
}

/// Generates `count` key pairs, one after the other in `pks` and `sks`. Each
/// length is the length of a whole buffer.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_keypair_many(
    kem: Option<&'static vectru_kem>,
    pks: *mut u8,
    pks_length: usize,
    sks: *mut u8,
    sks_length: usize,
    count: usize,
) -> c_int {
    let (public, secret) = (Output::new(pks, pks_length), Output::new(sks, sks_length));
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { calls::keypair_many(set(kem), public, secret, count) }
}

/// Makes a new shared secret and its ciphertext for each of `count` public keys. Each
/// length is the length of a whole buffer.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // Each buffer comes with its length.
pub unsafe extern "C" fn vectru_kem_encaps_many(
    kem: Option<&'static vectru_kem>,
    cts: *mut u8,
    cts_length: usize,
    sss: *mut u8,
    sss_length: usize,
    pks: *const u8,
    pks_length: usize,
    count: usize,
) -> c_int {
    let sent = [Output::new(cts, cts_length), Output::new(sss, sss_length)];
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { calls::encaps_many(set(kem), sent, Input::new(pks, pks_length), count) }
}

/// Computes the shared secrets of `count` ciphertexts, each with a secret key of its own. Each
/// length is the length of a whole buffer.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // Each buffer comes with its length.
pub unsafe extern "C" fn vectru_kem_decaps_many(
    kem: Option<&'static vectru_kem>,
    sss: *mut u8,
    sss_length: usize,
    cts: *const u8,
    cts_length: usize,
    sks: *const u8,
    sks_length: usize,
    count: usize,
) -> c_int {
    let shared = Output::new(sss, sss_length);
    let (ciphertexts, secret) = (Input::new(cts, cts_length), Input::new(sks, sks_length));
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { calls::decaps_many(set(kem), shared, ciphertexts, secret, count) }
}

/// Loads a public key for many encapsulations. `vectru_ek_free` frees it. After an error `*key` is
/// null.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_ek_load(
    kem: Option<&'static vectru_kem>,
    key: Option<&mut *mut vectru_ek>,
    pk: *const u8,
    pk_length: usize,
) -> c_int {
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { vectru_ek::load(kem, key, Input::new(pk, pk_length)) }
}

/// Loads a secret key for many decapsulations. `vectru_dk_free` wipes and frees it. After an error
/// `*key` is null.
///
/// # Safety
///
/// See the rules of every function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vectru_kem_dk_load(
    kem: Option<&'static vectru_kem>,
    key: Option<&mut *mut vectru_dk>,
    sk: *const u8,
    sk_length: usize,
) -> c_int {
    // SAFETY: the caller guarantees the lengths of all buffers.
    unsafe { vectru_dk::load(kem, key, Input::new(sk, sk_length)) }
}
