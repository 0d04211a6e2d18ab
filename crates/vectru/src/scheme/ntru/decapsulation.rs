//! Key generation and decapsulation: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on the strongly secure KEM, Key_Pair and Decapsulate.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vectru_polymul::ring::{Polynomial, Ring};

use super::encapsulation::encode_message;
use super::encryption::{decrypt, generate};
use super::layout::Layout;
use super::{DecapsulationKey, EncapsulationKey, Mechanism, Parameters};
use crate::arithmetic::power_of_two::centre;
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::arithmetic::reciprocal::two_adic;
use crate::common::declassify::{declassified, declassify};
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::{Secret, Wipe};
use crate::common::shared_secret::SharedSecret;
use crate::encoding::{bit_packed, ternary};
use crate::hashing::Hash;
use crate::hashing::sha3 as hash;
use crate::key::{AnyDecapsulationKey, Parts};

/// The decoded polynomials of a secret key: f, 1/f modulo 3 and Phi_n, 1/h modulo q and Phi_n.
pub type SecretParts<P> = [Secret<Polynomial<<P as Mechanism>::Ring>>; 3];

/// The polynomials of a secret key, prepared.
pub type PreparedSecret<P> = [Secret<Prepared<<P as Mechanism>::Ring>>; 3];

/// Key_Pair: draws f and g, then the key of the pseudorandom function.
///
/// # Errors
///
/// Returns an error if the source fails, or if f or g is 0.
pub(crate) fn key_pair<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    public: &mut EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(), Failed> {
    let () = Layout::<P>::CHECKED;
    let mut seed = P::Seed::ZERO;
    source.fill(seed.as_mut())?;
    if !generate::<P>(seed.as_ref(), &mut key.parts, &mut public.parts) {
        return Err(Failed::Rejected(1));
    }
    source.fill(encode(key, public))
}

/// Writes the bytes of both keys, except the key of the pseudorandom function. Returns the place of
/// that key for the caller to write to.
pub(super) fn encode<'a, P: Parameters>(
    key: &'a mut DecapsulationKey<P>,
    public: &mut EncapsulationKey<P>,
) -> &'a mut [u8] {
    let [f, inverse, h_inverse] = &key.parts;
    let [f_bytes, inverse_bytes, h_inverse_bytes, prf_key] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    ternary::encode(f, f_bytes);
    ternary::encode(inverse, inverse_bytes);
    bit_packed::encode(h_inverse, h_inverse_bytes);
    bit_packed::encode(&public.parts, public.bytes.as_mut());
    prf_key
}

/// Replaces a key by the one with these bytes. A secret key of NTRU holds no hash whose check a
/// trusted key could do without.
pub(crate) fn load_secret<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    bytes: &[u8],
    _is_trusted: bool,
) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    decode::<P>(key.bytes.as_ref(), &mut key.parts)
}

/// Writes f, 1/f and 1/h of a secret key.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Padding`].
fn decode<P: Parameters>(
    bytes: &[u8],
    [f, inverse, h_inverse]: &mut [Secret<Polynomial<P::Ring>>; 3],
) -> Result<(), ErrorKind> {
    let [f_bytes, inverse_bytes, h_inverse_bytes, _] = Layout::<P>::secret_key(bytes);
    let f_is_ternary = ternary::decode(f_bytes, f);
    let inverse_is_ternary = ternary::decode(inverse_bytes, inverse);
    if !(f_is_ternary && inverse_is_ternary) {
        return Err(ErrorKind::SmallCoefficientOutOfRange);
    }
    let padding = bit_packed::decode(h_inverse_bytes, h_inverse);
    if declassified(padding) != 0 {
        return Err(ErrorKind::Padding);
    }
    Ok(())
}

/// Prepares a secret key for many uses.
pub(crate) fn prepare_secret<P: Parameters>(key: &DecapsulationKey<P>, prepared: &mut PreparedSecret<P>) {
    for (prepared, polynomial) in prepared.iter_mut().zip(&key.parts) {
        prepare_in(prepared, polynomial);
    }
}

