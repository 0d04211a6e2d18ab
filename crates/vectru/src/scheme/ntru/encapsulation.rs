//! Encapsulation: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the section on the strongly
//! secure KEM, Encapsulate.

use vectru_polymul::ring::Polynomial;

use super::layout::Layout;
use super::{EncapsulationKey, Mechanism, Parameters, encryption, sampling};
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::encoding::{bit_packed, ternary};
use crate::hashing::{Hash, sha3 as hash};
use crate::key::AnyEncapsulationKey;
use crate::key::encapsulation::Public;

/// The decoded polynomial of a public key: h.
pub type PublicParts<P> = Polynomial<<P as Mechanism>::Ring>;

/// A public key that is prepared: h.
pub type PreparedPublic<P> = Prepared<<P as Mechanism>::Ring>;

/// Replaces a key by the one with these bytes.
pub(crate) fn load_public<P: Parameters>(key: &mut EncapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    decode::<P>(bytes, &mut key.parts)
}

/// Decodes h.
///
/// # Errors
///
/// Returns [`ErrorKind::Padding`] if bits behind the last coefficient are set.
fn decode<P: Parameters>(bytes: &[u8], h: &mut Polynomial<P::Ring>) -> Result<(), ErrorKind> {
    let padding = bit_packed::decode_with_sum_zero(bytes, h);
    if padding == 0 { Ok(()) } else { Err(ErrorKind::Padding) }
}

/// Prepares a public key for many uses.
pub(crate) fn prepare_public<P: Parameters>(key: &EncapsulationKey<P>, prepared: &mut PreparedPublic<P>) {
    prepare_in(prepared, &key.parts);
}

/// Encapsulate: returns a new shared secret, and writes its ciphertext.
pub(crate) fn ciphertext<P: Parameters>(
    key: AnyEncapsulationKey<'_, P>,
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<SharedSecret, Failed> {
    match key.0 {
        Public::Decoded(_, parts) => ciphertext_with::<P>(parts, source, ciphertext),
        Public::Prepared(prepared) => ciphertext_with::<P>(prepared, source, ciphertext),
    }
}

/// Encapsulate for a public key's bytes: returns a new shared secret and writes its ciphertext, or
/// returns the reason why the bytes are not a public key.
pub(crate) fn ciphertext_once<P: Parameters>(
    public_key: &[u8],
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<Result<SharedSecret, ErrorKind>, Failed> {
    let () = Layout::<P>::CHECKED;
    let mut h = Polynomial::zero();
    match check_length::<P::PublicKeyBytes>(public_key).and_then(|()| decode::<P>(public_key, &mut h)) {
        Ok(()) => ciphertext_with::<P>(&h, source, ciphertext).map(Ok),
        Err(kind) => Ok(Err(kind)),
    }
}

/// Encapsulates with h.
fn ciphertext_with<P: Parameters>(
    h: &impl Operand<P::Ring>,
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<SharedSecret, Failed> {
    let mut message = [Polynomial::zero(); 2];
    draw_message::<P>(source, &mut message)?;
    let [r, m] = message.each_ref();
    let secret = SharedSecret::new(*session::<P>(r, m));
    write_ciphertext::<P>([r, m], h, ciphertext.as_mut());
    Ok(secret)
}

/// Writes the encryption of r and m.
pub(super) fn write_ciphertext<P: Parameters>(
    message: [&Polynomial<P::Ring>; 2],
    h: &impl Operand<P::Ring>,
    bytes: &mut [u8],
) {
    let mut encrypted = Polynomial::zero();
    encryption::encrypt::<P>(message, h, &mut encrypted);
    bit_packed::encode(&encrypted, bytes);
}

/// Returns the shared secret of r and m.
fn session<P: Parameters>(r: &Polynomial<P::Ring>, m: &Polynomial<P::Ring>) -> Secret<Hash> {
    let message = encode_message::<P>([r, m]);
    let [session] = hash::hashes([[message.as_ref(), &[]]]);
    session
}

/// Returns the encoded r and m, one after the other.
#[inline(always)]
pub(super) fn encode_message<P: Parameters>([r, m]: [&Polynomial<P::Ring>; 2]) -> Secret<P::MessageBytes> {
    let mut encoded = Secret::new(P::MessageBytes::ZERO);
    let (r_bytes, m_bytes) = encoded.as_mut().split_at_mut(P::MessageBytes::LENGTH / 2);
    ternary::encode(r, r_bytes);
    ternary::encode(m, m_bytes);
    encoded
}

/// Draws r and m.
#[inline(never)] // The memory of its random bytes ends with the call.
fn draw_message<P: Parameters>(source: &mut dyn Source, message: &mut [Polynomial<P::Ring>; 2]) -> Result<(), Failed> {
    let mut seed = P::Seed::ZERO;
    source.fill(seed.as_mut())?;
    sampling::message::<P>(seed.as_ref(), message);
    Ok(())
}
