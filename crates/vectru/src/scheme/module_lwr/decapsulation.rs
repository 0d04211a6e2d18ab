//! The secret key and decapsulation: "SABER", round 3 `[BMD+20]`, the section on Saber.KEM, KeyGen
//! and Decaps.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use vectru_polymul::ring::Small;
use zeroize::Zeroizing;

use super::encapsulation::{Hidden, hash_of, session};
use super::encryption::{decode_secret, decrypt, encode_secret, prepare_secret_in};
use super::layout::Layout;
use super::list::List;
use super::sampling::vector;
use super::{Ciphertext, EncapsulationKey, Parameters, SEED_BYTES};
use crate::arithmetic::product::PreparedSmall;
use crate::common::declassify::declassify;
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::key;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::{moves, with_wiped_stack};
use crate::hashing::Hash;
use crate::hashing::sha3::expand;

/// A secret key, which decapsulates. It is wiped when dropped. Loading decodes and transforms it,
/// once for all its uses.
pub struct DecapsulationKey<P: Parameters> {
    pub(super) bytes: Secret<P::SecretKeyBytes>,
    /// s, transformed.
    pub(super) trapdoor: P::Trapdoor,
    pub(super) public: EncapsulationKey<P>,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self = Self {
        bytes: Secret::new(P::SecretKeyBytes::ZERO),
        trapdoor: <P::Trapdoor as List<Secret<PreparedSmall<P::Ring>>>>::ZERO,
        public: EncapsulationKey::ZERO,
    };

    /// Returns the key with these bytes: s, the public key, its hash, and z.
    ///
    /// That s belongs to the public key is not checked.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `bytes` does not have the length of a secret key of the
    ///   parameter set.
    /// - Returns [`ErrorKind::SecretCoefficientOutOfRange`] if a coefficient of s has a magnitude
    ///   above mu/2.
    /// - Returns [`ErrorKind::PublicKeyHash`] if the hash is not that of the public key.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// use vectru::{ErrorKind, saber::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 100;
    /// let error = DecapsulationKey::from_bytes(&*bytes).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::SecretCoefficientOutOfRange { limit: 4 });
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
    /// # #[cfg(feature = "saber")] {
    /// use vectru::saber::{DecapsulationKey, generate};
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
    /// # #[cfg(feature = "saber")] {
    /// let (key, public) = vectru::saber::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes()[1248..2240], *public.as_bytes());
    /// # }
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the public key of this secret key.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// let (key, public) = vectru::saber::generate(&mut vectru::system_rng());
    /// assert_eq!(key.encapsulation_key(), &public);
    /// # }
    /// ```
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.public
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// There is no error. For a ciphertext that encapsulation did not make, the shared secret is a
    /// hash of the ciphertext and of the key's z, which nobody else knows; computing it takes the
    /// same time.
    ///
    /// ```
    /// # #[cfg(feature = "saber")] {
    /// use vectru::saber::{Ciphertext, generate};
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
}

/// KEM KeyGen: draws the seed of A, the seed of s, then z.
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
    let mut drawn = Secret::new([[0; SEED_BYTES]; 3]);
    for seed in &mut *drawn {
        source.fill(seed)?;
    }
    let mut seed = [0; SEED_BYTES];
    expand(&[&drawn[0]], &mut [&mut seed]);
    declassify(&seed);
    let (mut matrix, mut coins) = (P::MatrixBytes::ZERO, Secret::new(P::CoinBytes::ZERO));
    expand(&[&seed, &drawn[1]], &mut [matrix.as_mut(), coins.as_mut()]);
    write::<P>(key, &seed, &matrix, coins.as_ref());
    finish::<P>(key, &hash_of(key.public.as_bytes()), &drawn[2], public);
    Ok(())
}

/// Writes a key but for its hash and z: that of a seed of A, of A, and of the expanded bytes of s.
pub(super) fn write<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    seed: &[u8; SEED_BYTES],
    matrix: &P::MatrixBytes,
    coins: &[u8],
) {
    let secret = vector::<P>(coins);
    let DecapsulationKey { bytes, trapdoor, public } = key;
    let [vector_bytes, public_bytes, ..] = Layout::<P>::secret_key_mut(bytes.as_mut());
    encode_secret::<P>(&secret, vector_bytes);
    prepare_secret_in::<P>(&secret, trapdoor);
    let (vector, seed_bytes) = Layout::<P>::public_key_mut(public.bytes.as_mut());
    *seed_bytes = *seed;
    public.public.set_matrix(matrix);
    public.public.generate(trapdoor, vector);
    public_bytes.copy_from_slice(public.bytes.as_ref());
}

/// Completes a key by the hash of its public key and by z, and copies the public key.
pub(super) fn finish<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    key_hash: &Hash,
    z: &[u8],
    public: &mut EncapsulationKey<P>,
) {
    key.public.hash = *key_hash;
    let [_, _, hash_bytes, z_bytes] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    hash_bytes.copy_from_slice(key_hash);
    z_bytes.copy_from_slice(z);
    public.copy_from(&key.public);
}

/// Replaces a key by the one with these bytes.
///
/// # Errors
///
/// Returns an error if `bytes` is not a secret key.
pub(crate) fn load<P: Parameters>(key: &mut DecapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let (vector, public_key, hash, _) = Layout::<P>::secret_key(key.bytes.as_ref());
    let secret = decode::<P>(vector)?;
    declassify(public_key);
    declassify(hash);
    P::load_public_key(&mut key.public, public_key)?;
    if key.public.hash != *hash {
        return Err(ErrorKind::PublicKeyHash);
    }
    prepare_secret_in::<P>(&secret, &mut key.trapdoor);
    Ok(())
}

/// Returns s.
///
/// # Errors
///
/// Returns [`ErrorKind::SecretCoefficientOutOfRange`].
pub(super) fn decode<P: Parameters>(vector: &[u8]) -> Result<P::SecretVector, ErrorKind> {
    let mut secret = <P::SecretVector as List<Secret<Small<P::Ring>>>>::ZERO;
    match decode_secret::<P>(vector, &mut secret) {
        true => Ok(secret),
        false => Err(ErrorKind::SecretCoefficientOutOfRange { limit: P::MU / 2 }),
    }
}

/// Decaps: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(key: &DecapsulationKey<P>, ciphertext: &Ciphertext<P>) -> SharedSecret {
    let bytes = ciphertext.as_bytes();
    let (_, _, _, z) = Layout::<P>::secret_key(key.bytes.as_ref());
    let message = decrypt::<P>(&key.trapdoor, bytes);
    let hidden = Hidden::<P>::new(&message, &key.public.hash);
    let mut again = P::CiphertextBytes::ZERO;
    key.public.public.encrypt(&message, &hidden.vector, again.as_mut());
    session(&accepted(hidden.key(), z, bytes, again.as_ref()), bytes)
}

/// Returns K if `ciphertext` equals `again`, the encryption of its message, and z if not.
pub(super) fn accepted(key: &Hash, z: &Hash, ciphertext: &[u8], again: &[u8]) -> Secret<Hash> {
    let difference = again.iter().zip(ciphertext).fold(0, |difference, (a, b)| difference | (a ^ b));
    Secret::new(Hash::conditional_select(z, key, difference.ct_eq(&0u8)))
}

// Every secret part wipes itself.
key::decapsulation_key!(bytes, trapdoor, public);