/// Replaces `public` by the public key of `key`.
pub(crate) fn public_of<P: Parameters>(key: &DecapsulationKey<P>, public: &mut EncapsulationKey<P>) {
    let mut memory = [Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO)];
    let (mut h, _) = two_adic::reciprocal(key.parts[2].clone(), memory.each_mut().map(|each| &mut **each));
    // h is known modulo Phi_n = 1 + … + x^(n-1), and its coefficients have the sum 0 modulo q,
    // where n is invertible.
    let n_inverse = const { inverse_modulo_2_16(<P::Ring as Ring>::DEGREE as u16) };
    let sum = h.coefficients().iter().fold(0, |sum: i16, &coefficient| sum.wrapping_add(coefficient));
    let mean = sum.wrapping_mul(n_inverse as i16);
    h.coefficients_mut().iter_mut().for_each(|c| *c = centre::<P::Ring>(c.wrapping_sub(mean)));
    declassify(&*h);
    bit_packed::encode(&h, public.bytes.as_mut());
    public.parts = *h;
}

/// Decapsulate: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(
    AnyDecapsulationKey { key, prepared }: AnyDecapsulationKey<'_, P>,
    ciphertext: &P::CiphertextBytes,
) -> SharedSecret {
    match prepared {
        Some(prepared) => shared_secret_with::<P, _>(prepared, key.as_bytes(), ciphertext),
        None => shared_secret_with::<P, _>(&key.parts, key.as_bytes(), ciphertext),
    }
}

/// Decapsulate for a secret key's bytes: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret_once<P: Parameters>(
    secret_key: &[u8],
    _is_trusted: bool,
    ciphertext: &P::CiphertextBytes,
) -> Result<SharedSecret, ErrorKind> {
    let () = Layout::<P>::CHECKED;
    check_length::<P::SecretKeyBytes>(secret_key)?;
    let mut trapdoor: [_; 3] = Parts::ZERO;
    decode::<P>(secret_key, &mut trapdoor)?;
    Ok(shared_secret_with::<P, _>(&trapdoor, secret_key, ciphertext))
}

/// Decapsulates by the polynomials and the bytes of a secret key.
fn shared_secret_with<P: Parameters, O: Operand<P::Ring> + Wipe>(
    trapdoor: &[Secret<O>; 3],
    secret_key: &[u8],
    ciphertext: &P::CiphertextBytes,
) -> SharedSecret {
    let [_, _, _, prf_key] = Layout::<P>::secret_key(secret_key);
    let mut message = [Polynomial::zero(); 2];
    let accepted = open::<P, O>(trapdoor, ciphertext.as_ref(), &mut message);
    select::<P>(&message, accepted, prf_key, ciphertext.as_ref())
}

/// Decrypts a ciphertext, and writes r and m. Returns true if it is their encryption.
pub(super) fn open<P: Parameters, O: Operand<P::Ring> + Wipe>(
    trapdoor: &[Secret<O>; 3],
    ciphertext: &[u8],
    message: &mut [Polynomial<P::Ring>; 2],
) -> Choice {
    let mut element = Polynomial::zero();
    let padding = bit_packed::decode_with_sum_zero(ciphertext, &mut element);
    decrypt::<P, O>(trapdoor.each_ref().map(|part| &**part), &element, message) & padding.ct_eq(&0)
}

impl<P: Parameters> AnyDecapsulationKey<'_, P> {
    /// Decrypts as [`open`] does, by this key.
    pub(super) fn open(&self, ciphertext: &[u8], message: &mut [Polynomial<P::Ring>; 2]) -> Choice {
        match self.prepared {
            Some(prepared) => open::<P, _>(prepared, ciphertext, message),
            None => open::<P, _>(&self.key.parts, ciphertext, message),
        }
    }
}

/// Returns the shared secret of r and m if the ciphertext is their encryption, and else the shared
/// secret of a rejected ciphertext. Both are computed.
fn select<P: Parameters>(
    message: &[Polynomial<P::Ring>; 2],
    accepted: Choice,
    prf_key: &[u8],
    ciphertext: &[u8],
) -> SharedSecret {
    let message = encode_message::<P>(message.each_ref());
    let [session, rejection] = hash::hashes([[message.as_ref(), &[]], [prf_key, ciphertext]]);
    SharedSecret::new(Hash::conditional_select(&rejection, &session, accepted))
}

/// Returns the inverse of an odd number n modulo 2^16, by Newton's steps from n, which is its own
/// inverse modulo 8.
const fn inverse_modulo_2_16(n: u16) -> u16 {
    assert!(n % 2 == 1);
    let (mut inverse, mut bits) = (n, 3);
    while bits < 16 {
        inverse = inverse.wrapping_mul(2u16.wrapping_sub(n.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}
