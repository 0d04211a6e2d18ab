//! The secret key and decapsulation: "NTRU Prime: round 3" `[BBC+20]`, the section on the
//! key-encapsulation mechanism, KEM KeyGen and Decap.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use super::layout::Layout;
use super::{Ciphertext, Core, EncapsulationKey, Parameters, Slot};
use crate::common::declassify::declassify;
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::key;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;

/// A secret key, which decapsulates. It is wiped when dropped. Loading decodes and transforms it,
/// once for all its uses.
pub struct DecapsulationKey<P: Parameters> {
    pub(super) bytes: Secret<P::SecretKeyBytes>,
    pub(super) trapdoor: <P as Core>::Trapdoor,
    /// The digest of rho, which replaces that of the input on rejection.
    pub(super) rejection: Secret<Hash>,
    pub(super) public: EncapsulationKey<P>,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self {
        bytes: Secret::new(P::SecretKeyBytes::ZERO),
        trapdoor: P::ZERO_TRAPDOOR,
        rejection: Secret::new([0; size_of::<Hash>()]),
        public: EncapsulationKey::ZERO,
    };

    /// Returns the places where the family writes its part of the key.
    pub(super) fn slot(&mut self) -> Slot<'_, P::Public, P::Trapdoor> {
        let [secret_part, ..] = Layout::<P>::secret_key_mut(self.bytes.as_mut());
        let EncapsulationKey { bytes, public, .. } = &mut self.public;
        Slot { public_key: bytes.as_mut(), secret_part, public, trapdoor: &mut self.trapdoor }
    }

    /// Returns the key with these bytes: the secret part (f and 1/g, or a), the public key, rho,
    /// and the public key's hash.
    ///
    /// The parts are checked as far as that costs little. That the secret part belongs to the
    /// public key is not checked.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `bytes` does not have the length of a secret key of the
    ///   parameter set.
    /// - Returns [`ErrorKind::SmallCoefficientOutOfRange`] if a secret polynomial has a coefficient
    ///   other than -1, 0 and 1.
    /// - Returns [`ErrorKind::Weight`] if f, or a, does not have the weight of the parameter set.
    /// - Returns [`ErrorKind::CoefficientOutOfRange`] if the public key encodes no element of R_q,
    ///   or no rounded one.
    /// - Returns [`ErrorKind::PublicKeyHash`] if the hash is not that of the public key.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// use vectru::{ErrorKind, sntrup761::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 0xff; // four digits 3
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
    /// # #[cfg(feature = "sntrup761")] {
    /// use vectru::sntrup761::{DecapsulationKey, generate};
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
    /// # #[cfg(feature = "sntrup761")] {
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes()[382..1540], *public.as_bytes());
    /// # }
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the public key of this secret key.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.encapsulation_key(), &public);
    /// # }
    /// ```
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.public
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// There is no error. For a ciphertext that encapsulation did not make, the shared secret is a
    /// hash of the ciphertext and of the key's rho, which nobody else knows; computing it takes the
    /// same time.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
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
    /// # }
    /// ```
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        with_wiped_stack(P::EXTENTS.decapsulation, || P::shared_secret(self, ciphertext))
    }

    /// Returns 1 if `ciphertext` equals `again`, the encryption of its input; else returns 0 and
    /// replaces the input's digest by that of rho.
    pub(super) fn accept(&self, digest: &mut Hash, ciphertext: &[u8], again: &[u8]) -> u8 {
        accept(digest, &self.rejection, ciphertext, again)
    }
}

/// Returns 1 if `ciphertext` equals `again`, the encryption of its input; else returns 0 and
/// replaces the input's digest by `rejection`, that of rho.
pub(super) fn accept(digest: &mut Hash, rejection: &Hash, ciphertext: &[u8], again: &[u8]) -> u8 {
    let difference = again.iter().zip(ciphertext).fold(0, |difference, (a, b)| difference | (a ^ b));
    let accepted = difference.ct_eq(&0u8);
    *digest = Hash::conditional_select(rejection, digest, accepted);
    accepted.unwrap_u8()
}

/// KEM KeyGen: draws the key of the family, then rho.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn key_pair<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    public: &mut EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(), Failed> {
    let () = Layout::<P>::CHECKED;
    P::generate(source, key.slot())?;
    key.public.set_hash();
    let [_, public_key, rho, hash] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    public_key.copy_from_slice(key.public.as_bytes());
    source.fill(rho)?;
    hash.copy_from_slice(key.public.hash());
    *key.rejection = *P::digest_encoded(rho);
    public.copy_from(&key.public);
    Ok(())
}

/// Replaces a key by the one with these bytes.
///
/// # Errors
///
/// Returns an error if `bytes` is not a secret key.
pub(crate) fn load<P: Parameters>(key: &mut DecapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let [trapdoor, public_key, rho, hash] = Layout::<P>::secret_key(key.bytes.as_ref());
    P::load_trapdoor(trapdoor, &mut key.trapdoor)?;
    declassify(public_key);
    declassify(hash);
    P::load_public_key(&mut key.public, public_key)?;
    if key.public.hash() != hash {
        return Err(ErrorKind::PublicKeyHash);
    }
    *key.rejection = *P::digest_encoded(rho);
    Ok(())
}

/// Decap: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(key: &DecapsulationKey<P>, ciphertext: &Ciphertext<P>) -> SharedSecret {
    let bytes = ciphertext.as_bytes();
    let input = P::decrypt(&key.trapdoor, Layout::<P>::encrypted(bytes));
    let mut digest = P::digest(&input);
    let mut again = P::CiphertextBytes::ZERO;
    key.public.hide(&input, &digest, again.as_mut());
    let accepted = key.accept(&mut digest, bytes, again.as_ref());
    SharedSecret::new(*Message::session(accepted, &digest, bytes).hash())
}

// Every secret part wipes itself.
key::decapsulation_key!(bytes, trapdoor, rejection, public);
