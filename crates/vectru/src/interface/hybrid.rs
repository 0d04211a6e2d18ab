//! Hybrids of X25519 and a mechanism: a shared secret that stays secret as long as either of them
//! is unbroken.
//!
//! A hybrid is a key-encapsulation mechanism itself. Each of its objects is an object of X25519
//! `[LHT16]`, followed by one of the mechanism:
//!
//! | object | bytes |
//! | --- | --- |
//! | encapsulation key | X25519 public key (32), encapsulation key |
//! | decapsulation key | X25519 secret key (32), decapsulation key |
//! | ciphertext | X25519 public key of the sender (32), ciphertext |
//! | shared secret | X25519 shared secret (32), shared secret (32) |
//!
//! This is how TLS 1.3 concatenates the parts of a hybrid group `[SFG25]`: the client's key share
//! is the encapsulation key, the server's is the ciphertext. TLS hashes the shared secret with the
//! transcript of the handshake. A protocol that does not must hash it, with the ciphertext and the
//! key.
//!
//! ```
//! use vectru::hybrid::{encapsulate, generate};
//! use vectru::sntrup761::Sntrup761;
//!
//! let mut rng = vectru::system_rng();
//! let (client, share) = generate::<Sntrup761, _>(&mut rng);
//! let (reply, sent) = encapsulate::<Sntrup761, _>(share.as_bytes(), &mut rng)?;
//! let received = client.decapsulate(&reply)?;
//! assert_eq!(sent.as_bytes(), received.as_bytes());
//! # Ok::<(), vectru::Error>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};
use subtle::ConstantTimeEq;
use x25519_dalek::{PublicKey, StaticSecret, x25519};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::common::ciphertext::Ciphertext;
pub use crate::common::error::EncapsulationError;
use crate::common::error::{Error, ErrorKind, GenerationError, Object};
use crate::common::secret::Secret;
use crate::common::set::Set;
use crate::common::stack::{moves, with_wiped_stack};
use crate::key;
use crate::mechanism::Mechanism;

/// The length of a public key, a secret key or a shared secret of X25519, in bytes.
pub const X25519_BYTES: usize = 32;

/// A group of TLS 1.3 that is a hybrid of X25519 and a mechanism.
///
/// No code point is assigned to these groups. They use the range for private use, 0xFE00 to 0xFEFF,
/// so both sides must agree on the code points.
///
/// ```
/// use vectru::{Set, hybrid::GROUPS};
/// let group = GROUPS.iter().find(|group| group.set == Set::Sntrup761).unwrap();
/// assert_eq!((group.name, group.code_point), ("x25519_sntrup761", 0xfe61));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Group {
    /// The name of the group, as programs list it in their configuration.
    pub name: &'static str,
    /// The code point in the extension `supported_groups`.
    pub code_point: u16,
    /// The parameter set of the mechanism.
    pub set: Set,
}

/// The hybrid groups of TLS 1.3.
pub const GROUPS: &[Group] = &[
    #[cfg(feature = "sntrup761")]
    Group { name: "x25519_sntrup761", code_point: 0xfe61, set: Set::Sntrup761 },
    #[cfg(feature = "ntruhps2048677")]
    Group { name: "x25519_ntruhps2048677", code_point: 0xfe67, set: Set::Ntruhps2048677 },
];

/// The shared secret of a hybrid, 64 bytes. It is wiped when dropped, and not shown by `Debug`.
#[derive(Clone)]
pub struct SharedSecret(Secret<[u8; Self::BYTES]>);

impl SharedSecret {
    /// The length of the shared secret of any hybrid, in bytes.
    pub const BYTES: usize = 64;

    /// Returns the bytes.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (_, key) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// let (_, secret) = key.encapsulate(&mut vectru::system_rng())?;
    /// assert_eq!(secret.as_bytes().len(), 64);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Returns memory for a shared secret.
    pub(crate) const fn zero() -> Self {
        Self(Secret::new([0; Self::BYTES]))
    }

    /// Returns the bytes for writing.
    pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8; Self::BYTES] {
        &mut self.0
    }

    fn join(x25519: &[u8; X25519_BYTES], mechanism: &crate::SharedSecret) -> Self {
        let mut secret = Self::zero();
        secret.0[..X25519_BYTES].copy_from_slice(x25519);
        secret.0[X25519_BYTES..].copy_from_slice(mechanism.as_bytes());
        secret
    }
}

impl Zeroize for SharedSecret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SharedSecret(..)")
    }
}

