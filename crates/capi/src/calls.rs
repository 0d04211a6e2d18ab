//! The [single operations](crate::single) of the sets of the library, and those of batches and of
//! loaded keys. A set or a key that is not there is a null pointer of the caller.
//!
//! Every function here is unsafe for the same reason: the caller promises what [`call`] requires of
//! the buffers, and that a source of random bytes of the caller keeps its word.

use core::ffi::c_int;
use core::iter;

use vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use vectru::{Error, Set, SharedSecret};

use crate::border::{Input, Output, call};
use crate::random::Random;
use crate::single::{Operations, put};
use crate::status::Failure;

/// The number of keys that are loaded at a time for a batch, and of their ciphertexts. More take
/// more memory, and no less time each.
const GROUP: usize = 32;

/// Checks that a buffer has the length of `count` objects of `length` bytes.
fn expect(buffer: &[u8], length: usize, count: usize) -> Result<(), Failure> {
    if Some(buffer.len()) == length.checked_mul(count) { Ok(()) } else { Err(Failure::Length) }
}

/// Checks the lengths of `count` ciphertexts and their shared secrets.
fn expect_shared(set: Set, ciphertexts: &[u8], shared: &[u8], count: usize) -> Result<(), Failure> {
    expect(ciphertexts, set.ciphertext_bytes(), count)?;
    expect(shared, SharedSecret::BYTES, count)
}

/// Copies shared secrets.
fn put_all(shared: &mut [u8], secrets: &[SharedSecret]) {
    let places = shared.chunks_exact_mut(SharedSecret::BYTES);
    places.zip(secrets).for_each(|(shared, secret)| shared.copy_from_slice(secret.as_bytes()));
}

/// Loads keys that are one after the other in a buffer.
fn load_all<K>(bytes: &[u8], length: usize, load: impl Fn(&[u8]) -> Result<K, Error>) -> Result<Vec<K>, Error> {
    bytes.chunks_exact(length).map(load).collect()
}

impl Operations for Option<Set> {
    fn generate(self, random: &mut Random<'_>, [secret, public]: [&mut [u8]; 2]) -> Result<(), Failure> {
        Ok(self.ok_or(Failure::Null)?.try_generate_bytes(random, secret, public)?)
    }

    fn encapsulate(
        self,
        random: &mut Random<'_>,
        [ciphertext, shared]: [&mut [u8]; 2],
        public: &[u8],
    ) -> Result<(), Failure> {
        let set = self.ok_or(Failure::Null)?;
        expect(shared, SharedSecret::BYTES, 1)?;
        put(shared, &set.try_encapsulate(public, ciphertext, random))
    }

    fn decapsulate(self, shared: &mut [u8], ciphertext: &[u8], secret: &[u8]) -> Result<(), Failure> {
        let set = self.ok_or(Failure::Null)?;
        expect(shared, SharedSecret::BYTES, 1)?;
        put(shared, &set.decapsulate(secret, ciphertext))
    }
}

pub(crate) unsafe fn keypair_many(set: Option<Set>, public: Output, secret: Output, count: usize) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [], |[public, secret], []| {
            Ok(set.ok_or(Failure::Null)?.try_generate_many_bytes(&mut Random::System, count, secret, public)?)
        })
    }
}

pub(crate) unsafe fn encaps_many(set: Option<Set>, sent: [Output; 2], public: Input, count: usize) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call(sent, [public], |[ciphertexts, shared], [public]| {
            let set = set.ok_or(Failure::Null)?;
            let length = set.public_key_bytes();
            expect_shared(set, ciphertexts, shared, count)?;
            expect(public, length, count)?;
            let groups = ciphertexts.chunks_mut(GROUP * set.ciphertext_bytes()).zip(public.chunks(GROUP * length));
            for ((ciphertexts, public), shared) in groups.zip(shared.chunks_mut(GROUP * SharedSecret::BYTES)) {
                let keys = load_all(public, length, |public| set.encapsulation_key(public))?;
                put_all(shared, &set.try_encapsulate_many_in(&keys, ciphertexts, &mut Random::System)?);
            }
            Ok(())
        })
    }
}

