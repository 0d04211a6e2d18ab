//! Encapsulation and decapsulation with keys for one use, given as bytes. A key is decoded,
//! multiplied with once, and wiped. Nothing is prepared, and no key is copied.

pub(crate) use super::decapsulation::shared_secret_once as shared_secret;
use super::layout::Layout;
use super::{Ciphertext, Parameters, encapsulation};
use crate::common::error::ErrorKind;
use crate::common::parameters::check_length;
use crate::common::random::{Failed, Source};
use crate::common::shared_secret::SharedSecret;

/// Encapsulate for a public key's bytes: returns a new shared secret and its ciphertext, or the
/// reason why the bytes are not a public key.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn ciphertext<P: Parameters>(
    public_key: &[u8],
    source: &mut dyn Source,
) -> Result<Result<(Ciphertext<P>, SharedSecret), ErrorKind>, Failed> {
    let () = Layout::<P>::CHECKED;
    match check_length::<P::PublicKeyBytes>(public_key).and_then(|()| encapsulation::decode::<P>(public_key)) {
        Ok(h) => encapsulation::ciphertext_with(&*h, source).map(Ok),
        Err(kind) => Ok(Err(kind)),
    }
}