/// The public key of a hybrid, which encapsulates.
#[derive(Clone)]
pub struct EncapsulationKey<K: Mechanism> {
    bytes: Vec<u8>,
    x25519: [u8; X25519_BYTES],
    mechanism: key::EncapsulationKey<K>,
}

/// The secret key of a hybrid, which decapsulates. It is wiped when dropped.
#[derive(Clone)]
pub struct DecapsulationKey<K: Mechanism> {
    x25519: Secret<[u8; X25519_BYTES]>,
    mechanism: key::DecapsulationKey<K>,
}

/// The stack that is overwritten after an operation of a hybrid, in bytes: what X25519 and the hash
/// use. The operation of the mechanism overwrites its own.
pub(crate) const EXTENT: usize = 12 << 10;

/// Returns the stack that is overwritten where keys are made or loaded: they are moved to their
/// places by copies.
const fn generation_extent<K: Mechanism>() -> usize {
    EXTENT + moves::<(DecapsulationKey<K>, EncapsulationKey<K>)>()
}

/// Generates a key pair: the secret decapsulation key and the public encapsulation key.
///
/// # Panics
///
/// Panics if the generator repeats itself so that no key pair can be made of its bytes: see [random
/// bytes](crate#random-bytes).
///
/// ```
/// use vectru::{hybrid::generate, sntrup761::Sntrup761};
/// let (_, public) = generate::<Sntrup761, _>(&mut vectru::system_rng());
/// assert_eq!(public.as_bytes().len(), 32 + 1158);
/// ```
pub fn generate<K: Mechanism, R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<K>, EncapsulationKey<K>) {
    with_wiped_stack(generation_extent::<K>(), || try_generate(rng).unwrap_or_else(GenerationError::panic))
}

/// Generates a key pair with a generator of random bytes that can fail.
///
/// # Errors
///
/// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so
/// that no key pair can be made of its bytes.
///
/// ```
/// use vectru::{hybrid::try_generate, sntrup761::Sntrup761};
/// let (_, public) = try_generate::<Sntrup761, _>(&mut getrandom::SysRng)?;
/// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
/// ```
#[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
pub fn try_generate<K: Mechanism, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<K>, EncapsulationKey<K>), GenerationError<R::Error>> {
    with_wiped_stack(generation_extent::<K>(), || {
        let x25519 = x25519_pair(rng).map_err(GenerationError::Generator)?;
        Ok(join(x25519, K::try_generate(rng)?))
    })
}

/// Returns the key pair with these parts.
fn join<K: Mechanism>(
    (x25519, public): X25519Pair,
    (decapsulation_key, encapsulation_key): (key::DecapsulationKey<K>, key::EncapsulationKey<K>),
) -> (DecapsulationKey<K>, EncapsulationKey<K>) {
    (DecapsulationKey { x25519, mechanism: decapsulation_key }, EncapsulationKey::new(public, encapsulation_key))
}

/// A secret key of X25519 and its public key.
type X25519Pair = (Secret<[u8; X25519_BYTES]>, [u8; X25519_BYTES]);

/// Returns a new secret key of X25519 and its public key.
pub(crate) fn x25519_pair<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<X25519Pair, R::Error> {
    let mut secret = Secret::new([0; X25519_BYTES]);
    rng.try_fill_bytes(&mut *secret)?;
    let public = x25519_public(&secret);
    Ok((secret, public))
}

/// Returns the public key of a secret key of X25519, by tables of multiples of the base point.
fn x25519_public(secret: &[u8; X25519_BYTES]) -> [u8; X25519_BYTES] {
    PublicKey::from(&StaticSecret::from(*secret)).to_bytes()
}

/// Returns the shared secret of X25519, or an error if it is 0.
pub(crate) fn x25519_shared(
    secret: &[u8; X25519_BYTES],
    public: &[u8; X25519_BYTES],
    error: impl FnOnce(ErrorKind) -> Error,
) -> Result<Secret<[u8; X25519_BYTES]>, Error> {
    let shared = Secret::new(x25519(*secret, *public));
    if bool::from(shared.ct_eq(&[0; X25519_BYTES])) { Err(error(ErrorKind::LowOrder)) } else { Ok(shared) }
}

