//! The algorithms of the provider: every parameter set alone, and the hybrids with X25519. Behind
//! the traits of this module they are all alike.

use core::ffi::c_int;
use std::sync::Arc;

use vectru::hybrid::{self, GROUPS, Group, X25519_BYTES};
use vectru::{Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism, Set};
use zeroize::Zeroizing;

use crate::failure::Failure;
use crate::pool::Pool;
use crate::random::generator;

/// Secret bytes, which are wiped when they are dropped.
pub(crate) type Bytes = Zeroizing<Vec<u8>>;

/// A key pair: the public key, which encapsulates, and the secret one, which decapsulates.
pub(crate) type Pair = (Arc<dyn PublicKey>, Arc<dyn SecretKey>);

/// An algorithm. Its key pairs come from a pool of its own.
pub(crate) trait Algorithm: Send + Sync {
    /// Returns the name by which OpenSSL finds the algorithm.
    fn name(&self) -> &'static str;

    /// Returns the parameter set.
    fn set(&self) -> Set;

    /// Returns the TLS group, if the algorithm is one.
    fn group(&self) -> Option<&'static Group>;

    /// Generates a key pair.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes.
    fn generate(&self) -> Result<Pair, Failure>;

    /// Returns the public key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    fn public_key(&self, bytes: &[u8]) -> Result<Arc<dyn PublicKey>, Failure>;

    /// Returns the key pair of the secret key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a secret key.
    fn pair(&self, bytes: &[u8]) -> Result<Pair, Failure>;

    /// Wipes the pool.
    fn clear_pool(&self);

    /// Returns the number of bytes that X25519 adds to a public key and to a ciphertext.
    fn added_bytes(&self) -> usize {
        if self.group().is_some() { X25519_BYTES } else { 0 }
    }

    /// Returns the length of a public key, in bytes.
    fn public_key_bytes(&self) -> usize {
        self.added_bytes() + self.set().public_key_bytes()
    }

    /// Returns the length of a ciphertext, in bytes.
    fn ciphertext_bytes(&self) -> usize {
        self.added_bytes() + self.set().ciphertext_bytes()
    }

    /// Returns the length of a shared secret, in bytes.
    fn shared_secret_bytes(&self) -> usize {
        self.added_bytes() + self.set().shared_secret_bytes()
    }

    /// Returns the strength in bits that OpenSSL compares with its security level.
    ///
    /// It is that of the category which the submission claims: 128 for the categories 1 and 2, 192
    /// for 3 and 4, 256 for 5. A hybrid counts as X25519 alone does, which is 128.
    fn security_bits(&self) -> c_int {
        match self.set().category() {
            _ if self.group().is_some() => 128,
            1 | 2 => 128,
            3 | 4 => 192,
            _ => 256,
        }
    }
}

/// A public key.
pub(crate) trait PublicKey: Send + Sync {
    /// Returns the bytes.
    fn as_bytes(&self) -> &[u8];

    /// Returns a new ciphertext and its shared secret, in the lengths of the algorithm.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes or the key cannot be used.
    fn encapsulate(&self) -> Result<(Vec<u8>, Bytes), Failure>;
}

/// A secret key. It is wiped when dropped.
pub(crate) trait SecretKey: Send + Sync {
    /// Returns a copy of the bytes.
    fn to_bytes(&self) -> Bytes;

    /// Returns the shared secret of a ciphertext.
    ///
    /// # Errors
    ///
    /// Returns an error if `ciphertext` has another length or, in a hybrid, its X25519 part has low
    /// order.
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Bytes, Failure>;
}

/// The part of an algorithm that its type alone determines.
pub(crate) trait Named: Algorithm + Sized + 'static {
    /// Returns the name of the algorithm.
    fn known_name() -> &'static str;

    /// Returns the algorithm with a pool that makes `pool` key pairs at a time.
    fn new(pool: usize) -> Self;
}

/// A parameter set alone.
pub(crate) struct Plain<K: Mechanism> {
    pool: Pool<K>,
}

impl<K: Mechanism> Named for Plain<K> {
    fn known_name() -> &'static str {
        K::SET.name()
    }

    fn new(pool: usize) -> Self {
        Self { pool: Pool::new(pool) }
    }
}

