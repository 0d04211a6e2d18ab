//! The operations on the caller's buffers without an allocator: the single operations on bytes, of
//! the sets whose features are named. It stands in place of `calls`, with the same functions.

use core::ffi::c_int;

use crate::border::{Input, Output, call};
use crate::random::Random;
use crate::status::Failure;

/// Two buffers that an operation writes, and two that it reads.
type Outputs<'a> = [&'a mut [u8]; 2];
type Inputs<'a> = [&'a [u8]; 2];

/// The operations of a set.
pub(crate) struct Operations {
    /// Writes a secret key and its public key.
    pub(crate) generate: fn(&mut Random<'_>, Outputs<'_>) -> Result<(), Failure>,
    /// Writes a ciphertext and its shared secret for a public key.
    pub(crate) encapsulate: fn(&mut Random<'_>, Outputs<'_>, &[u8]) -> Result<(), Failure>,
    /// Writes the shared secret of a ciphertext and a secret key.
    pub(crate) decapsulate: fn(&mut [u8], Inputs<'_>) -> Result<(), Failure>,
}

/// Returns the operations of the set in a module of `vectru`. Results are borrowed, as a secret
/// that is moved leaves a copy behind.
macro_rules! operations {
    ($module:ident) => {
        crate::calls::Operations {
            generate: |random, [secret, public]| {
                let length = crate::status::Failure::Length;
                let (secret, public) =
                    (secret.first_chunk_mut().ok_or(length)?, public.first_chunk_mut().ok_or(length)?);
                Ok(vectru::$module::try_generate_bytes(random, secret, public)?)
            },
            encapsulate: |random, [ciphertext, shared], public| match &vectru::$module::try_encapsulate(public, random)
            {
                Ok((sent, secret)) => {
                    ciphertext.copy_from_slice(sent.as_bytes());
                    shared.copy_from_slice(secret.as_bytes());
                    Ok(())
                }
                Err(error) => Err((*error).into()),
            },
            decapsulate: |shared, [ciphertext, secret]| match &vectru::$module::decapsulate(secret, ciphertext) {
                Ok(received) => {
                    shared.copy_from_slice(received.as_bytes());
                    Ok(())
                }
                Err(error) => Err((*error).into()),
            },
        }
    };
}
pub(crate) use operations;

// The caller promises each function what `call` requires of the buffers, and that its source of
// random bytes keeps its word.

pub(crate) unsafe fn keypair(set: Operations, mut random: Random<'_>, public: Output, secret: Output) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { call([public, secret], [], |[public, secret], []| (set.generate)(&mut random, [secret, public])) }
}

pub(crate) unsafe fn keypair_from(set: Operations, public: Output, secret: Output, random: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([public, secret], [random], |[public, secret], [random]| {
            (set.generate)(&mut Random::Given(random), [secret, public])
        })
    }
}

pub(crate) unsafe fn encaps(set: Operations, mut random: Random<'_>, sent: [Output; 2], public: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { call(sent, [public], |sent, [public]| (set.encapsulate)(&mut random, sent, public)) }
}

pub(crate) unsafe fn encaps_from(set: Operations, sent: [Output; 2], public: Input, random: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call(sent, [public, random], |sent, [public, random]| {
            let mut random = Random::Given(random);
            (set.encapsulate)(&mut random, sent, public)?;
            if let Random::Given(&[]) = random { Ok(()) } else { Err(Failure::Random) }
        })
    }
}

pub(crate) unsafe fn decaps(set: Operations, shared: Output, ciphertext: Input, secret: Input) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        call([shared], [ciphertext, secret], |[shared], [ciphertext, secret]| {
            (set.decapsulate)(shared, [ciphertext, secret])
        })
    }
}
