//! Public keys, which encapsulate.

use rand_core::{CryptoRng, TryCryptoRng};

use super::{Parts, in_place};
use crate::common::ciphertext::Ciphertext;
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::given_bytes;
use crate::common::parameters::Array;
use crate::common::random::encapsulate_with;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::mechanism::Mechanism;

/// A public key, which encapsulates: its bytes, which were checked, and the polynomials that they
/// encode.
///
/// Many encapsulations with one key are faster if the key is [prepared](Self::prepare).
#[derive(Clone)]
pub struct EncapsulationKey<S: Mechanism> {
    pub(crate) bytes: S::PublicKeyBytes,
    pub(crate) parts: S::PublicParts,
}

impl<S: Mechanism> EncapsulationKey<S> {
    /// Memory for a key, which is made where it stays.
    pub(crate) const ZERO: Self = Self { bytes: S::PublicKeyBytes::ZERO, parts: S::PublicParts::ZERO };

    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key of the set:
    ///
    /// - [`ErrorKind::Length`] if it has another length,
    /// - [`ErrorKind::CoefficientOutOfRange`] if it does not encode a polynomial, in NTRU Prime,
    /// - [`ErrorKind::Padding`] if bits behind the polynomial are set, in NTRU.
    ///
    /// ```
    /// use vectru::{ErrorKind, sntrup761::{EncapsulationKey, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// assert_eq!(EncapsulationKey::from_bytes(key.as_bytes())?, key);
    /// let error = EncapsulationKey::from_bytes(&[0; 3]).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::Length { expected: 1158, found: 3 });
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        let error = |kind: ErrorKind| Error { set: S::SET, object: Object::PublicKey, kind };
        in_place(&mut key, |key| S::load_public(key, bytes).map_err(error));
        key
    }

    /// Returns a copy of the bytes.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.to_bytes()[..], *key.as_bytes());
    /// ```
    pub fn to_bytes(&self) -> S::PublicKeyBytes {
        self.bytes
    }

    /// Returns the bytes.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes().len(), 1158);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the key prepared for many uses: transformed and hashed once for all of them.
    ///
    /// ```
    /// let mut rng = vectru::system_rng();
    /// let (decapsulation_key, key) = vectru::sntrup761::generate(&mut rng);
    /// let prepared = key.prepare();
    /// for _ in 0..3 {
    ///     let (ciphertext, sent) = prepared.encapsulate(&mut rng);
    ///     assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
    /// }
    /// ```
    pub fn prepare(&self) -> PreparedEncapsulationKey<S> {
        let mut prepared = const { PreparedEncapsulationKey::ZERO };
        self.prepare_in(&mut prepared);
        prepared
    }

    /// Writes the prepared key.
    pub(crate) fn prepare_in(&self, prepared: &mut PreparedEncapsulationKey<S>) {
        prepared.key.clone_from(self);
        S::prepare_public(self, &mut prepared.prepared);
    }
}

/// A public key that is prepared for many uses: see [`EncapsulationKey::prepare`].
#[derive(Clone)]
pub struct PreparedEncapsulationKey<S: Mechanism> {
    key: EncapsulationKey<S>,
    prepared: S::PreparedPublic,
}

impl<S: Mechanism> PreparedEncapsulationKey<S> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self { key: EncapsulationKey::ZERO, prepared: S::PreparedPublic::ZERO };

    /// Returns the key that was prepared.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(*key.prepare().key(), key);
    /// ```
    pub const fn key(&self) -> &EncapsulationKey<S> {
        &self.key
    }
}

/// Implements encapsulation for the keys of a state, which `$prepare` makes in examples.
macro_rules! implement_encapsulation {
    ($key:ident, $prepare:literal) => {
        impl<S: Mechanism> $key<S> {
            /// Returns a new shared secret and its ciphertext.
            ///
            /// ```
            /// let mut rng = vectru::system_rng();
            /// let (decapsulation_key, key) = vectru::sntrup761::generate(&mut rng);
            #[doc = concat!("let (ciphertext, secret) = key", $prepare, ".encapsulate(&mut rng);")]
            /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), secret);
            /// ```
            pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Ciphertext<S>, SharedSecret) {
                AnyEncapsulationKey::from(self).encapsulate(rng)
            }

            /// Returns a new shared secret and its ciphertext. The generator of random bytes can
            /// fail.
            ///
            /// # Errors
            ///
            /// Returns the error of the generator.
            ///
            /// ```
            /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
            #[doc = concat!("let (ciphertext, secret) = key", $prepare, ".try_encapsulate(&mut getrandom::SysRng)?;")]
            /// # Ok::<(), getrandom::Error>(())
            /// ```
            pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> Result<(Ciphertext<S>, SharedSecret), R::Error> {
                AnyEncapsulationKey::from(self).try_encapsulate(rng)
            }

            /// Returns the shared secret and the ciphertext that [`encapsulate`](Self::encapsulate)
            /// makes of given random bytes, for tests and known answers.
            ///
            /// # Errors
            ///
            /// Returns [`ErrorKind::Length`] if `random` is not
            /// [`ENCAPSULATION_RANDOM_BYTES`](Mechanism::ENCAPSULATION_RANDOM_BYTES) long.
            ///
            /// ```
            /// use vectru::sntrup761::{ENCAPSULATION_RANDOM_BYTES, generate};
            /// let (decapsulation_key, key) = generate(&mut vectru::system_rng());
            #[doc = concat!("let key = key", $prepare, ";")]
            /// let (ciphertext, secret) = key.encapsulate_from(&[7; ENCAPSULATION_RANDOM_BYTES])?;
            /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), secret);
            /// # Ok::<(), vectru::Error>(())
            /// ```
            pub fn encapsulate_from(&self, random: &[u8]) -> Result<(Ciphertext<S>, SharedSecret), Error> {
                AnyEncapsulationKey::from(self).encapsulate_from(random)
            }
        }
    };
}
implement_encapsulation!(EncapsulationKey, "");
implement_encapsulation!(PreparedEncapsulationKey, ".prepare()");