impl<K: Mechanism> Algorithm for Plain<K> {
    fn name(&self) -> &'static str {
        Self::known_name()
    }

    fn set(&self) -> Set {
        K::SET
    }

    fn group(&self) -> Option<&'static Group> {
        None
    }

    fn generate(&self) -> Result<Pair, Failure> {
        let (secret, public) = self.pool.take()?;
        Ok((Arc::new(PlainPublic::<K>(public)), Arc::new(PlainSecret::<K>(secret))))
    }

    fn public_key(&self, bytes: &[u8]) -> Result<Arc<dyn PublicKey>, Failure> {
        Ok(Arc::new(PlainPublic::<K>(EncapsulationKey::<K>::from_bytes(bytes)?)))
    }

    fn pair(&self, bytes: &[u8]) -> Result<Pair, Failure> {
        let secret = DecapsulationKey::<K>::from_bytes(bytes)?;
        let public = secret.to_encapsulation_key();
        Ok((Arc::new(PlainPublic::<K>(public)), Arc::new(PlainSecret::<K>(secret))))
    }

    fn clear_pool(&self) {
        self.pool.clear();
    }
}

struct PlainPublic<K: Mechanism>(EncapsulationKey<K>);

impl<K: Mechanism> PublicKey for PlainPublic<K> {
    fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn encapsulate(&self) -> Result<(Vec<u8>, Bytes), Failure> {
        let (ciphertext, secret) = self.0.encapsulate(&mut generator()?);
        Ok((ciphertext.as_bytes().to_vec(), Zeroizing::new(secret.as_bytes().to_vec())))
    }
}

struct PlainSecret<K: Mechanism>(DecapsulationKey<K>);

impl<K: Mechanism> SecretKey for PlainSecret<K> {
    fn to_bytes(&self) -> Bytes {
        Zeroizing::new(self.0.as_bytes().to_vec())
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Bytes, Failure> {
        let secret = self.0.decapsulate(&Ciphertext::from_bytes(ciphertext)?);
        Ok(Zeroizing::new(secret.as_bytes().to_vec()))
    }
}

/// A hybrid of X25519 and a parameter set. The pool keeps key pairs of the mechanism alone: X25519
/// has a new key for each key pair.
pub(crate) struct Hybrid<K: Mechanism> {
    pool: Pool<K>,
}

impl<K: Mechanism> Hybrid<K> {
    /// Returns the group of the parameter set. There is none for most sets.
    fn known_group() -> Option<&'static Group> {
        GROUPS.iter().find(|group| group.set == K::SET)
    }
}

impl<K: Mechanism> Named for Hybrid<K> {
    fn known_name() -> &'static str {
        Self::known_group().map_or("", |group| group.name)
    }

    fn new(pool: usize) -> Self {
        Self { pool: Pool::new(pool) }
    }
}

impl<K: Mechanism> Algorithm for Hybrid<K> {
    fn name(&self) -> &'static str {
        Self::known_name()
    }

    fn set(&self) -> Set {
        K::SET
    }

    fn group(&self) -> Option<&'static Group> {
        Self::known_group()
    }

    fn generate(&self) -> Result<Pair, Failure> {
        let Ok((secret, public)) = hybrid::try_extend::<K, _>(self.pool.take()?, &mut generator()?);
        Ok((Arc::new(public), Arc::new(secret)))
    }

    fn public_key(&self, bytes: &[u8]) -> Result<Arc<dyn PublicKey>, Failure> {
        Ok(Arc::new(hybrid::EncapsulationKey::<K>::from_bytes(bytes)?))
    }

    fn pair(&self, bytes: &[u8]) -> Result<Pair, Failure> {
        let secret = hybrid::DecapsulationKey::<K>::from_bytes(bytes)?;
        Ok((Arc::new(secret.to_encapsulation_key()), Arc::new(secret)))
    }

    fn clear_pool(&self) {
        self.pool.clear();
    }
}

impl<K: Mechanism> PublicKey for hybrid::EncapsulationKey<K> {
    fn as_bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn encapsulate(&self) -> Result<(Vec<u8>, Bytes), Failure> {
        let (ciphertext, secret) = self.encapsulate(&mut generator()?)?;
        Ok((ciphertext, Zeroizing::new(secret.as_bytes().to_vec())))
    }
}

impl<K: Mechanism> SecretKey for hybrid::DecapsulationKey<K> {
    fn to_bytes(&self) -> Bytes {
        Zeroizing::new(self.to_bytes())
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Bytes, Failure> {
        Ok(Zeroizing::new(self.decapsulate(ciphertext)?.as_bytes().to_vec()))
    }
}
