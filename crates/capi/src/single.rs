//! The single operations on the caller's buffers, for a set that is given by value.
//!
//! Every function here is unsafe for the same reason: the caller promises what [`call`] requires of
//! the buffers, and that a source of random bytes of the caller keeps its word.

use core::ffi::c_int;

use vectru::SharedSecret;

use crate::border::{Input, Output, call};
use crate::random::Random;
use crate::status::Failure;

/// The operations of a set.
pub(crate) trait Operations {
    /// Writes a secret key and its public key.
    fn generate(self, random: &mut Random<'_>, pair: [&mut [u8]; 2]) -> Result<(), Failure>;

    /// Writes a ciphertext and its shared secret for a public key's bytes.
    fn encapsulate(self, random: &mut Random<'_>, sent: [&mut [u8]; 2], public: &[u8]) -> Result<(), Failure>;

    /// Writes the shared secret of a ciphertext and a secret key.
    fn decapsulate(self, shared: &mut [u8], ciphertext: &[u8], secret: &[u8]) -> Result<(), Failure>;
}

/// Copies a shared secret out of a result, which is borrowed, as a secret that is moved leaves a
/// copy behind.
pub(crate) fn put<E: Copy + Into<Failure>>(shared: &mut [u8], secret: &Result<SharedSecret, E>) -> Result<(), Failure> {
    shared.copy_from_slice(secret.as_ref().map_err(|&error| error.into())?.as_bytes());
    Ok(())
}

pub(crate) unsafe fn keypair(set: impl Operations, mut random: Random<'_>, public: Output, secret: Output) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { call([public, secret], [], |[public, secret], []| set.generate(&mut random, [secret, public])) }
}

pub(crate) unsafe fn keypair_from(set: impl Operations, public: Output, secret: Output, random: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [random], |[public, secret], [random]| {
            set.generate(&mut Random::Given(random), [secret, public])
        })
    }
}

pub(crate) unsafe fn encaps(set: impl Operations, mut random: Random<'_>, sent: [Output; 2], public: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { call(sent, [public], |sent, [public]| set.encapsulate(&mut random, sent, public)) }
}

pub(crate) unsafe fn encaps_from(set: impl Operations, sent: [Output; 2], public: Input, random: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call(sent, [public, random], |sent, [public, random]| {
            let mut random = Random::Given(random);
            set.encapsulate(&mut random, sent, public)?;
            if let Random::Given(&[]) = random { Ok(()) } else { Err(Failure::Random) }
        })
    }
}

pub(crate) unsafe fn decaps(set: impl Operations, shared: Output, ciphertext: Input, secret: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertext, secret], |[shared], [ciphertext, secret]| {
            set.decapsulate(shared, ciphertext, secret)
        })
    }
}
