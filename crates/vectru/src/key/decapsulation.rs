//! Secret keys, which decapsulate.

use zeroize::Zeroizing;

use super::{EncapsulationKey, Parts, in_place};
use crate::common::ciphertext::Ciphertext;
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::mechanism::Mechanism;

/// A secret key, which decapsulates: its bytes, which were checked, and polynomials that they
/// encode. It is wiped when dropped.
///
/// Many decapsulations with one key are faster if the key is [prepared](Self::prepare).
pub struct DecapsulationKey<S: Mechanism> {
    pub(crate) bytes: Secret<S::SecretKeyBytes>,
    pub(crate) parts: S::SecretParts,
}

impl<S: Mechanism> DecapsulationKey<S> {
    /// Memory for a key, which is made where it stays.
    pub(crate) const ZERO: Self = Self { bytes: Secret::new(S::SecretKeyBytes::ZERO), parts: S::SecretParts::ZERO };

    /// Returns the key with these bytes.
    ///
    /// The parts are checked as far as that costs little. Whether the secret polynomials belong to
    /// the public key is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a secret key of the set:
    ///
    /// - [`ErrorKind::Length`] if it has another length,
    /// - [`ErrorKind::SmallCoefficientOutOfRange`] if a secret polynomial of NTRU Prime or NTRU has
    ///   a coefficient other than -1, 0 and 1,
    /// - [`ErrorKind::Weight`] if a short polynomial of NTRU Prime has another weight than the
    ///   set's,
    /// - [`ErrorKind::SecretCoefficientOutOfRange`] if a coefficient of Saber's s has a magnitude
    ///   above mu/2,
    /// - [`ErrorKind::CoefficientOutOfRange`] if the public key in it does not encode a polynomial,
    ///   in NTRU Prime,
    /// - [`ErrorKind::Padding`] if bits behind 1/h are set, in NTRU,
    /// - [`ErrorKind::PublicKeyHash`] if the hash in it does not match the public key in it, in
    ///   NTRU Prime and Saber.
    ///
    /// ```
    /// use vectru::{ErrorKind, sntrup761::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 0xff; // four digits 3
    /// let error = DecapsulationKey::from_bytes(&*bytes).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::SmallCoefficientOutOfRange);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::load(bytes, false)
    }

    /// Returns the key with these bytes, which were generated or accepted before, and were kept
    /// where nobody could change them.
    ///
    /// The hash of the public key in a secret key of NTRU Prime or Saber is not checked. With a
    /// wrong hash all ciphertexts are rejected, and have pseudorandom shared secrets.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_bytes`](Self::from_bytes), except
    /// [`ErrorKind::PublicKeyHash`].
    ///
    /// ```
    /// use vectru::sntrup761::{DecapsulationKey, generate};
    /// let mut rng = vectru::system_rng();
    /// let (key, public) = generate(&mut rng);
    /// let stored = key.to_bytes();
    /// let (ciphertext, secret) = public.encapsulate(&mut rng);
    /// let loaded = DecapsulationKey::from_bytes_trusted(&*stored)?;
    /// assert_eq!(loaded.decapsulate(&ciphertext), secret);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn from_bytes_trusted(bytes: &[u8]) -> Result<Self, Error> {
        Self::load(bytes, true)
    }

    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a secret key of the set.
    fn load(bytes: &[u8], is_trusted: bool) -> Result<Self, Error> {
        with_wiped_stack(S::EXTENTS.loading, || {
            let mut key = const { Ok(Self::ZERO) };
            let error = |kind: ErrorKind| Error { set: S::SET, object: Object::SecretKey, kind };
            in_place(&mut key, |key| S::load_secret(key, bytes, is_trusted).map_err(error));
            key
        })
    }

    /// Returns a copy of the bytes, which is wiped when dropped.
    ///
    /// ```
    /// use vectru::sntrup761::{DecapsulationKey, generate};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let bytes = key.to_bytes();
    /// assert_eq!(DecapsulationKey::from_bytes(&*bytes)?.as_bytes(), &*bytes);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Zeroizing<S::SecretKeyBytes> {
        with_wiped_stack(moves::<S::SecretKeyBytes>(), || Zeroizing::new(*self.bytes))
    }

    /// Returns the bytes, which are secret.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes()[382..1540], *public.as_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the public key of this secret key: a copy, or in NTRU the result of a computation
    /// that takes about as long as key generation.
    ///
    /// ```
    /// let (key, public) = vectru::ntruhps2048677::generate(&mut vectru::system_rng());
    /// assert_eq!(key.to_encapsulation_key(), public);
    /// ```
    pub fn to_encapsulation_key(&self) -> EncapsulationKey<S> {
        with_wiped_stack(S::EXTENTS.generation, || {
            let mut key = const { EncapsulationKey::ZERO };
            S::public_of(self, &mut key);
            key
        })
    }

    /// Returns the public key in this secret key. A secret key of NTRU has none:
    /// [`to_encapsulation_key`](Self::to_encapsulation_key) computes it.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.encapsulation_key(), &public);
    /// ```
    pub fn encapsulation_key(&self) -> &EncapsulationKey<S>
    where
        S::SecretParts: AsRef<EncapsulationKey<S>>,
    {
        self.parts.as_ref()
    }

    /// Returns the key prepared for many uses: transformed and hashed once for all of them.
    ///
    /// ```
    /// let mut rng = vectru::system_rng();
    /// let (key, public) = vectru::sntrup761::generate(&mut rng);
    /// let prepared = key.prepare();
    /// for _ in 0..3 {
    ///     let (ciphertext, sent) = public.encapsulate(&mut rng);
    ///     assert_eq!(prepared.decapsulate(&ciphertext), sent);
    /// }
    /// ```
    pub fn prepare(&self) -> PreparedDecapsulationKey<S> {
        with_wiped_stack(S::EXTENTS.preparing, || {
            let mut prepared = const { PreparedDecapsulationKey::ZERO };
            self.prepare_in(&mut prepared);
            prepared
        })
    }

    /// Writes the prepared key.
    pub(crate) fn prepare_in(&self, prepared: &mut PreparedDecapsulationKey<S>) {
        *prepared.key.bytes = *self.bytes;
        prepared.key.parts.clone_from(&self.parts);
        S::prepare_secret(self, &mut prepared.prepared);
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// There is no error. For a ciphertext that encapsulation did not make, the shared secret is a
    /// hash of the ciphertext and of a secret part of the key, which nobody else knows; computing
    /// it takes the same time.
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
    pub fn decapsulate(&self, ciphertext: &Ciphertext<S>) -> SharedSecret {
        AnyDecapsulationKey::from(self).decapsulate(ciphertext)
    }
}

