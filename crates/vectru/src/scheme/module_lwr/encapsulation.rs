//! The public key and encapsulation: "SABER", round 3 `[BMD+20]`, the section on Saber.KEM,
//! KeyGen and Encaps.

use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::encryption::{Public, expand_matrix};
use super::layout::Layout;
use super::sampling::vector;
use super::{Ciphertext, Parameters, SEED_BYTES};
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source, encapsulate_with};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::common::{given_bytes, key};
use crate::hashing::Hash;
use crate::hashing::sha3::{expand, hashes, sha3_512};

/// A public key, which encapsulates. Loading expands A, and decodes, hashes and transforms the key,
/// once for all its uses.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters> {
    pub(super) bytes: P::PublicKeyBytes,
    /// SHA3-256 of the bytes.
    pub(super) hash: Hash,
    pub(super) public: Public<P>,
}

impl<P: Parameters> EncapsulationKey<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self =
        Self { bytes: P::PublicKeyBytes::ZERO, hash: [0; size_of::<Hash>()], public: Public::ZERO };

    /// Returns the key with these bytes: b, and the seed of A.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `bytes` does not have the length of a public key of the
    /// parameter set.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// use vectru::{ErrorKind, saber::EncapsulationKey};
    /// assert!(EncapsulationKey::from_bytes(&[0; 992]).is_ok());
    /// let error = EncapsulationKey::from_bytes(&[0; 7]).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::Length { expected: 992, found: 7 });
    /// # }
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        let error = |kind| Error { set: P::SET, object: Object::PublicKey, kind };
        key::in_place(&mut key, |key| P::load_public_key(key, bytes).map_err(error));
        key
    }

    /// Replaces the key by a copy of another, where it stays.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.bytes = other.bytes;
        self.hash = other.hash;
        self.public.copy_from(&other.public);
    }

    /// Returns a copy of the bytes.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// use vectru::saber::{EncapsulationKey, generate};
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
    /// # #[cfg(feature = "saber")] {
    /// let (_, key) = vectru::saber::generate(&mut vectru::system_rng());
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
    /// # #[cfg(feature = "saber")] {
    /// let mut rng = vectru::system_rng();
    /// let (decapsulation_key, key) = vectru::saber::generate(&mut rng);
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
    /// # #[cfg(feature = "saber")] {
    /// let (_, key) = vectru::saber::generate(&mut vectru::system_rng());
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
    /// of given random bytes, for tests and known answers: those that are hashed to the
    /// message. The module of a set has their number as `ENCAPSULATION_RANDOM_BYTES`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if there are more or fewer bytes.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// use vectru::saber::{ENCAPSULATION_RANDOM_BYTES, generate};
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
            given_bytes::exactly(random, SEED_BYTES)
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
    let (vector, seed) = Layout::<P>::public_key(key.bytes.as_ref());
    key.public.set_matrix(&expand_matrix::<P>(seed));
    key.public.set_vector(vector);
    key.hash = hash_of(bytes);
    Ok(())
}

/// Returns the hash of a public key.
pub(super) fn hash_of(public_key: &[u8]) -> Hash {
    let [hash] = hashes([[public_key, &[]]]);
    *hash
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
    let message = draw_message(source)?;
    let hidden = Hidden::<P>::new(&message, &key.hash);
    let mut bytes = P::CiphertextBytes::ZERO;
    key.public.encrypt(&message, &hidden.vector, bytes.as_mut());
    Ok((Ciphertext::new(bytes), session(hidden.key(), bytes.as_ref())))
}

/// Draws the message: the hash of random bytes, so that no state of the generator becomes known.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(super) fn draw_message(source: &mut dyn Source) -> Result<Secret<Hash>, Failed> {
    let mut seed = Secret::new([0; SEED_BYTES]);
    source.fill(&mut *seed)?;
    let [message] = hashes([[&*seed, &[]]]);
    Ok(message)
}

/// The values that a message and a public key determine.
pub(super) struct Hidden<P: Parameters> {
    /// K, then the seed of the secret vector.
    seeds: Secret<[u8; 64]>,
    /// The secret vector s' of encryption.
    pub(super) vector: P::SecretVector,
}

impl<P: Parameters> Hidden<P> {
    /// Returns K and s' of a message and of the hash of a public key.
    pub(super) fn new(message: &Hash, key_hash: &Hash) -> Self {
        let mut seeds = Secret::new([0; 64]);
        sha3_512(&[&hidden_message(message, key_hash)], &mut [&mut *seeds]);
        let mut coins = Secret::new(P::CoinBytes::ZERO);
        expand(&[seed_of(&seeds)], &mut [coins.as_mut()]);
        let vector = vector::<P>(coins.as_ref());
        Self { seeds, vector }
    }

    /// Returns K.
    pub(super) fn key(&self) -> &Hash {
        key_of(&self.seeds)
    }
}

/// Returns a message and the hash of a public key, one after the other.
pub(super) fn hidden_message(message: &Hash, key_hash: &Hash) -> Secret<[u8; 64]> {
    let mut joined = Secret::new([0; 64]);
    joined[..32].copy_from_slice(message);
    joined[32..].copy_from_slice(key_hash);
    joined
}

/// Returns K of the hash of a message and of the hash of a public key.
pub(super) const fn key_of(seeds: &[u8; 64]) -> &Hash {
    seeds.first_chunk().expect("there are 64 bytes")
}

/// Returns the seed of s' in the hash of a message and of the hash of a public key.
pub(super) const fn seed_of(seeds: &[u8; 64]) -> &Hash {
    seeds.last_chunk().expect("there are 64 bytes")
}

/// Returns the shared secret of K, or z, and of a ciphertext.
pub(super) fn session(key: &Hash, ciphertext: &[u8]) -> SharedSecret {
    let [hash] = hashes([[ciphertext, &[]]]);
    let [session] = hashes([[key, &*hash]]);
    SharedSecret::new(*session)
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
