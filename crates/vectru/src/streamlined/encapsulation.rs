//! The public key, and encapsulation: "NTRU Prime: round 3", the section on the key-encapsulation mechanism, Encap.

use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::{Prepared, prepare};
use vectru_polymul::ring::Polynomial;

use super::layout::Layout;
use super::{Ciphertext, Parameters, encryption};
use crate::encoding::{big, rounded, small};
use crate::hash::{self, Hash};
use crate::parameters::{Array, exactly};
use crate::secret::Secret;
use crate::{Error, Object, SharedSecret, sampling};

/// A key that encapsulates: public. Loading it decodes it, hashes it and transforms it, once for all its uses.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters> {
    bytes: P::PublicKeyBytes,
    hash: Hash,
    h: Prepared<P::Ring>,
}

impl<P: Parameters> EncapsulationKey<P> {
    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the length is not that of the parameter set; [`Error::CoefficientOutOfRange`] if the bytes
    /// encode no element of R_q. (The reference implementation reduces such coefficients. No key generation makes
    /// them.)
    ///
    /// ```
    /// use vectru::{Error, sntrup761::EncapsulationKey};
    /// assert!(EncapsulationKey::from_bytes(&[0; 1158]).is_ok());
    /// assert!(matches!(EncapsulationKey::from_bytes(&[0; 7]), Err(Error::Length { expected: 1158, found: 7, .. })));
    /// let error = EncapsulationKey::from_bytes(&[255; 1158]).unwrap_err();
    /// assert!(matches!(error, Error::CoefficientOutOfRange { expected_below: 4591, .. }));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes = exactly(bytes, Object::PublicKey)?;
        let h = decode::<P>(&bytes, Object::PublicKey)?;
        let hash = hash::public_key(bytes.as_ref());
        Ok(Self { bytes, hash, h: prepare(&h) })
    }

    /// The key of an element of R_q.
    pub(super) fn from_element(h: &Polynomial<P::Ring>) -> Self {
        let mut bytes = P::PublicKeyBytes::zero();
        big::encode::<P>(h, bytes.as_mut());
        Self { bytes, hash: hash::public_key(bytes.as_ref()), h: prepare(h) }
    }

    /// The bytes.
    ///
    /// ```
    /// use vectru::sntrup761::{EncapsulationKey, generate};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// assert_eq!(EncapsulationKey::from_bytes(&key.to_bytes())?, key);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> P::PublicKeyBytes {
        self.bytes
    }

    /// The bytes, in place.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes(), key.to_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Hash_4 of the key.
    pub(super) const fn hash(&self) -> &Hash {
        &self.hash
    }

    /// A new shared secret, and the ciphertext from which the other side gets it.
    ///
    /// ```
    /// let mut rng = vectru::system_rng();
    /// let (decapsulation_key, key) = vectru::sntrup761::generate(&mut rng);
    /// let (ciphertext, secret) = key.encapsulate(&mut rng);
    /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), secret);
    /// ```
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Ciphertext<P>, SharedSecret) {
        let Ok(result) = self.try_encapsulate(rng);
        result
    }

    /// A new shared secret and its ciphertext, by a generator that can fail.
    ///
    /// # Errors
    ///
    /// That of the generator.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// let (ciphertext, secret) = key.try_encapsulate(&mut getrandom::SysRng)?;
    /// # Ok::<(), getrandom::Error>(())
    /// ```
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<(Ciphertext<P>, SharedSecret), R::Error> {
        let r = sampling::short::<P, R>(rng)?;
        let input = hash_input::<P>(&r);
        let mut bytes = P::CiphertextBytes::zero();
        self.hide(&r, &input, bytes.as_mut());
        let secret = SharedSecret::new(hash::session(1, &input, bytes.as_ref()));
        Ok((Ciphertext::new(bytes), secret))
    }

    /// Hide: the ciphertext of a short r, whose Hash_3 is `input`.
    pub(super) fn hide(&self, r: &Polynomial<P::Ring>, input: &Hash, ciphertext: &mut [u8]) {
        let (rounded, confirmation) = Layout::<P>::ciphertext_mut(ciphertext);
        rounded::encode::<P>(&encryption::encrypt::<P>(r, &self.h), rounded);
        confirmation.copy_from_slice(&hash::confirmation(input, &self.hash));
    }
}

/// Decodes h. The array of the parameter set says that the length is right.
fn decode<P: Parameters>(bytes: &P::PublicKeyBytes, object: Object) -> Result<Polynomial<P::Ring>, Error> {
    let () = Layout::<P>::CHECKED;
    big::decode::<P>(bytes.as_ref(), object)
}

/// Hash_3 of the encoded r.
pub(super) fn hash_input<P: Parameters>(r: &Polynomial<P::Ring>) -> Secret<Hash> {
    let mut encoded = Secret::new(P::SmallBytes::zero());
    small::encode(r, encoded.as_mut());
    hash::input(encoded.as_ref())
}

impl<P: Parameters> PartialEq for EncapsulationKey<P> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<P: Parameters> Eq for EncapsulationKey<P> {}

impl<P: Parameters> AsRef<[u8]> for EncapsulationKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for EncapsulationKey<P> {
    type Error = Error;
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

impl<P: Parameters> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", P::SET)?;
        self.hash[..8].iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}