impl<S: Mechanism> From<&EncapsulationKey<S>> for PreparedEncapsulationKey<S> {
    fn from(key: &EncapsulationKey<S>) -> Self {
        key.prepare()
    }
}

/// A borrowed public key in either state, for functions that accept both, such as
/// [`Mechanism::encapsulate_many`].
#[derive(Clone, Copy, Debug)]
pub struct AnyEncapsulationKey<'a, S: Mechanism>(pub(crate) Public<'a, S>);

/// The data of a public key in either state.
#[derive(Debug)]
pub(crate) enum Public<'a, S: Mechanism> {
    /// The bytes of a key, and their polynomials.
    Decoded(&'a [u8], &'a S::PublicParts),
    /// The data of a prepared key.
    Prepared(&'a S::PreparedPublic),
}

impl<S: Mechanism> Clone for Public<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Mechanism> Copy for Public<'_, S> {}

impl<'a, S: Mechanism> Public<'a, S> {
    /// Returns the bytes of a key that is not prepared.
    pub(crate) const fn unprepared_bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Decoded(bytes, _) => Some(bytes),
            Self::Prepared(_) => None,
        }
    }
}

impl<S: Mechanism> AnyEncapsulationKey<'_, S> {
    /// The stack that encapsulation writes to, in bytes.
    pub(crate) const fn extent(&self) -> usize {
        match self.0 {
            Public::Decoded(..) => S::EXTENTS.encapsulation,
            Public::Prepared(_) => S::EXTENTS.prepared_encapsulation,
        }
    }

    /// Returns a new shared secret and its ciphertext. The caller overwrites the stack.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    #[inline(always)]
    fn sent<R: TryCryptoRng + ?Sized>(self, rng: &mut R) -> Result<(Ciphertext<S>, SharedSecret), R::Error> {
        let mut sent = const { Ok((Ciphertext::ZERO, SharedSecret::zero())) };
        in_place(&mut sent, |(ciphertext, secret)| {
            *secret = encapsulate_with(rng, |source| S::ciphertext(self, source, &mut ciphertext.bytes))?;
            Ok(())
        });
        sent
    }

    /// Returns a new shared secret and its ciphertext: see [`EncapsulationKey::encapsulate`].
    pub fn encapsulate<R: CryptoRng + ?Sized>(self, rng: &mut R) -> (Ciphertext<S>, SharedSecret) {
        with_wiped_stack(self.extent(), || {
            let Ok(sent) = self.sent(rng);
            sent
        })
    }

    /// Returns a new shared secret and its ciphertext. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        self,
        rng: &mut R,
    ) -> Result<(Ciphertext<S>, SharedSecret), R::Error> {
        with_wiped_stack(self.extent(), || self.sent(rng))
    }

    /// Returns the shared secret and the ciphertext of given random bytes: see
    /// [`EncapsulationKey::encapsulate_from`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `random` has another length.
    pub fn encapsulate_from(self, random: &[u8]) -> Result<(Ciphertext<S>, SharedSecret), Error> {
        with_wiped_stack(self.extent(), || {
            given_bytes::exactly(random, S::ENCAPSULATION_RANDOM_BYTES)
                .and_then(|mut given| self.sent(&mut given))
                .map_err(|kind| Error { set: S::SET, object: Object::RandomBytes, kind })
        })
    }
}

impl<'a, S: Mechanism> From<&'a EncapsulationKey<S>> for AnyEncapsulationKey<'a, S> {
    fn from(key: &'a EncapsulationKey<S>) -> Self {
        Self(Public::Decoded(key.bytes.as_ref(), &key.parts))
    }
}

impl<'a, S: Mechanism> From<&'a PreparedEncapsulationKey<S>> for AnyEncapsulationKey<'a, S> {
    fn from(key: &'a PreparedEncapsulationKey<S>) -> Self {
        Self(Public::Prepared(&key.prepared))
    }
}
