//! The public key and encapsulation: "NTRU: algorithm specifications", round 3 `[CDH+20]`, the
//! section on the strongly secure KEM, Encapsulate.

use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::ring::Polynomial;

use super::layout::Layout;
use super::{Ciphertext, Parameters, encryption, sampling};
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source, encapsulate_with};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::common::{given_bytes, key};
use crate::encoding::{bit_packed, ternary};
use crate::hashing::{Hash, sha3 as hash};

/// A public key, which encapsulates. Loading decodes and transforms it, once for all its uses.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters> {
    bytes: P::PublicKeyBytes,
    /// h, transformed.
    pub(super) h: Prepared<P::Ring>,
}

impl<P: Parameters> EncapsulationKey<P> {
    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `bytes` does not have the length of a public key of the
    ///   parameter set.
    /// - Returns [`ErrorKind::Padding`] if a bit behind the last coefficient is set. Key generation
    ///   sets no such bit; the reference implementation ignores them.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::{ErrorKind, ntruhps2048677::EncapsulationKey};
    /// let mut bytes = [0; 930];
    /// assert!(EncapsulationKey::from_bytes(&bytes).is_ok());
    /// let error = EncapsulationKey::from_bytes(&[0; 7]).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::Length { expected: 930, found: 7 });
    /// bytes[929] = 0x10;
    /// assert_eq!(EncapsulationKey::from_bytes(&bytes).unwrap_err().kind, ErrorKind::Padding);
    /// # }
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        let error = |kind| Error { set: P::SET, object: Object::PublicKey, kind };
        key::in_place(&mut key, |key| P::load_public_key(key, bytes).map_err(error));
        key
    }

    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self { bytes: P::PublicKeyBytes::ZERO, h: Prepared::ZERO };

    /// Replaces the key by that of h, an element of R_q whose coefficients have the sum 0.
    pub(super) fn set(&mut self, h: &Polynomial<P::Ring>) {
        bit_packed::encode(h, self.bytes.as_mut());
        self.h.set(h);
    }

    /// Returns a copy of the bytes.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::ntruhps2048677::{EncapsulationKey, generate};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// assert_eq!(EncapsulationKey::from_bytes(&key.to_bytes())?, key);
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> P::PublicKeyBytes {
        self.bytes
    }

    /// Returns the bytes.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// let (_, key) = vectru::ntruhps2048677::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes(), key.to_bytes());
    /// # }
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns a new shared secret, and the ciphertext from which the owner of the secret key
    /// computes it.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// let mut rng = vectru::system_rng();
    /// let (decapsulation_key, key) = vectru::ntruhps2048677::generate(&mut rng);
    /// let (ciphertext, secret) = key.encapsulate(&mut rng);
    /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), secret);
    /// # }
    /// ```
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Ciphertext<P>, SharedSecret) {
        with_wiped_stack(P::EXTENTS.encapsulation, || {
            let Ok(sent) = encapsulate_with(rng, |source| P::ciphertext(self, source));
            sent
        })
    }

    /// Returns a new shared secret and its ciphertext. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// let (_, key) = vectru::ntruhps2048677::generate(&mut vectru::system_rng());
    /// let (ciphertext, secret) = key.try_encapsulate(&mut getrandom::SysRng)?;
    /// # }
    /// # Ok::<(), getrandom::Error>(())
    /// ```
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<(Ciphertext<P>, SharedSecret), R::Error> {
        with_wiped_stack(P::EXTENTS.encapsulation, || encapsulate_with(rng, |source| P::ciphertext(self, source)))
    }

    /// Returns the shared secret and the ciphertext that [`encapsulate`](Self::encapsulate) makes
    /// of given random bytes, for tests and known answers: those of r, then m. The module of a set
    /// has their number as `ENCAPSULATION_RANDOM_BYTES`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if there are more or fewer bytes.
    ///
    /// ```
    /// # #[cfg(feature = "ntruhps2048677")] {
    /// use vectru::ntruhps2048677::{ENCAPSULATION_RANDOM_BYTES, generate};
    /// let (key, public) = generate(&mut vectru::system_rng());
    /// let random = [7; ENCAPSULATION_RANDOM_BYTES];
    /// let (ciphertext, secret) = public.encapsulate_from(&random)?;
    /// assert_eq!(key.decapsulate(&ciphertext), secret);
    /// assert_eq!(public.encapsulate_from(&random)?, (ciphertext, secret));
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn encapsulate_from(&self, random: &[u8]) -> Result<(Ciphertext<P>, SharedSecret), Error> {
        with_wiped_stack(P::EXTENTS.encapsulation, || {
            given_bytes::exactly(random, P::Seed::LENGTH)
                .and_then(|mut given| encapsulate_with(&mut given, |source| P::ciphertext(self, source)))
                .map_err(|kind| Error { set: P::SET, object: Object::RandomBytes, kind })
        })
    }
}