/// A secret key that is prepared for many uses: see [`DecapsulationKey::prepare`]. It is wiped when
/// dropped.
pub struct PreparedDecapsulationKey<S: Mechanism> {
    pub(super) key: DecapsulationKey<S>,
    pub(super) prepared: S::PreparedSecret,
}

impl<S: Mechanism> PreparedDecapsulationKey<S> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self { key: DecapsulationKey::ZERO, prepared: S::PreparedSecret::ZERO };

    /// Returns the key that was prepared.
    ///
    /// ```
    /// let (key, _) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.prepare().key().as_bytes(), key.as_bytes());
    /// ```
    pub const fn key(&self) -> &DecapsulationKey<S> {
        &self.key
    }

    /// Returns the shared secret of a ciphertext: see [`DecapsulationKey::decapsulate`].
    pub fn decapsulate(&self, ciphertext: &Ciphertext<S>) -> SharedSecret {
        AnyDecapsulationKey::from(self).decapsulate(ciphertext)
    }
}

impl<S: Mechanism> From<&DecapsulationKey<S>> for PreparedDecapsulationKey<S> {
    fn from(key: &DecapsulationKey<S>) -> Self {
        key.prepare()
    }
}

/// A borrowed secret key in either state, for functions that accept both, such as
/// [`Mechanism::decapsulate_many`].
#[derive(Debug)]
pub struct AnyDecapsulationKey<'a, S: Mechanism> {
    pub(crate) key: &'a DecapsulationKey<S>,
    /// The data that preparing has added.
    pub(crate) prepared: Option<&'a S::PreparedSecret>,
}

impl<S: Mechanism> Clone for AnyDecapsulationKey<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Mechanism> Copy for AnyDecapsulationKey<'_, S> {}

impl<S: Mechanism> AnyDecapsulationKey<'_, S> {
    /// Returns the shared secret of a ciphertext: see [`DecapsulationKey::decapsulate`].
    pub fn decapsulate(self, ciphertext: &Ciphertext<S>) -> SharedSecret {
        with_wiped_stack(self.extent(), || S::shared_secret(self, &ciphertext.bytes))
    }

    /// The stack that decapsulation writes to, in bytes.
    pub(crate) const fn extent(&self) -> usize {
        match self.prepared {
            Some(_) => S::EXTENTS.prepared_decapsulation,
            None => S::EXTENTS.decapsulation,
        }
    }
}

impl<'a, S: Mechanism> From<&'a DecapsulationKey<S>> for AnyDecapsulationKey<'a, S> {
    fn from(key: &'a DecapsulationKey<S>) -> Self {
        Self { key, prepared: None }
    }
}

impl<'a, S: Mechanism> From<&'a PreparedDecapsulationKey<S>> for AnyDecapsulationKey<'a, S> {
    fn from(key: &'a PreparedDecapsulationKey<S>) -> Self {
        Self { key: &key.key, prepared: Some(&key.prepared) }
    }
}
