//! The hashes of NTRU Prime: "NTRU Prime: round 3" `[BBC+20]`, the section on hashing.
//!
//! `Hash_b(z)` is the first 32 bytes of SHA-512 of the byte b followed by z. The byte separates the
//! uses.

use core::slice;

use crate::common::secret::Secret;
use crate::hashing::Hash;
#[cfg(feature = "alloc")]
use crate::hashing::multi_buffer;
use crate::hashing::multi_buffer::Unfinished;

/// The uses of the hash function: b of Hash_b.
#[derive(Clone, Copy, Debug)]
pub enum Prefix {
    /// The shared secret of a ciphertext that is rejected.
    SessionRejected = 0,
    /// The shared secret of a ciphertext that is accepted.
    SessionAccepted = 1,
    /// The confirmation.
    Confirmation = 2,
    /// The input of Streamlined NTRU Prime.
    Input = 3,
    /// The public key.
    PublicKey = 4,
    /// The input of NTRU LPRime, which expands to a short polynomial.
    Short = 5,
}

/// A message to be hashed. Each use has a function of its own.
#[derive(Clone, Copy)]
pub(crate) struct Message<'a> {
    prefix: u8,
    segments: [&'a [u8]; 2],
}

impl<'a> Message<'a> {
    /// Returns the message of Hash_4: an encoded public key. The hash is part of every
    /// confirmation.
    pub(crate) const fn public_key(encoded: &'a [u8]) -> Self {
        Self { prefix: Prefix::PublicKey as u8, segments: [encoded, &[]] }
    }

    /// Returns the message of HashConfirm, which is Hash_2: the input (in Streamlined NTRU Prime,
    /// Hash_3(r)) and Hash_4(public key). The hash ends a ciphertext.
    pub(crate) const fn confirmation(input: &'a Hash, public_key: &'a Hash) -> Self {
        Self { prefix: Prefix::Confirmation as u8, segments: [input, public_key] }
    }

    /// Returns the message of HashSession: of Hash_1, the input and the ciphertext, if the
    /// ciphertext is accepted; of Hash_0, rho and the ciphertext, if not. In Streamlined NTRU
    /// Prime, Hash_3 replaces input and rho. `accepted` is 1 or 0, and secret.
    pub(crate) const fn session(accepted: u8, input: &'a Hash, ciphertext: &'a [u8]) -> Self {
        const { assert!(Prefix::SessionRejected as u8 == 0 && Prefix::SessionAccepted as u8 == 1) };
        Self { prefix: accepted, segments: [input, ciphertext] }
    }

    /// Returns the message of Hash_b, with b = `prefix`, of an encoded input or rho.
    pub(crate) const fn with_prefix(prefix: Prefix, encoded: &'a [u8]) -> Self {
        Self { prefix: prefix as u8, segments: [encoded, &[]] }
    }

    /// Starts the hash.
    pub(crate) const fn start(&self) -> Unfinished<'_> {
        Unfinished::new(self.segments(), true)
    }

    /// Starts the hash of a message that begins with this one.
    pub(crate) const fn start_open(&self) -> Unfinished<'_> {
        Unfinished::new(self.segments(), false)
    }

    /// Returns the hash.
    pub(crate) fn hash(&self) -> Secret<Hash> {
        self.start().finish(&[])
    }

    /// Returns the segments of the message, in order.
    const fn segments(&self) -> [&[u8]; 3] {
        let [first, second] = self.segments;
        [slice::from_ref(&self.prefix), first, second]
    }
}

/// Returns the hash of each message. They are computed side by side.
#[cfg(feature = "alloc")]
pub(crate) fn hashes(messages: &[Message<'_>]) -> alloc::vec::Vec<Secret<Hash>> {
    let segments: alloc::vec::Vec<_> = messages.iter().map(Message::segments).collect();
    let mut hashes: alloc::vec::Vec<_> = segments.iter().map(|_| Secret::new(Hash::default())).collect();
    multi_buffer::hash::<multi_buffer::Sha512, 3>(&segments, &mut hashes);
    hashes
}
