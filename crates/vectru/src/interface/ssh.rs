//! The key exchange `sntrup761x25519-sha512` of SSH, `[FMJ26]`: three functions for libraries that
//! speak SSH.
//!
//! | step | function | message | bytes |
//! | --- | --- | --- | --- |
//! | the client starts | [`Client::start`] | sntrup761 public key (1158), X25519 public key (32) | 1190 |
//! | the server replies | [`reply`] | sntrup761 ciphertext (1039), X25519 public key (32) | 1071 |
//! | the client finishes | [`Client::finish`] | | |
//!
//! Both then have K = SHA-512(sntrup761 shared secret (32), X25519 shared secret (32)), 64 bytes.
//!
//! The messages are the strings `Q_C` and `Q_S` of SSH_MSG_KEX_ECDH_INIT and SSH_MSG_KEX_ECDH_REPLY
//! `[SG09]`. K enters the exchange hash and the derivation of keys as a string, with its length,
//! and not as a number. The hash of the exchange is SHA-512. Both [`NAMES`] mean this exchange;
//! OpenSSH used the second one before the standard.
//!
//! ```
//! use vectru::ssh::{Client, reply};
//!
//! let mut rng = vectru::system_rng();
//! let (client, message) = Client::start(&mut rng);
//! let (answer, of_server) = reply(&message, &mut rng)?;
//! let of_client = client.finish(&answer)?;
//! assert_eq!(of_server.as_bytes(), of_client.as_bytes());
//! # Ok::<(), vectru::Error>(())
//! ```

use core::convert::Infallible;

use rand_core::{CryptoRng, TryCryptoRng};
use sha2::{Digest, Sha512};

use crate::common::error::{Error, ErrorKind, GenerationError, Object};
use crate::common::secret::Secret;
use crate::common::set::Set;
use crate::common::stack::{moves, with_wiped_stack};
use crate::interface::hybrid::{EXTENT, EncapsulationError, SharedSecret, X25519_BYTES, x25519_pair, x25519_shared};
use crate::interface::sets::sntrup761::{
    CIPHERTEXT_BYTES, Ciphertext, DecapsulationKey, PUBLIC_KEY_BYTES, try_encapsulate, try_generate,
};

/// The names of the key exchange in SSH_MSG_KEXINIT: the name in the standard, then the name that
/// OpenSSH used before it. Both mean the same messages and the same hash.
pub const NAMES: [&str; 2] = ["sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com"];

/// The length of the client's message, in bytes.
pub const CLIENT_MESSAGE_BYTES: usize = PUBLIC_KEY_BYTES + X25519_BYTES;
/// The length of the server's message, in bytes.
pub const SERVER_MESSAGE_BYTES: usize = CIPHERTEXT_BYTES + X25519_BYTES;

/// A client between its message and the server's. Its secrets are wiped when it is dropped.
#[derive(Clone, Debug)]
pub struct Client {
    x25519: Secret<[u8; X25519_BYTES]>,
    sntrup761: DecapsulationKey,
}

/// Splits a message into the part of sntrup761 and the part of X25519.
fn split<const MESSAGE: usize>(bytes: &[u8], object: Object) -> Result<(&[u8], &[u8; X25519_BYTES]), Error> {
    match bytes.split_last_chunk() {
        Some(parts) if bytes.len() == MESSAGE => Ok(parts),
        _ => {
            let kind = ErrorKind::Length { expected: MESSAGE, found: bytes.len() };
            Err(Error { set: Set::Sntrup761, object, kind })
        }
    }
}

/// Returns the message with these parts.
fn join<const MESSAGE: usize>(sntrup761: &[u8], x25519: &[u8; X25519_BYTES]) -> [u8; MESSAGE] {
    let mut message = [0; MESSAGE];
    let (first, last) = message.split_at_mut(MESSAGE - X25519_BYTES);
    first.copy_from_slice(sntrup761);
    last.copy_from_slice(x25519);
    message
}

/// Returns K of the two shared secrets.
fn shared_secret(sntrup761: &crate::SharedSecret, x25519: &[u8; X25519_BYTES]) -> SharedSecret {
    let mut hash = Sha512::new();
    hash.update(sntrup761.as_bytes());
    hash.update(x25519);
    let mut secret = SharedSecret::zero();
    hash.finalize_into(secret.as_mut_bytes().into());
    secret
}

impl Client {
    /// Returns a client and the message that it sends.
    ///
    /// # Panics
    ///
    /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
    /// [random bytes](crate#random-bytes).
    ///
    /// ```
    /// let (_, message) = vectru::ssh::Client::start(&mut vectru::system_rng());
    /// assert_eq!(message.len(), vectru::ssh::CLIENT_MESSAGE_BYTES);
    /// ```
    pub fn start<R: CryptoRng + ?Sized>(rng: &mut R) -> (Self, [u8; CLIENT_MESSAGE_BYTES]) {
        with_wiped_stack(EXTENT + moves::<Self>(), || Self::try_start(rng).unwrap_or_else(GenerationError::panic))
    }

