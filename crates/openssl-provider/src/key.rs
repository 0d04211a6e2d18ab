//! Keys as OpenSSL handles them: an object of one algorithm that is empty at first and gets a
//! public key, or a key pair.

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
    algorithm: Arc<Algorithm>,
    public: Option<PublicKey>,
    secret: Option<SecretKey>,
}

impl Key {
    /// Returns a key without parts.
    pub(crate) fn empty(provider: &Arc<Provider>, algorithm: &Arc<Algorithm>) -> Self {
        Self { provider: Arc::clone(provider), algorithm: Arc::clone(algorithm), public: None, secret: None }
    }

    /// Returns a new key pair.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no random bytes.
    pub(crate) fn generate(provider: &Arc<Provider>, algorithm: &Arc<Algorithm>) -> Result<Self, Failure> {
        let (public, secret) = algorithm.generate()?;
        Ok(Self { public: Some(public), secret: Some(secret), ..Self::empty(provider, algorithm) })
    }

    /// Returns the provider that made the key.
    pub(crate) fn provider(&self) -> &Arc<Provider> {
        &self.provider
    }

    /// Returns the algorithm.
    pub(crate) fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// Returns the public key.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::MissingKey`] if there is none.
    pub(crate) fn public(&self) -> Result<&PublicKey, Failure> {
        self.public.as_ref().ok_or(Failure::MissingKey)
    }

    /// Returns the secret key.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::MissingKey`] if there is none.
    pub(crate) fn secret(&self) -> Result<&SecretKey, Failure> {
        self.secret.as_ref().ok_or(Failure::MissingKey)
    }

    /// Returns the bytes of the secret key, if there is one.
    pub(crate) fn secret_bytes(&self) -> Option<Bytes> {
        self.secret.as_ref().map(SecretKey::to_bytes)
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

#[cfg(all(test, feature = "sntrup761"))]
mod tests {
    use vectru::Set;

    use super::*;
    use crate::ffi::core::Core;

    fn provider() -> Arc<Provider> {
        Arc::new(Provider::new(Core::NONE).map_err(|(_, failure)| failure).expect("no settings"))
    }

    fn new(provider: &Arc<Provider>, is_hybrid: bool) -> Key {
        Key::generate(provider, provider.algorithm(Set::Sntrup761, is_hybrid).expect("a known algorithm"))
            .expect("random bytes")
    }

    #[test]
    fn parts_make_a_key() {
        let provider = provider();
        for is_hybrid in [false, true] {
            let [pair, stranger] = [(); 2].map(|()| new(&provider, is_hybrid));
            let public = pair.public().expect("a key pair").as_bytes();
            let secret = pair.secret_bytes().expect("a key pair");
            let mut key =
                Key::empty(&provider, provider.algorithm(Set::Sntrup761, is_hybrid).expect("a known algorithm"));
            assert!(key.has(false, false) && !key.has(true, false) && !key.has(false, true));
            assert!(!key.matches(&pair, true) && key.matches(&pair, false));
            key.set_parts(None, Some(&secret)).expect("a secret key");
            assert!(key.has(true, true) && key.matches(&pair, true));
            key.check_pair().expect("a key pair");

            // Calls that fail leave the key as it was.
            let other = stranger.public().expect("a key pair").as_bytes();
            assert!(matches!(key.set_parts(Some(other), Some(&secret)), Err(Failure::NoPair)));
            assert!(matches!(key.set_parts(None, None), Err(Failure::MissingKey)));
            assert!(matches!(key.set_public(&public[1..]), Err(Failure::Bytes(_))));
            assert!(key.has(true, true) && key.matches(&pair, true));

            // A public key of a peer takes the place of the whole key.
            key.set_public(other).expect("a public key");
            assert!(key.has(true, false) && !key.has(false, true) && key.matches(&stranger, true));
            assert!(matches!(key.check_pair(), Err(Failure::MissingKey)));
        }
    }

    #[test]
    fn keys_of_different_algorithms_and_pairs_differ() {
        let provider = provider();
        let [plain, hybrid] = [false, true].map(|is_hybrid| new(&provider, is_hybrid));
        assert!(!plain.matches(&hybrid, false) && !plain.matches(&new(&provider, false), true));
        let mixed = Key { secret: new(&provider, false).secret, ..plain.clone() };
        assert!(matches!(mixed.check_pair(), Err(Failure::NoPair)));
        let part = plain.part(true, false);
        assert!(part.has(true, false) && !part.has(false, true) && part.matches(&plain, true));
    }
}
