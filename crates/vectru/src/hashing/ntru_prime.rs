//! The hashes: "NTRU Prime: round 3", the section on hashing. `Hash_b(z)` is the first 32 bytes of SHA-512 of the
//! byte b followed by z; the byte keeps the uses apart.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::slice;

use sha2::{Digest, Sha512};

use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
#[cfg(feature = "alloc")]
use crate::hashing::multi_buffer;

/// The uses of the hash function.
#[derive(Clone, Copy)]
enum Prefix {
    SessionRejected = 0,
    SessionAccepted = 1,
    Confirmation = 2,
    #[cfg(feature = "_sntrup")]
    Input = 3,
    PublicKey = 4,
    #[cfg(feature = "_ntrulpr")]
    Short = 5,
}

/// What is hashed, one function a use.
#[derive(Clone, Copy)]
pub(crate) struct Message<'a> {
    prefix: u8,
    segments: [&'a [u8]; 2],
}

impl<'a> Message<'a> {
    /// For Hash_4 of an encoded public key, which goes into every confirmation.
    pub(crate) const fn public_key(encoded: &'a [u8]) -> Self {
        Self { prefix: Prefix::PublicKey as u8, segments: [encoded, &[]] }
    }

    #[cfg(feature = "_sntrup")]
    /// For Hash_3 of an encoded input r of Streamlined NTRU Prime, or of the string rho that takes its place on rejection.
    pub(crate) const fn input(encoded: &'a [u8]) -> Self {
        Self { prefix: Prefix::Input as u8, segments: [encoded, &[]] }
    }

    #[cfg(feature = "_ntrulpr")]
    /// For Hash_5 of the input of NTRU LPRime, which expands to a short polynomial.
    pub(crate) const fn short(input: &'a Hash) -> Self {
        Self { prefix: Prefix::Short as u8, segments: [input, &[]] }
    }

    /// For HashConfirm: Hash_2 of the input, which Streamlined NTRU Prime replaces by Hash_3(r), and Hash_4(public key). It
    /// ends a ciphertext.
    pub(crate) const fn confirmation(input: &'a Hash, public_key: &'a Hash) -> Self {
        Self { prefix: Prefix::Confirmation as u8, segments: [input, public_key] }
    }

    /// For HashSession: Hash_1 of the input and the ciphertext if that was accepted; Hash_0 of rho and the ciphertext if not.
    /// Streamlined NTRU Prime replaces r and rho by their Hash_3. `accepted` is 1 or 0, and secret.
    pub(crate) const fn session(accepted: u8, input: &'a Hash, ciphertext: &'a [u8]) -> Self {
        const { assert!(Prefix::SessionRejected as u8 == 0 && Prefix::SessionAccepted as u8 == 1) };
        Self { prefix: accepted, segments: [input, ciphertext] }
    }

    /// The hash. (Of many messages: [`hashes`].)
    pub(crate) fn hash(&self) -> Secret<Hash> {
        sha512(&self.segments())
    }

    /// The segments that are hashed, one after the other.
    const fn segments(&self) -> [&[u8]; 3] {
        let [first, second] = self.segments;
        [slice::from_ref(&self.prefix), first, second]
    }
}

/// The first bytes of SHA-512.
fn sha512(segments: &[&[u8]]) -> Secret<Hash> {
    let _piece = Part::Hashing.begin();
    let mut state = Sha512::new();
    segments.iter().for_each(|segment| state.update(segment));
    let mut digest = Secret::new([0; 64]);
    state.finalize_into((&mut *digest).into());
    Secret::new(core::array::from_fn(|k| digest[k]))
}

/// The hash of each message.
#[cfg(feature = "alloc")]
pub(crate) fn hashes(messages: &[Message<'_>]) -> Vec<Secret<Hash>> {
    let segments: Vec<_> = messages.iter().map(Message::segments).collect();
    let mut hashes: Vec<_> = segments.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha512, 3>(&segments, sha512, &mut hashes);
    hashes
}