/// A secret key of X25519, the first part of a hybrid's secret key. It is wiped when dropped.
///
/// With a key of [`dynamic`](crate::dynamic) it is a hybrid of a set that is chosen at run time.
/// [`Set::try_generate_many`] makes key pairs of a mechanism in less time each: a program that
/// keeps some of them in store still gets a new key of X25519 for each use.
///
/// ```
/// use vectru::hybrid::{self, X25519Key, split};
/// use vectru::{Object, Set, sntrup761::Sntrup761};
///
/// let mut rng = vectru::system_rng();
/// let (key, public) = Set::Sntrup761.generate(&mut rng);
/// let Ok(x25519) = X25519Key::try_generate(&mut rng);
/// let share = [&x25519.public_key(), public.as_bytes()].concat();
///
/// let (reply, sent) = hybrid::encapsulate::<Sntrup761, _>(&share, &mut rng)?;
/// let (peer, ciphertext) = split(Set::Sntrup761, Object::Ciphertext, &reply)?;
/// let first = x25519.shared_secret(peer, Set::Sntrup761, Object::Ciphertext)?;
/// let second = key.decapsulate(ciphertext)?;
/// assert_eq!([*first.as_bytes(), *second.as_bytes()].concat(), sent.as_bytes());
/// # Ok::<(), vectru::Error>(())
/// ```
#[derive(Clone)]
pub struct X25519Key(Secret<[u8; X25519_BYTES]>);

impl X25519Key {
    /// Generates a key with a generator of random bytes that can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    pub fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut key = Self(Secret::new([0; X25519_BYTES]));
        rng.try_fill_bytes(&mut *key.0)?;
        Ok(key)
    }

    /// Returns the key with these bytes. Any bytes are a key.
    pub fn from_bytes(bytes: &[u8; X25519_BYTES]) -> Self {
        Self(Secret::new(*bytes))
    }

    /// Returns the bytes, which are secret.
    pub fn as_bytes(&self) -> &[u8; X25519_BYTES] {
        &self.0
    }

    /// Returns the public key.
    pub fn public_key(&self) -> [u8; X25519_BYTES] {
        with_wiped_stack(EXTENT, || x25519_public(&self.0))
    }

    /// Returns the shared secret with a public key, which is the first part of an object of the
    /// hybrid with `set`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::LowOrder`] of the object if the public key is a point of low order.
    pub fn shared_secret(
        &self,
        public_key: &[u8; X25519_BYTES],
        set: Set,
        object: Object,
    ) -> Result<crate::SharedSecret, Error> {
        with_wiped_stack(EXTENT, || {
            let error = |kind| Error { set, object, kind };
            Ok(crate::SharedSecret::new(*x25519_shared(&self.0, public_key, error)?))
        })
    }
}

impl ZeroizeOnDrop for X25519Key {}

/// Nothing secret.
impl fmt::Debug for X25519Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("X25519Key(secret)")
    }
}

/// Returns both parts of an object of the hybrid with `set`: that of X25519, and the bytes of the
/// mechanism.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if `bytes` does not have the length of the object.
pub fn split(set: Set, object: Object, bytes: &[u8]) -> Result<(&[u8; X25519_BYTES], &[u8]), Error> {
    let length = match object {
        Object::PublicKey => set.public_key_bytes(),
        Object::SecretKey => set.secret_key_bytes(),
        Object::Ciphertext => set.ciphertext_bytes(),
        Object::RandomBytes => 0,
    };
    parts_of(bytes, X25519_BYTES + length).map_err(|kind| Error { set, object, kind })
}

/// Splits the bytes of an object of a hybrid, of the given length.
fn parts_of(bytes: &[u8], expected: usize) -> Result<(&[u8; X25519_BYTES], &[u8]), ErrorKind> {
    match bytes.split_first_chunk() {
        Some(parts) if bytes.len() == expected => Ok(parts),
        _ => Err(ErrorKind::Length { expected, found: bytes.len() }),
    }
}

/// Returns a new shared secret and its ciphertext for a public key that is used once: see [keys for
/// one use](crate#keys-for-one-use).
///
/// # Errors
///
/// Returns the error of [`EncapsulationKey::from_bytes`] or of [`EncapsulationKey::encapsulate`].
///
/// ```
/// use vectru::{hybrid::{decapsulate, encapsulate, generate}, sntrup761::Sntrup761};
/// let mut rng = vectru::system_rng();
/// let (secret_key, public_key) = generate::<Sntrup761, _>(&mut rng);
/// let (ciphertext, sent) = encapsulate::<Sntrup761, _>(public_key.as_bytes(), &mut rng)?;
/// assert_eq!(secret_key.decapsulate(&ciphertext)?.as_bytes(), sent.as_bytes());
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn encapsulate<K: Mechanism, R: CryptoRng + ?Sized>(
    public_key: &[u8],
    rng: &mut R,
) -> Result<(Vec<u8>, SharedSecret), Error> {
    with_wiped_stack(EXTENT, || try_encapsulate::<K, R>(public_key, rng).map_err(EncapsulationError::into_key_error))
}

