//! Encapsulation and decapsulation with keys for one use, given as bytes. A public key is decoded
//! and multiplied with row by row: one row of A is in memory at a time. No key is copied.

use super::decapsulation::{accepted, decode};
use super::encapsulation::{Hidden, draw_message, hash_of, session};
use super::encryption::{decrypt, encrypt_once, expand_matrix, prepare_secret};
use super::layout::Layout;
use super::{Ciphertext, Parameters};
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length};
use crate::common::random::{Failed, Source};
use crate::common::shared_secret::SharedSecret;

/// Encaps for a public key's bytes: returns a new shared secret and its ciphertext, or the reason
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
    if let Err(kind) = check_length::<P::PublicKeyBytes>(public_key) {
        return Ok(Err(kind));
    }
    let message = draw_message(source)?;
    let hidden = Hidden::<P>::new(&message, &hash_of(public_key));
    let (vector, seed) = Layout::<P>::public_key(public_key);
    let mut bytes = P::CiphertextBytes::ZERO;
    encrypt_once::<P>(&expand_matrix::<P>(seed), vector, &message, &hidden.vector, bytes.as_mut());
    Ok(Ok((Ciphertext::new(bytes), session(hidden.key(), bytes.as_ref()))))
}

/// Decaps for a secret key's bytes: returns the shared secret of a ciphertext. The hash of the
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
    let (vector, public_key, key_hash, z) = Layout::<P>::secret_key(secret_key);
    let secret = decode::<P>(vector)?;
    declassify(public_key);
    declassify(key_hash);
    if !is_trusted && hash_of(public_key) != *key_hash {
        return Err(ErrorKind::PublicKeyHash);
    }
    let bytes = ciphertext.as_bytes();
    let message = decrypt::<P>(&prepare_secret::<P>(&secret), bytes);
    let hidden = Hidden::<P>::new(&message, key_hash);
    let (vector, seed) = Layout::<P>::public_key(public_key);
    let mut again = P::CiphertextBytes::ZERO;
    encrypt_once::<P>(&expand_matrix::<P>(seed), vector, &message, &hidden.vector, again.as_mut());
    Ok(session(&accepted(hidden.key(), z, bytes, again.as_ref()), bytes))
}
