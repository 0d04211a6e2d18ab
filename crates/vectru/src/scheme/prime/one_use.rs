//! Encapsulation and decapsulation with keys for one use, given as bytes. A key is decoded,
//! multiplied with once, and wiped. Nothing is prepared, and no key is copied.
//!
//! Hash_4(public key) needs nothing but the key, so that it is computed beside the other hashes.

use super::decapsulation::accept;
use super::encapsulation::draw_input;
use super::layout::Layout;
use super::{Ciphertext, Core, Parameters};
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::advance;
use crate::hashing::ntru_prime::Message;

/// Encap for a public key's bytes: returns a new shared secret and its ciphertext, or the reason
/// why the bytes are not a public key.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn ciphertext<P: Parameters>(
    public_key: &[u8],
    source: &mut dyn Source,
) -> Result<Result<(Ciphertext<P>, SharedSecret), ErrorKind>, Failed> {
    let () = Layout::<P>::CHECKED;
    let decoded = check_length::<P::PublicKeyBytes>(public_key).and_then(|()| <P as Core>::decode_public(public_key));
    let public = match decoded {
        Ok(public) => public,
        Err(kind) => return Ok(Err(kind)),
    };
    let input = draw_input::<P>(source)?;
    let encoded = P::encode_input(&input);

    let messages = [Message::public_key(public_key), Message::with_prefix(P::INPUT_PREFIX, encoded.as_ref())];
    let [mut key_hash, mut input_hash] = messages.each_ref().map(Message::start);
    advance([&mut key_hash, &mut input_hash]);
    let input_hash = input_hash.finish(&[]);

    let mut bytes = P::CiphertextBytes::ZERO;
    let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(bytes.as_mut());
    P::encrypt_once(&public, &input, &input_hash, encrypted);

    let digest = digest::<P>(encoded.as_ref(), &input_hash);
    let session = Message::session(1, &digest, encrypted);
    let mut session = session.start_open();
    advance([&mut key_hash, &mut session]);
    confirmation.copy_from_slice(&*Message::confirmation(&digest, &key_hash.finish(&[])).hash());
    let secret = SharedSecret::new(*session.finish(confirmation));
    Ok(Ok((Ciphertext::new(bytes), secret)))
}

/// Decap for a secret key's bytes: returns the shared secret of a ciphertext. The hash of the
/// public key in a secret key that `is_trusted` is not checked.
///
/// # Errors
///
/// Returns an error if `secret_key` is not a secret key.
pub(crate) fn shared_secret<P: Parameters>(
    secret_key: &[u8],
    is_trusted: bool,
    ciphertext: &Ciphertext<P>,
) -> Result<SharedSecret, ErrorKind> {
    let () = Layout::<P>::CHECKED;
    check_length::<P::SecretKeyBytes>(secret_key)?;
    let [trapdoor, public_key, rho, hash] = Layout::<P>::secret_key(secret_key);
    let ciphertext = ciphertext.as_bytes();
    let input = decrypt::<P>(trapdoor, Layout::<P>::encrypted(ciphertext))?;
    declassify(public_key);
    declassify(hash);
    let mut stored_hash = Hash::default();
    stored_hash.copy_from_slice(hash);

    let encoded = P::encode_input(&input);

    let messages = [
        Message::public_key(public_key),
        Message::with_prefix(P::INPUT_PREFIX, encoded.as_ref()),
        Message::with_prefix(P::INPUT_PREFIX, rho),
    ];
    let [mut key_hash, mut input_hash, mut rho_hash] = messages.each_ref().map(Message::start);
    match (P::DIGESTS, is_trusted) {
        (true, true) => advance([&mut input_hash, &mut rho_hash]),
        (true, false) => advance([&mut key_hash, &mut input_hash, &mut rho_hash]),
        (false, true) => {}
        (false, false) => advance([&mut key_hash, &mut input_hash]),
    }
    let input_hash = input_hash.finish(&[]);
    let rejection = if P::DIGESTS { rho_hash.finish(&[]) } else { digest::<P>(rho, &[0; _]) };

    let mut again = P::CiphertextBytes::ZERO;
    let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(again.as_mut());
    encrypt::<P>(public_key, &input, &input_hash, encrypted)?;
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

// Decryption and encryption are functions of their own, so that their memory is that of the larger
// one and not of both.

/// Returns the input whose encryption `ciphertext` is, or some input if there is none.
///
/// # Errors
///
/// Returns an error if `trapdoor` is not the secret part of a secret key.
#[inline(never)]
fn decrypt<P: Parameters>(trapdoor: &[u8], ciphertext: &[u8]) -> Result<Secret<P::Input>, ErrorKind> {
    // By reference, as `?` would move the polynomials.
    match &P::decode_trapdoor(trapdoor) {
        Ok(trapdoor) => Ok(P::decrypt_once(trapdoor, ciphertext)),
        Err(kind) => Err(*kind),
    }
}

/// Encrypts an input, given its hash.
///
/// # Errors
///
/// Returns an error if `public_key` is not a public key.
#[inline(never)]
fn encrypt<P: Parameters>(
    public_key: &[u8],
    input: &P::Input,
    hash: &Hash,
    ciphertext: &mut [u8],
) -> Result<(), ErrorKind> {
    match &<P as Core>::decode_public(public_key) {
        Ok(public) => P::encrypt_once(public, input, hash, ciphertext),
        Err(kind) => return Err(*kind),
    }
    Ok(())
}

/// Returns what hashes take for an input or rho: its hash, or itself.
fn digest<P: Parameters>(encoded: &[u8], hash: &Hash) -> Secret<Hash> {
    let mut digest = Secret::new(*hash);
    if !P::DIGESTS {
        digest.copy_from_slice(encoded);
    }
    digest
}