/// Returns a new shared secret and its ciphertext for a public key that is used once. The generator
/// of random bytes can fail.
///
/// # Errors
///
/// Returns the error of the generator or of the key: see [`encapsulate`].
pub fn try_encapsulate<K: Mechanism, R: TryCryptoRng + ?Sized>(
    public_key: &[u8],
    rng: &mut R,
) -> Result<(Vec<u8>, SharedSecret), EncapsulationError<R::Error>> {
    with_wiped_stack(EXTENT, || {
        let error = |kind| Error { set: K::SET, object: Object::PublicKey, kind };
        let key = EncapsulationError::Key;
        let (peer, public_key) = split(K::SET, Object::PublicKey, public_key).map_err(key)?;
        let (secret, public) = x25519_pair(rng).map_err(EncapsulationError::Generator)?;
        let x25519 = x25519_shared(&secret, peer, error);
        // An error of the mechanism's key comes first, as it does where keys are loaded.
        let (ciphertext, shared) = K::try_encapsulate_once(public_key, rng)?;
        let x25519 = x25519.map_err(key)?;
        Ok(([&public, ciphertext.as_bytes()].concat(), SharedSecret::join(&x25519, &shared)))
    })
}

/// Returns the shared secret of a ciphertext for a secret key that is used once: see [keys for one
/// use](crate#keys-for-one-use).
///
/// # Errors
///
/// Returns the error of [`DecapsulationKey::from_bytes`] or of [`DecapsulationKey::decapsulate`].
///
/// ```
/// use vectru::{hybrid::{decapsulate, generate}, sntrup761::Sntrup761};
/// let mut rng = vectru::system_rng();
/// let (secret_key, public_key) = generate::<Sntrup761, _>(&mut rng);
/// let (ciphertext, sent) = public_key.encapsulate(&mut rng)?;
/// let received = decapsulate::<Sntrup761>(&secret_key.to_bytes(), &ciphertext)?;
/// assert_eq!(received.as_bytes(), sent.as_bytes());
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn decapsulate<K: Mechanism>(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, Error> {
    with_wiped_stack(EXTENT, || {
        let (secret, secret_key) = split(K::SET, Object::SecretKey, secret_key)?;
        let error = |kind| Error { set: K::SET, object: Object::Ciphertext, kind };
        let (peer, ciphertext) = split(K::SET, Object::Ciphertext, ciphertext)?;
        // An error of the mechanism's key comes first, as it does where keys are loaded.
        let mechanism = K::decapsulate_once(secret_key, ciphertext)?;
        Ok(SharedSecret::join(&*x25519_shared(secret, peer, error)?, &mechanism))
    })
}

impl<K: Mechanism> EncapsulationKey<K> {
    /// Returns the key with these parts.
    fn new(x25519: [u8; X25519_BYTES], mechanism: key::EncapsulationKey<K>) -> Self {
        Self { bytes: [&x25519, mechanism.as_bytes()].concat(), x25519, mechanism }
    }

    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` has another length, or its second part is not a public key of
    /// the mechanism.
    ///
    /// ```
    /// use vectru::{hybrid::EncapsulationKey, sntrup761::Sntrup761};
    /// assert!(EncapsulationKey::<Sntrup761>::from_bytes(&[0; 1189]).is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (x25519, mechanism) = split(K::SET, Object::PublicKey, bytes)?;
        Ok(Self::new(*x25519, key::EncapsulationKey::from_bytes(mechanism)?))
    }

    /// Returns the bytes.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (_, key) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes().len(), 1190);
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns a new shared secret and its ciphertext.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::LowOrder`](crate::ErrorKind::LowOrder) if the X25519 part of the key is
    /// a point of low order, with which every secret key has the shared secret 0.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (_, key) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// let (ciphertext, secret) = key.encapsulate(&mut vectru::system_rng())?;
    /// assert_eq!(ciphertext.len(), 32 + 1039);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<(Vec<u8>, SharedSecret), Error> {
        with_wiped_stack(EXTENT, || self.try_encapsulate(rng).map_err(EncapsulationError::into_key_error))
    }

    /// Returns a new shared secret and its ciphertext. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator or of the key: see [`encapsulate`](Self::encapsulate).
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (_, key) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// assert!(key.try_encapsulate(&mut getrandom::SysRng).is_ok());
    /// ```
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<(Vec<u8>, SharedSecret), EncapsulationError<R::Error>> {
        with_wiped_stack(EXTENT, || {
            let error = |kind| Error { set: K::SET, object: Object::PublicKey, kind };
            let (secret, public) = x25519_pair(rng).map_err(EncapsulationError::Generator)?;
            let x25519 = x25519_shared(&secret, &self.x25519, error).map_err(EncapsulationError::Key)?;
            let (ciphertext, shared) = self.mechanism.try_encapsulate(rng).map_err(EncapsulationError::Generator)?;
            Ok(([&public, ciphertext.as_bytes()].concat(), SharedSecret::join(&x25519, &shared)))
        })
    }
}

