//! The secret key, and decapsulation: "NTRU Prime: round 3", the section on the key-encapsulation mechanism, KEM
//! KeyGen and Decap.

use core::fmt;

use rand_core::TryCryptoRng;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use super::layout::Layout;
use super::{Ciphertext, Core, EncapsulationKey, Parameters, Slot};
use crate::common::declassify::declassify;
use crate::common::error::{Error, Object};
use crate::common::key;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;

/// A key that decapsulates: secret, wiped when dropped. Loading it decodes it and transforms it, once for all its uses.
#[derive(Clone)]
pub struct DecapsulationKey<P: Parameters> {
    pub(super) bytes: Secret<P::SecretKeyBytes>,
    pub(super) trapdoor: <P as Core>::Trapdoor,
    /// What takes the place of the input in the hashes on rejection: that of rho.
    pub(super) rejection: Secret<Hash>,
    pub(super) public: EncapsulationKey<P>,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// Memory for a key: it is made where it stays, for it is large.
    pub(super) const ZERO: Self = Self {
        bytes: Secret::new(P::SecretKeyBytes::ZERO),
        trapdoor: P::ZERO_TRAPDOOR,
        rejection: Secret::new([0; size_of::<Hash>()]),
        public: EncapsulationKey::ZERO,
    };

    /// KEM KeyGen: the key of the family, then the random rho.
    pub(super) fn try_generate_pair<R: TryCryptoRng + ?Sized>(
        &mut self,
        public: &mut EncapsulationKey<P>,
        rng: &mut R,
    ) -> Result<(), R::Error> {
        let () = Layout::<P>::CHECKED;
        P::try_generate(rng, self.slot())?;
        self.public.set_hash();
        let [_, public_key, rho, hash] = Layout::<P>::secret_key_mut(self.bytes.as_mut());
        public_key.copy_from_slice(self.public.as_bytes());
        try_fill(rng, rho)?;
        hash.copy_from_slice(self.public.hash());
        *self.rejection = *P::digest_encoded(rho);
        public.clone_from(&self.public);
        Ok(())
    }

    /// Where the family writes its part of the key.
    pub(super) fn slot(&mut self) -> Slot<'_, P::Public, P::Trapdoor> {
        let [secret_part, ..] = Layout::<P>::secret_key_mut(self.bytes.as_mut());
        let EncapsulationKey { bytes, public, .. } = &mut self.public;
        Slot { public_key: bytes.as_mut(), secret_part, public, trapdoor: &mut self.trapdoor }
    }

    /// The key with these bytes: the secret part (f and 1/g, or a), the public key, rho, and the public key's hash.
    ///
    /// A secret key is what key generation makes, so the parts that can be checked at little cost are checked. That they
    /// belong together is not.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the length is not that of the parameter set;
    /// [`Error::SmallCoefficientOutOfRange`] if a secret polynomial has a coefficient other than -1, 0 and 1;
    /// [`Error::Weight`] if f, or a, does not have the weight of the parameter set;
    /// [`Error::CoefficientOutOfRange`] if the public key encodes no element of R_q, or no rounded one;
    /// [`Error::PublicKeyHash`] if the hash is not that of the public key.
    ///
    /// ```
    /// use vectru::{Error, sntrup761::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 0xff; // four digits 3
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        key::in_place(&mut key, |key| key.load(bytes));
        key
    }

    /// Becomes the key with these bytes.
    fn load(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let () = Layout::<P>::CHECKED;
        let object = Object::SecretKey;
        copy_exactly(bytes, self.bytes.as_mut(), object)?;
        let [trapdoor, public_key, rho, hash] = Layout::<P>::secret_key(self.bytes.as_ref());
        P::load_trapdoor(trapdoor, &mut self.trapdoor)?;
        declassify(public_key);
        declassify(hash);
        self.public.load(public_key).map_err(|error| error.within(object))?;
        if self.public.hash() != hash {
            return Err(Error::PublicKeyHash { object });
        }
        *self.rejection = *P::digest_encoded(rho);
        Ok(())
    }

    /// The bytes, wiped when dropped.
    ///
    /// ```
    /// use vectru::sntrup761::{DecapsulationKey, generate};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let bytes = key.to_bytes();
    /// assert_eq!(DecapsulationKey::from_bytes(&*bytes)?.as_bytes(), &*bytes);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Zeroizing<P::SecretKeyBytes> {
        Zeroizing::new(*self.bytes)
    }

    /// The bytes, in place: secret.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes()[382..1540], *public.as_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The key that encapsulates for this one.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.encapsulation_key(), &public);
    /// ```
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.public
    }

    /// The shared secret of a ciphertext.
    ///
    /// There is no error: of a ciphertext that encapsulation did not make, the secret is a hash of the ciphertext and of
    /// the key's rho, which nobody else knows, and takes the same time.
    ///
    /// ```
    /// use vectru::sntrup761::{Ciphertext, generate};
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
    /// ```
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let bytes = ciphertext.as_bytes();
        let input = P::decrypt(&self.trapdoor, Layout::<P>::encrypted(bytes));
        let mut digest = P::digest(&input);
        let mut again = Secret::new(P::CiphertextBytes::ZERO);
        self.public.hide(&input, &digest, again.as_mut());
        let accepted = self.accept(&mut digest, bytes, again.as_ref());
        SharedSecret::new(*Message::session(accepted, &digest, bytes).hash())
    }

    /// 1 if a ciphertext is that of its input, else 0; then what takes the place of the input in the hashes is that of rho.
    pub(super) fn accept(&self, digest: &mut Hash, ciphertext: &[u8], again: &[u8]) -> u8 {
        let difference = again.iter().zip(ciphertext).fold(0, |difference, (a, b)| difference | (a ^ b));
        let accepted = difference.ct_eq(&0u8);
        *digest = Hash::conditional_select(&self.rejection, digest, accepted);
        accepted.unwrap_u8()
    }
}

// Every secret part wipes itself.
key::decapsulation_key!();

impl<P: Parameters> fmt::Debug for DecapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey(secret, of {:?})", self.public)
    }
}