/// Replaces a key by the one with these bytes.
///
/// # Errors
///
/// Returns an error if `bytes` is not a public key.
pub(crate) fn load<P: Parameters>(key: &mut EncapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let mut h = Polynomial::zero();
    decode::<P>(key.bytes.as_ref(), &mut h)?;
    prepare_in(&mut key.h, &h);
    Ok(())
}

/// Writes h, the polynomial of a public key.
///
/// # Errors
///
/// Returns [`ErrorKind::Padding`] if a bit behind the last coefficient is set.
pub(super) fn decode<P: Parameters>(bytes: &[u8], h: &mut Polynomial<P::Ring>) -> Result<(), ErrorKind> {
    let padding = bit_packed::decode_with_sum_zero(bytes, h);
    if padding == 0 { Ok(()) } else { Err(ErrorKind::Padding) }
}

/// Encapsulate: returns a new shared secret and its ciphertext.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn ciphertext<P: Parameters>(
    key: &EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(Ciphertext<P>, SharedSecret), Failed> {
    ciphertext_with(&key.h, source)
}

/// Encapsulates as [`ciphertext`] does, given h.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(super) fn ciphertext_with<P: Parameters>(
    h: &impl Operand<P::Ring>,
    source: &mut dyn Source,
) -> Result<(Ciphertext<P>, SharedSecret), Failed> {
    let mut message = [Polynomial::zero(); 2];
    draw_message::<P>(source, &mut message)?;
    let [r, m] = message.each_ref();
    let secret = SharedSecret::new(*session::<P>(r, m));
    let mut bytes = P::CiphertextBytes::ZERO;
    let mut encrypted = Polynomial::zero();
    encryption::encrypt::<P>([r, m], h, &mut encrypted);
    bit_packed::encode(&encrypted, bytes.as_mut());
    Ok((Ciphertext::new(bytes), secret))
}

/// Returns the shared secret of r and m.
fn session<P: Parameters>(r: &Polynomial<P::Ring>, m: &Polynomial<P::Ring>) -> Secret<Hash> {
    let [r, m] = &encode_message::<P>([r, m]);
    let [session] = hash::hashes([[r.as_ref(), m.as_ref()]]);
    session
}

/// Returns r and m as bytes.
#[inline(always)]
pub(super) fn encode_message<P: Parameters>(message: [&Polynomial<P::Ring>; 2]) -> [Secret<P::TernaryBytes>; 2] {
    let mut encoded = [Secret::new(P::TernaryBytes::ZERO), Secret::new(P::TernaryBytes::ZERO)];
    for (bytes, polynomial) in encoded.iter_mut().zip(message) {
        ternary::encode(polynomial, bytes.as_mut());
    }
    encoded
}

/// Draws r and m.
///
/// # Errors
///
/// Returns an error if the source fails.
#[inline(never)] // The memory of its random bytes ends with the call.
fn draw_message<P: Parameters>(source: &mut dyn Source, message: &mut [Polynomial<P::Ring>; 2]) -> Result<(), Failed> {
    let mut seed = P::Seed::ZERO;
    source.fill(seed.as_mut())?;
    sampling::message::<P>(seed.as_ref(), message);
    Ok(())
}

key::encapsulation_key!();

/// The name of the set and the first bytes.
impl<P: Parameters> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", P::SET)?;
        self.as_bytes()[..8].iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}
