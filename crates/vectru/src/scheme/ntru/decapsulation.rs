//! The secret key and decapsulation: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on the strongly secure KEM, Key_Pair and Decapsulate.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vectru_polymul::ring::{Polynomial, Ring};
use zeroize::Zeroizing;

use super::encapsulation::encode_message;
use super::encryption::{GeneratedKey, Trapdoor, decrypt};
use super::layout::Layout;
use super::{Ciphertext, EncapsulationKey, Parameters};
use crate::arithmetic::power_of_two::centre;
use crate::arithmetic::product::{Prepared, prepare_in};
use crate::arithmetic::reciprocal::two_adic;
use crate::common::declassify::{declassified, declassify};
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::key;
use crate::common::parameters::{Array, check_length, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::encoding::{bit_packed, ternary};
use crate::hashing::Hash;
use crate::hashing::sha3 as hash;

/// A secret key, which decapsulates. It is wiped when dropped. Loading decodes and transforms it,
/// once for all its uses.
pub struct DecapsulationKey<P: Parameters> {
    pub(super) bytes: Secret<P::SecretKeyBytes>,
    pub(super) trapdoor: Trapdoor<P::Ring>,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self { bytes: Secret::new(P::SecretKeyBytes::ZERO), trapdoor: Trapdoor::ZERO };

    /// Writes a key and its public part. Returns the place of the key of the pseudorandom function,
    /// which is left to be written.
    pub(super) fn write(&mut self, key: &GeneratedKey<P>, public: &mut EncapsulationKey<P>) -> &mut [u8] {
        let [f, inverse, h_inverse, prf_key] = Layout::<P>::secret_key_mut(self.bytes.as_mut());
        ternary::encode(&key.f, f);
        ternary::encode(&key.inverse, inverse);
        bit_packed::encode(&key.h_inverse, h_inverse);
        public.set(&key.h);
        prf_key
    }

    /// Returns the key with these bytes: f, 1/f, 1/h, and the key of the pseudorandom function.
    ///
    /// That 1/f and 1/h belong to f is not checked.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `bytes` does not have the length of a secret key of the
    ///   parameter set.
    /// - Returns [`ErrorKind::SmallCoefficientOutOfRange`] if a byte of f or 1/f does not consist
    ///   of ternary digits.
    /// - Returns [`ErrorKind::Padding`] if a bit behind the last coefficient of 1/h is set.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::{ErrorKind, ntruhps2048677::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 243; // 3^5
    /// let error = DecapsulationKey::from_bytes(&*bytes).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::SmallCoefficientOutOfRange);
    /// # }
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        with_wiped_stack(P::EXTENTS.loading, || {
            let mut key = const { Ok(Self::ZERO) };
            let error = |kind| Error { set: P::SET, object: Object::SecretKey, kind };
            key::in_place(&mut key, |key| P::load_secret_key(key, bytes).map_err(error));
            key
        })
    }

    /// Returns a copy of the bytes, which is wiped when dropped.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::ntruhps2048677::{DecapsulationKey, generate};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let bytes = key.to_bytes();
    /// assert_eq!(DecapsulationKey::from_bytes(&*bytes)?.as_bytes(), &*bytes);
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Zeroizing<P::SecretKeyBytes> {
        with_wiped_stack(moves::<P::SecretKeyBytes>(), || Zeroizing::new(*self.bytes))
    }

    /// Returns the bytes, which are secret.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// let (key, _) = vectru::ntruhps2048677::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes().len(), 1234);
    /// # }
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Computes the public key of this secret key. A secret key of NTRU contains 1/h and not h; the
    /// computation takes about as long as key generation. If key generation did not make the secret
    /// key, the result is some key.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// let (key, public) = vectru::ntruhps2048677::generate(&mut vectru::system_rng());
    /// assert_eq!(key.to_encapsulation_key(), public);
    /// # }
    /// ```
    pub fn to_encapsulation_key(&self) -> EncapsulationKey<P> {
        with_wiped_stack(P::EXTENTS.generation, || {
            let mut key = EncapsulationKey::ZERO;
            P::public_key(self, &mut key);
            key
        })
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// There is no error. For a ciphertext that encapsulation did not make, the shared secret is a
    /// hash of the ciphertext and of a part of the secret key that nobody else knows; computing it
    /// takes the same time.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::ntruhps2048677::{Ciphertext, generate};
    /// let mut rng = vectru::system_rng();
    /// let (key, encapsulation_key) = generate(&mut rng);
    /// let (ciphertext, secret) = encapsulation_key.encapsulate(&mut rng);
    /// assert_eq!(key.decapsulate(&ciphertext), secret);
    ///
    /// let mut bytes = ciphertext.to_bytes();
    /// bytes[5] ^= 1;
    /// let wrong = Ciphertext::new(bytes);
    /// assert_ne!(key.decapsulate(&wrong), secret);
    /// assert_eq!(key.decapsulate(&wrong), key.decapsulate(&wrong));
    /// # }
    /// ```
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        with_wiped_stack(P::EXTENTS.decapsulation, || P::shared_secret(self, ciphertext))
    }

    /// Decrypts a ciphertext: writes r and m, and returns whether it is their encryption.
    pub(super) fn open(&self, ciphertext: &[u8], message: &mut [Polynomial<P::Ring>; 2]) -> Choice {
        open::<P>(ciphertext, |element| self.trapdoor.decrypt::<P>(element, message))
    }
}

