//! Encapsulation and decapsulation with keys for one use, given as bytes. A key is decoded,
//! multiplied with once, and wiped. Nothing is prepared, and no key is copied.

use vectru_polymul::ring::Polynomial;

use super::layout::Layout;
use super::{Ciphertext, Parameters, decapsulation, encapsulation};
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
    let mut h = Polynomial::zero();
    let decoded =
        check_length::<P::PublicKeyBytes>(public_key).and_then(|()| encapsulation::decode::<P>(public_key, &mut h));
    match decoded {
        Ok(()) => encapsulation::ciphertext_with(&h, source).map(Ok),
        Err(kind) => Ok(Err(kind)),
    }
}

/// Decapsulate for a secret key's bytes: returns the shared secret of a ciphertext. A secret key of
/// NTRU holds no hash, and is checked in any case.
///
/// # Errors
///
/// Returns an error if `secret_key` is not a secret key.
pub(crate) fn shared_secret<P: Parameters>(
    secret_key: &[u8],
    _is_trusted: bool,
    ciphertext: &Ciphertext<P>,
) -> Result<SharedSecret, ErrorKind> {
    decapsulation::shared_secret_once(secret_key, ciphertext)
}
