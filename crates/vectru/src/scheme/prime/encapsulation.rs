//! The public key, and encapsulation: "NTRU Prime: round 3", the section on the key-encapsulation mechanism, Encap.

use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::layout::Layout;
use super::{Ciphertext, Core, Parameters};
use crate::common::error::{Error, Object};
use crate::common::key;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;

/// A key that encapsulates: public. Loading it decodes it, hashes it and transforms it, once for all its uses.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters> {
    pub(super) bytes: P::PublicKeyBytes,
    pub(super) hash: Hash,
    pub(super) public: <P as Core>::Public,
}

impl<P: Parameters> EncapsulationKey<P> {
    /// Memory for a key: it is made where it stays, for it is large.
    pub(super) const ZERO: Self =
        Self { bytes: P::PublicKeyBytes::ZERO, hash: [0; size_of::<Hash>()], public: P::ZERO_PUBLIC };

    /// The key with these bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the length is not that of the parameter set; [`Error::CoefficientOutOfRange`] if the bytes
    /// encode no element of R_q, or no rounded one. (The reference implementation reduces such coefficients. No key
    /// generation makes them.)
    ///
    /// ```
    /// use vectru::{Error, sntrup761::EncapsulationKey};
    /// assert!(EncapsulationKey::from_bytes(&[0; 1158]).is_ok());
    /// assert!(matches!(EncapsulationKey::from_bytes(&[0; 7]), Err(Error::Length { expected: 1158, found: 7, .. })));
    /// let error = EncapsulationKey::from_bytes(&[255; 1158]).unwrap_err();
    /// assert!(matches!(error, Error::CoefficientOutOfRange { expected_below: 4591, .. }));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        key::in_place(&mut key, |key| key.load(bytes));
        key
    }

    /// Becomes the key with these bytes.
    pub(super) fn load(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let () = Layout::<P>::CHECKED;
        copy_exactly(bytes, self.bytes.as_mut(), Object::PublicKey)?;
        P::load_public(self.bytes.as_ref(), &mut self.public)?;
        self.set_hash();
        Ok(())
    }

    /// Computes the hash of the bytes.
    pub(super) fn set_hash(&mut self) {
        self.hash = *Message::public_key(self.bytes.as_ref()).hash();
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
        let mut seed = Secret::new(<P as Core>::Seed::ZERO);
        try_fill(rng, seed.as_mut())?;
        let input = P::input(seed.as_ref());
        let digest = P::digest(&input);
        let mut bytes = P::CiphertextBytes::ZERO;
        self.hide(&input, &digest, bytes.as_mut());
        let secret = SharedSecret::new(*Message::session(1, &digest, bytes.as_ref()).hash());
        Ok((Ciphertext::new(bytes), secret))
    }

    /// Hide: the ciphertext of an input, which the hashes take for `digest`.
    pub(super) fn hide(&self, input: &<P as Core>::Input, digest: &Hash, ciphertext: &mut [u8]) {
        let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(ciphertext);
        P::encrypt(&self.public, input, encrypted);
        confirmation.copy_from_slice(&*Message::confirmation(digest, &self.hash).hash());
    }
}

key::encapsulation_key!();

impl<P: Parameters> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", P::SET)?;
        self.hash[..8].iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}
