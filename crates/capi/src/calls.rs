//! The operations on the caller's buffers, for a parameter set that is given by value. A set or a
//! key that is not there is a null pointer of the caller.
//!
//! Every function here is unsafe for the same reason: the caller promises what [`call`] requires of
//! the buffers, and that a source of random bytes of the caller keeps its word.

use core::ffi::c_int;

use vectru::SharedSecret;

use crate::border::{Input, Output, call};
use crate::mechanism::{Decapsulator, Encapsulator, Operations, Sent};
use crate::random::Random;
use crate::status::Failure;

/// Checks that a buffer has the length of `count` objects of `length` bytes.
fn expect(buffer: &[u8], length: usize, count: usize) -> Result<(), Failure> {
    if Some(buffer.len()) == length.checked_mul(count) { Ok(()) } else { Err(Failure::Length) }
}

/// Checks the lengths of `count` key pairs.
fn expect_pairs(kem: &dyn Operations, public: &[u8], secret: &[u8], count: usize) -> Result<(), Failure> {
    expect(public, kem.set().public_key_bytes(), count)?;
    expect(secret, kem.set().secret_key_bytes(), count)
}

/// Checks the lengths of `count` ciphertexts and their shared secrets.
fn expect_shared(set: vectru::Set, ciphertexts: &[u8], shared: &[u8], count: usize) -> Result<(), Failure> {
    expect(ciphertexts, set.ciphertext_bytes(), count)?;
    expect(shared, SharedSecret::BYTES, count)
}

pub(crate) unsafe fn keypair(
    kem: Option<&dyn Operations>,
    mut random: Random,
    public: Output,
    secret: Output,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [], |[public, secret], []| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_pairs(kem, public, secret, 1)?;
            kem.keypair(&mut random, public, secret)
        })
    }
}

pub(crate) unsafe fn keypair_from(
    kem: Option<&dyn Operations>,
    public: Output,
    secret: Output,
    random: Input,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [random], |[public, secret], [random]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_pairs(kem, public, secret, 1)?;
            kem.keypair_from(random, public, secret)
        })
    }
}

pub(crate) unsafe fn keypair_many(kem: Option<&dyn Operations>, public: Output, secret: Output, count: usize) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [], |[public, secret], []| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_pairs(kem, public, secret, count)?;
            kem.keypairs(&mut Random::System, public, secret)
        })
    }
}

pub(crate) unsafe fn encaps(
    kem: Option<&dyn Operations>,
    mut random: Random,
    [ciphertext, shared]: [Output; 2],
    public: Input,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([ciphertext, shared], [public], |[ciphertexts, shared], [public]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_shared(kem.set(), ciphertexts, shared, 1)?;
            expect(public, kem.set().public_key_bytes(), 1)?;
            kem.encapsulate(&mut random, public, Sent { ciphertexts, shared })
        })
    }
}

pub(crate) unsafe fn encaps_from(
    kem: Option<&dyn Operations>,
    [ciphertext, shared]: [Output; 2],
    public: Input,
    random: Input,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([ciphertext, shared], [public, random], |[ciphertexts, shared], [public, random]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_shared(kem.set(), ciphertexts, shared, 1)?;
            expect(public, kem.set().public_key_bytes(), 1)?;
            kem.encapsulate_from(random, public, Sent { ciphertexts, shared })
        })
    }
}

pub(crate) unsafe fn encaps_many(
    kem: Option<&dyn Operations>,
    [ciphertexts, shared]: [Output; 2],
    public: Input,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([ciphertexts, shared], [public], |[ciphertexts, shared], [public]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_shared(kem.set(), ciphertexts, shared, count)?;
            expect(public, kem.set().public_key_bytes(), count)?;
            kem.encapsulations(&mut Random::System, public, Sent { ciphertexts, shared })
        })
    }
}

pub(crate) unsafe fn decaps(kem: Option<&dyn Operations>, shared: Output, ciphertext: Input, secret: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertext, secret], |[shared], [ciphertext, secret]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_shared(kem.set(), ciphertext, shared, 1)?;
            expect(secret, kem.set().secret_key_bytes(), 1)?;
            kem.decapsulate(secret, ciphertext, shared)
        })
    }
}

pub(crate) unsafe fn decaps_many(
    kem: Option<&dyn Operations>,
    shared: Output,
    ciphertexts: Input,
    secret: Input,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertexts, secret], |[shared], [ciphertexts, secret]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect_shared(kem.set(), ciphertexts, shared, count)?;
            expect(secret, kem.set().secret_key_bytes(), count)?;
            kem.decapsulations(secret, ciphertexts, shared)
        })
    }
}

/// Loads a public key to `key`.
pub(crate) unsafe fn load_public(
    kem: Option<&dyn Operations>,
    key: &mut Option<Box<dyn Encapsulator>>,
    public: Input,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([], [public], |[], [public]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect(public, kem.set().public_key_bytes(), 1)?;
            *key = Some(kem.load_public(public)?);
            Ok(())
        })
    }
}

/// Loads a secret key to `key`.
pub(crate) unsafe fn load_secret(
    kem: Option<&dyn Operations>,
    key: &mut Option<Box<dyn Decapsulator>>,
    secret: Input,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([], [secret], |[], [secret]| {
            let kem = kem.ok_or(Failure::Null)?;
            expect(secret, kem.set().secret_key_bytes(), 1)?;
            *key = Some(kem.load_secret(secret)?);
            Ok(())
        })
    }
}

pub(crate) unsafe fn loaded_encaps(
    key: Option<&dyn Encapsulator>,
    mut random: Random,
    [ciphertext, shared]: [Output; 2],
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([ciphertext, shared], [], |[ciphertexts, shared], []| {
            let key = key.ok_or(Failure::Null)?;
            expect_shared(key.set(), ciphertexts, shared, 1)?;
            key.encapsulate(&mut random, Sent { ciphertexts, shared })
        })
    }
}

pub(crate) unsafe fn loaded_encaps_many(
    key: Option<&dyn Encapsulator>,
    [ciphertexts, shared]: [Output; 2],
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([ciphertexts, shared], [], |[ciphertexts, shared], []| {
            let key = key.ok_or(Failure::Null)?;
            expect_shared(key.set(), ciphertexts, shared, count)?;
            key.encapsulations(&mut Random::System, Sent { ciphertexts, shared })
        })
    }
}

pub(crate) unsafe fn loaded_decaps(key: Option<&dyn Decapsulator>, shared: Output, ciphertext: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertext], |[shared], [ciphertext]| {
            let key = key.ok_or(Failure::Null)?;
            expect_shared(key.set(), ciphertext, shared, 1)?;
            key.decapsulate(ciphertext, shared)
        })
    }
}

pub(crate) unsafe fn loaded_decaps_many(
    key: Option<&dyn Decapsulator>,
    shared: Output,
    ciphertexts: Input,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertexts], |[shared], [ciphertexts]| {
            let key = key.ok_or(Failure::Null)?;
            expect_shared(key.set(), ciphertexts, shared, count)?;
            key.decapsulations(ciphertexts, shared)
        })
    }
}