    /// Returns a client and the message that it sends. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
    /// that no key pair can be made of its bytes.
    ///
    /// ```
    /// let (_, message) = vectru::ssh::Client::try_start(&mut getrandom::SysRng)?;
    /// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
    /// ```
    pub fn try_start<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(Self, [u8; CLIENT_MESSAGE_BYTES]), GenerationError<R::Error>> {
        with_wiped_stack(EXTENT + moves::<Self>(), || {
            let (sntrup761, public_key) = try_generate(rng)?;
            let (x25519, x25519_public) = x25519_pair(rng).map_err(GenerationError::Generator)?;
            Ok((Self { x25519, sntrup761 }, join(public_key.as_bytes(), &x25519_public)))
        })
    }

    /// Returns K of the server's message.
    ///
    /// # Errors
    ///
    /// Returns an error if `message` is not [`SERVER_MESSAGE_BYTES`] long, or its X25519 part is a
    /// point of low order. SSH then ends the connection.
    ///
    /// ```
    /// use vectru::ssh::{Client, SERVER_MESSAGE_BYTES};
    /// let (client, _) = Client::start(&mut vectru::system_rng());
    /// assert!(client.finish(&[9; SERVER_MESSAGE_BYTES]).is_ok());
    /// assert!(client.finish(&[0; SERVER_MESSAGE_BYTES]).is_err()); // 0 has low order.
    /// ```
    pub fn finish(&self, message: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(EXTENT, || {
            let (ciphertext, x25519) = split::<SERVER_MESSAGE_BYTES>(message, Object::Ciphertext)?;
            let error = |kind| Error { set: Set::Sntrup761, object: Object::Ciphertext, kind };
            let x25519 = x25519_shared(&self.x25519, x25519, error)?;
            let sntrup761 = self.sntrup761.decapsulate(&Ciphertext::from_bytes(ciphertext)?);
            Ok(shared_secret(&sntrup761, &x25519))
        })
    }
}

/// Returns the server's message and K, for the client's message.
///
/// # Errors
///
/// Returns an error if `message` is not [`CLIENT_MESSAGE_BYTES`] long, its first part is not a
/// public key, or its second part is a point of low order. SSH then ends the connection.
///
/// ```
/// use vectru::ssh::{Client, SERVER_MESSAGE_BYTES, reply};
/// let mut rng = vectru::system_rng();
/// let (_, message) = Client::start(&mut rng);
/// let (answer, _) = reply(&message, &mut rng)?;
/// assert_eq!(answer.len(), SERVER_MESSAGE_BYTES);
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn reply<R: CryptoRng + ?Sized>(
    message: &[u8],
    rng: &mut R,
) -> Result<([u8; SERVER_MESSAGE_BYTES], SharedSecret), Error> {
    with_wiped_stack(EXTENT, || {
        try_reply(message, rng).map_err(|error: EncapsulationError<Infallible>| match error {
            EncapsulationError::Key(error) => error,
            EncapsulationError::Generator(never) => match never {},
        })
    })
}

/// Returns the server's message and K, for the client's message. The generator of random bytes can
/// fail.
///
/// # Errors
///
/// Returns the error of the generator or of the message: see [`reply`].
///
/// ```
/// use vectru::ssh::{Client, try_reply};
/// let (_, message) = Client::start(&mut vectru::system_rng());
/// assert!(try_reply(&message, &mut getrandom::SysRng).is_ok());
/// ```
pub fn try_reply<R: TryCryptoRng + ?Sized>(
    message: &[u8],
    rng: &mut R,
) -> Result<([u8; SERVER_MESSAGE_BYTES], SharedSecret), EncapsulationError<R::Error>> {
    with_wiped_stack(EXTENT, || {
        let key = EncapsulationError::Key;
        let (public_key, peer) = split::<CLIENT_MESSAGE_BYTES>(message, Object::PublicKey).map_err(key)?;
        let (ciphertext, sntrup761) = try_encapsulate(public_key, rng)?;
        let (secret, public) = x25519_pair(rng).map_err(EncapsulationError::Generator)?;
        let error = |kind| Error { set: Set::Sntrup761, object: Object::PublicKey, kind };
        let x25519 = x25519_shared(&secret, peer, error).map_err(key)?;
        Ok((join(ciphertext.as_bytes(), &public), shared_secret(&sntrup761, &x25519)))
    })
}

/// The example of the page, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/users/ssh.md")]
struct Page;