/// Decrypts a ciphertext by `decrypt`, and returns whether it is the encryption of the result.
fn open<P: Parameters>(ciphertext: &[u8], decrypt: impl FnOnce(&Polynomial<P::Ring>) -> Choice) -> Choice {
    let mut element = Polynomial::zero();
    let padding = bit_packed::decode_with_sum_zero(ciphertext, &mut element);
    decrypt(&element) & padding.ct_eq(&0)
}

/// Key_Pair: draws the random bytes of f and g, then the key of the pseudorandom function.
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
    let generated = GeneratedKey::<P>::new(seed.as_ref(), &mut key.trapdoor).ok_or(Failed::Rejected(1))?;
    source.fill(key.write(&generated, public))
}

/// Replaces a key by the one with these bytes.
///
/// # Errors
///
/// Returns an error if `bytes` is not a secret key.
pub(crate) fn load<P: Parameters>(key: &mut DecapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let mut trapdoor = zero_trapdoor::<P>();
    decode::<P>(key.bytes.as_ref(), &mut trapdoor)?;
    let [f, inverse, h_inverse] = &trapdoor;
    prepare_in(&mut key.trapdoor.f, f);
    prepare_in(&mut key.trapdoor.inverse, inverse);
    prepare_in(&mut key.trapdoor.h_inverse, h_inverse);
    Ok(())
}

/// f, 1/f and 1/h of a secret key.
type Polynomials<P> = [Secret<Polynomial<<P as Parameters>::Ring>>; 3];

/// Returns memory for f, 1/f and 1/h.
#[inline(always)]
fn zero_trapdoor<P: Parameters>() -> Polynomials<P> {
    [Secret::new(Polynomial::zero()), Secret::new(Polynomial::zero()), Secret::new(Polynomial::zero())]
}

/// Writes f, 1/f and 1/h of a secret key.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Padding`].
fn decode<P: Parameters>(bytes: &[u8], [f, inverse, h_inverse]: &mut Polynomials<P>) -> Result<(), ErrorKind> {
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

/// Replaces a public key by that of a secret key.
pub(crate) fn public_key<P: Parameters>(key: &DecapsulationKey<P>, public: &mut EncapsulationKey<P>) {
    let [_, _, h_inverse, _] = Layout::<P>::secret_key(key.bytes.as_ref());
    let mut memory = [Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO)];
    let mut decoded = Secret::new(Polynomial::zero());
    bit_packed::decode(h_inverse, &mut decoded);
    let (mut h, _) = two_adic::reciprocal(decoded, memory.each_mut().map(|each| &mut **each));
    // h is known modulo Phi_n = 1 + … + x^(n-1), and its coefficients have the sum 0 modulo q,
    // where n is invertible.
    let n_inverse = const { inverse_modulo_2_16(<P::Ring as Ring>::DEGREE as u16) };
    let sum = h.coefficients().iter().fold(0, |sum: i16, &coefficient| sum.wrapping_add(coefficient));
    let mean = sum.wrapping_mul(n_inverse as i16);
    h.coefficients_mut().iter_mut().for_each(|c| *c = centre::<P::Ring>(c.wrapping_sub(mean)));
    declassify(&*h);
    public.set(&h);
}

/// Decapsulate: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(key: &DecapsulationKey<P>, ciphertext: &Ciphertext<P>) -> SharedSecret {
    let bytes = ciphertext.as_bytes();
    let [_, _, _, prf_key] = Layout::<P>::secret_key(key.bytes.as_ref());
    let mut message = [Polynomial::zero(); 2];
    let accepted = key.open(bytes, &mut message);
    select::<P>(&message, accepted, prf_key, bytes)
}

/// Decapsulates as [`shared_secret`] does, with the bytes of a key.
///
/// # Errors
///
/// Returns an error if `secret_key` is not a secret key.
pub(super) fn shared_secret_once<P: Parameters>(
    secret_key: &[u8],
    ciphertext: &Ciphertext<P>,
) -> Result<SharedSecret, ErrorKind> {
    let () = Layout::<P>::CHECKED;
    check_length::<P::SecretKeyBytes>(secret_key)?;
    let mut trapdoor = zero_trapdoor::<P>();
    decode::<P>(secret_key, &mut trapdoor)?;
    let [f, inverse, h_inverse] = &trapdoor;
    let [_, _, _, prf_key] = Layout::<P>::secret_key(secret_key);
    let bytes = ciphertext.as_bytes();
    let mut message = [Polynomial::zero(); 2];
    let key = [&**f, &**inverse, &**h_inverse];
    let accepted = open::<P>(bytes, |element| decrypt::<P, _>(key, element, &mut message));
    Ok(select::<P>(&message, accepted, prf_key, bytes))
}

/// Returns the shared secret of r and m if the ciphertext is their encryption, and else that of a
/// rejected ciphertext. Both are computed.
fn select<P: Parameters>(
    message: &[Polynomial<P::Ring>; 2],
    accepted: Choice,
    prf_key: &[u8],
    ciphertext: &[u8],
) -> SharedSecret {
    let [r, m] = &encode_message::<P>(message.each_ref());
    let [session, rejection] = hash::hashes([[r.as_ref(), m.as_ref()], [prf_key, ciphertext]]);
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

// Every secret part wipes itself.
key::decapsulation_key!(bytes, trapdoor);
