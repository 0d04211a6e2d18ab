//! The algorithms of the provider: every parameter set alone, and the hybrids with X25519. A key of
//! a hybrid is one of X25519 beside one of the set.

use core::ffi::c_int;
use std::sync::Arc;

use vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use vectru::hybrid::{self, Group, X25519_BYTES, X25519Key};
use vectru::stack::{moves, with_wiped_stack};
use vectru::{Object, Set, SharedSecret};
use zeroize::Zeroizing;

use crate::failure::Failure;
use crate::pool::{Pool, Settings};
use crate::random::generator;

/// Secret bytes, which are wiped when they are dropped.
pub(crate) type Bytes = Zeroizing<Vec<u8>>;

/// A key pair: the public key, which encapsulates, and the secret one, which decapsulates.
pub(crate) type Pair = (PublicKey, SecretKey);

/// An algorithm. Its key pairs come from a pool of its own, which keeps key pairs of the set alone:
/// X25519 has a new key for each key pair.
pub(crate) struct Algorithm {
    /// The parameter set.
    pub(crate) set: Set,
    /// The TLS group, if the algorithm is one: a hybrid.
    pub(crate) group: Option<&'static Group>,
    pool: Pool,
}

impl Algorithm {
    /// Returns the algorithm with a pool of these settings.
    pub(crate) const fn new(set: Set, group: Option<&'static Group>, pool: Settings) -> Self {
        Self { set, group, pool: Pool::new(set, pool) }
    }

    /// Returns the name by which OpenSSL finds the algorithm.
    pub(crate) fn name(&self) -> &'static str {
        self.group.map_or(self.set.name(), |group| group.name)
    }

    /// Generates a key pair.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes.
    pub(crate) fn generate(&self) -> Result<Pair, Failure> {
        with_wiped_stack(moves::<Pair>(), || {
            let (secret, public) = self.pool.take()?;
            let x25519 = match self.group {
                Some(_) => {
                    let Ok(key) = X25519Key::try_generate(&mut generator()?);
                    Some(key)
                }
                None => None,
            };
            Ok(pair_of(x25519, public, secret))
        })
    }

    /// Returns the public key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    pub(crate) fn public_key(&self, bytes: &[u8]) -> Result<PublicKey, Failure> {
        let (x25519, mechanism) = self.parts(Object::PublicKey, bytes)?;
        Ok(PublicKey::new(x25519, self.set.encapsulation_key(mechanism)?))
    }

    /// Returns the key pair of the secret key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a secret key.
    pub(crate) fn pair(&self, bytes: &[u8]) -> Result<Pair, Failure> {
        with_wiped_stack(moves::<Pair>(), || {
            let (x25519, mechanism) = self.parts(Object::SecretKey, bytes)?;
            let secret = self.set.decapsulation_key(mechanism)?;
            Ok(pair_of(x25519.map(X25519Key::from_bytes), secret.to_encapsulation_key(), secret))
        })
    }

    /// Returns the part of X25519, in a hybrid, and that of the set.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` has another length than the object of a hybrid.
    fn parts<'a>(
        &self,
        object: Object,
        bytes: &'a [u8],
    ) -> Result<(Option<&'a [u8; X25519_BYTES]>, &'a [u8]), Failure> {
        if self.group.is_none() {
            return Ok((None, bytes));
        }
        let (x25519, mechanism) = hybrid::split(self.set, object, bytes)?;
        Ok((Some(x25519), mechanism))
    }

    /// Returns the pool.
    pub(crate) const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns the number of bytes that X25519 adds to a public key and to a ciphertext.
    fn added_bytes(&self) -> usize {
        if self.group.is_some() { X25519_BYTES } else { 0 }
    }

    /// Returns the length of a public key, in bytes.
    pub(crate) fn public_key_bytes(&self) -> usize {
        self.added_bytes() + self.set.public_key_bytes()
    }

    /// Returns the length of a ciphertext, in bytes.
    pub(crate) fn ciphertext_bytes(&self) -> usize {
        self.added_bytes() + self.set.ciphertext_bytes()
    }

    /// Returns the length of a shared secret, in bytes.
    pub(crate) fn shared_secret_bytes(&self) -> usize {
        self.added_bytes() + self.set.shared_secret_bytes()
    }

    /// Returns the strength in bits that OpenSSL compares with its security level.
    ///
    /// It is that of the category which the submission claims: 128 for the categories 1 and 2, 192
    /// for 3 and 4, 256 for 5. A hybrid counts as X25519 alone does, which is 128.
    pub(crate) fn security_bits(&self) -> c_int {
        match self.set.category() {
            _ if self.group.is_some() => 128,
            1 | 2 => 128,
            3 | 4 => 192,
            _ => 256,
        }
    }
}

