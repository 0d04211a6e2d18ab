//! Encapsulation and decapsulation with keys that are not prepared. The secret part of a key is
//! decoded, multiplied with once, and wiped.
//!
//! Hash_4(public key) needs nothing but the key, so that it is computed beside the other hashes.

use super::decapsulation::accept;
use super::encapsulation::{digest, draw_input};
use super::layout::Layout;
use super::one_way_function::{Input, Key, Public};
use super::{DecapsulationKey, OneWayFunction, Parameters};
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::advance;
use crate::hashing::ntru_prime::Message;
use crate::key::checked;

/// Encap for a public key's bytes: returns a new shared secret and writes its ciphertext, or
/// returns the reason why the bytes are not a public key.
pub(crate) fn ciphertext_once<P: Parameters>(
    public_key: &[u8],
    source: &mut dyn Source,
    bytes: &mut P::CiphertextBytes,
) -> Result<Result<SharedSecret, ErrorKind>, Failed> {
    let () = Layout::<P>::CHECKED;
    // By reference, as the polynomials would be moved.
    match &check_length::<P::PublicKeyBytes>(public_key).and_then(|()| P::Core::decode_public(public_key)) {
        Ok(public) => ciphertext::<P>(public_key, public, source, bytes).map(Ok),
        Err(kind) => Ok(Err(*kind)),
    }
}

