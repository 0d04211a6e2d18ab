//! vectru as an implementation of its mechanisms, on the backend that the process has at the time.

use std::hint::black_box;
use std::marker::PhantomData;

use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{Mechanism, SharedSecret};
use vectru_polymul::dispatch::{self, Backend};

use super::generator::{Generator, RngSource};
use super::implementation::{Error, Implementation, Jobs, Label, Subject, jobs, label, timed};
use crate::measure::{Alone, Job};

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
        let _alone = Alone::wait();
        if dispatch::force(Some(self.backend)).is_err() {
            return Ok(Vec::new());
        }
        let mut jobs = jobs::<Vectru<M>>(self.rng)?;
        jobs.extend(batches::<M>(self.rng)?);
        Ok(jobs)
    }
}

/// The number of keys or ciphertexts of a batch.
const BATCH: usize = 32;

/// The jobs of batches, of which peers have none. Their times are those of one key or ciphertext.
fn batches<M: Mechanism>(source: RngSource) -> Result<Jobs, Error> {
    fn per_item<M: Mechanism, T>(
        operation: &'static str,
        source: RngSource,
        mut work: impl FnMut() -> T + 'static,
    ) -> Job<'static, Label> {
        timed(label::<Vectru<M>>(operation, source, Subject::Operation), move |stopwatch| {
            let (result, time) = stopwatch.time(&mut work);
            black_box(result);
            time / BATCH as u64
        })
    }

    let mut rng = source.generator()?;
    let pairs = M::generate_many(&mut rng, BATCH);
    let capsules = M::encapsulate_many(pairs.iter().map(|(_, key)| key), &mut rng);
    let (secret_keys, public_keys): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let mut another = source.generator()?;
    Ok(vec![
        per_item::<M, _>("keygen-batch-32", source, move || M::generate_many(&mut rng, BATCH)),
        per_item::<M, _>("encaps-batch-32", source, move || M::encapsulate_many(black_box(&public_keys), &mut another)),
        per_item::<M, _>("decaps-batch-32", source, move || {
            M::decapsulate_many(secret_keys.iter().zip(capsules.iter().map(|(ciphertext, _)| ciphertext)))
        }),
    ])
}

/// A set of vectru.
struct Vectru<M>(PhantomData<M>);

/// The reason why loading the bytes of the implementation cannot fail.
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

    fn encapsulate_from_bytes(bytes: &[u8], rng: &mut Generator) -> Self::Capsule {
        M::encapsulate_once(bytes, rng).expect(OWN)
    }

    fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
        (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
    }

    fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        M::decapsulate(key, ciphertext)
    }

    fn decapsulate_from_bytes(bytes: &[u8], ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        M::decapsulate_once(bytes, ciphertext.as_bytes()).expect(OWN)
    }

    fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
        secret.as_bytes().to_vec()
    }
}
