//! vectru as an implementation of its mechanisms, on the backend that the process has at the time.

use std::marker::PhantomData;

use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{Mechanism, SharedSecret};
use vectru_polymul::dispatch::{self, Backend};

use super::generator::{Generator, RngSource};
use super::implementation::{Error, Implementation, Jobs, jobs};

/// The jobs of the set that is visited.
pub(super) struct Work {
    /// Where they run. Without it on this CPU, there are none.
    pub(super) backend: Backend,
    /// Where their random bytes come from.
    pub(super) rng: RngSource,
}

impl Visitor for Work {
    type Output = Result<Jobs, Error>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        let before = dispatch::backend();
        if dispatch::force(Some(self.backend)).is_err() {
            return Ok(Vec::new());
        }
        // Jobs of vectru alone, such as those of a batch (`keygen-batch-32`), are appended here.
        let jobs = jobs::<Vectru<M>>(self.rng);
        // It was available a moment ago.
        let _ = dispatch::force(Some(before));
        jobs
    }
}

/// A set of vectru.
struct Vectru<M>(PhantomData<M>);

/// What its own bytes are.
const OWN: &str = "vectru reads what it has written";

impl<M: Mechanism> Implementation for Vectru<M> {
    const NAME: &'static str = super::OURS;
    const SET: &'static str = M::SET.name();

    type KeyPair = (M::DecapsulationKey, M::EncapsulationKey);
    type PublicKey = M::EncapsulationKey;
    type SecretKey = M::DecapsulationKey;
    type Capsule = (Ciphertext<M>, SharedSecret);
    type Ciphertext = Ciphertext<M>;
    type SharedSecret = SharedSecret;

    fn path() -> &'static str {
        dispatch::backend().name()
    }

    fn generate(rng: &mut Generator) -> Self::KeyPair {
        M::generate(rng)
    }

    fn key_bytes((secret_key, public_key): &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
        (M::public_key_bytes(public_key).to_vec(), M::secret_key_bytes(secret_key).to_vec())
    }

    fn public_key(bytes: &[u8]) -> Self::PublicKey {
        M::encapsulation_key(bytes).expect(OWN)
    }

    fn secret_key(bytes: &[u8]) -> Self::SecretKey {
        M::decapsulation_key(bytes).expect(OWN)
    }

    fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
        Ciphertext::from_bytes(bytes).expect(OWN)
    }

    fn encapsulate(key: &Self::PublicKey, rng: &mut Generator) -> Self::Capsule {
        M::encapsulate(key, rng)
    }

    fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
        (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
    }

    fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        M::decapsulate(key, ciphertext)
    }

    fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
        secret.as_bytes().to_vec()
    }
}