pub(crate) unsafe fn decaps_many(
    set: Option<Set>,
    shared: Output,
    ciphertexts: Input,
    secret: Input,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertexts, secret], |[shared], [ciphertexts, secret]| {
            let set = set.ok_or(Failure::Null)?;
            let lengths = [set.secret_key_bytes(), set.ciphertext_bytes()];
            expect_shared(set, ciphertexts, shared, count)?;
            expect(secret, lengths[0], count)?;
            let groups = secret.chunks(GROUP * lengths[0]).zip(ciphertexts.chunks(GROUP * lengths[1]));
            for ((secret, ciphertexts), shared) in groups.zip(shared.chunks_mut(GROUP * SharedSecret::BYTES)) {
                let keys = load_all(secret, lengths[0], |secret| set.decapsulation_key(secret))?;
                put_all(shared, &set.decapsulate_many(keys.iter().zip(ciphertexts.chunks_exact(lengths[1])))?);
            }
            Ok(())
        })
    }
}

/// Loads the bytes of a key to `key`.
pub(crate) unsafe fn load<K>(
    set: Option<Set>,
    key: &mut Option<K>,
    bytes: Input,
    load: impl FnOnce(Set, &[u8]) -> Result<K, Error>,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([], [bytes], |[], [bytes]| {
            *key = Some(load(set.ok_or(Failure::Null)?, bytes)?);
            Ok(())
        })
    }
}

pub(crate) unsafe fn loaded_encaps(key: Option<&EncapsulationKey>, mut random: Random<'_>, sent: [Output; 2]) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call(sent, [], |[ciphertext, shared], []| {
            let key = key.ok_or(Failure::Null)?;
            expect(shared, SharedSecret::BYTES, 1)?;
            put(shared, &key.try_encapsulate_in(ciphertext, &mut random))
        })
    }
}

pub(crate) unsafe fn loaded_encaps_many(key: Option<&EncapsulationKey>, sent: [Output; 2], count: usize) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call(sent, [], |[ciphertexts, shared], []| {
            let key = key.ok_or(Failure::Null)?;
            let set = key.set();
            expect_shared(set, ciphertexts, shared, count)?;
            let groups = ciphertexts.chunks_mut(GROUP * set.ciphertext_bytes());
            for (ciphertexts, shared) in groups.zip(shared.chunks_mut(GROUP * SharedSecret::BYTES)) {
                let keys = iter::repeat_n(key, shared.len() / SharedSecret::BYTES);
                put_all(shared, &set.try_encapsulate_many_in(keys, ciphertexts, &mut Random::System)?);
            }
            Ok(())
        })
    }
}

pub(crate) unsafe fn loaded_decaps(key: Option<&DecapsulationKey>, shared: Output, ciphertext: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertext], |[shared], [ciphertext]| {
            let key = key.ok_or(Failure::Null)?;
            expect(shared, SharedSecret::BYTES, 1)?;
            put(shared, &key.decapsulate(ciphertext))
        })
    }
}

pub(crate) unsafe fn loaded_decaps_many(
    key: Option<&DecapsulationKey>,
    shared: Output,
    ciphertexts: Input,
    count: usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertexts], |[shared], [ciphertexts]| {
            let key = key.ok_or(Failure::Null)?;
            let length = key.set().ciphertext_bytes();
            expect_shared(key.set(), ciphertexts, shared, count)?;
            let groups = ciphertexts.chunks(GROUP * length);
            for (ciphertexts, shared) in groups.zip(shared.chunks_mut(GROUP * SharedSecret::BYTES)) {
                put_all(shared, &key.decapsulate_many(ciphertexts.chunks_exact(length))?);
            }
            Ok(())
        })
    }
}