/// Returns the key pair with these parts.
fn pair_of(x25519: Option<X25519Key>, public: EncapsulationKey, secret: DecapsulationKey) -> Pair {
    let first = x25519.as_ref().map(X25519Key::public_key);
    (PublicKey::new(first.as_ref(), public), SecretKey { x25519: x25519.map(Arc::new), mechanism: secret })
}

/// A public key. Copies share it.
#[derive(Clone)]
pub(crate) struct PublicKey {
    /// The bytes of both parts, in a hybrid.
    joined: Option<Arc<[u8]>>,
    mechanism: EncapsulationKey,
}

impl PublicKey {
    /// Returns the key with these parts.
    fn new(x25519: Option<&[u8; X25519_BYTES]>, mechanism: EncapsulationKey) -> Self {
        Self { joined: x25519.map(|x25519| [x25519, mechanism.as_bytes()].concat().into()), mechanism }
    }

    /// Returns the bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.joined.as_deref().unwrap_or(self.mechanism.as_bytes())
    }

    /// Returns a new ciphertext and its shared secret, in the lengths of the algorithm.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes or the key cannot be used.
    pub(crate) fn encapsulate(&self) -> Result<(Vec<u8>, Bytes), Failure> {
        with_wiped_stack(moves::<SharedSecret>(), || {
            let (mut rng, set) = (generator()?, self.mechanism.set());
            let (mut first, mut first_secret) = (Vec::new(), Bytes::default());
            if let Some(joined) = &self.joined {
                let (peer, _) = hybrid::split(set, Object::PublicKey, joined)?;
                let Ok(key) = X25519Key::try_generate(&mut rng);
                first_secret.extend_from_slice(key.shared_secret(peer, set, Object::PublicKey)?.as_bytes());
                first.extend_from_slice(&key.public_key());
            }
            let (ciphertext, secret) = self.mechanism.encapsulate(&mut rng);
            Ok(([first, ciphertext].concat(), Zeroizing::new([&first_secret, &secret.as_bytes()[..]].concat())))
        })
    }
}

/// A secret key. Copies share it, and it is wiped when the last one is dropped.
#[derive(Clone)]
pub(crate) struct SecretKey {
    /// The key of X25519, in a hybrid.
    x25519: Option<Arc<X25519Key>>,
    mechanism: DecapsulationKey,
}

impl SecretKey {
    /// Returns a copy of the bytes.
    pub(crate) fn to_bytes(&self) -> Bytes {
        let first = self.x25519.as_ref().map_or(&[][..], |x25519| x25519.as_bytes());
        Zeroizing::new([first, self.mechanism.as_bytes()].concat())
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// # Errors
    ///
    /// Returns an error if `ciphertext` has another length or, in a hybrid, its X25519 part has low
    /// order.
    pub(crate) fn decapsulate(&self, mut ciphertext: &[u8]) -> Result<Bytes, Failure> {
        with_wiped_stack(moves::<SharedSecret>(), || {
            let (mut first_secret, set) = (Bytes::default(), self.mechanism.set());
            if let Some(key) = &self.x25519 {
                let (peer, rest) = hybrid::split(set, Object::Ciphertext, ciphertext)?;
                first_secret.extend_from_slice(key.shared_secret(peer, set, Object::Ciphertext)?.as_bytes());
                ciphertext = rest;
            }
            let secret = self.mechanism.decapsulate(ciphertext)?;
            Ok(Zeroizing::new([&first_secret, &secret.as_bytes()[..]].concat()))
        })
    }
}