/// Encap for a public key's bytes and the polynomials that they encode: returns a new shared
/// secret, and writes its ciphertext.
pub(super) fn ciphertext<P: Parameters>(
    public_key: &[u8],
    public: &Public<P>,
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<SharedSecret, Failed> {
    let mut input = P::Core::ZERO_INPUT;
    draw_input::<P>(source, &mut input)?;
    let encoded = P::Core::encode_input(&input);

    let messages = [Message::public_key(public_key), Message::with_prefix(P::Core::INPUT_PREFIX, encoded.as_ref())];
    let [mut key_hash, mut input_hash] = messages.each_ref().map(Message::start);
    advance([&mut key_hash, &mut input_hash]);
    let input_hash = input_hash.finish(&[]);

    let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(ciphertext.as_mut());
    P::Core::encrypt(Key::Decoded(public), &input, &input_hash, encrypted);

    let digest = digest::<P>(encoded.as_ref(), &input_hash);
    let session = Message::session(1, &digest, encrypted);
    let mut session = session.start_open();
    advance([&mut key_hash, &mut session]);
    confirmation.copy_from_slice(&*Message::confirmation(&digest, &key_hash.finish(&[])).hash());
    Ok(SharedSecret::new(*session.finish(confirmation)))
}

/// Decap for a secret key that is not prepared.
pub(super) fn shared_secret<P: Parameters>(key: &DecapsulationKey<P>, ciphertext: &P::CiphertextBytes) -> SharedSecret {
    checked(open::<P>(key.as_bytes(), Some(&key.parts.0.parts.0), true, ciphertext))
}

/// Decap for a secret key's bytes: returns the shared secret of a ciphertext. The hash of the
/// public key in a secret key that `is_trusted` is not checked.
pub(crate) fn shared_secret_once<P: Parameters>(
    secret_key: &[u8],
    is_trusted: bool,
    ciphertext: &P::CiphertextBytes,
) -> Result<SharedSecret, ErrorKind> {
    let () = Layout::<P>::CHECKED;
    check_length::<P::SecretKeyBytes>(secret_key)?;
    open::<P>(secret_key, None, is_trusted, ciphertext)
}

/// Returns the shared secret of a ciphertext for a secret key's bytes. The public key in them is
/// decoded if `public` is `None`, and its hash is checked unless the key `is_trusted`.
///
/// # Errors
///
/// Returns an error if `secret_key` is not a secret key.
fn open<P: Parameters>(
    secret_key: &[u8],
    public: Option<&Public<P>>,
    is_trusted: bool,
    ciphertext: &P::CiphertextBytes,
) -> Result<SharedSecret, ErrorKind> {
    let [secret_part, public_key, rho, hash] = Layout::<P>::secret_key(secret_key);
    let ciphertext = ciphertext.as_ref();
    let input = decrypt::<P>(secret_part, Layout::<P>::encrypted(ciphertext))?;
    declassify(public_key);
    declassify(hash);
    let mut stored_hash = Hash::default();
    stored_hash.copy_from_slice(hash);

    let encoded = P::Core::encode_input(&input);

    let messages = [
        Message::public_key(public_key),
        Message::with_prefix(P::Core::INPUT_PREFIX, encoded.as_ref()),
        Message::with_prefix(P::Core::INPUT_PREFIX, rho),
    ];
    let [mut key_hash, mut input_hash, mut rho_hash] = messages.each_ref().map(Message::start);
    match (P::Core::DIGESTS, is_trusted) {
        (true, true) => advance([&mut input_hash, &mut rho_hash]),
        (true, false) => advance([&mut key_hash, &mut input_hash, &mut rho_hash]),
        (false, true) => {}
        (false, false) => advance([&mut key_hash, &mut input_hash]),
    }
    let input_hash = input_hash.finish(&[]);
    let rejection = if P::Core::DIGESTS { rho_hash.finish(&[]) } else { digest::<P>(rho, &[0; _]) };

    let mut again = P::CiphertextBytes::ZERO;
    let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(again.as_mut());
    match public {
        Some(public) => P::Core::encrypt(Key::Decoded(public), &input, &input_hash, encrypted),
        None => encrypt::<P>(public_key, &input, &input_hash, encrypted)?,
    }
    let digest = digest::<P>(encoded.as_ref(), &input_hash);
    let message = Message::confirmation(&digest, &stored_hash);
    let mut confirmation_hash = message.start();
    if !is_trusted {
        advance([&mut key_hash, &mut confirmation_hash]);
    }
    confirmation.copy_from_slice(&*confirmation_hash.finish(&[]));

    let mut session_digest = digest.clone();
    let accepted = accept(&mut session_digest, &rejection, ciphertext, again.as_ref());
    let session = Message::session(accepted, &session_digest, ciphertext);
    let mut session = session.start();
    if !is_trusted {
        advance([&mut key_hash, &mut session]);
        if *key_hash.finish(&[]) != stored_hash {
            return Err(ErrorKind::PublicKeyHash);
        }
    }
    Ok(SharedSecret::new(*session.finish(&[])))
}

// Decryption and encryption are functions of their own, so that they need the memory of the larger
// one, not of both.

/// Returns the input whose encryption `ciphertext` is, or some input if there is none.
///
/// # Errors
///
/// Returns an error if `secret_part` is not the secret part of a secret key.
#[inline(never)]
fn decrypt<P: Parameters>(secret_part: &[u8], ciphertext: &[u8]) -> Result<Secret<Input<P>>, ErrorKind> {
    // By reference, as `?` would move the polynomials.
    match &P::Core::decode_secret(secret_part) {
        Ok(secret) => Ok(P::Core::decrypt(Key::Decoded(secret), ciphertext)),
        Err(kind) => Err(*kind),
    }
}

/// Decrypts a ciphertext as [`decrypt`] does, by a key that is not prepared.
pub(super) fn decrypt_checked<P: Parameters>(
    key: &DecapsulationKey<P>,
    ciphertext: &P::CiphertextBytes,
) -> Secret<Input<P>> {
    let [secret_part, ..] = Layout::<P>::secret_key(key.as_bytes());
    checked(decrypt::<P>(secret_part, Layout::<P>::encrypted(ciphertext.as_ref())))
}

/// Encrypts an input, given its hash.
///
/// # Errors
///
/// Returns an error if `public_key` is not a public key.
#[inline(never)]
fn encrypt<P: Parameters>(
    public_key: &[u8],
    input: &Input<P>,
    hash: &Hash,
    ciphertext: &mut [u8],
) -> Result<(), ErrorKind> {
    match &P::Core::decode_public(public_key) {
        Ok(public) => P::Core::encrypt(Key::Decoded(public), input, hash, ciphertext),
        Err(kind) => return Err(*kind),
    }
    Ok(())
}
