//! Keys as OpenSSL handles them: an object of one algorithm that is empty at first and gets a public
//! key, or a key pair.

use core::ffi::CStr;
use std::sync::Arc;

use crate::algorithm::{Algorithm, Bytes, Pair, PublicKey, SecretKey};
use crate::failure::Failure;
use crate::provider::Provider;

/// `OSSL_PKEY_PARAM_PUB_KEY`: the bytes of the public key.
pub(crate) const PUBLIC_KEY: &CStr = c"pub";
/// `OSSL_PKEY_PARAM_PRIV_KEY`: the bytes of the secret key.
pub(crate) const PRIVATE_KEY: &CStr = c"priv";
/// `OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY`: the bytes of the public key, as TLS sends them.
pub(crate) const ENCODED_PUBLIC_KEY: &CStr = c"encoded-pub-key";
/// `OSSL_PKEY_PARAM_GROUP_NAME`: the name of the algorithm, as TLS sets it.
pub(crate) const GROUP: &CStr = c"group";

/// A key. Copies share its parts.
#[derive(Clone)]
pub(crate) struct Key {
    provider: Arc<Provider>,
    algorithm: Arc<dyn Algorithm>,
    public: Option<Arc<dyn PublicKey>>,
    secret: Option<Arc<dyn SecretKey>>,
}

impl Key {
    /// Returns a key without parts.
    pub(crate) fn empty(provider: &Arc<Provider>, algorithm: &Arc<dyn Algorithm>) -> Self {
        Self { provider: Arc::clone(provider), algorithm: Arc::clone(algorithm), public: None, secret: None }
    }

    /// Returns a new key pair.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes.
    pub(crate) fn generate(provider: &Arc<Provider>, algorithm: &Arc<dyn Algorithm>) -> Result<Self, Failure> {
        let (public, secret) = algorithm.generate()?;
        Ok(Self { public: Some(public), secret: Some(secret), ..Self::empty(provider, algorithm) })
    }

    /// Returns the provider that made the key.
    pub(crate) fn provider(&self) -> &Arc<Provider> {
        &self.provider
    }

    /// Returns the algorithm.
    pub(crate) fn algorithm(&self) -> &dyn Algorithm {
        &*self.algorithm
    }

    /// Returns the public key.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::MissingKey`] if there is none.
    pub(crate) fn public(&self) -> Result<&Arc<dyn PublicKey>, Failure> {
        self.public.as_ref().ok_or(Failure::MissingKey)
    }

    /// Returns the secret key.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::MissingKey`] if there is none.
    pub(crate) fn secret(&self) -> Result<&Arc<dyn SecretKey>, Failure> {
        self.secret.as_ref().ok_or(Failure::MissingKey)
    }

    /// Returns the bytes of the secret key, if there is one.
    pub(crate) fn secret_bytes(&self) -> Option<Bytes> {
        self.secret.as_ref().map(|secret| secret.to_bytes())
    }

    /// Returns true if the key has the parts that are asked for.
    pub(crate) fn has(&self, public: bool, secret: bool) -> bool {
        (!public || self.public.is_some()) && (!secret || self.secret.is_some())
    }

    /// Makes this the public key with these bytes, without a secret part.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key. The key is as it was then.
    pub(crate) fn set_public(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.public = Some(self.algorithm.public_key(bytes)?);
        self.secret = None;
        Ok(())
    }

    /// Makes this the key with these parts. A secret key without its public one gets it.
    ///
    /// # Errors
    ///
    /// Returns an error if neither is there, if the bytes are not a key, or if the two do not
    /// belong together. The key is as it was then.
    pub(crate) fn set_parts(&mut self, public: Option<&[u8]>, secret: Option<&[u8]>) -> Result<(), Failure> {
        match (public, secret) {
            (None, None) => Err(Failure::MissingKey),
            (Some(public), None) => self.set_public(public),
            (public, Some(secret)) => {
                let pair = self.algorithm.pair(secret)?;
                if public.is_some_and(|public| public != pair.0.as_bytes()) {
                    return Err(Failure::NoPair);
                }
                self.set_pair(pair);
                Ok(())
            }
        }
    }

    fn set_pair(&mut self, (public, secret): Pair) {
        self.public = Some(public);
        self.secret = Some(secret);
    }

    /// Returns a copy that has only the parts that are asked for.
    pub(crate) fn part(&self, public: bool, secret: bool) -> Self {
        let mut copy = self.clone();
        if !public {
            copy.public = None;
        }
        if !secret {
            copy.secret = None;
        }
        copy
    }

    /// Returns true if both are keys of one algorithm and, if `keys` is set, have the same public
    /// key, to which no two secret keys belong.
    pub(crate) fn matches(&self, other: &Self, keys: bool) -> bool {
        let same = || match (&self.public, &other.public) {
            (Some(one), Some(other)) => one.as_bytes() == other.as_bytes(),
            _ => false,
        };
        self.algorithm.name() == other.algorithm.name() && (!keys || same())
    }

    /// Checks that the secret key opens what the public key seals.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::NoPair`] if it does not, and the errors of both operations.
    pub(crate) fn check_pair(&self) -> Result<(), Failure> {
        let (ciphertext, sent) = self.public()?.encapsulate()?;
        let received = self.secret()?.decapsulate(&ciphertext)?;
        // The secret is of no use beyond this function, which may take any time.
        if sent == received { Ok(()) } else { Err(Failure::NoPair) }
    }
}