/// Shows the name of the set and the first bytes.
impl<K: Mechanism> fmt::Debug for EncapsulationKey<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey(x25519, {}, ", K::SET)?;
        self.bytes.iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}

impl<K: Mechanism> PartialEq for EncapsulationKey<K> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<K: Mechanism> Eq for EncapsulationKey<K> {}

impl<K: Mechanism> DecapsulationKey<K> {
    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` has another length, or its second part is not a secret key of
    /// the mechanism.
    ///
    /// ```
    /// use vectru::{hybrid::DecapsulationKey, sntrup761::Sntrup761};
    /// assert!(DecapsulationKey::<Sntrup761>::from_bytes(&[0; 32 + 1763]).is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        with_wiped_stack(generation_extent::<K>(), || {
            let (x25519, mechanism) = split(K::SET, Object::SecretKey, bytes)?;
            Ok(Self { x25519: Secret::new(*x25519), mechanism: key::DecapsulationKey::from_bytes(mechanism)? })
        })
    }

    /// Returns a copy of the bytes, which are secret. The caller should wipe it.
    ///
    /// ```
    /// use vectru::{hybrid::{DecapsulationKey, generate}, sntrup761::Sntrup761};
    /// let (key, _) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// assert!(DecapsulationKey::<Sntrup761>::from_bytes(&key.to_bytes()).is_ok());
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.x25519[..], self.mechanism.as_bytes()].concat()
    }

    /// Returns the encapsulation key.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (key, public) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// assert_eq!(key.to_encapsulation_key(), public);
    /// ```
    pub fn to_encapsulation_key(&self) -> EncapsulationKey<K> {
        EncapsulationKey::new(x25519_public(&self.x25519), self.mechanism.to_encapsulation_key())
    }

    /// Returns the shared secret of X25519 alone with a peer's public key, for a peer that does not
    /// know the hybrid and uses the first part of the encapsulation key.
    ///
    /// # Errors
    ///
    /// Returns an error if `public_key` is not [`X25519_BYTES`] long, or a point of low order.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (key, public) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// let (other, other_public) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// let secrets = [
    ///     key.x25519_shared_secret(&other_public.as_bytes()[..32])?,
    ///     other.x25519_shared_secret(&public.as_bytes()[..32])?,
    /// ];
    /// assert_eq!(secrets[0], secrets[1]);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn x25519_shared_secret(&self, public_key: &[u8]) -> Result<crate::SharedSecret, Error> {
        with_wiped_stack(EXTENT, || {
            let error = |kind| Error { set: K::SET, object: Object::PublicKey, kind };
            let (peer, _) = parts_of(public_key, X25519_BYTES).map_err(error)?;
            Ok(crate::SharedSecret::new(*x25519_shared(&self.x25519, peer, error)?))
        })
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// A ciphertext that no encapsulation made has a shared secret that the sender cannot know.
    ///
    /// # Errors
    ///
    /// Returns an error if `ciphertext` has another length, or its X25519 part is a point of low
    /// order.
    ///
    /// ```
    /// use vectru::{hybrid::generate, sntrup761::Sntrup761};
    /// let (key, _) = generate::<Sntrup761, _>(&mut vectru::system_rng());
    /// assert!(key.decapsulate(&[9; 32 + 1039]).is_ok());
    /// assert!(key.decapsulate(&[0; 32 + 1039]).is_err()); // 0 has low order.
    /// ```
    pub fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
        with_wiped_stack(EXTENT, || {
            let error = |kind| Error { set: K::SET, object: Object::Ciphertext, kind };
            let (peer, ciphertext) = split(K::SET, Object::Ciphertext, ciphertext)?;
            let x25519 = x25519_shared(&self.x25519, peer, error)?;
            let mechanism = self.mechanism.decapsulate(&Ciphertext::from_bytes(ciphertext)?);
            Ok(SharedSecret::join(&x25519, &mechanism))
        })
    }
}

/// Shows the name of the set, and nothing secret.
impl<K: Mechanism> fmt::Debug for DecapsulationKey<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey(x25519, {}, secret)", K::SET)
    }
}
